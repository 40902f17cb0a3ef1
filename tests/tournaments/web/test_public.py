"""What everybody may read."""

from __future__ import annotations

import pytest

from tests.factories import make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import correct_hand, enter, fh_line, keep_all, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Publication
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import get_table
from tournaments.services import publishing, reseating, rulings

pytestmark = pytest.mark.django_db

NOW = "2026-03-14T20:15:00Z"


@pytest.fixture
def tournament(club):
    """Three pairs by name, two rounds of one hand at a table."""
    order = ["table_points", "games_won", "points"]
    tournament = make_tournament(
        club, name="Spring Night", rules={"end": "hands", "hands": 1}, rounds=2, criteria=order
    )
    for first, second in (("Ann Lee", "Bob O'Brien"), ("Žilvinas Łukas", "Nguyễn Thị Hoa"), ("Cy Dee", "Ed Gil")):
        make_entry(tournament, make_partnership(club, make_player(club, first), make_player(club, second)))
    return tournament


def test_final_standings_are_published_without_second_keying_and_say_so(as_user, club):
    tournament = make_tournament(club, pairs=2, rounds=1, rules={"end": "hands", "hands": 1}, second_keying="final")
    play_round(make_round(tournament))
    browser, path = as_user("dan"), f"/tournaments/{tournament.slug}/publications/"

    refused = browser.post(path, {"kind": "final", "reason": "nobody is left"}).content.decode()
    unsaid = browser.post(path, {"kind": "final", "reason": "", "without_keying": "on"}).content.decode()
    browser.post(path, {"kind": "final", "reason": "nobody is left", "without_keying": "on"})

    assert "missing are tables 1. Or publish them without that, and say why." in refused
    assert "Final, although score sheets are not keyed twice" in refused
    assert "Say why: whoever looks at the round later will ask." in unsaid
    shown = " ".join(as_user(None).get(f"{path}1/").content.decode().split())
    assert "<strong>As ruled:</strong> round 1, tables 1: score sheets not keyed twice." in shown
    assert "nobody is left" in shown


def test_seating_sends_every_player_to_a_seat_by_name(as_user, tournament):
    make_round(tournament)

    page = as_user().get(f"/tournaments/{tournament.slug}/seating/")

    places = page.context["places"]
    assert [place.player_name for place in places] == [
        "Ann Lee",
        "Bob O'Brien",
        "Cy Dee",
        "Ed Gil",
        "Nguyễn Thị Hoa",
        "Žilvinas Łukas",
    ]
    assert sum(place.table is None for place in places) == 2
    body = page.content.decode()
    assert "sits out" in body
    assert "<strong>North</strong>" in body


def test_standings_show_shared_ranks_and_what_a_sit_out_is_worth(as_user, tournament):
    body = as_user().get(f"/tournaments/{tournament.slug}/standings/").content.decode()

    assert body.count("<strong>1=</strong>") == 3
    assert "A sit-out is worth the pair&#x27;s own average over the tables it has played." in body
    assert "The order: Table points, then Games won, then Points." in body


def test_standings_are_provisional_while_a_round_is_played(as_user, tournament):
    browser = as_user()
    round_ = make_round(tournament)
    running = browser.get(f"/tournaments/{tournament.slug}/standings/").content.decode()
    play_round(round_)
    closed = browser.get(f"/tournaments/{tournament.slug}/standings/").content.decode()

    assert "Round 1 is still being played" in running
    assert "after 1 round" in closed
    assert "provisional" not in closed


def test_entry_page_shows_its_hands(as_user, tournament):
    round_ = make_round(tournament)
    play_round(round_)
    entry = round_.tables.get().seats.get(index=0).entry

    body = as_user().get(f"/entries/{entry.pk}/").content.decode()

    assert "7♠\ufe0e by North, tricks: 8" in body
    assert "+140" in body


def test_entry_page_of_who_sat_out_says_so(as_user, tournament):
    round_ = make_round(tournament)
    out = round_.round_entries.get(role="sit_out").entry

    assert "Sat out." in as_user().get(f"/entries/{out.pk}/").content.decode()


def test_round_page_shows_every_tables_result(as_user, tournament):
    round_ = make_round(tournament)
    table = round_.tables.get()
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)

    body = as_user().get(f"/rounds/{round_.pk}/").content.decode()

    assert '<strong class="number">140</strong>' in body
    assert '<strong class="number">20</strong>' in body


def test_hall_shows_seating_and_standings(as_user, tournament):
    make_round(tournament)

    page = as_user().get(f"/tournaments/{tournament.slug}/hall/")

    body = page.content.decode()
    assert 'data-live="pages"' in body
    assert "Žilvinas Łukas + Nguyễn Thị Hoa" in body
    assert len(page.context["places"]) == 6


def test_publication_stays_readable_and_says_that_a_newer_one_stands(as_user, tournament):
    play_round(make_round(tournament))
    browser = as_user("dan")
    browser.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "provisional", "reason": ""})
    first = browser.get(f"/tournaments/{tournament.slug}/publications/1/").content.decode()
    play_round(make_round(tournament))
    browser.post(f"/tournaments/{tournament.slug}/publications/", {"kind": "final", "reason": "after the cut"})

    public = as_user()
    old = public.get(f"/tournaments/{tournament.slug}/publications/1/").content.decode()
    new = public.get(f"/tournaments/{tournament.slug}/publications/2/").content.decode()

    assert "Newer standings have been published since." not in first
    assert "Newer standings have been published since." in old
    assert "after the cut" in new
    assert [row.kind for row in Publication.objects.order_by("number")] == ["provisional", "final"]


