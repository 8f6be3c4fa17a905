"""What can go wrong between a client and its server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: The server could not do it just now; the same command with the same id may be sent again.
TRY_AGAIN = frozenset({"busy", "storage_unavailable", "unavailable", "rate_limited"})


class HalmaError(Exception):
    """The base of all errors of this package."""


class Refused(HalmaError):
    """The server refused a command or a request; nothing has changed."""

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = dict(details or {})

    @property
    def try_again(self) -> bool:
        """Whether the same command may succeed a moment later."""
        return self.code in TRY_AGAIN


class ProtocolViolation(HalmaError):
    """The server said something that it must not say, such as an event twice."""


class Lost(HalmaError):
    """The connection is gone for good: closed by us, or the server did not come back."""
