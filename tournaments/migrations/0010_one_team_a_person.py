import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_fill_people_and_rosters")]

    operations = [
        migrations.RemoveField(
            model_name="person",
            name="is_staff",
        ),
        migrations.AlterField(
            model_name="teammember",
            name="season",
            field=models.ForeignKey(
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.season",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(
                fields=("season", "discipline", "person"),
                name="one_team_a_person_and_tournament",
                violation_error_message="This person is in another team of the season.",
            ),
        ),
    ]
