"""Clubs, towns and households kept apart in draws by score."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.factories import NOW, SYSTEM, make_club, make_partnership, make_player, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import Actor
from tournaments.errors import LinesUnreadable, RightMissing, TournamentFinished, ValueRefused
from tournaments.models import AuditEntry, Draw, Tournament
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.draws import plan_again
from tournaments.selectors.keeping_apart import group_text, groups_of
from tournaments.services import clubs, entries, rounds
from tournaments.services.keeping_apart import set_groups, set_groups_from_text
from tournaments.web.drafts import draft_view

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
NOBODY = "Nobody meets somebody of the own club, town or household."


def make_night(pairs=8, movement="swiss", **options):
    return make_tournament(pairs=pairs, rules=TWO_HANDS, movement=movement, movement_options=options, rounds=4)


def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def groups(tournament, names, actor=SYSTEM):
    of_each = dict(zip(ids(tournament), names, strict=True))
    set_groups(actor=actor, tournament_id=tournament.pk, groups=of_each, now=NOW)
    return of_each


def draw(tournament, seed=None) -> Draw:
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, seed=seed, now=NOW)


def meetings(drawn):
    return [table.entrants for table in round_from_json("pairs", drawn.plan).tables]


def reasons(drawn):
    with translation.override("en-gb"):
        return draft_view(drawn, drawn.round.tournament).reasons


@pytest.mark.parametrize("movement", ["swiss", "monrad", "danish"])
def test_no_two_of_a_group_meet_in_any_round_while_that_can_be(movement):
    tournament = make_night(movement=movement)
    group = groups(tournament, ["North"] * 4 + ["South"] * 4)
    for _ in range(3):
        drawn = draw(tournament)
        assert [group[one] == group[other] for one, other in meetings(drawn)] == [False] * 4
        assert NOBODY in reasons(drawn)
        play_round(rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW))


def test_first_round_lets_some_of_a_group_meet_only_without_their_groups():
    tournament = make_night()
    group = groups(tournament, ["North"] * 4 + ["South"] * 4)
    round_id = draw(tournament).round_id

    apart = [rounds.draw_again(actor=SYSTEM, round_id=round_id, seed=seed, now=NOW) for seed in range(10)]
    groups(tournament, [""] * 8)
    plain = [rounds.draw_again(actor=SYSTEM, round_id=round_id, seed=seed, now=NOW) for seed in range(10)]

    assert sum(group[one] == group[other] for drawn in apart for one, other in meetings(drawn)) == 0
    assert sum(group[one] == group[other] for drawn in plain for one, other in meetings(drawn)) > 0
    assert {str(drawn.made_from["apart"]) for drawn in apart} == {str([ids(tournament)[:4], ids(tournament)[4:]])}
    assert [drawn.made_from["apart"] for drawn in plain] == [[]] * 10
    # Made again, a round keeps apart who were apart when it was drawn.
    assert [plan_again(tournament, drawn).company for drawn in apart] == [
        round_from_json("pairs", drawn.plan).company for drawn in apart
    ]


def test_group_larger_than_half_the_field_meets_as_seldom_as_can_be_and_the_draw_says_where():
    tournament = make_night(pairs=6)
    group = groups(tournament, ["North"] * 5 + ["South"])

    drawn = draw(tournament)

    inside = [pair for pair in meetings(drawn) if group[pair[0]] == group[pair[1]]]
    assert len(inside) == 2
    said = reasons(drawn)
    assert len([reason for reason in said if reason.endswith("are of one club, town or household.")]) == 2
    assert any(reason.startswith("At 2 tables two of one club, town or household meet") for reason in said)


def test_rematch_is_worse_than_a_meeting_within_a_group():
    tournament = make_night(pairs=4)
    group = groups(tournament, ["North", "North", "South", "South"])
    for _ in range(3):
        drawn = draw(tournament)
        play_round(rounds.publish_draw(actor=SYSTEM, draw_id=drawn.pk, now=NOW))
    third = meetings(drawn)

    # All six meetings in three rounds: the last one is what was left.
    assert [group[one] == group[other] for one, other in third] == [True, True]


def test_groups_are_kept_apart_only_in_the_rounds_that_were_chosen():
    tournament = make_night(pairs=4, apart_rounds=1)
    groups(tournament, ["North", "North", "South", "South"])
    first = draw(tournament)
    play_round(rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW))

    second = draw(tournament)

    assert NOBODY in reasons(first)
    assert not [reason for reason in reasons(second) if "club, town or household" in reason]


def test_text_names_entries_by_number_or_name_and_replaces_what_was():
    club = make_club()
    tournament = make_tournament(club, movement="swiss")
    names = [("Ann Lee", "Bob O'Brien"), ("Cy", "Di"), ("Ed", "Flo"), ("Gus", "Hal")]
    for one, other in names:
        pair = make_partnership(club, make_player(club, one), make_player(club, other))
        entries.admit_partnerships(actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW)
    first, second, third, fourth = ids(tournament)

    text = (
        "ann  lee+BOB O'Brien: North\n2:  north \n\n3 Ed + Flo\tSouth: the old town\n4. Gus + Hal: south: the old town"
    )
    set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text=text, now=NOW)

    assert groups_of(tournament.pk) == [(first, second), (third, fourth)]
    written = group_text(tournament)
    assert sorted(written.splitlines()) == [
        "1 Ann Lee + Bob O'Brien: North",
        "2 Cy + Di: north",
        "3 Ed + Flo: South: the old town",
        "4 Gus + Hal: south: the old town",
    ]
    set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text=written, now=NOW)
    assert group_text(tournament) == written
    set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text="2: north", now=NOW)
    assert (groups_of(tournament.pk), group_text(tournament)) == ([], "2 Cy + Di: north")
    set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text="", now=NOW)
    assert group_text(tournament) == ""
    assert "North" not in str(list(AuditEntry.objects.values_list("after", flat=True)))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("North", [(1, "Write the entry, a colon, and the group.")]),
        (
            ": North\n1:",
            [(1, "Write the entry, a colon, and the group."), (2, "Write the entry, a colon, and the group.")],
        ),
        ("1: North\n9: North", [(2, "There is no such entry.")]),
        ("1: North\n1: South", [(2, "This entry stands in the list before.")]),
    ],
    ids=["no group", "half a line", "unknown", "twice"],
)
def test_text_that_cannot_be_read_names_its_lines_and_changes_nothing(text, lines):
    tournament = make_night(pairs=2)
    groups(tournament, ["East", "East"])
    before = group_text(tournament)

    with translation.override("en-gb"), pytest.raises(LinesUnreadable) as refused:
        set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text=text, now=NOW)

    assert refused.value.lines == lines
    assert group_text(tournament) == before


def test_name_of_two_entries_has_to_be_told_apart_by_number():
    club = make_club()
    tournament = make_tournament(club, movement="swiss")
    for _ in range(2):
        pair = make_partnership(club, make_player(club, "Ann"), make_player(club, "Bob"))
        entries.admit_partnerships(actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW)

    with translation.override("en-gb"), pytest.raises(LinesUnreadable) as refused:
        set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text="Ann + Bob: North", now=NOW)

    assert refused.value.lines == [(1, "More than one entry is called that. Write its number.")]
    set_groups_from_text(actor=SYSTEM, tournament_id=tournament.pk, text="1: North\n2 Ann + Bob: North", now=NOW)
    assert groups_of(tournament.pk) == [tuple(ids(tournament))]


def test_groups_are_refused_for_strangers_long_names_and_finished_tournaments():
    tournament, other = make_night(pairs=2), make_night(pairs=2)
    scorer = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=tournament.club_id, user_id=scorer.pk, role="scorer", now=NOW)

    with pytest.raises(ValueRefused):
        set_groups(actor=SYSTEM, tournament_id=tournament.pk, groups={ids(other)[0]: "North"}, now=NOW)
    with pytest.raises(ValueRefused):
        groups(tournament, ["x" * 81, ""])
    with pytest.raises(RightMissing):
        groups(tournament, ["North", "North"], actor=Actor(user_id=scorer.pk))
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        groups(tournament, ["North", "North"])
    assert group_text(tournament) == ""
    assert not AuditEntry.objects.filter(action="tournament.groups_set").exists()
