"""Records of people merged or forgotten while others enter them, or bring a file that names them.

Each test stops the first of two at a table that it writes to late, holding its locks, until the second waits too.
"""

from __future__ import annotations

import pytest

from tests.concurrency import PATIENCE, one_after_the_other, run_together, stopped_at
from tests.factories import NOW, make_club, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.files import file_of_another_club
from tests.hands import enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.errors import ThingNotFound
from tournaments.models import Club, Entry, LineUp, Membership, Occupancy, Player, PlayerMerge
from tournaments.people_errors import PeopleChanged, PlayerMerged, PlayerStillPlays
from tournaments.selectors.tables import get_table
from tournaments.services import anonymising, entries, merging
from tournaments.services.importing import import_file

pytestmark = pytest.mark.django_db(transaction=True)

MERGES = "tournaments_playermerge"


def merge(kept: Player, merged: Player) -> PlayerMerge:
    return merging.merge_players(actor=SYSTEM, kept_id=kept.pk, merged_id=merged.pk, now=NOW)


def anonymise(player: Player) -> Player:
    return anonymising.anonymise_player(actor=SYSTEM, player_id=player.pk, typed=str(player.pk), now=NOW)


def admit(night_id: int, player: Player) -> list[Entry]:
    return entries.admit_players(actor=SYSTEM, tournament_id=night_id, player_ids=[player.pk], now=NOW)


def bring(content: bytes) -> object:
    return import_file(actor=SYSTEM, content=content, now=NOW)


def test_merge_that_waits_for_an_entry_takes_it_along():
    club = make_club()
    kept, merged = make_player(club), make_player(club)
    night = make_tournament(club, entry_kind="player")

    one_after_the_other(lambda: admit(night.pk, merged), lambda: merge(kept, merged)).result(PATIENCE)

    assert Entry.objects.get().player_id == LineUp.objects.get().player_id == kept.pk


def test_entry_that_waits_for_a_merge_finds_the_record_gone():
    club = make_club()
    kept, merged = make_player(club), make_player(club)
    night = make_tournament(club, entry_kind="player")

    entering = one_after_the_other(lambda: merge(kept, merged), lambda: admit(night.pk, merged))

    with pytest.raises(ThingNotFound):
        entering.result(PATIENCE)
    assert not Entry.objects.exists()


def test_hand_is_entered_while_a_merge_is_at_work():
    club = make_club()
    kept, merged = make_player(club), make_player(club)
    playing = make_tournament(club)
    make_entry(playing, make_partnership(club, merged))
    make_entry(playing)
    table = make_round(playing).tables.get()
    dealer = get_table(table.pk).next_hand.starter

    with stopped_at(MERGES, lambda: merge(kept, merged)) as begun:
        entered = run_together(1, lambda _: str(enter(table, fh_line(dealer=dealer), number=1).is_repeat))
    begun[0].result(PATIENCE)

    assert entered == ["False"]
    assert Occupancy.objects.filter(player=kept, is_current=True).count() == 1
    assert not Occupancy.objects.filter(player=merged).exists()


def test_merge_by_two_at_once_merges_once():
    club = make_club()
    kept, merged = make_player(club), make_player(club)

    second = one_after_the_other(lambda: merge(merged, kept), lambda: merge(kept, merged))

    with pytest.raises(PlayerMerged):
        second.result(PATIENCE)
    assert PlayerMerge.objects.get().kept_id == merged.pk


def test_forgetting_that_waits_for_an_entry_finds_that_the_player_plays():
    club = make_club()
    player = make_player(club)
    night = make_tournament(club, entry_kind="player")

    forgetting = one_after_the_other(lambda: admit(night.pk, player), lambda: anonymise(player))

    with pytest.raises(PlayerStillPlays):
        forgetting.result(PATIENCE)
    assert Player.objects.get().anonymised_at is None


def test_file_that_waits_for_a_name_to_be_forgotten_brings_no_name():
    player = make_player(make_club(), "Ona Petraitė")
    content = file_of_another_club(player)

    one_after_the_other(lambda: anonymise(player), lambda: bring(content)).result(PATIENCE)

    names = Membership.objects.values_list("display_name", flat=True)
    assert list(names) == [f"Player {player.pk}"] * 2
    assert "Petraitė" not in str(everything())


def test_forgetting_that_waits_for_a_file_looks_again_at_the_clubs():
    player = make_player(make_club(), "Ona Petraitė")
    content = file_of_another_club(player)

    forgetting = one_after_the_other(lambda: bring(content), lambda: anonymise(player))

    with pytest.raises(PeopleChanged):
        forgetting.result(PATIENCE)
    assert Player.objects.get().anonymised_at is None
    anonymise(player)
    assert "Petraitė" not in str(everything())


def test_merge_that_waits_for_a_file_looks_again_at_the_clubs():
    club = make_club()
    kept, merged = make_player(club), make_player(club)
    content = file_of_another_club(merged)

    merging_them = one_after_the_other(lambda: bring(content), lambda: merge(kept, merged))

    with pytest.raises(PeopleChanged):
        merging_them.result(PATIENCE)
    assert not PlayerMerge.objects.exists()
    assert not Player.objects.exclude(merged_into=None).exists()


def test_file_that_waits_for_a_merge_is_refused_and_brings_the_record_that_stands_the_next_time():
    club = make_club()
    kept, merged = make_player(club), make_player(club)
    names = dict(Membership.objects.values_list("player_id", "display_name"))
    content = file_of_another_club(merged)

    bringing = one_after_the_other(lambda: merge(kept, merged), lambda: bring(content))

    with pytest.raises(PeopleChanged):
        bringing.result(PATIENCE)
    assert Club.objects.get() == club
    bring(content)
    assert list(Membership.objects.exclude(club=club).values_list("player_id", "display_name")) == [
        (kept.pk, names[merged.pk])
    ]
