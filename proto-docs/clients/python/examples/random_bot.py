"""Plays at random in the first free seat of a game: python random_bot.py URL GAME"""

import asyncio
import sys

from halma_client import Client, HalmaError, Refused, Rest, random_move


async def main(url: str, game_id: str) -> None:
    rest = Rest(url, patience=5)
    guest = await rest.new_guest("Random")
    await rest.take_seat(game_id)
    async with Client(url, guest["token"]) as client:
        game = await client.join(game_id, legal=True)
        async for message in game:
            if message["type"] == "turn":
                try:
                    await game.move(random_move(message), at=message["at"], seat=message["seat"])
                except Refused as refused:
                    if refused.code != "stale":  # else a new turn follows
                        raise
            elif message["type"] == "event" and message["kind"] == "finished":
                print("winners:", ", ".join(message["winners"]) or "nobody", f"({message['reason']})")


if len(sys.argv) != 3:
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except HalmaError as error:
    sys.exit(f"{error}")
