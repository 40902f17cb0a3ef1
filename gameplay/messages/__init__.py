"""What is wrong with a hand, and a hand told line by line. The engine gives codes and values, and knows no language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from gameplay.messages import five_hundred, fives_threes, naming
from gameplay.rules.kinds import Line, Violation

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

TELLINGS: Mapping[str, str | _StrPromise] = {**five_hundred.TELLINGS, **fives_threes.TELLINGS}
"""The sentence of every line of a hand that is told, beside the faults."""

_SENTENCES = {**MESSAGES, **TELLINGS}
_SHOWN = {**five_hundred.SHOWN, **fives_threes.SHOWN}


def detail_of(violation: Violation, people: Sequence[str] | None = None) -> str:
    """Return the sentence for a fault, in the language of whoever reads it; ``people`` are names by seat."""
    return told(Line(violation.code, violation.params, violation.sides), people)


def told(line: Line, people: Sequence[str] | None = None) -> str:
    """Return the sentence of a line, in the language of whoever reads it; ``people`` are names by seat."""
    names = naming.Names(line.sides, people)
    shown = {**naming.SHOWN, **_SHOWN.get(line.code, {})}
    params = {name: shown.get(name, naming.PLAIN)(names, value) for name, value in line.params.items()}
    return str(_SENTENCES[line.code]) % params
