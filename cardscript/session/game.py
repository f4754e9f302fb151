"""A loaded game as the Python API shows it: what it is called, its cards, and how a session of it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings, did_you_mean
from cardscript.language.manifest import LoadedGame, load_manifests, shipped_games
from cardscript.language.outline import Line
from cardscript.language.program import Game
from cardscript.language.recent import Recent
from cardscript.language.rulings import under
from cardscript.language.source import Source
from cardscript.session.choices import Options, candidates
from cardscript.session.save import Saved, SaveError
from cardscript.session.session import Session, Setting
from cardscript.session.setup import choose
from cardscript.session.switches import check_rulings

if TYPE_CHECKING:
    from cardscript.language.compiler import Conditions


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A printed card: how many copies there are and what it says."""

    name: str
    set: str
    kind: str
    group: str
    count: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingInfo:
    """A switch where the rulebook is silent: the reading in force unless told otherwise, all readings, where the rules
    leave it open, what is asked, and the set whose rules they are (empty: the game itself)."""

    default: str
    values: tuple[str, ...]
    cite: str
    question: str
    set: str


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """Ways to play of which players choose one at set-up: the one played unless told otherwise, all of them, where the
    rules offer it, what differs, and the set it comes with (empty: the game itself)."""

    default: str
    values: tuple[str, ...]
    cite: str
    about: str
    set: str


@dataclass(frozen=True, slots=True)
class GameHandle:
    """A game that can be played. `game` is its compiled form; `sets` maps each set in use to its version;
    `folder` is empty for a game that came with the program."""

    game: Game
    sets: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""

    @property
    def id(self) -> str:
        """The name on the command line and in records."""
        return self.game.id

    @property
    def title(self) -> str:
        """The name people read."""
        return self.game.title

    @property
    def version(self) -> str:
        """The version of the game's data."""
        return self.game.version

    @property
    def digest(self) -> str:
        """A hash of everything that was read."""
        return self.game.digest

    @property
    def cards(self) -> tuple[CardInfo, ...]:
        """Every printed card of the sets in use under the default rulings, in the order of the files."""
        kinds, cards = self.game.kinds, under(self.game, {}).cards
        return tuple(CardInfo(c.name, c.set, kinds[c.kind].name, c.group, c.count, c.lines) for c in cards)

    @property
    def rulings(self) -> dict[str, RulingInfo]:
        """The switches of this game for what its rules leave open, by name."""
        found = (r for r in self.game.rulings if not r.variant)
        return {r.name: RulingInfo(r.default, r.values, r.cite, r.question, r.set) for r in found}

    @property
    def variants(self) -> dict[str, VariantInfo]:
        """The ways to play this game that are chosen at set-up, by name."""
        found = (r for r in self.game.rulings if r.variant)
        return {r.name: VariantInfo(r.default, r.values, r.cite, r.question, r.set) for r in found}

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """For each set-up choice, by its option name: everything that can be picked."""
        return {option: tuple(c.name for c in found) for option, found in candidates(self.game).items()}

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Options | None = None,
        rulings: Mapping[str, str] | None = None,
        first: int = 0,
    ) -> Session:
        """A new session. `options`: set-up choice to a name or several; what is not named is picked by the seed.

        `rulings`: ruling or variant to one of its values. `players`: the fewest there can be if not said. `first` is
        the seat that begins, counted from 0. Raises `CardscriptError` with every reason why it cannot be set up so
        (CS401-CS413).
        """
        return Session.begin(self.game, self.setting(players, seed, options or {}, rulings or {}, first))

    def from_json(self, text: str, verify: bool = False) -> Session:
        """The session that `Session.to_json` wrote, at the same decision. `verify` a text that anybody may
        have changed: its answers are then played again and the state must be the one they lead to.

        Raises `CardscriptError`: CS517 if the text is no saved session, CS502 if it is one of other game data.
        """
        try:
            saved = Saved.read(text)
        except SaveError as error:
            raise CardscriptError([Diagnostic("CS517", f"this is no saved game: {error}")]) from error
        if (saved.game, saved.digest) != (self.id, self.digest):
            message = f"saved in {saved.game} {saved.version}, with other data than {self.id} {self.version} has"
            raise CardscriptError([Diagnostic("CS502", message, help="use the data it was made with")])
        setting = self.setting(saved.players, saved.seed, saved.choices, saved.rulings, saved.first)
        try:
            return saved.session(self.game, setting, verify)
        except SaveError as error:
            raise CardscriptError([Diagnostic("CS517", f"this saved game is damaged: {error}")]) from error

    def machine(
        self, players: int | None, seed: int, options: Options, rulings: Mapping[str, str], first: int
    ) -> Machine:
        """A bare machine that keeps no log, for many games in a row; arguments and refusals as for `start`."""
        setting = self.setting(players, seed, options, rulings, first)
        return Machine(self.game, setting.deal, seed, dict(setting.rulings), keep_log=False)

    def setting(
        self, players: int | None, seed: int, options: Options, rulings: Mapping[str, str], first: int
    ) -> Setting:
        """What a session begins with; arguments and refusals as for `start`."""
        wrong = check_rulings(self.game, rulings)
        readings = {r.name: r.default for r in self.game.rulings} | dict(rulings)
        game = self.game if wrong else under(self.game, readings)
        dealt = choose(game, game.setup.fewest if players is None else players, seed, options, first)
        if isinstance(dealt, list):
            raise CardscriptError([*dealt, *wrong])
        if wrong:
            raise CardscriptError(wrong)
        deal, chosen = dealt
        return Setting(deal, seed, chosen, readings, self.folder, tuple(self.sets))


