"""Every number that bounds what the linter looks at has a test that sees where the bound is.

A bound is a constant of a module, in capitals, whose value is a number. ``CASES`` holds programs that
need just so much; ``HELD`` names the test that holds each other bound. A bound that nothing holds
fails ``test_every_bound_is_held``: write the program that needs it, or do without the bound.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import tflint
from environments import ROOT
from programs import lint, lint_all

from tflint.facts import Project
from tflint.facts.expressions.fixpoint import Fixpoint
from tflint.facts.expressions.values import (
    UNKNOWN,
    Container,
    External,
    Number,
    Union,
    Value,
    bounded,
    join,
)
from tflint.facts.graphs import tracing
from tflint.facts.graphs.constants import constants
from tflint.facts.graphs.context import Context
from tflint.files import (
    FileRules,
    Patterns,
    Source,
    UnparsableError,
    find_files,
    read_file,
)
from tflint.files.imports import imported_names
from tflint.files.layout import Layout
from tflint.files.notebook import read_notebook
from tflint.files.pins import read_pins
from tflint.files.project_root import ProjectRoots
from tflint.files.project_texts import toml_of
from tflint.finding import Severity
from tflint.linting.cache import Cache
from tflint.linting.flagging import flag_file
from tflint.rules import all_rules
from tflint.syntax.parsing import BrokenFile, find_fault, parse
from tflint.syntax.showing import shown
from tflint.syntax.stack import on_deep_stack

RULES = list(all_rules())
FOLDERS = ("files", "syntax", "api", "facts", "cst", "rules", "linting")
HEAD = "import math, random, time\nimport tensorflow as tf\n"


def helpers(number: int, body: str, parameters: str = "x") -> str:
    """``h(...)``, which calls a helper that calls a helper ...: so many, the last with this body."""
    names = ["h", *(f"h{i}" for i in range(1, number))]
    calls = [f"return {name}({parameters})" for name in names[1:]]
    return "".join(
        f"def {name}({parameters}):\n    {code}\n"
        for name, code in zip(names, [*calls, body], strict=True)
    )


def chain(n: int) -> str:
    return helpers(n, "print(x)") + "@tf.function\ndef f(x):\n    return h(x)\n"


def receivers(n: int) -> str:
    base = "class Base:\n    def step(self, x):\n        return self.loss(x)\n"
    traced = "    @tf.function\n    def go(self, x):\n        return self.step(x)\n"
    loss = "    def loss(self, x):\n        {}\n        return x\n"
    plain = [f"class C{i}(Base):\n{traced}{loss.format('pass')}" for i in range(n - 1)]
    return base + "".join(plain) + f"class Last(Base):\n{traced}{loss.format('print(x)')}"


def calls_inside(n: int) -> str:
    wrappers = helpers(n, "return g", "g")
    return f"{wrappers}def f(x):\n    print(x)\ntraced = tf.function(h(f))\n"


def call_sites_read(n: int) -> str:
    code = "@tf.function\ndef f(x, say):\n    say([x])\n    return x\n"
    return code + "f(tf.constant(0.0), print)\n" * n


def steps(n: int) -> str:
    code = "rate = 1.0\n@tf.function\ndef f(x):\n    return x * rate\n"
    run = "def main():\n    global rate\n    h(1.0)\n    rate = 2.0\n    h(1.0)\nmain()\n"
    return code + helpers(n, "return f(x)") + run


def calls_between(n: int) -> str:
    method = "    @tf.function\n    def m(self, x):\n        return x * self.a\n"
    elsewhere = "        o.m(1.0)\n" * n
    branches = f"    if flag:\n{elsewhere}    else:\n        o.a = 3.0\n"
    after = "    o.m(1.0)\n" * 150
    return (
        f"class M(tf.Module):\n    a = 2.0\n{method}"
        f"o = M()\ndef main(flag):\n    o.m(1.0)\n{branches}{after}main(random.random() < 0.5)\n"
    )


def changes(n: int) -> str:
    code = "rate = 1.0\n@tf.function\ndef f(x):\n    return x * rate\n"
    before = "".join(f"    rate = {i}.5\n" for i in range(n - 1))
    between = "    f(1.0)\n    rate = 0.1\n    f(1.0)\n"
    return f"{code}def main():\n    global rate\n{before}{between}main()\n"


def names_of_a_model(n: int) -> str:
    step = "@tf.function\ndef f(x):\n    return model(x), model.trainable_weights\n"
    names = "m0 = model\n" + "".join(f"m{i} = m{i - 1}\n" for i in range(1, n))
    turns = f"f(1.0)\nm{n - 1}.trainable = False\nf(1.0)\n"
    return f"model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n{step}{names}{turns}"


def classes_above(n: int) -> str:
    first = "class C0(tf.Module):\n    def loss(self, x):\n        print(x)\n"
    below = "".join(f"class C{i}(C{i - 1}):\n    pass\n" for i in range(1, n))
    traced = "    @tf.function\n    def go(self, x):\n        self.loss(x)\n"
    return f"{first}{below}class Last(C{n - 1}):\n{traced}"


def turns(n: int) -> str:
    loop = f"    for i in range({n}):\n        x = tf.sin(x)\n"
    return f"@tf.function\ndef f(x):\n{loop}    return x\n"


def calls_with_one_bound(n: int) -> str:
    body = "    return x * random.randint(low, 7)\n"
    calls = "".join("    x = h(x, 7)\n" for _ in range(n))
    return f"def h(x, low):\n{body}@tf.function\ndef f(x):\n{calls}    return x\n"


def turns_in_turns(n: int) -> str:
    loops = f"    for v in np.linspace(0, 1):\n        for i in range({n}):\n"
    body = "            x = tf.sin(x) * v\n    return x\n"
    return f"import numpy as np\n@tf.function\ndef f(x):\n{loops}{body}"


def helpers_given_an_argument(n: int) -> str:
    helper = helpers(n, 'd.pop("a")', "x, d")
    return f"{helper}@tf.function\ndef f(x, d):\n    h(x, d)\n    return x\nf(1.0, dict(a=1))\n"


def helpers_of_a_manager(n: int) -> str:
    enter = "class M:\n    def __enter__(self):\n        return h(1)\n"
    leave = "    def __exit__(self, *error):\n        pass\n"
    traced = "@tf.function\ndef f(x):\n    with M():\n        return x + 1\n"
    return helpers(n, "return time.time()") + enter + leave + traced


def helpers_given_an_iterator(n: int) -> str:
    traced = "it = iter([1.0, 2.0])\n@tf.function\ndef f(x):\n    return h(x, it)\n"
    return helpers(n, "return x + next(d)", "x, d") + traced


def helpers_outside_the_graph(n: int) -> str:
    call = "tf.numpy_function(h, [1.0], tf.float32, False)"
    traced = f"@tf.function\ndef f(x):\n    return x + {call}\n"
    return helpers(n, "return random.random()") + traced


def helpers_making_an_object(number: int) -> str:
    """A new object for each call, which so many helpers hand on."""
    helpers = "".join(f"def h{n}(): return h{n + 1}()\n" for n in range(number - 1))
    return f"""
