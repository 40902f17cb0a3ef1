"""Published lists, which the database keeps from being changed: no row of them is updated, deleted or added later."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

REFUSE = """
    CREATE FUNCTION ratings_refuse_change_of_published() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'a published rating list is never changed'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'published_list_is_never_changed';
    END $$;
    CREATE FUNCTION ratings_refuse_more_lines() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.place > (SELECT size FROM ratings_publishedlist WHERE id = NEW.published_id) THEN
            RAISE EXCEPTION 'a published rating list is never changed'
                USING ERRCODE = 'restrict_violation', CONSTRAINT = 'published_list_is_never_changed';
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER published_list_is_never_changed BEFORE UPDATE OR DELETE ON ratings_publishedlist
        FOR EACH ROW EXECUTE FUNCTION ratings_refuse_change_of_published();
    CREATE TRIGGER published_line_is_never_changed BEFORE UPDATE OR DELETE ON ratings_publishedrating
        FOR EACH ROW EXECUTE FUNCTION ratings_refuse_change_of_published();
    CREATE TRIGGER published_list_has_its_lines BEFORE INSERT ON ratings_publishedrating
        FOR EACH ROW EXECUTE FUNCTION ratings_refuse_more_lines();
"""
LET = """
    DROP TRIGGER published_list_has_its_lines ON ratings_publishedrating;
    DROP TRIGGER published_line_is_never_changed ON ratings_publishedrating;
    DROP TRIGGER published_list_is_never_changed ON ratings_publishedlist;
    DROP FUNCTION ratings_refuse_more_lines();
    DROP FUNCTION ratings_refuse_change_of_published();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0004_formats_of_results"),
        ("tournaments", "0019_files_taken_out"),
    ]

    operations = [
        migrations.CreateModel(
            name="PublishedList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "month",
                    models.DateField(
                        help_text="First day of the month whose list it is; none if made at will.", null=True
                    ),
                ),
                ("day", models.DateField(help_text="The last day of play that is in it.")),
                ("published_at", models.DateTimeField()),
                (
                    "ledger_mark",
                    models.PositiveBigIntegerField(help_text="The newest row of the ledger that it was made from."),
                ),
                ("params", models.JSONField()),
                ("engine_version", models.PositiveSmallIntegerField()),
                ("size", models.PositiveIntegerField(help_text="How many lines it has.")),
                ("corrections", models.JSONField()),
                (
                    "players_left",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(),
                        help_text="Who was on the list before and is no more.",
                        size=None,
                    ),
                ),
                ("checksum", models.CharField(max_length=64)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lists", to="ratings.ratingpool"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PublishedRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField()),
                ("is_shared", models.BooleanField(help_text="Whether others have the same rank.")),
                ("mu", models.IntegerField()),
                ("sigma", models.PositiveIntegerField()),
                ("tables", models.PositiveIntegerField()),
                ("last_played", models.DateField()),
                (
                    "marks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=16),
                        help_text="What was shown beside the rating.",
                        size=None,
                    ),
                ),
                ("is_new", models.BooleanField(help_text="Not on the list before.")),
                ("mu_before", models.IntegerField()),
                ("by_play", models.IntegerField()),
                ("by_correction", models.IntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "published",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="ratings.publishedlist"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="publishedlist",
            constraint=models.UniqueConstraint(fields=("pool", "number"), name="one_list_of_a_number"),
        ),
        migrations.AddConstraint(
            model_name="publishedlist",
            constraint=models.UniqueConstraint(fields=("pool", "month"), name="one_list_a_month"),
        ),
        migrations.AddConstraint(
            model_name="publishedlist",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="list_number_from_1"),
        ),
        migrations.AddConstraint(
            model_name="publishedlist",
            constraint=models.CheckConstraint(condition=models.Q(("size__gte", 1)), name="list_has_a_line"),
        ),
        migrations.AddConstraint(
            model_name="publishedlist",
            constraint=models.CheckConstraint(
                condition=models.Q(("checksum__regex", "^[0-9a-f]{64}$")), name="list_has_a_checksum"
            ),
        ),
        migrations.AddConstraint(
            model_name="publishedrating",
            constraint=models.UniqueConstraint(fields=("published", "place"), name="one_line_of_a_place"),
        ),
        migrations.AddConstraint(
            model_name="publishedrating",
            constraint=models.UniqueConstraint(fields=("published", "player"), name="one_line_of_a_player"),
        ),
        migrations.AddConstraint(
            model_name="publishedrating",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("rank__gte", 1)), name="line_place_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="publishedrating",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "mu",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                models.F("mu_before"), "+", models.F("by_play")
                            ),
                            "+",
                            models.F("by_correction"),
                        ),
                    )
                ),
                name="line_adds_up",
            ),
        ),
        migrations.RunSQL(REFUSE, LET),
    ]
