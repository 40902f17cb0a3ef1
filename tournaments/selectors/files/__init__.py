"""The file that a club or a tournament is taken along in: what stands in it, and how it is written."""
