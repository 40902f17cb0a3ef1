"""A correction shows everything that it moves before it is made; later draws stay until somebody decides."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence

import pytest
from django.core.cache import cache
from django.db import connection

from gameplay.models import HandRecord
from ratings.selectors.known import ratings_of
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line, ft_line, keep_all, passed_in, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import (
    ConsequencesChanged,
    DrawAlreadyPlayed,
    DrawUndecided,
    DrawUnknown,
    LookFirst,
    NotTyped,
)
from tournaments.errors import RightMissing, TooFewEntries
from tournaments.models import Draw, Occupancy, Publication, Round, RoundChange, Table, Tournament
from tournaments.selectors.consequences import HandLine
from tournaments.selectors.names import entry_names
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table, tables_of_round
from tournaments.services import adjustments, corrections, entries, publishing, rounds, rulings
from tournaments.services.confirming import Confirmation, DrawDecision

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def look(table: Table, record: dict, *, number: int = 1, leg: int = 1, actor: Actor = SYSTEM):
    return corrections.preview_hand_correction(
        actor=actor, table_id=table.pk, leg=leg, number=number, record=record, now=NOW
    )


def correct(table: Table, record: dict, *, seen: str, draws: Sequence[DrawDecision] = (), number: int = 1, **more):
    values = {"actor": SYSTEM, "submission_id": uuid.uuid4(), "reason": "read upside down", "now": NOW, **more}
    confirmation = Confirmation(seen, draws)
    return corrections.correct_hand(
        table_id=table.pk, leg=1, number=number, record=record, confirmation=confirmation, **values
    )


def won_by(table: Table, side: int, *, tricks: int = 8) -> dict:
    """Return the only hand of a table, won by a side."""
    taken = (tricks, 10 - tricks) if side == 0 else (10 - tricks, tricks)
    return fh_line(dealer=table.legs.get().game.starters[0], seat=side, tricks=taken)


def swiss(*, pairs: int, rounds_played: int, seed: int = 5, movement: str = "swiss") -> Tournament:
    """Return a Swiss event, or another, whose tables were won by chance."""
    tournament = make_tournament(pairs=pairs, movement=movement, rounds=rounds_played + 2, rules=ONE_HAND)
    chance = random.Random(seed)
    for _ in range(rounds_played):
        round_ = make_round(tournament)
        for table in round_.tables.order_by("number"):
            enter(table, won_by(table, chance.randrange(2), tricks=chance.choice((7, 8, 9))), number=1)
        rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    return tournament


def turned(table: Table) -> dict:
    """Return the only hand of a table as the other side would have won it."""
    progress = get_table(table.pk).progress
    return won_by(table, 1 - progress.winners[0])


def meetings(draw: Draw) -> set[frozenset[int]]:
    return {frozenset(table["seats"].values()) for table in draw.plan["tables"]}


def test_preview_shows_the_hand_and_all_later_scores_of_the_game_and_changes_nothing():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    enter(table, fh_line(dealer=1), number=2)
    before = everything()

    found = look(table, fh_line(dealer=0, tricks=(6, 4)))

    assert everything() == before
    [changed] = found.tables
    assert [(hand.number, hand.before, hand.after) for hand in changed.hands] == [
        (1, HandLine((140, 20), (140, 20)), HandLine((-140, 40), (-140, 40))),
        (2, HandLine((140, 20), (280, 40)), HandLine((140, 20), (0, 60))),
    ]
    assert (changed.before.points, changed.after.points) == ((280, 40), (0, 60))
    assert found.draws == found.publications == found.ratings == ()


def test_preview_names_the_hands_that_fall_away_when_the_game_was_over_earlier():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    enter(table, ft_line(opener=1, points=(21, 10), end="won", out_side=None), number=2)

    found = look(table, ft_line(opener=0, points=(61, 10), end="won", out_side=None))

    assert [(hand.number, hand.after) for hand in found.hands_that_fall] == [(2, None)]
    assert found.tables[0].after.is_complete


def test_preview_names_the_hand_that_is_missing_when_the_game_was_not_over():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    enter(table, ft_line(opener=1, points=(21, 10), end="won", out_side=None), number=2)

    found = look(table, ft_line(opener=1, points=(20, 10)), number=2)

    [changed] = found.tables
    assert (changed.before.is_complete, changed.before.missing) == (True, None)
    assert (changed.after.is_complete, changed.after.missing) == (False, (1, 3))


def test_preview_is_what_the_correction_does_to_every_rank():
    tournament = swiss(pairs=8, rounds_played=3)
    table = Table.objects.get(round__number=1, number=1)
    before = {row.entry_id: row for row in standings_of(tournament).rows}

    found = look(table, turned(table))
    correct(table, turned(table), seen=found.version, draws=decided(found))

    after = {row.entry_id: row for row in standings_of(tournament).rows}
    moved = {entry for entry in after if before[entry].rank != after[entry].rank}
    assert {entry.entry_id: entry.after.rank for entry in found.entries}.items() <= {
        entry: row.rank for entry, row in after.items()
    }.items()
    assert moved <= {entry.entry_id for entry in found.entries}
    assert found.entries


def decided(found, **more):
    return [DrawDecision(draw.round_number, **more) for draw in found.draws]


@pytest.mark.parametrize("seed", range(4))
def test_preview_of_a_swiss_names_exactly_the_later_rounds_that_a_fresh_draw_would_change(seed):
    tournament = swiss(pairs=10, rounds_played=3, seed=seed)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    table = Table.objects.get(round__number=1, number=2)

    told, differ = told_and_redrawn(tournament, table, (2, 3, 4))

    assert set(told) == {number for number, (were, are) in differ.items() if were != are}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_preview_of_a_knockout_names_exactly_the_later_meetings_that_a_fresh_draw_would_change(number):
    tournament = swiss(pairs=13, rounds_played=3, movement="knockout")
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    table = Table.objects.filter(round__number=number).earliest("number")
    names = entry_names(tournament.pk, tournament.club_id)

    told, differ = told_and_redrawn(tournament, table, range(number + 1, 5))

    # Only the next round follows from the table: those after it follow from what was played in between.
    assert list(told) == [number + 1]
    for later, (were, are) in differ.items():
        named = [{frozenset(names[one] for one in pair) for pair in pairs} for pairs in (were - are, are - were)]
        seen = told.get(later)
        assert named == ([set(), set()] if seen is None else [as_sets(seen.not_met), as_sets(seen.met_instead)])
        assert seen is None or len(named[0]) == len(named[1]) == 1


def test_preview_of_a_knockout_says_when_nobody_can_go_on_from_a_table():
    tournament = swiss(pairs=4, rounds_played=1, movement="knockout")
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    table = Table.objects.get(round__number=1, number=1)

    [draw] = look(table, passed_in(dealer=table.legs.get().game.starters[0])).draws

    assert (draw.round_number, draw.can_be_drawn) == (2, False)


def as_sets(meetings: Sequence[tuple[str, ...]]) -> set[frozenset[str]]:
    return {frozenset(sides) for sides in meetings}


def told_and_redrawn(tournament: Tournament, table: Table, numbers: Sequence[int]):
    """Return the later draws that a preview names, by round, and of each round the meetings as drawn and drawn anew.

    By brute force: correct the hand, take the rounds after it out of the way, and draw each anew as it was drawn.
    """
    found = look(table, turned(table))
    correct(table, turned(table), seen=found.version, draws=decided(found))
    differ = {}
    for number in numbers:
        old = Draw.objects.exclude(status="discarded").filter(round__number=number).latest("number")
        differ[number] = meetings(old), redrawn(tournament, old)
    return {draw.round_number: draw for draw in found.draws}, differ


def redrawn(tournament: Tournament, old: Draw) -> set[frozenset[int]]:
    """Draw a round again through the services, in a transaction that is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT brute_force")
        Round.objects.filter(tournament=tournament, number__gte=old.round.number).update(
            status="taken_back", taken_back_at=NOW
        )
        seat_ids = Round.objects.filter(tournament=tournament, status="taken_back").values("pk")
        Occupancy.objects.filter(round__in=seat_ids).update(is_current=False)
        draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, seed=old.seed, now=NOW)
        found = meetings(draw)
        cursor.execute("ROLLBACK TO SAVEPOINT brute_force")
    return found


