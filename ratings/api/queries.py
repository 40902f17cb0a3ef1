"""What is asked of the ratings in an address."""

from rest_framework import serializers

from gameplay.api.inputs import Query


class SearchQuery(Query):
    """Who of a rating list is wanted."""

    name = serializers.CharField(
        max_length=120, required=False, help_text="Letters that stand in the name; marks on them do not count."
    )
    tables = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False, help_text="At the least.")
    active = serializers.BooleanField(required=False, help_text="Without those who have not played for 26 weeks.")
