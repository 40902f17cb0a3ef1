"""The page that a table link opens."""

from __future__ import annotations

import json
import re

import pytest
from django.templatetags.static import static

from tests.factories import make_round, make_table, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import TableLink
from tournaments.services.links import renew_link
from tournaments.web.phone_worker import FILES

pytestmark = pytest.mark.django_db


def test_phone_shows_the_table_without_an_account(as_user, link_path):
    table = make_table()

    page = as_user().get(link_path())

    body = page.content.decode()
    assert page.status_code == 200
    assert f'data-table-id="{table.pk}"' in body
    assert "no-store" in page["Cache-Control"]
    assert [seat.player_name for seat in page.context["view"].seats] == [
        seat.occupancies.get().player.memberships.get().display_name for seat in table.seats.order_by("index")
    ]


def test_phone_offers_bids_in_the_order_of_the_auction(as_user, link_path):
    make_table()

    bids = [cell.text for cell in as_user().get(link_path()).context["bids"]]

    assert len(bids) == 28
    assert bids[:2] == ["6S", "6C"]
    assert bids[9:12] == ["7NT", "M", "8S"]
    assert bids[-5:] == ["10D", "OM", "BM", "10H", "10NT"]


@pytest.mark.parametrize(
    ("rules", "gone"),
    [
        pytest.param({"misere": "off"}, {"M", "OM", "BM"}, id="no misere"),
        pytest.param({"blind_misere": False}, {"BM"}, id="no blind misere"),
    ],
)
def test_phone_offers_no_bid_that_the_house_does_not_play(as_user, link_path, rules, gone):
    make_table(rules=rules)

    bids = {cell.text for cell in as_user().get(link_path()).context["bids"]}

    assert len(bids) == 28 - len(gone)
    assert bids.isdisjoint(gone)


def test_phone_offers_sans_kitty_only_where_it_is_played(as_user, link_path):
    make_table(rules={"sans_kitty": False})

    assert "data-sans-kitty" not in as_user().get(link_path()).content.decode()


def test_phone_of_dominoes_knows_the_target(as_user, link_path):
    make_table("fives_threes", rules={"target": 121})

    body = as_user().get(link_path()).content.decode()
    assert 'data-target="121"' in body
    assert 'data-points-of="1"' in body
    assert "data-bid" not in body


def test_phone_opens_the_next_rounds_table_by_the_same_link(as_user, link_path):
    tournament = make_tournament(pairs=2, rounds=2, rules={"end": "hands", "hands": 1})
    first = make_round(tournament)
    browser = as_user()
    before = browser.get(link_path()).context["view"].table

    play_round(first)
    second = make_round(tournament)
    after = browser.get(link_path()).context["view"].table

    assert (before.round_id, after.round_id) == (first.pk, second.pk)


def test_phone_waits_while_its_number_is_not_in_play(as_user, link_path):
    table = make_table()
    TableLink.objects.filter(table_number=1).update(table_number=7)

    page = as_user().get(link_path(7))

    assert page.status_code == 200
    assert "No round is in play at this table yet." in page.content.decode()
    assert table.seats.count() == 4


@pytest.mark.parametrize("token", ["1-wrong", "x", "999999-AAAA", "1", "9" * 30])
def test_phone_refuses_a_link_that_is_none(as_user, token):
    make_table()

    page = as_user().get(f"/t/{token}/")

    assert page.status_code == 403
    assert "This table link is not valid any more" in page.content.decode()


def test_phone_refuses_a_link_that_was_renewed(as_user, link_path):
    table = make_table()
    old = link_path()
    renew_link(actor=SYSTEM, tournament_id=table.round.tournament_id, table_number=1, now=table.round.published_at)

    assert as_user().get(old).status_code == 403


def test_phone_refuses_a_link_that_has_expired(as_user, link_path):
    make_table()
    path = link_path()
    TableLink.objects.update(expires_at="2026-03-15T00:00Z")

    assert as_user().get(path).status_code == 403


@pytest.mark.parametrize(("kind", "agreement"), [("five_hundred", "none"), ("fives_threes", "hand")])
def test_worker_keeps_every_file_that_the_page_loads(as_user, link_path, kind, agreement):
    make_table(kind, agreement=agreement)

    body = as_user().get(link_path()).content.decode()
    script = as_user().get("/t/worker.js")
    kept = json.loads(re.search(r"self.FILES = (.*);", script.content.decode())[1])

    loaded = set(re.findall(r'(?:src|href)="(/?static/[^"]+)"', body))
    assert static("js/phone/main.js") in loaded
    assert loaded <= set(kept)
    assert kept == [static(name) for name in FILES]
    assert script["Content-Type"].startswith("text/javascript")
    assert "no-store" in script["Cache-Control"]


def test_page_of_a_table_alone_may_be_kept_by_the_worker(as_user, link_path):
    make_table()
    table = as_user().get(link_path())
    TableLink.objects.filter(table_number=1).update(table_number=7)

    waiting = as_user().get(link_path(7))

    assert table["X-Keep-Offline"] == "1"
    assert "X-Keep-Offline" not in waiting
    assert "worker-src 'self'" in table["Content-Security-Policy"]
    assert "X-Keep-Offline" not in as_user().get("/")
