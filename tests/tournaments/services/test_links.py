"""Table links: one live key per table number, renewed when one went astray."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import LinkNotValid, RightMissing, ThingNotFound
from tournaments.models import TableLink
from tournaments.selectors.links import links_of, table_of_link
from tournaments.selectors.rights import find_link, link_token
from tournaments.services import links

pytestmark = pytest.mark.django_db


def renew(tournament_id: int, actor: Actor = SYSTEM) -> TableLink:
    return links.renew_link(actor=actor, tournament_id=tournament_id, table_number=1, now=NOW)


def test_link_token_opens_its_link_and_is_stored_nowhere():
    make_table()
    link = TableLink.objects.get()
    token = link_token(link)

    assert find_link(token, now=NOW) == link
    assert token.split("-", 1)[1] not in str(TableLink.objects.values().get())


@pytest.mark.parametrize("forge", ["", "-", "1", "1-", "x-abc", "²-abc", "1-" + "A" * 20, "9" * 40 + "-abc"])
def test_find_link_with_a_forged_token_is_refused(forge):
    make_table()

    with pytest.raises(LinkNotValid):
        find_link(forge, now=NOW)


def test_find_link_after_its_evening_is_refused():
    make_table()
    token = link_token(TableLink.objects.get())

    with pytest.raises(LinkNotValid):
        find_link(token, now=NOW + dt.timedelta(hours=24))


def test_renew_link_shuts_out_the_old_one():
    table = make_table()
    old = link_token(TableLink.objects.get())

    new = renew(table.round.tournament_id)

    assert find_link(link_token(new), now=NOW) == new
    with pytest.raises(LinkNotValid):
        find_link(old, now=NOW)


def test_renew_link_by_a_scorer_is_refused():
    scorer = make_user()
    tournament = make_tournament(make_club(scorer=scorer), pairs=2)
    make_round(tournament)
    token = link_token(TableLink.objects.get())

    with pytest.raises(RightMissing):
        renew(tournament.pk, Actor(user_id=scorer.pk))

    assert find_link(token, now=NOW).table_number == 1


def test_table_of_link_is_the_current_table_of_its_number():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))
    actor = Actor(link_id=TableLink.objects.get().pk)
    second = make_round(tournament).tables.get()

    assert table_of_link(actor, now=NOW).table == second


def test_links_of_a_tournament_are_for_its_director():
    tournament = make_tournament(pairs=4)
    make_round(tournament)

    assert [link.table_number for link in links_of(SYSTEM, tournament, now=NOW)] == [1, 2]
    with pytest.raises(RightMissing):
        links_of(Actor(), tournament, now=NOW)


@pytest.mark.parametrize("number", [0, 2, 40_000, 10**12])
def test_renew_link_of_a_number_that_no_table_has_had_is_refused(number):
    tournament_id = make_table().round.tournament_id

    with pytest.raises(ThingNotFound):
        links.renew_link(actor=SYSTEM, tournament_id=tournament_id, table_number=number, now=NOW)

    assert TableLink.objects.get().revoked_at is None
