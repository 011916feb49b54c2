"""Which loops ask a model again and again, however many calls there are between."""

from __future__ import annotations

import pytest
from programs import lint, lint_all

from tflint.finding import Severity
from tflint.rules import all_rules
from tflint.rules.modes.predict_in_loop import PredictInLoop

_DEEPEST, _CALLS = 12, 8


def test_many_ways_to_one_call_are_each_gone_once() -> None:
    text = "import keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    text += "def f0(x):\n    return model.predict(x)\n"
    for depth in range(1, _DEEPEST):
        calls = "".join(f"    f{depth - 1}(x + {number})\n" for number in range(_CALLS))
        text += f"def f{depth}(x):\n{calls}"
    text += f"for row in open('rows'):\n    f{_DEEPEST - 1}(row[None])\n"
    (found,) = lint({"deep.py": text}, list(all_rules()))
    assert (found.code, found.span.line, len(found.chain)) == ("TFL901", 5, _DEEPEST + 1)


@pytest.mark.parametrize(
    ("end", "codes"),
    [
        ("sys.exit(0)", []),
        ("with open('log'):\n        break", []),
        ("print(row)", ["TFL901"]),
    ],
)
def test_a_turn_that_ends_the_loop_is_the_only_one(end: str, codes: list[str]) -> None:
    text = "import sys\nimport keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    text += f"for row in open('rows'):\n    model.predict(row[None])\n    {end}\n"
    assert [one.code for one in lint({"once.py": text}, list(all_rules()))] == codes


@pytest.mark.parametrize(
    ("turn", "severity"),
    [
        ("plt.imshow(scores)", Severity.INFO),
        ("axes[0].imshow(scores)", Severity.INFO),
        ("input()", Severity.INFO),
        ("for _ in scores:\n            plt.imshow(scores)", Severity.INFO),
        ("plt.plot(scores)", Severity.WARNING),  # 5 ms, beside 50
        ("cv2.imshow('w', scores)", Severity.WARNING),
        ("cv2.waitKey()", Severity.INFO),
        ("cv2.waitKey(0)", Severity.INFO),
        ("cv2.waitKey(delay=0)", Severity.INFO),
        ("cv2.waitKey(1)", Severity.WARNING),
        ("if scores[0] > 1:\n            plt.imshow(scores)", Severity.WARNING),
        ("later = lambda: plt.imshow(scores)", Severity.WARNING),
        ("draw(scores)", Severity.INFO),
        ("draw_some(scores)", Severity.WARNING),
    ],
)
def test_a_turn_that_draws_or_waits(turn: str, severity: Severity) -> None:
    text = (
        "import keras\nimport cv2\nimport matplotlib.pyplot as plt\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\n"
        "def draw(scores):\n"
        "    for _ in scores:\n"
        "        plt.imshow(scores)\n"
        "def draw_some(scores):\n"
        "    if scores[0] > 1:\n"
        "        plt.imshow(scores)\n"
        "def show(rows, axes):\n"
        "    for row in rows:\n"
        "        scores = model.predict(row[None])\n"
        f"        {turn}\n"
    )
    (found,) = lint_all({"m.py": text}, [PredictInLoop])
    assert found.severity is severity


def test_what_draws_the_picture_of_a_turn_may_ask_the_model() -> None:
    text = (
        "import keras\nimport matplotlib.pyplot as plt\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\n"
        "def show(row):\n"
        "    plt.imshow(model.predict(row[None]))\n"
        "for row in rows:\n"
        "    show(row)\n"
    )
    (found,) = lint_all({"m.py": text}, [PredictInLoop])
    assert found.severity is Severity.INFO


