"""Ratings: a pure replay of closed rounds."""

from django.apps import AppConfig

from tournaments import ports


class RatingsConfig(AppConfig):
    """Reads what the tournaments wrote and never writes there."""

    name = "ratings"

    def ready(self) -> None:
        """Answer when the tournaments ask for ratings."""
        from ratings.selectors.foreseen import ratings_with  # noqa: PLC0415 - models can be imported only now
        from ratings.selectors.handicaps import starts_of  # noqa: PLC0415 - likewise
        from ratings.selectors.known import bonuses_of, ratings_of  # noqa: PLC0415 - likewise

        ports.answer_with(ports.Answers(ratings_of, bonuses_of, ratings_with, starts_of))
