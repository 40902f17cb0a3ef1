"""Standings kept as numbered snapshots."""

from __future__ import annotations

import uuid

import pytest

from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import correct_hand, play_out, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    NothingToPublish,
    RightMissing,
    TableUnfinished,
    TournamentFinished,
    TournamentUnfinished,
)
from tournaments.models import Draw, Membership, Publication, Round, Tournament
from tournaments.selectors.publications import get_publication
from tournaments.selectors.tables import get_table
from tournaments.services import publishing, rounds, tournaments

pytestmark = pytest.mark.django_db


def publish(tournament: Tournament, kind: str = "provisional", **more: object) -> Publication:
    values = {"actor": SYSTEM, "now": NOW, **more}
    return publishing.publish_standings(tournament_id=tournament.pk, kind=kind, **values)


def test_publish_standings_numbers_the_snapshots():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))

    numbers = [publish(tournament).number, publish(tournament, reason="names mended").number]

    assert numbers == [1, 2]
    assert [view.reason for view in Publication.objects.order_by("number")] == ["", "names mended"]


def test_publish_standings_counts_closed_rounds_only():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))
    play_out(make_round(tournament).tables.get())

    publication = publish(tournament)

    assert publication.snapshot["rounds_closed"] == 1
    assert [row["tables_played"] for row in publication.snapshot["rows"]] == [1, 1]


def test_publish_standings_keeps_ids_and_shows_the_names_of_today():
    tournament = make_tournament(pairs=2)
    play_round(make_round(tournament))
    publish(tournament)
    Membership.objects.filter(display_name=Membership.objects.first().display_name).update(display_name="Žanna Nguyễn")

    shown = get_publication(tournament, 1)

    assert any("Žanna Nguyễn" in row.entry_name for row in shown.rows)
    assert "Žanna" not in str(Publication.objects.get().snapshot)


def test_publish_standings_stays_as_it_was_when_more_is_played():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament), winner=0)
    publish(tournament)
    before = Publication.objects.get().snapshot

    play_round(make_round(tournament), winner=1)
    publish(tournament)

    assert get_publication(tournament, 1).publication.snapshot == before
    assert not get_publication(tournament, 1).is_latest
    assert get_publication(tournament, 2).is_latest


def test_publish_standings_final_finishes_the_tournament():
    tournament = make_tournament(pairs=2)
    play_round(make_round(tournament))

    publish(tournament, "final")

    stored = Tournament.objects.get()
    assert (stored.status, stored.finished_at) == (Tournament.Status.FINISHED, NOW)


def test_publish_standings_final_with_an_open_round_is_refused():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))
    make_round(tournament)

    with pytest.raises(TournamentUnfinished):
        publish(tournament, "final")

    assert not Publication.objects.exists()
    assert Tournament.objects.get().status == Tournament.Status.RUNNING


def test_publish_standings_before_a_closed_round_is_refused():
    tournament = make_tournament(pairs=2)

    with pytest.raises(NothingToPublish):
        publish(tournament)

    assert not Publication.objects.exists()


def test_publish_standings_by_a_scorer_is_refused():
    scorer = make_user()
    tournament = make_tournament(make_club(scorer=scorer), pairs=2)
    play_round(make_round(tournament))

    with pytest.raises(RightMissing):
        publish(tournament, actor=Actor(user_id=scorer.pk))

    assert not Publication.objects.exists()


def test_publish_standings_final_with_a_table_that_a_correction_opened_again_is_refused():
    tournament = make_tournament(pairs=2, kind="fives_threes")
    table = play_round(make_round(tournament)).tables.get()
    last = get_table(table.pk).progress.legs[0].game.hands[-1]
    correct_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=last.number,
        submission_id=uuid.uuid4(),
        record={**last.record, "points": [0, 0], "end": "blocked"},
        reason="nobody was out",
        now=NOW,
    )

    with pytest.raises(TableUnfinished) as refusal:
        publish(tournament, "final")

    assert refusal.value.params == {"table": 1, "number": 1}
    assert not Publication.objects.exists()
    assert Tournament.objects.get().status == Tournament.Status.RUNNING


def test_publish_standings_final_leaves_a_draft_aside_until_the_tournament_goes_on():
    tournament = make_tournament(pairs=2, rounds=2)
    play_round(make_round(tournament))
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    publish(tournament, "final")

    with pytest.raises(TournamentFinished):
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
    with pytest.raises(TournamentFinished):
        rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, now=NOW)
    assert (Draw.objects.get(pk=draft.pk).status, Draw.objects.count()) == (Draw.Status.DRAFT, 2)

    tournaments.reopen_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    assert rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW).status == Round.Status.PUBLISHED
