"""Legal moves, read off a `turn`; no knowledge of the rules is needed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from .messages import Message, PieceMoves, Turn


def legal_moves(turn: Turn | Message) -> list[str]:
    """One path, a shortest, for every piece and every square it can end on."""
    return ["-".join(path) for piece in turn["pieces"] for path in _paths(piece)]


def random_move(turn: Turn | Message, rng: random.Random | None = None) -> str:
    """One legal move, chosen evenly."""
    return (rng or random.Random()).choice(legal_moves(turn))


def _paths(piece: PieceMoves) -> Iterator[list[str]]:
    start = piece["from"]
    ends = piece.get("ends")
    for square in piece.get("steps", []):
        if ends is None or square in ends:
            yield [start, square]
    # Breadth first: the first path to reach a square is a shortest one and never crosses itself.
    hops = piece.get("hops", {})
    seen = {start}
    queue = [[start]]
    for path in queue:
        for square in hops.get(path[-1], []):
            if square not in seen:
                seen.add(square)
                queue.append([*path, square])
                if ends is None or square in ends:
                    yield [*path, square]
