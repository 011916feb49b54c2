"""Programs that were found to break tflint, each kept: a finding or none, and never TFL003."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import FrameType

import pytest
from commands import tflint
from programs import lint_all

from tflint.facts import Project
from tflint.facts.expressions.values import NUMBER, Container, Union
from tflint.files import Source
from tflint.linting.analysis import Wanted, findings_in
from tflint.linting.codes import every_rule
from tflint.rules import MODULES, all_rules

HEAD = "import tensorflow as tf\n"
FIXTURES = Path(__file__).parent.parent / "fixtures" / "hostile"


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.py")), ids=lambda path: path.stem)
def test_no_rule_fails(path: Path) -> None:
    project = Project.build([Source("m.py", path.read_text(encoding="utf-8"))])
    found = findings_in(project, Wanted(sorted(MODULES)), ["m.py"])
    assert not {"TFL001", "TFL003"} & {finding.code for finding in found}
    assert {finding.code for finding in found} <= every_rule().keys()
    lint_all(
        {"m.py": path.read_text(encoding="utf-8")}, list(all_rules())
    )  # which hides no failure


def codes(text: str) -> list[tuple[str, int]]:
    found = lint_all({"m.py": HEAD + text}, list(all_rules()))
    return [(finding.code, finding.span.line) for finding in found]


def codes_and_calls(text: str) -> tuple[list[str], int]:
    """Lint `text`, and count the calls that Python makes for it: on every machine as many."""
    return files_and_calls({"m.py": HEAD + text})


def files_and_calls(files: dict[str, str]) -> tuple[list[str], int]:
    """The same for several files."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile(), threading.getprofile()
    sys.setprofile(count)
    threading.setprofile(count)  # what may nest deeply runs in a thread of its own
    try:
        found = lint_all(files, list(all_rules()))
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])
    return [finding.code for finding in found], calls


@pytest.mark.parametrize("base", ["object", "ABC", "Generic", "Generic[T]", "object, ABC"])
def test_an_object_of_a_plain_class_is_new_at_each_call(base: str) -> None:
    text = (
        "from abc import ABC\nfrom typing import Generic, TypeVar\n"
        f"T = TypeVar('T')\nclass A({base}):\n    pass\n"
        "@tf.function\ndef f(x, a):\n    return x\nfor _ in range(3):\n    f(tf.ones(3), A())\n"
    )
    assert codes(text) == ([] if "[" in base else [("TFL105", 11)])


def test_a_loop_may_have_more_turns_than_python_counts() -> None:
    loop = (
        "@tf.function\ndef f(x):\n    for _ in range({}):\n        x = tf.add(x, 1)\n    return x\n"
    )
    for number in ("10**20", "1" + "0" * 20, "0x" + "f" * 6000):
        found = codes(loop.format(number))
        assert found == ([] if "*" in number else [("TFL107", 4)])


def test_what_several_graphs_share_is_told_once() -> None:
    text = (
        "def factory():\n    def make(f):\n"
        "        return tf.function(f, experimental_relax_shapes=True)\n    return make\n"
        "@factory()\ndef a(x):\n    return x\n@factory()\ndef b(x):\n    return x\n"
    )
    assert codes(text) == [("TFL108", 4)]


MANY = 20_000_000
"""More calls than Python makes to lint a short program. To follow each way to a value in the
tests below would take billions."""

SHARED = {
    "tuples": "y = (y, y)\n",
    "dicts": "y = {'a': y, 'b': [y, y]}\n",
    "branches": "y = (y, y) if y else [y, y]\n",
    "calls": "y = g(y, y)\n",
    "unpacked": "y, z = (y, y), (y, y)\n",
    "partials": "y = functools.partial(y, (y, y))\n",
}


@pytest.mark.parametrize("shape", SHARED)
def test_a_value_made_of_itself_takes_no_longer_than_its_lines(shape: str) -> None:
    text = (
        "import functools\ndef g(a, b):\n    return [a, {'b': b}]\n"
        f"@tf.function\ndef f(x):\n    y = x\n{('    ' + SHARED[shape]) * 60}    print(y)\n"
    )
    found, calls = codes_and_calls(text)
    assert found == ["TFL301"]
    assert calls < MANY


ROUND = {
    "sums": ("v{} + 1", "print(v1)\n", ["TFL301"]),
    "other names": ("v{}", "v1.append(x)\n", []),
    "tensors": ("tf.abs(v{})", "x = tf.zeros(v1.shape[0])\n", []),
    "lists": ("[v{}]", "v1.pop()\n", []),
}
"""What a name in a loop is made of, what is done with one, and what is found."""


@pytest.mark.parametrize("shape", ROUND)
def test_names_with_many_values_each_take_no_time_for_each_way_through_them(shape: str) -> None:
    given, end, found = ROUND[shape]
    lines = "".join(
        f"        if i > {i}:\n            v{i % 5} = {given.format((7 * i + 1) % 5)}\n"
        for i in range(200)
    )
    text = f"@tf.function\ndef f(x):\n    v0 = x\n    for i in range(9):\n{lines}        {end}"
    codes_found, calls = codes_and_calls(text)
    assert [code for code in codes_found if code == "TFL301"] == found
    assert calls < MANY


