"""The stories whose good end is proved where their subject is tested, and where that is.

The modules beside this one tell the others. Each story is what somebody ran into with another program; named below are
the tests that would fail here first if it could happen again.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]

ENTRY = {
    "a contract, a score and a side that do not go together are keyed, or keyed from the wrong sheet": (
        "tournaments/services/test_keying.py::test_hand_that_differs_waits_with_both_versions",
        "tournaments/services/test_keying.py::test_hands_that_are_swapped_say_where_they_are_in_the_books",
        "tournaments/services/test_keying.py::test_hand_that_the_second_sheet_lacks_waits",
    ),
    "a result on the next line of the sheet, and one forgotten at the end of the round": (
        "tournaments/services/test_results.py::test_record_hand_with_a_gap_before_it_is_refused",
        "tournaments/services/test_rounds.py::test_close_round_with_a_table_in_play_names_it_and_stays_open",
    ),
    "a match that was broken off and played again counts twice": (
        "tournaments/test_pitfalls.py::test_match_that_was_replaced_counts_once",
        "tournaments/services/test_results.py::test_record_hand_passed_in_counts_as_a_hand_and_the_deal_moves_on",
    ),
    "helpers may do too little, or too much, and nobody can see who did what": (
        "tournaments/services/test_rights_matrix.py::test_rights_are_what_the_matrix_says_and_a_refusal_changes_nothing",
        "tournaments/web/test_tables.py::test_entering_and_correcting_are_two_rights",
        "tournaments/web/test_log.py::test_log_is_searched_by_whom_it_is_about",
        "tournaments/web/test_log.py::test_log_is_searched_by_what_was_done_where_and_by_whom",
    ),
}

TWO_DEVICES = {
    "a bad network doubles hands": (
        (
            "tournaments/services/test_results_concurrency.py"
            "::test_record_hand_one_submission_sent_eight_times_at_once_is_kept_once_and_answered_alike"
        ),
        "browser/test_phone.py::test_hand_whose_answer_was_lost_is_sent_again_and_kept_once",
    ),
    "a phone forgets what was typed when the network goes": (
        "browser/test_offline.py::test_page_opens_without_network_with_the_hands_that_wait_and_the_one_half_entered",
        "browser/test_phone.py::test_half_a_hand_survives_a_reload",
    ),
    "two scores saved at the same moment, and the winner never moves on": (
        (
            "tournaments/services/test_results_concurrency.py"
            "::test_record_hand_that_ends_a_leg_for_several_at_once_opens_the_next_leg_once"
        ),
        (
            "tournaments/services/test_rounds_concurrency.py"
            "::test_close_round_while_its_last_hand_is_entered_either_waits_for_it_or_is_refused"
        ),
    ),
    "a second device at the table, and neither knows of the other": (
        "tournaments/test_devices.py::test_link_tells_how_many_devices_look_at_its_table",
        "tournaments/web/test_agreements.py::test_desk_says_where_more_than_one_device_is_open",
        "browser/test_phone.py::test_two_phones_with_different_hands_keep_the_first_and_tell_the_second",
    ),
    "of several devices that send to one table some lose their hands": (
        (
            "tournaments/services/test_results_concurrency.py"
            "::test_record_hand_loses_none_that_it_acknowledged_while_eight_race_through_a_game"
        ),
    ),
    "an import overwrites or blanks what was there": (
        "tournaments/services/test_importing_refusals.py::test_the_same_tournament_that_went_another_way_is_refused",
        "tournaments/services/test_importing_refusals.py::test_what_is_known_here_is_used_and_only_what_is_missing_comes",
        "tournaments/services/test_archives.py::test_same_archive_again_changes_nothing_and_another_is_refused",
    ),
    "what was sent on got stuck, and was sent on again by a made-up change": (
        "ratings/services/test_drain.py::test_drain_counts_an_event_at_fault_and_tries_it_again_next_time",
        "ratings/services/test_drain.py::test_drain_of_a_doubled_event_writes_nothing_more",
    ),
    "the last one to save wins, and what was there is deleted": (
        "tournaments/services/test_corrections_replay.py::test_correct_hand_supersedes_and_replays_what_follows",
        (
            "tournaments/services/test_results_concurrency.py"
            "::test_correct_hand_by_two_directors_at_once_makes_the_second_one_look_again"
        ),
    ),
    "both sides want to report, and a difference is for the director": (
        "tournaments/services/test_agreeing.py::test_side_that_enters_the_same_hand_second_agrees_to_it",
        "tournaments/services/test_disputing.py::test_dispute_keeps_both_versions_and_holds_the_round_open",
        "tournaments/web/test_agreements.py::test_director_sees_both_versions_and_keeps_the_books",
    ),
    "two people key one pile and lose their place": (
        "tournaments/services/test_keying.py::test_pile_keeps_its_place",
        "tournaments/services/test_keying.py::test_piles_are_listed_by_keyer_then_table",
        "tournaments/api/test_keying.py::test_place_is_kept_over_log_outs_and_devices",
    ),
}

LATE_CORRECTIONS = {
    "a corrected winner goes nowhere, or the correction is not possible at all": (
        (
            "tournaments/services/test_corrections.py"
            "::test_preview_of_a_swiss_names_exactly_the_later_rounds_that_a_fresh_draw_would_change"
        ),
        "tournaments/services/test_corrections.py::test_correct_hand_draws_a_published_round_again_while_it_has_not_begun",
        "tournaments/services/test_corrections.py::test_correct_hand_never_draws_a_round_again_that_has_begun",
    ),
    "an amended round leaves the standings of later rounds as they were": (
        "tournaments/test_pitfalls.py::test_amended_round_reaches_the_worth_of_a_sit_out_long_after",
        "tournaments/selectors/test_standings.py::test_results_version_grows_with_every_fact",
    ),
    "rounds cannot be deleted and drawn again without losing all": (
        "tournaments/services/test_going_back.py::test_go_back_several_rounds_leaves_the_standings_of_before_that_draw",
        "tournaments/services/test_going_back.py::test_go_back_is_undone_exactly_and_the_ratings_follow",
        "tournaments/services/test_going_back.py::test_restore_points_are_the_rounds_that_stand_with_their_hands",
    ),
    "a draw is to be undone, and nobody knows what goes with it": (
        (
            "tournaments/services/test_going_back.py"
            "::test_preview_of_going_back_names_every_table_with_hands_and_changes_nothing"
        ),
        "tournaments/services/test_taking_back.py::test_preview_taking_back_names_what_is_lost_and_changes_nothing",
    ),
    "the draw used other results than those that people saw": (
        "tournaments/services/test_rounds.py::test_draw_next_round_keeps_what_it_was_made_from",
        (
            "tournaments/services/test_corrections.py"
            "::test_correct_hand_keeps_later_draws_marked_with_the_version_that_they_followed"
        ),
    ),
    "a slip in round one reaches people two rounds on, and nobody rules on it": (
        (
            "tournaments/services/test_corrections.py"
            "::test_correct_hand_without_a_word_about_a_later_draw_is_refused_and_changes_nothing"
        ),
        "tournaments/services/test_corrections.py::test_preview_is_what_the_correction_does_to_every_rank",
    ),
    "a correction makes a new draw by itself": (
        "tournaments/test_pitfalls.py::test_correction_never_draws_again_what_was_drawn_from_it",
    ),
    "closed results are to be corrected until a day that everybody knows, and not after it": (
        "tournaments/services/test_sealing.py::test_nothing_is_corrected_once_the_time_is_over",
        "tournaments/services/test_sealing.py::test_final_standings_start_the_time_for_corrections",
        "tournaments/services/test_sealing.py::test_unsealing_is_a_right_of_its_own",
    ),
    "the total moves twice, and no reason is given": (
        "tournaments/selectors/test_corrections.py::test_standings_that_correct_published_ones_say_why",
        (
            "tournaments/selectors/test_corrections.py"
            "::test_corrections_say_whether_the_table_a_scorer_or_the_director_made_them"
        ),
        (
            "tournaments/web/test_public.py"
            "::test_publication_says_that_results_were_corrected_until_the_corrected_ones_are_out"
        ),
    ),
    "some minutes for corrections at the table, and both sides have to agree": (
        "tournaments/services/test_second_thoughts.py::test_table_may_correct_until_the_minutes_are_over",
        "tournaments/services/test_second_thoughts.py::test_other_side_has_to_agree_to_the_corrected_hand_anew",
    ),
}

CUPS = {
    "the winner of a cup's match is corrected, and the next match keeps the one who lost": (
        (
            "tournaments/services/test_corrections.py"
            "::test_preview_of_a_knockout_names_exactly_the_later_meetings_that_a_fresh_draw_would_change"
        ),
        "tournaments/movements/test_knockout.py::test_correction_changes_only_the_meeting_that_the_table_leads_to",
    ),
    "a late correction would have changed the bracket, and there is no way back": (
        "tournaments/movements/test_knockout.py::test_round_that_was_played_stands_whatever_a_correction_makes_of_the_one_before",
        "tournaments/services/test_corrections.py::test_preview_of_a_knockout_says_when_nobody_can_go_on_from_a_table",
    ),
    "two are out by mistake, and the bracket brings back somebody who was out": (
        "tournaments/services/test_knockout_nights.py::test_forfeit_sends_the_other_on_and_a_void_table_nobody",
        "tournaments/services/test_knockout_nights.py::test_who_withdraws_between_rounds_gives_the_opponent_a_bye",
        "tournaments/movements/test_knockout.py::test_nobody_is_stranded_whatever_happens",
    ),
}

COMING_AND_GOING = {
    "nobody can be added after the first round": (
        "tournaments/test_pitfalls.py::test_pair_that_comes_in_the_second_of_six_rounds_plays_all_that_are_left",
    ),
    "a table for late people needs the whole round typed again": (
        "tournaments/services/test_added_tables.py::test_add_table_seats_two_late_pairs_in_the_round_in_play",
        "tournaments/services/test_added_tables.py::test_add_table_is_played_counted_and_followed_by_the_next_draw",
    ),
    "nobody knows what late people get for the rounds that they missed": (
        "tournaments/services/test_absences.py::test_who_comes_late_has_nothing_for_the_rounds_missed_unless_it_is_said",
        (
            "tournaments/services/test_absences.py"
            "::test_rounds_missed_before_coming_stand_in_the_workings_and_are_no_turns_at_sitting_out"
        ),
    ),
    "who leaves in the middle of a round holds up the next one": (
        (
            "tournaments/services/test_rulings.py"
            "::test_withdraw_entry_forfeiting_its_table_gives_the_others_the_win_and_the_next_draw_goes_without_it"
        ),
        "tournaments/services/test_rulings.py::test_withdraw_entry_that_voids_its_table_lets_the_two_meet_who_did_not_play",
        (
            "tournaments/services/test_substitutes.py"
            "::test_withdraw_entry_with_substitutes_lets_its_table_be_played_out_for_it"
        ),
    ),
    "the substitutes of today are put into the games of last month": (
        "tournaments/selectors/test_rated.py::test_rated_tables_remember_who_sat_after_a_player_was_replaced",
        "tournaments/services/test_entries.py::test_replace_player_keeps_who_played_before",
        "tournaments/services/test_reseating.py::test_reseat_an_earlier_round_says_who_played_for_the_entry_then",
    ),
    "people sat wrong, and all their hands have to be deleted and typed again": (
        "tournaments/services/test_reseating.py::test_reseat_two_pairs_of_one_table_gives_each_what_the_other_had",
        (
            "tournaments/services/test_reseating.py"
            "::test_reseat_across_two_tables_moves_entries_and_people_and_the_draw_follows"
        ),
    ),
    "a penalty given beforehand breaks the seating": (
        "tournaments/test_pitfalls.py::test_penalty_given_before_the_games_does_not_hold_up_seating_again",
    ),
    "people are told that they are through while the round is still played": (
        "tournaments/web/test_public.py::test_standings_are_provisional_while_a_round_is_played",
    ),
    "one click for many, and no way back": (
        (
            "tournaments/services/test_undoing.py"
            "::test_undo_of_entries_takes_pairs_and_players_that_were_new_and_makes_the_version_grow"
        ),
        "tournaments/services/test_undoing.py::test_undo_of_groups_brings_the_old_ones_back",
    ),
}

PROOFS = sorted(
    {
        proof
        for group in (ENTRY, TWO_DEVICES, LATE_CORRECTIONS, CUPS, COMING_AND_GOING)
        for found in group.values()
        for proof in found
    }
)


@cache
def _functions(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("proof", PROOFS)
def test_story_is_proved_by_a_test_that_is_there(proof):
    path, name = proof.split("::")

    assert name in _functions(path)
