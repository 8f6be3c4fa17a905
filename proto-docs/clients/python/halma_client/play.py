"""Plays one seat of a game, by a script or at random."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import cast

from .client import Client
from .errors import Refused
from .game import Game
from .messages import Message, Outcome, Turn
from .moves import random_move
from .rest import Rest


@dataclass(frozen=True)
class Plan:
    """What is to be played, and as whom."""

    url: str
    game: str
    #: The key in the link of a private game.
    key: str | None = None
    token: str | None = None
    name: str | None = None
    #: The seat to play; None: those held, or the first free one.
    seat: str | None = None
    #: The seat's moves in order; None: random ones.
    moves: list[str] | None = None
    #: The last event known already; None: only new ones are of interest.
    since: int | None = None
    #: Stop after so many moves; None: play on to the end.
    count: int | None = None
    #: Seconds to wait before each move.
    pause: float = 0.0


async def play(plan: Plan) -> Outcome | None:
    """Plays as planned, prints every event, and returns how the game ended, if it has."""
    rest = Rest(plan.url, plan.token)
    if plan.token is None:
        guest = await rest.new_guest(plan.name)
        print(f"playing as {guest['player']['name']}, token {guest['token']}", file=sys.stderr)
    seats = await _seats(rest, plan)
    async with Client(plan.url, rest.token) as client:
        game = await client.join(plan.game, since=plan.since, legal=True, key=plan.key)
        return await _play(game, seats, plan)


async def _seats(rest: Rest, plan: Plan) -> set[str]:
    me = await rest.me()
    summary = await rest.game(plan.game, key=plan.key)
    held: set[str] = {seat for seat, player in summary["seats"].items() if player and player["id"] == me["id"]}
    wanted = held if plan.seat is None else held & {plan.seat}
    if not wanted and summary["status"] != "finished":
        granted = await rest.take_seat(plan.game, plan.seat, key=plan.key)
        wanted = {granted["seat"]}
    return wanted


async def _play(game: Game, seats: set[str], plan: Plan) -> Outcome | None:
    made, last = 0, None
    async for message in game:
        match message["type"]:
            case "event":
                print(json.dumps(message), flush=True)
                if message["kind"] == "finished":
                    return _outcome(message)
                if message["seq"] == last and message.get("next") is not None:
                    return None
            case "state" if message["status"] == "finished":
                return _outcome(message["outcome"])
            case "turn" if message["seat"] in seats:
                turn = cast(Turn, message)
                if plan.moves is not None and made == len(plan.moves):
                    return None
                path = random_move(turn) if plan.moves is None else plan.moves[made]
                await asyncio.sleep(plan.pause)
                try:
                    seq = await game.move(path, at=turn["at"], seat=turn["seat"])
                except Refused as refused:
                    # Another seat went out meanwhile; a new turn follows.
                    if refused.code == "stale":
                        continue
                    raise
                made += 1
                if made == plan.count:
                    last = seq
    return None


def _outcome(message: Message) -> Outcome:
    return {"winners": message["winners"], "reason": message["reason"]}
