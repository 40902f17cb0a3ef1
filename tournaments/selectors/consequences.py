"""What a change makes of a tournament: everything that it moves, old and new.

A picture is taken before the change and one after it, in the transaction that makes the change; what lies between the
two is what the director is shown, and what is shown has a version that a confirmation must name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments import ports
from tournaments.models import Entry, Publication, Round, RoundChange, Seat, Tournament
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.ordering import name_order
from tournaments.selectors.publications import lines_of
from tournaments.selectors.redraws import DrawnRound, Meeting, drawn_after
from tournaments.selectors.standings import Field, StandingRow, Standings, field_of, standings_in
from tournaments.selectors.tables import TableView, tables_of_round
from tournaments.selectors.who_is_who import PersonConsequence, Places, persons_between, places_of, sharing_between

FIGURES = ("table_points", "games_won", "points")
PODIUM = frozenset({"1", "1=", "2", "2=", "3", "3="})
"""The ranks that clubs give prizes for."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Where an entry stands: its rank as it is shown, and what it has."""

    rank: str
    table_points: str
    games_won: str
    points: str


@dataclass(frozen=True, slots=True)
class EntryConsequence:
    """An entry whose line in the standings changes."""

    entry_id: int
    entry_number: int
    entry_name: str
    before: Figures
    after: Figures

    @property
    def moves_a_prize(self) -> bool:
        """Whether it gets onto the podium, leaves it, or changes its place on it."""
        return self.before.rank != self.after.rank and bool({self.before.rank, self.after.rank} & PODIUM)


@dataclass(frozen=True, slots=True)
class HandLine:
    """What a hand is worth to each side, and the score after it."""

    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandConsequence:
    """A hand that counts otherwise. Without ``after`` it falls away, without ``before`` it comes in."""

    leg: int
    number: int
    before: HandLine | None
    after: HandLine | None

    @property
    def sides(self) -> list[tuple[int | None, int | None]]:
        """The score of each side after this hand, old and new."""
        lines = [line for line in (self.before, self.after) if line is not None]
        none: tuple[None, ...] = (None,) * len(lines[0].scores)
        old = none if self.before is None else self.before.scores
        new = none if self.after is None else self.after.scores
        return list(zip(old, new, strict=True))


@dataclass(frozen=True, slots=True)
class TableFigures:
    """Where a table stands; ``missing`` is the leg and number of the hand that is still to be played."""

    is_complete: bool
    is_decided: bool
    games_won: tuple[str, ...]
    points: tuple[int, ...]
    missing: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TableConsequence:
    """A table whose hands or result change; ``names`` and all figures are by side."""

    table_id: int
    number: int
    names: tuple[str, ...]
    before: TableFigures
    after: TableFigures
    hands: tuple[HandConsequence, ...]

    @property
    def games(self) -> list[tuple[str, str]]:
        """The games won by each side, old and new."""
        return list(zip(self.before.games_won, self.after.games_won, strict=True))


@dataclass(frozen=True, slots=True)
class DrawConsequence:
    """A later round that would have been drawn otherwise: who would not have met, who would have met instead.

    Meetings and those who sit out, or have a bye where it ``has_byes``, are in names. ``standings_version`` is that of
    the results it was drawn on. Without ``can_be_drawn`` the movement finds no draw any more.
    """

    round_number: int
    status: str
    standings_version: int
    not_met: tuple[tuple[str, ...], ...]
    met_instead: tuple[tuple[str, ...], ...]
    no_sit_out: tuple[str, ...]
    sit_out_instead: tuple[str, ...]
    has_byes: bool
    hands: int
    can_be_drawn: bool
    may_be_drawn_again: bool


@dataclass(frozen=True, slots=True)
class PublicationConsequence:
    """Published standings that would read otherwise today, and how many lines of them."""

    number: int
    kind: str
    lines: int


