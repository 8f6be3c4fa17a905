"""One socket to a Halma server, kept up for as long as it is wanted."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import uuid
from types import TracebackType
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from .errors import HalmaError, Lost, ProtocolViolation, Refused
from .game import Game
from .messages import Message, PlayerRef
from .rest import Rest

log = logging.getLogger("halma_client")

PROTOCOL = 1
#: The server closed because of what we sent: coming back would only repeat it.
OUR_FAULT = frozenset({1003, 1008, 1009})
FIRST_DELAY, LONGEST_DELAY, JOIN_AGAIN = 0.1, 3.0, 0.5

T = TypeVar("T")


class Client:
    """A connection that comes back by itself and takes its games up where they were.

    Use it as an async context manager. It gives up once the server has been
    away for `patience` seconds.
    """

    def __init__(self, url: str, token: str | None = None, *, patience: float = 60.0) -> None:
        self.rest = Rest(url, token, patience=patience)
        #: Who we are; None while nobody.
        self.player: PlayerRef | None = None
        self._url = "ws" + self.rest.url.removeprefix("http") + "/ws"
        self._token = token
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._ready: asyncio.Future[None] = asyncio.Future()
        self._games: dict[str, Game] = {}
        self._joining: dict[str, Game] = {}
        self._joined: set[str] = set()
        self._pending: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        #: What is asked of this connection alone.
        self._asked: dict[str, asyncio.Future[Message]] = {}
        self._refusal: Refused | None = None
        self._failure: HalmaError | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Client:
        self._task = asyncio.create_task(self._keep_up())
        await self._ready
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fail(Lost("the client was closed"))

    async def join(
        self, game: str, *, since: int | None = None, legal: bool = False, key: str | None = None
    ) -> Game:
        """Watches a game; with `legal`, also gets the moves of the seats held in it.

        With `since` the game's events after that number come first, without it
        the game's `state` does. A private game needs the `key` in its link,
        unless a seat in it is ours.
        """
        if self._failure is not None:
            raise self._failure
        joined = Game(game, since, legal, key, self.rest, self._command)
        self._games[game] = joined
        await self._send_join(joined)
        await joined.answered
        return joined

    async def leave(self, game: Game) -> None:
        """Stops watching a game; seats are kept."""
        self._games.pop(game.id, None)
        if game.id in self._joined:
            self._joined.discard(game.id)
            await self._send({"type": "leave", "id": str(uuid.uuid4()), "game": game.id})

    async def pair(
        self, preset: str = "standard", *, initial: int = 600_000, increment: int = 5_000, **more: Any
    ) -> Message:
        """Looks for a quick game and returns `paired`, with its `game` and `seat`, once it has begun.

        The clock's times are milliseconds; `more` (`rated`, `min`, `max`) goes into the `seek` as
        it is. The search ends with the connection, as `Lost`: `rest.my_games()` then tells whether
        a game has begun.
        """
        if self._failure is not None:
            raise self._failure
        if self._socket is None:
            raise Lost("there is no connection just now")
        clock = {"kind": "fischer", "initial": initial, "increment": increment}
        seek: Message = {"type": "seek", "id": str(uuid.uuid4()), "preset": preset, "clock": clock, **more}
        found: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._asked[seek["id"]] = found
        try:
            await self._send(seek)
            return await found
        except asyncio.CancelledError:
            await self._send({"type": "cancel", "id": str(uuid.uuid4())})
            raise
        finally:
            self._asked.pop(seek["id"], None)

    async def _command(self, message: Message) -> Message:
        """Sends a command until it is answered, over as many connections as that takes."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        delay = FIRST_DELAY
        while True:
            if self._failure is not None:
                raise self._failure
            game = self._games.get(message["game"])
            if game is None:
                raise HalmaError("the game was left")
            answer: asyncio.Future[Message] = loop.create_future()
            self._pending[message["id"]] = (message, answer)
            try:
                # Before the game is joined again it waits: joining sends what is pending.
                if game.id in self._joined:
                    await self._send(message)
                elif game not in self._joining.values():
                    # It had ended when the connection broke, and was not joined again.
                    await self._send_join(game)
                return await answer
            except Refused as refused:
                if not refused.try_again or loop.time() + delay > deadline:
                    raise
            finally:
                self._pending.pop(message["id"], None)
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    async def _send(self, message: Message) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(json.dumps(message))
            except ConnectionClosed:
                log.debug("not sent, the connection is lost: %s", message["type"])

    async def _send_join(self, game: Game) -> None:
        if self._socket is not None and self._games.get(game.id) is game:
            command_id = str(uuid.uuid4())
            self._joining[command_id] = game
            await self._send(game._join_message(command_id))

    async def _keep_up(self) -> None:
        loop = asyncio.get_running_loop()
        delay, deadline = FIRST_DELAY, loop.time() + self._patience
        try:
            while True:
                if await self._connect_once():
                    delay, deadline = FIRST_DELAY, loop.time() + self._patience
                if loop.time() > deadline:
                    raise Lost(f"{self._url} did not come back within {self._patience:g} s")
                # Spread out, so that a restarted server does not meet everybody at once.
                await asyncio.sleep(delay * random.uniform(0.5, 1.5))
                delay = min(2 * delay, LONGEST_DELAY)
        except HalmaError as error:
            self._fail(error)
        except Exception as error:
            self._fail(HalmaError(f"the client itself failed: {error!r}"))
            raise

    async def _connect_once(self) -> bool:
        """Speaks over one connection until it ends; says whether it came to a welcome."""
        try:
            async with connect(self._url) as socket:
                return await self._converse(socket)
        except InvalidStatus as error:
            status = error.response.status_code
            if status < 500 and status != 429:
                raise Lost(f"{self._url} answers with HTTP {status}") from None
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
            log.debug("no connection: %s", error)
        return False

    async def _converse(self, socket: ClientConnection) -> bool:
        hello: Message = {"type": "hello", "protocol": PROTOCOL}
        if self._token is not None:
            hello["token"] = self._token
        welcomed = False
        self._refusal = None
        try:
            await socket.send(json.dumps(hello))
            async for frame in socket:
                message = _parse(frame)
                if message["type"] == "welcome":
                    welcomed = True
                    self._socket = socket
                    await self._welcome(message)
                else:
                    await self._receive(message)
        except ConnectionClosed as error:
            log.debug("connection lost: %s", error)
        finally:
            self._socket = None
            self._joining.clear()
            self._joined.clear()
            for asked in self._asked.values():
                _settle(asked, Lost("the connection broke while a game was looked for"))
        if socket.close_code in OUR_FAULT and not (self._refusal and self._refusal.try_again):
            raise self._refusal or Lost(f"closed with {socket.close_code} {socket.close_reason}")
        return welcomed

    async def _welcome(self, welcome: Message) -> None:
        self.player = welcome["player"]
        if not self._ready.done():
            self._ready.set_result(None)
        waiting = {message["game"] for message, _ in self._pending.values()}
        for game in list(self._games.values()):
            # A command may have had no answer although the game has ended.
            if not game.finished or game.id in waiting:
                await self._send_join(game)

    async def _receive(self, message: Message) -> None:
        try:
            match message["type"]:
                case "state" | "events" if message.get("id") in self._joining:
                    await self._take_up(self._joining.pop(message["id"]), message)
                case "state" | "events" | "event" | "turn" | "presence":
                    # A game that was left may still have had messages under way.
                    if game := self._games.get(message["game"]):
                        await game._receive(message)
                case "ok":
                    if pending := self._pending.get(message["id"]):
                        _settle(pending[1], message)
                case "paired" if asked := self._asked.get(message["id"]):
                    _settle(asked, message)
                case "seek_ended" if asked := self._asked.get(message["id"]):
                    _settle(asked, HalmaError(f"the search has ended: {message['why']}"))
                case "error":
                    self._refused(message)
        except (KeyError, TypeError) as error:
            raise ProtocolViolation(f"malformed {message['type']}: {error!r}") from error

    async def _take_up(self, game: Game, answer: Message) -> None:
        await game._receive(answer)
        self._joined.add(game.id)
        _settle(game.answered, None)
        for message, _ in list(self._pending.values()):
            if message["game"] == game.id:
                await self._send(message)

    def _refused(self, message: Message) -> None:
        refused = Refused(message["code"], message["message"], message.get("details"))
        command_id = message.get("id") or ""
        if pending := self._pending.get(command_id):
            _settle(pending[1], refused)
        elif asked := self._asked.get(command_id):
            _settle(asked, refused)
        elif game := self._joining.pop(command_id, None):
            self._not_joined(game, refused)
        else:
            # About no command: if the server closes next, this is why.
            self._refusal = refused
            log.debug("refused: %s", refused)
            if refused.try_again:
                # Some command was not read; the ids make it safe to send all of them again.
                for _, answer in self._pending.values():
                    _settle(answer, refused)
                for command_id in list(self._joining):
                    self._not_joined(self._joining.pop(command_id), refused)

    def _not_joined(self, game: Game, refused: Refused) -> None:
        if refused.try_again:
            loop = asyncio.get_running_loop()
            loop.call_later(JOIN_AGAIN, lambda: loop.create_task(self._send_join(game)))
        else:
            self._games.pop(game.id, None)
            game._fail(refused)

    def _fail(self, error: HalmaError) -> None:
        self._failure = self._failure or error
        _settle(self._ready, error)
        for game in self._games.values():
            game._fail(error)
        for _, answer in self._pending.values():
            _settle(answer, error)


def _settle(future: asyncio.Future[T], result: T | HalmaError) -> None:
    if future.done():
        return
    if isinstance(result, HalmaError):
        future.set_exception(result)
        # Nobody may be waiting any more; then the error needs no report of its own.
        future.exception()
    else:
        future.set_result(result)


def _parse(frame: str | bytes) -> Message:
    try:
        message = json.loads(frame)
        if isinstance(message, dict) and isinstance(message["type"], str):
            return message
    except (ValueError, KeyError):
        pass
    raise ProtocolViolation(f"no message: {frame[:80]!r}")
