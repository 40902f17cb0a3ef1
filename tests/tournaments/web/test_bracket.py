"""The pages of a cup: the bracket, byes in place of sit-outs, and who is out."""

from __future__ import annotations

import uuid

import pytest
from django.utils.html import escape

from tests.factories import NOW, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import RoundEntry, Seat
from tournaments.selectors.free import free_entries
from tournaments.selectors.names import entry_names
from tournaments.services import entries, rounds

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


@pytest.fixture
def cup(club):
    """Five pairs after round 1, with round 2 in play: a bye for two of them in the first, and for one in the second."""
    tournament = make_tournament(club, pairs=5, movement="knockout", rules=ONE_HAND)
    play_round(make_round(tournament))
    make_round(tournament)
    return tournament


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_bracket_shows_each_round_from_top_to_bottom(client, cup):
    page = client.get(f"/tournaments/{cup.slug}/bracket/")

    shown = page.context["cup"]
    assert [(one.number, one.to_come, [match.table for match in one.matches].count(None)) for one in shown.rounds] == [
        (1, 2, 3),
        (2, 1, 0),
    ]
    [first] = [match for match in shown.rounds[0].matches if match.table]
    assert [goes_on for _entry, _name, goes_on in first.sides] == [True, False]
    assert shown.winner == ""
    assert ">Bracket</a>" in text_of(client.get(f"/tournaments/{cup.slug}/standings/"))


def test_bracket_names_the_winner_after_the_final(client, cup):
    semi_finals = cup.rounds.get(number=2)
    play_round(semi_finals)
    final = play_round(make_round(cup), winner=1)
    winner = Seat.objects.get(round=final, index=1).entry_id

    page = client.get(f"/tournaments/{cup.slug}/bracket/")

    name = entry_names(cup.pk, cup.club_id)[winner]
    assert page.context["cup"].winner == name
    assert "has won." in text_of(page)
    assert [one.to_come for one in page.context["cup"].rounds] == [2, 1, 0]


def test_bracket_of_something_else_is_not_found(client, club):
    tournament = make_tournament(club, pairs=4)

    assert client.get(f"/tournaments/{tournament.slug}/bracket/").status_code == 404
    assert "Bracket" not in text_of(client.get(f"/tournaments/{tournament.slug}/standings/"))


def test_pages_speak_of_byes_and_of_who_is_out(client, cup):
    first, second = cup.rounds.order_by("number")
    idle = RoundEntry.objects.filter(round=first, role="sit_out").first().entry_id
    loser = Seat.objects.get(round=first, index=1).entry_id

    assert "Bye:" in text_of(client.get(f"/rounds/{first.pk}/"))
    assert "Had a bye." in text_of(client.get(f"/entries/{idle}/"))
    page = text_of(client.get(f"/entries/{loser}/"))
    assert "knocked out in round 1" in page
    assert "absent" not in page
    assert [(one.id, one.why) for one in free_entries(second)] == [(loser, "knocked_out")]


def test_correction_in_a_cup_says_who_has_a_bye_then_and_now(as_user, club):
    tournament = make_tournament(club, pairs=8, movement="knockout", rules=ONE_HAND)
    round_ = play_round(make_round(tournament))
    table = round_.tables.get(number=1)
    gone = Seat.objects.get(table=table, index=0).entry_id
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone, now=NOW)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    answers = {"submission_id": str(uuid.uuid4()), "seat": "0", "bid": "7S", "tricks": "3", "reason": "misread"}

    page = as_user("dan").post(f"/tables/{table.pk}/legs/1/hands/1/correct/", answers)

    # Whoever beats the one who left meets the one who had a bye without them.
    [draw] = page.context["consequences"].draws
    assert (draw.has_byes, len(draw.no_sit_out), draw.sit_out_instead) == (True, 1, ())
    assert f"{escape(draw.no_sit_out[0])} has a bye" in text_of(page)
    assert "sits out" not in text_of(page)
