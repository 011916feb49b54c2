"""What the conditions around a line ask of the arguments."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import make_finding

from tflint.experiment.requirements import requirements
from tflint.finding import Reason

_TRUE, _FALSE, _GIVEN = {"kind": "true"}, {"kind": "false"}, {"kind": "given"}


def _value(plain: Any) -> dict[str, Any]:
    return {"kind": "value", "value": plain}


def _requirements(path: Path, program: str) -> dict[str, dict[str, list[dict[str, Any]]]]:
    path.write_text(textwrap.dedent(program))
    entry = "Net.f" if "class Net" in program else "f"
    return requirements(make_finding(path, "TFL301", entry=entry))


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        ("a", {"a": [_TRUE]}),
        ("not a", {"a": [_FALSE]}),
        ("a and not b", {"a": [_TRUE], "b": [_FALSE]}),
        ("a or b", {"a": [_TRUE], "b": [_TRUE]}),
        ("same > 1", {"a": [_value(2)]}),
        ("rank == 0", {"a": [{"kind": "tensor", "dtype": "float32", "shape": []}]}),
        ("lost", {"b": [_GIVEN]}),
        ("other() or b", {"b": [_TRUE]}),
        ("not (a or b)", {"a": [_FALSE], "b": [_FALSE]}),
        ("a is None", {"a": [_value(None)]}),
        ("a is not None", {"a": [_GIVEN]}),
        ("a == 'max'", {"a": [_value("max")]}),
        ("a != 'max'", {"a": [_value("not max")]}),
        ("a != 0.0", {"a": [_value(0.5)]}),
        ("a in ('max', 'mean')", {"a": [_value("max"), _value("mean")]}),
        ("a not in ('max', 'mean')", {}),
        ("a > 1", {"a": [_value(2)]}),
        ("1 > a", {"a": [_value(0)]}),
        ("not a > 1", {"a": [_value(1)]}),
        (
            "a.shape.rank == 4",
            {"a": [{"kind": "tensor", "dtype": "float32", "shape": [2, 4, 4, 3]}]},
        ),
        ("len(a.shape) == 1", {"a": [{"kind": "tensor", "dtype": "float32", "shape": [2]}]}),
        (
            "not isinstance(a, list)",
            {"a": [{"kind": "tensor", "dtype": "float32", "shape": [2, 3]}]},
        ),
        ("random.random() < a", {"a": [_value(1.0)]}),
        ("not random.random() < a", {"a": [_value(0.0)]}),
        ("np.random.rand() >= a", {"a": [_value(0.0)]}),
        ("a > np.random.uniform(0, 1)", {"a": [_value(1.0)]}),
        ("drawn > a", {"a": [_value(0.0)]}),
        ("np.random.uniform(0, 9) < a", {}),
        ("a == random.random()", {}),
        ("a == b", {}),
        ("a > rate", {"a": [_value(1.2)]}),
        ("rate != c", {"c": [_value(0.7)]}),
        ("a != lowered", {}),
        ("LIMIT < a", {"a": [_value(8)]}),
        ("a == CHANGED", {}),
        ("local > 0", {}),
    ],
)
def test_a_condition(condition: str, asked: dict[str, Any], tmp_path: Path) -> None:
    """Each kind of condition, and what makes it come out true."""
    program = f"""
    LIMIT = 7
    CHANGED = 1
    CHANGED += 1
    def f(a, b, c=None, rate=0.2, lowered=0.5):
        local = 1
        lowered -= 0.1
        drawn = np.random.uniform()
        same = a
        rank = a.shape.rank
        lost = []
        if b is not None:
            lost.append(b)
        if {condition}:
            print(a)  # here
    """
    assert _requirements(tmp_path / "a.py", program).get("f", {}) == asked


def test_what_comes_before_the_line(tmp_path: Path) -> None:
    """Branches that leave, branches not taken, assertions, and nothing of what comes after."""
    found = _requirements(
        tmp_path / "a.py",
        """
        def f(a, b, c, d, e):
            assert a
            if b:
                raise ValueError
            if c:
                pass
            elif d is None:
                print(a)  # here
            if e:
                return a
        """,
    )
    assert found == {"f": {"a": [_TRUE], "b": [_FALSE], "c": [_FALSE], "d": [_value(None)]}}


def test_a_definition_needs_the_way_on_which_it_is_returned(tmp_path: Path) -> None:
    """Whoever calls a function that is made in another has to get it first; one return alone tells how."""
    program = """
        def f(strategy, other):
            def step(x):  # here
                return x
            if strategy == None:
                return step
            if other:
                return %s
            return lambda x: strategy.run(step, x)
        """
    found = _requirements(tmp_path / "a.py", program % "None")
    assert found == {"f": {"strategy": [_value(None)]}}
    assert _requirements(tmp_path / "b.py", program % "step") == {}


def test_attributes_are_the_constructors_parameters(tmp_path: Path) -> None:
    """What ``self`` keeps of them, under whatever name, also in a dictionary."""
    found = _requirements(
        tmp_path / "a.py",
        """
        class Net:
            def __init__(self, mode, size):
                self._mode = mode
                self._config = {"n": size}
            def build(self, shape):
                if self._mode == "max":
                    self.table = make(shape)
            def f(self, x):
                if self._config["n"] == 3 and self.unknown and self.table is not None:
                    print(x)  # here
        """,
    )
    assert found == {"Net": {"mode": [_value("max")], "size": [_value(3)]}}


def test_attributes_that_methods_set_again(tmp_path: Path) -> None:
    """Others stay as the constructor makes them."""
    found = _requirements(
        tmp_path / "a.py",
        """
        class Net:
            def __init__(self):
                self.rate, self.steps, self.kept = 1.0, 0, 0
            def f(self, x):
                if random.random() > self.rate and self.steps > 3 and self.kept > 3:
                    print(x)  # here
            def end(self):
                self.rate *= 0.9
                self.steps = self.steps + 1
        """,
    )
    assert found == {"Net": {"self.rate": [_value(0.0)], "self.steps": [_value(4)]}}


def test_an_item_of_a_constructors_parameter(tmp_path: Path) -> None:
    found = _requirements(
        tmp_path / "a.py",
        """
        class Net:
            def __init__(self, designs, number):
                self.designs = designs
                self.design = list(self.designs)[number % 2]
            def f(self, x):
                if self.design == "A":
                    print(x)  # here
        """,
    )
    items = [_value("A")]
    asked = [{"kind": "tuple", "items": items}, {"kind": "list", "items": items}]
    assert found == {"Net": {"designs": asked}}


def test_what_an_attribute_tells_is_asked_where_it_is_bound(tmp_path: Path) -> None:
    """``self.recurrent = isinstance(layer, RNN)``; ``self.layer`` is bound by the base."""
    found = _requirements(
        tmp_path / "a.py",
        """
        class Net(Base):
            def __init__(self, layer, size, plain):
                super().__init__(layer)
                self.recurrent = isinstance(self.layer, tf.keras.layers.RNN)
                self.large = size > 4
                self.plain = other(plain)
            def f(self, x):
                if self.recurrent and self.large and not self.plain:
                    print(x)  # here
        """,
    )
    layers = found["Net"].pop("layer")
    assert layers[0] == {
        "kind": "keras", "name": "layers.SimpleRNN", "config": {"units": _value(3)}
    }  # fmt: skip
    assert found == {"Net": {"size": [_value(5)]}}


def test_parameters_of_the_function_around(tmp_path: Path) -> None:
    """A step asks what its maker was given."""
    path = tmp_path / "a.py"
    path.write_text(
        textwrap.dedent(
            """
            def make(metric, size):
                def step(x):
                    if not metric and x is not None:
                        print(x)  # here
                return step
            """
        )
    )
    found = requirements(make_finding(path, "TFL301", entry="make.<locals>.step"))
    assert found == {"make": {"metric": [_FALSE]}, "make.<locals>.step": {"x": [_GIVEN]}}


@pytest.mark.parametrize(
    ("definition", "call"),
    [
        ("def drop(x, rate, training):", "drop(x, self.rate, training)"),
        ("def drop(x, rate, training):", "drop(x, training=training, rate=self.rate)"),
        (
            "class Own:\n    def drop(own, x, rate, training):",
            "Own.drop(None, x, self.rate, training)",
        ),
        ("class Own:\n    def drop(own, x, rate, training):", "Own().drop(x, self.rate, training)"),
        (
            "class Own:\n    @staticmethod\n    def drop(x, rate, training):",
            "Own.drop(x, self.rate, training)",
        ),
    ],
    ids=["by position", "by name", "by the class", "by an object", "a static method"],
)
def test_what_a_helper_asks_is_asked_of_what_its_caller_gives(
    definition: str, call: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.py"
    helper = textwrap.indent("if training and rate != 0.0:\n    print(x)  # here", " " * 8)
    path.write_text(
        f"{definition}\n{helper}\n"
        "class Net:\n"
        "    def __init__(self, rate=None):\n"
        "        self.rate = rate\n"
        "    def f(self, x, training=None):\n"
        f"        return {call}\n"
    )
    function = "Own.drop" if "class Own" in definition else "drop"
    finding = make_finding(path, "TFL301", entry="Net.f", function=function)
    line = 1 + path.read_text().splitlines().index(f"        return {call}")
    found = requirements(replace(finding, chain=(Reason(str(path), line, "calls it"),)))
    assert found.pop(function) == {"training": [_TRUE], "rate": [_value(0.5)]}
    assert found == {"Net.f": {"training": [_TRUE]}, "Net": {"rate": [_value(0.5)]}}
