"""Two people, two phones and a bad network: what was entered once is there once, and the same for everybody."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from gameplay.models import HandRecord, HandSubmission
from tests.api import client_of, refusal
from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import AuditEntry, Table, TableLink
from tournaments.selectors.rights import link_token
from tournaments.services import publishing, rulings

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def phone_at(table: Table):
    """Return a phone that has just opened its table's link, and has nothing but that."""
    link = TableLink.objects.get(tournament=table.round.tournament, table_number=table.number)
    TableLink.objects.filter(pk=link.pk).update(expires_at=timezone.now() + dt.timedelta(hours=1))
    return client_of(link=link_token(link))


def test_phone_that_was_restarted_in_the_hall_has_its_table_and_sends_its_hand_again():
    """The network went, the phone was switched off and on, and the scorer did not know whether the hand was in."""
    table = make_table()
    path = f"/api/v1/tables/{table.pk}/hands/"
    draft = {"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0)}
    first = phone_at(table).post(path, draft, format="json")

    restarted = phone_at(table)
    seen = restarted.get("/api/v1/table-link/")
    again = restarted.post(path, draft, format="json")

    assert (seen.status_code, seen.cookies) == (200, {})
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["hand"]["record_id"] == first.json()["hand"]["record_id"]
    assert HandRecord.objects.count() == 1


def test_hand_has_two_results_that_both_count():
    """Somebody confirmed a second result beside the first, and which of the two won depended on where one looked."""
    table = make_table()
    kept = HandRecord.objects.get(pk=enter(table, fh_line(dealer=0), number=1).hand.record_id)
    what = {"game": kept.game, "number": 1, "submission": kept.submission, "created_at": NOW}

    with pytest.raises(IntegrityError, match="one_current_record_per_hand"), transaction.atomic():
        HandRecord.objects.create(**what)
    again = {"submission_id": kept.submission.submission_id, "number": 2, "payload": {}, "received_at": NOW}
    with pytest.raises(IntegrityError, match="submission_kept_once"), transaction.atomic():
        HandSubmission.objects.create(game=kept.game, source="scorer", outcome="kept", **again)

    assert list(HandRecord.objects.all()) == [kept]


def test_table_has_two_decisions_that_both_count():
    """The same with the table itself: two directors each decided it, differently."""
    table = make_table()
    first = rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="a glass of wine", now=NOW)

    with pytest.raises(IntegrityError, match="one_ruling_of_a_table"), transaction.atomic():
        type(first).objects.create(table=table, kind="void", reason="water", made_at=NOW)

    assert list(table.rulings.all()) == [first]


@pytest.mark.django_db(transaction=True)
def test_six_phones_send_at_the_same_moment_and_none_is_lost():
    """At the end of a round all tables pressed the button together, and half of what they had sent was gone."""
    round_ = make_round(make_tournament(pairs=12, rules=ONE_HAND))
    tables = list(round_.tables.order_by("number"))
    lines = [
        fh_line(dealer=table.legs.get().game.starters[0], tricks=(7 + index % 4, 3 - index % 4))
        for index, table in enumerate(tables)
    ]

    def send(index: int) -> str:
        recorded = enter(tables[index], lines[index], number=1, source="table_link")
        return "complete" if recorded.progress.is_complete else "open"

    assert run_together(6, send) == ["complete"] * 6

    stored = HandRecord.objects.order_by("game__leg__table__number").select_related("submission")
    assert [record.submission.payload for record in stored] == lines


def test_side_that_reports_second_is_not_shown_the_other_way_round():
    """East and West entered the hand, and everybody read their points as those of North and South."""
    answers, agreed = [], []
    for side in (0, 1):
        table = make_table(agreement="hand", rules=ONE_HAND)
        post = {"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0, seat=1), "side": side}
        post["record"]["tricks"] = [2, 8]
        phone = phone_at(table)
        answers.append(phone.post(f"/api/v1/tables/{table.pk}/hands/", post, format="json").json())
        agreed.append(phone.get("/api/v1/table-link/").json()["agreement"]["hands"][0]["agreed"])

    assert [answer["hand"]["points"] for answer in answers] == [[20, 140], [20, 140]]
    assert [answer["hand"]["record"]["contract"]["seat"] for answer in answers] == [1, 1]
    assert agreed == [[0], [1]]


def test_phone_of_another_table_scores_the_wrong_people():
    """A tablet was carried to the next table, and nobody noticed whose hand it had entered."""
    tournament = make_tournament(pairs=4, rules=ONE_HAND)
    mine, theirs = make_round(tournament).tables.order_by("number")
    phone = phone_at(mine)
    post = {"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0)}
    before = everything()

    assert refusal(phone.post(f"/api/v1/tables/{theirs.pk}/hands/", post, format="json")) == (403, "link.other_table")
    assert everything() == before


def test_score_that_does_not_reach_the_page_without_a_trick():
    """An operator had to change a result and change it back, so that the page noticed it."""
    tournament = make_tournament(pairs=2, rules=ONE_HAND, rounds=2)
    standings = f"/api/v1/tournaments/{tournament.slug}/standings/"

    def points() -> list[str]:
        rows = client_of().get(standings).json()["rows"]
        return sorted(row["values"]["points"]["shown"] for row in rows)

    assert points() == ["0", "0"]
    play_round(make_round(tournament))

    assert points() == ["140", "20"]


@pytest.mark.parametrize("kind", ["provisional", "final"])
def test_publishing_twice_what_may_not_have_come_through(kind):
    """The button seemed to do nothing and was pressed again: now there were two lists, and which one counted?"""
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=2, rules=ONE_HAND, rounds=2)
    path = f"/api/v1/tournaments/{tournament.slug}/publications/"
    desk = client_of(director)
    play_round(make_round(tournament))

    answers = [desk.post(path, {"kind": kind}, format="json") for _ in range(2)]
    with_reason = desk.post(path, {"kind": kind, "reason": "with the cut"}, format="json")

    assert [(answer.status_code, answer.json()["number"]) for answer in answers] == [(201, 1), (200, 1)]
    assert (with_reason.status_code, with_reason.json()["number"]) == (201, 2)
    assert AuditEntry.objects.filter(action="standings.published").count() == 2


def test_published_page_is_old_and_nobody_sees_which_it_is():
    """What hung on the wall and what was on the phones differed, and nothing told which of them was newer."""
    tournament = make_tournament(pairs=2, rules=ONE_HAND, rounds=2)
    where = f"/tournaments/{tournament.slug}/publications/"
    for _ in range(2):
        play_round(make_round(tournament))
        publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)

    old, new = (client_of().get(f"{where}{number}/").content.decode() for number in (1, 2))

    assert "Standings no. 1" in old
    assert "after 1 round" in old
    assert "Newer standings have been published since." in old
    assert "Standings no. 2" in new
    assert "Newer standings have been published since." not in new
