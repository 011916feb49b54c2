"""What stands behind an option that no construction of the class turns on is in no graph."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules.effects.print import Print

NET = """\
import tensorflow as tf


class Layer(tf.Module):
    def __init__(self, debug=False):
        super().__init__()
        self.debug = debug

    @tf.function
    def __call__(self, x):
        if self.debug:
            print("x", x)
        return x * 2


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.layer = {made}

    def __call__(self, x):
        return self.layer(x)

"""
RUN = """\
net = Net()
for i in range(10):
    net(tf.ones(3))
"""


@pytest.mark.parametrize(
    ("made", "more", "is_found"),
    [
        ("Layer()", "", False),
        ("Layer(False)", "", False),
        ("Layer(debug=False)", "other = Layer()\n", False),
        ("Layer(True)", "", True),
        ("Layer()", "other = Layer(debug=True)\n", True),
        ("Layer(*options)", "", True),
        ("Layer(**options)", "", True),
        ("Layer(tf.__version__ == '2')", "", True),
        ("Layer()", "net.layer.debug = True\n", True),
        ("Layer()", "make(Layer)\n", True),
        ("Layer()", "class Other(Layer):\n    def f(self): self.debug = True\n", True),
        ("Layer()", "class Other(Layer):\n    def __init__(self): super().__init__(True)\n", True),
        ("Layer()", "class Other(Layer):\n    def __init__(self): super().__init__()\n", False),
        ("Layer()", "class Other:\n    def f(self): self.debug = True\n", False),
        ("Layer()", "setattr(net.layer, 'debug', True)\n", True),
        ("Layer()", "setattr(net.layer, input(), True)\n", True),
        ("Layer()", "setattr(net, input(), True)\n", False),
        ("Layer()", "class Other(Layer):\n    def f(self, k): self.__dict__.update(k)\n", True),
        ("Layer()", "class Other(Layer):\n    def f(self, k): vars(self).update(k)\n", True),
        ("Layer()", "class Other:\n    def f(self, k): vars(self).update(k)\n", False),
    ],
)
def test_an_option_of_the_constructor(made: str, more: str, is_found: bool) -> None:
    found = lint_all({"m.py": NET.format(made=made) + RUN + more}, [Print])
    assert [finding.code for finding in found] == ["TFL301"] * is_found


@pytest.mark.parametrize(
    ("kept", "made", "is_found"),
    [
        ("False", "Layer()", False),
        ("False", "Layer(True)", False),
        ("True", "Layer()", True),
        ("bool(debug)", "Layer()", True),
        ("debug", "Layer()", False),
        ("debug", "Layer(True)", True),
    ],
)
def test_what_the_constructor_keeps_is_given_on(kept: str, made: str, is_found: bool) -> None:
    shows = "def show(x, debug):\n    if debug:\n        print('x', x)\n\n\nclass Layer"
    program = NET.format(made=made).replace("class Layer", shows)
    program = program.replace("self.debug = debug", f"self.debug = {kept}")
    program = program.replace(
        """if self.debug:
            print("x", x)""",
        "show(x, self.debug)",
    )
    found = lint_all({"m.py": program + RUN}, [Print])
    assert [finding.code for finding in found] == ["TFL301"] * is_found


def test_nobody_is_seen_to_make_one() -> None:
    program = NET.format(made="None").partition("class Net")[0]
    assert [finding.code for finding in lint_all({"m.py": program}, [Print])] == ["TFL301"]


def test_what_tests_make_is_another_matter() -> None:
    program = NET.format(made="Layer(True)") + RUN
    test = "from m import Layer\n\n\ndef test_layer(): Layer(False)\n"
    found = lint_all({"m.py": program, "tests/test_m.py": test}, [Print])
    assert [finding.code for finding in found] == ["TFL301"]


@pytest.mark.parametrize("kept", ["self.debug = not debug", "if x: self.debug = debug"])
def test_what_is_kept_in_another_way_is_not_known(kept: str) -> None:
    program = NET.format(made="Layer()").replace("self.debug = debug", kept)
    assert [f.code for f in lint_all({"m.py": program + RUN}, [Print])] == ["TFL301"]


MODES = """\
import tensorflow as tf


class Mode:
    EAGER = "eager"
    BATCH = "batch"


class Base(tf.Module):
    def __init__(self, mode=Mode.BATCH):
        super().__init__()
        self.mode = mode


class Layer(Base):
    def __init__(self, mode=Mode.BATCH):
        super().__init__(mode)
        self.mode = mode

    @tf.function
    def __call__(self, x):
        if self.mode == Mode.BATCH:
            print("x", x)
        return x * 2


class Net(tf.Module):
    def __init__(self, mode=Mode.BATCH):
        super().__init__()
        self.layer = Layer(mode)

    def __call__(self, x):
        return self.layer(x)


def build(mode):
    return Net(mode=mode)


"""
MODES_RUN = """\
net = {made}
for i in range(10):
    net(tf.ones(3))
"""


@pytest.mark.parametrize(
    ("made", "more", "is_found"),
    [
        ("build(Mode.EAGER)", "", False),
        ("build('eager')", "", False),
        ("Net(Mode.EAGER)", "", True),
        ("Net(Mode.EAGER)", "other = build(Mode.EAGER)\n", False),
        ("build(Mode.EAGER)", "other = build(mode=Mode.EAGER)\n", False),
        ("build(Mode.EAGER)", "def test_it(): build(Mode.EAGER)\n", False),
        ("build(Mode.BATCH)", "", True),
        ("Net()", "", True),
        ("build(Mode.EAGER)", "other = build(Mode.BATCH)\n", True),
        ("build(Mode.EAGER)", "other = Layer()\n", True),
        ("build(Mode.EAGER)", "builders = [build]\n", True),
        ("build(Mode.EAGER)", "make(Net)\n", True),
        ("build(Mode.EAGER)", "Mode.EAGER = input()\n", True),
        ("build(Mode.EAGER)", "setattr(Mode, input(), input())\n", True),
        ("build(Mode.EAGER)", "net.layer.mode = input()\n", True),
        ("build(Other.EAGER)", "", True),
        ("build(*options)", "", True),
        ("build(input())", "", True),
    ],
)
def test_a_constant_that_is_handed_on(made: str, more: str, is_found: bool) -> None:
    program = MODES + MODES_RUN.format(made=made) + more
    found = lint_all({"m.py": program}, [Print])
    assert [finding.code for finding in found] == ["TFL301"] * is_found


def test_a_base_that_sets_it_last() -> None:
    program = MODES + MODES_RUN.format(made="build(Mode.EAGER)")
    first, last = "super().__init__(mode)\n", "self.mode = mode\n"
    indent = " " * 8
    program = program.replace(first + indent + last, last + indent + "super().__init__()\n")
    assert [f.code for f in lint_all({"m.py": program}, [Print])] == ["TFL301"]
