"""A side disputes a hand with its own version; the director keeps the books or corrects them; nothing is lost."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, transaction

from gameplay.errors import HandNotThere, HandNumberTaken, RuleViolation, SubmissionReused
from gameplay.models import HandSubmission
from tests.factories import NOW, make_club, make_table, make_user
from tests.hands import correct_hand, enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.agreement_errors import (
    AgreementNotAsked,
    HandsChanged,
    NothingDisputed,
    PostSettled,
    RoundNotAgreed,
)
from tournaments.errors import RightMissing, ThingNotFound, ValueRefused
from tournaments.models import AuditEntry, HandAgreement, HandDispute, PostSettlement, Table
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors.desk import conflicts_in
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, disputing, rounds

pytestmark = pytest.mark.django_db

NS, EW = 0, 1
BOOKS = fh_line(dealer=0, tricks=(8, 2))
OTHER = fh_line(dealer=0, tricks=(7, 3))


def table_with(agreement: str = "hand", **more: object) -> Table:
    table = make_table(agreement=agreement, rules={"end": "hands", "hands": 2}, **more)
    enter(table, BOOKS, number=1)
    enter(table, fh_line(dealer=1), number=2)
    return table


def hand_of(table: Table, number: int = 1):
    return get_table(table.pk).progress.legs[0].game.hands[number - 1]


def dispute(table: Table, record: object = OTHER, **more: object) -> HandSubmission:
    what = {
        "actor": SYSTEM,
        "table_id": table.pk,
        "leg": 1,
        "number": 1,
        "submission_id": uuid.uuid4(),
        "side": EW,
        "record_id": hand_of(table).record_id,
        "source": HandSubmission.Source.TABLE_LINK,
        "now": NOW,
    }
    return disputing.dispute_hand(record=record, **{**what, **more})


def keep(post: HandSubmission, **more: object) -> None:
    what = {"actor": SYSTEM, "submission_key": post.pk, "reason": "score sheet seen", "now": NOW}
    disputing.keep_books(**{**what, **more})


def agree(table: Table) -> None:
    meant = [hand_of(table, number).record_id for number in (1, 2)]
    for side in (NS, EW):
        agreeing.agree(actor=SYSTEM, table_id=table.pk, side=side, record_ids=meant, now=NOW)


def close(table: Table) -> str:
    return str(rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW).status)


def waiting(table: Table) -> list[tuple[int, int | None, object]]:
    return [(post.number, post.side, post.record) for post in conflicts_in(table.round)]


def refused_and_unchanged(refusal: type[Exception], act: object) -> None:
    before = everything()
    with pytest.raises(refusal):
        act()
    assert everything() == before


def test_dispute_keeps_both_versions_and_holds_the_round_open():
    table = table_with()
    agree(table)

    post = dispute(table)

    assert hand_of(table).record == BOOKS
    assert waiting(table) == [(1, EW, OTHER)]
    assert (post.outcome, post.payload, post.source) == ("disputed", OTHER, "table_link")
    assert [hand.disputed for hand in get_table(table.pk).agreement.hands] == [(EW,), ()]
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))
    row = AuditEntry.objects.get(action="hand.disputed")
    assert (row.table_id, row.before, row.after) == (table.pk, BOOKS, OTHER)


def test_director_keeps_the_books_and_confirms_them_thereby():
    director = make_user()
    table = table_with(club=make_club(director=director))
    agree(table)
    post = dispute(table)
    posted = HandSubmission.objects.filter(pk=post.pk).values().get()

    keep(post, actor=Actor(user_id=director.pk), reason=" score sheet seen ")

    assert waiting(table) == []
    assert HandSubmission.objects.filter(pk=post.pk).values().get() == posted
    settled = PostSettlement.objects.get()
    assert (settled.submission_id, settled.kind, settled.reason, settled.actor, settled.made_at) == (
        post.pk,
        "kept",
        "score sheet seen",
        f"user:{director.pk}",
        NOW,
    )
    confirmed = HandAgreement.objects.get(side__isnull=True)
    assert confirmed.record_id == hand_of(table).record_id
    assert close(table) == "closed"


def test_correction_settles_the_dispute_and_is_agreed_to_anew():
    table = table_with()
    agree(table)
    post = dispute(table)

    correct_hand(table_id=table.pk, number=1, record=OTHER, reason="EW are right")

    assert waiting(table) == []
    settled = PostSettlement.objects.get()
    assert (settled.submission_id, settled.kind, settled.reason) == (post.pk, "corrected", "EW are right")
    refused_and_unchanged(RoundNotAgreed, lambda: close(table))
    agree(table)
    assert close(table) == "closed"


def test_correction_leaves_disputes_of_other_hands_open():
    table = table_with()
    dispute(table)

    correct_hand(table_id=table.pk, number=2, record=fh_line(dealer=1, tricks=(7, 3)))

    assert waiting(table) == [(1, EW, OTHER)]


def test_conflict_can_be_settled_too_also_where_nobody_is_asked_to_agree():
    table = table_with("none")
    with pytest.raises(HandNumberTaken):
        enter(table, OTHER, number=1)
    [conflict] = conflicts_in(table.round)
    assert (conflict.side, conflict.record) == (None, OTHER)

    keep(HandSubmission.objects.get(pk=conflict.submission_key))

    assert waiting(table) == []
    assert not HandAgreement.objects.exists()


def test_dispute_again_with_the_same_submission_changes_nothing():
    table = table_with()
    key = uuid.uuid4()
    first = dispute(table, submission_id=key)
    before = everything()

    assert dispute(table, submission_id=key).pk == first.pk
    assert everything() == before
    refused_and_unchanged(SubmissionReused, lambda: dispute(table, fh_line(dealer=0, tricks=(6, 4)), submission_id=key))
    refused_and_unchanged(SubmissionReused, lambda: dispute(table, submission_id=key, side=NS))


def test_dispute_that_makes_no_sense_is_refused_and_changes_nothing():
    table, plain = table_with(), table_with("none")
    old = hand_of(table).record_id
    impossible = {**OTHER, "tricks": [9, 3]}

    refused_and_unchanged(NothingDisputed, lambda: dispute(table, BOOKS))
    refused_and_unchanged(RuleViolation, lambda: dispute(table, impossible))
    refused_and_unchanged(RuleViolation, lambda: dispute(table, "7S"))
    refused_and_unchanged(HandNotThere, lambda: dispute(table, number=3))
    refused_and_unchanged(HandNotThere, lambda: dispute(table, leg=2))
    refused_and_unchanged(ValueRefused, lambda: dispute(table, side=2))
    refused_and_unchanged(AgreementNotAsked, lambda: dispute(plain))
    refused_and_unchanged(RightMissing, lambda: dispute(table, actor=Actor(user_id=make_user().pk)))
    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(9, 1)))
    refused_and_unchanged(HandsChanged, lambda: dispute(table, record_id=old))


def test_settling_in_the_wrong_state_is_refused_and_changes_nothing():
    scorer = make_user()
    table = table_with(club=make_club(scorer=scorer))
    post = dispute(table)
    kept = HandSubmission.objects.filter(outcome="kept").first()

    refused_and_unchanged(ReasonNeeded, lambda: keep(post, reason="  "))
    refused_and_unchanged(ValueRefused, lambda: keep(post, reason="x" * 501))
    refused_and_unchanged(RightMissing, lambda: keep(post, actor=Actor(user_id=scorer.pk)))
    refused_and_unchanged(ThingNotFound, lambda: keep(kept))
    keep(post)
    refused_and_unchanged(PostSettled, lambda: keep(post))


def test_database_settles_a_post_once_and_with_a_reason():
    table = table_with()
    post = dispute(table)
    keep(post)
    other = dispute(table)
    values = {"kind": "kept", "actor": "system", "made_at": NOW}

    for refused, row in (
        ("submission_id", {"submission": post, "reason": "again", **values}),
        ("settlement_has_a_reason", {"submission": other, "reason": "", **values}),
        ("settlement_kind_is_known", {"submission": other, "reason": "x", **values, "kind": "lost"}),
    ):
        with pytest.raises(IntegrityError, match=refused), transaction.atomic():
            PostSettlement.objects.create(**row)
    with pytest.raises(IntegrityError, match="disputing_side_from_0_to_5"), transaction.atomic():
        HandDispute.objects.filter(submission=other).update(side=6)
