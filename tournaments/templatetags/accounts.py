"""What an account is called, in templates as in the audit."""

from __future__ import annotations

from django import template

from tournaments.services import actors

register = template.Library()
register.filter("account_name", actors.account_name)
register.filter("own_name", actors.own_name)
