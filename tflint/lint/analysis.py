"""What the rules say of one group of files that import each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint.facts import Project
from tflint.finding import Finding
from tflint.lint.unparsable import unparsable
from tflint.rules import concerning, load
from tflint.syntax.stack import on_deep_stack


def analyse(project: Project, codes: Sequence[str]) -> list[Finding]:
    """What these rules find in a group of files, and TFL001 for files that do not parse.

    Suppressed findings are included.
    """
    return on_deep_stack(lambda: _findings(project, codes))


def _findings(project: Project, codes: Sequence[str]) -> list[Finding]:
    found: list[Finding] = []
    seen: set[str] = set()
    if project.starts:
        from tflint.lint.checking import check_file  # here, since it takes what nothing else needs

        texts = [source.text for source in project.sources.values()]
        rules = load(concerning(codes, texts))
        for path in _in_question(project):
            found += check_file(project, path, rules)
            seen.add(path)
    for path in sorted(project.relevant - seen):
        fault = project.fault(path)
        if fault is not None:
            found.append(unparsable(path, fault))
    return found


def _in_question(project: Project) -> Iterator[str]:
    """Files that rules have to look at: those in reach of a graph, and those asked for meanwhile."""
    yield from sorted(project.in_reach)
    yield from project.drawn_in
