"""The manifests `game.yaml` and `set.yaml`: they list and name; everything that behaves stands in .card files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.files import read_source
from cardscript.language.outline import Line
from cardscript.language.program import RulingDecl
from cardscript.language.recent import Recent
from cardscript.language.resources import data_dir
from cardscript.language.source import Source, Span
from cardscript.language.yaml_text import Path as DataPath
from cardscript.language.yaml_text import YamlText, read_yaml

GAME_FILE = "game.yaml"
SET_FILE = "set.yaml"
MAX_GAME_CHARS = 20_000_000
"""The most text all files of one game may hold together."""

Id = Annotated[str, Field(pattern="^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, Field(min_length=1, max_length=200)]
Prose = Annotated[str, Field(max_length=4000)]
CardPath = Annotated[str, Field(pattern="\\.card$", max_length=200)]
CardPaths = Annotated[tuple[CardPath, ...], Field(max_length=1000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Seats(_Model):
    """How many players the game takes."""

    min: int = Field(ge=1, le=20, description="the fewest players")
    max: int = Field(ge=1, le=20, description="the most players, at least `min`")

    @field_validator("max")
    @classmethod
    def _in_order(cls, most: int, info: ValidationInfo) -> int:
        if most < info.data.get("min", 0):
            raise ValueError("max is less than min")
        return most


class _Switch(_Model):
    """Something that stands at one of several values, known before the set-up."""

    @field_validator("default", check_fields=False)
    @classmethod
    def _known(cls, default: str, info: ValidationInfo) -> str:
        values = info.data.get("values", (default,))
        if default not in values:
            raise ValueError(f"the default {default!r} is none of the values ({', '.join(values)})")
        return default


class Ruling(_Switch):
    """A switch where a rulebook is silent or contradicts itself."""

    values: Annotated[tuple[Text, ...], Field(min_length=2, max_length=20)] = Field(description="the readings")
    default: Text = Field(description="the reading in force unless another is chosen; one of `values`")
    cite: Prose = Field(min_length=1, description="where the rulebook is silent or contradicts itself")
    question: Prose = Field(min_length=1, description="what is asked, in one sentence")


class Variant(_Switch):
    """Ways to play that the rulebook offers, of which the players choose one at set-up."""

    values: Annotated[tuple[Text, ...], Field(min_length=2, max_length=20)] = Field(description="the ways to play")
    default: Text = Field(description="the way it is played unless another is chosen; one of `values`")
    cite: Prose = Field(min_length=1, description="where the rulebook offers it")
    about: Prose = Field(min_length=1, description="what differs, in one sentence")


Rulings = Annotated[dict[Id, Ruling], Field(max_length=200)]
Variants = Annotated[dict[Id, Variant], Field(max_length=50)]


class GameManifest(_Model):
    """`game.yaml`: what a game is called, how many play, which files it is made of."""

    id: Id = Field(description="the name on the command line and in records")
    title: Text = Field(description="the name people read")
    version: Text = Field(description='the version of this data, in quotes: "1.0"')
    seats: Seats
    rules: CardPaths = Field(min_length=1, description="the game's .card files of rules, in order")
    sets: Annotated[tuple[Text, ...], Field(max_length=200)] = Field(description="folders with a set.yaml each")
    default_sets: Annotated[tuple[Id, ...], Field(max_length=200)] = Field(
        default=(), description="ids of the sets played if none are named; empty: all"
    )
    rulings: Rulings = Field(default_factory=dict, description="switches where the rulebook is silent")
    variants: Variants = Field(default_factory=dict, description="ways to play, chosen at set-up")
    edition: Annotated[str, Field(max_length=200)] = Field(
        default="", description="the printed edition its rules are of; a set that follows another one is refused"
    )
    notice: Prose = Field(default="", description="who owns the names; shown to people")


class SetManifest(_Model):
    """`set.yaml`: one box of cards and the rules that come with it."""

    id: Id = Field(description="the name on the command line and in records")
    title: Text = Field(description="the name people read")
    version: Text = Field(description='the version of this data, in quotes: "1.0"')
    edition: Annotated[str, Field(max_length=200)] = Field(default="", description="the printed edition it follows")
    requires: Annotated[tuple[Id, ...], Field(max_length=200)] = Field(
        default=(), description="ids of the sets this one cannot be played without"
    )
    cards: CardPaths = Field(default=(), description="the .card files with its cards, in order")
    rules: CardPaths = Field(default=(), description="the .card files with its rules, in order")
    rulings: Rulings = Field(default_factory=dict, description="switches where the rules of this set are silent")
    variants: Variants = Field(default_factory=dict, description="ways to play that come with this set")


M = TypeVar("M", GameManifest, SetManifest)

MODELS: Mapping[str, type[BaseModel]] = {"game": GameManifest, "set": SetManifest}


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a manifest, as committed in `schemas/`."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game's manifests and the text of all its .card files; nothing of the text is understood yet.

    `sources`: (set id or "" for the game itself, file), the game's rules first, then for each set its rules, then its
    cards, in the order of the manifests. `documents`: file name to the manifest's data with the place of each value.
    `extra`: blocks that stand in another text and belong to the game as well, such as the cards of a test.
    """

    folder: Path
    game: GameManifest
    sets: dict[str, SetManifest]
    sources: list[tuple[str, Source]]
    documents: dict[str, YamlText] = field(default_factory=dict)
    extra: tuple[tuple[Source, tuple[Line, ...]], ...] = ()

    def switches(self) -> Iterator[RulingDecl]:
        """The rulings and variants of the game and of its sets, in their order."""
        manifests: list[tuple[str, GameManifest | SetManifest]] = [("", self.game), *self.sets.items()]
        for set_id, manifest in manifests:
            for name, r in manifest.rulings.items():
                yield RulingDecl(name, r.default, r.values, r.cite, r.question, set_id)
            for name, v in manifest.variants.items():
                yield RulingDecl(name, v.default, v.values, v.cite, v.about, set_id, variant=True)


