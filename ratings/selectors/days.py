"""Why a player's rating moved on a day, in figures that somebody with a pocket calculator comes to as well.

Every figure that follows from others is worked out from those others as they are shown, and rounded only where it is
shown rounded. What all this rounding comes to stands in one line of its own, so that the sum is the change to its last
digit.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db.models import Count

from ratings.engine.explain import Explained, Part, explain_period
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.scale import POINTS_PER_LOGIT
from ratings.errors import NotPlayedThatDay
from ratings.models import RatingPool
from ratings.selectors.bonuses import keys_of_sides
from ratings.selectors.ledger import results_on
from ratings.selectors.states import latest_pair_states, latest_states
from tournaments.models import Occupancy, Table
from tournaments.selectors.names import player_names

WON, TIED, LOST = "won", "tied", "lost"
_MOST_DIGITS = Decimal(30)
"""Powers of ten beyond which nothing more is expected."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table, as believed before the day: mean to 0.1, and deviation, grown until then, to 0.01 point."""

    player_id: int
    name: str
    rating: Decimal
    deviation: Decimal


@dataclass(frozen=True, slots=True)
class BonusBefore:
    """The bonus of two partners as believed before the day: mean to 0.1, and deviation, grown until then, to 0.01."""

    rating: Decimal
    deviation: Decimal


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a table; ``rating`` is the mean of its people, to 0.01 point.

    Where two have a ``bonus``, it is half of the sum of all three.
    """

    people: tuple[Person, ...]
    bonus: BonusBefore | None
    rating: Decimal

    @property
    def name(self) -> str:
        """Its names as one."""
        return " + ".join(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class Meeting:
    """What playing against one side came to. ``moved`` is ``weight * (actual - expected)``, to 0.001 point.

    A score is expected to be ``1 / (1 + 10 ** (-lead / divisor))``, to 0.0001. With ``by_margin`` it is the lead in the
    game's points that is expected: ``lead * margin_unit / 173.72``, to 0.1. ``is_held``: nothing was moved, because a
    partner was a novice.
    """

    own: Side
    other: Side
    lead: Decimal
    divisor: Decimal
    expected: Decimal
    actual: Decimal
    outcome: str
    weight: Decimal
    moved: Decimal
    by_margin: bool
    is_held: bool

    @property
    def surprise(self) -> Decimal:
        """How much more it was than expected."""
        return self.actual - self.expected


@dataclass(frozen=True, slots=True)
class TableOfDay:
    """A table, with a meeting for every other side. ``had_substitute``: it counts for those who sat the most hands."""

    table_id: int
    table: int
    round_id: int
    round_number: int
    tournament: str
    slug: str
    had_substitute: bool
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class DayView:
    """A player's day. Ratings to 0.1, deviations to 0.01, ``total`` and ``rounding`` to 0.001 point.

    ``total`` and ``rounding`` are ``change`` together. Without ``last_day`` the player was a newcomer; else ``grown``
    is what ``deviation_before`` grew to in ``days_without`` a table, by ``drift`` per square root of a week.
    """

    pool: RatingPool
    player_id: int
    name: str
    day: dt.date
    last_day: dt.date | None
    rating_before: Decimal
    deviation_before: Decimal
    days_without: int
    drift: Decimal
    most_deviation: Decimal
    grown: Decimal
    tables: tuple[TableOfDay, ...]
    total: Decimal
    rounding: Decimal
    change: Decimal
    rating_after: Decimal
    deviation_after: Decimal
    margin_unit: int

    @property
    def has_margins(self) -> bool:
        """Whether points counted at one of the tables."""
        return any(meeting.by_margin for table in self.tables for meeting in table.meetings)

    @property
    def has_scores(self) -> bool:
        """Whether only who won counted at one of the tables."""
        return any(not meeting.by_margin for table in self.tables for meeting in table.meetings)

    @property
    def has_bonuses(self) -> bool:
        """Whether partners had a bonus at one of the tables."""
        sides = (side for table in self.tables for one in table.meetings for side in (one.own, one.other))
        return any(side.bonus is not None for side in sides)


def read_day(text: str) -> dt.date:
    """Return a day as addresses have it, such as 2026-03-14; raises NotPlayedThatDay for anything else."""
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise NotPlayedThatDay from None
    if day.isoformat() != text:
        raise NotPlayedThatDay
    return day


def explain_day(pool: RatingPool, player_id: int, day: dt.date) -> DayView:
    """Return why a player's rating moved on a day: five queries, with bonuses six. Raises NotPlayedThatDay."""
    results = results_on(pool, day, player_id)
    if not results:
        raise NotPlayedThatDay
    params = Params.from_mapping(pool.params)
    people = {player for result in results for side in result.sides for player in side}
    before = latest_states(pool, before=day, players=people)
    before |= latest_pair_states(pool, before=day, keys=keys_of_sides(side for one in results for side in one.sides))
    told = {one.player: one for one in explain_period(results, params=params, before=before)}
    names = player_names(people, pool.club_id)
    mine = told[player_id]
    known = {
        player: Person(player, names[player], _tenths(one.mu_before), _hundredths(one.sigma_grown))
        for player, one in told.items()
        if player >= 0
    }
    bonuses = {
        key: BonusBefore(_tenths(one.mu_before), _hundredths(one.sigma_grown)) for key, one in told.items() if key < 0
    }
    tables = tuple(_tables(mine, _Known(known, bonuses), params))
    change = _tenths(mine.after.mu - mine.mu_before)
    total = sum((meeting.moved for table in tables for meeting in table.meetings), Decimal("0.000"))
    return DayView(
        pool=pool,
        player_id=player_id,
        name=names[player_id],
        day=day,
        last_day=None if mine.before is None else mine.before.period,
        rating_before=_tenths(mine.mu_before),
        deviation_before=_hundredths(params.prior_sigma if mine.before is None else mine.before.sigma),
        days_without=0 if mine.before is None else (day - mine.before.period).days,
        drift=_hundredths(params.drift),
        most_deviation=_hundredths(params.prior_sigma),
        grown=_hundredths(mine.sigma_grown),
        tables=tables,
        total=total,
        rounding=change - total,
        change=change,
        rating_after=_tenths(mine.after.mu),
        deviation_after=_hundredths(mine.after.sigma),
        margin_unit=params.margin_unit,
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """Who was at the tables, and what was believed of them and, by the engine's keys, of their partnerships."""

    people: Mapping[int, Person]
    bonuses: Mapping[int, BonusBefore]

    def side(self, players: Sequence[int]) -> Side:
        people = tuple(self.people[player] for player in players)
        bonus = self.bonuses.get(partnership_key(*players)) if len(players) == 2 else None
        total = sum((one.rating for one in (*people, bonus) if one is not None), Decimal(0))
        return Side(people, bonus, _exactly(total / len(people), "0.01"))


def _tables(mine: Explained, known: _Known, params: Params) -> list[TableOfDay]:
    meetings: dict[int, list[Meeting]] = {}
    for part in mine.parts:
        meetings.setdefault(part.table[0], []).append(_meeting(part, mine.player, known, params))
    rows = Table.objects.filter(pk__in=meetings).select_related("round__tournament")
    seats = Occupancy.objects.filter(seat__table__in=meetings).values("seat", "seat__table").annotate(sat=Count("pk"))
    changed = {seat["seat__table"] for seat in seats if seat["sat"] > 1}
    return [
        TableOfDay(
            table_id=row.pk,
            table=row.number,
            round_id=row.round_id,
            round_number=row.round.number,
            tournament=row.round.tournament.name,
            slug=row.round.tournament.slug,
            had_substitute=row.pk in changed,
            meetings=tuple(meetings[row.pk]),
        )
        for row in rows.order_by("round__tournament_id", "round__number", "number", "pk")
    ]


def _meeting(part: Part, me: int, known: _Known, params: Params) -> Meeting:
    own, other = known.side([me, *part.partners]), known.side(part.opponents)
    lead = own.rating - other.rating
    divisor = _rounded(part.divisor, "0.1")
    if part.by_margin:
        expected = _rounded(float(lead) * params.margin_unit / (POINTS_PER_LOGIT / 2), "0.1")
        actual = _rounded(part.actual, "0.1")
        outcome = WON if part.actual > 0 else LOST if part.actual < 0 else TIED
    else:
        expected = _expected(lead, divisor)
        actual = Decimal(str(part.actual)).normalize()
        outcome = {1.0: WON, 0.5: TIED, 0.0: LOST}[part.actual]
    weight = _rounded(part.weight, "0.00001" if part.by_margin else "0.001")
    return Meeting(
        own=own,
        other=other,
        lead=lead,
        divisor=divisor,
        expected=expected,
        actual=actual,
        outcome=outcome,
        weight=weight,
        moved=_exactly(weight * (actual - expected), "0.001"),
        by_margin=part.by_margin,
        is_held=part.is_held,
    )


def _expected(lead: Decimal, divisor: Decimal) -> Decimal:
    """Return what is expected of a lead, as a calculator with ten digits does.

    >>> _expected(Decimal("0.00"), Decimal("454.8")), _expected(Decimal("100.00"), Decimal("400.0"))
    (Decimal('0.5000'), Decimal('0.6401'))
    """
    power = max(min(-lead / divisor, _MOST_DIGITS), -_MOST_DIGITS)
    return _exactly(1 / (1 + Decimal(10) ** power), "0.0001")


def _tenths(stored: int) -> Decimal:
    return Decimal(stored).scaleb(-1)


def _hundredths(stored: int) -> Decimal:
    return Decimal(stored).scaleb(-2)


def _rounded(value: float, unit: str) -> Decimal:
    return _exactly(Decimal(value), unit)


def _exactly(value: Decimal, unit: str) -> Decimal:
    return value.quantize(Decimal(unit), ROUND_HALF_UP)
