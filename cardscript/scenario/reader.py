"""Reading a scenario file: its head, the cards it brings along, named situations, scenarios with their branches."""

from __future__ import annotations

from pathlib import Path

from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.files import read_source
from cardscript.language.outline import Line as OutlineLine
from cardscript.language.outline import read_outline
from cardscript.language.source import Source, Span
from cardscript.scenario import syntax as x
from cardscript.scenario.lines import LineReader, quoted_list

SUFFIX = ".scenario"
MOST_USED = 20
"""So many files one file may use, directly and through others."""
BLOCKS = ("situation", "scenario", "cards")


def read_file(path: Path, findings: Findings, name: str = "") -> x.ScenarioFile | None:
    """The scenarios in a file and all it uses; None if it cannot be read. What is wrong goes to `findings`.

    Reported: CS001-CS006 and CS9xx (files), CS601 (a line), CS602 (head), CS607 (order), CS608 (unknown or left out
    files and situations), CS609 (two of one name), CS612 (nothing expected).
    """
    source = read_source(path, name or str(path), findings)
    if source is None:
        return None
    return _FileReader(path, findings, {}).read(source)


def read_text(source: Source, findings: Findings, folder: Path | None = None) -> x.ScenarioFile:
    """The scenarios in a text, as `read_file` reads them; files it uses are looked for in `folder`."""
    return _FileReader(folder / source.name if folder is not None else None, findings, {}).read(source)


class _FileReader:
    """Reads one file. `_used`: the files read so far, so that none is read twice."""

    def __init__(self, path: Path | None, findings: Findings, used: dict[Path, x.ScenarioFile]) -> None:
        self._path, self._findings, self._used = path, findings, used
        self._lines = LineReader(findings)

    def read(self, source: Source) -> x.ScenarioFile:
        self._findings.sources[source.name] = source
        file = x.ScenarioFile(source)
        if self._path is not None:
            self._used[self._path.resolve()] = file
        names: dict[str, Span] = {}
        for line in read_outline(source, self._findings):
            tree = self._lines.tree(line, "file_line")
            if tree is None:
                continue
            kind = str(tree.data)
            token = next(iter(tree.children), None)
            rest = line.text[line.text.index(" ") :].strip() if token is not None else ""
            self._block(kind, rest, line, file, names)
        return file

    def _block(self, kind: str, rest: str, line: OutlineLine, file: x.ScenarioFile, names: dict[str, Span]) -> None:
        if line.children and kind not in BLOCKS:
            self._findings.add(
                "CS602", f"nothing can stand below {kind!r}", line.children[0].span, "move it to the left"
            )
        here = line.span.shifted(len(line.text) - len(rest), len(line.text))
        match kind:
            case "game":
                if file.game is not None:
                    self._findings.add("CS602", "the game is named twice", line.span, "leave one of them out")
                file.game = x.Name(rest.strip('"'), here)
            case "sets":
                file.sets = tuple(quoted_list(rest))
            case "use":
                self._use(x.Name(rest.strip('"'), here), file)
            case "cards":
                if not line.children:
                    self._findings.add("CS602", "no card stands below this line", line.span, "write the cards below it")
                file.cards += [(file.source, child) for child in line.children]
            case "situation":
                body = self._body(rest, line, top=True)
                if rest in file.situations:
                    self._findings.add("CS609", f"there is a situation {rest!r} already", here, "give it another name")
                if body.deeds or body.branches:
                    message = "a situation only says how things stand"
                    self._findings.add("CS607", message, line.span, "put what is done and expected into a scenario")
                file.situations[rest] = body
            case _:
                if rest in names:
                    self._findings.add("CS609", f"there is a scenario {rest!r} already", here, "give it another name")
                names[rest] = here
                body = self._body(rest, line, top=True)
                self._expects_something(body)
                file.scenarios.append(body)

    def _use(self, name: x.Name, file: x.ScenarioFile) -> None:
        help = f"name a {SUFFIX} file in this folder or below it"
        if self._path is None:
            self._findings.add("CS608", "no file can be used from here", name.span, help)
            return
        parts = name.text.split("/")
        path = self._path.parent / name.text
        if ".." in parts or "" in parts or "\\" in name.text or not name.text.endswith(SUFFIX):
            self._findings.add("CS608", f"{name.text!r} is no {SUFFIX} file of this folder", name.span, help)
            return
        try:
            real, there = path.resolve(), path.is_file()
            inside = real.is_relative_to(self._path.parent.resolve())
        except (OSError, RuntimeError, ValueError):
            there = inside = False
        if not there or not inside:
            near = [p.name for p in self._path.parent.glob(f"*{SUFFIX}")]
            self._findings.add(
                "CS608", f"there is no file {name.text!r} here", name.span, did_you_mean(name.text, near) or help
            )
            return
        if real in self._used:
            return
        if len(self._used) >= MOST_USED:
            self._findings.add("CS608", f"more than {MOST_USED} files are used", name.span, "use fewer")
            return
        shown = str(Path(file.source.name).parent / name.text)
        source = read_source(path, shown, self._findings)
        if source is None:
            return
        other = _FileReader(path, self._findings, self._used).read(source)
        file.game, file.sets = file.game or other.game, file.sets if file.sets is not None else other.sets
        file.cards += other.cards
        for one, body in other.situations.items():
            file.situations.setdefault(one, body)

    # --- bodies

    def _body(self, name: str, line: OutlineLine, top: bool) -> x.Body:
        body = x.Body(name, line.span)
        for child in line.children:
            found = self._lines.body(child)
            if found is None:
                continue
            kind, what = found
            if child.children and not _may_have_lines(kind, what):
                self._findings.add(
                    "CS602", "nothing can stand below this line", child.children[0].span, "move it to the left"
                )
            if kind == "clauses":
                assert isinstance(what, list)
                body.clauses += what
            elif kind == "branch":
                assert isinstance(what, x.Name)
                if any(branch.name == what.text for branch in body.branches):
                    self._findings.add("CS609", f"there is a branch {what.text!r} already", what.span, "rename it")
                body.branches.append(self._body(what.text, child, top=False))
            else:
                self._line(kind, what, child, body)
        return body

    def _line(self, kind: str, what: object, line: OutlineLine, body: x.Body) -> None:
        if body.branches:
            help = "put it before the first branch, or into a branch of its own"
            self._findings.add("CS607", "a line after a branch", line.span, help)
        elif isinstance(what, x.Situational):
            if body.deeds:
                help = "put it before the first answer or expectation"
                self._findings.add("CS607", "the situation is told before anything is done", line.span, help)
            body.situation.append(what)
        elif isinstance(what, x.Step | x.Expectation):
            body.deeds.append(what)

    def _expects_something(self, body: x.Body, before: bool = False) -> None:
        """Every way through a scenario must expect something (what happens once is not yet a test)."""
        before = before or any(isinstance(deed, x.Expectation | x.Refused) for deed in body.deeds)
        if not body.branches and not before:
            help = "write what must be so: expect PLACE: CARD, CARD"
            self._findings.add("CS612", f"{body.name!r} expects nothing", body.span, help)
        for branch in body.branches:
            self._expects_something(branch, before)


def _may_have_lines(kind: str, what: object) -> bool:
    answers = x.ExpectAsked | x.ExpectOffered
    if kind == "branch" or isinstance(what, x.SetUp | x.Lies | x.ExpectCards | x.ExpectTrace | answers):
        return True
    return isinstance(what, x.ExpectEvents) and bool(what.events) and what.events[0].span.start >= what.span.end
