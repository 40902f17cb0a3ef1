"""Substitutes in the middle of a table: who sat from which hand on, undone where it was wrong, and who is rated."""

from __future__ import annotations

import pytest

from ratings.services.drain import drain
from tests.factories import NOW, make_player, make_round, make_table, make_tournament
from tests.hands import enter, fh_line, keep_all, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import ConsequencesChanged, LookFirst
from tournaments.errors import PlayerSeatedTwice, RightMissing, TableComplete, ThingNotFound, ValueRefused
from tournaments.models import AuditEntry, Entry, Occupancy, OutboxEvent, RoundChange, Seat
from tournaments.round_errors import NoOpenTable, NotASubstitute, PlayerNotAtTable
from tournaments.selectors.hand_page import get_hand
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.sitting import Spell, sat_most, spells_of, substitutions_in
from tournaments.selectors.standings import results_version
from tournaments.selectors.tables import get_table
from tournaments.services import entries, rounds, substitutes
from tournaments.services.confirming import Confirmation

pytestmark = pytest.mark.django_db

FIVE_HANDS = {"end": "hands", "hands": 5}


def sitting(table):
    """Return the players by seat, as they sit now."""
    return [seat.player_id for seat in get_table(table.pk).seats]


def substitute(table, player_out, player_in, **more):
    values = {"actor": SYSTEM, "now": NOW, **more}
    return substitutes.substitute_player(
        table_id=table.pk, player_out_id=player_out, player_in_id=player_in.pk, **values
    )


def undo(table, occupancy):
    return substitutes.undo_substitution(actor=SYSTEM, table_id=table.pk, occupancy_id=occupancy.pk, now=NOW)


def play(table, hands, *, begin=1):
    for number in range(begin, begin + hands):
        enter(table, fh_line(dealer=(number - 1) % 4), number=number)


def people_in_hand(table, number):
    """Return the names at the table in a hand, by seat."""
    return list(get_hand(table.pk, 1, number).people)


def names(table):
    return [seat.player_name for seat in get_table(table.pk).seats]


def rated(table):
    """Return who is rated in each seat of a table of two sides."""
    [found] = rated_tables(kind="five_hundred", club_id=table.round.tournament.club_id)
    return [found.sides[0][0], found.sides[1][0], found.sides[0][1], found.sides[1][1]]


def test_substitute_player_sits_from_the_next_hand_on_and_the_hands_before_keep_who_sat():
    table = make_table(rules=FIVE_HANDS)
    play(table, 2)
    before = names(table)
    newcomer = make_player(table.round.tournament.club, "Zoë Young")
    version = results_version(table.round.tournament_id)

    occupancy = substitute(table, sitting(table)[1], newcomer, reason=" the last bus ")
    play(table, 1, begin=3)

    assert (occupancy.from_leg, occupancy.from_hand, occupancy.is_current) == (1, 3, True)
    assert sitting(table)[1] == newcomer.pk
    assert people_in_hand(table, 2) == before
    assert people_in_hand(table, 3) == [before[0], "Zoë Young", before[2], before[3]]
    assert results_version(table.round.tournament_id) == version + 2
    [taken] = get_table(table.pk).seats[1].substitutions
    assert (taken.id, taken.player_out_name, taken.player_in_name) == (occupancy.pk, before[1], "Zoë Young")
    assert (taken.leg, taken.hand) == (1, 3)


def test_substitute_player_leaves_a_change_and_an_audit_row():
    table = make_table(rules=FIVE_HANDS)
    leaver = sitting(table)[0]
    newcomer = make_player(table.round.tournament.club)

    substitute(table, leaver, newcomer, reason="tired")

    change = RoundChange.objects.get()
    assert (change.kind, change.table_id, change.reason) == ("substituted", table.pk, "tired")
    assert change.before == {"seat": 0, "leg": 1, "hand": 1, "player": leaver}
    assert change.after == {"seat": 0, "leg": 1, "hand": 1, "player": newcomer.pk}
    audit = AuditEntry.objects.get(action="round.substituted")
    assert (audit.before, audit.after, audit.table_id) == (change.before, change.after, table.pk)


def test_substitute_player_may_be_said_afterwards_for_a_hand_that_was_played():
    table = make_table(rules=FIVE_HANDS)
    play(table, 4)
    before = names(table)
    newcomer = make_player(table.round.tournament.club, "Zoë Young")

    substitute(table, sitting(table)[3], newcomer, leg=1, hand=2)

    assert people_in_hand(table, 1) == before
    assert people_in_hand(table, 2) == [*before[:3], "Zoë Young"]


def test_substitute_player_before_another_takes_the_hands_between_the_two():
    table = make_table(rules=FIVE_HANDS)
    club = table.round.tournament.club
    first, second = make_player(club, "First In"), make_player(club, "Second In")
    starter = sitting(table)[0]
    play(table, 3)
    substitute(table, starter, second)
    play(table, 1, begin=4)

    earlier = substitute(table, starter, first, leg=1, hand=2)

    assert not earlier.is_current
    assert sitting(table)[0] == second.pk
    assert [people_in_hand(table, number)[0] for number in (1, 2, 3, 4)][1:] == ["First In", "First In", "Second In"]


