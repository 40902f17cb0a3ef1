"""The first page, and how far one tournament is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.actors import Actor
from tournaments.models import Club, DrawJob, Entry, Publication, Round, Tournament
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.clubs import clubs
from tournaments.selectors.draw_jobs import open_job_of
from tournaments.selectors.draws import draws_ahead
from tournaments.selectors.tournaments import TournamentView, tournaments, view_tournament

SHOWN = 50


@dataclass(frozen=True, slots=True)
class HomePage:
    """What is on: the clubs that somebody works for, all clubs, and what is running or was last finished."""

    own_clubs: tuple[Club, ...]
    clubs: tuple[Club, ...]
    running: tuple[Tournament, ...]
    finished: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """How far a tournament is. ``current`` is the latest round that is published, ``draft`` one that is not yet."""

    view: TournamentView
    entries: int
    playing: int
    rounds: tuple[Round, ...]
    taken_back: tuple[Round, ...]
    publications: tuple[Publication, ...]
    drawing: DrawJob | None

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.view.tournament

    @property
    def is_cup(self) -> bool:
        """Whether it is a knock-out, which has a bracket to show."""
        return MOVEMENTS[self.view.stage.movement].knocks_out

    @property
    def draft(self) -> Round | None:
        """The round that waits to be published."""
        return next((row for row in self.rounds if row.status == Round.Status.DRAFT), None)

    @property
    def current(self) -> Round | None:
        """The latest round that people sit in, or sat in."""
        return next((row for row in reversed(self.rounds) if row.status not in Round.NOT_PLAYED), None)

    @property
    def published(self) -> int:
        """The number of the latest round that people sit in, or sat in; 0 before the first."""
        return self.current.number if self.current else 0

    @property
    def in_play(self) -> Round | None:
        """The round in play."""
        return next((row for row in self.rounds if row.status == Round.Status.PUBLISHED), None)

    @property
    def may_draw_ahead(self) -> bool:
        """Whether the next round can be drawn while one is in play."""
        more = len(self.rounds) < self.view.rounds_planned
        return self.in_play is not None and self.draft is None and more and draws_ahead(self.view.stage)

    @property
    def next_number(self) -> int:
        """The number of the round that would be drawn next."""
        return len(self.rounds) + 1

    @property
    def step(self) -> str:
        """What comes next: ``enter``, ``draw``, ``drawing``, ``draft``, ``play``, ``finish`` or ``finished``."""
        if self.tournament.status == Tournament.Status.FINISHED:
            return "finished"
        if self.drawing is not None:
            return "drawing"
        if self.in_play is not None:
            return "play"
        if self.draft is not None:
            return "draft"
        if len(self.rounds) >= self.view.rounds_planned:
            return "finish"
        return "draw" if self.playing >= self.entries_a_table else "enter"

    @property
    def entries_a_table(self) -> int:
        """How many pairs, or individuals, fill a table."""
        size: int = self.view.settings["table_size"]
        return size if self.tournament.entry_kind == Tournament.EntryKind.PLAYER else size // 2


def home_page(actor: Actor) -> HomePage:
    """Return the first page as somebody sees it."""
    own = clubs().filter(roles__user_id=actor.user_id) if actor.user_id is not None else clubs().none()
    return HomePage(
        own_clubs=tuple(own),
        clubs=tuple(clubs()[:SHOWN]),
        running=tuple(tournaments(status=Tournament.Status.RUNNING)[:SHOWN]),
        finished=tuple(tournaments(status=Tournament.Status.FINISHED)[:10]),
    )


def overview_of(tournament: Tournament) -> Overview:
    """Return how far a tournament is."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number", "pk"))
    counted = Counter(Entry.objects.filter(tournament=tournament).values_list("status", flat=True))
    return Overview(
        view=view_tournament(tournament),
        entries=counted.total(),
        playing=counted[Entry.Status.ACTIVE],
        rounds=tuple(row for row in rounds if row.status != Round.Status.TAKEN_BACK),
        # A draft that went with the round before it has nothing to show.
        taken_back=tuple(row for row in rounds if row.status == Round.Status.TAKEN_BACK and row.published_at),
        publications=tuple(Publication.objects.filter(tournament=tournament).order_by("-number")),
        drawing=open_job_of(tournament.pk),
    )
