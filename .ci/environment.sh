#!/bin/sh
# A virtual environment with the packages of a requirements file.
# usage: environment.sh DIRECTORY REQUIREMENTS
set -eu
venv=$1 requirements=$2

python=
for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "Sowa needs Python 3.11 or newer; none was found (PYTHON=/path/to/python names one)." >&2
    exit 1
fi

if ! [ -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$venv"
    if ! "$python" -m venv "$venv" 2>/dev/null; then
        rm -rf "$venv"
        # Debian keeps venv in a package of its own.
        if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
            echo "Installing python3-venv…"
            apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
            "$python" -m venv "$venv"
        else
            echo "Python's venv module is missing: install it (Debian, Ubuntu: apt install python3-venv) and call make again." >&2
            exit 1
        fi
    fi
fi

echo "Installing the packages of $requirements…"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements" 2>"$venv/pip.log" || {
    cat "$venv/pip.log" >&2
    echo "The packages of $requirements could not be installed: the lines above say why." >&2
    exit 1
}
