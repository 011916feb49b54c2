"""What is known of a function as facts are asked about it."""

from __future__ import annotations

import pytest
from programs import lint, project_of

from tflint.facts import Project
from tflint.facts.graphs.context import FunctionCode
from tflint.rules import all_rules
from tflint.syntax.model import Function

TEXT = """\
step = 1
def reads():
    return step
def has_its_own(step):
    return step, (lambda: step)
def gives_by_default(step=step):
    return [step for step in step]
def binds():
    step = 2
    def inner():
        return step
    def sets():
        global step
        step = 3
        return step
    return step
print(step)
"""


def test_uses_are_those_of_the_same_variable() -> None:
    project = project_of({"m.py": TEXT})
    module = project.module("m.py")
    assert module is not None
    functions = {function.name: function for function in module.functions}
    uses = {
        name: [use.lineno for use in FunctionCode(project, function).uses("step")]
        for name, function in functions.items()
        if name in ("<module>", "has_its_own", "binds", "inner", "sets")
    }
    assert uses == {
        "<module>": [3, 6, 17, 15],
        "has_its_own": [5, 5],
        "binds": [16, 11],
        "inner": [11],
        "sets": [15],
    }


def test_the_function_on_a_line_is_the_innermost() -> None:
    text = "x = 1\ndef f():\n    def g():\n        return 2\n    return g\n"
    text += "y = [\n    lambda: x,\n]\nz = x\n"
    module = project_of({"m.py": text}).module("m.py")
    assert module is not None
    names = [function and function.name for function in map(module.function_on, range(1, 10))]
    assert names == [None, "f", "g", "g", "f", None, "<lambda>", None, None]


def test_what_contexts_share_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = FunctionCode.__init__

    def note(self: FunctionCode, project: Project, function: Function) -> None:
        made.append(function.name)
        make(self, project, function)

    monkeypatch.setattr(FunctionCode, "__init__", note)
    text = "import tensorflow as tf\nclass M(tf.Module):\n    @tf.function\n    def m(self, x):\n"
    text += "".join(f"        self.a{i} = x * 2.0\n        x = x + self.a{i}\n" for i in range(20))
    text += "        return x\no = M()\no.m(1.0)\n"
    lint({"m.py": text}, list(all_rules()))
    assert made.count("m") == 1
