"""The ratings over HTTP: open to everyone, to be read only."""
