"""The table of imported records."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auction", "0001_initial"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest")),
                ("file_name", models.CharField(blank=True, max_length=200, verbose_name="file")),
                ("imported_at", models.DateTimeField(auto_now_add=True, verbose_name="imported")),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="imported_record",
                        to="tournaments.livegame",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "imported record",
                "verbose_name_plural": "imported records",
                "ordering": ("-imported_at",),
            },
        ),
    ]
