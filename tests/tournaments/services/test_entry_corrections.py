"""Somebody entered by mistake: the right person is put into the entry and every seat, after a look at what it moves."""

from __future__ import annotations

import pytest

from ratings.selectors.known import ratings_of
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_individual,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import correct_hand, keep_all, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import ConsequencesChanged, LookFirst, TournamentSealed
from tournaments.errors import (
    DrawOutOfDate,
    EntryExists,
    NamesakesUndecided,
    PlayerAlreadyInEntry,
    PlayerNotInEntry,
    RightMissing,
    ThingNotFound,
    ValueRefused,
)
from tournaments.models import AuditEntry, LineUp, Membership, Occupancy, OutboxEvent, RoundChange, Seat
from tournaments.round_errors import ReasonNeeded, SatElsewhere
from tournaments.selectors.corrections import corrections_of
from tournaments.selectors.names import entry_names
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import (
    entries,
    entry_corrections,
    publishing,
    rounds,
    rulings,
    sealing,
    substitutes,
    taking_back,
    undoing,
)
from tournaments.services.confirming import Confirmation
from tournaments.services.entry_corrections import RightPerson

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
WHO = {"actor": SYSTEM, "now": NOW}


@pytest.fixture
def evening():
    """Two pairs after two rounds, the right Anna at the club beside the wrong one, who stands in the first entry."""
    club = make_club()
    wrong, right = make_player(club, "Anna Nowak"), make_player(club, "Anna Nowak")
    tournament = make_tournament(club, rounds=3, rules=TWO_HANDS)
    entry = make_entry(tournament, make_partnership(club, wrong, make_player(club, "Bob Fox")))
    make_entry(tournament)
    for _ in range(2):
        play_round(make_round(tournament))
    return entry, wrong, right


def correction(entry, wrong, right, **more):
    person = right if isinstance(right, RightPerson) else RightPerson(right.pk)
    return {"entry_id": entry.pk, "player_out_id": wrong.pk, "right": person, **more}


def preview(*who, **more):
    return entry_corrections.preview_entry_correction(**correction(*who, **more), **WHO)


def correct(*who, seen=None, reason="the other Anna", **more):
    found = seen or keep_all(preview(*who, **more))
    return entry_corrections.correct_entry(**correction(*who, **more), reason=reason, confirmation=found, **WHO)


def sat_in_rounds(entry):
    """Return by round who has sat for an entry, in the order of seats and spells."""
    rows = Occupancy.objects.filter(seat__entry=entry).order_by("round__number", "seat__index", "pk")
    found: dict[int, list[int]] = {}
    for number, player in rows.values_list("round__number", "player_id"):
        found.setdefault(number, []).append(player)
    return found


def figures(tournament):
    return [(row.entry_id, row.rank, row.values) for row in standings_of(tournament).rows]


def line_up(entry):
    rows = LineUp.objects.filter(entry=entry).order_by("place", "from_round", "pk")
    return list(rows.values_list("place", "player_id", "from_round", "is_current"))


def follow_the_ratings():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def test_right_person_has_the_entry_every_seat_and_the_results(evening):
    entry, wrong, right = evening
    tournament = entry.tournament
    bob = next(player for _place, player, *_ in line_up(entry) if player != wrong.pk)
    before, version = figures(tournament), results_version(tournament.pk)
    sat = sat_in_rounds(entry)
    OutboxEvent.objects.all().delete()

    correct(entry, wrong, right)

    entry.refresh_from_db()
    assert {entry.partnership.first_id, entry.partnership.second_id} == {right.pk, bob}
    assert sat_in_rounds(entry) == {
        number: [right.pk if player == wrong.pk else player for player in players] for number, players in sat.items()
    }
    assert [row[1:] for row in line_up(entry) if row[1] != bob] == [(right.pk, 1, True)]
    assert figures(tournament) == before
    assert results_version(tournament.pk) == version + 2
    assert OutboxEvent.objects.filter(topic="results.changed").count() == 2
    assert not Occupancy.objects.filter(player=wrong).exists()
    assert right.pk in {
        player
        for table in rated_tables(kind="five_hundred", club_id=tournament.club_id)
        for side in table.sides
        for player in side
    }


