"""Which functions run in a graph, and the chain of reasons for each."""

from __future__ import annotations

import pytest
from snippets import function_of, project_of

from tflint.facts.graphs.tracing_context import Traced
from tflint.finding import EntryKind

HEADER = """\
import functools
import keras
import tensorflow as tf
from functools import partial
from mxnet import gluon
from tensorflow import function as graph
def f(x):
    return x
"""


def trace_of(code: str, name: str = "f") -> Traced | None:
    project = project_of({"m.py": HEADER + code + "\n"})
    return project.tracing.nearest(function_of(project, name))


def chain_of(code: str, name: str = "f") -> list[str]:
    trace = trace_of(code, name)
    return [] if trace is None else [reason.text for reason in trace.chain]


@pytest.mark.parametrize(
    "code",
    [
        "g = tf.function(f)",
        "g = tf.function(func=f)",
        "g = tf.function(reduce_retracing=True)(f)",
        "d = functools.partial(tf.function, autograph=False)\ng = d(f)",
        "g = graph(f)",
        "g = tf.compat.v2.function(f)",
        "g = tf.compat.v1.function(f)",
        "g = tf.function(partial(f, 1))",
        "tf.function(f)(1)",
        "tf.function(f).get_concrete_function(1)",
        "gs = [tf.function(f) for _ in range(2)]",
        "gs = {'f': tf.function(f)}",
        "class A:\n    def __init__(self):\n        self.step = tf.function(f)",
        "def make():\n    return tf.function(f)",
        "def make(g):\n    return tf.function(g)\nmake(f)",
        "def make(g, **o):\n    return tf.function(g, **o)\nh = make(f, autograph=False)",
        "options = dict(autograph=False)\ng = tf.function(f, **options)",
        "g = tf.function(f if c else None)",
        "if c:\n    f = tf.function(f)",
        "g = f\nh = tf.function(g)",
    ],
)
def test_a_function_passed_to_tf_function(code: str) -> None:
    trace = trace_of(code)
    assert trace is not None
    assert trace.context.kind is EntryKind.TF_FUNCTION
    assert [reason.text for reason in trace.chain] == ["`f` is passed to `tf.function`"]


@pytest.mark.parametrize(
    "decorator",
    [
        "@tf.function",
        "@tf.function()",
        "@tf.function(autograph=False)",
        "@graph",
        "@graph(autograph=False)",
        "@partial(tf.function, autograph=False)",
        "@tf.compat.v2.function",
        "@d\n@tf.function",
        "@tf.function\n@d",
        "@tf.function\n@tf.autograph.experimental.do_not_convert",
    ],
)
def test_a_decorated_function(decorator: str) -> None:
    trace = trace_of(f"{decorator}\ndef g(x):\n    return x", "g")
    assert trace is not None
    assert [reason.text for reason in trace.chain] == ["`g` is a `tf.function`"]


def test_options_of_tf_function() -> None:
    trace = trace_of("g = tf.function(f, autograph=False, jit_compile=True)")
    assert trace is not None
    assert (trace.context.autograph, trace.context.jit_compile) == (False, True)
    plain = trace_of("g = tf.function(f)")
    assert plain is not None
    assert (plain.context.autograph, plain.context.jit_compile) == (True, False)


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        ("ds = tf.data.Dataset.range(3).map(f)", EntryKind.DATASET, "Dataset.map"),
        ("tf.data.Dataset.range(3).map(map_func=f)", EntryKind.DATASET, "Dataset.map"),
        ("tf.data.Dataset.range(3).batch(2).filter(f)", EntryKind.DATASET, "Dataset.filter"),
        ("tf.data.Dataset.range(3).reduce(0, f)", EntryKind.DATASET, "Dataset.reduce"),
        ("def g(ds):\n    return ds.map(f)", EntryKind.DATASET, "Dataset.map"),
        ("def g(a):\n    return a.map(f, num_parallel_calls=2)", EntryKind.DATASET, "Dataset.map"),
        ("tf.vectorized_map(f, x)", EntryKind.CALLBACK, "tf.vectorized_map"),
        ("keras.layers.Lambda(f)", EntryKind.KERAS, "keras.layers.Lambda"),
        ("m.compile('sgd', loss=f)", EntryKind.KERAS, "Model.compile"),
        ("m.compile(optimizer='sgd', loss={'a': f})", EntryKind.KERAS, "Model.compile"),
        ("m.compile(optimizer='sgd', metrics=[f])", EntryKind.KERAS, "Model.compile"),
    ],
)
def test_a_function_handed_to_what_traces_it(code: str, kind: EntryKind, text: str) -> None:
    trace = trace_of(code)
    assert trace is not None
    assert trace.context.kind is kind
    assert trace.chain[0].text == f"`f` is passed to `{text}`, which traces it"


