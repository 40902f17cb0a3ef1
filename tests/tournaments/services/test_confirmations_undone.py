"""What the director confirmed in the place of the sides, undone: while the round and its hands are as they were."""

from __future__ import annotations

import uuid

import pytest

from gameplay.models import HandSubmission
from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, play_out
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.agreement_errors import RoundNotAgreed
from tournaments.errors import RightMissing, TournamentFinished
from tournaments.models import AuditEntry, BulkAct, HandAgreement, Round, Table
from tournaments.selectors.bulk_acts import confirmation_at, get_act, view_act
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, disputing, publishing, rounds, rulings, taking_back, undoing
from tournaments.undo_errors import ActUndone, BuiltOn

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def table_with(agreement: str = "table", *, hands: int = 2, **more: object) -> Table:
    table = make_table(agreement=agreement, rules=TWO_HANDS, **more)
    for number in range(1, hands + 1):
        enter(table, fh_line(dealer=number - 1), number=number)
    return table


def records(table: Table) -> list[int]:
    return [hand.record_id for leg in get_table(table.pk).progress.legs for hand in leg.game.hands]


def confirm(table: Table, record_ids: list[int] | None = None) -> BulkAct | None:
    meant = records(table) if record_ids is None else record_ids
    return agreeing.confirm_hands(actor=SYSTEM, table_id=table.pk, record_ids=meant, reason="seen on paper", now=NOW)


def undo(act: BulkAct, actor: Actor = SYSTEM) -> BulkAct:
    return undoing.undo_act(actor=actor, act_id=act.pk, now=NOW)


def close(table: Table) -> Round:
    return rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)


def refused(act: BulkAct, code: str) -> str:
    """Return why an act cannot be undone; the page before says the same, offers nothing, and nothing is changed."""
    before = everything()
    with pytest.raises(BuiltOn) as found:
        undo(act)
    assert everything() == before
    assert found.value.since == [{"code": one.code, "detail": one.detail} for one in view_act(get_act(act.pk)).since]
    assert confirmation_at(act.table_id) is None
    [said] = [one["detail"] for one in found.value.since if one["code"] == code]
    return said


@pytest.mark.parametrize("agreement", ["hand", "table", "director"])
def test_confirmation_undone_leaves_the_table_as_if_it_had_not_been(agreement):
    table = table_with(agreement)
    before = everything()
    act = confirm(table)
    assert get_table(table.pk).agreement.is_settled

    undone = undo(act)

    assert not get_table(table.pk).agreement.is_settled
    with pytest.raises(RoundNotAgreed):
        close(table)
    after = everything()
    for grown in ("tournaments_bulkact", "tournaments_auditentry"):
        before.pop(grown), after.pop(grown)
    assert after == before
    row = AuditEntry.objects.latest("pk")
    told = ("act.undone", table.pk, {"kind": "hands_confirmed", "count": 2})
    assert ((row.action, row.table_id, row.before), undone.undone_at) == (told, NOW)


def test_confirmation_says_which_hands_wait_again():
    table = table_with("hand")
    first, _second = records(table)
    act = confirm(table, [first])

    view = view_act(get_act(act.pk))

    assert (act.count, view.goes, view.may_be_undone) == (1, ("Leg 1, hand 1",), True)
    assert confirmation_at(table.pk) == act


def test_what_the_sides_agreed_to_and_what_was_confirmed_before_stays():
    table = table_with("hand")
    first, second = records(table)
    agreeing.agree(actor=SYSTEM, table_id=table.pk, side=0, record_ids=[first, second], now=NOW)
    confirm(table, [first])
    act = confirm(table, [first, second])

    undo(act)

    assert set(HandAgreement.objects.values_list("record_id", "side")) == {(first, 0), (second, 0), (first, None)}
    assert confirm(table, [first]) is None


def test_hands_entered_since_do_not_stand_in_the_way():
    table = table_with("hand", hands=1)
    act = confirm(table)
    enter(table, fh_line(dealer=1), number=2)

    undo(act)

    assert [hand.number for hand in get_table(table.pk).agreement.waiting] == [1, 2]


def test_confirmation_of_a_round_that_is_closed_or_taken_back_is_not_undone():
    closed, gone = table_with(), table_with()
    acts = confirm(closed), confirm(gone)
    close(closed)
    version = standings_of(gone.round.tournament).version
    what = {"round_id": gone.round_id, "version": version, "reason": "wrong seats", "typed": "1", "now": NOW}
    taking_back.take_back_round(actor=SYSTEM, **what)

    said = refused(acts[0], "closed"), refused(acts[1], "taken_back")

    assert said == ("Round 1 is closed.", "Round 1 was taken back.")


def test_confirmation_of_a_hand_that_was_corrected_since_is_not_undone():
    table = table_with()
    act = confirm(table)

    correct_hand(table_id=table.pk, number=2, record=fh_line(dealer=1, tricks=(7, 3)))

    assert refused(act, "corrected") == "Leg 1, hand 2: corrected since."


def test_confirmation_at_a_table_that_was_decided_since_is_undone_once_that_is_taken_back():
    table = table_with("hand", hands=1)
    act = confirm(table)
    rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="fire alarm", now=NOW)
    assert refused(act, "decided") == "Table 1 was decided."

    rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, now=NOW)
    undo(act)

    assert not HandAgreement.objects.exists()


def test_confirmation_by_which_a_dispute_was_settled_is_not_undone():
    table = table_with()
    act = confirm(table)
    post = disputing.dispute_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        side=1,
        record_id=records(table)[0],
        record=fh_line(dealer=0, tricks=(7, 3)),
        source=HandSubmission.Source.TABLE_LINK,
        now=NOW,
    )
    disputing.keep_books(actor=SYSTEM, submission_key=post.pk, reason="the sheet says so", now=NOW)

    assert refused(act, "settled") == "Leg 1, hand 1: what a side said against it was settled since."


def test_confirmation_is_the_directors_to_undo_and_only_once():
    director, scorer = make_user(), make_user()
    club = make_club(director=director, scorer=scorer)
    table = table_with(club=club)
    act = confirm(table)
    before = everything()
    for nobody in (Actor(), Actor(user_id=scorer.pk), Actor(user_id=make_user().pk)):
        with pytest.raises(RightMissing):
            undo(act, nobody)
    assert everything() == before

    undo(act, Actor(user_id=director.pk))

    before = everything()
    with pytest.raises(ActUndone):
        undo(act)
    assert everything() == before


def test_confirmation_in_a_finished_tournament_is_not_undone():
    tournament = make_tournament(pairs=2, rounds=1, agreement="table", rules=TWO_HANDS)
    table = make_round(tournament).tables.get()
    play_out(table)
    act = confirm(table)
    close(table)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    before = everything()

    with pytest.raises(TournamentFinished):
        undo(act)

    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_round_closes_only_on_what_is_confirmed_while_that_is_undone():
    for _turn in range(3):
        table = table_with()
        act = confirm(table)

        def use(number, table=table, act=act):
            if number == 0:
                undo(act)
                return "undone"
            close(table)
            return "closed"

        outcomes = run_together(2, use, refused=(BuiltOn, RoundNotAgreed))

        assert outcomes in (["undone", "round.not_agreed"], ["undo.built_on", "closed"])