def test_correction_is_told_to_everybody_and_to_the_log(evening):
    entry, wrong, right = evening

    correct(entry, wrong, right)

    told = corrections_of(entry.tournament)
    assert [(one.label, one.round_number, one.before, one.after, one.reason) for one in told] == [
        (
            "the wrong person had been entered",
            number,
            {"entry": entry.pk, "player": wrong.pk},
            {"entry": entry.pk, "player": right.pk},
            "the other Anna",
        )
        for number in (1, 2)
    ]
    log = AuditEntry.objects.get(action="entry.corrected")
    assert (log.subject, log.reason, log.before) == (
        f"entry {entry.pk}",
        "the other Anna",
        {"entry": entry.pk, "player": wrong.pk},
    )
    assert log.after == {"entry": entry.pk, "player": right.pk, "from_round": 1, "rounds": [1, 2]}


def test_names_of_standings_and_publications_follow(evening):
    entry, wrong, _right = evening
    tournament = entry.tournament
    publishing.publish_standings(tournament_id=tournament.pk, kind="provisional", **WHO)
    named = {row.entry_id: row.entry_name for row in standings_of(tournament).rows}
    zoe = make_player(tournament.club, "Zoë Young")

    correct(entry, wrong, zoe)

    after = {row.entry_id: row.entry_name for row in standings_of(tournament).rows}
    assert {named[entry.pk], after[entry.pk]} == {"Anna Nowak + Bob Fox", "Bob Fox + Zoë Young"}
    assert {one for one in named if named[one] != after[one]} == {entry.pk}


def test_preview_says_who_sat_where_which_ratings_move_and_changes_nothing(evening):
    entry, wrong, right = evening
    tournament = entry.tournament
    follow_the_ratings()
    people = [player for sat in sat_in_rounds(entry).values() for player in sat] + [right.pk]
    rated = ratings_of("five_hundred", tournament.club_id, people)
    before = everything()

    found = preview(entry, wrong, right)

    unchanged = everything()
    assert [(one.round_number, one.table, one.entry_number) for one in found.persons] == [
        (None, None, 1),
        (1, None, 1),
        (1, 1, 1),
        (2, 1, 1),
    ]
    # They joined on one day, so that only their records tell them apart.
    assert {(one.before, one.after) for one in found.persons} == {
        (f"Anna Nowak (#{wrong.pk})", f"Anna Nowak (#{right.pk})")
    }
    assert (found.tables, found.entries, found.draws, found.publications) == ((), (), (), ())
    assert {one.player_id: (one.before, one.after) for one in found.ratings} == {
        wrong.pk: (rated[wrong.pk], None),
        right.pk: (None, rated[wrong.pk]),
    }
    assert unchanged == before

    correct(entry, wrong, right)
    follow_the_ratings()

    now = ratings_of("five_hundred", tournament.club_id, people)
    assert now == {**{player: rated[player] for player in rated if player != wrong.pk}, right.pk: rated[wrong.pk]}


def test_nobody_is_put_into_seats_unseen_and_not_after_something_else_was_mended(evening):
    entry, wrong, right = evening
    follow_the_ratings()
    stale = keep_all(preview(entry, wrong, right))
    table = entry.tournament.rounds.get(number=2).tables.get()
    record = get_table(table.pk).progress.legs[0].game.hands[0].record
    correct_hand(table_id=table.pk, number=1, record={**record, "tricks": record["tricks"][::-1]})
    other = keep_all(preview(entry, wrong, make_player(entry.tournament.club, "Anna Nowak")))
    before = everything()

    with pytest.raises(LookFirst):
        correct(entry, wrong, right, seen=Confirmation())
    for seen in (stale, other):
        with pytest.raises(ConsequencesChanged) as changed:
            correct(entry, wrong, right, seen=seen)

    assert changed.value.consequences == preview(entry, wrong, right)
    assert everything() == before