def test_a_base_class_wraps_the_methods_of_its_subclasses() -> None:
    code = "class B:\n    def __init__(self):\n        self.f = tf.function(self._f)\n"
    trace = trace_of(code + "class A(B):\n    def _f(self, x): ...", "A._f")
    assert trace is not None
    assert trace.context.kind is EntryKind.TF_FUNCTION


@pytest.mark.parametrize(
    ("code", "name", "kind"),
    [
        ("class A(keras.layers.Layer):\n    def call(self, x): ...", "A.call", EntryKind.KERAS),
        (
            "class A(tf.keras.Model):\n    def train_step(self, x): ...",
            "A.train_step",
            EntryKind.KERAS,
        ),
        ("class A(keras.layers.Dense):\n    def call(self, x): ...", "A.call", EntryKind.KERAS),
        ("class A(keras.losses.Loss):\n    def call(self, y, p): ...", "A.call", EntryKind.KERAS),
        (
            "class A(keras.metrics.Metric):\n    def update_state(self, y, p): ...",
            "A.update_state",
            EntryKind.KERAS,
        ),
        (
            "class B(keras.Model): ...\nclass A(B):\n    def call(self, x): ...",
            "A.call",
            EntryKind.KERAS,
        ),
        (
            "class A(gluon.HybridBlock):\n    def hybrid_forward(self, F, x): ...",
            "A.hybrid_forward",
            EntryKind.GLUON,
        ),
        ("def a(F, x): ...\ngluon.nn.HybridLambda(a)", "a", EntryKind.GLUON),
    ],
)
def test_a_method_that_a_framework_traces(code: str, name: str, kind: EntryKind) -> None:
    trace = trace_of(code, name)
    assert trace is not None
    assert trace.context.kind is kind


@pytest.mark.parametrize(
    ("code", "chain"),
    [
        (
            "@tf.function\ndef g(x):\n    return f(x)",
            ["`g` is a `tf.function`", "`f` is called by `g`"],
        ),
        (
            "def h(x):\n    return f(x)\n@tf.function\ndef g(x):\n    return h(x)",
            ["`g` is a `tf.function`", "`h` is called by `g`", "`f` is called by `h`"],
        ),
        (
            "@tf.function\ndef g(x):\n    return tf.cond(x, lambda: f(x), lambda: x)",
            [
                "`g` is a `tf.function`",
                "the lambda on line 11 is passed to `cond` by `g`",
                "`f` is called by the lambda on line 11",
            ],
        ),
        (
            "@tf.function\ndef g(x):\n    return tf.map_fn(f, x)",
            ["`g` is a `tf.function`", "`f` is passed to `map_fn` by `g`"],
        ),
        (
            "@tf.function\ndef g(x):\n    return tf.case([(x, f)], default=None)",
            ["`g` is a `tf.function`", "`f` is passed to `case` by `g`"],
        ),
        (
            "@tf.function\ndef g(x):\n    return tf.cond(x, partial(f, x), None)",
            ["`g` is a `tf.function`", "`f` is passed to `cond` by `g`"],
        ),
        (
            "@tf.function\ndef g(x):\n    both = (f, g)\n    return tf.cond(x, *both)",
            ["`g` is a `tf.function`", "`f` is passed to `cond` by `g`"],
        ),
        (
            "@tf.function\ndef g(x, *more):\n    return tf.switch_case(x, [f, *more])",
            ["`g` is a `tf.function`", "`f` is passed to `switch_case` by `g`"],
        ),
        (
            "class A:\n    def __init__(self):\n        self.h = f\n"
            "    @tf.function\n    def g(self, x):\n        return self.h(x)",
            ["`A.g` is a `tf.function`", "`f` is called by `A.g`"],
        ),
        (
            "g = tf.function(lambda x: f(x))",
            [
                "the lambda on line 9 is passed to `tf.function`",
                "`f` is called by the lambda on line 9",
            ],
        ),
    ],
)
def test_the_chain_down_to_a_helper(code: str, chain: list[str]) -> None:
    assert chain_of(code) == chain


