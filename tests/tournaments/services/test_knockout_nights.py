"""A cup from the first draw to the winner, as a club plays it."""

from __future__ import annotations

import re

import pytest
from django.db.models import F
from django.utils import translation

from ratings.services.drain import drain
from tests.factories import NOW, SYSTEM, make_club, make_entry, make_partnership, make_round, make_tournament
from tests.files import FAR, tell_ids_apart
from tests.hands import enter, passed_in, play_out, play_round
from tests.snapshots import everything
from tournaments.errors import KnockoutBegun, KnockoutOver, KnockoutUndecided
from tournaments.models import Draw, Entry, OutboxEvent, RoundEntry, Seat, Stage
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    added_tables,
    adjustments,
    arrangements,
    entries,
    hand_made,
    publishing,
    rounds,
    rulings,
)
from tournaments.services.exporting import export_tournament
from tournaments.web.drafts import draft_view

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def cup(pairs, **more):
    return make_tournament(pairs=pairs, movement="knockout", rules=ONE_HAND, **more)


def sides(table):
    """Return the entries at NS and EW."""
    return tuple(Seat.objects.get(table=table, index=index).entry_id for index in (0, 1))


def ranks(tournament):
    return {row.entry_id: row.rank for row in standings_of(tournament).rows}


def draw_next(tournament):
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def test_cup_is_played_through_to_its_winner():
    tournament = cup(13, rounds=2)
    stage = Stage.objects.get(tournament=tournament)
    assert (stage.rounds_planned, stage.settings["meet_once"]) == (4, True)
    went_out = {}
    for number, (tables, byes) in enumerate([(5, 3), (4, 0), (2, 0), (1, 0)], 1):
        round_ = make_round(tournament)
        assert round_.tables.count() == tables
        assert RoundEntry.objects.filter(round=round_, role="sit_out").count() == byes
        assert RoundEntry.objects.filter(round=round_).count() == 2 * tables + byes
        for table in round_.tables.order_by("number"):
            went_out[sides(table)[1 - number % 2]] = number
        play_round(round_, winner=number % 2)

    assert len(went_out) == 12
    expected = {4: "2", 3: "3=", 2: "5=", 1: "9="}
    [winner] = [entry for entry, rank in ranks(tournament).items() if entry not in went_out]
    assert ranks(tournament) == {winner: "1", **{entry: expected[number] for entry, number in went_out.items()}}
    rows = {row.entry_id: row for row in standings_of(tournament).rows}
    assert [value.shown for value in rows[winner].values if value.key == "rounds_survived"] == ["4"]
    assert {row.absences for row in rows.values()} == {0}
    before = everything()
    with pytest.raises(KnockoutOver):
        draw_next(tournament)
    assert everything() == before
    assert OutboxEvent.objects.filter(handled_at=None).count() == 4
    drain(now=NOW)
    assert OutboxEvent.objects.filter(handled_at=None).count() == 0
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)


def test_cup_by_rating_gives_the_byes_to_the_best_and_says_why():
    tournament = cup(5, movement_options={"seeding": "rating"})
    best, *_others = numbered = list(Entry.objects.filter(tournament=tournament).order_by("-number"))
    for place, entry in enumerate(numbered):
        Entry.objects.filter(pk=entry.pk).update(seed_rating=2000 - place)

    draw = draw_next(tournament)

    assert draw.plan["out"] == [entry.pk for entry in numbered[:3]]
    assert [set(table["seats"].values()) for table in draw.plan["tables"]] == [{numbered[3].pk, numbered[4].pk}]
    assert draw.made_from["bracket"][0] == [best.pk]
    with translation.override("en-gb"):
        assert draft_view(draw, tournament).reasons[0].startswith("Round 1 of 3, drawn by rating")


def test_bye_is_worth_nothing():
    tournament = cup(3, sit_out_policy="win")
    round_ = make_round(tournament)
    idle = RoundEntry.objects.get(round=round_, role="sit_out").entry_id
    play_round(round_)

    row = next(row for row in standings_of(tournament).rows if row.entry_id == idle)

    assert {value.key: value.shown for value in row.values} == {
        "rounds_survived": "1",
        "table_points": "0",
        "games_won": "0",
        "points": "0",
        "net_points": "0",
    }


