"""Fields that several bodies have."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gameplay.api.inputs import IdField

MOST_SWAPS = 64
"""How many pairs may be named at once."""


class PairField(serializers.ListField):
    """Two ids."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=IdField(), min_length=2, max_length=2, **options)
