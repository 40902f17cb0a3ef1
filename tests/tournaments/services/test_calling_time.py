"""Games that time breaks off: what counts of them is the tournament's setting."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gameplay.models import HandSubmission
from tests.factories import NOW, make_club, make_round, make_table, make_tournament
from tests.files import empty_the_database, file_of_club
from tests.hands import correct_hand, enter, fh_line, ft_line, keep_all, play_out
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import ConsequencesChanged, LookFirst
from tournaments.errors import (
    KnockoutUndecided,
    TableComplete,
    TableNotInPlay,
    TableNotTimed,
    TimeNotCalled,
    ValueRefused,
)
from tournaments.models import AuditEntry, Club, RoundChange, Table, TableLink, Tournament
from tournaments.selectors.progress import TableProgress
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.selectors.versions import versions_of
from tournaments.services import calling_time, corrections, publishing, rounds, tournaments
from tournaments.services.importing import import_file

pytestmark = pytest.mark.django_db

HALF = Fraction(1, 2)
ENDS = {
    "leader": ((0,), (1, 0), (140, 20), "time"),
    "shared": ((0, 1), (HALF, HALF), (140, 20), "time"),
    "unplayed": ((), (0, 0), (0, 0), "unplayed"),
}
"""What each setting makes of a game that stood at 140 to 20."""


def call(table: Table) -> TableProgress:
    return calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)


def take_back(table: Table, **more: object) -> TableProgress:
    return calling_time.take_back_call(actor=SYSTEM, table_id=table.pk, reason="too early", now=NOW, **more)


def make_race(counts: str, **settings: object) -> Table:
    """Return a table that plays to 500 and stands at 140 to 20."""
    table = make_table(rules={}, when_time_is_up=counts, **settings)
    enter(table, fh_line(dealer=0), number=1)
    return table


def make_match(counts: str, *, begun: bool = True, **settings: object) -> Table:
    """Return a table of three legs of dominoes: the first is side 0's, at 61 to 12; the second stands at 5 to 20."""
    table = make_table("fives_threes", when_time_is_up=counts, legs=3, **settings)
    for number, points, end in ((1, (30, 12), "blocked"), (2, (31, 0), "won")):
        enter(table, ft_line(opener=number - 1, points=points, end=end, out_side=None), number=number)
    if begun:
        opener = get_table(table.pk).next_hand.starter
        enter(table, ft_line(opener=opener, points=(5, 20), end="blocked", out_side=None), number=1, leg=2)
    return table


def shown(progress: TableProgress) -> tuple[object, ...]:
    return progress.winners, progress.games_won, progress.points, progress.legs[-1].game.state.ending


@pytest.mark.parametrize("counts", ENDS)
def test_game_that_time_breaks_off_counts_as_the_tournament_says(counts):
    table = make_race(counts)

    progress = call(table)

    assert shown(progress) == ENDS[counts] == shown(get_table(table.pk).progress)
    assert (progress.is_complete, progress.counts_for_nobody) == (True, counts == "unplayed")
    assert get_table(table.pk).next_hand is None
    stored = Table.objects.get()
    assert (stored.status, stored.time_called_at, stored.broken_off) == ("complete", NOW, counts)
    row = AuditEntry.objects.get(action="table.time_called")
    assert (row.after, row.reason, row.table_id) == ({"counts": counts}, "Time was called.", table.pk)


def test_level_sides_share_a_game_that_goes_to_the_one_ahead():
    table = make_table(rules={}, when_time_is_up="leader")

    assert shown(call(table)) == ((0, 1), (HALF, HALF), (0, 0), "time")


@pytest.mark.parametrize(
    ("counts", "winners", "games", "points"),
    [
        ("leader", (0, 1), (1, 1), (66, 32)),
        ("shared", (0,), (Fraction(3, 2), HALF), (66, 32)),
        ("unplayed", (0,), (1, 0), (61, 12)),
    ],
)
def test_games_of_a_match_that_are_over_count_in_any_case(counts, winners, games, points):
    progress = call(make_match(counts))

    assert (progress.winners, progress.games_won, progress.points) == (winners, games, points)
    assert (progress.is_complete, len(progress.legs)) == (True, 2)
    assert not progress.counts_for_nobody


@pytest.mark.parametrize("counts", ENDS)
def test_game_of_which_no_hand_was_played_has_not_begun(counts):
    table = make_match(counts, begun=False)

    progress = call(table)

    assert (progress.winners, progress.games_won, progress.points) == ((0,), (1, 0), (61, 12))
    assert [leg.number for leg in progress.legs] == [1]
    assert take_back(table).open_leg.number == 2


