"""A Swiss evening from the first draw to the last, as a club plays it."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from tests.factories import NOW, SYSTEM, make_entry, make_round, make_tournament
from tests.hands import play_round
from tournaments.errors import ValueRefused
from tournaments.models import Draw, Stage
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.standings import standings_of
from tournaments.services import entries
from tournaments.web.drafts import draft_view

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def latest_draft(tournament):
    return Draw.objects.filter(round__tournament=tournament).order_by("-pk").first()


@pytest.mark.parametrize("movement", ["swiss", "monrad", "danish"])
def test_evening_lets_like_meet_like_and_says_why(movement):
    tournament = make_tournament(pairs=7, rules=TWO_HANDS, movement=movement, rounds=4)
    for number in range(1, 5):
        points = {row.entry_id: row.values[0].exact for row in standings_of(tournament).rows}
        round_ = make_round(tournament)
        plan = rounds_so_far(tournament)[-1]
        with translation.override("en-gb"):
            reasons = draft_view(latest_draft(tournament), tournament).reasons
        assert len([reason for reason in reasons if " meet: " in reason]) == 3
        if number == 2 and movement != "danish":
            gaps = sorted(abs(points[north[0]] - points[east[0]]) for north, east in (one.sides for one in plan.tables))
            assert gaps == [0, 0, 2]
        play_round(round_, winner=number % 2)

    plans = rounds_so_far(tournament)
    met = Counter(frozenset(table.entrants) for plan in plans for table in plan.tables)
    assert len(plans) == 4
    assert max(Counter(entry for plan in plans for entry in plan.out).values()) == 1
    assert movement == "danish" or max(met.values()) == 1


def test_evening_takes_in_who_comes_late_and_goes_on_without_who_leaves():
    tournament = make_tournament(pairs=6, rules=TWO_HANDS, movement="swiss", rounds=3)
    play_round(make_round(tournament))
    late = make_entry(tournament)
    play_round(make_round(tournament))
    gone = standings_of(tournament).rows[0].entry_id
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone, now=NOW)
    make_round(tournament)

    _, second, third = rounds_so_far(tournament)
    assert late.pk in second.seated
    assert gone not in third.present
    assert len(third.out) == 0


def test_swiss_has_options_of_its_own_and_a_length_by_the_number_of_entries():
    options = {"pattern": "fold", "first_round": "slide"}

    tournament = make_tournament(pairs=9, movement="swiss", movement_options={**options, "accelerated_rounds": 0})
    make_round(tournament)

    stage = Stage.objects.get(tournament=tournament)
    assert stage.settings["movement_options"] == options
    assert stage.rounds_planned == 6
    with pytest.raises(ValueRefused):
        make_tournament(pairs=4, movement="monrad", movement_options={"pattern": "fold"})
