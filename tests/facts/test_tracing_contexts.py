"""All contexts of a function, whoever is read first."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import lint
from snippets import function_of, project_of

from tflint.facts.expressions.values import TENSOR, Number, Value, members
from tflint.facts.graphs.tracing_context import TracingContext
from tflint.rules import all_rules

HEADER = """\
import time
import keras
import tensorflow as tf
"""
HELPERS = [
    """\
def check(x):
    tf.debugging.assert_less(x, 10.0)
    return x
""",
    """\
def branch(x, loud=False):
    if loud:
        print(x)
    if tf.reduce_sum(x) > 0:
        return check(x)
    return deeper(x)
""",
    """\
def deeper(x):
    now = time.time()
    return branch(x) + now
""",
    """\
class Base:
    def step(self, x):
        return self.scale(x)
    def scale(self, x):
        return x
""",
    """\
class Loud(Base):
    def scale(self, x):
        print("scaled")
        return branch(x, loud=True)
""",
    """\
class Lazy(Base):
    def scale(self, x):
        if not hasattr(self, "v"):
            self.v = make()
        return self.v * x
""",
    """\
def make():
    print("made")
    return tf.Variable(1.0)
""",
]
ENTRIES = [
    "@tf.function\ndef plain(x):\n    return branch(x)\n",
    "@tf.function(jit_compile=True)\ndef fast(x):\n    return branch(x)\n",
    "@tf.function(autograph=False)\ndef bare(x):\n    return deeper(x)\n",
    "class Net(keras.layers.Layer):\n    def call(self, x):\n        return branch(x)\n",
    "@tf.function\ndef loud(x):\n    return Loud().step(x)\n",
    "@tf.function\ndef lazy(x):\n    return shared.step(x)\nshared = Lazy()\n",
    "def mapped(ds):\n    return tf.data.Dataset.range(3).map(deeper)\n",
]
RULES = all_rules()


def described(context: TracingContext) -> tuple[object, ...]:
    """A context without what differs from one project object to another."""
    receiver = None if context.receiver is None else context.receiver.qualname
    return (*context._replace(receiver=None), receiver)


def contexts_of(files: dict[str, str]) -> dict[str, set[tuple[object, ...]]]:
    """The contexts of all traced functions, by name."""
    project = project_of(files)
    return {
        function.qualname: {described(c) for c in project.tracing.contexts(function)}
        for function in project.tracing.traced_functions()
    }


def said(files: dict[str, str]) -> list[tuple[str, str, str]]:
    """The findings without lines: the code, the function, and the words."""
    return sorted(
        (f.code, f.subject.function.qualname if f.subject else "", f.message)
        for f in lint(files, RULES)
    )


def one_file(parts: Sequence[str]) -> dict[str, str]:
    return {"m.py": HEADER + "\n".join(parts)}


def several_files(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each definition in a file of its own, which imports all the others."""
    names = {part: part.split("class ")[-1].split("def ")[-1].split("(")[0] for part in parts}
    for part, name in names.items():
        others = (n for n in names.values() if n != name)
        imports = "".join(f"from {n}_file import {n}\n" for n in others)
        yield f"{name}_file.py", HEADER + imports + part


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.sets(st.sampled_from(ENTRIES), min_size=1))
def test_nothing_depends_on_the_order_of_definitions(
    source: random.Random, entries: set[str]
) -> None:
    parts = [*HELPERS, *(entry for entry in ENTRIES if entry in entries)]
    shuffled = source.sample(parts, len(parts))
    assert contexts_of(one_file(shuffled)) == contexts_of(one_file(parts))
    assert said(one_file(shuffled)) == said(one_file(parts))


@settings(deadline=None, max_examples=10)
@given(st.randoms(use_true_random=False))
def test_nothing_depends_on_the_order_of_files(source: random.Random) -> None:
    files = list(several_files(HELPERS[:3] + ENTRIES[:4]))
    shuffled = dict(source.sample(files, len(files)))
    assert contexts_of(shuffled) == contexts_of(dict(files))
    assert said(shuffled) == said(dict(files))


def test_the_contexts_of_a_helper_are_all_those_of_its_callers() -> None:
    project = project_of(one_file([*HELPERS, *ENTRIES[:4]]))
    contexts = project.tracing.contexts(function_of(project, "check"))
    assert [(c.kind.value, c.autograph, c.jit_compile) for c in contexts] == [
        ("tf.function", True, False),
        ("tf.function", True, True),
        ("keras", False, False),
        ("tf.function", False, False),
    ]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_finding_of_some_contexts_says_in_which(turn: int) -> None:
    (found,) = (f for f in lint(one_file([*HELPERS[:3], *ENTRIES[:2][::turn]]), RULES)
                if f.code == "TFL405")  # fmt: skip
    assert found.chain[-1].text == "only as called from `branch` (jit_compile=True)"


