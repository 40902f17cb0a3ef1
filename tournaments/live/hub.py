"""Who looks at which tournament, and what each of them has been told last.

A viewer keeps the version that it sent, and sends the newest whenever that is another one. Nothing is queued: whoever
is slow skips what came between, and whoever has just come, or comes back, hears of no version that it has already.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from typing import Final

UNKNOWN: Final = None


class TooManyViewers(Exception):
    """No more viewers are let in."""


class Channel:
    """A tournament that somebody looks at. ``version`` is UNKNOWN until it was looked up, and if there is none."""

    def __init__(self) -> None:
        self.version: str | None = UNKNOWN
        self.looked_up = asyncio.Event()
        self.viewers: set[Viewer] = set()

    def tell(self, version: str | None) -> None:
        """Note what was looked up, and wake those who have been told something else."""
        self.version = version
        self.looked_up.set()
        for viewer in self.viewers:
            if viewer.sent != version:
                viewer.wake.set()


class Viewer:
    """Somebody who looks at a channel; ``sent`` is the version that they have."""

    __slots__ = ("channel", "sent", "wake")

    def __init__(self, channel: Channel, sent: str | None) -> None:
        self.channel = channel
        self.sent = sent
        self.wake = asyncio.Event()

    async def next_version(self, *, within: float) -> str:
        """Wait for a version that was not sent, so many seconds at most, and return the newest; it counts as sent.

        Raises LookupError once there is no such tournament any more.
        """
        if self.channel.version == self.sent:
            self.wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self.wake.wait()
        newest = self.channel.version
        if newest is UNKNOWN:
            raise LookupError
        self.sent = newest
        return newest


class Hub:
    """All channels of a process, at most ``most_viewers`` viewers of them together."""

    def __init__(self, *, most_viewers: int) -> None:
        self.most_viewers = most_viewers
        self.viewers = 0
        self.channels: dict[str, Channel] = {}
        self.wanted = asyncio.Event()
        """Set when somebody waits for a channel that was not looked up yet."""

    @contextlib.contextmanager
    def looking(self, slug: str, *, has: str | None) -> Iterator[Viewer]:
        """Look at a tournament while inside; ``has`` is the version that the viewer says it has.

        Raises TooManyViewers.
        """
        if self.viewers >= self.most_viewers:
            raise TooManyViewers
        channel = self.channels.get(slug)
        if channel is None:
            channel = self.channels[slug] = Channel()
            self.wanted.set()
        viewer = Viewer(channel, has)
        channel.viewers.add(viewer)
        self.viewers += 1
        try:
            yield viewer
        finally:
            self.viewers -= 1
            channel.viewers.discard(viewer)
            if not channel.viewers and self.channels.get(slug) is channel:
                del self.channels[slug]

    def lose_sight(self) -> None:
        """Let all viewers go: nobody shall believe to be followed by a stream that sees nothing."""
        for channel in self.channels.values():
            channel.tell(UNKNOWN)

    def tell(self, versions: Mapping[str, str], *, asked: tuple[str, ...]) -> None:
        """Tell the viewers of those channels what was found; a tournament that was not found is shown to nobody."""
        for slug in asked:
            if (channel := self.channels.get(slug)) is not None:
                channel.tell(versions.get(slug))
