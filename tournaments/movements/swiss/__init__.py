"""Swiss, Monrad and Danish: like meets like, each round one exact matching over everybody who is there.

``field`` is what a round is drawn from, ``levels`` what a meeting costs, ``candidates`` who is looked at in large
fields, ``lexicographic`` the matching, ``pairing`` the round, ``sides`` and ``reasons`` where they sit and why;
``history`` and ``draw`` are the way from the state of an event to its next round.
"""
