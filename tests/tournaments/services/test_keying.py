"""Score sheets keyed a second time by somebody else, unseen; what differs is ruled; a pile keeps its place."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from gameplay.errors import HandOutOfOrder, ReasonMissing, RuleViolation, SubmissionReused
from gameplay.models import HandRecord, HandSubmission
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, keep_all, passed_in
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.agreement_errors import PostSettled
from tournaments.errors import RightMissing, ThingNotFound
from tournaments.keying_errors import (
    FinalNotKeyed,
    KeyedBlind,
    KeyedByTheSame,
    NobodyKeys,
    NoSheetLeft,
    PostHasNoHand,
    RoundNotKeyed,
    SheetHandedIn,
    SheetTaken,
    SheetUnfinished,
    SheetWaits,
)
from tournaments.models import AuditEntry, KeyedHand, KeyingPile, KeyingSheet, PostSettlement, Table
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors import keying as selectors
from tournaments.selectors.desk import conflicts_in, get_round
from tournaments.selectors.publications import get_publication
from tournaments.selectors.tables import get_table
from tournaments.services import clubs, corrections, disputing, keying, publishing, results, rounds

pytestmark = pytest.mark.django_db

HANDS = [
    fh_line(dealer=0, tricks=(8, 2)),
    fh_line(dealer=1, seat=1, bid="6H", tricks=(3, 7)),
    passed_in(dealer=2),
    fh_line(dealer=3, seat=2, bid="8D", tricks=(5, 5)),
]


@pytest.fixture
def first() -> Actor:
    return Actor(user_id=make_user("first").pk)


@pytest.fixture
def second() -> Actor:
    return Actor(user_id=make_user("second").pk)


@pytest.fixture
def director() -> Actor:
    return Actor(user_id=make_user("director").pk)


@pytest.fixture
def club(first, second, director):
    club = make_club()
    for actor, role in ((first, "scorer"), (second, "scorer"), (director, "director")):
        clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=actor.user_id, role=role, now=NOW)
    return club


def round_of(club, *, pairs: int = 4, **settings: Any):
    settings.setdefault("rules", {"end": "hands", "hands": 4})
    round_ = make_round(make_tournament(club, pairs=pairs, **settings))
    for table in round_.tables.all():
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
    return round_


@pytest.fixture
def round_(club):
    return round_of(club)


@pytest.fixture
def table(round_, first) -> Table:
    table = round_.tables.get(number=1)
    for number, record in enumerate(HANDS, 1):
        enter(table, record, number=number, actor=first)
    return table


def take(actor: Actor, table: Table) -> KeyingSheet:
    [sheet] = keying.take_pile(actor=actor, round_id=table.round_id, tables=[table.number], now=NOW)
    return sheet


def key(actor: Actor, sheet: KeyingSheet, record: Any, *, number: int, leg: int = 1, post: uuid.UUID | None = None):
    return keying.key_hand(
        actor=actor,
        sheet_id=sheet.pk,
        leg=leg,
        number=number,
        submission_id=post or uuid.uuid4(),
        record=record,
        now=NOW,
    )


def key_all(actor: Actor, table: Table, records: list[Any], *, no_more_hands: bool = False) -> KeyingSheet:
    sheet = take(actor, table)
    for number, record in enumerate(records, 1):
        key(actor, sheet, record, number=number)
    return keying.hand_in(actor=actor, sheet_id=sheet.pk, no_more_hands=no_more_hands, now=NOW)


def waiting(table: Table) -> list[tuple[int, Any, int | None]]:
    round_ = get_round(table.round_id)
    return sorted((post.number, post.record, post.stands_at) for post in round_.conflicts if post.table == table.number)


def books(table: Table) -> list[Any]:
    return [hand.record for leg in get_table(table.pk).progress.legs for hand in leg.game.hands]


def test_equal_sheets_are_marked_and_nothing_waits(table, second):
    key_all(second, table, HANDS)

    assert waiting(table) == []
    assert selectors.tables_not_keyed([table]) == []
    records = [hand.record_id for hand in get_table(table.pk).progress.legs[0].game.hands]
    assert selectors.hands_checked(table.pk, records) == frozenset(records)
    posts = HandSubmission.objects.filter(source="second_keying")
    assert list(posts.values_list("outcome", "actor").distinct()) == [("repeated", second.label)]
    assert books(table) == HANDS


OTHER_TRICKS = fh_line(dealer=0, tricks=(7, 3))
OTHER_BID = fh_line(dealer=1, seat=1, bid="6D", tricks=(3, 7))
OTHER_SIDE = fh_line(dealer=3, seat=1, bid="8D", tricks=(5, 5))


@pytest.mark.parametrize(("number", "record"), [(1, OTHER_TRICKS), (2, OTHER_BID), (4, OTHER_SIDE)])
def test_hand_that_differs_waits_with_both_versions(table, second, number, record):
    key_all(second, table, [record if place == number else hand for place, hand in enumerate(HANDS, 1)])

    assert waiting(table) == [(number, record, None)]
    assert books(table) == HANDS
    assert selectors.tables_not_keyed([table]) == [1]


def test_hands_that_are_swapped_say_where_they_are_in_the_books(table, second):
    one, two, three, four = HANDS
    key_all(second, table, [one, {**four, "dealer": 1}, three, {**two, "dealer": 3}])
    assert waiting(table) == [(2, {**four, "dealer": 1}, 4), (4, {**two, "dealer": 3}, 2)]


def test_hand_that_the_second_sheet_lacks_waits(table, second, director):
    key_all(second, table, HANDS[:3], no_more_hands=True)
    assert waiting(table) == [(4, selectors.MISSING, None)]
    [post] = conflicts_in(table.round)
    before = everything()
    with pytest.raises(PostHasNoHand):
        corrections.take_post(actor=director, submission_key=post.submission_key, reason="paper", now=NOW)
    assert everything() == before


def test_hand_that_the_books_lack_is_found_and_entered(round_, first, second, director):
    table = round_.tables.get(number=1)
    for number, record in enumerate(HANDS[:3], 1):
        enter(table, record, number=number, actor=first)
    key_all(second, table, HANDS)
    assert waiting(table) == [(4, HANDS[3], None)]
    [post] = conflicts_in(round_)

    taken = corrections.take_post(actor=director, submission_key=post.submission_key, reason="on the paper", now=NOW)

    assert taken.progress.is_complete
    assert books(table) == HANDS
    assert waiting(table) == []
    assert selectors.tables_not_keyed(round_.tables.filter(number=1)) == []
    assert HandRecord.objects.get(number=4).reason == "on the paper"


def mismatch(table, second):
    key_all(second, table, [OTHER_TRICKS, *HANDS[1:]])
    [post] = conflicts_in(table.round)
    return post.submission_key


def test_first_stands(table, second, director):
    post = mismatch(table, second)
    disputing.keep_books(actor=director, submission_key=post, reason="looked at the paper", now=NOW)
    assert books(table) == HANDS
    assert selectors.tables_not_keyed([table]) == []


def test_second_stands_as_a_correction(table, second, director):
    post = mismatch(table, second)
    what = {"actor": director, "submission_key": post, "now": NOW}
    found = corrections.preview_taking_post(**what)
    assert books(table) == HANDS

    corrections.take_post(reason="looked at the paper", confirmation=keep_all(found), **what)

    assert books(table) == [OTHER_TRICKS, *HANDS[1:]]
    assert list(PostSettlement.objects.values_list("submission_id", "kind")) == [(post, "corrected")]
    assert selectors.tables_not_keyed([table]) == []
    before = everything()
    with pytest.raises(PostSettled):
        corrections.take_post(reason="again", confirmation=keep_all(found), **what)
    assert everything() == before


def test_third_version_settles_it_too(table, second, director):
    mismatch(table, second)
    third = fh_line(dealer=0, tricks=(9, 1))
    correct_hand(table_id=table.pk, number=1, record=third, actor=director, reason="neither was right")
    assert books(table) == [third, *HANDS[1:]]
    assert selectors.tables_not_keyed([table]) == []


def test_second_version_needs_a_reason_and_the_right_to_correct(table, second, first, director):
    post = mismatch(table, second)
    before = everything()
    with pytest.raises(ReasonMissing):
        corrections.take_post(actor=director, submission_key=post, reason=" ", now=NOW)
    for scorer in (first, second):
        with pytest.raises(RightMissing):
            corrections.take_post(actor=scorer, submission_key=post, reason="mine", now=NOW)
        with pytest.raises(RightMissing):
            disputing.keep_books(actor=scorer, submission_key=post, reason="mine", now=NOW)
    assert everything() == before


def test_sheet_is_for_another_person_than_the_first(table, first):
    before = everything()
    with pytest.raises(KeyedByTheSame):
        take(first, table)
    assert everything() == before


def test_who_enters_a_hand_after_taking_the_sheet_is_refused_both_ways(round_, second):
    table = round_.tables.get(number=1)
    take(second, table)
    before = everything()
    with pytest.raises(KeyedBlind):
        enter(table, HANDS[0], number=1, actor=second)
    assert everything() == before


@pytest.mark.usefixtures("table")
def test_pile_leaves_out_what_one_has_entered_and_what_others_have(round_, first, second):
    taken = keying.take_pile(actor=first, round_id=round_.pk, now=NOW)
    assert [sheet.table.number for sheet in taken] == [2]
    taken = keying.take_pile(actor=second, round_id=round_.pk, now=NOW)
    assert [sheet.table.number for sheet in taken] == [1]
    before = everything()
    with pytest.raises(NoSheetLeft):
        keying.take_pile(actor=second, round_id=round_.pk, now=NOW)
    with pytest.raises(SheetTaken):
        keying.take_pile(actor=second, round_id=round_.pk, tables=[2], now=NOW)
    with pytest.raises(ThingNotFound):
        keying.take_pile(actor=second, round_id=round_.pk, tables=[3], now=NOW)
    assert everything() == before


def test_only_somebody_with_an_account_and_a_role_keys(table):
    before = everything()
    with pytest.raises(NobodyKeys):
        take(SYSTEM, table)
    with pytest.raises(RightMissing):
        take(Actor(user_id=make_user("stranger").pk), table)
    unchanged = {**everything()}
    assert unchanged == before


def test_second_sheet_of_a_table_is_refused_by_the_database_too(table, second, first):
    sheet = take(second, table)
    with pytest.raises(IntegrityError, match="one_second_keyer_of_a_table"), transaction.atomic():
        KeyingSheet.objects.create(pile=sheet.pile, table=table, keyer_id=first.user_id, taken_at=NOW)


def test_second_hand_of_a_number_on_a_sheet_is_refused_by_the_database_too(table, second):
    sheet = take(second, table)
    for number in (1, 2):
        key(second, sheet, HANDS[number - 1], number=number)
    with pytest.raises(IntegrityError, match="one_keyed_hand_of_a_number"), transaction.atomic():
        KeyedHand.objects.filter(sheet=sheet, number=2).update(number=1)


def test_hands_are_judged_after_those_of_the_sheet_alone(table, second):
    sheet = take(second, table)
    shown, _ = key(second, sheet, OTHER_TRICKS, number=1)
    assert shown.following is not None
    assert (shown.following.number, shown.following.scores) == (2, (140, 30))
    before = everything()
    with pytest.raises(RuleViolation):
        key(second, sheet, fh_line(dealer=1, tricks=(8, 3)), number=2)
    with pytest.raises(HandOutOfOrder):
        key(second, sheet, HANDS[2], number=3)
    assert everything() == before


def test_same_line_twice_is_one_hand(table, second):
    sheet = take(second, table)
    post = uuid.uuid4()
    _, is_repeat = key(second, sheet, HANDS[0], number=1, post=post)
    assert not is_repeat
    before = everything()
    shown, is_repeat = key(second, sheet, HANDS[0], number=1, post=post)
    assert is_repeat
    assert len(shown.view.progress.legs[0].game.hands) == 1
    with pytest.raises(SubmissionReused):
        key(second, sheet, OTHER_TRICKS, number=1, post=post)
    assert everything() == before


def test_hand_keyed_again_takes_the_place_of_the_first_reading(table, second):
    sheet = take(second, table)
    key(second, sheet, OTHER_TRICKS, number=1)
    key(second, sheet, HANDS[1], number=2)
    key(second, sheet, HANDS[0], number=1)
    for number in (3, 4):
        key(second, sheet, HANDS[number - 1], number=number)
    keying.hand_in(actor=second, sheet_id=sheet.pk, now=NOW)
    assert waiting(table) == []
    assert KeyedHand.objects.filter(sheet=sheet, is_current=False).count() == 1


def test_hands_that_fall_after_a_changed_one_are_keyed_again(club, second):
    table = round_of(club, pairs=2, kind="fives_threes", rules={}).tables.get()
    sheet = take(second, table)
    key(second, sheet, ft_line(opener=0, points=(30, 4)), number=1)
    key(second, sheet, ft_line(opener=1, points=(30, 4)), number=2)
    shown, _ = key(second, sheet, ft_line(opener=0, points=(40, 4)), number=1)
    assert [hand.number for hand in shown.view.progress.legs[0].game.hands] == [1]


def test_sheet_with_hands_to_come_is_handed_in_on_its_word_only(table, second):
    sheet = take(second, table)
    key(second, sheet, HANDS[0], number=1)
    before = everything()
    with pytest.raises(SheetUnfinished):
        keying.hand_in(actor=second, sheet_id=sheet.pk, now=NOW)
    assert everything() == before


def test_sheet_handed_in_is_closed_and_handing_in_again_changes_nothing(table, second):
    sheet = key_all(second, table, HANDS)
    before = everything()
    with pytest.raises(SheetHandedIn):
        key(second, sheet, OTHER_TRICKS, number=1)
    with pytest.raises(SheetHandedIn):
        keying.give_back(actor=second, sheet_id=sheet.pk, now=NOW)
    keying.hand_in(actor=second, sheet_id=sheet.pk, now=NOW)
    assert everything() == before


def test_director_lets_a_sheet_be_keyed_anew(table, second, director):
    sheet = key_all(second, table, [OTHER_TRICKS, *HANDS[1:]])
    keying.give_back(actor=director, sheet_id=sheet.pk, reason="misread", now=NOW)
    assert waiting(table) == []
    assert selectors.tables_not_keyed([table]) == [1]
    key_all(second, table, HANDS)
    assert waiting(table) == []
    assert selectors.tables_not_keyed([table]) == []


def test_next_leg_waits_until_it_is_in_the_books(club, first, second):
    table = round_of(club, pairs=2, kind="fives_threes", rules={}, legs=2).tables.get()
    enter(table, ft_line(opener=0, points=(30, 4)), number=1, actor=first)
    sheet = take(second, table)
    key(second, sheet, ft_line(opener=0, points=(30, 4)), number=1)
    key(second, sheet, ft_line(opener=1, points=(31, 0), end="won", out_side=None), number=2)
    before = everything()
    with pytest.raises(SheetWaits):
        key(second, sheet, ft_line(opener=2, points=(3, 4)), number=1, leg=2)
    assert everything() == before


def test_pile_keeps_its_place(club, second):
    round_ = round_of(club, pairs=6)
    sheets = keying.take_pile(actor=second, round_id=round_.pk, now=NOW)
    move = {"actor": second, "round_id": round_.pk, "now": NOW}

    def at(to: str | int) -> int:
        return int(keying.move_to(to=to, **move).table.number)

    assert [at("next"), at("skip"), at("skip"), at("skip"), at("back"), at("back"), at(1), at("next")] == [
        1, 2, 3, 1, 3, 2, 1, 1,
    ]  # fmt: skip
    key_all_of(second, sheets[0])
    assert [at("next"), at("skip"), at("skip")] == [2, 3, 2]
    assert KeyingPile.objects.get().at_table == 2
    assert [line.is_on_top for line in selectors.pile_of(second, round_.pk)] == [False, True, False]


def key_all_of(actor: Actor, sheet: KeyingSheet) -> None:
    keying.hand_in(actor=actor, sheet_id=sheet.pk, no_more_hands=True, now=NOW)


def test_piles_are_listed_by_keyer_then_table(club, first, second, director):
    round_ = round_of(club, pairs=6)
    keying.take_pile(actor=second, round_id=round_.pk, tables=[3, 1], now=NOW)
    keying.take_pile(actor=first, round_id=round_.pk, tables=[2], now=NOW)
    found = selectors.results_of(director, round_.pk)
    assert [(result.line.keyer, result.line.table) for result in found] == [("first", 2), ("second", 1), ("second", 3)]


def test_round_that_asks_for_it_closes_when_all_is_keyed_and_ruled(club, first, second, director):
    round_ = round_of(club, pairs=2, second_keying="closing")
    table = round_.tables.get()
    for number, record in enumerate(HANDS, 1):
        enter(table, record, number=number, actor=first)
    close = {"actor": director, "round_id": round_.pk, "now": NOW}
    before = everything()
    with pytest.raises(RoundNotKeyed) as refused:
        rounds.close_round(**close)
    assert refused.value.numbers == [1]
    assert everything() == before
    post = mismatch(table, second)
    with pytest.raises(RoundNotKeyed):
        rounds.close_round(**close)
    disputing.keep_books(actor=director, submission_key=post, reason="paper", now=NOW)

    assert rounds.close_round(**close).status == "closed"


def test_round_is_closed_without_it_for_a_reason_that_stays(club, first, director):
    round_ = round_of(club, pairs=2, second_keying="closing")
    for number, record in enumerate(HANDS, 1):
        enter(round_.tables.get(), record, number=number, actor=first)
    closed = rounds.close_round(actor=director, round_id=round_.pk, reason="nobody is left", now=NOW)
    assert (closed.closed_because, closed.closed_unagreed) == ("nobody is left", [1])
    publishing.publish_standings(actor=director, tournament_id=round_.tournament_id, kind="provisional", now=NOW)


def test_final_standings_wait_for_it(club, first, second, director):
    round_ = round_of(club, pairs=2, second_keying="final", rounds=1)
    table = round_.tables.get()
    for number, record in enumerate(HANDS, 1):
        enter(table, record, number=number, actor=first)
    rounds.close_round(actor=director, round_id=round_.pk, now=NOW)
    final = {"actor": director, "tournament_id": round_.tournament_id, "kind": "final", "now": NOW}
    before = everything()
    with pytest.raises(FinalNotKeyed):
        publishing.publish_standings(**final)
    assert everything() == before
    key_all(second, table, HANDS)
    assert publishing.publish_standings(**final).number == 1


def test_final_standings_are_published_without_it_for_a_reason_that_stays(club, first, director):
    round_ = round_of(club, pairs=2, second_keying="final", rounds=1)
    for number, record in enumerate(HANDS, 1):
        enter(round_.tables.get(), record, number=number, actor=first)
    rounds.close_round(actor=director, round_id=round_.pk, now=NOW)
    final = {"actor": director, "tournament_id": round_.tournament_id, "kind": "final", "now": NOW}
    before = everything()
    with pytest.raises(ReasonNeeded):
        publishing.publish_standings(without_keying=True, reason="  ", **final)
    with pytest.raises(FinalNotKeyed):
        publishing.publish_standings(reason="nobody is left", **final)
    assert everything() == before

    publishing.publish_standings(without_keying=True, reason="nobody is left", **final)

    shown = get_publication(round_.tournament, 1)
    assert (shown.not_keyed, shown.publication.reason) == (((1, (1,)),), "nobody is left")
    row = AuditEntry.objects.get(action="standings.published")
    assert (row.after["not_keyed"], row.reason) == ([[1, [1]]], "nobody is left")


def test_nothing_is_said_of_keying_where_all_of_it_is_done(club, first, director):
    round_ = round_of(club, pairs=2, rounds=1)
    for number, record in enumerate(HANDS, 1):
        enter(round_.tables.get(), record, number=number, actor=first)
    rounds.close_round(actor=director, round_id=round_.pk, now=NOW)
    what = {"actor": director, "tournament_id": round_.tournament_id, "kind": "final", "now": NOW}

    publication = publishing.publish_standings(without_keying=True, **what)

    assert "not_keyed" not in publication.snapshot
    assert get_publication(round_.tournament, 1).not_keyed == ()


def test_every_step_leaves_an_audit_row(table, second, director):
    sheet = key_all(second, table, [OTHER_TRICKS, *HANDS[1:]])
    keying.move_to(actor=second, round_id=table.round_id, to=1, now=NOW)
    keying.give_back(actor=director, sheet_id=sheet.pk, now=NOW)
    rows = AuditEntry.objects.filter(action__in=["keying.taken", "hand.keyed", "keying.handed_in", "keying.given_back"])
    assert list(rows.order_by("pk").values_list("action", "user_id")) == [
        ("keying.taken", second.user_id),
        *[("hand.keyed", second.user_id)] * 4,
        ("keying.handed_in", second.user_id),
        ("keying.given_back", director.user_id),
    ]
