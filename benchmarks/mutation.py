"""Change the code in small ways, one at a time, and count how many changes a test notices.

    python benchmarks/mutation.py [--sample 300] [--seed 1] [--jobs 1] [--quick] [--only TEXT] [FOLDER ...]

FOLDER holds Python code under ``tflint/`` (the default: rules, facts). Takes a sample of the places
where a mutant can be made (a comparison turned round, ``and`` for ``or``, a ``not`` or a statement
left out, another number, another text, another value returned), and for each starts a process
that imports tflint with that one change, and runs what is quick and can see it: what is known of
results (``tests/test_values.py``), the spellings (``tests/test_spellings.py``), the snapshots of the
fixtures' findings, those of the rule first, and what is to be confirmed of them, then the pages,
``tests/test_bounds.py``, ``tests/test_fixes.py``, ``tests/facts`` and ``tests/cst``. Prints each
mutant that nothing noticed, and the score. ``--quick`` stops before the last five, which take longest
and notice few: the score is at least that. ``--only`` keeps mutants whose description has a text in it,
to look at one again.
"""

from __future__ import annotations

import argparse
import ast
import collections
import contextlib
import copy
import importlib.abc
import importlib.machinery
import os
import random
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
SECONDS = 240
"""Of CPU, for one mutant; what is right takes a fifth of that."""
QUICK = ("tests/test_bounds.py", "tests/test_fixes.py", "tests/facts", "tests/cst")
LONG = ("tests/facts/test_compact.py",)
"""What only asks the fixtures again, in another way."""
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_PRESELECTIONS = frozenset({"calls_of", "call_names", "statements"})
NOTHING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass)
"""Statements whose loss is no small change."""


