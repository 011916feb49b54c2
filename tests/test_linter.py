"""The pipeline keeps its promises when parts of it fail."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from commands import PRINTING, notebook, places, write

import tflint.facts.graphs.project
import tflint.linting.flagging
import tflint.linting.linter
from tflint.facts import Project
from tflint.finding import Finding, Harm, Severity, Span
from tflint.linting.engine import check
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.rules.base import Rule
from tflint.syntax.model import Module


def failing(code: str, error: Exception, *, only: str) -> object:
    """The real check, in which one rule fails on one file after its first look."""

    def checked(
        project: Project, path: str, rules: Iterable[type[Rule]], **_asked: bool
    ) -> Iterator[Finding]:
        rules = list(rules)
        yield from check(project, path, [rule for rule in rules if rule.code != code])
        if path == only and any(rule.code == code for rule in rules):
            raise error
        yield from check(project, path, [rule for rule in rules if rule.code == code])

    return checked


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"a.py": PRINTING, "b.py": PRINTING, "c.py": PRINTING})


def codes(paths: list[str]) -> list[tuple[str, str]]:
    return [(finding.path, finding.code) for finding in lint(paths, Settings()).findings]


def test_a_rule_that_fails_is_a_finding_and_the_rest_is_complete(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = AttributeError("no\n such  thing")
    monkeypatch.setattr(tflint.linting.flagging, "check", failing("TFL302", error, only="b.py"))
    report = lint(["."], Settings())
    assert [(finding.path, finding.code) for finding in report.findings] == [
        ("a.py", "TFL301"),
        ("b.py", "TFL003"),
        ("b.py", "TFL301"),
        ("c.py", "TFL301"),
    ]
    (failure,) = [finding for finding in report.findings if finding.code == "TFL003"]
    assert failure.message == "rule TFL302 failed on this file: AttributeError: no such thing"
    assert failure.harm is Harm.ERROR


def test_a_program_that_can_not_be_analysed_stops_no_other(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known of its files then, which is said of each, and the others are complete."""
    write(here, {"one/d.py": PRINTING, "one/broken.py": "import tensorflow as tf\nx = (\n"})

    def uses_keras_2(module: Module, project: Project) -> bool:
        if any(path.endswith("d.py") for path in project.sources):
            raise KeyError("train_loss")
        return False

    monkeypatch.setattr(tflint.facts.graphs.project, "uses_keras_2", uses_keras_2)
    found = lint(["a.py", "one"], Settings()).findings
    assert [(finding.path, finding.code) for finding in found] == [
        ("a.py", "TFL301"),
        ("one/broken.py", "TFL001"),
        ("one/d.py", "TFL003"),
    ]
    assert found[-1].message == (
        "the program of this file could not be analysed: KeyError: 'train_loss'"
    )


def test_a_rule_that_exhausts_the_stack_is_the_files_fault(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        tflint.linting.flagging, "check", failing("TFL302", RecursionError(), only="b.py")
    )
    assert codes(["b.py", "c.py"]) == [("b.py", "TFL001"), ("b.py", "TFL301"), ("c.py", "TFL301")]


