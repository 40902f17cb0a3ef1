"""Results on paper: as they are, as they were published, and read out."""

from __future__ import annotations

import re

import pytest

from tests.factories import NOW, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import correct_hand, fh_line, play_round
from tests.papers import HOSTILE, LONG, UNBROKEN, pages_of, squeezed
from tournaments.actors import SYSTEM
from tournaments.selectors.tables import tables_of_round
from tournaments.services import adjustments, publishing

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club):
    """A tournament of one round, in which everything is played: two pairs won, two lost."""
    tournament = make_tournament(club, rounds=1, rules={"end": "hands", "hands": 2})
    for one, other in ((LONG, UNBROKEN), HOSTILE[:2], HOSTILE[2:4], HOSTILE[4:6]):
        make_entry(tournament, make_partnership(club, make_player(club, one), make_player(club, other)))
    play_round(make_round(tournament))
    return tournament


def publish(tournament, kind="final", reason=""):
    return publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind=kind, reason=reason, now=NOW)


def correct(tournament):
    round_ = tournament.rounds.get()
    table = tables_of_round(round_)[0]
    dealer = table.progress.legs[0].game.starters[0]
    correct_hand(table_id=table.table.pk, number=1, record=fh_line(dealer=dealer, tricks=(0, 10)))


def test_results_say_whether_they_are_final(as_user, played):
    path = f"/tournaments/{played.slug}/print/standings.pdf"
    before = pages_of(as_user().get(path).content)
    publish(played)
    after = pages_of(as_user().get(path).content)

    assert [len(before), len(after)] == [1, 1]
    assert ("provisional," in before[0], "final," in before[0]) == (True, False)
    assert ("provisional," in after[0], "final," in after[0]) == (False, True)


def test_results_that_were_corrected_after_they_were_published_say_so(as_user, played):
    publish(played)
    correct(played)
    said = "Results have been corrected since standings were last published."

    for name in ("standings", "prizes"):
        path = f"/tournaments/{played.slug}/print/{name}"
        assert said in as_user("sam").get(f"{path}/").content.decode()
        assert squeezed(said) in pages_of(as_user("sam").get(f"{path}.pdf").content)[0]


def test_results_tell_penalties_and_why(as_user, played):
    entry = played.entries.order_by("number").first()
    adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=played.pk,
        entry_id=entry.pk,
        metric="points",
        amount=-40,
        reason="#late *twice*",
        now=NOW,
    )

    [page] = pages_of(as_user().get(f"/tournaments/{played.slug}/print/standings.pdf").content)

    assert squeezed("−40 Points") in page
    assert squeezed("#late *twice*") in page


def test_publication_is_printed_as_it_was_published(as_user, played):
    publish(played, reason="$after$ the _recount_")
    path = f"/tournaments/{played.slug}/print/publications/1"

    shown = as_user().get(f"{path}/").content.decode()
    answer = as_user().get(f"{path}.pdf")
    [page] = pages_of(answer.content)

    assert answer["Content-Disposition"] == f'attachment; filename="{played.slug}-standings-1.pdf"'
    assert squeezed("$after$ the _recount_") in page
    assert squeezed("Standings no. 1") in page
    assert squeezed("published 14 March 2026, 20:30, after 1 round") in page
    assert f'href="{path}.pdf"' in shown
    assert f'href="{path}/"' in as_user().get(f"/tournaments/{played.slug}/publications/1/").content.decode()


def test_publication_that_was_corrected_or_replaced_says_so(as_user, played):
    publish(played)
    correct(played)
    path = f"/tournaments/{played.slug}/print/publications/1.pdf"
    [corrected] = pages_of(as_user().get(path).content)
    publish(played, reason="recount")
    [replaced] = pages_of(as_user().get(path).content)

    assert squeezed("nothing newer has been published yet") in corrected
    assert squeezed("Newer standings have been published since.") in replaced


def test_publication_that_is_not_there_is_not_found(as_user, played):
    path = f"/tournaments/{played.slug}/print/publications/7"

    assert [as_user().get(path + form).status_code for form in ("/", ".pdf")] == [404, 404]


def test_prize_list_is_read_from_the_last_place_to_the_first(as_user, played):
    path = f"/tournaments/{played.slug}/print/prizes"
    browser = as_user("sam")

    shown = browser.get(f"{path}/").content.decode()
    [page] = pages_of(browser.get(f"{path}.pdf").content)
    [fewer] = pages_of(browser.get(f"{path}.pdf", {"places": "nonsense"}).content)

    assert re.findall(r"<h2>(.*?)</h2>", shown)[-2:] == ["Place 3, shared by 2", "Place 1, shared by 2"]
    assert re.findall(r"Place\d,sharedby\d", page) == ["Place3,sharedby2", "Place1,sharedby2"]
    assert fewer == page
    assert [name for name in (LONG, UNBROKEN, *HOSTILE[:6]) if squeezed(name) not in page] == []


def test_prize_list_of_many_places_still_is_a_page(as_user, club):
    tournament = make_tournament(club, rounds=1, rules={"end": "hands", "hands": 2})
    for number in range(20):
        names = (f"{LONG[:56]} {number:02}{which}" for which in "AB")
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    play_round(make_round(tournament))

    answer = as_user("dan").get(f"/tournaments/{tournament.slug}/print/prizes.pdf", {"places": 20})

    [page] = pages_of(answer.content)
    assert page.count(squeezed(LONG[:56])) == 40


def test_prize_list_says_when_it_is_too_early(as_user, club):
    tournament = make_tournament(club, pairs=2)
    path = f"/tournaments/{tournament.slug}/print/prizes"

    shown = as_user("sam").get(f"{path}/").content.decode()
    [page] = pages_of(as_user("sam").get(f"{path}.pdf").content)

    assert "No table is complete yet, so nobody has a place." in shown
    assert squeezed("No table is complete yet") in page


@pytest.mark.parametrize("form", ["/", ".pdf"])
def test_prize_list_is_for_those_who_work_at_the_event(as_user, club, form):
    tournament = make_tournament(club, pairs=2)

    assert as_user("stranger").get(f"/tournaments/{tournament.slug}/print/prizes{form}").status_code == 403
