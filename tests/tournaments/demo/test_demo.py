"""The demo club, made once for this module and looked at from all sides."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.utils import timezone

from gameplay.models import HandRecord, HandSubmission
from tournaments.models import AuditEntry, Club, ClubRole, Membership, OutboxEvent, Publication, Round, Tournament
from tournaments.selectors.desk import conflicts_in
from tournaments.selectors.rights import find_link
from tournaments.selectors.tables import tables_of_round
from tournaments.services.demo import DemoClubExists, make_demo_club, welcome_lines

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

NOW = timezone.now()


@pytest.fixture(scope="module", autouse=True)
def _demo_club(django_db_setup, django_db_blocker):  # noqa: ARG001 - asks for the database
    with django_db_blocker.unblock():
        make_demo_club(seed=500, now=NOW)
    yield
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


def test_demo_has_three_finished_tournaments_and_a_running_one():
    played = Tournament.objects.order_by("pk").values_list("name", "kind", "status", "legs")

    assert list(played) == [
        ("Autumn Pairs", "five_hundred", "finished", 1),
        ("Race to 500", "five_hundred", "finished", 1),
        ("Dominoes Night", "fives_threes", "finished", 3),
        ("Club Night", "five_hundred", "running", 1),
    ]
    assert [(row.kind, row.number) for row in Publication.objects.order_by("tournament_id")] == [
        ("final", 1),
        ("final", 1),
        ("final", 1),
        ("provisional", 1),
    ]


def test_demo_evenings_lie_weeks_apart_and_in_the_past():
    evenings = Tournament.objects.order_by("pk").values_list("rounds__session_date", flat=True).distinct()

    assert len(set(evenings)) == 4
    assert NOW.date() - min(evenings) >= dt.timedelta(days=21)
    assert Round.objects.filter(published_at__gt=NOW).count() == 0
    assert HandRecord.objects.filter(created_at__gt=NOW).count() == 0


def test_demo_leaves_the_tables_of_the_last_round_half_entered():
    running = Round.objects.get(status=Round.Status.PUBLISHED)

    assert [table.progress.hands_entered for table in tables_of_round(running)] == [0, 1, 2, 3, 4, 4]
    assert running.tournament.name == "Club Night"
    assert [(conflict.table, conflict.number) for conflict in conflicts_in(running)] == [(2, 1)]


def test_demo_hands_were_all_posted_and_audited():
    actions = Counter(AuditEntry.objects.filter(action__startswith="hand.").values_list("action", flat=True))

    assert actions["hand.recorded"] + actions["hand.corrected"] == HandRecord.objects.count()
    assert HandSubmission.objects.filter(outcome="kept").count() == HandRecord.objects.count()
    assert set(HandSubmission.objects.values_list("source", flat=True)) == {"table_link", "scorer", "director"}
    assert (
        AuditEntry.objects.filter(user=None, link=None).exclude(action__in=["club.created", "role.granted"]).count()
        == 0
    )


def test_demo_tells_the_ratings_of_every_closed_round():
    closed = set(Round.objects.filter(status=Round.Status.CLOSED).values_list("pk", flat=True))

    events = OutboxEvent.objects.filter(topic="round.closed")

    assert {event.payload["round_id"] for event in events} == closed
    assert events.count() == len(closed) == 8


def test_demo_people_are_members_of_a_club_in_vilnius():
    club = Club.objects.get()

    assert (club.name, club.slug, club.time_zone) == ("Demo Club", "demo-club", "Europe/Vilnius")
    assert Membership.objects.filter(club=club).count() == 30
    assert sorted(ClubRole.objects.filter(club=club).values_list("role", flat=True)) == [
        "director",
        "organiser",
        "scorer",
    ]


def test_welcome_lines_give_log_ins_that_work_and_a_link_that_opens():
    lines = welcome_lines()

    log_ins = [re.search(r"as (\S+) with the password (\S+)$", line) for line in lines]
    users = [authenticate(username=found[1], password=found[2]) for found in log_ins if found]
    assert [user.get_username() for user in users] == ["demo-organiser", "demo-director", "demo-scorer"]
    token = re.search(r"/t/(\S+)/$", lines[-1])[1]
    link = find_link(token, now=timezone.now())
    assert (link.table_number, link.tournament.name) == (4, "Club Night")
    assert lines[0] == "Demo Club: /clubs/demo-club/"


def test_welcome_lines_keep_silent_about_a_password_that_was_changed():
    user = ClubRole.objects.get(role="director").user
    user.set_password("another one")
    user.save()

    assert [line for line in welcome_lines() if "demo-director" in line] == []


def test_make_demo_club_refuses_a_second_one_and_changes_nothing():
    before = (AuditEntry.objects.count(), HandRecord.objects.count())

    with pytest.raises(DemoClubExists):
        make_demo_club(seed=1, now=NOW)
    with pytest.raises(CommandError, match="There is a demo club already"):
        call_command("make_demo_club")

    assert (AuditEntry.objects.count(), HandRecord.objects.count()) == before
    assert Club.objects.count() == 1
