"""Wrong seats mended after hands were recorded: the hands stay, standings and ratings follow who really sat."""

from __future__ import annotations

import pytest

from gameplay.models import HandRecord
from tests.factories import NOW, make_entry, make_player, make_round, make_table, make_tournament
from tests.hands import enter, fh_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import ConsequencesChanged
from tournaments.errors import PlayerSeatedTwice, RightMissing, RoundNotInPlay, ThingNotFound, ValueRefused
from tournaments.models import AuditEntry, Entry, OutboxEvent, Round, RoundChange, RoundEntry, Seat
from tournaments.round_errors import NobodySeated, ReasonNeeded, TableRuled
from tournaments.selectors.hand_page import get_hand
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import entries, reseating, rounds, rulings, substitutes
from tournaments.services.confirming import Confirmation

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def preview(round_, *pairs, players=()):
    return reseating.preview_reseating(actor=SYSTEM, round_id=round_.pk, entries=pairs, players=players, now=NOW)


def reseat(round_, *pairs, **more):
    values = {
        "actor": SYSTEM,
        "reason": "sat down wrongly",
        "now": NOW,
        **more,
    }
    seen = values.pop("seen", None) or preview(round_, *pairs, players=values.get("players", ())).version
    values["confirmation"] = Confirmation(seen)
    return reseating.reseat(round_id=round_.pk, entries=pairs, **values)


def at(table, index):
    return Seat.objects.get(table=table, index=index).entry_id


def points(tournament):
    """Return table points, games won and points of each entry."""
    return {
        row.entry_id: tuple(
            next(value.exact for value in row.values if value.key == key)
            for key in ("table_points", "games_won", "points")
        )
        for row in standings_of(tournament).rows
    }


def sitting(table):
    return [seat.player_id for seat in get_table(table.pk).seats]


def test_reseat_two_pairs_of_one_table_gives_each_what_the_other_had():
    table = make_table(rules=TWO_HANDS)
    play_out(table, winner=0)
    tournament = table.round.tournament
    north, east = at(table, 0), at(table, 1)
    before, people = points(tournament), sitting(table)
    hands = list(HandRecord.objects.values())

    reseat(table.round, (north, east))

    assert [at(table, index) for index in range(4)] == [east, north, east, north]
    assert sitting(table) == [people[1], people[0], people[3], people[2]]
    assert points(tournament) == {north: before[east], east: before[north]}
    assert list(HandRecord.objects.values()) == hands


def test_reseat_across_two_tables_moves_entries_and_people_and_the_draw_follows():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    here, there = at(first, 0), at(second, 1)
    meets_here, meets_there = at(first, 1), at(second, 0)
    people = sitting(first), sitting(second)
    play_out(first, winner=0)
    play_out(second, winner=0)

    reseat(round_, (here, there))

    assert sitting(first) == [people[1][1], people[0][1], people[1][3], people[0][3]]
    assert sitting(second) == [people[1][0], people[0][0], people[1][2], people[0][2]]
    assert points(tournament)[there][0] == 2
    assert points(tournament)[here][0] == 0
    [plan] = rounds_so_far(tournament)
    assert {frozenset(table.entrants) for table in plan.tables} == {
        frozenset({there, meets_here}),
        frozenset({meets_there, here}),
    }


def test_reseat_individuals_changes_sides_and_partners():
    tournament = make_tournament(people=4, rounds=3, rules=TWO_HANDS)
    table = make_round(tournament).tables.get()
    north, east, south, west = (at(table, index) for index in range(4))
    play_out(table, winner=0)

    reseat(table.round, (north, east))

    assert [at(table, index) for index in range(4)] == [east, north, south, west]
    won = {entry for entry, (table_points, _, _) in points(tournament).items() if table_points == 2}
    assert won == {east, south}


def test_reseat_three_in_a_ring_is_two_changes():
    tournament = make_tournament(people=4, rounds=3, rules=TWO_HANDS)
    table = make_round(tournament).tables.get()
    north, east, south, west = (at(table, index) for index in range(4))

    reseat(table.round, (north, east), (north, south))

    assert [at(table, index) for index in range(4)] == [east, south, north, west]


