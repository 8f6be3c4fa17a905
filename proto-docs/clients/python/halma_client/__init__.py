"""Plays and watches games on a Halma server."""

from .client import Client
from .errors import HalmaError, Lost, ProtocolViolation, Refused
from .game import Game
from .moves import legal_moves, random_move
from .rest import Rest

__all__ = [
    "Client",
    "Game",
    "HalmaError",
    "Lost",
    "ProtocolViolation",
    "Refused",
    "Rest",
    "legal_moves",
    "random_move",
]
