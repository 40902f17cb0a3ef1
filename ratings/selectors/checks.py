"""What the nightly comparison with a whole replay has found."""

from django.db.models import Q

from ratings.models import RatingCheck


def pools_that_differ() -> list[int]:
    """Return the pools whose last comparison found something that differs."""
    wrong = RatingCheck.objects.filter(Q(results_differ__gt=0) | Q(states_differ__gt=0) | Q(lists_differ__gt=0))
    return list(wrong.order_by("pool_id").values_list("pool_id", flat=True))
