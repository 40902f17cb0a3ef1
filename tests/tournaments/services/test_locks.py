"""What every service locks, in this order, and that it waits for each lock before it decides.

Read a row so: in a club night of that state (``tests.rights``) the service takes these locks, left to right. ``-``: it
only reads, or a constraint alone guards what it writes. A further row of a service: what it locks as it does more.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from tests.concurrency import PATIENCE
from tests.factories import NOW
from tests.hands import fh_line
from tests.rights import ASK, Night, make_night, make_people, services
from tests.snapshots import everything
from tests.tournaments.services.test_rights_matrix import MISSING, answer, read_matrix, undone
from tournaments import locks
from tournaments.actors import SYSTEM, Actor
from tournaments.models import Club, ClubRole, Invitation, KeyingPile, Player, Table, Tournament
from tournaments.selectors.invitations import find_invitation
from tournaments.services import agreeing, keying

LOCKS = """
absences.announce_absence           | playing | tournament
absences.cancel_absence             | playing | tournament
added_tables.add_table              | playing | tournament
adjustments.add_adjustment          | playing | tournament
adjustments.preview_adjustment      | playing | tournament
adjustments.preview_decision        | playing | tournament
adjustments.preview_taking_back     | playing | tournament
adjustments.preview_undeciding      | playing | tournament
adjustments.record_decision         | playing | tournament
adjustments.take_back_adjustment    | playing | tournament
adjustments.take_back_decision      | playing | tournament
agreeing.agree                      | playing | table
agreeing.confirm_hands              | playing | table
anonymising.anonymise_player        | playing | club tournament player
archives.bring_in                   | playing | tournament
arrangements.arrange                | playing | tournament
calling_all.call_time_at_all        | playing | tournament table
calling_all.preview_call_time_at_all | playing | tournament table
calling_time.call_time              | playing | tournament table table
calling_time.preview_call_time      | playing | tournament table table
calling_time.preview_take_back_call | playing | tournament table table
calling_time.take_back_call         | playing | tournament table table
clubs.create_club                   | playing | -
clubs.grant_role                    | playing | club
clubs.revoke_role                   | playing | club
clubs.update_club                   | playing | club
corrections.add_late_hand           | playing | tournament table table
corrections.correct_at_table        | playing | tournament table table
corrections.correct_hand            | playing | tournament table table
corrections.preview_hand_correction | playing | tournament table table
corrections.preview_hand_ruling     | playing | tournament table table
corrections.preview_late_hand       | playing | tournament table table
corrections.preview_taking_post     | playing | tournament table table
corrections.rule_hand               | playing | tournament table table
corrections.take_post               | playing | tournament table table
data_files.hand_out_data            | playing | -
disputing.dispute_hand              | playing | table
disputing.keep_books                | playing | table
draw_jobs.call_off                  | playing | -
draw_jobs.draw_again                | draft   | tournament
draw_jobs.draw_next_round           | playing | tournament
draw_jobs.look_at_job               | playing | -
drawing.draw_another                | draft   | tournament
drawing.draw_next                   | playing | tournament
entries.admit_lines                 | playing | club tournament
entries.admit_names                 | playing | club tournament
entries.admit_partnerships          | playing | tournament
entries.admit_players               | playing | tournament
entries.admit_text                  | playing | club tournament
entries.reinstate_entry             | playing | tournament
entries.replace_player              | playing | tournament
entries.withdraw_entry              | playing | tournament
entries.withdraw_entry, its table   | playing | tournament tournament table
entry_corrections.correct_entry     | playing | club tournament
entry_corrections.preview_entry_correction | playing | club tournament
exporting.export_club               | playing | -
exporting.export_tournament         | playing | -
forbidden.allow_meeting             | playing | tournament
forbidden.forbid_meeting            | playing | tournament
hand_made.change_draft              | draft   | tournament
handicaps.preview_handicaps         | playing | tournament table
handicaps.set_handicaps             | playing | tournament table
handicaps.take_suggestions          | playing | tournament table
importing.import_file               | playing | file club player
importing.preview_import            | playing | file club player
invitations.accept_invitation       | playing | club
invitations.invite                  | playing | club
invitations.withdraw_invitation     | playing | club
keeping_apart.set_groups            | playing | tournament
keeping_apart.set_groups_from_text  | playing | tournament
keying.give_back                    | playing | table
keying.hand_in                      | playing | table
keying.key_hand                     | playing | table
keying.move_to                      | playing | pile
keying.take_pile                    | playing | tournament table
links.renew_link                    | playing | tournament
merging.merge_players               | playing | club tournament player
merging.undo_merge                  | playing | club tournament player
partner_draws.draw_pairs            | playing | tournament
partner_draws.undo_draw             | playing | tournament
partnerships.form_partnership       | playing | club
partnerships.import_partnerships    | playing | club
players.add_players                 | playing | club
players.rename_player               | playing | club
publishing.publish_standings        | playing | tournament
reseating.preview_reseating         | playing | tournament table
reseating.reseat                    | playing | tournament table
results.note_redeal                 | playing | table
results.record_hand                 | playing | table
results.set_first_starter           | playing | table
rounds.close_round                  | playing | tournament table
rounds.draw_again                   | draft   | tournament
rounds.draw_next_round              | playing | tournament
rounds.publish_draw                 | draft   | tournament
rounds.start_clock                  | playing | tournament
rulings.preview_revoking            | playing | tournament table
rulings.preview_ruling              | playing | tournament table
rulings.revoke_ruling               | playing | tournament table
rulings.rule_table                  | playing | tournament table
sealing.seal                        | playing | tournament
sealing.unseal                      | playing | tournament
seeding.seed_by_rating              | playing | tournament
series.change_series                | playing | club
series.choose_nights                | playing | club
series.create_series                | playing | club
series.remove_series                | playing | club
sit_outs.correct_sit_out            | playing | tournament
sit_outs.preview_sit_out            | playing | tournament
substitutes.preview_substitution    | playing | tournament table
substitutes.preview_undoing         | playing | tournament table
substitutes.substitute_player       | playing | tournament table
substitutes.undo_substitution       | playing | tournament table
taking_back.go_back                 | playing | tournament tournament table
taking_back.preview_going_back      | playing | tournament tournament table
taking_back.preview_taking_back     | playing | tournament table
taking_back.take_back_round         | playing | tournament table
tournaments.create_tournament       | playing | -
tournaments.reopen_tournament       | playing | tournament
tournaments.update_tournament       | playing | tournament
tournaments.update_tournament, rules | playing | tournament table
undoing.undo_act                    | playing | club tournament
undoing.undo_act, a confirmation    | playing | club tournament tournament table
"""
ORDER = ("file", "club", "tournament", "player", "table", "pile")
STATES = ("draft", "playing")


def sheet_of_table_2(night: Night) -> dict[str, Any]:
    return {"sheet_id": Table.objects.get(round=night.round, number=2).keying_sheets.get().pk}


MORE: dict[str, Callable[[Night], dict[str, Any]]] = {
    "entries.withdraw_entry, its table": lambda n: {
        "entry_id": seated_at(n, 2),
        "unfinished": "forfeit",
        "reason": "went home",
    },
    "keying.give_back": sheet_of_table_2,
    "keying.hand_in": lambda n: {**sheet_of_table_2(n), "no_more_hands": True},
    "keying.key_hand": lambda n: {
        **sheet_of_table_2(n),
        "leg": 1,
        "number": 1,
        "submission_id": uuid.uuid4(),
        "record": fh_line(dealer=0),
    },
    "keying.move_to": lambda n: {"round_id": n.round.pk, "to": "skip"},
    "keying.take_pile": lambda n: {"round_id": n.round.pk, "tables": [2]},
    "tournaments.update_tournament, rules": lambda n: {
        "tournament_id": n.tournament.pk,
        "changes": {"rules": {"end": "hands", "hands": 3}},
    },
    "undoing.undo_act, a confirmation": lambda n: {
        "act_id": agreeing.confirm_hands(actor=SYSTEM, table_id=n.table.pk, record_ids=n.hand_ids(), now=NOW).pk
    },
}
"""How those are asked that ``tests.rights`` does not ask, or not so."""
WHO = {"direct": "director", "organise": "organiser", "enter": "scorer", "logged in": "scorer"}


def seated_at(night: Night, number: int) -> int:
    return night.round.tables.get(number=number).seats.get(index=0).entry_id


def read_locks() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return by row the state in which it is looked at, and the locks."""
    found = {}
    for line in LOCKS.strip().splitlines():
        row, state, taken = (part.strip() for part in line.split("|"))
        found[row] = (state, () if taken == "-" else tuple(taken.split()))
    return found