def test_correction_from_a_round_on_leaves_the_rounds_before(evening):
    entry, wrong, right = evening
    place = next(row[0] for row in line_up(entry) if row[1] == wrong.pk)

    correct(entry, wrong, right, from_round=2)

    sat = sat_in_rounds(entry)
    assert (wrong.pk in sat[1], right.pk in sat[1]) == (True, False)
    assert (wrong.pk in sat[2], right.pk in sat[2]) == (False, True)
    assert [row for row in line_up(entry) if row[0] == place] == [
        (place, wrong.pk, 1, False),
        (place, right.pk, 2, True),
    ]
    entry.refresh_from_db()
    assert right.pk in {entry.partnership.first_id, entry.partnership.second_id}


def test_correction_is_undone_by_correcting_it_back(evening):
    entry, wrong, right = evening
    follow_the_ratings()
    sat, lined, named = sat_in_rounds(entry), line_up(entry), entry.partnership_id
    rated = ratings_of("five_hundred", entry.tournament.club_id, [wrong.pk])

    correct(entry, wrong, right)
    follow_the_ratings()
    correct(entry, right, wrong, reason="it was her after all")
    follow_the_ratings()

    entry.refresh_from_db()
    assert (sat_in_rounds(entry), line_up(entry), entry.partnership_id) == (sat, lined, named)
    assert ratings_of("five_hundred", entry.tournament.club_id, [wrong.pk, right.pk]) == rated


def test_substitute_of_the_wrong_person_stays(evening):
    entry, wrong, right = evening
    tournament = entry.tournament
    substitute = make_player(tournament.club)
    table = make_round(tournament).tables.get()
    play_out(table)
    sits = {"table_id": table.pk, "player_out_id": wrong.pk, "player_in_id": substitute.pk, "leg": 1}
    substitutes.substitute_player(**sits, hand=2, **WHO)
    first = tournament.rounds.get(number=1).tables.get()
    found = substitutes.preview_substitution(**{**sits, "table_id": first.pk}, hand=1, **WHO)
    substitutes.substitute_player(
        **{**sits, "table_id": first.pk}, hand=1, reason="ill", confirmation=keep_all(found), **WHO
    )

    seen = preview(entry, wrong, right)
    correct(entry, wrong, right)

    # Of the first round, where the substitute had every hand, nothing is told: who was away has changed only.
    assert [one.round_number for one in seen.persons if one.table is not None] == [2, 3]
    assert [change.round.number for change in RoundChange.objects.filter(kind="entry_corrected").order_by("pk")] == [
        2,
        3,
    ]
    for played in (first, table):
        [told] = [one for seat in get_table(played.pk).seats for one in seat.substitutions]
        assert (told.player_out_id, told.player_in_id) == (right.pk, substitute.pk)


def test_somebody_new_is_added_to_the_club_by_the_correction_only(evening):
    entry, wrong, _right = evening
    follow_the_ratings()
    before = everything()
    new = RightPerson(name=" Ada  Moss ")

    found = preview(entry, wrong, new)
    unchanged = everything()
    correct(entry, wrong, new, seen=keep_all(found))

    assert unchanged == before
    member = Membership.objects.get(display_name="Ada Moss")
    assert member.player_id in sat_in_rounds(entry)[1]
    assert entry_names(entry.tournament_id, entry.tournament.club_id)[entry.pk] in (
        "Ada Moss + Bob Fox",
        "Bob Fox + Ada Moss",
    )


def test_somebody_new_with_the_name_of_a_third_member_is_asked_about(evening):
    entry, wrong, right = evening
    before = everything()

    with pytest.raises(NamesakesUndecided) as asked:
        preview(entry, wrong, RightPerson(name="anna nowak"))
    assert everything() == before
    correct(entry, wrong, RightPerson(name="Anna Nowak", is_new=True))

    [namesake] = asked.value.namesakes
    assert [member["player_id"] for member in namesake["members"]] == [right.pk]
    assert Membership.objects.filter(display_name="Anna Nowak").count() == 3


