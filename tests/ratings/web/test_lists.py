import datetime as dt

import pytest

from ratings.models import PublishedList, RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.pool_settings import change_pool
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import make_user
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    play_pairs_of,
    play_round,
    tables_of,
)
from tournaments.actors import SYSTEM
from tournaments.models import ClubRole

pytestmark = pytest.mark.django_db


def bring_up_to_date(now=NOW):
    drain(now=now)
    refresh_dirty_pools(now=now)
    return RatingPool.objects.order_by("pk").first()


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def in_words(page):
    """Return a page as text without line breaks or tags."""
    return " ".join("".join(part.partition(">")[2] for part in page.split("<")).split())


@pytest.fixture
def corrected():
    """A pool with two lists: after the first an old result is corrected, and another evening is played."""
    club = make_club()
    players = make_players(club, 6)
    round_ = play_round(club, [(players[:2], players[2:4], "won")])
    play_round(club, [([players[0], players[4]], [players[2], players[5]], "won")], day=DAY + dt.timedelta(days=1))
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(days=1))
    later = NOW + dt.timedelta(days=8)
    play_round(club, [(players[:2], players[2:4], "won")], day=later.date())
    correct_hand(tables_of(round_)[0], "lost", reason="Sides <swapped> on the sheet", now=later)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later)
    return pool, players, round_


def test_live_ratings_and_published_lists_lead_to_each_other(client, corrected):
    pool, _, _ = corrected
    live = shown(client, f"/ratings/{pool.pk}/")
    index = shown(client, f"/ratings/{pool.pk}/lists/")

    assert f'<a href="/ratings/{pool.pk}/" aria-current="page">Live</a>' in live
    assert f'<a href="/ratings/{pool.pk}/lists/">Published lists</a>' in live
    assert f'<a href="/ratings/{pool.pk}/">Live</a>' in index
    assert index.index("No. 2, as of 22 March 2026") < index.index("No. 1, as of 15 March 2026")


def test_list_shows_what_play_and_what_corrections_moved_and_why(client, corrected):
    pool, players, round_ = corrected

    page = shown(client, f"/ratings/{pool.pk}/lists/2/")

    words = in_words(page)
    night = round_.tournament.name
    assert f"[1] {night}, round 1, table 1, 14 March 2026: has another result" in words
    assert "before: Player 01 + Player 02 beat Player 03 + Player 04" in words
    assert "after: Player 03 + Player 04 beat Player 01 + Player 02" in words
    assert "hand 1 corrected: “Sides &lt;swapped&gt; on the sheet” 22 March 2026, 21:00 · by the director" in words
    assert f'<a href="/tournaments/{round_.tournament.slug}/corrections/">{night}</a>' in page
    lines = {line.player_id: line for line in PublishedList.objects.get(number=2).lines.all()}
    for player in players[:4]:
        assert lines[player.pk].by_correction
    # Once in its column and once under the name, of which a page shows the one that fits.
    assert page.count('href="#correction-1"') == 2 * 4
    # Those who only met others that had been rated otherwise.
    others = [line for line in lines.values() if line.player_id in {players[4].pk, players[5].pk}]
    assert page.count('<span class="mark quiet"') == 2 * sum(line.by_correction != 0 for line in others) == 4


def test_list_is_the_same_page_after_a_correction_and_another_list(client):
    round_, _ = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    before = shown(client, f"/ratings/{pool.pk}/lists/1/")

    correct_hand(tables_of(round_)[0], "lost", now=NOW + dt.timedelta(hours=1))
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=1))

    assert shown(client, f"/ratings/{pool.pk}/lists/1/") == before
    assert "1511.8" in before


def test_first_list_says_nothing_of_a_list_before(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    words = in_words(shown(client, f"/ratings/{pool.pk}/lists/1/"))

    assert "It is the first one." in words
    assert "1511.8 ± 93" in words
    assert "Corrections" not in words


def test_results_that_came_late_by_the_dozen_are_one_line(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    others = make_players(pool.club, 16)
    tables = [(others[4 * at : 4 * at + 2], others[4 * at + 2 : 4 * at + 4], "won") for at in range(4)]
    archive = play_round(pool.club, tables, day=DAY - dt.timedelta(days=30))
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=1))

    page = shown(client, f"/ratings/{pool.pk}/lists/2/")

    where = f"{archive.tournament.name}, 4 tables, 12 February 2026 \N{EN DASH} 12 February 2026"
    assert f"[1\N{EN DASH}4] {where}: came in after the list before" in in_words(page)
    assert all(f'id="correction-{number}"' in page for number in (1, 2, 3, 4))


