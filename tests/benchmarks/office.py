"""The backoffice of a large school beside a small one's: python -m tests.benchmarks --only office.

200 teams, 5,000 people and 50,000 marks of the class register, in a database of its own; every list is opened as a
superuser opens it, with a search and a page of history besides. Run in a process of its own (see fanout's servers).
"""

import json
import statistics
import subprocess
import sys
import time

LARGE = {"people": 5_000, "teams": 200, "lessons": 500, "marks": 50_000}
SMALL = {"people": 100, "teams": 4, "lessons": 5, "marks": 500}
PAGES = (
    ("people", "/admin/tournaments/person/"),
    ("people, searched", "/admin/tournaments/person/?q=jan+12"),
    ("a person", "/admin/tournaments/person/{person}/change/"),
    ("a person's history", "/admin/tournaments/person/{person}/history/"),
    ("what holds a person", "/admin/tournaments/person/{person}/delete/"),
    (
        "choosing a person",
        "/admin/autocomplete/?app_label=tournaments&model_name=teammember&field_name=person&term=jan",
    ),
    ("teams", "/admin/tournaments/team/"),
    ("a team", "/admin/tournaments/team/{team}/change/"),
    ("lessons", "/admin/tournaments/lesson/"),
    ("attendance", "/admin/tournaments/attendance/"),
    ("attendance, searched", "/admin/tournaments/attendance/?q=jan"),
    ("houses", "/admin/tournaments/house/"),
    ("seasons", "/seasons/"),
)
TIMES = 5


def run(bench):
    """A row for each page: its median in the large school, beside the small one's; under a second, always."""
    servers = {name: bench.fresh() for name in ("large", "small")}
    figures = {}
    for name, server in servers.items():
        command = [sys.executable, "-m", "tests.benchmarks.office", name]
        done = subprocess.run(command, env=server.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        figures[name] = json.loads(done.stdout.splitlines()[-1])
    for what, _path in PAGES:
        large, small = figures["large"][what], figures["small"][what]
        bench.report(
            f"backoffice: {what}",
            f"{large['ms']:.0f} ms, {large['queries']} queries",
            f"small {small['ms']:.0f} ms",
            large["ms"] / small["ms"],
            "< 1 s",
            large["ms"] < 1000,
        )
        bench.check(f"backoffice: {what}, as many queries", large["queries"] == small["queries"], str(small["queries"]))


def fill(people, teams, lessons, marks):
    """The school."""
    from datetime import date, timedelta

    from tournaments.models import Attendance, House, Lesson, Person, Season, Team, TeamMember

    houses = [
        House.objects.create(key=f"h{number}", name=f"House {number}", command=f"H{number}")
        for number in range(max(4, teams // 10))
    ]
    seasons = [Season.objects.create(name=f"Year {number}") for number in range(max(1, teams // len(houses)))]
    Person.objects.bulk_create(
        (Person(name=f"Jan {number} Kowalski", house=houses[number % len(houses)]) for number in range(people)), 1000
    )
    pupils = list(Person.objects.values_list("pk", flat=True))
    made = [Team(season=season, discipline="auction", house=house) for season in seasons for house in houses][:teams]
    Team.objects.bulk_create(made)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, person_id=pupils[(3 * place + number) % people], is_captain=number == 0)
        for place, team in enumerate(Team.objects.select_related("season"))
        for number in range(3)
    )
    begin = date(2026, 9, 1)
    Lesson.objects.bulk_create(
        Lesson(season=seasons[-1], held_on=begin + timedelta(days=number // 5), subject=f"S{number % 5}")
        for number in range(lessons)
    )
    ids = list(Lesson.objects.values_list("pk", flat=True))
    each = marks // lessons
    Attendance.objects.bulk_create(
        (
            Attendance(lesson_id=lesson, person_id=pupils[(place * each + number) % people])
            for place, lesson in enumerate(ids)
            for number in range(each)
        ),
        1000,
    )
    return pupils[0], Team.objects.values_list("pk", flat=True)[0]


def measure(person, team):
    """{page: median of some requests in ms, number of queries}."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment

    from tournaments.models import User

    setup_test_environment()
    settings.WHITENOISE_AUTOREFRESH = True
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    found = {}
    for what, path in PAGES:
        address = path.format(person=person, team=team)
        assert client.get(address, follow=True).status_code in (200, 403), address
        taken = []
        for _time in range(TIMES):
            begin = time.perf_counter()
            client.get(address)
            taken.append((time.perf_counter() - begin) * 1000)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        found[what] = {"ms": statistics.median(taken), "queries": len(queries)}
    return found


def main():
    import os

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(measure(*fill(**(LARGE if sys.argv[1] == "large" else SMALL)))))


if __name__ == "__main__":
    main()
