"""Which lines stand under a flag with which their program makes no graphs."""

from __future__ import annotations

import pytest
from snippets import calls_of, project_of

from tflint.facts.graphs.eager_flags import EagerFlags
from tflint.finding import EntryKind

NET = """
import keras
import conf
class Net(keras.Model):
    def call(self, x):
        if conf.flags.debug:
            look(x)
        return x
"""
OF_FUNCTION = EntryKind.TF_FUNCTION
OF_MODEL = EntryKind.KERAS


def kept_out(net: str, main: str, kind: EntryKind = OF_MODEL) -> bool:
    """Whether the call of ``look`` is in no graph."""
    imports = "import tensorflow as tf\nimport net, conf\n"
    files = {"net.py": net, "main.py": imports + main, "conf.py": "class flags: debug = False\n"}
    project = project_of(files)
    (site,) = calls_of(project, "look", "net.py")
    return EagerFlags(project).keep_out(site.node, site.block, site.function, kind)


COMPILED = "net.Net().compile('sgd', 'mse', run_eagerly={})\n"
SWITCHED = "{}tf.config.run_functions_eagerly({})\n"


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        (COMPILED.format("conf.flags.debug"), True),
        (COMPILED.format("conf.flags.debug or conf.flags.eager"), True),
        (COMPILED.format("conf.flags.debug and conf.flags.eager"), False),
        (COMPILED.format("not conf.flags.debug"), False),
        (COMPILED.format("conf.flags.eager"), False),
        (COMPILED.format("False"), False),
        (COMPILED.format("True"), False),  # which hangs on no flag
        (COMPILED.format("True if conf.flags.debug else conf.flags.eager"), True),
        (
            "eager = False\nif conf.flags.debug:\n    eager = True\n" + COMPILED.format("eager"),
            True,
        ),
        ("eager = conf.flags.debug\neager = False\n" + COMPILED.format("eager"), False),
        ("eager = True\nif not conf.flags.debug: eager = False\n" + COMPILED.format("eager"), True),
        ("eager = True\nif conf.flags.debug: eager = False\n" + COMPILED.format("eager"), False),
        (
            "def build(eager):\n    " + COMPILED.format("eager") + "build(conf.flags.debug)\n",
            True,
        ),
        (
            "def build(eager):\n    "
            + COMPILED.format("eager")
            + "build(conf.flags.debug)\nbuild(False)\n",
            False,
        ),
        ("if conf.flags.debug:\n    " + COMPILED.format("True"), True),
        ("if not conf.flags.debug:\n    " + COMPILED.format("True"), False),
        ("for _ in x:\n    " + COMPILED.format("conf.flags.debug"), True),
        ("for _ in x:\n    " + SWITCHED.format("", "conf.flags.debug"), False),
        ("if conf.x:\n    " + COMPILED.format("conf.flags.debug"), True),
        ("if conf.x:\n    " + SWITCHED.format("", "conf.flags.debug"), False),
        (SWITCHED.format("", "conf.flags.debug"), True),
        (SWITCHED.format("if conf.flags.debug: ", "True"), True),
        (SWITCHED.format("if conf.flags.debug is True: ", "True"), True),
        (SWITCHED.format("if conf.flags.debug == 'graphs': ", "True"), False),
        (SWITCHED.format("if conf.flags.debug: ", "False"), False),
    ],
)
def test_a_flag_keeps_what_stands_under_it_out_of_graphs(main: str, *, expected: bool) -> None:
    assert kept_out(NET, main) is expected


def test_a_model_that_runs_eagerly_calls_other_graphs() -> None:
    assert not kept_out(NET, COMPILED.format("conf.flags.debug"), OF_FUNCTION)
    assert kept_out(NET, SWITCHED.format("", "conf.flags.debug"), OF_FUNCTION)


def test_data_sets_make_graphs_whatever_is_switched() -> None:
    assert not kept_out(NET, SWITCHED.format("", "conf.flags.debug"), EntryKind.DATASET)


def test_what_is_compared_with_a_word_is_a_flag() -> None:
    net = NET.replace("conf.flags.debug", "conf.flags.mode == 'look'")
    assert kept_out(net, SWITCHED.format("if conf.flags.mode == 'look': ", "True"))
    assert not kept_out(net, SWITCHED.format("if conf.flags.mode == 'run': ", "True"))


@pytest.mark.parametrize(("names", "expected"), [(6, True), (7, False)])
def test_names_down_to_a_flag(names: int, *, expected: bool) -> None:
    text = "e0 = conf.flags.debug\n"
    text += "".join(f"e{number} = e{number - 1}\n" for number in range(1, names))
    assert kept_out(NET, text + COMPILED.format(f"e{names - 1}")) is expected
