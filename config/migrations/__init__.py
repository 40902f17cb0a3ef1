"""The tables of the composition root: what is kept of an API token."""
