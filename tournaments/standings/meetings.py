"""What each round brought each entry: its table with whom it met there, or why it had none, and what that was worth.

Everything in the standings is worked out from these, so that what is shown as the working is what was counted.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tournaments.standings.results import SitOutKind, TableKind, TallyKey, plain
from tournaments.standings.rules import SitOutPolicy, SitOutWorth, StandingRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.standings.results import SitOut, TableResult

Number = int | Fraction
Worth = tuple[Number, ...]
"""The tallies in the order of ``TallyKey``, and after them the net points, which may be capped."""

POSITION = {key: place for place, key in enumerate(TallyKey)}
NET = len(POSITION)
WIDTH = NET + 1
NOTHING: Worth = (0,) * WIDTH
_POINTS, _AGAINST, _TABLE_POINTS = (
    POSITION[key] for key in (TallyKey.POINTS, TallyKey.POINTS_AGAINST, TallyKey.TABLE_POINTS)
)
_OWN_DOING = frozenset({SitOutKind.REQUESTED, SitOutKind.ABSENT})


class Meeting(NamedTuple):
    """A round of an entry. ``kind`` is that of a table or of a sit-out; ``side`` and ``opponents`` are of a table.

    ``missed``: the entry was not available to play (absent, excused, or its table was awarded to the others).
    ``starts``: how much of the points and of the points against were given before play.
    """

    round: int
    kind: TableKind | SitOutKind
    own: Worth
    opponents: tuple[int, ...] = ()
    side: int = -1
    missed: bool = False
    starts: tuple[int, int] = (0, 0)

    @property
    def is_table(self) -> bool:
        """Whether the entry had a table, played or awarded."""
        return self.side >= 0

    @property
    def is_idle(self) -> bool:
        """Whether it was a sit-out, and not an absence."""
        return not self.is_table and self.kind is not SitOutKind.ABSENT


def total(worths: Iterable[Worth]) -> Worth:
    """Return the sums, place by place."""
    return tuple(map(sum, zip(NOTHING, *worths, strict=True)))


def mean(worths: Sequence[Worth]) -> Worth:
    """Return the exact means, place by place; nothing of nothing."""
    return tuple(plain(Fraction(value) / len(worths)) for value in total(worths)) if worths else NOTHING


def capped(net: Number, cap: Fraction | None) -> Number:
    """Return the net points of a table, no more than the cap either way.

    >>> capped(-350, Fraction(300)), capped(20, None)
    (-300, 20)
    """
    return net if cap is None else plain(Fraction(max(-cap, min(cap, net))))


def meetings_of(
    entries: Sequence[int], tables: Iterable[TableResult], sit_outs: Iterable[SitOut], rules: StandingRules
) -> dict[int, list[Meeting]]:
    """Return the rounds of each entry, in order. Raises KeyError for a table or sit-out of an entry not among them."""
    cap, loss = rules.net_cap, rules.table_points.loss
    found: dict[int, list[Meeting]] = {entry: [] for entry in entries}
    rounds: dict[int, list[list[Meeting]]] = defaultdict(list)
    for table in tables:
        seen = _seen(table, loss, cap)
        rounds[table.round].append(seen)
        for meeting, members in zip(seen, table.sides, strict=True):
            for entry in members:
                found[entry].append(meeting)
    idle = [(sit_out, _worth(sit_out, rules, found[sit_out.entry], rounds[sit_out.round])) for sit_out in sit_outs]
    for sit_out, worth in idle:
        missed = sit_out.kind in _OWN_DOING
        found[sit_out.entry].append(Meeting(sit_out.round, sit_out.kind, worth, missed=missed))
    for of_one in found.values():
        of_one.sort(key=_in_order)
    return found


def _in_order(meeting: Meeting) -> tuple[object, ...]:
    # Two tables of one round are told apart by what happened at them, so that no order of input is seen.
    return meeting.round, meeting.opponents, meeting.side, meeting.kind, meeting.own


def _seen(table: TableResult, loss: Fraction, cap: Fraction | None) -> list[Meeting]:
    """Return the table as each of its sides sees it."""
    seen = []
    for side, tallies in enumerate(table.tallies()):
        net = capped(tallies[_POINTS] - tallies[_AGAINST], cap)
        facing = tuple(entry for other, members in enumerate(table.sides) if other != side for entry in members)
        missed = not table.is_played and tallies[_TABLE_POINTS] <= loss
        given = table.starts[side] if table.starts else 0
        starts = given, sum(table.starts) - given
        seen.append(Meeting(table.round, table.kind, (*tallies, net), facing, side, missed, starts))
    return seen


def _worth(sit_out: SitOut, rules: StandingRules, own: Sequence[Meeting], tables: Sequence[Sequence[Meeting]]) -> Worth:
    """Return what a round without a table is worth, to who has played ``own`` tables, among the round's ``tables``."""
    if sit_out.kind is SitOutKind.ABSENT or rules.is_knockout:
        return NOTHING
    policy = rules.requested if sit_out.kind is SitOutKind.REQUESTED else rules.sit_out
    if policy.worth is SitOutWorth.OWN_AVERAGE:
        return mean([meeting.own for meeting in own if meeting.kind is TableKind.PLAYED])
    if policy.worth is SitOutWorth.ROUND_WINNERS_AVERAGE:
        return mean([worth for seen in tables for worth in _winners(seen)])
    return _fixed(policy, rules)


def _winners(seen: Sequence[Meeting]) -> list[Worth]:
    """Return what the winning sides of a played table had; a shared win counts for each side."""
    best = max(meeting.own[_TABLE_POINTS] for meeting in seen)
    return [meeting.own for meeting in seen if meeting.own[_TABLE_POINTS] == best and meeting.kind is TableKind.PLAYED]


def _fixed(policy: SitOutPolicy, rules: StandingRules) -> Worth:
    values: Mapping[TallyKey, Fraction] = {}
    if policy.worth is SitOutWorth.WIN:
        one = Fraction(1)
        win = {TallyKey.TABLE_POINTS: rules.table_points.win, TallyKey.GAMES_WON: one, TallyKey.WINS: one}
        values = {**win, **policy.values}
    elif policy.worth is SitOutWorth.FIXED:
        values = policy.values
    tallies = tuple(plain(values.get(key, Fraction(0))) for key in TallyKey)
    return (*tallies, capped(tallies[_POINTS] - tallies[_AGAINST], rules.net_cap))
