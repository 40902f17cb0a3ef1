from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_player, make_user
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import NamesakesUndecided, NameTooLong, RightMissing, ThingNotFound, ValueRefused
from tournaments.imports import NameLine
from tournaments.models import AuditEntry, BulkAct, Membership, Player
from tournaments.services import players


def lines(*names):
    return [NameLine(number, name) for number, name in enumerate(names, 1)]


def add(club, *names, **more):
    return players.add_players(actor=SYSTEM, club_id=club.pk, lines=lines(*names), now=NOW, **more)


def names(club):
    return list(Membership.objects.filter(club=club).order_by("sort_key", "id").values_list("display_name", flat=True))


@pytest.mark.django_db
def test_add_players_keeps_names_as_written_in_the_order_of_their_alphabet():
    club = make_club()

    outcome = add(club, "Žilvinas Ąžuolas", "Zenon Łoś", "Bob O'Brien", "Nguyễn Văn An", "Smith, Jr")

    assert names(club) == ["Bob O'Brien", "Nguyễn Văn An", "Smith, Jr", "Zenon Łoś", "Žilvinas Ąžuolas"]
    assert outcome.added[0].display_name == "Žilvinas Ąžuolas"
    assert outcome.known == []
    assert Player.objects.count() == 5
    added = [member.player_id for member in outcome.added]
    assert AuditEntry.objects.latest("id").after == {"player_ids": added, "act": BulkAct.objects.get().pk}


@pytest.mark.django_db
def test_add_players_dates_the_membership_in_the_club_s_own_zone():
    club = make_club(time_zone="Pacific/Auckland")

    add(club, "Ann")

    # 18:30 UTC on the 14th is the morning of the 15th in Auckland.
    assert Membership.objects.get().joined_date.isoformat() == "2026-03-15"


@pytest.mark.django_db
def test_add_players_asks_about_namesakes_and_adds_nobody_meanwhile():
    club = make_club()
    ann = make_player(club, "Ann Lee")

    with pytest.raises(NamesakesUndecided) as refused:
        add(club, "Bob", "ann  lee", "Bob")

    assert refused.value.namesakes == [
        {
            "key": "2",
            "line": 2,
            "name": "ann lee",
            "members": [{"player_id": ann.pk, "name": "Ann Lee", "joined_date": "2026-03-14"}],
            "same_as": None,
        },
        {"key": "3", "line": 3, "name": "Bob", "members": [], "same_as": "1"},
    ]
    assert names(club) == ["Ann Lee"]


@pytest.mark.django_db
def test_add_players_goes_by_the_decisions():
    club = make_club()
    ann = make_player(club, "Ann Lee")

    outcome = add(club, "Ann Lee", "Ann Lee", "Bob", "Bob", decisions={"1": ann.pk, "2": "new", "4": "same"})

    assert [member.display_name for member in outcome.added] == ["Ann Lee", "Bob"]
    assert [member.player_id for member in outcome.known] == [ann.pk]
    assert names(club) == ["Ann Lee", "Ann Lee", "Bob"]


@pytest.mark.django_db
def test_add_players_does_not_take_a_player_of_another_club():
    stranger = make_player(make_club("Other"), "Ann Lee")
    club = make_club()

    with pytest.raises(ValueRefused):
        add(club, "Ann Lee", decisions={"1": stranger.pk})

    assert names(club) == []


@pytest.mark.django_db
def test_add_players_refuses_a_name_that_is_too_long_and_adds_nobody():
    club = make_club()

    with pytest.raises(NameTooLong):
        add(club, "Ann", "x" * 121)

    assert names(club) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "may"), [("organiser", True), ("director", True), ("scorer", False), (None, False)])
def test_people_are_added_by_those_who_manage_entries(role, may):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    actor = Actor(user_id=user.pk)

    if may:
        players.add_players(actor=actor, club_id=club.pk, lines=lines("Ann"), now=NOW)
    else:
        with pytest.raises(RightMissing):
            players.add_players(actor=actor, club_id=club.pk, lines=lines("Ann"), now=NOW)

    assert names(club) == (["Ann"] if may else [])


@pytest.mark.django_db
def test_rename_player_changes_the_name_and_its_order_and_keeps_it_out_of_the_log():
    club = make_club()
    player = make_player(club, "Anne Li")
    make_player(club, "Bob")

    players.rename_player(actor=SYSTEM, club_id=club.pk, player_id=player.pk, name="Zoë Li", now=NOW)

    assert names(club) == ["Bob", "Zoë Li"]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.subject, entry.before, entry.after) == (
        "player.renamed",
        f"player {player.pk}",
        None,
        None,
    )


@pytest.mark.django_db
def test_rename_player_asks_before_it_makes_a_namesake():
    club = make_club()
    player = make_player(club, "Anne Li")
    make_player(club, "Ann Lee")

    with pytest.raises(NamesakesUndecided):
        players.rename_player(actor=SYSTEM, club_id=club.pk, player_id=player.pk, name="ANN LEE", now=NOW)
    assert names(club) == ["Ann Lee", "Anne Li"]

    players.rename_player(actor=SYSTEM, club_id=club.pk, player_id=player.pk, name="ANN LEE", is_new=True, now=NOW)
    assert sorted(names(club)) == ["ANN LEE", "Ann Lee"]


@pytest.mark.django_db
def test_rename_player_may_change_the_case_of_a_name():
    club = make_club()
    player = make_player(club, "ann lee")

    players.rename_player(actor=SYSTEM, club_id=club.pk, player_id=player.pk, name="Ann Lee", now=NOW)

    assert names(club) == ["Ann Lee"]


@pytest.mark.django_db
def test_rename_player_knows_only_its_own_club():
    player = make_player(make_club("Other"), "Ann")

    with pytest.raises(ThingNotFound):
        players.rename_player(actor=SYSTEM, club_id=make_club().pk, player_id=player.pk, name="Bob", now=NOW)

    assert Membership.objects.get().display_name == "Ann"


@pytest.mark.django_db(transaction=True)
def test_add_players_at_the_same_moment_adds_a_name_once():
    club = make_club()

    def act(_index):
        add(club, "Ann Lee", "Bob")
        return "added"

    outcomes = run_together(4, act, refused=NamesakesUndecided)

    assert sorted(outcomes) == ["added", *["players.namesakes"] * 3]
    assert names(club) == ["Ann Lee", "Bob"]
