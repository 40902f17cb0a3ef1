#!/usr/bin/env python
"""Django's command line; ``up`` starts the whole product."""

import os
import sys

WITHOUT_SERVICES = ("check_hand", "compute_standings", "draw_swiss", "plan_movement", "rate_results", "verify_movement")
"""Commands that need no database, and so no settings that name one."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    if sys.argv[1:] and sys.argv[1] in WITHOUT_SERVICES:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.bare"
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - the hint below, if it is missing
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError as error:
        sys.exit(f"Django cannot be imported ({error}). Run `make setup` and use .venv/bin/python.")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Wrongly configured: {error}")


if __name__ == "__main__":
    main()
