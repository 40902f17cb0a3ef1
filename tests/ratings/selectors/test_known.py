"""Ratings as the tournaments ask for them, and what they are asked for."""

from __future__ import annotations

import pytest

from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import NOW, make_club, make_player, play_pairs_of
from tournaments import ports
from tournaments.actors import SYSTEM
from tournaments.models import LineUp
from tournaments.services import entries, partner_draws, tournaments
from tournaments.set_up import SetUp

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated():
    """Return a club, four players who have won there and four who have lost."""
    club = make_club()
    _round, players = play_pairs_of(club, 2)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    won = [*players[:2], *players[4:6]]
    return club, won, [player for player in players if player not in won]


def test_ratings_are_those_of_the_game_and_the_club(rated):
    club, won, lost = rated
    newcomer = make_player(club, "Newcomer")
    asked = [player.pk for player in (*won, *lost, newcomer)]

    known = ports.ratings_of("five_hundred", club.pk, asked)

    assert set(known) == set(asked) - {newcomer.pk}
    assert min(known[player.pk] for player in won) > max(known[player.pk] for player in lost)
    assert ports.ratings_of("five_hundred", club.pk, asked[:1]) == {asked[0]: known[asked[0]]}
    assert ports.ratings_of("fives_threes", club.pk, asked) == {}
    assert ports.ratings_of("five_hundred", make_club("spades").pk, asked) == {}


def test_ladders_pair_the_stronger_half_with_the_other(rated):
    club, won, lost = rated
    set_up = SetUp(name="Draw night", kind="five_hundred", entry_kind="player", rounds=3, seed=4)
    night = tournaments.create_tournament(actor=SYSTEM, club_id=club.pk, set_up=set_up, now=NOW)
    people = [player.pk for player in (*lost, *won)]
    entries.admit_players(actor=SYSTEM, tournament_id=night.pk, player_ids=people, now=NOW)

    drawn = partner_draws.draw_pairs(actor=SYSTEM, tournament_id=night.pk, by="ladders", now=NOW)

    strong = {player.pk for player in won}
    pairs = [set(LineUp.objects.filter(entry=entry).values_list("player_id", flat=True)) for entry in drawn]
    assert [len(pair & strong) for pair in pairs] == [1, 1, 1, 1]
