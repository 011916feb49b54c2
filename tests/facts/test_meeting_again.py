"""Helpers and layers that meet again are gone through once, and names made of themselves are no end.

As many that each lead to the one before twice would take ages otherwise.
"""

from __future__ import annotations

from programs import lint

from tflint.rules import all_rules

RULES = list(all_rules())


def codes(text: str) -> list[str]:
    return [one.code for one in lint({"m.py": text}, RULES)]


LAYER = """\
class L{number}(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.a = {made}
        self.b = {made}

    {decorator}
    def call(self, x):
        return self.a(x) + self.b(x)
"""


def layers(count: int, first: str) -> str:
    text = f"import tensorflow as tf\n{first}"
    for number in range(1, count):
        decorator = "@tf.function" if number == count - 1 else ""
        text += LAYER.format(number=number, made=f"L{number - 1}()", decorator=decorator)
    text += "class M(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
    text += (
        f"        self.kept = L{count - 1}()\n    def call(self, x):\n        return self.kept(x)\n"
    )
    return text + "m = M()\nm.compile('sgd', 'mse')\nm.fit(tf.ones((4, 2)), tf.ones((4, 2)))\n"


FIRST = """\
class L0(tf.keras.layers.Layer):
    def __init__(self):
        {set_up}
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)
"""


def test_layers_of_layers() -> None:
    assert codes(layers(40, FIRST.format(set_up="super().__init__()"))) == ["TFL904"]
    assert codes(layers(40, FIRST.format(set_up="pass"))) == []


def test_numbers_handed_on_by_methods() -> None:
    text = "import tensorflow as tf\nclass A:\n    @tf.function\n    def step(self, x, n):\n"
    text += "        return x * n\n    def f0(self, n):\n        self.step(tf.ones(2), n)\n"
    for number in range(1, 40):
        text += f"    def f{number}(self, n):\n" + f"        self.f{number - 1}(n)\n" * 2
    kept = "a = A()\nfor n in range(50):\n    a.f39(n)\n"
    new = "for n in range(50):\n    a = A()\n    a.f39(n)\n"
    assert codes(text + kept) == ["TFL101"]
    assert codes(text + new) == []


def test_a_method_that_hands_a_number_to_itself_is_not_followed() -> None:
    text = "import tensorflow as tf\nclass A:\n    @tf.function\n    def step(self, x, n):\n"
    text += "        return x * n\n    def go(self, n):\n        self.step(tf.ones(2), n)\n"
    text += "        if n > 3:\n            self.go(n)\n"
    assert codes(text + "for n in range(50):\n    a = A()\n    a.go(n)\n") == ["TFL101", "TFL106"]


def test_lists_made_of_each_other() -> None:
    text = "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(2)])\n"
    text += "def go():\n    while True:\n        a = list(b)\n        b = list(a)\n"
    assert codes(text + "        for x in a:\n            m.predict(x)\n") == []


def test_class_names_made_of_each_other() -> None:
    text = "import tensorflow as tf\nclass N(tf.keras.Model):\n    level = 0\n"
    text += "    def call(self, x):\n        return x * self.level\n"
    text += "    def up(self):\n        self.level += 1\n"
    text += "def show(model):\n    for _ in range(3):\n        kind = other.lower()\n"
    text += "        other = kind.lower()\n        if kind == 'a':\n            model.predict(1)\n"
    assert codes(text + "n = N()\nfor i in range(5):\n    n.up()\n    show(n)\n") == ["TFL504"]
