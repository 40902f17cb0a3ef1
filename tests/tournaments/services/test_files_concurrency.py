"""Files while others write: a file is one moment, and two who bring the same file bring it once."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.db import connection

from tests.concurrency import PATIENCE, one_after_the_other, run_together
from tests.factories import NOW, make_club, make_player, make_round, make_tournament
from tests.files import empty_the_database, file_of, file_of_another_club, forged
from tests.hands import enter, fh_line, next_line
from tournaments.actors import SYSTEM
from tournaments.models import Club, Membership, Player, Table, Tournament
from tournaments.selectors.tables import get_table
from tournaments.services import tournaments, undoing
from tournaments.services.exporting import export_club, export_tournament
from tournaments.services.importing import import_file, preview_import
from tournaments.undo_errors import BuiltOn

pytestmark = pytest.mark.django_db(transaction=True)


def under_other_names(content, tournament):
    """Return the file of a club and a tournament that are not here, but the same otherwise."""
    for uid in (tournament.uid, tournament.club.uid):
        content = content.replace(str(uid).encode(), str(uuid.uuid4()).encode())
    return forged(content, lambda _records: None)


def test_a_file_written_while_hands_are_entered_is_one_moment():
    tournament = make_tournament(pairs=6, legs=9, rules={"end": "hands", "hands": 20})
    tables = list(make_round(tournament).tables.select_related("round__tournament").order_by("number"))
    stop = threading.Event()

    def keep_entering(table):
        try:
            while not stop.is_set() and (following := get_table(table.pk).next_hand) is not None:
                record = next_line(table, following.starter, 0, following.scores)
                enter(table, record, number=following.number, leg=following.leg)
        finally:
            connection.close()

    def keep_renaming():
        try:
            number = 0
            while not stop.is_set():
                number += 1
                changes = {"name": f"Night {number}"}
                tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes=changes, now=NOW)
        finally:
            connection.close()

    writers = [threading.Thread(target=keep_entering, args=(table,)) for table in tables]
    writers.append(threading.Thread(target=keep_renaming))
    for writer in writers:
        writer.start()
    try:
        files = [file_of(tournament) for _time in range(6)]
    finally:
        stop.set()
        for writer in writers:
            writer.join()

    # Each is whole and says of itself what follows from its hands.
    others = [under_other_names(file, tournament) for file in files]
    hands = [preview_import(actor=SYSTEM, content=other, now=NOW).tournaments[0].hands for other in others]
    assert hands == sorted(hands)
    assert hands[0] < hands[-1]


def test_two_who_bring_the_same_file_bring_it_once():
    tournament = make_tournament(pairs=4)
    content = export_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    empty_the_database()

    found = run_together(4, lambda _one: str(import_file(actor=SYSTEM, content=content, now=NOW).is_anything_new))

    assert sorted(found) == ["False", "False", "False", "True"]
    assert (Club.objects.count(), Player.objects.count(), Tournament.objects.count()) == (1, 8, 1)


def brought_in_play():
    """Bring a file of a tournament whose round is in play; return the act."""
    tournament = make_tournament(pairs=2)
    make_round(tournament)
    content = file_of(tournament)
    empty_the_database()
    return import_file(actor=SYSTEM, content=content, now=NOW).act


def undo(act):
    return undoing.undo_act(actor=SYSTEM, act_id=act, now=NOW)


def test_undoing_a_file_that_waits_for_a_hand_finds_that_it_is_built_on():
    act = brought_in_play()
    table = Table.objects.get()
    dealer = get_table(table.pk).next_hand.starter

    undone = one_after_the_other(lambda: enter(table, fh_line(dealer=dealer), number=1), lambda: undo(act))

    with pytest.raises(BuiltOn):
        undone.result(PATIENCE)
    assert Tournament.objects.count() == 1


def test_undoing_a_file_that_waits_for_another_file_leaves_whom_that_one_names():
    club = make_player(make_club()).memberships.get().club
    content = export_club(actor=SYSTEM, club_id=club.pk, now=NOW)
    empty_the_database()
    act = import_file(actor=SYSTEM, content=content, now=NOW).act
    player = Player.objects.get()
    other = file_of_another_club(player)

    one_after_the_other(lambda: import_file(actor=SYSTEM, content=other, now=NOW), lambda: undo(act)).result(PATIENCE)

    assert Membership.objects.get().player == Player.objects.get() == player
