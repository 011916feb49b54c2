"""What expressions may be: a snippet, its ``reveal(...)``, the value."""

from __future__ import annotations

import pytest
from snippets import project_of, revealed

from tflint.facts.expressions.results import instance_call
from tflint.facts.expressions.values import (
    ARRAY,
    BOOL,
    DATASET,
    ITERATOR,
    NONE,
    NOTHING,
    NUMBER,
    SHAPE,
    SYMBOL,
    TENSOR,
    TENSORS,
    TEXT,
    UNKNOWN,
    VARIABLE,
    Container,
    ExternalInstance,
    FunctionValue,
    Instance,
    Number,
    Text,
    Value,
    final,
    join,
    members,
    varying,
)

HEADER = """\
import collections
import functools
import itertools
import math
import random
import keras
import mxnet as mx
import numpy as np
import tensorflow as tf
from mxnet.gluon import nn
x = tf.constant(1.0)
a = np.ones(3)
v = tf.Variable(1.0)
ds = tf.data.Dataset.range(3)
"""


HANDING_ON = """\
class A:
    def __init__(self):
        self.y = x
    def f(self):
        return 1
class B:
    def __init__(self, a):
        self.a = a
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.a, name)
"""


def value_of(code: str) -> Value:
    (value,) = revealed(project_of({"m.py": HEADER + code + "\n"}))
    return value


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1", Number(1)),
        ("-2.5", Number(-2.5)),
        ("True", BOOL),
        ("None", NONE),
        ("'a'", Text("a")),
        ("1 + 2", NUMBER),
        ("not x", BOOL),
        ("x is None", BOOL),
        ("1 < 2", BOOL),
        ("x < 2", TENSOR),
        ("a < 2", ARRAY),
        ("x + 1", TENSOR),
        ("1 / x", TENSOR),
        ("v * 2", TENSOR),
        ("v", VARIABLE),
        ("-v", TENSOR),
        ("a * 2", ARRAY),
        ("x[0]", TENSOR),
        ("x.shape", SHAPE),
        ("x.shape[0]", NUMBER),
        ("x.shape[1:]", SHAPE),
        ("x.numpy()", ARRAY),
        ("tf.shape(x)", TENSOR),
        ("tf.reduce_sum(x)", TENSOR),
        ("tf.split(x, 2)[0]", TENSOR),
        ("tf.io.parse_single_example(x, {})", Container("dict")),
        ("tf.io.parse_single_sequence_example(x, {})", Container("tuple")),
        ("tf.random.set_seed(1)", NONE),
        ("tf.strings.split(x)", ExternalInstance("tensorflow.RaggedTensor")),
        ("tf.sparse.from_dense(x)", ExternalInstance("tensorflow.SparseTensor")),
        ("tf.linalg.experimental.conjugate_gradient(x, x)", Container("tuple")),
        ("tf.io.gfile.exists(x)", BOOL),
        ("tf.as_dtype(x)", ExternalInstance("tensorflow.DType")),
        ("tf.a_function_nobody_wrote_down(x)", UNKNOWN),
        ("tf.math.top_k(x)[0]", TENSOR),
        ("keras.ops.no_such_op(x)", UNKNOWN),
        ("keras.ops.mean(x)", TENSOR),
        ("keras.ops.shape(x)", SHAPE),
        ("keras.ops.ndim(x)", NUMBER),
        ("keras.ops.is_tensor(x)", BOOL),
        ("keras.ops.split(x, 2)[0]", TENSOR),
        ("keras.ops.while_loop(f, f, (x, 1))", UNKNOWN),
        ("tf.keras.layers.Dense(2)", ExternalInstance("keras.layers.Dense")),
        ("keras.layers.Dense(2)(x)", TENSOR),
        ("keras.losses.MeanSquaredError()(x, x)", TENSOR),
        ("ds", DATASET),
        ("ds.map(f).batch(2)", DATASET),
        ("iter(ds)", ITERATOR),
        ("next(iter(ds))", TENSORS),
        ("int(3.5)", NUMBER),
        ("len([1])", NUMBER),
        ("math.sqrt(2)", NUMBER),
        ("np.float32(1)", ARRAY),
        ("np.array([1])", ARRAY),
        ("str(1)", TEXT),
        ("'{}'.format(1)", TEXT),
        ("f'{1}'", TEXT),
        ("abs(x)", TENSOR),
        ("max(1, 2)", NUMBER),
        ("[1, x]", Container("list", (Number(1), TENSOR))),
        ("(1, x)[1]", TENSOR),
        ("{'a': x}['a']", TENSOR),
        ("{'a': x, 'b': 1}['b']", Number(1)),
        ("dict(a=x, b=1)['a']", TENSOR),
        ("{'a': 1}.get('a', 2)", join(Number(1), Number(2))),
        ("{'a': x}.get('a')", UNKNOWN),
        ("[x for _ in range(3)]", Container("list", element=TENSOR)),
        ("collections.deque()", Container("deque")),
        ("x if x is None else 1", join(TENSOR, Number(1))),
        ("unknown", UNKNOWN),
        ("unknown + 1", UNKNOWN),
        ("unknown.attribute()", UNKNOWN),
    ],
)
def test_an_expression(expression: str, expected: Value) -> None:
    assert value_of(f"reveal({expression})") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("y = 1\ny = x\nreveal(y)", TENSOR),
        ("y = 1\nif c:\n    y = x\nreveal(y)", join(Number(1), TENSOR)),
        ("if c:\n    y = 1\nelse:\n    y = x\nreveal(y)", join(Number(1), TENSOR)),
        ("y = x\nwith c:\n    y = 1\n    reveal(y)", Number(1)),
        ("b, (c, d) = 1, (x, None)\nreveal(c)", TENSOR),
        ("b, *c = 1, x\nreveal(b)", Number(1)),
        ("for y in [x, x]:\n    reveal(y)", TENSOR),
        ("for y in ds:\n    reveal(y)", TENSORS),
        ("for i, y in enumerate(ds):\n    reveal(y)", TENSORS),
        ("for i, (y, z) in enumerate(ds):\n    reveal(y)", TENSORS),
        ("for y in ds:\n    reveal(y['a'][1:])", TENSORS),
        ("for y in ds:\n    reveal(y * 2)", TENSOR),
        ("for y in ds:\n    reveal(y.shape)", SHAPE),
        ("for y, z in zip([x], [1]):\n    reveal(z)", Number(1)),
        ("reveal(y := x)", TENSOR),
        ("y: int = c()\nreveal(y)", UNKNOWN),
        ("def f(y: int):\n    reveal(y)", NUMBER),
        ("def f(y: 'tf.Tensor'):\n    reveal(y)", TENSOR),
        ("def f(y: float | None):\n    reveal(y)", join(NUMBER, NONE)),
        ("def f(y=1):\n    reveal(y)", NUMBER),
        ("def f(y):\n    reveal(y)\nf(x)", TENSOR),
        ("def f(y, *, z):\n    reveal(z)\nf(x, z=1)", Number(1)),
        ("def f(y):\n    reveal(y)\nf(x)\nf(None)", join(TENSOR, NONE)),
        ("def f(*y):\n    reveal(y)", Container("tuple")),
        ("def f(**y):\n    reveal(y)", Container("dict")),
        ("def f(y):\n    return y * 2\nreveal(f(x))", TENSOR),
        ("def f() -> keras.Model:\n    return c()\nreveal(f())", ExternalInstance("keras.Model")),
        ("def f() -> keras.Model:\n    return x\nreveal(f())", TENSOR),
        ("def f() -> float:\n    return c()\nreveal(f())", UNKNOWN),
        ("def f() -> tf.Tensor:\n    return c()\nreveal(f())", UNKNOWN),
        ("def f() -> np.ndarray:\n    return c()\nreveal(f())", UNKNOWN),
        (
            "def f(n) -> keras.Model:\n    return f(n)\nreveal(f(1))",
            ExternalInstance("keras.Model"),
        ),
        ("def f():\n    return None\nreveal(f())", NONE),
        ("def f():\n    yield x\nreveal(f())", Container("generator", element=TENSOR)),
        ("def f():\n    yield x\n    yield\nreveal(f())", Container("generator")),
        ("def f():\n    yield from [x]\nreveal(f())", Container("generator")),
        ("def f(n):\n    return f(n)\nreveal(f(1))", UNKNOWN),
        ("@tf.function\ndef f():\n    return 1\nreveal(f())", TENSOR),
        ("g = functools.partial(tf.add, x)\nreveal(g(x))", TENSOR),
        ("class A:\n    def __init__(self):\n        self.y = x\nreveal(A().y)", TENSOR),
        ("class A:\n    y = 1\nreveal(A.y)", Number(1)),
        ("class A:\n    y = 1\nclass B(A):\n    pass\nreveal(B().y)", Number(1)),
        ("class A:\n    @property\n    def y(self):\n        return x\nreveal(A().y)", TENSOR),
        ("class A:\n    @staticmethod\n    def f(y):\n        return y\nreveal(A.f(x))", TENSOR),
        (
            "class A:\n    def f(y):\n        y.seen = 1\n        return y\n"
            "    f = staticmethod(f)\nreveal(A.f(x))",
            TENSOR,
        ),
        ("class A:\n    def __call__(self, y):\n        return 1\nreveal(A()(x))", Number(1)),
        (
            "class A:\n    def __init__(self, y): reveal(y)\n"
            "    @classmethod\n    def of(own, y):\n        return own(y)\nA.of(x)",
            TENSOR,
        ),
        (
            "class A:\n    def __init__(self, y): reveal(y)\n"
            "    def of(self, cls):\n        return cls(x)\nA(1).of(int)",
            Number(1),
        ),
        (
            "import functools\nclass A:\n    @classmethod\n    def of(cls, n, y): reveal(y)\n"
            "f = functools.partial(A.of, 1)\nf(x)",
            TENSOR,
        ),
        (f"{HANDING_ON}reveal(B(A()).y)", TENSOR),
        (f"{HANDING_ON}reveal(B(A()).f())", Number(1)),
        (f"{HANDING_ON}reveal(B(A()).z)", UNKNOWN),
        (f"{HANDING_ON}class C(B):\n    y = 2\nreveal(C(A()).y)", Number(2)),
        (f"{HANDING_ON}class C(B, c):\n    pass\nreveal(C(A()).y)", UNKNOWN),
        (HANDING_ON.replace("(self.a, name)", "(self.a, 'f')") + "reveal(B(A()).y)", UNKNOWN),
        ("class L(keras.layers.Layer):\n    def call(self, y):\n        reveal(y)", TENSOR),
        ("class M(keras.Model):\n    pass\nreveal(M()(x))", TENSORS),
        (
            "class N(nn.HybridBlock):\n    def hybrid_forward(self, F, y):\n        reveal(y)",
            SYMBOL,
        ),
        (
            "class N(nn.HybridBlock):\n    def hybrid_forward(self, F, y): reveal(F.abs(y).sum())",
            SYMBOL,
        ),
        ("class N(nn.HybridBlock):\n    def hybrid_forward(self, F, y, n=2): reveal(n)", UNKNOWN),
        ("class N(nn.HybridBlock):\n    def hybrid_forward(self, F, y, n=None): reveal(n)", SYMBOL),
        ("def f(F, y):\n    reveal(y)\nnn.HybridLambda(f)", SYMBOL),
        ("def f(F, y):\n    reveal(F.abs(y))\nnn.HybridLambda(f)", SYMBOL),
        (
            "class N(nn.HybridBlock):\n"
            "    def __init__(self):\n        self.d = nn.Dense(2)\n"
            "    def hybrid_forward(self, F, y):\n        y = self.d(y)\n        reveal(y)",
            SYMBOL,
        ),
        (
            "class N(nn.HybridBlock):\n"
            "    def hybrid_forward(self, F, y):\n        y += 1\n        reveal(y)",
            SYMBOL,
        ),
        (
            "class N(nn.HybridBlock):\n    def hybrid_forward(self, F, y):\n"
            "        b, c = y.shape\n        for i in range(len(y)):\n"
            "            reveal(y)\n        y = y * 2",
            SYMBOL,
        ),
        ("y = []\nfor _ in range(3):\n    y.append(x)\nreveal(y[0])", TENSOR),
        (
            "class A:\n    def __init__(self):\n        self.y = []\n        self.y.append(x)\n"
            "    def f(self):\n        for y in self.y:\n            reveal(y)",
            TENSOR,
        ),
        ("def f(y):\n    z = x\n    for i in y:\n        z += i\n    reveal(z)", TENSOR),
        ("def f():\n    global g\n    g = x\nreveal(g)", TENSOR),
        ("y = 1\ny = x\ndef f():\n    reveal(y)", TENSOR),
        ("y = 1\ny = x\nclass C:\n    def f(self):\n        reveal(y)", TENSOR),
        ("y = 1\ndef f():\n    reveal(y)\ny = x", join(Number(1), TENSOR)),
        ("y = 1\nif c:\n    y = x\ndef f():\n    reveal(y)", join(Number(1), TENSOR)),
        ("if c:\n    y = 1\nelse:\n    y = x\n    def f():\n        reveal(y)", TENSOR),
        ("y = 1\ny = x\ndef f():\n    def h():\n        reveal(y)\n    y = 2", Number(2)),
        ("def f():\n    y = 1\n    y = x\n    return lambda: reveal(y)", TENSOR),
        (
            "def f():\n    y = 1\n    def h():\n        nonlocal y\n        y = 2\n    reveal(y)",
            None,
        ),
    ],
)
def test_a_name(code: str, expected: Value | None) -> None:
    value = value_of(code)
    if expected is None:
        assert {Number(1), Number(2)} == set(members(value))
    else:
        assert set(members(value)) == set(members(expected))


_HIDES = """\
class A:
    def __init__(self):
        {}
    def y(self):
        return x
    def other(self):
        reveal(self.y)
"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("self.y = self.y()", TENSOR),
        ("self.y = 1", Number(1)),
        ("self.y = self.y() > 0; self.y = np.ones(3)", join(TENSOR, ARRAY)),
        ("self.y = ds.map(self.y)", DATASET),
    ],
)
def test_what_a_constructor_stores_hides_a_method(made: str, expected: Value) -> None:
    assert value_of(_HIDES.format(made)) == expected


@pytest.mark.parametrize("made", ["pass", "if c: self.y = 1", "self.z = self.y()", "self.y.z = 1"])
def test_a_method_may_stay(made: str) -> None:
    assert isinstance(value_of(_HIDES.format(made)), FunctionValue)


def test_the_class_keeps_the_method_that_its_objects_hide() -> None:
    hides = _HIDES.format("self.y = self.y()").replace("reveal(self.y)", "return self.y")
    assert isinstance(value_of(f"{hides}reveal(A.y)"), FunctionValue)
    assert value_of(f"{hides}reveal(A().y)") == TENSOR
    assert value_of(f"class P:\n    y = property(lambda self: 1)\n{hides}reveal(A().y)") == TENSOR


def test_a_setter_is_called_in_place_of_hiding_its_property() -> None:
    hides = _HIDES.format("self.y = 1").replace("    def y(", "    @property\n    def y(")
    assert value_of(hides) == TENSOR


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("for i in range(3):\n    reveal(i)", "counts the loop"),
        ("for i in range(3):\n    reveal(i * 2 + 1)", "counts the loop"),
        ("for i in range(3):\n    reveal(float(i))", "counts the loop"),
        ("for i in range(3):\n    reveal(f'step {i}')", "counts the loop"),
        ("for i in range(3):\n    reveal([i, 1])", "counts the loop"),
        ("for i in range(3):\n    reveal({'k': i})", "counts the loop"),
        ("for i, y in enumerate(ds):\n    reveal(i)", "`enumerate` counts"),
        ("for i in itertools.count():\n    reveal(i)", "count"),
        ("[reveal(i) for i in range(3)]", "counts the loop"),
        ("def f():\n    global g\n    g += 1\ng = 0\nreveal(g)", "`g` changes"),
        ("for r in (0.1, 0.2):\n    reveal(r)", "takes each number"),
        ("n = 0\nwhile c:\n    reveal(n)\n    n += 1", "`n` changes on line"),
        ("r = 0.1\nfor y in ds:\n    reveal(r)\n    r = r * 0.9", "`r` changes on line"),
        ("class A:\n    def __init__(self):\n        self.n = 0\n"
         "    def f(self):\n        reveal(self.n)\n        self.n += 1", "`self.n` changes"),
        ("reveal(random.random())", "another number at each call"),
        ("def f(k):\n    reveal(k)\nfor i in range(3):\n    f(i)", "counts the loop"),
        ("def f(k: int):\n    reveal(k)\nfor i in range(3):\n    f(i)", "counts the loop"),
        ("for i in range(3):\n    reveal([1, 2][i])", "counts the loop"),
        ("for i in range(3):\n    reveal({0: 1}.get(i, 2))", "counts the loop"),
        ("def f(k):\n    reveal(k)\ndef run(g):\n    for i in range(3):\n        g(i)\nrun(f)",
         "counts the loop"),
        ("def f(k):\n    reveal(k)\ndef run(g):\n    for i in range(3):\n        g(i)\nrun(g=f)",
         "counts the loop"),
        ("def run(g):\n    for i in range(3):\n        g(i)\nrun(lambda k: reveal(k))",
         "counts the loop"),
        ("f = lambda k: reveal(k)\nfor i in range(3):\n    f(i)", "counts the loop"),
        ("def make():\n    def f(k): reveal(k)\n    return f\ng = make()\nfor i in range(3):\n    g(i)",
         "counts the loop"),
        ("class A:\n    def __call__(self, k): reveal(k)\na = A()\nfor i in range(3):\n    a(i)",
         "counts the loop"),
    ],
)  # fmt: skip
def test_a_python_value_that_varies(code: str, why: str) -> None:
    found = varying(value_of(code))
    assert found is not None
    assert why in found.text


@pytest.mark.parametrize(
    "code",
    [
        "reveal(5)",
        "n = 5\nreveal(n)",
        "n = 5\nn = n + 1\nreveal(n)",
        "for i in range(3):\n    n = 5\n    reveal(n)",
        "for i in tf.range(3):\n    reveal(i)",
        "for i in np.arange(3):\n    reveal(i)",
        "for i in range(3):\n    reveal(tf.constant(i))",
        "for i in range(3):\n    reveal(np.float32(i))",
        "for i in range(3):\n    reveal(i == 0)",
        "for i, y in ds.enumerate():\n    reveal(i)",
        "for s in ('a', 'b'):\n    reveal(s)",
        "for i in range(3):\n    reveal([1, 1][i])",
        "def f(k: int):\n    reveal(k)\nfor i in range(3):\n    f(5)",
        "def f(k):\n    reveal(k)\ndef run(g, k):\n    g(5)\nfor i in range(3):\n    run(f, i)",
        "class A:\n    def __init__(self, r=0.1): self.r = r\n    def f(self): reveal(self.r)",
    ],
)
def test_a_value_that_does_not_vary(code: str) -> None:
    assert varying(value_of(code)) is None


@pytest.mark.parametrize(("calls", "expected"), [(20, NUMBER), (400, UNKNOWN)])
def test_calls_of_a_name_that_is_used_everywhere_tell_nothing(calls: int, expected: Value) -> None:
    code = "def f(x=0):\n    reveal(x)\n" + "f(1)\n" * calls
    assert expected in members(value_of(code))


def test_every_call_is_read_up_to_the_bound() -> None:
    code = "def f(y):\n    reveal(y)\n" + "f(1)\n" * 200 + "f('a')\n"
    assert set(members(value_of(code))) == {Number(1), Text("a")}


@pytest.mark.parametrize(("values", "known"), [(8, True), (9, False)])
def test_one_of_many_values_is_unknown(values: int, known: bool) -> None:
    code = "\n".join(f"if c({n}):\n    y = {n}" for n in range(values))
    value = value_of(f"{code}\nreveal(y)")
    assert (value != UNKNOWN) is known
    assert len(members(value)) == (values if known else 1)


def test_wrappers_that_give_each_other_ever_more_are_followed_to_an_end() -> None:
    code = "def wrap(f):\n    return wrap(functools.partial(f, 1))\nreveal(wrap(print))\n"
    more = "def g():\n    pass\nreveal(wrap(g))\n"
    assert revealed(project_of({"m.py": HEADER + code + more}))[1] == UNKNOWN


@pytest.mark.parametrize(("calls", "known"), [(3, True), (4, True), (5, False)])
def test_wrappers_of_wrappers(calls: int, known: bool) -> None:
    wrappers = "".join(f"def wrap{n}(f):\n    return wrap{n - 1}(f)\n" for n in range(1, calls))
    code = f"def wrap0(f):\n    return f\n{wrappers}def g():\n    pass\nreveal(wrap{calls - 1}(g))"
    assert (value_of(code) != UNKNOWN) is known


def test_what_is_made_of_itself_keeps_its_outermost_kind() -> None:
    found = members(value_of("y = 1\nfor i in c:\n    y = (y, i)\nreveal(y)"))
    assert Number(1) in found
    assert any(isinstance(member, Container) and member.kind == "tuple" for member in found)


def test_whatever_stayed_nothing_is_unknown_inside_values_too() -> None:
    assert final(NOTHING) == UNKNOWN
    assert final(Container("list", element=NOTHING)) == Container("list", element=UNKNOWN)
    assert final(Container("tuple", (NOTHING, TENSOR))) == Container("tuple", (UNKNOWN, TENSOR))
    assert final(Container("list")) == Container("list")


@pytest.mark.parametrize("name", ["mxnet.gluon.nn.Dense", "mxnet.gluon.rnn.LSTM"])
def test_a_block_gives_nothing_yet_of_what_is_nothing_yet(name: str) -> None:
    assert instance_call(name, lambda: [NOTHING]) == NOTHING
    assert instance_call(name, lambda: [SYMBOL]) == SYMBOL
    assert instance_call(name, lambda: [NOTHING], symbolic=True) == SYMBOL
    assert instance_call(name, lambda: [ARRAY]) == UNKNOWN


@pytest.mark.parametrize(
    ("annotation", "item", "is_known"),
    [
        ("list[A]", "next(iter(xs))", True),
        ("List[A]", "xs.copy().pop()", True),
        ("Optional[List[A]]", "xs[0]", True),
        ("'list[A]'", "xs[n]", True),
        ("tuple[A, ...]", "xs[0]", True),
        ("dict[str, A]", "xs['a']", True),
        ("list", "xs[0]", False),
        ("tuple[A, B]", "xs[0]", False),
        ("list[Foreign]", "xs[0]", False),
    ],
)
def test_items_of_annotated_containers(annotation: str, item: str, is_known: bool) -> None:
    code = f"""
        import tensorflow
        from typing import List, Optional
        class A: pass
        class B: pass
        def f(xs: {annotation}, n):
            reveal({item})
    """
    (value,) = revealed(project_of({"m.py": code}))
    found = [m.definition.name for m in members(value) if isinstance(m, Instance)]
    assert found == (["A"] if is_known else [])


def test_functions_that_calls_give_beside_an_annotation() -> None:
    code = """
        import tensorflow
        from typing import Callable, Optional
        def f(g: Optional[Callable] = None):
            reveal(g)
        def h(): pass
        f(h)
    """
    (value,) = revealed(project_of({"m.py": code}))
    assert [m.function.name for m in members(value) if isinstance(m, FunctionValue)] == ["h"]
    assert UNKNOWN in members(value)
