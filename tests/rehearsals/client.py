"""Talks to the product as any program would: over HTTP, with a token or a table link."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

API = "/api/v1/"
TIMEOUT = 30.0
PATIENCE = 120.0
"""Seconds for which a post is sent again while the product is down."""


class RefusedError(Exception):
    """An answer that the rehearsal did not expect."""

    def __init__(self, response: httpx.Response) -> None:
        request = response.request
        super().__init__(f"{request.method} {request.url.path}: {response.status_code} {response.text[:600]}")
        self.response = response


class Client:
    """One device: a connection of its own, and whatever it shows to be let in."""

    def __init__(self, url: str, authorization: str | None = None) -> None:
        headers = {} if authorization is None else {"Authorization": authorization}
        # No TLS on the way to our own machine, so no time is spent on reading certificates.
        self._http = httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT, verify=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.close()

    def get(self, path: str, **query: Any) -> Any:
        """Return what stands there."""
        return self._expect(self._http.get(API + path, params=query), httpx.codes.OK)

    def until_done(self, step: Callable[[], Result | None]) -> Result:
        """Take a step again and again until it gives something, as a director does who reloads the page.

        It may be broken off by a product that is down, or refused because the step before it was done after all. Raises
        TimeoutError for a step that never gives anything.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                done = step()
            except (httpx.TransportError, RefusedError):
                if time.monotonic() > deadline:
                    raise
            else:
                if done is not None:
                    return done
                if time.monotonic() > deadline:
                    raise TimeoutError(f"nothing was done within {PATIENCE:.0f} s")
            # As long as a finger takes to reload; the product tells nobody when it is up again.
            time.sleep(0.2)

    def get_all(self, path: str, **query: Any) -> list[Any]:
        """Return all pages of a list."""
        rows: list[Any] = []
        page = 1
        while True:
            found = self.get(path, page=page, **query)
            rows += found["results"]
            if not found["next"]:
                return rows
            page += 1

    def create(self, path: str, body: Any = None) -> Any:
        """Post something that is made by it."""
        return self._expect(self.post(path, body), httpx.codes.CREATED)

    def act(self, path: str, body: Any = None) -> Any:
        """Post something that changes what is there."""
        return self._expect(self.post(path, body), httpx.codes.OK)

    def post(self, path: str, body: Any = None, authorization: str | None = None) -> httpx.Response:
        """Post and return whatever comes back."""
        headers = {} if authorization is None else {"Authorization": authorization}
        return self._http.post(API + path, json=body, headers=headers)

    def post_until_answered(self, path: str, body: Any, authorization: str | None = None) -> httpx.Response:
        """Post the same again and again while the product is down, as a phone with a queue does."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                response = self.post(path, body, authorization)
            except httpx.TransportError:
                if time.monotonic() > deadline:
                    raise
            else:
                if not response.is_server_error or time.monotonic() > deadline:
                    return response
            time.sleep(0.2)

    def _expect(self, response: httpx.Response, status: int) -> Any:
        if response.status_code != status:
            raise RefusedError(response)
        return response.json()


def log_in(url: str, username: str, password: str) -> str:
    """Return what a user shows to be let in."""
    with Client(url) as client:
        return "Token " + client.create("auth/tokens/", {"username": username, "password": password})["token"]
