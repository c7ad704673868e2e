"""Runs Sowa: ``python -m config.server [--host …] [--port …]``; the environment may say HOST, PORT, WEB_CONCURRENCY.

Checks before it listens, so that what is wrong is said in one sentence, not found out by the first visitor.
"""

import argparse
import errno
import os
import socket
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from uvicorn.supervisors import Multiprocess

BACKLOG = 4096


class CannotStart(Exception):
    """What is wrong, in a sentence for the person who started the server."""


def main() -> None:
    """Checks, listens, serves until told to stop."""
    host, port = address()
    try:
        django.setup()
        check()
        listener = listen(host, port)
    except CannotStart as error:
        sys.exit(f"Sowa cannot start: {error}")
    workers = settings.WEB_CONCURRENCY
    config = uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        workers=workers,
        backlog=BACKLOG,
        http="httptools",
        ws="none",
        lifespan="on",
        proxy_headers=True,
        access_log=False,
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"Sowa listens on http://{shown}:{listener.getsockname()[1]}/ (Ctrl+C stops it)\n")
    sys.stdout.flush()
    server = uvicorn.Server(config)
    if workers > 1:
        Multiprocess(config, sockets=[listener]).run()
    else:
        server.run(sockets=[listener])
        if not server.started:
            sys.exit(3)  # the reason is in the log


def address() -> tuple[str, int]:
    """Where to listen: what the command line says, else the environment."""
    parser = argparse.ArgumentParser(prog="python -m config.server", description="Runs Sowa.")
    parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"), help="0: any free one")
    chosen = parser.parse_args()
    return chosen.host, chosen.port


def check() -> None:
    """Everything that can be known before the first request."""
    try:
        call_command("check", fail_level="ERROR")
    except SystemCheckError as error:
        raise CannotStart(str(error)) from None
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CannotStart("the database is not up to date; run `python manage.py migrate` first.")
    except DatabaseError as error:
        raise CannotStart(f"the database cannot be reached: {error}") from None
    finally:
        connection.close()


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, or a clear word about who has the port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # not refused for a minute after a restart
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # only now does the kernel say that somebody else listens
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"port {port} on {host} is taken by another program; set PORT to a free one.") from None
        raise CannotStart(f"cannot listen on {host}, port {port}: {error.strerror}.") from None
    listener.set_inheritable(True)
    return listener


if __name__ == "__main__":
    main()
