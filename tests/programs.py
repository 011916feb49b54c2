"""The fixture programs: real programs whose comments say what tflint must find in them.

``fixtures/rules`` has a folder for each rule. A file or subfolder there is one program, linted as
one project; its name starts with ``bad`` or ``good``. ``# expect: TFL301`` ends a line where a
finding starts. ``# clear: TFL301`` ends one that only looks like the pitfall, and
``# quiet: TFL301`` one where the two ways of running do differ, but on purpose, only once, or
within bounds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from environments import ROOT

import tflint.cst.flagging as flagging
from tflint.cst.flagging import ConcretePlace, flagged
from tflint.facts import Project
from tflint.files import Source
from tflint.files.pins import Pin
from tflint.finding import Finding, Severity
from tflint.linting.engine import check
from tflint.rules import all_rules
from tflint.rules.base import Rule
from tflint.syntax.spans import span_of

RULES = ROOT / "fixtures" / "rules"
PROGRAMS = ROOT / "fixtures" / "programs"
"""What people write and post, with all that is wrong in it."""
REPORTED = ROOT / "fixtures" / "reported"
"""Programs of the shapes that users report, each beside the same program put right."""
SEEDS = ROOT / "fixtures" / "seeds"
MEASURED = Pin("tensorflow", ">=2.16", "requirements.txt")
"""What the programs ask for: what is said of them was measured with a newer TensorFlow yet."""

Place = tuple[str, int, str]
"""File (relative to the program), line, code."""


@dataclass(frozen=True)
class Program:
    """One fixture program.

    Attributes:
        code: the rule it belongs to; empty for a seed and for what users write and report.
        path: its file, or its folder.
    """

    code: str
    path: Path

    @property
    def name(self) -> str:
        """How tests show it."""
        return f"{self.code or self.path.parent.name}-{self.path.stem}"

    @property
    def is_bad(self) -> bool:
        """True when findings are expected."""
        return not self.path.name.startswith("good")

    @property
    def files(self) -> list[Path]:
        """Its modules."""
        return sorted(self.path.rglob("*.py")) if self.path.is_dir() else [self.path]

    @property
    def main(self) -> Path:
        """The script to run."""
        return self.path / "main.py" if self.path.is_dir() else self.path

    @property
    def framework(self) -> str:
        """What it needs to run: ``tensorflow`` or ``mxnet``."""
        uses_mxnet = re.search(r"^(import|from) mxnet\b", self.main.read_text(), re.M)
        return "mxnet" if uses_mxnet else "tensorflow"

    def marked(self, word: str) -> set[Place]:
        """The places that comments mark with ``expect`` or ``clear``."""
        return {
            (path.relative_to(self.path.parent).as_posix(), line, code)
            for path in self.files
            for line, code in marks(path.read_text(), word)
        }

    @property
    def texts(self) -> dict[str, str]:
        """Its modules' texts by path."""
        return {path.as_posix(): path.read_text() for path in self.files}

    @property
    def all_findings(self) -> list[Finding]:
        """What all rules find, also what is information only."""
        return _linted(self).all

    @property
    def found_alone(self) -> list[Finding]:
        """What its own rule finds when it is the only one, without what is information only."""
        return _linted(self).alone

    @property
    def lost(self) -> list[str]:
        """Places that rules propose and the visitor of concrete syntax has not, or has elsewhere."""
        return _linted(self).lost

    def findings(self, rules: list[type[Rule]]) -> list[Finding]:
        """What these rules find, without what is information only."""
        return lint(self.texts, rules)

    def places(self, findings: list[Finding]) -> set[Place]:
        """Findings in the form of the marks."""
        folder = self.path.parent
        return {
            (Path(f.path).relative_to(folder).as_posix(), f.span.line, f.code) for f in findings
        }


def marks(text: str, word: str) -> Iterator[tuple[int, str]]:
    """Lines and codes of the comments ``# <word>: CODE, CODE``."""
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(rf"#\s*{word}:\s*([A-Z0-9, ]+)$", line)
        if found:
            yield from ((number, code.strip()) for code in found[1].split(","))


def lint(texts: dict[str, str], rules: list[type[Rule]]) -> list[Finding]:
    """What these rules find in these files, without what is information only."""
    return without_information(lint_all(texts, rules))


def lint_all(texts: dict[str, str], rules: list[type[Rule]]) -> list[Finding]:
    """What these rules find in these files."""
    return _checked(project_of(texts), texts, rules)


def project_of(texts: dict[str, str]) -> Project:
    """The project of these files, which ask for what was measured."""
    sources = [Source(path, text) for path, text in texts.items()]
    return Project.build(sources, pins=[MEASURED])


def _checked(project: Project, paths: Iterable[str], rules: list[type[Rule]]) -> list[Finding]:
    found = [finding for path in paths for finding in check(project, path, rules)]
    assert not project.broken, project.broken
    return sorted(found, key=lambda finding: finding.sort_key)


def without_information(findings: list[Finding]) -> list[Finding]:
    """Those that ask for a change."""
    return [finding for finding in findings if finding.severity is Severity.WARNING]


class _Linted(NamedTuple):
    """What several tests ask of one run over a program."""

    alone: list[Finding]
    all: list[Finding]
    lost: list[str]


@cache
def _linted(program: Program) -> _Linted:
    """Lint with its own rule, about which nothing is known yet, and then with all rules."""
    texts = program.texts
    project = project_of(texts)
    own = [rule for rule in all_rules() if rule.code == program.code]
    alone = without_information(_checked(project, texts, own)) if own else []
    lost: list[str] = []

    def noting(project: Project, path: str, nodes: list[ast.AST]) -> dict[int, ConcretePlace]:
        found = flagged(project, path, nodes)
        module = project.module(path)
        assert module is not None
        for node in nodes:
            place = found.get(id(node))
            if place is None or place.span != span_of(node, module.lines):
                lost.append(f"{path}: {ast.dump(node)}: {place}")
        return found

    with patch.object(flagging, "flagged", noting):
        found = _checked(project, texts, list(all_rules()))
    return _Linted(alone, found, lost)


def rule_folders() -> dict[str, Path]:
    """The folder of each rule."""
    return {path.name.partition("_")[0]: path for path in sorted(RULES.iterdir()) if path.is_dir()}


def rule_programs() -> list[Program]:
    """Every program of every rule."""
    return [
        Program(code, path)
        for code, folder in rule_folders().items()
        for path in sorted(folder.iterdir())
        if path.name.startswith(("bad", "good"))
    ]


def all_programs() -> list[Program]:
    """The programs of the rules, those of users, what users report, and the seeds."""
    others = [*sorted(PROGRAMS.glob("*.py")), *sorted(SEEDS.glob("*.py"))]
    return [*rule_programs(), *(Program("", path) for path in others), *reported_programs()]


def reported_programs() -> list[Program]:
    """The programs of reported shapes."""
    return [Program("", path) for path in sorted(REPORTED.iterdir())]
