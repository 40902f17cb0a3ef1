"""Names in the order of the reader's language, the same in the database and out of it."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import make_club, make_player, make_user
from tournaments.selectors.clubs import members_of
from tournaments.selectors.ordering import name_order

pytestmark = pytest.mark.django_db

IN_ORDER = {
    "en-gb": [
        "Adam", "Ądam", "Ann", "Anna", "Ąžuolas", "Čepas", "Cz", "Ilona", "Jonas", "Jonasz", "Łukasz", "Lunn", "Nguyễn",
        "Nowak", "O'Brien", "Ødegård", "Öztürk", "Yla", "Zenon", "Žilvinas", "Zoë", "Иван",
    ],
    "pl": [
        "Adam", "Ann", "Anna", "Ądam", "Ąžuolas", "Čepas", "Cz", "Ćwik", "Ilona", "Jonas", "Jonasz", "Lunn", "Łukasz",
        "Nguyễn", "Nowak", "Ńa", "O'Brien", "Óla", "Yla", "Zenon", "Źa", "Żuk", "Иван",
    ],
    "lt": [
        "Adam", "Ądam", "Ann", "Anna", "Ąžuolas", "Cz", "Čepas", "Ieva", "Yla", "Ilona", "Yvas", "Jonas", "Łukasz",
        "Lunn", "Nowak", "Šarka", "Zuk", "Žilvinas", "Иван",
    ],
}  # fmt: skip


def shuffled(names):
    return random.Random(5).sample(names, len(names))


@pytest.mark.parametrize("language", IN_ORDER)
def test_names_stand_in_the_order_of_the_language(language):
    with translation.override(language):
        assert sorted(shuffled(IN_ORDER[language]), key=name_order) == IN_ORDER[language]


@pytest.mark.parametrize("language", IN_ORDER)
def test_the_database_orders_names_as_python_does(language):
    club = make_club()
    for name in shuffled(IN_ORDER[language]):
        make_player(club, name)

    with translation.override(language):
        assert [member.display_name for member in members_of(club.pk)] == IN_ORDER[language]


def test_a_list_of_players_is_in_the_order_of_whoever_reads_it():
    user = make_user("olga")
    club = make_club(organiser=user)
    for name in ("Jonas", "Ilona", "Yla"):
        make_player(club, name)
    client = Client()
    client.force_login(user)

    path = f"/clubs/{club.slug}/players.csv"
    shown = {
        language: client.get(path, headers={"accept-language": language}).getvalue().decode()
        for language in ("en-gb", "lt")
    }

    assert shown["en-gb"].split()[1:] == ["Ilona", "Jonas", "Yla"]
    assert shown["lt"].split()[1:] == ["Yla", "Ilona", "Jonas"]