@pytest.mark.parametrize(
    ("functions_passed_to", "traced"),
    [
        ("tf.nest.map_structure(f, x)", True),
        ("tf.data.Dataset.range(3).scan(0, f)", True),
        ("tf.keras.backend.map_fn(f, x)", True),
        ("keras.layers.Lambda(f)(x)", True),
        ("helper(f)", True),
        ("elsewhere(f, x)", True),
        ("(tf.identity if c else elsewhere)(f)", True),
        ("tf.abs(f)", False),
        ("keras.ops.shape(f)", False),
        ("keras.layers.Dense(2)(f)", False),
    ],
)
def test_what_is_given_to_a_function_that_calls_it(functions_passed_to: str, traced: bool) -> None:
    code = "from somewhere import elsewhere\ndef helper(g):\n    return g(1)\n"
    code += f"@tf.function\ndef g(x, c):\n    return {functions_passed_to}"
    assert (trace_of(code) is not None) == traced


@pytest.mark.parametrize(
    ("functions_passed_to", "traced"),
    [("F.contrib.foreach(f, x, [])", True), ("F.relu(f)", False), ("self.dense(f)", False)],
)
def test_what_is_given_to_the_operations_of_gluon(functions_passed_to: str, traced: bool) -> None:
    code = "class B(gluon.HybridBlock):\n    def __init__(self):\n        super().__init__()\n"
    code += "        self.dense = gluon.nn.Dense(2)\n    def hybrid_forward(self, F, x):\n"
    assert (trace_of(code + f"        return {functions_passed_to}") is not None) == traced


def test_the_chain_points_at_lines_of_each_file() -> None:
    files = {
        "main.py": (
            "import tensorflow as tf\nfrom lib import help_out\n\n"
            "@tf.function\ndef step(x):\n    return help_out(x)\n"
        ),
        "lib/__init__.py": "from .parts import help_out\n",
        "lib/parts.py": "def deeper(x):\n    return x\n\ndef help_out(x):\n    return deeper(x)\n",
    }
    project = project_of(files)
    trace = project.tracing.nearest(function_of(project, "deeper", "lib/parts.py"))
    assert trace is not None
    assert [(reason.path, reason.line) for reason in trace.chain] == [
        ("main.py", 4),
        ("main.py", 6),
        ("lib/parts.py", 5),
    ]
    assert trace.entry is function_of(project, "step", "main.py")


def test_methods_that_override_what_is_called() -> None:
    code = """\
class A:
    @tf.function
    def step(self, x):
        return self.scale(x)
    def scale(self, x): ...
class B(A):
    def scale(self, x): ...
"""
    assert chain_of(code, "B.scale") == [
        "`A.step` is a `tf.function`",
        "`B.scale` is called by `A.step`",
    ]