@dataclass(frozen=True)
class Mutant:
    """One change.

    Attributes:
        path: the file, from the root.
        number: which node of the file, as ``ast.walk`` comes to them.
        kind: what is done to the node.
    """

    path: str
    number: int
    kind: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = _left_out(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in left_out:
            for kind in _kinds(node):
                text = ast.unparse(node).partition("\n")[0][:90]
                line = getattr(node, "lineno", 0)
                yield Mutant(path.relative_to(ROOT).as_posix(), number, kind, line, text)


def _left_out(tree: ast.AST) -> set[int]:
    """Nodes in which a change means nothing: documentation, types, imports for them, names of questions.

    Without what preselects the calls and statements that a rule is shown, it sees all of them, and a
    test holds that it finds no more then.
    """
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                found += ast.walk(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
                found += ast.walk(node)
            case ast.arg(annotation=note) | ast.AnnAssign(annotation=note) if note is not None:
                found += ast.walk(note)
            case ast.FunctionDef(returns=note) if note is not None:
                found += ast.walk(note)
            case ast.Call(func=ast.Name(id="TypeVar" | "cast")):
                found += ast.walk(node)
            case ast.Call(func=ast.Attribute(attr="ask"), args=[ast.Tuple() as key, *_]):
                found += ast.walk(key)
            case ast.ClassDef():
                found += [part for part in node.body if _is_preselection(part)]
    return {id(node) for node in found}


def _is_preselection(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in _PRESELECTIONS
        case _:
            return False


def _kinds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in OPPOSITE:
            yield "comparison turned round"
        case ast.BoolOp():
            yield "`and` for `or`"
        case ast.UnaryOp(op=ast.Not()):
            yield "`not` left out"
        case ast.If() | ast.IfExp() | ast.While():
            yield "condition turned round"
        case ast.Constant(value=bool()):
            yield "`True` for `False`"
        case ast.Constant(value=int()):
            yield "another number"
        case ast.Constant(value=str(text)) if text.strip():
            yield "another text"
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "None returned"
            if not (isinstance(value, ast.Constant) and isinstance(value.value, bool)):
                yield "True returned"
                yield "False returned"
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "statement left out"
        case ast.Return(value=None):
            yield "statement left out"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The tree of a file with the change in it."""
    tree = ast.parse(source)
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.number)
    new = _changed(node, mutant.kind)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, new)
            elif isinstance(value, list) and any(item is node for item in value):
                value[:] = [new if item is node else item for item in value]
    return ast.fix_missing_locations(tree)


def _changed(node: ast.AST, kind: str) -> ast.AST:
    new = copy.deepcopy(node)
    match new:
        case ast.Compare():
            new.ops[0] = OPPOSITE[type(new.ops[0])]()
        case ast.BoolOp():
            new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        case ast.UnaryOp():
            new = new.operand
        case ast.If() | ast.IfExp() | ast.While():
            new.test = ast.copy_location(ast.UnaryOp(ast.Not(), new.test), new.test)
        case ast.Constant(value=bool(value)):
            new.value = not value
        case ast.Constant(value=int(value)):
            new.value = value + 1
        case ast.Constant(value=str(text)):
            new.value = re.sub(r"\w+", "mutant", text, count=1) if re.search(r"\w", text) else "?"
        case ast.Return(value=ast.expr()):
            new.value = ast.Constant({"N": None, "T": True, "F": False}[kind[0]])
        case _:
            new = ast.Pass()
    return ast.copy_location(new, node)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its changed code."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        parts = path.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.path, self.tree = path, tree

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        package = self.path.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(
            fullname, self, origin=str(self.path), is_package=package
        )
        if package:
            spec.submodule_search_locations = [str(self.path.parent)]
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def noticed(mutant: Mutant | None, quick: bool = False) -> str:
    """What notices a change, the quick and likely first; empty if nothing does. Imports tflint."""
    assert not any(name.partition(".")[0] == "tflint" for name in sys.modules)
    if mutant is not None:
        path = ROOT / mutant.path
        sys.meta_path.insert(0, _Finder(path, mutated(path.read_text(encoding="utf-8"), mutant)))
    sys.path[:0] = [str(TESTS), str(ROOT)]
    try:
        import test_snippets  # type: ignore[import-not-found]
        import test_spellings  # type: ignore[import-not-found]
        import test_values  # type: ignore[import-not-found]
        import words  # type: ignore[import-not-found]

        for name, say in (("values", test_values.values), ("spellings", test_spellings.spellings)):
            if say() != words.path_of(name).read_text(encoding="utf-8"):
                return name
    except Exception as error:
        return f"import: {error!r}"
    programs = words.by_snapshot()
    for name in sorted(programs, key=lambda name: name not in (mutant.path if mutant else "")):
        try:
            said = words.snapshot(programs[name])
        except Exception as error:
            return f"{name}: {error!r}"
        if said != words.path_of(name).read_text(encoding="utf-8"):
            return str(name)
    for name, say in (("subjects", words.subjects), ("snippets", test_snippets.said)):
        if say() != words.path_of(name).read_text(encoding="utf-8"):
            return name
    if quick:
        return ""
    for tests in (["tests/test_meta.py", "-k", "example or instead or docs"], [*QUICK]):
        tests = [test for test in tests if not test.startswith("tests/") or (ROOT / test).exists()]
        options = ["-x", "-q", "-p", "no:cacheprovider", *(f"--ignore={path}" for path in LONG)]
        if pytest.main([*options, *tests]) != 0:
            return tests[0]
    return ""


def in_a_process(mutant: Mutant | None, quick: bool = False) -> tuple[str, str]:
    """What became of a mutant, and what noticed it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.chdir(ROOT)
        said = "crash"
        with contextlib.suppress(BaseException):
            said = noticed(mutant, quick)
        os.write(writing, said.encode()[:2000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        late = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return (TIMEOUT, "") if late else (KILLED, "crash of the interpreter")
    return (KILLED if said else SURVIVED), said


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", default=["rules", "facts"])
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    given = parser.parse_args(arguments)
    files = sorted(
        path for folder in given.folders for path in (ROOT / "tflint" / folder).rglob("*.py")
    )
    everything = [mutant for path in files for mutant in mutants(path) if given.only in str(mutant)]
    chosen = random.Random(given.seed).sample(everything, min(given.sample, len(everything)))
    print(
        f"{len(everything)} mutants of {len(files)} files; {len(chosen)} of them, seed {given.seed}"
    )
    outcome, by = in_a_process(None, given.quick)
    if outcome != SURVIVED:
        print(f"without any change: {outcome} by {by}")
        return 1
    start, counts = time.monotonic(), collections.Counter[str]()
    kinds: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    with ThreadPoolExecutor(given.jobs) as pool:
        outcomes = pool.map(lambda mutant: in_a_process(mutant, given.quick), chosen)
        for mutant, (outcome, by) in zip(chosen, outcomes, strict=True):
            counts[outcome] += 1
            kinds[mutant.kind][outcome] += 1
            if outcome != KILLED or given.only:
                by = f" by {by}" if by else ""
                print(f"{counts.total()}. {outcome}{by}: {mutant}", flush=True)
    for kind, of in sorted(kinds.items()):
        print(f"{kind}: {of.total() - of[SURVIVED]} of {of.total()} noticed")
    share = 100 * (counts.total() - counts[SURVIVED]) / counts.total()
    print(
        f"{counts[KILLED]} killed, {counts[TIMEOUT]} timeouts, {counts[SURVIVED]} survived: "
        f"{share:.1f} in 100 noticed, in {time.monotonic() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
