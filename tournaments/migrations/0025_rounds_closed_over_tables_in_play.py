from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_time_called_at_all"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="round",
            name="round_closed_unagreed_has_a_reason",
        ),
        migrations.AddField(
            model_name="round",
            name="closed_unfinished",
            field=models.JSONField(
                blank=True, default=list, help_text="The numbers of the tables that were in play until then."
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="closed_because",
            field=models.CharField(
                blank=True,
                help_text="Why it was closed although something was missing; as the director said.",
                max_length=500,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="closed_unagreed",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="The numbers of the tables that were not agreed, or not keyed twice.",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("closed_because", ""), ("closed_unagreed", []), ("closed_unfinished", []))
                | models.Q(
                    models.Q(("closed_because", ""), _negated=True),
                    models.Q(("closed_unagreed", []), ("closed_unfinished", []), _negated=True),
                    ("closed_at__isnull", False),
                ),
                name="round_closed_lacking_has_a_reason",
            ),
        ),
    ]