GROWN = {
    "numbers in many calls": lambda n: (
        "@tf.function\ndef f(x, y=1):\n"
        + "".join(f"    if y == {i}: x = x + {i}\n" for i in range(n))
        + "    return x\n"
        + "".join(f"f(tf.ones(2), {i})\n" for i in range(n))
    ),
    "parameters that are tested": lambda n: (
        f"@tf.function\ndef f({', '.join(f'p{i}' for i in range(n))}):\n"
        + "".join(f"    if p{i}:\n        print(p{i})\n" for i in range(n))
    ),
    "functions inside that read one variable": lambda n: (
        "@tf.function\ndef f(x):\n"
        + "".join(f"    def g{i}(v):\n        return v + x\n    x = g{i}(x)\n" for i in range(n))
    ),
    "comprehensions": lambda n: (
        "@tf.function\ndef f(x):\n"
        + "".join(f"    y = [v + {i} for v in (x, x)]\n" for i in range(n))
    ),
    "overrides": lambda n: (
        "class C0(tf.keras.Model):\n    def call(self, x):\n        return x\n"
        + "".join(
            f"class C{i}(C{i - 1}):\n    def call(self, x):\n        return super().call(x)\n"
            for i in range(1, n)
        )
    ),
    "lists of one name": lambda n: "".join(f"seen = []\nseen.append({i})\n" for i in range(n)),
    "dicts of one name": lambda n: "".join(f"d = {{'a': 1}}\nd['{i}'] = 1\n" for i in range(n)),
    "graphs that are called once": lambda n: "".join(
        f"@tf.function\ndef f{i}(x):\n    print(x)\nf{i}(1)\n" for i in range(n)
    ),
    "rebound globals": lambda n: "".join(
        f"k{i} = 1\n@tf.function\ndef g{i}(x):\n    return x * k{i}\n"
        f"g{i}(1.0)\nk{i} = 2\ng{i}(1.0)\n"
        for i in range(n)
    ),
    "attributes set again": lambda n: (
        "class M(tf.Module):\n    @tf.function\n    def m(self, x):\n"
        + "".join(f"        x = x + self.a{i}\n" for i in range(n))
        + "        return x\no = M()\n"
        + "".join(f"o.a{i} = {i}\no.m(1.0)\n" for i in range(n))
    ),
    "methods that call the next twice": lambda n: (
        "class Net:\n    def __init__(self):\n"
        "        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
        + "".join(
            f"    def m{i}(self):\n        self.m{i + 1}()\n        self.m{i + 1}()\n"
            for i in range(n)
        )
        + f"    def m{n}(self):\n        pass\n"
        "def train(x):\n    net = Net()\n    for _ in range(3):\n        net.m0()\n"
        "        net.model.compile('sgd', 'mse')\n        net.model.fit(x, x)\ntrain(tf.ones((4, 2)))\n"
    ),
    "names of each other": lambda n: (
        "a0 = a0\n"
        + "".join(f"a{i} = a{i - 1}\n" for i in range(1, n))
        + f"@tf.function\ndef f(x):\n    print(x, a{n - 1})\n"
    ),
    "names of names": lambda n: (
        "k0 = 1\n"
        + "".join(f"k{i} = k{i - 1}\n" for i in range(1, n))
        + f"@tf.function\ndef f(x):\n    return x\nf(k{n - 1})\n"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", GROWN)
def test_what_is_long_takes_a_step_for_each_line(shape: str) -> None:
    """Four times the lines take four times the calls, and no sixteen."""
    _, few = codes_and_calls(GROWN[shape](400))
    _, many = codes_and_calls(GROWN[shape](1600))
    assert many < 5 * few


def test_files_may_import_all_of_each_other() -> None:
    """Of twice the files each looks at twice as many, and at no more."""

    def calls_for(count: int) -> int:
        files = {
            f"f{i}.py": HEAD
            + "".join(f"from f{j} import *\n" for j in range(count) if j != i)
            + f"@tf.function\ndef g{i}(x):\n    print(x)\n    return g{(i + 1) % count}(x)\n"
            for i in range(count)
        }
        found, calls = files_and_calls(files)
        assert found == ["TFL301"] * count
        return calls

    assert calls_for(40) < 4 * calls_for(20)


def test_many_requirements_are_looked_at_once(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "m.py").write_text(HEAD + "@tf.function\ndef f(x):\n    print(x)\n")
    asked = "".join(f"tensorflow>=2.{number}\n" for number in range(20_000))
    (tmp_path / "requirements.txt").write_text(asked)
    assert "TFL301" in tflint("m.py", cwd=tmp_path).stdout


def test_containers_in_a_container() -> None:
    inner = Container("list", (NUMBER,))
    most = Container("list", (inner,) * 999)
    assert most.items is not None
    assert Container("list", (inner,) * 1000) == Container("list")
    assert Container("list", (Union((most, NUMBER)),)).items is None


@pytest.mark.slow
def test_a_long_function_may_feed_on_every_line_before() -> None:
    text = "@tf.function\ndef f(x):\n" + "    x = x + 1\n" * 10_000 + "    print(x)\n"
    project = Project.build([Source("m.py", HEAD + text)])
    assert [finding.code for finding in findings_in(project, Wanted(["TFL301"]), ["m.py"])] == [
        "TFL301"
    ]
