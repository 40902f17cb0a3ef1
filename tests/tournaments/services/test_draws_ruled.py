"""Draws that break what was promised or arranged, put into play with a reason that stays with them for ever."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_club, make_entry, make_round, make_tournament, make_user
from tests.files import empty_the_database, file_of_club
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import DrawOutOfDate, DrawUnplayable, RightMissing, ValueRefused
from tournaments.models import AuditEntry, Draw, Round
from tournaments.round_errors import PromisesBroken
from tournaments.selectors.desk import get_round_as_seen
from tournaments.selectors.draw_rulings import not_ruled_on
from tournaments.services import forbidden, hand_made, rounds
from tournaments.services.importing import import_file

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}
WHY = "They have travelled together."


def draw(tournament) -> Draw:
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def tables(draft: Draw) -> list[tuple[int, ...]]:
    return [tuple(table["seats"].values()) for table in draft.plan["tables"]]


def forbid(tournament, pair) -> None:
    forbidden.forbid_meeting(actor=SYSTEM, tournament_id=tournament.pk, entries=pair, now=NOW)


def publish(draft: Draw, **more: object) -> Round:
    return rounds.publish_draw(**{"actor": SYSTEM, "draw_id": draft.pk, "now": NOW, **more})


def swap(draft: Draw, *pair: int, reason: str = "", actor: Actor = SYSTEM) -> Draw:
    return hand_made.change_draft(actor=actor, draw_id=draft.pk, swaps=[pair], reason=reason, now=NOW)


def apart(pair) -> dict[str, object]:
    return {"code": "promise.apart", "params": {"entrants": list(pair)}}


def draft_with_a_rematch(tournament) -> tuple[Draw, tuple[int, int], tuple[int, int]]:
    """Return a draft of round 2 of four pairs, and the two meetings of round 1: the other one can be had by a swap."""
    round_ = make_round(tournament)
    played = [tuple(sorted(pair)) for pair in tables(round_.draws.get())]
    play_round(round_)
    return draw(tournament), *played


def rematched(draft: Draw, pair, reason: str = WHY, actor: Actor = SYSTEM) -> Draw:
    """Let two who sit at different tables of a draft meet."""
    one, other = pair
    here = next(seats for seats in tables(draft) if one in seats)
    return swap(draft, next(entry for entry in here if entry != one), other, reason=reason, actor=actor)


def test_change_that_breaks_a_promise_is_ruled_and_published_without_another_word():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=4, rounds=3, rules=ONE_HAND, movement="swiss")
    draft, pair, other = draft_with_a_rematch(tournament)

    changed = rematched(draft, pair, actor=Actor(user_id=director.pk))
    round_ = publish(changed)

    [ruling] = Draw.objects.get(pk=changed.pk).rulings
    assert (ruling["user"], ruling["reason"]) == (director.pk, WHY)
    assert sorted(one["params"]["entrants"] for one in ruling["broken"] if one["code"] == "promise.rematch") == sorted(
        [list(pair), list(other)]
    )
    assert Round.objects.get(pk=round_.pk).status == "published"
    assert "broken" not in AuditEntry.objects.get(action="round.published", subject="round 2").after


def test_ruling_is_carried_along_as_far_as_a_further_change_leaves_it_so():
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND, movement="swiss")
    draft, pair, _other = draft_with_a_rematch(tournament)
    changed = rematched(draft, pair)
    [first, second] = tables(changed)

    turned = hand_made.change_draft(
        actor=SYSTEM, draw_id=changed.pk, swaps=[tuple(first)], reason="sides by lot", now=NOW
    )
    mended = swap(turned, first[0], second[0], reason="after all")

    codes = [one["code"] for ruling in turned.rulings for one in ruling["broken"]]
    assert codes.count("promise.rematch") == 2
    assert turned.rulings[0]["reason"] == WHY
    assert "promise.rematch" not in [one["code"] for ruling in mended.rulings for one in ruling["broken"]]


def test_draft_of_two_who_were_forbidden_to_meet_since_is_published_with_a_reason_only():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=4, rounds=3)
    draft = draw(tournament)
    pair = tables(draft)[0]
    forbid(tournament, pair)
    stranger = Actor(user_id=make_user().pk)
    before = everything()

    with pytest.raises(PromisesBroken) as refused:
        publish(draft)
    with pytest.raises(ValueRefused):
        publish(draft, reason="x" * 501)
    with pytest.raises(RightMissing):
        publish(draft, reason=WHY, actor=stranger)
    assert refused.value.remarks == [apart(pair)]
    assert everything() == before

    publish(draft, reason=f" {WHY} ", actor=Actor(user_id=director.pk))

    ruling = {"user": director.pk, "reason": WHY, "broken": [apart(pair)]}
    assert Draw.objects.get().rulings == [ruling]
    row = AuditEntry.objects.get(action="round.published")
    assert (row.after, row.reason) == ({"draw": 1, "broken": [apart(pair)]}, WHY)


def test_draft_of_two_who_were_forbidden_to_meet_and_do_not_is_published_as_it_is():
    tournament = make_tournament(pairs=4, rounds=3)
    draft = draw(tournament)
    (one, _), (other, _) = tables(draft)
    forbid(tournament, (one, other))

    publish(draft, reason="for nothing")

    assert Draw.objects.get().rulings == []
    assert AuditEntry.objects.get(action="round.published").reason == ""


def test_no_reason_makes_a_draft_playable_that_cannot_be():
    tournament = make_tournament(pairs=4, rounds=3)
    draft = draw(tournament)
    broken = {**draft.plan, "tables": draft.plan["tables"][:1]}
    Draw.objects.filter(pk=draft.pk).update(plan=broken)
    before = everything()
    with pytest.raises(DrawUnplayable):
        publish(draft, reason=WHY)
    assert everything() == before

    Draw.objects.filter(pk=draft.pk).update(plan=draft.plan)
    make_entry(tournament)
    before = everything()
    with pytest.raises(DrawOutOfDate):
        publish(draft, reason=WHY)
    assert everything() == before


def test_who_must_not_meet_is_told_to_directors_only():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=4, rounds=3)
    draft = draw(tournament)
    pair = tables(draft)[0]
    forbid(tournament, pair)
    round_ = publish(draft, reason=WHY)

    for_all = get_round_as_seen(Actor(), round_.pk).draws[0]
    for_director = get_round_as_seen(Actor(user_id=director.pk), round_.pk).draws[0]

    assert [(one["reason"], one["broken"]) for one in for_all.rulings] == [(WHY, [])]
    assert [one["broken"] for one in for_director.rulings] == [[apart(pair)]]
    assert Draw.objects.get().rulings[0]["broken"] == [apart(pair)]


def test_who_changed_a_draw_by_hand_and_why_is_told_to_directors_only():
    director = make_user()
    actor = Actor(user_id=director.pk)
    tournament = make_tournament(make_club(director=director), pairs=4, rounds=3)
    draft = draw(tournament)
    one, other = tables(draft)[0][0], tables(draft)[1][0]
    round_ = publish(swap(draft, one, other, reason=WHY, actor=actor))

    told = [get_round_as_seen(who, round_.pk).draws[-1].explanation for who in (Actor(), actor)]

    by_hand = [next(said["params"] for said in explanation if said["code"] == "draw.by_hand") for explanation in told]
    assert by_hand == [{"draw": 1}, {"draw": 1, "user": director.pk, "reason": WHY}]


def test_ruling_comes_back_out_of_a_file_about_the_same_people():
    tournament = make_tournament(pairs=4, rounds=3)
    draft = draw(tournament)
    pair = tables(draft)[0]
    numbers = [tournament.entries.get(pk=entry).number for entry in pair]
    forbid(tournament, pair)
    publish(draft, reason=WHY)
    content = file_of_club(tournament.club)
    empty_the_database()

    import_file(actor=SYSTEM, content=content, now=NOW)

    back = Draw.objects.get()
    [ruling] = back.rulings
    [remark] = ruling["broken"]
    entries = back.round.tournament.entries
    assert ruling["reason"] == WHY
    assert [entries.get(pk=entry).number for entry in remark["params"]["entrants"]] == numbers


def test_nothing_is_left_to_rule_on_in_what_a_movement_draws():
    tournament = make_tournament(pairs=4, rounds=3)
    draft = draw(tournament)

    assert not_ruled_on(draft.round, draft) == []
