"""Prints the token of a new user."""

from __future__ import annotations

import django

if __name__ == "__main__":
    django.setup()

    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    print(Token.objects.create(user=User.objects.create_user("bench")).key)
