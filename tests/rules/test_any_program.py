"""Whatever valid Python says, linting it ends with findings and never with an exception."""

from __future__ import annotations

import ast
import random

import hypothesmith
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import Program, all_programs, lint

from tflint.facts import Project
from tflint.files import Source
from tflint.linting.engine import check
from tflint.rules import all_rules

HEADER = "import tensorflow as tf\nimport keras\nfrom mxnet import gluon\n"
TEXTS = [path.read_text() for program in all_programs() for path in program.files]
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def lint_text(text: str) -> None:
    """Lint one file; a file that does not parse is not our matter here."""
    project = Project.build([Source("any.py", text)])
    for finding in check(project, "any.py", all_rules()):
        assert 1 <= finding.span.line <= finding.span.end_line <= text.count("\n") + 1


@given(text=hypothesmith.from_grammar())
@settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
def test_any_program(text: str) -> None:
    lint_text(HEADER + text)


@pytest.mark.slow
@given(node=hypothesmith.from_node())
@settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
def test_any_syntax(node: str) -> None:
    lint_text(HEADER + node)
    body = "".join(f"    {line}\n" for line in node.splitlines())
    lint_text(f"{HEADER}@tf.function\ndef f(x):\n    pass\n{body}")


class _Shuffle(ast.NodeTransformer):
    """Drops statements and swaps expressions, at random."""

    def __init__(self, seed: int, tree: ast.Module) -> None:
        self.random = random.Random(seed)
        self.expressions = [n for n in ast.walk(tree) if isinstance(n, ast.expr)]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                kept = [part for part in body if self.random.random() > 0.1]
                setattr(node, field, kept or ([ast.Pass()] if field == "body" else []))
        value = getattr(node, "value", None)
        if isinstance(node, (ast.Assign, ast.Return, ast.Expr)) and self.random.random() < 0.1:
            node.value = self.random.choice(self.expressions) if value is not None else None
        return node


def shuffled(text: str, seed: int) -> str:
    """Another program made of the parts of this one; the same one where the parts do not fit."""
    tree = ast.parse(text)
    try:
        other = ast.unparse(ast.fix_missing_locations(_Shuffle(seed, tree).visit(tree))) + "\n"
        ast.parse(other)
    except (SyntaxError, ValueError, RecursionError, TypeError, AttributeError):
        return text
    return other


@given(text=st.sampled_from(TEXTS), seed=st.integers(0, 1 << 30))
@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
def test_any_program_made_of_fixtures(text: str, seed: int) -> None:
    lint_text(shuffled(text, seed))


@pytest.mark.slow
@pytest.mark.parametrize("program", [pytest.param(p, id=p.name) for p in all_programs()])
def test_every_beginning_of_a_program(program: Program) -> None:
    for path in program.files:
        body = ast.parse(path.read_text()).body
        for count in range(len(body)):
            lint(
                {path.as_posix(): ast.unparse(ast.Module(body[:count], [])) + "\n"},
                list(all_rules()),
            )