def affected(pairs: int = 10) -> tuple[Tournament, Table]:
    """Return a Swiss event with a table whose correction would change the draws of rounds 2 and 3; 3 is a draft."""
    for seed in range(20):
        tournament = swiss(pairs=pairs, rounds_played=2, seed=seed)
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
        for table in Table.objects.filter(round__tournament=tournament, round__number=1):
            if [draw.round_number for draw in look(table, turned(table)).draws] == [2, 3]:
                return tournament, table
    raise AssertionError("no such hand")


def drawn(tournament: Tournament, number: int) -> Draw:
    """Return the draw that stands in a round."""
    return Draw.objects.exclude(status="discarded").get(round__tournament=tournament, round__number=number)


def test_correct_hand_keeps_later_draws_marked_with_the_version_that_they_followed():
    tournament, table = affected()
    found = look(table, turned(table))
    plans = dict(Draw.objects.values_list("pk", "plan"))

    correct(table, turned(table), seen=found.version, draws=decided(found))

    assert dict(Draw.objects.values_list("pk", "plan")) == plans
    kept = RoundChange.objects.filter(kind="draw_kept").order_by("round__number")
    assert [(row.round.number, row.before["standings_version"], row.reason) for row in kept] == [
        (draw.round_number, draw.standings_version, "read upside down") for draw in found.draws
    ]
    assert Round.objects.get(tournament=tournament, number=3).status == "draft"


