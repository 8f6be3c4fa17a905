#!/usr/bin/env node
// Plays one seat of a game, by a script or at random, and prints its events.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Client, HalmaError, Refused, Rest, randomMove } from './halma-client.mjs';

const USAGE = `usage: node play.mjs play --url URL --game ID [--key KEY] [--token T | --name N]
                         [--seat SEAT] [--moves FILE] [--since N] [--count N]
                         [--pause SECONDS]

  --url URL        the server, such as http://localhost:8080
  --game ID        the game's id
  --key KEY        the key in the link of a private game
  --token T        play as this player
  --name N         play as a new guest of this name
  --seat SEAT      white, red, black or blue; taken if it is not ours yet
  --moves FILE     this seat's moves, one path a line; random moves without it
  --since N        print the events after this number too; 0 for all
  --count N        stop after so many moves
  --pause SECONDS  wait before each move
`;

const TEXT = { type: 'string' };
const NAMES = ['url', 'game', 'key', 'token', 'name', 'seat', 'moves', 'since', 'count', 'pause'];
const OPTIONS = Object.fromEntries(NAMES.map((name) => [name, TEXT]));

/** Reads the command line; undefined if it cannot be understood. */
function readPlan() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const wrong = positionals.some((word) => word !== 'play') || (values.token && values.name);
    if (wrong || !values.url || !values.game) return undefined;
    const moves = values.moves && readFileSync(values.moves, 'utf8').split(/\s+/).filter(Boolean);
    const since = values.since === undefined ? undefined : Number(values.since);
    return { ...values, moves, since, count: Number(values.count), pause: 1000 * Number(values.pause ?? 0) };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

/** The seats to play: those held, else one that is taken now. */
async function takeSeats(rest, plan) {
  const me = await rest.me();
  const { seats, status } = await rest.game(plan.game, plan.key);
  const held = Object.keys(seats).filter((seat) => seats[seat]?.id === me.id);
  const wanted = plan.seat ? held.filter((seat) => seat === plan.seat) : held;
  if (wanted.length > 0 || status === 'finished') return wanted;
  return [(await rest.takeSeat(plan.game, plan.seat, plan.key)).seat];
}

/** Plays as planned and gives how the game ended, or null if it has not. */
async function play(game, seats, plan) {
  let made = 0;
  let last;
  for await (const message of game) {
    if (message.type === 'event') {
      process.stdout.write(`${JSON.stringify(message)}\n`);
      if (message.kind === 'finished') return outcome(message);
      if (message.seq === last && message.next) return null;
    } else if (message.type === 'state' && message.status === 'finished') {
      return outcome(message.outcome);
    } else if (message.type === 'turn' && seats.includes(message.seat)) {
      if (plan.moves && made === plan.moves.length) return null;
      const path = plan.moves ? plan.moves[made] : randomMove(message);
      await sleep(plan.pause);
      try {
        const seq = await game.move(path, { at: message.at, seat: message.seat });
        made += 1;
        if (made === plan.count) last = seq;
      } catch (error) {
        // Another seat went out meanwhile; a new turn follows.
        if (!(error instanceof Refused && error.code === 'stale')) throw error;
      }
    }
  }
  return null;
}

function outcome({ winners, reason }) {
  return { winners, reason };
}

async function main(plan) {
  const rest = new Rest(plan.url, plan.token);
  if (!plan.token) {
    const { player, token } = await rest.newGuest(plan.name);
    process.stderr.write(`playing as ${player.name}, token ${token}\n`);
  }
  const seats = await takeSeats(rest, plan);
  const client = await Client.connect(plan.url, rest.token);
  try {
    const game = await client.join(plan.game, { since: plan.since, legal: true, key: plan.key });
    const finished = await play(game, seats, plan);
    process.stdout.write(`${JSON.stringify({ finished })}\n`);
  } finally {
    client.close();
  }
}

const plan = readPlan();
if (plan) {
  main(plan).catch((error) => {
    process.stderr.write(`${error instanceof HalmaError ? `${error.name}: ${error.message}` : error.stack}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