@pytest.mark.parametrize(
    "code",
    [
        "f(1)",
        "g = map(f, [1])",
        "class P:\n    def map(self, g): ...\nP().map(f)",
        "@tf.function\ndef g(x):\n    return tf.py_function(f, [x], tf.float32)",
        "@tf.function\ndef g(x):\n    return tf.numpy_function(func=f, inp=[x], Tout=tf.float32)",
        "@tf.function\ndef g(x):\n    with tf.init_scope():\n        f(x)",
        "@tf.function\ndef g(x):\n    if tf.executing_eagerly():\n        f(x)",
        "@tf.function\ndef g(x):\n    if not tf.executing_eagerly():\n        return x\n    f(x)",
        "@tf.function\ndef g(x):\n    return x if not tf.executing_eagerly() else f(x)",
        "@tf.function\ndef g(x):\n    print(f)",
        "import grain\ndef g(p):\n    ds = grain.MapDataset.source(p)\n    return ds.map(f)",
        "import grain\ndef g(p):\n    a_ds = grain.load(p)\n    ds = a_ds\n    return ds.shuffle().map(f)",
        "tf.data.Dataset.from_generator(f, tf.float32)",
        "m.compile('sgd', loss=f, run_eagerly=True)",
        "class function:\n    def __init__(self, f): ...\nfunction(f)",
    ],
)
def test_what_is_not_traced(code: str) -> None:
    assert chain_of(code) == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (
            "class A(keras.Model):\n    def call(self, x): ...\n"
            "m = A()\nm.compile('sgd', run_eagerly=True)",
            "A.call",
        ),
        ("class A(gluon.Block):\n    def hybrid_forward(self, F, x): ...", "A.hybrid_forward"),
        ("class A:\n    def call(self, x): ...", "A.call"),
        ("class A(keras.layers.Layer):\n    def build(self, x): ...", "A.build"),
        ("class A(keras.layers.Layer):\n    def __init__(self): ...", "A.__init__"),
        ("class A(keras.callbacks.Callback):\n    def call(self, x): ...", "A.call"),
    ],
)
def test_methods_that_are_not_traced(code: str, name: str) -> None:
    assert chain_of(code, name) == []


@pytest.mark.parametrize(
    ("given", "traced"),
    [
        ("x", True),
        ("x=x", True),
        ("*x", True),
        ("", False),
        ("x, 1", False),
        ("x, training=True", False),
        ("inputs=x", False),
    ],
)
@pytest.mark.parametrize("called", ["f", "net"])
def test_a_call_that_python_refuses_runs_nothing(called: str, given: str, traced: bool) -> None:
    code = f"@tf.function\ndef step(x, net):\n    return {called}({given})\nstep(1, f)"
    assert (trace_of(code) is not None) is traced


def test_recursion_ends() -> None:
    code = "@tf.function\ndef g(x):\n    return h(x)\ndef h(x):\n    return g(x) + h(x)"
    assert chain_of(code, "h") == ["`g` is a `tf.function`", "`h` is called by `g`"]


FLAGS = """
class Net(keras.layers.Layer):
    def call(self, x, inverse=False, training=False):
        if inverse:
            return self.back(x)
        if training and not inverse:
            self.dropped(x)
        return x if not inverse else self.other(x)

    def back(self, x):
        return helper(x, loud=True)

    def other(self, x):
        return x

    def dropped(self, x):
        return x

def helper(x, loud=False, *, quiet=False):
    if not quiet and not loud:
        return x
    return noise(x)

def noise(x):
    return x

def switched(x, quiet=True):
    return x if quiet else noise(x)
"""


@pytest.mark.parametrize(
    ("use", "traced"),
    [
        ("", {"call", "dropped"}),
        ("Net()(x, inverse=True)", set()),
        (
            "def g():\n    x = keras.Input((3,))\n    return keras.Model(x, Net()(x, inverse=True))\n"
            "g().fit(1)",
            {"call", "back", "helper", "noise"},
        ),
        (
            "def g():\n    x = keras.Input((3,))\n    net = Net()\n"
            "    return keras.Model(x, net(net(x), inverse=True))\ng().fit(1)",
            {"call", "dropped", "back", "other", "helper", "noise"},
        ),
        ("@tf.function\ndef g(x):\n    return Net()(x)", {"call", "dropped"}),
        ("@tf.function\ndef g(x):\n    return helper(x)", {"call", "dropped", "helper"}),
        ("@tf.function\ndef g(x):\n    return helper(x, 0)", {"call", "dropped", "helper"}),
        ("@tf.function\ndef g(x):\n    return switched(x)", {"call", "dropped", "switched"}),
        (
            "loud = partial(helper, loud=True)\n@tf.function\ndef g(x):\n    return loud(x)",
            {"call", "dropped", "helper", "noise"},
        ),
        (
            "@tf.function\ndef g(*args, **kwargs):\n    return helper(*args, **kwargs)",
            {"call", "dropped", "helper", "noise"},
        ),
        (
            "@tf.function\ndef g(x):\n    return switched(x, False)",
            {"call", "dropped", "switched", "noise"},
        ),
        (
            "@tf.function\ndef g(x, loud=False):\n    return helper(x, loud)",
            {"call", "dropped", "helper", "noise"},
        ),
        (
            "@tf.function\ndef g(x):\n    return helper(x, quiet=True)",
            {"call", "dropped", "helper", "noise"},
        ),
        ("g = tf.function(helper)", {"call", "dropped", "helper", "noise"}),
        (
            "@tf.function\ndef g(x):\n    return Net()(x, inverse=True)",
            {"call", "back", "helper", "noise"},
        ),
        (
            "class Outer(keras.layers.Layer):\n"
            "    def __init__(self):\n        self.net = Net()\n"
            "    def call(self, x, inverse=False):\n        return self.net(x, inverse=inverse)",
            {"call", "dropped"},
        ),
    ],
)
def test_code_behind_a_flag_is_traced_when_traced_code_turns_it_on(
    use: str, traced: set[str]
) -> None:
    project = project_of({"m.py": HEADER + FLAGS + use + "\n"})
    found = {function.name for function in project.tracing.traced_functions()}
    assert found - {"g"} == traced


