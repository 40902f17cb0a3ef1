"""The API's common ground, and the rules of the games for everyone."""
