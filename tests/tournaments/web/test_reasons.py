"""Whoever types a reason that everybody will read is told so under the field, and nobody else is."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import enter, fh_line, play_out
from tournaments.actors import SYSTEM
from tournaments.services import adjustments

pytestmark = pytest.mark.django_db

SAID = "Everybody can read this."


@pytest.fixture
def table(club):
    """A table in play, with a hand, of a round in which a third pair sits out."""
    tournament = make_tournament(club, pairs=3, rounds=3, rules={"end": "hands", "hands": 2}, agreement="hand")
    table = make_round(tournament).tables.get()
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)
    return table


def test_reasons_that_public_pages_show_say_so(as_user, table):
    browser, tournament = as_user("dan"), table.round.tournament
    seated = table.seats.first().entry_id
    penalty = adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=seated,
        metric="points",
        amount=-5,
        reason="late",
        now=NOW,
    )
    hand = [table.pk, 1, 1]
    pages = {
        reverse("hand-correct", args=hand): 1,
        reverse("hand-rule", args=hand): 1,
        reverse("table-rule", args=[table.pk]): 1,
        reverse("table-substitute", args=[table.pk]): 1,
        reverse("round-reseat", args=[table.round_id]): 1,
        reverse("round-sit-out", args=[table.round_id]): 1,
        reverse("round-take-back", args=[table.round_id]): 1,
        reverse("entry-wrong-player", args=[seated]): 1,
        reverse("entry-withdraw", args=[seated]): 1,
        reverse("tournament-penalties", args=[tournament.slug]): 2,
        reverse("penalty-take-back", args=[penalty.pk]): 1,
        reverse("publications", args=[tournament.slug]): 1,
    }

    told = {path: browser.get(path).content.decode() for path in pages}

    assert {path: page.count(SAID) for path, page in told.items()} == pages
    # The sentence has an id, and the field names it for those who have it read to them.
    assert {path: page.count('_public"') for path, page in told.items()} == {path: 2 * n for path, n in pages.items()}


def test_reason_of_a_round_that_is_closed_all_the_same_says_so(as_user, table):
    browser, desk = as_user("dan"), reverse("round-desk", args=[table.round_id])

    in_play = browser.get(desk).content.decode()
    play_out(table)
    not_agreed = browser.get(desk).content.decode()

    for page in (in_play, not_agreed):
        assert (page.count(SAID), page.count('close-reason_public"')) == (1, 2)


def test_reasons_that_only_the_log_keeps_say_nothing(as_user, table):
    browser, tournament = as_user("olga"), table.round.tournament
    late = make_entry(tournament)
    idle = table.round.round_entries.get(role="sit_out").entry_id
    paths = [
        reverse("table-desk", args=[table.pk]),
        reverse("entry-replace", args=[late.pk]),
        reverse("entry-away", args=[late.pk]),
        reverse("entry-withdraw", args=[idle]),
        reverse("round-add-table", args=[table.round_id]),
        reverse("tournament-arrangements", args=[tournament.slug]),
        reverse("tournament-unseal", args=[tournament.slug]),
    ]

    pages = {path: browser.get(path) for path in paths}

    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(paths, 200)
    assert {path: "eason" in page.content.decode() for path, page in pages.items()} == dict.fromkeys(paths, True)
    assert {path: SAID in page.content.decode() for path, page in pages.items()} == dict.fromkeys(paths, False)
