"""The pages of the ratings, open to everyone."""
