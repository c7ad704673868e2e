"""Makes the composition's own system checks known."""

from django.apps import AppConfig


class SowaConfig(AppConfig):
    """The site as a whole."""

    name = "config"

    def ready(self) -> None:
        """Registers the checks."""
        from config import checks  # noqa: F401 - importing registers
