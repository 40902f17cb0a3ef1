"""Standings as a pure function of results and rules, in exact arithmetic; recomputed from scratch each time.

``results`` has what goes in, ``rules`` how a tournament counts and ranks (as data), ``metrics`` what each entry has,
``tie_breaks`` how a tied group is separated, ``ranking`` the standings: ``compute_standings(entries, tables, ...)``.
"""
