"""How far a rebuild is."""

from django.utils.translation import gettext as _

from ratings.models import RatingRebuild

# How much of a rebuild is behind it when a step begins.
_FRACTIONS = {
    "": 0.0,
    RatingRebuild.Step.RESULTS: 0.05,
    RatingRebuild.Step.READING: 0.4,
    RatingRebuild.Step.REPLAYING: 0.5,
    RatingRebuild.Step.WRITING: 0.6,
    RatingRebuild.Step.SWITCHING: 0.9,
}


def step_words(rebuild: RatingRebuild) -> str:
    """Return what is being done, in words."""
    if rebuild.state == RatingRebuild.State.WAITING:
        return _("It waits for the worker.")
    if rebuild.state == RatingRebuild.State.RUNNING:
        return {
            RatingRebuild.Step.RESULTS: _("The results of all tables are being read."),
            RatingRebuild.Step.READING: _("The results are being laid out."),
            RatingRebuild.Step.REPLAYING: _("They are being replayed, day after day."),
            RatingRebuild.Step.WRITING: _("The new ratings are being written."),
            RatingRebuild.Step.SWITCHING: _("The new ratings take the place of the old."),
        }[RatingRebuild.Step(rebuild.step)]
    if rebuild.state == RatingRebuild.State.DONE:
        return _("The ratings are made anew.")
    return _("The ratings could not be made anew; those that were there still stand.")


def fraction_done(rebuild: RatingRebuild) -> float:
    """Return how much of it is done, from 0 to 1."""
    return _FRACTIONS[rebuild.step] if rebuild.is_open else 1.0
