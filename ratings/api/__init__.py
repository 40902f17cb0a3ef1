"""The ratings over HTTP: open to everyone to read."""
