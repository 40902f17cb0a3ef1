"""A night of Five Hundred and an evening of dominoes in one club, with everything that breaks on the way.

Over HTTP only, and against books of our own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rehearsals import audit, people, races, rating_list
from tests.rehearsals.tables import DominoTable, FiveHundredTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rehearsals.evening import Evening, Round
    from tests.rehearsals.stage import Stage

BROKER_KILLS = 3
"""As often in a row the broker is killed while hands are posted, and once more when the round is closed."""


def rehearse(stage: Stage) -> None:
    """Play both evenings, look back at them, and look again after another start."""
    _Nights(stage).run()


class _Nights:
    """Both evenings, one after the other."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.product = stage.product
        self.report = stage.report

    def run(self) -> None:
        """Everything, from the first names to the ratings."""
        self._check_names()
        night = self._night()
        rating_list.check_list(night, self.report, club=self.stage.club, kind="five_hundred")
        dominoes = self._dominoes()
        rating_list.check_list(dominoes, self.report, club=self.stage.club, kind="fives_threes")
        for evening in (night, dominoes):
            self._look_back(evening)
        self.report.say(f"stopped by Ctrl-C after {self.product.stop():.1f} s")
        self.report.say(f"ready again after {self.product.start():.1f} s")
        for evening in (night, dominoes):
            audit.check_hands(evening, self.report, f"after another start, {evening.slug}")

    def _check_names(self) -> None:
        desk, club = self.stage.desk, self.stage.club
        known = [row["name"] for row in desk.get_all(f"clubs/{club}/players/")]
        self.report.equal("all thirty names are at the club as they were written", sorted(known), sorted(people.NAMES))
        again = desk.post(f"clubs/{club}/players/import/", {"text": people.NAMES[3]})
        asked = (again.status_code, again.json()["code"])
        self.report.equal("a name that is there already is asked about, not merged", asked, (409, "players.namesakes"))

    def _night(self) -> Evening:
        """Five Hundred: 15 pairs, 5 rounds, 4 hands a table, and things that break on the way."""
        rules = {"end": "hands", "hands": FiveHundredTable.HANDS}
        night = self.stage.evening(
            FiveHundredTable,
            people.pairs(15, apart=1),
            {"name": "The night", "kind": "five_hundred", "rules": rules, "rounds": 5, "round_minutes": 30},
        )
        scenes: list[tuple[str, Callable[[], None] | None]] = [
            ("nothing is in the way", None),
            ("the worker is killed", self._kill_worker),
            ("the broker is killed again and again", self._kill_broker),
            ("the supervisor is killed between two posts", lambda: self._kill_supervisor(night)),
            ("fifty devices post at once", None),
        ]
        for place, (what, disturb) in enumerate(scenes):
            opened = night.open_round()
            self.report.say(f"night, round {opened.number}: {what}")
            if place == len(scenes) - 1:
                races.race(night, opened, self.product, self.report)
            night.play(opened, disturb=disturb)
            if disturb == self._kill_broker:
                self.product.kill_broker()
            night.close(opened)
            self._tell_times(opened)
            if disturb == self._kill_broker:
                self._check_without_broker(night.rounds[0], opened)
                rating_list.check_list(night, self.report, club=self.stage.club, kind="five_hundred")
        return night

    def _dominoes(self) -> Evening:
        """Fives and Threes: 7 pairs, all against all, best of 3 legs."""
        self.report.say("the dominoes evening")
        evening = self.stage.evening(
            DominoTable,
            people.pairs(7, apart=3),
            {"name": "Dominoes", "kind": "fives_threes", "legs": 3, "legs_mode": "best_of"},
        )
        for _ in range(7):
            opened = evening.open_round()
            evening.play(opened)
            evening.close(opened)
        legs = [leg for played in evening.rounds for table in played.tables for leg in table.legs]
        told = [
            max(leg["scores"])
            for played in evening.rounds
            for table in evening.desk.get(f"rounds/{played.id}/")["tables"]
            for leg in table["legs"]
        ]
        self.report.equal("every leg ends with exactly 61", told, [61] * len(legs))
        events = [event for leg in legs for record in leg.records for event in record.get("events", ())]
        refused = sum(not event["accepted"] for event in events)
        self.report.check(f"among the hands are {refused} events that were refused", holds=refused > 0, seen=events)
        return evening

    def _tell_times(self, opened: Round) -> None:
        self.report.say(
            f"{opened.acknowledged} hands, a post took {1000 * opened.median_post:.0f} ms (median), "
            f"{max(opened.posts):.1f} s (slowest); closed in {opened.closing:.2f} s"
        )

    def _check_without_broker(self, with_broker: Round, without: Round) -> None:
        self.report.check(
            "posts are as quick without the broker",
            holds=without.median_post < 4 * with_broker.median_post + 0.1,
            seen=f"{without.median_post:.3f} s, with it {with_broker.median_post:.3f} s",
        )
        self.report.check(
            "a round is closed as quickly without the broker",
            holds=without.closing < 4 * with_broker.closing + 1,
            seen=f"{without.closing:.2f} s, with it {with_broker.closing:.2f} s",
        )

    def _kill_worker(self) -> None:
        before = self.product.kill_worker()
        self.product.wait(lambda: self.product.worker_pid() not in (None, before), "has no worker again")

    def _kill_broker(self) -> None:
        for _ in range(BROKER_KILLS):
            self.product.kill_broker()

    def _kill_supervisor(self, night: Evening) -> None:
        self.product.kill_supervisor()
        self.report.say(f"ready after the kill in {self.product.start():.1f} s")
        audit.check_kept(night, self.report)

    def _look_back(self, evening: Evening) -> None:
        self.report.say(f"looking back at {evening.slug}")
        audit.check_answers(evening, self.report)
        audit.check_hands(evening, self.report, "at the end")
        whole = evening.kind is DominoTable
        audit.check_seats(evening, self.report, entries=7 if whole else 15, meet_all=whole)
        audit.check_balance(evening, self.report)
        audit.check_standings(evening, self.report)
