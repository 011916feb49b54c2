"""No circle among the modules of tflint, imports for types and imports inside functions included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from environments import ROOT

PACKAGE = ROOT / "tflint"

Imports = dict[str, set[str]]


def imports_of(folder: Path) -> Imports:
    """The modules of a package, each with those of the same package that it imports anywhere."""
    paths = {name_of(path, folder): path for path in folder.rglob("*.py")}
    return {name: set(imported(name, path, paths)) - {name} for name, path in paths.items()}


def name_of(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            around = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = [*(around if node.level else []), *([node.module] if node.module else [])]
            for alias in node.names:
                inner = ".".join([*start, alias.name])
                found = inner if inner in known else ".".join(start)
                if found in known:
                    yield found


def circles(imports: Imports) -> list[set[str]]:
    """Modules that lead to each other, circle by circle."""
    reached = {name: reach(name, imports) for name in imports}
    found = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in imports
        if name in reached[name]
    }
    return [set(circle) for circle in found]


def reach(start: str, imports: Imports) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in imports[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found


def test_no_module_leads_back_to_itself() -> None:
    found = circles(imports_of(PACKAGE))
    assert not found, [sorted(circle) for circle in found]


def test_circles_are_seen_through_types_functions_and_relative_imports(tmp_path: Path) -> None:
    package = tmp_path / "p"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("if TYPE_CHECKING:\n    from p.b import B\n")
    (package / "b.py").write_text("def f():\n    from . import c\n")
    (package / "c.py").write_text("import p.a\n")
    (package / "d.py").write_text("from .a import A\n")
    assert circles(imports_of(package)) == [{"p.a", "p.b", "p.c"}]
