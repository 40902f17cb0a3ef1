"""The page of one hand."""

from __future__ import annotations

import random
import uuid

import pytest

from gameplay.rules.registry import get_kind
from tests.factories import NOW, make_player, make_table
from tests.hands import correct_hand, enter, fh_line, ft_line
from tournaments.actors import SYSTEM
from tournaments.models import Round
from tournaments.selectors.hand_page import get_hand

pytestmark = pytest.mark.django_db

RULES = {"five_hundred": {"end": "hands", "hands": 12}, "fives_threes": {}}


def made(kind_name, *, level, seed=1, **more):
    """Return a random record for the first hand of a table of four, where seat 0 starts."""
    kind = get_kind(kind_name)
    rules = kind.resolve_rules(RULES[kind_name])
    return kind.random_record(random.Random(seed), level=level, rules=rules, starter=0, before=[0, 0], **more)


def path_of(table, number=1):
    return f"/tables/{table.pk}/legs/1/hands/{number}/view/"


def page_of(as_user, table, number=1):
    page = as_user().get(path_of(table, number))
    assert page.status_code == 200
    return page


def test_hand_page_of_a_score_line_says_it_in_words(as_user):
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    page = page_of(as_user, table)

    body = page.content.decode()
    assert '<p class="hand-result">7♠\ufe0e by North, tricks: 8</p>' in body
    assert [(row.side.label, row.tricks, row.before, row.points, row.after) for row in page.context["scores"]] == [
        ("NS", 8, 0, 140, 140),
        ("EW", 2, 0, 20, 20),
    ]
    assert [place.is_starter for place in page.context["places"]] == [True, False, False, False]
    assert page.context["auction"] == page.context["tricks"] == page.context["holdings"] == []
    assert "<svg" not in body
    assert "steps.js" not in body


def test_hand_page_of_a_later_hand_starts_from_the_score_before_it(as_user):
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    enter(table, fh_line(dealer=1, seat=1, bid="8H", tricks=(4, 6)), number=2)

    page = page_of(as_user, table, 2)

    assert [(row.before, row.points, row.after) for row in page.context["scores"]] == [(140, 40, 180), (20, -300, -280)]
    assert f'href="{path_of(table, 1)}"' in page.content.decode()
    assert f'href="{path_of(table, 3)}"' not in page.content.decode()


def test_hand_page_of_a_summary_shows_auction_and_winners(as_user):
    table = make_table()
    record = made("five_hundred", level=2)
    enter(table, record, number=1)

    page = page_of(as_user, table)

    calls = [call for row in page.context["auction"] for call in row if call is not None]
    assert len(calls) == len(record["auction"])
    assert [call.bid == "" for call in calls] == [call["bid"] == "P" for call in record["auction"]]
    assert [place.label for place in page.context["winners"]] == ["NESW"[seat] for seat in record["trick_winners"]]
    assert [row.tricks for row in page.context["scores"]] == record["tricks"]
    assert page.context["tricks"] == []
    body = page.content.decode()
    assert body.count('<svg class="bid-card') == len(record["auction"])
    assert body.count('<svg class="bid-card bid-stands') == 1
    [contract] = [call for call in calls if call.stands]
    assert contract == [call for call in calls if call.bid][-1]


def test_hand_page_of_a_hand_passed_in_has_no_contract_in_the_auction(as_user):
    table = make_table()
    auction = [{"seat": seat, "bid": "P"} for seat in (1, 2, 3, 0)]
    enter(table, {"level": 2, "dealer": 0, "contract": None, "auction": auction, "trick_winners": []}, number=1)

    [row, last] = page_of(as_user, table).context["auction"]

    assert [call and call.stands for call in row] == [None, False, False, False]
    assert [call and call.bid for call in last] == ["", None, None, None]


def test_hand_page_of_a_full_record_draws_every_trick(as_user):
    table = make_table()
    record = made("five_hundred", level=3)
    enter(table, record, number=1)

    page = page_of(as_user, table)

    body = page.content.decode()
    assert [winner.label for _, _, _, winner in page.context["tricks"]] == [
        "NESW"[trick["winner"]] for trick in record["play"]
    ]
    assert body.count('<svg viewBox="0 0 320 324"') == len(record["play"]) == 10
    assert body.count("card-face card-wins") == 10
    tricks = body[body.index('<svg viewBox="0 0 320 324"') :]
    assert tricks.count('<use href="#suit-') + tricks.count('<use href="#joker"') == 40
    assert [row.points for row in page.context["scores"]] == record["points"]
    assert [holding.place and holding.place.label for holding in page.context["holdings"]] == [*"NESW", None]
    assert "steps.js" in body
    assert "style=" not in body


