"""The repository keeps its promises: the README's commands, what continuous integration runs, what lies at the top."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOP = {"pyproject.toml", "grammar", "cardscript", "cardsets", "schemas", "tests", "docs", "README.md"}
TOP |= {"benchmarks", "CHANGELOG.md", "LICENSE"}


def test_continuous_integration_runs_the_readmes_second_command() -> None:
    commands = re.findall(r"^```sh\n(.+)\n```$", README, re.MULTILINE)
    second = commands[1].replace(".venv/bin", '"$venv/bin').replace("/python", '/python"').replace(".venv", '"$venv"')
    assert second in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_readme_opens_with_two_commands_of_one_line() -> None:
    assert README.index("cardscript play") < README.index("pytest") < README.index("## ")


def test_nothing_else_lies_at_the_top() -> None:
    made = {"build", "dist", "venv", "htmlcov", "__pycache__"}
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".") and path.suffix != ".egg-info"}
    assert there - made <= TOP


def test_the_version_stands_in_the_changelog() -> None:
    from cardscript import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_wheel_carries_all_data_folders() -> None:
    from cardscript.language.resources import KINDS

    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["force-include"] == {kind: f"cardscript/_data/{kind}" for kind in KINDS}