def shipped_games() -> dict[str, Path]:
    """The games that come with the package: folder name to folder, in order of name."""
    try:
        root = data_dir("cardsets")
    except FileNotFoundError:
        return {}
    return {folder.name: folder for folder in sorted(root.iterdir()) if (folder / GAME_FILE).is_file()}


def load_manifests(folder: Path, findings: Findings) -> LoadedGame | None:
    """The game in a folder: None if it has no usable `game.yaml`, else all of it that can be read.

    A set or file that cannot be used is reported and left out, so more of the game can still be looked at; whoever
    goes on with it asks `findings.failed` first. Files are called `<folder>/<path in it>`. Only files inside the
    folder are read, links followed. Codes: CS001, CS010-CS024, CS901, CS903, CS905.
    """
    return _Loader(folder, findings).load()


def validated(document: YamlText, model: type[M], findings: Findings) -> M | None:
    """The manifest in a document, or None with a finding (CS013-CS015) for each wrong place."""
    try:
        return model.model_validate(_tuples(document.data))
    except ValidationError as error:
        before = len(findings)
        _explain_schema(document, model, findings)
        if len(findings) == before:
            for one in error.errors():
                message = str(one["msg"]).removeprefix("Value error, ")
                findings.add("CS015", message, document.place(tuple(one["loc"])), "change one of them")
        return None


def _tuples(data: object) -> object:
    """The data with tuples for lists, as the strict models want them."""
    if isinstance(data, dict):
        return {key: _tuples(value) for key, value in data.items()}
    return tuple(_tuples(value) for value in data) if isinstance(data, list) else data


