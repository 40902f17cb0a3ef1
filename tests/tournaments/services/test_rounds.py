"""Rounds drawn as drafts, published once, closed when all is in."""

from __future__ import annotations

import datetime as dt
from collections import Counter

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import play_out, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    AllRoundsDrawn,
    DrawDiscarded,
    DrawOutOfDate,
    DrawUnplayable,
    RightMissing,
    RoundNotDraft,
    RoundNotInPlay,
    RoundStillOpen,
    TablesUnfinished,
    TooFewEntries,
    ValueRefused,
)
from tournaments.models import (
    AuditEntry,
    Draw,
    Entry,
    Occupancy,
    OutboxEvent,
    Round,
    RoundEntry,
    Seat,
    Table,
    TableLink,
    Tournament,
)
from tournaments.movements.schedule import round_from_json
from tournaments.services import entries, hand_made, rounds

pytestmark = pytest.mark.django_db


def draw(tournament: Tournament, **more: int) -> Draw:
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW, **more)


def test_draw_next_round_is_a_draft_that_seats_nobody_yet():
    tournament = make_tournament(pairs=4)

    drawn = draw(tournament)

    assert (drawn.round.number, drawn.number, drawn.status) == (1, 1, "draft")
    assert drawn.round.status == Round.Status.DRAFT
    assert drawn.seed == 7
    assert len(drawn.plan["tables"]) == 2
    assert not Table.objects.exists()
    assert not Occupancy.objects.exists()


def test_draw_next_round_keeps_what_it_was_made_from():
    tournament = make_tournament(pairs=3)

    drawn = draw(tournament)

    players = {
        entry.pk: list(entry.line_up.order_by("place").values_list("player_id", flat=True))
        for entry in Entry.objects.order_by("number")
    }
    assert drawn.made_from == {
        "standings_version": 3,
        "entries": [[entry, people] for entry, people in players.items()],
        "table": {"table_size": 4, "teams": "by_players"},
        "movement": "round_robin",
        "movement_options": {},
        "rounds_planned": 3,
        "forbidden": [],
        "fixed_tables": [],
        "apart": [],
        "together": [],
    }


def test_draw_next_round_with_one_pair_is_refused_and_opens_no_round():
    tournament = make_tournament(pairs=1)

    with pytest.raises(TooFewEntries):
        draw(tournament)

    assert not Round.objects.exists()


def test_draw_next_round_while_one_is_open_is_refused():
    tournament = make_tournament(pairs=3)
    make_round(tournament)

    with pytest.raises(RoundStillOpen):
        draw(tournament)

    assert Round.objects.count() == 1


def test_draw_next_round_after_the_last_is_refused():
    tournament = make_tournament(pairs=2, rounds=1)
    play_round(make_round(tournament))

    with pytest.raises(AllRoundsDrawn):
        draw(tournament)

    assert Round.objects.count() == 1


def test_draw_again_leaves_the_first_draft_to_choose_from():
    first = draw(make_tournament(pairs=5))

    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, seed=99, now=NOW)

    assert (second.number, second.seed, second.status) == (2, 99, "draft")
    assert Draw.objects.get(pk=first.pk).status == "draft"


def test_publish_draw_seats_every_pair_once_and_lays_out_the_games():
    tournament = make_tournament(pairs=5)

    round_ = make_round(tournament)

    assert round_.status == Round.Status.PUBLISHED
    assert Tournament.objects.get().status == Tournament.Status.RUNNING
    assert Counter(RoundEntry.objects.values_list("role", flat=True)) == {"seated": 4, "sit_out": 1}
    assert Counter(Seat.objects.values_list("table__number", flat=True)) == {1: 4, 2: 4}
    assert Occupancy.objects.filter(is_current=True).values("player").distinct().count() == 8
    assert [leg.number for table in Table.objects.all() for leg in table.legs.all()] == [1, 1]
    assert sorted(TableLink.objects.values_list("table_number", flat=True)) == [1, 2]


def test_publish_draw_sits_partners_opposite_each_other():
    make_round(make_tournament(pairs=2))

    seats = list(Seat.objects.order_by("index").values_list("index", "side", "entry_id"))

    north, east = seats[0][2], seats[1][2]
    assert seats == [(0, 0, north), (1, 1, east), (2, 0, north), (3, 1, east)]
    assert north != east


def test_publish_draw_discards_the_other_drafts():
    first = draw(make_tournament(pairs=5))
    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)

    rounds.publish_draw(actor=SYSTEM, draw_id=second.pk, now=NOW)

    assert list(Draw.objects.order_by("number").values_list("status", flat=True)) == ["discarded", "published"]
    with pytest.raises(RoundNotDraft):
        rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW)