@pytest.mark.parametrize(
    ("rows", "severity"),
    [
        ("list(open('rows'))[0:9]", Severity.INFO),
        ("list(open('rows'))[9:]", Severity.WARNING),
        ("list(open('rows'))[-9:]", Severity.INFO),
        ("list(open('rows'))[-0:]", Severity.WARNING),
        ("list(open('rows'))[-many:]", Severity.WARNING),
        ("table[len(table) - 9 :]", Severity.INFO),
        ("table.iloc[len(table) - 9 :]", Severity.INFO),
        ("table.iloc[table.shape[0] - 9 :]", Severity.INFO),
        ("table.iloc[start:]", Severity.INFO),
        ("table.loc[len(table) - 9 :]", Severity.WARNING),
        ("table[len(others) - 9 :]", Severity.WARNING),
        ("table[len(table) - 90 :]", Severity.WARNING),
        ("np.random.choice(read(), 9, replace=False)", Severity.INFO),
        ("np.random.choice(read(), many)", Severity.WARNING),
        ("np.random.choice(read(), size=(9,))", Severity.INFO),
        ("np.random.randint(100, size=9)", Severity.INFO),
        ("np.random.randint(9, 100)", Severity.WARNING),
        ("rng.integers(0, 100, 9)", Severity.INFO),
        ("list(table[np.random.choice(100, 9)])", Severity.INFO),
        ("[row for row in table[drawn]]", Severity.INFO),
        ("[row for row in table[index]]", Severity.WARNING),
        ("itertools.islice(read(), 2, 9)", Severity.INFO),
        ("itertools.islice(read(), 2, 90)", Severity.WARNING),
        ("shown", Severity.INFO),
        ("filled", Severity.WARNING),
    ],
)
def test_how_often_a_loop_turns(rows: str, severity: Severity) -> None:
    text = (
        "import keras\nimport numpy as np\n"
        "model = keras.Sequential([keras.layers.Dense(1)])\n"
        "table = load_table()\n"
        "start = len(table) - 9\n"
        "drawn = np.random.choice(100, 9)\n"
        "shown = [row for row in table[drawn]]\n"
        "filled = [row for row in table[drawn]]\n"
        "filled.extend(table)\n"
        f"for row in {rows}:\n"
        "    model.predict(row[None])\n"
    )
    (found,) = lint_all({"m.py": text}, [PredictInLoop])
    assert found.severity is severity


@pytest.mark.parametrize(
    ("program", "severity"),
    [
        ("for name in names:\n    check(load_model(name))", Severity.INFO),
        ("for name in names:\n    net = load_model(name)\n    check(net)", Severity.INFO),
        ("for net in [load_model(name) for name in names]:\n    check(net)", Severity.INFO),
        ("def twice(net):\n    check(net)\nfor name in names:\n    twice(load_model(name))",
         Severity.INFO),
        ("net = load_model('net')\nfor name in names:\n    check(net)", Severity.WARNING),
        ("for name in names:\n    net = load_model(name)\n    for _ in names:\n        check(net)",
         Severity.WARNING),
        ("def again(net):\n    for _ in names:\n        check(net)\n"
         "for name in names:\n    again(load_model(name))", Severity.WARNING),
    ],
)  # fmt: skip
def test_a_few_calls_of_each_model(program: str, severity: Severity) -> None:
    text = (
        "from keras.models import load_model\nimport numpy as np\nnames = list(open('names'))\n"
        "def check(model):\n    for number in range(4):\n        model.predict(np.array([number]))\n"
        f"{program}\n"
    )
    (found,) = lint_all({"m.py": text}, [PredictInLoop])
    assert found.severity is severity


@pytest.mark.parametrize(
    ("calls", "severity"),
    [
        ("box.run(turns=11)", Severity.INFO),
        ("box.run()", Severity.WARNING),
        ("box.run(turns=int(input()))", Severity.WARNING),
        ("box.run(turns=11)\nbox.run()", Severity.WARNING),
    ],
)
def test_a_number_in_the_only_call_of_a_method(calls: str, severity: Severity) -> None:
    text = """\
import keras
import numpy as np


class Box:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def run(self, turns=500):
        for turn in range(turns):
            self.model.predict(np.array([turn]))


box = Box()
{calls}
"""
    (found,) = lint_all({"m.py": text.format(calls=calls)}, [PredictInLoop])
    assert found.severity is severity


