"""The database backend of the settings (``ENGINE``); Django asks it for this module and this class by name."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's backend, but a connection is checked without asking the server.

    Django checks a kept connection at the first query of a request with a statement of its own, which is a tenth of
    what entering a hand exchanges with the database. A server that went away has closed its end, and that is to be
    seen at our end: the connection can be read, although nobody asked anything. What a server says unasked (that it
    is about to shut down) counts as the same.
    """

    def is_usable(self) -> bool:
        """Return whether the connection stands and is silent."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
