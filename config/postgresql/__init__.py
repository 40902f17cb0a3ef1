"""PostgreSQL as Django's own backend has it, with a cheaper look at whether a kept connection still stands."""