@pytest.mark.parametrize(
    ("counts", "winners", "games"),
    [("leader", (2,), (0, 0, 1)), ("shared", (0, 1, 2), (Fraction(1, 3),) * 3), ("unplayed", (), (0, 0, 0))],
)
def test_time_breaks_a_game_of_three_sides_off(counts, winners, games):
    tournament = make_tournament(people=3, table_size=3, movement="individual", rounds=1, when_time_is_up=counts)
    table = make_round(tournament).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    enter(table, fh_line(dealer=dealer, seat=2, tricks=(1, 1, 8)), number=1)

    progress = call(table)

    assert (progress.winners, progress.games_won) == (winners, games)


def test_where_the_director_rules_no_time_is_called_and_nothing_changes():
    table = make_race("director")
    before = everything()

    with pytest.raises(TableNotTimed):
        call(table)
    with pytest.raises(TableNotTimed):
        calling_time.preview_call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert everything() == before


def test_time_called_at_a_table_that_is_over_is_refused_and_changes_nothing():
    table = make_race("leader")
    call(table)
    before = everything()

    with pytest.raises(TableComplete):
        call(table)

    assert everything() == before


def test_game_by_the_clock_goes_to_the_higher_total_and_cannot_be_set_otherwise():
    table = make_table(rules={"end": "timed"}, round_minutes=30)
    enter(table, fh_line(dealer=0), number=1)
    before = everything()

    for counts in ("shared", "unplayed"):
        with pytest.raises(ValueRefused) as refused:
            tournaments.update_tournament(
                actor=SYSTEM, tournament_id=Tournament.objects.get().pk, changes={"when_time_is_up": counts}, now=NOW
            )
        assert refused.value.params["path"] == "when_time_is_up"
    with pytest.raises(ValueRefused):
        make_tournament(club=table.round.tournament.club, when_time_is_up="whenever")

    assert everything() == before
    assert shown(call(table)) == ENDS["leader"]
    assert Table.objects.get().broken_off == "leader"


def test_another_setting_is_for_calls_to_come():
    table = make_race("leader")
    call(table)
    before = standings_of(Tournament.objects.get()).rows

    tournaments.update_tournament(
        actor=SYSTEM, tournament_id=Tournament.objects.get().pk, changes={"when_time_is_up": "unplayed"}, now=NOW
    )

    assert shown(get_table(table.pk).progress) == ENDS["leader"]
    assert standings_of(Tournament.objects.get()).rows == before
    take_back(table)
    assert shown(call(table)) == ENDS["unplayed"]


def test_call_taken_back_lets_the_table_go_on_where_its_hands_are():
    table = make_race("leader")
    call(table)

    progress = take_back(table)

    assert (progress.is_complete, progress.winners, progress.points) == (False, (), (140, 20))
    assert get_table(table.pk).next_hand.number == 2
    stored = Table.objects.get()
    assert (stored.status, stored.time_called_at, stored.broken_off) == ("in_play", None, "")
    change = RoundChange.objects.get()
    assert (change.kind, change.before, change.reason) == ("time_taken_back", {"counts": "leader"}, "too early")
    row = AuditEntry.objects.get(action="round.time_taken_back")
    assert (row.before, row.reason) == ({"counts": "leader"}, "too early")
    enter(table, fh_line(dealer=1), number=2)


