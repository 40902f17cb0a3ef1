"""Things to take along in a file: tournaments in which much has happened, made through the services."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import connection

from gameplay.errors import HandNumberTaken
from gameplay.models import HandSubmission
from gameplay.selectors import PlayedHand
from ratings.models import RatingState
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import correct_hand, enter, fh_line, keep_all, play_out, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.file_layout import written
from tournaments.models import Adjustment, Club, Entry, Player, Table, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import (
    adjustments,
    agreeing,
    clubs,
    corrections,
    disputing,
    entry_corrections,
    keying,
    links,
    partner_draws,
    publishing,
    rounds,
)
from tournaments.services.exporting import export_club, export_tournament

APPS = ("gameplay", "tournaments", "ratings")
FAR = 777_000_000
"""Where ids begin if they are to be told apart from all other numbers."""
_APART = 100_000


def tell_ids_apart() -> None:
    """Let every table of the product give ids that no other number looks like, each table its own."""
    # What another test kept under the same ids is something else.
    cache.clear()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, pg_get_serial_sequence(table_name, 'id') FROM information_schema.columns"
            " WHERE column_name = 'id' AND table_schema = 'public' AND (table_name ~ '^(gameplay|tournaments)_'"
            " OR table_name = 'auth_user') ORDER BY table_name"
        )
        for place, (_table, sequence) in enumerate(cursor.fetchall()):
            cursor.execute("SELECT setval(%s, %s)", [sequence, FAR + place * _APART])


def file_of(tournament: Tournament) -> bytes:
    """Return a tournament as a file."""
    return export_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def file_of_club(club: Club) -> bytes:
    """Return a club as a file."""
    return export_club(actor=SYSTEM, club_id=club.pk, now=NOW)


def empty_the_database() -> None:
    """Take everything of the product away, as in an installation that has just been made."""
    with connection.cursor() as cursor:
        # What was deferred is checked first: no table with open checks can be emptied.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        tables = [model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()]
        cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    cache.clear()


def standings_by_name(tournament: Tournament) -> bytes:
    """Return the standings as JSON with names in the place of ids."""
    standings = standings_of(tournament)
    rows = [
        {**asdict(row), "entry_id": None, "adjusted": [str(view.amount) for view in row.adjusted]}
        for row in standings.rows
    ]
    return json.dumps([standings.version, standings.columns, standings.criteria, rows], sort_keys=True).encode()


def states_by_uid() -> list[tuple[Any, ...]]:
    """Return all states of all rating pools, with uids in the place of ids."""
    rows = RatingState.objects.order_by("pool__club__uid", "pool__kind", "player__uid", "period")
    return list(rows.values_list("pool__club__uid", "pool__kind", "player__uid", "period", "mu", "sigma", "tables"))


ODD_NAMES = ("Zoë", "O'Brien", "Nguyễn Thị Minh", "Smith, Jr", "W" * 60, "\u200fמשה כהן", '=1+1 "x"', "Łukasz \\u0000")


def make_eventful_club() -> Club:
    """Return a club in which nearly everything has happened that can: two games, all kinds of tables and of trouble."""
    organiser = make_user()
    club = make_club('Ó "Club" <b>', organiser=organiser)
    players = [make_player(club, name) for name in ODD_NAMES]
    _pairs_with_disputes(club, players, Actor(user_id=organiser.pk, address="192.0.2.7"))
    dominoes = make_tournament(club, kind="fives_threes", pairs=4, legs=3, legs_mode="best_of", rounds=2, name="Three")
    play_round(make_round(dominoes))
    play_out(make_round(dominoes).tables.get(number=2), winner=1)
    sixes = make_tournament(club, people=6, table_size=6, teams="three_pairs", movement="individual", rounds=1)
    make_round(sixes)
    _was_somebody_else(sixes)
    _drawn_partners(club)
    return club


def _pairs_with_disputes(club: Club, players: list[Player], actor: Actor) -> None:
    rules = {"end": "hands", "hands": 2}
    tournament = make_tournament(club, rules=rules, movement="swiss", rounds=3, agreement="hand", actor=actor)
    pairs = [make_entry(tournament, make_partnership(club, *players[at : at + 2])) for at in range(0, 8, 2)]
    first, second = make_round(tournament).tables.order_by("number")
    play_out(first)
    enter(second, fh_line(dealer=seat_of(second)), number=1, actor=actor, side=0)
    enter(second, fh_line(dealer=seat_of(second)), number=2, source=HandSubmission.Source.DIRECTOR)
    with suppress(HandNumberTaken):
        enter(second, {**fh_line(dealer=0), "note": None, "long": 2**70}, number=1)
    hands = hands_at(second)
    agreeing.agree(actor=actor, table_id=second.pk, side=1, record_ids=[hands[0].record_id], now=NOW)
    for number, record in ((1, (7, 3)), (2, (9, 1))):
        disputing.dispute_hand(
            actor=SYSTEM,
            table_id=second.pk,
            leg=1,
            number=number,
            submission_id=uuid.uuid4(),
            side=1,
            record_id=hands_at(second)[number - 1].record_id,
            record=fh_line(dealer=hands[number - 1].starter, tricks=record),
            source=HandSubmission.Source.SCORER,
            now=NOW,
        )
    post = HandSubmission.objects.filter(outcome="disputed").earliest("pk")
    disputing.keep_books(actor=actor, submission_key=post.pk, reason="both remember it", now=NOW)
    correct_hand(table_id=second.pk, number=2, record=fh_line(dealer=hands[1].starter, tricks=(6, 4)), actor=actor)
    seen = corrections.preview_hand_ruling(actor=actor, table_id=second.pk, leg=1, number=2, points=[50, 0], now=NOW)
    corrections.rule_hand(
        actor=actor,
        table_id=second.pk,
        leg=1,
        number=2,
        submission_id=uuid.uuid4(),
        points=[50, 0],
        reason="cards were seen",
        confirmation=keep_all(seen),
        now=NOW,
    )
    for table in (first, second):
        records = [hand.record_id for hand in hands_at(table)]
        agreeing.confirm_hands(actor=actor, table_id=table.pk, record_ids=records, reason="by hand", now=NOW)
    rounds.close_round(actor=actor, round_id=first.round_id, now=NOW)
    _keyed_twice(first)
    _decided_besides(tournament, pairs, actor)
    rounds.draw_next_round(actor=actor, tournament_id=tournament.pk, now=NOW)


def _keyed_twice(table: Table) -> None:
    """Key a sheet a second time, with one hand that differs, and begin another one that is given back."""
    keyer = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=table.round.tournament.club_id, user_id=keyer.pk, role="scorer", now=NOW)
    actor = Actor(user_id=keyer.pk)
    mine, other = keying.take_pile(actor=actor, round_id=table.round_id, now=NOW)
    for hand in hands_at(table):
        record = {**hand.record, "tricks": [7, 3]} if hand.number == 1 else dict(hand.record)
        keying.key_hand(
            actor=actor,
            sheet_id=mine.pk,
            leg=1,
            number=hand.number,
            submission_id=uuid.uuid4(),
            record=record,
            now=NOW,
        )
    keying.hand_in(actor=actor, sheet_id=mine.pk, now=NOW)
    keying.give_back(actor=actor, sheet_id=other.pk, now=NOW)


def _decided_besides(tournament: Tournament, pairs: list[Entry], actor: Actor) -> None:
    what = {"actor": actor, "tournament_id": tournament.pk, "now": NOW}
    for entry, amount in ((pairs[0], -1), (pairs[1], "1/2")):
        adjustments.add_adjustment(
            entry_id=entry.pk, metric="table_points", amount=amount, round_number=1, reason="late", **what
        )
    adjustments.record_decision(kind="cut", order=[pairs[2].pk, pairs[3].pk], reason="king over nine", **what)
    publishing.publish_standings(kind="provisional", **what)
    row = Adjustment.objects.latest("pk")
    seen = adjustments.preview_taking_back(actor=actor, adjustment_id=row.pk, now=NOW)
    adjustments.take_back_adjustment(
        actor=actor, adjustment_id=row.pk, reason="was there", confirmation=keep_all(seen), now=NOW
    )
    publishing.publish_standings(kind="provisional", reason="an award taken back", **what)
    links.renew_link(actor=actor, tournament_id=tournament.pk, table_number=1, now=NOW)


def _was_somebody_else(tournament: Tournament) -> None:
    """Put somebody new into the first entry, and into the seats of who was entered in their place."""
    entry = tournament.entries.order_by("number").first()
    assert entry is not None
    wrong = entry.line_up.order_by("place").values_list("player_id", flat=True)[0]
    what: dict[str, Any] = {
        "actor": SYSTEM,
        "entry_id": entry.pk,
        "player_out_id": wrong,
        "right": entry_corrections.RightPerson(name="Zoë Twin"),
        "now": NOW,
    }
    seen = entry_corrections.preview_entry_correction(**what)
    entry_corrections.correct_entry(**what, reason="a namesake", confirmation=keep_all(seen))


def _drawn_partners(club: Club) -> None:
    """A tournament whose individuals were drawn into pairs: their sign-ups are gone and named still."""
    tournament = make_tournament(club, people=8, movement="individual", rounds=2, name="Drawn")
    partner_draws.draw_pairs(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def seat_of(table: Table) -> int:
    """Return the seat that deals the next hand."""
    following = get_table(table.pk).next_hand
    assert following is not None
    return following.starter


def hands_at(table: Table) -> tuple[PlayedHand, ...]:
    """Return the hands of the first leg."""
    return get_table(table.pk).progress.legs[0].game.hands


def forged(content: bytes, edit: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """Return a file whose records were edited, with counts and a checksum that are right again."""
    lines = content.decode().split("\n")
    header = json.loads(lines[0].removeprefix('{"header": ').removesuffix(","))
    records = [json.loads(line.removesuffix(",")) for line in lines[2:-3]]
    edit(records)
    header["counts"] = dict(Counter(next(iter(record)) for record in records))
    return written(header, [json.dumps(record, ensure_ascii=False).encode() for record in records])


def file_of_another_club(player: Player) -> bytes:
    """Return the file of a club that is not here, with nobody in it but a player of one that is."""
    club = Club.objects.get(memberships__player=player)
    content = export_club(actor=SYSTEM, club_id=club.pk, now=NOW)

    def leave_out_the_rest(records: list[dict[str, Any]]) -> None:
        own = [of_kind([one], "player") or of_kind([one], "membership") for one in records]
        records[:] = [
            one
            for one, fields in zip(records, own, strict=True)
            if "club" in one or (fields and str(player.uid) in fields[0].values())
        ]

    return forged(content.replace(str(club.uid).encode(), str(uuid.uuid4()).encode()), leave_out_the_rest)


def of_kind(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Return the fields of all records of one kind."""
    return [record[kind] for record in records if kind in record]
