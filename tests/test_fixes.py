"""Fixes: what is made of pitfalls, that nothing else changes, and what holds a fix back."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from commands import tflint, write
from environments import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import Program, rule_folders, rule_programs

import tflint.cst.flagging as flagging
from tflint.api.releases import SINCE
from tflint.files import Source
from tflint.files.byte_edits import UneditableError, edited
from tflint.finding import Applicability, Edit, Finding, Fix, Harm, Span
from tflint.linting.codes import catalogue, every_rule
from tflint.linting.fixing import _MOST_ROUNDS, Mended, Proof, mend
from tflint.linting.gathering import InputFiles
from tflint.linting.linter import Linted, lint
from tflint.linting.selection import Layer, enabled
from tflint.linting.settings import Settings
from tflint.mending import Mending
from tflint.rules.retracing import deprecated_option

FIXING = {code: rule for code, rule in every_rule().items() if rule.fix is not None}
OPTION = "@tf.function(experimental_compile=True)"
OLD = f"import tensorflow as tf\n\n\n{OPTION}\ndef f(x):\n    return x * 2\n"
"""One finding, TFL108, with a safe fix."""
ASKED = {"requirements.txt": "tensorflow>=2.5\n"}
"""What makes a warning of it."""
NEW = OLD.replace("experimental_compile", "jit_compile")


@pytest.fixture(scope="module", autouse=True)
def folder_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing lies around what is mended: of what does, each run would read what is imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("fixes"))
        yield


def mending(text: str | bytes, *codes: str) -> Mending:
    """A run on a program by all rules, unless some are named."""
    layers = (Layer(select=codes or tuple(catalogue())),)
    data = text.encode() if isinstance(text, str) else text
    return Mending(["-"], Settings(layers=layers), data, "-")


def mended(text: str | bytes, *codes: str, unsafe: bool = True) -> Mended:
    """What becomes of a program."""
    return mending(text, *codes).run(unsafe=unsafe)


def fixed(text: str, *codes: str, unsafe: bool = True) -> str:
    """The text of a program once it is mended."""
    return mended(text, *codes, unsafe=unsafe).after.get("-", text.encode()).decode()


@cache
def outcome_of(program: Program) -> Mended:
    """What becomes of a fixture, worked out once for all that is asked of it."""
    return mended(program.path.read_text(), program.code)


def after_of(program: Program) -> str:
    """The text of a fixture once it is mended."""
    text = program.path.read_text()
    return outcome_of(program).after.get("-", text.encode()).decode()


def counted(findings: list[Finding]) -> Counter[str]:
    return Counter(finding.code for finding in findings)


def bad_programs() -> list[Program]:
    """The bad programs of one file of the rules that have fixes."""
    return [p for p in rule_programs() if p.code in FIXING and p.is_bad and p.path.is_file()]


def neighbour(program: Program) -> Path:
    """The file that says what becomes of a bad program."""
    return program.path.with_name(program.path.name.replace("bad", "fixed", 1))


PROGRAMS = [pytest.param(p, id=p.name) for p in bad_programs()]
WITH_NEIGHBOUR = [pytest.param(p, id=p.name) for p in bad_programs() if neighbour(p).exists()]


@pytest.mark.parametrize("program", WITH_NEIGHBOUR)
def test_a_bad_program_is_mended_as_its_neighbour_says(
    program: Program, request: pytest.FixtureRequest
) -> None:
    after = after_of(program)
    if request.config.getoption("--renew"):
        neighbour(program).write_text(after)
    assert neighbour(program).read_text() == after, "if this is meant: --renew"


@pytest.mark.parametrize("program", PROGRAMS)
class TestFixtures:
    def test_its_findings_are_gone_and_no_other_came(self, program: Program) -> None:
        text = program.path.read_text()
        outcome = outcome_of(program)
        assert outcome.refused == []
        before, after = map(_found, (text, after_of(program)))
        assert after - before == Counter()
        # a fix may uncover another finding, which is mended as well
        gone = before - after
        assert bool(outcome.fixed) == bool(gone)
        assert gone.total() <= len(outcome.fixed)
        assert gone.keys() <= {program.code}

    def test_all_lines_but_those_of_edits_stay(self, program: Program) -> None:
        text = program.path.read_text()
        found = mending(text, program.code).lint().findings
        fixes = [f.fix for f in (*found, *outcome_of(program).fixed) if f.fix]
        touched = {
            line
            for fix in fixes
            for edit in fix.edits
            for line in range(edit.span.line, edit.span.end_line + 1)
        }
        kept = [line for n, line in enumerate(text.splitlines(), 1) if n not in touched]
        left = iter(after_of(program).splitlines())
        assert all(line in left for line in kept)  # in their order

    def test_a_second_run_changes_nothing(self, program: Program) -> None:
        assert mended(after_of(program), program.code).after == {}


def _found(text: str) -> Counter[str]:
    """What all rules find, folded nowhere."""
    return counted(mending(text).lint().findings)


def test_every_rule_with_fixes_has_fixtures_of_them() -> None:
    of_rules = set(FIXING) - {"TFL002"}  # which tests/test_noqa.py has programs of
    folders = {code: folder for code, folder in rule_folders().items() if code in of_rules}
    assert {code for code, folder in folders.items() if any(folder.glob("fixed*"))} == of_rules


COMMENTS = st.sampled_from(["", "  # why", "  # größer", " # type: ignore", "\t# )("])
SPACES = st.sampled_from(["", " ", "  "])


@settings(max_examples=30, deadline=None)
@given(
    comments=st.lists(COMMENTS, min_size=6, max_size=6),
    spaces=st.lists(SPACES, min_size=6, max_size=6),
    broken=st.booleans(),
    indent=st.sampled_from(["  ", "    ", "\t"]),
)
def test_layout_and_comments_around_a_pitfall_stay(
    comments: list[str], spaces: list[str], broken: bool, indent: str
) -> None:
    a, b, c, d, e, f = comments
    s, t, u, v, _, _ = spaces
    end = f",{b}\n\n{indent}" if broken else ","
    old = (
        f"import tensorflow as tf{a}\n\nclass Net:{c}\n{indent}# above{d}\n"
        f"{indent}@{s}tf.function({t}experimental_compile{u}={v}True{end} autograph=True){e}\n"
        f"{indent}def f(self, x):{f}\n{indent * 2}return x\n"
    )
    assert fixed(old, "TFL108") == old.replace("experimental_compile", "jit_compile")


@settings(max_examples=30, deadline=None)
@given(
    comments=st.lists(COMMENTS, min_size=4, max_size=4),
    above=st.lists(st.sampled_from(["", "    # a note\n", "\n"]), min_size=2, max_size=2),
)
def test_comments_of_decorators_move_with_them(comments: list[str], above: list[str]) -> None:
    a, b, c, d = comments
    old = (
        f"import tensorflow as tf\n\nclass Net:\n    @tf.function{a}\n{above[0]}    @classmethod{b}\n"
        f"{above[1]}    def f(cls, x):{c}\n        return x{d}\n"
    )
    after = fixed(old, "TFL710")
    assert sorted(after.splitlines()) == sorted(old.splitlines())
    assert after.index("@classmethod") < after.index("@tf.function")


@settings(max_examples=30, deadline=None)
@given(
    comments=st.lists(COMMENTS, min_size=3, max_size=3),
    spaces=st.lists(SPACES, min_size=4, max_size=4),
    sign=st.sampled_from(["+", "-", "*", "/", "**", "%"]),
    value=st.sampled_from(["y", "F.relu(y)", "(y  + 1)", "(\n            y # here\n        )"]),
)
def test_what_surrounds_a_change_in_place_stays(
    comments: list[str], spaces: list[str], sign: str, value: str
) -> None:
    a, b, c = comments
    s, t, u, v = spaces
    old = (
        "from mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
        f"    def hybrid_forward(self, F, x, y):{a}\n        # above{b}\n"
        f"        x{s}{sign}={t}{value};{u}y = y{v}{c}\n        return x, y\n"
    )
    after = fixed(old, "TFL803")
    assert after == old.replace(f"x{s}{sign}={t}{value}", f"x{s}={t}x {sign} {value}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x += y * 2", "x = x + y * 2"),
        ("x *= y + 2", "x = x * (y + 2)"),
        ("x -= y - 2", "x = x - (y - 2)"),
        ("x += -y", "x = x + (-y)"),
        ("x /= y if F else 2", "x = x / (y if F else 2)"),
    ],
)
def test_what_is_added_keeps_together(before: str, after: str) -> None:
    text = (
        "from mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
        "    def hybrid_forward(self, F, z, y):\n        x = F.relu(z)\n        {}\n        return x\n"
    )
    assert fixed(text.format(before), "TFL803", unsafe=False) == text.format(after)


def test_an_array_of_the_callers_is_let_go_of_only_when_asked() -> None:
    """Eagerly the caller sees the change, and would see it no more."""
    text = (
        "from mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
        "    def hybrid_forward(self, F, x):\n        x += 1\n        return x\n"
    )
    assert mended(text, "TFL803", unsafe=False).after == {}
    assert "x = x + 1" in fixed(text, "TFL803")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(x)", "tf.print(x)"),
        ("print('a')", None),
        ("print('a', x, sep=', ')  # why", "tf.print('a', x, sep=', ')  # why"),
        ("print(f'a {x}')", "tf.print('a', x)"),
        ("print(f'a {x} b {x + 1} c')", "tf.print('a', x, 'b', x + 1, 'c')"),
        ("print(f'{x} {x}', end='')", "tf.print(x, x, end='')"),
        ("print('a: %s (%s)' % (x, 3))", None),
        ("print('a: %s %s' % (x, 3))", "tf.print('a:', x, 3)"),
        (
            "print(\n        'a',  # one\n        x,\n    )",
            "tf.print(\n        'a',  # one\n        x,\n    )",
        ),
        ("print('a: {}'.format(x))", "tf.print('a:', x)"),
        ("print('{1} of {n} {0}'.format(x, 3, n=4))", "tf.print(3, 'of', 4, x)"),
        ("print('{:.2f}'.format(x))", None),
        ("print('{0} {0}'.format(x))", None),
        ("print('{} {{}}'.format(x))", None),
        ("print('a'.format(x))", None),
        ("print('{} {}'.format(x))", None),
        ("print('{}'.format(*x))", None),
        ("print('{.shape}'.format(x))", None),
        ("print('a ' + str(x))", None),
        ("print('a ' + str(3), x)", "tf.print('a ' + str(3), x)"),
        ("print(str(x), x)", None),
        ("text = f'a {x}'; print(text)", None),
        ("text = f'a {3}'; print(text, x)", "text = f'a {3}'; tf.print(text, x)"),
        ("print([f'a {x}'])", None),
        ("print(f'a={x}')", None),
        ("print(f'{x:.2f}')", None),
        ("print(f'a {x}', sep='')", None),
        ("print(x, file=None)", None),
        ("y = print(x)", None),
    ],
)
def test_a_print_becomes_a_part_of_the_graph_where_both_take_what_is_given(
    before: str, after: str | None
) -> None:
    text = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n    {}\n    return x\n"
    assert fixed(text.format(before), "TFL301") == text.format(after or before)
    assert mended(text.format(before), "TFL301", unsafe=False).after == {}


HEAD = "import tensorflow as tf\n\nx = tf.constant(1.0)\n\n\ndef double(x):\n    return x * 2\n\n\n"


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        (
            "TFL102",
            "for _ in range(3):\n    # why\n    step = tf.function(double)  # how\n    step(x)\n",
            "# why\nstep = tf.function(double)  # how\n\n\nfor _ in range(3):\n    step(x)\n",
        ),
        (
            "TFL102",
            "for _ in range(3):\n\n    @tf.function\n    def step(x):\n\n        return x\n\n    step(x)\n",
            "@tf.function\ndef step(x):\n\n    return x\n\n\nfor _ in range(3):\n    step(x)\n",
        ),
        ("TFL102", "for i in range(3):\n    step = tf.function(double); step(x)\n", None),
        (
            "TFL103",
            "def run(x):\n    step = tf.function(double)\n    return step(x)\n\n\nfor _ in range(3):\n"
            "    run(x)\n",
            "step = tf.function(double)\n\n\ndef run(x):\n    return step(x)\n\n\nfor _ in range(3):\n"
            "    run(x)\n",
        ),
        (  # what it reads is the function's
            "TFL103",
            "def run(x, y):\n    @tf.function\n    def step(x):\n        return x * y\n"
            "    return step(x)\n\n\n"
            "for _ in range(3):\n    run(x, x)\n",
            None,
        ),
        (  # another indentation would change what the text says
            "TFL103",
            'def run(x):\n    @tf.function\n    def step(x):\n        """A\n        b."""\n'
            "        return x\n"
            "    return step(x)\n\n\nfor _ in range(3):\n    run(x)\n",
            None,
        ),
        (  # the name is another's
            "TFL103",
            "step = 3\n\n\ndef run(x):\n    step = tf.function(double)\n    return step(x)\n\n\n"
            "for _ in range(3):\n    run(x)\n",
            "step = 3\n\n\nstep_2 = tf.function(double)\n\n\ndef run(x):\n    return step_2(x)\n\n\n"
            "for _ in range(3):\n    run(x)\n",
        ),
        (
            "TFL103",
            "step = 3\n\n\ndef run(x):\n    @tf.function\n    # a def step\n    def step(x):\n"
            "        return x\n    return step(x) + step(x)\n\n\nfor _ in range(3):\n    run(x)\n",
            "step = 3\n\n\n@tf.function\n# a def step\ndef step_2(x):\n    return x\n\n\n"
            "def run(x):\n    return step_2(x) + step_2(x)\n\n\nfor _ in range(3):\n    run(x)\n",
        ),
        (  # which it calls itself
            "TFL103",
            "step = 3\n\n\ndef run(x):\n    @tf.function\n    def step(x):\n        return step(x)\n"
            "    return step(x)\n\n\nfor _ in range(3):\n    run(x)\n",
            None,
        ),
        (  # defined further down
            "TFL103",
            "def run(x):\n    step = tf.function(later)\n    return step(x)\n\n\n"
            "def later(x):\n    return x\n\n\n"
            "for _ in range(3):\n    run(x)\n",
            None,
        ),
        (
            "TFL201",
            "# above\n@tf.function\ndef f(x):\n    v = tf.Variable(1.0)\n    return v * x\n",
            "v = tf.Variable(1.0)\n\n\n# above\n@tf.function\ndef f(x):\n    return v * x\n",
        ),
        ("TFL201", "@tf.function\ndef f(x):\n    v = tf.Variable(x)\n    return v * x\n", None),
        (
            "TFL202",
            "@tf.function\ndef f(x):\n    if x > 0:\n        layer = tf.keras.layers.Dense(3)\n"
            "    return layer(x)\n",
            "layer = tf.keras.layers.Dense(3)\n\n\n@tf.function\ndef f(x):\n    if x > 0:\n        pass\n"
            "    return layer(x)\n",
        ),
    ],
)
def test_what_need_not_run_each_time_stands_before(
    code: str, before: str, after: str | None
) -> None:
    assert fixed(HEAD + before, code) == HEAD + (after or before)


def test_two_fixes_never_give_one_name_two_meanings() -> None:
    run = "def run{n}(x):\n    step = tf.function({of})\n    return step(x)\n\n\n"
    text = HEAD + run.format(n=1, of="double") + run.format(n=2, of="tf.square")
    text += "for _ in range(3):\n    run1(run2(x))\n"
    after = fixed(text, "TFL103")
    assert after.count("\nstep = ") == 1
    assert "def run1(x):\n    return step(x)" in after
    assert after.count("\nstep_2 = ") == 1
    assert "def run2(x):\n    return step_2(x)" in after


TENSORFLOW = (
    "import logging, random, time\nimport numpy as np\nimport tensorflow as tf\n\n"
    "@tf.function\ndef f(x):\n    {}\n    return x\n"
)


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("TFL302", "logging.info('a %s', tf.abs(x))", "tf.print('a', tf.abs(x))"),
        ("TFL302", "logging.info(f'a {tf.abs(x)}')  # why", "tf.print('a', tf.abs(x))  # why"),
        ("TFL302", "logging.info('a %s of %s', tf.abs(x), 3)", "tf.print('a', tf.abs(x), 'of', 3)"),
        ("TFL302", "logging.info('a %d', tf.abs(x))", None),
        ("TFL302", "logging.info('a {}'.format(tf.abs(x)))", "tf.print('a', tf.abs(x))"),
        ("TFL302", "logging.info('a ' + str(tf.abs(x)))", None),
        ("TFL302", "logging.info('a %s', tf.abs(x), stacklevel=2)", None),
        ("TFL302", "logging.log(20, 'a %s', tf.abs(x))", None),
        (
            "TFL501",
            "x += random.uniform(b=2, a=1)",
            "x += tf.random.uniform([], 1, 2, dtype=x.dtype)",
        ),
        (
            "TFL501",
            "x *= random.randint(0, 9)",
            "x *= tf.cast(tf.random.uniform([], 0, 10, tf.int32), x.dtype)",
        ),
        (
            "TFL501",
            "x = tf.sin(x) * (2 * random.random() - 1)",
            "x = tf.sin(x) * (2 * tf.random.uniform([], dtype=x.dtype) - 1)",
        ),
        (
            "TFL501",
            "x = tf.cast(x, tf.float64) * random.random()",
            "x = tf.cast(x, tf.float64) * tf.random.uniform([], dtype=tf.float64)",
        ),
        (
            "TFL501",
            "x = tf.zeros([2]) + random.random()",
            "x = tf.zeros([2]) + tf.random.uniform([])",
        ),
        (
            "TFL501",
            "n = random.random(); x = x * n",
            "n = tf.random.uniform([], dtype=x.dtype); x = x * n",
        ),
        (
            "TFL501",
            "n = random.random(); x = x * n; y = tf.zeros([2]) + n",
            None,
        ),
        ("TFL501", "n = random.random(); n = x * n", None),
        ("TFL501", "x += x.scale * random.random()", None),
        (
            "TFL501",
            "x = tf.minimum(x, random.random())",
            "x = tf.minimum(x, tf.random.uniform([], dtype=x.dtype))",
        ),
        (
            "TFL501",
            "x = tf.gather(x, random.randint(0, 2))",
            "x = tf.gather(x, tf.random.uniform([], 0, 3, tf.int32))",
        ),
        ("TFL501", "x = tf.where(x > 1, x, random.random())", None),
        ("TFL501", "x += tf.constant(random.random())", None),
        (
            "TFL501",
            "if random.random() < 0.5 and True: x += 1",
            "if tf.random.uniform([]) < 0.5 and True: x += 1",
        ),
        ("TFL501", "if random.randint(0, 1): x += 1", None),
        ("TFL501", "x += [1, 2][random.randint(0, 1)]", None),
        ("TFL501", "x += random.randrange(9)", None),
        ("TFL501", "x = show(random.random())", None),
        ("TFL501", "x = tf.abs(random.random())", "x = tf.abs(tf.random.uniform([]))"),
        (
            "TFL501",
            "x = tf.abs(np.random.rand(2))",
            "x = tf.abs(tf.random.uniform([2], dtype=tf.float64))",
        ),
        ("TFL501", "x += random.choice([1, 2])", None),
        ("TFL501", "x += np.random.rand(2, 3)", "x += tf.random.uniform([2, 3], dtype=x.dtype)"),
        ("TFL501", "x += np.random.randn()", "x += tf.random.normal([], dtype=x.dtype)"),
        (
            "TFL501",
            "x += np.random.uniform(-1, 1, (2,))",
            "x += tf.random.uniform((2,), -1, 1, dtype=x.dtype)",
        ),
        ("TFL501", "x += np.random.random(size=3)", "x += tf.random.uniform([3], dtype=x.dtype)"),
        (
            "TFL501",
            "x += np.random.random(x.shape)",
            "x += tf.random.uniform(tf.shape(x), dtype=x.dtype)",
        ),
        ("TFL501", "n = 3; x += np.random.random(n)", None),
        ("TFL502", "y = time.time()", "y = tf.timestamp()"),
        ("TFL502", "x += time.time()", "x += tf.cast(tf.timestamp(), x.dtype)"),
        ("TFL502", "x += time.time() % 10", None),
        (
            "TFL502",
            "y = tf.abs(x)\n    y = y + time.time()",
            "y = tf.abs(x)\n    y = y + tf.cast(tf.timestamp(), y.dtype)",
        ),
        ("TFL502", "x += time.perf_counter()", None),
        ("TFL601", "print(tf.abs(x).numpy())", "print(tf.abs(x))"),
        ("TFL601", "tf.print((x + 1).numpy(), x)", "tf.print((x + 1), x)"),
        ("TFL601", "x = tf.abs(x).numpy() + 1", None),
        ("TFL401", "tf.ensure_shape(x, [2])  # a", "x = tf.ensure_shape(x, [2])  # a"),
        ("TFL401", "tf.ensure_shape(x + 1, [2])", None),
        ("TFL401", "tf.reshape(x, [2])", None),
    ],
)
def test_python_becomes_a_part_of_the_graph(code: str, before: str, after: str | None) -> None:
    text = TENSORFLOW.format(before)
    assert counted(mending(text, code).lint().findings) == Counter({code: 1})
    assert fixed(text, code) == TENSORFLOW.format(after or before)
    assert mended(text, code, unsafe=False).after == {}


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        (
            "TFL807",
            "x = y[1:, 0]",
            "x = F.squeeze(F.slice_axis(F.slice_axis(y, axis=0, begin=1, "
            "end=None), axis=1, begin=0, end=1), axis=1)",
        ),
        (
            "TFL807",
            "x = y[0, 1]",
            "x = F.squeeze(F.slice_axis(F.slice_axis(y, axis=0, begin=0, end=1), "
            "axis=1, begin=1, end=2), axis=(0, 1))",
        ),
        ("TFL807", "x = (y[:, :-2])", "x = (F.slice_axis(y, axis=1, begin=0, end=-2))"),
        ("TFL807", "x = y[:, :2]", "x = F.slice(y, begin=(None, None), end=(None, 2))"),
        ("TFL807", "x = y[-3:, :]", "x = F.slice(y, begin=(-3,), end=(None,))"),
        (
            "TFL807",
            "x = y[1:3, 0, :]",
            "x = F.squeeze(F.slice_axis(F.slice(y, begin=(1,), end=(3,)), "
            "axis=1, begin=0, end=1), axis=1)",
        ),
        ("TFL807", "x = y[::2]", None),
        ("TFL807", "x = y[..., 0]", None),
        ("TFL807", "x = y[y > 1]", None),
        ("TFL802", "x = y.reshape(x.shape)", "x = F.reshape_like(y, x)"),
        ("TFL802", "x = F.reshape(y, shape=x.shape)", "x = F.reshape_like(y, x)"),
        ("TFL802", "x = F.zeros(x.shape)", "x = F.zeros_like(x)"),
        ("TFL802", "x = y.reshape((x.shape[0], -1))", None),
        ("TFL802", "x = (x  # a\n        .T)", None),
        ("TFL802", "x = y.asnumpy()", None),
        ("TFL803", "x[:] = x * 2", "x = x * 2"),
        ("TFL803", "x[:] = 0", None),
        ("TFL803", "x[1:] = y", None),
    ],
)
def test_arrays_become_symbols(code: str, before: str, after: str | None) -> None:
    text = (
        "from mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
        "    def hybrid_forward(self, F, x, y):\n        {}\n        return x\n"
    )
    assert fixed(text.format(before), code) == text.format(after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.config.run_functions_eagerly(True)\n", ""),
        ("tf.config.run_functions_eagerly(True)  # to see\n", "# to see\n"),
        ("# above\ntf.config.run_functions_eagerly(\n    True\n)\n", "# above\n"),
        ("x = 1; tf.config.run_functions_eagerly(True)\n", None),
        (
            "model.compile('sgd', run_eagerly=True, loss='mse')\n",
            "model.compile('sgd', loss='mse')\n",
        ),
        (
            "model.compile(\n    'sgd',\n    run_eagerly=True,  # a\n)\n",
            "model.compile(\n    'sgd',  # a\n)\n",
        ),
        ("def debug():\n    tf.config.run_functions_eagerly(True)\n", "def debug():\n    pass\n"),
    ],
)
def test_a_switch_is_taken_out_and_nothing_else(before: str, after: str | None) -> None:
    text = "import keras\nimport tensorflow as tf\nmodel = keras.Sequential()\n{}y = 2\n"
    assert counted(mending(text.format(before), "TFL902").lint().findings) == {"TFL902": 1}
    expected = text.format(before if after is None else after)
    assert fixed(text.format(before), "TFL902") == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # noqa: TFL301", "x = 1"),
        ("x = 1  # noqa: TFL301  # why", "x = 1  # why"),
        ("x = 1  # noqa: TFL301 as it was", "x = 1  # as it was"),
        ("x = 1  # noqa: E501, TFL301", "x = 1  # noqa: E501"),
        ("x = 1  # noqa:TFL301,E501,TFL302", "x = 1  # noqa: E501"),
        ("x = 1  # type: ignore  # noqa: TFL301", "x = 1  # type: ignore"),
    ],
)
def test_a_comment_that_silences_nothing_is_removed(before: str, after: str) -> None:
    assert fixed(f"import tensorflow\n{before}\ny = 2\n", "TFL002") == (
        f"import tensorflow\n{after}\ny = 2\n"
    )


def test_a_line_that_only_silences_nothing_is_removed() -> None:
    text = "import tensorflow\n\n# noqa: TFL301\nx = 1\n"
    assert fixed(text, "TFL002") == "import tensorflow\n\nx = 1\n"


def test_an_array_that_belongs_to_others_is_not_given_a_new_name() -> None:
    """The caller would go on with the old one, and nothing would say so any more."""
    text = (
        "import tensorflow as tf\n\n@tf.function\ndef f(x):\n"
        "    array = tf.TensorArray(tf.float32, 1)\n    fill(array, x)\n    return array.stack()\n\n"
        "def fill(array, x):\n    array.write(0, x)\n"
    )
    outcome = mended(text, "TFL404")
    assert (outcome.after, counted(outcome.linted.findings)) == ({}, Counter({"TFL404": 1}))


@pytest.mark.parametrize("reached", ["for array in arrays:", "if array := arrays[0]:"])
def test_an_array_of_a_list_is_not_given_a_name_of_its_own(reached: str) -> None:
    """The list would keep the old one, and nothing would say so any more."""
    text = (
        "import tensorflow as tf\n\n@tf.function\ndef f(x):\n"
        "    arrays = [tf.TensorArray(tf.float32, 1), tf.TensorArray(tf.float32, 1)]\n"
        f"    {reached}\n        array.write(0, x)\n    return arrays[0].stack()\n"
    )
    outcome = mended(text, "TFL404")
    assert (outcome.after, counted(outcome.linted.findings)) == ({}, Counter({"TFL404": 1}))


def test_fixes_inside_each_other_take_rounds() -> None:
    text = (
        "import mxnet as mx\nfrom mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
        "    def hybrid_forward(self, F, x, y):\n        x += mx.nd.relu(y)\n"
        "        return x\n"
    )
    outcome = mended(text, "TFL803", "TFL805")
    assert "        x = x + F.relu(y)\n" in outcome.after["-"].decode()
    assert counted(outcome.fixed) == Counter({"TFL803": 1, "TFL805": 1})


def test_fixes_that_come_to_no_end_are_stopped() -> None:
    """Each round mends one finding, and there are more than rounds."""
    source = Source("a.py", "x = 0\n")
    inputs = InputFiles(shown={"a.py": source})
    rounds = 0

    def lint_again(edited: Mapping[str, bytes]) -> Linted:
        nonlocal rounds
        rounds += bool(edited)
        left = _MOST_ROUNDS + 5 - rounds
        fix = Fix("", Applicability.SAFE, (Edit(Span(1, 5, 1, 6), str(rounds % 10)),))
        places = [Span(1, 1, 1, 6)] * left
        found = [Finding("a.py", p, "TFL999", "n", f"{left}", Harm.COST, fix=fix) for p in places]
        return Linted(inputs, found, [])

    outcome = mend(lint_again, lambda path: b"x = 0\n", unsafe=False)
    assert (rounds, len(outcome.fixed)) == (_MOST_ROUNDS, _MOST_ROUNDS)


def test_what_stays_different_is_proven_once_more_after_other_fixes() -> None:
    """Two findings may be about one difference: it is gone when both are mended."""
    text = OLD + "\n\n" + OLD.partition("\n\n\n")[2].replace("def f", "def g")
    run, asked = mending(text, "TFL108"), []

    def prove(finding: Finding, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Proof:
        asked.append(finding.span.line)
        waits = finding.span.line == 4 and b"(jit_compile" not in before["-"]
        return Proof("it stays", stays=True) if waits else Proof()

    outcome = mend(run.lint, run.read, unsafe=True, prove=prove)
    assert (asked, outcome.refused) == ([4, 9, 4], [])
    assert outcome.after["-"] == text.replace("experimental_compile", "jit_compile").encode()


def test_what_stays_different_is_proven_with_other_fixes_together() -> None:
    """Each of two makes the difference by itself; a third, which stays, is left out."""
    functions = [OLD.partition("\n\n\n")[2].replace("def f", f"def {name}") for name in "fgh"]
    functions[2] = functions[2].replace(")\n", ", autograph=True)\n", 1)
    text = "import tensorflow as tf\n\n\n" + "\n\n".join(functions)
    run = mending(text, "TFL108")

    def prove(finding: Finding, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Proof:
        together = after["-"].count(b"(jit_compile") > 1
        stays = not together or finding.span.line == 14
        return Proof("it stays", stays=True) if stays else Proof(shown="gone")

    outcome = mend(run.lint, run.read, unsafe=True, prove=prove)
    mended_ones = [f.replace("experimental_compile", "jit_compile") for f in functions[:2]]
    assert outcome.after["-"].decode() == "import tensorflow as tf\n\n\n" + "\n\n".join(
        [*mended_ones, functions[2]]
    )
    assert [finding.verdict for finding in outcome.fixed] == ["confirmed", "confirmed"]
    assert outcome.refused == ["-:14: TFL108 was not fixed: it stays"]


LIST = """\
import tensorflow as tf


