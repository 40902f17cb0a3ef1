from __future__ import annotations

import pytest

from gameplay.errors import RuleViolation
from gameplay.models import Game
from tests.factories import NOW, make_club, make_entry, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryKindFrozen,
    NameTooLong,
    RightMissing,
    RulesFrozen,
    SettingFrozen,
    ThingNotFound,
    TournamentFinished,
    TournamentNotFinished,
    UnknownTimeZone,
    ValueRefused,
)
from tournaments.models import AuditEntry, Stage, Tournament
from tournaments.selectors.standings import results_version
from tournaments.selectors.tournaments import view_tournament
from tournaments.services import entries, tournaments
from tournaments.set_up import SetUp
from tournaments.standings.rules import StandingRulesInvalid

pytestmark = pytest.mark.django_db


def change(tournament, **changes):
    return tournaments.update_tournament(actor=SYSTEM, tournament_id=tournament.pk, changes=changes, now=NOW)


def settings(tournament):
    return view_tournament(Tournament.objects.get(pk=tournament.pk)).settings


def planned(tournament):
    return Stage.objects.get(tournament=tournament).rounds_planned


def finish(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)


def test_create_tournament_fills_in_the_defaults():
    club = make_club(time_zone="Europe/Vilnius")
    set_up = SetUp(name="  Friday   night ", kind="five_hundred")

    tournament = tournaments.create_tournament(actor=SYSTEM, club_id=club.pk, set_up=set_up, now=NOW)

    seed = tournament.seed
    assert 0 <= seed < 2**53
    assert tournament.slug == "vilnius-card-club-friday-night"
    assert tournament.status == "open"
    assert settings(tournament) == {
        "name": "Friday night",
        "kind": "five_hundred",
        "rules": {},
        "time_zone": "Europe/Vilnius",
        "entry_kind": "partnership",
        "table_size": 4,
        "teams": "by_players",
        "movement": "round_robin",
        "movement_options": {},
        "rounds": None,
        "legs": 1,
        "legs_mode": "all",
        "leg_starter": "rotate",
        "sit_out_policy": "own_average",
        "sit_out_values": {},
        "table_points": {"win": 2, "draw": 1, "loss": 0},
        "criteria": [
            {"key": "table_points", "direction": "most"},
            {"key": "head_to_head", "direction": "most", "by": "table_points"},
            {"key": "wins", "direction": "most"},
            {"key": "net_points", "direction": "most"},
            {"key": "sonneborn_berger", "direction": "most", "by": "table_points"},
        ],
        "unplayed_rounds": "dummy",
        "cancel_withdrawn": False,
        "round_minutes": None,
        "seed": seed,
        "is_rated": True,
        "correction_window": "",
        "table_correction_minutes": 0,
        "agreement": "none",
        "second_keying": "optional",
        "when_time_is_up": "director",
        "handicap": "none",
        "handicap_percent": 100,
        "handicap_most": None,
    }
    assert AuditEntry.objects.latest("id").action == "tournament.created"


def test_create_tournament_draws_another_seed_each_time():
    club = make_club()

    seeds = {make_tournament(club, seed=None).seed for _ in range(5)}

    assert len(seeds) == 5


def test_create_tournament_numbers_the_addresses_of_one_name():
    club = make_club()

    assert [make_tournament(club).slug for _ in range(3)] == [
        "vilnius-card-club-club-night",
        "vilnius-card-club-club-night-2",
        "vilnius-card-club-club-night-3",
    ]