@dataclass(frozen=True, slots=True)
class RatingConsequence:
    """A player's rating, in points, as it follows from all that is rated; None for somebody without one."""

    player_id: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a change moves. ``version`` names exactly this: whoever confirms it says what was looked at.

    ``sharing`` are entries that come to share a player with the one that ``persons`` are about.
    """

    version: str
    tables: tuple[TableConsequence, ...]
    entries: tuple[EntryConsequence, ...]
    draws: tuple[DrawConsequence, ...]
    publications: tuple[PublicationConsequence, ...]
    ratings: tuple[RatingConsequence, ...]
    persons: tuple[PersonConsequence, ...] = ()
    sharing: tuple[str, ...] = ()

    @property
    def moves_what_was_settled(self) -> bool:
        """Whether it reaches what others have relied on: later draws, publications, ratings, hands that would fall.

        And who sat at a table.
        """
        sat = any(one.table is not None for one in self.persons)
        return bool(self.draws or self.publications or self.ratings or self.hands_that_fall or sat)

    @property
    def hands_that_fall(self) -> tuple[HandConsequence, ...]:
        """The hands that would count no more."""
        return tuple(hand for table in self.tables for hand in table.hands if hand.after is None)


@dataclass(frozen=True, slots=True)
class Picture:
    """What can change with a round, as it stands in this transaction; ``stamp`` is what it was read from."""

    tournament: Tournament
    stamp: tuple[object, ...]
    standings: Standings
    tables: Mapping[int, TableView]
    draws: Mapping[int, DrawnRound]
    published: Mapping[int, Standings]
    ratings: Mapping[int, int]
    places: Places | None


def picture_of(
    tournament: Tournament,
    round_: Round | None = None,
    *,
    since: int,
    tables: Collection[int] | None = None,
    entry: Entry | None = None,
    asked: Collection[object] = (),
) -> Picture:
    """Return everything that a change of a round can move, or of what counts from the end of round ``since`` on.

    ``tables`` are those of the round that the change is about, if not all: what is entered elsewhere meanwhile matters
    only as far as it moves something. ``entry``: the change is about who its players are, in any round. ``asked`` is
    what was asked for, as far as what it moves does not say that.
    """
    field = field_of(tournament, kept=False)
    views = [] if round_ is None else tables_of_round(round_)
    about = [view for view in views if tables is None or view.table.pk in tables]
    changes = RoundChange.objects.filter(round__tournament=tournament)
    draws = drawn_after(tournament, since)
    return Picture(
        tournament=tournament,
        stamp=(
            changes.filter(round__number__gte=since).count(),
            *map(_stamp, about),
            _given(field),
            _drafts(draws),
            *asked,
        ),
        standings=standings_in(tournament, field),
        tables={view.table.pk: view for view in views},
        draws=draws,
        published=_published(tournament, field, since=0 if round_ is None and entry is None else since),
        ratings=_ratings(tournament, _rounds_about(round_, entry)),
        places=None if entry is None else places_of(entry),
    )


def lies_between(before: Picture, after: Picture) -> Consequences:
    """Return what lies between two pictures of one round."""
    found = Consequences(
        version="",
        tables=tuple(_tables(before.tables, after.tables)),
        entries=compare_lines(before.standings, after.standings),
        draws=tuple(_draws(before, after)),
        publications=tuple(_publications(before, after)),
        ratings=_rated(before, after),
    )
    if before.places is not None and after.places is not None:
        persons = persons_between(before.places, after.places)
        found = replace(found, persons=persons, sharing=sharing_between(before.places, after.places))
    named = repr((before.stamp, _without_new_people(found))).encode(errors="surrogatepass")
    return replace(found, version=hashlib.sha256(named).hexdigest()[:16])


def _without_new_people(found: Consequences) -> Consequences:
    """Return what a version is made from: somebody who is added with a change has another id each time it is tried."""
    ratings = (replace(one, player_id=0) if one.before is None else one for one in found.ratings)
    persons = (replace(one, before="", after="") for one in found.persons)
    return replace(found, ratings=tuple(ratings), persons=tuple(persons))


def compare_lines(before: Standings, after: Standings) -> tuple[EntryConsequence, ...]:
    """Return what lies between two standings of one tournament, in the order of the new ones."""
    old = {row.entry_id: _figures(row) for row in before.rows}
    return tuple(
        EntryConsequence(row.entry_id, row.entry_number, row.entry_name, old[row.entry_id], _figures(row))
        for row in after.rows
        if row.entry_id in old and old[row.entry_id] != _figures(row)
    )


def _stamp(view: TableView) -> tuple[object, ...]:
    """Return what a table shows, by the keys of its rows: an equal hand in place of another is another one."""
    hands = tuple(hand.record_id for leg in view.progress.legs for hand in leg.game.hands)
    return (view.table.pk, view.table.time_called_at, view.ruling, hands)


def _given(field: Field) -> tuple[int, ...]:
    """Return the keys of the penalties, awards and decisions that count."""
    penalties = tuple(view.id for view in field.additions.adjustments if view.taken_back is None)
    return (*penalties, 0, *(view.id for view in field.additions.decisions if view.taken_back is None))


def _drafts(draws: Mapping[int, DrawnRound]) -> tuple[int, ...]:
    """Return the keys of the draws that stand: one that was changed by hand meanwhile is another one."""
    return tuple(drawn.draw.pk for drawn in draws.values())


def _figures(row: StandingRow) -> Figures:
    shown = {value.key: value.shown for value in row.values}
    return Figures(row.rank, *(shown[key] for key in FIGURES))


def _tables(before: Mapping[int, TableView], after: Mapping[int, TableView]) -> Iterable[TableConsequence]:
    for table_id, view in after.items():
        old, new = _table_figures(before[table_id]), _table_figures(view)
        hands = tuple(_hands(_lines(before[table_id]), _lines(view)))
        if old != new or hands:
            names = tuple(side.name for side in view.sides)
            yield TableConsequence(table_id, view.table.number, names, old, new, hands)


def _table_figures(view: TableView) -> TableFigures:
    missing = view.next_hand
    return TableFigures(
        is_complete=view.progress.is_complete,
        is_decided=view.ruling is not None,
        games_won=tuple((side.with_start or side).games_won for side in view.sides),
        points=tuple((side.with_start or side).points for side in view.sides),
        missing=(missing.leg, missing.number) if missing is not None else None,
    )


def _lines(view: TableView) -> dict[tuple[int, int], HandLine]:
    return {
        (leg.number, hand.number): HandLine(tuple(hand.answer.values["points"]), tuple(hand.state.scores))
        for leg in view.progress.legs
        for hand in leg.game.hands
    }


def _hands(
    before: Mapping[tuple[int, int], HandLine], after: Mapping[tuple[int, int], HandLine]
) -> Iterable[HandConsequence]:
    for leg, number in sorted(before.keys() | after.keys()):
        old, new = before.get((leg, number)), after.get((leg, number))
        if old != new:
            yield HandConsequence(leg, number, old, new)


def _draws(before: Picture, after: Picture) -> Iterable[DrawConsequence]:
    names = entry_names(after.tournament.pk, after.tournament.club_id)
    for number, new in after.draws.items():
        old = before.draws[number]
        if (old.meetings, old.out) == (new.meetings, new.out):
            continue
        were, would_be = old.meetings or frozenset(), new.meetings or frozenset()
        yield DrawConsequence(
            round_number=number,
            status=new.round.status,
            standings_version=new.draw.made_from["standings_version"],
            not_met=_in_names(were - would_be, names),
            met_instead=_in_names(would_be - were, names),
            no_sit_out=tuple(sorted(names[entry] for entry in old.out - new.out)),
            sit_out_instead=tuple(sorted(names[entry] for entry in new.out - old.out)),
            has_byes=new.has_byes,
            hands=new.hands,
            can_be_drawn=new.meetings is not None,
            may_be_drawn_again=new.may_be_drawn_again,
        )


def _in_names(meetings: Iterable[Meeting], names: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(" + ".join(names[entry] for entry in side) for side in sides) for sides in sorted(meetings))


def _published(tournament: Tournament, field: Field, *, since: int) -> dict[int, Standings]:
    """Return the standings, as they are now, over as many rounds as each publication has from a round on."""
    lengths = {length for _number, _kind, length in _publications_of(tournament)}
    closed = [round_ for round_ in field.rounds if round_.status == Round.Status.CLOSED]
    return {
        length: standings_in(tournament, replace(field, counted=tuple(closed[:length])))
        for length in lengths
        if any(round_.number >= since for round_ in closed[:length])
    }


def _publications(before: Picture, after: Picture) -> Iterable[PublicationConsequence]:
    for number, kind, length in _publications_of(after.tournament):
        if length in after.published:
            old, new = lines_of(before.published[length]), lines_of(after.published[length])
            lines = sum(old.get(entry) != line for entry, line in new.items())
            if lines:
                yield PublicationConsequence(number, kind, lines)


def _publications_of(tournament: Tournament) -> list[tuple[int, str, int]]:
    """Return the number, kind and number of rounds of each publication."""
    rows = Publication.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("number", "kind", "snapshot__rounds_closed"))


def _rounds_about(round_: Round | None, entry: Entry | None) -> list[Round]:
    """Return the rounds whose results may be rated for others after a change."""
    if entry is not None:
        return list(Round.objects.filter(pk__in=Seat.objects.filter(entry=entry).values("round_id")).order_by("pk"))
    return [] if round_ is None else [round_]


def _ratings(tournament: Tournament, rounds: Sequence[Round]) -> Mapping[int, int]:
    """Return the ratings as they follow from what is closed; before that a round moves none."""
    closed = [round_.pk for round_ in rounds if round_.status == Round.Status.CLOSED]
    if not closed or not tournament.is_rated:
        return {}
    return ports.ratings_with(tournament.kind, tournament.club_id, closed)


def _rated(before: Picture, after: Picture) -> tuple[RatingConsequence, ...]:
    players = [
        player
        for player in sorted(before.ratings.keys() | after.ratings.keys())
        if before.ratings.get(player) != after.ratings.get(player)
    ]
    names = player_names(players, after.tournament.club_id)
    found = [
        RatingConsequence(player, names[player], before.ratings.get(player), after.ratings.get(player))
        for player in players
    ]
    return tuple(sorted(found, key=lambda one: (name_order(one.name), one.player_id)))
