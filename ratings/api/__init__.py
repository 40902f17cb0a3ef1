"""The ratings over HTTP: open to everyone to read; whoever organises a club opens its lists and sets them."""
