"""An evening at a club as it comes: people late, leaving, away, in the wrong seats; hands replaced, rounds taken back.

Everything goes through the services, and after each step the invariants are asserted. Equal seeds play equal evenings.
"""

from __future__ import annotations

import random
import uuid
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.factories import NOW, make_entry, make_individual, make_player
from tests.hands import correct_hand, enter, keep_all, next_line
from tests.simulation.invariants import check
from tournaments.actors import SYSTEM
from tournaments.models import Entry, LineUp, Occupancy, Round, RoundEntry, Seat, Table, Tournament
from tournaments.movements.by_hand import broken_promises
from tournaments.movements.course import DrawState
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.draws import forbidden_in
from tournaments.selectors.free import free_entries, shapes_for
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.tables import get_table
from tournaments.selectors.tournaments import first_stage, rounds_published
from tournaments.services import (
    absences,
    added_tables,
    calling_all,
    calling_time,
    entries,
    forbidden,
    hand_made,
    reseating,
    rounds,
    rulings,
    substitutes,
    taking_back,
    undoing,
)
from tournaments.table_facts import kind_of_entrants

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.models import Draw
    from tournaments.selectors.tables import NextHand


class Evening:
    """One tournament, played with chance as its director; ``steps`` says what has happened, for whoever looks why."""

    def __init__(self, tournament: Tournament, seed: int) -> None:
        self.tournament = tournament
        self.chance = random.Random(seed)
        self.clock = random.Random(f"clock of {seed}")
        self.steps: list[str] = []
        self.version = check(tournament)
        self.is_individual = tournament.entry_kind == Tournament.EntryKind.PLAYER

    def play(self, count: int) -> None:
        """Play so many rounds; a round may be taken back once and is played again then."""
        for number in range(1, count + 1):
            self._between()
            self._draw_and_play(number)
            if self.chance.random() < 0.1:
                self._take_back(Round.objects.get(tournament=self.tournament, number=number, status="closed"))
                self._draw_and_play(number)

    def _step(self, said: str, act: Callable[[], Any], *, grows: bool = False, seats: bool = True) -> Any:
        """Do something, and see that everything holds.

        ``grows``: the results are others after it. ``seats``: it may have changed who sits where.
        """
        self.steps.append(said)
        done = act()
        latest = rounds_published(self.tournament.pk)
        version = check(self.tournament, since=max(latest, 1), seats=seats)
        assert version > self.version if grows else version >= self.version
        self.version = version
        return done

    def _happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def _active(self) -> list[Entry]:
        rows = Entry.objects.filter(tournament=self.tournament, status="active")
        return list(rows.order_by("number"))

    def _between(self) -> None:
        """What happens before a draw."""
        if self._happens(0.4):
            for _ in range(self.chance.randint(1, 2)):
                self._come()
        active = self._active()
        if self._happens(0.25) and len(active) > 6:
            leaver = self.chance.choice(active)
            self._step("leaves", lambda: entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, now=NOW))
        gone = Entry.objects.filter(tournament=self.tournament, status="withdrawn").order_by("number").first()
        if gone is not None and self._happens(0.3):
            self._step("is back", lambda: entries.reinstate_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW))
        if self._happens(0.3) and len(active) > 6:
            self._go_away(self.chance.choice(self._active()))
        if self._happens(0.2):
            self._replace(self.chance.choice(self._active()))
        if self._happens(0.1):
            self._forbid(self.chance.sample(self._active(), 2))

    def _come(self) -> Entry:
        make = make_individual if self.is_individual else make_entry
        entry: Entry = self._step("comes late", lambda: make(self.tournament))
        return entry

    def _go_away(self, entry: Entry) -> None:
        number = max(rounds_published(self.tournament.pk) + 1, entry.first_round)
        if number > first_stage(self.tournament.pk).rounds_planned or entry.absences.filter(cancelled_at=None).exists():
            return

        def announce() -> None:
            absences.announce_absence(
                actor=SYSTEM,
                entry_id=entry.pk,
                round_number=number,
                like_sit_out=self._happens(0.5),
                now=NOW,
            )

        self._step("will be away", announce)
        if self._happens(0.3):
            self._step(
                "comes after all",
                lambda: absences.cancel_absence(actor=SYSTEM, entry_id=entry.pk, round_number=number, now=NOW),
            )

    def _replace(self, entry: Entry) -> None:
        leaving = self.chance.choice(list(LineUp.objects.filter(entry=entry, is_current=True).order_by("place")))
        newcomer = make_player(self.tournament.club)

        def replace() -> None:
            entries.replace_player(
                actor=SYSTEM,
                entry_id=entry.pk,
                player_out_id=leaving.player_id,
                player_in_id=newcomer.pk,
                now=NOW,
            )

        self._step("is replaced", replace)

    def _forbid(self, two: Sequence[Entry]) -> None:
        pair = (two[0].pk, two[1].pk)
        if all(set(pair) != set(known) for known in forbidden_in(first_stage(self.tournament.pk))):
            self._step(
                "must not meet",
                lambda: forbidden.forbid_meeting(actor=SYSTEM, tournament_id=self.tournament.pk, entries=pair, now=NOW),
            )

    def _draw_and_play(self, number: int) -> None:
        round_ = self._put_into_play()
        assert round_.number == number
        if self._happens(0.08):
            self._play_tables(round_, only=1)
            self._take_back(round_)
            round_ = self._put_into_play()
        self._add_a_table(round_)
        self._play_tables(round_)
        if self._happens(0.2):
            self._mend_seats(round_)
        self._step("is closed", lambda: rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW), grows=True)
        check(self.tournament)
        if self._happens(0.2):
            self._mend_seats(Round.objects.get(pk=round_.pk))

    def _put_into_play(self) -> Round:
        draft: Draw = self._step(
            "is drawn", lambda: rounds.draw_next_round(actor=SYSTEM, tournament_id=self.tournament.pk, now=NOW)
        )
        self._check_turns(draft)
        present = [entry for table in draft.plan["tables"] for entry in table["seats"].values()]
        if self._happens(0.3):
            pair = tuple(self.chance.sample([*present, *draft.plan["out"]], 2))
            draft = self._step(
                "is changed by hand",
                lambda: hand_made.change_draft(
                    actor=SYSTEM, draw_id=draft.pk, swaps=[pair], reason="so they wished", now=NOW
                ),
            )
        elif self._happens(0.2):
            seed = self.chance.randrange(99)
            draft = self._step(
                "is drawn again",
                lambda: rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, seed=seed, now=NOW),
            )
            self._check_turns(draft)
        published: Round = self._step(
            "is published", lambda: rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW), grows=True
        )
        return published

    def _check_turns(self, draft: Draw) -> None:
        """Nobody sits out before its turn where nobody has wished anything."""
        stage = first_stage(self.tournament.pk)
        if forbidden_in(stage):
            return
        entrants = Entry.objects.filter(tournament=self.tournament).order_by("number").values_list("pk", flat=True)
        kind = kind_of_entrants(self.tournament.entry_kind)
        rounds_before = rounds_so_far(self.tournament)
        state = DrawState(tuple(entrants), stage.rounds_planned, rounds_before, kind=kind)
        found = broken_promises(state, round_from_json(kind, draft.plan), meetings=None)
        assert [remark for remark in found if remark.code == "promise.sit_out"] == []

    def _add_a_table(self, round_: Round) -> None:
        """Seat who is free, and sometimes two who come just now."""
        if self._happens(0.15):
            self._come()
            self._come()
        shape = shapes_for(round_)[0]
        free = [entry.id for entry in free_entries(round_)]
        if len(free) < shape.entrants or not self._happens(0.5):
            return
        self.chance.shuffle(free)
        sides = [free[side * shape.side_size : (side + 1) * shape.side_size] for side in range(shape.sides)]
        self._step(
            "gets a table more",
            lambda: added_tables.add_table(actor=SYSTEM, round_id=round_.pk, sides=sides, now=NOW),
            grows=True,
        )

    def _play_tables(self, round_: Round, only: int | None = None) -> None:
        tables = list(Table.objects.filter(round=round_, status="in_play").order_by("number"))
        self.chance.shuffle(tables)
        last = None if only is not None else self._when_time_is_up(round_, len(tables))
        for place, table in enumerate(tables[:only]):
            if place == last and self._call_time(round_, table):
                return
            # A call that was too early may have let in the last hand of the table.
            if self._happens(0.08) and Table.objects.filter(pk=table.pk, status="in_play").exists():
                self._decide(table)
            self._play_out(table)

    def _play_out(self, table: Table) -> None:
        following = get_table(table.pk).next_hand
        while following is not None:
            if self._is_disturbed(table):
                following = get_table(table.pk).next_hand
                continue
            following = self._enter(table, following)

    def _when_time_is_up(self, round_: Round, tables: int) -> int | None:
        """Return how many tables are over by then; None where all of them are, or no time is called in this evening.

        The clock has a chance of its own, so that other draws do not move it; in the first round it always runs out.
        """
        if self.tournament.when_time_is_up == Tournament.WhenTimeIsUp.DIRECTOR:
            return None
        runs_out = self.clock.random() < 0.5
        return self.clock.randrange(tables) if runs_out or round_.number == 1 else None

    def _call_time(self, round_: Round, table: Table) -> bool:
        """Call time at all tables, one of them in the middle of a game, and say whether that stands."""
        following = get_table(table.pk).next_hand
        if following is not None and self._happens(0.7):
            self._enter(table, following)
        running = list(Table.objects.filter(round=round_, status="in_play").order_by("number"))
        if not running:
            return False
        who: dict[str, Any] = {"actor": SYSTEM, "now": NOW}
        found = self._step(
            "what time breaks off", lambda: calling_all.preview_call_time_at_all(round_id=round_.pk, **who), seats=False
        )
        act = self._step(
            "time is called",
            lambda: calling_all.call_time_at_all(round_id=round_.pk, confirmation=keep_all(found), **who),
            grows=True,
        )
        assert not Table.objects.filter(round=round_, status="in_play").exists()
        if self._happens(0.25):
            self._step("too early", lambda: undoing.undo_act(act_id=act.pk, **who), grows=True)
            assert list(Table.objects.filter(round=round_, status="in_play").order_by("number")) == running
            return False
        if self._happens(0.3):
            one = self.chance.choice(running)
            self._step(
                "a table goes on", lambda: calling_time.take_back_call(table_id=one.pk, **who), grows=True, seats=False
            )
            self._play_out(one)
        return True

    def _enter(self, table: Table, hand: NextHand) -> NextHand | None:
        """Enter a hand, sometimes a wrong one that is replaced, and return the one after it."""
        winner = self.chance.randrange(len(hand.scores))
        record = next_line(table, hand.starter, winner, hand.scores)
        self._step("a hand", lambda: enter(table, record, number=hand.number, leg=hand.leg), grows=True, seats=False)
        if self._happens(0.15):
            other = next_line(table, hand.starter, (winner + 1) % len(hand.scores), hand.scores)
            replace = partial(self._correct, table, hand.number, other)
            self._step("a hand is replaced", replace, grows=True, seats=False)
        return get_table(table.pk).next_hand

    def _correct(self, table: Table, number: int, record: dict[str, Any]) -> None:
        correct_hand(
            actor=SYSTEM,
            table_id=table.pk,
            leg=1,
            number=number,
            submission_id=uuid.UUID(int=self.chance.getrandbits(128), version=4),
            record=record,
            reason="misheard",
            now=NOW,
        )

    def _is_disturbed(self, table: Table) -> bool:
        """Whether something happens in the middle of a table, which has happened then."""
        if self._happens(0.1):
            self._substitute(table)
        elif self._happens(0.05) and len(self._active()) > 6:
            self._leave_in_mid_table(table)
        else:
            return False
        return True

    def _substitute(self, table: Table) -> None:
        seat = self.chance.choice(get_table(table.pk).seats)
        newcomer = make_player(self.tournament.club)

        def sit_in() -> Occupancy:
            return substitutes.substitute_player(
                actor=SYSTEM, table_id=table.pk, player_out_id=seat.player_id, player_in_id=newcomer.pk, now=NOW
            )

        seated = self._step("a substitute", sit_in, grows=True)
        if self._happens(0.3):
            self._step(
                "was no substitute",
                lambda: substitutes.undo_substitution(actor=SYSTEM, table_id=table.pk, occupancy_id=seated.pk, now=NOW),
                grows=True,
            )

    def _leave_in_mid_table(self, table: Table) -> None:
        seat = self.chance.choice(get_table(table.pk).seats)
        if Entry.objects.get(pk=seat.entry_id).status == Entry.Status.WITHDRAWN:
            return
        unfinished = self.chance.choice(["finish", "forfeit", "void", "substitute"])
        pairs = [(seat.player_id, make_player(self.tournament.club).pk)] if unfinished == "substitute" else []
        self._step(
            f"leaves in mid-table: {unfinished}",
            lambda: entries.withdraw_entry(
                actor=SYSTEM,
                entry_id=seat.entry_id,
                unfinished=unfinished,
                substitutes=pairs,
                reason="had to go",
                now=NOW,
            ),
        )

    def _decide(self, table: Table) -> None:
        seat = self.chance.choice(get_table(table.pk).seats)
        kind = self.chance.choice(["forfeit", "void"])

        def rule() -> None:
            rulings.rule_table(
                actor=SYSTEM, table_id=table.pk, kind=kind, entry_id=seat.entry_id, reason="no-show", now=NOW
            )

        self._step(f"is decided: {kind}", rule, grows=True)
        if self._happens(0.4):
            self._step(
                "is not decided after all",
                lambda: rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, now=NOW),
                grows=True,
            )

    def _mend_seats(self, round_: Round) -> None:
        """Let two who sat in each other's place change, or one who sat for another that sits out."""
        played = Seat.objects.filter(round=round_).exclude(table__status="ruled").order_by("entry_id")
        seated = list(dict.fromkeys(played.values_list("entry_id", flat=True)))
        idle = list(RoundEntry.objects.filter(round=round_, role="sit_out").values_list("entry_id", flat=True))
        if len(seated) < 2:
            return
        one = self.chance.choice(seated)
        other = self.chance.choice([entry for entry in [*seated, *idle] if entry != one])
        if other in idle and self._sits_elsewhere(other, round_):
            return
        found = self._step(
            "seats are looked at",
            lambda: reseating.preview_reseating(actor=SYSTEM, round_id=round_.pk, entries=[(one, other)], now=NOW),
        )
        self._step(
            "seats are mended",
            lambda: reseating.reseat(
                actor=SYSTEM,
                round_id=round_.pk,
                entries=[(one, other)],
                reason="sat wrongly",
                confirmation=keep_all(found),
                now=NOW,
            ),
            grows=True,
        )

    def _sits_elsewhere(self, entry: int, round_: Round) -> bool:
        players = LineUp.objects.filter(entry_id=entry).values("player_id")
        return Occupancy.objects.filter(round=round_, is_current=True, player_id__in=players).exists()

    def _take_back(self, round_: Round) -> None:
        losses = self._step(
            "what is lost", lambda: taking_back.preview_taking_back(actor=SYSTEM, round_id=round_.pk, now=NOW)
        )
        self._step(
            "is taken back",
            lambda: taking_back.take_back_round(
                actor=SYSTEM,
                round_id=round_.pk,
                reason="wrong list",
                version=losses.version,
                typed=str(round_.number),
                now=NOW,
            ),
            grows=True,
        )
