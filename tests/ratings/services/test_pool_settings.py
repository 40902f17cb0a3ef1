"""Lists that are opened and set: by whom, what follows, and what is refused."""

from __future__ import annotations

import datetime as dt

import pytest

from gameplay.errors import DomainError, KindUnknown
from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.errors import PoolExists, PoolNotFound
from ratings.models import RatedResult, RatingPool
from ratings.selectors.previews import preview_params
from ratings.services.drain import drain
from ratings.services.pool_settings import change_pool, open_pool
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.concurrency import run_together
from tests.factories import make_user
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_pairs_of, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor, Scope
from tournaments.errors import NameEmpty, ValueRefused
from tournaments.models import AuditEntry, ClubRole

pytestmark = pytest.mark.django_db
MARGIN = {"prior_sigma": 8_750, "margin_cap": 1_000, "margin_unit": 300, "margin_noise": 475}


def opened(club, **changes):
    values = {"kind": "five_hundred", "format_": "partners", "name": "Pairs", "params": {}, **changes}
    club_id = club.pk if club is not None else None
    return open_pool(actor=values.pop("actor", SYSTEM), club_id=club_id, now=NOW, **values)


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def mus(pool):
    return sorted(pool.states.values_list("player_id", "period", "mu"))


def people(club):
    actors = {
        role: Actor(user_id=ClubRole.objects.create(club=club, user=make_user(), role=role).user_id)
        for role in ("scorer", "director", "organiser")
    }
    stranger = make_user()
    ClubRole.objects.create(club=make_club("elsewhere"), user=stranger, role="organiser")
    return {
        "public": Actor(),
        "user": Actor(user_id=make_user().pk),
        "stranger": Actor(user_id=stranger.pk),
        **actors,
        "admin": Actor(user_id=make_user(is_superuser=True).pk, is_admin=True),
        "admin's token for less": Actor(user_id=make_user().pk, is_admin=True, scope=Scope.RUN),
    }


def answer(act, actor):
    try:
        act(actor)
    except DomainError as error:
        return error.code
    return "ok"


def who_is_let_in(act, actors):
    """Return who is let in; whoever is not is told so, and nothing changes by asking."""
    let_in = set()
    for who, actor in actors.items():
        before = everything()
        said = answer(act, actor)
        if said == "ok":
            let_in.add(who)
        else:
            assert (said, everything()) == ("token.scope" if "token" in who else "rights.missing", before)
    return let_in


@pytest.mark.parametrize(
    ("at_club", "let_in"),
    [
        pytest.param(True, {"organiser", "admin"}, id="of a club"),
        pytest.param(False, {"admin"}, id="of all clubs"),
    ],
)
def test_lists_are_opened_and_set_by_organisers_and_those_of_all_clubs_by_admins(at_club, let_in):
    club = make_club()
    actors = people(club)
    there = opened(club if at_club else None, format_="single")

    def open_one(actor):
        opened(club if at_club else None, actor=actor).delete()

    def rename(actor):
        change_pool(actor=actor, pool_id=there.pk, name="Alone", now=NOW)

    assert who_is_let_in(open_one, actors) == let_in
    assert who_is_let_in(rename, actors) == let_in


def test_list_that_is_opened_takes_in_the_results_that_are_there():
    club = make_club()
    play_pairs_of(club, 2)
    play_pairs_of(make_club("spades"), 1)
    bring_up_to_date()

    pool, everywhere = opened(club, params={"prior_mu": 12_000}), opened(None, format_="", name="All clubs")

    assert (pool.dirty_from, everywhere.dirty_from) == (DAY, DAY)
    assert pool.params == Params(version=2, prior_mu=12_000).as_mapping()
    refresh_dirty_pools(now=NOW)
    assert {mu for _, _, mu in mus(pool)} == {12_118, 11_882}
    assert (pool.states.count(), everywhere.states.count()) == (8, 12)
    assert verify_pool(pool_id=pool.pk).is_clean


def test_list_opened_before_any_result_waits_for_none():
    pool = opened(make_club())

    assert (pool.dirty_from, pool.version) == (None, 0)


def test_own_list_of_a_club_that_is_opened_beforehand_is_the_one_that_results_come_to():
    club = make_club()
    pool = opened(club, format_="", name="Thursdays", params={"prior_mu": 13_000})

    play_pairs_of(club, 1)
    bring_up_to_date()

    assert RatingPool.objects.get() == pool
    assert {mu for _, _, mu in mus(pool)} == {13_118, 12_882}


def test_opening_and_changing_are_in_the_log_with_who_and_what():
    club = make_club()
    user = make_user()
    actor = Actor(user_id=user.pk, is_admin=True)
    pool = opened(club, actor=actor)

    change_pool(actor=actor, pool_id=pool.pk, params={"drift": 250}, now=NOW)

    rows = AuditEntry.objects.filter(action__startswith="rating_pool.").order_by("pk")
    assert list(rows.values_list("action", "subject", "club_id", "user_id", "at")) == [
        (action, f"rating pool {pool.pk}", club.pk, user.pk, NOW)
        for action in ("rating_pool.opened", "rating_pool.changed")
    ]
    changed = rows.last()
    assert (changed.before["params"]["drift"], changed.before["params"]["version"]) == (190, 1)
    assert (changed.after["params"]["drift"], changed.after["params"]["version"]) == (250, 2)