def test_reseat_with_an_entry_that_sits_out_says_that_it_has_played():
    tournament = make_tournament(pairs=3, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    play_out(table, winner=0)
    out = round_.round_entries.get(role="sit_out").entry
    listed = at(table, 0)
    newcomers = list(out.line_up.order_by("place").values_list("player_id", flat=True))
    people = sitting(table)

    reseat(round_, (listed, out.pk))

    assert dict(RoundEntry.objects.values_list("entry_id", "role")) == {
        listed: "sit_out",
        out.pk: "seated",
        at(table, 1): "seated",
    }
    assert sitting(table) == [newcomers[0], people[1], newcomers[1], people[3]]
    assert get_table(table.pk).seats[0].substitutions == ()
    assert points(tournament)[out.pk][0] == 2
    assert rounds_so_far(tournament)[0].out == (listed,)


def test_reseat_with_a_late_entry_takes_it_into_the_round():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    listed, late = at(table, 1), make_entry(tournament)
    play_out(table)

    reseat(round_, (late.pk, listed))

    late.refresh_from_db()
    assert (late.first_round, at(table, 1)) == (1, late.pk)
    assert RoundEntry.objects.get(entry_id=listed).role == "sit_out"


def test_reseat_keeps_a_substitute_with_the_seats_of_those_for_whom_he_sat():
    tournament = make_tournament(pairs=4, rounds=3, rules={"end": "hands", "hands": 3})
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    dealer = get_table(first.pk).next_hand.starter
    enter(first, fh_line(dealer=dealer), number=1)
    here, there = at(first, 0), at(second, 0)
    people = sitting(first), sitting(second)
    helper = make_player(tournament.club)
    substitutes.substitute_player(
        actor=SYSTEM, table_id=first.pk, player_out_id=people[0][0], player_in_id=helper.pk, now=NOW
    )

    reseat(round_, (here, there))

    assert sitting(second)[0] == helper.pk
    assert sitting(first)[0] == people[1][0]
    [taken] = get_table(second.pk).seats[0].substitutions
    assert (taken.player_out_id, taken.hand) == (people[0][0], 2)


def test_reseat_players_of_a_pair_changes_who_sat_where_and_nothing_else():
    table = make_table(rules=TWO_HANDS)
    play_out(table)
    tournament = table.round.tournament
    before, people = points(tournament), sitting(table)
    names = get_hand(table.pk, 1, 1).people

    reseat(table.round, players=[(people[0], people[2])])

    assert sitting(table) == [people[2], people[1], people[0], people[3]]
    assert get_hand(table.pk, 1, 1).people == (names[2], names[1], names[0], names[3])
    assert points(tournament) == before


def test_reseat_of_a_closed_round_changes_the_ratings_and_tells_them():
    table = make_table(rules=TWO_HANDS, rounds=1)
    play_out(table, winner=0)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    people = sitting(table)

    reseat(Round.objects.get(), (at(table, 0), at(table, 1)))

    topics = OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)
    assert list(topics) == ["round.closed", "results.changed"]
    [rated] = rated_tables(kind="five_hundred", club_id=table.round.tournament.club_id)
    assert rated.sides == ((people[1], people[3]), (people[0], people[2]))


def test_reseat_leaves_a_change_with_what_was_and_what_is_and_the_version_grows():
    table = make_table(rules=TWO_HANDS)
    north, east = at(table, 0), at(table, 1)
    people = sitting(table)
    version = results_version(table.round.tournament_id)

    reseat(table.round, (north, east), reason=" the sheet was read upside down ")

    change = RoundChange.objects.get()
    assert (change.kind, change.reason) == ("reseated", "the sheet was read upside down")
    assert change.before[0] == [1, 0, north, people[0], 1, 1]
    assert change.after[0] == [1, 0, east, people[1], 1, 1]
    assert (len(change.before), len(change.after)) == (4, 4)
    assert AuditEntry.objects.get(action="round.reseated").before == change.before
    assert results_version(table.round.tournament_id) == version + 1


def test_preview_reseating_says_old_and_new_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    play_out(first, winner=0)
    play_out(second, winner=0)
    north, east = at(first, 0), at(first, 1)
    before = everything()

    found = preview(round_, (north, east))

    assert everything() == before
    changed = {entry.entry_id: (entry.before, entry.after) for entry in found.entries}
    assert changed.keys() == {north, east}
    old, new = changed[north]
    assert (old.table_points, new.table_points) == ("2", "0")
    assert (old.games_won, new.games_won) == ("1", "0")
    assert (old.rank, new.rank) == ("1=", "3=")
    assert (old, new) == changed[east][::-1]


