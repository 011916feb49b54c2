"""Which files may bear on a graph: of what is left out nothing would have been told."""

from __future__ import annotations

import pytest
from programs import Program, all_programs
from programs import project_of as project_with_pins
from snippets import project_of

from tflint.facts import Project
from tflint.facts.graphs.reach import in_reach
from tflint.linting.flagging import flag
from tflint.rules import WANTED, all_rules
from tflint.syntax.parsing import BrokenFile, find_fault, parse

COPIES = {
    "lib/__init__.py": "from lib import steps\n",
    "lib/backend.py": "import numpy\n\n\ndef function(f):\n    return f\n",
    "lib/names.py": "FIRST = 'first'\n",
    "copies/__init__.py": "",
    "copies/layers.py": "from lib import backend as tf\nfrom lib import names\n\n\n@tf.function\n"
    "def run(x):\n    print(x)\n    return names.FIRST\n",
    "copies/users.py": "from copies import layers as tf_layers\n",
    "base/__init__.py": "from copies import users\n",
    "base/names.py": "SECOND = 'second'\n",
}
"""A library of which one part takes the place of TensorFlow by another."""
STEPS = """\
import tensorflow as tf
from base.names import SECOND
{}


@tf.function
def step(x):
    return x
"""
PROGRAMS = [pytest.param(program, id=program.name) for program in all_programs()]


@pytest.fixture(autouse=True)
def _leave_out_what_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tflint.facts.graphs.reach._WORTH_LEAVING_OUT", 0.0)


def reach_of(texts: dict[str, str]) -> frozenset[str]:
    """What is in reach of a graph, or of what a rule wants to see."""
    return in_reach(project_of(texts), WANTED)


def reach(steps: str, others: dict[str, str] | None = None) -> frozenset[str]:
    """What is in reach where ``lib/steps.py`` starts a graph."""
    return reach_of({**COPIES, "lib/steps.py": steps, **(others or {})})


def test_what_uses_no_file_with_a_graph_and_is_used_by_none_is_left_out() -> None:
    project = project_of({**COPIES, "lib/steps.py": STEPS.format("")})
    assert project.relevant == project.sources.keys()
    found = in_reach(project, WANTED)
    assert found == {"lib/__init__.py", "lib/steps.py", "base/names.py"}
    project.narrow(found)
    assert {module.path for module in project.relevant_modules} == found
    assert {module.path for module in project.indexed} == found


def test_it_takes_a_part_to_leave_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**COPIES, "lib/steps.py": STEPS.format("")}
    monkeypatch.setattr("tflint.facts.graphs.reach._WORTH_LEAVING_OUT", 0.99)
    assert reach_of(files) == files.keys()


@pytest.mark.parametrize(
    "line",
    [
        "from copies import layers",
        "import copies.layers",
        "import copies.layers as other",
        "from copies.layers import (  # as it is\n    run,\n)",
        "from copies.layers import *",
        "from copies import users",
    ],
)
def test_what_a_file_with_a_graph_uses(line: str) -> None:
    assert "copies/layers.py" in reach(STEPS.format(line))


@pytest.mark.parametrize(
    "line",
    ["from lib import steps", "import lib.steps", "import lib", "from lib.steps import step"],
)
def test_what_uses_a_file_with_a_graph(line: str) -> None:
    found = reach(STEPS.format(""), {"copies/users.py": f"{line}\nfrom copies import layers\n"})
    assert {"copies/users.py", "copies/layers.py"} <= found


def test_a_file_that_imports_a_framework_itself() -> None:
    lone = "import tensorflow as tf\n\n\ndef double(x):\n    return tf.multiply(x, 2)\n"
    assert "copies/lone.py" in reach(STEPS.format(""), {"copies/lone.py": lone})


def test_a_package_that_gives_the_name_of_a_module_to_another() -> None:
    files = {
        "copies/__init__.py": "from lib.steps import step as layers\n",
        "main.py": "from copies import layers as keras\n",
    }
    assert "main.py" in reach(STEPS.format(""), files)


TOOLS = """\
import keras
import tensorflow as tf
from absl import flags
from mxnet import gluon
from tensorflow import function
"""
OURS = "from tools import keras\n\n\nclass Base(keras.Model):\n    pass\n"
FROM_ELSEWHERE = "from tools import tf, keras, gluon, flags\n"


