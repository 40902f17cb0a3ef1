"""Where people log in, and look after their account."""

from allauth.account import views
from django.urls import include, path

urlpatterns = [
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    # After theirs, so that these are what the names stand for.
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
]