def test_correct_hand_draws_a_draft_again_only_when_its_number_is_typed():
    tournament, table = affected()
    found = look(table, turned(table))
    old = drawn(tournament, 3)
    before = everything()

    with pytest.raises(NotTyped):
        correct(table, turned(table), seen=found.version, draws=[DrawDecision(2), DrawDecision(3, True, "")])
    assert everything() == before
    correct(table, turned(table), seen=found.version, draws=[DrawDecision(2), DrawDecision(3, True, " 3 ")])

    old.refresh_from_db()
    fresh = drawn(tournament, 3)
    assert (old.status, fresh.status, fresh.round_id) == ("discarded", "draft", old.round_id)
    assert meetings(fresh) == redrawn(tournament, fresh)


def test_correct_hand_draws_a_published_round_again_while_it_has_not_begun():
    tournament, table = affected()
    draft = drawn(tournament, 3)
    published = rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
    found = look(table, turned(table))
    assert [draw.may_be_drawn_again for draw in found.draws] == [False, True]

    correct(table, turned(table), seen=found.version, draws=[DrawDecision(2), DrawDecision(3, True, "3")])

    published.refresh_from_db()
    assert published.status == "taken_back"
    fresh = Round.objects.get(tournament=tournament, number=3, status="draft")
    assert meetings(fresh.draws.get()) != meetings(draft)
    rounds.publish_draw(actor=SYSTEM, draw_id=fresh.draws.get().pk, now=NOW)


def test_correct_hand_is_refused_when_a_draft_that_it_moves_was_drawn_anew_since_it_was_looked_at():
    tournament, table = affected()
    seen = look(table, turned(table))
    draft = drawn(tournament, 3)
    rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, seed=draft.seed, now=NOW)
    before = everything()

    with pytest.raises(ConsequencesChanged):
        correct(table, turned(table), seen=seen.version, draws=[DrawDecision(2), DrawDecision(3, True, "3")])

    assert everything() == before


def test_correct_hand_whose_new_draw_fails_leaves_nothing_in_the_cache():
    tournament, table = affected()
    for entry in tournament.entries.order_by("number")[1:]:
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)
    found = look(table, turned(table))
    cache.clear()
    before = everything()

    with pytest.raises(TooFewEntries):
        correct(table, turned(table), seen=found.version, draws=[DrawDecision(2), DrawDecision(3, True, "3")])

    assert everything() == before
    assert list(cache._cache.get_client().scan_iter(match=f"{cache.key_prefix}:*")) == []


def test_correct_hand_never_draws_a_round_again_that_has_begun():
    tournament, table = affected()
    running = rounds.publish_draw(actor=SYSTEM, draw_id=drawn(tournament, 3).pk, now=NOW)
    first = running.tables.order_by("number").first()
    enter(first, won_by(first, 0), number=1)
    found = look(table, turned(table))
    before = everything()

    assert [draw.may_be_drawn_again for draw in found.draws] == [False, False]
    for number in (2, 3):
        decisions = [DrawDecision(2), DrawDecision(3)]
        decisions[number - 2] = DrawDecision(number, True, str(number))
        with pytest.raises(DrawAlreadyPlayed):
            correct(table, turned(table), seen=found.version, draws=decisions)
    assert everything() == before


def test_correct_hand_without_a_word_about_a_later_draw_is_refused_and_changes_nothing():
    _tournament, table = affected()
    found = look(table, turned(table))
    before = everything()

    with pytest.raises(DrawUndecided):
        correct(table, turned(table), seen=found.version, draws=[DrawDecision(2)])
    with pytest.raises(DrawUnknown):
        correct(table, turned(table), seen=found.version, draws=[*decided(found), DrawDecision(9)])

    assert everything() == before


def test_correct_hand_after_its_table_went_on_is_refused_with_a_preview_of_now():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    seen = look(table, fh_line(dealer=0, tricks=(6, 4)))
    enter(table, fh_line(dealer=1), number=2)
    before = everything()

    with pytest.raises(ConsequencesChanged) as refusal:
        correct(table, fh_line(dealer=0, tricks=(6, 4)), seen=seen.version)

    assert everything() == before
    fresh = refusal.value.consequences
    assert fresh == look(table, fh_line(dealer=0, tricks=(6, 4)))
    assert len(fresh.tables[0].hands) == 2
    correct(table, fh_line(dealer=0, tricks=(6, 4)), seen=fresh.version)


