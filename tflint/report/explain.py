"""What is traced, and why: the answers behind ``tflint traced`` and ``tflint why``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tflint.facts import Project
from tflint.facts.graphs.context_settings import is_unreachable
from tflint.facts.graphs.eager_flags import EagerFlags
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.guards import is_escape
from tflint.facts.graphs.tracing_context import Traced
from tflint.finding import EntryKind, Reason
from tflint.linting.gathering import InputFiles
from tflint.linting.grouping import project_of
from tflint.linting.project_files import ProjectFiles
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
class Explanation:
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


def _groups(inputs: InputFiles) -> Iterator[tuple[ProjectFiles, Project]]:
    """One project for each group of files that import each other, as far as one is reported on."""
    for files in inputs.projects:
        whole = project_of(files)
        for group in whole.groups:
            if not files.reported.keys().isdisjoint(group):
                yield files, whole.part(group, files.pins_of(group))


def traced(inputs: InputFiles) -> tuple[list[TracedFunction], list[str]]:
    """Every function believed to run in a graph, in each of its contexts, in order of path and line.

    And one line for each file that could not be analysed.
    """
    found: list[TracedFunction] = []
    errors: list[str] = []
    for files, project in _groups(inputs):
        found += traced_in(files, project)
        errors += [
            f"{files.shown(path)}: {fault.message}"
            for path, fault in project.broken.items()
            if path in files.reported
        ]
    return sorted(found, key=lambda f: (f.path, f.line, f.name)), sorted(errors)


def traced_in(files: ProjectFiles, project: Project) -> list[TracedFunction]:
    """The same of one group of files, in no order."""
    return [
        TracedFunction(
            files.shown(function.module.path),
            function.ref.line,
            function.qualname,
            traced.context.kind,
            aspects,
            tuple(map(files.reason_with_shown_path, traced.chain)),
        )
        for function in project.tracing.traced_functions()
        if function.module.path in files.reported
        for traced, aspects in _told_apart(project.tracing.traced(function))
    ]


def why(inputs: InputFiles, path: str, line: int, cell: int | None = None) -> Explanation:
    """Why line ``line`` of ``path``, or of a cell of it, runs in a graph, or why it does not.

    Raises:
        LookupError: the file is not among those to read, does not parse, or has no such line.
    """
    source = inputs.shown.get(path)
    if source is None:
        raise LookupError(f"{path}: not among the files to read")
    if cell is None and source.cells is not None:
        raise LookupError(f"{path}: name the cell too, as in {path}:cell 3:{line}")
    if cell is not None:
        try:
            line = source.line_in(cell, line)
        except LookupError as error:
            raise LookupError(f"{path}: {error.args[0]}") from None
    if not 1 <= line <= len(source.lines):
        raise LookupError(f"{path}: has no line {line}")
    fault = source.fault_at(line) if source.faults else None
    if fault is not None:
        raise LookupError(f"{inputs.located(path, fault.line)}: not read: {fault.message}")
    for files, project in _groups(inputs):
        for inside in files.reported:
            if inside in project.sources and files.shown(inside) == path:
                return _told(files, _answer_in(project, inside, path, line))
    return Explanation(False, "nothing in this file has to do with TensorFlow, Keras or MXNet")


def _answer_in(project: Project, inside: str, path: str, line: int) -> Explanation:
    module = project.module(inside)
    if module is None:
        raise LookupError(f"{path}: {project.broken[inside].message}")
    return on_deep_stack(lambda: _answer(project, module, line))


def _told(files: ProjectFiles, answer: Explanation) -> Explanation:
    """An answer with all its paths as they are shown."""
    return replace(
        answer,
        reasons=tuple(map(files.reason_with_shown_path, answer.reasons)),
        contexts=tuple(
            (aspects, tuple(map(files.reason_with_shown_path, chain)))
            for aspects, chain in answer.contexts
        ),
    )


def _answer(project: Project, module: Module, line: int) -> Explanation:
    function, name = function_at(module, line), module.line_name(line)
    if function.is_module:
        return Explanation(False, f"{name} is in the module's body, which runs eagerly")
    contexts = project.tracing.traced(function)
    if not contexts:
        return _not_traced(project, function)
    for statement, block in function.statements:
        if not statement.lineno <= line <= (statement.end_lineno or line):
            continue
        flags = project.remember(EagerFlags)
        if is_escape(statement, block, function, project.inference.value) or all(
            flags.keep_out(statement, block, function, traced.context.kind) for traced in contexts
        ):
            summary = (
                f"{name} runs outside the graph, though {display(function)} is traced: it is "
                "under `init_scope`, or where TensorFlow executes eagerly"
            )
            return Explanation(False, summary, contexts[0].chain)
        reached = [
            traced
            for traced in contexts
            if not is_unreachable(statement, block, function, traced.context.settings)
        ]
        if not reached:
            summary = (
                f"{name} runs in no graph, though {display(function)} is traced: in all graphs "
                f"{_keeping_out(statement, block, contexts[0])}"
            )
            return Explanation(False, summary, contexts[0].chain)
        contexts = tuple(reached)
    summary = f"{name} runs in a graph, as part of {display(function)}"
    if left_out := project.tracing.left_out(function):
        plural = "contexts are" if left_out > 1 else "context is"
        summary += f"; {left_out} more {plural} not looked into"
    several = tuple((aspects, traced.chain) for traced, aspects in _told_apart(contexts))
    return Explanation(True, summary, contexts[0].chain, several if len(several) > 1 else ())


def _keeping_out(statement: ast.stmt, block: Block | None, traced: Traced) -> str:
    """The settings that must be others for a line to be reached."""
    settings = traced.context.settings
    alone = {
        setting
        for setting in settings
        if is_unreachable(statement, block, traced.function, frozenset({setting}))
    }
    return " and ".join(sorted(setting.shown for setting in alone or settings))


def _told_apart(contexts: Sequence[Traced]) -> Iterator[tuple[Traced, tuple[str, ...]]]:
    """Contexts of one function, each with the aspects in which they are not all alike."""
    every = [traced.context.aspects for traced in contexts]
    different = [name for name in every[0] if len({aspects[name] for aspects in every}) > 1]
    for traced, aspects in zip(contexts, every, strict=True):
        yield traced, tuple(aspects[name] for name in different)


def _not_traced(project: Project, function: Function) -> Explanation:
    sites = project.inference.callers.of(function)
    if not sites:
        return Explanation(
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
    return Explanation(False, summary, reasons)


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


def as_json(functions: Iterable[TracedFunction], inputs: InputFiles) -> list[dict[str, object]]:
    """What ``tflint traced --output-format json`` prints."""
    return [
        {
            **_place_as_json(function.path, function.line, inputs),
            "name": function.name,
            "kind": function.kind.value,
            "context": list(function.aspects),
            "chain": chain_as_json(function.chain, inputs),
        }
        for function in functions
    ]


def chain_as_json(chain: Iterable[Reason], inputs: InputFiles) -> list[dict[str, object]]:
    """The links of a chain."""
    return [
        {**_place_as_json(reason.path, reason.line, inputs), "text": reason.text}
        for reason in chain
    ]


def _place_as_json(path: str, line: int, inputs: InputFiles) -> dict[str, object]:
    """A line, in a notebook with the cell that it is counted in."""
    cell, line, _ = inputs.place(path, line)
    return (
        {"path": path, "line": line} if cell is None else {"path": path, "cell": cell, "line": line}
    )