class Config:
    pass
{helpers}def h{number - 1}(): return Config()
@tf.function
def step(x, config):
    return x
for turn in range(3):
    step(tf.ones(2), h0())
"""


def parts_of_a_signature(number: int) -> str:
    """A signature behind so many slices."""
    return f"""
SPECS = [tf.TensorSpec([None], tf.float32)]
@tf.function(input_signature=SPECS{"[:1]" * (number - 1)})
def step(x):
    return x.shape[0] * 2
"""


def repeated_signature(number: int) -> str:
    """A signature that repeats one for so many parameters."""
    return f"""
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)] * {number})
def step(x, *rest):
    return x.shape[0] * 2
"""


def helpers_given_a_shape(n: int) -> str:
    spec = "@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])\n"
    return helpers(n, "return x.shape[0] * 2") + f"{spec}def f(x):\n    return h(x)\n"


def steps_to_a_shape(n: int) -> str:
    spec = "@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])\n"
    value = "tf.abs(" * n + "x" + ")" * n
    return f"{spec}def f(x):\n    return {value}.shape[0] * 2\n"


def names_of_a_slice(n: int) -> str:
    names = "".join(f"        x{i + 1} = x{i}\n" for i in range(1, n))
    return (
        "@tf.function\ndef f(x):\n    return x\n"
        "def main(rows):\n    for i in range(1, 9):\n        x1 = rows[:i]\n"
        f"{names}        f(x{n})\n"
    )


def places_of_a_window(n: int) -> str:
    return (
        "@tf.function\ndef f(x):\n    return x\n"
        "def main():\n    ids = []\n    for i in range(9):\n        ids.append(i)\n"
        f"        f(tf.constant(ids[-{n}:]))\n"
    )


def helpers_given_a_batch(n: int) -> str:
    loop = "@tf.function\ndef f(ds):\n    for x in ds:\n        h(x)\n"
    made = "f(tf.data.Dataset.range(9).batch(2))\n"
    return helpers(n, "return x.shape[0] * 2") + loop + made


def steps_to_a_batch(n: int) -> str:
    value = "tf.abs(" * n + "x" + ")" * n
    made = "tf.data.Dataset.range(9).batch(2).map(f)\n"
    return f"def f(x):\n    return {value}.shape[0] * 2\n{made}"


def options_handed_on(number: int) -> str:
    """The options of a trainer, handed on by so many functions, its constructor being one."""
    makers = [f"make{i}" for i in range(1, number)]
    handed_on = "".join(
        f"def {name}(options):\n    return {called}(options)\n"
        for name, called in zip(makers, ["Trainer", *makers], strict=False)
    )
    return (
        "import orbit\nclass Trainer(orbit.StandardTrainer):\n"
        "    def __init__(self, options):\n        self.steps = 0\n"
        "        super().__init__([], options)\n"
        "    def train_step(self, iterator):\n        self.steps += 1\n"
        "    def train_loop_end(self):\n        return self.steps\n"
        f"{handed_on}{['Trainer', *makers][-1]}(None).train(3)\n"
    )


def names_of_trained_data(n: int) -> str:
    net = (
        "import keras\nclass Net(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.out = keras.layers.Dense(1)\n    @tf.function\n    def call(self, x):\n"
        "        return self.out(x)\nnet = Net()\nx1 = tf.ones((4, 3))\n"
    )
    names = "".join(f"x{number + 1} = x{number}\n" for number in range(1, n))
    trained = f"with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(net(x{n}))\n"
    asked = "print(tape.gradient(loss, net.trainable_variables))\n"
    return f"{net}{names}print(net(x{n}))\n{trained}{asked}"


def epochs_of_each_turn(n: int) -> str:
    model = "import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\nx = tf.ones((9, 3))\n"
    turn = f'    model.compile("sgd", "mse")\n    model.fit(x, x, epochs={n})\n'
    return f"{model}for _ in range(50):\n{turn}"


def compiles_for_datasets(n: int) -> str:
    return (
        "import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
        "data = tf.data.Dataset.from_tensors((tf.ones((9, 3)), tf.ones((9, 1))))\n"
        f'for _ in range({n}):\n    model.compile("sgd", "mse")\n    model.fit(data)\n'
    )


def callers_that_give_a_function(n: int) -> str:
    """A method that so many places in a graph give one function, and eager code one that needs values."""
    calls = "".join(f"    x = apply(tf.abs, x + {i})\n" for i in range(n))
    return HEAD + (
        "def apply(function, x):\n    return function(x)\n"
        "@tf.function\ndef step(x):\n" + calls + "    return x\n"
        "def main():\n    apply(lambda v: v.numpy(), tf.ones(2))\n    step(tf.ones(2))\nmain()\n"
    )


def names_of_given_data(count: int) -> str:
    """A switch between two calls of a model, the first of which is given data by so many names."""
    names = "".join(f"    a{n} = a{n - 1}\n" for n in range(1, count))
    return HEAD + (
        "import numpy as np\n"
        "class Net(tf.keras.Model):\n"
        "    def __init__(self):\n        super().__init__()\n        self.rate = 1.0\n"
        "    def call(self, x):\n        return x * self.rate\n"
        "def main():\n    net = Net()\n    a0 = np.ones((4, 3))\n"
        + names
        + f"    net.predict(a{count - 1})\n    net.rate = 2.0\n    net.predict(np.ones((2, 3)))\n"
        "main()\n"
    )


def calls_to_a_flag(count: int) -> str:
    """A change under a flag, which so many methods that call each other come to raise."""
    calls = ["self.ready = True", *(f"self.down{n}()" for n in range(count))]
    return HEAD + (
        "class Net(tf.Module):\n"
        "    def __init__(self):\n        self.ready = False\n        self.rate = 1\n"
        "    @tf.function\n    def step(self, x):\n        return x * self.rate\n"
        + "".join(f"    def down{n}(self):\n        {calls[n]}\n" for n in range(count))
        + "    def set(self, rate):\n        if not self.ready:\n"
        f"            self.rate = rate\n            {calls[-1]}\n"
        "x = tf.ones((3,))\nnet = Net()\nfor rate in (1, 2, 3):\n    net.set(rate)\n    net.step(x)\n"
    )


def hands_to_a_constructor(count: int) -> str:
    """An option that so many functions hand on, the last of them to a constructor."""
    names = ["Net", *(f"make{n}" for n in range(count))]
    made = "".join(
        f"def {names[n + 1]}(debug):\n    return {names[n]}(debug)\n" for n in range(count)
    )
    return HEAD + (
        "class Net(tf.Module):\n    def __init__(self, debug):\n        self.debug = debug\n"
        "    @tf.function\n    def step(self, x):\n"
        "        if self.debug:\n            print(x)\n        return x\n"
        f"{made}net = {names[-1]}(False)\nfor n in range(9):\n    net.step(tf.ones(3))\n"
    )


def helpers_that_make_graphs(count: int) -> str:
    """A test for which so many helpers hand on what is asked, the last of them under it."""
    made = "def h0(f, wanted):\n    return tf.function(f) if wanted else f\n" + "".join(
        f"def h{n}(f, wanted):\n    return h{n - 1}(f, wanted)\n" for n in range(1, count)
    )
    return HEAD + (
        f"{made}def train(wanted):\n    def step(x):\n"
        "        if not wanted:\n            print(x)\n        return x\n"
        f"    return h{count - 1}(step, wanted)\n"
        "for n in range(9):\n    train(n)(tf.ones(3))\n"
    )


def calls_to_what_makes_a_graph(count: int) -> str:
    """So many methods, the first called under a test, each the next, the last of which makes a graph."""
    made = "".join(f"    def make{n}(self):\n        self.make{n + 1}()\n" for n in range(1, count))
    return HEAD + (
        "class Net(tf.Module):\n    def __init__(self, wanted):\n        self.wanted = wanted\n"
        f"        if self.wanted:\n            self.make1()\n{made}"
        f"    def make{count}(self):\n        self.step = tf.function(self.step)\n"
        "    def step(self, x):\n        if not self.wanted:\n            print(x)\n        return x\n"
        "net = Net(input())\nfor n in range(9):\n    net.step(tf.ones(3))\n"
    )


def names_for_options(count: int) -> str:
    """So many names, each for a part of the next, of which the last is an attribute."""
    names = "        n0 = self.options\n" + "".join(
        f"        n{n} = n{n - 1}.part\n" for n in range(1, count)
    )
    return HEAD + (
        "class Net(tf.Module):\n    def __init__(self, options):\n        self.options = options\n"
        f"        if self.options{'.part' * (count - 1)}.wanted:\n"
        "            self.step = tf.function(self.step)\n"
        f"    def step(self, x):\n{names}        if not n{count - 1}.wanted:\n"
        "            print(x)\n        return x\n"
        "net = Net(input())\nfor n in range(9):\n    net.step(tf.ones(3))\n"
    )


def reads_of_a_layer(count: int) -> str:
    """A layer that nothing trains, and so many reads of it."""
    return (
        "class Net(tf.keras.Model):\n    def call(self, x):\n        print(x)\n        return x\n"
        "net = Net()\n" + "net.name\n" * count
    )


@dataclass(frozen=True)
class Case:
    """A program for each number, and the last number that is within the bound.

    Attributes:
        code: what is found up to that number, and no more after it.
        is_clear: the other way round: what is found wrongly once the bound is passed.
    """

    program: Callable[[int], str]
    last: int
    code: str = "TFL301"
    is_clear: bool = False


CASES = {
    "facts/graphs/tracing.py:_MOST_CONTEXTS": Case(receivers, 100),
    "facts/expressions/classes.py:_MOST_BASES": Case(classes_above, 200),
    "facts/graphs/tracing_context.py:MOST_WAYS": Case(
        callers_that_give_a_function, 8, "TFL601", is_clear=True
    ),
    "facts/expressions/inference.py:_MOST_CALLS_INSIDE": Case(calls_inside, 4),
    "facts/expressions/parameters.py:_MOST_SITES_TO_READ": Case(call_sites_read, 300),
    "facts/programs/one_value.py:_MOST_CALLS": Case(
        calls_with_one_bound, 20, "TFL501", is_clear=True
    ),
    "facts/order/graph_calls.py:_MOST_STEPS": Case(steps, 149, "TFL503"),
    "facts/order/model_parts.py:_MOST_STEPS": Case(names_of_a_model, 399, "TFL504"),
    "facts/order/data_kinds.py:_MOST_NAMES": Case(names_of_given_data, 6, "TFL504"),
    "facts/order/first_passes.py:_MOST_CALLS_DOWN": Case(
        calls_to_a_flag, 3, "TFL504", is_clear=True
    ),
    "facts/programs/following_objects.py:_MOST_PLACES": Case(
        reads_of_a_layer, 4_999, "TFL301", is_clear=True
    ),
    "facts/graphs/constructions.py:_MOST_CALLERS": Case(hands_to_a_constructor, 3, is_clear=True),
    "facts/graphs/context_settings.py:_MOST_ALIASES": Case(names_for_options, 2, is_clear=True),
    "facts/graphs/making_tests.py:_MOST_STEPS": Case(helpers_that_make_graphs, 5, is_clear=True),
    "facts/graphs/setting_propagation.py:_MOST_CALLERS": Case(
        calls_to_what_makes_a_graph, 2, is_clear=True
    ),
    "facts/order/event_order.py:_MOST_CHANGES": Case(changes, 199, "TFL503"),
    "facts/order/event_order.py:_MOST_NEAR": Case(calls_between, 99, "TFL504"),
    "rules/retracing/unrolled_loop.py:LIMIT": Case(turns, 99, "TFL107", is_clear=True),
    "rules/retracing/unrolled_loop.py:_LINSPACE": Case(turns_in_turns, 1, "TFL107", is_clear=True),
    "rules/effects/argument_mutation.py:_DEEPEST": Case(helpers_given_an_argument, 4, "TFL308"),
    "rules/effects/try_finally_or_exception_side_effect.py:_DEEPEST": Case(
        helpers_of_a_manager, 2, "TFL309"
    ),
    "rules/effects/iterator_consumption.py:_DEEPEST": Case(helpers_given_an_iterator, 7, "TFL306"),
    "rules/frozen/stateless_numpy_function.py:_DEEPEST": Case(
        helpers_outside_the_graph, 4, "TFL509"
    ),
    "rules/retracing/fresh_object_argument.py:_DEEPEST": Case(
        helpers_making_an_object, 3, "TFL105"
    ),
    "syntax/expressions.py:_MOST_STEPS": Case(parts_of_a_signature, 8, "TFL705"),
    "syntax/expressions.py:_MOST_TIMES": Case(repeated_signature, 99, "TFL705"),
    "facts/shapes/changing_shapes.py:_DEEPEST": Case(names_of_a_slice, 3, "TFL104"),
    "facts/shapes/windows.py:_FEW": Case(places_of_a_window, 1, "TFL104", is_clear=True),
    "facts/shapes/open_dimensions.py:_DEEPEST": Case(helpers_given_a_shape, 3, "TFL705"),
    "facts/shapes/open_dimensions.py:_MOST_STEPS": Case(steps_to_a_shape, 7, "TFL705"),
    "facts/shapes/open_batches.py:_DEEPEST": Case(helpers_given_a_batch, 3, "TFL705"),
    "facts/shapes/open_batches.py:_MOST_STEPS": Case(steps_to_a_batch, 11, "TFL705"),
    "facts/graphs/orbit_steps.py:_MOST_HANDED_ON": Case(options_handed_on, 3, "TFL305"),
    "facts/keras/same_data.py:_MOST_STEPS": Case(names_of_trained_data, 12, "TFL904"),
    "rules/modes/compile_in_loop.py:_MANY": Case(epochs_of_each_turn, 9, "TFL905"),
    "rules/modes/compile_in_loop.py:_FEW_TURNS": Case(
        compiles_for_datasets, 3, "TFL905", is_clear=True
    ),
}
HELD = {
    "linting/settings/table.py:_LARGEST": (
        "tests/test_settings.py::test_how_large_a_file_of_settings_may_be"
    ),
    "linting/settings/table.py:_MOST_EXTENDED": (
        "tests/test_settings.py::test_how_far_extend_is_followed"
    ),
    "linting/baseline.py:_LARGEST": ("tests/test_baseline.py::test_a_file_of_any_size_is_not_read"),
    "linting/identity.py:_LONGEST_TEXT": (
        "tests/test_baseline.py::test_how_much_of_a_line_is_kept"
    ),
    "linting/baseline.py:_MOST": ("tests/test_baseline.py::test_a_count_as_large_as_may_be"),
    "cst/slices.py:MOST_NODES": (
        "tests/cst/test_flagging.py::test_of_what_is_too_much_for_libcst_statements_are_left_out"
    ),
    "cst/slices.py:DEEPEST_PATTERN": (
        "tests/cst/test_flagging.py::test_patterns_that_libcst_takes_long_for_are_not_given_to_it"
    ),
    "cst/slices.py:_DEEPEST": (
        "tests/cst/test_flagging.py::test_what_nests_too_deep_for_libcst_is_flagged_all_the_same"
    ),
    "cst/newer_syntax.py:_MOST_LINES": (
        "tests/cst/test_newer_syntax.py::test_how_much_is_looked_at"
    ),
    "cst/newer_syntax.py:_MOST_CHARACTERS": (
        "tests/cst/test_newer_syntax.py::test_how_much_is_looked_at"
    ),
    "cst/newer_syntax.py:_MOST_BRACKETS": (
        "tests/cst/test_newer_syntax.py::test_how_much_is_looked_at"
    ),
    "facts/graphs/eager_flags.py:_MOST_STEPS": "tests/facts/test_eager_flags.py::test_names_down_to_a_flag",
    "facts/keras/model_calls_in_loops.py:_MANY": (
        "tests/test_bounds.py::test_many_steps_beside_a_prediction"
    ),
    "rules/retracing/function_created_per_call.py:_FEW_RUNS": "tests/test_bounds.py::test_few_runs",
    "facts/keras/large_tiles.py:_LARGE": "tests/test_bounds.py::test_large_tiles",
    "facts/keras/large_tiles.py:_SIDES": "tests/test_bounds.py::test_large_tiles",
    "facts/keras/filled_lists.py:_SMALL": "tests/test_bounds.py::test_rows_that_a_loop_fills",
    "facts/keras/filled_lists.py:_MOST_STEPS": "tests/test_bounds.py::test_rows_that_a_loop_fills",
    "facts/keras/single_items.py:FEW_ROWS": "tests/test_bounds.py::test_rows_that_a_turn_draws",
    "rules/modes/predict_in_loop.py:_FEW_PASSES": "tests/test_bounds.py::test_passes_over_one_item",
    "facts/keras/model_calls_in_loops.py:_SELDOM": "tests/test_bounds.py::test_seldom_turns",
    "files/imports.py:_MOST_COMMENTS": "tests/test_bounds.py::test_comments_among_imported_names",
    "facts/keras/model_calls_in_loops.py:_FEW": "tests/test_bounds.py::test_few_predictions",
    "facts/keras/model_calls_in_loops.py:_FEW_EACH": "tests/test_bounds.py::test_few_predictions",
    "facts/order/graph_makings.py:_MOST_CALLS_DOWN": "tests/test_bounds.py::test_calls_down_to_a_graph",
    "facts/graphs/constants.py:_DEEPEST": "tests/test_bounds.py::test_options_passed_on",
    "facts/expressions/fixpoint.py:_MOST_CHANGES": "tests/test_bounds.py::test_answers_that_never_settle",
    "facts/expressions/fixpoint.py:_MOST_FREE_CHANGES": (
        "tests/test_bounds.py::test_answers_that_never_settle"
    ),
    "facts/graphs/tracing.py:_MOST_FURTHER_CONTEXTS": (
        "tests/test_bounds.py::test_contexts_of_all_functions"
    ),
    "facts/graphs/tracing_context.py:_MOST_LINKS_SHOWN": "tests/test_bounds.py::test_links_of_a_chain",
    "facts/expressions/values.py:_MOST_CONTAINERS": (
        "tests/test_hostile_programs.py::test_containers_in_a_container"
    ),
    "facts/expressions/values.py:_MOST_MEMBERS": "tests/test_bounds.py::test_alternatives",
    "facts/expressions/values.py:_DEEPEST": "tests/test_bounds.py::test_values_made_of_each_other",
    "linting/fixing.py:_MOST_ROUNDS": "tests/test_fixes.py::test_fixes_that_come_to_no_end_are_stopped",
    "linting/memory.py:_MOST_GROUPS": "tests/test_memory.py::test_findings_of_many_groups_are_let_go_of",
    "syntax/kept_modules.py:_MOST_CHARACTERS": (
        "tests/test_memory.py::test_trees_of_much_code_are_let_go_of"
    ),
    "syntax/order.py:_MOST": "tests/test_bounds.py::test_bindings_of_a_use",
    "syntax/path_folders.py:_DEEPEST": "tests/test_path_folders.py::test_as_much_is_read_as_people_write",
    "syntax/path_folders.py:_LONGEST": "tests/test_path_folders.py::test_as_much_is_read_as_people_write",
    "syntax/path_folders.py:_MOST": "tests/test_path_folders.py::test_as_much_is_read_as_people_write",
    "syntax/showing.py:LONGEST": "tests/test_bounds.py::test_code_in_messages",
    "syntax/stack.py:_DEEPEST": (
        "tests/facts/test_stack.py::test_calls_may_stand_deeper_than_python_allows_by_itself"
    ),
    "syntax/stack.py:_STACK": "tests/test_bounds.py::test_the_stack_of_c",
    "syntax/parsing.py:_MOST_MARKS": "tests/test_bounds.py::test_marks_of_a_file",
    "syntax/parsing.py:_MOST_OF_NAMES": "tests/test_bounds.py::test_names_with_many_dots",
    "syntax/parsing.py:_DEEPEST": "tests/test_bounds.py::test_nesting",
    "files/discovery.py:_LARGEST_IGNORE_FILE": "tests/test_bounds.py::test_the_size_of_files",
    "files/discovery.py:MOST_FILES": (
        "tests/test_project.py::test_more_files_than_are_looked_at_are_said_not_to_be"
    ),
    "files/discovery.py:MOST_ENTRIES": (
        "tests/test_project.py::test_more_files_than_are_looked_at_are_said_not_to_be"
    ),
    "files/pins.py:_MOST_REQUIREMENTS": "tests/test_bounds.py::test_how_many_requirements_are_read",
    "files/layout.py:_LONGEST": "tests/test_bounds.py::test_a_long_name_is_looked_for_as_far_as_paths_go",
    "files/pins.py:_MOST_TEXTS": "tests/test_bounds.py::test_lists_of_what_conda_has_installed",
    "files/pins.py:_LARGEST_LIST": "tests/test_bounds.py::test_lists_of_what_conda_has_installed",
    "files/pins.py:_MOST_PINS": "tests/test_bounds.py::test_how_many_requirements_are_read",
    "files/project_texts.py:LARGEST": "tests/test_bounds.py::test_the_size_of_requirements",
    "files/project_texts.py:_MOST_PARTS_OF_KEY": (
        "tests/test_bounds.py::test_the_parts_of_a_key_of_toml"
    ),
    "files/project_root.py:_MOST_BETWEEN": "tests/test_bounds.py::test_folders_between",
    "files/patterns.py:MOST_WITH_WILDCARDS": "tests/test_bounds.py::test_patterns_of_an_ignore_file",
    "files/lone_modules.py:_DEEPEST": "tests/test_lone_modules.py::test_the_parts_of_a_name",
    "files/notebook.py:_MOST_BRACKETS": "tests/test_bounds.py::test_objects_in_a_notebook",
    "files/patterns.py:_LONGEST_NAME": "tests/test_bounds.py::test_names_in_a_pattern",
    "files/reading.py:MOST_BYTES": "tests/test_bounds.py::test_the_size_of_files",
    "linting/folding.py:_MOST_NAMED": "tests/test_linter.py::test_lines_that_a_finding_names",
    "linting/merging.py:_MOST_NAMED": "tests/test_bounds.py::test_callers_named",
    "linting/cache.py:_MOST_ENTRIES": "tests/test_bounds.py::test_entries_of_the_cache",
    "linting/cache_folder.py:_LARGEST": "tests/test_bounds.py::test_the_size_of_files",
}
"""Bounds that no finding shows directly, and what holds them."""
OF_SPEED = {
    "cst/flagging.py:_MOST_DIVISIONS",
    "cst/flagging.py:_WORTH_DIVIDING",
    "facts/expressions/callers.py:_MANY_ARGUMENTS",
    "facts/graphs/project.py:_MORE_IN_HASTE",
    "linting/framework_files.py:_MOST_PROJECTS",
    "linting/grouping.py:_FEW",
    "facts/graphs/project.py:_WORTH_COLLECTING",
    "facts/graphs/project.py:_WORTH_COMPACTING",
    "facts/graphs/reach.py:_WORTH_LEAVING_OUT",
    "linting/analysis.py:_WORTH_A_PROCESS",
    "linting/analysis.py:_FREED_BY_THE_SYSTEM",
    "syntax/path_folders.py:_FILES",
    "syntax/stack.py:_ROOM",
}
"""They bear on time and memory (test_compact, test_cache, test_flagging, test_reach, test_scheduling)."""
NO_BOUNDS = {
    "linting/baseline.py:_VERSION",
    "linting/cache.py:_FORMAT",
    "linting/framework_files.py:_SETTLED",
    "linting/settings/model.py:DEFAULT_TIMEOUT",
}
"""Versions, what file systems do, and a default that the settings say."""


def bounds() -> Iterator[str]:
    """Every numeric constant of a module that has to do with findings."""
    for folder in FOLDERS:
        for path in sorted((ROOT / "tflint" / folder).rglob("*.py")):
            for statement in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(statement, ast.Assign) and _is_number(statement.value):
                    for target in statement.targets:
                        if isinstance(target, ast.Name) and target.id.isupper():
                            where = path.relative_to(ROOT / "tflint").as_posix()
                            yield f"{where}:{target.id}"


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return _is_number(left) and _is_number(right)
        case _:
            return False


def test_every_bound_is_held() -> None:
    assert sorted(bounds()) == sorted({*CASES, *HELD, *OF_SPEED, *NO_BOUNDS})


@pytest.mark.parametrize("test", sorted(set(HELD.values())))
def test_what_holds_a_bound_is_there(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("bound", CASES)
def test_a_bound_is_where_it_is_said(bound: str) -> None:
    case = CASES[bound]
    found = [
        case.code in {f.code for f in lint({"m.py": HEAD + case.program(number)}, RULES)}
        for number in (case.last, case.last + 1)
    ]
    assert found == [not case.is_clear, case.is_clear]


def revealed(code: str) -> tuple[Value, ...]:
    """What the arguments of the ``reveal(...)`` calls may be."""
    project = Project.build([Source("m.py", HEAD + code)])
    module = project.module("m.py")
    assert module is not None
    value = project.inference.value
    return tuple(value(site.node.args[0], site.function) for site in module.calls["reveal"])


@pytest.mark.parametrize(("number", "known"), [(3, frozenset({200})), (4, None)])
def test_options_passed_on(number: int, known: frozenset[object] | None) -> None:
    code = helpers(number, "reveal(n)", "x, n").replace("x, n):", "x, n=200):")
    project = Project.build([Source("m.py", f"{HEAD}{code}h(1.0)\n")])
    module = project.module("m.py")
    assert module is not None
    (site,) = module.calls["reveal"]
    assert constants(site.node.args[0], Context(project, site.function, None)) == known


def test_a_constant_of_the_module_is_not_what_a_function_around_calls_so() -> None:
    code = "n = 200\ndef outer({}):\n    def inner():\n        reveal(n)\n"
    for parameters, known in (("m", frozenset({200})), ("n", None)):
        project = Project.build([Source("m.py", HEAD + code.format(parameters))])
        module = project.module("m.py")
        assert module is not None
        (site,) = module.calls["reveal"]
        assert constants(site.node.args[0], Context(project, site.function, None)) == known


def growing(times: int, widened: Callable[[frozenset[int], frozenset[int]], frozenset[int]]):
    """What an answer becomes that grows this often by what it is itself."""
    fixpoint: Fixpoint[frozenset[int]] = Fixpoint(lambda a: a, lambda a: a, widened)

    def work() -> frozenset[int]:
        before = fixpoint.ask("n", frozenset(), work)
        return before | {len(before)} if len(before) < times else before

    return fixpoint.ask("n", frozenset(), work)


def test_answers_that_never_settle() -> None:
    """One that has changed eight times is widened, until it has changed 24 times."""
    widened = frozenset({-1})
    assert growing(8, lambda before, now: widened) == frozenset(range(8))
    assert growing(9, lambda before, now: widened) == widened
    assert growing(24, lambda before, now: now) == frozenset(range(24))
    assert growing(99, lambda before, now: now) == frozenset(range(24))


@pytest.mark.parametrize(("number", "left_out"), [(100, 0), (101, 1), (103, 3)])
def test_contexts_that_are_left_out_are_told(number: int, left_out: int, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(HEAD + receivers(number))
    said = tflint("why", "m.py:5", cwd=tmp_path).stdout.splitlines()[0]
    told = f"; {left_out} more context{'s are' if left_out > 1 else ' is'} not looked into"
    assert said == "line 5 runs in a graph, as part of `Base.step`" + told * bool(left_out)


@pytest.mark.parametrize(("number", "more"), [(3, ""), (4, " and others")])
def test_callers_named(number: int, more: str) -> None:
    def caller(name: str, options: str) -> str:
        step = f"    @tf.function{options}\n    def go(self, x):\n        return self.say(x)\n"
        return f"class {name}(Base):\n{step}"

    base = "class Base:\n    def say(self, x):\n        tf.print(x)\n        return x\n"
    compiled = [caller(f"C{i}", "(jit_compile=True)") for i in range(number)]
    (found,) = lint({"m.py": HEAD + base + "".join(compiled) + caller("Plain", "")}, RULES)
    named = f"only as called from `C0.go`, `C1.go`, `C2.go`{more} (jit_compile=True)"
    assert named in [reason.text for reason in found.chain]


@pytest.mark.parametrize(("number", "left_out"), [(24, ""), (25, "2"), (60, "37")])
def test_links_of_a_chain(number: int, left_out: str) -> None:
    (found,) = lint({"m.py": HEAD + chain(number)}, RULES)
    assert len(found.chain) == 25
    said = f"{left_out} calls in between are not shown"
    assert [reason.text == said for reason in found.chain].count(True) == bool(left_out)


def test_alternatives() -> None:
    several = [External(f"lib.f{number}") for number in range(9)]
    assert join(*several[:8]) == Union(tuple(several[:8]))
    assert join(*several) == UNKNOWN


def test_values_made_of_each_other() -> None:
    inner = Container("list", items=(Number(constant=1),))
    outer = Container("list", items=(inner,))
    assert bounded(inner) == inner
    assert bounded(outer) == Container("list", items=(Container("list"),))


def test_bindings_of_a_use() -> None:
    def bound(times: int) -> Value:
        binding = "    if c == {0}:\n        y = 'a'\n"
        others = "".join(map(binding.format, range(times - 1)))
        return revealed(f"def f(c):\n    y = 'a'\n{others}    reveal(y)\n")[0]

    assert bound(50) == bound(2) != UNKNOWN
    assert UNKNOWN in getattr(bound(51), "members", ())

    def bound_after(times: int) -> Value:
        return revealed("y = 'a'\ndef f():\n    reveal(y)\n" + "y = 'b'\n" * times)[0]

    assert bound_after(50) == bound_after(2) != UNKNOWN
    assert bound_after(51) == UNKNOWN


def test_code_in_messages() -> None:
    def said(text: str) -> str:
        return shown(ast.parse(text, mode="eval").body)

    assert said("a" * 40) == "a" * 40
    assert said("a" * 41) == "a" * 37 + "..."


def test_nesting() -> None:
    """Code may nest deeper than Python's own limit lets it be parsed."""
    deep = "x" + ".a()" * 2000 + "\n"
    code = f"import ast; ast.parse({deep!r})"  # in a new process: threads leave their depth behind
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "RecursionError" in done.stderr
    assert [finding.code for finding in lint({"m.py": HEAD + deep + chain(1)}, RULES)] == ["TFL301"]


