"""What search engines and messengers are told, and that nothing private is among it."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import play_round
from tests.series import make_series
from tournaments.models import ClubRole, Tournament

pytestmark = pytest.mark.django_db

NOINDEX = '<meta name="robots" content="noindex">'


@pytest.fixture
def club():
    return make_club()


def test_sitemap_has_clubs_and_what_was_played(client, club):
    played, idle, gone = (make_tournament(club, name=name, pairs=2) for name in ("Played", "Idle", "Gone"))
    for tournament in (played, gone):
        play_round(make_round(tournament))
    Tournament.objects.filter(pk=gone.pk).update(taken_out_at=NOW)
    series = make_series(club)

    answer = client.get("/sitemap.xml")

    text = answer.content.decode()
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml")
    assert f"<loc>http://testserver/clubs/{club.slug}/</loc>" in text
    assert f"/tournaments/{played.slug}/standings/</loc><lastmod>" in text
    assert f"<loc>http://testserver/series/{series.slug}/</loc>" in text
    assert idle.slug not in text
    assert gone.slug not in text


def test_robots_are_shown_the_sitemap_and_kept_from_tables(client):
    answer = client.get("/robots.txt")

    lines = answer.content.decode().splitlines()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert {"User-agent: *", "Disallow: /t/", "Disallow: /api/", "Sitemap: http://testserver/sitemap.xml"} <= set(lines)


def test_public_page_has_a_card_and_may_be_indexed(client, club):
    tournament = make_tournament(club, name='Tom\'s "big" night <3', pairs=2)
    play_round(make_round(tournament))

    page = client.get(f"/tournaments/{tournament.slug}/standings/?page=2").content.decode()

    assert NOINDEX not in page
    assert '<meta property="og:title" content="Tom&#x27;s &quot;big&quot; night &lt;3">' in page
    assert f'<link rel="canonical" href="http://testserver/tournaments/{tournament.slug}/standings/">' in page
    assert f"At {club.name}: the standings, and how each rank came about." in page
    picture = page.partition('<meta property="og:image" content="http://testserver')[2].partition('"')[0]
    assert picture.endswith(".png")


@pytest.mark.parametrize("path", ["/login/", "/clubs/new/", "/tournaments/{slug}/manage/", "/tournaments/{slug}/log/"])
def test_page_for_the_people_of_a_club_is_not_indexed(client, club, path):
    tournament = make_tournament(club, pairs=2)
    user = make_user("olga")
    ClubRole.objects.create(club=club, user=user, role="organiser")
    if path != "/login/":
        client.force_login(user)

    answer = client.get(path.format(slug=tournament.slug))

    assert answer.status_code == 200
    assert NOINDEX in answer.content.decode()
