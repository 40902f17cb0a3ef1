"""A table more in a round in play: late entries, sit-outs, and who was left without a game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.factories import (
    NOW,
    make_entry,
    make_individual,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
)
from tests.hands import play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryWithdrawn,
    PlayerSeatedTwice,
    RightMissing,
    RoundNotInPlay,
    ValueRefused,
)
from tournaments.models import AuditEntry, Entry, LineUp, RoundChange, RoundEntry, Seat, TableLink, Tournament
from tournaments.round_errors import EntrySeatedAlready
from tournaments.selectors.entry_page import get_entry
from tournaments.selectors.free import free_entries
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.seating import places_in
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import absences, added_tables, entries, rounds, rulings, substitutes

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def add(round_, *sides, **more):
    values = {"actor": SYSTEM, "now": NOW, **more}
    return added_tables.add_table(round_id=round_.pk, sides=[[entry.pk for entry in side] for side in sides], **values)


def roles(round_):
    return dict(RoundEntry.objects.filter(round=round_).values_list("entry_id", "role"))


def test_add_table_seats_two_late_pairs_in_the_round_in_play():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    one, other = make_entry(tournament), make_entry(tournament)
    version = results_version(tournament.pk)

    table = add(round_, [one], [other], reason=" stuck in the snow ")

    assert table.number == 3
    assert [(seat.index, seat.side, seat.entry_id) for seat in table.seats.order_by("index")] == [
        (0, 0, one.pk),
        (1, 1, other.pk),
        (2, 0, one.pk),
        (3, 1, other.pk),
    ]
    assert Counter(roles(round_).values()) == {"seated": 6}
    assert set(Entry.objects.values_list("first_round", flat=True)) == {1}
    assert set(LineUp.objects.values_list("from_round", flat=True)) == {1}
    assert TableLink.objects.filter(table_number=3, revoked_at=None).count() == 1
    # Two rows of who takes part, and the change.
    assert results_version(tournament.pk) == version + 3
    assert get_table(table.pk).next_hand.number == 1


def test_add_table_is_played_counted_and_followed_by_the_next_draw():
    tournament = make_tournament(pairs=4, rounds=4, rules=TWO_HANDS)
    round_ = make_round(tournament)
    one, other = make_entry(tournament), make_entry(tournament)
    add(round_, [one], [other])

    play_round(round_)

    assert {row.entry_id: row.tables_played for row in standings_of(tournament).rows}[one.pk] == 1
    [plan] = rounds_so_far(tournament)
    assert [table.sides for table in plan.tables][2] == ((one.pk,), (other.pk,))
    following = make_round(tournament)
    met = [set(Seat.objects.filter(table=table).values_list("entry_id", flat=True)) for table in following.tables.all()]
    assert {one.pk, other.pk} not in met
    assert Counter(roles(following).values()) == {"seated": 6}


def test_add_table_for_who_sits_out_and_who_is_away_makes_them_seated():
    tournament = make_tournament(pairs=4, rounds=3)
    away = tournament.entries.get(number=1)
    absences.announce_absence(actor=SYSTEM, entry_id=away.pk, round_number=1, like_sit_out=True, now=NOW)
    round_ = make_round(tournament)
    [out] = [entry for entry, role in roles(round_).items() if role == "sit_out"]
    assert [(entry.id, entry.why) for entry in free_entries(round_)] == sorted(
        [(away.pk, "absent"), (out, "sit_out")], key=lambda row: Entry.objects.get(pk=row[0]).number
    )

    table = add(round_, [Entry.objects.get(pk=out)], [away])

    assert set(roles(round_).values()) == {"seated"}
    assert not RoundEntry.objects.filter(like_sit_out=True).exists()
    change = RoundChange.objects.get()
    assert (change.kind, change.table_id) == ("table_added", table.pk)
    assert change.before == {"roles": {str(out): "sit_out", str(away.pk): "absent"}}
    assert change.after == {"sides": [[out], [away.pk]]}
    assert AuditEntry.objects.filter(action="round.table_added").count() == 1
    assert free_entries(round_) == []


def test_add_table_seats_individuals_as_partners():
    tournament = make_tournament(people=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    late = [make_individual(tournament) for _ in range(4)]

    table = add(round_, late[:2], late[2:])

    seats = list(table.seats.order_by("index").values_list("side", "entry_id"))
    assert seats == [(0, late[0].pk), (1, late[2].pk), (0, late[1].pk), (1, late[3].pk)]


def test_add_table_of_another_size_where_the_movement_mixes_them():
    tournament = make_tournament(people=4, rounds=3, movement="mixed")
    round_ = make_round(tournament)
    late = [make_individual(tournament) for _ in range(3)]

    table = add(round_, *([entry] for entry in late))

    assert [len(side.entry_ids) for side in get_table(table.pk).sides] == [1, 1, 1]
    assert get_table(table.pk).progress.legs[0].game.rules.players == 3


def test_add_table_for_who_was_left_idle_by_a_void_table_counts_and_is_no_sit_out():
    tournament = make_tournament(pairs=5, rounds=4, rules=TWO_HANDS)
    round_ = make_round(tournament)
    void, other_table = round_.tables.order_by("number")
    leaver, idle = (Seat.objects.get(table=void, index=index).entry for index in (0, 1))
    [out] = [Entry.objects.get(pk=entry) for entry, role in roles(round_).items() if role == "sit_out"]
    entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, unfinished="void", reason="ill", now=NOW)
    assert {entry.id: entry.why for entry in free_entries(round_)} == {idle.pk: "idle", out.pk: "sit_out"}

    table = add(round_, [idle], [out])
    play_out(table)
    play_out(other_table)

    rows = {row.entry_id: (row.tables_played, row.sit_outs) for row in standings_of(tournament).rows}
    assert (rows[idle.pk], rows[out.pk], rows[leaver.pk]) == ((1, 0), (1, 0), (0, 0))
    [plan] = rounds_so_far(tournament)
    assert (plan.out, [seated.number for seated in plan.tables]) == ((), [2, 3])
    assert get_entry(idle.pk).rounds[0].table.table.number == 3
    places = {place.player_id: place.table for place in places_in(round_)}
    assert {places[player] for player in idle.line_up.values_list("player_id", flat=True)} == {3}


def test_revoke_ruling_of_a_table_whose_people_sit_elsewhere_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=3, rounds=3)
    round_ = make_round(tournament)
    void = round_.tables.get()
    idle = Seat.objects.get(table=void, index=1).entry
    [out] = [Entry.objects.get(pk=entry) for entry, role in roles(round_).items() if role == "sit_out"]
    rulings.rule_table(actor=SYSTEM, table_id=void.pk, kind="void", reason="a quarrel", now=NOW)
    add(round_, [idle], [out])
    before = everything()

    with pytest.raises(PlayerSeatedTwice):
        rulings.revoke_ruling(actor=SYSTEM, table_id=void.pk, now=NOW)

    assert everything() == before


def test_add_table_that_cannot_be_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=5, rounds=4)
    round_ = make_round(tournament)
    seated = Seat.objects.filter(round=round_).first().entry
    [out] = [Entry.objects.get(pk=entry) for entry, role in roles(round_).items() if role == "sit_out"]
    late, gone = make_entry(tournament), make_entry(tournament)
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    stranger = make_entry(make_tournament())
    busy = make_entry(
        tournament, make_partnership(tournament.club, seated.line_up.first().player, make_player(tournament.club))
    )
    before = everything()

    for refusal, act in (
        (EntrySeatedAlready, lambda: add(round_, [late], [seated])),
        (EntryWithdrawn, lambda: add(round_, [late], [gone])),
        (PlayerSeatedTwice, lambda: add(round_, [late], [busy])),
        (ValueRefused, lambda: add(round_, [late], [stranger])),
        (ValueRefused, lambda: add(round_, [late], [late])),
        (ValueRefused, lambda: add(round_, [late, out], [])),
        (ValueRefused, lambda: add(round_, [late])),
        (ValueRefused, lambda: add(round_, [late], [out], [busy])),
        (RightMissing, lambda: add(round_, [late], [out], actor=Actor())),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_add_table_of_two_pairs_with_a_player_in_common_is_refused():
    tournament = make_tournament(pairs=2)
    round_ = make_round(tournament)
    shared = make_player(tournament.club)
    one, other = (make_entry(tournament, make_partnership(tournament.club, shared)) for _ in range(2))

    with pytest.raises(PlayerSeatedTwice):
        add(round_, [one], [other])


def test_add_table_to_a_draft_or_a_closed_round_is_refused():
    tournament = make_tournament(pairs=2, rounds=2, rules=TWO_HANDS)
    closed = play_round(make_round(tournament))
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW).round
    late = make_entry(tournament), make_entry(tournament)

    for round_ in (closed, draft):
        with pytest.raises(RoundNotInPlay):
            add(round_, [late[0]], [late[1]])


def test_substitute_player_may_come_from_a_table_that_was_decided():
    tournament = make_tournament(pairs=4, rounds=3)
    decided, other = make_round(tournament).tables.order_by("number")
    rulings.rule_table(actor=SYSTEM, table_id=decided.pk, kind="void", reason="a quarrel", now=NOW)
    free, leaver = get_table(decided.pk).seats[0].player_id, get_table(other.pk).seats[0].player_id

    substitutes.substitute_player(actor=SYSTEM, table_id=other.pk, player_out_id=leaver, player_in_id=free, now=NOW)

    assert get_table(other.pk).seats[0].player_id == free
    assert Tournament.objects.get().status == "running"