def test_hand_page_of_a_round_of_tiles_draws_the_line_after_each(as_user):
    table = make_table("fives_threes")
    record = made("fives_threes", level=3)
    enter(table, record, number=1)

    page = page_of(as_user, table)

    body = page.content.decode()
    placed = sum("tile" in play for play in record["plays"])
    assert [step.points for step, _ in page.context["line"]] == [play.get("points", 0) for play in record["plays"]]
    assert body.count('class="tile tile-new"') == placed
    assert body.count(") lays ") == placed
    assert body.count(") knocks.") == len(record["plays"]) - placed
    assert [row.after for row in page.context["scores"]] == record["scores_after"]
    assert "style=" not in body


def test_hand_page_of_scoring_events_draws_the_board_after_each(as_user):
    table = make_table("fives_threes")
    record = made("fives_threes", level=2)
    enter(table, record, number=1)

    page = page_of(as_user, table)

    body = page.content.decode()
    assert page.context["line"] == []
    assert [(place.label, step.points) for step, place, _ in page.context["booked"]] == [
        ("NESW"[event["seat"]], event["points"]) for event in record["events"]
    ]
    assert body.count('<use href="#track"') == 2 * len(record["events"])
    # The holes are drawn once, and used in every picture.
    assert body.count("<circle cx=") == 62
    assert body.count('class="peg-origin"') == sum(event["points"] > 0 for event in record["events"])
    assert [row.after for row in page.context["scores"]] == record["scores_after"]
    assert "steps.js" in body
    assert "style=" not in body


def test_hand_page_of_scoring_events_says_what_is_refused(as_user):
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(57, 58)), number=1)
    events = [{"seat": 0, "points": 8, "sum": 15, "accepted": False}, {"seat": 3, "points": 3}]
    record = {"level": 2, "opener": 1, "events": events, "end": "won", "winner": 1}
    enter(table, record, number=2)

    body = page_of(as_user, table, 2).content.decode()

    assert "The ends count 15." in body
    assert "8 points, over the target: they do not count." in body
    assert '<title id="title-2">NS 57, EW 61</title>' in body


def test_hand_page_of_a_round_that_is_a_score_line_draws_nothing(as_user):
    table = make_table("fives_threes")
    record = made("fives_threes", level=1)
    enter(table, record, number=1)

    page = page_of(as_user, table)

    assert page.context["line"] == page.context["booked"] == []
    assert [row.points for row in page.context["scores"]] == record["points"]
    assert "<svg" not in page.content.decode()


def test_hand_page_lists_what_counted_before_a_correction(as_user):
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(3, 9)), number=1)
    correct_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        record=ft_line(opener=0, points=(9, 3)),
        reason="sides <mixed up>",
        now=NOW,
    )

    page = page_of(as_user, table)

    assert [(words, old.reason) for old, words in page.context["replaced"]] == [
        ("3 : 9, NS went out", "sides <mixed up>")
    ]
    assert "sides &lt;mixed up&gt;" in page.content.decode()
    assert [row.points for row in page.context["scores"]] == [9, 3]


def test_hand_page_names_who_sat_there_then():
    table = make_table()
    seat = table.seats.select_related("entry__tournament__club").get(index=0)
    enter(table, fh_line(dealer=0), number=1)
    first = get_hand(table.pk, 1, 1).people
    coming = make_player(seat.entry.tournament.club, "Late Guest")
    [sitting] = seat.occupancies.all()
    sitting.is_current = False
    sitting.save(update_fields=["is_current"])
    seat.occupancies.create(round=sitting.round, player=coming, from_hand=2)
    enter(table, fh_line(dealer=1), number=2)

    assert get_hand(table.pk, 1, 1).people == first
    assert get_hand(table.pk, 1, 2).people == ("Late Guest", *first[1:])


@pytest.mark.parametrize(
    ("leg", "number"), [pytest.param(1, 2, id="not played"), pytest.param(2, 1, id="no such leg"), (1, 0)]
)
def test_hand_page_of_no_hand_is_not_found(as_user, leg, number):
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    assert as_user().get(f"/tables/{table.pk}/legs/{leg}/hands/{number}/view/").status_code == 404


def test_hand_page_is_linked_from_the_round_and_the_entry(as_user):
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    entry = table.seats.get(index=0).entry_id

    for path in (f"/rounds/{Round.objects.get().pk}/", f"/entries/{entry}/"):
        assert f'href="{path_of(table)}"' in as_user().get(path).content.decode()


@pytest.mark.parametrize("hands", [1, 3])
def test_hand_page_asks_the_database_as_often_for_many_hands(as_user, django_assert_num_queries, hands):
    table = make_table()
    for number in range(1, hands + 1):
        enter(table, fh_line(dealer=number - 1), number=number)
    browser = as_user()

    with django_assert_num_queries(17):
        browser.get(path_of(table))
