"""What may go wrong with the embedded servers, in sentences for the person at the keyboard."""


class EmbeddedError(Exception):
    """Its text is one plain sentence or two: what is wrong, and what to do about it."""
