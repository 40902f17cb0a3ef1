"""Who sits where in which round: pure functions from entries and a seed to rounds, and a judge of any schedule.

``registry`` has all movements by name, ``schedule`` the shapes and their JSON, ``round_robin`` a whole event in
advance, ``next_round`` one round at a time while people come and leave, ``individual`` the same where company changes
from round to round, ``whole_event`` every event that can be planned in advance, ``sit_outs`` who has sat out how often,
``verify`` what a schedule is worth.
No Django, no clock, no unseeded chance: the same input gives the same output.
"""
