import django.db.models.deletion
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
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_sit_outs_mended"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="bulkact",
            name="bulk_act_is_known",
        ),
        migrations.AddField(
            model_name="bulkact",
            name="table",
            field=models.ForeignKey(
                help_text="Where it was done at one.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bulk_acts",
                to="tournaments.table",
            ),
        ),
        migrations.AlterField(
            model_name="bulkact",
            name="count",
            field=models.PositiveIntegerField(
                help_text="How many players, pairs, entries, rounds, files or hands it was about."
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
