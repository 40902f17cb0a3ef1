import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("knox", "0009_extend_authtoken_field"),
    ]

    operations = [
        migrations.CreateModel(
            name="TokenTerms",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="terms",
                        serialize=False,
                        to="knox.authtoken",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "to read"),
                            ("enter", "to enter hands"),
                            ("run", "to run tournaments"),
                            ("all", "for all that its holder may do"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "last_used_date",
                    models.DateField(help_text="In UTC; a day is enough to see what lies about unused.", null=True),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["read", "enter", "run", "all"])), name="token_scope_is_known"
                    )
                ],
            },
        ),
    ]