def test_who_has_the_name_of_the_wrong_person_only_is_somebody_else(evening):
    entry, wrong, right = evening
    Membership.objects.filter(player=right).update(display_name="Anna Brown", name_key="anna brown")

    correct(entry, wrong, RightPerson(name="Anna Nowak"))

    assert Membership.objects.filter(display_name="Anna Nowak").count() == 2


def test_individual_and_withdrawn_entries_are_corrected_too():
    club = make_club()
    tournament = make_tournament(club, rounds=2, rules=TWO_HANDS, entry_kind="player")
    wrong, right = make_player(club, "Anna Nowak"), make_player(club, "Anna Brown")
    entry = make_individual(tournament, wrong)
    for _ in range(3):
        make_individual(tournament)
    play_round(make_round(tournament))
    entries.withdraw_entry(entry_id=entry.pk, **WHO)

    correct(entry, wrong, right)

    entry.refresh_from_db()
    assert (entry.player_id, entry.status) == (right.pk, "withdrawn")
    assert sat_in_rounds(entry) == {1: [right.pk]}
    assert line_up(entry) == [(1, right.pk, 1, True)]


def test_replacement_that_was_the_right_person_all_along_plays_since_the_first_round(evening):
    entry, wrong, right = evening
    place = next(row[0] for row in line_up(entry) if row[1] == wrong.pk)
    entries.replace_player(entry_id=entry.pk, player_out_id=wrong.pk, player_in_id=right.pk, **WHO)

    correct(entry, wrong, right)

    assert [row for row in line_up(entry) if row[0] == place] == [(place, right.pk, 1, True)]


def test_entry_that_has_not_played_is_corrected_without_a_look():
    club = make_club()
    wrong, right = make_player(club), make_player(club)
    tournament = make_tournament(club)
    entry = make_entry(tournament, make_partnership(club, wrong, make_player(club)))

    correct(entry, wrong, right, seen=Confirmation())

    assert [row[2:] for row in line_up(entry) if row[1] == right.pk] == [(1, True)]
    assert not RoundChange.objects.exists()


def test_entry_that_comes_to_share_a_player_is_named(evening):
    entry, wrong, _right = evening
    other = entry.tournament.entries.exclude(pk=entry.pk).get()
    late = make_player(entry.tournament.club)
    away = other.line_up.get(place=2).player_id
    entries.replace_player(entry_id=other.pk, player_out_id=away, player_in_id=late.pk, **WHO)

    found = preview(entry, wrong, late)

    assert found.sharing == (entry_names(entry.tournament_id, entry.tournament.club_id)[other.pk],)


def test_round_that_was_taken_back_follows_and_is_right_when_it_is_put_back(evening):
    entry, wrong, right = evening
    latest = entry.tournament.rounds.get(number=2)
    losses = taking_back.preview_taking_back(round_id=latest.pk, **WHO)
    taking_back.take_back_round(round_id=latest.pk, version=losses.version, reason="a slip", typed="2", **WHO)
    act = entry.tournament.bulk_acts.get(kind="went_back")

    correct(entry, wrong, right)
    undoing.undo_act(act_id=act.pk, **WHO)

    assert [right.pk in sat for sat in sat_in_rounds(entry).values()] == [True, True]
    assert RoundChange.objects.filter(kind="entry_corrected").get().round.number == 1


def test_right_person_who_sat_elsewhere_is_refused_with_the_round(evening):
    entry, wrong, _right = evening
    other = Seat.objects.filter(round__number=2).exclude(entry=entry).order_by("index").first()
    at_the_table = other.occupancies.get().player
    before = everything()

    with pytest.raises(SatElsewhere) as refused:
        preview(entry, wrong, at_the_table)

    assert refused.value.params["number"] == 1
    assert refused.value.params["table"] == 1
    assert everything() == before