def test_reseat_does_what_its_preview_said():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    for table in round_.tables.all():
        play_out(table, winner=1)
    first, second = round_.tables.order_by("number")
    pair = at(first, 0), at(second, 1)

    seen = preview(round_, pair)
    reseat(round_, pair, seen=seen.version)

    ranks = {row.entry_id: row.rank for row in standings_of(tournament).rows}
    assert {entry.entry_id: entry.after.rank for entry in seen.entries}.items() <= ranks.items()
    assert {entry.entry_id for entry in seen.entries} == set(pair)


def test_reseat_after_something_was_entered_since_the_preview_is_refused_and_changes_nothing():
    table = make_table(rules=TWO_HANDS)
    pair = at(table, 0), at(table, 1)
    seen = preview(table.round, pair)
    enter(table, fh_line(dealer=0), number=1)
    before = everything()

    with pytest.raises(ConsequencesChanged):
        reseat(table.round, pair, seen=seen.version)

    assert everything() == before


def test_reseat_that_makes_no_sense_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=6, rounds=5, rules=TWO_HANDS)
    round_ = make_round(tournament)
    decided, table, _third = round_.tables.order_by("number")
    rulings.rule_table(actor=SYSTEM, table_id=decided.pk, kind="void", reason="x", now=NOW)
    late, gone = make_entry(tournament), make_entry(tournament)
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    stranger = make_entry(make_tournament())
    here = sitting(table)
    outsider = make_player(tournament.club)
    before = everything()

    for refusal, act in (
        (ValueRefused, lambda: reseat(round_)),
        (ValueRefused, lambda: reseat(round_, (at(table, 0), at(table, 0)))),
        (ValueRefused, lambda: reseat(round_, (at(table, 0), stranger.pk))),
        (ValueRefused, lambda: reseat(round_, (at(table, 0), gone.pk))),
        (NobodySeated, lambda: reseat(round_, (late.pk, gone.pk))),
        (TableRuled, lambda: reseat(round_, (at(table, 0), at(decided, 0)))),
        (TableRuled, lambda: reseat(round_, players=[(here[0], sitting(decided)[0])])),
        (ValueRefused, lambda: reseat(round_, players=[(here[0], here[0])])),
        (ValueRefused, lambda: reseat(round_, players=[(here[0], outsider.pk)])),
        (ReasonNeeded, lambda: reseat(round_, (at(table, 0), at(table, 1)), reason=" ")),
        (RightMissing, lambda: reseat(round_, (at(table, 0), at(table, 1)), actor=Actor())),
        (ThingNotFound, lambda: reseating.preview_reseating(actor=SYSTEM, round_id=99_999, entries=[(1, 2)], now=NOW)),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_reseat_with_somebody_who_sits_elsewhere_already_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=5, rounds=4, rules=TWO_HANDS)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    out = round_.round_entries.get(role="sit_out").entry
    helper = out.line_up.first().player_id
    substitutes.substitute_player(
        actor=SYSTEM, table_id=second.pk, player_out_id=sitting(second)[0], player_in_id=helper, now=NOW
    )
    before = everything()

    with pytest.raises(PlayerSeatedTwice):
        reseat(round_, (at(first, 0), out.pk))

    assert everything() == before


def test_reseat_players_where_everybody_plays_alone_is_refused():
    table = make_round(make_tournament(people=4, rounds=3)).tables.get()
    here = sitting(table)

    with pytest.raises(ValueRefused, match="the entries change places"):
        reseat(table.round, players=[(here[0], here[1])])


def test_reseat_of_a_draft_is_refused():
    tournament = make_tournament(pairs=2)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    one, other = Entry.objects.order_by("number")

    with pytest.raises(RoundNotInPlay):
        reseat(draft.round, (one.pk, other.pk))


def test_reseat_an_earlier_round_says_who_played_for_the_entry_then():
    tournament = make_tournament(pairs=3, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    out = round_.round_entries.get(role="sit_out").entry
    then = list(out.line_up.order_by("place").values_list("player_id", flat=True))
    entries.replace_player(
        actor=SYSTEM,
        entry_id=out.pk,
        player_out_id=then[0],
        player_in_id=make_player(tournament.club).pk,
        now=NOW,
    )

    reseat(Round.objects.get(), (at(table, 0), out.pk))

    assert [sitting(table)[0], sitting(table)[2]] == then
    assert play_round(make_round(tournament)).number == 2