def test_level_table_holds_the_next_draw_up_until_somebody_decides():
    tournament = cup(4)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    enter(first, passed_in(dealer=first.legs.get().game.starters[0]), number=1)
    play_out(second)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    before = everything()

    with pytest.raises(KnockoutUndecided) as refused:
        draw_next(tournament)

    assert everything() == before
    assert refused.value.params == {"round": 1, "table": 1}
    north, east = sides(first)
    adjustments.record_decision(
        actor=SYSTEM, tournament_id=tournament.pk, kind="cut", order=[east, north], reason="king over nine", now=NOW
    )
    final = make_round(tournament)
    assert {one.entry_id for one in Seat.objects.filter(round=final)} == {east, sides(second)[0]}
    assert ranks(tournament)[north] == "3="


def test_forfeit_sends_the_other_on_and_a_void_table_nobody():
    tournament = cup(8)
    round_ = make_round(tournament)
    tables = list(round_.tables.order_by("number"))
    stays, comes_not = sides(tables[0])
    rulings.rule_table(
        actor=SYSTEM, table_id=tables[0].pk, kind="forfeit", entry_id=comes_not, points=0, reason="no show", now=NOW
    )
    rulings.rule_table(actor=SYSTEM, table_id=tables[1].pk, kind="void", reason="nobody came", now=NOW)
    play_out(tables[2])
    play_out(tables[3])
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    second = make_round(tournament)

    assert second.tables.count() == 1
    assert RoundEntry.objects.get(round=second, role="sit_out").entry_id == stays
    play_round(second)
    assert ranks(tournament)[sides(tables[1])[0]] == ranks(tournament)[comes_not] == "4="


def test_who_withdraws_between_rounds_gives_the_opponent_a_bye():
    tournament = cup(4)
    round_ = play_round(make_round(tournament))
    gone, stays = (sides(table)[0] for table in round_.tables.order_by("number"))
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone, now=NOW)

    with pytest.raises(KnockoutOver):
        draw_next(tournament)

    assert ranks(tournament)[stays] == "1="


def test_late_entry_comes_in_against_a_bye_while_the_first_round_is_in_play():
    tournament = cup(3)
    round_ = make_round(tournament)
    idle = RoundEntry.objects.get(round=round_, role="sit_out").entry_id
    late = make_entry(tournament)
    table = added_tables.add_table(actor=SYSTEM, round_id=round_.pk, sides=[[idle], [late.pk]], now=NOW)
    play_round(round_, winner=1)
    another = make_partnership(tournament.club)
    before = everything()

    with pytest.raises(KnockoutBegun):
        make_entry(tournament, another)

    assert everything() == before
    final = draw_next(tournament)
    assert late.pk in final.plan["tables"][0]["seats"].values()
    assert table.number == 2


def test_bracket_is_the_drawn_one_where_somebody_has_a_table_of_its_own():
    by_rating = {"movement_options": {"seeding": "rating"}}
    free, fixed = cup(8, club=make_club("One"), **by_rating), cup(8, club=make_club("Two"), **by_rating)
    Entry.objects.update(seed_rating=2000 - F("number"))
    keeper = Entry.objects.get(tournament=fixed, number=3)
    arrangements.arrange(
        actor=SYSTEM, tournament_id=fixed.pk, staying=[], house=None, fixed_tables=[(keeper.pk, 1)], now=NOW
    )
    met = []
    for tournament in (free, fixed):
        numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
        for _ in range(2):
            round_ = make_round(tournament)
            for table in round_.tables.order_by("number"):
                play_out(table, winner=int(numbers[sides(table)[0]] > numbers[sides(table)[1]]))
            rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
        met.append(
            [
                {frozenset(map(numbers.get, table.entrants)) for table in plan.tables}
                for plan in rounds_so_far(tournament)
            ]
        )

    assert met[0] == met[1]
    assert Draw.objects.filter(round__tournament=fixed).count() == 2


def test_changed_by_hand_the_draft_is_followed_in_the_next_round():
    tournament = cup(8)
    draft = draw_next(tournament)
    one, other = (table["seats"]["NS"] for table in draft.plan["tables"][:2])
    changed = hand_made.change_draft(actor=SYSTEM, draw_id=draft.pk, swaps=[(one, other)], reason="travel", now=NOW)
    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=changed.pk, now=NOW)
    winners = [sides(table)[0] for table in round_.tables.order_by("number")]
    play_round(round_)

    second = draw_next(tournament)

    assert {frozenset(table["seats"].values()) for table in second.plan["tables"]} == {
        frozenset(winners[:2]),
        frozenset(winners[2:]),
    }


def test_bracket_goes_along_in_a_file_without_the_keys_of_its_rows():
    tell_ids_apart()
    tournament = cup(3)
    make_round(tournament)

    content = export_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW).decode()

    assert '"bracket":' in content
    assert re.findall(rf"\b{FAR // 1_000_000}\d{{6}}\b", content) == []
