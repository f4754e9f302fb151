"""Law 12: the stages import in one direction only; law 6: the engine has no clock, no chance, no file of its own."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "cardscript"
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)

STAGES = ("language", "engine", "session", "scenario", "players", "cli", "testing")
"""Each may import itself and those before it."""

ENGINE_MAY_NOT = {
    *("random", "secrets", "uuid", "time", "datetime", "locale", "os", "io", "pathlib", "tempfile", "shutil", "glob"),
    *("subprocess", "socket", "threading", "multiprocessing", "asyncio", "pickle", "logging", "click", "rich"),
}


def rank(module: str) -> int:
    """How late a module of the package is: its stage; the version is before, the package itself after the players."""
    parts = module.split(".")
    if parts[:2] == ["cardscript", "_version"]:
        return -1
    if len(parts) > 1 and parts[1] in STAGES:
        return STAGES.index(parts[1])
    return len(STAGES) if parts[1:] == ["__main__"] else STAGES.index("cli")


def module_of(path: Path) -> str:
    return ".".join(("cardscript", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def imports(path: Path, text: str | None = None) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a file imports, inside functions too."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8") if text is None else text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "cardscript":
                yield from ((node.lineno, f"cardscript.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_import_goes_back(path: Path) -> None:
    mine = rank(module_of(path))
    wrong = [
        f"line {line}: {name}"
        for line, name in imports(path)
        if name.split(".")[0] == "cardscript" and rank(name) > mine
    ]
    assert not wrong


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").rglob("*.py")), ids=module_of)
def test_the_engine_reaches_nothing_outside(path: Path) -> None:
    assert not [f"line {line}: {name}" for line, name in imports(path) if name.split(".")[0] in ENGINE_MAY_NOT]


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_nothing_runs_text_as_code(path: Path) -> None:
    """Law 10. In the engine no file is opened and nothing is printed either."""
    names = {"eval", "exec", "compile", "__import__"}
    if path == PACKAGE / "engine" / "written.py":
        names -= {"compile"}  # a text of our own names and numbers only: tests/games/test_inlined.py holds that
    if "engine" in path.relative_to(PACKAGE).parts:
        names |= {"open", "print", "input"}  # id() only finds the nodes of one compiled game again, never an order
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
    assert not [f"line {f.lineno}: {f.id}()" for f in called if isinstance(f, ast.Name) and f.id in names]


def test_the_test_sees_imports_of_all_forms() -> None:
    path = PACKAGE / "engine" / "x.py"
    text = "def f():\n    from ..cli import check\nimport cardscript.session.a as b\nfrom cardscript import players\n"
    assert {(line, name) for line, name in imports(path, text)} == {
        (2, "cardscript.cli"),
        (3, "cardscript.session.a"),
        (4, "cardscript.players"),
    }
    order = [f"cardscript.{name}" for name in ("_version", "language.x", "engine", "session.y", "players", "cli.z")]
    assert [rank(name) for name in order] == sorted({rank(name) for name in order})


def test_any_module_of_the_language_can_be_the_first_one_imported() -> None:
    """The resolver's modules need each other; no cycle may depend on where it is entered."""
    names = [module_of(path) for path in FILES if path.parent.name == "language"]
    program = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    for known in [m for m in sys.modules if m.split('.')[0] == 'cardscript']:\n"
        "        del sys.modules[known]\n"
        "    importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", program, *names], check=True, cwd=PACKAGE.parent)
