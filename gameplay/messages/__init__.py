"""What is wrong with a hand, and a hand told line by line. The engine gives codes and values, and knows no language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from gameplay.messages import five_hundred, fives_threes, naming
from gameplay.rules.kinds import Answer, Line, Violation

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CHAIN_MESSAGES: dict[str, str | _StrPromise] = {
    "hand.game_mismatch": _("This record is of another game; here %(expected)s is played."),
    "hand.rules_mismatch": _("The record states other rules than those of this game."),
    "hand.score_before_mismatch": _("The score before this hand is %(expected)s, the record says otherwise."),
}

RULING_MESSAGES: dict[str, str | _StrPromise] = {
    "ruling.points_malformed": _("A ruling gives points to each of the %(sides)s sides, from -%(most)s to %(most)s."),
    "ruling.score_impossible": _("After this ruling the score would be %(scores)s, which this game cannot have."),
}
"""What keeps a ruling of the director's from standing."""

LINE_MESSAGES: dict[str, str | _StrPromise] = {
    "line.unreadable": _("This line is not JSON."),
    "line.too_long": _("This line is longer than %(longest)s bytes."),
    "line.id": _("An id is a text or a number."),
    "line.unknown_field": _("%(field)s is neither id nor record."),
    "line.game_unknown": _("The record must name its game, one of %(known)s."),
}
"""What keeps a line of many from being judged at all."""

MESSAGES: Mapping[str, str | _StrPromise] = {
    **CHAIN_MESSAGES,
    **RULING_MESSAGES,
    **LINE_MESSAGES,
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


def answered(answer: Answer) -> dict[str, Any]:
    """Return an answer as it is sent, ready for JSON: each fault with its sentence, then what was computed."""
    errors = [{"code": fault.code, "path": fault.path, "detail": detail_of(fault)} for fault in answer.errors]
    return {"valid": answer.valid, "errors": errors, **answer.values}