def load(game: str | Path, sets: Sequence[str] | None = None) -> GameHandle:
    """The game in a folder, or one that came with the program by its name.

    `sets`: ids of the sets to use, with those they require; by default those the game names, or all. Raises
    `CardscriptError` with everything that is wrong in its files, or with CS420/CS421 for an unknown name.
    """
    findings = Findings()
    found = load_with(game, sets, (), findings)
    if found is None or findings.failed:
        raise CardscriptError(findings.items, findings.sources)
    return found[0]


_COMPILED: Recent[object, tuple[Game, Conditions]] = Recent(4)
"""Compiled games in which nothing was wrong, by all that was read of them."""


def _key_of(loaded: LoadedGame) -> object:
    """All that a compiled game depends on. Games are immutable: the same texts may give the same one again."""
    return (
        loaded.folder.name,
        tuple(loaded.sets),
        tuple((name, document.source.text) for name, document in loaded.documents.items()),
        tuple((set_id, source.name, source.text) for set_id, source in loaded.sources),
        tuple((source.name, source.text, tuple(line.span.start for line in lines)) for source, lines in loaded.extra),
    )


def load_with(
    game: str | Path, sets: Sequence[str] | None, extra: tuple[tuple[Source, tuple[Line, ...]], ...], findings: Findings
) -> tuple[GameHandle, Conditions] | None:
    """As `load`, with blocks that stand in other texts (the cards of a test), and with what reads conditions in the
    game's words; None, with findings, if it cannot be loaded. Raises `CardscriptError` only for an unknown name."""
    from cardscript.language.compiler import compile_for_questions

    folder, shipped = _folder(game)
    loaded = load_manifests(folder, findings)
    if loaded is None or findings.failed:
        return None
    loaded = replace(_with_sets(loaded, sets, findings), extra=extra)
    if findings.failed:
        return None
    key = _key_of(loaded)
    made = _COMPILED.get(key)
    if made is None:
        compiled, conditions = compile_for_questions(loaded, findings)
        if compiled is None or findings.failed:
            return None
        made = compiled, conditions
    if not findings.items:
        _COMPILED.keep(key, made)
    versions = {name: manifest.version for name, manifest in loaded.sets.items()}
    return GameHandle(made[0], versions, "" if shipped else str(folder)), made[1]


def _folder(game: str | Path) -> tuple[Path, bool]:
    """The folder of a game, and whether it came with the program. A name without a slash is a shipped game first."""
    shipped = shipped_games()
    if isinstance(game, str) and game in shipped:
        return shipped[game], True
    path = Path(game)
    try:
        if path.is_dir():
            return path, False
    except (OSError, ValueError):
        pass
    help = did_you_mean(str(game), shipped) or f"games that came with the program: {', '.join(shipped) or 'none'}"
    message = f"there is no folder {str(game)!r} and no game of that name"
    raise CardscriptError([Diagnostic("CS420", message, help=help)])


def _with_sets(loaded: LoadedGame, sets: Sequence[str] | None, findings: Findings) -> LoadedGame:
    """The game with only the sets asked for and those they require."""
    wanted = list(loaded.game.default_sets or loaded.sets) if sets is None else list(sets)
    used: set[str] = set()
    while wanted:
        name = wanted.pop(0)
        if name not in loaded.sets:
            help = did_you_mean(name, loaded.sets) or f"the sets of this game: {', '.join(loaded.sets) or 'none'}"
            findings.add("CS421", f"{loaded.game.title} has no set {name!r}", help=help)
        elif name not in used:
            used.add(name)
            wanted += loaded.sets[name].requires
    kept = {name: manifest for name, manifest in loaded.sets.items() if name in used}
    return replace(loaded, sets=kept, sources=[s for s in loaded.sources if not s[0] or s[0] in used])
