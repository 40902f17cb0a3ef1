"""The demo club: made by playing whole evenings through the services, so that every fact in it came about as one does.

``make_demo_club`` makes it, ``welcome_lines`` says how to look at it.
"""

from __future__ import annotations

import datetime as dt
import random
from base64 import b32encode
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.crypto import salted_hmac

from gameplay.errors import StateConflict, gettext_noop
from tournaments.actors import SYSTEM, Actor
from tournaments.imports import NameLine
from tournaments.models import Club, ClubRole, Round, Table
from tournaments.selectors.links import links_of
from tournaments.services.clubs import create_club, grant_role
from tournaments.services.demo.evenings import EVENINGS, Evening
from tournaments.services.demo.people import NAMES
from tournaments.services.demo.playing import Crew, play_evening
from tournaments.services.players import add_players

NAME = "Demo Club"
SLUG = "demo-club"
TIME_ZONE = "Europe/Vilnius"
ROLES = (ClubRole.Role.ORGANISER, ClubRole.Role.DIRECTOR, ClubRole.Role.SCORER)
FIRST_DEAL = dt.time(18, 30)
RUNNING_SINCE = dt.timedelta(minutes=70)


class DemoClubExists(StateConflict):
    """The demo club is made once."""

    code = "demo.exists"
    template = gettext_noop("There is a demo club already.")


def make_demo_club(*, seed: int, now: dt.datetime) -> Club:
    """Make the demo club with its people, three finished tournaments and one that is running.

    Many transactions, one a fact, as in a real season; equal seeds play equal hands. Raises DemoClubExists.
    """
    if (
        Club.objects.filter(slug=SLUG).exists()
        or get_user_model().objects.filter(username=_username(ROLES[0])).exists()
    ):
        raise DemoClubExists
    founded = now - dt.timedelta(days=60)
    club = create_club(actor=SYSTEM, name=NAME, time_zone=TIME_ZONE, now=founded)
    organiser, director, scorer = (_hire(club, role, now=founded) for role in ROLES)
    lines = [NameLine(line, name) for line, name in enumerate(NAMES, start=1)]
    add_players(actor=organiser, club_id=club.pk, lines=lines, now=founded)
    chance = random.Random(seed)  # noqa: S311 - a demo needs no secrets
    for evening in EVENINGS:
        play_evening(evening, club, Crew(organiser, director, scorer), begin=_begin(evening, now), chance=chance)
    return club


def welcome_lines() -> list[str]:
    """Return the log-ins that still hold, the pages to look at, and a table link, with paths in place of addresses.

    Empty if there is no demo club.
    """
    club = Club.objects.filter(slug=SLUG).first()
    if club is None:
        return []
    lines = [f"{club.name}: /clubs/{club.slug}/"]
    users = get_user_model().objects.filter(username__in=[_username(role) for role in ROLES])
    for user in users.order_by("pk"):
        password = _password(user.get_username())
        if user.check_password(password):
            lines.append(f"  log in at /login/ as {user.get_username()} with the password {password}")
    return lines + _table_links(club, timezone.now())


def _table_links(club: Club, now: dt.datetime) -> list[str]:
    """Return the link of the last table that is still in play."""
    tables = Table.objects.filter(round__tournament__club=club, round__status=Round.Status.PUBLISHED)
    table = tables.filter(status=Table.Status.IN_PLAY).select_related("round__tournament").order_by("-pk").first()
    if table is None:
        return []
    tournament = table.round.tournament
    return [
        f"  {tournament.name}, table {link.table_number} on a phone, without an account: {link.path}"
        for link in links_of(SYSTEM, tournament, now=now)
        if link.table_number == table.number
    ]


def _hire(club: Club, role: ClubRole.Role, *, now: dt.datetime) -> Actor:
    username = _username(role)
    user = get_user_model().objects.create_user(username=username, password=_password(username))
    grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role=role.value, now=now)
    return Actor(user_id=user.pk)


def _username(role: ClubRole.Role) -> str:
    return f"demo-{role.value}"


def _password(username: str) -> str:
    """Return the password of a demo account: another one in every installation, and the same at every start."""
    letters = b32encode(salted_hmac("tournaments.demo", username, algorithm="sha256").digest()).decode().lower()
    return "-".join((letters[:4], letters[4:8], letters[8:12]))


def _begin(evening: Evening, now: dt.datetime) -> dt.datetime:
    if evening.is_running:
        return now - RUNNING_SINCE
    zone = ZoneInfo(TIME_ZONE)
    day = now.astimezone(zone).date() - dt.timedelta(days=evening.days_ago)
    return dt.datetime.combine(day, FIRST_DEAL, zone)
