import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_throttles():
    """Nobody has asked for anything yet."""
    cache.clear()
