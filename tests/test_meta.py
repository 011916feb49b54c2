"""What each rule owes its users: a page, fixtures, a line in the changelog."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from environments import ROOT
from programs import lint, rule_folders, rule_programs

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import EntryKind, Harm
from tflint.linting.codes import every_rule
from tflint.rules import MODULES, OPT_IN, WANTED, all_rules
from tflint.rules.base import EagerRule

if TYPE_CHECKING:
    from tflint.rules.base import Rule

RULES = [pytest.param(rule, id=rule.code) for rule in all_rules()]
SECTIONS = [
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "When it is fine",
    "What confirm shows",
    "References",
]
HEADER = """\
import logging
import random
import time

import keras
import numpy as np
import tensorflow as tf
import mxnet as mx
from mxnet import gluon

rows = np.ones((40, 2))
batches = [tf.constant(1.0), tf.constant(2.0), tf.constant(3.0)]
x = tf.constant(1.0)
state = tf.constant(1.0)
scores = []
model = keras.Sequential([keras.layers.Dense(1)])


def loss(x):
    return x * 2


"""
"""What the examples in the pages leave unsaid."""


def page_of(rule: type[Rule]) -> str:
    return inspect.cleandoc(rule.__doc__ or "")


def examples(rule: type[Rule]) -> tuple[list[str], list[str]]:
    """The code blocks of a page: those before "Use instead", and those after it."""
    bad, _, good = page_of(rule).partition("Use instead:")
    blocks = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
    return blocks.findall(bad), blocks.findall(good)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_says_what_it_is(rule: type[Rule]) -> None:
    assert re.fullmatch(r"TFL\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.summary and not rule.summary.endswith(".")
    assert isinstance(rule.harm, Harm)


def test_codes_and_names_are_given_once() -> None:
    rules = list(every_rule().values())
    assert len({rule.name for rule in rules}) == len(rules)
    assert [rule.code for rule in rules] == sorted({rule.code for rule in rules})


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_page(rule: type[Rule]) -> None:
    found = re.findall(r"^(?:## (.+)|(Use instead):)$", page_of(rule), re.M)
    assert [heading or line for heading, line in found] == SECTIONS
    assert page_of(rule).splitlines()[0].endswith((".", ":"))


@pytest.mark.parametrize("rule", RULES)
def test_the_example_of_a_page_is_flagged(rule: type[Rule]) -> None:
    bad, _ = examples(rule)
    assert bad
    for block in bad:
        found = lint({"example.py": HEADER + block}, list(all_rules()))
        assert {finding.code for finding in found} == {rule.code}


@pytest.mark.parametrize("rule", RULES)
def test_what_to_use_instead_is_silent(rule: type[Rule]) -> None:
    _, good = examples(rule)
    assert good
    for block in good:
        ast.parse(block)
        assert lint({"example.py": HEADER + block}, list(all_rules())) == []


def test_every_rule_has_a_folder_of_fixtures_and_every_folder_a_rule() -> None:
    folders = {
        code: path.name.partition("_")[2].replace("_", "-") for code, path in rule_folders().items()
    }
    assert folders == {rule.code: rule.name for rule in all_rules()}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_bad_and_good_fixtures(rule: type[Rule]) -> None:
    mine = [program for program in rule_programs() if program.code == rule.code]
    assert any(program.is_bad and program.marked("expect") for program in mine)
    assert any(not program.is_bad for program in mine)
    assert {rule.code} == {code for program in mine for _, _, code in program.marked("clear")}


@pytest.mark.parametrize("code", every_rule())
def test_a_rule_is_in_the_changelog(code: str) -> None:
    name = every_rule()[code].name
    assert f"- {code} `{name}`:" in (ROOT / "CHANGELOG.md").read_text()


@pytest.fixture
def generate() -> ModuleType:
    """``tools/generate.py``, imported."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_made_from_the_rules_is_up_to_date(generate: ModuleType) -> None:
    assert generate.outdated() == [], "run: python tools/generate.py"


def test_the_registry_says_what_the_rules_say_once_they_are_imported() -> None:
    assert {rule.code: f"tflint.rules.{MODULES[rule.code]}" for rule in all_rules()} == {
        rule.code: rule.__module__ for rule in all_rules()
    }
    assert {rule.code for rule in all_rules() if not rule.default} == OPT_IN


def test_what_rules_about_eager_code_want_to_see_is_listed() -> None:
    eager = [rule for rule in all_rules() if issubclass(rule, EagerRule)]
    for wanted, attribute in zip(
        WANTED, ("call_names", "store_names", "method_names"), strict=True
    ):
        assert wanted == frozenset().union(*(getattr(rule, attribute) for rule in eager))


def test_a_new_file_is_all_that_a_new_rule_needs_to_be_found(
    generate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "effects").mkdir()
    (tmp_path / "effects" / "new.py").write_text(
        '@register\nclass New(TracedRule):\n    code = "TFL399"\n    default = False\n'
    )
    (tmp_path / "effects" / "shared.py").write_text('class Base:\n    code = "TFL398"\n')
    monkeypatch.setattr(generate, "RULES", tmp_path)
    assert '"TFL399": "effects.new",' in generate.registry()
    assert 'OPT_IN = frozenset({"TFL399"})' in generate.registry()
    assert "TFL398" not in generate.registry()
    monkeypatch.setattr(generate, "REGISTRY", tmp_path / "rule_modules.py")
    assert generate.outdated() == [tmp_path / "rule_modules.py"]


def test_two_rules_of_one_code_are_refused(
    generate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "effects").mkdir()
    for name in ("one", "two"):
        text = '@register\nclass New(TracedRule):\n    code = "TFL399"\n'
        (tmp_path / "effects" / f"{name}.py").write_text(text)
    monkeypatch.setattr(generate, "RULES", tmp_path)
    with pytest.raises(ValueError, match="TFL399"):
        generate.registry()


def test_the_index_of_the_docs_lists_every_rule(generate: ModuleType) -> None:
    listed = re.findall(r"\| \[(TFL\d{3})\]\(rules/(TFL\d{3})\.md\)", generate.index())
    assert listed == [(code, code) for code in every_rule()]


def test_the_fixtures_cover_every_way_into_a_graph() -> None:
    kinds: set[EntryKind] = set()
    for program in rule_programs():
        project = Project.build(Source(str(path), path.read_text()) for path in program.files)
        for function in project.tracing.traced_functions():
            kinds |= {context.kind for context in project.tracing.contexts(function)}
    assert kinds == set(EntryKind) - {EntryKind.EAGER}


def test_a_run_without_a_framework_imports_no_rule(tmp_path: Path) -> None:
    script = """
import sys
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
found = lint(sys.argv[1:], Settings(cache_dir=None)).findings
from tflint.rules import MODULES
print(found, [name for name in MODULES.values() if f"tflint.rules.{name}" in sys.modules])
"""
    (tmp_path / "a.py").write_text("print(3)  # not tensorflow\n")
    command = [sys.executable, "-c", script, str(tmp_path / "a.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[] []", "")


@pytest.mark.slow  # every fixture is linted once more
def test_linting_imports_no_framework() -> None:
    script = """
import sys
import tflint.linting.linter, tflint.cli
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
report = lint([sys.argv[1]], Settings())
assert report.findings
heavy = {"tensorflow", "keras", "tf_keras", "mxnet", "numpy", "tflint.experiment"}
print(sorted(heavy & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(ROOT / "fixtures")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
