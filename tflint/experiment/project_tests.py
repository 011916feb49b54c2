"""Which of a project's own tests may lead to a function: by imports and names, best first."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable
from pathlib import Path

from tflint.api import knowledge
from tflint.experiment.parsed_file import CallableNode, ParsedFile, read, texts
from tflint.experiment.users import users_of
from tflint.finding import Finding, Subject

_IS_TEST = re.compile(r"test_\w+\.py|\w+_tests?\.py")
_FRAMEWORKS = (
    knowledge.KERAS_METHODS
    | knowledge.KERAS_PARTS_OF_STEPS
    | {"build", "forward", "get_config", "hybrid_forward", "result", "update_state"}
)
"""Methods that every class of a framework has: their names lead to no test in particular."""
_FILES = 3
_TESTS = 8


def tests_for(
    finding: Finding, subject: Subject, roots: Iterable[str]
) -> list[tuple[ParsedFile, list[str]]]:
    """Files of tests, each with the tests in it to run (``Class::test_x``), best first."""
    paths = list(dict.fromkeys([finding.path, subject.function.path, subject.entry.path]))
    roots = tuple(roots)
    users = {
        path
        for source in map(read, paths)
        if source is not None
        for path in users_of(source, roots).paths
    }
    stems = [_stem(path) for path in paths]
    names = list(dict.fromkeys(_names(subject)))
    scored = []
    for path, text in texts(roots).items():
        if not is_test_file(path):
            continue
        mentioned = [
            name
            for name in names
            if path in users and name in text and re.search(rf"\b{re.escape(name)}\b", text)
        ]
        near = _stem(path) in stems
        if path in paths:
            scored.append((0, path))
        elif near or mentioned:
            # The file that is named for the module knows it best; of others, one that names more.
            scored.append((1 + 4 * (not near) + len(names) - len(mentioned), path))
    found = []
    for _, path in sorted(scored):
        source = read(path)
        if source is None:
            continue
        chosen = _tests(source, names, finding if path == finding.path else None)
        if chosen:
            found.append((source, chosen))
        if len(found) == _FILES:
            break
    return found


def is_test_file(path: str) -> bool:
    """Whether a file is named as tests are."""
    return _IS_TEST.fullmatch(os.path.basename(path)) is not None


def _stem(path: str) -> str:
    stem = Path(path).stem
    return re.sub(r"^test_|_tests?$", "", stem)


def _names(subject: Subject) -> Iterable[str]:
    """What a test would call: the class of a method, or the function itself."""
    for ref in (subject.function, subject.entry):
        parts = ref.qualname.split(".")
        yield parts[0]
        if len(parts) > 1 and not parts[1].startswith(("_", "<")) and parts[1] not in _FRAMEWORKS:
            yield parts[1]


def _tests(source: ParsedFile, names: list[str], finding: Finding | None) -> list[str]:
    """The tests that hold the line or use the names, directly or through the file's own helpers."""
    if finding is not None:
        statement = source.statement_at(finding.span.line, finding.span.column)
        around = [statement, *source.enclosing(statement)] if statement is not None else []
        own = [test for test, node in _all_tests(source) if node in around]
        if own:
            return own
    wanted = set(names)
    for _ in range(2):
        wanted |= {
            node.name
            for node in source.nodes
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
            and not node.name.lower().startswith(("test", "setup"))
            and not node.name.endswith("Test")
            and wanted & _mentions(node)
        }
    every = _all_tests(source)
    used = sorted(
        ((-len(wanted & _mentions(node)), number) for number, (_, node) in enumerate(every))
    )
    chosen = [every[number][0] for count, number in used if count]
    return (chosen or [name for name, _ in every])[:_TESTS]


def _all_tests(source: ParsedFile) -> list[tuple[str, CallableNode]]:
    found: list[tuple[str, CallableNode]] = []
    for node in source.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith(
            "test"
        ):
            found.append((node.name, node))
        elif isinstance(node, ast.ClassDef):
            found += [
                (f"{node.name}::{inner.name}", inner)
                for inner in node.body
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test")
            ]
    return found


def _mentions(node: ast.AST) -> set[str]:
    return {
        inner.id if isinstance(inner, ast.Name) else inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Name, ast.Attribute))
    }
