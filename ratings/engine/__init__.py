"""Ratings as a pure replay: results in, the beliefs about the players after each day out. Needs numpy only.

How it works is told in ``docs/decisions/0006-ratings.md``; each formula stands beside its code.
"""
