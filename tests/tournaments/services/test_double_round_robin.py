"""A tournament in which everybody meets everybody twice: advised, taken, drawn as it was planned, changed under way."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest
from django.core.management import call_command
from django.utils import translation

from tests.api import client_of
from tests.factories import NOW, SYSTEM, make_club, make_entry, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.models import Draw, Stage
from tournaments.selectors.history import rounds_so_far
from tournaments.services import entries
from tournaments.web.drafts import draft_view

pytestmark = pytest.mark.django_db

HANDS = {"end": "hands", "hands": 1}


def planned(count, capsys):
    call_command("plan_movement", "--movement", "double_round_robin", "--entries", str(count))
    return json.loads(capsys.readouterr().out)["rounds"]


@pytest.mark.parametrize("pairs", [4, 5])
def test_tournament_is_drawn_as_plan_movement_plans_it(pairs, capsys):
    tournament = make_tournament(pairs=pairs, rules=HANDS, movement="double_round_robin")
    number_of = dict(tournament.entries.values_list("pk", "number"))
    plan = planned(pairs, capsys)
    assert Stage.objects.get().rounds_planned == len(plan) == 2 * (pairs - 1 + pairs % 2)

    for _ in plan:
        play_round(make_round(tournament))

    seated = [
        [(table.number, *(number_of[side[0]] for side in table.sides)) for table in round_.tables]
        for round_ in rounds_so_far(tournament)
    ]
    assert seated == [
        [(table["table"], table["seats"]["NS"], table["seats"]["EW"]) for table in round_["tables"]] for round_ in plan
    ]
    assert [[number_of[entry] for entry in round_.out] for round_ in rounds_so_far(tournament)] == [
        round_.get("out", []) for round_ in plan
    ]
    sides = [(one, other) for round_ in seated for _table, one, other in round_]
    assert len(set(sides)) == len(sides) == pairs * (pairs - 1)


def test_rounds_follow_the_field_until_the_first_is_published_and_all_who_stay_meet_twice():
    tournament = make_tournament(pairs=5, rules=HANDS, movement="double_round_robin")
    make_entry(tournament)
    assert Stage.objects.get().rounds_planned == 10
    for _ in range(2):
        play_round(make_round(tournament))
    gone = tournament.entries.get(number=6)
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    for _ in range(8):
        play_round(make_round(tournament))

    meetings = Counter(frozenset(table.entrants) for round_ in rounds_so_far(tournament) for table in round_.tables)
    stayed = set(tournament.entries.exclude(pk=gone.pk).values_list("pk", flat=True))
    assert {pair: times for pair, times in meetings.items() if gone.pk not in pair} == {
        frozenset(pair): 2 for pair in combinations(stayed, 2)
    }
    with translation.override("en-gb"):
        reasons = draft_view(Draw.objects.latest("pk"), tournament).reasons
    assert reasons[0].startswith("Round 10 of 10")


def test_it_is_advised_where_there_is_time_and_taken_through_the_api():
    club = make_club(organiser=make_user("olga"))
    tournament = make_tournament(club, pairs=4, rules=HANDS)
    client = client_of(club.roles.get().user)
    path = f"/api/v1/tournaments/{tournament.slug}/"

    advice = client.get(f"{path}movement-advice/", {"minutes": 180, "round_minutes": 30}).json()
    in_less = client.get(f"{path}movement-advice/", {"minutes": 150, "round_minutes": 30}).json()
    taken = client.patch(path, {"movement": "double_round_robin"})

    assert (advice[0]["movement"], advice[0]["code"], advice[0]["rounds"], advice[0]["minutes"]) == (
        "double_round_robin",
        "advice.all_meet_twice",
        6,
        180,
    )
    assert "double_round_robin" not in [offer["movement"] for offer in in_less]
    assert (taken.status_code, taken.json()["settings"]["movement"]) == (200, "double_round_robin")
    assert taken.json()["rounds_planned"] == 6
