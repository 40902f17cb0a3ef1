"""All URLs of the installation."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from config.indexing import SITEMAPS, robots
from config.languages import choose_language
from ratings.web.persons import person

# Staff log in where everybody does, with a second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # First, because it is where the hands of an evening go.
    path("api/v1/tables/", include("tournaments.api.table_urls")),
    path("api/v1/", include("config.api.routes")),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("language/", choose_language, name="language"),
    path("", include("config.accounts.urls")),
    path("admin/", admin.site.urls),
    path("ratings/", include("ratings.web.urls")),
    path("clubs/<slug:slug>/people/<int:player_id>/", person, name="person"),
    path("", include("tournaments.web.urls")),
]

handler400 = "config.api.exceptions.bad_request"
handler403 = "config.api.exceptions.forbidden"
handler404 = "config.api.exceptions.not_found"
handler500 = "config.api.exceptions.server_error"
