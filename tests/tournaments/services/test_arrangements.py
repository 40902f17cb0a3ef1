"""Who keeps a table, and who fills in for the house."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_entry, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, TournamentFinished, ValueRefused
from tournaments.models import AuditEntry, RoundEntry, Stage, Tournament
from tournaments.movements.staying import TableFixedTwice
from tournaments.round_errors import PromisesBroken
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.services import arrangements, entries, hand_made, rounds

pytestmark = pytest.mark.django_db

HANDS = {"end": "hands", "hands": 2}


def arrange(tournament, *, staying=(), house=None, fixed=(), actor=SYSTEM):
    return arrangements.arrange(
        actor=actor, tournament_id=tournament.pk, staying=staying, house=house, fixed_tables=fixed, now=NOW
    )


def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def test_who_stays_keeps_one_table_in_every_round():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=4)
    stays = ids(tournament)[4]
    arrange(tournament, staying=[stays])

    tables = set()
    for _ in range(4):
        round_ = play_round(make_round(tournament))
        tables.add(round_.tables.get(seats__entry_id=stays, seats__index__lte=1).number)

    assert tables == {1}


def test_the_house_plays_only_where_one_is_missing():
    tournament = make_tournament(pairs=5, rules=HANDS, rounds=4)
    house = ids(tournament)[4]
    arrange(tournament, house=house)

    first = play_round(make_round(tournament))
    assert not RoundEntry.objects.filter(round=first, entry_id=house).exists()
    assert not RoundEntry.objects.filter(round=first, role="sit_out").exists()
    make_entry(tournament)
    second = play_round(make_round(tournament))
    assert RoundEntry.objects.filter(round=second, entry_id=house, role="seated").exists()
    assert not RoundEntry.objects.filter(round=second, role="sit_out").exists()


def test_the_house_can_withdraw():
    tournament = make_tournament(pairs=5, rules=HANDS, rounds=4)
    house = ids(tournament)[4]
    arrange(tournament, house=house)
    entries.withdraw_entry(actor=SYSTEM, entry_id=house, reason="", now=NOW)

    assert make_round(tournament).tables.count() == 2


def test_arrange_leaves_a_trail():
    tournament = make_tournament(pairs=3)
    one, two, three = ids(tournament)

    arranged = arrange(tournament, staying=[two, one, two], house=three)

    assert arranged == arrangements_of(tournament) == Arrangements((two, one), three)
    row = AuditEntry.objects.get(action="tournament.arranged")
    nothing = {"staying": [], "house": None, "fixed_tables": []}
    assert (row.before, row.after) == (nothing, {**nothing, "staying": [two, one], "house": three})


def test_arrange_refuses_entries_of_another_tournament_and_changes_nothing():
    tournament, other = make_tournament(pairs=2), make_tournament(pairs=2)
    before = Stage.objects.get(tournament=tournament).settings

    with pytest.raises(ValueRefused):
        arrange(tournament, staying=ids(other))
    with pytest.raises(ValueRefused):
        arrange(tournament, house=ids(other)[0])

    assert Stage.objects.get(tournament=tournament).settings == before
    assert not AuditEntry.objects.filter(action="tournament.arranged").exists()


def test_arrange_is_for_directors_of_tournaments_that_go_on():
    tournament = make_tournament(pairs=2)

    with pytest.raises(RightMissing):
        arrange(tournament, actor=Actor(user_id=make_user().pk))
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        arrange(tournament)
    assert arrangements_of(tournament) == Arrangements()


MOVEMENTS = (
    "round_robin",
    "double_round_robin",
    "howell",
    "reduced_howell",
    "mitchell",
    "swiss",
    "monrad",
    "danish",
    "progressive",
)


def table_of(round_, entry):
    return round_.tables.get(seats__entry_id=entry, seats__index__lte=1).number


def codes_of(draw):
    return {remark["code"] for remark in draw.explanation}


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_fixed_table_is_kept_in_every_round_of_every_movement(movement):
    tournament = make_tournament(pairs=8, rules=HANDS, rounds=3, movement=movement)
    door, window = ids(tournament)[5], ids(tournament)[2]
    arrange(tournament, fixed=[(door, 3), (window, 2)])

    for _ in range(3):
        round_ = play_round(make_round(tournament))
        draw = round_.draws.get(status="published")

        meet = table_of(round_, door) == table_of(round_, window)
        assert (table_of(round_, door), table_of(round_, window)) == ((2, 2) if meet else (3, 2))
        assert sorted(round_.tables.values_list("number", flat=True)) == [1, 2, 3, 4]
        assert ("draw.staying_meet" if meet else "draw.sits_fixed") in codes_of(draw)
        assert draw.made_from["fixed_tables"] == [[door, 3], [window, 2]]


def test_people_who_change_partners_keep_a_fixed_table_too():
    tournament = make_tournament(people=8, rules=HANDS, rounds=3, movement="individual")
    one = ids(tournament)[6]
    arrange(tournament, fixed=[(one, 2)])

    for _ in range(3):
        round_ = play_round(make_round(tournament))
        assert round_.tables.filter(number=2, seats__entry_id=one).count() == 1


def test_a_fixed_table_may_have_a_higher_number_than_there_are_tables():
    tournament = make_tournament(pairs=4, rules=HANDS, rounds=3)
    one = ids(tournament)[0]
    arrange(tournament, fixed=[(one, 9)])

    round_ = make_round(tournament)

    assert table_of(round_, one) == 9
    assert sorted(round_.tables.values_list("number", flat=True)) == [1, 9]


def test_a_draw_says_where_a_fixed_table_is_not_where_one_was_due():
    tournament = make_tournament(pairs=8, rules=HANDS, rounds=3, movement="progressive")
    last = ids(tournament)[0]
    first = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    due = next(table["table"] for table in first.plan["tables"] if last in table["seats"].values())
    other = due % 4 + 1
    arrange(tournament, fixed=[(last, other)])

    again = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, seed=first.seed, now=NOW)

    [said] = [remark["params"] for remark in again.explanation if remark["code"] == "draw.off_rank"]
    assert said == {"entrant": last, "table": other, "due": due}
    assert "draw.off_rank" not in codes_of(first)


def test_a_draft_made_before_a_table_was_fixed_can_still_be_put_into_play():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=3)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    arrange(tournament, fixed=[(ids(tournament)[0], 3)])

    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=NOW)

    assert (round_.status, table_of(round_, ids(tournament)[0])) == ("published", 1)


def test_who_changes_places_by_hand_takes_the_fixed_table_along():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=3)
    one, two = ids(tournament)[:2]
    arrange(tournament, fixed=[(one, 3)])
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    changed = hand_made.change_draft(actor=SYSTEM, draw_id=draw.pk, swaps=[(one, two)], reason="asked for", now=NOW)

    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=changed.pk, now=NOW)
    assert table_of(round_, one) == 3
    assert sorted(round_.tables.values_list("number", flat=True)) == [1, 2, 3]


def test_a_written_draft_that_breaks_a_fixed_table_needs_a_reason_that_stays_with_it():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=3)
    one = ids(tournament)[0]
    arrange(tournament, fixed=[(one, 3)])
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    tables = [{**table, "table": 4 - table["table"]} for table in draw.plan["tables"]]

    what = {"actor": SYSTEM, "draw_id": draw.pk, "plan": {**draw.plan, "tables": tables}, "now": NOW}
    broken = [{"code": "promise.table", "params": {"entrant": one, "table": 1, "expected": 3}}]

    with pytest.raises(PromisesBroken) as refusal:
        hand_made.change_draft(**what)
    assert (refusal.value.remarks, draw.round.draws.count()) == (broken, 1)
    changed = hand_made.change_draft(reason="the step is broken", **what)

    assert changed.rulings == [{"user": None, "reason": "the step is broken", "broken": broken}]
    assert table_of(rounds.publish_draw(actor=SYSTEM, draw_id=changed.pk, now=NOW), one) == 1


def test_who_keeps_a_table_takes_it_along_by_hand_and_leaves_it_for_a_reason_only():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=3)
    round_ = make_round(tournament)
    play_round(round_)
    one, other = ids(tournament)[:2]
    home = table_of(round_, one)
    arrange(tournament, staying=[one])
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    away = 1 + home % 3
    numbers = {home: away, away: home}
    tables = [{**table, "table": numbers.get(table["table"], table["table"])} for table in draw.plan["tables"]]
    what = {"actor": SYSTEM, "draw_id": draw.pk, "plan": {**draw.plan, "tables": tables}, "now": NOW}
    broken = [{"code": "promise.table", "params": {"entrant": one, "table": away, "expected": home}}]

    swapped = hand_made.change_draft(actor=SYSTEM, draw_id=draw.pk, swaps=[(one, other)], reason="so", now=NOW)
    with pytest.raises(PromisesBroken) as refusal:
        hand_made.change_draft(**what)
    written = hand_made.change_draft(reason="the step is broken", **what)

    assert sitting_at(swapped, one) == home
    assert refusal.value.remarks == broken
    assert (sitting_at(written, one), [ruling["broken"] for ruling in written.rulings]) == (away, [broken])


def sitting_at(draw, entry):
    [number] = [table["table"] for table in draw.plan["tables"] if entry in table["seats"].values()]
    return number


def test_two_at_one_fixed_table_are_told_so_and_nothing_changes():
    tournament = make_tournament(pairs=6)
    one, two, three = ids(tournament)[:3]
    arrange(tournament, fixed=[(one, 3)])

    with pytest.raises(TableFixedTwice) as refusal:
        arrange(tournament, fixed=[(one, 3), (two, 3)])
    for wrong in ([(one, 3), (one, 4)], [(two, 0)], [(two, 1001)], [(0, 1)]):
        with pytest.raises(ValueRefused):
            arrange(tournament, fixed=wrong)

    assert refusal.value.params["table"] == 3
    assert "cannot both sit at table 3 in every round" in refusal.value.detail
    assert arrangements_of(tournament) == Arrangements(fixed_tables=((one, 3),))
    assert AuditEntry.objects.filter(action="tournament.arranged").count() == 1
    assert arrange(tournament, staying=[three], fixed=[(two, 3)]).fixed_tables == ((two, 3),)