def test_undo_substitution_lets_whoever_was_there_have_sat_on():
    table = make_table(rules=FIVE_HANDS)
    before = names(table)
    leaver = sitting(table)[2]
    play(table, 1)
    wrong = substitute(table, leaver, make_player(table.round.tournament.club))
    play(table, 1, begin=2)

    undo(table, wrong)

    assert sitting(table)[2] == leaver
    assert people_in_hand(table, 2) == before
    assert Occupancy.objects.filter(seat__table=table, seat__index=2).count() == 3
    assert [change.kind for change in RoundChange.objects.order_by("pk")] == ["substituted", "substitution_undone"]
    assert get_table(table.pk).seats[2].substitutions == ()


def test_undo_substitution_of_the_first_leaves_the_second():
    table = make_table(rules=FIVE_HANDS)
    club = table.round.tournament.club
    starter = sitting(table)[0]
    play(table, 1)
    first = substitute(table, starter, make_player(club))
    play(table, 2, begin=2)
    second = make_player(club, "Second In")
    substitute(table, first.player_id, second)
    play(table, 1, begin=4)

    undo(table, first)

    assert sitting(table)[0] == second.pk
    original = people_in_hand(table, 1)[0]
    assert [people_in_hand(table, number)[0] for number in (2, 3, 4)] == [original, original, "Second In"]


def test_substitutions_in_a_seat_forget_those_that_no_hand_falls_into():
    spells = (Spell(1, 70, (1, 1)), Spell(2, 80, (1, 3)), Spell(3, 70, (1, 3)), Spell(4, 90, (2, 1)))

    assert [(one.occupancy_id, one.player_out_id, one.player_in_id) for one in substitutions_in(spells)] == [
        (4, 70, 90)
    ]


@pytest.mark.parametrize(
    ("since", "rated_player"),
    [
        pytest.param((1, 1), 80, id="all of them"),
        pytest.param((1, 3), 80, id="three of five"),
        pytest.param((1, 4), 70, id="two of five"),
        pytest.param((2, 1), 70, id="none"),
    ],
)
def test_sat_most_is_who_has_the_most_hands(since, rated_player):
    hands = [(1, number) for number in range(1, 6)]

    assert sat_most((Spell(1, 70, (1, 1)), Spell(2, 80, since)), hands) == rated_player


def test_sat_most_is_of_two_with_as_many_hands_the_one_who_began():
    hands = [(1, number) for number in range(1, 5)]

    assert sat_most((Spell(1, 70, (1, 1)), Spell(2, 80, (1, 3))), hands) == 70


def test_sat_most_adds_up_what_somebody_sat_before_and_after_a_substitute():
    spells = (Spell(1, 70, (1, 1)), Spell(2, 80, (1, 3)), Spell(3, 70, (1, 6)))

    assert sat_most(spells, [(1, number) for number in range(1, 8)]) == 70


@pytest.mark.parametrize(("after", "is_substitute"), [(2, True), (3, False)])
def test_rated_tables_are_for_who_sat_for_the_most_hands(after, is_substitute):
    table = make_table(rules=FIVE_HANDS, rounds=1)
    before = sitting(table)
    play(table, after)
    newcomer = make_player(table.round.tournament.club)
    substitute(table, before[1], newcomer)
    play(table, 5 - after, begin=after + 1)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)

    expected = [before[0], newcomer.pk if is_substitute else before[1], *before[2:]]
    assert rated(table) == expected


def test_substitute_player_of_a_closed_round_tells_the_ratings():
    table = make_table(rules=FIVE_HANDS, rounds=1)
    play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    newcomer = make_player(table.round.tournament.club)

    substitute(table, sitting(table)[0], newcomer, leg=1, hand=1)

    topics = OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)
    assert list(topics) == ["round.closed", "results.changed"]
    assert rated(table)[0] == newcomer.pk


def test_substitution_that_moves_ratings_is_looked_at_first_and_so_is_its_undoing():
    table = make_table(rules=FIVE_HANDS, rounds=1)
    play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    drain(now=NOW)
    leaver, newcomer = sitting(table)[0], make_player(table.round.tournament.club, "Zoë Young")
    sits = {"table_id": table.pk, "player_out_id": leaver, "player_in_id": newcomer.pk, "leg": 1, "hand": 1}
    who = {"actor": SYSTEM, "now": NOW}
    before = everything()

    found = substitutes.preview_substitution(**sits, **who)
    with pytest.raises(LookFirst) as unseen:
        substitutes.substitute_player(**sits, **who)
    with pytest.raises(ConsequencesChanged) as stale:
        substitutes.substitute_player(**sits, **who, confirmation=Confirmation("another"))
    unchanged = everything()
    sitting_in = substitutes.substitute_player(**sits, **who, confirmation=keep_all(found))
    undoing = {"table_id": table.pk, "occupancy_id": sitting_in.pk}
    back = substitutes.preview_undoing(**undoing, **who)
    with pytest.raises(LookFirst):
        substitutes.undo_substitution(**undoing, **who)
    assert rated(table)[0] == newcomer.pk
    substitutes.undo_substitution(**undoing, **who, confirmation=keep_all(back))

    moved = {rating.player_id: (rating.before, rating.after) for rating in found.ratings}
    assert moved[leaver][1] is None
    assert moved[newcomer.pk] == (None, moved[leaver][0])
    assert (found.entries, found.tables, found.draws, found.publications) == ((), (), (), ())
    assert (unseen.value.consequences, stale.value.consequences) == (found, found)
    assert unchanged == before
    assert {one.player_id: (one.after, one.before) for one in back.ratings} == moved
    assert rated(table)[0] == leaver


