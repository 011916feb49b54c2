"""The recall benchmark: its snippets are sound, and it puts them where it says."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from benchmarks.injection.__main__ import Package, tasks_of
from benchmarks.injection.catalogue import pitfalls
from benchmarks.injection.programs import programs_with
from benchmarks.injection.templates import MODULES, Names, Pitfall, sections
from tflint.rules import all_rules

SETS = {"known": pitfalls(), "held out": pitfalls(held_out=True)}
SNIPPETS = [
    pytest.param(p, snippet, bad, id=f"{p.code}-{'bad' if bad else 'good'}-{n}-{name}")
    for name, known in SETS.items()
    for p in known
    for bad, snippets in ((True, p.bad), (False, p.good))
    for n, snippet in enumerate(snippets)
]
HELPERS = """
import tensorflow as tf

def scale(x):
    return x * 2.0
"""
STEPS = """
import tensorflow as tf

from package.helpers import scale

@tf.function
def step(x):
    y = scale(x)
    return y + 1.0
"""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    folder = tmp_path / "package"
    folder.mkdir()
    for name, text in (("__init__", ""), ("helpers", HELPERS), ("steps", STEPS)):
        (folder / f"{name}.py").write_text(text)
    return Package(str(tmp_path), random.Random(3))


@pytest.mark.parametrize("name", SETS)
def test_every_default_rule_has_a_pitfall_and_a_twin(name: str) -> None:
    default = {rule.code for rule in all_rules() if rule.default and rule.code > "TFL1"}
    assert {p.code for p in SETS[name] if p.bad} == default
    assert {p.code for p in SETS[name] if p.good} == default


@pytest.mark.parametrize(("pitfall", "snippet", "bad"), SNIPPETS)
def test_a_snippet_is_python_and_marks_lines_only_when_bad(
    pitfall: Pitfall, snippet: str, bad: bool
) -> None:
    parts = sections(snippet, "def" if pitfall.kind.endswith("program") else "here")
    names = Names(random.Random(1), "1")
    lines = [
        line for part in parts.values() for line in names.fill(part, lambda hole: MODULES[hole])
    ]
    ast.parse("\n".join(line.text for line in lines))
    assert any(line.marked for line in lines) is bad


@pytest.mark.parametrize("way", ["direct", "helper"])
def test_an_injected_print_is_found_on_its_line_and_its_twin_is_not(
    package: Package, way: str
) -> None:
    bad = ('print("step", $x)  #!',)
    good = ("$tf.print($x)",)
    tasks = [t for t in tasks_of([Pitfall("TFL301", bad, good)], 2) if t.way == way]
    told = {}
    for task in tasks:
        made, left, findings = package.round([task], 1)
        assert not left
        said = {(f.path, f.span.line) for f in findings if f.code == "TFL301"}
        told[task.bad] = made[0].expected <= said if task.bad else bool(made[0].touched & said)
        for path, line in made[0].expected:
            assert package.edited[path].split("\n")[line - 1].strip().startswith("print(")
    assert told == {True: True, False: False}


def test_the_same_seed_makes_the_same_injections(tmp_path: Path, package: Package) -> None:
    again = Package(str(tmp_path), random.Random(3))
    tasks = tasks_of(pitfalls(("TFL301", "TFL501")), 2)
    package.round(tasks, 1)
    again.round(tasks, 1)
    assert package.edited == again.edited


@pytest.mark.slow  # hundreds of programs are made
def test_a_program_returns_what_its_snippet_made(tmp_path: Path) -> None:
    for path, _ in programs_with(tmp_path, ["TFL404", "TFL807"]):
        text = path.read_text()
        (returned,) = [
            node.body[-1].value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)
            and node.name in ("step", "shift", "hybrid_forward")
            and isinstance(node.body[-1], ast.Return)
            and isinstance(node.body[-1].value, ast.Tuple)
        ]
        assert len(returned.elts) > 1
        calls = ("work.step(last)[0]", "shift(work.step(last))[0]", "net(last)[0]")
        assert sum(call in text for call in calls) == 1
