"""Strings whose translation may equal the English source, each with its reason."""

from __future__ import annotations

# (language or "*", source) -> reason
SAME: dict[tuple[str, str], str] = {
    ("*", "VA BANQUE!"): "the command that captains type; the rulebook writes it so (§15)",
    ("*", "VA BANQUE"): "the same command as a field's name",
    ("pl", "Format"): "the Polish word is spelt the same",
    ("pl", "tester"): "the Polish word is the English one",
    ("pl", "%(number)s tester"): "the Polish word is the English one",
    ("pl", "%(minutes)s min %(seconds)s s"): "the signs of minute and second are the same in Polish",
    ("pl", "blitz"): "the Polish word is spelt the same",
    ("pl", "duplet"): "the Polish word is spelt the same",
    ("pl", "Bank"): "the Polish word is spelt the same",
    ("*", "VA BANQUE…"): "the same command on the button that asks once more",
    ("*", "VB…"): "short for VA BANQUE on the host's narrow buttons",
    ("*", "%(team)s VA BANQUE!"): "the command as a captain types it",
    ("ru", "%(date)s, %(who)s: «%(reason)s»"): "placeholders between the quotes that Russian uses, too",
    ("pl", "%(seconds)s s"): "the sign of the second is the same in Polish",
    ("pl", "%(seconds)d s"): "the sign of the second is the same in Polish",
    ("pl", "−%(seconds)d s"): "the sign of the second is the same in Polish",
    ("pl", "+%(seconds)d s"): "the sign of the second is the same in Polish",
    ("pl", "s"): "the sign of the second is the same in Polish",
    ("pl", "Va banque"): "the Polish term is spelt the same (§15)",
    ("pl", "e-mail"): "the Polish word is the English one",
}
