"""The addresses of the API under /api/v1/, but for those of tables, which ``config.urls`` names before them."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import include, path
from django.views.decorators.cache import cache_page
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.api.health import LiveView, ReadyView
from config.api.log_in import SessionView
from config.api.tokens import TokenDetailView, TokenListView

# Writing the schema is much work, and it is the same for everybody.
_schema = cache_page(60)(SpectacularAPIView.as_view())
# The reference sets styles of its own on its elements; scripts stay as strict as anywhere.
_docs = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="api-schema"))

urlpatterns = [
    path("health/live/", LiveView.as_view(), name="health-live"),
    path("health/ready/", ReadyView.as_view(), name="health-ready"),
    path("auth/tokens/", TokenListView.as_view(), name="token-list"),
    path("auth/tokens/<slug:key>/", TokenDetailView.as_view(), name="token-detail"),
    path("auth/session/", SessionView.as_view(), name="session"),
    path("", include("gameplay.api.urls")),
    path("", include("tournaments.api.urls")),
    path("", include("ratings.api.urls")),
    path("schema/", _schema, name="api-schema"),
    path("docs/", _docs, name="api-docs"),
]
