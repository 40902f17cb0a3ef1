"""Reads, shaped as frozen dataclasses ready to show."""