def test_publication_says_that_results_were_corrected_until_the_corrected_ones_are_out(as_user, tournament):
    table = play_round(make_round(tournament)).tables.first()
    where = f"/tournaments/{tournament.slug}/publications/"
    as_user("dan").post(where, {"kind": "provisional", "reason": ""})
    note = "Results of these rounds have been corrected since"
    before = as_user().get(f"{where}1/").content.decode()
    [hand] = get_table(table.pk).progress.legs[0].game.hands
    correct_hand(table_id=table.pk, number=1, record={**hand.record, "tricks": [3, 7]})

    corrected = as_user().get(f"{where}1/").content.decode()
    as_user("dan").post(where, {"kind": "provisional", "reason": "read upside down"})
    old, new = (as_user().get(f"{where}{number}/").content.decode() for number in (1, 2))

    assert [note in page for page in (before, corrected, old, new)] == [False, True, False, False]
    assert f"/tournaments/{tournament.slug}/corrections/" in corrected
    assert "No. 2: read upside down" in old


def test_publication_shows_each_figure_under_its_own_heading(as_user, tournament):
    play_round(make_round(tournament))
    publishing.publish_standings(
        actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=tournament.created_at
    )

    published = as_user().get(f"/tournaments/{tournament.slug}/publications/1/").context["published"]

    assert [key for key, _label in published.columns] == ["table_points", "games_won", "points", "net_points"]
    assert [(value.key, value.shown) for value in published.rows[0].values] == [
        ("table_points", "2"),
        ("games_won", "1"),
        ("points", "140"),
        ("net_points", "120"),
    ]


def test_publication_without_a_closed_round_is_refused_and_keeps_the_line(as_user, tournament):
    page = as_user("dan").post(
        f"/tournaments/{tournament.slug}/publications/", {"kind": "provisional", "reason": "before supper"}
    )

    assert "There is no closed round to publish." in page.content.decode()
    assert 'value="before supper"' in page.content.decode()
    assert not Publication.objects.exists()


@pytest.mark.parametrize("username", [None, "stranger", "sam"])
def test_publication_is_the_directors(as_user, tournament, username):
    play_round(make_round(tournament))

    answer = as_user(username).post(f"/tournaments/{tournament.slug}/publications/", {"kind": "final", "reason": ""})

    assert answer.status_code == 403
    assert not Publication.objects.exists()


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        pytest.param("", 13, id="tournament"),
        pytest.param("seating/", 17, id="seating"),
        pytest.param("standings/", 23, id="standings"),
        pytest.param("hall/", 44, id="hall"),
        pytest.param("publications/", 7, id="publications"),
    ],
)
@pytest.mark.parametrize("pairs", [4, 8])
def test_public_pages_ask_the_database_as_often_for_many_pairs(
    as_user, club, django_assert_num_queries, path, queries, pairs
):
    tournament = make_tournament(club, pairs=pairs, rules={"end": "hands", "hands": 1}, rounds=3)
    play_round(make_round(tournament))
    make_round(tournament)
    browser = as_user()

    with django_assert_num_queries(queries):
        browser.get(f"/tournaments/{tournament.slug}/{path}")


@pytest.mark.parametrize("path", ["/tournaments/none/", "/rounds/99/", "/entries/99/", "/clubs/none/"])
def test_public_page_of_nothing_is_not_found(as_user, path):
    assert as_user().get(path).status_code == 404


def test_corrections_say_who_sat_where_before_seats_were_mended(as_user, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    one, other = (table.seats.get(index=0).entry_id for table in (first, second))
    names = entry_names(tournament.pk, club.pk)
    swap = {"actor": SYSTEM, "round_id": round_.pk, "entries": [(one, other)], "now": NOW}
    reseating.reseat(**swap, reason="sat wrong", confirmation=keep_all(reseating.preview_reseating(**swap)))

    page = as_user().get(f"/tournaments/{tournament.slug}/corrections/")

    [told] = page.context["corrections"]
    halves = {key: ", ".join(name.strip() for name in names[key].split("+")) for key in (one, other)}
    assert told.before == f"table 1: {halves[one]}; table 2: {halves[other]}"
    assert told.after == f"table 1: {halves[other]}; table 2: {halves[one]}"
    assert told.reason == "sat wrong"


def test_corrections_say_what_was_ruled_and_about_whom(as_user, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    first, second = make_round(tournament).tables.order_by("number")
    loser = first.seats.get(index=0).entry_id
    name = entry_names(tournament.pk, club.pk)[loser]
    first_time, second_time, third_time = (f"2026-03-14T20:1{minute}:00Z" for minute in (5, 6, 7))
    ruling = {"actor": SYSTEM, "reason": "went home"}
    rulings.rule_table(table_id=first.pk, kind="forfeit", entry_id=loser, points=200, **ruling, now=first_time)
    rulings.rule_table(table_id=second.pk, kind="void", **ruling, now=second_time)
    rulings.revoke_ruling(actor=SYSTEM, table_id=second.pk, reason="came back", now=third_time)

    page = as_user().get(f"/tournaments/{tournament.slug}/corrections/")

    assert [(told.before, told.after) for told in page.context["corrections"]] == [
        ("counts for nobody", ""),
        ("", "counts for nobody"),
        ("", f"forfeited by {name}"),
    ]
