"""Standings as a pure function of results and rules, in exact arithmetic; recomputed from scratch each time.

``results`` has what goes in, ``rules`` and ``criteria`` how a tournament counts and ranks (as data), ``presets`` the
usual orders. ``meetings`` is what each round brought each entry, ``metrics`` what each entry has, ``opponents`` what
follows from whom it met, ``tie_breaks`` how a tied group is separated, ``ranking`` the standings, ``workings`` how
each value came about. ``documents`` reads and writes all of it as JSON.
"""