@pytest.mark.parametrize(
    ("helper", "is_traced"),
    [
        ("return given(x)", True),
        ("return tf.cond(x, given, given)", True),
        ("return unknown(given)", True),
        ("kept.append(given)", True),
        ("return [g(x) for g in [given]]", True),
        ("inner = lambda y: given(y)\n    return inner(x)", True),
        ("return tf.numpy_function(given, [x], [])", False),
        ("return tf.numpy_function(lambda y: given(y), [x], [])", False),
        ("print(given.__name__, given is None)", False),
    ],
)
def test_what_a_helper_does_with_a_function_decides(helper: str, is_traced: bool) -> None:
    code = f"def run(given, x):\n    {helper}\n@tf.function\ndef step(x):\n    return run(f, x)"
    assert (trace_of(code) is not None) is is_traced


SETTINGS = """
def helper(x, most=None, kind="a", count=1):
    if most is not None or kind in ("b", "c") or count > 1:
        return f(x)
    return x
def chosen(x, fast=True):
    run = (lambda x: x) if fast else f
    return run(x)
def factory(loud=False):
    def inner(x):
        return f(x) if loud else x
    return inner
"""


@pytest.mark.parametrize(
    ("use", "reached"),
    [
        ("@tf.function\ndef g(x):\n    return helper(x)", False),
        ("@tf.function\ndef g(x):\n    return helper(x, None, 'a', -1)", False),
        ("@tf.function\ndef g(x):\n    return helper(x, 5)", True),
        ("@tf.function\ndef g(x):\n    return helper(x, kind='c')", True),
        ("@tf.function\ndef g(x):\n    return helper(x, count=x.shape[0])", True),
        ("@tf.function\ndef g(x):\n    return helper(x, **options)", True),
        ("@tf.function\ndef g(x):\n    return helper(*x)", True),
        ("@tf.function\ndef g(x, most=None):\n    return helper(x, most)", True),
        ("@tf.function\ndef g(x, most=None):\n    return helper(x, most)\ng(1)", False),
        ("@tf.function\ndef g(x, most=None):\n    return helper(x, most)\ng(1)\ng(1, 2)", True),
        ("tf.data.Dataset.range(3).map(helper)", False),
        ("tf.data.Dataset.range(3).map(partial(helper, most=3))", True),
        ("tf.data.Dataset.range(3).map(lambda x: helper(x, count=3))", True),
        ("@tf.function\ndef g(x):\n    return chosen(x)", False),
        ("@tf.function\ndef g(x):\n    return chosen(x, fast=False)", True),
        ("g = tf.function(factory())", False),
        ("g = tf.function(factory(loud=True))", True),
        ("g = tf.function(factory())\nh = factory(True)", True),
        ("@tf.function\ndef g(x):\n    return factory(loud=x)(x)", True),
    ],
)
def test_what_settings_say_keeps_a_function_out_of_the_graph(use: str, reached: bool) -> None:
    assert (trace_of(SETTINGS + use) is not None) is reached