def test_change_of_parameters_replays_everything_and_shows_first_what_it_will_do():
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "won", "lost"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(days=7 * week))
    bring_up_to_date()
    pool = RatingPool.objects.get()
    before = mus(pool)
    foreseen = preview_params(pool, Params(prior_sigma=5_000))
    assert mus(pool) == before

    changed = change_pool(actor=SYSTEM, pool_id=pool.pk, params={"prior_sigma": 5_000}, now=NOW)

    assert changed.dirty_from == DAY
    refresh_dirty_pools(now=NOW)
    last = DAY + dt.timedelta(days=14)
    after = {player: mu for player, day, mu in mus(pool) if day == last}
    was = {player: mu for player, day, mu in before if day == last}
    assert {one.player_id: one.change for one in foreseen.moved} == {
        player: after[player] - was[player] for player in was
    }
    assert (foreseen.tables, foreseen.players) == (3, 4)
    assert foreseen.loss_after < foreseen.loss_before
    assert verify_pool(pool_id=pool.pk).is_clean


def test_preview_of_a_list_without_results_is_empty():
    found = preview_params(opened(make_club()), Params(drift=0))

    assert (found.tables, found.players, found.moved, found.loss_before, found.loss_after) == (0, 0, (), None, None)


def test_margins_that_come_to_count_read_the_points_that_were_not_kept():
    club = make_club()
    play_pairs_of(club, 1)
    bring_up_to_date()
    RatedResult.objects.update(points=None)
    pool = RatingPool.objects.get()

    change_pool(actor=SYSTEM, pool_id=pool.pk, params=MARGIN, now=NOW)
    refresh_dirty_pools(now=NOW)

    assert RatedResult.objects.get(is_current=True).points == [40, 30]
    # Ten points are a thirtieth of a logit: 0.0634258 / 2.760647 / 30 logits are 0.27 points.
    assert {mu for _, _, mu in mus(pool)} == {15_003, 14_997}
    assert verify_pool(pool_id=pool.pk).is_clean


@pytest.mark.parametrize(
    "changes",
    [pytest.param({}, id="nothing"), pytest.param({"name": "Five Hundred", "params": {"drift": 190}}, id="same")],
)
def test_change_that_is_none_leaves_everything_as_it_is(changes):
    play_pairs_of(make_club(), 1)
    bring_up_to_date()
    pool = RatingPool.objects.get()
    before = everything()

    change_pool(actor=SYSTEM, pool_id=pool.pk, now=NOW, **changes)

    assert everything() == before


def test_change_of_the_name_replays_nothing():
    play_pairs_of(make_club(), 1)
    bring_up_to_date()

    pool = change_pool(actor=SYSTEM, pool_id=RatingPool.objects.get().pk, name="  Thursdays ", now=NOW)

    assert (pool.name, pool.dirty_from, pool.params["version"]) == ("Thursdays", None, 1)


@pytest.mark.parametrize(
    ("params", "path"),
    [
        pytest.param({"drift": -1}, "drift", id="below what is possible"),
        pytest.param({"prior_mu": 10**9}, "prior_mu", id="above what is possible"),
        pytest.param({"prior_mu": 1500.5}, "prior_mu", id="a fraction"),
        pytest.param({"least_sigma": 9_401}, "least_sigma", id="least above the newcomer's"),
        pytest.param({"margin_unit": 300}, "margin_unit", id="half a margin"),
        pytest.param({"version": 7}, "version", id="the version is counted"),
        pytest.param({"beta": 1}, "beta", id="unknown"),
    ],
)
def test_parameters_that_make_no_sense_are_refused_and_nothing_changes(params, path):
    pool = opened(make_club())
    before = everything()

    with pytest.raises(ValueRefused) as refusal:
        change_pool(actor=SYSTEM, pool_id=pool.pk, params=params, now=NOW)

    assert refusal.value.params["path"] == path
    assert everything() == before


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        pytest.param({"format_": "partners"}, PoolExists, id="there already"),
        pytest.param({"format_": "pairs"}, ValueRefused, id="no such format"),
        pytest.param({"kind": "whist"}, KindUnknown, id="no such game"),
        pytest.param({"format_": "single", "name": " "}, NameEmpty, id="no name"),
    ],
)
@pytest.mark.parametrize("at_club", [True, False])
def test_list_that_cannot_be_opened_is_refused_and_nothing_changes(changes, refusal, at_club):
    club = make_club() if at_club else None
    opened(club)
    before = everything()

    with pytest.raises(refusal):
        opened(club, **changes)

    assert everything() == before


def test_change_of_no_list_is_refused():
    with pytest.raises(PoolNotFound):
        change_pool(actor=SYSTEM, pool_id=99, name="x", now=NOW)


@pytest.mark.django_db(transaction=True)
def test_list_opened_while_rounds_are_taken_in_misses_none_of_them():
    club = make_club()
    players = make_players(club, 8)
    for day in range(6):
        play_round(club, [(players[:2], players[2:4], "won")], day=DAY - dt.timedelta(days=day))

    def act(index):
        if index == 0:
            return str(drain(now=NOW).parked)
        pool = opened(club, format_=["", "partners", "fixed_pairs"][index])
        return str(refresh_dirty_pools(now=NOW) and pool.pk > 0)

    said = run_together(3, act)

    assert said[0] == "0"
    assert sorted(said[1:]) == ["True", "True"]
    refresh_dirty_pools(now=NOW)
    for pool in RatingPool.objects.order_by("pk"):
        assert pool.states.count() == 24
        assert verify_pool(pool_id=pool.pk).is_clean


def test_defaults_of_margins_are_what_the_page_offers():
    assert {**default_params("five_hundred").as_mapping(), **MARGIN} == default_params(
        "five_hundred", by_margin=True
    ).as_mapping()
