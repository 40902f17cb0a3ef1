"""Who may do what in which state: every service, everybody who may come, a night at each of its stages.

Read a row so: whoever holds the right gets these answers from left to right; everybody else is refused in every state,
with ``rights.missing``, or with what is wrong with their table link where a link could open something. A later row of
the same service is for those who may more. ``-``: there is nothing yet that it could be about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from django.db import transaction

from gameplay.errors import DomainError
from tests.factories import NOW
from tests.rights import ASK, STATES, make_night, make_people, services
from tests.snapshots import everything
from tournaments.actors import Actor

pytestmark = pytest.mark.django_db

WHO = {
    "logged in": {"user", "stranger", "scorer", "director", "organiser", "admin"},
    "enter": {"link here", "scorer", "director", "organiser", "admin"},
    "direct": {"director", "organiser", "admin"},
    "organise": {"organiser", "admin"},
}
MISSING = "rights.missing"
BAD_LINKS = {
    "link of another table": "link.other_table",
    "link of another night": "link.other_table",
    "dead link": "link.not_valid",
}
NO_RIGHT = {MISSING, *BAD_LINKS.values()}
CODES = {
    "finished": "tournament.finished",
    "sealed": "tournament.sealed",
    "no-draft": "round.not_draft",
    "unplayed": "round.not_in_play",
    "open": "draw.round_still_open",
    "taken": "hand.number_taken",
    "goes-on": "tournament.not_finished",
    "complete": "table.complete",
    "junk": "archive.refused",
    "undrawn": "restore.nothing_drawn",
    "nothing": "publication.nothing",
    "nobody": "ratings.nobody_rated",
    "unrated": "seeding.nobody_rated",
    "drawn": "seeding.fixed",
    "given": "handicaps.fixed",
    "entered": "table.hands_entered",
    "untimed": "table.not_timed",
    "no-table": "round.no_table_in_play",
    "uncalled": "table.time_not_called",
    "missing": "round.tables_unfinished",
    "unsealed": "tournament.not_sealed",
    "closed": "table.not_in_play",
    "desk": "correction.director_needed",
}
OF_THEIR_OWN = ("keying.",)
"""A pile of sheets is its keyer's own, whatever the role: ``test_keying.py`` asks who may turn it."""
MATRIX = """
service                             | who       | new       draft     playing   played    closed    finished  sealed
absences.announce_absence           | direct    | ok        ok        ok        ok        ok        finished  finished
absences.cancel_absence             | direct    | ok        ok        ok        ok        ok        finished  finished
added_tables.add_table              | direct    | -         unplayed  ok        ok        unplayed  finished  finished
adjustments.add_adjustment          | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.preview_adjustment      | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.preview_decision        | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.preview_taking_back     | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.preview_undeciding      | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.record_decision         | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.take_back_adjustment    | direct    | ok        ok        ok        ok        ok        ok        sealed
adjustments.take_back_decision      | direct    | ok        ok        ok        ok        ok        ok        sealed
agreeing.agree                      | enter     | -         -         ok        ok        ok        ok        sealed
agreeing.confirm_hands              | direct    | -         -         ok        ok        ok        ok        sealed
anonymising.anonymise_player        | organise  | ok        ok        ok        ok        ok        ok        ok
archives.bring_in                   | organise  | junk      junk      junk      junk      junk      junk      junk
arrangements.arrange                | direct    | ok        ok        ok        ok        ok        finished  finished
calling_all.call_time_at_all        | direct    | -         unplayed  untimed   no-table  unplayed  unplayed  sealed
calling_all.preview_call_time_at_all | direct   | -         unplayed  untimed   no-table  unplayed  unplayed  sealed
calling_time.call_time              | direct    | -         -         untimed   untimed   untimed   untimed   sealed
calling_time.preview_call_time      | direct    | -         -         untimed   untimed   untimed   untimed   sealed
calling_time.preview_take_back_call | direct    | -         -         uncalled  uncalled  uncalled  uncalled  sealed
calling_time.take_back_call         | direct    | -         -         uncalled  uncalled  uncalled  uncalled  sealed
clubs.create_club                   | logged in | ok        ok        ok        ok        ok        ok        ok
clubs.grant_role                    | organise  | ok        ok        ok        ok        ok        ok        ok
clubs.revoke_role                   | organise  | ok        ok        ok        ok        ok        ok        ok
clubs.update_club                   | organise  | ok        ok        ok        ok        ok        ok        ok
corrections.add_late_hand           | direct    | -         -         ok        taken     taken     taken     sealed
corrections.correct_at_table        | enter     | -         -         desk      ok        desk      desk      desk
corrections.correct_hand            | direct    | -         -         ok        ok        ok        ok        sealed
corrections.preview_hand_correction | direct    | -         -         ok        ok        ok        ok        sealed
corrections.preview_hand_ruling     | direct    | -         -         ok        ok        ok        ok        sealed
corrections.preview_late_hand       | direct    | -         -         ok        taken     taken     taken     sealed
corrections.preview_taking_post     | direct    | -         -         ok        ok        ok        ok        sealed
corrections.rule_hand               | direct    | -         -         ok        ok        ok        ok        sealed
corrections.take_post               | direct    | -         -         ok        ok        ok        ok        sealed
data_files.hand_out_data            | organise  | ok        ok        ok        ok        ok        ok        ok
disputing.dispute_hand              | enter     | -         -         ok        ok        ok        ok        sealed
disputing.keep_books                | direct    | -         -         ok        ok        ok        ok        sealed
draw_jobs.call_off                  | direct    | ok        ok        ok        ok        ok        ok        ok
draw_jobs.draw_again                | direct    | -         ok        no-draft  no-draft  no-draft  finished  finished
draw_jobs.draw_next_round           | direct    | ok        open      open      open      ok        finished  finished
draw_jobs.look_at_job               | direct    | ok        ok        ok        ok        ok        ok        ok
drawing.draw_another                | direct    | -         ok        no-draft  no-draft  no-draft  finished  finished
drawing.draw_next                   | direct    | ok        open      open      open      ok        finished  finished
entries.admit_lines                 | direct    | ok        ok        ok        ok        ok        finished  finished
entries.admit_names                 | direct    | ok        ok        ok        ok        ok        ok        ok
entries.admit_partnerships          | direct    | ok        ok        ok        ok        ok        finished  finished
entries.admit_players               | direct    | ok        ok        ok        ok        ok        ok        ok
entries.admit_text                  | direct    | ok        ok        ok        ok        ok        finished  finished
entries.reinstate_entry             | direct    | ok        ok        ok        ok        ok        finished  finished
entries.replace_player              | direct    | ok        ok        ok        ok        ok        finished  finished
entries.withdraw_entry              | direct    | ok        ok        ok        ok        ok        finished  finished
entry_corrections.correct_entry     | direct    | ok        ok        ok        ok        ok        ok        sealed
entry_corrections.preview_entry_correction | direct | ok     ok        ok        ok        ok        ok        sealed
exporting.export_club               | organise  | ok        ok        ok        ok        ok        ok        ok
exporting.export_tournament         | organise  | ok        ok        ok        ok        ok        ok        ok
forbidden.allow_meeting             | direct    | ok        ok        ok        ok        ok        finished  finished
forbidden.forbid_meeting            | direct    | ok        ok        ok        ok        ok        finished  finished
hand_made.change_draft              | direct    | -         ok        no-draft  no-draft  no-draft  finished  finished
handicaps.preview_handicaps         | direct    | ok        ok        ok        ok        ok        ok        sealed
handicaps.set_handicaps             | direct    | ok        ok        ok        ok        ok        ok        sealed
handicaps.take_suggestions          | direct    | unrated   unrated   given     given     given     finished  finished
importing.import_file               | organise  | ok        ok        ok        ok        ok        ok        ok
importing.preview_import            | organise  | ok        ok        ok        ok        ok        ok        ok
invitations.accept_invitation       | logged in | ok        ok        ok        ok        ok        ok        ok
invitations.invite                  | organise  | ok        ok        ok        ok        ok        ok        ok
invitations.withdraw_invitation     | organise  | ok        ok        ok        ok        ok        ok        ok
keeping_apart.set_groups            | direct    | ok        ok        ok        ok        ok        finished  finished
keeping_apart.set_groups_from_text  | direct    | ok        ok        ok        ok        ok        finished  finished
links.renew_link                    | direct    | ok        ok        ok        ok        ok        ok        ok
merging.merge_players               | organise  | ok        ok        ok        ok        ok        ok        ok
merging.undo_merge                  | organise  | ok        ok        ok        ok        ok        ok        ok
partner_draws.draw_pairs            | direct    | ok        ok        ok        ok        ok        ok        ok
partner_draws.undo_draw             | direct    | ok        ok        ok        ok        ok        ok        ok
partnerships.form_partnership       | direct    | ok        ok        ok        ok        ok        ok        ok
partnerships.import_partnerships    | direct    | ok        ok        ok        ok        ok        ok        ok
players.add_players                 | direct    | ok        ok        ok        ok        ok        ok        ok
players.rename_player               | direct    | ok        ok        ok        ok        ok        ok        ok
publishing.publish_standings        | direct    | nothing   nothing   nothing   nothing   ok        ok        ok
reseating.preview_reseating         | direct    | -         -         ok        ok        ok        ok        sealed
reseating.reseat                    | direct    | -         -         ok        ok        ok        ok        sealed
ratings.lists.publish_list          | organise  | nobody    nobody    nobody    nobody    ok        ok        ok
ratings.pool_settings.change_pool   | organise  | ok        ok        ok        ok        ok        ok        ok
ratings.pool_settings.open_pool     | organise  | ok        ok        ok        ok        ok        ok        ok
ratings.rebuild_jobs.ask_rebuild    | organise  | ok        ok        ok        ok        ok        ok        ok
ratings.rebuild_jobs.look_at_rebuild | organise | ok        ok        ok        ok        ok        ok        ok
results.record_hand                 | enter     | -         -         ok        taken     closed    closed    closed
results.record_hand                 | direct    | -         -         ok        taken     taken     taken     sealed
results.note_redeal                 | enter     | -         -         ok        closed    closed    closed    closed
results.set_first_starter           | enter     | -         -         entered   entered   entered   entered   sealed
rounds.close_round                  | direct    | -         unplayed  missing   ok        unplayed  unplayed  unplayed
rounds.draw_again                   | direct    | -         ok        no-draft  no-draft  no-draft  finished  finished
rounds.draw_next_round              | direct    | ok        open      open      open      ok        finished  finished
rounds.publish_draw                 | direct    | -         ok        no-draft  no-draft  no-draft  finished  finished
rounds.start_clock                  | direct    | -         unplayed  ok        ok        unplayed  unplayed  unplayed
rulings.preview_revoking            | direct    | -         -         ok        ok        ok        ok        sealed
rulings.preview_ruling              | direct    | -         -         ok        complete  complete  complete  sealed
rulings.revoke_ruling               | direct    | -         -         ok        ok        ok        ok        sealed
rulings.rule_table                  | direct    | -         -         ok        complete  complete  complete  sealed
sealing.seal                        | direct    | goes-on   goes-on   goes-on   goes-on   goes-on   ok        sealed
sealing.unseal                      | organise  | unsealed  unsealed  unsealed  unsealed  unsealed  unsealed  ok
seeding.seed_by_rating              | direct    | unrated   drawn     drawn     drawn     drawn     finished  finished
series.change_series                | organise  | ok        ok        ok        ok        ok        ok        ok
series.choose_nights                | organise  | ok        ok        ok        ok        ok        ok        ok
series.create_series                | organise  | ok        ok        ok        ok        ok        ok        ok
series.remove_series                | organise  | ok        ok        ok        ok        ok        ok        ok
sit_outs.correct_sit_out            | direct    | -         unplayed  ok        ok        ok        ok        sealed
sit_outs.preview_sit_out            | direct    | -         unplayed  ok        ok        ok        ok        sealed
substitutes.preview_substitution    | direct    | -         -         ok        ok        ok        ok        sealed
substitutes.preview_undoing         | direct    | -         -         ok        ok        ok        ok        sealed
substitutes.substitute_player       | direct    | -         -         ok        ok        ok        ok        sealed
substitutes.undo_substitution       | direct    | -         -         ok        ok        ok        ok        sealed
taking_back.go_back                 | direct    | undrawn   ok        ok        ok        ok        finished  finished
taking_back.preview_going_back      | direct    | undrawn   ok        ok        ok        ok        finished  finished
taking_back.preview_taking_back     | direct    | -         unplayed  ok        ok        ok        finished  finished
taking_back.take_back_round         | direct    | -         unplayed  ok        ok        ok        finished  finished
tournaments.create_tournament       | organise  | ok        ok        ok        ok        ok        ok        ok
tournaments.reopen_tournament       | direct    | goes-on   goes-on   goes-on   goes-on   goes-on   ok        sealed
tournaments.update_tournament       | organise  | ok        ok        ok        ok        ok        finished  finished
undoing.undo_act                    | direct    | ok        ok        ok        ok        ok        ok        ok
"""


