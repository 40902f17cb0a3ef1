"""Tables in play for the benchmark, made through the services; prints the token and the tables as JSON."""

from __future__ import annotations

import json
import sys

import django

HANDS = 12
PAIRS = 40
"""Pairs of one tournament; half as many tables."""


def main() -> None:
    """Make enough tables for so many hands as the command line says."""
    django.setup()

    from django.contrib.auth import get_user_model  # noqa: PLC0415 - Django has to be set up first
    from django.utils import timezone  # noqa: PLC0415
    from knox.models import AuthToken  # noqa: PLC0415

    from gameplay.models import Game  # noqa: PLC0415
    from tournaments.actors import Actor  # noqa: PLC0415
    from tournaments.imports import PairLine  # noqa: PLC0415
    from tournaments.services import clubs, entries, rounds, tournaments  # noqa: PLC0415
    from tournaments.set_up import SetUp  # noqa: PLC0415

    now = timezone.now()
    user = get_user_model().objects.create_user(username="bench")
    actor = Actor(user_id=user.pk)
    club = clubs.create_club(actor=actor, name="Bench", time_zone="Europe/Vilnius", now=now)
    needed = -(-int(sys.argv[1]) // (HANDS * 8)) * 8
    while Game.objects.count() < needed:
        set_up = SetUp(name="Night", kind="five_hundred", rules={"end": "hands", "hands": HANDS}, rounds=1)
        tournament = tournaments.create_tournament(actor=actor, club_id=club.pk, set_up=set_up, now=now)
        lines = [PairLine(line, f"{tournament.pk} {line} A", f"{tournament.pk} {line} B") for line in range(PAIRS)]
        entries.admit_lines(actor=actor, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=now)
        draw = rounds.draw_next_round(actor=actor, tournament_id=tournament.pk, now=now)
        rounds.publish_draw(actor=actor, draw_id=draw.pk, now=now)
    games = Game.objects.order_by("pk").values_list("leg__table_id", "starters")
    tables = [(table, starters[0]) for table, starters in games]
    print(json.dumps({"token": AuthToken.objects.create(user=user)[1], "hands": HANDS, "tables": tables}))


if __name__ == "__main__":
    main()
