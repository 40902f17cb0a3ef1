"""The handicaps of a tournament: what is stored with the entries, what the ratings suggest, what follows at a table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from zoneinfo import ZoneInfo

from gameplay.models import HandRecord
from gameplay.rules.breaking_off import TIME, UNPLAYED, BrokenOff
from gameplay.rules.registry import get_kind
from tournaments import ports
from tournaments.models import Entry, LineUp, Round, Tournament
from tournaments.selectors.names import entry_names
from tournaments.selectors.progress import TableProgress
from tournaments.selectors.seeding import ratings_today
from tournaments.selectors.tournaments import first_stage
from tournaments.standings.handicaps import starts_at, won_with
from tournaments.table_facts import facts_of


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the ratings of a day suggest for an entry: points, and whether they know too little to be sure."""

    points: int
    is_uncertain: bool
    day: dt.date
    version: int


@dataclass(frozen=True, slots=True)
class HandicapLine:
    """An entry with its handicap. ``day`` and ``version`` are of the ratings that suggested it, None where it was said.

    ``rating`` is that of today, None if not all of its players have one.
    """

    entry_id: int
    number: int
    name: str
    is_withdrawn: bool
    handicap: int
    day: dt.date | None
    version: int | None
    rating: int | None
    suggestion: Suggestion | None


@dataclass(frozen=True, slots=True)
class Handicaps:
    """All entries by number. Suggestions are taken for all while it is open: until the first hand."""

    lines: tuple[HandicapLine, ...]
    is_on: bool
    is_open: bool
    largest: int

    @property
    def has_suggestions(self) -> bool:
        """Whether there is anything to be taken."""
        return any(line.suggestion is not None for line in self.lines)

    @property
    def has_uncertain(self) -> bool:
        """Whether some of the suggestions are not sure."""
        return any(line.suggestion is not None and line.suggestion.is_uncertain for line in self.lines)


def handicaps_of(tournament: Tournament) -> dict[int, int]:
    """Return the handicap of each entry that has one; nobody has where it is not played with handicaps."""
    if tournament.handicap == Tournament.Handicap.NONE:
        return {}
    rows = Entry.objects.filter(tournament=tournament, handicap__gt=0).order_by("pk")
    return dict(rows.values_list("pk", "handicap"))


def starts_of(handicaps: Mapping[int, int], sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return what each side of a table is given in every game, from the entries at it; nothing where nobody is.

    >>> starts_of({7: 40}, [[7], [8]]), starts_of({}, [[7], [8]])
    ((40, 0), (0, 0))
    """
    if not handicaps:
        return (0,) * len(sides)
    return starts_at([[handicaps.get(entry, 0) for entry in side] for side in sides])


def games_with(
    starts: Sequence[int], progress: TableProgress, *, broken_off: str
) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
    """Return the games that each side has won with its start, and what it was given in all of them together.

    Nothing is given in a game that time broke off and that is shared whatever the score, or counts for nobody; nor in
    one of which no hand was played.
    """
    won = [Fraction(0)] * len(starts)
    games = 0
    for leg in progress.legs:
        state = leg.game.state
        is_ruled = not leg.game.hands or (broken_off == BrokenOff.SHARED and state.ending == TIME)
        winners = state.winners if is_ruled else won_with(state.scores, state.winners, starts)
        if state.ending != UNPLAYED:
            games += not is_ruled
            for side in winners:
                won[side] += Fraction(1, len(winners))
    return tuple(won), tuple(start * games for start in starts)


def view_handicaps(tournament: Tournament, *, now: dt.datetime) -> Handicaps:
    """Return the entries with their handicaps and what the ratings of today suggest."""
    names = entry_names(tournament.pk, tournament.club_id)
    ratings, suggestions = ratings_today(tournament), suggestions_for(tournament, now=now)
    return Handicaps(
        lines=tuple(
            HandicapLine(
                entry_id=entry.pk,
                number=entry.number,
                name=names[entry.pk],
                is_withdrawn=entry.status == Entry.Status.WITHDRAWN,
                handicap=entry.handicap,
                day=entry.handicap_day,
                version=entry.handicap_version,
                rating=ratings.get(entry.pk),
                suggestion=suggestions.get(entry.pk),
            )
            for entry in Entry.objects.filter(tournament=tournament).order_by("number")
        ),
        is_on=tournament.handicap != Tournament.Handicap.NONE,
        is_open=tournament.status != Tournament.Status.FINISHED and not hand_entered(tournament.pk),
        largest=largest_handicap(tournament),
    )


def suggestions_for(tournament: Tournament, *, now: dt.datetime) -> dict[int, Suggestion]:
    """Return what the ratings suggest for each entry that takes part; nothing where nobody of them is rated."""
    playing: dict[int, list[int]] = {}
    rows = LineUp.objects.filter(entry__tournament=tournament, entry__status=Entry.Status.ACTIVE, is_current=True)
    for entry_id, player_id in rows.order_by("entry_id", "place").values_list("entry_id", "player_id"):
        playing.setdefault(entry_id, []).append(player_id)
    largest = largest_handicap(tournament)
    day = now.astimezone(ZoneInfo(tournament.time_zone)).date()
    found = ports.starts_of(
        ports.StartsWanted(
            kind=tournament.kind,
            club_id=tournament.club_id,
            day=day,
            sides=playing,
            percent=tournament.handicap_percent,
            most=largest if tournament.handicap_most is None else min(largest, tournament.handicap_most),
        )
    )
    return {
        entry: Suggestion(start.points, start.is_uncertain, day, found.version) for entry, start in found.starts.items()
    }


def largest_handicap(tournament: Tournament) -> int:
    """Return the most points that make sense: with the whole target somebody would have won before the first hand."""
    facts = facts_of(first_stage(tournament.pk)).as_options()
    target: int = get_kind(tournament.kind).resolve_rules({**tournament.rules, **facts}).target
    return target - 1


def hand_entered(tournament_id: int) -> bool:
    """Whether a hand has been entered in a round that was not taken back."""
    rows = HandRecord.objects.filter(game__leg__table__round__tournament_id=tournament_id)
    return rows.exclude(game__leg__table__round__status__in=Round.NOT_PLAYED).exists()
