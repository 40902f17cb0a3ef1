"""How papers are handed out as files, and to whom."""

from __future__ import annotations

import contextlib
import threading

import pytest

from tests.factories import NOW, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.papers import HOSTILE, pages_of, squeezed
from tournaments.actors import SYSTEM
from tournaments.papers import typesetting
from tournaments.papers.typesetting import TypesetterBusy
from tournaments.services import rounds

pytestmark = pytest.mark.django_db

FOR_EVERYBODY = ("seating", "standings")
OF_ROUNDS = ("seating", "seat-slips", "score-sheets")
OF_EVENTS = ("tables", "wall-chart", "guide-cards", "table-cards", "standings")
PAPERS = (*OF_ROUNDS, *OF_EVENTS)


def addresses(round_):
    slug = round_.tournament.slug
    of_round = {name: f"/rounds/{round_.pk}/print/{name}" for name in OF_ROUNDS}
    return of_round | {name: f"/tournaments/{slug}/print/{name}" for name in OF_EVENTS}


@pytest.mark.parametrize("name", PAPERS)
def test_paper_is_handed_out_as_a_file_with_a_name(as_user, club, link_path, name):
    tournament = make_tournament(club, name='Žiemos "taurė"; 1', pairs=2)
    path = addresses(make_round(tournament))[name]
    link_path()

    answer = as_user("dan").get(f"{path}.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    round_part = "round-1-" if name in OF_ROUNDS else ""
    file_name = {"tables": "table-sheets"}.get(name, name)
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}-{round_part}{file_name}.pdf"'
    assert tournament.slug.isascii()
    assert answer.content.startswith(b"%PDF-")
    assert squeezed(tournament.name) in pages_of(answer.content)[0] or name in ("guide-cards", "table-cards")


@pytest.mark.parametrize("username", [None, "stranger", "sam", "dan"])
def test_paper_is_for_those_who_may_read_its_page(as_user, club, link_path, username):
    paths = addresses(make_round(make_tournament(club, pairs=2)))
    link_path()
    browser = as_user(username)

    pages = {name: browser.get(f"{path}/") for name, path in paths.items()}
    files = {name: browser.get(f"{path}.pdf") for name, path in paths.items()}

    assert {name: answer.status_code for name, answer in files.items()} == {
        name: answer.status_code for name, answer in pages.items()
    }
    readable = {name for name, answer in files.items() if answer.status_code == 200}
    assert (
        readable
        == {
            None: set(FOR_EVERYBODY),
            "stranger": set(FOR_EVERYBODY),
            "sam": set(paths) - {"tables"},
            "dan": set(paths),
        }[username]
    )


def test_each_page_for_paper_links_to_its_file(as_user, club):
    paths = addresses(make_round(make_tournament(club, pairs=2)))
    browser = as_user("dan")

    missing = [
        name for name, path in paths.items() if f'href="{path}.pdf"' not in browser.get(f"{path}/").content.decode()
    ]

    assert missing == []


def test_pages_that_list_the_papers_link_to_the_files_too(as_user, club):
    round_ = make_round(make_tournament(club, pairs=2))
    paths = addresses(round_)
    browser = as_user("dan")

    listed = "".join(
        browser.get(path).content.decode()
        for path in (f"/tournaments/{round_.tournament.slug}/manage/", f"/rounds/{round_.pk}/desk/")
    )

    assert [name for name, path in paths.items() if f'href="{path}.pdf"' not in listed] == []


def test_unchanged_paper_is_not_sent_again(as_user, club):
    round_ = make_round(make_tournament(club, pairs=2))
    path = f"{addresses(round_)['score-sheets']}.pdf"
    browser = as_user("sam")

    first = browser.get(path)
    again = browser.get(path, headers={"if-none-match": first["ETag"]})
    other = browser.get(f"{addresses(round_)['seating']}.pdf", headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200


def test_paper_follows_what_it_says(as_user, club):
    tournament = make_tournament(club, pairs=2)
    browser, path = as_user("sam"), f"/tournaments/{tournament.slug}/print/guide-cards.pdf"

    first = browser.get(path)
    make_entry(tournament, make_partnership(club, make_player(club, "Late Comer")))
    second = browser.get(path, headers={"if-none-match": first["ETag"]})

    assert second.status_code == 200
    assert squeezed("Late Comer") in "".join(pages_of(second.content))


def test_paper_speaks_the_language_of_its_reader(as_user, club):
    path = f"{addresses(make_round(make_tournament(club, pairs=2)))['seating']}.pdf"

    english, other = (as_user().get(path, headers={"accept-language": code}) for code in ("en", "pl"))

    assert english["ETag"] != other["ETag"]


@pytest.mark.parametrize(
    "name", ["seating", "seat-slips", "score-sheets", "wall-chart", "guide-cards", "table-cards", "standings"]
)
def test_names_that_look_like_code_are_printed_as_they_are(as_user, club, name):
    tournament = make_tournament(club, rounds=1)
    names = iter(HOSTILE)
    for one, other in zip(names, names, strict=True):
        make_entry(tournament, make_partnership(club, make_player(club, one), make_player(club, other)))
    path = addresses(make_round(tournament))[name]

    printed = "".join(pages_of(as_user("dan").get(f"{path}.pdf").content))

    assert [one for one in HOSTILE if squeezed(one) not in printed] == []


@pytest.mark.parametrize("name", OF_EVENTS)
def test_paper_of_nobody_is_a_page_that_says_so(as_user, club, name):
    tournament = make_tournament(club)

    [page] = pages_of(as_user("dan").get(f"/tournaments/{tournament.slug}/print/{name}.pdf").content)

    said = {
        "tables": "The links are made when the first round is published.",
        "standings": "Nobody is entered yet.",
    }.get(name, "Nothing is known yet.")
    assert squeezed(said) in page


@pytest.mark.parametrize("name", OF_ROUNDS)
def test_paper_of_a_draft_says_that_it_is_too_early(as_user, club, name):
    tournament = make_tournament(club, pairs=2)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    [page] = pages_of(as_user("dan").get(f"/rounds/{draw.round_id}/print/{name}.pdf").content)

    assert squeezed("There are no tables yet." if name == "score-sheets" else "Nobody is seated yet.") in page


def test_paper_of_no_round_is_not_found(as_user):
    assert [as_user("dan").get(f"/rounds/999999/print/{name}.pdf").status_code for name in OF_ROUNDS] == [404] * 3


def test_whoever_finds_the_typesetter_busy_is_told_to_come_back(as_user, club):
    round_ = make_round(make_tournament(club, pairs=2))
    kept = f"/rounds/{round_.pk}/print/seating.pdf"
    before = as_user().get(kept)
    asked, done = threading.Event(), threading.Event()

    def hold():
        with typesetting.in_turn(wait_seconds=0):
            asked.set()
            done.wait(60)

    def wait():
        with contextlib.suppress(TypesetterBusy), typesetting.in_turn(wait_seconds=60):
            done.wait(60)

    holders = [threading.Thread(target=hold), threading.Thread(target=wait)]
    holders[0].start()
    assert asked.wait(60)
    holders[1].start()
    try:
        answer = as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets.pdf")
        again = as_user().get(kept)
    finally:
        done.set()
        for holder in holders:
            holder.join()

    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    # What everybody may ask for is kept, and needs no typesetter.
    assert (again.status_code, again.content) == (200, before.content)
    assert "Try again in a moment" in answer.content.decode()
    assert as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets.pdf").status_code == 200
