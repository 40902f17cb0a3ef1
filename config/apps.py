"""The composition root as a Django app, for the sake of its management commands."""

from django.apps import AppConfig


class CompositionConfig(AppConfig):
    """Only it knows everybody."""

    name = "config"

    def ready(self) -> None:
        """Listen to what is told by signals."""
        from config.accounts import log  # noqa: PLC0415 - its models are there only now

        log.listen()