def test_substitute_player_who_sits_already_or_is_unknown_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules=FIVE_HANDS)
    first, second = make_round(tournament).tables.order_by("number")
    here, there = sitting(first), sitting(second)
    club = tournament.club
    newcomer = make_player(club)
    stranger = make_player(make_tournament().club)
    before = everything()

    with pytest.raises(PlayerSeatedTwice):
        substitutes.substitute_player(
            actor=SYSTEM, table_id=first.pk, player_out_id=here[0], player_in_id=here[1], now=NOW
        )
    with pytest.raises(PlayerSeatedTwice):
        substitutes.substitute_player(
            actor=SYSTEM, table_id=first.pk, player_out_id=here[0], player_in_id=there[0], now=NOW
        )
    with pytest.raises(PlayerNotAtTable):
        substitute(first, there[0], newcomer)
    with pytest.raises(ThingNotFound):
        substitute(first, here[0], stranger)
    with pytest.raises(RightMissing):
        substitute(first, here[0], newcomer, actor=Actor())
    for where in ({"leg": 2}, {"hand": 2}, {"hand": 0, "leg": 1}):
        with pytest.raises(ValueRefused):
            substitute(first, here[0], newcomer, **where)
    with pytest.raises(NotASubstitute):
        undo(first, Occupancy.objects.filter(seat__table=first).first())

    assert everything() == before


def test_substitute_player_at_a_complete_table_needs_a_hand():
    table = make_table(rules=FIVE_HANDS, rounds=1)
    play_out(table)
    newcomer = make_player(table.round.tournament.club)

    with pytest.raises(TableComplete):
        substitute(table, sitting(table)[0], newcomer)

    substitute(table, sitting(table)[0], newcomer, hand=5)
    assert people_in_hand(table, 5)[0] == names(table)[0]


def test_substitute_player_may_come_from_a_pair_that_sits_out():
    tournament = make_tournament(pairs=3, rules=FIVE_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    helper = round_.round_entries.get(role="sit_out").entry.line_up.first().player

    substitute(table, sitting(table)[0], helper)

    assert sitting(table)[0] == helper.pk


def test_withdraw_entry_with_substitutes_lets_its_table_be_played_out_for_it():
    tournament = make_tournament(pairs=4, rounds=3, rules=FIVE_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.order_by("number").first()
    leaver = Seat.objects.get(table=table, index=0).entry
    before = sitting(table)
    newcomers = [make_player(tournament.club), make_player(tournament.club)]

    entries.withdraw_entry(
        actor=SYSTEM,
        entry_id=leaver.pk,
        unfinished="substitute",
        substitutes=[(before[0], newcomers[0].pk), (before[2], newcomers[1].pk)],
        now=NOW,
    )

    assert sitting(table) == [newcomers[0].pk, before[1], newcomers[1].pk, before[3]]
    assert Entry.objects.get(pk=leaver.pk).status == "withdrawn"
    play_round(round_)
    assert not make_round(tournament).round_entries.filter(entry=leaver).exists()


def test_withdraw_entry_with_substitutes_that_make_no_sense_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=3, rules=FIVE_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    leaver, out = Seat.objects.get(table=table, index=0).entry, round_.round_entries.get(role="sit_out").entry
    here = sitting(table)
    newcomer = make_player(tournament.club)
    before = everything()

    def withdraw(entry=leaver, **more):
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW, **more)

    with pytest.raises(ValueRefused):
        withdraw(unfinished="substitute")
    with pytest.raises(ValueRefused):
        withdraw(unfinished="finish", substitutes=[(here[0], newcomer.pk)])
    with pytest.raises(PlayerNotAtTable):
        withdraw(unfinished="substitute", substitutes=[(here[1], newcomer.pk)])
    with pytest.raises(NoOpenTable):
        withdraw(out, unfinished="substitute", substitutes=[(here[0], newcomer.pk)])

    assert everything() == before


def test_spells_of_tables_nobody_changed_are_one_for_each_seat():
    table = make_table(rules=FIVE_HANDS)

    spells = spells_of([table.pk])[table.pk]

    assert sorted(spells) == [0, 1, 2, 3]
    assert [[spell.begins for spell in seat] for seat in spells.values()] == [[(1, 1)]] * 4
    assert [seat[0].side for seat in spells.values()] == [0, 1, 0, 1]
