from django.db import migrations, models

KINDS = [
    ("ruled", "a table decided by the director"),
    ("ruling_revoked", "the director's decision taken back"),
    ("substituted", "a substitute sits in"),
    ("substitution_undone", "a wrong substitution undone"),
    ("table_added", "a table added"),
    ("reseated", "wrong seats mended"),
    ("sit_out_mended", "a sit-out or an absence mended"),
    ("entry_corrected", "the wrong person had been entered"),
    ("taken_back", "the round taken back"),
    ("put_back", "the round put back into play"),
    ("draw_kept", "the draw kept after a correction"),
    ("time_taken_back", "the call of time taken back"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0026_draws_ruled"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="roundchange",
            name="round_change_is_known",
        ),
        migrations.AlterField(
            model_name="roundchange",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=24),
        ),
        migrations.AddConstraint(
            model_name="roundchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _label in KINDS])),
                name="round_change_is_known",
            ),
        ),
    ]