def test_publish_draw_of_a_draft_older_than_a_late_entry_is_refused_and_seats_nobody():
    tournament = make_tournament(pairs=3)
    drawn = draw(tournament)
    entries.withdraw_entry(actor=SYSTEM, entry_id=Entry.objects.get(number=3).pk, now=NOW)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW)

    assert not Table.objects.exists()
    assert Round.objects.get().status == Round.Status.DRAFT


def test_publish_draw_that_cannot_be_played_is_refused_and_seats_nobody():
    drawn = draw(make_tournament(pairs=5))
    broken = {**drawn.plan, "out": []}
    Draw.objects.filter(pk=drawn.pk).update(plan=broken)

    with pytest.raises(DrawUnplayable) as refusal:
        rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW)

    assert refusal.value.params == {"codes": "schedule.entrant_missing"}
    assert not Table.objects.exists()


def test_publish_draw_twice_is_refused():
    tournament = make_tournament(pairs=2)
    drawn = draw(tournament)
    rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW)

    with pytest.raises(RoundNotDraft):
        rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW)

    assert Table.objects.count() == 1


def test_draw_discarded_is_its_own_refusal():
    first = draw(make_tournament(pairs=3))
    Draw.objects.filter(pk=first.pk).update(status=Draw.Status.DISCARDED)

    with pytest.raises(DrawDiscarded):
        rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_publish_draw_two_drafts_at_once_puts_one_into_play():
    first = draw(make_tournament(pairs=5))
    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)
    drafts = [first.pk, second.pk] * 2

    outcomes = run_together(
        4,
        lambda index: rounds.publish_draw(actor=SYSTEM, draw_id=drafts[index], now=NOW).get_status_display(),
        refused=RoundNotDraft,
    )

    assert sorted(outcomes) == ["in play"] + ["round.not_draft"] * 3
    assert Draw.objects.filter(status="published").count() == 1
    assert Counter(Occupancy.objects.values_list("player", flat=True)).most_common(1)[0][1] == 1
    assert Table.objects.count() == 2


def test_draw_next_round_never_seats_a_player_of_two_entries_twice():
    club = make_club()
    ann = make_player(club, "Ann Lee")
    tournament = make_tournament(club, pairs=2)
    for _ in range(2):
        pair = make_partnership(club, ann)
        entries.admit_partnerships(actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW)

    make_round(tournament)

    assert Occupancy.objects.filter(player=ann).count() <= 1
    assert Counter(RoundEntry.objects.values_list("role", flat=True)) == {"seated": 2, "sit_out": 2}


def test_rounds_of_a_full_round_robin_meet_everybody_once_and_rest_everybody_once():
    tournament = make_tournament(pairs=5)
    for _ in range(5):
        play_round(make_round(tournament))

    meetings = Counter(frozenset(table.seats.values_list("entry__number", flat=True)) for table in Table.objects.all())
    rests = Counter(RoundEntry.objects.filter(role="sit_out").values_list("entry__number", flat=True))

    assert len(meetings) == 10
    assert set(meetings.values()) == {1}
    assert rests == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}


def test_session_date_is_the_day_in_the_events_zone():
    tournament = make_tournament(pairs=2)
    late = dt.datetime(2026, 3, 14, 23, 30, tzinfo=dt.UTC)
    drawn = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=late)

    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=late)

    assert round_.session_date == dt.date(2026, 3, 15)


def test_start_clock_runs_for_a_round_in_play():
    round_ = make_round(make_tournament(pairs=2))

    started = rounds.start_clock(actor=SYSTEM, round_id=round_.pk, minutes=25, now=NOW)

    assert (started.clock_started_at, started.clock_minutes) == (NOW, 25)


def test_start_clock_refuses_no_minutes_and_changes_nothing():
    round_ = make_round(make_tournament(pairs=2))

    with pytest.raises(ValueRefused):
        rounds.start_clock(actor=SYSTEM, round_id=round_.pk, minutes=0, now=NOW)

    assert Round.objects.get().clock_started_at is None


def test_close_round_with_a_table_in_play_names_it_and_stays_open():
    round_ = make_round(make_tournament(pairs=4))
    play_out(round_.tables.get(number=1))

    with pytest.raises(TablesUnfinished) as refusal:
        rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    assert refusal.value.numbers == [2]
    assert Round.objects.get().status == Round.Status.PUBLISHED
    assert not OutboxEvent.objects.exists()


def test_close_round_writes_the_outbox_row_with_it():
    tournament = make_tournament(pairs=2)

    closed = play_round(make_round(tournament))

    assert closed.status == Round.Status.CLOSED
    event = OutboxEvent.objects.get()
    assert event.topic == "round.closed"
    assert event.payload == {
        "tournament_id": tournament.pk,
        "round_id": closed.pk,
        "club_id": tournament.club_id,
        "kind": "five_hundred",
        "date": "2026-03-14",
    }


def test_close_round_of_an_unrated_tournament_tells_nobody():
    play_round(make_round(make_tournament(pairs=2, is_rated=False)))

    assert not OutboxEvent.objects.exists()


