"""Files of any size are linted, or refused by name, in a time that grows with their lines only.

A quadratic search makes the long ones run into the timeout of ``commands.tflint``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import PRINTING, tflint, write

TRACED = "import tensorflow as tf\n\n\n@tf.function\ndef traced(x):\n    print(x)\n"
LONG = 6_000
DEEP = 10_000


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


LONG_BODIES: dict[str, Callable[[int], str]] = {
    "assignments to one name": lambda n: "x = x + 1\n" * n,
    "augmented assignments": lambda n: "x += 1\n" * n,
    "calls of one function": lambda n: (
        "def g(a):\n    return a\n" + "".join(f"y = g({i})\n" for i in range(n))
    ),
    "loops": lambda n: "while x:\n    x = x - 1\n" * (n // 2),
    "branches": lambda n: "if x:\n    x = x - 1\n" * (n // 2),
    "ways out": lambda n: "if x == 3:\n    return x\n" * (n // 2) + "print(x)\n" * 1000,
    "item assignments": lambda n: "".join(f"x[{i}] = y\n" for i in range(n)),
    "definitions of one name": lambda n: "def g(a):\n    return a\n" * (n // 2) + "g(x)\n" * 100,
    "prints": lambda n: "print(x)\n" * (n // 10),
    "an elif chain": lambda n: "if x == 0:\n    y = 0\n" + "elif x == 1:\n    y = x\n" * 2900,
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", LONG_BODIES)
def test_a_long_function_is_linted_to_its_end(shape: str, tmp_path: Path) -> None:
    text = TRACED + _indented(LONG_BODIES[shape](LONG)) + "    tf.ones(2).numpy()\n"
    write(tmp_path, {"long.py": text})
    done = tflint("long.py", "--no-cache", "--output-format", "json", cwd=tmp_path)
    assert done.stderr == ""
    found = [(entry["code"], entry["line"]) for entry in json.loads(done.stdout)]
    assert found[0] == ("TFL301", 6)
    assert found[-1] == ("TFL601", text.count("\n"))


STEP = """\
@tf.function
def step_{0}(x, k):
    y = tf.reduce_sum(x) * k
    print(y)
    return [tf.square(v) for v in (x, y)]


seen = []
for j in range(3):
    step_{0}(tf.ones([2]), j)
    seen.append(tf.ones([2]))
"""


@pytest.mark.slow
def test_a_long_module_of_many_functions_is_linted_to_its_end(tmp_path: Path) -> None:
    count = 4_500
    text = "import tensorflow as tf\n" + "".join(map(STEP.format, range(count)))
    write(tmp_path, {"long.py": text})
    done = tflint("long.py", "--no-cache", "--output-format", "json", cwd=tmp_path)
    assert done.stderr == ""
    codes = [entry["code"] for entry in json.loads(done.stdout)]
    assert (codes.count("TFL101"), codes.count("TFL301")) == (count, count)


DEEP_EXPRESSIONS = {
    "parentheses": "(" * DEEP + "x" + ")" * DEEP,
    "lists": "[" * DEEP + "x" + "]" * DEEP,
    "attributes": "x" + ".a" * DEEP,
    "signs": "-" * DEEP + "x",
    "operators": "x" + " + x" * DEEP,
    "texts": "'a'" + " + 'b'" * DEEP,
    "powers": "x" + " ** x" * DEEP,
    "calls": "x" + ".b()" * DEEP,
    "items": "x" + "[0].a" * DEEP,
    "lambdas": "lambda: " * DEEP + "x",
    "lambdas that Python compiles": "lambda: " * 2900 + "x",
    "conditions": "x if x else " * DEEP + "x",
    "datasets": "tf.data.Dataset.range(3)" + ".map(lambda x: x)" * 900,
}
PLACES = {
    "by itself": "import tensorflow as tf\nx = 1\ny = {}\n",
    "traced": "import tensorflow as tf\n@tf.function\ndef f(x):\n    return {}\n",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("shape", DEEP_EXPRESSIONS)
def test_a_deep_file_ends_with_a_line_and_hides_no_other(
    shape: str, place: str, tmp_path: Path
) -> None:
    write(tmp_path, {"a.py": PRINTING, "deep.py": PLACES[place].format(DEEP_EXPRESSIONS[shape])})
    options = ("--no-cache", "--output-format", "concise")
    done = tflint(".", *options, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "a.py:5:5: TFL301" in done.stdout
    assert all(": TFL001 " in line for line in done.stdout.splitlines() if "deep.py" in line)
    if shape in ("signs", "lambdas"):
        assert tflint(".", *options, "--jobs", "2", cwd=tmp_path).stdout == done.stdout
        listed = tflint("traced", ".", cwd=tmp_path)
        assert listed.returncode == 2
        assert "a.py:4: f [tf.function]" in listed.stdout
        assert listed.stderr.splitlines() == [
            "tflint: error: deep.py: nested too deeply to be parsed"
        ]
        asked = tflint("why", "deep.py:2", cwd=tmp_path)
        assert (asked.returncode, asked.stdout) == (2, "")
        assert asked.stderr == "tflint: error: deep.py: nested too deeply to be parsed\n"
        assert tflint("why", "a.py:5", cwd=tmp_path).returncode == 0
