"""The shapes of the messages used here; fields not named are kept and ignored."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Seat = Literal["white", "red", "black", "blue"]
Message = dict[str, Any]


class PlayerRef(TypedDict):
    """A player as others see them."""

    id: str
    name: str


class Guest(TypedDict):
    """A new guest and its secret."""

    player: PlayerRef
    token: str


class Outcome(TypedDict):
    """How a game ended; no winners: a draw."""

    winners: list[Seat]
    reason: str


class GameSummary(TypedDict):
    """A game as REST tells it."""

    id: str
    status: Literal["open", "playing", "finished"]
    rules: dict[str, Any]
    seats: dict[Seat, PlayerRef | None]
    host: PlayerRef
    created: int
    started: NotRequired[int]
    finished: NotRequired[int]
    outcome: NotRequired[Outcome]
    url: str


class SeatGranted(TypedDict):
    """A seat that is yours now, and the event that says so."""

    seat: Seat
    seq: int


# Written as a call, since `from` is a keyword: where one piece may go.
PieceMoves = TypedDict(
    "PieceMoves",
    {
        "from": str,
        "steps": NotRequired[list[str]],
        "hops": NotRequired[dict[str, list[str]]],
        "ends": NotRequired[list[str]],
    },
)


class Turn(TypedDict):
    """The legal moves of the seat to move."""

    type: Literal["turn"]
    game: str
    at: int
    seat: Seat
    pieces: list[PieceMoves]
