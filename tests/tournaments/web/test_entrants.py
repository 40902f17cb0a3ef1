"""Pages call those who take part what they are."""

from __future__ import annotations

import html
import re

import pytest
from django.utils import translation

from tests.factories import NOW, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import Entry, Tournament
from tournaments.services import entries, publishing, rounds
from tournaments.web.entrants import entrant_words

pytestmark = pytest.mark.django_db

PAIR = re.compile(r"\bpairs?\b", re.IGNORECASE)


def words_of(answer) -> str:
    """Return what a page says, without its tags."""
    assert answer.status_code == 200
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def pages_of(tournament: Tournament) -> list[str]:
    """Return all pages of a tournament whose second round is a draft, for organiser and public."""
    slug = tournament.slug
    played, draft = tournament.rounds.order_by("number")
    table, entry = played.tables.first().pk, Entry.objects.filter(tournament=tournament).first().pk
    return [
        f"/rounds/{draft.pk}/desk/",
        f"/rounds/{played.pk}/desk/",
        f"/rounds/{played.pk}/",
        f"/tables/{table}/desk/",
        f"/tables/{table}/legs/1/hands/1/view/",
        f"/tables/{table}/legs/1/hands/1/correct/",
        f"/entries/{entry}/",
        f"/entries/{entry}/withdraw/",
        f"/entries/{entry}/replace/",
        f"/rounds/{played.pk}/print/seating/",
        f"/rounds/{played.pk}/print/score-sheets/",
        *(
            f"/tournaments/{slug}/{page}"
            for page in (
                "",
                "manage/",
                "entries/",
                "seating/",
                "standings/",
                "hall/",
                "publications/",
                "publications/1/",
                "links/",
                "print/tables/",
                "print/standings/",
            )
        ),
    ]


@pytest.fixture
def with_a_draft(club):
    """Return what makes a tournament with a round that is played and published, and a draft for the next."""

    def make(**settings) -> Tournament:
        tournament = make_tournament(club, rules={"end": "hands", "hands": 1}, rounds=3, **settings)
        play_round(make_round(tournament))
        publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
        return tournament

    return make


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"people": 3, "table_size": 2}, id="two"),
        pytest.param({"people": 4, "table_size": 3}, id="three"),
        pytest.param({"people": 5, "table_size": 4}, id="four"),
        pytest.param({"people": 7, "table_size": 6}, id="six"),
    ],
)
def test_no_page_of_individuals_speaks_of_pairs(as_user, with_a_draft, settings):
    tournament = with_a_draft(**settings)
    browser = as_user("olga")

    said = {path: words_of(browser.get(path)) for path in pages_of(tournament)}

    assert {path: PAIR.findall(words) for path, words in said.items() if PAIR.search(words)} == {}
    assert "A sit-out is worth the player's own average" in said[f"/tournaments/{tournament.slug}/standings/"]
    assert "Withdraw the player" in next(words for path, words in said.items() if path.endswith("/withdraw/"))


def test_pages_of_pairs_speak_of_pairs(as_user, with_a_draft):
    tournament = with_a_draft(pairs=3)
    browser = as_user("olga")

    said = {path: words_of(browser.get(path)) for path in pages_of(tournament)}

    slug = tournament.slug
    assert "Pairs: 3" in said[f"/tournaments/{slug}/"]
    for page in ("standings/", "publications/1/", "print/standings/"):
        assert re.search(r"Rank\s+Pair\s", said[f"/tournaments/{slug}/{page}"])
    [draft] = [words for path, words in said.items() if "the draw" in words and path.startswith("/rounds/")]
    assert "The number of pairs is odd" in draft


@pytest.mark.parametrize(
    ("settings", "here"),
    [({"pairs": 1}, "1 pair is here."), ({"people": 4}, "4 players are here."), ({"pairs": 2}, "2 pairs are here.")],
)
def test_sentences_count(settings, here):
    tournament = make_tournament(**settings)
    count = Entry.objects.filter(tournament=tournament).count()

    with translation.override("en-gb"):
        assert entrant_words(tournament.entry_kind).here % {"count": count} == here


def test_entry_withdrawn_is_asked_back_by_its_own_word(as_user, club):
    tournament = make_tournament(club, people=2, table_size=2)
    entry = Entry.objects.first()
    browser = as_user("dan")
    entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)

    assert "The player is drawn again from the next draw on." in words_of(browser.get(f"/entries/{entry.pk}/withdraw/"))
    assert tournament.entry_kind == "player"
