"""What has to hold in a tournament whatever has happened in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain

from gameplay.models import Game
from gameplay.rules.breaking_off import BrokenOff, break_off
from gameplay.selectors import current_hands, replay_game
from ratings.models import RatedResult
from ratings.services.drain import drain
from tests.factories import NOW
from tournaments.models import Entry, Occupancy, Round, RoundEntry, Seat, Table, TableRuling, Tournament
from tournaments.movements.schedule import RoundPlan, Schedule
from tournaments.movements.verify import verify
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.seating import places_in
from tournaments.selectors.sitting import spells_of
from tournaments.selectors.standings import results_version, standings_of
from tournaments.table_facts import kind_of_entrants


def check(tournament: Tournament, *, since: int = 1, seats: bool = True) -> int:
    """Assert all that has to hold and return the version of the results.

    ``since``: the first round whose seats are looked at; ``seats``: whether any are, which a hand leaves as they are.
    """
    rounds = list(Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED).order_by("number"))
    assert [round_.number for round_ in rounds] == list(range(1, len(rounds) + 1))
    if seats:
        for round_ in rounds[since - 1 :]:
            round_.tournament = tournament
            _check_roles(tournament, round_)
            _check_seats(round_)
        _check_places(rounds[-1:])
        _check_history(tournament)
    return _check_standings(tournament, rounds)


def check_ratings(tournament: Tournament) -> None:
    """Assert that the ratings have heard of all closed tables as they stand now, and of no others."""
    while drain(now=NOW).handled:
        pass
    expected = {
        table.table_id: sorted(chain.from_iterable(table.sides))
        for table in rated_tables(kind=tournament.kind, club_id=tournament.club_id)
    }
    known = RatedResult.objects.filter(is_current=True, is_void=False)
    assert {row.table_id: sorted(row.players) for row in known} == expected


def _check_roles(tournament: Tournament, round_: Round) -> None:
    """Everybody who plays in the round, or could have, is in it exactly once; nobody is lost."""
    roles = list(RoundEntry.objects.filter(round=round_).values_list("entry_id", "role"))
    named = [entry for entry, _role in roles]
    assert len(named) == len(set(named))
    house = arrangements_of(tournament).house
    there = Entry.objects.filter(tournament=tournament, first_round__lte=round_.number, withdrawn_at=None)
    latest = Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED).order_by("number").last()
    if round_ == latest:
        missing = set(there.exclude(pk=house).values_list("pk", flat=True)) - set(named)
        # Who was let back in after the draw waits for the next one.
        assert missing <= _back_since(tournament, round_)
    seats = Seat.objects.filter(round=round_)
    seated = set(seats.values_list("entry_id", flat=True))
    assert {entry for entry, role in roles if role == "seated"} == seated


def _back_since(tournament: Tournament, round_: Round) -> set[int]:
    """Return the active entries that had withdrawn when the round was drawn: its draw does not name them."""
    drawn = {entry for entry, _players in round_.draws.get(status="published").made_from["entries"]}
    active = Entry.objects.filter(tournament=tournament, withdrawn_at=None).values_list("pk", flat=True)
    absent = RoundEntry.objects.filter(round=round_, role="absent").values_list("entry_id", flat=True)
    return set(active) - drawn - set(absent)


def _check_seats(round_: Round) -> None:
    """Each table is full, each entry at one table that counts and on one side of it, each person in one seat."""
    void = set(
        TableRuling.objects.filter(table__round=round_, kind="void", revoked_at=None).values_list("table_id", flat=True)
    )
    tables = list(Table.objects.filter(round=round_))
    sides: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for table_id, side, entry in Seat.objects.filter(round=round_).values_list("table_id", "side", "entry_id"):
        if table_id not in void:
            sides[entry].add((table_id, side))
    assert all(len(places) == 1 for places in sides.values())
    current = list(Occupancy.objects.filter(round=round_, is_current=True).values_list("seat__table_id", "player_id"))
    assert len({player for _table, player in current}) == len(current)
    spells = spells_of(table.pk for table in tables)
    for table in tables:
        sitting = [player for table_id, player in current if table_id == table.pk]
        last = sorted(seat[-1].player_id for seat in spells[table.pk].values())
        assert sorted(sitting) == ([] if table.status == Table.Status.RULED else last)
        assert all(seat[0].begins == (1, 1) for seat in spells[table.pk].values())


def _check_places(rounds: list[Round]) -> None:
    """The seating list names everybody once."""
    for round_ in rounds:
        names = Counter(place.player_id for place in places_in(round_) if place.table is not None)
        assert set(names.values()) <= {1}


def _check_history(tournament: Tournament) -> None:
    """What the next draw is made from is a schedule that a judge finds nothing wrong with."""
    plans: tuple[RoundPlan, ...] = rounds_so_far(tournament)
    entrants = tuple(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    schedule = Schedule(kind=kind_of_entrants(tournament.entry_kind), entrants=entrants, rounds=plans)
    assert verify(schedule) == ()


def _check_broken_off(rounds: list[Round], progress: dict[int, TableProgress]) -> None:
    """What counts of a game that time broke off is what the law makes of its hands alone, and the setting then."""
    called = Table.objects.filter(round__in=rounds).exclude(time_called_at=None)
    assert set(called.values_list("status", flat=True)) <= {Table.Status.COMPLETE}
    hands = current_hands(leg.game_id for table in called for leg in table.legs.all())
    for table in called:
        for leg in progress[table.pk].legs:
            played = replay_game(Game.objects.get(pk=leg.game_id), hands[leg.game_id])
            law = break_off(played.kind, played.rules, played.state, BrokenOff(table.broken_off))
            assert leg.game.state == law


def _check_standings(tournament: Tournament, rounds: list[Round]) -> int:
    """The standings name every entry once and count every table that was played out, and no other."""
    standings = standings_of(tournament)
    entries = set(Entry.objects.filter(tournament=tournament).values_list("pk", flat=True))
    assert sorted(row.entry_id for row in standings.rows) == sorted(entries)
    tables = list(Table.objects.filter(round__in=rounds, status=Table.Status.COMPLETE))
    progress = read_tables(tournament, tables)
    assert all(table.is_complete for table in progress.values())
    _check_broken_off(rounds, progress)
    counted = [table.pk for table in tables if not progress[table.pk].counts_for_nobody]
    seats = Seat.objects.filter(table__in=counted).values("table_id", "entry_id").distinct()
    assert sum(row.tables_played for row in standings.rows) == seats.count()
    assert standings.version == results_version(tournament.pk)
    return standings.version
