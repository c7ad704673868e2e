"""A line of the paper as a form: one for everything that can stand on it; what its kind does not need is not read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from auction.lot_words import lot_name
from auction.name_words import short_name
from auction.rules.paper import Hint, PaperRow, Verdict, What
from auction.rules.questions import Question
from auction.rules.session import Session
from auction.rules.special import name_of
from auction.rules.state import Kind
from auction.services.masters import DEFAULT_WORD, Plan, Sitter
from auction.services.paper_questions import LETTERS

LONGEST_TEXT = 200
_NUMBER = re.compile(r"[-−+]?[0-9]{1,9}")
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
WHATS = (
    (What.QUESTION, _("Question")),
    (What.HINT, _("Hint lot")),
    (What.BLACK_BOX, _("Black box")),
    (What.ONE_ON_ONE, _("One on one")),
    (What.ADJUST, _("Correction")),
    (What.REINSTATE, _("Team back in the game")),
    (What.BREAK_TIE, _("Tie decided")),
    (What.OPEN_FINAL, _("Final opened")),
)
VERDICTS = (
    (Verdict.NONE, "–"),
    (Verdict.RIGHT, _("right")),
    (Verdict.WRONG, _("wrong")),
    (Verdict.LATER, _("not yet: goes on on the screens")),
)
HINTS = ((Hint.NONE, _("none")), (Hint.BOUGHT, _("bought")), (Hint.TOKEN, _("token")))


class NumberField(forms.CharField):
    """A whole number as people write it, nothing for nothing."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", **options.pop("attrs", {})}
        super().__init__(required=False, max_length=LONGEST_TEXT, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        """The number, or None."""
        text = super().clean(value)
        if not text:
            return None
        if not _NUMBER.fullmatch(text):
            raise ValidationError(
                _("«%(text)s» is no whole number of nine digits at most."), params={"text": text[:40]}
            )
        return int(text.replace("−", "-"))


class TimeField(forms.CharField):
    """A time of day as people write it: 20:15 or 20.15; nothing for nothing."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "20:15"})
        super().__init__(required=False, max_length=LONGEST_TEXT, widget=widget, **options)

    def clean(self, value: Any) -> str:
        """«20:15», whichever way it was written."""
        text = str(super().clean(value))
        found = _TIME.fullmatch(text)
        if text and not found:
            raise ValidationError(_("«%(text)s» is no time of day; write it like 20:15."), params={"text": text[:40]})
        return f"{int(found[1]):02}:{found[2]}" if found else ""


def _text(label: Any, longest: int = LONGEST_TEXT, **attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", **attrs})
    return forms.CharField(label=label, required=False, max_length=longest, widget=widget)


def mark_of(text: str, category: str, categories: Sequence[str], codes: Mapping[str, str]) -> str:
    """The mark of the question that somebody typed: «3a» of the printed paper, «a» beside its category, or a number."""
    typed = text.strip().casefold()
    if typed in LETTERS and category in categories:
        typed = f"{categories.index(category) + 1}{typed}"
    return codes.get(typed, typed)


class RowForm(forms.Form):
    """``session``: the game before this line; its teams have columns of their own."""

    at = TimeField(label=_("Time on paper"))
    reason = _text(_("Reason"))
    question = _text(_("Question no."), 20)
    masters = _text(_("The Masters' word"), 50, placeholder=DEFAULT_WORD)
    players = _text(_("The Masters' names, the captain first, commas between"), 600)
    top_up = NumberField(label=_("Added by the host"))
    points = NumberField(label=_("Points to add, or with a minus to take"))

    def __init__(self, data: Any = None, *, key: str, session: Session, columns: Sequence[str], **options: Any) -> None:
        super().__init__(data, prefix=f"r{key}", use_required_attribute=False, **options)
        self.key, self.session, self.columns = key, session, tuple(columns)
        names = {team.id: short_name(team.command) for team in session.game.teams}
        teams = [("", "–"), *((team, names.get(team, team)) for team in self.columns)]
        self.fields["what"] = forms.ChoiceField(label=_("What"), choices=self._whats())
        self.fields["category"] = self._choice(_("Category"), self._categories())
        self.fields["duel_category"] = self._choice(_("Category left after striking"), self._categories())
        for name, label in (
            ("va_banque", _("VA BANQUE")), ("sold", _("Sold to (as a check)")), ("buzzed", _("First to buzz")),
            ("team", _("Team")),
        ):  # fmt: skip
            self.fields[name] = self._choice(label, teams)
        self.fields["hint"] = self._choice(_("Hint"), HINTS)
        self.fields["verdict"] = self._choice(_("Verdict"), VERDICTS)
        for team in self.columns:
            self.fields[f"stake-{team}"] = NumberField(
                label=names.get(team, team), attrs={"placeholder": gettext("ante only")}
            )
            self.fields[f"excused-{team}"] = forms.BooleanField(label=_("excused"), required=False)
        for field in self.fields.values():
            self._dress(field)

    def _dress(self, field: forms.Field) -> None:
        by_kind = {forms.Select: "form-select", forms.CheckboxInput: "form-check-input"}
        field.widget.attrs["class"] = by_kind.get(type(field.widget), "form-control")  # type: ignore[call-overload]

    @staticmethod
    def _choice(label: Any, choices: Sequence[tuple[Any, Any]]) -> forms.ChoiceField:
        return forms.ChoiceField(label=label, required=False, choices=list(choices))

    def _whats(self) -> list[tuple[str, Any]]:
        return [(str(what), label) for what, label in WHATS]

    def _categories(self) -> list[tuple[str, str]]:
        lot = self.session.game.lot
        names = list(self.session.categories)
        if lot is not None and lot.kind is Kind.QUESTION and lot.category not in names:
            names.append(lot.category)
        numbered = [(name, f"{number}. {name}") for number, name in enumerate(names, 1)]
        return [("", "–"), *numbered]

    @property
    def masters_plan(self) -> Plan | None:
        """Who sat down as Masters, as the paper has it; None: those who were prepared."""
        names = [name.strip() for name in str(self.cleaned_data["players"]).split(",") if name.strip()]
        if not names and not self.cleaned_data["masters"]:
            return None
        sitters = tuple(Sitter(name, captain=not place) for place, name in enumerate(names))
        return Plan(sitters, command=self.cleaned_data["masters"] or DEFAULT_WORD)

    @property
    def stakes(self) -> list[tuple[Any, Any]]:
        """A team's stake and its excuse, side by side."""
        return [(self[f"stake-{team}"], self[f"excused-{team}"]) for team in self.columns]

    @property
    def heading(self) -> str:
        """The line in a few words, for buttons and errors."""
        what = str(self["what"].value() or What.QUESTION)
        label = next((str(label) for each, label in WHATS if each == what), what)
        category = self["category"].value() if what == What.QUESTION else ""
        return f"{label}: {lot_name(str(category))}" if category else label

    def clean(self) -> dict[str, Any]:
        """A question needs its category, unless it is the lot that was open."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("what") == What.QUESTION and "category" in data and not data["category"]:
            lot = self.session.game.lot
            if lot is None or lot.kind is not Kind.QUESTION:
                self.add_error("category", _("Choose the category."))
        return data

    def to_row(self, questions: Mapping[str, Question], codes: Mapping[str, str]) -> PaperRow:
        """The line as the rules read it; a ValidationError for a question that is not to be found."""
        data, what = self.cleaned_data, What(self.cleaned_data["what"])
        stakes = {team: data[f"stake-{team}"] for team in self.columns if data[f"stake-{team}"] is not None}
        kind = what.kind
        category = data["category"] if kind is Kind.QUESTION else name_of(kind) if kind is not None else ""
        asked = kind is not None and not kind.special
        return PaperRow(
            what=what,
            category=category or (self.session.game.lot.category if self.session.game.lot is not None else ""),
            top_up=data["top_up"] or 0 if kind is not None else 0,
            stakes=stakes if kind is not None and kind is not Kind.ONE_ON_ONE else {},
            va_banque=data["va_banque"] if kind is not Kind.ONE_ON_ONE else "",
            excused=tuple(team for team in self.columns if data[f"excused-{team}"]),
            sold=data["sold"] if kind is not Kind.ONE_ON_ONE else "",
            question=self._question(questions, codes) if asked else None,
            hint=Hint(data["hint"]) if asked else Hint.NONE,
            verdict=Verdict(data["verdict"]) if asked else Verdict.NONE,
            duel_category=data["duel_category"],
            buzzed=data["buzzed"],
            team=data["team"],
            points=data["points"] or 0,
            reason=data["reason"],
            at=data["at"],
        )

    def _question(self, questions: Mapping[str, Question], codes: Mapping[str, str]) -> Question | None:
        category = str(self.cleaned_data.get("category") or self.cleaned_data.get("duel_category") or "")
        mark = mark_of(str(self.cleaned_data["question"]), category, self.session.categories, codes)
        if mark and mark not in questions:
            raise ValidationError(_("There is no such question, or it has been asked already; empty: not recorded."))
        return questions.get(mark) if mark else None
