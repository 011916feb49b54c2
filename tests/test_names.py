"""One meaning a name: no two classes are called the same, and no two files about different things."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from environments import ROOT

FILES = sorted((ROOT / "tflint").rglob("*.py"))
ALIKE = {
    "__init__.py": "how Python names what a package is",
    "__main__.py": "how Python names what runs a package",
    "baseline.py": "what a baseline is, and the command about it",
    "confirming.py": "``--confirm`` on the command line, and in an editor",
    "data_files.py": "data files of a program: found by the host, copied by the worker",
    "effects.py": "effects on the world outside: noted by the worker, compared by an oracle",
    "flagging.py": "the stage that flags, and the visitor that it sends",
    "model.py": "of a file, and of the settings",
    "options.py": "what a user chose, on the command line and in an editor",
    "settings.py": "the settings of a run: those about confirming, and how all are told",
    "silencing.py": "comments that silence a finding, on the command line and in an editor",
    "state.py": "Python state: noted by the worker, compared by an oracle",
    "symbols.py": "values that stand for those of a graph: told by reading, and by running",
}
"""Files of one name in several folders, and the one thing that they are about."""


@cache
def trees() -> dict[Path, ast.Module]:
    """The files, parsed once."""
    return {path: ast.parse(path.read_text()) for path in FILES}


@cache
def classes() -> list[tuple[Path, ast.ClassDef]]:
    """The classes of all files, inner ones too."""
    return [
        (path, node)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]


def test_classes_are_called_differently() -> None:
    named: dict[str, set[str]] = defaultdict(set)
    for path, node in classes():
        named[node.name].add(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: places for name, places in named.items() if len(places) > 1} == {}


def test_types_are_called_differently() -> None:
    named: dict[str, set[Path]] = defaultdict(set)
    for path, tree in trees().items():
        for node in tree.body:
            match node:
                case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                    if name[0].isupper() and not name.isupper() and len(name) > 1:
                        named[name].add(path.relative_to(ROOT))
                case _:
                    pass
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def test_files_of_one_name_are_about_one_thing() -> None:
    named: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        named[path.name].append(str(path.parent.relative_to(ROOT)))
    assert {name for name, folders in named.items() if len(folders) > 1} == set(ALIKE)


def test_no_private_method_is_overridden() -> None:
    bases: dict[str, set[str]] = {}
    methods: dict[str, set[str]] = {}
    for _, node in classes():
        bases[node.name] = {ast.unparse(b).rpartition(".")[2] for b in node.bases}
        methods[node.name] = {
            part.name
            for part in node.body
            if isinstance(part, ast.FunctionDef) and re.match(r"_[^_]", part.name)
        }
    overridden = [
        f"{name}.{method}, of {above}"
        for name in bases
        for above in _all_above(name, bases)
        for method in methods[name] & methods[above]
    ]
    assert overridden == []


def _all_above(name: str, bases: dict[str, set[str]]) -> set[str]:
    above = bases[name] & bases.keys()
    return above.union(*(_all_above(other, bases) for other in above))