def read_matrix() -> dict[str, list[tuple[str, list[str]]]]:
    """Return by service who gets which answers, state by state."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for line in MATRIX.strip().splitlines()[1:]:
        service, who, answers = (part.strip() for part in line.split("|"))
        found.setdefault(service, []).append((who, [CODES.get(word, word) for word in answers.split()]))
    return found


def expected_of(service: str, state: str, people: Collection[str]) -> dict[str, str]:
    """Return what everybody is to be answered; nothing where there is nothing yet that the service is about."""
    rows = read_matrix()[service]
    opens_by_link = any(who == "enter" for who, _answers in rows)
    expected = {who: BAD_LINKS.get(who, MISSING) if opens_by_link else MISSING for who in people}
    for who, answers in rows:
        expected.update(dict.fromkeys(WHO[who], answers[STATES.index(state)]))
    return {} if "-" in expected.values() else expected


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is done here; as in a test case of Django's, services may open their transactions inside."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)


def answer(service: Callable[..., Any], actor: Actor, what: dict[str, Any]) -> str:
    try:
        service(actor=actor, now=NOW, **what)
    except DomainError as error:
        return error.code
    return "ok"


def test_every_service_stands_in_the_matrix():
    in_it = {service for service in services() if not service.startswith(OF_THEIR_OWN)}
    assert sorted(read_matrix()) == sorted(ASK) == sorted(in_it)
    assert all(len(answers) == len(STATES) for rows in read_matrix().values() for _who, answers in rows)


def comes_in_turn(state: str, expected: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    """Return by service who is asked in a state; over the states everybody is asked, once the round is in play at once.

    Among those who are answered alike because they are alike, one comes in each state: those without any role, the
    links where none opens anything, and whoever has the right, which does not hang on the state.
    """
    turn = STATES.index(state)
    chosen = {}
    for service, answers in expected.items():
        alike: dict[tuple[str, str], list[str]] = {}
        for who, code in answers.items():
            kind = "link" if "link" in who else "nobody" if who in ("public", "user") else "role"
            alone = state == "playing" or code in BAD_LINKS.values() or (kind == "role" and code == MISSING)
            alike.setdefault((who if alone else kind, code), []).append(who)
        chosen[service] = [people[turn % len(people)] for people in alike.values()]
    return chosen


def test_everybody_is_asked_about_every_service_once_a_round_is_in_play_and_in_turn_before_and_after():
    people = {"public", "user", "stranger", "link here", *BAD_LINKS, "scorer", "director", "organiser", "admin"}
    asked: dict[str, set[str]] = {}
    for state in STATES:
        expected = {service: expected_of(service, state, sorted(people)) for service in ASK}
        for service, whos in comes_in_turn(state, expected).items():
            asked.setdefault(service, set()).update(whos)
            answered = {expected[service][who] for who in whos}
            assert answered == set(expected[service].values())
            if state == "playing" and expected[service]:
                assert set(whos) == people

    assert {service for service, whos in asked.items() if whos < people} == set()


@pytest.mark.parametrize("state", STATES)
def test_rights_are_what_the_matrix_says_and_a_refusal_changes_nothing(state):
    night = make_night(state)
    people = make_people(night.club, night.tournament)
    found = services()
    expected = {service: expected_of(service, state, people) for service in ASK}
    asked = {service: ASK[service](night) for service, answers in expected.items() if answers}
    comes = comes_in_turn(state, expected)
    before = everything()

    # A hand that comes too late is kept for the director, so those who are let in come before those who are too late.
    for codes in (NO_RIGHT, {"ok"}, set(CODES.values())):
        wrong = []
        for service, answers in expected.items():
            for who in comes[service]:
                if answers[who] not in codes:
                    continue
                with undone() if answers[who] == "ok" else nullcontext():
                    said = answer(found[service], people[who], asked[service])
                if said != answers[who]:
                    wrong.append((service, who, answers[who], said))
        assert wrong == []
        after = everything()
        if "ok" not in codes and codes is not NO_RIGHT:
            before.pop("gameplay_handsubmission")
            after.pop("gameplay_handsubmission")
        assert after == before
