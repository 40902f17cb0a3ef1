"""How a series counts, and what its side prizes are for, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.figures import LABELS
from tournaments.selectors.series_prizes import (
    BEST_NEWCOMER,
    MOST_NIGHTS,
    MOST_POINTS_IN_A_HAND,
    MOST_SLAMS,
    Claim,
    Prize,
)
from tournaments.standings.schemes import Scheme, SchemeKind
from tournaments.standings.series import SeriesRules


@dataclass(frozen=True, slots=True)
class PrizeWords:
    """A prize as it is told: its name, what it is counted from, and each claim with how much it is."""

    prize: Prize
    name: str
    explained: str
    claims: list[tuple[Claim, str]]


def counting_words(rules: SeriesRules) -> list[str]:
    """Return how a series counts, in sentences."""
    said = [_scheme_words(rules.scheme)]
    if rules.best is None:
        said.append(_("All nights count."))
    else:
        said.append(
            ngettext(
                "The best night of each counts; the others are struck out.",
                "The best %(count)s nights of each count; the others are struck out.",
                rules.best,
            )
            % {"count": rules.best}
        )
    if rules.least > 1:
        said.append(_("Who has played fewer than %(count)s nights has no rank yet.") % {"count": rules.least})
    said.append(
        _("Who has the same total is ranked by the best single night, then more nights, then more first places.")
    )
    return said


def prize_words(prize: Prize) -> PrizeWords:
    """Return a prize as it is told."""
    names = {
        MOST_SLAMS: (
            _("Most slams"),
            _("All ten tricks won by those who played the contract, counted from the hands. Both partners have it."),
        ),
        MOST_POINTS_IN_A_HAND: (_("Highest hand"), _("The most points that a side scored in one hand.")),
        MOST_NIGHTS: (_("Most nights"), _("Nights with at least one table played.")),
        BEST_NEWCOMER: (
            _("Best newcomer"),
            _("The best rank among those who sat at a table of the club for the first time in this series."),
        ),
    }
    name, explained = names[prize.what]
    return PrizeWords(prize, name, explained, [(claim, _amount(prize.what, claim.amount)) for claim in prize.claims])


def _amount(what: str, amount: int) -> str:
    if what == MOST_SLAMS:
        return ngettext("%(count)s slam", "%(count)s slams", amount) % {"count": amount}
    if what == MOST_NIGHTS:
        return ngettext("%(count)s night", "%(count)s nights", amount) % {"count": amount}
    if what == BEST_NEWCOMER:
        return _("rank %(rank)s") % {"rank": amount}
    return ngettext("%(count)s point", "%(count)s points", amount) % {"count": amount}


def _scheme_words(scheme: Scheme) -> str:
    if scheme.by is SchemeKind.BEATEN:
        return _("A night is worth the percentage of the others that were beaten; who is level counts by half.")
    if scheme.by is SchemeKind.FIGURE:
        return _("A night is worth this figure of its own standings: %(figure)s.") % {
            "figure": _(LABELS[scheme.figure])
        }
    worths = ", ".join(map(str, scheme.places))
    return _("The places of a night are worth %(worths)s, every lower one %(rest)s. Shared places share points.") % {
        "worths": worths,
        "rest": scheme.rest,
    }