def test_marks_of_a_file() -> None:
    for count, is_parsed in ((500_000, True), (500_001, False)):
        text = "#" + "," * (count - 1) + "\n"
        said = None if is_parsed else "more than 500,000 lines, commas, brackets and the like"
        for fault in (parse("m.py", text), find_fault("m.py", text)):
            assert getattr(fault, "message", None) == said


def test_names_with_many_dots() -> None:
    """Python's parser makes a text of each part of what is imported, so memory grows with the square."""
    most = "import tensorflow as tf\nimport a" + ".a" * 7_068 + "\n"
    more = "import tensorflow as tf\nimport a" + ".a" * 7_069 + "\n"
    assert not isinstance(parse("m.py", most), BrokenFile)
    for text in (
        more,
        f"import os;{more[31:]}" + "x" * 9_000,
        "from " + "a . \\\n" * 200_000 + "a import b\n",
        f"import {'a' * 2_000_000}{'.b' * 64}\n",
        f"import a{'.a' * 1_000}\n" * 50,
    ):
        for fault in (parse("m.py", text), find_fault("m.py", text)):
            assert isinstance(fault, BrokenFile)
            assert fault.message == "dotted names too long to be parsed"


def test_a_long_name_is_looked_for_as_far_as_paths_go() -> None:
    for last, found in (("b" * 4, True), ("b" * 5, False)):
        path = "a/" * 2046 + last + ".py"
        layout = Layout(["a/__init__.py", path, "m.py"])
        way = ("a/__init__.py", path) if found else ("a/__init__.py",)
        assert layout.along("m.py", "a." * 2046 + last) == way
    assert layout.along("m.py", "a" + ".b" * 1_000_000) == ("a/__init__.py",)


