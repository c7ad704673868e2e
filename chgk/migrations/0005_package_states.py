"""Packages that were there before states: whoever lies on a table is sealed or played, the others may be laid."""

from django.db import migrations


def fill_states(apps, schema_editor):
    packages = apps.get_model("chgk", "Package").objects
    packages.filter(game=None).update(state="approved")
    packages.filter(game__isnull=False).update(state="sealed")
    packages.filter(game__finished_at__isnull=False).update(state="played")


class Migration(migrations.Migration):
    dependencies = [("chgk", "0004_question_bank")]

    operations = [migrations.RunPython(fill_states, migrations.RunPython.noop)]
