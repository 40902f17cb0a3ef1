from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_player, make_user
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import LinesUnreadable, NamesakesUndecided, PartnersTheSame, RightMissing, ThingNotFound
from tournaments.imports import pair_lines
from tournaments.models import Membership, Partnership
from tournaments.selectors.clubs import partnership_views, partnerships_at
from tournaments.services import partnerships


def form(club, first, second):
    return partnerships.form_partnership(actor=SYSTEM, club_id=club.pk, player_ids=(first.pk, second.pk), now=NOW)


def load(club, text, **more):
    return partnerships.import_partnerships(actor=SYSTEM, club_id=club.pk, lines=pair_lines(text), now=NOW, **more)


def pairs(club):
    return sorted(view.name for view in partnership_views(partnerships_at(club.pk), club.pk))


@pytest.mark.django_db
def test_form_partnership_is_the_same_whoever_is_named_first():
    club = make_club()
    ann, bob, cy = (make_player(club, name) for name in ("Ann", "Bob", "Cy"))

    assert form(club, ann, bob) == form(club, bob, ann)
    form(club, ann, cy)

    assert pairs(club) == ["Ann + Bob", "Ann + Cy"]


@pytest.mark.django_db
def test_form_partnership_needs_two_people_of_the_club():
    club = make_club()
    ann = make_player(club, "Ann")

    with pytest.raises(PartnersTheSame):
        form(club, ann, ann)
    with pytest.raises(ThingNotFound):
        form(club, ann, make_player(make_club("Other"), "Bob"))

    assert not Partnership.objects.exists()


@pytest.mark.django_db
def test_import_partnerships_finds_people_by_name_whatever_the_case():
    club = make_club()
    for name in ("Ann Lee", "Bob O'Brien", "Łukasz Žak"):
        make_player(club, name)

    formed = load(club, "ann lee + Bob  O'Brien\nŁUKASZ ŽAK + Ann Lee\nBob O'Brien + Ann Lee")

    assert pairs(club) == ["Ann Lee + Bob O'Brien", "Ann Lee + Łukasz Žak"]
    assert formed[0] == formed[2]


@pytest.mark.django_db
def test_import_partnerships_says_for_each_line_who_is_unknown():
    club = make_club()
    make_player(club, "Ann")

    with pytest.raises(LinesUnreadable) as refused:
        load(club, "Ann + Bob\nCy + Di")

    assert refused.value.lines == [
        (1, "Bob is not at the club."),
        (2, "Cy is not at the club."),
        (2, "Di is not at the club."),
    ]
    assert pairs(club) == []


@pytest.mark.django_db
def test_import_partnerships_adds_the_unknown_if_it_may():
    club = make_club()
    make_player(club, "Ann")

    load(club, "Ann + Bob\nCy + Di", add_unknown=True)

    assert pairs(club) == ["Ann + Bob", "Cy + Di"]
    assert Membership.objects.filter(club=club).count() == 4


@pytest.mark.django_db
def test_import_partnerships_asks_who_is_meant_and_adds_nobody_meanwhile():
    club = make_club()
    ann, other = make_player(club, "Ann"), make_player(club, "Ann")

    with pytest.raises(NamesakesUndecided) as refused:
        load(club, "Bob + Ann\nBob + Cy", add_unknown=True)

    assert [(name["key"], name["same_as"]) for name in refused.value.namesakes] == [("1.2", None), ("2.1", "1.1")]
    assert [member["player_id"] for member in refused.value.namesakes[0]["members"]] == [ann.pk, other.pk]
    assert Membership.objects.filter(club=club).count() == 2

    formed = load(club, "Bob + Ann\nBob + Cy", add_unknown=True, decisions={"1.2": other.pk, "2.1": "same"})

    assert formed[0].first_id == other.pk
    assert pairs(club) == ["Ann + Bob", "Bob + Cy"]


@pytest.mark.django_db
def test_import_partnerships_refuses_one_person_twice_in_a_line():
    club = make_club()
    make_player(club, "Ann")

    with pytest.raises(LinesUnreadable) as refused:
        load(club, "Ann + Bob\nAnn + ann", add_unknown=True)

    assert refused.value.lines == [(2, "A partnership needs two different players.")]


@pytest.mark.django_db(transaction=True)
def test_import_partnerships_that_is_refused_adds_nobody():
    club = make_club()
    make_player(club, "Ann")

    with pytest.raises(LinesUnreadable):
        load(club, "Ann + Bob\nAnn + ann", add_unknown=True)

    assert Membership.objects.filter(club=club).count() == 1
    assert not Partnership.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["scorer", None])
def test_partnerships_are_formed_by_those_who_manage_entries(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")
    actor = Actor(user_id=user.pk)

    with pytest.raises(RightMissing):
        partnerships.form_partnership(actor=actor, club_id=club.pk, player_ids=(ann.pk, bob.pk), now=NOW)
    with pytest.raises(RightMissing):
        partnerships.import_partnerships(actor=actor, club_id=club.pk, lines=pair_lines("Ann + Bob"), now=NOW)

    assert not Partnership.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_form_partnership_at_the_same_moment_forms_one():
    club = make_club()
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")

    outcomes = run_together(4, lambda index: str(form(club, *((ann, bob) if index % 2 else (bob, ann))).pk))

    assert outcomes == [str(Partnership.objects.get().pk)] * 4
