"""A director changes a round while others enter hands, close it, or change it too."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, transaction

from gameplay.models import HandRecord
from tests.concurrency import PATIENCE, run_together, wait_until_blocked
from tests.factories import NOW, make_entry, make_player, make_round, make_table, make_tournament
from tests.hands import enter, fh_line, play_out
from tournaments.actors import SYSTEM
from tournaments.correction_errors import ConsequencesChanged, DrawAlreadyPlayed
from tournaments.errors import (
    DrawOutOfDate,
    EntryWithdrawn,
    PlayerSeatedTwice,
    RoundNotDraft,
    RoundNotInPlay,
    TableComplete,
    TableNotInPlay,
)
from tournaments.models import Draw, Entry, Occupancy, Player, Round, RoundChange, RoundEntry, Stage, Table, TableRuling
from tournaments.round_errors import EntrySeatedAlready, LossesChanged, MeetingForbidden, NoOpenTable, TableRuled
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import (
    absences,
    added_tables,
    corrections,
    entries,
    forbidden,
    hand_made,
    reseating,
    rounds,
    rulings,
    substitutes,
    taking_back,
)
from tournaments.services.confirming import Confirmation, DrawDecision

pytestmark = pytest.mark.django_db(transaction=True)


def test_rule_table_by_two_directors_at_once_decides_it_once():
    table = make_table()
    leavers = list(Entry.objects.order_by("number"))

    def rule(index: int) -> str:
        leaver = leavers[index % 2]
        rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="forfeit", entry_id=leaver.pk, reason="left", now=NOW)
        return "decided"

    outcomes = run_together(6, rule, refused=TableRuled)

    assert sorted(outcomes) == ["decided"] + ["table.ruled"] * 5
    assert TableRuling.objects.count() == RoundChange.objects.count() == 1


def test_rule_table_while_its_last_hand_is_entered_has_one_of_the_two_results():
    for _ in range(4):
        table = make_table(rules={"end": "hands", "hands": 1}, rounds=1)

        def act(index: int, table: Table = table) -> str:
            if index == 0:
                enter(table, fh_line(dealer=0), number=1)
                return "entered"
            rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="left", now=NOW)
            return "decided"

        outcomes = run_together(2, act, refused=(TableComplete, TableNotInPlay))

        table.refresh_from_db()
        hands = HandRecord.objects.filter(game__leg__table=table).count()
        played = [row.tables_played for row in standings_of(table.round.tournament).rows]
        if outcomes == ["entered", "table.complete"]:
            assert (table.status, hands, played) == ("complete", 1, [1, 1])
        else:
            assert outcomes == ["table.not_in_play", "decided"]
            assert (table.status, hands, played) == ("ruled", 0, [0, 0])


def test_withdraw_entry_both_of_a_table_at_once_decides_it_by_the_first():
    tournament = make_tournament(pairs=2)
    make_round(tournament)
    pairs = list(Entry.objects.order_by("number"))

    def leave(index: int) -> str:
        entries.withdraw_entry(actor=SYSTEM, entry_id=pairs[index % 2].pk, unfinished="forfeit", reason="left", now=NOW)
        return "left"

    outcomes = run_together(4, leave, refused=(EntryWithdrawn, NoOpenTable))

    assert sorted(set(outcomes) - {"left"}) <= ["entry.no_open_table", "entry.withdrawn"]
    ruling = TableRuling.objects.get()
    assert outcomes.count("left") == 1
    assert list(Entry.objects.filter(status="withdrawn")) == [ruling.entry]


def test_substitute_player_while_the_next_hand_is_entered_sits_from_the_hand_after_or_for_it():
    for _ in range(4):
        table = make_table()
        leaver = get_table(table.pk).seats[0].player_id
        newcomer = make_player(table.round.tournament.club)

        def act(index: int, table: Table = table, leaver: int = leaver, newcomer: Player = newcomer) -> str:
            if index == 0:
                enter(table, fh_line(dealer=0), number=1)
                return "entered"
            taken = substitutes.substitute_player(
                actor=SYSTEM, table_id=table.pk, player_out_id=leaver, player_in_id=newcomer.pk, now=NOW
            )
            return f"from hand {taken.from_hand}"

        outcomes = run_together(2, act)

        assert outcomes in (["entered", "from hand 1"], ["entered", "from hand 2"])
        assert get_table(table.pk).seats[0].player_id == newcomer.pk


def test_substitute_player_the_same_at_two_tables_at_once_sits_at_one():
    tournament = make_tournament(pairs=4, rounds=3)
    tables = list(make_round(tournament).tables.order_by("number"))
    leavers = [get_table(table.pk).seats[0].player_id for table in tables]
    newcomer = make_player(tournament.club)

    def act(index: int) -> str:
        substitutes.substitute_player(
            actor=SYSTEM,
            table_id=tables[index].pk,
            player_out_id=leavers[index],
            player_in_id=newcomer.pk,
            now=NOW,
        )
        return "seated"

    outcomes = run_together(2, act, refused=PlayerSeatedTwice)

    assert sorted(outcomes) == ["draw.player_seated_twice", "seated"]
    assert Occupancy.objects.filter(player=newcomer, is_current=True).count() == 1
    assert RoundChange.objects.count() == 1


def test_add_table_for_one_entry_twice_at_once_seats_it_once():
    tournament = make_tournament(pairs=2)
    round_ = make_round(tournament)
    wanted, *others = (make_entry(tournament) for _ in range(3))

    def act(index: int) -> str:
        sides = [[wanted.pk], [others[index].pk]]
        added_tables.add_table(actor=SYSTEM, round_id=round_.pk, sides=sides, now=NOW)
        return "added"

    outcomes = run_together(2, act, refused=EntrySeatedAlready)

    assert sorted(outcomes) == ["added", "round.entry_seated"]
    assert Table.objects.filter(round=round_).count() == 2
    assert RoundEntry.objects.filter(round=round_).count() == 4


def look_at_reseating(table: Table, pair: tuple[int, ...]) -> str:
    found = reseating.preview_reseating(actor=SYSTEM, round_id=table.round_id, entries=[pair], now=NOW)
    return found.version


def test_reseat_while_a_hand_is_entered_is_on_what_was_seen_or_refused():
    for _ in range(4):
        table = make_table()
        pair = tuple(table.seats.filter(index__in=(0, 1)).order_by("index").values_list("entry_id", flat=True))
        seen = look_at_reseating(table, pair)

        def act(index: int, table: Table = table, pair: tuple[int, ...] = pair, seen: str = seen) -> str:
            if index == 0:
                enter(table, fh_line(dealer=0), number=1)
                return "entered"
            reseating.reseat(
                actor=SYSTEM,
                round_id=table.round_id,
                entries=[pair],
                reason="wrong seats",
                confirmation=Confirmation(seen),
                now=NOW,
            )
            return "mended"

        outcomes = run_together(2, act, refused=ConsequencesChanged)

        assert outcomes in (["entered", "mended"], ["entered", "change.consequences_changed"])
        assert HandRecord.objects.filter(game__leg__table=table).count() == 1
        mended = list(table.seats.filter(index__in=(0, 1)).order_by("index").values_list("entry_id", flat=True))
        assert mended == list(pair if outcomes[1] != "mended" else pair[::-1])


def test_reseat_the_same_by_two_directors_at_once_is_done_once():
    table = make_table()
    pair = tuple(table.seats.filter(index__in=(0, 1)).order_by("index").values_list("entry_id", flat=True))
    seen = look_at_reseating(table, pair)

    def act(_: int) -> str:
        reseating.reseat(
            actor=SYSTEM,
            round_id=table.round_id,
            entries=[pair],
            reason="wrong seats",
            confirmation=Confirmation(seen),
            now=NOW,
        )
        return "mended"

    outcomes = run_together(4, act, refused=ConsequencesChanged)

    assert sorted(outcomes) == ["change.consequences_changed"] * 3 + ["mended"]
    assert table.seats.get(index=0).entry_id == pair[1]


def test_take_back_round_while_a_hand_is_entered_loses_no_hand_that_it_did_not_name():
    for _ in range(4):
        table = make_table()
        round_ = table.round
        version = results_version(round_.tournament_id)

        def act(index: int, table: Table = table, round_: Round = round_, version: int = version) -> str:
            if index == 0:
                enter(table, fh_line(dealer=0), number=1)
                return "entered"
            taking_back.take_back_round(actor=SYSTEM, round_id=round_.pk, reason="wrong list", version=version, now=NOW)
            return "taken back"

        outcomes = run_together(2, act, refused=(LossesChanged, TableNotInPlay))

        assert outcomes in (["entered", "round.losses_changed"], ["table.not_in_play", "taken back"])
        hands = HandRecord.objects.filter(game__leg__table=table).count()
        assert hands == (1 if outcomes[0] == "entered" else 0)


def test_draw_again_while_the_first_hand_of_that_round_is_entered_throws_no_hand_away():
    rules = {"end": "hands", "hands": 1}
    tournament = make_tournament(pairs=4, movement="swiss", rounds=3, rules=rules, agreement="hand")
    first = make_round(tournament)
    for table in first.tables.order_by("number"):
        play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=first.pk, reason="all went home", now=NOW)
    running = make_round(tournament).tables.order_by("number").first()
    dealer = running.legs.get().game.starters[0]
    table = first.tables.order_by("number").first()
    turned = fh_line(dealer=table.legs.get().game.starters[0], seat=1, tricks=(2, 8))
    what = {"actor": SYSTEM, "table_id": table.pk, "leg": 1, "number": 1, "record": turned, "now": NOW}
    found = corrections.preview_hand_correction(**what)
    assert [draw.may_be_drawn_again for draw in found.draws] == [True]
    seen = Confirmation(found.version, [DrawDecision(2, True, "2")])

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            # The hand is in, and held where its side would agree to it; the correction has seen no hand by then.
            cursor.execute("LOCK TABLE tournaments_handagreement IN SHARE MODE")
            entering = pool.submit(apart, lambda: enter(running, fh_line(dealer=dealer), number=1, side=0))
            wait_until_blocked(1)
            correcting = pool.submit(
                apart,
                lambda: corrections.correct_hand(submission_id=uuid4(), reason="x", confirmation=seen, **what),
            )
            wait_until_blocked(2)
        entering.result(PATIENCE)
        with pytest.raises(DrawAlreadyPlayed):
            correcting.result(PATIENCE)

    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == ["closed", "published"]
    assert HandRecord.objects.count() == HandRecord.objects.filter(is_current=True).count() == 3


def apart(act: Callable[[], object]) -> object:
    try:
        return act()
    finally:
        connection.close()


def test_take_back_round_by_two_directors_at_once_takes_one_back():
    round_ = make_table().round
    version = results_version(round_.tournament_id)

    def act(_: int) -> str:
        taking_back.take_back_round(actor=SYSTEM, round_id=round_.pk, reason="x", version=version, now=NOW)
        return "taken back"

    outcomes = run_together(4, act, refused=RoundNotInPlay)

    assert sorted(outcomes) == ["round.not_in_play"] * 3 + ["taken back"]
    assert RoundChange.objects.filter(kind="taken_back").count() == 1


def test_change_draft_twice_at_once_makes_two_drafts_of_their_own_number():
    tournament = make_tournament(pairs=6, rounds=5)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    (a, _), (c, _), (e, _) = ((table["seats"]["NS"], table["seats"]["EW"]) for table in draft.plan["tables"])

    def act(index: int) -> str:
        swap = [(a, c), (a, e), (c, e)][index]
        return f"draw {hand_made.change_draft(actor=SYSTEM, draw_id=draft.pk, swaps=[swap], now=NOW).number}"

    assert sorted(run_together(3, act)) == ["draw 2", "draw 3", "draw 4"]


def test_change_draft_while_it_is_published_is_kept_before_or_refused_after():
    for _ in range(3):
        tournament = make_tournament(pairs=4, rounds=3)
        draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
        (a, _b), (c, _d) = ((table["seats"]["NS"], table["seats"]["EW"]) for table in draft.plan["tables"])

        def act(index: int, draft: Draw = draft, a: int = a, c: int = c) -> str:
            if index == 0:
                rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
                return "published"
            hand_made.change_draft(actor=SYSTEM, draw_id=draft.pk, swaps=[(a, c)], now=NOW)
            return "changed"

        outcomes = run_together(2, act, refused=RoundNotDraft)

        assert outcomes in (["published", "changed"], ["published", "round.not_draft"])
        assert Draw.objects.get(pk=draft.pk).status == "published"
        assert set(draft.round.draws.exclude(pk=draft.pk).values_list("status", flat=True)) <= {"discarded"}


def test_forbid_meeting_the_same_twice_at_once_is_kept_once():
    tournament = make_tournament(pairs=4)
    pair = tuple(tournament.entries.filter(number__lte=2).order_by("number").values_list("pk", flat=True))
    other = tuple(tournament.entries.filter(number__gte=3).order_by("number").values_list("pk", flat=True))

    def act(index: int) -> str:
        wanted = (pair, pair[::-1], other)[index]
        forbidden.forbid_meeting(actor=SYSTEM, tournament_id=tournament.pk, entries=wanted, now=NOW)
        return "kept"

    outcomes = run_together(3, act, refused=MeetingForbidden)

    assert sorted(outcomes) == ["draw.meeting_forbidden", "kept", "kept"]
    assert len(Stage.objects.get(tournament=tournament).settings["forbidden"]) == 2


def test_announce_absence_while_the_round_is_published_is_kept_by_both_or_refused_to_one():
    for _ in range(3):
        tournament = make_tournament(pairs=5, rounds=4)
        away = tournament.entries.order_by("number").first()
        draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

        def act(index: int, away: Entry = away, draft: Draw = draft) -> str:
            if index == 0:
                rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
                return "published"
            absences.announce_absence(actor=SYSTEM, entry_id=away.pk, round_number=1, now=NOW)
            return "announced"

        outcomes = run_together(2, act, refused=(DrawOutOfDate, RoundNotDraft))

        assert outcomes in (["published", "round.not_draft"], ["draw.out_of_date", "announced"])
        placed = RoundEntry.objects.filter(round__tournament=tournament).count()
        assert placed == (5 if outcomes[0] == "published" else 0)
