"""How shall we play: offered by what is known, taken by a button."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tournaments.models import Stage, Tournament
from tournaments.movements.registry import MOVEMENTS, movements_for
from tournaments.movements.schedule import Shape
from tournaments.web.movement_options import _QUESTIONS

pytestmark = pytest.mark.django_db


def movement(tournament: Tournament) -> tuple[str, int]:
    stage = Stage.objects.get(tournament=tournament)
    return stage.movement, stage.rounds_planned


def test_tournament_movement_offers_what_suits_those_who_are_here(as_user, club):
    tournament = make_tournament(club, pairs=15)

    page = as_user("olga").get(f"/tournaments/{tournament.slug}/movement/?minutes=150&round_minutes=30")

    offers = page.context["offers"]
    assert (offers[0].name, offers[0].facts) == (
        "Round robin",
        ("5 rounds", "7 tables", "nobody sits out more than once", "2 h 30 min"),
    )
    assert b"recommended" in page.content


def test_tournament_movement_is_taken_with_its_rounds_and_minutes(as_user, club):
    tournament = make_tournament(club, pairs=6)
    browser = as_user("olga")

    browser.post(
        f"/tournaments/{tournament.slug}/movement/", {"movement": "round_robin", "rounds": "4", "round_minutes": "25"}
    )

    assert movement(tournament) == ("round_robin", 4)
    assert Tournament.objects.get().round_minutes == 25
    offers = browser.get(f"/tournaments/{tournament.slug}/movement/?minutes=100&round_minutes=25").context["offers"]
    assert offers[0].is_chosen is True


def test_tournament_movement_is_refused_once_a_round_is_published(as_user, club):
    tournament = make_tournament(club, people=8)
    make_round(tournament)
    before = movement(tournament)

    page = as_user("olga").post(
        f"/tournaments/{tournament.slug}/movement/", {"movement": "round_robin", "rounds": "4"}, follow=True
    )

    assert movement(tournament) == before
    assert page.context["messages"]


@pytest.mark.parametrize("posted", [{}, {"movement": "round_robin", "rounds": "0"}, {"movement": "../", "rounds": "3"}])
def test_tournament_movement_changes_nothing_for_a_broken_post(as_user, club, posted):
    tournament = make_tournament(club, pairs=6)
    before = movement(tournament)

    answer = as_user("olga").post(f"/tournaments/{tournament.slug}/movement/", posted)

    assert (answer.status_code, movement(tournament)) == (302, before)


def test_tournament_movement_asks_for_people_where_nobody_is_here(as_user, club):
    tournament = make_tournament(club)

    page = as_user("olga").get(f"/tournaments/{tournament.slug}/movement/?entries=")

    assert page.context["offers"] == []
    assert "Enter the pairs" in page.content.decode()


def test_tournament_movement_is_for_organisers(as_user, club):
    tournament = make_tournament(club, pairs=4)

    assert as_user("dan").get(f"/tournaments/{tournament.slug}/movement/").status_code == 403
    assert as_user("dan").post(f"/tournaments/{tournament.slug}/movement/", {}).status_code == 403


def test_tournament_movement_shows_every_way_with_its_questions(as_user, club):
    tournament = make_tournament(club, pairs=6)

    page = as_user("olga").get(f"/tournaments/{tournament.slug}/movement/")

    ways = {way.movement.name: list(way.fields) for _name, way in page.context["ways"]}
    assert set(ways) == {movement.name for movement in movements_for("pairs", Shape())}
    assert ways["progressive"] == ["rounds", "moves", "step"]
    assert "winners move up" in page.content.decode()


def test_tournament_movement_is_taken_with_its_options(as_user, club):
    tournament = make_tournament(club, pairs=6)
    browser = as_user("olga")
    path = f"/tournaments/{tournament.slug}/movement/"

    browser.post(path, {"movement": "swiss", "rounds": "4", "pattern": "1", "first_round": "0", "standings": ""})

    assert movement(tournament) == ("swiss", 4)
    assert Stage.objects.get().settings["movement_options"] == {"pattern": "fold"}
    [way] = [way for _name, way in browser.get(path).context["ways"] if way.movement.name == "swiss"]
    assert (way["rounds"].value(), way["pattern"].value(), way["first_round"].value()) == (4, "1", "0")


def test_knockout_is_taken_without_a_number_of_rounds_and_has_as_many_as_the_field_needs(as_user, club):
    tournament = make_tournament(club, pairs=6)
    browser = as_user("olga")
    path = f"/tournaments/{tournament.slug}/movement/"

    [way] = [way for _name, way in browser.get(path).context["ways"] if way.movement.name == "knockout"]
    browser.post(path, {"movement": "knockout", "seeding": "1"})

    assert list(way.fields) == ["seeding"]
    assert movement(tournament) == ("knockout", 3)
    assert Stage.objects.get().settings["movement_options"] == {"seeding": "rating"}


def test_every_option_of_a_movement_is_asked_in_words():
    for one in MOVEMENTS.values():
        for name, values in one.options.items():
            _label, words = _QUESTIONS[name]
            assert set(values) <= set(words), (one.name, name)


def test_double_round_robin_is_offered_where_there_is_time_and_taken_by_its_button(as_user, club):
    tournament = make_tournament(club, pairs=4)
    browser = as_user("olga")

    page = browser.get(f"/tournaments/{tournament.slug}/movement/?minutes=180&round_minutes=30")

    offer = page.context["offers"][0]
    assert (offer.name, offer.reason) == (
        "Double round robin",
        "Everybody meets everybody twice, once on each side of the table.",
    )
    assert offer.facts == ("6 rounds", "2 tables", "nobody sits out", "3 h 00 min")
    browser.post(f"/tournaments/{tournament.slug}/movement/", {"movement": "double_round_robin", "rounds": "6"})
    assert movement(tournament) == ("double_round_robin", 6)


def test_cup_is_offered_with_its_first_round_and_taken(as_user, club):
    tournament = make_tournament(club, pairs=13)
    path = f"/tournaments/{tournament.slug}/movement/?entries=13&minutes=150&round_minutes=30"

    [cup] = [one for one in as_user("olga").get(path).context["offers"] if one.advice.movement == "knockout"]

    assert cup.facts == ("4 rounds", "tables in the first round: 5", "byes: 3", "2 h 00 min")
    as_user("olga").post(f"/tournaments/{tournament.slug}/movement/", {"movement": "knockout", "rounds": "4"})
    [cup] = [one for one in as_user("olga").get(path).context["offers"] if one.advice.movement == "knockout"]
    assert cup.is_chosen
