"""Evenings at tables of every kind, played through: people who change partners, each for himself, three pairs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tests.factories import NOW, make_individual, make_player, make_round, make_tournament
from tests.hands import enter, fh_line, ft_line, passed_in, play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.errors import DrawOutOfDate, TooFewEntries
from tournaments.models import Draw, Entry, LineUp, Occupancy, Publication, Round, RoundEntry, Seat, Stage, Table
from tournaments.selectors.entry_page import get_entry
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.seating import places_in
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import calling_time, entries, publishing, rounds, tournaments

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
SHAPES = [
    pytest.param("five_hundred", 2, "by_players", "player", [(0,), (1,)], id="five_hundred-2"),
    pytest.param("five_hundred", 3, "by_players", "player", [(0,), (1,), (2,)], id="five_hundred-3"),
    pytest.param("five_hundred", 4, "by_players", "player", [(0, 2), (1, 3)], id="five_hundred-4"),
    pytest.param("five_hundred", 5, "by_players", "player", [(0,), (1,), (2,), (3,), (4,)], id="five_hundred-5"),
    pytest.param("five_hundred", 6, "by_players", "player", [(0, 2, 4), (1, 3, 5)], id="five_hundred-6-teams"),
    pytest.param("five_hundred", 6, "three_pairs", "player", [(0, 3), (1, 4), (2, 5)], id="five_hundred-6-changing"),
    pytest.param("five_hundred", 6, "three_pairs", "partnership", [(0, 3), (1, 4), (2, 5)], id="five_hundred-6-pairs"),
    pytest.param("fives_threes", 2, "by_players", "player", [(0,), (1,)], id="fives_threes-2"),
    pytest.param("fives_threes", 3, "by_players", "player", [(0,), (1,), (2,)], id="fives_threes-3"),
    pytest.param("fives_threes", 4, "by_players", "player", [(0, 2), (1, 3)], id="fives_threes-4"),
]


def make_night(kind, size, teams="by_players", entry_kind="player", *, over=1, tables=2, **settings):
    """Return an evening with enough entries for so many tables, and some who are left over."""
    at_a_table = size if entry_kind == "player" else size // 2
    field = {"people" if entry_kind == "player" else "pairs": tables * at_a_table + over}
    if kind == "five_hundred":
        settings.setdefault("rules", TWO_HANDS)
    return make_tournament(
        kind=kind, table_size=size, teams=teams, entry_kind=entry_kind, **{"rounds": 3, **field, **settings}
    )


def sides_of(table):
    """Return the entries at the sides of a table as they were seated, and the players."""
    found = {}
    for seat in Seat.objects.filter(table=table).order_by("index"):
        found.setdefault(seat.side, []).append((seat.index, seat.entry_id, seat.occupancies.get().player_id))
    return [found[side] for side in sorted(found)]


@pytest.mark.parametrize(("kind", "size", "teams", "entry_kind", "layout"), SHAPES)
def test_a_night_is_played_from_the_draw_to_the_ratings(kind, size, teams, entry_kind, layout):
    tournament = make_night(kind, size, teams, entry_kind)
    one_player = {entry.pk: entry.line_up.get().player_id for entry in Entry.objects.all() if entry.player_id}
    won, tables_played, sat = Counter(), Counter(), []
    for number in (1, 2):
        winner = number % len(layout)
        round_ = make_round(tournament)
        for table in round_.tables.all():
            sides = sides_of(table)
            sat.append(tuple(tuple(player for _, _, player in side) for side in sides))
            assert [tuple(index for index, _, _ in side) for side in sides] == layout
            assert all(one_player[entry] == player for side in sides for _, entry, player in side if one_player)
            game = table.legs.get().game
            assert (game.rules["players"], game.rules.get("teams", teams)) == (size, teams)
            assert sorted(game.starters) == list(range(size))
            won.update({entry for _, entry, _ in sides[winner]})
            tables_played.update({entry for side in sides for _, entry, _ in side})
        play_round(round_, winner)

    assert Counter(RoundEntry.objects.values_list("role", flat=True))["sit_out"] == 2
    assert Table.objects.count() == 4
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    rows = {row.entry_id: row for row in standings_of(tournament).rows}
    assert {entry: row.tables_played for entry, row in rows.items()} == tables_played
    for entry, row in rows.items():
        games = Fraction(won[entry], tables_played[entry]) * row.sit_outs + won[entry]
        assert Fraction(next(value.exact for value in row.values if value.key == "games_won")) == games
    assert len(Publication.objects.get().snapshot["rows"]) == len(rows)
    rated = rated_tables(kind=kind, club_id=tournament.club_id)
    assert [table.sides for table in rated] == sat
    for table, winner in zip(rated, (1, 1, 2 % len(layout), 2 % len(layout)), strict=True):
        assert table.results == tuple(Fraction(side == winner) for side in range(len(layout)))


def test_partners_change_from_round_to_round():
    tournament = make_night("five_hundred", 4, over=0)
    partners = Counter()
    for _ in range(3):
        round_ = play_round(make_round(tournament))
        for table in round_.tables.all():
            partners.update(frozenset(entry for _, entry, _ in side) for side in sides_of(table))

    assert set(partners.values()) == {1}
    assert len(partners) == 12


def test_every_member_of_a_side_has_its_result_and_its_points():
    tournament = make_night("five_hundred", 6, tables=1, over=0, rules={"end": "hands", "hands": 1})
    round_ = play_round(make_round(tournament))
    first, second = sides_of(round_.tables.get())

    points = {row.entry_id: row.values[2].shown for row in standings_of(tournament).rows}

    assert {points[entry] for _, entry, _ in first} == {"140"}
    assert {points[entry] for _, entry, _ in second} == {"20"}
    labels = {row.entry_id: row.rank for row in standings_of(tournament).rows}
    assert {labels[entry] for _, entry, _ in first} == {"1="}


def test_six_people_as_three_pairs_score_with_the_partners_of_each_round():
    tournament = make_night("five_hundred", 6, "three_pairs", tables=1, over=1)
    points, won, partners = Counter(), Counter(), []
    for bidder, bid, tricks, earned in (
        (1, "8H", (1, 8, 1), (10, 300, 10)),
        (5, "7NT", (2, 3, 5), (20, 30, -220)),
    ):
        table = make_round(tournament).tables.get()
        dealer = get_table(table.pk).next_hand.starter
        enter(table, fh_line(dealer=dealer, seat=bidder, bid=bid, tricks=tricks), number=1)
        enter(table, passed_in(dealer=(dealer + 1) % 6), number=2)
        rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
        partners += [frozenset(entry for _, entry, _ in side) for side in sides_of(table)]
        for side, earns in zip(partners[-3:], earned, strict=True):
            points.update(dict.fromkeys(side, earns))
        won.update(partners[-3 + earned.index(max(earned))])

    assert len(set(partners)) == 6
    rows = {row.entry_id: row for row in standings_of(tournament).rows}
    played_both = [entry for entry, row in rows.items() if row.tables_played == 2]
    assert len(rows) == 7
    assert len(played_both) == 5
    shown = {entry: [value.shown for value in rows[entry].values[:3]] for entry in played_both}
    assert shown == {entry: [str(2 * won[entry]), str(won[entry]), str(points[entry])] for entry in played_both}


def test_several_sides_share_a_table_that_ends_level():
    tournament = make_night("five_hundred", 3, tables=1, over=0)
    table = make_round(tournament).tables.get()
    for number in (1, 2):
        dealer = get_table(table.pk).next_hand.starter
        enter(table, passed_in(dealer=dealer), number=number)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)

    assert get_table(table.pk).progress.winners == (0, 1, 2)
    rows = standings_of(tournament).rows
    assert [[value.exact for value in row.values[:2]] for row in rows] == [[1, "1/3"]] * 3
    [rated] = rated_tables(kind="five_hundred", club_id=tournament.club_id)
    assert rated.results == (Fraction(1, 3),) * 3


def test_five_handed_a_called_partner_shares_the_contract():
    tournament = make_night("five_hundred", 5, tables=1, over=0, rules={"end": "hands", "hands": 1})
    table = make_round(tournament).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    record = {**fh_line(dealer=dealer, seat=1, bid="8H", tricks=(0, 5, 1, 1, 3)), "called": 4}

    answer = enter(table, record, number=1)

    assert answer.hand.answer.values["points"] == [0, 300, 10, 10, 300]
    assert answer.progress.winners == (1, 4)
    assert [side.games_won for side in get_table(table.pk).sides] == ["0", "1/2", "0", "0", "1/2"]


def test_three_handed_legs_go_round_and_the_most_games_win():
    tournament = make_night("fives_threes", 3, tables=1, over=0, legs=3, legs_mode="best_of")
    table = make_round(tournament).tables.get()
    first = get_table(table.pk).next_hand.starter
    for leg, winner in ((1, 0), (2, 1), (3, 0)):
        opener = (first + leg - 1) % 3
        for number, points in ((1, 30), (2, 31)):
            assert get_table(table.pk).next_hand.starter == (opener + number - 1) % 3
            line = tuple(points * (side == winner) for side in range(3))
            end = {"end": "won", "out_side": None} if number == 2 else {"out_side": winner}
            enter(table, ft_line(opener=(opener + number - 1) % 3, points=line, **end), number=number, leg=leg)

    view = get_table(table.pk)
    assert view.progress.is_complete
    assert [side.games_won for side in view.sides] == ["2", "1", "0"]
    assert view.progress.winners == (0,)


@pytest.mark.parametrize(("kind", "size", "teams", "entry_kind", "layout"), SHAPES)
def test_everybody_is_told_where_to_go(kind, size, teams, entry_kind, layout):
    tournament = make_night(kind, size, teams, entry_kind)
    round_ = make_round(tournament)

    places = places_in(round_)

    assert len(places) == LineUp.objects.count()
    seated = [place for place in places if place.table is not None]
    assert {len(place.partners) for place in seated} == {len(layout[0]) - 1}
    assert {len(place.opponents) for place in seated} == {size - len(layout[0])}
    assert Counter(place.seat_label for place in seated) == dict.fromkeys(
        "NESW" if size == 4 else map(str, range(1, size + 1)), 2
    )


def test_an_entry_page_has_the_rounds_of_a_person_with_all_opponents():
    tournament = make_night("five_hundred", 5, tables=1, over=0)
    play_round(make_round(tournament))
    entry = Entry.objects.get(number=1)

    page = get_entry(entry.pk)

    [played] = page.rounds
    assert played.table.seats[played.side].entry_id == entry.pk
    assert page.name not in played.opponents
    assert len(played.opponents.split(", ")) == 4
    assert page.name == played.table.seats[played.side].player_name


def test_a_substitute_plays_for_a_person_from_the_next_round_on():
    tournament = make_night("five_hundred", 4, tables=1, over=0)
    play_round(make_round(tournament))
    entry = Entry.objects.get(number=1)
    absent = entry.line_up.get().player_id
    stand_in = make_player(tournament.club, "Zoë")
    entries.replace_player(
        actor=SYSTEM, entry_id=entry.pk, player_out_id=absent, player_in_id=stand_in.pk, reason="flu", now=NOW
    )

    second = make_round(tournament)

    assert Occupancy.objects.get(seat__entry=entry, round=second).player_id == stand_in.pk
    rows = LineUp.objects.filter(entry=entry).order_by("pk")
    assert [(row.place, row.player_id, row.from_round, row.is_current) for row in rows] == [
        (1, absent, 1, False),
        (1, stand_in.pk, 2, True),
    ]
    play_round(second)
    assert [len(table.sides) for table in rated_tables(kind="five_hundred", club_id=tournament.club_id)] == [2, 2]
    row = next(row for row in standings_of(tournament).rows if row.entry_id == entry.pk)
    assert row.tables_played == 2


def test_somebody_who_plays_for_two_entries_sits_once():
    tournament = make_night("five_hundred", 3, over=0)
    one, other = Entry.objects.get(number=1), Entry.objects.get(number=2)
    entries.replace_player(
        actor=SYSTEM,
        entry_id=one.pk,
        player_out_id=one.line_up.get().player_id,
        player_in_id=other.line_up.get().player_id,
        now=NOW,
    )

    round_ = make_round(tournament)

    assert round_.tables.count() == 1
    seated = set(RoundEntry.objects.filter(round=round_, role="seated").values_list("entry_id", flat=True))
    assert len(seated & {one.pk, other.pk}) < 2
    codes = [remark["code"] for remark in Draw.objects.get().explanation]
    assert codes.count("draw.sits_out_shared_player") + codes.count("draw.sits_out_left_over") == 3


def test_people_come_late_and_leave_between_rounds():
    tournament = make_night("five_hundred", 4, tables=2, over=0, rounds=5)
    first = play_round(make_round(tournament))
    assert RoundEntry.objects.filter(round=first, role="sit_out").count() == 0
    late = [make_individual(tournament) for _ in range(2)]
    entries.withdraw_entry(actor=SYSTEM, entry_id=Entry.objects.get(number=3).pk, now=NOW)

    second = play_round(make_round(tournament))

    roles = dict(RoundEntry.objects.filter(round=second).values_list("entry__number", "role"))
    assert len(roles) == 9
    assert 3 not in roles
    assert Counter(roles.values()) == {"seated": 8, "sit_out": 1}
    # Who has just come is not the one to be sent out.
    assert {roles[entry.number] for entry in late} == {"seated"}
    third = play_round(make_round(tournament))
    out = [
        set(round_.round_entries.filter(role="sit_out").values_list("entry_id", flat=True))
        for round_ in (second, third)
    ]
    assert out[0].isdisjoint(out[1])


def test_rounds_follow_the_field_so_that_everybody_could_meet_once():
    tournament = make_night("five_hundred", 4, tables=4, over=0, rounds=None)

    assert Stage.objects.get().rounds_planned == 5
    make_individual(tournament)
    assert Stage.objects.get().rounds_planned == 7
    tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"table_size": 2}, now=NOW)
    stage = Stage.objects.get()
    assert (stage.movement, stage.rounds_planned, stage.settings["table_size"]) == ("round_robin", 17, 2)


def test_people_at_tables_of_two_play_a_round_robin():
    tournament = make_night("fives_threes", 2, tables=2, over=0, rounds=None)
    met = Counter()
    for _ in range(3):
        for table in play_round(make_round(tournament)).tables.all():
            met[frozenset(Seat.objects.filter(table=table).values_list("entry_id", flat=True))] += 1

    everybody = Entry.objects.values_list("pk", flat=True)
    assert met == dict.fromkeys(map(frozenset, combinations(everybody, 2)), 1)


def test_a_draft_for_tables_of_another_size_is_refused_and_seats_nobody():
    tournament = make_night("five_hundred", 4, tables=3, over=0)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"table_size": 6}, now=NOW)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=NOW)

    assert not Table.objects.exists()
    again = rounds.draw_again(actor=SYSTEM, round_id=draw.round_id, now=NOW)
    rounds.publish_draw(actor=SYSTEM, draw_id=again.pk, now=NOW)
    assert [len(side) for side in sides_of(Table.objects.order_by("number").first())] == [3, 3]


@pytest.mark.parametrize(("kind", "size", "teams", "entry_kind", "layout"), SHAPES)
def test_too_few_for_a_table_open_no_round(kind, size, teams, entry_kind, layout):
    tournament = make_night(kind, size, teams, entry_kind, tables=1, over=-1)

    with pytest.raises(TooFewEntries) as refusal:
        make_round(tournament)

    needed = len(layout) * (1 if entry_kind == "partnership" else len(layout[0]))
    assert refusal.value.params == {"needed": needed, "present": needed - 1}
    assert not Round.objects.exists()


def test_the_same_seed_draws_the_same_round_again():
    first = rounds.draw_next_round(actor=SYSTEM, tournament_id=make_night("five_hundred", 4, over=2).pk, now=NOW)

    same = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, seed=first.seed, now=NOW)
    others = [rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW) for _ in range(8)]

    assert same.plan == first.plan
    # Each by a seed of its own: not all eight can be the same by chance.
    [*_, other] = [another for another in others if another.plan != first.plan]
    other = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, seed=other.seed, now=NOW)
    play_out(rounds.publish_draw(actor=SYSTEM, draw_id=other.pk, now=NOW).tables.get(number=1))


@pytest.mark.parametrize("table_count", [1, 3])
def test_standings_and_ratings_take_as_many_queries_for_three_tables_as_for_one(table_count, django_assert_num_queries):
    tournament = make_night("five_hundred", 5, tables=table_count, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))

    with django_assert_num_queries(13):
        standings_of(tournament)
    with django_assert_num_queries(4):
        rated_tables(kind="five_hundred", club_id=tournament.club_id)


def test_time_called_at_a_table_of_three_lets_the_best_win():
    tournament = make_night("five_hundred", 3, tables=1, over=0, rules={"end": "timed"}, round_minutes=30)
    table = make_round(tournament).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    enter(table, fh_line(dealer=dealer, seat=2, tricks=(1, 1, 8)), number=1)

    progress = calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert progress.winners == (2,)
    assert progress.points == (10, 10, 140)
