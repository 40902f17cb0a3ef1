import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_throttles():
    """Nobody has tried to log in yet."""
    cache.clear()
