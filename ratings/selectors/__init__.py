"""Reads, shaped as frozen dataclasses ready to show."""

from ratings.selectors.outbox import OutboxHealth, outbox_health

__all__ = ["OutboxHealth", "outbox_health"]