def test_organiser_publishes_by_a_button_and_others_see_none(client):
    club = make_club()
    play_pairs_of(club, 1)
    pool = bring_up_to_date()
    path = f"/ratings/{pool.pk}/lists/"
    assert "<form" not in shown(client, path).partition("<main")[2].partition("</main>")[0]
    user = make_user()
    ClubRole.objects.create(club=club, user=user, role="organiser")
    client.force_login(user)
    assert "Publish a list now" in shown(client, path)

    first = client.post(path, follow=True)
    again = client.post(path, follow=True)

    assert first.redirect_chain == again.redirect_chain == [(f"{path}1/", 302)]
    assert "Published as list 1." in first.content.decode()
    assert "Nothing is new since list 1." in again.content.decode()
    assert PublishedList.objects.count() == 1


def test_publishing_by_a_stranger_is_refused_and_changes_nothing(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    client.force_login(make_user())

    response = client.post(f"/ratings/{pool.pk}/lists/")

    assert response.status_code == 403
    assert not PublishedList.objects.exists()


@pytest.mark.parametrize("path", ["lists/2/", f"lists/{10**30}/"])
def test_a_list_that_is_not_there_is_a_page_that_says_so(client, path):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    response = client.get(f"/ratings/{pool.pk}/{path}")

    assert response.status_code == 404
    assert "There is no published list of that number." in response.content.decode()


def test_list_says_with_which_new_parameters_its_earlier_days_were_calculated_again(client):
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    change_pool(actor=SYSTEM, pool_id=pool.pk, params={"prior_sigma": 12_050, "bonus_sigma": 6_000}, now=NOW)
    later = NOW + dt.timedelta(hours=1)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later)

    page = shown(client, f"/ratings/{pool.pk}/lists/2/")
    body = client.get(f"/api/v1/ratings/pools/{pool.pk}/lists/2/").json()

    assert (
        "New parameters (version 2): A newcomer&#x27;s margin: 94 → 120.5; Bonus of partners: how far: 0 → 60. "
        "Earlier days were calculated again with them; what that moved stands under corrections."
    ) in in_words(page)
    # Once in its column and once under the name, of all who were moved.
    assert page.count('<a class="mark" href="#recalculated"') == 2 * len(players)
    assert page.count("[version 2]") == 2 * len(players)
    assert {line.by_correction != 0 for line in PublishedList.objects.get(number=2).lines.all()} == {True}
    assert body["recalculated"] == {
        "version": 2,
        "changed": [
            {"name": "prior_sigma", "before": 9_400, "after": 12_050},
            {"name": "bonus_sigma", "before": 0, "after": 6_000},
        ],
        "engine_version": 1,
        "has_other_engine": False,
    }
    assert "recalculated" not in shown(client, f"/ratings/{pool.pk}/lists/1/")
    assert client.get(f"/api/v1/ratings/pools/{pool.pk}/lists/1/").json()["recalculated"] is None


def test_parameters_that_were_changed_and_changed_back_are_no_reason(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    for sigma in (12_000, 9_400):
        change_pool(actor=SYSTEM, pool_id=pool.pk, params={"prior_sigma": sigma}, now=NOW)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=1))

    page = shown(client, f"/ratings/{pool.pk}/lists/2/")

    assert "New parameters" not in page
    assert {line.by_correction for line in PublishedList.objects.get(number=2).lines.all()} == {0}


def test_list_says_that_another_engine_calculated_it(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    RatingPool.objects.update(engine_version=0)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=1))

    page = in_words(shown(client, f"/ratings/{pool.pk}/lists/2/"))

    assert "A new way of calculating (version 0). Earlier days were calculated again" in page
