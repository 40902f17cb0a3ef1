"""Sides agree to each hand, to the whole table, or the director confirms; what is missing holds the round open."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from gameplay.errors import HandNumberTaken
from tests.factories import NOW, make_club, make_table, make_user
from tests.hands import correct_hand, enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.agreement_errors import (
    AgreementByDirector,
    AgreementNotAsked,
    AgreementNotYet,
    HandsChanged,
    RoundNotAgreed,
)
from tournaments.correction_errors import TournamentSealed
from tournaments.errors import RightMissing, TablesUnfinished, ValueRefused
from tournaments.models import AuditEntry, BulkAct, HandAgreement, Round, Table
from tournaments.round_errors import RoundTakenBack, TableRuled
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, corrections, publishing, rounds, rulings, sealing, taking_back, tournaments

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
NS, EW = 0, 1


def table_with(agreement: str, *, hands: int = 2, **more: object) -> Table:
    table = make_table(agreement=agreement, rules=TWO_HANDS, **more)
    for number in range(1, hands + 1):
        enter(table, fh_line(dealer=number - 1), number=number)
    return table


def records(table: Table) -> list[int]:
    return [hand.record_id for leg in get_table(table.pk).progress.legs for hand in leg.game.hands]


def agree(table: Table, side: int, record_ids: list[int] | None = None, **more: object) -> None:
    meant = records(table) if record_ids is None else record_ids
    agreeing.agree(**{"actor": SYSTEM, "table_id": table.pk, "side": side, "record_ids": meant, "now": NOW, **more})


def confirm(table: Table, **more: object) -> None:
    what = {"actor": SYSTEM, "table_id": table.pk, "record_ids": records(table), "now": NOW}
    agreeing.confirm_hands(**{**what, **more})


def close(table: Table, reason: str = "") -> Round:
    return rounds.close_round(actor=SYSTEM, round_id=table.round_id, reason=reason, now=NOW)


def waiting(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    return [(hand.number, hand.missing) for hand in get_table(table.pk).agreement.waiting]


def refused_and_unchanged(refusal: type[Exception], act: object) -> None:
    before = everything()
    with pytest.raises(refusal):
        act()
    assert everything() == before


def test_without_agreement_nothing_is_asked_and_a_round_closes_as_it_is():
    table = table_with("none")

    refused_and_unchanged(AgreementNotAsked, lambda: agree(table, NS))
    refused_and_unchanged(AgreementNotAsked, lambda: confirm(table))
    assert get_table(table.pk).agreement is None
    assert close(table).closed_unagreed == []


def test_each_hand_is_agreed_to_by_both_sides_before_the_round_closes():
    table = table_with("hand")
    first, second = records(table)

    agree(table, NS, [first])
    assert waiting(table) == [(1, (EW,)), (2, (NS, EW))]
    agree(table, EW, [first, second])
    assert waiting(table) == [(2, (NS,))]
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))
    agree(table, NS, [second])

    assert waiting(table) == []
    closed = close(table)
    assert (closed.status, closed.closed_because, closed.closed_unagreed) == ("closed", "", [])


def test_hands_are_agreed_to_one_by_one_while_the_table_plays():
    table = table_with("hand", hands=1)

    agree(table, NS)
    agree(table, EW)

    assert waiting(table) == []
    refused_and_unchanged(TablesUnfinished, lambda: close(table, reason="they have gone home"))


def test_side_that_enters_a_hand_agrees_to_it():
    table = make_table(agreement="hand", rules=TWO_HANDS)

    enter(table, fh_line(dealer=0), number=1, side=EW)

    assert waiting(table) == [(1, (NS,))]


def test_side_that_enters_the_same_hand_second_agrees_to_it():
    table = make_table(agreement="hand", rules=TWO_HANDS)
    enter(table, fh_line(dealer=0), number=1, side=NS)

    with pytest.raises(HandNumberTaken):
        enter(table, fh_line(dealer=0, tricks=(7, 3)), number=1, side=EW)
    assert waiting(table) == [(1, (EW,))]
    with pytest.raises(HandNumberTaken):
        enter(table, fh_line(dealer=0), number=1, side=EW)

    assert waiting(table) == []


def test_entering_for_a_side_that_is_not_there_keeps_nothing():
    table = make_table(agreement="hand", rules=TWO_HANDS)
    refused_and_unchanged(ValueRefused, lambda: enter(table, fh_line(dealer=0), number=1, side=2))
    enter(table, fh_line(dealer=0), number=1)
    refused_and_unchanged(ValueRefused, lambda: enter(table, fh_line(dealer=0), number=1, side=2))


@pytest.mark.parametrize(("agreement", "more"), [("none", 0), ("table", 0), ("director", 0), ("hand", 1)])
def test_agreement_costs_a_hand_no_statement_or_one(agreement, more):
    plain, asked = make_table(rules=TWO_HANDS), make_table(agreement=agreement, rules=TWO_HANDS)
    enter(plain, fh_line(dealer=0), number=1)
    enter(asked, fh_line(dealer=0), number=1)
    counts = []

    for table, side in ((plain, None), (asked, NS)):
        with CaptureQueriesContext(connection) as queries:
            enter(table, fh_line(dealer=1), number=2, side=side)
        counts.append(len(queries))

    assert counts[1] - counts[0] == more


def test_corrected_hand_is_agreed_to_anew():
    table = table_with("hand")
    agree(table, NS)
    agree(table, EW)
    old = records(table)

    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(7, 3)))

    assert waiting(table) == [(1, (NS, EW))]
    refused_and_unchanged(HandsChanged, lambda: agree(table, NS, old))
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))


def test_agreeing_twice_leaves_one_row_and_one_line_in_the_log():
    table = table_with("hand")
    agree(table, NS)
    before = everything()

    agree(table, NS)

    assert everything() == before
    rows = AuditEntry.objects.filter(action="table.agreed")
    assert [(row.table_id, row.after) for row in rows] == [(table.pk, {"side": NS, "records": records(table)})]


def test_whole_table_is_agreed_to_at_its_end_and_as_it_is():
    table = table_with("table", hands=1)
    refused_and_unchanged(AgreementNotYet, lambda: agree(table, NS))
    enter(table, fh_line(dealer=1), number=2)
    refused_and_unchanged(HandsChanged, lambda: agree(table, NS, records(table)[:1]))

    agree(table, NS)
    correct_hand(table_id=table.pk, number=2, record=fh_line(dealer=1, tricks=(7, 3)))
    agree(table, EW)
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))
    agree(table, NS)

    assert close(table).status == "closed"


def test_director_confirms_where_it_is_the_director_who_does():
    director, scorer = make_user(), make_user()
    table = table_with("director", club=make_club(director=director, scorer=scorer))

    refused_and_unchanged(AgreementByDirector, lambda: agree(table, NS))
    refused_and_unchanged(RightMissing, lambda: confirm(table, actor=Actor(user_id=scorer.pk)))
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))
    confirm(table, actor=Actor(user_id=director.pk), reason=" seen on paper ")

    assert close(table).closed_unagreed == []
    row = AuditEntry.objects.get(action="table.confirmed")
    act = BulkAct.objects.get(table=table).pk
    told = {"records": records(table), "act": act}
    assert (row.user_id, row.reason, row.after) == (director.pk, "seen on paper", told)


def test_director_confirms_in_the_place_of_the_sides():
    table = table_with("hand")
    agree(table, NS)

    confirm(table)

    assert waiting(table) == []
    assert close(table).status == "closed"


def test_ruled_table_needs_no_agreement():
    table = table_with("hand", hands=1)
    rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="fire alarm", now=NOW)

    refused_and_unchanged(TableRuled, lambda: agree(table, NS))
    assert close(table).closed_unagreed == []


def test_closed_round_may_still_be_agreed_to_until_it_is_sealed_or_taken_back():
    sealed, taken_back = table_with("hand", rounds=1), table_with("hand", rounds=1)
    for table in (sealed, taken_back):
        close(table, reason="East has left")
        agree(table, NS)
    seen = records(taken_back)
    what = {"actor": SYSTEM, "tournament_id": sealed.round.tournament_id, "now": NOW}
    publishing.publish_standings(kind="final", **what)
    sealing.seal(**what)
    version = standings_of(taken_back.round.tournament).version
    taking_back.take_back_round(
        actor=SYSTEM, round_id=taken_back.round_id, version=version, reason="wrong seats", typed="1", now=NOW
    )

    refused_and_unchanged(TournamentSealed, lambda: agree(sealed, EW))
    refused_and_unchanged(TournamentSealed, lambda: confirm(sealed))
    refused_and_unchanged(RoundTakenBack, lambda: agree(taken_back, EW, seen))


def test_ruled_hand_needs_no_agreement():
    table = table_with("hand", hands=1)
    agree(table, NS)
    agree(table, EW)

    corrections.rule_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=2,
        submission_id=uuid.uuid4(),
        points=[100, 0],
        reason="the cards were mixed up",
        now=NOW,
    )

    assert waiting(table) == []
    assert close(table).closed_unagreed == []


def test_round_is_closed_all_the_same_with_a_reason_that_stays():
    table = table_with("hand")
    with pytest.raises(RoundNotAgreed) as refusal:
        close(table, reason="  ")
    assert refusal.value.numbers == [table.number]
    refused_and_unchanged(ValueRefused, lambda: close(table, reason="x" * 501))

    close(table, reason=" East has left ")

    kept = Round.objects.get(pk=table.round_id)
    assert (kept.closed_because, kept.closed_unagreed) == ("East has left", [table.number])
    row = AuditEntry.objects.get(action="round.closed")
    assert (row.reason, row.after) == ("East has left", {"not_agreed": [table.number]})


def test_reason_is_not_kept_where_nothing_was_missing():
    table = table_with("none")

    assert close(table, reason="just so").closed_because == ""


def test_agreement_can_be_asked_for_and_given_up_while_a_round_is_in_play():
    table = table_with("hand")
    tournament_id = table.round.tournament_id

    tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament_id, changes={"agreement": "none"}, now=NOW)

    assert close(table).closed_unagreed == []
    refused_and_unchanged(
        ValueRefused,
        lambda: tournaments.update_tournament(
            actor=SYSTEM, tournament_id=tournament_id, changes={"agreement": "nobody"}, now=NOW
        ),
    )


def test_hand_of_another_table_is_not_agreed_to_here():
    table, other = table_with("hand"), table_with("hand")

    refused_and_unchanged(HandsChanged, lambda: agree(table, NS, records(other)))
    refused_and_unchanged(HandsChanged, lambda: agree(table, NS, []))
    refused_and_unchanged(ValueRefused, lambda: agree(table, 2))
    refused_and_unchanged(RightMissing, lambda: agree(table, NS, actor=Actor(user_id=make_user().pk)))


@pytest.mark.parametrize(
    ("constraint", "rows"),
    [("side_agrees_once", [0, 0]), ("director_confirms_a_hand_once", [None, None]), ("agreeing_side_from_0_to_5", [6])],
)
def test_database_refuses_what_must_never_be(constraint, rows):
    [record, _] = records(table_with("hand"))

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        HandAgreement.objects.bulk_create(
            HandAgreement(record_id=record, side=side, actor="system", made_at=NOW) for side in rows
        )


def test_database_refuses_a_round_closed_without_agreement_and_without_a_reason():
    table = table_with("none")
    close(table)

    with pytest.raises(IntegrityError, match="round_closed_lacking_has_a_reason"), transaction.atomic():
        Round.objects.filter(pk=table.round_id).update(closed_unagreed=[1])


def test_submission_of_a_side_again_changes_nothing():
    table = make_table(agreement="hand", rules=TWO_HANDS)
    key = uuid.uuid4()
    enter(table, fh_line(dealer=0), number=1, side=NS, submission_id=key)
    before = everything()

    assert enter(table, fh_line(dealer=0), number=1, side=NS, submission_id=key).is_repeat
    assert everything() == before
