"""One of the processes of ``rated_at_once``: plays, corrects, opens again, dates back, merges, and rates, at random.

It speaks to the services, as a web process does, and to the drain and the refresh, as a worker does. Prints how many of
each it did, as JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import json
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from collections.abc import Callable

RACE: dict[str, Any] = {"end": "race"}
LINES = {
    "won": ("10NT", 0, (10, 0)),
    "lost": ("10NT", 1, (0, 10)),
    "open": ("6S", 0, (7, 3)),
}
"""Contract, declarer and tricks of the one hand of a race: either side wins with it, or the game goes on."""
DAYS = 60
LOOKS = 8
"""How often one looks at what a correction would move before giving up."""


def main() -> None:
    """Act, and say what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("club")
    parser.add_argument("--acts", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args()
    django.setup()
    actor = _Actor(given.club, random.Random(given.seed))
    for _ in range(given.acts):
        actor.act()
    json.dump(actor.done, sys.stdout)


class _Actor:
    def __init__(self, club: str, chance: random.Random) -> None:
        from tournaments.models import Club, Player

        self.club = Club.objects.get(slug=club)
        self.players = list(Player.objects.filter(memberships__club=self.club).order_by("pk"))
        self.chance = chance
        self.tables: list[Any] = []
        self.merges: list[int] = []
        self.done: Counter[str] = Counter()

    def act(self) -> None:
        from gameplay.errors import DomainError
        from ratings.services.drain import drain
        from ratings.services.refresh import refresh_dirty_pools

        ways: list[tuple[int, Callable[[], str]]] = [
            (8, self._play),
            (8, self._correct),
            (3, self._merge),
            (2, self._undo_merge),
        ]
        (way,) = self.chance.choices([way for _, way in ways], [weight for weight, _ in ways])
        try:
            self.done[way()] += 1
        except DomainError as error:
            # Somebody else was quicker: whoever looked has to look again, which is not the point here.
            self.done[error.code] += 1
        drain(now=_now())
        refresh_dirty_pools(now=_now())

    def _play(self) -> str:
        """Play a round of one table; some of them on a day of long ago."""
        self._play_with(self.chance.sample(self.players, 4))
        return "played"

    def _play_with(self, players: list[Any]) -> None:
        from tests.hands import enter, fh_line
        from tests.ratings.factories import make_round, seat
        from tournaments.actors import SYSTEM
        from tournaments.services import rounds

        day = _now().date() - dt.timedelta(days=self.chance.randrange(DAYS))
        round_ = make_round(self.club, day=day, slug=f"night-{self.chance.getrandbits(60)}", rules=RACE)
        table = seat(round_, [players[:2], players[2:]], number=1)
        bid, declarer, tricks = LINES[self.chance.choice(["won", "lost"])]
        enter(table, fh_line(dealer=0, seat=declarer, bid=bid, tricks=tricks), number=1, now=_now())
        rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=_now())
        self.tables.append(table)

    def _correct(self) -> str:
        """Correct a result of any process: the other side wins it, or the game is open again and counts no more."""
        from tests.hands import correct_hand, fh_line
        from tournaments.correction_errors import ConsequencesChanged
        from tournaments.models import Table

        there = Table.objects.filter(round__tournament__club=self.club).order_by("pk").values_list("pk", flat=True)
        if not there:
            return "nothing there"
        name = self.chance.choice([*LINES])
        bid, declarer, tricks = LINES[name]
        line = fh_line(dealer=0, seat=declarer, bid=bid, tricks=tricks)
        table_id = self.chance.choice(list(there))
        for _ in range(LOOKS):
            # Whoever's ratings have moved since the look has to look again.
            with contextlib.suppress(ConsequencesChanged):
                correct_hand(table_id=table_id, number=1, record=line, now=_now())
                return "opened again" if name == "open" else "corrected"
        return "looked in vain"

    def _merge(self) -> str:
        """Let somebody play under another record, and find out that it is one of the others."""
        from tests.ratings.factories import make_player
        from tournaments.actors import SYSTEM
        from tournaments.services import merging

        kept, *others = self.chance.sample(self.players, 4)
        twice = make_player(self.club, f"Double {self.chance.getrandbits(40):x}")
        self._play_with([twice, *others])
        merge = merging.merge_players(actor=SYSTEM, kept_id=kept.pk, merged_id=twice.pk, now=_now())
        self.merges.append(merge.pk)
        return "merged"

    def _undo_merge(self) -> str:
        from tournaments.actors import SYSTEM
        from tournaments.services import merging

        if not self.merges:
            return "nothing there"
        merging.undo_merge(actor=SYSTEM, merge_id=self.merges.pop(), now=_now())
        return "merge undone"


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


if __name__ == "__main__":
    main()
