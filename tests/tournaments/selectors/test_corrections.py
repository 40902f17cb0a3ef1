"""What was corrected is there for everybody to read."""

from __future__ import annotations

import uuid

import pytest

from tests.api import client_of
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import PublicationReasonMissing
from tournaments.models import Publication, Table, TableLink
from tournaments.selectors.corrections import corrections_of
from tournaments.selectors.publications import get_publication, reads_otherwise
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, publishing, taking_back

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def phone(table: Table) -> Actor:
    link = TableLink.objects.get(tournament=table.round.tournament, table_number=table.number)
    return Actor(link_id=link.pk)


def test_corrections_name_the_hand_that_was_replaced_and_those_that_fell_away():
    table = make_table("fives_threes")
    first, second = ft_line(opener=0, points=(40, 10)), ft_line(opener=1, points=(21, 3), end="won", out_side=None)
    enter(table, first, number=1)
    enter(table, second, number=2)
    right = ft_line(opener=0, points=(61, 10), end="won", out_side=None)

    correct_hand(table_id=table.pk, number=1, record=right, reason="they had 61")

    found = corrections_of(table.round.tournament)
    assert [(view.kind, view.table, view.number, view.before, view.after, view.reason) for view in found] == [
        ("hand_corrected", 1, 1, first, right, "they had 61"),
        ("hand_corrected", 1, 2, second, None, "they had 61"),
    ]


def test_hand_entered_in_the_place_of_one_that_fell_away_corrects_nothing():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    enter(table, ft_line(opener=1, points=(21, 3), end="won", out_side=None), number=2)
    correct_hand(table_id=table.pk, number=1, record=ft_line(opener=0, points=(50, 10)))

    enter(table, ft_line(opener=1, points=(11, 3), end="won", out_side=None), number=2)

    assert [(view.number, view.after is None) for view in corrections_of(table.round.tournament)] == [
        (1, False),
        (2, True),
    ]


def test_corrections_are_read_by_everybody_without_the_name_of_whoever_made_them():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(9, 1)), reason="NS had nine")
    slug = table.round.tournament.slug

    listed = client_of().get(f"/api/v1/tournaments/{slug}/corrections/").json()["results"]
    page = client_of().get(f"/tournaments/{slug}/corrections/").content.decode()

    assert [(row["round"], row["table"], row["number"], row["reason"]) for row in listed] == [(1, 1, 1, "NS had nine")]
    assert set(listed[0]) == {"kind", "round", "table", "leg", "number", "before", "after", "reason", "by", "made_at"}
    assert "round 1, table 1, hand 1" in page
    assert "NS had nine" in page


def test_corrections_say_whether_the_table_a_scorer_or_the_director_made_them():
    scorer = make_user()
    table = make_table(club=make_club(scorer=scorer), table_correction_minutes=10)
    for number in range(1, 5):
        enter(table, fh_line(dealer=number - 1), number=number)
    for number, actor in ((1, phone(table)), (2, Actor(user_id=scorer.pk))):
        corrections.correct_at_table(
            actor=actor,
            table_id=table.pk,
            leg=1,
            number=number,
            submission_id=uuid.uuid4(),
            record=fh_line(dealer=number - 1, tricks=(7, 3)),
            now=NOW,
        )
    correct_hand(table_id=table.pk, number=3, record=fh_line(dealer=2, tricks=(7, 3)))
    corrections.rule_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=4,
        submission_id=uuid.uuid4(),
        points=[0, 0],
        reason="cards exposed",
        now=NOW,
    )

    path = f"tournaments/{table.round.tournament.slug}/corrections/"
    listed = client_of().get(f"/api/v1/{path}").json()["results"]
    page = client_of().get(f"/{path}").content.decode()

    assert {row["number"]: row["by"] for row in listed} == {1: "table", 2: "scorer", 3: "director", 4: "director"}
    told = [
        words for words in ("at the table", "by a scorer", "by the director") for _ in range(page.count(f"· {words}"))
    ]
    assert told == ["at the table", "by a scorer", "by the director", "by the director"]


def test_standings_that_correct_published_ones_say_why():
    tournament = make_tournament(pairs=2, rounds=2, rules=ONE_HAND)
    table = play_round(make_round(tournament)).tables.get()
    publish(tournament)
    publish(tournament, reason="names mended")
    record = get_table(table.pk).progress.legs[0].game.hands[0].record
    correct_hand(table_id=table.pk, number=1, record={**record, "tricks": [3, 7]})
    first = Publication.objects.get(number=2)

    assert reads_otherwise(tournament, first)
    with pytest.raises(PublicationReasonMissing):
        publish(tournament)
    assert Publication.objects.count() == 2
    publish(tournament, reason="hand 1 was read upside down")

    shown = get_publication(tournament, 2)
    assert (shown.newer.number, shown.newer.reason) == (3, "hand 1 was read upside down")
    assert not reads_otherwise(tournament, Publication.objects.get(number=3))


def publish(tournament, **more):
    return publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW, **more)


def test_corrections_of_a_round_that_was_taken_back_are_not_for_everybody():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(9, 1)))
    who = {"actor": SYSTEM, "round_id": table.round_id, "now": NOW}

    lost = taking_back.preview_taking_back(**who)
    taking_back.take_back_round(reason="wrong list", typed="1", version=lost.version, **who)

    assert [view.kind for view in corrections_of(table.round.tournament)] == ["taken_back"]