@pytest.mark.parametrize(
    ("method", "reached"),
    [
        ("return tf.function(self.run)", True),
        ("if self.mode != 'slow':\n            return tf.function(self.run)", False),
        ("if self.mode is None:\n            return tf.function(self.run)", False),
        ("if self.mode == 'slow':\n            return tf.function(self.run)", True),
        (
            "if self.mode == 'slow':\n            return None\n        return tf.function(self.run)",
            False,
        ),
        (
            "if self.mode:\n            return None\n        return tf.function(lambda x: self.run(x))",
            False,
        ),
    ],
)
def test_a_graph_is_made_under_tests(method: str, reached: bool) -> None:
    code = f"""
class Net:
    def run(self, x):
        return f(x) if self.mode == "slow" else x
    def make(self):
        {method}
"""
    assert (trace_of(code) is not None) is reached


@pytest.mark.parametrize(
    ("set_up", "reached"),
    [
        ("net = Net()", True),
        ("net = Net('fast')", False),
        ("net = Net('slow')", True),
        ("net = Net('slow')\n    net.use('fast')", False),
        ("net = Net('fast')\n    net.use('slow')", True),
        ("net = Net('fast')\n    if x:\n        net.use('slow')", True),
        ("net = Net('fast')\n    net.use(x)", True),
        ("net = make()", True),
    ],
)
def test_an_object_is_set_up_in_the_graph(set_up: str, reached: bool) -> None:
    code = f"""
class Net:
    def __init__(self, mode=x):
        self.mode = mode
    def use(self, mode):
        self.mode = mode
    def run(self, x):
        return f(x) if self.mode == "slow" else x
def make() -> Net:
    return Net(x)
@tf.function
def step(x):
    {set_up}
    return net.run(x)
"""
    assert (trace_of(code) is not None) is reached


DECORATOR = """\
import tensorflow as tf
def timed(run):
    def wrapper(*args):
        {}
    return wrapper
@tf.function
@timed
def step(x):
    return x
@timed
def fit(x):
    return x
{}
"""


@pytest.mark.parametrize("body", ["return run(*args)", "return (lambda: run(*args))()"])
@pytest.mark.parametrize("calls", ["", "fit(1)"])
def test_what_a_decorator_puts_around_a_graph_runs_that_alone(body: str, calls: str) -> None:
    project = project_of({"m.py": DECORATOR.format(body, calls)})
    traced = {function.name for function in project.tracing.traced_functions()}
    assert {"step", "wrapper"} <= traced
    assert "fit" not in traced


@pytest.mark.parametrize(
    ("kept", "tested", "asked", "expected"),
    [
        ('config["debug"]', 'not config["debug"]', "self.debug", False),
        ('config["debug"]', 'config["debug"]', "not self.debug", False),
        ("config", "not config", "self.debug", False),
        ('config["debug"]', 'config["debug"]', "self.debug", True),
        ('config["other"]', 'not config["debug"]', "self.debug", True),
        ("config", "not config", "self.other", True),
    ],
)
def test_an_attribute_keeps_what_a_test_asks(
    kept: str, tested: str, asked: str, expected: bool
) -> None:
    code = f"""\
        import tensorflow as tf
        def helper(x):
            return x
        class A:
            def __init__(self, config, other):
                self.debug = {kept}
                self.other = other
                if {tested}:
                    self.step = tf.function(self._step)
            def _step(self, x):
                if {asked}:
                    helper(x)
                return x
        A(unknown(), unknown()).step(1)
        """
    project = project_of({"m.py": code})
    assert project.tracing.is_traced(function_of(project, "helper")) is expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("run(g, 1)", False),
        ("def main():\n    run(g, 1)\nmain()", True),  # which a graph may call, too
        ("@tf.function\ndef other(x):\n    return run(g, x)", True),
    ],
)
def test_what_a_module_hands_a_function_runs_eagerly(lines: str, expected: bool) -> None:
    code = f"""\
def g(x):
    return x
def each(fn, x):
    return fn(x)
def run(fn, x):
    return each(lambda y: fn(y), x)
@tf.function
def step(x):
    return run(f, x)
{lines}
"""
    assert trace_of(code, "f") is not None
    assert (trace_of(code, "g") is not None) is expected
