"""Writes the JSON Schemas of data files: `python -m cardscript.cli.schemas [FOLDER]` (default: schemas/)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pydantic import BaseModel

from cardscript.language.manifest import MODELS, json_schema
from cardscript.session.exercise_file import CoverageData
from cardscript.session.trace_schema import event_schema

ALL: dict[str, type[BaseModel]] = {**MODELS, "coverage": CoverageData}


def schema_files() -> dict[str, str]:
    """File name to text, for each schema that is committed."""
    schemas = {name: json_schema(model) for name, model in ALL.items()} | {"event": event_schema()}
    return {
        f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


def main(folder: Path) -> None:
    """Write all schemas into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schema_files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("schemas"))
