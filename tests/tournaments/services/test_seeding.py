"""Entries seeded by the ratings of today."""

from __future__ import annotations

import pytest

from ratings.engine.defaults import default_params
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import PairState, RatingPool, RatingState
from tests.factories import NOW, make_tournament
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.errors import NobodyRated, SeedsFixed, TournamentFinished
from tournaments.models import AuditEntry, BulkAct, Draw, Entry, LineUp, Tournament
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.draws import plan_again
from tournaments.selectors.seeding import seeding_of
from tournaments.services import rounds
from tournaments.services.seeding import seed_by_rating
from tournaments.services.undoing import undo_act
from tournaments.undo_errors import BuiltOn

pytestmark = pytest.mark.django_db
TWO_HANDS = {"end": "hands", "hands": 2}


def make_night(pairs=4, **settings):
    return make_tournament(pairs=pairs, rules=TWO_HANDS, **{"movement": "swiss", "rounds": 3, **settings})


def rate(tournament, mu, *, kind="five_hundred"):
    """Give the players of each entry, by number, these means in 0.1 point; None leaves one unrated."""
    pool = RatingPool.objects.create(
        kind=kind,
        club=tournament.club,
        name="Five Hundred",
        params=default_params(kind).as_mapping(),
        engine_version=ENGINE_VERSION,
        created_at=NOW,
    )
    for number, means in mu.items():
        players = LineUp.objects.filter(entry__tournament=tournament, entry__number=number).order_by("place")
        for line, mean in zip(players, means, strict=True):
            if mean is not None:
                RatingState.objects.create(
                    pool=pool,
                    generation=1,
                    player_id=line.player_id,
                    period=NOW.date(),
                    mu=mean,
                    sigma=7_000,
                    tables=30,
                )


def seeds(tournament):
    return list(Entry.objects.filter(tournament=tournament).order_by("number").values_list("seed_rating", flat=True))


def seed(tournament):
    return seed_by_rating(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def test_bonus_of_partners_is_added_to_the_sum_of_the_two():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_110], 2: [15_204, 15_206]})
    pool = RatingPool.objects.get()
    RatingPool.objects.update(params=pool.params | {"bonus_sigma": 6_000})
    values = {"period": NOW.date(), "sigma": 4_000, "tables": 9}
    for number, bonus in ((1, 322), (3, 900)):
        low, high = sorted(
            LineUp.objects.filter(entry__tournament=tournament, entry__number=number).values_list(
                "player_id", flat=True
            )
        )
        PairState.objects.create(pool=pool, generation=1, first_id=low, second_id=high, mu=bonus, **values)

    seed(tournament)

    # (1500 + 1511 + 32) / 2, and a pair that has none yet; of the third nobody is rated.
    assert seeds(tournament) == [1522, 1521, None, None]


def test_entries_are_given_the_mean_of_their_players_if_all_are_rated():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_110], 2: [15_204, 15_206], 3: [16_000, None]})

    act = seed(tournament)

    assert seeds(tournament) == [1506, 1521, None, None]
    assert (act.kind, act.count) == ("seeded", 2)
    assert AuditEntry.objects.get(action="tournament.seeded").after == {"rated": 2, "act": act.pk}
    assert [(one.number, one.rating) for one in seeding_of(tournament).seeds] == [
        (2, 1521),
        (1, 1506),
        (3, None),
        (4, None),
    ]
    assert seeding_of(tournament).is_open


def test_whoever_lost_the_rating_loses_the_seed_and_undoing_brings_it_back():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_000]})
    Entry.objects.filter(tournament=tournament, number=2).update(seed_rating=1700)

    act = seed(tournament)

    assert seeds(tournament) == [1500, None, None, None]
    undo_act(actor=SYSTEM, act_id=act.pk, now=NOW)
    assert seeds(tournament) == [None, 1700, None, None]


def test_seeding_again_by_the_same_ratings_is_no_act():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_000]})
    seed(tournament)
    before = everything()

    assert seed(tournament) is None
    assert everything() == before


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_nobody_rated_in_the_game_is_refused(kind):
    tournament = make_night()
    rate(tournament, {1: [15_000, None]} if kind == "five_hundred" else {1: [15_000, 15_000]}, kind=kind)
    before = everything()

    with pytest.raises(NobodyRated):
        seed(tournament)

    assert everything() == before


def test_once_a_round_is_drawn_the_seeds_stay_and_the_draw_can_be_made_again():
    tournament = make_night(movement="knockout", movement_options={"seeding": "rating"})
    rate(tournament, {number: [16_000 - 300 * number] * 2 for number in range(1, 5)})
    act = seed(tournament)
    number_of = dict(Entry.objects.values_list("pk", "number"))
    drawn = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, seed=5, now=NOW)
    before = everything()

    with pytest.raises(SeedsFixed):
        seed(tournament)
    with pytest.raises(BuiltOn) as found:
        undo_act(actor=SYSTEM, act_id=act.pk, now=NOW)

    assert everything() == before
    assert [one["detail"] for one in found.value.since] == ["Round 1 was drawn by these ratings."]
    assert not seeding_of(tournament).is_open
    plan = round_from_json("pairs", drawn.plan)
    assert plan_again(tournament, Draw.objects.get()) == plan
    meetings = {frozenset(number_of[entry] for entry in table.entrants) for table in plan.tables}
    assert meetings == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_finished_tournament_is_not_seeded():
    tournament = make_night()
    rate(tournament, {1: [15_000, 15_000]})
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)

    with pytest.raises(TournamentFinished):
        seed(tournament)

    assert (seeds(tournament), BulkAct.objects.filter(kind="seeded").count()) == ([None] * 4, 0)
    assert not seeding_of(Tournament.objects.get(pk=tournament.pk)).is_open
