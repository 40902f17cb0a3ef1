"""Ratings follow a merge of two records and its undoing: what is stored is what a whole replay gives, to the bit."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.models import RatedResult, RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.factories import NOW, make_club, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import Round
from tournaments.services import merging

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def play_night(club, day, *pairs):
    tournament = make_tournament(club, rounds=3, rules=ONE_HAND)
    for pair in pairs:
        make_entry(tournament, pair)
    round_ = make_round(tournament)
    Round.objects.filter(pk=round_.pk).update(session_date=NOW.date() + dt.timedelta(days=day))
    play_round(Round.objects.select_related("tournament").get(pk=round_.pk))


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def stored():
    columns = ("player_id", "period", "mu", "sigma", "tables")
    return sorted(RatingState.objects.values_list(*columns))


def rebuilt():
    """Return the states of a whole replay, which are the live ones from then on."""
    rebuild_pool(pool_id=RatingPool.objects.get().pk, now=NOW)
    return stored()


def test_states_after_a_merge_and_after_its_undoing_equal_a_whole_rebuild():
    club = make_club()
    kept, merged = make_player(club, "John Smith"), make_player(club, "J Smith")
    first, second, others = (
        make_partnership(club, kept, make_player(club)),
        make_partnership(club, merged, make_player(club)),
        [make_partnership(club) for _ in range(3)],
    )
    play_night(club, 0, second, others[0])
    play_night(club, 1, first, others[1])
    play_night(club, 2, second, others[2])
    play_night(club, 3, first, others[0])
    bring_up_to_date()
    apart = stored()

    done = merging.merge_players(actor=SYSTEM, kept_id=kept.pk, merged_id=merged.pk, now=NOW)
    bring_up_to_date()
    together = stored()
    is_clean = verify_pool(pool_id=RatingPool.objects.get().pk).is_clean
    rebuilt_together = rebuilt()
    merging.undo_merge(actor=SYSTEM, merge_id=done.pk, now=NOW)
    bring_up_to_date()

    assert together == rebuilt_together
    assert is_clean
    assert {row[0] for row in together} == {row[0] for row in apart} - {merged.pk}
    assert [row[4] for row in together if row[0] == kept.pk] == [1, 2, 3, 4]
    assert stored() == apart
    assert rebuilt() == apart
    assert verify_pool(pool_id=RatingPool.objects.get().pk).is_clean
    assert RatedResult.objects.filter(is_current=True, players__contains=[merged.pk]).count() == 2
