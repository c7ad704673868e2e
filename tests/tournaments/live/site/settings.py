"""Sowa's settings, and the tally among its apps. The environment says which database."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as APPS

INSTALLED_APPS = [*APPS, "tests.tournaments.live.site.apps.TallyConfig"]
ROOT_URLCONF = "tests.tournaments.live.site.urls"
DEBUG = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