def test_every_service_stands_in_the_table():
    # The ratings have locks of their own, and their tests.
    rows = set(read_locks())
    assert {row.partition(",")[0] for row in rows} == {name for name in services() if not name.startswith("ratings.")}
    assert rows == {row for row in {**ASK, **MORE} if not row.startswith("ratings.")}


def test_everybody_locks_in_one_order():
    for row, (_state, taken) in read_locks().items():
        assert sorted(taken, key=ORDER.index) == list(taken), row


@contextmanager
def written_down() -> Iterator[list[str]]:
    """Return a list of what is locked inside, in turn."""
    locked: list[str] = []

    def look(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql:
            locked.append(re.search(r'FROM "?tournaments_([a-z]+)', sql)[1].removeprefix("keying"))
        elif "advisory" in sql:
            locked.append("file")
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield locked


def hold(kind: str, night: Night, what: dict[str, Any]) -> None:
    """Lock what a service asks for, as another service would, until the transaction ends."""
    if kind == "file":
        locks.lock_files()
        return
    rows = {
        "club": Club.objects.filter(pk=night.club.pk),
        "tournament": Tournament.objects.filter(pk=what.get("tournament_id", night.tournament.pk)),
        "player": Player.objects.filter(pk=night.outsider),
        "table": Table.objects.filter(pk=what["table_id"]) if "table_id" in what else night.round.tables.all(),
        "pile": KeyingPile.objects.all(),
    }[kind]
    assert list(rows.select_for_update(no_key=True))


def waiting_for_me() -> list[int]:
    """Return the server processes that wait for this one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
        return [pid for (pid,) in cursor.fetchall()]


def wait_until_it_waits(asked: Future[str]) -> list[int]:
    """Return who waits for this connection; nobody if what was asked ends without waiting."""
    deadline = time.monotonic() + PATIENCE
    while not (waiting := waiting_for_me()) and not asked.done():
        assert time.monotonic() < deadline
        # PostgreSQL tells nobody that a lock is being waited for, so one looks again; the sleep decides nothing.
        time.sleep(0.002)
    return waiting


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_service_locks_in_turn_what_the_table_says_and_nothing_else(state):
    people, asked, _night = ask_everybody(state)

    wrong = []
    for row, (service, what) in asked.items():
        # A preview is its act without the end.
        if ".preview_" not in row:
            with written_down() as locked, undone():
                answer(service, people[comes(row)], what)
            if tuple(locked) != read_locks()[row][1]:
                wrong.append((row, locked))
    assert wrong == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("state", STATES)
def test_service_waits_for_each_lock_and_decides_by_what_is_so_then(state):
    """Who loses their role while they wait for the first lock is refused; who is called off changes nothing."""
    people, asked, night = ask_everybody(state)
    before = everything()

    wrong = []
    with somebody_else() as other:
        for row, (service, what) in asked.items():
            actor = people[comes(row)]

            def act(service=service, actor=actor, what=what) -> str:
                with undone():
                    return answer(service, actor, what)

            for turn, kind in enumerate(dict.fromkeys(read_locks()[row][1])):
                lets_in, refusal = what_lets_in(row, night, actor, what)
                with transaction.atomic():
                    hold(kind, night, what)
                    asking = other.submit(act)
                    waiting = wait_until_it_waits(asking)
                    if turn == 0:
                        type(lets_in).objects.filter(pk=lets_in.pk).delete()
                    else:
                        call_off(waiting)
                if turn == 0:
                    said, wanted = asking.result(PATIENCE), refusal
                    lets_in.save(force_insert=True)
                else:
                    said, wanted = type(asking.exception(PATIENCE)), OperationalError
                if (len(waiting), said) != (1, wanted):
                    wrong.append((row, kind, waiting, said))

    assert wrong == []
    assert everything() == before


def ask_everybody(
    state: str,
) -> tuple[dict[str, Actor], dict[str, tuple[Callable[..., Any], dict[str, Any]]], Night]:
    """Return who comes to a night, what is asked there by row, and the night."""
    night = make_night(state)
    people = make_people(night.club, night.tournament)
    if state == "playing":
        keying.take_pile(actor=people["scorer"], round_id=night.round.pk, tables=[2], now=NOW)
    found, asks = services(), {**ASK, **MORE}
    rows = [row for row, (in_state, _taken) in read_locks().items() if in_state == state]
    return people, {row: (found[row.partition(",")[0]], asks[row](night)) for row in rows}, night


def give_back() -> None:
    """Close the connection of the thread in which this runs."""
    connection.close()


@contextmanager
def somebody_else() -> Iterator[ThreadPoolExecutor]:
    """Return a thread with a database connection of its own."""
    with ThreadPoolExecutor(1) as other:
        try:
            yield other
        finally:
            other.submit(give_back).result(PATIENCE)


def what_lets_in(row: str, night: Night, actor: Actor, what: dict[str, Any]) -> tuple[ClubRole | Invitation, str]:
    """Return what somebody may not lose before the service decides, and the refusal if it is lost."""
    if row == "invitations.accept_invitation":
        return find_invitation(what["token"], now=NOW), "invitation.not_valid"
    role = ClubRole.objects.get(club=night.club, user_id=actor.user_id)
    return role, MISSING


def comes(row: str) -> str:
    """Return whose role just suffices."""
    service = row.partition(",")[0]
    if service.startswith("keying."):
        return "scorer"
    return WHO[read_matrix()[service][0][0]]


def call_off(waiting: list[int]) -> None:
    with connection.cursor() as cursor:
        for pid in waiting:
            cursor.execute("SELECT pg_cancel_backend(%s)", [pid])
