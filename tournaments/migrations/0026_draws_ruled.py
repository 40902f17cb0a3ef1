from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0025_rounds_closed_over_tables_in_play"),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="rulings",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="What it does not keep because the director ruled so, each with the reason.",
            ),
        ),
    ]
