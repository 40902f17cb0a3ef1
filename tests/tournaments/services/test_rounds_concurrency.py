"""Two directors, and a scorer beside them, at one round at the same moment."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from gameplay.errors import RuleViolation
from gameplay.models import HandRecord, HandSubmission
from tests.concurrency import PATIENCE, run_together, wait_until_blocked
from tests.factories import NOW, make_entry, make_partnership, make_player, make_table, make_tournament
from tests.hands import correct_hand
from tournaments.actors import SYSTEM
from tournaments.errors import (
    DrawDiscarded,
    RoundNotDraft,
    RoundStillOpen,
    TableNotInPlay,
    TablesUnfinished,
)
from tournaments.models import Draw, Occupancy, OutboxEvent, Round, RoundEntry, Table, TableLink, Tournament
from tournaments.services import results, rounds

pytestmark = pytest.mark.django_db(transaction=True)


def make_field() -> Tournament:
    """Make a tournament of five pairs, two of which share a player."""
    tournament = make_tournament(pairs=3)
    busy = make_player(tournament.club)
    for _ in range(2):
        make_entry(tournament, make_partnership(tournament.club, busy))
    return tournament


def draw(tournament: Tournament, seed: int) -> Draw:
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, seed=seed, now=NOW)


def test_publish_draw_two_drafts_at_once_puts_one_into_play_and_seats_nobody_twice():
    tournament = make_field()
    first = draw(tournament, seed=1)
    drafts = [first, *(rounds.draw_again(actor=SYSTEM, round_id=first.round_id, seed=seed, now=NOW) for seed in (2, 3))]

    def publish(index: int) -> str:
        rounds.publish_draw(actor=SYSTEM, draw_id=drafts[index].pk, now=NOW)
        return "published"

    outcomes = run_together(3, publish, refused=(RoundNotDraft, DrawDiscarded))

    assert sorted(outcomes) == ["published", "round.not_draft", "round.not_draft"]
    published = drafts[outcomes.index("published")]
    assert list(Draw.objects.filter(status=Draw.Status.PUBLISHED)) == [published]
    assert Draw.objects.filter(status=Draw.Status.DISCARDED).count() == 2
    round_ = Round.objects.get()
    assert Table.objects.filter(round=round_).count() == len(published.plan["tables"])
    players = list(Occupancy.objects.filter(round=round_).values_list("player_id", flat=True))
    assert len(set(players)) == len(players) == 4 * len(published.plan["tables"])
    assert RoundEntry.objects.filter(round=round_).count() == 5
    assert TableLink.objects.count() == len(published.plan["tables"])


def test_publish_draw_the_same_draft_eight_times_at_once_seats_the_round_once():
    tournament = make_field()
    draft = draw(tournament, seed=1)

    def publish(_: int) -> str:
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
        return "published"

    outcomes = run_together(8, publish, refused=RoundNotDraft)

    assert sorted(outcomes) == ["published"] + ["round.not_draft"] * 7
    assert RoundEntry.objects.count() == 5


def test_draw_next_round_by_two_directors_at_once_opens_one_round():
    tournament = make_field()

    outcomes = run_together(4, lambda seed: str(draw(tournament, seed).round.number), refused=RoundStillOpen)

    assert sorted(outcomes) == ["1"] + ["draw.round_still_open"] * 3
    assert Round.objects.count() == 1
    assert Draw.objects.count() == 1


def test_close_round_while_its_last_hand_is_entered_either_waits_for_it_or_is_refused():
    table = make_table(rules={"end": "hands", "hands": 1})

    outcomes = run_together(2, lambda index: close(table) if index else post(table), refused=TablesUnfinished)

    status = Round.objects.get().status
    assert outcomes[0] == "kept"
    assert (outcomes[1], status) in {("closed", "closed"), ("round.tables_unfinished", "published")}
    assert OutboxEvent.objects.count() == (1 if status == "closed" else 0)


def test_close_round_while_a_hand_is_corrected_tells_the_ratings_of_both_or_of_neither():
    table = make_table(rules={}, legs=1)
    assert post(table, number=1, bid="10S", tricks=10) == "kept"
    assert post(table, number=2, bid="8S", tricks=8) == "kept"

    outcomes = run_together(
        2, lambda index: close(table) if index else correct(table, bid="6S", tricks=5), refused=TablesUnfinished
    )

    assert outcomes[0] == "corrected"
    topics = list(OutboxEvent.objects.order_by("pk").values_list("topic", flat=True))
    if outcomes[1] == "closed":
        assert topics == ["round.closed", "results.changed"]
    else:
        assert (outcomes[1], topics) == ("round.tables_unfinished", [])
    assert Table.objects.get().status == Table.Status.IN_PLAY


def test_correct_hand_that_waited_for_its_round_to_be_closed_tells_the_ratings():
    table = make_table(rules={"end": "hands", "hands": 1})
    assert post(table) == "kept"

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            # Closing stops where it tells the ratings, with the tables locked; the correction waits for its table.
            cursor.execute("LOCK TABLE tournaments_outboxevent IN SHARE MODE")
            closing = pool.submit(apart, lambda: close(table))
            wait_until_blocked(1)
            correcting = pool.submit(apart, lambda: correct(table, bid="6S", tricks=5))
            wait_until_blocked(2)
        outcomes = [closing.result(PATIENCE), correcting.result(PATIENCE)]

    assert outcomes == ["closed", "corrected"]
    assert list(OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)) == [
        "round.closed",
        "results.changed",
    ]


def test_record_hand_against_closing_is_kept_in_time_or_left_to_the_director():
    table = make_table(rules={"end": "hands", "hands": 1})
    assert post(table) == "kept"

    outcomes = run_together(
        2, lambda index: close(table) if index else post(table, number=2), refused=(TableNotInPlay, RuleViolation)
    )

    assert outcomes[1] == "closed"
    assert outcomes[0] in {"table.not_in_play", "rules.violated"}
    assert HandRecord.objects.count() == 1


def close(table: Table) -> str:
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    return "closed"


def correct(table: Table, *, bid: str, tricks: int) -> str:
    correct_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        record=line(number=1, bid=bid, tricks=tricks),
        reason="misread",
        now=NOW,
    )
    return "corrected"


def apart(act: Callable[[], str]) -> str:
    """Act in a thread, and give its connection back."""
    try:
        return act()
    finally:
        connection.close()


def line(*, number: int, bid: str = "7S", tricks: int = 8) -> dict[str, object]:
    contract = {"seat": 0, "bid": bid, "sans_kitty": False}
    return {"level": 1, "dealer": (number - 1) % 4, "contract": contract, "tricks": [tricks, 10 - tricks]}


def post(table: Table, *, number: int = 1, bid: str = "7S", tricks: int = 8) -> str:
    results.record_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=number,
        submission_id=uuid.uuid4(),
        record=line(number=number, bid=bid, tricks=tricks),
        source=HandSubmission.Source.SCORER,
        now=NOW,
    )
    return "kept"
