from typing import Any

import django.utils.timezone
from django.db import migrations, models


def take_over_dates(apps: Any, schema_editor: Any) -> None:
    """What nobody has changed since it was made was changed last when it was made."""
    apps.get_model("tournaments", "RosterCall").objects.update(changed_at=models.F("made_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_letters_claimed"),
    ]

    operations = [
        migrations.AddField(
            model_name="rostercall",
            name="changed_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(
            model_name="rostercall",
            name="moves",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(take_over_dates, migrations.RunPython.noop),
    ]