PLAIN = """\
def function(f):
    return f


def fit(x):
    return x


class Net:
    def forward(self, x):
        return x
"""
STARTS = [
    "@tf.function\ndef f(x): ...",
    "@tf.function(jit_compile=True)\ndef f(x): ...",
    "graph = tf.function",
    "graph = (tf.  # as ever\n  function)",
    "def make(f):\n    return tf.function(f)",
    "def make(tf, f):\n    return tf.function(f)",
    "def make(f, tf=plain):\n    return tf.function(f)",
    "import functools\ngraph = functools.partial(tf.function, jit_compile=True)",
    "from tools import function\ngraph = function",
    "def g(f):\n    from tools import function as graph\n    return graph(f)",
    "from tools import *\n@function\ndef f(x): ...",
    "class L(keras.layers.Layer):\n    def call(self, x): ...",
    "from ours import Base\nclass L(Base):\n    def call(self, x): ...",
    "def g(base):\n    class L(base):\n        def train_step(self, x): ...",
    "class M(keras.metrics.Metric):\n    def update_state(self, x): ...",
    "class B(gluon.HybridBlock):\n    def hybrid_forward(self, F, x): ...",
    "class B(gluon.HybridBlock):\n    def forward(self, x): ...",
    "layer = keras.layers.Lambda(lambda x: x)",
    "tf.vectorized_map(lambda x: x, xs)",
    "lift = tf.vectorized_map\nlift(lambda x: x, xs)",
    "tf.data.Dataset.range(3).map(lambda x: x)",
    "def prepare(ds):\n    return ds.map(lambda x: x)",
    "prepare(flags.FLAGS.source).filter(lambda x: x)",
    "def train(model):\n    model.compile(loss=lambda a, b: a)",
    "for x in xs:\n    keras.models.load_model(path).predict(x)",
    "def score(model, xs):\n    return [model.predict(x) for x in xs]",
    "tf.config.run_functions_eagerly(True)",
    "tf.config.run_functions_eagerly \\\n(True)",
    "def slow(model):\n    model.run_eagerly = True",
    "def broken(:\n    tf.function(broken)",
]
NO_STARTS = [
    '"""Like `tf.function`, for arrays."""',
    "import re\nwords = re.compile('keras')",
    "import functools\ntotal = functools.reduce(max, (1, 2))",
    "from lib import backend as tf\ntf.function(print)",
    "@plain.function\ndef f(x): ...",
    "plain.fit(1)",
    "class L:\n    def call(self, x): ...",
    "class N(plain.Net):\n    def forward(self, x): ...",
    "[].compile(optimize=True)",
]


def place_of(code: str) -> dict[str, str]:
    """A file with this code, which imports no framework itself, beside one that does."""
    return {
        **COPIES,
        "base/__init__.py": "import place\n",
        "lib/steps.py": "import tensorflow as tf\nfrom base.names import SECOND\n",
        "lib/tools.py": TOOLS,
        "tools.py": "from lib.tools import *\n",
        "ours.py": OURS,
        "plain.py": PLAIN,
        "place.py": f"import plain\n{code}\n",
    }


@pytest.mark.parametrize("code", STARTS)
def test_where_a_graph_or_what_a_rule_wants_may_start(code: str) -> None:
    assert "place.py" in reach_of(place_of(FROM_ELSEWHERE + code))


@pytest.mark.parametrize("code", NO_STARTS)
def test_where_nothing_starts(code: str) -> None:
    files = place_of(code)
    assert "place.py" in project_of(files).relevant
    assert "place.py" not in reach_of(files)


def test_a_broken_file_out_of_reach_is_reported() -> None:
    files = {**COPIES, "lib/steps.py": STEPS.format(""), "copies/broken.py": "x = (\n"}
    files["base/__init__.py"] = "import copies.broken\n"
    assert "copies/broken.py" not in reach_of(files)
    assert [(f.code, f.path) for f in flag(project_of(files), [], files)] == [
        ("TFL001", "copies/broken.py")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "x = (\n",
        "def f(:\n",
        "x = 1\n  y = 2\n",
        "x = '\0'\n",
        f"x = {'(' * 300}{')' * 300}\n",
        f"x = {'+'.join(['1'] * 20_000)}\n",
        f"x = {'-' * 20_000}1\n",
        "def f(a, a): ...\n",
        "return 1\n",
        "x = 1\nnonlocal x\n",
        "x: int = lambda: (yield)\n",
    ],
)
def test_a_tree_that_nobody_needs_has_the_same_faults(text: str) -> None:
    tree = parse("m.py", text)
    assert find_fault("m.py", text) == (tree if isinstance(tree, BrokenFile) else None)


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_left_out_would_change_nothing(program: Program) -> None:
    project = project_with_pins(program.texts)
    if project.sources.keys() - in_reach(project, WANTED):
        narrowed = flag(project_with_pins(program.texts), all_rules(), project.sources)
        assert set(narrowed) == set(program.all_findings)


def test_what_was_asked_of_all_files_is_asked_again_of_those_in_reach() -> None:
    project = project_of({**COPIES, "steps.py": STEPS.format("")})
    assert len(project.relevant_modules) > 1
    assert project.names.calls is not None
    assert len(project.remember(_paths)) > 1
    project.narrow(frozenset({"steps.py"}))
    assert [module.path for module in project.relevant_modules] == ["steps.py"]
    assert project.remember(_paths) == ["steps.py"]
    assert [function.name for function in project.tracing.traced_functions()] == ["step"]


def _paths(project: Project) -> list[str]:
    return [module.path for module in project.relevant_modules]
