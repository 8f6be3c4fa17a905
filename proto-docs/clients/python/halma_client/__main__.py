"""`python -m halma_client play`: plays one seat of a game and prints its events."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from .errors import HalmaError
from .play import Plan, play


def main() -> int:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(prog="halma_client", description="A client for Halma servers.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("play", help="play a seat of a game, by a script or at random")
    command.add_argument("--url", required=True, help="the server, such as http://localhost:8080")
    command.add_argument("--game", required=True, help="the game's id")
    command.add_argument("--key", help="the key in the link of a private game")
    who = command.add_mutually_exclusive_group()
    who.add_argument("--token", help="play as this player")
    who.add_argument("--name", help="play as a new guest of this name")
    command.add_argument("--seat", help="white, red, black or blue; taken if it is not ours yet")
    command.add_argument("--moves", type=Path, help="a file with this seat's moves, one path a line")
    command.add_argument("--since", type=int, help="print the events after this number too; 0 for all")
    command.add_argument("--count", type=int, help="stop after so many moves")
    command.add_argument("--pause", type=float, default=0.0, help="seconds to wait before each move")
    args = parser.parse_args()
    moves = args.moves.read_text().split() if args.moves else None
    options = {name: value for name, value in vars(args).items() if name != "command"}
    plan = Plan(**options | {"moves": moves})
    try:
        outcome = asyncio.run(play(plan))
    except HalmaError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(json.dumps({"finished": outcome}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
