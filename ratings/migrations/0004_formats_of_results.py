from django.db import migrations


class Migration(migrations.Migration):
    """Say of every result that was rated before what took part; its points are filled in when it is read again."""

    dependencies = [
        ("ratings", "0003_pools"),
    ]

    operations = [
        migrations.RunSQL(
            """
            UPDATE ratings_ratedresult AS result SET entry_kind = tournament.entry_kind
            FROM tournaments_table AS one
            JOIN tournaments_round AS round ON round.id = one.round_id
            JOIN tournaments_tournament AS tournament ON tournament.id = round.tournament_id
            WHERE one.id = result.table_id AND result.entry_kind <> tournament.entry_kind
            """,
            migrations.RunSQL.noop,
        ),
    ]
