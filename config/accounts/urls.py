"""Where people log in, and look after their account."""

from allauth.account import views
from django.urls import include, path

from config.accounts import tokens

urlpatterns = [
    # Not below account/, which whoever lacks a second factor that they need may open.
    path("tokens/", tokens.own_tokens, name="own-tokens"),
    path("tokens/<slug:key>/revoke/", tokens.revoke, name="own-token-revoke"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    # After theirs, so that these are what the names stand for.
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
]
