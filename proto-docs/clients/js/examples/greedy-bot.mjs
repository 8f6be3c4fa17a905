// Always goes for the goal, in a game or, without one, in a quick game.

import { Client, HalmaError, Rest, legalMoves } from '../halma-client.mjs';

/** A square's file and rank as numbers. */
function spot(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1))];
}

/** How far a square is from the goal: steps to each of its squares, on average. */
function far(square, goal) {
  const [file, rank] = spot(square);
  const steps = goal.map(spot).map(([f, r]) => Math.max(Math.abs(file - f), Math.abs(rank - r)));
  return steps.reduce((sum, more) => sum + more, 0) / steps.length;
}

/** The move that brings its piece nearest; between equals chance decides. */
function best(turn, goal) {
  let [chosen, most] = [undefined, -Infinity];
  for (const path of legalMoves(turn)) {
    const squares = path.split('-');
    const gain = far(squares[0], goal) - far(squares.at(-1), goal) + Math.random() / 100;
    if (gain > most) [chosen, most] = [path, gain];
  }
  return chosen;
}

async function play(url, id) {
  const rest = new Rest(url, undefined, { patience: 5000 });
  const { token } = await rest.newGuest('Greedy');
  if (id) await rest.takeSeat(id);
  const client = await Client.connect(url, token);
  try {
    const game = await client.join(id ?? (await client.pair()).game, { legal: true });
    let seats = {};
    for await (const message of game) {
      if (message.type === 'state') seats = message.seats;
      if (message.type === 'turn') {
        try {
          const path = best(message, seats[message.seat].goal);
          await game.move(path, { at: message.at, seat: message.seat });
        } catch (error) {
          if (error.code !== 'stale') throw error; // else a new turn follows
        }
      } else if (message.kind === 'finished') {
        console.log(`winners: ${message.winners.join(', ') || 'nobody'} (${message.reason})`);
      }
    }
  } finally {
    client.close();
  }
}

play(...process.argv.slice(2)).catch((error) => {
  if (!(error instanceof HalmaError)) throw error;
  console.error(`${error.message}\nusage: node greedy-bot.mjs URL [GAME]`);
  process.exitCode = 1;
});
