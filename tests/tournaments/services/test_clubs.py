from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from tests.concurrency import PATIENCE, run_together, wait_until_blocked
from tests.factories import NOW, make_club, make_user
from tests.snapshots import everything
from tournaments import locks
from tournaments.account_errors import InvitationNotValid
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import LastOrganiser, NameEmpty, RightMissing, ThingNotFound, UnknownTimeZone, ValueRefused
from tournaments.models import AuditEntry, Club, ClubRole
from tournaments.selectors.invitations import open_invitations, path_of
from tournaments.services import clubs
from tournaments.services.invitations import accept_invitation, invite

pytestmark = pytest.mark.django_db


def roles():
    return sorted(ClubRole.objects.values_list("user__username", "role"))


def test_create_club_makes_its_founder_organiser():
    founder = make_user("ona")

    club = clubs.create_club(
        actor=Actor(user_id=founder.pk, address="192.0.2.7"),
        name="  Žaidėjų   klubas ",
        time_zone="Europe/Vilnius",
        now=NOW,
    )

    assert (club.name, club.slug, club.time_zone) == ("Žaidėjų klubas", "zaideju-klubas", "Europe/Vilnius")
    assert roles() == [("ona", "organiser")]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.club_id, entry.user_id, entry.address) == (
        "club.created",
        club.pk,
        founder.pk,
        "192.0.2.7",
    )


@pytest.mark.django_db(transaction=True)
def test_create_club_of_one_name_at_the_same_moment_gives_each_an_address_of_its_own():
    slugs = run_together(4, lambda _index: make_club("Alpha").slug)

    assert sorted(slugs) == ["alpha", "alpha-2", "alpha-3", "alpha-4"]


def test_create_club_gives_each_an_address_of_its_own():
    slugs = [make_club(name).slug for name in ("Łódź Club", "Lodz club", "東京", "東京 2", "x" * 120)]

    assert slugs == ["lodz-club", "lodz-club-2", "club", "2", "x" * 53]


@pytest.mark.parametrize("zone", ["Mars/Base", "europe/vilnius", "Europe", "../etc/passwd", "localtime", ""])
def test_create_club_refuses_what_is_no_time_zone(zone):
    with pytest.raises(UnknownTimeZone):
        clubs.create_club(actor=SYSTEM, name="Club", time_zone=zone, now=NOW)

    assert not Club.objects.exists()


def test_create_club_needs_a_name_and_somebody_who_has_logged_in():
    with pytest.raises(NameEmpty):
        clubs.create_club(actor=SYSTEM, name=" \t", time_zone="UTC", now=NOW)
    with pytest.raises(RightMissing):
        clubs.create_club(actor=Actor(), name="Club", time_zone="UTC", now=NOW)

    assert not Club.objects.exists()


def test_update_club_changes_what_is_given():
    club = make_club("Old", time_zone="UTC")

    clubs.update_club(actor=SYSTEM, club_id=club.pk, time_zone="Pacific/Auckland", now=NOW)

    club.refresh_from_db()
    assert (club.name, club.time_zone, club.slug) == ("Old", "Pacific/Auckland", "old")


def test_grant_role_replaces_the_role_before():
    club, user = make_club(), make_user("jon")

    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="scorer", now=NOW)
    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="director", now=NOW)

    assert roles() == [("jon", "director")]
    latest = AuditEntry.objects.latest("id")
    assert (latest.action, latest.before, latest.after) == ("role.granted", "scorer", "director")


@pytest.mark.parametrize(
    ("role", "known_user", "refusal"),
    [
        pytest.param("king", True, ValueRefused, id="no such role"),
        pytest.param("scorer", False, ThingNotFound, id="no such user"),
    ],
)
def test_grant_role_refuses_what_there_is_not(role, known_user, refusal):
    club, user = make_club(), make_user()

    with pytest.raises(refusal):
        clubs.grant_role(
            actor=SYSTEM, club_id=club.pk, user_id=user.pk if known_user else user.pk + 1, role=role, now=NOW
        )

    assert roles() == []


def test_a_club_keeps_an_organiser():
    user = make_user("ona")
    club = make_club(organiser=user)

    with pytest.raises(LastOrganiser):
        clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, now=NOW)
    with pytest.raises(LastOrganiser):
        clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="scorer", now=NOW)

    assert roles() == [("ona", "organiser")]


