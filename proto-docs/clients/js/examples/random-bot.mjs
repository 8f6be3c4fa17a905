// Takes the first free seat of a game and plays at random: node random-bot.mjs URL GAME

import { Client, Rest, randomMove } from '../halma-client.mjs';

const [url, id] = process.argv.slice(2);
const rest = new Rest(url);
const { token } = await rest.newGuest('Random');
await rest.takeSeat(id);
const client = await Client.connect(url, token);
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
client.close();
