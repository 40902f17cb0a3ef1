from __future__ import annotations

import datetime as dt
import uuid
from copy import copy

import pytest
from django.db import IntegrityError, connection

from tests.constraints import Case, check, check_counts, check_keys, check_nulls, constraints_of, known, once, undone
from tests.factories import NOW
from tournaments.integrity import broken_constraint
from tournaments.models import (
    Absence,
    Adjustment,
    BulkAct,
    Club,
    ClubRole,
    Draw,
    DrawJob,
    Entry,
    Fixture,
    HandAgreement,
    HandDispute,
    Invitation,
    KeyedHand,
    KeyingPile,
    KeyingSheet,
    Leg,
    LineUp,
    Membership,
    Occupancy,
    OutboxEvent,
    Partnership,
    Player,
    PlayerMerge,
    PostSettlement,
    Publication,
    Round,
    RoundChange,
    RoundEntry,
    Seat,
    Series,
    Stage,
    Table,
    TableLink,
    TableRuling,
    Team,
    TeamMember,
    TieDecision,
    Tournament,
)

pytestmark = pytest.mark.django_db

TODAY = NOW.date()
ONE = uuid.UUID(int=1)
FINISHED = {"status": "finished", "finished_at": NOW}
PUBLISHED = {"status": "published", "published_at": NOW}
CLOSED = {"status": "closed", "published_at": NOW, "closed_at": NOW}
TAKEN_BACK = {"status": "taken_back", "taken_back_at": NOW}
DONE = {"state": "done", "draw_id": 1, "ended_at": NOW}
FAILED = {"state": "failed", "problem": {"code": "x"}, "ended_at": NOW}
PLAIN = {
    Absence: {"entry_id": 1, "round_number": 1, "announced_at": NOW},
    Adjustment: {"entry_id": 1, "metric": "wins", "amount": "1", "reason": "late", "made_at": NOW},
    BulkAct: {"club_id": 1, "kind": "players_added", "count": 1, "made_at": NOW},
    Club: {"name": "Hearts", "slug": "hearts", "time_zone": "UTC", "created_at": NOW},
    ClubRole: {"club_id": 1, "user_id": 1, "role": "scorer"},
    Draw: {"round_id": 1, "number": 1, "seed": 1, "made_from": {}, "plan": {}, "made_at": NOW},
    DrawJob: {"tournament_id": 1, "round_number": 1, "asked_at": NOW, "nudged_at": NOW},
    Entry: {"tournament_id": 1, "number": 1, "player_id": 1, "created_at": NOW},
    Fixture: {"round_id": 1, "home_id": 1, "away_id": 2},
    HandAgreement: {"record_id": 1, "side": 0, "actor": "", "made_at": NOW},
    HandDispute: {"submission_id": 1, "record_id": 1, "side": 0},
    Invitation: {"club_id": 1, "role": "scorer", "nonce": "n", "made_at": NOW, "expires_at": NOW},
    KeyedHand: {"sheet_id": 1, "leg": 1, "number": 1, "submission_id": 1},
    KeyingPile: {"round_id": 1, "keyer_id": 1, "at_table": 1},
    KeyingSheet: {"table_id": 1, "taken_at": NOW},
    Leg: {"table_id": 1, "number": 1, "game_id": 1},
    LineUp: {"entry_id": 1, "place": 1, "player_id": 1},
    Membership: {
        "club_id": 1,
        "player_id": 1,
        "display_name": "Ona",
        "sort_key": "ona",
        "name_key": "ona",
        "joined_date": TODAY,
    },
    Occupancy: {"seat_id": 1, "round_id": 1, "player_id": 1},
    OutboxEvent: {"topic": "round.closed", "payload": {}, "created_at": NOW},
    Partnership: {"first_id": 1, "second_id": 2, "created_at": NOW},
    Player: {"created_at": NOW},
    PlayerMerge: {"kept_id": 1, "merged_id": 2, "made_at": NOW},
    PostSettlement: {"submission_id": 1, "kind": "kept", "reason": "as seen", "actor": "", "made_at": NOW},
    Publication: {
        "tournament_id": 1,
        "number": 1,
        "kind": "final",
        "standings_version": 1,
        "snapshot": {},
        "published_at": NOW,
    },
    Round: {"tournament_id": 1, "stage_id": 1, "number": 1, "session_date": TODAY},
    RoundChange: {"round_id": 1, "kind": "ruled", "actor": "", "made_at": NOW},
    RoundEntry: {"round_id": 1, "entry_id": 1, "role": "seated"},
    Seat: {"table_id": 1, "round_id": 1, "index": 0, "side": 0, "entry_id": 1},
    Series: {"club_id": 1, "name": "Autumn", "slug": "autumn", "kind": "five_hundred", "scheme": {}, "created_at": NOW},
    Stage: {"tournament_id": 1, "movement": "swiss", "rounds_planned": 1},
    Table: {"round_id": 1, "number": 1},
    TableLink: {"tournament_id": 1, "table_number": 1, "nonce": "n", "created_at": NOW, "expires_at": NOW},
    TableRuling: {"table_id": 1, "kind": "forfeit", "entry_id": 1, "reason": "left", "made_at": NOW},
    Team: {"club_id": 1, "name": "Aces", "created_at": NOW},
    TeamMember: {"team_id": 1, "player_id": 1},
    TieDecision: {"tournament_id": 1, "kind": "cut", "order": [1, 2], "made_at": NOW},
    Tournament: {
        "club_id": 1,
        "name": "Night",
        "slug": "night",
        "kind": "five_hundred",
        "time_zone": "UTC",
        "rules": {},
        "table_points": {},
        "criteria": [],
        "seed": 1,
        "created_at": NOW,
    },
}
CASES = {
    # Clubs, people, pairs and teams.
    "club_has_a_name": Case(Club, [{"name": ""}]),
    "tournaments_club_slug_key": once(Club, {}, {"slug": "spades"}),
    "tournaments_club_uid_key": Case(Club, [{"uid": ONE, "slug": "spades"}], [{"slug": "spades"}], beside={"uid": ONE}),
    "club_role_is_known": known(ClubRole, "role"),
    "one_role_per_user_and_club": once(ClubRole, {}, {"club_id": 2}, {"user_id": 2}),
    "invitation_role_is_known": known(Invitation, "role"),
    "invitation_is_used_or_withdrawn": Case(
        Invitation, [{"used_at": NOW, "withdrawn_at": NOW}], [{"used_at": NOW}, {"withdrawn_at": NOW}]
    ),
    "tournaments_player_uid_key": once(Player, {"uid": ONE}, {"uid": uuid.UUID(int=2)}),
    "player_is_not_merged_into_itself": Case(
        Player, [{"pk": 7, "merged_into_id": 7}], [{"pk": 7, "merged_into_id": 8}, {}]
    ),
    "merge_is_of_two_players": Case(PlayerMerge, [{"merged_id": 1}]),
    "merge_undone_by_is_dated": Case(
        PlayerMerge, [{"undone_by_id": 1}], [{"undone_by_id": 1, "undone_at": NOW}, {"undone_at": NOW}]
    ),
    "player_is_merged_once": once(PlayerMerge, {}, {"merged_id": 3}, {"undone_at": NOW}),
    "member_has_a_name": Case(Membership, [{"display_name": ""}]),
    "member_left_after_joining": Case(
        Membership, [{"left_date": TODAY - dt.timedelta(days=1)}], [{"left_date": TODAY}, {"left_date": None}]
    ),
    "one_membership_per_player_and_club": once(Membership, {}, {"club_id": 2}, {"player_id": 2}),
    "partnership_of_two_people_in_order": Case(
        Partnership, [{"first_id": 2, "second_id": 2}, {"first_id": 3, "second_id": 2}]
    ),
    "partnership_exists_once": once(Partnership, {}, {"second_id": 3}, {"first_id": 0}),
    "team_has_a_name": Case(Team, [{"name": ""}]),
    "one_team_of_a_name_per_club": once(Team, {}, {"club_id": 2}, {"name": "Kings"}),
    "player_once_in_a_team": once(TeamMember, {}, {"team_id": 2}, {"player_id": 2}),
    # Bulk acts.
    "bulk_act_is_known": known(BulkAct, "kind"),
    "bulk_act_of_something": Case(BulkAct, [{"count": 0}], [{"count": 1}]),
    "bulk_act_undone_by_is_dated": Case(
        BulkAct, [{"undone_by_id": 1}], [{"undone_by_id": 1, "undone_at": NOW}, {"undone_at": NOW}]
    ),
    # Tournaments and who is entered.
    "tournament_has_a_name": Case(Tournament, [{"name": ""}]),
    "tournaments_tournament_slug_key": once(Tournament, {}, {"slug": "day"}),
    "tournaments_tournament_uid_key": Case(
        Tournament, [{"uid": ONE, "slug": "day"}], [{"slug": "day"}], beside={"uid": ONE}
    ),
    "only_what_is_finished_is_sealed": Case(
        Tournament, [{"seals_at": NOW}], [{**FINISHED, "seals_at": NOW}, {**FINISHED, "seals_at": None}]
    ),
    "tournament_kind_is_known": Case(
        Tournament, [{"kind": "other"}], [{"kind": "five_hundred"}, {"kind": "fives_threes"}]
    ),
    "tournament_entry_kind_is_known": known(Tournament, "entry_kind"),
    "tournament_status_is_known": Case(
        Tournament, [{"status": "other"}], [{"status": "open"}, {"status": "running"}, FINISHED]
    ),
    "tournament_finished_iff_dated": Case(
        Tournament, [{"status": "finished"}, {"finished_at": NOW}, {**FINISHED, "status": "running"}], [FINISHED]
    ),
    "tournament_legs_from_1_to_9": Case(Tournament, [{"legs": 0}, {"legs": 10}], [{"legs": 1}, {"legs": 9}]),
    "table_corrects_for_four_hours_at_most": Case(
        Tournament, [{"table_correction_minutes": 241}], [{"table_correction_minutes": 240}]
    ),
    "tournament_legs_mode_is_known": known(Tournament, "legs_mode"),
    "tournament_leg_starter_is_known": known(Tournament, "leg_starter"),
    "tournament_sit_out_policy_is_known": known(Tournament, "sit_out_policy"),
    "tournament_unplayed_rounds_is_known": known(Tournament, "unplayed_rounds"),
    "tournament_agreement_is_known": known(Tournament, "agreement"),
    "tournament_second_keying_is_known": known(Tournament, "second_keying"),
    "tournament_when_time_is_up_is_known": known(Tournament, "when_time_is_up"),
    "tournament_handicap_is_known": known(Tournament, "handicap"),
    "with_handicaps_all_legs_are_played": Case(
        Tournament,
        [{"handicap": "points", "legs_mode": "best_of", "legs": 3}],
        [
            {"handicap": "points", "legs_mode": "all", "legs": 3},
            {"handicap": "points", "legs_mode": "best_of", "legs": 1},
            {"handicap": "none", "legs_mode": "best_of", "legs": 3},
        ],
    ),
    "tournament_handicap_percent_from_1_to_100": Case(
        Tournament,
        [{"handicap_percent": 0}, {"handicap_percent": 101}],
        [{"handicap_percent": 1}, {"handicap_percent": 100}],
    ),
    "tournament_handicap_most_from_1_to_1000": Case(
        Tournament,
        [{"handicap_most": 0}, {"handicap_most": 1001}],
        [{"handicap_most": 1}, {"handicap_most": 1000}, {"handicap_most": None}],
    ),
    "entry_handicap_from_0_to_1000": Case(
        Entry, [{"handicap": -1}, {"handicap": 1001}], [{"handicap": 0}, {"handicap": 1000}]
    ),
    "entry_handicap_dated_iff_of_a_list": Case(
        Entry,
        [{"handicap_day": TODAY}, {"handicap_version": 1}],
        [{}, {"handicap_day": TODAY, "handicap_version": 1}],
    ),
    # Series.
    "series_has_a_name": Case(Series, [{"name": ""}]),
    "series_kind_is_known": Case(Series, [{"kind": "whist"}], [{"kind": "five_hundred"}, {"kind": "fives_threes"}]),
    "series_counts_for_somebody_known": known(Series, "counted_by"),
    "series_best_nights_from_1_to_366": Case(
        Series,
        [{"best_nights": 0}, {"best_nights": 367}],
        [{"best_nights": None}, {"best_nights": 1}, {"best_nights": 366}],
    ),
    "series_minimum_nights_from_1_to_366": Case(
        Series, [{"minimum_nights": 0}, {"minimum_nights": 367}], [{"minimum_nights": 1}, {"minimum_nights": 366}]
    ),
    "series_ends_after_it_begins": Case(
        Series,
        [{"from_date": TODAY, "to_date": TODAY - dt.timedelta(days=1)}, {"to_date": TODAY}],
        [{"from_date": TODAY, "to_date": TODAY}, {"from_date": TODAY}, {}],
    ),
    "tournaments_series_slug_key": once(Series, {}, {"slug": "spring"}),
    "tournaments_series_uid_key": Case(
        Series, [{"uid": ONE, "slug": "spring"}], [{"slug": "spring"}], beside={"uid": ONE}
    ),
    # Stages, rounds and what is in them.
    "stage_has_a_round": Case(Stage, [{"rounds_planned": 0}], [{"rounds_planned": 1}]),
    "one_stage_of_a_number": once(Stage, {}, {"number": 2}, {"tournament_id": 2}),
    "entry_is_of_one_kind": Case(
        Entry,
        [
            {"player_id": None},
            {"partnership_id": 1},
            {"team_id": 1},
            {"player_id": None, "partnership_id": 1, "team_id": 1},
        ],
        [{}, {"player_id": None, "partnership_id": 1}, {"player_id": None, "team_id": 1}],
    ),
    "entry_withdrawn_iff_dated": Case(
        Entry,
        [{"status": "withdrawn"}, {"withdrawn_at": NOW}, {"status": "other"}],
        [{}, {"status": "withdrawn", "withdrawn_at": NOW}],
    ),
    "one_entry_of_a_number": once(Entry, {}, {"number": 2, "player_id": 2}, {"tournament_id": 2}),
    "player_entered_once": Case(
        Entry, [{"number": 2}], [{"number": 2, "player_id": 2}, {"number": 2, "tournament_id": 2}], beside={}
    ),
    "partnership_entered_once": Case(
        Entry,
        [{"number": 2, "player_id": None, "partnership_id": 1}],
        [
            {"number": 2, "player_id": None, "partnership_id": 2},
            {"number": 2, "player_id": None, "partnership_id": 1, "tournament_id": 2},
        ],
        beside={"player_id": None, "partnership_id": 1},
    ),
    "team_entered_once": Case(
        Entry,
        [{"number": 2, "player_id": None, "team_id": 1}],
        [
            {"number": 2, "player_id": None, "team_id": 2},
            {"number": 2, "player_id": None, "team_id": 1, "tournament_id": 2},
        ],
        beside={"player_id": None, "team_id": 1},
    ),
    "one_player_in_a_place": Case(
        LineUp,
        [{"player_id": 2}],
        [{"player_id": 2, "place": 2}, {"player_id": 2, "entry_id": 2}, {"player_id": 2, "is_current": False}],
        beside={},
    ),
    "player_in_one_place": Case(
        LineUp,
        [{"place": 2}],
        [{"place": 2, "player_id": 2}, {"place": 2, "entry_id": 2}, {"place": 2, "is_current": False}],
        beside={},
    ),
    "absence_in_round_from_1": Case(Absence, [{"round_number": 0}], [{"round_number": 1}]),
    "absence_announced_once": once(Absence, {}, {"entry_id": 2}, {"round_number": 2}, {"cancelled_at": NOW}),
    # Rounds and draws.
    "round_number_from_1": Case(Round, [{"number": 0}], [{"number": 1}]),
    "one_round_of_a_number": once(Round, {}, {"number": 2}, {"tournament_id": 2}, TAKEN_BACK),
    "round_status_and_dates_agree": Case(
        Round,
        [
            {"published_at": NOW},
            {"closed_at": NOW},
            {"status": "published"},
            {**PUBLISHED, "closed_at": NOW},
            {**CLOSED, "published_at": None},
            {**CLOSED, "closed_at": None},
            {"status": "other"},
        ],
        [{}, PUBLISHED, CLOSED, TAKEN_BACK],
    ),
    "round_taken_back_iff_dated": Case(
        Round, [{"status": "taken_back"}, {**PUBLISHED, "taken_back_at": NOW}], [TAKEN_BACK, PUBLISHED]
    ),
    "round_closed_lacking_has_a_reason": Case(
        Round,
        [
            {**CLOSED, "closed_unagreed": [1]},
            {**CLOSED, "closed_unfinished": [1]},
            {**CLOSED, "closed_because": "late"},
            {**PUBLISHED, "closed_because": "late", "closed_unagreed": [1]},
        ],
        [
            CLOSED,
            {**CLOSED, "closed_because": "late", "closed_unagreed": [1]},
            {**CLOSED, "closed_because": "late", "closed_unfinished": [1]},
        ],
    ),
    "round_clock_has_minutes": Case(
        Round,
        [{"clock_started_at": NOW, "clock_minutes": 0}],
        [{"clock_started_at": NOW, "clock_minutes": 1}, {"clock_minutes": 0}, {}],
    ),
    "round_change_is_known": known(RoundChange, "kind"),
    "draw_status_is_known": known(Draw, "status"),
    "one_draw_of_a_number": once(Draw, {}, {"number": 2}, {"round_id": 2}),
    "one_published_draw_per_round": Case(
        Draw,
        [{"status": "published", "number": 2}],
        [{"status": "discarded", "number": 2}, {"status": "published", "round_id": 2}],
        beside={"status": "published"},
    ),
    "one_open_draw_job": Case(
        DrawJob,
        [{"state": "waiting"}, {"state": "running"}],
        [DONE, FAILED, {"tournament_id": 2}],
        beside={"state": "running"},
    ),
    "draw_job_state_and_outcome_agree": Case(
        DrawJob,
        [
            {"draw_id": 1},
            {"problem": {"code": "x"}},
            {"state": "running", "ended_at": NOW},
            {**DONE, "draw_id": None},
            {**DONE, "problem": {"code": "x"}},
            {**DONE, "ended_at": None},
            {**FAILED, "draw_id": 1},
            {**FAILED, "problem": {}},
            {**FAILED, "ended_at": None},
            {"state": "other"},
        ],
        [{"state": "waiting"}, {"state": "running"}, DONE, FAILED],
    ),
    "fixture_of_two_entries": Case(Fixture, [{"away_id": 1}]),
    "home_once_per_round": Case(
        Fixture, [{"away_id": 3}], [{"home_id": 3, "away_id": 4}, {"round_id": 2, "away_id": 3}], beside={}
    ),
    "away_once_per_round": Case(
        Fixture, [{"home_id": 3}], [{"home_id": 3, "away_id": 4}, {"round_id": 2, "home_id": 3}], beside={}
    ),
    # Tables, seats and who sits in them.
    "table_number_from_1": Case(Table, [{"number": 0}], [{"number": 1}]),
    "one_table_of_a_number": once(Table, {}, {"number": 2}, {"round_id": 2}),
    "table_says_what_time_broke_off": Case(
        Table,
        [{"time_called_at": NOW}, {"broken_off": "leader"}, {"time_called_at": NOW, "broken_off": "other"}],
        [{}, *({"time_called_at": NOW, "broken_off": counts} for counts in ("leader", "shared", "unplayed"))],
    ),
    "table_complete_iff_dated": Case(
        Table,
        [{"completed_at": NOW}, {"status": "complete"}, {"status": "ruled"}, {"status": "other", "completed_at": NOW}],
        [{}, {"status": "complete", "completed_at": NOW}, {"status": "ruled", "completed_at": NOW}],
    ),
    "leg_number_from_1_to_9": Case(Leg, [{"number": 0}, {"number": 10}], [{"number": 1}, {"number": 9}]),
    "one_leg_of_a_number": Case(
        Leg, [{"game_id": 2}], [{"game_id": 2, "number": 2}, {"game_id": 2, "table_id": 2}], beside={}
    ),
    "tournaments_leg_game_id_key": Case(Leg, [{"number": 2}], [{"number": 2, "game_id": 2}], beside={}),
    "entry_once_per_round": once(RoundEntry, {}, {"entry_id": 2}, {"round_id": 2}),
    "only_an_absence_is_like_a_sit_out": Case(
        RoundEntry,
        [{"role": "seated", "like_sit_out": True}, {"role": "sit_out", "like_sit_out": True}],
        [{"role": "absent", "like_sit_out": True}],
    ),
    "round_role_is_known": known(RoundEntry, "role"),
    "seat_index_from_0_to_5": Case(Seat, [{"index": 6}], [{"index": 5}, {"index": 0}]),
    "one_seat_of_an_index": once(Seat, {}, {"index": 1}, {"table_id": 2}),
    "player_seated_once_per_round": Case(
        Occupancy,
        [{"seat_id": 2}],
        [{"seat_id": 2, **other} for other in ({"player_id": 2}, {"round_id": 2}, {"slot": 2}, {"is_current": False})],
        beside={},
    ),
    "one_player_in_a_seat": Case(
        Occupancy,
        [{"player_id": 2}],
        [{"player_id": 2, "seat_id": 2}, {"player_id": 2, "is_current": False}],
        beside={},
    ),
    "one_live_link_per_table_number": once(
        TableLink, {}, {"tournament_id": 2}, {"table_number": 2}, {"revoked_at": NOW}
    ),
    # What the director decides, and who agrees.
    "ruling_kind_is_known": known(TableRuling, "kind"),
    "ruling_has_a_reason": Case(TableRuling, [{"reason": ""}]),
    "forfeit_is_of_an_entry": Case(TableRuling, [{"entry_id": None}], [{}, {"kind": "void", "entry_id": None}]),
    "only_a_forfeit_scores": Case(TableRuling, [{"kind": "void", "points": 1}], [{"kind": "void"}, {"points": 1}]),
    "one_ruling_of_a_table": once(TableRuling, {}, {"table_id": 2}, {"revoked_at": NOW}),
    "adjustment_metric_is_known": known(Adjustment, "metric"),
    "adjustment_amount_is_exact": Case(
        Adjustment,
        [{"amount": amount} for amount in ("", "1.5", "+1", "--1", "1/0", "1234567", "1/12345", "1 ")],
        [{"amount": amount} for amount in ("1", "-1", "-1/2", "123456/1234")],
    ),
    "adjustment_of_nothing_takes_one_back": Case(
        Adjustment, [{"amount": "0"}, {"supersedes_id": 1}], [{"amount": "0", "supersedes_id": 1}, {"amount": "1"}]
    ),
    "adjustment_has_a_reason": Case(Adjustment, [{"reason": ""}]),
    "tournaments_adjustment_supersedes_id_key": once(
        Adjustment, {"amount": "0", "supersedes_id": 1}, {"supersedes_id": 2}
    ),
    "tie_decision_kind_is_known": known(TieDecision, "kind"),
    "tie_decision_of_nobody_takes_one_back": Case(
        TieDecision, [{"order": []}, {"supersedes_id": 1}], [{"order": [], "supersedes_id": 1}, {}]
    ),
    "tournaments_tiedecision_supersedes_id_key": once(
        TieDecision, {"order": [], "supersedes_id": 1}, {"supersedes_id": 2}
    ),
    "publication_kind_is_known": known(Publication, "kind"),
    "one_publication_of_a_number": once(Publication, {}, {"number": 2}, {"tournament_id": 2}),
    "agreeing_side_from_0_to_5": Case(HandAgreement, [{"side": 6}], [{"side": 5}, {"side": 0}, {"side": None}]),
    "side_agrees_once": once(HandAgreement, {}, {"side": 1}, {"record_id": 2}, {"side": None}),
    "director_confirms_a_hand_once": once(HandAgreement, {"side": None}, {"record_id": 2}, {"side": 0}),
    "disputing_side_from_0_to_5": Case(HandDispute, [{"side": 6}], [{"side": 5}, {"side": 0}]),
    "tournaments_handdispute_submission_id_key": once(HandDispute, {}, {"submission_id": 2}),
    "settlement_kind_is_known": known(PostSettlement, "kind"),
    "settlement_has_a_reason": Case(PostSettlement, [{"reason": ""}]),
    "tournaments_postsettlement_submission_id_key": once(PostSettlement, {}, {"submission_id": 2}),
    # Score sheets keyed a second time.
    "pile_at_table_from_1": Case(KeyingPile, [{"at_table": 0}], [{"at_table": 1}]),
    "one_pile_of_a_keyer": once(KeyingPile, {}, {"round_id": 2}, {"keyer_id": 2}),
    "one_second_keyer_of_a_table": once(KeyingSheet, {}, {"table_id": 2}, {"given_back_at": NOW}),
    "keyed_hand_from_1": Case(KeyedHand, [{"leg": 0}, {"number": 0}], [{"leg": 1, "number": 1}]),
    "one_keyed_hand_of_a_number": Case(
        KeyedHand,
        [{"submission_id": 2}],
        [
            {"submission_id": 2, **other}
            for other in ({"sheet_id": 2}, {"leg": 2}, {"number": 2}, {"is_current": False})
        ],
        beside={},
    ),
    "tournaments_keyedhand_submission_id_key": Case(
        KeyedHand, [{"number": 2}], [{"number": 2, "submission_id": 2}], beside={}
    ),
}
REPEATED_KEYS = {
    "seat_is_in_the_round_of_its_table": (
        Table(pk=1, round_id=1, number=1),
        Seat(table_id=1, index=0, side=0, entry_id=1),
    ),
    "seated_entry_is_in_the_round": (
        RoundEntry(round_id=1, entry_id=1, role="seated"),
        Seat(table_id=1, index=0, side=0, entry_id=1),
    ),
    "occupancy_is_in_the_round_of_its_seat": (
        Seat(pk=1, round_id=1, table_id=1, index=0, side=0, entry_id=1),
        Occupancy(seat_id=1, player_id=1),
    ),
}
"""What is of round 1, and what hangs on it and has to be of that round too."""
ONLY_FOR_KEYS = {"table_belongs_to_its_round", "seat_belongs_to_its_round"}
"""The primary key alone would refuse what these do; the repeated keys stand on them, and go where they go."""


@pytest.mark.parametrize("name", CASES)
def test_constraint_refuses_what_must_never_be(name):
    check(name, CASES[name], PLAIN)


@pytest.mark.parametrize("name", REPEATED_KEYS)
def test_repeated_round_is_that_of_what_it_hangs_on(name):
    above, below = REPEATED_KEYS[name]

    keep(name, above, below, round_id=1)
    with pytest.raises(IntegrityError) as refused:
        keep(name, above, below, round_id=2)

    assert broken_constraint(refused.value) == name


def test_every_constraint_has_its_case():
    assert constraints_of("tournaments") == CASES.keys() | REPEATED_KEYS.keys() | ONLY_FOR_KEYS


def test_no_count_is_below_nothing():
    check_counts("tournaments", PLAIN)


def test_every_key_points_at_what_is_there():
    check_keys("tournaments")


def test_no_column_is_empty_whose_field_may_not_be():
    check_nulls("tournaments")


def keep(name, above, below, *, round_id):
    """Write both, look whether that key points at what is there, and undo it."""
    below.round_id = round_id
    with undone(), connection.cursor() as cursor:
        for row in (above, below):
            copy(row).save(force_insert=True)
        cursor.execute(f"SET CONSTRAINTS {name} IMMEDIATE")
