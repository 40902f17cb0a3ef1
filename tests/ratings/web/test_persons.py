"""A member's own page: lists, nemesis, nights; what is not there is left out, and nobody else's is shown."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_player, make_players, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Entry, Player, Publication, Tournament
from tournaments.services.publishing import publish_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def players(club):
    """Four who have met four times: the first always with the second, and always beaten."""
    players = make_players(club, 4)
    a, b, c, d = players
    for week in range(4):
        play_round(club, [([a, b], [c, d], "lost")], day=DAY + dt.timedelta(weeks=week), slug=f"week-{week}")
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return players


def shown(client, club, player):
    response = client.get(f"/clubs/{club.slug}/people/{player.pk}/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_page_has_the_rating_the_nemesis_and_the_nights_newest_first(client, club, players):
    a, _b, c, _d = players
    pool = RatingPool.objects.get()
    tournament = Tournament.objects.get(slug="week-3")
    publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)

    page = shown(client, club, a)

    assert f'<a href="/ratings/{pool.pk}/players/{a.pk}/">' in page
    nemesis = page.partition("<dt>Nemesis</dt>")[2]
    assert nemesis.startswith(f' <dd><a href="/ratings/{pool.pk}/players/{c.pk}/">Player 03</a>: 4 tables: 0 won, ')
    assert "Lucky partner" not in page
    nights = [page.index(f">week-{week}</a>") for week in (3, 2, 1, 0)]
    assert nights == sorted(nights)
    newest = page[nights[0] : nights[1]]
    assert '<td class="cell-name">Player 02</td>' in newest
    assert "2 of 2 <span" in newest
    assert page.count("not announced") == 3


def test_winner_has_a_lucky_partner_and_no_nemesis(client, club, players):
    page = shown(client, club, players[2])

    assert "Lucky partner" in page
    assert "Nemesis" not in page


def test_rank_is_that_of_the_newest_publication(client, club, players):
    tournament = Tournament.objects.get(slug="week-0")
    for kind in ("provisional", "final"):
        publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind=kind, now=NOW)
    entry = Entry.objects.get(tournament=tournament, line_up__player=players[0])
    newest = Publication.objects.get(tournament=tournament, number=2)
    rows = [{**row, "rank": "7="} if row["entry"] == entry.pk else row for row in newest.snapshot["rows"]]
    Publication.objects.filter(pk=newest.pk).update(snapshot={**newest.snapshot, "rows": rows})

    page = shown(client, club, players[0])

    assert "7= of 2</td>" in page
    assert "provisional" not in page.partition('id="nights"')[2]


def test_newcomer_has_an_empty_page(client, club):
    page = shown(client, club, make_player(club, "Nguyễn Thị Hoa"))

    assert "<h1>Nguyễn Thị Hoa</h1>" in page
    assert "No night at this club yet." in page


def test_second_record_leads_to_the_one_that_stands_with_the_nights_of_both(client, club, players):
    stands = make_player(club, "Ann Lee")
    Player.objects.filter(pk=players[0].pk).update(merged_into=stands)

    answer = client.get(f"/clubs/{club.slug}/people/{players[0].pk}/")

    assert (answer.status_code, answer.url) == (302, f"/clubs/{club.slug}/people/{stands.pk}/")
    assert shown(client, club, stands).count(">week-") == 4


def test_nobody_is_found_at_another_club_or_once_anonymised(client, club, players):
    other = make_club("spades")
    assert client.get(f"/clubs/{other.slug}/people/{players[0].pk}/").status_code == 404

    Player.objects.filter(pk=players[0].pk).update(anonymised_at=NOW)
    assert client.get(f"/clubs/{club.slug}/people/{players[0].pk}/").status_code == 404


def test_night_of_a_tournament_that_was_taken_out_is_gone(client, club, players):
    Tournament.objects.filter(slug="week-2").update(taken_out_at=NOW)

    assert ">week-2</a>" not in shown(client, club, players[0])


def test_page_asks_as_often_however_many_nights_there_are(client, club, players, django_assert_num_queries):
    path = f"/clubs/{club.slug}/people/{players[0].pk}/"
    client.get(path)
    with django_assert_num_queries(19):
        client.get(path)


def test_entry_leads_to_those_who_play_for_it(client, club, players):
    entry = Entry.objects.get(tournament__slug="week-0", line_up__player=players[0])

    page = client.get(f"/entries/{entry.pk}/").content.decode()

    for player, name in zip(players[:2], ("Player 01", "Player 02"), strict=True):
        assert f'<a href="/clubs/{club.slug}/people/{player.pk}/">All nights of {name}</a>' in page
