#!/usr/bin/env python
"""Django's command line; ``up`` starts the whole product."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
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