def test_the_stack_of_c() -> None:
    """Python's own code in C may call itself as deep as Python lets it."""
    script = """
import json
from contextlib import suppress
from tflint.syntax.stack import on_deep_stack
with suppress(RecursionError):
    on_deep_stack(lambda: json.loads("[" * 100_000 + "]" * 100_000))
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=60)
    assert done.returncode == 0


def test_entries_of_the_cache(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    cache.put("0", [])
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    for number in range(1, 1001):
        (folder / f"{number}.json").write_text("[]")
    Cache(str(tmp_path)).put("1001", [])
    assert len(list(folder.iterdir())) == 502


def sparse(path: Path, size: int) -> None:
    """A file of so many zeros, which takes no room."""
    with open(path, "wb") as stream:
        stream.truncate(size)


@pytest.mark.slow
def test_the_size_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sparse(tmp_path / "largest.py", 1 << 26)
    sparse(tmp_path / "larger.py", (1 << 26) + 1)
    with pytest.raises(UnparsableError, match="NUL"):
        read_file("largest.py")
    with pytest.raises(UnparsableError, match="larger than 64 MB"):
        read_file("larger.py")
    cache = Cache("cache")
    cache.put("0", [])
    (entry,) = Path("cache").rglob("*.json")
    whole = entry.read_text()
    for size, known in ((1 << 26, []), ((1 << 26) + 1, None)):
        entry.write_text(whole + " " * (size - len(whole)))
        assert cache.get("0") == known
    warnings: list[str] = []
    for size, count in ((1 << 23, 0), ((1 << 23) + 1, 1)):
        sparse(tmp_path / ".gitignore", size)
        list(find_files(["."], FileRules(), lambda path, error: None, warnings.append))
        assert len(warnings) == count
    assert warnings == [".gitignore: not followed: larger than 8,388,608 bytes"]


def test_the_size_of_requirements(tmp_path: Path) -> None:
    wanted = b"tensorflow==2.4.0\n"
    for more, known in ((0, True), (1, False)):
        (tmp_path / "requirements.txt").write_bytes(b"#" * ((1 << 24) - 19 + more) + b"\n" + wanted)
        assert bool(read_pins(str(tmp_path))) is known


@pytest.mark.parametrize("part", ["a", "'='", '"\\\\\\"."', "a-b "])
def test_the_parts_of_a_key_of_toml(part: str) -> None:
    """Of 20,000 Python's parser would take 2 GB, and of more it would take all there is."""
    for text in ("{} = 1", "[{}]", "x = {{{} = 1}}"):
        assert toml_of(text.format(".".join([part] * 99)))
        for count in (100, 200_000):
            with pytest.raises(ValueError, match="100 parts or more"):
                toml_of(text.format(".".join([part] * count)))
    assert toml_of("x = '" + "a. " * 98 + "'\ny = '" + "." * 1000 + "'\nz = '" + "a" * 10**6 + "'")


