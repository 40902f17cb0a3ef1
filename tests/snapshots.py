"""All that the database holds, to see that a refusal changed nothing."""

from __future__ import annotations

from typing import Any

from django.apps import apps


def everything() -> dict[str, list[dict[str, Any]]]:
    """Return every row of the product's own tables, by table, in order of id."""
    return {
        model._meta.db_table: list(model._default_manager.order_by("pk").values())
        for app in ("gameplay", "tournaments", "ratings", "config", "knox")
        for model in apps.get_app_config(app).get_models()
    }