@tf.function
def f(x, n):
    found = []{c}
    # above{d}
    for row in x:{e}
{i}found.append({s}row{t}*{u}2{s}){a}
    return {reading}{b}


f(tf.ones((3, 2)), tf.constant(2))
"""


@settings(max_examples=30, deadline=None)
@given(
    comments=st.lists(COMMENTS, min_size=5, max_size=5),
    spaces=st.lists(SPACES, min_size=3, max_size=3),
    indent=st.sampled_from(["      ", "        ", "    \t"]),
)
def test_what_surrounds_a_list_that_becomes_an_array_stays(
    comments: list[str], spaces: list[str], indent: str
) -> None:
    around = dict(zip("abcde", comments, strict=True)) | dict(zip("stu", spaces, strict=True))
    old = LIST.format(i=indent, reading="tf.stack(found)", **around)
    s = around["s"]
    assert fixed(old, "TFL702") == (
        old.replace("found = []", "found = tf.TensorArray(x.dtype, size=0, dynamic_size=True)")
        .replace(f"found.append({s}row", f"found = found.write({s}found.size(), row")
        .replace("tf.stack(found)", "found.stack()")
    )


@pytest.mark.parametrize(
    ("value", "reading", "dtype"),
    [
        ("row", "tf.stack(found, axis=0)", "x.dtype"),
        ("tf.cast(row, tf.int64)", "tf.convert_to_tensor(found)", "tf.int64"),
        ("tf.argmax(row)", "tf.stack(found)", "tf.int64"),
        ("tf.nn.relu(row[0])", "tf.stack(found)", "x.dtype"),
        ("row > 1", "tf.stack(found)", "tf.bool"),
        ("tf.zeros([2])", "tf.stack(found)", "tf.float32"),
        ("tf.shape(row)[0]", "tf.stack(found)", "tf.int32"),
        ("row / 2.0", "tf.stack(found)", "x.dtype"),
        ("row / 2", "tf.stack(found)", None),  # a float of whole numbers
        ("model(row)", "tf.stack(found)", None),
        ("row", "tf.stack(found, axis=1)", None),
        ("row", "found", None),
        ("row", "(tf.stack(found), len(found))", None),
        ("row", "g(found)", None),
    ],
)
def test_a_list_becomes_an_array_where_all_that_is_done_with_it_is_known(
    value: str, reading: str, dtype: str | None
) -> None:
    text = (
        "import tensorflow as tf\n\n@tf.function\ndef f(x, model):\n    found = []\n"
        f"    for row in x:\n        found.append({value})\n    return {reading}\n\n"
        "f(tf.ones((3, 2)), abs)\n"
    )
    if dtype is None:
        assert mended(text, "TFL702").after == {}
        return
    array = f"found = tf.TensorArray({dtype}, size=0, dynamic_size=True)"
    new = text.replace("found = []", array).replace(reading, "found.stack()")
    assert fixed(text, "TFL702") == new.replace(
        f"found.append({value})", f"found = found.write(found.size(), {value})"
    )


@pytest.mark.parametrize(
    "reading", ["[tf.stack(found) for _ in range(2)]", "tf.stack(found), tf.concat(found, 0)"]
)
def test_an_array_that_is_read_again_keeps_what_it_holds(reading: str) -> None:
    text = LIST.format_map(dict.fromkeys("abcdestu", "") | {"i": " " * 8, "reading": reading})
    after = fixed(text, "TFL702")
    assert "dynamic_size=True, clear_after_read=False)" in after
    assert (
        reading.replace("tf.stack(found)", "found.stack()").replace(
            "tf.concat(found, 0)", "found.concat()"
        )
        in after
    )


def test_under_xla_arrays_do_not_grow() -> None:
    text = LIST.format_map(
        dict.fromkeys("abcdestu", "") | {"i": " " * 8, "reading": "tf.stack(found)"}
    )
    assert "TensorArray" in fixed(text, "TFL702")
    compiled = text.replace("@tf.function", "@tf.function(jit_compile=True)")
    assert mended(compiled, "TFL702").after == {}


LAYER = """\
import keras
import tensorflow as tf

