"""Always goes for the goal, in a game or, without one, in a quick game: python greedy_bot.py URL [GAME]"""

import asyncio
import random
import sys

from halma_client import Client, HalmaError, Refused, Rest, legal_moves


def spot(square: str) -> tuple[int, int]:
    """A square's file and rank as numbers."""
    return ord(square[0]) - ord("a"), int(square[1:])


def far(square: str, goal: list[str]) -> float:
    """How far a square is from the goal: steps to each of its squares, on average."""
    file, rank = spot(square)
    steps = [max(abs(file - f), abs(rank - r)) for f, r in map(spot, goal)]
    return sum(steps) / len(steps)


def gain(path: str, goal: list[str]) -> float:
    """How much nearer a move brings its piece; between equals chance decides."""
    squares = path.split("-")
    return far(squares[0], goal) - far(squares[-1], goal) + random.random() / 100


async def main(url: str, game_id: str = "") -> None:
    rest = Rest(url, patience=5)
    guest = await rest.new_guest("Greedy")
    if game_id:
        await rest.take_seat(game_id)
    goals: dict[str, list[str]] = {}
    async with Client(url, guest["token"]) as client:
        game = await client.join(game_id or (await client.pair())["game"], legal=True)
        async for message in game:
            if message["type"] == "state":
                goals = {seat: it["goal"] for seat, it in message["seats"].items()}
            elif message["type"] == "turn":
                goal = goals[message["seat"]]
                path = max(legal_moves(message), key=lambda path: gain(path, goal))
                try:
                    await game.move(path, at=message["at"], seat=message["seat"])
                except Refused as refused:
                    if refused.code != "stale":  # else a new turn follows
                        raise
            elif message["type"] == "event" and message["kind"] == "finished":
                print("winners:", ", ".join(message["winners"]) or "nobody", f"({message['reason']})")


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except HalmaError as error:
    sys.exit(f"{error}")
