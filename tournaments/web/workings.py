"""How the figures of standings came about, told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.selectors.explanations import Explained, Explanations
from tournaments.selectors.figures import LABELS, shown
from tournaments.standings import criteria as steps
from tournaments.standings.results import TallyKey
from tournaments.standings.workings import Line, Working

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
NAMED = 8
"""So many entries of a tie are named; of more only the number is said."""

WHERE = {
    "played": gettext_lazy("Round %(round)s, against %(opponents)s"),
    "forfeit": gettext_lazy("Round %(round)s, forfeit against %(opponents)s"),
    "allocated": gettext_lazy("Round %(round)s, sat out"),
    "requested": gettext_lazy("Round %(round)s, missed, worth as much as a sit-out"),
    "absent": gettext_lazy("Round %(round)s, absent"),
    "cancelled": gettext_lazy("Round %(round)s, whose table does not count any more, as a sit-out"),
}
LEFT_OUT = {
    "lowest": gettext_lazy("the lowest is left out"),
    "highest": gettext_lazy("the highest is left out"),
    "missed": gettext_lazy("a missed round is left out first"),
    "below_half": gettext_lazy("not counted, because they have less than half of what could be had"),
    "no_opponent": gettext_lazy("not counted, because there was no opponent"),
    "not_a_table": gettext_lazy("not counted, because it was no table"),
}
WHY_NOT = {
    "not_met_equally": gettext_lazy("not compared, because they have not all met equally often"),
    "nobody_in_common": gettext_lazy("not compared, because there is nobody whom all of them met"),
    "rating_missing": gettext_lazy("not compared, because not all of them have a rating"),
}


@dataclass(frozen=True, slots=True)
class ToldFigure:
    """A figure: what it is called and comes to, and its lines; ``among`` and ``note`` are of a comparison of a tie."""

    title: str
    value: str
    among: str
    note: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldStanding:
    """How the rank of an entry came about."""

    entry_id: int
    name: str
    rank: str
    apart: str
    figures: tuple[ToldFigure, ...]


def told_standings(explanations: Explanations) -> list[ToldStanding]:
    """Return what is to be told of each entry, in the order of the ranks."""
    return [_told(entry, explained, explanations.names) for entry, explained in explanations.entries.items()]


def _told(entry: int, explained: Explained, names: Mapping[int, str]) -> ToldStanding:
    return ToldStanding(
        entry_id=entry,
        name=names[entry],
        rank=explained.label,
        apart=_apart(explained),
        figures=tuple(_figure(working, names) for working in explained.workings),
    )


def _apart(explained: Explained) -> str:
    """Return what puts an entry above the next row, if anything does."""
    apart = explained.row.separation
    if apart is None:
        return ""
    figures = {
        "figure": _(LABELS[apart.key]),
        "value": _number(apart.value),
        "next": _number(apart.next_value),
    }
    return _("Above the next by %(figure)s: %(value)s to %(next)s.") % figures


def _figure(working: Working, names: Mapping[int, str]) -> ToldFigure:
    tell = _teller(working.criterion.key, working.criterion.cap)
    value = "" if working.value is None else _number(working.value)
    note = str(WHY_NOT[working.why_not]) if working.why_not else ""
    if working.divisor is not None:
        counted = sum((line.amount for line in working.lines if not line.left_out), Fraction(0))
        note = f"{_number(counted)} / {working.divisor}"
    return ToldFigure(
        title=_(LABELS[working.criterion.column]),
        value=value,
        among=_among(working.among, names),
        note=note,
        lines=tuple(
            _with_start(_line(line, names, tell), line, against=working.criterion.key == TallyKey.POINTS_AGAINST)
            for line in working.lines
        ),
    )


def _among(entries: tuple[int, ...], names: Mapping[int, str]) -> str:
    if not entries:
        return ""
    if len(entries) > NAMED:
        return _("among %(count)s who were level") % {"count": len(entries)}
    return _("among %(names)s") % {"names": _names(entries, names)}


def _line(line: Line, names: Mapping[int, str], tell: Callable[[Line], str]) -> str:
    if line.kind == "adjustment":
        where = _("Penalty") if line.amount < 0 else _("Award")
        if line.round is not None:
            where = _("%(what)s in round %(round)s") % {"what": where, "round": line.round}
        return f"{where} ({line.reason}): {_number(line.amount)}"
    if line.round is None:
        where = _("Against %(opponents)s") % {"opponents": _names(line.opponents, names)}
    else:
        where = WHERE[line.kind] % {"round": line.round, "opponents": _names(line.opponents, names)}
    said = f"{where}: {tell(line)}"
    return f"{said} ({LEFT_OUT[line.left_out]})" if line.left_out else said


def _with_start(said: str, line: Line, *, against: bool) -> str:
    """Return a line with the points that were given by handicap; ``against``: the amount is what the others have."""
    if not line.start:
        return said
    told = _("%(said)s, a start of %(points)s in it")
    if against or line.start < 0:
        told = _("%(said)s, the others' start of %(points)s in it")
    return told % {"said": said, "points": abs(line.start)}


def _teller(key: str, cap: Fraction | None) -> Callable[[Line], str]:
    """Return what says in figures how a line comes to its amount."""
    match key:
        case steps.NET_POINTS:
            return lambda line: _net(line, cap)
        case steps.SONNEBORN_BERGER:
            return lambda line: f"{_mean(line)} {TIMES} {_number(line.factor or 0)} = {_number(line.amount)}"
        case steps.PROGRESSIVE:
            return _progress
        case steps.BUCHHOLZ | steps.BUCHHOLZ_CUT_1 | steps.BUCHHOLZ_MEDIAN | steps.COMMON_OPPONENTS:
            return _mean_of
        case _:
            return lambda line: _number(line.amount)


def _net(line: Line, cap: Fraction | None) -> str:
    points, against = line.scored
    said = f"{_number(points)} {MINUS} {_number(against)} = {_number(points - against)}"
    if cap is None or abs(points - against) <= cap:
        return said
    return _("%(said)s, counts as %(amount)s") % {"said": said, "amount": _number(line.amount)}


def _progress(line: Line) -> str:
    times = line.factor or Fraction(1)
    return f"{_number(line.amount / times)} {TIMES} {_number(times)} = {_number(line.amount)}"


def _mean_of(line: Line) -> str:
    return _number(line.amount) if len(line.strengths) < 2 else f"{_mean(line)} = {_number(line.amount)}"


def _mean(line: Line) -> str:
    """Return the strengths, as a mean if there are several."""
    strengths = [_number(value) for value in line.strengths] or ["0"]
    return strengths[0] if len(strengths) == 1 else f"({' + '.join(strengths)}) / {len(strengths)}"


def _names(entries: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[entry] for entry in entries)


def _number(value: Fraction | int) -> str:
    """Return a figure with a minus as wide as a digit."""
    return shown(Fraction(value)).replace("-", MINUS)
