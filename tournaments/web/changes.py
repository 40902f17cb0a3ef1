"""Changes of a round in play, as the director makes them at the desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.errors import Invalid, StateConflict
from tournaments.actors import Right
from tournaments.models import Round, Tournament
from tournaments.movements.schedule import Shape, TablePlan
from tournaments.selectors.clubs import members_of
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.desk import find_round
from tournaments.selectors.free import free_entries, shapes_for
from tournaments.selectors.tables import TableView, get_table, seat_label, side_label
from tournaments.services import added_tables, reseating, rulings, sit_outs, substitutes, taking_back
from tournaments.services.confirming import Confirmation
from tournaments.table_facts import facts_at, side_seats
from tournaments.web.actors import actor_of
from tournaments.web.confirming import change_or_ask, look_or_change
from tournaments.web.forms.changes import (
    AddedTableForm,
    ReseatingForm,
    RulingForm,
    SitOutForm,
    SubstitutionForm,
    TakingBackForm,
)
from tournaments.web.places import places_to_change, without_places
from tournaments.web.refusals import attempt, attempt_button, page, refuse
from tournaments.web.restoring import say_gone_back
from tournaments.web.rights import require
from tournaments.web.words import seat_name, side_name


@require_http_methods(["GET", "POST"])
@never_cache
@page
def table_rule(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask how a table is to be decided that will not be played out, and decide it."""
    view = _directed_table(request, table_id)
    form = RulingForm(view, request.POST or None)
    if form.is_valid():
        what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now()}
        what.update({name: form.cleaned_data[name] for name in ("kind", "entry_id", "points")})
        try:
            asked = change_or_ask(
                request,
                view.tournament,
                title=_("Decide table %(number)s") % {"number": view.table.number},
                back=reverse("table-desk", args=[table_id]),
                preview=partial(rulings.preview_ruling, **what),
                change=lambda confirmation: rulings.rule_table(
                    reason=form.cleaned_data["reason"], confirmation=confirmation, **what
                ),
            )
        except (Invalid, StateConflict) as error:
            refuse(form, error)
        else:
            if asked is not None:
                return asked
            messages.success(request, _("Table %(number)s is decided.") % {"number": view.table.number})
            return redirect("round-desk", round_id=view.round.pk)
    return render(request, "tournaments/changes/ruling.html", {"view": view, "form": form})


@require_POST
@page
def table_ruling_revoke(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a decision back."""
    view = _directed_table(request, table_id)
    what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now()}
    return _change_by_button(
        request,
        view,
        title=_("Take the decision on table %(number)s back") % {"number": view.table.number},
        preview=partial(rulings.preview_revoking, **what),
        change=lambda confirmation: rulings.revoke_ruling(confirmation=confirmation, **what),
        done=_("The table goes on where its hands are."),
    )


@require_http_methods(["GET", "POST"])
@never_cache
@page
def table_substitute(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask who sits in for whom, and seat the substitute."""
    view = _directed_table(request, table_id)
    form = SubstitutionForm(view, members_of(view.tournament.club_id), request.POST or None)
    if form.is_valid():
        values = form.values
        reason = values.pop("reason")
        what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now(), **values}
        try:
            asked = change_or_ask(
                request,
                view.tournament,
                title=_("Somebody else sat in at table %(number)s") % {"number": view.table.number},
                back=reverse("table-desk", args=[table_id]),
                preview=partial(substitutes.preview_substitution, **what),
                change=lambda confirmation: substitutes.substitute_player(
                    reason=reason, confirmation=confirmation, **what
                ),
            )
        except (Invalid, StateConflict) as error:
            refuse(form, error)
        else:
            if asked is not None:
                return asked
            messages.success(request, _("The substitute sits at table %(number)s.") % {"number": view.table.number})
            return redirect("table-desk", table_id=table_id)
    return render(request, "tournaments/changes/substitute.html", {"view": view, "form": form})


@require_POST
@page
def table_substitution_undo(request: HttpRequest, table_id: int, occupancy_id: int) -> HttpResponse:
    """Undo a substitution that was entered wrongly."""
    view = _directed_table(request, table_id)
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "table_id": table_id,
        "occupancy_id": occupancy_id,
        "now": timezone.now(),
    }
    return _change_by_button(
        request,
        view,
        title=_("Undo the substitution at table %(number)s") % {"number": view.table.number},
        preview=partial(substitutes.preview_undoing, **what),
        change=lambda confirmation: substitutes.undo_substitution(confirmation=confirmation, **what),
        done=_("Whoever was there before has sat on."),
    )


