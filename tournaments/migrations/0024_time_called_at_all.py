from django.db import migrations, models

KINDS = [
    ("players_added", "players added"),
    ("pairs_formed", "pairs formed"),
    ("entries_admitted", "entries admitted"),
    ("groups_set", "who is kept apart"),
    ("seeded", "entries seeded by rating"),
    ("went_back", "rounds taken back"),
    ("archive_brought", "past rounds brought in"),
    ("file_brought", "a file brought in"),
    ("hands_confirmed", "hands confirmed by the director"),
    ("time_called", "time called at all tables"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_confirmations_undone"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="bulkact",
            name="bulk_act_is_known",
        ),
        migrations.AlterField(
            model_name="bulkact",
            name="count",
            field=models.PositiveIntegerField(
                help_text="How many players, pairs, entries, rounds, files, hands or tables it was about."
            ),
        ),
        migrations.AlterField(
            model_name="bulkact",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=24),
        ),
        migrations.AddConstraint(
            model_name="bulkact",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _label in KINDS])),
                name="bulk_act_is_known",
            ),
        ),
    ]
