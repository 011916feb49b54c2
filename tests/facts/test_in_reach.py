"""Which files may bear on a graph: of what is left out nothing would have been told."""

from __future__ import annotations

import pytest
from programs import Program, all_programs
from snippets import project_of

from tflint.facts import BrokenFile, Project
from tflint.facts.project import find_fault, parse
from tflint.lint.analysis import analyse
from tflint.rules import MODULES, all_rules

COPIES = {
    "lib/__init__.py": "from lib import steps\n",
    "lib/backend.py": "import numpy\n\n\ndef function(f):\n    return f\n",
    "lib/names.py": "FIRST = 'first'\n",
    "copies/__init__.py": "",
    "copies/layers.py": "from lib import backend as tf\nfrom lib import names\n\n\n@tf.function\n"
    "def run(x):\n    print(x)\n    return names.FIRST\n",
    "copies/users.py": "from copies import layers as tf_layers\n",
}
"""A library of which one part takes the place of TensorFlow by another."""
STEPS = "import tensorflow as tf\n{}\n\n\n@tf.function\ndef step(x):\n    return x\n"
PROGRAMS = [pytest.param(program, id=program.name) for program in all_programs()]


def reach(steps: str, others: dict[str, str] | None = None) -> frozenset[str]:
    """What is in reach where ``lib/steps.py`` starts a graph."""
    return project_of({**COPIES, "lib/steps.py": steps, **(others or {})}).in_reach


def test_what_uses_no_file_with_a_graph_and_is_used_by_none_is_left_out() -> None:
    project = project_of({**COPIES, "lib/steps.py": STEPS.format("")})
    assert {"copies/layers.py", "copies/users.py"} <= project.relevant
    assert project.in_reach == {"lib/__init__.py", "lib/steps.py"}
    assert {module.path for module in project.indexed} == project.in_reach


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


@pytest.mark.parametrize(
    "code",
    [
        "@tf.function\ndef f(x): ...",
        "@tf.function(jit_compile=True)\ndef f(x): ...",
        "graph = tf.function",
        "def make(f):\n    return tf.function(f)",
        "import functools\ngraph = functools.partial(tf.function, jit_compile=True)",
        "from tools import function\ngraph = function",
        "def g(f):\n    from tools import function as graph\n    return graph(f)",
        "from tools import *\n@function\ndef f(x): ...",
        "class L(keras.layers.Layer):\n    def call(self, x): ...",
        "from ours import Base\nclass L(Base):\n    def call(self, x): ...",
        "def g(base):\n    class L(base):\n        def train_step(self, x): ...",
        "class M(keras.metrics.Metric):\n    def update_state(self, x): ...",
        "class B(gluon.HybridBlock):\n    def hybrid_forward(self, F, x): ...",
        "layer = keras.layers.Lambda(lambda x: x)",
        "tf.vectorized_map(lambda x: x, xs)",
        "tf.data.Dataset.range(3).map(lambda x: x)",
        "def prepare(ds):\n    return ds.map(lambda x: x)",
        "prepare(flags.FLAGS.source).filter(lambda x: x)",
        "def train(model):\n    model.compile(loss=lambda a, b: a)",
        "def broken(:\n    tf.function(broken)",
    ],
)
def test_where_a_graph_may_start(code: str) -> None:
    files = {"starts.py": FROM_ELSEWHERE + code + "\n", "tools.py": TOOLS, "ours.py": OURS}
    assert "starts.py" in project_of(files).starts


@pytest.mark.parametrize(
    "code",
    [
        '"""Like `tf.function`, for arrays."""',
        "import re\nwords = re.compile('keras')",
        "import functools\ntotal = functools.reduce(max, (1, 2))",
        "from lib import backend as tf\ntf.function(print)",
        "class L:\n    def call(self, x): ...",
        "program.compile(optimize=True)",
    ],
)
def test_where_no_graph_starts(code: str) -> None:
    files = {**COPIES, "plain.py": f"{code}\n# keras\n", "lib/steps.py": STEPS.format("")}
    project = project_of(files)
    assert "plain.py" in project.relevant
    assert project.starts == ["lib/steps.py"]


def test_without_a_start_files_are_only_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    lone = "import tensorflow as tf\n\n\ndef f(x):\n    print(tf.abs(x))\n"
    files = {"lone.py": lone, "main.py": "import lone\n", "broken.py": "import keras\nx = (\n"}
    monkeypatch.setattr(Project, "module", None)
    found = analyse(project_of(files), list(MODULES))
    assert [(f.code, f.path) for f in found] == [("TFL001", "broken.py")]


def test_a_broken_file_out_of_reach_is_told() -> None:
    files = {**COPIES, "lib/steps.py": STEPS.format(""), "copies/broken.py": "# keras\nx = (\n"}
    project = project_of(files)
    assert "copies/broken.py" not in project.in_reach
    assert [(f.code, f.path) for f in analyse(project, [])] == [("TFL001", "copies/broken.py")]


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
def test_what_is_left_out_would_change_nothing(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = list(all_rules())
    found = program.findings(rules)
    monkeypatch.setattr(Project, "in_reach", property(lambda project: project.relevant))
    assert program.findings(rules) == found


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_graph_has_its_start(program: Program) -> None:
    project = project_of({path.as_posix(): path.read_text() for path in program.files})
    made = {site.holder.module.path for site in project.tracing.graph_sites}
    for function in project.tracing.traced_functions():
        made |= {traced.chain[0].path for traced in project.tracing.traced(function)}
    assert made <= project._imports.around(project.starts)
