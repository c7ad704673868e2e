"""The key that signs sessions, links and tickets: from the environment, or made once and kept."""

import contextlib
import os
import secrets
from pathlib import Path


def read_or_make_secret(path: Path) -> str:
    """The secret key in ``path`` (mode 600), made on the first start; safe when two processes start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):  # another process was quicker: its key holds
            os.link(fresh, path)
        fresh.unlink()
    return path.read_text().strip()