def test_how_many_requirements_are_read(tmp_path: Path) -> None:
    for others, known in ((9_999, True), (10_000, False)):
        text = (
            "[options]\ninstall_requires =\n" + "    numpy\n" * others + "    tensorflow==2.4.0\n"
        )
        (tmp_path / "setup.cfg").write_text(text)
        assert bool(read_pins(str(tmp_path))) is known
    for number, count in ((200, 200), (201, 200)):
        asked = "".join(f"    tensorflow>=2.{minor}\n" * 2 for minor in range(number))
        (tmp_path / "setup.cfg").write_text(f"[options]\ninstall_requires =\n{asked}")
        assert len(read_pins(str(tmp_path))) == count


def test_lists_of_what_conda_has_installed(tmp_path: Path) -> None:
    listed = "# Name Version Build Channel\ntensorflow 2.4.0 0\n"
    for size, known in ((1 << 20, True), ((1 << 20) + 1, False)):
        (tmp_path / "packages.txt").write_text(listed + "#" * (size - len(listed)))
        assert bool(read_pins(str(tmp_path))) is known
    (tmp_path / "packages.txt").write_text(listed)
    for others, known in ((99, True), (100, False)):
        for number in range(others):
            (tmp_path / f"env{number}.txt").touch()
        assert bool(read_pins(str(tmp_path))) is known


