"""The create view of the tutorial: a model serializer, which looks for the unique field by itself, and a token."""

from __future__ import annotations

from django.urls import path
from rest_framework import generics, serializers

from bench.peers.tutorial.models import Hand


class HandSerializer(serializers.ModelSerializer[Hand]):
    """A hand."""

    class Meta:
        model = Hand
        fields = ["id", "submission_id", "table_id", "number", "payload"]


class HandCreate(generics.CreateAPIView[Hand]):
    """Store a hand."""

    queryset = Hand.objects.all()
    serializer_class = HandSerializer


urlpatterns = [path("hands/", HandCreate.as_view())]
