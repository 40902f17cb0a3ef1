import pytest

from ratings.engine.params import Params
from ratings.models import (
    PairState,
    PublishedList,
    PublishedRating,
    RatedResult,
    RatingCheck,
    RatingPool,
    RatingRebuild,
)
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.rebuild_jobs import ask_rebuild
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import check_pools
from tests.ratings.factories import NOW, make_club, play_pairs_of
from tournaments.actors import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("model", "query"),
    [
        pytest.param(RatingPool, "Hearts", id="pools"),
        pytest.param(RatedResult, "hearts", id="results"),
        pytest.param(PairState, "Player 01", id="states of pairs"),
        pytest.param(RatingRebuild, "Hearts", id="rebuilds"),
        pytest.param(RatingCheck, "Hearts", id="checks"),
        pytest.param(PublishedList, "Hearts", id="lists"),
        pytest.param(PublishedRating, "Player 01", id="lines"),
    ],
)
def test_admin_shows_and_searches_and_changes_nothing(admin_client, model, query):
    play_pairs_of(make_club(), 1)
    drain(now=NOW)
    RatingPool.objects.update(params=Params(bonus_sigma=6_000).as_mapping())
    refresh_dirty_pools(now=NOW)
    check_pools(now=NOW)
    ask_rebuild(actor=SYSTEM, pool_id=RatingPool.objects.get().pk, now=NOW)
    publish_list(actor=SYSTEM, pool_id=RatingPool.objects.get().pk, now=NOW)
    base = f"/admin/ratings/{model._meta.model_name}/"
    row = model.objects.order_by("pk").first()
    before = list(model.objects.order_by("pk").values())

    assert admin_client.get(base, {"q": query}).status_code == 200
    assert admin_client.get(f"{base}{row.pk}/change/").status_code == 200
    assert admin_client.get(f"{base}add/").status_code == 403
    assert admin_client.post(f"{base}{row.pk}/change/", {}).status_code == 403
    assert admin_client.post(f"{base}{row.pk}/delete/", {"post": "yes"}).status_code == 403

    assert list(model.objects.order_by("pk").values()) == before
