"""Sowa's settings: one file for every place; the environment (or a file .env) decides what differs."""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.secret import read_or_make_secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")
VAR = Path(env.str("SOWA_VAR", default=str(BASE_DIR / "var")))  # everything that this installation writes
VAR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
SOWA_DEMO = env.bool("SOWA_DEMO", default=False)  # anybody may enter as anybody: for showing Sowa, see config/checks.py
SOWA_DEMO_PUBLIC = env.bool("SOWA_DEMO_PUBLIC", default=False)
SOWA_HTTPS = env.bool("SOWA_HTTPS", default=False)  # a proxy speaks TLS for us and sets X-Forwarded-Proto
WEB_CONCURRENCY = env.int("WEB_CONCURRENCY", default=1)
SOWA_OPERATOR_TOKEN = env.str("SOWA_OPERATOR_TOKEN", default="")  # the chat server's program reads /privileges/ with it
REDIS_URL = env.str("REDIS_URL", default="")
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(VAR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "config.apps.SowaConfig",
    "tournaments.apps.TournamentsConfig",
    "auction.apps.AuctionConfig",
    "chgk.apps.ChgkConfig",
    "appeals.apps.AppealsConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "config.middleware.stamp_receipt",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.whole_page_login",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = None  # config/asgi.py is the way in
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    }
]

# --- storage ---------------------------------------------------------------------------------------------------------

SQLITE_OPTIONS: dict[str, Any] = {
    # Reading first and writing later fails at once when another writer was quicker: take the write lock at BEGIN.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; "
        "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728;"
    ),
}
_database: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{VAR / 'sowa.sqlite3'}")
_database |= {"CONN_MAX_AGE": None, "ATOMIC_REQUESTS": False}  # four threads: four connections a process, kept
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {**_database.get("OPTIONS", {}), **SQLITE_OPTIONS}
else:
    _database["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "sowa"}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}
    )
}

# --- people and sessions ---------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "config.accounts.PersonBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "config.accounts.ClosedAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Sowa: "
# Rate limits count by address: behind a proxy only the one that it adds itself may be believed.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("SOWA_PROXIES", default=1 if SOWA_HTTPS else 0)

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# --- security --------------------------------------------------------------------------------------------------------

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
_secure = SOWA_HTTPS and not DEBUG
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _secure
SECURE_HSTS_SECONDS = env.int("SOWA_HSTS_SECONDS", default=2_592_000) if _secure else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SOWA_HTTPS else None

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# --- language, time, files -------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pl", _("Polish")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
TIME_ZONE = env.str("SOWA_TIME_ZONE", default="Europe/Warsaw")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # `make run` needs no collectstatic
WHITENOISE_AUTOREFRESH = DEBUG
SOWA_HASHED_STATIC = env.bool("SOWA_HASHED_STATIC", default=_secure)  # asks for `manage.py collectstatic` first
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if SOWA_HASHED_STATIC
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- mail, logs ------------------------------------------------------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=5)  # seconds; a mail server that does not answer holds up no request
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Sowa <sowa@localhost>")
# How this site is reached, for letters and calendars; without it made of the first name in ALLOWED_HOSTS.
SOWA_URL = env.str("SOWA_URL", default="") or (
    f"https://{ALLOWED_HOSTS[0]}" if SOWA_HTTPS else f"http://{ALLOWED_HOSTS[0]}:{env.str('PORT', default='8000')}"
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Named so that their own handlers, which know nothing of secrets, are taken off.
        name: {"handlers": [], "propagate": True}
        for name in ("django", "django.server", "uvicorn", "uvicorn.error", "uvicorn.access")
    },
}
