"""The client against servers that say just what the test wants."""

import asyncio
import json
import unittest
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.server import ServerConnection, serve

from halma_client import Client, HalmaError, Lost, ProtocolViolation, Rest

Message = dict[str, Any]
GAME = "019b76da-a800-7c41-9d2e-5f0c8f1e2a30"
MOVED: Message = {"seq": 5, "time": 0, "kind": "moved", "seat": "white", "path": "d2-e1", "next": None}
FINISHED: Message = {"seq": 6, "time": 0, "kind": "finished", "winners": ["white"], "reason": "home"}


class Script:
    """Connections one after the other, each with its own part."""

    def __init__(self, *parts: Callable[["Line"], Awaitable[None]]) -> None:
        self.parts = list(parts)
        self.failure: BaseException | None = None

    async def __call__(self, socket: ServerConnection) -> None:
        line = Line(socket)
        try:
            hello = await line.heard("hello")
            assert hello["protocol"] == 1
            await line.say({"type": "welcome", "protocol": 1, "player": None, "now": 0})
            await self.parts.pop(0)(line)
        except BaseException as failure:
            self.failure = failure
            raise


class Line:
    """One connection, from the server's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def say(self, message: Message) -> None:
        await self.socket.send(json.dumps(message))

    async def heard(self, kind: str) -> Message:
        message: Message = json.loads(await self.socket.recv())
        assert message["type"] == kind, message
        return message

    async def join(self, since: int | None, events: list[Message]) -> None:
        join = await self.heard("join")
        assert join.get("since") == since, join
        seq = events[-1]["seq"] if events else since
        await self.say({"type": "events", "id": join["id"], "game": GAME, "seq": seq, "at": 5, "events": events})


class Clients(unittest.IsolatedAsyncioTestCase):
    async def play(self, script: Script, play: Callable[[Client], Awaitable[None]]) -> None:
        async with serve(script, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Client(f"http://127.0.0.1:{port}", patience=10) as client:
                await asyncio.wait_for(play(client), 10)
        self.assertEqual(script.parts, [])
        self.assertIsNone(script.failure)

    async def test_a_command_is_answered_though_the_game_has_ended(self) -> None:
        sent: list[Message] = []

        async def breaks(line: Line) -> None:
            await line.join(4, [])
            sent.append(await line.heard("move"))
            for event in (MOVED, FINISHED):
                await line.say({"type": "event", "game": GAME, **event})
            # The connection goes before the answer does.
            line.socket.transport.abort()

        async def answers(line: Line) -> None:
            await line.join(6, [])
            sent.append(await line.heard("move"))
            await line.say({"type": "ok", "id": sent[1]["id"], "game": GAME, "seq": 5})
            await line.socket.wait_closed()

        async def play(client: Client) -> None:
            game = await client.join(GAME, since=4)
            self.assertEqual(await game.move("d2-e1", at=4), 5)
            self.assertEqual([message["seq"] async for message in game], [5, 6])
            self.assertTrue(game.finished)

        await self.play(Script(breaks, answers), play)
        self.assertEqual(sent[0], sent[1])

    async def test_an_ended_game_takes_commands_after_a_lost_connection(self) -> None:
        back = asyncio.Event()

        async def ends(line: Line) -> None:
            await line.join(4, [MOVED, FINISHED])

        async def answers(line: Line) -> None:
            back.set()
            await line.join(6, [])
            rematch = await line.heard("rematch")
            await line.say({"type": "ok", "id": rematch["id"], "game": GAME, "seq": 7})
            await line.socket.wait_closed()

        async def play(client: Client) -> None:
            game = await client.join(GAME, since=4)
            self.assertEqual([message["seq"] async for message in game], [5, 6])
            # Nothing is asked before the new connection is there.
            await back.wait()
            self.assertEqual(await game.command("rematch"), 7)

        await self.play(Script(ends, answers), play)

    async def test_a_quick_game_is_found_or_the_search_is_lost(self) -> None:
        async def breaks(line: Line) -> None:
            await line.heard("seek")

        async def pairs(line: Line) -> None:
            seek = await line.heard("seek")
            self.assertEqual((seek["preset"], seek["rated"]), ("standard", True))
            await line.say({"type": "seeking", "id": seek["id"]})
            await line.say({"type": "paired", "id": seek["id"], "game": GAME, "seat": "black"})
            await line.socket.wait_closed()

        async def play(client: Client) -> None:
            with self.assertRaises(Lost):
                await client.pair()
            while True:
                try:
                    paired = await client.pair(rated=True)
                    break
                except Lost:
                    await asyncio.sleep(0.01)
            self.assertEqual((paired["game"], paired["seat"]), (GAME, "black"))

        await self.play(Script(breaks, pairs), play)

    async def test_a_gap_in_the_events_is_a_violation(self) -> None:
        async def skips(line: Line) -> None:
            await line.join(4, [])
            await line.say({"type": "event", "game": GAME, **FINISHED})
            await line.socket.wait_closed()

        async def play(client: Client) -> None:
            game = await client.join(GAME, since=4)
            with self.assertRaises(ProtocolViolation):
                await game.__anext__()

        await self.play(Script(skips), play)

    async def test_what_is_not_known_does_no_harm(self) -> None:
        async def says_more(line: Line) -> None:
            await line.say({"type": "weather", "rain": True})
            await line.join(4, [])
            await line.say({"type": "event", "game": GAME, **MOVED, "kind": "sneezed", "next": "white", "loud": True})
            await line.say({"type": "event", "game": GAME, **FINISHED})
            await line.socket.wait_closed()

        async def play(client: Client) -> None:
            game = await client.join(GAME, since=4)
            self.assertEqual([message["kind"] async for message in game], ["sneezed", "finished"])
            self.assertEqual(game.at, 5)

        await self.play(Script(says_more), play)


class Addresses(unittest.TestCase):
    def test_what_is_no_address_is_named(self) -> None:
        for url in ("", "localhost:8080", "ftp://localhost", "http://"):
            with self.assertRaisesRegex(HalmaError, "not a server's address"):
                Rest(url)


if __name__ == "__main__":
    unittest.main()