@pytest.mark.parametrize(
    ("kind", "more", "stored"),
    [
        pytest.param("five_hundred", {"rules": {"end": "hands", "hands": 8}}, {"end": "hands", "hands": 8}, id="hands"),
        pytest.param("five_hundred", {"rules": {"end": "timed"}, "round_minutes": 45}, {"end": "timed"}, id="by clock"),
        pytest.param(
            "five_hundred", {"rules": {"players": 4, "target": 500, "misere": "off"}}, {"misere": "off"}, id="defaults"
        ),
        pytest.param(
            "fives_threes",
            {"rules": {"hand_size": 6, "target": 121}, "legs": 3, "legs_mode": "best_of"},
            {"hand_size": 6, "target": 121},
            id="a dominoes league",
        ),
    ],
)
def test_create_tournament_stores_the_options_that_differ(kind, more, stored):
    assert make_tournament(kind=kind, **more).rules == stored


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        pytest.param({"kind": "bridge"}, ValueRefused, id="another game"),
        pytest.param({"rules": {"misere": "never"}}, RuleViolation, id="a value the game does not know"),
        pytest.param({"rules": {"end": "hands"}}, RuleViolation, id="hands without their number"),
        pytest.param({"rules": {"players": 6}}, ValueRefused, id="a fact of a table"),
        pytest.param({"rules": {"end": "timed"}}, ValueRefused, id="by the clock without minutes"),
        pytest.param({"rules": {"end": "timed"}, "round_minutes": 40, "legs": 3}, ValueRefused, id="legs by the clock"),
        pytest.param({"entry_kind": "team"}, ValueRefused, id="teams"),
        pytest.param({"entry_kind": "player", "table_size": 7}, ValueRefused, id="seven at a table"),
        pytest.param(
            {"entry_kind": "player", "table_size": 5, "kind": "fives_threes"}, ValueRefused, id="five at dominoes"
        ),
        pytest.param({"table_size": 3}, ValueRefused, id="pairs at a table of three"),
        pytest.param({"table_size": 6}, ValueRefused, id="pairs in teams of three"),
        pytest.param({"teams": "three_pairs"}, ValueRefused, id="three pairs at a table of four"),
        pytest.param({"teams": "fours", "table_size": 6}, ValueRefused, id="teams that are not there"),
        pytest.param(
            {"kind": "fives_threes", "teams": "three_pairs", "table_size": 6}, ValueRefused, id="six at dominoes"
        ),
        pytest.param(
            {"entry_kind": "player", "movement": "round_robin"}, ValueRefused, id="people who cannot all meet"
        ),
        pytest.param({"movement": "individual"}, ValueRefused, id="pairs who change partners"),
        pytest.param({"entry_kind": "player", "rules": {"teams": "three_pairs"}}, ValueRefused, id="teams as a rule"),
        pytest.param(
            {"kind": "fives_threes", "entry_kind": "player", "table_size": 3, "rules": {"hand_size": 10}},
            RuleViolation,
            id="more tiles than there are",
        ),
        pytest.param({"movement": "waltz"}, ValueRefused, id="a movement that is not there"),
        pytest.param({"rounds": 0}, ValueRefused, id="no round"),
        pytest.param({"rounds": 101}, ValueRefused, id="too many rounds"),
        pytest.param({"legs": 10}, ValueRefused, id="too many legs"),
        pytest.param({"legs": 2, "legs_mode": "best_of"}, ValueRefused, id="best of two"),
        pytest.param({"leg_starter": "youngest"}, ValueRefused, id="an unknown starter"),
        pytest.param({"sit_out_policy": "luck"}, ValueRefused, id="an unknown policy"),
        pytest.param({"sit_out_policy": "fixed", "sit_out_values": {"luck": 1}}, StandingRulesInvalid, id="a metric"),
        pytest.param({"table_points": {"win": 1, "draw": 2}}, ValueRefused, id="a draw worth more than a win"),
        pytest.param({"table_points": {"win": "1e999999999"}}, ValueRefused, id="an astronomical number"),
        pytest.param({"criteria": []}, StandingRulesInvalid, id="no order"),
        pytest.param({"criteria": ["luck"]}, StandingRulesInvalid, id="an unknown criterion"),
        pytest.param({"round_minutes": 601}, ValueRefused, id="too long a round"),
        pytest.param({"seed": -1}, ValueRefused, id="a seed below 0"),
        pytest.param({"time_zone": "Mars"}, UnknownTimeZone, id="a zone"),
        pytest.param({"name": "x" * 121}, NameTooLong, id="too long a name"),
    ],
)
def test_create_tournament_refuses_what_makes_no_sense(more, refusal):
    with pytest.raises(refusal):
        make_tournament(**more)

    assert not Tournament.objects.exists()


def test_create_tournament_keeps_fractions_of_table_points():
    tournament = make_tournament(table_points={"win": 1, "draw": "1/2", "loss": 0}, criteria=["head_to_head"])

    assert tournament.table_points == {"win": 1, "draw": "1/2", "loss": 0}
    assert tournament.criteria == [{"key": "head_to_head", "direction": "most", "by": "table_points"}]


@pytest.mark.parametrize("pairs", [3, 4, 15, 16])
def test_rounds_follow_the_field_so_that_everybody_meets_once(pairs):
    tournament = make_tournament(pairs=pairs)

    assert planned(tournament) == {3: 3, 4: 3, 15: 15, 16: 15}[pairs]
    assert settings(tournament)["rounds"] is None


def test_rounds_that_were_chosen_do_not_follow_the_field():
    tournament = make_tournament(pairs=6, rounds=4)

    assert planned(tournament) == 4
    change(tournament, rounds=None)
    assert planned(tournament) == 5


def test_rounds_stand_once_one_is_published():
    tournament = make_tournament(pairs=3)
    make_round(tournament)

    make_entry(tournament)
    make_entry(tournament)

    assert planned(tournament) == 3


def test_rounds_stand_once_one_is_published_whatever_else_is_changed():
    tournament = make_tournament(pairs=5)
    make_round(tournament)
    entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.get(number=1).pk, now=NOW)

    change(tournament, name="Saturday")

    assert planned(tournament) == 5


