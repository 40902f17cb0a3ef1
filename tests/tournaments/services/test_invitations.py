from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_user
from tests.snapshots import everything
from tournaments.account_errors import (
    InvitationNotValid,
    InvitationOver,
    PasswordWeak,
    UsernameRefused,
    UsernameTaken,
)
from tournaments.actors import SYSTEM, Actor, Scope
from tournaments.errors import ScopeTooNarrow, ValueRefused
from tournaments.models import AuditEntry, ClubRole, Invitation
from tournaments.selectors.invitations import open_invitations, path_of
from tournaments.services import invitations

pytestmark = pytest.mark.django_db

WEEK = dt.timedelta(days=7)


def invite(club=None, role="director", **more):
    club = club or make_club()
    return invitations.invite(actor=SYSTEM, club_id=club.pk, role=role, now=NOW, **more)


def token_of(invitation):
    return path_of(invitation).split("/")[2]


def sign_up(token, username="ona", password="a long enough one", now=NOW):
    return invitations.sign_up_by_invitation(
        token=token, username=username, password=password, address="192.0.2.7", now=now
    )


def roles():
    return sorted(ClubRole.objects.values_list("user__username", "role"))


def test_invitation_makes_an_account_with_its_role_and_says_so_in_the_log():
    club = make_club()
    made = invite(club, note=" Ona ")

    user = sign_up(token_of(made), username=" ona ")

    assert user.check_password("a long enough one")
    assert (user.is_staff, user.is_superuser) == (False, False)
    assert roles() == [("ona", "director")]
    assert open_invitations(club.pk, now=NOW) == []
    rows = AuditEntry.objects.filter(action__startswith="invitation.").order_by("pk")
    assert [(row.action, row.user_id, row.address, row.after) for row in rows] == [
        ("invitation.made", None, None, "director"),
        ("invitation.accepted", user.pk, "192.0.2.7", "director"),
    ]


@pytest.mark.parametrize(
    ("held", "offered", "after"),
    [(None, "scorer", "scorer"), ("scorer", "organiser", "organiser"), ("organiser", "scorer", "organiser")],
)
def test_invitation_gives_a_user_its_role_and_takes_no_higher_one(held, offered, after):
    user = make_user("ona")
    club = make_club(**({held: user} if held else {}))
    made = invite(club, role=offered)

    invitations.accept_invitation(actor=Actor(user_id=user.pk), token=token_of(made), now=NOW)

    assert roles() == [("ona", after)]


def used(made):
    sign_up(token_of(made), username="first")
    return token_of(made), NOW


def withdrawn(made):
    invitations.withdraw_invitation(actor=SYSTEM, invitation_id=made.pk, now=NOW)
    return token_of(made), NOW


@pytest.mark.parametrize(
    "spoil",
    [
        used,
        withdrawn,
        lambda made: (token_of(made), NOW + WEEK),
        lambda made: (token_of(made)[:-1] + "=", NOW),
        lambda made: (f"{made.pk}-", NOW),
        lambda _made: ("9" * 30 + "-x", NOW),
        lambda _made: ("", NOW),
    ],
    ids=["used", "withdrawn", "run out", "another signature", "no signature", "a number too large", "nothing"],
)
def test_invitation_that_is_not_good_opens_nothing(spoil):
    token, now = spoil(invite())
    user = make_user()
    before = everything()

    with pytest.raises(InvitationNotValid):
        sign_up(token, now=now)
    with pytest.raises(InvitationNotValid):
        invitations.accept_invitation(actor=Actor(user_id=user.pk), token=token, now=now)

    assert everything() == before
    assert not User.objects.filter(username="ona").exists()


@pytest.mark.parametrize(
    ("username", "password", "refused"),
    [
        ("JON", "a long enough one", UsernameTaken),
        ("o na", "a long enough one", UsernameRefused),
        (" ", "a long enough one", UsernameRefused),
        ("o" * 151, "a long enough one", UsernameRefused),
        ("ona", "short", PasswordWeak),
        ("ona", "password", PasswordWeak),
        ("ona", "1234567890123", PasswordWeak),
    ],
)
def test_account_that_cannot_be_leaves_the_invitation_open(username, password, refused):
    make_user("jon")
    made = invite()
    before = everything()

    with pytest.raises(refused):
        sign_up(token_of(made), username=username, password=password)

    assert everything() == before
    assert sign_up(token_of(made)).username == "ona"


@pytest.mark.parametrize("wrong", [{"role": "king"}, {"note": "x" * 81}])
def test_invitation_needs_a_role_and_a_short_note(wrong):
    with pytest.raises(ValueRefused):
        invite(**wrong)
    assert not Invitation.objects.exists()


def test_invitation_is_withdrawn_once():
    made = invite()
    withdrawn(made)
    before = everything()

    with pytest.raises(InvitationOver):
        withdrawn(made)
    assert everything() == before


def test_narrow_token_accepts_no_invitation():
    made, user = invite(), make_user()
    before = everything()

    with pytest.raises(ScopeTooNarrow):
        invitations.accept_invitation(actor=Actor(user_id=user.pk, scope=Scope.RUN), token=token_of(made), now=NOW)
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_of_several_who_open_an_invitation_at_once_one_is_let_in():
    token = token_of(invite())

    answers = run_together(
        4, lambda index: "in" if sign_up(token, username=f"user-{index}") else "", refused=InvitationNotValid
    )

    assert sorted(answers) == ["in", *["invitation.not_valid"] * 3]
    assert User.objects.count() == ClubRole.objects.count() == 1
