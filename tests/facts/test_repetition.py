"""Which functions run over and over, and because of which loop."""

from __future__ import annotations

import pytest
from snippets import function_of, project_of

DEFINITION = "import tensorflow as tf\nimport keras\ndef f(x):\n    return x\n"


def why(code: str, name: str = "f") -> list[str]:
    project = project_of({"m.py": DEFINITION + code + "\n"})
    return [reason.text for reason in project.repetition.why(function_of(project, name))]


@pytest.mark.parametrize(
    ("code", "loop"),
    [
        ("for i in range(3):\n    f(i)", "a `for` loop starts here"),
        ("while True:\n    f(1)", "a `while` loop starts here"),
        ("[f(i) for i in range(3)]", "a `comprehension` loop starts here"),
        ("sum(f(i) for i in range(3))", "a `comprehension` loop starts here"),
        ("def g():\n    for i in c:\n        f(i)", "a `for` loop in `g` starts here"),
        ("for i in c:\n    if i:\n        with c:\n            f(i)", "a `for` loop starts here"),
        ("async def g():\n    async for i in c:\n        f(i)", "a `for` loop in `g` starts here"),
    ],
)
def test_a_loop_around_the_call(code: str, loop: str) -> None:
    first, last = why(code)
    assert first == loop
    assert last.startswith("`f` is called by ")


def test_a_loop_around_a_caller() -> None:
    code = "def g(x):\n    return f(x)\ndef h(x):\n    return g(x)\nfor i in range(3):\n    h(i)"
    assert why(code) == [
        "a `for` loop starts here",
        "`h` is called by the module",
        "`g` is called by `h`",
        "`f` is called by `g`",
    ]


def test_a_method_of_an_object() -> None:
    code = """\
class A:
    def step(self, x): ...
    def train(self):
        for i in range(3):
            self.step(i)
"""
    assert why(code, "A.step")[0] == "a `for` loop in `A.train` starts here"


def test_calling_an_object() -> None:
    code = "class A:\n    def __call__(self, x): ...\na = A()\nfor i in range(3):\n    a(i)"
    assert why(code, "A.__call__")[0] == "a `for` loop starts here"


def test_a_loop_in_another_module() -> None:
    files = {
        "m.py": DEFINITION,
        "main.py": "import tensorflow\nfrom m import f as g\nfor i in range(3):\n    g(i)\n",
    }
    project = project_of(files)
    reasons = project.repetition.why(function_of(project, "f"))
    assert [(reason.path, reason.line) for reason in reasons] == [("main.py", 3), ("main.py", 4)]


def test_a_callback_of_keras() -> None:
    code = "class C(keras.callbacks.Callback):\n    def on_batch_end(self, b, logs): ...\n"
    assert why(code, "C.on_batch_end") == ["Keras calls `C.on_batch_end` over and over"]


@pytest.mark.parametrize(
    "code",
    [
        "f(1)",
        "for i in range(3):\n    pass\nelse:\n    f(1)",
        "for i in f([1]):\n    pass",
        "def g():\n    f(1)\ng()",
        "def g():\n    g()\n    f(1)",
        "[x for x in f([1])]",
    ],
)
def test_what_runs_once(code: str) -> None:
    assert why(code) == []


def test_a_loop_in_a_base_class_of_a_file_without_tensorflow() -> None:
    base = """\
class Base:
    def run(self, data):
        for x in data:
            self.step(x)
    def step(self, x): ...
"""
    code = """\
import tensorflow as tf
from base import Base
class A(Base):
    @tf.function
    def step(self, x): ...
"""
    project = project_of({"base.py": base, "m.py": code})
    reasons = project.repetition.why(function_of(project, "A.step"))
    assert [reason.text for reason in reasons] == [
        "a `for` loop in `Base.run` starts here",
        "`A.step` is called by `Base.run`",
    ]


def test_another_objects_method_is_not_the_one_that_overrides() -> None:
    code = """\
class Base:
    def run(self, data, other: "Base"):
        for x in data:
            other.step(x)
    def step(self, x): ...
class A(Base):
    def step(self, x): ...
"""
    assert why(code, "A.step") == []
