"""Where people log in, and look after their account."""

from allauth.account import views
from allauth.mfa.totp.views import activate_totp
from django.urls import include, path
from django.views.decorators.cache import never_cache

from config.accounts import tokens

urlpatterns = [
    # Not below account/, which whoever lacks a second factor that they need may open.
    path("tokens/", tokens.own_tokens, name="own-tokens"),
    path("tokens/<slug:key>/revoke/", tokens.revoke, name="own-token-revoke"),
    path("account/", include("allauth.account.urls")),
    # The page shows the secret of the second factor, which is to stay in no cache; so it comes before theirs.
    path("account/second-factor/totp/activate/", never_cache(activate_totp), name="mfa_activate_totp"),
    path("account/second-factor/", include("allauth.mfa.urls")),
    # After theirs, so that these are what the names stand for.
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
]
