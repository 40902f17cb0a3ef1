"""Composite foreign keys: a repeated round is the round of the table, of the seat, and of what the entry does."""

from django.db import migrations

COMPOSITE_KEYS = [
    (
        "tournaments_seat",
        "seat_is_in_the_round_of_its_table",
        "(table_id, round_id)",
        "tournaments_table (id, round_id)",
    ),
    (
        "tournaments_seat",
        "seated_entry_is_in_the_round",
        "(round_id, entry_id)",
        "tournaments_roundentry (round_id, entry_id)",
    ),
    (
        "tournaments_occupancy",
        "occupancy_is_in_the_round_of_its_seat",
        "(seat_id, round_id)",
        "tournaments_seat (id, round_id)",
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(
            f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY {columns} REFERENCES {target}"
            " DEFERRABLE INITIALLY DEFERRED",
            f"ALTER TABLE {table} DROP CONSTRAINT {name}",
        )
        for table, name, columns, target in COMPOSITE_KEYS
    ]
