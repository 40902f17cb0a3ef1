"""The picture that goes with a link: made once, for everybody, whatever the names are."""

from __future__ import annotations

import struct

import pytest
from django.core.cache import cache

from tests.factories import make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round
from tournaments.papers.typesetting import in_turn
from tournaments.web import cards

pytestmark = pytest.mark.django_db


def size_of(answer) -> tuple[int, int]:
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return struct.unpack(">II", answer.content[16:24])


@pytest.fixture
def night(club):
    tournament = make_tournament(club, name='#set page(width: 1pt) "$x$" <label> @ref', pairs=3)
    names = ("Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop", "Nguyễn #let x = 王小明")
    make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    return tournament


def test_card_is_a_picture_before_and_after_the_first_round(client, night):
    path = f"/tournaments/{night.slug}/card.png"
    before = client.get(path)
    assert size_of(before) == (1200, 630)

    play_round(make_round(night))
    after = client.get(path)

    assert size_of(after) == (1200, 630)
    assert after["ETag"] != before["ETag"]


def test_card_that_somebody_has_is_not_sent_again(client, night):
    path = f"/tournaments/{night.slug}/card.png"
    etag = client.get(path)["ETag"]

    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304


def test_plain_card_is_sent_while_others_print(client, night):
    cache.clear()
    with in_turn(wait_seconds=cards.WAIT_SECONDS):
        answer = client.get(f"/tournaments/{night.slug}/card.png")

    assert answer.status_code == 302
    assert answer.url.endswith(".png")
    assert "card" in answer.url


def test_card_is_named_on_the_page(client, night):
    page = client.get(f"/tournaments/{night.slug}/standings/").content.decode()

    assert f'<meta property="og:image" content="http://testserver/tournaments/{night.slug}/card.png">' in page


def test_card_of_nothing_is_not_found(client):
    assert client.get("/tournaments/nothing/card.png").status_code == 404