WIDTH = 3


class Net(keras.layers.Layer):
{head}    def call(self, x):
{body}

tf.function(Net())(tf.ones((2, 3)))
"""
OF_ITS_OWN = "    def __init__(self):\n        super().__init__()\n        self.n = 2{end}\n\n"


@settings(max_examples=25, deadline=None)
@given(
    comments=st.lists(COMMENTS, min_size=4, max_size=4),
    space=SPACES,
    above=st.sampled_from(["", "        # above\n", "        # größer\n        # above\n"]),
)
def test_what_surrounds_something_that_an_object_keeps_goes_with_it(
    comments: list[str], space: str, above: str
) -> None:
    a, b, c, d = comments
    head = OF_ITS_OWN.format(end=d)
    made = f"tf.Variable({space}1.0){a}\n"
    old = f"{above}        w = {made}        y = w * x{b}\n        return y + w{c}\n"
    new = f"        y = self.w * x{b}\n        return y + self.w{c}\n"
    kept = head.removesuffix("\n") + f"{above}        self.w = {made}\n"
    assert fixed(LAYER.format(head=head, body=old), "TFL201") == LAYER.format(head=kept, body=new)


@pytest.mark.parametrize(
    ("head", "made", "kept"),
    [
        (OF_ITS_OWN, "tf.Variable(self.n * 1.0)", "self.w = tf.Variable(self.n * 1.0)"),
        (OF_ITS_OWN, "tf.Variable(float(WIDTH))", "self.w = tf.Variable(float(WIDTH))"),
        ("", "tf.Variable(x.shape[1] * 1.0)", "self.w = tf.Variable(input_shape[1] * 1.0)"),
        ("    w = None\n\n", "tf.Variable(1.0)", "self.w_2 = tf.Variable(1.0)"),
        (OF_ITS_OWN, "tf.Variable(x)", None),  # of the call
        (OF_ITS_OWN, "tf.Variable(x.shape)", None),
        (OF_ITS_OWN, "tf.Variable(self.other)", None),  # which nobody set
        (OF_ITS_OWN.replace("self.n = 2", "self.call(1)"), "tf.Variable(1.0)", None),
        (OF_ITS_OWN.replace("self.n = 2", "return None"), "tf.Variable(1.0)", None),
        ("    def build(self, a, b):\n        pass\n\n", "tf.Variable(x.shape[1] * 1.0)", None),
    ],
)
def test_an_object_keeps_what_depends_on_nothing_of_the_call(
    head: str, made: str, kept: str | None
) -> None:
    body = f"        w = {made}\n        return x * w\n"
    text = LAYER.format(head=head.format(end=""), body=body)
    assert counted(mending(text, "TFL201").lint().findings) == {"TFL201": 1}
    after = fixed(text, "TFL201")
    if kept is None:
        assert after == text
    else:
        assert f"        {kept}\n" in after
        assert f"return x * {kept.partition(' ')[0]}\n" in after


def test_several_things_with_a_state_do_not_become_one() -> None:
    loop = (
        "        for _ in range(2):\n            x = keras.layers.Dense(3)(x)\n        return x\n"
    )
    assert mended(LAYER.format(head="", body=loop), "TFL202").after == {}
    called_twice = (
        "import keras\nimport tensorflow as tf\n\n\ndef head(x):\n    return keras.layers.Dense(3)(x)\n\n\n"
        "@tf.function\ndef f(x):\n    return head(head(x))\n"
    )
    assert counted(mending(called_twice, "TFL202").lint().findings) == {"TFL202": 1}
    assert mended(called_twice, "TFL202").after == {}


@pytest.mark.parametrize("given", ["[keras.layers.Dense(3)]", "layers=[keras.layers.Dense(3)]"])
def test_a_layer_of_something_made_anew_is_not_shared(given: str) -> None:
    text = (
        "import keras\nimport tensorflow as tf\n\n\ndef head(x):\n"
        f"    return keras.Sequential({given})(x)\n\n\n@tf.function\ndef f(x):\n    return head(x)\n"
    )
    assert "TFL202" in counted(mending(text, "TFL202").lint().findings)
    assert "\ndense = " not in fixed(text, "TFL202")


def test_what_an_array_can_do_and_a_tensor_cannot_holds_a_draw_back() -> None:
    text = (
        "import numpy as np\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"
        "    return x + {}\n"
    )
    array = text.format("np.random.randn(2).astype('float32')")
    assert counted(mending(array, "TFL501").lint().findings) == {"TFL501": 1}
    assert mended(array, "TFL501").after == {}
    assert mended(text.format("np.random.randn(2)"), "TFL501").after


def test_a_file_that_ends_too_early_holds_no_fix_back(tmp_path: Path) -> None:
    """What is wrong with it stands past its last line."""
    write(tmp_path, {"a.py": OLD, "b.py": "import tensorflow\nx = (\n", "c.py": ""})
    write(tmp_path, ASKED)
    os.symlink("a.py", tmp_path / "d.py")
    done = tflint("--fix", "a.py", "b.py", "c.py", "d.py", cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert (tmp_path / "a.py").read_text() == NEW


def test_flake8_imports_nothing_that_only_fixes_need(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LAYER.format(head="", body="        return tf.Variable(1.0) * x\n")})
    code = (
        "import sys\nfrom flake8.main.cli import main\n"
        "main(['--isolated', '--select=TFL', '-j1', 'a.py'])\nprint(sorted(sys.modules))\n"
    )
    run = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    found, modules = done.stdout.splitlines()
    assert " TFL201 " in found
    assert "'tflint.cst.flagging'" in modules
    needed = {"tflint.mending", "tflint.linting.fixing", "tflint.files.byte_edits"}
    needed |= {f"tflint.cst.{name}" for name in ("keeping", "moving", "texts", "operations")}
    assert needed & set(ast.literal_eval(modules)) == set()


@pytest.mark.parametrize("name", ["hard.py", "form.py", "tabs.py", "separators.py", "no_end.py"])
def test_odd_texts_change_in_their_edits_only(name: str, tmp_path: Path) -> None:
    """Form feeds, tabs, what other programs end lines at, and a text without a last end of line."""
    text = OLD.replace("    return", "    print('x', x)\n    return").replace(
        "compile=True", "relax_shapes=True"
    )
    before = {
        "hard.py": text,
        "form.py": text.replace("\n\n\n", "\n\f\n\n"),
        "tabs.py": text.replace("    ", "\t"),
        "separators.py": text.replace("x)\n    return", "x)  # \x0b \x1c \u2028 \x85\n    return"),
        "no_end.py": text.rstrip("\n"),
    }[name].encode()
    (tmp_path / name).write_bytes(before)
    tflint("--fix", "--unsafe-fixes", "--no-cache", name, cwd=tmp_path)
    assert (tmp_path / name).read_bytes() == before.replace(
        b"experimental_relax_shapes", b"reduce_retracing"
    ).replace(b"print(", b"tf.print(")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252"])
def test_bytes_stay_but_for_the_edit(end: str, mark: bytes, encoding: str) -> None:
    if encoding != "utf-8" and (mark or end == "\r"):
        pytest.skip("Python reads no such comment there")
    text = f"# coding: {encoding}\n# é\f\n{OLD}# ü, and no end of line"
    before = mark + text.replace("\n", end).encode(encoding)
    assert mended(before).after["-"] == before.replace(b"experimental_compile", b"jit_compile")


def test_mixed_ends_of_lines_stay() -> None:
    before = OLD.replace("\n", "\r\n", 3).encode()
    assert mended(before).after["-"] == before.replace(b"experimental_compile", b"jit_compile")


def test_what_an_encoding_cannot_say_is_not_put_in() -> None:
    edit = Edit(Span(2, 1, 2, 2), "é")
    with pytest.raises(UneditableError, match="ascii"):
        edited(b"# coding: ascii\nx\n", [edit])
    with pytest.raises(UneditableError, match="bytes"):
        edited(b"# coding: utf-7\nx = '+AGE-'\n", [edit])


class TestHeldBack:
    def test_a_line_under_noqa_is_never_touched(self) -> None:
        silenced = OLD.replace(OPTION, OPTION + "  # noqa: TFL108")
        assert mended(silenced, "TFL108").after == {}

    def test_a_fix_on_another_line_than_its_finding_hears_noqa_too(self) -> None:
        text = (
            "import tensorflow as tf\n\nclass Net:\n    @tf.function\n"
            "    @classmethod  # noqa: TFL710\n    def f(cls, x):\n        return x\n"
        )
        outcome = mended(text, "TFL710")
        assert outcome.after == {}

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("jit_compile", ""),
            ("experimental_relax_shapes", "it would still be found"),
            ("None", "TFL001 would be found"),
        ],
    )
    def test_what_does_not_hold_is_taken_back_and_said(
        self, name: str, reason: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(deprecated_option._OPTIONS, "experimental_compile", name)
        monkeypatch.setitem(SINCE, f"tensorflow.function.{name}", "2.5")
        more = "\n\n@tf.function(experimental_relax_shapes=True)\ndef g(x):\n    return x\n"
        outcome = mended(OLD + more, "TFL108")
        after = OLD.replace("experimental_compile", name) if not reason else OLD
        assert outcome.after["-"].decode() == after + more.replace(
            "experimental_relax_shapes", "reduce_retracing"
        )
        assert [said.partition(" (")[0] for said in outcome.refused] == (
            [f"-:4: TFL108 was not fixed: {reason}"] if reason else []
        )
        assert all(f.fix is None for f in outcome.linted.findings)

    def test_unsafe_fixes_wait_until_they_are_asked_for(self) -> None:
        text = (
            "import tensorflow as tf\nfrom abc import abstractmethod\n\nclass Net:\n    @tf.function\n"
            "    @abstractmethod\n    @classmethod\n    def f(cls, x):\n        return x\n"
        )
        assert mended(text, "TFL710", unsafe=False).after == {}
        assert "@abstractmethod\n    @classmethod\n    @tf.function" in fixed(text, "TFL710")


def test_who_asks_for_no_fixes_pays_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, {"a.py": OLD}) / "a.py"
    cached = Settings(cache_dir=str(tmp_path / "cache"))
    with monkeypatch.context() as patch:
        patch.setattr(flagging, "edits_that_make", None)
        assert [f.fix for f in lint([str(path)], cached).findings] == [None]
    (found,) = lint([str(path)], cached, fixes=True).findings
    assert lint([str(path)], cached, fixes=True).findings == [found]  # as the cache has it
    assert found.fix is not None
    assert [f.fix for f in lint([str(path)], cached).findings] == [None]


class TestCommandLine:
    def test_what_can_be_fixed_is_marked_and_counted(self, tmp_path: Path) -> None:
        done = tflint("a.py", cwd=write(tmp_path, {"a.py": OLD, **ASKED}))
        assert done.returncode == 1
        assert "TFL108 [*] `experimental_compile`" in done.stdout
        assert done.stdout.endswith("[*] 1 fixable with `--fix`.\n")

    def test_fix_mends_and_is_0_when_nothing_is_left(self, tmp_path: Path) -> None:
        path = write(tmp_path, {"a.py": OLD}) / "a.py"
        path.chmod(0o755)
        done = tflint("--fix", "--show-fixes", "a.py", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == (
            "Fixed 1 finding:\n- a.py:\n    1 × TFL108 (deprecated-option)\n"  # noqa: RUF001
            "Found 1 finding (1 fixed, 0 remaining) in 1 file.\n"
        )
        assert path.read_text() == NEW
        assert path.stat().st_mode & 0o777 == 0o755
        assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".tflint-")] == []

    @pytest.mark.parametrize("format", ["text", "concise"])
    def test_what_was_fixed_is_listed_where_that_is_asked_for(
        self, format: str, tmp_path: Path
    ) -> None:
        write(tmp_path, {"a.py": OLD, **ASKED})
        options = ("--fix", "--show-fixes", "--output-format", format)
        done = tflint(*options, "a.py", cwd=tmp_path)
        listed = "Fixed 1 finding:\n- a.py:\n    1 × TFL108 (deprecated-option)\n"  # noqa: RUF001 - as Ruff writes it
        assert done.stdout.startswith(listed)

    def test_fix_is_1_when_something_is_left(self, tmp_path: Path) -> None:
        text = OLD.replace("    return", "    print('x', x)\n    return")
        path = write(tmp_path, {"a.py": text}) / "a.py"
        done = tflint("--fix", "a.py", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, "")
        assert "Found 2 findings (1 fixed, 1 remaining) in 1 file." in done.stdout
        assert path.read_text() == text.replace("experimental_compile", "jit_compile")

    def test_diff_shows_and_changes_nothing(self, tmp_path: Path) -> None:
        path = write(tmp_path, {"a.py": OLD}) / "a.py"
        done = tflint("--diff", "a.py", cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr == "Would fix 1 finding.\n"
        assert f"-{OPTION}\n+@tf.function(jit_compile=True)\n" in done.stdout
        assert path.read_text() == OLD
        path.write_text(NEW)
        done = tflint("--diff", "a.py", cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def test_standard_input_goes_to_standard_output(self, tmp_path: Path) -> None:
        done = tflint("--fix", "-", cwd=tmp_path, stdin=OLD)
        assert (done.returncode, done.stdout) == (0, NEW)
        assert done.stderr == "Found 1 finding (1 fixed, 0 remaining) in 1 file.\n"
        assert tflint("--fix", "-q", "-", cwd=tmp_path, stdin="x = 1\n").stdout == "x = 1\n"

    def test_json_has_the_edits(self, tmp_path: Path) -> None:
        done = tflint("a.py", "--output-format", "json", cwd=write(tmp_path, {"a.py": OLD}))
        (entry,) = json.loads(done.stdout)
        assert entry["fix"] == {
            "applicability": "safe",
            "message": "Write `jit_compile`.",
            "edits": [
                {"line": 4, "column": 14, "end_line": 4, "end_column": 34, "content": "jit_compile"}
            ],
        }

    def test_a_folded_finding_has_the_edits_of_all_its_places(self, tmp_path: Path) -> None:
        text = (
            "from mxnet import gluon\n\nclass Net(gluon.HybridBlock):\n"
            "    def hybrid_forward(self, F, x):\n"
            "        return F.dot(x.T, x) + F.dot(x, x.T) + x.T * x.shape[0]\n"
        )
        write(tmp_path, {"a.py": text})
        done = tflint("a.py", "--output-format", "json", cwd=tmp_path)
        (entry, _) = json.loads(done.stdout)
        assert entry["message"].endswith(" (and 2 more places)")
        assert [edit["column"] for edit in entry["fix"]["edits"]] == [22, 41, 48]
        shown = tflint("a.py", cwd=tmp_path).stdout
        new = "F.dot(F.transpose(x), x) + F.dot(x, F.transpose(x)) + F.transpose(x) * x.shape[0]"
        assert "  = unsafe fix:\n5 -         return F.dot(x.T, x)" in shown
        assert f"\n5 +         return {new}\n\n" in shown

    def test_the_change_is_shown_under_the_help(self, tmp_path: Path) -> None:
        done = tflint("a.py", cwd=write(tmp_path, {"a.py": OLD}))
        assert (
            "  = help: Write `jit_compile`.\n  = fix:\n"
            f"4 - {OPTION}\n4 + @tf.function(jit_compile=True)\n\n"
        ) in done.stdout

    def test_sarif_has_the_edits(self, tmp_path: Path) -> None:
        done = tflint("a.py", "--output-format", "sarif", cwd=write(tmp_path, {"a.py": OLD}))
        (result,) = json.loads(done.stdout)["runs"][0]["results"]
        (fix,) = result["fixes"]
        (change,) = fix["artifactChanges"]
        region = {"startLine": 4, "startColumn": 14, "endLine": 4, "endColumn": 34}
        assert fix["description"] == {"text": "Write `jit_compile`."}
        assert change["artifactLocation"] == {"uri": "a.py"}
        assert change["replacements"] == [
            {"deletedRegion": region, "insertedContent": {"text": "jit_compile"}}
        ]

    def test_no_link_is_followed(self, tmp_path: Path) -> None:
        write(tmp_path, {"real.txt": OLD, **ASKED})
        os.symlink("real.txt", tmp_path / "a.py")
        done = tflint("--fix", "a.py", cwd=tmp_path)
        assert done.returncode == 1
        assert "tflint: warning: a.py:4: TFL108 was not fixed: it is a link; " in done.stderr
        assert (tmp_path / "real.txt").read_text() == OLD
        assert (tmp_path / "a.py").is_symlink()

    def test_a_read_only_file_is_left_alone(self, tmp_path: Path) -> None:
        path = write(tmp_path, {"a.py": OLD}) / "a.py"
        path.chmod(0o444)
        done = tflint("--fix", "--no-cache", "a.py", cwd=tmp_path)
        assert done.returncode == 2
        assert "a.py: cannot be written: it is read-only" in done.stderr
        assert (path.read_text(), path.stat().st_mode & 0o777) == (OLD, 0o444)

    def test_what_cannot_be_written_is_2(self, tmp_path: Path) -> None:
        if os.geteuid() == 0:
            pytest.skip("root may write anywhere")
        folder = write(tmp_path / "locked", {"a.py": OLD})
        folder.chmod(0o555)
        done = tflint("--fix", "--no-cache", "locked/a.py", cwd=tmp_path)
        folder.chmod(0o755)
        assert done.returncode == 2
        assert "locked/a.py: cannot be written" in done.stderr
        assert (folder / "a.py").read_text() == OLD


def test_the_rules_say_on_their_pages_whether_they_have_fixes() -> None:
    pages = {path.stem: path.read_text() for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert {code for code, page in pages.items() if "; fixes: " in page} == set(FIXING)
    assert enabled(catalogue(), (), preview=False) & set(FIXING)