def test_organiser_whose_account_was_closed_is_no_other_organiser():
    user, gone = make_user("ona"), make_user("gone")
    club = make_club(organiser=user)
    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=gone.pk, role="organiser", now=NOW)
    gone.is_active = False
    gone.save()
    before = everything()

    with pytest.raises(LastOrganiser):
        clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, now=NOW)

    assert everything() == before
    clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=gone.pk, now=NOW)
    assert roles() == [("ona", "organiser")]


def test_revoke_role_takes_it_away():
    user = make_user()
    club = make_club(organiser=make_user("ona"), scorer=user)

    clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, now=NOW)

    assert roles() == [("ona", "organiser")]
    with pytest.raises(ThingNotFound):
        clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, now=NOW)


def take_away(club, user):
    clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, now=NOW)


def make_less(club, user):
    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="director", now=NOW)


@pytest.mark.parametrize("end", [take_away, make_less])
def test_an_organiser_who_was_one_comes_back_by_no_invitation_they_have_seen(end):
    gone = make_user("ona")
    club, elsewhere = make_club(organiser=gone), make_club("Elsewhere")
    ClubRole.objects.create(club=club, user=make_user("jon"), role="organiser")
    made = [invite(actor=SYSTEM, club_id=one.pk, role="organiser", now=NOW) for one in (club, club, elsewhere)]

    end(club, gone)

    for invitation in made[:2]:
        token = path_of(invitation).split("/")[2]
        with pytest.raises(InvitationNotValid):
            accept_invitation(actor=Actor(user_id=gone.pk), token=token, now=NOW)
    assert [one.invitation for one in open_invitations(elsewhere.pk, now=NOW)] == [made[2]]
    assert AuditEntry.objects.filter(action="invitation.withdrawn").count() == 2


def test_invitations_outlive_a_scorer():
    user = make_user()
    club = make_club(organiser=make_user("ona"), scorer=user)
    made = invite(actor=SYSTEM, club_id=club.pk, role="director", now=NOW)

    take_away(club, user)

    assert [one.invitation for one in open_invitations(club.pk, now=NOW)] == [made]


@pytest.mark.parametrize("role", ["scorer", "director", None])
def test_only_organisers_manage_a_club(role):
    user, victim = make_user(), make_user("victim")
    club = make_club("Old", organiser=victim, **({role: user} if role else {}))
    before = roles()
    actor = Actor(user_id=user.pk)

    for act in (
        lambda: clubs.update_club(actor=actor, club_id=club.pk, name="New", now=NOW),
        lambda: clubs.grant_role(actor=actor, club_id=club.pk, user_id=user.pk, role="organiser", now=NOW),
        lambda: clubs.revoke_role(actor=actor, club_id=club.pk, user_id=victim.pk, now=NOW),
    ):
        with pytest.raises(RightMissing):
            act()

    club.refresh_from_db()
    assert club.name == "Old"
    assert roles() == before


@pytest.mark.django_db(transaction=True)
def test_revoke_role_by_an_organiser_whose_own_role_is_taken_at_the_same_moment_is_refused():
    ona, petras = make_user("ona"), make_user("petras")
    club = make_club(organiser=make_user("zita"))
    for user in (ona, petras):
        clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role="organiser", now=NOW)

    def revoke(actor, other):
        try:
            clubs.revoke_role(actor=Actor(user_id=actor.pk), club_id=club.pk, user_id=other.pk, now=NOW)
        except RightMissing as error:
            return error.code
        finally:
            connection.close()
        return "revoked"

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            locks.lock_club(club.pk)
            asked = [pool.submit(revoke, ona, petras), pool.submit(revoke, petras, ona)]
            wait_until_blocked(2)
        outcomes = [one.result(PATIENCE) for one in asked]

    assert sorted(outcomes) == ["revoked", "rights.missing"]
    assert len(roles()) == 2


@pytest.mark.django_db(transaction=True)
def test_of_the_last_two_organisers_who_leave_at_once_one_stays():
    users = [make_user("ona"), make_user("petras")]
    club = make_club(organiser=users[0])
    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=users[1].pk, role="organiser", now=NOW)

    def leave(index):
        clubs.revoke_role(actor=Actor(user_id=users[index].pk), club_id=club.pk, user_id=users[index].pk, now=NOW)
        return "left"

    assert sorted(run_together(2, leave, refused=LastOrganiser)) == ["club.last_organiser", "left"]
    assert len(roles()) == 1
