"""What is promised on one page is on one page, and everybody who is promised is on it."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_round, make_tournament
from tests.papers import LONG, UNBROKEN, count_of, pages_of, squeezed
from tournaments.actors import SYSTEM
from tournaments.services import entries
from tournaments.web import prints, result_prints

pytestmark = pytest.mark.django_db

PEOPLE = 66
HANDS = 12


def long_names(count):
    """Return names of sixty letters, every third of them without a space."""
    return [f"{UNBROKEN[:58] if number % 3 == 0 else LONG[:57]} {number:02}"[-60:] for number in range(count)]


def make_evening(club, names, **settings):
    rules = {"end": "hands", "hands": HANDS}
    tournament = make_tournament(club, name=UNBROKEN, entry_kind="player", **{"rules": rules, **settings})
    entries.admit_text(actor=SYSTEM, tournament=tournament, text="\n".join(names), add_unknown=True, now=NOW)
    return tournament, make_round(tournament)


def test_papers_of_sixty_six_people_with_names_of_sixty_letters(as_user, club, link_path):
    names = long_names(PEOPLE)
    tournament, round_ = make_evening(club, names, rounds=5, movement="individual")
    link_path()
    browser = as_user("dan")
    tables = round_.tables.count()

    files = {
        name: browser.get(f"/rounds/{round_.pk}/print/{name}.pdf").content
        for name in ("seating", "seat-slips", "score-sheets")
    } | {
        name: browser.get(f"/tournaments/{tournament.slug}/print/{name}.pdf").content
        for name in ("tables", "wall-chart", "standings", "guide-cards")
    }

    assert {name: count_of(pdf) for name, pdf in files.items()} == {
        "seating": 1,
        "seat-slips": 7,
        "score-sheets": tables,
        "tables": tables,
        "wall-chart": 1,
        "standings": 1,
        "guide-cards": 9,
    }
    for name in ("seating", "seat-slips", "wall-chart", "standings"):
        printed = "".join(pages_of(files[name]))
        assert [one for one in names if squeezed(one) not in printed] == [], name


def test_slips_say_where_to_go_with_whom_and_against_whom(as_user, club):
    _tournament, round_ = make_evening(club, ["Ann Lee", "Bob O'Brien", "Cy Fox", "Dan Roe"])
    by_seat = {seat.label: seat.player_name for seat in prints.get_standing_round(round_.pk).tables[0].seats}

    [page] = pages_of(as_user("sam").get(f"/rounds/{round_.pk}/print/seat-slips.pdf").content)
    shown = as_user("sam").get(f"/rounds/{round_.pk}/print/seat-slips/").content.decode()

    others = squeezed(f"with {by_seat['S']}")
    assert squeezed(f"{by_seat['N']} Table 1, North") + others in page
    assert page.count("against") == 4
    assert shown.count('class="slip"') == 4
    assert "Table 1, North" in shown


def test_slip_of_somebody_without_a_table_says_so(as_user, club):
    _tournament, round_ = make_evening(club, ["Ann", "Bob", "Cy", "Dan", "Eve"], movement="individual")

    [page] = pages_of(as_user("sam").get(f"/rounds/{round_.pk}/print/seat-slips.pdf").content)

    assert page.count("sitsout") == 1


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_score_sheet_has_a_box_to_tick_and_a_row_for_each_hand_on_one_page(as_user, club, size):
    _tournament, round_ = make_evening(club, long_names(size), table_size=size)

    [page] = pages_of(as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets.pdf").content)

    assert "Agreed" in page
    assert all(squeezed(name) in page for name in long_names(size))
    assert page.count(squeezed("Signed for")) == {3: 3, 4: 2, 5: 5, 6: 2}[size]


@pytest.mark.parametrize(("size", "hands", "needed"), [(4, 20, 1), (4, 40, 1), (5, 20, 1), (5, 40, 2)])
def test_score_sheet_of_many_hands(as_user, club, size, hands, needed):
    _tournament, round_ = make_evening(club, long_names(size), table_size=size, rules={"end": "hands", "hands": hands})

    answer = as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets.pdf")

    assert count_of(answer.content) == needed


def test_table_cards_are_at_most_a_page_each(as_user, club):
    tournament, _round = make_evening(club, long_names(16), rounds=7, movement="individual")

    pages = pages_of(as_user("sam").get(f"/tournaments/{tournament.slug}/print/table-cards.pdf").content)

    assert len(pages) <= 4
    assert all(squeezed(name) in "".join(pages) for name in long_names(16))


def test_papers_of_a_large_event_come_in_parts(as_user, club):
    people = prints.SHEETS_IN_PART * 2 + 2
    tournament = make_tournament(club, people=people, rounds=1, table_size=2, kind="fives_threes", movement="swiss")
    round_ = make_round(tournament)
    path = f"/rounds/{round_.pk}/print/score-sheets"

    first, second = (as_user("dan").get(f"{path}.pdf", {"part": part}) for part in (1, 2))
    shown = as_user("dan").get(f"{path}/", {"part": 2}).content.decode()

    assert [count_of(answer.content) for answer in (first, second)] == [prints.SHEETS_IN_PART, 1]
    assert second["Content-Disposition"].endswith('-score-sheets-2.pdf"')
    assert f'href="{path}.pdf?part=2"' in shown


def test_standings_of_more_lines_than_a_page_holds_repeat_their_head(as_user, club):
    tournament = make_tournament(club, people=80)

    pages = pages_of(as_user().get(f"/tournaments/{tournament.slug}/print/standings.pdf").content)

    assert len(pages) == 2
    assert all("RankPlayer" in page for page in pages)
    assert result_prints.LINES_IN_PART >= 80
