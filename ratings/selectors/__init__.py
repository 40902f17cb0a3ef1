"""Reads, shaped as frozen dataclasses ready to show."""

from ratings.selectors.checks import pools_that_differ
from ratings.selectors.outbox import OutboxHealth, outbox_health

__all__ = ["OutboxHealth", "outbox_health", "pools_that_differ"]
