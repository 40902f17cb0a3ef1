"""Side prizes of a series: counted from its hands and nights, each with what it was counted from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Min

from gameplay.rules.feats import HIGHEST_HAND, SLAM
from gameplay.rules.five_hundred.codes import NAME as FIVE_HUNDRED
from tournaments.models import Occupancy, Round
from tournaments.selectors.series_nights import Feat, SeriesNight
from tournaments.selectors.series_table import Members, RowView, SeriesTable

MOST_SLAMS = "most_slams"
MOST_POINTS_IN_A_HAND = "highest_hand"
MOST_NIGHTS = "most_nights"
BEST_NEWCOMER = "best_newcomer"
SHOWN_RANKS = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that a prize was counted from: a night, and the hand in it unless the night itself counts."""

    night: SeriesNight
    hand: Feat | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody who may have a prize: the rank among all who may (1: it is theirs), by how much, and from what."""

    rank: int
    members: Members
    name: str
    amount: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Prize:
    """A side prize with the first few who may have it; who shares the first rank shares the prize.

    ``nobody_known`` is of the best newcomer where the club has no night before the series, so that all would be new.
    """

    what: str
    claims: tuple[Claim, ...]
    nobody_known: bool = False

    @property
    def winners(self) -> list[Claim]:
        """Who has it."""
        return [claim for claim in self.claims if claim.rank == 1]


def prizes_of(table: SeriesTable) -> list[Prize]:
    """Return the side prizes of a series as its nights stand now."""
    from_hands = (
        Prize(MOST_SLAMS, _slams(table))
        if table.series.kind == FIVE_HUNDRED
        else Prize(MOST_POINTS_IN_A_HAND, _highest_hands(table))
    )
    nights = [(row, len(row.lines), [Evidence(line.night) for line in row.lines]) for row in table.rows]
    return [
        from_hands,
        Prize(MOST_NIGHTS, _claims((row.members, row.name, count, evidence) for row, count, evidence in nights)),
        _newcomers(table),
    ]


def _slams(table: SeriesTable) -> tuple[Claim, ...]:
    made: dict[Members, list[Evidence]] = {}
    for members, evidence in _feats(table, SLAM):
        made.setdefault(members, []).append(evidence)
    return _claims((members, table.names[members], len(found), found) for members, found in made.items())


def _highest_hands(table: SeriesTable) -> tuple[Claim, ...]:
    best: dict[Members, list[Evidence]] = {}
    for members, evidence in _feats(table, HIGHEST_HAND):
        held = best.get(members)
        if held is None or _amount(evidence) > _amount(held[0]):
            best[members] = [evidence]
        elif _amount(evidence) == _amount(held[0]):
            held.append(evidence)
    claims = ((members, table.names[members], _amount(found[0]), found) for members, found in best.items())
    return _claims(claim for claim in claims if claim[2] > 0)


def _amount(evidence: Evidence) -> int:
    assert evidence.hand is not None
    return evidence.hand.amount


def _feats(table: SeriesTable, what: str) -> Iterable[tuple[Members, Evidence]]:
    """Yield the feats of those who are in the table: a person's own, or of a pair that sat together."""
    for night in table.nights:
        for feat in night.feats:
            if feat.what != what:
                continue
            by_person = table.series.counted_by == table.series.CountedBy.PLAYER
            whose: list[Members] = [(player,) for player in feat.players] if by_person else [feat.players]
            for members in whose:
                if members in table.names:
                    yield members, Evidence(night, feat)


def _newcomers(table: SeriesTable) -> Prize:
    """Return the best of those who sat at a table of the club for the first time within the series.

    A pair is new if both are. Where the club is not known to have played before the series, nobody can be told apart.
    """
    if not table.nights:
        return Prize(BEST_NEWCOMER, ())
    begins = min(table.series.from_date or dt.date.max, table.nights[0].date)
    first = _first_days(table.series.club_id)
    if not any(day < begins for day in first.values()):
        return Prize(BEST_NEWCOMER, (), nobody_known=True)
    new = [row for row in table.ranked if all(first.get(player, dt.date.max) >= begins for player in row.members)]
    ranks: list[int] = []
    for place, row in enumerate(new, 1):
        level = place > 1 and new[place - 2].row.rank == row.row.rank
        ranks.append(ranks[-1] if level else place)
    claims = tuple(_newcomer(rank, row) for rank, row in zip(ranks, new, strict=True) if rank <= SHOWN_RANKS)
    return Prize(BEST_NEWCOMER, claims)


def _newcomer(rank: int, row: RowView) -> Claim:
    assert row.row.rank is not None
    return Claim(rank, row.members, row.name, row.row.rank, (Evidence(row.lines[0].night),))


def _first_days(club_id: int) -> dict[int, dt.date]:
    """Return the day on which each player first sat at a table of a club, in whatever game."""
    rows = Occupancy.objects.filter(round__tournament__club_id=club_id, round__tournament__taken_out_at=None).exclude(
        round__status__in=Round.NOT_PLAYED
    )
    return dict(rows.values("player_id").annotate(first=Min("round__session_date")).values_list("player_id", "first"))


def _claims(found: Iterable[tuple[Members, str, int, list[Evidence]]]) -> tuple[Claim, ...]:
    """Return claims with their ranks, the most first, of equal ones by name, down to the last rank that is shown."""
    ordered = sorted(found, key=lambda one: (-one[2], one[1], one[0]))
    ranks = [1 + sum(other[2] > one[2] for other in ordered) for one in ordered]
    return tuple(
        Claim(rank, members, name, amount, tuple(evidence))
        for rank, (members, name, amount, evidence) in zip(ranks, ordered, strict=True)
        if rank <= SHOWN_RANKS
    )
