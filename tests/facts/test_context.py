"""What is known of a function as facts are asked about it."""

from __future__ import annotations

from programs import project_of

from tflint.facts.context import FunctionCode

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
