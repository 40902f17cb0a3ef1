"""Drafts changed by hand: judged, explained, overridden with a reason; and who is to meet or must not."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_club, make_entry, make_round, make_tournament, make_user
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    DrawDiscarded,
    DrawOutOfDate,
    DrawUnplayable,
    FixedMeetingRefused,
    RightMissing,
    RoundNotDraft,
    ThingNotFound,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import AuditEntry, Draw, Round, RoundEntry, Seat, Stage, Tournament
from tournaments.movements.schedule import ScheduleUnreadable
from tournaments.round_errors import MeetingForbidden, MeetingNotForbidden, PromisesBroken
from tournaments.selectors.chart import chart_of
from tournaments.services import absences, forbidden, hand_made, rounds

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def draw(tournament):
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def change(draft, *swaps, **more):
    values = {"actor": SYSTEM, "now": NOW, **more}
    if swaps:
        values["swaps"] = swaps
    return hand_made.change_draft(draw_id=draft.pk, **values)


def forbid(tournament, *pair, **more):
    values = {"actor": SYSTEM, "now": NOW, **more}
    return forbidden.forbid_meeting(tournament_id=tournament.pk, entries=pair, **values)


def tables(draft):
    return [tuple(table["seats"].values()) for table in draft.plan["tables"]]


def together(draft, pair):
    return any(set(pair) <= set(seats) for seats in tables(draft))


def codes(draft):
    return [remark["code"] for remark in draft.explanation]


def test_change_draft_is_a_new_draft_with_two_in_each_other_s_place():
    user = make_user()
    club = make_club(director=user)
    first = draw(make_tournament(club, pairs=6, rounds=5))
    (a, b), (c, d), *_ = tables(first)

    second = change(first, (a, c), actor=Actor(user_id=user.pk), reason="they asked for it")

    assert tables(second)[:2] == [(c, b), (a, d)]
    assert (second.number, second.status, second.seed, second.round_id) == (2, "draft", first.seed, first.round_id)
    assert Draw.objects.get(pk=first.pk).status == "draft"
    assert second.made_from["by_hand"] == {"draw": 1, "user": user.pk, "reason": "they asked for it"}
    assert codes(second)[:2] == ["draw.by_hand", "draw.swapped_by_hand"]
    assert second.explanation[1]["params"] == {"entrants": [a, c]}
    audit = AuditEntry.objects.get(action="round.draft_changed")
    assert (audit.user, audit.reason) == (user, "they asked for it")
    assert audit.after == {"draw": 2, "seed": first.seed, "from": 1, "swaps": [[a, c]]}


def test_change_draft_is_published_as_any_other():
    first = draw(make_tournament(pairs=4, rounds=3))
    (a, _b), (c, _d) = tables(first)

    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=change(first, (a, c)).pk, now=NOW)

    assert Seat.objects.get(round=round_, table__number=1, index=0).entry_id == c


def test_change_draft_chooses_who_sits_out_and_its_reasons_speak_of_nobody_moved():
    tournament = make_tournament(pairs=5, rounds=5)
    first = draw(tournament)
    [out] = first.plan["out"]
    wanted = tables(first)[1][0]
    assert "draw.sits_out_in_turn" in codes(first)

    second = change(first, (out, wanted))

    assert second.plan["out"] == [wanted]
    assert "draw.sits_out_in_turn" not in codes(second)
    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=second.pk, now=NOW)
    assert RoundEntry.objects.get(round=round_, role="sit_out").entry_id == wanted


def test_change_draft_takes_a_whole_seating():
    first = draw(make_tournament(pairs=4, rounds=3))
    (a, b), (c, d) = tables(first)
    plan = {
        "round": 1,
        "tables": [
            {"table": 1, "seats": {"NS": a, "EW": c}, "first": "E"},
            {"table": 7, "seats": {"NS": d, "EW": b}},
        ],
        "out": [],
    }

    second = change(first, plan=plan)

    assert second.plan == plan
    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=second.pk, now=NOW)
    assert sorted(round_.tables.values_list("number", flat=True)) == [1, 7]


@pytest.mark.parametrize("reason", ["", "  "])
def test_change_draft_that_makes_it_worse_needs_a_reason(reason):
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND)
    play_round(make_round(tournament))
    [one, other] = Round.objects.get().draws.get().plan["tables"][0]["seats"].values()
    second = draw(tournament)
    beside = next(entry for seats in tables(second) if one in seats for entry in seats if entry != one)
    before = everything()

    with pytest.raises(PromisesBroken) as refused:
        change(second, (other, beside), reason=reason)

    assert everything() == before
    assert {
        "code": "promise.rematch",
        "params": {"entrants": sorted([one, other]), "times": 1},
    } in refused.value.remarks


def test_change_draft_that_makes_it_worse_is_kept_with_a_reason_and_says_what_it_breaks():
    tournament = make_tournament(pairs=5, rounds=5, rules=ONE_HAND)
    play_round(make_round(tournament))
    [out] = Round.objects.get().draws.get().plan["out"]
    second = draw(tournament)

    third = change(second, (out, second.plan["out"][0]), reason="has to make a phone call")

    assert third.plan["out"] == [out]
    said = [remark["params"] for remark in third.explanation if remark["code"] == "promise.sit_out"]
    assert said == [{"entrant": out, "before": 1, "fewest": 0}]


def test_change_draft_again_names_what_is_broken_now_and_only_asks_for_what_is_new():
    tournament = make_tournament(pairs=5, rounds=5, rules=ONE_HAND)
    play_round(make_round(tournament))
    [out] = Round.objects.get().draws.get().plan["out"]
    second = draw(tournament)
    third = change(second, (out, second.plan["out"][0]), reason="a phone call")
    (a, b), _ = tables(third)

    fourth = change(third, (a, b))

    assert codes(fourth).count("promise.sit_out") == 1
    assert codes(fourth).count("draw.by_hand") == 2
    fifth = change(fourth, (out, second.plan["out"][0]), reason="is back")
    assert "promise.sit_out" not in codes(fifth)


def test_change_draft_that_cannot_be_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=5, rounds=5)
    first = draw(tournament)
    (a, b), (c, d) = tables(first)
    stranger = make_entry(make_tournament())
    twice = {"round": 1, "tables": [{"table": 1, "seats": {"NS": a, "EW": a}}], "out": [b, c, d]}
    three = {"round": 1, "tables": [{"table": 1, "seats": {"NS": a, "EW": b, "UD": c}}], "out": [d, *first.plan["out"]]}
    before = everything()

    for refusal, act in (
        (ValueRefused, lambda: change(first, (a, stranger.pk))),
        (ValueRefused, lambda: change(first, (a, c), (a, c))),
        (ValueRefused, lambda: change(first, plan=first.plan)),
        (DrawUnplayable, lambda: change(first, plan=twice)),
        (DrawUnplayable, lambda: change(first, plan=three)),
        (DrawUnplayable, lambda: change(first, plan={**first.plan, "round": 2})),
        (ScheduleUnreadable, lambda: change(first, plan={"tables": 3})),
        (RightMissing, lambda: change(first, (a, c), actor=Actor())),
        (ThingNotFound, lambda: hand_made.change_draft(actor=SYSTEM, draw_id=99_999, swaps=[(a, c)], now=NOW)),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_change_draft_that_is_out_of_date_or_published_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=5, rounds=5)
    first = draw(tournament)
    other = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)
    (a, _b), (c, _d) = tables(first)
    late = make_entry(tournament)
    before = everything()
    with pytest.raises(DrawOutOfDate):
        change(first, (a, c))
    assert everything() == before

    absences.announce_absence(actor=SYSTEM, entry_id=late.pk, round_number=1, now=NOW)
    rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW)
    before = everything()
    for draft in (first, other):
        with pytest.raises((RoundNotDraft, DrawDiscarded)):
            change(draft, (a, c))
    Tournament.objects.update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        change(first, (a, c))


@pytest.mark.parametrize("movement", ["round_robin", "swiss", "danish", "howell", "progressive"])
def test_draw_again_with_two_together_lets_them_meet(movement):
    tournament = make_tournament(pairs=8, rounds=4, rules=ONE_HAND, movement=movement)
    first = draw(tournament)
    pair = tables(first)[0][0], tables(first)[2][1]

    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, together=[pair], now=NOW)

    assert together(second, pair)
    assert second.made_from["together"] == [list(pair)]
    assert AuditEntry.objects.get(action="round.drawn", after__draw=2).after["together"] == [list(pair)]
    assert rounds.publish_draw(actor=SYSTEM, draw_id=second.pk, now=NOW).status == "published"


def test_draw_again_with_individuals_together_seats_them_at_one_table():
    tournament = make_tournament(people=12, rounds=4)
    first = draw(tournament)
    one, other = tables(first)[0][0], tables(first)[2][1]

    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, together=[(one, other)], now=NOW)

    assert together(second, (one, other))


def test_draw_again_with_two_together_who_cannot_be_is_refused_by_name_and_changes_nothing():
    tournament = make_tournament(pairs=6, rounds=5)
    first = draw(tournament)
    (a, b), (c, _d), *_ = tables(first)
    away = make_entry(tournament)
    absences.announce_absence(actor=SYSTEM, entry_id=away.pk, round_number=1, now=NOW)
    forbid(tournament, a, b)
    before = everything()

    for pairs in ([(a, b)], [(a, away.pk)], [(a, c), (a, b)], [(a, 99_999)]):
        with pytest.raises(FixedMeetingRefused):
            rounds.draw_again(actor=SYSTEM, round_id=first.round_id, together=pairs, now=NOW)
    with pytest.raises(FixedMeetingRefused, match=r"Player \d+ \+ Player \d+ and Player"):
        rounds.draw_again(actor=SYSTEM, round_id=first.round_id, together=[(a, b)], now=NOW)

    assert everything() == before


def test_change_draft_that_parts_who_is_to_meet_needs_a_reason():
    tournament = make_tournament(pairs=6, rounds=5)
    first = draw(tournament)
    (a, _b), (c, _d), (e, _f) = tables(first)
    second = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, together=[(a, c)], now=NOW)

    with pytest.raises(PromisesBroken, match=r"promise\.together"):
        change(second, (a, e))


@pytest.mark.parametrize("movement", ["round_robin", "swiss", "monrad", "howell", "mitchell", "progressive"])
def test_forbid_meeting_holds_in_every_draw_from_then_on(movement):
    tournament = make_tournament(pairs=8, rounds=4, rules=ONE_HAND, movement=movement)
    first = draw(tournament)
    pair = tables(first)[0]

    forbid(tournament, *pair, reason="one household")

    with pytest.raises(PromisesBroken, match=r"promise\.apart"):
        rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW)
    again = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)
    assert not together(again, pair)
    play_round(rounds.publish_draw(actor=SYSTEM, draw_id=again.pk, now=NOW))
    for _ in range(3):
        following = draw(tournament)
        assert not together(following, pair)
        play_round(rounds.publish_draw(actor=SYSTEM, draw_id=following.pk, now=NOW))


def test_forbid_meeting_is_kept_with_the_stage_and_an_audit_row():
    tournament = make_tournament(pairs=4)
    one, other = tournament.entries.filter(number__lte=2).order_by("number").values_list("pk", flat=True)

    assert forbid(tournament, one, other, reason=" one household ") == [(one, other)]

    assert Stage.objects.get().settings["forbidden"] == [[one, other]]
    audit = AuditEntry.objects.get(action="tournament.meeting_forbidden")
    assert (audit.after, audit.reason) == ({"entries": [one, other]}, "one household")


def test_allow_meeting_takes_it_back_in_whatever_order():
    tournament = make_tournament(pairs=4)
    one, other, third = tournament.entries.filter(number__lte=3).order_by("number").values_list("pk", flat=True)
    forbid(tournament, one, other)
    forbid(tournament, one, third)

    left = forbidden.allow_meeting(actor=SYSTEM, tournament_id=tournament.pk, entries=(other, one), now=NOW)

    assert left == [(one, third)]
    assert AuditEntry.objects.filter(action="tournament.meeting_allowed").count() == 1


def test_forbid_meeting_that_makes_no_sense_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4)
    one, other, third = tournament.entries.filter(number__lte=3).order_by("number").values_list("pk", flat=True)
    stranger = make_entry(make_tournament()).pk
    forbid(tournament, one, other)
    before = everything()

    def allow(*pair, **more):
        values = {"actor": SYSTEM, "now": NOW, **more}
        forbidden.allow_meeting(tournament_id=tournament.pk, entries=pair, **values)

    for refusal, act in (
        (MeetingForbidden, lambda: forbid(tournament, other, one)),
        (MeetingNotForbidden, lambda: allow(one, third)),
        (ValueRefused, lambda: forbid(tournament, one, one)),
        (ValueRefused, lambda: forbid(tournament, one, stranger)),
        (RightMissing, lambda: forbid(tournament, one, third, actor=Actor())),
        (RightMissing, lambda: allow(one, other, actor=Actor())),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before
    Tournament.objects.update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        forbid(tournament, one, third)


def test_change_draft_that_lets_meet_who_must_not_is_kept_with_a_reason_only():
    tournament = make_tournament(pairs=4, rounds=3)
    one, other = tournament.entries.filter(number__lte=2).order_by("number").values_list("pk", flat=True)
    forbid(tournament, one, other)
    first = draw(tournament)
    beside = next(entry for seats in tables(first) if one in seats for entry in seats if entry != one)

    with pytest.raises(PromisesBroken, match=r"promise\.apart"):
        change(first, (other, beside))
    second = change(first, (other, beside), reason="they have made it up")

    assert together(second, (one, other))
    assert rounds.publish_draw(actor=SYSTEM, draw_id=second.pk, now=NOW).status == "published"


def test_swiss_may_let_meet_again_after_the_first_rounds():
    tournament = make_tournament(
        pairs=2, rounds=2, rules=ONE_HAND, movement="danish", movement_options={"forbidden_rounds": 1}
    )
    one, other = tournament.entries.order_by("number").values_list("pk", flat=True)
    late = [make_entry(tournament).pk for _ in range(2)]
    forbid(tournament, one, other)
    play_round(make_round(tournament))

    second = draw(tournament)

    assert "draw.wish_moved" not in codes(second)
    assert len(late) == 2


def test_the_chart_ahead_keeps_apart_too():
    tournament = make_tournament(pairs=4, rounds=3)
    one, other = tournament.entries.filter(number__lte=2).order_by("number").values_list("pk", flat=True)

    forbid(tournament, one, other)

    [known, *_] = chart_of(tournament).rounds
    sides = [{entry.entry_id for _label, side in table.sides for entry in side} for table in known.tables]
    assert {one, other} not in sides
