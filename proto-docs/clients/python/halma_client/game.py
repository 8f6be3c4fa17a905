"""One joined game: its messages in order, and what can be done in it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from .errors import HalmaError, ProtocolViolation
from .messages import Message

if TYPE_CHECKING:
    from .rest import Rest


class Game:
    """A joined game, made by `Client.join`.

    Iterate over it for its messages: every `event` once and in order, whatever
    happens to the connection, and between them `state`, `turn` and `presence`.
    The iteration ends after the `finished` event.
    """

    def __init__(
        self,
        game: str,
        since: int | None,
        legal: bool,
        key: str | None,
        rest: Rest,
        send: Callable[[Message], Awaitable[Message]],
    ) -> None:
        self.id = game
        #: The last event received; None before the first answer.
        self.seq = since
        #: The last event that changed the position, as far as known.
        self.at = 0
        self.finished = False
        #: Done once the first answer to join has come.
        self.answered: asyncio.Future[None] = asyncio.Future()
        self._legal = legal
        self._key = key
        self._rest = rest
        self._send = send
        self._inbox: asyncio.Queue[Message | HalmaError | None] = asyncio.Queue()

    async def move(self, path: str, *, at: int | None = None, seat: str | None = None) -> int:
        """Makes a move and returns the number of its event.

        `at` is the position meant: a turn's `at`, or the current one. The move
        is sent again after a lost connection, always with the same id, so that
        it is made once.
        """
        return await self.command("move", at=self.at if at is None else at, path=path, seat=seat)

    async def resign(self, *, seat: str | None = None) -> int:
        """Gives the game up."""
        return await self.command("resign", seat=seat)

    async def stand(self, *, seat: str | None = None) -> int:
        """Gives the seat back before the start."""
        return await self.command("stand", seat=seat)

    async def command(self, kind: str, **fields: Any) -> int:
        """Any other command of the protocol, such as `command("propose", at=game.at, what="draw")`.

        Returns the number of the first event it caused. Fields that are None are left out.
        """
        message: Message = {"type": kind, "id": str(uuid.uuid4()), "game": self.id}
        message |= {name: value for name, value in fields.items() if value is not None}
        answer = await self._send(message)
        return int(answer["seq"])

    def __aiter__(self) -> Game:
        return self

    async def __anext__(self) -> Message:
        while True:
            message = await self._inbox.get()
            if message is None or isinstance(message, HalmaError):
                self._inbox.put_nowait(message)
                if message is None:
                    raise StopAsyncIteration
                raise message
            # A turn overtaken by later events offers moves that are no longer there.
            if message["type"] != "turn" or message["at"] == self.at:
                return message

    def _join_message(self, command_id: str) -> Message:
        message: Message = {"type": "join", "id": command_id, "game": self.id}
        if self.seq is not None:
            message["since"] = self.seq
        if self._legal:
            message["legal"] = True
        if self._key is not None:
            message["key"] = self._key
        return message

    async def _receive(self, message: Message) -> None:
        match message["type"]:
            case "event":
                self._take(message)
            case "events":
                self._take_all(message["events"])
                self._agree(message)
            case "state":
                await self._take_state(message)
            case "turn":
                if message["at"] > (self.seq or 0):
                    raise ProtocolViolation(f"a turn at {message['at']} came before that event")
                self.at = max(self.at, message["at"])
                self._inbox.put_nowait(message)
            case _:
                self._inbox.put_nowait(message)

    def _take_all(self, events: list[Message]) -> None:
        for event in events:
            self._take({"type": "event", "game": self.id, **event})

    def _take(self, event: Message) -> None:
        if self.seq is None:
            raise ProtocolViolation("an event came before the answer to join")
        if event["seq"] != self.seq + 1:
            raise ProtocolViolation(f"event {event['seq']} came after event {self.seq}")
        self.seq = event["seq"]
        # Every event after which it is some seat's turn, or nobody's any more, has changed the position.
        if "next" in event:
            self.at = event["seq"]
        self._inbox.put_nowait(event)
        if event["kind"] == "finished":
            self._end()

    async def _take_state(self, state: Message) -> None:
        if self.seq is not None:
            if state["seq"] < self.seq:
                raise ProtocolViolation(f"the server knows {state['seq']} events and has sent {self.seq}")
            # The gap was too long for one message; REST has it.
            while self.seq < state["seq"]:
                page = await self._rest.events(self.id, self.seq, key=self._key)
                if not page:
                    raise ProtocolViolation(f"event {self.seq + 1} is missing")
                self._take_all([event for event in page if event["seq"] <= state["seq"]])
        self.seq = state["seq"]
        self._agree(state)
        self._inbox.put_nowait(state)
        if state["status"] == "finished":
            self._end()

    def _agree(self, message: Message) -> None:
        if message["seq"] != self.seq:
            raise ProtocolViolation(f"the game is said to be at event {message['seq']} and is at {self.seq}")
        self.at = message["at"]

    def _end(self) -> None:
        if not self.finished:
            self.finished = True
            self._inbox.put_nowait(None)

    def _fail(self, error: HalmaError) -> None:
        if not self.answered.done():
            self.answered.set_exception(error)
        elif not self.finished:
            self._inbox.put_nowait(error)