@pytest.mark.parametrize(
    ("loop", "turn", "codes"),
    [
        ("while not done", "if done: {ask}", []),
        ("while not done and rows", "if done and rows: {ask}", []),
        ("while not done", "{ask}", ["TFL901"]),
        ("while not done", "if not done: {ask}", ["TFL901"]),
        ("while not done", "if done:\n            {ask}\n            done = False", ["TFL901"]),
        ("while True", "if done: {ask}", ["TFL901"]),
        ("while True", "if done: {ask}\n        if done: break", []),
        ("while True", "if done: {ask}\n        if done or rows: break", []),
        ("while True", "if done: {ask}\n        if done and rows: break", ["TFL901"]),
        ("while True", "if done: {ask}\n        if rows: break", ["TFL901"]),
    ],
)
@pytest.mark.parametrize("ask", ["model.predict(state[None])", "update(state, done)"])
def test_a_flag_that_ends_the_loop(ask: str, loop: str, turn: str, codes: list[str]) -> None:
    text = f"""\
import keras

model = keras.Sequential([keras.layers.Dense(1)])


def update(state, last):
    return model.predict(state[None])


for episode in range(1000):
    done = False
    {loop}:
        state, done = step()
        {turn.format(ask=ask)}
"""
    assert [one.code for one in lint({"m.py": text}, list(all_rules()))] == codes


def test_a_flag_that_is_given_on_ends_the_loop() -> None:
    text = """\
import keras

model = keras.Sequential([keras.layers.Dense(1)])


def update(state, last):
    if last:
        model.fit(state[None], 1)
    else:
        model.fit(state[None], 2)


for episode in range(1000):
    for step in range(500):
        state, done = act()
        update(state, last=done)
        if done:
            break
"""
    found = lint({"m.py": text}, list(all_rules()))
    assert [(one.code, one.span.line) for one in found] == [("TFL901", 10)]


@pytest.mark.parametrize(
    ("turn", "codes"),
    [
        ("row = rows[0]", []),
        ("row = rows[0]\n    row = row.reshape(1, -1)", []),
        ("first = rows[:2]\n    row = np.expand_dims(first[0], 0)", []),
        ("row = rows[number]", ["TFL901"]),
        ("row = rows[0]\n    rows.pop()", ["TFL901"]),
        ("row = rows[0]\n    change(rows)", ["TFL901"]),
        ("row = rows[0]\n    change(row)", ["TFL901"]),
        ("row = rows[0]\n    row.change()", ["TFL901"]),
        ("row = rows[0]\n    row[number] = 1", ["TFL901"]),
        ("row = rows[0]\n    row += 1", ["TFL901"]),
        ("row = row.reshape(1, -1)", ["TFL901"]),
        ("row = change()", ["TFL901"]),
        ("if number:\n        row = rows[0]", ["TFL901"]),
    ],
)
def test_each_turn_gives_the_model_the_same(turn: str, codes: list[str]) -> None:
    text = f"""\
import keras
import numpy as np

model = keras.Sequential([keras.layers.Dense(1)])
rows = list(open("rows"))
for number in range(100):
    {turn}
    scores = np.argmax(model.predict(row)[0])
"""
    assert [one.code for one in lint({"m.py": text}, list(all_rules()))] == codes


