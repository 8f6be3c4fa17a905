"""The REST side of a Halma server."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
import uuid
from http.client import HTTPException
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from .errors import HalmaError, Lost, Refused
from .messages import GameSummary, Guest, Message, PlayerRef, SeatGranted


class Rest:
    """Requests to one server, as one player or as nobody.

    Everything is tried again for `patience` seconds while the server is away,
    except making a game, which might make two. A spare guest does no harm.
    """

    def __init__(self, url: str, token: str | None = None, *, patience: float = 60.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise HalmaError(f"not a server's address, such as http://localhost:8080: {url}")
        self.url = url.rstrip("/")
        self.token = token
        self.patience = patience

    async def new_guest(self, name: str | None = None) -> Guest:
        """Makes a guest, whose token is from now on this object's own."""
        body = {} if name is None else {"name": name}
        guest = cast(Guest, await self._request("POST", "/api/guests", body, retry=True))
        self.token = guest["token"]
        return guest

    async def me(self) -> PlayerRef:
        """Who the token says we are."""
        return cast(PlayerRef, await self._request("GET", "/api/me", retry=True))

    async def create_game(
        self, rules: str | dict[str, Any], *, seats: list[str] | None = None, **more: Any
    ) -> GameSummary:
        """Makes a game and takes the named seats; `more` goes into the request as it is."""
        body: Message = {"rules": rules, "seats": seats or [], **more}
        return cast(GameSummary, await self._request("POST", "/api/games", body))

    async def game(self, game: str, *, key: str | None = None) -> GameSummary:
        """A game as it stands; a private one needs the key in its link."""
        path = f"/api/games/{game}{_query(key=key)}"
        return cast(GameSummary, await self._request("GET", path, retry=True))

    async def my_games(self) -> list[Message]:
        """Our games that are not over, each as `game` in what comes; those that wait for us first."""
        return cast(list[Message], await self._request("GET", "/api/me/games", retry=True))

    async def take_seat(
        self, game: str, seat: str | None = None, *, key: str | None = None
    ) -> SeatGranted:
        """Takes a seat, the first free one if none is named."""
        body: Message = {"id": str(uuid.uuid4())}
        if seat is not None:
            body["seat"] = seat
        if key is not None:
            body["key"] = key
        path = f"/api/games/{game}/seats"
        return cast(SeatGranted, await self._request("POST", path, body, retry=True))

    async def events(self, game: str, since: int = 0, *, key: str | None = None) -> list[Message]:
        """A page of events after `since`; empty when there are none."""
        path = f"/api/games/{game}/events{_query(since=since, key=key)}"
        page = await self._request("GET", path, retry=True)
        return cast(list[Message], page["events"])

    async def _request(self, method: str, path: str, body: Message | None = None, *, retry: bool = False) -> Any:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (self.patience if retry else 0)
        delay = 0.1
        while True:
            try:
                return await asyncio.to_thread(self._once, method, path, body)
            except (Refused, Lost) as error:
                passing = isinstance(error, Lost) or error.try_again
                if not passing or loop.time() + delay > deadline:
                    raise
            await asyncio.sleep(delay)
            delay = min(2 * delay, 2.0)

    def _once(self, method: str, path: str, body: Message | None) -> Any:
        headers = {"Accept": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, ValueError, HTTPException) as error:
            raise Lost(f"{method} {path}: {error}") from error


def _query(**fields: Any) -> str:
    given = {name: value for name, value in fields.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _refusal(error: urllib.error.HTTPError) -> Refused:
    try:
        problem = json.load(error)
        return Refused(problem["code"], problem["detail"], problem.get("details"))
    except (ValueError, KeyError, TypeError):
        # Not the server's own words: something in between answered.
        code = "unavailable" if error.code >= 500 else "bad_request"
        return Refused(code, f"HTTP {error.code}")