def test_right_person_who_sat_in_elsewhere_for_a_hand_is_refused_from_that_round_on(evening):
    entry, wrong, right = evening
    table = make_round(entry.tournament).tables.get()
    play_out(table)
    other = Seat.objects.filter(table=table).exclude(entry=entry).order_by("index").first()
    out = other.occupancies.get().player_id
    sits = {"table_id": table.pk, "player_out_id": out, "player_in_id": right.pk, "leg": 1, "hand": 2}
    sitting_in = substitutes.substitute_player(**sits, **WHO)
    before = everything()

    with pytest.raises(SatElsewhere) as refused:
        correct(entry, wrong, right)
    assert (refused.value.params["table"], refused.value.params["number"]) == (1, 3)
    assert everything() == before

    substitutes.undo_substitution(table_id=table.pk, occupancy_id=sitting_in.pk, **WHO)
    correct(entry, wrong, right)
    assert right.pk in sat_in_rounds(entry)[3]


def test_table_that_the_director_decided_stands_in_nobodys_way():
    club = make_club()
    wrong = make_player(club)
    tournament = make_tournament(club, pairs=3, rounds=3, rules=TWO_HANDS)
    entry = make_entry(tournament, make_partnership(club, wrong, make_player(club)))
    round_ = make_round(tournament)
    table = Seat.objects.filter(entry=entry).first().table
    other = round_.tables.exclude(pk=table.pk).get()
    right = Occupancy.objects.filter(seat__table=other).order_by("pk").first().player
    rulings.rule_table(table_id=other.pk, kind="void", reason="left", **WHO)

    correct(entry, wrong, right)

    assert right.pk in sat_in_rounds(entry)[1]


def test_correction_that_cannot_be_is_refused_and_changes_nothing(evening):
    entry, wrong, right = evening
    club = entry.tournament.club
    bob = next(row.player for row in entry.line_up.all() if row.player_id != wrong.pk)
    nobody, stranger = make_player(club), make_player(make_club("Another"))
    make_entry(entry.tournament, make_partnership(club, right, bob))
    before = everything()

    for error, changes in (
        (PlayerAlreadyInEntry, {"right": RightPerson(bob.pk)}),
        (PlayerAlreadyInEntry, {"right": RightPerson(wrong.pk)}),
        (PlayerNotInEntry, {"player_out_id": right.pk, "right": RightPerson(nobody.pk)}),
        (PlayerNotInEntry, {"player_out_id": 999_999_999}),
        (ThingNotFound, {"entry_id": 999_999_999}),
        (ThingNotFound, {"right": RightPerson(stranger.pk)}),
        (EntryExists, {}),
        (ReasonNeeded, {"reason": " "}),
        (ValueRefused, {"right": RightPerson()}),
        (ValueRefused, {"right": RightPerson(right.pk, "Ada Moss")}),
        (ValueRefused, {"from_round": 0}),
        (ValueRefused, {"from_round": 3}),
    ):
        what = {**correction(entry, wrong, right), "reason": "so it was", **changes}
        with pytest.raises(error):
            entry_corrections.correct_entry(**what, **WHO)
    assert everything() == before


def test_finished_tournament_is_corrected_until_it_is_sealed(evening):
    entry, wrong, right = evening
    tournament = entry.tournament
    publishing.publish_standings(tournament_id=tournament.pk, kind="final", **WHO)
    correct(entry, wrong, right)
    sealing.seal(tournament_id=tournament.pk, **WHO)
    before = everything()

    with pytest.raises(TournamentSealed):
        preview(entry, right, wrong)
    with pytest.raises(TournamentSealed):
        correct(entry, right, wrong, seen=Confirmation())

    assert everything() == before


def test_correction_is_for_those_who_direct(evening):
    entry, wrong, right = evening
    scorer = make_user()
    make_club("Another", director=scorer)
    before = everything()

    for actor in (Actor(), Actor(user_id=scorer.pk)):
        what = {**correction(entry, wrong, right), "actor": actor, "now": NOW}
        with pytest.raises(RightMissing):
            entry_corrections.preview_entry_correction(**what)
        with pytest.raises(RightMissing):
            entry_corrections.correct_entry(**what, reason="so it was")

    assert everything() == before


def test_draft_is_out_of_date_once_somebody_else_plays(evening):
    entry, wrong, right = evening
    draft = rounds.draw_next_round(tournament_id=entry.tournament_id, **WHO)

    correct(entry, wrong, right)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(draw_id=draft.pk, **WHO)