def test_update_tournament_changes_what_nobody_has_played_by():
    tournament = make_tournament(pairs=4)

    change(tournament, kind="fives_threes", rules={"target": 121}, legs=3, legs_mode="best_of", name="Saturday")

    now = settings(tournament)
    assert (now["kind"], now["rules"], now["legs"], now["name"]) == ("fives_threes", {"target": 121}, 3, "Saturday")
    entry = AuditEntry.objects.latest("id")
    assert entry.before == {"kind": "five_hundred", "rules": {}, "legs": 1, "legs_mode": "all", "name": "Club night"}
    assert entry.after["rules"] == {"target": 121}


def test_update_tournament_that_changes_nothing_leaves_no_trace():
    tournament = make_tournament()
    count = AuditEntry.objects.count()

    change(tournament, name="Club night", rules={"target": 500})

    assert AuditEntry.objects.count() == count


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "fives_threes"},
        {"legs": 3},
        {"legs_mode": "best_of"},
        {"leg_starter": "loser"},
        {"seed": 8},
        {"is_rated": False},
        {"time_zone": "UTC"},
        {"table_size": 6, "teams": "three_pairs"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_update_tournament_refuses_settings_that_tables_were_made_from(changes):
    tournament = make_tournament(pairs=4)
    make_round(tournament)
    before = settings(tournament)

    with pytest.raises(SettingFrozen) as refused:
        change(tournament, **changes)

    assert refused.value.params["setting"] == next(iter(changes))
    assert settings(tournament) == before


@pytest.mark.parametrize(
    ("kind", "size", "teams", "entry_kind", "movement"),
    [
        ("five_hundred", 2, "by_players", "player", "round_robin"),
        ("five_hundred", 3, "by_players", "player", "individual"),
        ("five_hundred", 4, "by_players", "player", "individual"),
        ("five_hundred", 5, "by_players", "player", "individual"),
        ("five_hundred", 6, "by_players", "player", "individual"),
        ("five_hundred", 6, "three_pairs", "player", "individual"),
        ("five_hundred", 6, "three_pairs", "partnership", "individual"),
        ("five_hundred", 4, "by_players", "partnership", "round_robin"),
        ("fives_threes", 2, "by_players", "player", "round_robin"),
        ("fives_threes", 3, "by_players", "player", "individual"),
        ("fives_threes", 4, "by_players", "player", "individual"),
        ("fives_threes", 4, "by_players", "partnership", "round_robin"),
    ],
)
def test_create_tournament_keeps_the_facts_of_its_tables(kind, size, teams, entry_kind, movement):
    tournament = make_tournament(kind=kind, table_size=size, teams=teams, entry_kind=entry_kind)

    assert tournament.rules == {}
    stored = settings(tournament)
    assert (stored["table_size"], stored["teams"], stored["entry_kind"], stored["movement"]) == (
        size,
        teams,
        entry_kind,
        movement,
    )
    assert make_tournament(**stored).entry_kind == entry_kind


def test_create_tournament_measures_its_options_by_the_table():
    rules = {"hand_size": 9, "players": 2}

    assert make_tournament(kind="fives_threes", entry_kind="player", table_size=2, rules=rules).rules == {
        "hand_size": 9
    }
    seven = make_tournament(kind="fives_threes", entry_kind="player", table_size=2, rules={"hand_size": 7})
    assert seven.rules == {}
    with pytest.raises(RuleViolation):
        change(seven, table_size=4, rules={"hand_size": 9})
    assert settings(seven)["table_size"] == 2


def test_update_tournament_lays_the_tables_otherwise_until_a_round_is_published():
    tournament = make_tournament(people=12, rounds=4)

    change(tournament, table_size=6, teams="three_pairs")
    assert (settings(tournament)["movement"], settings(tournament)["teams"]) == ("individual", "three_pairs")
    change(tournament, table_size=2, teams="by_players")
    assert settings(tournament)["movement"] == "round_robin"
    change(tournament, table_size=3)
    make_round(tournament)
    before = settings(tournament)

    with pytest.raises(SettingFrozen):
        change(tournament, table_size=4)
    change(tournament, rounds=6)

    assert settings(tournament) == {**before, "rounds": 6}
    assert tournament.rounds.get().tables.count() == 4


def test_update_tournament_refuses_another_kind_of_entry_once_there_is_one():
    tournament = make_tournament()
    change(tournament, entry_kind="player")
    change(tournament, entry_kind="partnership")
    make_entry(tournament)
    before = settings(tournament)

    with pytest.raises(EntryKindFrozen):
        change(tournament, entry_kind="player")

    assert settings(tournament) == before


def test_update_tournament_counts_anew_in_mid_tournament():
    tournament = make_tournament(pairs=4)
    make_round(tournament)

    change(tournament, criteria=["points"], table_points={"win": 3}, sit_out_policy="win", round_minutes=50, rounds=6)

    now = settings(tournament)
    assert now["table_points"] == {"win": 3, "draw": 1, "loss": 0}
    assert (now["sit_out_policy"], now["round_minutes"], now["rounds"]) == ("win", 50, 6)


def test_update_tournament_does_not_plan_fewer_rounds_than_were_drawn():
    tournament = make_tournament(pairs=4)
    make_round(tournament)

    change(tournament, rounds=1)
    with pytest.raises(ValueRefused):
        change(tournament, rounds=0)

    assert planned(tournament) == 1


def test_update_tournament_lays_games_out_by_the_new_rules_until_a_hand_exists():
    table = make_table(first=2)
    tournament = table.round.tournament

    change(tournament, rules={"end": "hands", "hands": 4, "slam": None})

    game = Game.objects.get(leg__table=table)
    assert (game.rules["end"], game.rules["hands"], game.rules["slam"], game.rules["players"]) == ("hands", 4, None, 4)

    enter(table, fh_line(dealer=2), number=1)
    with pytest.raises(RulesFrozen):
        change(tournament, rules={})

    assert settings(tournament)["rules"] == {"end": "hands", "hands": 4, "slam": None}
    assert Game.objects.get(leg__table=table).rules == game.rules


@pytest.mark.parametrize(
    ("changes", "path"),
    [({"status": "finished"}, "status"), ({"seed": None}, "seed"), ({"time_zone": None}, "time_zone")],
)
def test_update_tournament_refuses_what_is_no_setting(changes, path):
    tournament = make_tournament()

    with pytest.raises(ValueRefused) as refused:
        change(tournament, **changes)

    assert refused.value.params["path"] == path


def test_update_tournament_leaves_a_finished_one_alone():
    tournament = make_tournament()
    finish(tournament)

    with pytest.raises(TournamentFinished):
        change(tournament, name="New")

    assert settings(tournament)["name"] == "Club night"


def test_reopen_tournament_lets_it_go_on():
    tournament = make_tournament()
    with pytest.raises(TournamentNotFinished):
        tournaments.reopen_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    finish(tournament)

    tournaments.reopen_tournament(actor=SYSTEM, tournament_id=tournament.pk, reason="one round more", now=NOW)

    tournament.refresh_from_db()
    assert (tournament.status, tournament.finished_at) == ("running", None)
    assert AuditEntry.objects.latest("id").reason == "one round more"


@pytest.mark.parametrize("role", ["director", "scorer", None])
def test_tournaments_are_set_up_by_organisers(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    tournament = make_tournament(club)
    actor = Actor(user_id=user.pk)

    with pytest.raises(RightMissing):
        make_tournament(club, actor=actor)
    with pytest.raises(RightMissing):
        tournaments.update_tournament(actor=actor, tournament_id=tournament.pk, changes={"name": "New"}, now=NOW)

    assert [row.name for row in Tournament.objects.all()] == ["Club night"]


def test_a_tournament_needs_its_club():
    with pytest.raises(ThingNotFound):
        tournaments.create_tournament(actor=SYSTEM, club_id=0, set_up=SetUp(name="Night", kind="five_hundred"), now=NOW)


@pytest.mark.parametrize(
    ("changes", "grows"),
    [
        pytest.param({"criteria": ["points"]}, 1, id="the order"),
        pytest.param({"table_points": {"win": 3}}, 1, id="table points"),
        pytest.param({"sit_out_policy": "win"}, 1, id="sit-outs"),
        pytest.param({"unplayed_rounds": "ignore"}, 1, id="unplayed rounds"),
        pytest.param({"cancel_withdrawn": True}, 1, id="who withdraws"),
        pytest.param({"name": "Another night"}, 0, id="the name"),
        pytest.param({"sit_out_policy": "own_average"}, 0, id="nothing at all"),
    ],
)
def test_update_tournament_lets_the_version_of_the_standings_grow_with_what_they_count_by(changes, grows):
    tournament = make_tournament(pairs=2)
    before = results_version(tournament.pk)

    change(tournament, **changes)

    assert results_version(tournament.pk) == before + grows


def test_order_of_the_standings_follows_the_movement_unless_somebody_chose_it():
    usual, chosen = make_tournament(), make_tournament(criteria=["points", "wins"])

    for tournament in (usual, chosen):
        change(tournament, movement="swiss")

    usual.refresh_from_db()
    chosen.refresh_from_db()
    assert [one["key"] for one in usual.criteria][:2] == ["table_points", "buchholz_cut_1"]
    assert [one["key"] for one in chosen.criteria] == ["points", "wins"]
