"""What the rules say of one group of files that import each other. Whatever fails, the rest is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint.finding import Finding, Span
from tflint.housekeeping import RuleFailure, UnparsableFile
from tflint.project import Project
from tflint.project.project import BrokenFile, find_fault
from tflint.project.stack import on_deep_stack
from tflint.rules import Rule, check
from tflint.sources import Source


def analyse(project: Project, rules: Sequence[type[Rule]]) -> list[Finding]:
    """Findings in a group of files, suppressed ones included; TFL001 for files that do not parse."""
    return on_deep_stack(lambda: _findings(project, rules))


def _findings(project: Project, rules: Sequence[type[Rule]]) -> list[Finding]:
    found: list[Finding] = []
    seen: set[str] = set()
    for path in _in_question(project):
        found += _check_file(project, path, rules)
        seen.add(path)
    for path in sorted(project.relevant - seen):
        fault = project.fault(path)
        if fault is not None:
            found.append(unparsable(path, fault))
    return found


def _in_question(project: Project) -> Iterator[str]:
    """Files that rules have to look at: those in reach of a graph, and those asked for meanwhile."""
    if project.starts:
        yield from sorted(project.in_reach)
        yield from project.drawn_in


def check_syntax(source: Source) -> Finding | None:
    """TFL001 for a file that does not parse."""
    fault = find_fault(source.path, source.text)
    return None if fault is None else unparsable(source.path, fault)


def unparsable(path: str, fault: BrokenFile) -> Finding:
    """TFL001, with what is wrong with the file."""
    span = Span(fault.line, fault.column, fault.line, fault.column)
    message = " ".join(fault.message.split())
    return UnparsableFile.at(path, span, f"the file cannot be parsed: {message}")


def _check_file(project: Project, path: str, rules: Sequence[type[Rule]]) -> Iterator[Finding]:
    project.module(path)
    fault = project.broken.get(path)
    if fault is not None:
        yield unparsable(path, fault)
        return
    try:
        yield from list(check(project, path, rules))
    except Exception:
        yield from _check_one_by_one(project, path, rules)


def _check_one_by_one(
    project: Project, path: str, rules: Sequence[type[Rule]]
) -> Iterator[Finding]:
    """After a failure: what every rule but the failing ones finds, and which ones failed."""
    too_deep = False
    for rule in rules:
        try:
            yield from list(check(project, path, [rule]))
        except RecursionError:
            too_deep = True
        except Exception as error:
            message = f"rule {rule.code} failed on this file: {_one_line(error)}"
            yield RuleFailure.at(path, Span(1, 1, 1, 1), message)
    if too_deep:
        yield unparsable(path, BrokenFile("nested too deeply to be analysed", 1, 1))


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
