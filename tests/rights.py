"""One club night in every state that matters for rights, who may come to it, and how each service is asked there."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import ratings.services
import tournaments.services
from gameplay.errors import DomainError
from gameplay.models import HandSubmission
from gameplay.services import Post
from ratings.services import rebuild_jobs
from ratings.services.pools import find_or_open_pool
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_tournament,
    make_user,
)
from tests.hands import fh_line, keep_all, play_out
from tournaments.actors import SYSTEM, Actor
from tournaments.imports import NameLine, PairLine
from tournaments.models import BulkAct, Club, Draw, DrawJob, Entry, LineUp, Round, Table, TableLink, Tournament
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.invitations import path_of
from tournaments.selectors.tables import get_table
from tournaments.services import (
    absences,
    adjustments,
    corrections,
    disputing,
    entry_corrections,
    forbidden,
    handicaps,
    invitations,
    merging,
    partner_draws,
    publishing,
    reseating,
    results,
    rounds,
    rulings,
    sealing,
    series,
    sit_outs,
    substitutes,
    taking_back,
)
from tournaments.services.confirming import Confirmation
from tournaments.services.entry_corrections import RightPerson
from tournaments.services.exporting import export_club
from tournaments.services.series import SeriesSettings
from tournaments.set_up import SetUp

STATES = ("new", "draft", "playing", "played", "closed", "finished", "sealed")
"""No round yet; a draft of round 1; it is in play; all its tables are complete; closed; final standings; sealed."""

_BY_KEYWORD = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
TWO_HANDS = {"end": "hands", "hands": 2}


@dataclass(frozen=True)
class Night:
    """A tournament in some state, and what a call can be made about; None where there is no such thing yet."""

    state: str
    club: Club
    tournament: Tournament
    entries: list[Entry]
    gone: Entry
    outsider: int
    scorer_id: int
    adjustment_id: int
    decision_id: int
    sign_ups: Tournament
    paired: Tournament
    job_id: int
    draft: Draw | None
    round: Round | None
    table: Table | None
    ruled_table: Table | None
    late: list[Entry]
    substitution_id: int | None
    post: HandSubmission | None
    pair_id: int

    @cached_property
    def file(self) -> bytes:
        """The club as a file."""
        return export_club(actor=SYSTEM, club_id=self.club.pk, now=NOW)

    def hand_ids(self) -> list[int]:
        """Return the current hands of the table."""
        return _hand_ids(self.table)


def services() -> dict[str, Callable[..., Any]]:
    """Return every public service that acts for somebody: by module and name.

    They take everything by keyword; what is called inside their transactions takes something by place.
    """
    found = {}
    for module in _modules():
        for name, function in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(function) or function.__module__ != module.__name__:
                continue
            parameters = inspect.signature(function).parameters
            if "actor" in parameters and all(one.kind in _BY_KEYWORD for one in parameters.values()):
                of = module.__name__.removeprefix("tournaments.services.").replace("ratings.services.", "ratings.")
                found[f"{of}.{name}"] = function
    return found


def _modules() -> Iterator[Any]:
    for package in (tournaments.services, ratings.services):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".demo" not in found.name:
                yield importlib.import_module(found.name)


def make_people(club: Club, tournament: Tournament) -> dict[str, Actor]:
    """Return one of each who may come: users by their role, and table links by what they are for."""
    of_table_1 = TableLink.objects.filter(tournament=tournament, table_number=1, revoked_at=None).first()
    links = {
        "link here": of_table_1 or _link(tournament, 1),
        "link of another table": _link(tournament, 9),
        "link of another night": _link(make_tournament(), 1),
        "dead link": _link(tournament, 8, revoked_at=NOW),
    }
    roles = {role.role: Actor(user_id=role.user_id) for role in club.roles.all()}
    stranger = make_user()
    make_club("Other Club", organiser=stranger)
    return {
        "public": Actor(),
        "user": Actor(user_id=make_user().pk),
        "stranger": Actor(user_id=stranger.pk),
        **{name: Actor(link_id=link.pk) for name, link in links.items()},
        "scorer": roles["scorer"],
        "director": roles["director"],
        "organiser": roles["organiser"],
        "admin": Actor(user_id=make_user(is_superuser=True).pk, is_admin=True),
    }


def _link(tournament: Tournament, number: int, **more: Any) -> TableLink:
    made = {"nonce": uuid.uuid4().hex, "created_at": NOW, "expires_at": NOW.replace(year=NOW.year + 1)}
    return TableLink.objects.create(tournament=tournament, table_number=number, **made, **more)


def make_night(state: str) -> Night:
    """Return a night of six pairs at three tables, another pair gone home, taken as far as ``state``.

    At table 1 a hand is played, disputed and a substitute sits; table 2 waits; table 3 is ruled; two pairs come late.
    """
    scorer = make_user()
    club = make_club(organiser=make_user(), director=make_user(), scorer=scorer)
    settings = {"agreement": "hand", "table_correction_minutes": 30, "handicap": "points"}
    tournament = make_tournament(club, rounds=2, rules=TWO_HANDS, **settings)
    entries = [make_entry(tournament) for _ in range(7)]
    gone = entries.pop()
    gone.status, gone.withdrawn_at = Entry.Status.WITHDRAWN, NOW
    gone.save()
    penalty = {"tournament_id": tournament.pk, "entry_id": entries[0].pk, "metric": "points", "amount": -10}
    adjustment = adjustments.add_adjustment(actor=SYSTEM, reason="late", now=NOW, **penalty)
    cut = {"tournament_id": tournament.pk, "kind": "cut", "order": [entry.pk for entry in [*entries, gone]]}
    decision = adjustments.record_decision(actor=SYSTEM, now=NOW, **cut)
    absences.announce_absence(actor=SYSTEM, entry_id=entries[0].pk, round_number=2, now=NOW)
    apart = (entries[2].pk, entries[3].pk)
    forbidden.forbid_meeting(actor=SYSTEM, tournament_id=tournament.pk, entries=apart, now=NOW)
    reached = STATES.index(state)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW) if reached >= 1 else None
    tables, late, substitution, post = [None] * 3, entries[:2], None, None
    if reached >= 2:
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
        tables, substitution, post = _play(club, draft.round, complete=reached >= 3)
        late = [make_entry(tournament), make_entry(tournament)]
    if reached >= 4:
        rounds.close_round(actor=SYSTEM, round_id=draft.round_id, reason="late", now=NOW)
    if reached >= 5:
        publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    if reached >= 6:
        sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    # A preview shows ratings as soon as there is a list of them, so that it is there before anybody looks.
    find_or_open_pool(kind=tournament.kind, club_id=club.pk, now=NOW)
    paired = make_tournament(club, people=4)
    partner_draws.draw_pairs(actor=SYSTEM, tournament_id=paired.pk, now=NOW)
    waits = {"state": "waiting", "asked_at": NOW, "nudged_at": NOW}
    return Night(
        state=state,
        club=club,
        tournament=tournament,
        entries=entries,
        gone=gone,
        outsider=make_player(club).pk,
        scorer_id=scorer.pk,
        adjustment_id=adjustment.pk,
        decision_id=decision.pk,
        sign_ups=make_tournament(club, people=4),
        paired=paired,
        job_id=DrawJob.objects.create(tournament=paired, round_number=1, **waits).pk,
        draft=draft,
        round=draft and draft.round,
        table=tables[0],
        ruled_table=tables[2],
        late=late,
        substitution_id=substitution,
        post=post,
        pair_id=make_partnership(club).pk,
    )


def _play(club: Club, round_: Round, *, complete: bool) -> tuple[list[Table], int, HandSubmission]:
    table, quiet, ruled = round_.tables.order_by("number")
    results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
    hand = {"table_id": table.pk, "leg": 1, "number": 1, "submission_id": uuid.uuid4(), "source": "scorer"}
    results.record_hand(actor=SYSTEM, record=fh_line(dealer=0), now=NOW, **hand)
    said = {**hand, "submission_id": uuid.uuid4(), "side": 1, "record_id": _hand_ids(table)[0]}
    post = disputing.dispute_hand(actor=SYSTEM, record=fh_line(dealer=0, tricks=(7, 3)), now=NOW, **said)
    sits = {"player_out_id": get_table(table.pk).seats[0].player_id, "player_in_id": make_player(club).pk}
    occupancy = substitutes.substitute_player(actor=SYSTEM, table_id=table.pk, leg=1, hand=1, now=NOW, **sits)
    if complete:
        play_out(table)
        play_out(quiet)
    rulings.rule_table(actor=SYSTEM, table_id=ruled.pk, kind="void", reason="they left", now=NOW)
    return [table, quiet, ruled], occupancy.pk, post


def _hand_ids(table: Table) -> list[int]:
    return [hand.record_id for hand in get_table(table.pk).progress.legs[0].game.hands]


def seen(look: Callable[[], Consequences]) -> Confirmation:
    """Return the confirmation of what a preview shows, or that nobody has looked where there is none."""
    try:
        return keep_all(look())
    except DomainError:
        return Confirmation()


def _misread(night: Night) -> dict[str, Any]:
    return {"table_id": night.table.pk, "leg": 1, "number": 1, "record": fh_line(dealer=0, tricks=(9, 1))}


def _seat_swap(night: Night) -> dict[str, Any]:
    first, second = (seat.entry_id for seat in get_table(night.table.pk).seats[:2])
    return {"round_id": night.round.pk, "entries": [(first, second)]}


def _pair(night: Night) -> tuple[int, int]:
    return night.entries[0].pk, night.entries[1].pk


def _line_up(night: Night) -> dict[str, Any]:
    player = LineUp.objects.filter(entry=night.entries[0], is_current=True).order_by("place").first().player_id
    return {"entry_id": night.entries[0].pk, "player_out_id": player, "player_in_id": night.outsider}


def _mistaken(night: Night) -> dict[str, Any]:
    player = LineUp.objects.filter(entry=night.entries[1], is_current=True).order_by("place").first().player_id
    return {"entry_id": night.entries[1].pk, "player_out_id": player, "right": RightPerson(night.outsider)}


def _confirmed(look: Callable[..., Consequences], what: dict[str, Any]) -> dict[str, Any]:
    return {**what, "reason": "so it was", "confirmation": seen(lambda: look(actor=SYSTEM, now=NOW, **what))}


def _was_away(night: Night) -> dict[str, Any]:
    return {"round_id": night.round.pk, "entry_id": night.late[0].pk, "role": "absent", "like_sit_out": True}


def _club(night: Night, **more: Any) -> dict[str, Any]:
    return {"club_id": night.club.pk, **more}


def _event(night: Night, **more: Any) -> dict[str, Any]:
    return {"tournament_id": night.tournament.pk, **more}


def _pool(night: Night) -> dict[str, Any]:
    return {"pool_id": find_or_open_pool(kind=night.tournament.kind, club_id=night.club.pk, now=NOW).pk}


def _order(night: Night) -> list[int]:
    return [entry.pk for entry in reversed(night.entries)]


def _penalty(night: Night) -> dict[str, Any]:
    return _event(night, entry_id=night.entries[1].pk, metric="points", amount=-5)


def _handicaps(night: Night) -> dict[str, Any]:
    return _event(night, handicaps={night.entries[1].pk: 40})


def _cut(night: Night) -> dict[str, Any]:
    return _event(night, kind="cut", order=[*_order(night), night.gone.pk])


def _new_hand(night: Night) -> dict[str, Any]:
    hand = {"table_id": night.table.pk, "leg": 1, "number": 2, "record": fh_line(dealer=1)}
    return {**hand, "submission_id": uuid.uuid4(), "source": "scorer"}


def _dispute(night: Night) -> dict[str, Any]:
    return {
        **_misread(night),
        "submission_id": uuid.uuid4(),
        "source": "scorer",
        "side": 0,
        "record_id": night.hand_ids()[0],
    }


def _out_and_in(night: Night) -> dict[str, Any]:
    player = get_table(night.table.pk).seats[1].player_id
    return {"table_id": night.table.pk, "player_out_id": player, "player_in_id": night.outsider, "leg": 1, "hand": 1}


def _free_pairs(night: Night) -> list[list[int]]:
    return [[entry.pk] for entry in night.late]


def _invited(night: Night) -> tuple[int, str]:
    made = invitations.invite(actor=SYSTEM, club_id=night.club.pk, role="scorer", now=NOW)
    return made.pk, path_of(made).split("/")[2]


def _series(night: Night) -> int:
    settings = SeriesSettings("Autumn", "five_hundred")
    return series.create_series(actor=SYSTEM, club_id=night.club.pk, settings=settings, now=NOW).pk


def _late_post() -> Post:
    return Post(uuid.uuid4(), 2, fh_line(dealer=1), "scorer", "system")


def _ruled_hand(night: Night) -> dict[str, Any]:
    return {"table_id": night.table.pk, "leg": 1, "number": 1, "points": [100, 0]}


def _losses_of_all(night: Night) -> int:
    what = {"tournament_id": night.tournament.pk, "number": 1}
    try:
        return taking_back.preview_going_back(actor=SYSTEM, now=NOW, **what).version
    except DomainError:
        return 0


def _losses(night: Night) -> int:
    try:
        return taking_back.preview_taking_back(actor=SYSTEM, round_id=night.draft.round_id, now=NOW).version
    except DomainError:
        return 0


ASK: dict[str, Callable[[Night], dict[str, Any]]] = {
    "absences.announce_absence": lambda n: {"entry_id": n.entries[1].pk, "round_number": 2},
    "absences.cancel_absence": lambda n: {"entry_id": n.entries[0].pk, "round_number": 2},
    "added_tables.add_table": lambda n: {"round_id": n.round.pk, "sides": _free_pairs(n)},
    "adjustments.preview_adjustment": _penalty,
    "adjustments.add_adjustment": lambda n: _confirmed(adjustments.preview_adjustment, _penalty(n)),
    "adjustments.preview_taking_back": lambda n: {"adjustment_id": n.adjustment_id},
    "adjustments.take_back_adjustment": lambda n: _confirmed(
        adjustments.preview_taking_back, {"adjustment_id": n.adjustment_id}
    ),
    "adjustments.preview_decision": _cut,
    "adjustments.record_decision": lambda n: _confirmed(adjustments.preview_decision, _cut(n)),
    "adjustments.preview_undeciding": lambda n: {"decision_id": n.decision_id},
    "adjustments.take_back_decision": lambda n: _confirmed(
        adjustments.preview_undeciding, {"decision_id": n.decision_id}
    ),
    "agreeing.agree": lambda n: {"table_id": n.table.pk, "side": 0, "record_ids": n.hand_ids()},
    "agreeing.confirm_hands": lambda n: {"table_id": n.table.pk, "record_ids": n.hand_ids()},
    "archives.bring_in": lambda n: _event(n, lines=["no line of an archive"]),
    "arrangements.arrange": lambda n: _event(n, staying=[n.entries[0].pk], house=None),
    "calling_all.call_time_at_all": lambda n: {"round_id": n.draft.round_id},
    "calling_all.preview_call_time_at_all": lambda n: {"round_id": n.draft.round_id},
    "calling_time.call_time": lambda n: {"table_id": n.table.pk},
    "calling_time.preview_call_time": lambda n: {"table_id": n.table.pk},
    "calling_time.preview_take_back_call": lambda n: {"table_id": n.table.pk},
    "calling_time.take_back_call": lambda n: {"table_id": n.table.pk},
    "clubs.create_club": lambda _n: {"name": "New Club", "time_zone": "UTC"},
    "clubs.update_club": lambda n: _club(n, name="Renamed"),
    "clubs.grant_role": lambda n: _club(n, user_id=n.scorer_id, role="director"),
    "clubs.revoke_role": lambda n: _club(n, user_id=n.scorer_id),
    "corrections.preview_hand_correction": _misread,
    "corrections.add_late_hand": lambda n: {"table_id": n.table.pk, "leg": 1, "post": _late_post()},
    "corrections.correct_at_table": lambda n: {
        "table_id": n.table.pk,
        "leg": 1,
        "number": 2,
        "submission_id": uuid.uuid4(),
        "record": fh_line(dealer=1, tricks=(6, 4)),
    },
    "corrections.correct_hand": lambda n: {
        **_confirmed(corrections.preview_hand_correction, _misread(n)),
        "submission_id": uuid.uuid4(),
    },
    "corrections.preview_late_hand": lambda n: {**_misread(n), "number": 2, "record": fh_line(dealer=1)},
    "corrections.preview_hand_ruling": _ruled_hand,
    "corrections.preview_taking_post": lambda n: {"submission_key": n.post.pk},
    "corrections.rule_hand": lambda n: {
        **_confirmed(corrections.preview_hand_ruling, _ruled_hand(n)),
        "submission_id": uuid.uuid4(),
    },
    "corrections.take_post": lambda n: _confirmed(corrections.preview_taking_post, {"submission_key": n.post.pk}),
    "disputing.dispute_hand": _dispute,
    "disputing.keep_books": lambda n: {"submission_key": n.post.pk, "reason": "both cards say so"},
    "draw_jobs.call_off": lambda n: {"job_id": n.job_id},
    "draw_jobs.draw_again": lambda n: {"round_id": n.draft.round_id},
    "draw_jobs.draw_next_round": _event,
    "draw_jobs.look_at_job": lambda n: {"job_id": n.job_id},
    "drawing.draw_another": lambda n: {"round_id": n.draft.round_id, "seed": None, "together": ()},
    "drawing.draw_next": lambda n: _event(n, seed=None),
    "entries.admit_lines": lambda n: _event(n, lines=[PairLine(1, "Ann New", "Bob New")], add_unknown=True),
    "entries.admit_names": lambda n: {
        "tournament_id": n.sign_ups.pk,
        "lines": [NameLine(1, "Ann New")],
        "add_unknown": True,
    },
    "entries.admit_partnerships": lambda n: _event(n, partnership_ids=[n.pair_id]),
    "entries.admit_players": lambda n: {"tournament_id": n.sign_ups.pk, "player_ids": [n.outsider]},
    "entries.admit_text": lambda n: {"tournament": n.tournament, "text": "Ann New + Bob New", "add_unknown": True},
    "entries.reinstate_entry": lambda n: {"entry_id": n.gone.pk, "reason": "back again"},
    "entries.replace_player": lambda n: {**_line_up(n), "reason": "fell ill"},
    "entries.withdraw_entry": lambda n: {"entry_id": n.entries[3].pk},
    "entry_corrections.preview_entry_correction": _mistaken,
    "entry_corrections.correct_entry": lambda n: _confirmed(entry_corrections.preview_entry_correction, _mistaken(n)),
    "exporting.export_club": _club,
    "exporting.export_tournament": _event,
    "forbidden.allow_meeting": lambda n: _event(n, entries=(n.entries[2].pk, n.entries[3].pk)),
    "forbidden.forbid_meeting": lambda n: _event(n, entries=_pair(n)),
    "hand_made.change_draft": lambda n: {"draw_id": n.draft.pk, "swaps": [_pair(n)], "reason": "so asked"},
    "importing.import_file": lambda n: {"content": n.file},
    "importing.preview_import": lambda n: {"content": n.file},
    "invitations.accept_invitation": lambda n: {"token": _invited(n)[1]},
    "invitations.invite": lambda n: _club(n, role="director", note="Ann"),
    "invitations.withdraw_invitation": lambda n: {"invitation_id": _invited(n)[0]},
    "keeping_apart.set_groups": lambda n: _event(n, groups={n.entries[0].pk: "north"}),
    "keeping_apart.set_groups_from_text": lambda n: _event(n, text="1: north"),
    "handicaps.preview_handicaps": _handicaps,
    "handicaps.set_handicaps": lambda n: _confirmed(handicaps.preview_handicaps, _handicaps(n)),
    "handicaps.take_suggestions": _event,
    "seeding.seed_by_rating": _event,
    "links.renew_link": lambda n: _event(n, table_number=1),
    "partner_draws.draw_pairs": lambda n: {"tournament_id": n.sign_ups.pk},
    "partner_draws.undo_draw": lambda n: {"tournament_id": n.paired.pk},
    "anonymising.anonymise_player": lambda n: {"player_id": n.outsider, "typed": str(n.outsider)},
    "data_files.hand_out_data": lambda n: {"player_id": n.outsider},
    "merging.merge_players": lambda n: {"kept_id": n.outsider, "merged_id": make_player(n.club).pk},
    "merging.undo_merge": lambda n: {
        "merge_id": merging.merge_players(
            actor=SYSTEM, kept_id=n.outsider, merged_id=make_player(n.club).pk, now=NOW
        ).pk
    },
    "partnerships.form_partnership": lambda n: _club(n, player_ids=(n.outsider, make_player(n.club).pk)),
    "partnerships.import_partnerships": lambda n: _club(n, lines=[PairLine(1, "Ann", "Bob")], add_unknown=True),
    "players.add_players": lambda n: _club(n, lines=[NameLine(1, "Ann New")]),
    "players.rename_player": lambda n: _club(n, player_id=n.outsider, name="Otto New"),
    "ratings.lists.publish_list": _pool,
    "ratings.pool_settings.change_pool": lambda n: {**_pool(n), "name": "Thursdays"},
    "ratings.pool_settings.open_pool": lambda n: _club(
        n, kind=n.tournament.kind, format_="partners", name="Pairs", params={}
    ),
    "ratings.rebuild_jobs.ask_rebuild": _pool,
    "ratings.rebuild_jobs.look_at_rebuild": lambda n: {
        "rebuild_id": rebuild_jobs.ask_rebuild(actor=SYSTEM, now=NOW, **_pool(n)).pk
    },
    "publishing.publish_standings": lambda n: _event(n, kind="provisional", reason="so it is"),
    "reseating.preview_reseating": _seat_swap,
    "reseating.reseat": lambda n: _confirmed(reseating.preview_reseating, _seat_swap(n)),
    "results.record_hand": _new_hand,
    "results.note_redeal": lambda n: {"table_id": n.table.pk, "leg": 1, "number": 2, "reason": "a card lay open"},
    "results.set_first_starter": lambda n: {"table_id": n.table.pk, "seat": 1},
    "rounds.close_round": lambda n: {"round_id": n.round.pk, "reason": "it is late"},
    "rounds.draw_again": lambda n: {"round_id": n.draft.round_id},
    "rounds.draw_next_round": _event,
    "rounds.publish_draw": lambda n: {"draw_id": n.draft.pk},
    "rounds.start_clock": lambda n: {"round_id": n.round.pk, "minutes": 20},
    "rulings.preview_revoking": lambda n: {"table_id": n.ruled_table.pk},
    "rulings.preview_ruling": lambda n: {"table_id": n.table.pk, "kind": "void"},
    "rulings.revoke_ruling": lambda n: _confirmed(rulings.preview_revoking, {"table_id": n.ruled_table.pk}),
    "rulings.rule_table": lambda n: _confirmed(rulings.preview_ruling, {"table_id": n.table.pk, "kind": "void"}),
    "sealing.seal": _event,
    "sealing.unseal": lambda n: _event(n, reason="a slip was found"),
    "series.change_series": lambda n: {"series_id": _series(n), "settings": SeriesSettings("Spring", "five_hundred")},
    "series.choose_nights": lambda n: {"series_id": _series(n), "tournament_ids": [n.tournament.pk]},
    "series.create_series": lambda n: _club(n, settings=SeriesSettings("Autumn", "five_hundred")),
    "series.remove_series": lambda n: {"series_id": _series(n)},
    "sit_outs.correct_sit_out": lambda n: _confirmed(sit_outs.preview_sit_out, _was_away(n)),
    "sit_outs.preview_sit_out": _was_away,
    "substitutes.preview_substitution": _out_and_in,
    "substitutes.preview_undoing": lambda n: {"table_id": n.table.pk, "occupancy_id": n.substitution_id},
    "substitutes.substitute_player": lambda n: _confirmed(substitutes.preview_substitution, _out_and_in(n)),
    "substitutes.undo_substitution": lambda n: _confirmed(
        substitutes.preview_undoing, {"table_id": n.table.pk, "occupancy_id": n.substitution_id}
    ),
    "taking_back.go_back": lambda n: _event(n, number=1, reason="wrong draw", typed="1", version=_losses_of_all(n)),
    "taking_back.preview_going_back": lambda n: _event(n, number=1),
    "taking_back.preview_taking_back": lambda n: {"round_id": n.draft.round_id},
    "taking_back.take_back_round": lambda n: {
        "round_id": n.draft.round_id,
        "reason": "too early",
        "typed": "1",
        "version": _losses(n),
    },
    "tournaments.create_tournament": lambda n: _club(n, set_up=SetUp(name="Next night", kind="five_hundred")),
    "tournaments.reopen_tournament": _event,
    "tournaments.update_tournament": lambda n: _event(n, changes={"name": "Renamed night"}),
    "undoing.undo_act": lambda n: {"act_id": BulkAct.objects.filter(club=n.club, kind="players_added").latest("pk").pk},
}
"""How each service is asked on a night; what is asked for makes sense wherever the night has come that far."""