def test_findings_are_sorted_whatever_the_order_of_paths_and_rules(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scattered(project: Project, path: str, rules: object, **_asked: bool) -> Iterator[Finding]:
        for line, code in ((2, "TFL302"), (1, "TFL302"), (2, "TFL301")):
            yield Finding(path, Span(line, 1, line, 2), code, "n", "m", Harm.SILENT)

    monkeypatch.setattr(tflint.linting.flagging, "check", scattered)
    expected = [(1, "TFL302"), (2, "TFL301"), (2, "TFL302")]
    report = lint(["c.py", "a.py"], Settings())
    found = [(finding.path, finding.span.line, finding.code) for finding in report.findings]
    assert found == [("a.py", *place) for place in expected] + [("c.py", *p) for p in expected]


def test_sources_are_kept_only_where_findings_point(here: Path) -> None:
    write(here, {"clean.py": "import tensorflow\n" * 10})
    report = lint(["."], Settings())
    assert set(report.sources) == {"a.py", "b.py", "c.py"}
    assert report.files == 4


def test_a_broken_file_that_cannot_matter_is_told_of_when_it_is_named(here: Path) -> None:
    write(here, {"pack/model.py": "import tensorflow as tf\n# broken\n"})
    write(here, {"pack/broken.py": "def f(:  # tensorflow\n"})
    assert codes(["pack"]) == []
    assert codes(["pack", "pack/broken.py"]) == [("pack/broken.py", "TFL001")]
    write(here, {"pack/model.py": "import tensorflow as tf\nimport broken\n"})
    assert codes(["pack"]) == [("pack/broken.py", "TFL001")]


def test_information_does_not_decide(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tflint.cli import run

    information = "it is no more"

    def remark(project: Project, path: str, rules: object, **_asked: bool) -> Iterator[Finding]:
        span = Span(1, 1, 1, 2)
        yield Finding(path, span, "TFL301", "n", "m", Harm.SILENT, information=information)

    monkeypatch.setattr(tflint.linting.flagging, "check", remark)
    assert run(["a.py", "--quiet", "--no-cache"]) == 0
    information = ""
    assert run(["a.py", "--quiet", "--no-cache"]) == 1


def test_a_failure_is_told_in_words_that_are_the_same_in_every_run(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = object()
    for error in (KeyError(id(node)), ValueError(f"unknown {node!r}")):
        monkeypatch.setattr(tflint.linting.flagging, "check", failing("TFL302", error, only="b.py"))
        (failure,) = [f for f in lint(["b.py"], Settings()).findings if f.code == "TFL003"]
        assert "…" in failure.message
        assert not re.search(r"\d{4}|0x", failure.message.partition("failed")[2])


def test_code_for_python_2_is_information_once_for_a_file(here: Path) -> None:
    cells = ["import tensorflow as tf\nprint 1", "print 2", "except_ = `3`"]
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 4,
        "metadata": {"language_info": {"name": "python", "version": "2.7.10"}},
        "cells": [
            {
                "cell_type": "code",
                "metadata": {},
                "source": text,
                "outputs": [],
                "execution_count": None,
            }
            for text in cells
        ],
    }
    write(here, {"old/a.ipynb": json.dumps(notebook)})
    write(here, {"old/b.py": "import tensorflow as tf\nprint 'loss', 2\n"})
    found = lint(["old"], Settings()).findings
    assert [(finding.path, finding.code, finding.severity) for finding in found] == [
        ("old/a.ipynb", "TFL001", Severity.INFO),
        ("old/b.py", "TFL001", Severity.INFO),
    ]
    assert "Python 2" in found[0].message


@pytest.mark.parametrize(
    "line",
    ['print("n = " + `n`)', "n <> 2", "n = 0777", "n = 10L", 'n = ur"x"', "raise ValueError, n"],
)
def test_spellings_of_python_2_are_information(here: Path, line: str) -> None:
    write(here, {"a.py": f"import keras\nn = 1\nif n:\n    {line}\n"})
    (found,) = lint(["a.py"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", Severity.INFO)
    assert "written for Python 2" in found.message


@pytest.mark.parametrize(
    "line", ["n = `n", "use `n` here", "n <> 2 n", "n = 08", "raise ValueError,"]
)
def test_what_is_no_python_2_either_is_a_finding(here: Path, line: str) -> None:
    write(here, {"a.py": f"import keras\nn = 1\n{line}\n"})
    (found,) = lint(["a.py"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", Severity.WARNING)


@pytest.mark.parametrize(
    ("source", "column", "magic"),
    [
        (
            "try:\n    %tensorflow_version 2.x\nexcept Exception:\n    pass\n",
            5,
            "%tensorflow_version",
        ),
        ("import tensorflow as tf\n!pip install keras\nx = (\n", 1, "!pip"),
    ],
)
def test_lines_of_notebooks_are_told(here: Path, source: str, column: int, magic: str) -> None:
    write(here, {"a.py": source})
    (found,) = lint(["a.py"], Settings()).findings
    assert (found.code, found.span.line, found.span.column) == ("TFL001", 2, column)
    assert f"`{magic}` is a magic command" in found.message


def test_operators_at_the_beginning_of_a_line_are_no_magic(here: Path) -> None:
    write(here, {"a.py": 'x = ("%d"\n    %count and\n'})
    (found,) = lint(["a.py"], Settings()).findings
    assert "magic" not in found.message


@pytest.mark.parametrize(
    "source", ["loss = # TODO", "def f(x):\n    # YOUR CODE\n\nf(1)", "@article{a, b=1}", "f(x"]
)
def test_cells_that_are_no_python_are_information(here: Path, source: str) -> None:
    write(here, {"n.ipynb": notebook("import tensorflow as tf", source)})
    (found,) = lint(["n.ipynb"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", Severity.INFO)
    assert found.message.startswith("the cell cannot be parsed: ")


NEWER = {
    "f-strings in f-strings": 'def f(x):\n    print(\n        f"{x["a"]} {x}",\n        x,\n    )\n',
    "a backslash in an f-string": "x = f\"{'\\n'.join(['a'])}\"\n",
    "type parameters": "def f[T](x: T) -> T:\n    return x\n",
    "a generic class": "class A[T]:\n    pass\n",
    "a type alias": "type A = int\n",
}
WRONG = {
    "an f-string": 'x = f"{a[}"\n',
    "beside an f-string": 'def f(:\n    x = f"a"\n',
    "a function": "def f[(x): pass\n",
    "a keyword as a name, and more": "f(async=True\n",
    "brackets without end": "x = f'a'; y = " + "[" * 190 + "\n",
}


@pytest.mark.parametrize("text", NEWER.values(), ids=NEWER)
@pytest.mark.parametrize("form", ["file", "notebook"])
def test_syntax_of_a_later_python_is_information(here: Path, text: str, form: str) -> None:
    text = f"import tensorflow as tf\n{text}"
    cell = {"cell_type": "code", "metadata": {}, "source": text, "outputs": []}
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]}
    name = "n.py" if form == "file" else "n.ipynb"
    write(here, {name: text if form == "file" else json.dumps(notebook)})
    found = lint([name], Settings()).findings
    if sys.version_info >= (3, 12):
        assert found == []
    else:
        assert [(f.code, f.severity) for f in found] == [("TFL001", Severity.INFO)]
        assert "written for a later Python" in found[0].message


@pytest.mark.parametrize(
    "line",
    ["x = tf.abs(1).cuda(async=True)", "from parts import async", "await = 3\nprint(await)"],
)
def test_names_that_are_keywords_by_now_are_told(here: Path, line: str) -> None:
    write(here, {"n.py": f"import tensorflow as tf\n{line}\n\nasync def f():\n    await f()\n"})
    (found,) = lint(["n.py"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", Severity.INFO)
    assert "not valid since Python 3.7" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "first = lambda (a, b): a",
        "if True:\n        x = 1\n\ty = 2\nprint 'done'",
        "x = 0777\ntry:\n    pass\nexcept ValueError, error:\n    raise KeyError, 'no'",
        "x = `y`\nexec 'x = 1'",
        "if True:\n        x = 1\n\ty = 2\n",
    ],
)
def test_files_for_python_2_are_information(here: Path, text: str) -> None:
    write(here, {"n.py": f"import tensorflow as tf\n{text}\n"})
    (found,) = lint(["n.py"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", Severity.INFO)


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("x = # TODO: what it says", Severity.INFO),
        ("tf.add(# YOUR CODE HERE)", Severity.INFO),
        ("x = tf.add(1,  # TODO: what else\n", Severity.INFO),
        ("# TODO: what it says\nx = \n", Severity.WARNING),
        ("x = (1  # as above\n", Severity.WARNING),
        ("if True:\n\tx = 1\n    y = 2\n", Severity.WARNING),
    ],
)
def test_gaps_to_fill_in_are_information(here: Path, text: str, severity: Severity) -> None:
    write(here, {"n.py": f"import tensorflow as tf\n{text}\n"})
    (found,) = lint(["n.py"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", severity)


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("", Severity.INFO),
        ("The notebook has moved to https://example.org/a.ipynb", Severity.INFO),
        ('{"cells": [', Severity.WARNING),
        ("[1]", Severity.WARNING),
    ],
)
def test_what_keeps_the_place_of_a_notebook_is_information(
    here: Path, text: str, severity: Severity
) -> None:
    write(here, {"n.ipynb": text})
    (found,) = lint(["n.ipynb"], Settings()).findings
    assert (found.code, found.severity) == ("TFL001", severity)


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_no_python_parses_stays_an_error(here: Path, text: str) -> None:
    write(here, {"n.py": f"import tensorflow as tf\n{text}"})
    found = lint(["n.py"], Settings()).findings
    assert [(f.code, f.severity) for f in found] == [("TFL001", Severity.WARNING)]


def test_notebooks_without_a_framework_are_left_alone(here: Path) -> None:
    broken = ("import numpy as np\nx = np.ones(3", "print(x)")
    write(
        here, {"n/some.ipynb": notebook(*broken), "n/nets.ipynb": notebook(*broken, "import keras")}
    )
    assert [path for path, _, _ in places("n", cwd=here)] == ["n/nets.ipynb"]
    assert [path for path, _, _ in places("n/some.ipynb", cwd=here)] == ["n/some.ipynb"]


def test_metadata_of_macos_is_no_code(here: Path) -> None:
    write(
        here, {"m/._nets.py": b"\x00\x05\x16\x07import tensorflow", "m/nets.py": "import keras\n"}
    )
    found = lint(["m"], Settings())
    assert (found.findings, found.warnings) == ([], ["m/._nets.py: not read: metadata of macOS"])


def test_an_empty_notebook_is_information(here: Path) -> None:
    write(here, {"n.ipynb": "\n"})
    found = lint(["n.ipynb"], Settings()).findings
    assert [(f.code, f.severity) for f in found] == [("TFL001", Severity.INFO)]


def test_one_finding_stands_for_those_about_one_thing(here: Path) -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a = x[:, 0]
        b = x[:, 1]
        c = x[:, 2]{}
        return a + b + c + y[:, 0]
"""
    write(here, {"net/a.py": text.format(""), "net/b.py": text.format("  # noqa: TFL807")})
    found = lint(["net"], Settings()).findings
    more = [finding.message.partition(" (also on ")[2] for finding in found]
    assert [(f.path, f.span.line) for f in found] == [
        ("net/a.py", 6),
        ("net/a.py", 9),
        ("net/b.py", 6),
        ("net/b.py", 9),
    ]
    assert more == ["lines 7 and 8)", "", "line 7)", ""]


def test_what_needs_another_remedy_is_another_thing(here: Path) -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones(x.shape[0], ctx=x.context) + F.ones(x.shape[0], ctx=x.context)
"""
    write(here, {"net.py": text})
    found = [finding.message.partition("`")[2] for finding in lint(["net.py"], Settings()).findings]
    assert [message.partition("`")[0] for message in found] == ["x.shape", "x.context"]
    assert all(message.endswith("(and 1 more place)") for message in found)


def test_a_deprecated_option_is_told_of_once_in_a_file(here: Path) -> None:
    option = "@tf.function(experimental_relax_shapes=True)\ndef f{}(x):\n    return x * 2\n\n\n"
    write(here, {"old/a.py": "import tensorflow as tf\n\n\n" + "".join(map(option.format, "abc"))})
    (found,) = lint(["old"], Settings()).findings
    assert found.code == "TFL108"
    assert found.message.endswith("(also on lines 9 and 14)")


def test_clocks_are_told_of_once_in_a_function(here: Path) -> None:
    step = (
        "@tf.function\ndef f{0}(x):\n    start = time.time()\n"
        "    y = x * 2\n    return y, time.time() - start\n\n\n"
    )
    text = "import time\n\nimport tensorflow as tf\n\n\n" + "".join(map(step.format, "ab"))
    write(here, {"a.py": text})
    found = lint(["a.py"], Settings()).findings
    assert [(finding.code, finding.span.line) for finding in found] == [
        ("TFL502", 8),
        ("TFL502", 15),
    ]
    assert [finding.message.rpartition(" (")[2] for finding in found] == [
        "also on line 10)",
        "also on line 17)",
    ]


def test_a_size_is_told_of_once_that_is_unpacked_for_several_uses(here: Path) -> None:
    text = """\
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
def padded(x):
    height, width = x.shape
    rows = height // 16
    columns = width // 16
    if height == 2:
        return x
    return tf.zeros((height, width)), rows, columns, x / x.shape[0], x * x.shape[0]
"""
    write(here, {"a.py": text})
    found = lint(["a.py"], Settings()).findings
    assert [(finding.span.line, finding.message.rpartition(" (")[2]) for finding in found] == [
        (7, "also on line 11)"),
        (8, "also on line 11)"),
        (9, found[2].message),
        (11, found[3].message),
        (11, found[4].message),
    ]


def test_calls_of_one_model_are_told_of_once_in_a_turn(here: Path) -> None:
    text = """\
import keras
import numpy as np

net, other = keras.Sequential([keras.layers.Dense(4)]), keras.Sequential([keras.layers.Dense(4)])
state = np.zeros(4)
while state.sum() < 900:
    after = state + np.argmax(net.predict(state[None]))
    worth = other.predict(after[None])
    state = after + net.predict(after[None])[0]
while state.sum() < 1900:
    state += net.predict(state[None])[0]
"""
    write(here, {"a.py": text})
    found = lint(["a.py"], Settings()).findings
    assert [(finding.span.line, finding.message.partition(" (")[2]) for finding in found] == [
        (7, "also on line 9)"),
        (8, ""),
        (11, ""),
    ]


def test_a_model_and_its_parts_are_told_of_once_in_a_turn(here: Path) -> None:
    text = """\
import keras
import numpy as np


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.draw = keras.Sequential([keras.layers.Dense(4)])

    def call(self, x):
        return x * 2

    def act(self, state):
        worth = self.predict(state)
        return self.draw.predict(worth)


net, state = Net(), np.zeros((1, 4))
while state.sum() < 900:
    state = net.act(state)
"""
    write(here, {"a.py": text})
    (found,) = lint(["a.py"], Settings()).findings
    assert found.code == "TFL901"
    assert found.message.endswith("(also on line 15)")


def prints(number: int) -> str:
    """A program with so many prints of a tensor in one function, from its fifth line on."""
    step = "@tf.function\ndef step(x):\n" + "    print(x)\n" * number + "    return x\n\n\n"
    return f"import tensorflow as tf\n\n{step}step(tf.ones(3))\nstep(tf.zeros(3))\n"


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, ""),
        (2, "(also on line 6)"),
        (6, "(also on lines 6, 7, 8, 9 and 10)"),
        (7, "(also on lines 6, 7, 8, 9, 10 and 1 more)"),
    ],
)
def test_lines_that_a_finding_names(here: Path, number: int, said: str) -> None:
    """Prints of one function are told of at the first, and a notebook's lines are those of its cell."""
    write(here, {"a.py": prints(number), "b.ipynb": notebook("import os", prints(number))})
    found = lint(["a.py", "b.ipynb"], Settings()).findings
    assert [(f.path, f.code) for f in found] == [("a.py", "TFL301"), ("b.ipynb", "TFL301")]
    assert [f.message.rpartition("shows symbolic tensors")[2].strip() for f in found] == [said] * 2


def test_one_thing_in_a_function_is_told_of_once(here: Path) -> None:
    """An attribute that two lines set."""
    text = """\
import tensorflow as tf


class Model(tf.Module):
    @tf.function
    def step(self, x):
        self.last = x
        print(self.last)
        self.last = x * 2.0
        return x

    def shown(self):
        return self.last


model = Model()
model.step(tf.ones(3))
model.shown()
"""
    write(here, {"a.py": text})
    found = [f for f in lint(["a.py"], Settings()).findings if f.code == "TFL305"]
    assert [(f.span.line, f.message.rpartition(" (")[2]) for f in found] == [(7, "also on line 9)")]


def test_other_cells_are_counted(here: Path) -> None:
    """Lines of other cells would be taken for lines of this one."""
    old = "@tf.function(experimental_relax_shapes=True)\ndef f(x):\n    return x\n"
    write(here, {"a.ipynb": notebook("import tensorflow as tf", old, old, old)})
    (found,) = lint(["a.ipynb"], Settings()).findings
    assert found.message.endswith("(and 2 more places)")


@pytest.mark.parametrize(
    ("twice", "once", "called", "more"),
    [
        ("twice", "once", "make(double)(x)", [" (also on line 13)"]),
        ("twice(rows[0])", "once(rows[0])", "make(double)", ["", ""]),
    ],
)
def test_what_a_factory_makes_for_one_call_is_told_once(
    here: Path, twice: str, once: str, called: str, more: list[str]
) -> None:
    """What a function makes and calls itself is each told by itself."""
    text = f"""\
import tensorflow as tf

rows = [tf.ones(3)] * 3


def make(double):
    if double:
        @tf.function
        def twice(x):
            return x * 2
        return {twice}

    @tf.function
    def once(x):
        return x
    return {once}


for double in (True, False):
    for x in rows:
        {called}
"""
    write(here, {"a.py": text})
    found = [f for f in lint(["a.py"], Settings()).findings if f.code == "TFL103"]
    assert [f.message.partition("each run")[2].rpartition("each run")[2] for f in found] == more


@pytest.mark.parametrize(
    ("path", "name", "severity"),
    [
        ("train.py", "test_total", Severity.WARNING),
        ("latest/protest.py", "test_total", Severity.WARNING),
        ("tests/train.py", "total", Severity.INFO),
        ("train_test.py", "test_total", Severity.INFO),
        ("test_train.py", "test_total", Severity.INFO),
        ("train_test.py", "total", Severity.WARNING),  # a program, beside train.py
    ],
)
def test_what_only_costs_time_is_information_in_tests(
    path: str, name: str, severity: Severity, here: Path
) -> None:
    text = f"""\
import tensorflow as tf


def {name}(x):
    print(x)
    return tf.reduce_sum(x)


for _ in range(2):
    tf.function({name})(tf.ones([2]))
"""
    write(here, {path: text, "pyproject.toml": ""})
    found = {f.code: f.severity for f in lint([path], Settings()).findings}
    assert found == {"TFL301": Severity.WARNING, "TFL102": severity}


def test_texts_name_the_lines_of_cells(here: Path) -> None:
    def cell(source: str) -> dict[str, object]:
        return {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}

    step = "import tensorflow as tf\n\n@tf.function\ndef f(x, n):\n    return x * n * rate\n"
    calls = "rate = 1.0\nfor n in range(5):\n    f(tf.ones(3), n)\n"
    later = "\nrate = 2.0\nf(tf.ones(3), 1)\n"
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}}
    cells = [cell(step), {**cell("Some words."), "cell_type": "markdown"}, cell(calls), cell(later)]
    write(here, {"n.ipynb": json.dumps({**notebook, "cells": cells})})
    found = {f.code: f.message for f in lint(["n.ipynb"], Settings()).findings}
    assert "(counts the loop in cell 3:2)" in found["TFL101"]
    assert "changed in cell 4:2 between calls" in found["TFL503"]
    moved = [cells[0], cell(calls + later)]
    write(here, {"n.ipynb": json.dumps({**notebook, "cells": moved})})
    found = {f.code: f.message for f in lint(["n.ipynb"], Settings()).findings}
    assert "(counts the loop in cell 2:2)" in found["TFL101"]


POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'4d7a' * 16}\nsize 12345\n"


@pytest.mark.parametrize(
    ("name", "severity"), [("helpers.py", Severity.WARNING), ("helpers.ipynb", Severity.INFO)]
)
def test_pointers_of_git_lfs_say_how_to_get_the_file(
    here: Path, name: str, severity: Severity
) -> None:
    write(here, {name: POINTER, "m.py": "import tensorflow as tf\nimport helpers\n"})
    (found,) = lint([name, "m.py"], Settings()).findings
    assert (found.path, found.span.line, found.severity) == (name, 1, severity)
    assert "`git lfs pull`" in found.message
