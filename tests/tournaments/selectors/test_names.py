"""Names as those who manage entries read them, where two people have the same one."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import NOW, make_club, make_player
from tournaments.actors import SYSTEM
from tournaments.imports import NameLine
from tournaments.namesakes import NEW
from tournaments.selectors.names import told_apart
from tournaments.services import players

pytestmark = pytest.mark.django_db


def test_told_apart_names_the_day_only_where_two_have_a_name_and_the_record_where_the_day_is_the_same():
    club = make_club()
    alone, old = make_player(club, "Ada Moss"), make_player(club, "Anna Nowak")
    later = players.add_players(
        actor=SYSTEM,
        club_id=club.pk,
        lines=[NameLine(1, "anna NOWAK"), NameLine(2, "Bob Fox"), NameLine(3, "Bob Fox")],
        decisions={"1": NEW, "3": NEW},
        now=NOW + dt.timedelta(days=400),
    ).added
    anna, *bobs = (member.player_id for member in later)

    assert told_apart([alone.pk, old.pk, anna, *bobs], club.pk) == {
        alone.pk: "Ada Moss",
        old.pk: "Anna Nowak (at the club since 14 March 2026)",
        anna: "anna NOWAK (at the club since 18 April 2027)",
        **{bob: f"Bob Fox (#{bob})" for bob in bobs},
    }
    assert told_apart([old.pk], club.pk) == {old.pk: "Anna Nowak"}
