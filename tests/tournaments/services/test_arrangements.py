"""Who keeps a table, and who fills in for the house."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_entry, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, TournamentFinished, ValueRefused
from tournaments.models import AuditEntry, RoundEntry, Stage, Tournament
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.services import arrangements, entries

pytestmark = pytest.mark.django_db

HANDS = {"end": "hands", "hands": 2}


def arrange(tournament, *, staying=(), house=None, actor=SYSTEM):
    return arrangements.arrange(actor=actor, tournament_id=tournament.pk, staying=staying, house=house, now=NOW)


def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def test_who_stays_keeps_one_table_in_every_round():
    tournament = make_tournament(pairs=6, rules=HANDS, rounds=4)
    stays = ids(tournament)[4]
    arrange(tournament, staying=[stays])

    tables = set()
    for _ in range(4):
        round_ = play_round(make_round(tournament))
        tables.add(round_.tables.get(seats__entry_id=stays, seats__index__lte=1).number)

    assert tables == {1}


def test_the_house_plays_only_where_one_is_missing():
    tournament = make_tournament(pairs=5, rules=HANDS, rounds=4)
    house = ids(tournament)[4]
    arrange(tournament, house=house)

    first = play_round(make_round(tournament))
    assert not RoundEntry.objects.filter(round=first, entry_id=house).exists()
    assert not RoundEntry.objects.filter(round=first, role="sit_out").exists()
    make_entry(tournament)
    second = play_round(make_round(tournament))
    assert RoundEntry.objects.filter(round=second, entry_id=house, role="seated").exists()
    assert not RoundEntry.objects.filter(round=second, role="sit_out").exists()


def test_the_house_can_withdraw():
    tournament = make_tournament(pairs=5, rules=HANDS, rounds=4)
    house = ids(tournament)[4]
    arrange(tournament, house=house)
    entries.withdraw_entry(actor=SYSTEM, entry_id=house, reason="", now=NOW)

    assert make_round(tournament).tables.count() == 2


def test_arrange_leaves_a_trail():
    tournament = make_tournament(pairs=3)
    one, two, three = ids(tournament)

    arranged = arrange(tournament, staying=[two, one, two], house=three)

    assert arranged == arrangements_of(tournament) == Arrangements((two, one), three)
    row = AuditEntry.objects.get(action="tournament.arranged")
    assert (row.before, row.after) == ({"staying": [], "house": None}, {"staying": [two, one], "house": three})


def test_arrange_refuses_entries_of_another_tournament_and_changes_nothing():
    tournament, other = make_tournament(pairs=2), make_tournament(pairs=2)
    before = Stage.objects.get(tournament=tournament).settings

    with pytest.raises(ValueRefused):
        arrange(tournament, staying=ids(other))
    with pytest.raises(ValueRefused):
        arrange(tournament, house=ids(other)[0])

    assert Stage.objects.get(tournament=tournament).settings == before
    assert not AuditEntry.objects.filter(action="tournament.arranged").exists()


def test_arrange_is_for_directors_of_tournaments_that_go_on():
    tournament = make_tournament(pairs=2)

    with pytest.raises(RightMissing):
        arrange(tournament, actor=Actor(user_id=make_user().pk))
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        arrange(tournament)
    assert arrangements_of(tournament) == Arrangements()
