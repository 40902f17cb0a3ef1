"""The version of all that is written about a tournament: what the pages that follow it and the stream go by.

It is spelt once and needs no Django, since the process of the stream loads none.
"""

from __future__ import annotations

from typing import Final

VERSIONS: Final = """
    SELECT tournament.slug,
           left(md5(concat_ws('.',
               tournament.id,
               (SELECT count(*) FROM tournaments_auditentry WHERE tournament_id = tournament.id),
               (SELECT at FROM tournaments_auditentry WHERE tournament_id = tournament.id ORDER BY id DESC LIMIT 1),
               (SELECT count(*) FROM tournaments_auditentry
                WHERE club_id = tournament.club_id AND tournament_id IS NULL),
               (SELECT count(*) FROM gameplay_handsubmission AS post
                JOIN tournaments_leg AS leg ON leg.game_id = post.game_id
                JOIN tournaments_table AS its_table ON its_table.id = leg.table_id
                JOIN tournaments_round AS round ON round.id = its_table.round_id
                WHERE post.outcome = 'conflict' AND round.tournament_id = tournament.id)
           )), 16)
    FROM tournaments_tournament AS tournament
    WHERE tournament.taken_out_at IS NULL AND tournament.id IN (
        SELECT id FROM tournaments_tournament WHERE slug = ANY(%(slugs)s)
        UNION ALL
        SELECT tournament_id FROM tournaments_round WHERE id = %(round)s
    )
"""
"""Slugs and versions of the tournaments with such ``slugs``, and of the one that has the ``round``.

Every write leaves a row in the log, of the tournament or of its club (a name, a role); a post that is not in the
books leaves only itself. Those rows are only ever added: so their numbers differ after every commit, in whatever order
commits come, and no counter is needed that all tables would queue for (docs/decisions/0005). The moment of the last one
is for a database that was brought back from a copy and counts the same again.

It is made unreadable, since anybody may see it."""
