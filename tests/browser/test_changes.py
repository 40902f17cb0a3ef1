"""The director changes rounds and drafts in a browser: every page fits, and what was chosen is done."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import NOW, PEOPLE, log_in
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import enter, fh_line, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Club, Round, Table, Tournament
from tournaments.selectors.tables import get_table
from tournaments.services import forbidden, rounds, rulings, substitutes

pytestmark = pytest.mark.django_db(transaction=True)


def make_evening(club: Club) -> Tournament:
    """Return an evening of five pairs with one round closed."""
    tournament = make_tournament(club, name="The long night", rounds=4, rules={"end": "hands", "hands": 2})
    for names in PEOPLE:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    play_round(make_round(tournament))
    return tournament


def in_play(tournament: Tournament) -> Round:
    """Put the second round into play: a hand at table 1, a substitute there, and table 2 decided."""
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    view = get_table(first.pk)
    enter(first, fh_line(dealer=view.next_hand.starter), number=1)
    substitutes.substitute_player(
        actor=SYSTEM,
        table_id=first.pk,
        player_out_id=view.seats[0].player_id,
        player_in_id=make_player(tournament.club, "Ona Onaitė").pk,
        now=NOW,
    )
    rulings.rule_table(
        actor=SYSTEM,
        table_id=second.pk,
        kind="forfeit",
        entry_id=get_table(second.pk).seats[0].entry_id,
        reason="The last bus goes at nine.",
        now=NOW,
    )
    return round_


def take_picture(page: Page, name: str, size: dict[str, int]) -> int:
    """Keep a picture of a page and return how much wider it is than the window."""
    page.screenshot(path=SHOTS / f"changes-{name}-{size['width']}.png", full_page=True)
    return int(page.evaluate("document.documentElement.scrollWidth")) - size["width"]


@pytest.fixture
def club():
    return make_club("Hearts and Bones", organiser=make_user("olga", password="a long enough one"))


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_every_page_for_changes_fits_its_width(window, club, size):
    tournament = make_evening(club)
    round_ = in_play(tournament)
    table = round_.tables.order_by("number").first()
    late = [make_entry(tournament) for _ in range(2)]
    entry = get_table(table.pk).seats[1].entry_id
    page = window(size=size)
    log_in(page, "olga")
    pages = {
        "desk": f"/rounds/{round_.pk}/desk/",
        "table": f"/tables/{table.pk}/desk/",
        "decided": f"/tables/{round_.tables.get(number=2).pk}/desk/",
        "ruling": f"/tables/{table.pk}/ruling/",
        "substitute": f"/tables/{table.pk}/substitute/",
        "withdraw": f"/entries/{entry}/withdraw/",
        "away": f"/entries/{late[0].pk}/away/",
        "add-table": f"/rounds/{round_.pk}/tables/add/",
        "seats": f"/rounds/{round_.pk}/seats/",
        "time": f"/rounds/{round_.pk}/time/",
        "sit-out": f"/rounds/{round_.pk}/sit-outs/",
        "take-back": f"/rounds/{round_.pk}/take-back/",
        "round": f"/rounds/{round_.pk}/",
        "entries": f"/tournaments/{tournament.slug}/entries/",
        "arrangements": f"/tournaments/{tournament.slug}/arrangements/",
    }
    too_wide = {}

    for name, path in pages.items():
        answer = page.goto(path)
        beyond = take_picture(page, name, size)
        if beyond > 0 or answer.status != 200:
            too_wide[name] = (answer.status, beyond)

    assert too_wide == {}


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_wrong_seats_are_mended_after_a_look_at_what_changes(window, club, size):
    tournament = make_evening(club)
    round_ = tournament.rounds.get()
    page = window(size=size)
    log_in(page, "olga")
    page.goto(f"/rounds/{round_.pk}/desk/")
    page.get_by_role("link", name="Somebody sat in the wrong place").click()

    page.get_by_label("Who sat in the wrong place?").select_option(index=1)
    page.get_by_label("In whose place?").select_option(index=2)
    page.get_by_label("Reason").fill("North and East were swapped on the sheet")
    page.get_by_role("button", name="See what changes").click()

    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    assert take_picture(page, "seats-preview", size) <= 0
    page.get_by_role("button", name="Yes, they sat so").click()
    expect(page.get_by_text("The seats are mended.")).to_be_visible()
    assert round_.changes.get().kind == "reseated"


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_draft_is_changed_with_the_keyboard_alone(window, club, size):
    tournament = make_evening(club)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    apart = [table["seats"]["NS"] for table in draft.plan["tables"]]
    forbidden.forbid_meeting(actor=SYSTEM, tournament_id=tournament.pk, entries=apart, now=NOW)
    draft = rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, now=NOW)
    [out], sits = draft.plan["out"], draft.plan["tables"][0]["seats"]["EW"]
    page = window(size=size)
    log_in(page, "olga")
    page.goto(f"/rounds/{draft.round_id}/desk/")

    page.get_by_label("And who?").select_option(str(sits))
    page.get_by_label("Who?", exact=True).select_option(str(out))
    page.get_by_label("Who?", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("has asked to sit out")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Here is the changed draw.")).to_be_visible()
    expect(page.get_by_text("Changed by olga.")).to_be_visible()
    assert take_picture(page, "draft", size) <= 0
    changed = draft.round.draws.get(number=3)
    assert changed.plan["out"] == [sits]


def test_round_is_taken_back_and_drawn_again(window, club):
    tournament = make_evening(club)
    round_ = in_play(tournament)
    page = window(size=PHONE)
    log_in(page, "olga")
    page.goto(f"/rounds/{round_.pk}/desk/")

    page.get_by_role("link", name="Take the round back").click()
    expect(page.get_by_text("1 hand", exact=True)).to_be_visible()
    page.get_by_label("Reason").fill("Two pairs were not on the list")
    page.get_by_label("Type the number of the round to confirm").fill("2")
    page.get_by_role("button", name="Take the round back").click()
    page.get_by_role("button", name="Draw round 2").click()

    expect(page.get_by_role("heading", name="Round 2: the draw")).to_be_visible()
    page.goto(f"/rounds/{round_.pk}/desk/")
    assert take_picture(page, "taken-back", PHONE) <= 0
    assert Table.objects.filter(round=round_).count() == 2
