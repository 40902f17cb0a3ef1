"""Tricks as pictures."""

from __future__ import annotations

import random

import pytest

from gameplay.rules.five_hundred.generate import random_hand
from gameplay.rules.five_hundred.hand import check
from tournaments.web.pictures.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    WIDTH,
    Face,
    face_of,
    holdings,
    place_of,
    trick_pictures,
)


@pytest.mark.parametrize(
    ("text", "face"),
    [("10H", Face("10H", "10", "H")), ("KS", Face("KS", "K", "S")), ("JK", Face("JK", "", ""))],
)
def test_face_of_a_card(text, face):
    assert face_of(text) == face


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_places_of_cards_stay_in_the_picture_and_apart(players):
    corners = [place_of(seat, players) for seat in range(players)]

    assert all(0 <= x <= WIDTH - CARD_WIDTH and 0 <= y <= HEIGHT - CARD_HEIGHT for x, y in corners)
    assert all(
        abs(x - other_x) >= CARD_WIDTH or abs(y - other_y) >= CARD_HEIGHT
        for seat, (x, y) in enumerate(corners)
        for other_x, other_y in corners[:seat]
    )


def test_places_of_four_are_those_of_the_compass():
    assert [place_of(seat, 4) for seat in range(4)] == [(132, 21), (237, 121), (132, 221), (27, 121)]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_tricks_are_shown_card_by_card_with_their_winners(players):
    record = random_hand(random.Random(players), level=3, options={"players": players}, bid="8H")

    pictures = list(trick_pictures(record))

    assert [picture.number for picture in pictures] == list(range(1, 11))
    assert [[card.face.text for card in picture.cards] for picture in pictures] == [
        trick["cards"] for trick in record["play"]
    ]
    assert [picture.leader for picture in pictures] == [trick["lead"] for trick in record["play"]]
    assert [picture.winner for picture in pictures] == [trick["winner"] for trick in record["play"]]
    assert all([card.order for card in picture.cards] == list(range(1, players + 1)) for picture in pictures)
    assert all([card.seat for card in picture.cards if card.wins] == [picture.winner] for picture in pictures)


def test_trick_of_a_misere_leaves_the_partner_out():
    record = random_hand(random.Random(3), level=3, bid="OM")

    partner = (record["contract"]["seat"] + 2) % 4

    assert {len(picture.cards) for picture in trick_pictures(record)} == {3}
    assert partner not in {card.seat for picture in trick_pictures(record) for card in picture.cards}


def test_trick_led_with_the_joker_names_its_suit():
    records = (random_hand(random.Random(seed), level=3, bid="8NT") for seed in range(40))
    record = next(record for record in records if any(trick.get("suit") for trick in record["play"]))

    named = [picture.named for picture in trick_pictures(record)]

    assert check(record).valid
    assert named == [trick.get("suit") or "" for trick in record["play"]]


def test_holdings_are_after_the_exchange():
    record = random_hand(random.Random(5), level=3, bid="7S")
    contractor = record["contract"]["seat"]

    held = holdings(record)

    expected = {seat: set(record["hands"][str(seat)]) for seat in range(4)}
    expected[contractor] = expected[contractor] | set(record["kitty"]) - set(record["discards"])
    expected[contractor] -= set(record["discards"])
    assert [set(cards) for cards in held.hands] == [expected[seat] for seat in range(4)]
    assert set(held.kitty) == set(record["kitty"])
