"""Dependencies run one way, down the floors (docs/architecture.md), and files stay small enough to read."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
KNOWS: dict[str, set[str]] = {
    "tournaments": set(),
    "auction": {"tournaments"},
    "chgk": {"tournaments"},
    "appeals": {"chgk", "tournaments"},
}
APPS = tuple(app for app in KNOWS if (ROOT / app).is_dir())
FLOORS = {
    "rules": 0,
    "register_files": 0,
    "formats": 0,
    "enums": 1,
    "models": 1,
    "migrations": 1,
    "disciplines": 1,
    "rulebook": 1,
    "rulebooks": 1,
    "services": 2,
    "selectors": 2,
    "live": 2,
    "permissions": 2,
    "bank_permissions": 2,
    "apps": 4,
}
SURFACE = 3  # views, forms, admin, urls, texts, panels, management, templatetags: whatever is not named above
LONGEST_FILE = 400

MODULES = sorted(
    path.relative_to(ROOT)
    for app in (*APPS, "config")
    for path in (ROOT / app).rglob("*.py")
    if "__pycache__" not in path.parts
)


def floor(module: str) -> int:
    """On which floor a module of ours stands."""
    parts = module.split(".")
    if parts[0] == "config":
        return 4
    return FLOORS.get(parts[1], SURFACE) if len(parts) > 1 else 0


def module_name(path: Path) -> str:
    """tournaments/models/__init__.py is tournaments.models."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[str]:
    """Every module that the file imports, late imports too; «from a.b import c» counts as a.b.c if that is a module."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            base = node.module or ""
            for alias in node.names:
                inner = ROOT / base.replace(".", "/") / alias.name
                yield f"{base}.{alias.name}" if inner.is_dir() or inner.with_suffix(".py").is_file() else base


def ours(module: str) -> bool:
    return module.split(".", maxsplit=1)[0] in (*APPS, "config", "tests")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_nothing_imports_upwards_or_sideways(path):
    name = module_name(path)
    app = name.split(".")[0]
    for imported in filter(ours, imports(path)):
        other = imported.split(".")[0]
        assert other != "tests", f"{name} imports {imported}"
        assert floor(imported) <= floor(name), f"{name} (floor {floor(name)}) imports {imported} ({floor(imported)})"
        if app in APPS and other in APPS:
            assert other == app or other in KNOWS[app], f"{name} knows {imported}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[1] == "rules"], ids=str)
def test_rules_stand_on_the_standard_library_alone(path):
    for imported in imports(path):
        parts = imported.split(".")
        rules = parts[0] in APPS and parts[1:2] == ["rules"]
        assert rules or parts[0] in sys.stdlib_module_names, f"{path} imports {imported}"
        clock_or_chance = {"time", "random", "secrets", "datetime", "uuid", "os", "threading", "asyncio"}
        assert parts[0] not in clock_or_chance, f"{path}: {parts[0]} comes in with the command"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[1] == "register_files"], ids=str)
def test_files_of_the_register_are_read_without_django(path):
    for imported in imports(path):
        parts = imported.split(".")
        known = parts[0] in sys.stdlib_module_names or parts[0] == "openpyxl"
        assert known or parts[1:2] in (["rules"], ["register_files"]), f"{path} imports {imported}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[1] == "formats"], ids=str)
def test_formats_are_plain_python_too(path):
    pure = {"rules", "formats", "register_files"}
    libraries = {"docx", "lxml", "openpyxl"}
    at_once = imported_at_once(path)
    assert not at_once & libraries, f"{path}: imported by everybody who imports this"
    for imported in imports(path):
        parts = imported.split(".")
        if parts[0] in libraries:
            continue
        assert (parts[0] in APPS and parts[1] in pure) or parts[0] in sys.stdlib_module_names, (
            f"{path} imports {imported}"
        )
        assert parts[0] not in {"pathlib", "tempfile", "socket", "urllib", "http", "subprocess", "os", "time", "random"}


def imported_at_once(path: Path) -> set[str]:
    """What comes with the module itself, not with a call of one of its functions."""
    names: set[str] = set()
    for node in ast.parse((ROOT / path).read_text()).body:
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[1].startswith("selectors")], ids=str)
def test_selectors_only_read(path):
    assert not [module for module in imports(path) if ".services" in module]
    written = {"create", "save", "delete", "bulk_create", "update", "bulk_update", "get_or_create", "update_or_create"}
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in written:
            chain = ast.unparse(node.func.value)
            assert ".objects" not in chain, f"{path}:{node.lineno} writes"


def our_files() -> list[Path]:
    """Whatever is written by hand; vendored and generated files are not."""
    places = (*APPS, "config", "tests", "templates", "static", "docs")
    files = [path for place in places for path in (ROOT / place).rglob("*")]
    written = [path for path in files if path.suffix in (".py", ".html", ".js", ".css", ".md")]
    generated = {"vendor", "locale", "__pycache__", "migrations"}
    return [path for path in [*written, *ROOT.glob("*.py"), *ROOT.glob("*.md")] if not generated & set(path.parts)]


def test_no_file_is_longer_than_one_sitting():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in our_files()
        if (lines := len(path.read_text().splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_every_module_says_what_it_is_for_in_its_first_line():
    silent = [
        str(path)
        for path in MODULES
        if "migrations" not in path.parts
        and (text := (ROOT / path).read_text()).strip()
        and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []
