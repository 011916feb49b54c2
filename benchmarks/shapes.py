"""Programs of one shape and any size, each of which took, or might take, more than its share of time."""

from __future__ import annotations

from collections.abc import Callable

HEAD = "import functools, random\nimport tensorflow as tf\n"
TRACED = "@tf.function\ndef f(x, y=1):\n"


def _each(text: str, n: int) -> str:
    """A text for each number, ``#`` standing for the number, ``~`` for the one before."""
    return "".join(text.replace("#", str(i)).replace("~", str(i - 1)) for i in range(1, n + 1))


def body(text: str, end: str = "    print(x)\n", start: str = "") -> Callable[[int], str]:
    """Statements of one traced function."""
    return lambda n: f"{TRACED}{start}{_each(text, n)}{end}"


def module(text: str, end: str = "", start: str = "") -> Callable[[int], str]:
    """Statements of a file."""
    return lambda n: f"{start}{_each(text, n)}{end}"


def _elif(n: int) -> str:
    arms = _each("    elif x > #:\n        y = x + #\n", n)
    return f"{TRACED}    x = tf.abs(x)\n    if x > 0:\n        y = x\n{arms}    return y\n"


def _long_statement(n: int) -> str:
    lines = _each("        tf.abs(x),  # noqa: TFL3#\n", n)
    return f"{TRACED}    print(\n{lines}    )\n"


def _classes_to_one(n: int) -> str:
    classes = _each("class C#(tf.Module):\n    def go(self, x):\n        return x\n", n)
    calls = _each("use(C#(), 1)\n", n)
    return f"{classes}@tf.function\ndef use(c, x):\n    return c.go(x)\n{calls}"


def _overrides(n: int) -> str:
    first = "class C0(tf.keras.Model):\n    def call(self, x):\n        return x\n"
    more = (
        "class C#(C~):\n    def call(self, x):\n        print(x)\n        return super().call(x)\n"
    )
    return first + _each(more, n)


def _augmented_attributes(n: int) -> str:
    head = "class M(tf.Module):\n    def __init__(self):\n"
    made = _each("        self.a_# = 0\n", n)
    traced = "    @tf.function\n    def f(self, x):\n"
    return f"{head}{made}{traced}{_each('        self.a_# += 1' + chr(10), n)}        return x\n"


def _helpers(n: int) -> str:
    helpers = _each("def h~(x):\n    print(x)\n    return h#(x)\n", n)
    return f"{helpers}def h{n}(x):\n    return x\n{TRACED}    return h0(x)\n"


def _in_one_loop(text: str, end: str, start: str = "    v0 = x\n") -> Callable[[int], str]:
    """Assignments under tests in one loop, of which 45 give each name its value; ``?`` is another name."""

    def make(n: int) -> str:
        names = max(n // 45, 2)
        given = (text.replace("?", f"v{(7 * i + 1) % names}") for i in range(n))
        arms = "".join(
            f"        if i > {i}:\n            v{i % names} = {value}\n"
            for i, value in enumerate(given)
        )
        return f"{TRACED}{start}    for i in range(9):\n{arms}{end}    return x\n"

    return make


SHAPES: dict[str, Callable[[int], str]] = {
    "elif chain on tensors": _elif,
    "augmented attributes": _augmented_attributes,
    "override chain with super": _overrides,
    "long statement with noqa": _long_statement,
    "tensor if and else": body(
        "    if x > #:\n        x = x + 1\n    else:\n        x = x - 1\n",
        start="    x = tf.abs(x)\n",
    ),
    "classes passed to one function": _classes_to_one,
    "calls in one loop": lambda n: (
        f"{TRACED}    return x\nfor i in range(9):\n{_each('    f(1.0, #)' + chr(10), n)}"
    ),
    "noqa of the file": module(
        "@tf.function\ndef g#(x):\n    print(x)\n", start="# tflint: noqa: TFL302\n"
    ),
    "noqa of each line": body("    print(x)  # noqa: TFL302\n"),
    "wrapper decorators": module(
        "def w#(f):\n    @functools.wraps(f)\n    def inner(*a):\n        return f(*a)\n    return inner\n"
        "@w#\n@tf.function\ndef g#(x):\n    print(x)\n"
    ),
    "decorators on one function": lambda n: (
        "def w(f):\n    def inner(*a):\n        return f(*a)\n    return inner\n"
        + "@w\n" * n
        + "@tf.function\ndef g(x):\n    print(x)\n"
    ),
    "assignments to one name": body("    x = x + 1\n"),
    "assignments to many names": body("    y# = x + #\n"),
    "names that feed on each other": body("    y# = y~ + 1\n", start="    y0 = x\n"),
    "tuples of tuples": body("    y = (y, y)\n", end="    print(y)\n"),
    "chain of helpers": _helpers,
    "helpers called from one": lambda n: (
        f"{_each('def h#(x):' + chr(10) + '    print(x)' + chr(10), n)}{TRACED}"
        + _each("    h#(x)\n", n)
    ),
    "calls of one helper": lambda n: (
        f"def h(x, k):\n    return x * k\n{TRACED}" + _each("    x = h(x, #)\n", n)
    ),
    "graphs": module("@tf.function\ndef g#(x):\n    print(x)\n    return x\n"),
    "graphs called in loops": module(
        "@tf.function\ndef g#(x, k):\n    return x * k\nfor i in range(3):\n    g#(tf.ones(2), i)\n"
    ),
    "graphs over one helper": lambda n: (
        "def h(x):\n    print(x)\n" + _each("@tf.function\ndef g#(x):\n    return h(x)\n", n)
    ),
    "models": module(
        "class M#(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.d = tf.keras.layers.Dense(1)\n    def call(self, x):\n        return self.d(x)\n"
    ),
    "classes that give one above an object": module(
        "class G#(tf.Module):\n    def __call__(self, x):\n        return x * self.tau\n"
        "class M#(Base):\n    def __init__(self):\n        super().__init__(G#())\n"
        "    @tf.function\n    def step(self, x):\n        return self.G(x)\n"
        "    def fit(self, x):\n        self.step(x)\n        self.G.tau = 0.5\n",
        start="class Base(tf.Module):\n    def __init__(self, g):\n        self.G = g\n"
        "    @property\n    def G(self):\n        return self._g\n"
        "    @G.setter\n    def G(self, g):\n        self._g = g\n",
    ),
    "methods of one class": lambda n: (
        "class M(tf.Module):\n"
        + _each("    @tf.function\n    def m#(self, x):\n        return self.m~(x)\n", n)
    ),
    "rebound globals": module(
        "k# = 1\n@tf.function\ndef g#(x):\n    return x * k#\ng#(1.0)\nk# = 2\ng#(1.0)\n"
    ),
    "functions that rebind one global": lambda n: (
        f"k = 1\n{TRACED}    return x * k\n"
        + _each("def g#(x):\n    global k\n    k = k + #\n    g~(x)\n    f(x)\n", n)
        + f"g{n - 1}(1.0)\n"
    ),
    "attributes set again": lambda n: (
        "class M(tf.Module):\n    @tf.function\n    def m(self, x):\n"
        + _each("        x = x + self.a#\n", n)
        + "        return x\no = M()\n"
        + _each("o.a# = #\no.m(1.0)\n", n)
    ),
    "attributes set and read": lambda n: (
        "class M(tf.Module):\n    @tf.function\n    def m(self, x):\n"
        + _each("        self.a# = x * 2.0\n        x = x + self.a#\n", n)
        + "        return x\no = M()\no.m(1.0)\n"
    ),
    "reads of one global": lambda n: (
        "k = 1\n" + _each("@tf.function\ndef g#(x):\n    return x * k\n", n) + "k = 2\n"
    ),
    "appends to one list": lambda n: f"seen = []\n{TRACED}" + _each("    seen.append(x)\n", n),
    "items of one list": body("    y[#] = x\n", start="    y = [0] * 9\n"),
    "loops after each other": body("    for i in range(3):\n        x = x + i\n"),
    "loops on tensors": body("    while x > #:\n        x = x - 1\n", start="    x = tf.abs(x)\n"),
    "comprehensions": body("    y = [v + # for v in (x, y)]\n"),
    "lambdas": body("    x = (lambda v: v + #)(x)\n"),
    "inner functions": body("    def g#(v):\n        return v + x\n    x = g#(x)\n"),
    "datasets": module("d# = tf.data.Dataset.range(3).map(lambda v: print(v))\n"),
    "a chain of maps": lambda n: (
        "d = tf.data.Dataset.range(3)\n" + "d = d.map(lambda v: v)\n" * n + "for v in d: print(v)\n"
    ),
    "variables made": body("    v# = tf.Variable(x)\n"),
    "ops that nobody uses": body("    tf.abs(x)\n"),
    "random numbers": body("    x = x + random.random()\n"),
    "texts of tensors": body("    s = f'{x} {s}'\n", start="    x = tf.abs(x)\n    s = ''\n"),
    "tries": body("    try:\n        x = x + 1\n    except ValueError:\n        x = x\n"),
    "withs": body("    with tf.name_scope('a'):\n        x = x + 1\n"),
    "returns": body("    if y == #:\n        return x\n"),
    "a long list": lambda n: (
        f"k = [{_each('#, ', n)}]\n{TRACED}    for i in k:\n        x = x + i\n    return x\n"
    ),
    "a long dict": lambda n: (
        f"k = {{{_each('#: (#, #), ', n)}}}\n{TRACED}    print(k)\n    return x\n"
    ),
    "a long sum": lambda n: f"{TRACED}    print(x{' + x' * min(n, 4000)})\n    return x\n",
    "attributes of attributes": lambda n: (
        f"{TRACED}    print(x{'.a' * min(n, 4000)})\n    return x\n"
    ),
    "names in one loop": _in_one_loop("? + 1", "        print(v1)\n"),
    "aliases in one loop": _in_one_loop("?", "        v1.append(y)\n"),
    "shapes in one loop": _in_one_loop("tf.abs(?)", "        y = tf.zeros(v1.shape[0])\n"),
    "one list made anew": lambda n: (
        f"{TRACED}    return x\n" + _each("seen = []\nseen.append(#)\nf(seen)\n", n)
    ),
    "one dict made anew": lambda n: (
        f"{TRACED}    return x\n" + _each("d = {'a': 1}\nd['k#'] = #\nf(d['k#'])\n", n)
    ),
    "layers with lists": module(
        "class L#(tf.keras.layers.Layer):\n    def __init__(self):\n        super().__init__()\n"
        "        self.parts = []\n        self.parts.append(tf.keras.layers.Dense(1))\n"
        "    def call(self, x):\n        for part in self.parts:\n            x = part(x)\n"
        "        print(x)\n        return x\n"
    ),
    "attributes of one object": lambda n: (
        "class M(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        + _each("        self.d# = tf.keras.layers.Dense(#)\n", n)
        + "    def call(self, x):\n"
        + _each("        x = self.d#(x)\n", n)
        + "        return x\n"
    ),
    "methods that fill one attribute": lambda n: (
        "class M(tf.Module):\n"
        + _each("    def m#(self, x):\n        self.seen = []\n        self.seen.append(x)\n", n)
        + "    @tf.function\n    def f(self, x):\n        print(self.seen)\n        return x\n"
    ),
    "a dict of lambdas": lambda n: (
        f"ops = {{{_each('#: lambda v: v + #, ', n)}}}\n{TRACED}    return ops[y](x)\n"
    ),
    "imports": lambda n: _each("import m#\n", n) + f"{TRACED}    m1.go(x)\n    return m{n}.go(x)\n",
    "names of one import": lambda n: (
        f"import {', '.join(f'm{i}' for i in range(n))}\nimport keras\n{TRACED}    return x\n"
    ),
    "calls with functions": lambda n: (
        "def use(f, x):\n    return f(x)\n"
        + _each("def h#(x):\n    print(x)\n    return x\n", n)
        + TRACED
        + _each("    x = use(h#, x)\n", n)
        + "    return x\n"
    ),
    "chains of names": lambda n: (
        "k0 = 1\n" + _each("k# = k~\n", n) + f"{TRACED}    return x * k{n}\nf(1.0, k{n})\n"
    ),
    "properties": lambda n: (
        "class M(tf.Module):\n    p0 = 1\n"
        + _each("    @property\n    def p#(self):\n        return self.p~\n", n)
        + f"    @tf.function\n    def f(self, x):\n        return x * self.p{n}\nM().f(1.0)\n"
    ),
    "tests of one flag": lambda n: (
        "flag = False\n"
        + TRACED
        + _each("    if flag:\n        x = x + #\n", n)
        + "    return x\ndef on():\n    global flag\n    flag = True\n"
    ),
    "messages in one row": body('    print("#")\n'),
    "methods that other classes have": module(
        "class A#(tf.keras.layers.Layer):\n    def call(self, x):\n        print(x)\n"
        "class B#:\n    def go(self, x):\n        return self.call(x)\n"
        "@tf.function\ndef g#(x):\n    return B#().go(x)\n"
    ),
    "constants that eager code undoes": lambda n: (
        "class M(tf.Module):\n"
        + _each(
            "    @tf.function\n    def f#(self, x):\n        self.a# = False\n        return x\n"
            "    def g#(self):\n        self.a# = True\n        return self.a#\n",
            n,
        )
        + "m = M()\n"
        + _each("m.f#(1.0)\nm.g#()\n", n)
    ),
    "Gluon blocks": lambda n: (
        "from mxnet.gluon import nn, HybridBlock\n"
        + _each(
            "class B#(HybridBlock):\n    def hybrid_forward(self, F, x):\n        print(x)\n", n
        )
    ),
}
"""By name: what makes a program of ``n`` elements."""
