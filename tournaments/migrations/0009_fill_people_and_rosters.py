from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, _schema_editor):
    """Whoever was marked as staff is of that kind; a place in a team repeats the team's season and discipline."""
    apps.get_model("tournaments", "Person").objects.filter(is_staff=True).update(kind="staff")
    teams = apps.get_model("tournaments", "Team").objects.filter(pk=OuterRef("team_id"))
    apps.get_model("tournaments", "TeamMember").objects.update(
        season_id=Subquery(teams.values("season_id")[:1]), discipline=Subquery(teams.values("discipline")[:1])
    )


def empty(apps, _schema_editor):
    """Back: the mark instead of the kind."""
    apps.get_model("tournaments", "Person").objects.filter(kind="staff").update(is_staff=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_people_and_rosters")]

    operations = [migrations.RunPython(fill, empty)]