@require_http_methods(["GET", "POST"])
@never_cache
@page
def round_add_table(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask who sits at one more table, and add it."""
    round_ = _directed_round(request, round_id)
    shapes = {str(shape.entrants): shape for shape in shapes_for(round_)}
    size = request.GET.get("entries", "")
    shape = shapes.get(size) or next(iter(shapes.values()))
    form = AddedTableForm(shape, _place_labels(round_, shape), free_entries(round_), request.POST or None)
    if form.is_valid():
        added = attempt(
            form,
            lambda: added_tables.add_table(
                actor=actor_of(request),
                round_id=round_id,
                sides=form.sides,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            ),
        )
        if added is not None:
            messages.success(request, _("Table %(number)s is added.") % {"number": added.number})
            return redirect("round-desk", round_id=round_id)
    context = {"round": round_, "tournament": round_.tournament, "form": form, "sizes": shapes, "shape": shape}
    return render(request, "tournaments/changes/add_table.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def round_reseat(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask who sat in whose place, show what that changes, and mend it once that has been seen."""
    round_ = _directed_round(request, round_id)
    form = ReseatingForm(*places_to_change(round_), data=request.POST or None)
    context = {"round": round_, "tournament": round_.tournament, "form": form}
    if not form.is_valid():
        return render(request, "tournaments/changes/reseat.html", context)
    who: dict[str, Any] = {"actor": actor_of(request), "round_id": round_id, "now": timezone.now(), **form.swaps}
    shown = look_or_change(
        request,
        form,
        preview=partial(reseating.preview_reseating, **who),
        change=lambda confirmation: reseating.reseat(
            reason=form.cleaned_data["reason"], confirmation=confirmation, **who
        ),
    )
    if shown is not None or form.errors:
        context["consequences"] = shown
        return render(request, "tournaments/changes/reseat.html", context)
    messages.success(request, _("The seats are mended. Standings and ratings follow."))
    return redirect("round-desk", round_id=round_id)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def round_sit_out(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask who had no table and why, show what that changes, and mend it once that has been seen."""
    round_ = _directed_round(request, round_id)
    form = SitOutForm(without_places(round_), data=request.POST or None)
    context = {"round": round_, "tournament": round_.tournament, "form": form}
    if not form.is_valid():
        return render(request, "tournaments/changes/sit_out.html", context)
    what: dict[str, Any] = {"actor": actor_of(request), "round_id": round_id, "now": timezone.now(), **form.values}
    shown = look_or_change(
        request,
        form,
        preview=partial(sit_outs.preview_sit_out, **what),
        change=lambda confirmation: sit_outs.correct_sit_out(
            reason=form.cleaned_data["reason"], confirmation=confirmation, **what
        ),
    )
    if shown is not None or form.errors:
        context["consequences"] = shown
        return render(request, "tournaments/changes/sit_out.html", context)
    messages.success(request, _("It is mended. Standings follow."))
    return redirect("round-desk", round_id=round_id)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def round_take_back(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show what is lost with a round, and take it back once that has been seen."""
    round_ = _directed_round(request, round_id)
    who: dict[str, Any] = {"actor": actor_of(request), "round_id": round_id, "now": timezone.now()}
    form = TakingBackForm(request.POST or None)
    if form.is_valid():
        taken = attempt(form, lambda: taking_back.take_back_round(**form.cleaned_data, **who))
        if taken is not None:
            say_gone_back(request, round_.tournament, round_.number)
            return redirect("tournament-manage", slug=round_.tournament.slug)
    losses = taking_back.preview_taking_back(**who)
    context = {
        "tournament": round_.tournament,
        "form": form,
        "losses": losses,
        "title": _("Take round %(number)s back") % {"number": round_.number},
        "button": _("Take the round back"),
        "back": reverse("round-desk", args=[round_id]),
    }
    return render(request, "tournaments/changes/take_back.html", context)


def _change_by_button(
    request: HttpRequest,
    view: TableView,
    *,
    title: str,
    preview: Callable[[], Consequences],
    change: Callable[[Confirmation], Any],
    done: str,
) -> HttpResponse:
    """Change something at a table, or ask first where something follows from it; a refusal is told at the desk."""
    back = reverse("table-desk", args=[view.table.pk])
    asked: list[HttpResponse | None] = []
    attempt_button(
        request,
        lambda: asked.append(
            change_or_ask(request, view.tournament, title=title, back=back, preview=preview, change=change)
        ),
        done="",
    )
    if asked and asked[0] is not None:
        return asked[0]
    if asked:
        messages.success(request, done)
    return redirect(back)


def _place_labels(round_: Round, shape: Shape) -> list[str]:
    """Return what each place at a table is called, side by side: a side of a pair, else a seat."""
    facts = facts_at(round_.tournament.entry_kind, TablePlan(1, ((0,) * shape.side_size,) * shape.sides))
    layout = side_seats(round_.tournament.kind, facts)
    if round_.tournament.entry_kind == Tournament.EntryKind.PLAYER:
        return [seat_name(seat_label(seat, facts.size)) for side in layout for seat in side]
    return [side_name(side_label(side, facts.size)) for side in layout]


def _directed_round(request: HttpRequest, round_id: int) -> Round:
    round_ = find_round(round_id)
    require(request, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    return round_


def _directed_table(request: HttpRequest, table_id: int) -> TableView:
    view = get_table(table_id)
    require(request, Right.RUN_ROUNDS, club_id=view.tournament.club_id)
    return view