ONE = """\
import keras

model = keras.Sequential([keras.layers.Dense(1)])


def forecast(row):
    return model.predict(row[None])
"""
EACH = "from one import forecast\nfor row in open('rows'):\n    forecast(row)\n"
AROUND = (
    "from one import forecast\ndef f(row): forecast(row)\nfor row in open('rows'):\n    f(row)\n"
)


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"main.py": EACH}, Severity.WARNING),
        ({"test_one.py": EACH}, Severity.WARNING),
        ({"test_one.py": f"import pytest\n{EACH}"}, Severity.INFO),
        ({"test_one.py": f"import pytest\n{EACH}", "main.py": AROUND}, Severity.WARNING),
    ],
)
def test_what_only_a_test_repeats(files: dict[str, str], severity: Severity) -> None:
    (found,) = lint_all({"one.py": ONE, **files}, [PredictInLoop])
    assert found.severity is severity


BELOW = """\
import keras


class Base:
    def forecast(self, rows):
        return self._predict(rows)

    def _predict(self, rows):
        raise NotImplementedError


class Last(Base):
    def _predict(self, rows):
        return rows[-1]


class Net(Base):
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def _predict(self, rows):
        return self.model.predict(rows[None])


def each({parameter}, rows):
    for end in range(len(rows)):
        model.forecast(rows[:end])


each({given}, read())
"""


@pytest.mark.parametrize(
    ("parameter", "given", "codes"),
    [
        ("model", "Net()", ["TFL901"]),
        ("model", "Last()", []),
        ("model: Base", "read()", ["TFL901"]),
        ("model: Last", "read()", []),
        ("model", "read()", []),
        ("model", "len or Last()", []),
        ("model", "len or Net()", ["TFL901"]),
    ],
)
def test_a_method_below_runs_on_objects_of_its_class(
    parameter: str, given: str, codes: list[str]
) -> None:
    text = BELOW.format(parameter=parameter, given=given)
    assert [one.code for one in lint_all({"m.py": text}, [PredictInLoop])] == codes


@pytest.mark.parametrize(("drawn", "codes"), [("frac=1", []), ("32", ["TFL901"])])
def test_a_table_that_is_shuffled_is_all_the_data(drawn: str, codes: list[str]) -> None:
    text = f"""\
import keras
import pandas as pd

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
rows = pd.read_csv("rows.csv")
for _ in range(1000):
    some = rows.sample({drawn})
    model.fit(some.to_numpy()[:, :3], some.to_numpy()[:, 3])
    print(model.predict(some.to_numpy()[:1, :3]))
"""
    assert [one.code for one in lint({"table.py": text}, list(all_rules()))] == codes


def test_what_a_constant_of_the_module_rules_out_is_up_to_its_user() -> None:
    text = """\
import keras

MODE = "drawn"
model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])


def choose(row):
    if MODE == "asked":
        return model.predict(row[None])
    return 0


for row in open("rows"):
    choose(row)
"""
    assert [one.span.line for one in lint({"m.py": text}, [PredictInLoop])] == [9]


@pytest.mark.parametrize(("size", "codes"), [("32", ["TFL901"]), ("[32]", []), ("(3, 2)", [])])
def test_a_method_that_takes_a_list_for_the_batch_size_is_none_of_keras(
    size: str, codes: list[str]
) -> None:
    text = "import keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
    text += f"for row in open('rows'):\n    model.predict(row[None], {size})\n"
    assert [one.code for one in lint({"score.py": text}, list(all_rules()))] == codes


@pytest.mark.parametrize(
    ("divisor", "severity"),
    [("4", Severity.WARNING), ("int(input())", Severity.INFO), ("400", None)],
)
def test_a_remainder_of_a_number_that_is_kept(divisor: str, severity: Severity | None) -> None:
    text = f"""\
import keras
import numpy as np

class Learner:
    def __init__(self, every):
        self.every = every
        self.net = keras.Sequential([keras.layers.Dense(1)])

    def learn(self, rows):
        for step, row in enumerate(rows):
            if step % self.every == 0:
                self.net.predict(np.array([row]))

Learner({divisor}).learn(open("rows"))
"""
    found = lint_all({"m.py": text}, [PredictInLoop])
    assert [each.severity for each in found] == ([] if severity is None else [severity])
