"""What search engines are told: which pages there are for everybody, and where they need not look."""

from __future__ import annotations

import datetime as dt

from django.contrib.sitemaps import Sitemap
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from ratings.models import RatingPool
from tournaments.models import Club, Round, Series, Tournament

CLOSED = ("/admin/", "/api/", "/invitations/", "/language/", "/login/", "/t/")
"""Paths that hold nothing for a search engine; pages that are for people of a club say so themselves."""


class Clubs(Sitemap):  # type: ignore[type-arg]
    """The pages of the clubs."""

    def items(self) -> QuerySet[Club]:
        """Return all of them."""
        return Club.objects.order_by("pk")

    def location(self, item: Club) -> str:
        """Return the address of one."""
        return reverse("club", args=[item.slug])


class Standings(Sitemap):  # type: ignore[type-arg]
    """The standings of every tournament of which something was played."""

    def items(self) -> QuerySet[Tournament]:
        """Return the tournaments with ``played_at``, the moment at which their newest round was published."""
        newest = Max("rounds__published_at", filter=~Q(rounds__status__in=Round.NOT_PLAYED))
        rows = Tournament.objects.filter(taken_out_at=None).annotate(played_at=newest)
        return rows.filter(played_at__isnull=False).order_by("pk")

    def location(self, item: Tournament) -> str:
        """Return the address of one."""
        return reverse("tournament-standings", args=[item.slug])

    def lastmod(self, item: Tournament) -> dt.datetime:
        """Return when they certainly read otherwise than before."""
        moment: dt.datetime = item.played_at  # type: ignore[attr-defined]
        return moment


class AllSeries(Sitemap):  # type: ignore[type-arg]
    """The series of the clubs."""

    def items(self) -> QuerySet[Series]:
        """Return all of them."""
        return Series.objects.order_by("pk")

    def location(self, item: Series) -> str:
        """Return the address of one."""
        return reverse("series", args=[item.slug])


class RatingLists(Sitemap):  # type: ignore[type-arg]
    """The rating lists."""

    def items(self) -> QuerySet[RatingPool]:
        """Return all of them."""
        return RatingPool.objects.order_by("pk")

    def location(self, item: RatingPool) -> str:
        """Return the address of one."""
        return reverse("rating-list", args=[item.pk])


SITEMAPS = {"clubs": Clubs, "standings": Standings, "series": AllSeries, "ratings": RatingLists}


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    """Say where not to look, and where the list of pages is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED), "", f"Sitemap: {_sitemap_at(request)}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _sitemap_at(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("sitemap"))