def test_comments_among_imported_names() -> None:
    for comments, known in ((1000, True), (1001, False)):
        text = "from m import (\n" + "    # one (or two)\n" * comments + "    f,\n)\n"
        assert any("f" in names for names in imported_names(text)) is known


def test_folders_between(tmp_path: Path) -> None:
    for folders, same in (("one", True), ("one/two", False)):
        script = tmp_path / folders / "deep" / "script.py"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.touch()
        (tmp_path / "top.py").touch()
        assert (ProjectRoots().of(str(script)) == str(tmp_path)) is same


def test_seldom_turns() -> None:
    loop = (
        "import keras\nx = tf.ones((99, 3))\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
        "for step in range(99):\n"
    )
    asks = "    if step % {}:\n        model.predict(x[step : step + 1])\n"
    for every, known in ((9, True), (10, False)):
        text = HEAD + loop + asks.replace("% {}", f"% {every} == 0").format()
        codes = {f.code for f in lint({"m.py": text}, RULES)}
        assert ("TFL901" in codes) is known


def test_few_predictions() -> None:
    asks = "import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\nx = tf.ones((99, 3))\n"
    call = "model.predict(x[i : i + 1])\n"
    turns = {
        "for i in range(25):\n    ": Severity.INFO,
        "for i in range(26):\n    ": Severity.WARNING,
        "for _ in [1, 2]:\n    for i in range(12):\n        ": Severity.INFO,
        "for _ in [1, 2]:\n    for i in range(13):\n        ": Severity.WARNING,
        "for i in data:\n    ": Severity.WARNING,
        "def show():\n    for i in range(10):\n        ": Severity.INFO,
        "def show():\n    for i in range(11):\n        ": Severity.WARNING,
    }
    for loops, severity in turns.items():
        found = lint_all({"m.py": HEAD + asks + loops + call}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == [severity], loops


def test_many_steps_beside_a_prediction() -> None:
    for steps, severity in ((99, Severity.WARNING), (100, Severity.INFO)):
        text = HEAD + (
            "import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\nx = tf.ones((99, 3))\n"
            "for epoch in range(50):\n"
            f"    for _ in range({steps}):\n        model.train_on_batch(x, x)\n"
            "    model.predict(x[epoch : epoch + 1])\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == [severity], steps


def test_rows_that_a_loop_fills() -> None:
    for rows, names, severity in (
        (32, 0, Severity.WARNING),
        (33, 0, Severity.INFO),
        (33, 3, Severity.INFO),
        (33, 4, Severity.WARNING),
    ):
        between = "".join(f"    x{n + 1} = x{n} / 2\n" for n in range(names))
        text = HEAD + (
            "import keras\nmodel = keras.Sequential([keras.layers.Dense(1)])\nbest = 0\n"
            "while best < 9:\n    parts = []\n"
            f"    for place in range({rows}):\n        parts.append([place + best])\n"
            f"    x0 = np.array(parts)\n{between}"
            f"    best = model.predict(x{names}).sum()\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == [severity], (rows, names)


def test_rows_that_a_turn_draws() -> None:
    for rows, severities in ((512, [Severity.WARNING]), (513, [])):
        text = HEAD + (
            "import keras\nimport numpy as np\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
            "rows = np.ones((9, 3))\n"
            f"def learn():\n    some = rows[np.random.choice(9, {rows})]\n"
            "    return model.predict(some)\nfor i in range(99):\n    learn()\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == severities, rows


def test_rows_that_a_turn_draws_as_settings_say() -> None:
    settings = (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--few', type=int, default=512)\n"
        "parser.add_argument('--many', type=int, default=513)\n"
        "parser.add_argument('--some', type=int)\noptions = parser.parse_args()\n"
        "given = {'few': 512, 'many': 513}\n"
    )
    for rows, severities in (
        ("options.few", [Severity.WARNING]),
        ("options.many", []),
        ("options.some", [Severity.INFO]),
        ("given['few']", [Severity.WARNING]),
        ("given['many']", []),
        ("given['some']", [Severity.INFO]),
    ):
        text = HEAD + (
            "import keras\nimport numpy as np\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
            f"{settings}rows = np.ones((9, 3))\n"
            f"def learn():\n    some = rows[np.random.choice(9, {rows})]\n"
            "    return model.predict(some)\nfor i in range(99):\n    learn()\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == severities, rows


def test_passes_over_one_item() -> None:
    for passes, severities in ((10, [Severity.WARNING]), (11, [])):
        text = HEAD + (
            "import keras\nimport numpy as np\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
            "rows = np.ones((99, 3))\n"
            f"for i in range(99):\n    model.fit(rows[i : i + 1], rows[i : i + 1], epochs={passes})\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == severities, passes


def test_few_runs() -> None:
    for parts, severity in (("(1, 2)", Severity.INFO), ("(1, 2, 3)", Severity.WARNING)):
        text = HEAD + (
            "def check(x):\n    @tf.function\n    def step(x):\n        return x * 2\n"
            "    for _ in range(5):\n        step(x)\n"
            f"def main():\n    for part in {parts}:\n        check(tf.ones((part,)))\nmain()\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL103"] == [severity], parts


def test_large_tiles() -> None:
    down = "range(0, x.shape[0], {})"
    cases = (
        (511, f"(0, 0), {down}", Severity.WARNING),
        (512, f"(0, 0), {down}", Severity.WARNING),
        (511, f"{down}, {down}", Severity.WARNING),
        (512, f"{down}, {down}", Severity.INFO),
    )
    for side, places, severity in cases:
        text = HEAD + (
            "import itertools, keras\nnet = keras.Sequential([keras.layers.Conv2D(1, 3)])\n"
            "x = tf.ones((4096, 4096, 1))\n"
            f"for i, j in itertools.product({places.format(side, side)}):\n"
            f"    net.predict(x[i : i + {side}, j : j + {side}][None])\n"
        )
        found = lint_all({"m.py": text}, RULES)
        assert [f.severity for f in found if f.code == "TFL901"] == [severity], (side, places)


def test_calls_down_to_a_graph() -> None:
    for between, silent in ((1, True), (2, False)):
        calls = ["self.wrap()", *(f"self.down{n}()" for n in range(between))]
        text = HEAD + (
            "class Net(tf.Module):\n"
            "    def __init__(self):\n        self.rate = 1\n        self.wrap()\n"
            "    def wrap(self):\n        self.step = tf.function(self._step)\n"
            "    def _step(self, x):\n        return x * self.rate\n"
            + "".join(f"    def down{n}(self):\n        {calls[n]}\n" for n in range(between))
            + f"    def set(self, rate):\n        self.rate = rate\n        {calls[-1]}\n"
            "x = tf.ones((3,))\nnet = Net()\nfor rate in (1, 2, 3):\n    net.set(rate)\n    net.step(x)\n"
        )
        codes = {f.code for f in lint({"m.py": text}, RULES)}
        assert ("TFL504" not in codes) is silent, between


def test_patterns_of_an_ignore_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.py").touch()
    for count, found in ((5_000, []), (5_001, ["x.py"])):
        patterns = "".join(f"*{number}\n" for number in range(count - 1))
        (tmp_path / ".gitignore").write_text(f"{patterns}x*\n")
        assert list(find_files(["."], FileRules(), lambda path, error: None)) == found


def test_names_in_a_pattern() -> None:
    for length in (255, 256):
        pattern = "?" + "a" * (length - 1)
        assert Patterns((pattern,)).covers("a" * length) == (length == 255)


def partly_analysed(text: str) -> list[tuple[int, str]]:
    project = Project.build([Source("m.py", HEAD + text)])
    found = on_deep_stack(lambda: list(flag_file(project, "m.py", [])))
    assert {(f.code, f.severity) for f in found} <= {("TFL004", Severity.INFO)}
    return [(f.span.line, f.message) for f in found]


@pytest.mark.parametrize(("number", "left_out"), [(100, 0), (101, 1), (103, 3)])
def test_contexts_that_are_left_out_are_reported(number: int, left_out: int) -> None:
    said = f"runs in {number} tracing contexts, and {left_out} of them were not looked at"
    expected = [(4, f"`Base.step` {said}"), (4, f"`Base.loss` {said}")][: bool(left_out)]
    assert partly_analysed(receivers(number)) == expected


def test_contexts_of_all_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function is looked at in its first context, however many there are of all functions."""
    assert tracing._MOST_FURTHER_CONTEXTS == 10_000
    for most, left_out in ((4, 0), (3, 1), (0, 4)):
        monkeypatch.setattr(tracing, "_MOST_FURTHER_CONTEXTS", most)
        said = f"`Base.step` runs in 5 tracing contexts, and {left_out} of them were not looked at"
        assert partly_analysed(receivers(5)) == ([(4, said)] if left_out else [])


@pytest.mark.parametrize(("number", "is_told"), [(300, False), (301, True)])
def test_calls_that_are_not_read_are_reported(number: int, is_told: bool) -> None:
    said = f"`f` is called at {number} places, so what these give its parameters was not looked at"
    assert partly_analysed(call_sites_read(number)) == [(4, said)][: int(is_told)]
    annotated = call_sites_read(number).replace("x, say", "x: int, say: str")
    assert partly_analysed(annotated) == []


def test_what_is_partly_analysed_is_information(tmp_path: Path) -> None:
    """It is kept in the cache, told once for all functions of a file, and fails no run."""
    before = HEAD + call_sites_read(301)
    more = "@tf.function\ndef g(x):\n    return x\n" + "g(tf.constant(0.0))\n" * 301
    (tmp_path / "m.py").write_text(before + more)
    for _ in "ab":
        done = tflint("m.py", "--output-format", "concise", cwd=tmp_path)
        assert done.returncode == 0
        (line,) = done.stdout.splitlines()
        assert line.startswith("m.py:4:1: TFL004 `f` is called at 301 places")
        also = f"(also on line {len(before.splitlines()) + 2})"
        assert line.endswith(f"{also} [for information]")
    assert tflint("m.py", "--ignore", "TFL004", cwd=tmp_path).stdout.startswith("All clear")


@pytest.mark.slow
def test_objects_in_a_notebook() -> None:
    head = '{"nbformat": 4, "nbformat_minor": 4, "metadata": {"kept": ['
    for count, is_read in ((1_000_000, True), (1_000_001, False)):
        text = f'{head}{"[]," * (count - 5)}[]]}}, "cells": []}}'
        assert text.count("[") + text.count("{") == count
        try:
            read_notebook("n.ipynb", text)
        except UnparsableError as error:
            assert not is_read
            assert str(error) == "a notebook of more than 1,000,000 objects and lists"
        else:
            assert is_read
