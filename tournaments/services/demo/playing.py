"""An evening as it is played: drawn, entered hand by hand by those who may, closed, published."""

from __future__ import annotations

import contextlib
import datetime as dt
import random
import uuid
from dataclasses import dataclass
from typing import Any

from gameplay.errors import HandNumberTaken
from gameplay.models import HandSubmission
from tournaments.actors import Actor
from tournaments.imports import PairLine
from tournaments.models import Club, Publication, Table, TableLink, Tournament
from tournaments.selectors.progress import TableProgress
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, entries, publishing, results, rounds, tournaments
from tournaments.services.confirming import Confirmation
from tournaments.services.demo.evenings import Evening
from tournaments.services.demo.hands import next_hand

BETWEEN_HANDS = dt.timedelta(minutes=6)


@dataclass(frozen=True, slots=True)
class Crew:
    """Those who run an evening."""

    organiser: Actor
    director: Actor
    scorer: Actor


def play_evening(evening: Evening, club: Club, crew: Crew, *, begin: dt.datetime, chance: random.Random) -> Tournament:
    """Play an evening from the first entry to the published standings, or as far as it has got."""
    tournament = tournaments.create_tournament(
        actor=crew.organiser, club_id=club.pk, set_up=evening.set_up, now=begin - dt.timedelta(days=1)
    )
    lines = [PairLine(line, first, second) for line, (first, second) in enumerate(evening.pairs, start=1)]
    entries.admit_lines(actor=crew.director, tournament_id=tournament.pk, lines=lines, now=begin)
    for number in range(1, evening.rounds + 1):
        at = begin + (number - 1) * dt.timedelta(minutes=evening.minutes)
        is_last = evening.is_running and number == evening.rounds
        _play_round(tournament, crew, minutes=evening.minutes, at=at, half=is_last, chance=chance)
    kind = Publication.Kind.PROVISIONAL if evening.is_running else Publication.Kind.FINAL
    publishing.publish_standings(
        actor=crew.director,
        tournament_id=tournament.pk,
        kind=kind,
        now=begin + evening.rounds * dt.timedelta(minutes=evening.minutes),
    )
    return tournament


def _play_round(
    tournament: Tournament, crew: Crew, *, minutes: int, at: dt.datetime, half: bool, chance: random.Random
) -> None:
    draw = rounds.draw_next_round(
        actor=crew.director, tournament_id=tournament.pk, seed=chance.randrange(10_000), now=at
    )
    round_ = rounds.publish_draw(actor=crew.director, draw_id=draw.pk, now=at)
    rounds.start_clock(actor=crew.director, round_id=round_.pk, minutes=minutes, now=at)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    for place, table in enumerate(tables):
        _Scoring(table, crew, chance).play(at=at, hands=place if half else None)
    if half:
        _disagree(tables[1], crew.scorer, at=at + 2 * BETWEEN_HANDS, chance=chance)
    else:
        _mend_a_hand(tables[0], crew.director, at=at + dt.timedelta(minutes=minutes))
        rounds.close_round(actor=crew.director, round_id=round_.pk, now=at + dt.timedelta(minutes=minutes))


class _Scoring:
    """The hands of one table, entered by its link or, at even tables, by the scorer."""

    def __init__(self, table: Table, crew: Crew, chance: random.Random) -> None:
        self.table = table
        self.chance = chance
        self.actor = crew.scorer
        self.source: str = HandSubmission.Source.SCORER
        if table.number % 2:
            link = TableLink.objects.get(
                tournament_id=table.round.tournament_id, table_number=table.number, revoked_at=None
            )
            self.actor = Actor(link_id=link.pk)
            self.source = HandSubmission.Source.TABLE_LINK

    def play(self, *, at: dt.datetime, hands: int | None) -> None:
        """Play the table to its end, or only so many hands."""
        progress = get_table(self.table.pk).progress
        while progress.open_leg is not None and (hands is None or progress.hands_entered < hands):
            at += BETWEEN_HANDS
            progress = self._enter(progress, at=at)

    def _enter(self, progress: TableProgress, *, at: dt.datetime) -> TableProgress:
        leg = progress.open_leg
        assert leg is not None
        return results.record_hand(
            actor=self.actor,
            table_id=self.table.pk,
            leg=leg.number,
            number=leg.game.next_number,
            submission_id=_submission_id(self.chance),
            record=next_hand(leg.game, self.chance),
            source=self.source,
            now=at,
        ).progress


def _disagree(table: Table, scorer: Actor, *, at: dt.datetime, chance: random.Random) -> None:
    """Let a second device send another hand for a number that is entered: the director finds it on the desk."""
    hand = get_table(table.pk).progress.legs[0].game.hands[0]
    with contextlib.suppress(HandNumberTaken):
        results.record_hand(
            actor=scorer,
            table_id=table.pk,
            leg=1,
            number=hand.number,
            submission_id=_submission_id(chance),
            record={"level": 1, "dealer": hand.starter, "contract": None},
            source=HandSubmission.Source.SCORER,
            now=at,
        )


def _mend_a_hand(table: Table, director: Actor, *, at: dt.datetime) -> None:
    """Write the last hand of a table down again, as a director does who was shown the paper slip."""
    leg = get_table(table.pk).progress.legs[-1]
    hand = leg.game.hands[-1]
    what: dict[str, Any] = {
        "actor": director,
        "table_id": table.pk,
        "leg": leg.number,
        "number": hand.number,
        "record": dict(hand.record),
        "now": at,
    }
    corrections.correct_hand(
        submission_id=uuid.uuid5(uuid.NAMESPACE_OID, f"{table.pk}"),
        reason="checked against the paper slip",
        confirmation=Confirmation(corrections.preview_hand_correction(**what).version),
        **what,
    )


def _submission_id(chance: random.Random) -> uuid.UUID:
    return uuid.UUID(int=chance.getrandbits(128), version=4)
