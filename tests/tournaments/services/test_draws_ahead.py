"""The next round of a Swiss drawn while one is in play, where the standings of the round before it decide."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.factories import NOW, SYSTEM, make_entry, make_round, make_tournament
from tests.hands import enter, fh_line, keep_all, play_out, play_round
from tournaments.errors import DrawOutOfDate, RoundStillOpen
from tournaments.models import Draw, Round, Table
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.draws import version_for_draw
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.standings import standings_of
from tournaments.services import entries, reseating, rounds
from tournaments.web.drafts import draft_view

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def make_night(pairs=7, *, movement="swiss", standings="round_before", rounds_planned=4):
    options = {"standings": standings}
    return make_tournament(
        pairs=pairs, rules=TWO_HANDS, movement=movement, movement_options=options, rounds=rounds_planned
    )


def draw(tournament) -> Draw:
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def reasons(drawn):
    with translation.override("en-gb"):
        return draft_view(drawn, drawn.round.tournament).reasons


@pytest.mark.parametrize("movement", ["swiss", "monrad"])
def test_round_drawn_ahead_takes_meetings_sides_and_sit_outs_of_the_one_in_play(movement):
    tournament = make_night(movement=movement)
    play_round(make_round(tournament))
    second = make_round(tournament)
    points = {row.entry_id: row.values[0].exact for row in standings_of(tournament, closed_only=True).rows}
    for table in second.tables.all()[:2]:
        play_out(table, winner=1)

    ahead = draw(tournament)

    plan = round_from_json("pairs", ahead.plan)
    first, now = rounds_so_far(tournament)
    had = {frozenset(table.entrants) for table in (*first.tables, *now.tables)}
    assert ahead.round.number == 3
    assert not had & {frozenset(table.entrants) for table in plan.tables}
    assert not {*first.out, *now.out} & {*plan.out}
    # Two in three of those who won in round 1 meet each other, whatever they have won since.
    assert any({points[one] for one in table.entrants} == {max(points.values())} for table in plan.tables)
    assert (
        "The standings after round 1 are used; of round 2 only who met whom, on which side, and who sat out."
        in reasons(ahead)
    )


def test_round_drawn_ahead_is_the_one_that_is_drawn_afterwards():
    tournament = make_night()
    play_round(make_round(tournament))
    second = make_round(tournament)
    ahead = draw(tournament)

    play_round(second, winner=1)
    after = rounds.draw_again(actor=SYSTEM, round_id=ahead.round_id, seed=ahead.seed, now=NOW)

    assert after.plan == ahead.plan
    same = {"code": "draw.same_company", "params": {"draw": 1}}
    assert after.explanation == [ahead.explanation[0], same, *ahead.explanation[1:]]
    assert after.made_from == ahead.made_from


def test_second_round_is_drawn_ahead_before_any_result_counts():
    tournament = make_night(pairs=6)
    first = make_round(tournament)

    ahead = draw(tournament)

    met = {frozenset(table.entrants) for table in rounds_so_far(tournament)[0].tables}
    assert not met & {frozenset(table.entrants) for table in round_from_json("pairs", ahead.plan).tables}
    assert "No results count yet; of round 1 only who met whom, on which side, and who sat out." in reasons(ahead)
    assert first.status == Round.Status.PUBLISHED


def test_round_drawn_ahead_is_published_only_once_the_one_in_play_is_closed():
    tournament = make_night()
    first = make_round(tournament)
    ahead = draw(tournament)

    with pytest.raises(RoundStillOpen) as refused:
        rounds.publish_draw(actor=SYSTEM, draw_id=ahead.pk, now=NOW)
    assert refused.value.params == {"number": 1}
    ahead.round.refresh_from_db()
    assert (ahead.round.status, Table.objects.filter(round=ahead.round).count()) == ("draft", 0)

    play_round(first)
    assert rounds.publish_draw(actor=SYSTEM, draw_id=ahead.pk, now=NOW).status == "published"


def test_only_one_round_is_drawn_ahead_and_only_with_the_option():
    tournament = make_night()
    make_round(tournament)
    draw(tournament)
    with pytest.raises(RoundStillOpen) as refused:
        draw(tournament)
    assert refused.value.params == {"number": 2}

    usual = make_night(standings="latest")
    make_round(usual)
    with pytest.raises(RoundStillOpen):
        draw(usual)
    assert Round.objects.filter(tournament=usual).count() == 1


def test_draw_made_ahead_is_old_by_earlier_results_and_new_seats_but_not_by_the_hands_in_play():
    tournament = make_night(pairs=6)
    first = play_round(make_round(tournament))
    second = make_round(tournament)
    ahead = draw(tournament)

    def is_old():
        return ahead.made_from["standings_version"] != version_for_draw(ahead.round.stage, 3)

    for table in second.tables.all():
        play_out(table)
    assert not is_old()
    one, other = (table.seats.filter(side=0).first().entry_id for table in second.tables.order_by("number")[:2])
    swap = {"actor": SYSTEM, "round_id": second.pk, "entries": [(one, other)], "now": NOW}
    wrong = reseating.preview_reseating(**swap)
    reseating.reseat(**swap, reason="sat so", confirmation=keep_all(wrong))
    assert is_old()
    assert first.status == Round.Status.CLOSED


def test_who_comes_while_a_round_is_played_makes_the_draw_ahead_out_of_date():
    tournament = make_night(pairs=6)
    first = make_round(tournament)
    ahead = draw(tournament)
    late = make_entry(tournament)
    gone = tournament.entries.order_by("number").first()
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    play_round(first)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(actor=SYSTEM, draw_id=ahead.pk, now=NOW)
    again = rounds.draw_again(actor=SYSTEM, round_id=ahead.round_id, now=NOW)
    plan = round_from_json("pairs", again.plan)
    assert late.pk in plan.seated
    assert gone.pk not in plan.present


def test_earlier_hand_corrected_makes_the_draw_ahead_old():
    tournament = make_night(pairs=4)
    make_round(tournament)
    table = Table.objects.order_by("pk").first()
    ahead = draw(tournament)
    before = version_for_draw(ahead.round.stage, 2)

    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)

    # Round 1 is the one in play here, so nothing has changed for round 2; for a round 3 it would have.
    assert version_for_draw(ahead.round.stage, 2) == before
    assert version_for_draw(ahead.round.stage, 3) == before + 1
