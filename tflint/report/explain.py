"""What is traced, and why: the answers behind ``tflint traced`` and ``tflint why``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tflint.facts import Project
from tflint.facts.flags import needs_turn
from tflint.facts.guards import is_escape
from tflint.facts.traces import display
from tflint.files import Source
from tflint.finding import EntryKind, Reason
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Function, Module
from tflint.syntax.stack import on_deep_stack

_MOST_CALLERS = 5


@dataclass(frozen=True)
class TracedFunction:
    """One function that runs in a graph.

    Attributes:
        path, line: where it is defined, 1-based.
        name: its qualified name.
        kind: how it gets there.
        chain: from the entry point down to it.
    """

    path: str
    line: int
    name: str
    kind: EntryKind
    chain: tuple[Reason, ...]


@dataclass(frozen=True)
class Answer:
    """Why one line is in a graph, or why not.

    Attributes:
        traced: whether it is.
        summary: one line.
        reasons: the places behind it, in order.
    """

    traced: bool
    summary: str
    reasons: tuple[Reason, ...] = ()


def projects(sources: Sequence[Source], roots: Sequence[str]) -> Iterator[Project]:
    """One project for each group of files that import each other."""
    whole = Project.build(sources, roots)
    for group in whole.groups:
        yield whole.part(group)


def traced(
    sources: Sequence[Source], roots: Sequence[str]
) -> tuple[list[TracedFunction], list[str]]:
    """Every function believed to run in a graph, in order of path and line.

    And one line for each file that could not be analysed.
    """
    found: list[TracedFunction] = []
    errors: list[str] = []
    for project in projects(sources, roots):
        found += [
            TracedFunction(
                function.module.path,
                function.ref.line,
                function.qualname,
                trace.kind,
                trace.reasons,
            )
            for function, trace in project.tracing.traced_functions()
        ]
        errors += [f"{path}: {fault.message}" for path, fault in project.broken.items()]
    return sorted(found, key=lambda f: (f.path, f.line, f.name)), sorted(errors)


def why(sources: Sequence[Source], roots: Sequence[str], path: str, line: int) -> Answer:
    """Why line ``line`` of ``path`` runs in a graph, or why it does not.

    Raises:
        LookupError: the file is not among the sources, does not parse, or has no such line.
    """
    source = next((source for source in sources if source.path == path), None)
    if source is None:
        raise LookupError(f"{path}: not among the files to read")
    if not 1 <= line <= len(source.lines):
        raise LookupError(f"{path}: has no line {line}")
    for project in projects(sources, roots):
        if path in project.sources:
            break
    else:
        return Answer(False, "nothing in this file has to do with TensorFlow, Keras or MXNet")
    module = project.module(path)
    if module is None:
        raise LookupError(f"{path}: {project.broken[path].message}")
    return on_deep_stack(lambda: _answer(project, module, line))


def _answer(project: Project, module: Module, line: int) -> Answer:
    function = function_at(module, line)
    if function.is_module:
        return Answer(False, f"line {line} is in the module's body, which runs eagerly")
    trace = project.tracing.trace(function)
    if trace is None:
        return _not_traced(project, function)
    left = project.tracing.left(function)
    for statement, block in function.statements:
        if not statement.lineno <= line <= (statement.end_lineno or line):
            continue
        if needs_turn(statement, block, function, left):
            alone = {f for f in left if needs_turn(statement, block, function, frozenset({f}))}
            turns = " or ".join(
                f"`{name}` {'off' if default else 'on'}" for name, default in sorted(alone or left)
            )
            summary = (
                f"line {line} runs in no graph, though {display(function)} is traced: nothing in a graph "
                f"turns {turns}"
            )
            return Answer(False, summary, trace.reasons)
        if is_escape(statement, block, function, project.inference.value):
            summary = (
                f"line {line} runs outside the graph, though {display(function)} is traced: it is "
                "under `init_scope`, or where TensorFlow executes eagerly"
            )
            return Answer(False, summary, trace.reasons)
    return Answer(
        True, f"line {line} runs in a graph, as part of {display(function)}", trace.reasons
    )


def _not_traced(project: Project, function: Function) -> Answer:
    sites = project.inference.callers.of(function)
    if not sites:
        return Answer(
            False,
            f"nothing says that {display(function)} is traced: it has no `tf.function`, no method of "
            "Keras or Gluon that is traced, and no call in these files",
        )
    reasons = tuple(
        Reason(
            site.function.module.path,
            site.node.lineno,
            f"{display(function)} is called by "
            + ("the module's body" if site.function.is_module else display(site.function)),
        )
        for site in sites[:_MOST_CALLERS]
    )
    more = len(sites) - len(reasons)
    and_more = f" (and {more} more places)" if more > 0 else ""
    return Answer(False, f"{display(function)} runs eagerly: all its callers do{and_more}", reasons)


def function_at(module: Module, line: int) -> Function:
    """The innermost function whose body holds a line; the module's body when none does."""
    found = module.body
    for function in module.functions:
        node = function.node
        if isinstance(node, ast.Module):
            continue
        first = node.body[0].lineno if isinstance(node.body, list) else node.lineno
        start = min(node.lineno, first)
        if start <= line <= (node.end_lineno or start) and stands_in(function, found):
            found = function
    return found


def as_json(functions: Iterable[TracedFunction]) -> list[dict[str, object]]:
    """What ``tflint traced --output-format json`` prints."""
    return [
        {
            "path": function.path,
            "line": function.line,
            "name": function.name,
            "kind": function.kind.value,
            "chain": [
                {"path": reason.path, "line": reason.line, "text": reason.text}
                for reason in function.chain
            ],
        }
        for function in functions
    ]
