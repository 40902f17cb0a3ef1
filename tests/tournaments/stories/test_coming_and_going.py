"""Who comes late, who leaves, who sits in, and who was put at the wrong table: the evening goes on and adds up."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import NOW, make_club, make_entry, make_player, make_round, make_tournament, make_user
from tests.hands import enter, keep_all, next_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Entry, Occupancy, RoundEntry, Seat, Table, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import added_tables, entries, rounds, rulings, substitutes

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def lines(tournament: Tournament) -> list[tuple]:
    """Return the standings: rank, entry, every figure, and how often it played and sat out."""
    return [
        (row.rank, row.entry_id, row.values, row.tables_played, row.sit_outs) for row in standings_of(tournament).rows
    ]


def enter_next(table: Table) -> None:
    following = get_table(table.pk).next_hand
    enter(table, next_line(table, following.starter, 0, following.scores), number=following.number)


@pytest.mark.parametrize("what", ["leaves", "comes"])
def test_draft_is_put_into_play_although_it_is_not_the_field_any_more(what):
    """Somebody was struck off after the draw, which stayed on the screen as if nothing had happened."""
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=6, rules=ONE_HAND, rounds=3)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    desk = client_of(director)
    desk.force_login(director)
    fresh = desk.get(f"/rounds/{draft.round_id}/desk/").content.decode()

    if what == "leaves":
        entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.first().pk, now=NOW)
    else:
        make_entry(tournament)

    before = everything()
    shown = desk.get(f"/rounds/{draft.round_id}/desk/").content.decode()
    refused = desk.post(f"/api/v1/draws/{draft.pk}/publication/")
    note = "It cannot be published: draw again."
    assert [note in page for page in (fresh, shown)] == [False, True]
    assert "Keep it, or draw again." not in shown
    assert refusal(refused) == (409, "draw.out_of_date")
    assert everything() == before


def test_table_that_cannot_finish_holds_the_next_round_up():
    """One table was called away, and nobody could go on until a result had been made up for it."""
    tournament = make_tournament(pairs=4, rules={"end": "hands", "hands": 2}, rounds=3)
    first = make_round(tournament)
    done, waiting = first.tables.order_by("number")
    play_out(done)
    enter_next(waiting)
    rulings.rule_table(actor=SYSTEM, table_id=waiting.pk, kind="void", reason="goes on next week", now=NOW)
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)
    play_round(make_round(tournament))
    assert sorted(row.tables_played for row in standings_of(tournament).rows) == [1, 1, 2, 2]

    found = rulings.preview_revoking(actor=SYSTEM, table_id=waiting.pk, now=NOW)
    rulings.revoke_ruling(actor=SYSTEM, table_id=waiting.pk, reason="played on", confirmation=keep_all(found), now=NOW)
    enter_next(waiting)

    waiting.refresh_from_db()
    assert waiting.status == "complete"
    assert get_table(waiting.pk).progress.points == (280, 40)
    assert [row.tables_played for row in standings_of(tournament).rows] == [2] * 4


def test_everybody_was_struck_off_by_a_wrong_click():
    """The whole list was marked as gone, and during the event there was no way back."""
    tournament = make_tournament(pairs=5, rules=ONE_HAND, rounds=4)
    play_round(make_round(tournament))
    before = lines(tournament)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    everybody = list(tournament.entries.order_by("number"))

    for entry in everybody:
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)
    for entry in everybody:
        entries.reinstate_entry(actor=SYSTEM, entry_id=entry.pk, reason="a wrong click", now=NOW)

    assert lines(tournament) == before
    play_round(rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW))
    assert sorted(row.tables_played + row.sit_outs for row in standings_of(tournament).rows) == [2] * 5


def test_list_of_who_is_there_and_the_tables_disagree():
    """Attendance was kept in one place and seats in another; after an evening of changes the sums were wrong."""
    tournament = make_tournament(pairs=7, rules={"end": "hands", "hands": 2}, rounds=3)
    first = make_round(tournament)
    late = make_entry(tournament)
    resting = RoundEntry.objects.get(round=first, role="sit_out").entry_id
    added_tables.add_table(actor=SYSTEM, round_id=first.pk, sides=[[resting], [late.pk]], now=NOW)
    one, other = first.tables.order_by("number")[:2]
    enter_next(one)
    leaving = get_table(one.pk).seats[0].player_id
    newcomer = make_player(tournament.club)
    substitutes.substitute_player(
        actor=SYSTEM, table_id=one.pk, player_out_id=leaving, player_in_id=newcomer.pk, now=NOW
    )
    gone = Seat.objects.get(table=other, index=1).entry_id
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone, unfinished="forfeit", reason="ill", now=NOW)
    for table in first.tables.exclude(pk=other.pk):
        play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)
    play_round(make_round(tournament))

    for round_ in tournament.rounds.order_by("number"):
        seats = Seat.objects.filter(round=round_)
        roles = RoundEntry.objects.filter(round=round_, role="seated").values_list("entry_id", flat=True)
        assert set(roles) == set(seats.values_list("entry_id", flat=True))
        people = Occupancy.objects.filter(round=round_, is_current=True).values_list("player_id", flat=True)
        # Who sat at the table that was decided may sit down elsewhere.
        assert len(people) == len(set(people)) == seats.exclude(table__status="ruled").count()
    rows = {row.entry_id: (row.tables_played, row.forfeits, row.sit_outs) for row in standings_of(tournament).rows}
    assert rows.keys() == set(Entry.objects.values_list("pk", flat=True))
    assert rows.pop(gone) == (0, 1, 0)
    assert [sum(counted) for counted in rows.values()] == [2] * 7
    assert sorted(forfeits for _, forfeits, _ in rows.values()) == [0] * 6 + [1]
