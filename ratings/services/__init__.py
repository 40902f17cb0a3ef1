"""Writes: what the outbox tells goes into the ledger, and the replay of the ledger into the states."""
