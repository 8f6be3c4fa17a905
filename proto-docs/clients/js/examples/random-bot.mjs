// Plays at random in the first free seat of a game.

import { Client, HalmaError, Rest, randomMove } from '../halma-client.mjs';

async function play(url, id) {
  const rest = new Rest(url, undefined, { patience: 5000 });
  const { token } = await rest.newGuest('Random');
  await rest.takeSeat(id);
  const client = await Client.connect(url, token);
  try {
    const game = await client.join(id, { legal: true });
    for await (const message of game) {
      if (message.type === 'turn') {
        try {
          await game.move(randomMove(message), { at: message.at, seat: message.seat });
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
  console.error(`${error.message}\nusage: node random-bot.mjs URL GAME`);
  process.exitCode = 1;
});