def test_close_round_twice_is_refused():
    closed = play_round(make_round(make_tournament(pairs=2)))

    with pytest.raises(RoundNotInPlay):
        rounds.close_round(actor=SYSTEM, round_id=closed.pk, now=NOW)

    assert OutboxEvent.objects.count() == 1


@pytest.mark.parametrize("role", ["scorer", None])
def test_rounds_need_a_director(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    tournament = make_tournament(club, pairs=3)
    drawn = draw(tournament)
    actor = Actor(user_id=user.pk)
    before = AuditEntry.objects.count()

    for attempt in (
        lambda: rounds.draw_next_round(actor=actor, tournament_id=tournament.pk, now=NOW),
        lambda: rounds.draw_again(actor=actor, round_id=drawn.round_id, now=NOW),
        lambda: rounds.publish_draw(actor=actor, draw_id=drawn.pk, now=NOW),
        lambda: rounds.close_round(actor=actor, round_id=drawn.round_id, now=NOW),
        lambda: rounds.start_clock(actor=actor, round_id=drawn.round_id, minutes=5, now=NOW),
    ):
        with pytest.raises(RightMissing):
            attempt()

    assert Draw.objects.count() == 1
    assert Round.objects.get().status == Round.Status.DRAFT
    assert AuditEntry.objects.count() == before


def test_publish_draw_gives_a_live_link_another_evening():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))
    link = TableLink.objects.get()
    later = NOW + dt.timedelta(hours=3)

    drawn = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=later)
    rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=later)

    again = TableLink.objects.get()
    assert again.pk == link.pk
    assert again.expires_at == later + dt.timedelta(hours=24)


def test_draw_of_an_unknown_round_is_not_found():
    with pytest.raises(rounds.ThingNotFound):
        rounds.draw_again(actor=SYSTEM, round_id=10**9, now=NOW)


def test_audit_names_each_step_of_a_round():
    play_round(make_round(make_tournament(pairs=2)))

    actions = AuditEntry.objects.filter(action__startswith="round.").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["round.drawn", "round.published", "round.closed"]


def test_draw_again_says_when_the_same_people_are_together():
    tournament = make_tournament(pairs=4, rounds=3)
    first = draw(tournament)

    again = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)
    third = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)

    assert "draw.same_company" not in [remark["code"] for remark in first.explanation]
    for later in (again, third):
        assert later.explanation[1] == {"code": "draw.same_company", "params": {"draw": 1}}
    tables = round_from_json("pairs", third.plan).tables
    swap = (tables[0].sides[0][0], tables[1].sides[0][0])
    by_hand = hand_made.change_draft(actor=SYSTEM, draw_id=third.pk, swaps=[swap], reason="so asked", now=NOW)
    assert "draw.same_company" not in [remark["code"] for remark in by_hand.explanation]


def test_last_round_of_a_planned_evening_says_that_the_plan_leaves_no_other_company():
    tournament = make_tournament(people=4, rules={"end": "hands", "hands": 1}, rounds=3)
    for _ in range(2):
        play_round(make_round(tournament))
    first = draw(tournament)

    again = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)

    assert again.explanation[1] == {"code": "draw.same_company", "params": {"draw": 1}}


def test_draw_again_names_the_first_draft_with_the_same_company_and_none_where_there_is_none():
    tournament = make_tournament(pairs=6, movement="swiss")
    drafts = [draw(tournament)]
    drafts += [rounds.draw_again(actor=SYSTEM, round_id=drafts[0].round_id, seed=seed, now=NOW) for seed in range(8)]

    companies = [round_from_json("pairs", one.plan).company for one in drafts]
    said = [
        [remark["params"]["draw"] for remark in one.explanation if remark["code"] == "draw.same_company"]
        for one in drafts
    ]

    assert len(set(companies)) > 1
    firsts = [companies.index(company) + 1 for company in companies]
    assert said == [[] if first == place else [first] for place, first in enumerate(firsts, 1)]


def test_a_round_is_judged_without_reading_those_before(django_assert_max_num_queries):
    tournament = make_tournament(pairs=4, rounds=3, rules={"end": "hands", "hands": 2})
    play_round(make_round(tournament))
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    with django_assert_max_num_queries(60) as queries:
        rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=NOW)

    read = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert read
    assert not [sql for sql in read if 'FROM "tournaments_seat"' in sql or 'FROM "tournaments_leg"' in sql]


def test_a_draft_of_another_round_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    Draw.objects.filter(pk=draw.pk).update(plan={**draw.plan, "round": 2})

    with pytest.raises(DrawUnplayable) as refusal:
        rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=NOW)

    assert refusal.value.params == {"codes": "schedule.round_number"}
    assert Round.objects.get(tournament=tournament).status == Round.Status.DRAFT
    assert not Table.objects.exists()