def test_a_finding_of_all_contexts_has_the_shortest_chain() -> None:
    code = "\n".join(
        [
            "@tf.function\ndef far(x):\n    return middle(x)",
            "def middle(x):\n    return near(x)",
            "@tf.function(jit_compile=True)\ndef close(x):\n    return near(x)",
            "def near(x):\n    print(x)\n    return x",
        ]
    )
    (found,) = lint({"m.py": HEADER + code}, RULES)
    assert [reason.text for reason in found.chain] == [
        "`close` is a `tf.function`",
        "`near` is called by `close`",
    ]


def helpers_in_a_row(count: int) -> str:
    functions = [
        f"def f{place}(x):\n    print(x)\n    return f{place + 1}(x)\n" for place in range(count)
    ]
    entry = "@tf.function\ndef start(x):\n    return f0(x)\n"
    return HEADER + entry + "".join(functions) + f"def f{count}(x):\n    return x\n"


def test_helpers_are_traced_however_deep() -> None:
    found = [f for f in lint({"m.py": helpers_in_a_row(100)}, RULES) if f.code == "TFL301"]
    assert len(found) == 100
    texts = [reason.text for reason in max(found, key=lambda f: f.span).chain]
    assert len(texts) == 25
    assert texts[0] == "`start` is a `tf.function`"
    assert texts[12] == "77 calls in between are not shown"
    assert texts[-1] == "`f99` is called by `f98`"


def test_a_chain_of_a_few_links_is_shown_whole() -> None:
    found = [f for f in lint({"m.py": helpers_in_a_row(24)}, RULES) if f.code == "TFL301"]
    assert max(len(finding.chain) for finding in found) == 25
    assert not any("not shown" in reason.text for f in found for reason in f.chain)


def many_receivers(count: int) -> list[str]:
    base = "class Many:\n    def step(self, x):\n        return self.scale(x)\n"
    classes = [
        f"class Sub{place}(Many):\n    def scale(self, x):\n        return x + {place}\n"
        for place in range(count)
    ]
    calls = "".join(f"    Sub{place}().step(x)\n" for place in range(count))
    return [base, *classes, f"@tf.function\ndef start(x):\n{calls}"]


def test_a_function_has_a_bounded_number_of_contexts_whatever_the_order() -> None:
    parts = many_receivers(120)
    project = project_of(one_file(parts))
    assert len(project.tracing.contexts(function_of(project, "Many.step"))) == 100
    assert contexts_of(one_file(parts[::-1])) == contexts_of(one_file(parts))


def values_of(code: str, name: str) -> dict[TracingContext, Value]:
    """What a function returns in each of its contexts."""
    project = project_of({"m.py": HEADER + textwrap.dedent(code)})
    function = function_of(project, name)
    node, _ = function.returns[0]
    assert node is not None
    return {
        traced.context: project.symbols.value(node, function, traced)
        for traced in project.tracing.traced(function)
    }


def test_the_value_of_an_argument_is_that_of_the_callers_in_the_context() -> None:
    code = """
        @tf.function
        def plain(x):
            return helper(tf.abs(x))

        @tf.function(jit_compile=True)
        def fast(x):
            return helper(3)

        def helper(v):
            return v
    """
    values = {context.jit_compile: value for context, value in values_of(code, "helper").items()}
    assert values == {False: TENSOR, True: Number(3)}


def test_a_method_of_self_is_that_of_its_class_in_the_context() -> None:
    code = """
        class Base:
            def step(self, x):
                return self.scale(x)

        class Tensors(Base):
            def scale(self, x):
                return tf.abs(x)

        class Numbers(Base):
            def scale(self, x):
                return 3

        @tf.function
        def run(x):
            return Tensors().step(x), Numbers().step(x)
    """
    values = {
        context.receiver.name: value
        for context, value in values_of(code, "Base.step").items()
        if context.receiver is not None
    }
    assert values == {"Tensors": TENSOR, "Numbers": Number(3)}


def test_calls_of_all_places_say_what_an_argument_is() -> None:
    calls = "    helper(1)\n" * 50
    code = f"""
@tf.function
def run(x):
{calls}    return helper(tf.abs(x))

def helper(v):
    return v
"""
    (value,) = values_of(code, "helper").values()
    assert TENSOR in members(value)
