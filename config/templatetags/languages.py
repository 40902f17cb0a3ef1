"""The languages that a reader can choose."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def languages_to_choose() -> list[tuple[str, str]]:
    """Return code and name of each, the name in the language itself."""
    return list(settings.LANGUAGES)
