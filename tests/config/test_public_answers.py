"""Nobody who has not logged in reads more of a person than the name that the club shows.

Every page that can be reached from the first one, and every address of the API, is asked on a night on which each
personal field holds a mark of its own.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from gameplay.models import HandSubmission
from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import correct_hand, enter, fh_line, play_round
from tests.schema import NUMBERED, READS, fill
from tests.series import make_series
from tournaments.actors import SYSTEM, Actor
from tournaments.models import Membership
from tournaments.names import name_key, sort_key
from tournaments.selectors.tables import get_table
from tournaments.services import (
    absences,
    disputing,
    entries,
    forbidden,
    keeping_apart,
    merging,
    publishing,
    rounds,
    substitutes,
)

pytestmark = pytest.mark.django_db

SHOWN = "Shown Here"
MARKS = {
    "user name": "mark-username",
    "e-mail": "mark-mail@example.org",
    "first name of a user": "Markfirst",
    "last name of a user": "Marklast",
    "address": "203.0.113.77",
    "name at another club": "Mark Elsewhere",
    "name of a merged record": "Mark Merged",
    "reason of a merge": "mark-merge",
    "reason of an absence": "mark-absence",
    "reason of a withdrawal": "mark-withdrawal",
    "reason of a replacement": "mark-replacement",
    "group": "Mark Household",
    "reason of two kept apart": "mark-apart",
    "settled post": "mark-settlement",
}
MOST_PAGES = 200
OF_ROUNDS = ("seating", "seat-slips", "score-sheets")
OF_EVENTS = ("tables", "wall-chart", "guide-cards", "table-cards", "standings")


@pytest.fixture
def night():
    """An evening in its second round, with a mark in every personal field."""
    user = make_user(MARKS["user name"])
    User.objects.filter(pk=user.pk).update(
        email=MARKS["e-mail"], first_name=MARKS["first name of a user"], last_name=MARKS["last name of a user"]
    )
    club, away = make_club("Hearts", organiser=user), make_club("Away")
    actor = Actor(user_id=user.pk, address=MARKS["address"])
    player, merged = make_player(club, SHOWN), make_player(club, MARKS["name of a merged record"])
    name = MARKS["name at another club"]
    Membership.objects.create(
        club=away,
        player=player,
        display_name=name,
        sort_key=sort_key(name),
        name_key=name_key(name),
        joined_date=NOW.date(),
    )
    rules = {"end": "hands", "hands": 2}
    tournament = make_tournament(club, actor=actor, rounds=4, rules=rules, movement="swiss", pairs=5)
    entry = make_entry(tournament, make_partnership(club, merged))
    who = {"actor": actor, "now": NOW}
    on = {"tournament_id": tournament.pk, **who}
    keeping_apart.set_groups_from_text(text=f"{entry.number}: {MARKS['group']}", **on)
    first, second, third, *_more = tournament.entries.order_by("number")
    forbidden.forbid_meeting(entries=(first.pk, second.pk), reason=MARKS["reason of two kept apart"], **on)
    round_ = make_round(tournament)
    play_round(round_)
    table = round_.tables.order_by("number").first()
    correct_hand(
        table_id=table.pk, number=1, record=fh_line(dealer=table.legs.get().game.starters[0], tricks=(9, 1)), **who
    )
    merging.merge_players(
        kept_id=player.pk, merged_id=merged.pk, reason=MARKS["reason of a merge"], now=NOW, actor=SYSTEM
    )
    publishing.publish_standings(kind="provisional", reason="after the first round", **on)
    absences.announce_absence(entry_id=third.pk, round_number=3, reason=MARKS["reason of an absence"], **who)
    entries.replace_player(
        entry_id=first.pk,
        player_out_id=first.line_up.get(place=1).player_id,
        player_in_id=make_player(club, "Sub One").pk,
        reason=MARKS["reason of a replacement"],
        **who,
    )
    running = make_round(tournament)
    table = running.tables.order_by("number").first()
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1, actor=actor)
    seats = get_table(table.pk).seats
    substitutes.substitute_player(
        table_id=table.pk, player_out_id=seats[0].player_id, player_in_id=make_player(club, "Sub Two").pk, **who
    )
    post = HandSubmission.objects.create(
        game=table.legs.get().game,
        number=1,
        submission_id=uuid.uuid4(),
        source="scorer",
        actor=actor.label,
        payload={},
        outcome="conflict",
        received_at=NOW,
    )
    disputing.keep_books(submission_key=post.pk, reason=MARKS["settled post"], **who)
    entries.withdraw_entry(entry_id=second.pk, reason=MARKS["reason of a withdrawal"], **who)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    draft = rounds.start_clock(round_id=running.pk, minutes=30, **who)
    return {
        "series": make_series(club, from_date=dt.date(2026, 1, 1)).slug,
        "slug": tournament.slug,
        "club": club.slug,
        "round_id": draft.pk,
        "draw_id": draft.draws.first().pk,
        "table_id": table.pk,
        "entry_id": entry.pk,
        "player_id": player.pk,
        "pool_id": RatingPool.objects.get().pk,
        "leg": 1,
        "number": 1,
        "kind": "five_hundred",
        "user_id": user.pk,
        "key": "0" * 15,
        "day": NOW.date().isoformat(),
    }


def text_of(answer):
    """Return what an answer says: of a paper, what stands on its pages."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer.get("Content-Type") == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return content.decode()