def test_call_that_was_not_made_cannot_be_taken_back():
    table = make_race("leader")
    before = everything()

    with pytest.raises(TimeNotCalled):
        take_back(table)
    with pytest.raises(TimeNotCalled):
        calling_time.preview_take_back_call(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert everything() == before


def test_version_of_the_results_grows_with_each_call_and_each_that_is_taken_back():
    table = make_race("leader")
    found = [versions_of(table.round.tournament_id).total]

    for act in (call, take_back, call, take_back):
        act(table)
        found.append(versions_of(table.round.tournament_id).total)

    assert found == sorted(set(found))


def test_hand_from_the_table_after_time_was_called_is_kept_for_the_director():
    table = make_race("leader")
    phone = Actor(link_id=TableLink.objects.get().pk)
    call(table)

    with pytest.raises(TableNotInPlay):
        enter(table, fh_line(dealer=1), number=2, actor=phone)

    assert HandSubmission.objects.latest("pk").outcome == "conflict"
    assert shown(get_table(table.pk).progress) == ENDS["leader"]


def test_hand_corrected_after_time_was_called_turns_the_game():
    table = make_race("leader")
    call(table)
    record = fh_line(dealer=0, tricks=(3, 7))

    found = corrections.preview_hand_correction(
        actor=SYSTEM, table_id=table.pk, leg=1, number=1, record=record, now=NOW
    )
    correct_hand(table_id=table.pk, number=1, record=record)

    [moved] = found.tables
    assert (moved.before.games_won, moved.after.games_won) == (("1", "0"), ("0", "1"))
    assert [entry.after.rank for entry in found.entries] == ["1", "2"]
    assert shown(get_table(table.pk).progress) == ((1,), (0, 1), (-140, 70), "time")


def test_hand_begun_in_time_and_entered_late_ends_the_game_by_itself():
    table = make_race("leader")
    call(table)

    for number in (2, 3, 4):
        enter(table, fh_line(dealer=number - 1), number=number)

    assert shown(get_table(table.pk).progress) == ((0,), (1, 0), (560, 80), "contract")
    assert take_back(table).is_complete


def test_table_at_which_nothing_counts_is_worth_a_sit_out_and_not_rated():
    tournament = make_tournament(pairs=4, rules={}, when_time_is_up="unplayed", sit_out_policy="win")
    round_ = make_round(tournament)
    over, broken = round_.tables.order_by("number")
    play_out(over)
    enter(broken, fh_line(dealer=get_table(broken.pk).next_hand.starter), number=1)
    call(broken)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    idle = {seat.entry_id for seat in get_table(broken.pk).seats}
    rows = {row.entry_id: row for row in standings_of(tournament).rows}
    assert {entry for entry, row in rows.items() if (row.tables_played, row.sit_outs) == (0, 1)} == idle
    figures = {entry: {value.key: value.shown for value in row.values} for entry, row in rows.items()}
    assert {figures[entry]["table_points"] for entry in idle} == {"2"}
    assert {figures[entry]["points"] for entry in idle} == {"0"}
    rated = rated_tables(kind="five_hundred", club_id=tournament.club_id)
    assert [table.table_id for table in rated] == [over.pk]


def test_game_that_counts_for_nobody_is_none_of_those_that_are_rated():
    table = make_match("unplayed")
    call(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)

    [rated] = rated_tables(kind="fives_threes", club_id=table.round.tournament.club_id)

    assert (rated.results, rated.points, rated.games) == ((1, 0), (61, 12), 1)


def test_cup_asks_who_goes_on_from_a_match_that_counts_for_nobody():
    tournament = make_tournament(pairs=4, movement="knockout", rules={}, when_time_is_up="unplayed")
    round_ = make_round(tournament)
    over, broken = round_.tables.order_by("number")
    play_out(over)
    call(broken)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    before = everything()

    with pytest.raises(KnockoutUndecided) as refused:
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    assert refused.value.params["table"] == broken.number
    assert everything() == before


def test_call_that_others_have_relied_on_is_looked_at_before_it_is_taken_back():
    club = make_club()
    table = make_race("leader", club=club)
    call(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    publishing.publish_standings(
        actor=SYSTEM, tournament_id=table.round.tournament_id, kind="provisional", reason="as is", now=NOW
    )
    before = everything()

    with pytest.raises(LookFirst):
        take_back(table)
    found = calling_time.preview_take_back_call(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert everything() == before
    [moved] = found.tables
    assert (moved.before.is_complete, moved.after.is_complete, moved.after.missing) == (True, False, (1, 2))
    assert [(one.number, one.lines) for one in found.publications] == [(1, 2)]
    take_back(table, confirmation=keep_all(found))
    assert Table.objects.get().status == "in_play"
    after = everything()
    with pytest.raises(ConsequencesChanged):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, confirmation=keep_all(found), now=NOW)
    assert everything() == after


def test_leg_after_a_corrected_one_starts_as_the_choice_says_once_the_call_is_taken_back():
    table = make_match("leader", begun=False, leg_starter="loser")
    call(table)
    record = ft_line(opener=1, points=(0, 31), end="blocked", out_side=None)
    correct_hand(table_id=table.pk, number=2, record=record)
    enter(table, ft_line(opener=2, points=(0, 18), end="won", out_side=None), number=3)

    progress = take_back(table)

    assert progress.games_won == (0, 1)
    assert progress.open_leg.game.starters[0] == 0


@pytest.mark.parametrize("counts", ENDS)
def test_file_takes_along_what_time_broke_off(counts):
    table = make_race(counts)
    call(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    content = file_of_club(table.round.tournament.club)
    empty_the_database()

    import_file(actor=SYSTEM, content=content, now=NOW)

    again = Table.objects.get()
    assert (again.time_called_at, again.broken_off, again.round.tournament.when_time_is_up) == (NOW, counts, counts)
    assert shown(get_table(again.pk).progress) == ENDS[counts]
    assert file_of_club(Club.objects.get()) == content
