"""The REST API of clubs, tournaments and tables."""