def _explain_schema(document: YamlText, model: type[BaseModel], findings: Findings) -> None:
    """What jsonschema finds; imported only here because it is slow to import and most manifests are right."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError as SchemaError

    def order(error: SchemaError) -> tuple[int, str]:
        return document.place(tuple(error.absolute_path)).start, error.message

    for error in sorted(Draft202012Validator(json_schema(model)).iter_errors(document.data), key=order):
        path: DataPath = tuple(error.absolute_path)
        schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
        where = ".".join(str(step) for step in path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = sorted(schema.get("properties", {}))
            for key in error.instance:
                if key not in known:
                    help = did_you_mean(key, known) or f"known here: {', '.join(known)}"
                    findings.add("CS013", f"unknown key {key!r}", document.keys[(*path, key)], help)
        elif error.validator == "required" and isinstance(error.instance, dict):
            for key in schema.get("required", ()):
                if key not in error.instance:
                    says = schema.get("properties", {}).get(key, {}).get("description", "")
                    inside = f" in {where}" if where else ""
                    findings.add("CS014", f"the key {key!r} is missing{inside}", document.place(path), says)
        else:
            name = f"{where}: " if where else ""
            findings.add("CS015", name + _wrong(error), document.place(path), schema.get("description", ""))


def _wrong(error: Any) -> str:
    """What is wrong with one value, in words."""
    value, limit = error.instance, error.validator_value
    shown = _shown(value)
    if error.validator == "type":
        plain = limit == "string" and isinstance(value, int)
        hint = f' (put it into quotes: "{shown}")' if plain else ""
        return f"{shown} is not {_TYPES.get(str(limit), limit)}{hint}"
    if error.validator == "pattern":
        if str(limit) == "\\.card$":
            return f"{shown} does not end in .card"
        return f"{shown} is no name: small letters, digits and hyphens, a letter first"
    return str(_REASONS.get(str(error.validator), "{shown} is not allowed ({limit})")).format(shown=shown, limit=limit)


_TYPES = {"string": "a text", "integer": "a whole number", "array": "a list", "object": "a mapping of keys to values"}
_REASONS = {
    "minimum": "{shown} is less than {limit}",
    "maximum": "{shown} is more than {limit}",
    "minLength": "is empty",
    "maxLength": "is longer than {limit} characters",
    "minItems": "has fewer than {limit} entries",
    "maxItems": "has more than {limit} entries",
    "maxProperties": "has more than {limit} entries",
}


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


_READ: Recent[tuple[type[BaseModel], str, str], tuple[YamlText, GameManifest | SetManifest]] = Recent(40)
"""Manifests in which nothing was wrong, by what they are, their names and texts."""


class _Loader:
    """Reads one folder; `_complete` says whether all sets could be read, `_room` how much text may still come."""

    def __init__(self, folder: Path, findings: Findings) -> None:
        self._folder = folder
        self._findings = findings
        self._complete = True
        self._room = MAX_GAME_CHARS
        self._taken: dict[Path, str] = {}
        self._documents: dict[str, YamlText] = {}
        self._set_documents: dict[str, YamlText] = {}
        self._sources: list[tuple[str, Source]] = []
        try:
            self._root = folder.resolve()
        except (OSError, RuntimeError):  # a loop of links
            self._root = folder.absolute()
        self._name = self._root.name

    def load(self) -> LoadedGame | None:
        name, before = f"{self._name}/{GAME_FILE}", len(self._findings)
        if not self._exists(self._root / GAME_FILE):
            self._findings.add(
                "CS022",
                f"{self._name} is no game: it has no {GAME_FILE}",
                Span(name, 0, 0),
                f"name a folder with a {GAME_FILE}",
            )
            return None
        inside = self._inside(GAME_FILE, PurePosixPath(), Span(name, 0, 0))
        game = self._manifest(inside, GameManifest) if inside is not None else None
        if game is None:
            return None
        document = self._documents[name]
        self._listed("", PurePosixPath(), document, "rules", game.rules)
        sets = self._sets(game, document)
        self._check_ids(game, document, sets)
        self._check_editions(game, sets)
        self._check_rulings(game, sets)
        if len(self._findings) == before:  # else it may be listed in what could not be read, or under a wrong name
            self._check_unlisted()
        return LoadedGame(self._folder, game, sets, self._sources, self._documents)

    def _sets(self, game: GameManifest, document: YamlText) -> dict[str, SetManifest]:
        sets: dict[str, SetManifest] = {}
        folders: dict[str, str] = {}
        for at, folder in self._unique(game.sets, document, "sets"):
            span = document.place(("sets", at))
            path = self._inside(folder, PurePosixPath(), span)
            manifest = self._inside(SET_FILE, path, span) if path is not None else None
            found = None
            if manifest is not None and self._present(manifest, span):
                found = self._manifest(manifest, SetManifest)
            if path is None or found is None:
                self._complete = False
                continue
            set_document = self._documents[f"{self._name}/{manifest}"]
            if found.id in sets:
                help = f"the other one is in {folders[found.id]}/"
                self._complete = False
                self._findings.add("CS021", f"two sets have the id {found.id!r}", set_document.place(("id",)), help)
                continue
            sets[found.id], folders[found.id], self._set_documents[found.id] = found, folder, set_document
            self._listed(found.id, path, set_document, "rules", found.rules)
            self._listed(found.id, path, set_document, "cards", found.cards)
        return sets

    def _check_ids(self, game: GameManifest, document: YamlText, sets: Mapping[str, SetManifest]) -> None:
        if not self._complete:
            return  # an unknown id may be that of a set with a finding of its own
        lists = [(document, "default_sets", game.default_sets)]
        lists += [(self._set_documents[set_id], "requires", found.requires) for set_id, found in sets.items()]
        for where, key, ids in lists:
            for at, one in self._unique(ids, where, key):
                if one not in sets:
                    help = did_you_mean(one, sets) or f"known sets: {', '.join(sets) or 'none'}"
                    self._findings.add("CS020", f"there is no set {one!r} in this game", where.place((key, at)), help)

    def _check_editions(self, game: GameManifest, sets: Mapping[str, SetManifest]) -> None:
        """Cards of one edition cannot be played by the rules of another; a set that names none fits all."""
        for set_id, found in sets.items():
            if game.edition and found.edition and found.edition != game.edition:
                message = f"edition mismatch: {found.title} is of {found.edition!r}, the game of {game.edition!r}"
                span = self._set_documents[set_id].place(("edition",))
                self._findings.add("CS023", message, span, f"take it out of sets: in {GAME_FILE}")

    def _check_rulings(self, game: GameManifest, sets: Mapping[str, SetManifest]) -> None:
        """A switch, ruling or variant, is known by its name alone, whichever sets are in use."""
        told: dict[str, str] = {}
        manifests: list[tuple[YamlText, GameManifest | SetManifest]]
        manifests = [(self._documents[f"{self._name}/{GAME_FILE}"], game)]
        manifests += [(self._set_documents[set_id], found) for set_id, found in sets.items()]
        for document, found in manifests:
            for key, names in (("rulings", found.rulings), ("variants", found.variants)):
                for name in names:
                    if name in told:
                        message, span = f"two {key} have the name {name!r}", document.keys[(key, name)]
                        self._findings.add("CS021", message, span, f"also in {told[name]}")
                    told.setdefault(name, document.place(()).file)

    def _check_unlisted(self) -> None:
        """A .card file that no manifest lists would be left out without a word."""
        listed = set(self._taken)
        for path in self._card_files(self._root, 4):
            if path.resolve() not in listed:
                name = f"{self._name}/{path.relative_to(self._root).as_posix()}"
                help = f"list it under rules: or cards: in {GAME_FILE} or {SET_FILE}, or delete it"
                self._findings.add("CS019", "no manifest lists this file", Span(name, 0, 0), help, "warning")

    def _card_files(self, folder: Path, depth: int) -> Iterator[Path]:
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            return
        for path in entries:
            if path.is_symlink() or path.name.startswith("."):
                continue
            if path.is_dir():
                if depth:
                    yield from self._card_files(path, depth - 1)
            elif path.suffix == ".card":
                yield path

    def _manifest(self, path: PurePosixPath, model: type[M]) -> M | None:
        name = f"{self._name}/{path}"
        source = self._read(path, Span(name, 0, 0))
        if source is None:
            return None
        known = _READ.get((model, name, source.text))
        if known is None:
            before = len(self._findings)
            document = read_yaml(source, self._findings)
            if document is None:
                return None
            self._documents[name] = document
            manifest = validated(document, model, self._findings)
            if manifest is None or len(self._findings) > before:
                return manifest
            known = _READ.keep((model, name, source.text), (document, manifest))
        self._documents[name], found = known
        return found  # type: ignore[return-value]

    def _listed(self, set_id: str, base: PurePosixPath, document: YamlText, key: str, paths: Sequence[str]) -> None:
        for at, written in enumerate(paths):
            span = document.place((key, at))
            path = self._inside(written, base, span)
            if path is None or not self._present(path, span):
                continue
            real = (self._root / path).resolve()
            if real in self._taken:
                self._findings.add("CS018", f"{written} is listed twice", span, f"also listed as {self._taken[real]}")
                continue
            self._taken[real] = f"{self._name}/{path}"
            source = self._read(path, span)
            if source is not None:
                self._sources.append((set_id, source))

    def _unique(self, items: Sequence[str], document: YamlText, key: str) -> Iterator[tuple[int, str]]:
        seen: set[str] = set()
        for at, item in enumerate(items):
            if item in seen:
                self._findings.add("CS018", f"{item} is listed twice", document.place((key, at)), "delete one of them")
                continue
            seen.add(item)
            yield at, item

    def _inside(self, written: str, base: PurePosixPath, span: Span) -> PurePosixPath | None:
        """The path within the game's folder, or None (reported) if it leaves the folder of the manifest."""
        path = PurePosixPath(written)
        parts = written.split("/")
        why = ""
        if path.is_absolute() or "\\" in written or ":" in written:
            why = "it is not a path relative to this folder, with / between its parts"
        elif ".." in parts:
            why = "it has .. in it"
        elif "." in parts or "" in parts:
            why = "it has an empty part"
        else:
            try:
                folder = (self._root / base).resolve()
                real = (folder / path).resolve()
            except (OSError, RuntimeError, ValueError):
                why = "it is a loop of links"
            else:
                if not real.is_relative_to(folder):
                    why = "it is a link to a place outside"
        if not why:
            return base / path
        message = f"{_shown(written)} leaves the folder: {why}"
        self._findings.add("CS016", message, span, "name a file inside the folder of this manifest")
        return None

    def _exists(self, path: Path) -> bool:
        try:
            return path.is_file()
        except (OSError, ValueError):
            return False

    def _present(self, path: PurePosixPath, span: Span) -> bool:
        if self._exists(self._root / path):
            return True
        folder = self._root / path.parent
        try:
            near = [f.name for f in folder.iterdir()] if folder.is_dir() else [f.name for f in folder.parent.iterdir()]
        except OSError:
            near = []
        help = did_you_mean(path.name if folder.is_dir() else folder.name, near)
        self._findings.add("CS017", f"there is no file {self._name}/{path}", span, help or "add the file")
        return False

    def _read(self, path: PurePosixPath, span: Span) -> Source | None:
        name = f"{self._name}/{path}"
        if self._room <= 0:
            return None
        source = read_source(self._root / path, name, self._findings)
        if source is None:
            return None
        self._room -= len(source.text)
        if self._room <= 0:
            text = f"the files of this game hold more than {MAX_GAME_CHARS:,} characters"
            self._findings.add("CS905", text, span, "the rest was not read; make the game smaller")
            return None
        return source
