"""Nights with handicaps: what the ratings suggest, what somebody says, and what it makes of the standings."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from ratings.engine.defaults import default_params
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import RatingPool, RatingState
from tests.factories import NOW, make_round, make_tournament
from tests.files import empty_the_database, file_of_club
from tests.hands import correct_hand, enter, fh_line, ft_line, keep_all, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.correction_errors import ConsequencesChanged, LookFirst
from tournaments.errors import (
    HandicapsFixed,
    HandicapsOff,
    NobodyRated,
    ThingNotFound,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import AuditEntry, BulkAct, Club, Entry, LineUp, Table, Tournament
from tournaments.selectors.book import rules_of
from tournaments.selectors.explanations import explain
from tournaments.selectors.handicaps import view_handicaps
from tournaments.selectors.played import played_in
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import field_of, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import calling_time, corrections, publishing, rounds, rulings, tournaments
from tournaments.services.handicaps import preview_handicaps, set_handicaps, take_suggestions
from tournaments.services.importing import import_file
from tournaments.services.partner_draws import draw_pairs, undo_draw
from tournaments.services.undoing import undo_act
from tournaments.undo_errors import BuiltOn

pytestmark = pytest.mark.django_db
TWO_HANDS = {"end": "hands", "hands": 2}
DAY = NOW.date()


def make_night(pairs=4, **settings):
    return make_tournament(**{"pairs": pairs, "rules": TWO_HANDS, "handicap": "points", **settings})


def rate(tournament, mu, *, kind="five_hundred", sigma=7_000, tables=30, version=12, day=DAY):
    """Give the players of each entry, by number, these means in 0.1 point; None leaves one unrated."""
    pool = RatingPool.objects.create(
        kind=kind,
        club=tournament.club,
        name="The list",
        params=default_params(kind).as_mapping(),
        engine_version=ENGINE_VERSION,
        version=version,
        created_at=NOW,
    )
    for number, means in mu.items():
        players = LineUp.objects.filter(entry__tournament=tournament, entry__number=number).order_by("place")
        for line, mean in zip(players, means, strict=True):
            if mean is not None:
                state = {"mu": mean, "sigma": sigma, "tables": tables, "generation": 1, "period": day}
                RatingState.objects.create(pool=pool, player_id=line.player_id, **state)
    return pool


def handicaps(tournament):
    return list(Entry.objects.filter(tournament=tournament).order_by("number").values_list("handicap", flat=True))


def by_number(tournament, points):
    ids = dict(Entry.objects.filter(tournament=tournament).values_list("number", "pk"))
    return {ids[number]: value for number, value in points.items()}


def give(tournament, points, **more):
    wanted = by_number(tournament, points)
    return set_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps=wanted, now=NOW, **more)


def take(tournament, **more):
    return take_suggestions(actor=SYSTEM, tournament_id=tournament.pk, now=NOW, **more)


def fresh(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def figures(tournament, *keys, kept=True):
    """Return the exact figures of each entry by its number."""
    rows = standings_of(fresh(tournament), kept=kept).rows
    return {row.entry_number: tuple({v.key: Fraction(v.exact) for v in row.values}[k] for k in keys) for row in rows}


def suggested(points, *, per_logit=300):
    """The start that so many rating points between two sides are worth."""
    return round(points / (400 / math.log(10)) * per_logit)


def test_everybody_is_given_what_makes_a_game_against_the_strongest_even():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_100], 2: [16_000, 15_600], 3: [14_000, 15_000], 4: [15_800, 15_800]})

    act = take(tournament)

    assert handicaps(tournament) == [suggested(75), 0, suggested(130), 0] == [130, 0, 225, 0]
    assert (act.kind, act.count) == ("handicapped", 4)
    rows = Entry.objects.filter(tournament=tournament).values_list("handicap_day", "handicap_version")
    assert set(rows) == {(DAY, 12)}
    audit = AuditEntry.objects.get(action="tournament.handicaps_taken")
    ids = {str(pk): points for pk, points in by_number(tournament, {1: 130, 2: 0, 3: 225, 4: 0}).items()}
    assert audit.after == {"handicaps": ids, "act": act.pk}


def test_start_is_in_the_points_of_the_game_and_of_the_list_where_it_counts_margins():
    dominoes = make_tournament(kind="fives_threes", pairs=2, handicap="points")
    rate(dominoes, {1: [16_000, 16_000], 2: [15_000, 15_000]}, kind="fives_threes")
    cards = make_night(pairs=2)
    pool = rate(cards, {1: [16_000, 16_000], 2: [15_000, 15_000]})
    pool.params = {**pool.params, "margin_cap": 900, "margin_unit": 200, "margin_noise": 400}
    pool.save(update_fields=["params"])

    take(dominoes)
    take(cards)

    assert handicaps(dominoes) == [0, suggested(100, per_logit=6)] == [0, 3]
    assert handicaps(cards) == [0, suggested(100, per_logit=200)] == [0, 115]


def test_part_of_it_and_a_limit_are_settings():
    tournament = make_night(handicap_percent=80, handicap_most=120)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000], 3: [14_000, 14_000], 4: [15_500, 15_500]})

    take(tournament)

    assert handicaps(tournament) == [120, 0, 120, 69]
    assert round(0.8 * 50 / (400 / math.log(10)) * 300) == 69


def test_limit_is_never_the_whole_target():
    tournament = make_tournament(kind="fives_threes", pairs=2, handicap="points")
    rate(tournament, {1: [40_000, 40_000], 2: [5_000, 5_000]}, kind="fives_threes")

    take(tournament)

    assert handicaps(tournament) == [0, 60]


@pytest.mark.parametrize(
    ("mu", "known"),
    [
        pytest.param([15_200, None], {}, id="one of them is not rated"),
        pytest.param([15_200, 15_400], {"tables": 19}, id="too few tables"),
        pytest.param([15_200, 15_400], {"sigma": 8_001}, id="too unsure"),
    ],
)
def test_of_whom_too_little_is_known_keeps_what_was_said_unless_all_are_wanted(mu, known):
    tournament = make_night(pairs=2)
    give(tournament, {2: 33})
    pool = rate(tournament, {1: [16_000, 16_000], 2: mu})
    second = LineUp.objects.filter(entry__tournament=tournament, entry__number=2).values("player_id")
    RatingState.objects.filter(pool=pool, player_id__in=second).update(**known)

    lines = view_handicaps(tournament, now=NOW).lines
    assert [line.suggestion.is_uncertain for line in lines] == [False, True]
    take(tournament)
    assert handicaps(tournament) == [0, 33]

    take(tournament, with_uncertain=True)
    assert handicaps(tournament) == [0, lines[1].suggestion.points]
    assert lines[1].suggestion.points == (suggested(90) if None in mu else suggested(70))


def test_whoever_is_believed_to_be_stronger_than_the_strongest_has_none_and_who_withdrew_is_left_alone():
    tournament = make_night(pairs=3)
    Entry.objects.filter(tournament=tournament, number=3).update(status="withdrawn", withdrawn_at=NOW)
    rate(tournament, {1: [15_000, 15_000], 2: [15_100, 15_100], 3: [17_000, 17_000]})

    assert take(tournament).count == 2

    assert handicaps(tournament) == [suggested(100 / 10), 0, 0]
    assert [line.suggestion is None for line in view_handicaps(tournament, now=NOW).lines] == [False, False, True]


def test_taking_them_is_undone_at_one_stroke():
    tournament = make_night(pairs=2)
    give(tournament, {1: 50})
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    act = take(tournament)
    assert handicaps(tournament) == [173, 0]

    undo_act(actor=SYSTEM, act_id=act.pk, now=NOW)

    assert handicaps(tournament) == [50, 0]
    assert set(Entry.objects.values_list("handicap_day", "handicap_version")) == {(None, None)}


def test_taking_the_same_again_is_no_act():
    tournament = make_night(pairs=2)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    take(tournament)
    before = everything()

    assert take(tournament) is None
    assert everything() == before


def test_what_somebody_says_is_no_longer_of_the_list():
    tournament = make_night(pairs=2)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    take(tournament)

    changed = give(tournament, {1: 90, 2: 0})

    assert [entry.number for entry in changed] == [1]
    rows = Entry.objects.order_by("number").values_list("handicap", "handicap_day", "handicap_version")
    assert list(rows) == [(90, None, None), (0, DAY, 12)]
    audit = AuditEntry.objects.get(action="tournament.handicaps_set")
    first = str(changed[0].pk)
    assert (audit.before, audit.after) == ({first: 173}, {first: 90})


def test_once_a_hand_is_entered_they_are_not_taken_nor_undone_nor_turned_off():
    tournament = make_night(pairs=2)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    act = take(tournament)
    table = make_round(tournament).tables.get()
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    before = everything()

    with pytest.raises(HandicapsFixed):
        take(tournament)
    with pytest.raises(BuiltOn) as found:
        undo_act(actor=SYSTEM, act_id=act.pk, now=NOW)
    with pytest.raises(HandicapsFixed):
        tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"handicap": "none"}, now=NOW)
    with pytest.raises(ValueRefused) as refused:
        give(tournament, {1: 0})

    assert [one["code"] for one in found.value.since] == ["counted"]
    assert refused.value.params["path"] == "reason"
    assert everything() == before
    assert not view_handicaps(tournament, now=NOW).is_open


def test_published_round_without_a_hand_leaves_all_of_it_open():
    tournament = make_night(pairs=2)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    make_round(tournament)

    take(tournament)
    give(tournament, {2: 5})
    tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes={"handicap": "none"}, now=NOW)

    assert (handicaps(tournament), fresh(tournament).handicap) == ([173, 5], "none")


def test_without_the_setting_there_is_nothing_to_give():
    tournament = make_night(handicap="none")
    rate(tournament, {1: [15_000, 15_000]})
    before = everything()

    for refused in (take, lambda night: give(night, {1: 10})):
        with pytest.raises(HandicapsOff):
            refused(tournament)

    assert everything() == before


def test_nobody_rated_and_a_finished_tournament_are_refused():
    tournament = make_night()
    before = everything()
    with pytest.raises(NobodyRated):
        take(tournament)
    assert everything() == before

    rate(tournament, {1: [15_000, 15_000]})
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        take(tournament)
    assert (handicaps(tournament), BulkAct.objects.filter(kind="handicapped").count()) == ([0] * 4, 0)


@pytest.mark.parametrize(("kind", "target"), [("five_hundred", 500), ("fives_threes", 61)])
def test_only_what_leaves_a_game_to_play_is_a_handicap(kind, target):
    tournament = make_tournament(kind=kind, pairs=2, handicap="points")
    other = make_night(pairs=2)
    before = everything()

    for wrong in ({1: -1}, {1: target}, {1: 5, 2: 10**9}):
        with pytest.raises(ValueRefused) as refused:
            give(tournament, wrong)
        assert refused.value.params["path"].startswith("handicaps.")
    with pytest.raises(ThingNotFound):
        set_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps=by_number(other, {1: 5}), now=NOW)

    assert everything() == before
    give(tournament, {1: target - 1})
    assert handicaps(tournament) == [target - 1, 0]


def test_best_of_cannot_be_played_with_handicaps():
    with pytest.raises(ValueRefused) as refused:
        make_tournament(kind="fives_threes", legs=3, legs_mode="best_of", handicap="points")
    assert refused.value.params["path"] == "handicap"

    assert make_tournament(kind="fives_threes", legs=1, legs_mode="best_of", handicap="points").handicap == "points"


@pytest.mark.parametrize(
    ("setting", "value"),
    [("handicap", "half"), ("handicap_percent", 0), ("handicap_percent", 101), ("handicap_most", 0)],
)
def test_settings_that_make_no_sense_are_refused(setting, value):
    with pytest.raises(ValueRefused) as refused:
        make_night(**{setting: value})

    assert refused.value.params["path"] == setting
    assert not Tournament.objects.exists()


# What it makes of the standings.


def play_evening(tournament, bids=("6S", "7D", "8C", "9H", "6NT", "7C")):
    """Play a round robin of four pairs, the tables of different worth; close its rounds."""
    worth = iter(bids)
    for _number in range(3):
        round_ = make_round(tournament)
        for table in round_.tables.order_by("number"):
            bid = next(worth)
            for number in (1, 2):
                starter = get_table(table.pk).next_hand.starter
                tricks = (10 - int(bid[0]), int(bid[0])) if number == 2 else (7, 3)
                seat = 1 if number == 2 else 0
                line = fh_line(dealer=starter, seat=seat, bid=bid if number == 2 else "6C", tricks=tricks)
                enter(table, line, number=number)
        rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)


def independent_sums(tournament, *, without=False):
    """Table points, net points and points of each entry, added up from the raw scores with plain numbers."""
    entries = Entry.objects.filter(tournament=tournament)
    numbers = dict(entries.values_list("pk", "number"))
    given = {pk: 0 if without else handicap for pk, handicap in entries.values_list("pk", "handicap")}
    sums = {number: [0, 0, 0] for number in numbers.values()}
    for table in Table.objects.filter(round__tournament=tournament):
        view = get_table(table.pk)
        (one, one_raw), (other, other_raw) = ((side.entry_ids[0], side.points) for side in view.sides)
        lead = one_raw - other_raw + given[one] - given[other]
        for entry, sign, raw in ((one, 1, one_raw), (other, -1, other_raw)):
            start = max(0, sign * (given[one] - given[other]))
            row = sums[numbers[entry]]
            row[0] += 1 if lead == 0 else 2 * (sign * lead > 0)
            row[1] += sign * lead
            row[2] += raw + start
    return {number: tuple(map(Fraction, row)) for number, row in sums.items()}


FIGURES = ("table_points", "net_points", "points")


@pytest.mark.parametrize("points", [{1: 100, 2: 0, 3: 260, 4: 40}, {1: 499, 2: 250, 3: 125, 4: 0}])
def test_standings_are_the_sums_of_the_raw_scores_and_the_starts(points):
    tournament = make_night()
    give(tournament, points)
    play_evening(tournament)

    assert figures(tournament, *FIGURES) == figures(tournament, *FIGURES, kept=False) == independent_sums(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(handicap="none")
    assert figures(tournament, *FIGURES) == independent_sums(tournament, without=True) != independent_sums(tournament)


def test_switched_off_whatever_stands_with_the_entries_changes_nothing():
    tournament = make_night(handicap="none")
    play_evening(tournament)
    shown = standings_of(tournament, kept=False)
    worked = repr(explain(tournament, field_of(tournament, kept=False)))

    Entry.objects.filter(tournament=tournament, number=1).update(handicap=400)

    assert standings_of(tournament, kept=False) == shown
    assert repr(explain(tournament, field_of(tournament, kept=False))) == worked
    assert "start=" in worked


def test_ratings_see_what_was_really_scored():
    tournament = make_night()
    play_evening(tournament)
    raw = rated_tables(kind="five_hundred", club_id=tournament.club_id)

    corrected = preview_and_give(tournament, {1: 499, 3: 250})

    assert corrected.ratings == ()
    assert rated_tables(kind="five_hundred", club_id=tournament.club_id) == raw
    assert figures(tournament, *FIGURES) == independent_sums(tournament)


def lines(tournament):
    """Return the rank, the table points and the points of each entry as they are shown."""
    rows = standings_of(fresh(tournament)).rows
    shown = {row.entry_number: {value.key: value.shown for value in row.values} for row in rows}
    return {
        row.entry_number: (row.rank, shown[row.entry_number]["table_points"], shown[row.entry_number]["points"])
        for row in rows
    }


def preview_and_give(tournament, points):
    wanted = by_number(tournament, points)
    found = preview_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps=wanted, now=NOW)
    give(tournament, points, confirmation=keep_all(found), reason="misread")
    return found


def test_correction_is_looked_at_first_and_says_what_it_moves():
    tournament = make_night()
    play_evening(tournament)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    old = lines(tournament)
    before = everything()

    with pytest.raises(LookFirst):
        give(tournament, {2: 300}, reason="misread")
    found = preview_handicaps(
        actor=SYSTEM, tournament_id=tournament.pk, handicaps=by_number(tournament, {2: 300}), now=NOW
    )
    assert everything() == before
    with pytest.raises(ConsequencesChanged):
        give(tournament, {2: 299}, reason="misread", confirmation=keep_all(found))
    assert everything() == before
    give(tournament, {2: 300}, reason="misread", confirmation=keep_all(found))

    assert figures(tournament, *FIGURES) == independent_sums(tournament)
    new = lines(tournament)
    moved = {number: new[number] for number in new if new[number] != old[number]}
    told = {one.entry_number: (one.after.rank, one.after.table_points, one.after.points) for one in found.entries}
    assert told == moved
    assert 2 in moved
    assert [one.number for one in found.publications] == [1]
    assert AuditEntry.objects.get(action="tournament.handicaps_set").reason == "misread"


def test_draws_that_followed_the_standings_are_named_when_a_handicap_is_corrected():
    tournament = make_night(movement="swiss", rounds=3)
    first = make_round(tournament)
    for table, winner in zip(first.tables.order_by("number"), (0, 0), strict=True):
        play_out(table, winner)
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)
    winners = {get_table(table.pk).sides[0].entry_ids[0] for table in first.tables.all()}
    make_round(tournament)

    # Each table was won by 240 points: with 300 more the losers are the winners of one table, and meet the other's.
    loser = next(e for e in Entry.objects.filter(tournament=tournament).order_by("number") if e.pk not in winners)
    found = preview_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps={loser.pk: 300}, now=NOW)

    assert [draw.round_number for draw in found.draws] == [2]
    assert handicaps(tournament) == [0] * 4


def test_preview_of_a_corrected_hand_counts_the_starts():
    tournament = make_night(pairs=2, movement="round_robin")
    give(tournament, {1: 260})
    table = make_round(tournament).tables.get()
    weak = next(side for side in get_table(table.pk).sides if side.entry_ids == tuple(by_number(tournament, {1: 0})))
    strong = 1 - weak.index
    play_out(table, winner=strong)
    # 280 to 40, and 40 + 260 win it.
    assert figures(tournament, "table_points", "points") == {1: (2, 300), 2: (0, 280)}

    hand = get_table(table.pk).progress.legs[0].game.hands[1]
    tricks = (10, 0) if strong == 0 else (0, 10)
    record = {**hand.record, "contract": {**hand.record["contract"], "bid": "7S"}, "tricks": list(tricks)}
    found = corrections.preview_hand_correction(
        actor=SYSTEM, table_id=table.pk, leg=1, number=2, record=record, now=NOW
    )

    [moved] = found.tables
    assert (moved.before.points[strong], moved.before.points[1 - strong]) == (280, 300)
    assert [moved.before.games_won[side] for side in (strong, 1 - strong)] == ["0", "1"]
    assert [moved.after.games_won[side] for side in (strong, 1 - strong)] == ["1", "0"]
    # The slam makes it 390 to 20, and 280 lose.
    assert {one.entry_number: (one.after.table_points, one.after.points) for one in found.entries} == {
        1: ("0", "280"),
        2: ("2", "390"),
    }
    correct_hand(table_id=table.pk, number=2, record=record)
    assert figures(tournament, "table_points", "points") == {1: (0, 280), 2: (2, 390)}


# Each way in which a game ends.


def start_for_the_second_side(tournament, table, points):
    """Give the entry at side 1 so many points."""
    give(tournament, {Entry.objects.get(pk=get_table(table.pk).sides[1].entry_ids[0]).number: points})


def result_of(table):
    tournament = fresh(table.round.tournament)
    [result] = played_in(tournament, [table.round], rules_of(tournament).table_points).tables
    return result


def test_game_of_dominoes_ends_at_61_and_the_start_may_have_won_it():
    tournament = make_tournament(kind="fives_threes", pairs=2, legs=2, handicap="points")
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 20)
    for leg, points in ((1, 41), (2, 40)):
        for number, scored, end in ((1, (30, points), "blocked"), (2, (31, 0), "won")):
            opener = get_table(table.pk).next_hand.starter
            enter(table, ft_line(opener=opener, points=scored, end=end, out_side=None), number=number, leg=leg)

    # 61 to 41 + 20 is shared, 61 to 40 + 20 is not.
    view, result = get_table(table.pk), result_of(table)
    assert (view.progress.games_won, view.progress.points, view.table.status) == ((2, 0), (122, 81), "complete")
    assert result.games_won == (Fraction(3, 2), Fraction(1, 2))
    assert (result.points, result.starts, result.table_points) == ((122, 121), (0, 40), (2, 0))


def test_race_to_500_ends_with_a_won_contract_and_the_start_may_have_won_it():
    tournament = make_night(pairs=2, rules={})
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 479)
    play_out(table)

    # Four times 140 to 20.
    assert get_table(table.pk).progress.points == (560, 80)
    result = result_of(table)
    assert (result.games_won, result.points, result.starts) == ((1, 0), (560, 559), (0, 479))
    number = Entry.objects.get(pk=result.sides[1][0]).number
    with pytest.raises(LookFirst):
        give(tournament, {number: 481}, reason="misread")
    preview_and_give(tournament, {number: 481})
    assert result_of(table).games_won == (0, 1)


@pytest.mark.parametrize(
    ("counts", "games", "points", "told"),
    [
        pytest.param("leader", [(0, 1)], [(140, 150)], [0, 130], id="the side ahead with its start"),
        pytest.param("shared", [(Fraction(1, 2), Fraction(1, 2))], [(140, 20)], [0, 0], id="shared whatever the score"),
        pytest.param("unplayed", [], [], [0, 0], id="nothing"),
    ],
)
def test_game_that_time_breaks_off(counts, games, points, told):
    tournament = make_night(pairs=2, rules={}, when_time_is_up=counts, round_minutes=30)
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 130)
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)

    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    played = played_in(fresh(tournament), [table.round], rules_of(tournament).table_points)
    assert [one.games_won for one in played.tables] == games
    assert [one.points for one in played.tables] == points
    assert [side.start for side in get_table(table.pk).sides] == told
    assert len(played.sit_outs) == (0 if points else 2)


def test_game_by_the_clock_goes_to_the_side_ahead_with_its_start():
    tournament = make_night(pairs=2, rules={"end": "timed"}, round_minutes=30)
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 120)
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)

    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert (result_of(table).games_won, result_of(table).points) == ((Fraction(1, 2),) * 2, (140, 140))


def test_leg_that_was_over_counts_its_start_and_one_broken_off_and_shared_does_not():
    tournament = make_tournament(
        kind="fives_threes", pairs=2, legs=2, handicap="points", when_time_is_up="shared", round_minutes=30
    )
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 50)
    for leg, number, scored, end in ((1, 1, (30, 12), "blocked"), (1, 2, (31, 0), "won"), (2, 1, (5, 20), "blocked")):
        opener = get_table(table.pk).next_hand.starter
        enter(table, ft_line(opener=opener, points=scored, end=end, out_side=None), number=number, leg=leg)

    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    result = result_of(table)
    assert result.games_won == (Fraction(1, 2), Fraction(3, 2))
    assert (result.points, result.starts) == ((66, 12 + 50 + 20), (0, 50))


@pytest.mark.parametrize("kind", ["forfeit", "void"])
def test_what_the_director_decides_has_no_start(kind):
    tournaments_of = [make_night(pairs=2, handicap=handicap) for handicap in ("points", "none")]
    found = []
    for tournament in tournaments_of:
        table = make_round(tournament).tables.get()
        loser = get_table(table.pk).sides[1].entry_ids[0]
        Entry.objects.filter(pk=loser).update(handicap=300)
        rulings.rule_table(
            actor=SYSTEM,
            table_id=table.pk,
            kind=kind,
            reason="nobody came",
            now=NOW,
            **({"entry_id": loser, "points": 100} if kind == "forfeit" else {}),
        )
        played = played_in(fresh(tournament), [table.round], rules_of(tournament).table_points)
        found.append([(one.games_won, one.points, one.table_points, one.starts) for one in played.tables])

    assert found[0] == found[1]
    assert len(found[0]) == (kind == "forfeit")


def test_partners_who_change_bring_their_own_and_a_table_of_three_has_each_its_own():
    pairs = make_tournament(people=4, movement="individual", rounds=1, rules=TWO_HANDS, handicap="points")
    give(pairs, {1: 100, 2: 31, 3: 7, 4: 0})
    table = make_round(pairs).tables.get()
    play_out(table)
    given = dict(Entry.objects.filter(tournament=pairs).values_list("pk", "handicap"))
    sums = [sum(given[entry] for entry in side.entry_ids) for side in get_table(table.pk).sides]
    start = abs(sums[0] - sums[1]) // 2
    assert result_of(table).starts == ((start, 0) if sums[0] > sums[1] else (0, start))

    three = make_tournament(people=3, table_size=3, movement="individual", rounds=1, rules=TWO_HANDS, handicap="points")
    give(three, {1: 90, 2: 30, 3: 200})
    table = make_round(three).tables.get()
    play_out(table)
    result = result_of(table)
    numbers = dict(Entry.objects.filter(tournament=three).values_list("pk", "number"))
    assert {numbers[side[0]]: start for side, start in zip(result.sides, result.starts, strict=True)} == {
        1: 60,
        2: 0,
        3: 170,
    }


def test_cup_goes_on_with_who_won_with_the_start():
    tournament = make_night(movement="knockout")
    first = make_round(tournament)
    tables = list(first.tables.order_by("number"))
    losers = [get_table(table.pk).sides[1].entry_ids[0] for table in tables]
    wanted = {losers[0]: 300}
    set_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps=wanted, now=NOW)
    play_round(first)

    final = get_table(make_round(tournament).tables.get().pk)

    # Both tables were won by 240 points by their first side.
    other = get_table(tables[1].pk).sides[0].entry_ids[0]
    assert {side.entry_ids[0] for side in final.sides} == {losers[0], other}


# What is taken along.


def test_file_takes_handicaps_along_with_where_they_came_from():
    tournament = make_night(pairs=2, handicap_percent=80, handicap_most=200)
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, 16_000]})
    take(tournament, with_uncertain=True)
    play_round(make_round(tournament))
    content = file_of_club(tournament.club)
    standing = figures(tournament, *FIGURES)
    empty_the_database()

    import_file(actor=SYSTEM, content=content, now=NOW)

    again = Tournament.objects.get()
    assert (again.handicap, again.handicap_percent, again.handicap_most) == ("points", 80, 200)
    rows = Entry.objects.order_by("number").values_list("handicap", "handicap_day", "handicap_version")
    assert list(rows) == [(138, DAY, 12), (0, DAY, 12)]
    assert figures(again, *FIGURES) == standing == independent_sums(again)
    assert file_of_club(Club.objects.get()) == content


def test_partners_drawn_by_lot_and_taken_apart_again_have_the_handicaps_that_they_signed_up_with():
    tournament = make_tournament(people=4, rules=TWO_HANDS, handicap="points")
    give(tournament, {1: 10, 4: 70})
    Entry.objects.filter(tournament=tournament, number=4).update(handicap_day=DAY, handicap_version=3)

    draw_pairs(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    assert handicaps(tournament) == [0, 0]
    undo_draw(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    rows = Entry.objects.order_by("number").values_list("handicap", "handicap_day", "handicap_version")
    assert list(rows) == [(10, None, None), (0, None, None), (0, None, None), (70, DAY, 3)]


@pytest.mark.parametrize("counts", ["leader", "shared", "unplayed"])
def test_game_of_which_no_hand_was_played_is_not_won_by_a_start(counts):
    tournament = make_night(pairs=2, rules={}, when_time_is_up=counts, round_minutes=30)
    table = make_round(tournament).tables.get()
    start_for_the_second_side(tournament, table, 130)

    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    played = played_in(fresh(tournament), [table.round], rules_of(tournament).table_points)
    assert {(one.games_won, one.points) for one in played.tables} <= {((Fraction(1, 2),) * 2, (0, 0))}


def test_look_is_at_what_is_asked_and_not_at_another_change_that_shows_the_same():
    tournament = make_night()
    idle, table = (table for table in make_round(tournament).tables.order_by("number"))
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    entry = Entry.objects.get(pk=get_table(idle.pk).sides[0].entry_ids[0])

    def look(points):
        return preview_handicaps(actor=SYSTEM, tournament_id=tournament.pk, handicaps={entry.pk: points}, now=NOW)

    found = look(100)
    assert (found.entries, found.version == look(100).version, found.version == look(50).version) == ((), True, False)
    with pytest.raises(ConsequencesChanged):
        give(tournament, {entry.number: 50}, reason="misread", confirmation=keep_all(found))