def crawled(client):
    """Return every page that can be reached from the first one without logging in, by address."""
    waiting, pages = ["/"], {}
    while waiting and len(pages) < MOST_PAGES:
        path = waiting.pop()
        text = text_of(client.get(path))
        pages[path] = text
        for linked in re.findall(r'(?:href|hx-get|src)="(/[^"#]*)', text):
            found = linked.replace("&amp;", "&")
            if found not in pages and found not in waiting and not found.startswith(("/static/", "/api/")):
                waiting.append(found)
    return pages


def marks_in(pages):
    return {(what, path) for path, text in pages.items() for what, mark in MARKS.items() if mark in text}


def test_pages_for_everybody_show_no_more_of_a_person_than_the_name(night):
    pages = crawled(Client())

    assert marks_in(pages) == set()
    assert len(pages) < MOST_PAGES
    # What is looked for could have been found: the pages about this night and this person were among them.
    assert any(SHOWN in text for text in pages.values())
    for path in (
        f"/tournaments/{night['slug']}/",
        f"/tournaments/{night['slug']}/standings/",
        f"/tournaments/{night['slug']}/publications/1/",
        f"/tournaments/{night['slug']}/corrections/",
        f"/entries/{night['entry_id']}/",
        f"/rounds/{night['round_id']}/",
    ):
        assert path in pages, path


def test_pages_that_nothing_links_to_show_no_more_of_a_person_than_the_name(night):
    client = Client()
    slug = night["slug"]
    paths = [
        *(f"/tournaments/{slug}/{name}.csv" for name in ("entries", "standings", "results", "hands")),
        *(f"/tournaments/{slug}/print/{name}{form}" for name in OF_EVENTS for form in ("/", ".pdf")),
        *(f"/rounds/{night['round_id']}/print/{name}{form}" for name in OF_ROUNDS for form in ("/", ".pdf")),
        f"/tournaments/{slug}/hall/",
        f"/tournaments/{slug}/seating/",
        f"/tournaments/{slug}/log/",
        f"/tournaments/{slug}/entries/",
        f"/clubs/{night['club']}/players/",
    ]
    pages = {path: text_of(client.get(path)) for path in paths}

    assert marks_in(pages) == set()
    assert SHOWN in pages[f"/tournaments/{slug}/standings.csv"]
    assert SHOWN in pages[f"/tournaments/{slug}/print/standings.pdf"]


def test_answers_of_the_api_for_everybody_name_no_more_of_a_person_than_the_name(night):
    client = Client()
    pages = {}
    for one in READS:
        [path] = one.values
        address = fill(path, {**dict.fromkeys(NUMBERED, 1), "one": 1, "other": 2, **night})
        pages[address] = client.get(address).content.decode()

    assert marks_in(pages) == set()
    assert SHOWN in pages[f"/api/v1/tournaments/{night['slug']}/standings/"]
    assert SHOWN in pages[f"/api/v1/tournaments/{night['slug']}/entries/"]
