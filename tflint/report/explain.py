"""What is traced, and why: the answers behind ``tflint traced`` and ``tflint why``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tflint.facts import Project
from tflint.facts.flags import Flags, is_unreachable
from tflint.facts.guards import is_escape
from tflint.facts.traces import display
from tflint.facts.tracing_context import Traced
from tflint.files import Source
from tflint.finding import EntryKind, Reason
from tflint.syntax.definitions import stands_in
from tflint.syntax.model import Block, Function, Module
from tflint.syntax.stack import on_deep_stack

_MOST_CALLERS = 5


@dataclass(frozen=True)
class TracedFunction:
    """One function that runs in a graph, in one tracing context.

    Attributes:
        path, line: where it is defined, 1-based.
        name: its qualified name.
        kind: how it gets there.
        aspects: what tells this context from the others of the function; empty when there is one only.
        chain: from the entry point down to it.
    """

    path: str
    line: int
    name: str
    kind: EntryKind
    aspects: tuple[str, ...]
    chain: tuple[Reason, ...]


@dataclass(frozen=True)
class Answer:
    """Why one line is in a graph, or why not.

    Attributes:
        traced: whether it is.
        summary: one line.
        reasons: the places behind it, in order; those of the shortest chain.
        contexts: for a line that is in several contexts, what tells each from the others, and its chain.
    """

    traced: bool
    summary: str
    reasons: tuple[Reason, ...] = ()
    contexts: tuple[tuple[tuple[str, ...], tuple[Reason, ...]], ...] = ()


def projects(sources: Sequence[Source], roots: Sequence[str]) -> Iterator[Project]:
    """One project for each group of files that import each other."""
    whole = Project.build(sources, roots)
    for group in whole.groups:
        yield whole.part(group)


def traced(
    sources: Sequence[Source], roots: Sequence[str]
) -> tuple[list[TracedFunction], list[str]]:
    """Every function believed to run in a graph, in each of its contexts, in order of path and line.

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
                traced.context.kind,
                aspects,
                traced.chain,
            )
            for function in project.tracing.traced_functions()
            for traced, aspects in _told_apart(project.tracing.traced(function))
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
    contexts = project.tracing.traced(function)
    if not contexts:
        return _not_traced(project, function)
    for statement, block in function.statements:
        if not statement.lineno <= line <= (statement.end_lineno or line):
            continue
        if is_escape(statement, block, function, project.inference.value):
            summary = (
                f"line {line} runs outside the graph, though {display(function)} is traced: it is "
                "under `init_scope`, or where TensorFlow executes eagerly"
            )
            return Answer(False, summary, contexts[0].chain)
        reached = [
            traced
            for traced in contexts
            if not is_unreachable(statement, block, function, traced.context.at_default)
        ]
        if not reached:
            flags = _needed(statement, block, contexts[0])
            summary = (
                f"line {line} runs in no graph, though {display(function)} is traced: nothing in a graph "
                f"turns {flags}"
            )
            return Answer(False, summary, contexts[0].chain)
        contexts = tuple(reached)
    summary = f"line {line} runs in a graph, as part of {display(function)}"
    several = tuple((aspects, traced.chain) for traced, aspects in _told_apart(contexts))
    return Answer(True, summary, contexts[0].chain, several if len(several) > 1 else ())


def _needed(statement: ast.stmt, block: Block | None, traced: Traced) -> str:
    """The flags that must have another value for a line to be reached."""

    def keep_out(flags: Flags) -> bool:
        return is_unreachable(statement, block, traced.function, flags)

    at_default = traced.context.at_default
    alone = {flag for flag in at_default if keep_out(frozenset({flag}))}
    return " or ".join(
        f"`{name}` {'off' if default else 'on'}" for name, default in sorted(alone or at_default)
    )


def _told_apart(contexts: Sequence[Traced]) -> Iterator[tuple[Traced, tuple[str, ...]]]:
    """Contexts of one function, each with the aspects in which they are not all alike."""
    every = [traced.context.aspects for traced in contexts]
    different = [name for name in every[0] if len({aspects[name] for aspects in every}) > 1]
    for traced, aspects in zip(contexts, every, strict=True):
        yield traced, tuple(aspects[name] for name in different)


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
    if project.tracing.runs_eagerly(function):
        summary = f"{display(function)} runs eagerly: no caller is known to be traced{and_more}"
    else:
        summary = (
            f"not known: nothing says that {display(function)} is traced, nor that it runs eagerly, for "
            f"nothing says it of its callers{and_more}"
        )
    return Answer(False, summary, reasons)


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
            "context": list(function.aspects),
            "chain": chain_as_json(function.chain),
        }
        for function in functions
    ]


def chain_as_json(chain: Iterable[Reason]) -> list[dict[str, object]]:
    """The links of a chain."""
    return [{"path": reason.path, "line": reason.line, "text": reason.text} for reason in chain]
