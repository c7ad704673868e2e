"""``manage.py import_register``: the pages' rules without a page."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.register.school import School
from tournaments.models import Attendance, AuditEntry, Person

pytestmark = pytest.mark.django_db
TEXT = "Uczeń;Data;Przedmiot;Obecność\nEwa Sowka;05/11/26;A;п\nOla Nowa;30/11/26;A;ob\n"


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, what it said, what it complained of."""
    out, problems = io.StringIO(), io.StringIO()
    try:
        call_command("import_register", *arguments, stdout=out, stderr=problems)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue(), problems.getvalue()
    return 0, out.getvalue(), problems.getvalue()


def test_it_asks_until_all_is_clear_and_a_second_time_changes_nothing(school: School, tmp_path):
    file = tmp_path / "d.csv"
    file.write_text(TEXT, encoding="utf-8")
    status, _said, asked = run(str(file))
    assert status == 1 and not Attendance.objects.exists()
    assert all(
        option in asked for option in ("--date-order dmy|ymd", "--mark 'п=…'", "--same 'Ewa Sowka=NUMBER'", "--unknown")
    )
    answers = ["--date-order", "dmy", "--mark", "п=late", "--same", f"Ewa Sowka={school.ewa.pk}", "--unknown", "new"]
    status, said, _asked = run(str(file), "--dry-run", *answers)
    assert status == 0 and "1 new pupils, 2 new lessons, 2 new marks" in said and not Attendance.objects.exists()
    assert "imported" in run(str(file), *answers)[1]
    assert Attendance.objects.get(person=school.ewa).mark == "late" and Person.objects.filter(name="Ola Nowa").exists()
    assert AuditEntry.objects.get(action="import_register").actor == "system:import_register"
    assert "nothing to import" in run(str(file), *answers)[1] and Attendance.objects.count() == 2
    file.write_text(TEXT.replace("п", "nb"), encoding="utf-8")
    assert "Ewa Sówka, 2026-11-05 A: late -> absent" in run(str(file), "--dry-run", *answers)[1]


def test_what_is_wrong_is_said_with_its_line(school: School, tmp_path):
    file = tmp_path / "d.csv"
    file.write_text("Uczeń;Data;Przedmiot;Obecność\nJan\x1b[31m Kowal;31.02.2026;A;ob\n", encoding="utf-8")
    status, _said, problems = run(str(file))
    assert status == 1 and "Line 2, column B «Data»:" in problems and "\x1b" not in problems
    file.write_bytes(b"%PDF-1.7")
    assert run(str(file))[0] == 2
    for arguments in (["--season", "nowhere"], ["--column", "A"], ["--column", "A=x"], ["--mark", "п=x"]):
        with pytest.raises(CommandError):
            run(str(file), *arguments)
    with pytest.raises(CommandError):
        run(str(tmp_path / "nothing.csv"))
