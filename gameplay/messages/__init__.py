"""What is wrong with a hand, in plain words. The engine gives codes and values, and knows no language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from gameplay.messages import five_hundred, fives_threes
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CHAIN_MESSAGES: dict[str, str | _StrPromise] = {
    "hand.game_mismatch": _("This record is of another game; here %(expected)s is played."),
    "hand.rules_mismatch": _("The record states other rules than those of this game."),
    "hand.score_before_mismatch": _("The score before this hand is %(expected)s, the record says otherwise."),
}

MESSAGES: Mapping[str, str | _StrPromise] = {
    **CHAIN_MESSAGES,
    **five_hundred.MESSAGES,
    **fives_threes.MESSAGES,
}
"""The sentence of every code that a hand can be refused with."""


def detail_of(violation: Violation) -> str:
    """Return the sentence for a fault, in the language of whoever reads it."""
    return str(MESSAGES[violation.code]) % violation.params