def test_correct_hand_is_not_held_up_by_hands_at_other_tables_that_move_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules={"end": "hands", "hands": 4})
    first, second = make_round(tournament).tables.order_by("number")
    dealer = first.legs.get().game.starters[0]
    enter(first, fh_line(dealer=dealer), number=1)
    seen = look(first, fh_line(dealer=dealer, tricks=(6, 4)))
    enter(second, fh_line(dealer=second.legs.get().game.starters[0]), number=1)

    correct(first, fh_line(dealer=dealer, tricks=(6, 4)), seen=seen.version)

    assert HandRecord.objects.filter(is_current=True, number=1).count() == 2


def test_preview_says_which_publications_read_otherwise():
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND)
    play_round(make_round(tournament))
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    later = make_round(tournament)
    play_round(later)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    table = later.tables.order_by("number").first()

    found = look(table, turned(table))

    assert [(one.number, one.kind) for one in found.publications] == [(2, "final")]
    assert found.publications[0].lines >= 2
    old = Publication.objects.get(number=2).snapshot
    correct(table, turned(table), seen=found.version)
    assert Publication.objects.get(number=2).snapshot == old


def test_preview_says_which_ratings_move_and_where_the_replay_puts_them():
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND)
    round_ = play_round(make_round(tournament))
    follow_the_ratings()
    table = round_.tables.order_by("number").first()
    people = [seat.player_id for view in tables_of_round(round_) for seat in view.seats]
    before = ratings_of("five_hundred", tournament.club_id, people)

    found = look(table, turned(table))
    correct(table, turned(table), seen=found.version)
    follow_the_ratings()

    after = ratings_of("five_hundred", tournament.club_id, people)
    assert {one.player_id: (one.before, one.after) for one in found.ratings} == {
        player: (before[player], after[player]) for player in people if before[player] != after[player]
    }
    assert len(found.ratings) == 4


def follow_the_ratings() -> None:
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def test_preview_by_somebody_who_may_not_correct_is_refused():
    scorer = make_user()
    tournament = make_tournament(make_club(scorer=scorer), pairs=2)
    table = make_round(tournament).tables.get()
    enter(table, won_by(table, 0), number=1)

    with pytest.raises(RightMissing):
        look(table, won_by(table, 1), actor=Actor(user_id=scorer.pk))


def played_swiss_with_a_draft() -> Tournament:
    """Return a Swiss after two rounds in which everybody level can be told apart by a penalty, with a third drawn."""
    tournament = swiss(pairs=10, rounds_played=2, seed=1)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    return tournament


def test_penalty_that_moves_a_later_draw_is_not_given_before_somebody_has_looked():
    tournament = played_swiss_with_a_draft()
    best = standings_of(tournament).rows[0].entry_id
    what = {"actor": SYSTEM, "tournament_id": tournament.pk, "entry_id": best, "metric": "table_points", "now": NOW}
    before = everything()

    with pytest.raises(LookFirst) as refusal:
        adjustments.add_adjustment(amount=-4, reason="a phone rang", **what)
    assert everything() == before
    found = adjustments.preview_adjustment(amount=-4, **what)
    assert refusal.value.consequences == found
    assert [draw.round_number for draw in found.draws] == [3]
    adjustments.add_adjustment(amount=-4, reason="a phone rang", confirmation=keep_all(found), **what)

    ranks = {row.entry_id: row.rank for row in standings_of(tournament).rows}
    assert {entry.entry_id: entry.after.rank for entry in found.entries}.items() <= ranks.items()
    assert RoundChange.objects.get(kind="draw_kept").round.number == 3


def test_penalty_from_which_nothing_follows_is_given_at_once():
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND)
    play_round(make_round(tournament))
    entry = tournament.entries.get(number=1)

    adjustments.add_adjustment(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        metric="points",
        amount=-10,
        reason="late",
        now=NOW,
    )

    assert entry.adjustments.count() == 1


def test_revoked_ruling_of_a_published_round_is_looked_at_first():
    tournament = make_tournament(pairs=4, rounds=3, rules=ONE_HAND)
    round_ = make_round(tournament)
    decided, played = round_.tables.order_by("number")
    entry = decided.seats.get(index=0).entry_id
    what = {"actor": SYSTEM, "table_id": decided.pk, "now": NOW}
    rulings.rule_table(kind="forfeit", entry_id=entry, reason="gone home", **what)
    enter(played, won_by(played, 0), number=1)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    before = everything()

    with pytest.raises(LookFirst):
        rulings.revoke_ruling(reason="they came back", **what)
    found = rulings.preview_revoking(**what)
    assert everything() == before
    rulings.revoke_ruling(reason="they came back", confirmation=Confirmation(found.version), **what)

    assert [(table.before.is_decided, table.after.is_decided) for table in found.tables] == [(True, False)]
    assert [one.number for one in found.publications] == [1]
    decided.refresh_from_db()
    assert decided.status == "in_play"
