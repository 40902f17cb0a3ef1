"""What is the same everywhere. No secrets here, and nothing is read from the environment."""

from pathlib import Path
from typing import Any

from celery.schedules import crontab
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parents[2]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "gameplay.apps.GameplayConfig",
    "tournaments.apps.TournamentsConfig",
    "ratings.apps.RatingsConfig",
    "config.apps.CompositionConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.content_policy.PagePolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.PageMessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.accounts.second_factor.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournaments.templatetags.moments"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"

# Accounts are made by invitation, and log in by name; an e-mail address is only for a forgotten password.
ACCOUNT_ADAPTER = "config.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {"login": "config.accounts.forms.LoginForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
# Whoever finds an open session may not name an address of their own for a forgotten password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_RATE_LIMITS = {
    # For pages and API together: a hall shares one address, a person mistypes a password a few times.
    "login": "60/m/ip",
    "login_failed": "60/m/ip,10/5m/key",
}
MFA_ADAPTER = "config.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "config.accounts.forms.AuthenticateForm",
    "reauthenticate": "config.accounts.forms.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Trumps & Tiles"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Whether organisers and platform admins must have a second factor.
SECOND_FACTOR_REQUIRED = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# British dates on screen; a browser that asks for plain English gets it too.
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("pl", "Polski"), ("lt", "Lietuvių")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Pages carry no script and no style of their own, so nothing inline is allowed.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "worker-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# Where pages find the stream that tells them of news: a port, 0 for their own, None for nowhere.
LIVE_PORT: int | None = None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.authentication.TokenAuthentication",
        "tournaments.api.actors.TableLinkAuthentication",
        "config.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["gameplay.api.parsers.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "config.api.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": [],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.api.negotiation.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "rules_check": "120/min",
        # Every table of a hall asks before each card, and all of them come from one address.
        "rules_legal": "900/min",
    },
    # A remote address is the one that connects, unless the environment says how many proxies stand between.
    "NUM_PROXIES": 0,
    # The schema says what there is; an OPTIONS request is refused like any other method that a view does not have.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.api.exceptions.refuse",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
CSRF_FAILURE_VIEW = "config.api.exceptions.csrf_failure"
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Tournaments",
    "DESCRIPTION": (
        "Clubs, tournaments, hands and ratings of Five Hundred and of Fives and Threes. Log in with "
        "`POST /api/v1/auth/tokens/` and send `Authorization: Token <token>`; a table's link is sent as "
        "`Authorization: TableLink <token>`. Every refusal is `application/problem+json` with a permanent `code`."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "config.api.schema.add_problems"],
    "ENUM_NAME_OVERRIDES": {},
    "COMPONENT_SPLIT_REQUEST": True,
}

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# What cannot be acknowledged any more will be delivered anew.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for a dead broker as long as it takes ...
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# ... but a request that nudges it gives up at once: what is to be done stands in the database, and a sweep finds it.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "max_retries": 0,
    "socket_connect_timeout": 0.5,
    "socket_timeout": 1,
}
# Whoever waits for a rebuild waits long; ratings of the night and draws do not wait behind it.
CELERY_TASK_ROUTES = {
    "ratings.drain_outbox": {"queue": "ratings"},
    "ratings.rebuild": {"queue": "rebuild"},
    "ratings.rebuild_open": {"queue": "rebuild"},
    "ratings.check_pools": {"queue": "rebuild"},
}
CELERY_BEAT_SCHEDULE = {
    "sweep the outbox": {
        "task": "ratings.drain_outbox",
        "schedule": 15.0,
        # A sweep that nobody took before the next one is due is of no use.
        "options": {"expires": 15.0},
    },
    # Whether a list is due, at each club's own time; all but the first of a month find it there.
    "publish the rating lists": {
        "task": "ratings.publish_lists",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "sweep the draws": {
        "task": "tournaments.make_open_draws",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "sweep the rebuilds": {
        "task": "ratings.rebuild_open",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "verify the ratings at night": {
        "task": "ratings.check_pools",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 3600.0},
    },
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        name: {"handlers": ["stderr"], "level": "INFO", "propagate": False}
        for name in ("config", "gameplay", "tournaments", "ratings")
    },
}
