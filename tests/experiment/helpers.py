"""Findings written by hand: a snippet whose comments mark the line and the functions."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tflint.claims import Claim
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Span, Subject
from tflint.rules import MODULES, load
from tflint.rules.base import Rule

Settle = Callable[..., list[Finding]]
"""Settles the findings it is given."""


@dataclass
class Case:
    """A program, what is claimed about its marked line, and what should come of it."""

    code: str
    entry: str
    verdict: str
    program: str
    reason: str = ""
    inputs: str = ""
    kind: EntryKind = EntryKind.TF_FUNCTION
    function: str | None = None
    at: str = ""

    def check(self, finding: Finding) -> None:
        """What came of it is what should."""
        evidence = finding.evidence or {}
        assert finding.verdict == self.verdict, evidence
        assert self.reason in evidence["reason"]
        if self.inputs:
            assert evidence["inputs"]["from"] == self.inputs
        json.dumps(finding.evidence)


def settle_cases(
    cases: dict[str, Case], head: str, settle: Settle, folder: Path
) -> dict[str, Finding]:
    """Every case, settled in one run, as users run it."""
    findings = []
    for name, case in cases.items():
        path = folder / (re.sub(r"\W+", "_", name) + ".py")
        path.write_text(head + textwrap.dedent(case.program))
        findings.append(
            make_finding(
                path,
                case.code,
                entry=case.entry,
                function=case.function,
                kind=case.kind,
                at=case.at,
            )
        )
    return dict(zip(cases, settle(*findings), strict=True))


def make_finding(
    path: Path,
    code: str,
    *,
    entry: str,
    function: str | None = None,
    kind: EntryKind = EntryKind.TF_FUNCTION,
    marker: str = "# here",
    at: str = "",
    claims: tuple[Claim, ...] | None = None,
    entry_path: Path | None = None,
    framework: str = "",
) -> Finding:
    """A finding at the marked line of a file, about the functions with these qualified names.

    It claims what the rule with this code claims, or any difference if there is none.
    """
    text = path.read_text()
    line, source = next(
        (number, line) for number, line in enumerate(text.splitlines(), 1) if marker in line
    )
    column = source.index(at) + 1 if at else len(source) - len(source.lstrip()) + 1
    rule = load([code])[0] if code in MODULES else Rule
    subject = Subject(
        kind,
        _ref(entry_path or path, entry),
        _ref(path, function or entry),
        rule.claims if claims is None else claims,
        framework or rule.framework,
    )
    return Finding(
        path=str(path),
        span=Span(
            line,
            column,
            line,
            column + len(at) if at.endswith((")", "]", '"')) else len(source) + 1,
        ),
        code=code,
        name="by-hand",
        message="",
        harm=Harm.SILENT,
        subject=subject,
    )


def _ref(path: Path, qualname: str) -> FunctionRef:
    if qualname == "<module>":
        return FunctionRef(str(path), qualname, 1)
    tree = ast.parse(path.read_text())
    lines: dict[str, int] = {}

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines[prefix + child.name] = child.lineno
                walk(child, prefix + child.name + ".<locals>.")
            elif isinstance(child, ast.ClassDef):
                walk(child, prefix + child.name + ".")
            elif isinstance(child, ast.Lambda):
                lines.setdefault(prefix + "<lambda>", child.lineno)
                walk(child, prefix)
            else:
                walk(child, prefix)

    walk(tree, "")
    return FunctionRef(str(path), qualname, lines[qualname])
