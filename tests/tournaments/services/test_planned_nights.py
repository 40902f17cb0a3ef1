"""Nights of pairs that are planned as a whole: chosen, drawn, published, and adapted when somebody comes or goes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.errors import ValueRefused
from tournaments.models import Draw, Stage
from tournaments.movements.howell import howell, reduced_howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.schedule import round_to_json
from tournaments.services import entries, rounds

pytestmark = pytest.mark.django_db

HANDS = {"end": "hands", "hands": 2}
PLANS = {"mitchell": mitchell, "howell": howell, "reduced_howell": reduced_howell}


def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def met(draws):
    return Counter(frozenset(table["seats"].values()) for draw in draws for table in draw.plan["tables"])


@pytest.mark.parametrize(("movement", "length"), [("mitchell", 3), ("howell", 5), ("reduced_howell", 4)])
def test_a_night_is_played_as_its_movement_says(movement, length):
    tournament = make_tournament(pairs=6, rules=HANDS, movement=movement)
    assert Stage.objects.get(tournament=tournament).rounds_planned == length

    for _ in range(length):
        play_round(make_round(tournament))

    draws = list(Draw.objects.order_by("round__number"))
    planned = PLANS[movement](ids(tournament), length, boards=0).schedule
    assert [draw.plan for draw in draws] == [round_to_json("pairs", plan) for plan in planned.rounds]
    assert {draw.explanation[0]["code"] for draw in draws} == {"draw.movement"}


def test_a_pair_that_comes_late_is_drawn_and_the_rest_goes_on_as_a_round_robin():
    tournament = make_tournament(pairs=6, rules=HANDS, movement="howell", rounds=5)
    play_round(make_round(tournament))
    late = make_entry(tournament)

    for _ in range(4):
        play_round(make_round(tournament))

    draws = list(Draw.objects.order_by("round__number"))
    assert [draw.explanation[0]["code"] for draw in draws] == ["draw.movement"] + ["draw.movement_left"] * 4
    assert max(met(draws).values()) == 1
    seated = Counter(entry for pair in met(draws) for entry in pair)
    assert seated[late.pk] >= 3
    outs = Counter(entry for draw in draws for entry in draw.plan["out"])
    assert outs.total() == 4
    assert max(outs.values()) == 1


def test_a_pair_that_leaves_is_drawn_no_more():
    tournament = make_tournament(pairs=6, rules=HANDS, movement="mitchell", rounds=3)
    play_round(make_round(tournament))
    gone = ids(tournament)[0]
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone, reason="", now=NOW)

    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    assert [remark["code"] for remark in draw.explanation][:2] == ["draw.movement_left", "draw.adapted"]
    seated = [entry for table in draw.plan["tables"] for entry in table["seats"].values()]
    assert gone not in seated
    assert len(seated) + len(draw.plan["out"]) == 5


@pytest.mark.parametrize("movement", PLANS)
def test_people_without_a_partner_cannot_be_drawn_so(movement):
    with pytest.raises(ValueRefused) as refusal:
        make_tournament(people=8, movement=movement)

    assert refusal.value.params["path"] == "movement"
