"""Complete programs around a plant: what is traced, how it is called, and neutral code beside it."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass

from benchmarks.judge.plants import HERE, PLANTS, Plant

_IMPORTS = (
    "import datetime, io, itertools, logging, math, os, random, sys, time, warnings\n\n"
    "import numpy as np\n"
)
_FRAMEWORK = {
    "tensorflow": "import tensorflow as tf\n\n",
    "keras2": "import tensorflow as tf\n\n",
    "mxnet": "import mxnet as mx\nfrom mxnet.gluon import nn\n\n",
}
_NEUTRAL = (  # and invertible: they must not hide what the plant does
    "x = x + 1.0",
    "x = x + tf.reduce_sum(x)",
    "x = tf.concat([x, x], 0)",
    "if tf.reduce_sum(x) > 50.0:\n    x = x * 0.5",
    "x = -x + 0.25",
    "width = x.shape[-1]",
    "scale = 2.0\nx = x * scale",
)
_INPUTS = (
    "tf.ones([3])",
    "tf.constant([1.0, -2.0, 3.0])",
    "tf.fill([2, 2], 2.0)",
    "tf.linspace(0.5, 2.0, 4)",
)
_BESIDE = (
    "",
    "HISTORY = []\n",
    "class Settings:\n    scale = 1.5\n    name = 'plain'\n\n\nSETTINGS = Settings()\n",
    "def scaled(value, factor=2.0):\n    return value * factor\n",
)
_LOOPS = ("for i in range(ROUNDS):", "for i, _ in enumerate('abcdefghij'[:ROUNDS]):")
_WHILE = "i = -1\nwhile i < ROUNDS - 1:\n    i += 1"


@dataclass(frozen=True)
class Program:
    """A program with one plant.

    Attributes:
        line: that of the plant.
    """

    name: str
    plant: Plant
    text: str
    line: int


def program(seed: int, number: int) -> Program:
    """The program of this number: all plants come in turn, and what is around them is drawn."""
    draw = random.Random(f"{seed}/{number}")
    plant = PLANTS[number % len(PLANTS)]
    shell = draw.choice(plant.shells)
    rounds = draw.randint(3, 7)
    data = draw.choice(_INPUTS)
    neutral = (
        [] if "autograph=False" in plant.options else draw.sample(_NEUTRAL, draw.randint(0, 2))
    )
    if "autograph=False" in plant.options:
        neutral = [line for line in draw.sample(_NEUTRAL, 2) if not line.startswith("if ")]
    # What comes before must not change what the plant says of its input.
    body = "\n".join([plant.body, *neutral, "return x"] if plant.body else ["return x"])
    call = (plant.call or "y = step(x, {number})").format(number=plant.number)
    head, made, call = _shell(shell, plant, body, call)
    lines = [f"x = {data}" if plant.world != "mxnet" else "", plant.before]
    inner = "\n".join(filter(None, [plant.each, call, *_shown(plant, draw)]))
    loop = draw.choice([*_LOOPS, _WHILE])
    names = [line for line in inner.splitlines() if line.startswith("global ")]
    inner = "\n".join(line for line in inner.splitlines() if line not in names)
    lines = [
        *dict.fromkeys(names),
        *made,
        *lines,
        loop,
        textwrap.indent(inner, "    "),
        plant.after,
    ]
    main = "def main():\n" + textwrap.indent("\n".join(filter(None, lines)), "    ")
    text = "\n\n".join(
        part.rstrip()
        for part in (
            _IMPORTS + _FRAMEWORK[plant.world] + f"ROUNDS = {rounds}",
            draw.choice(_BESIDE),
            plant.head,
            head,
            main,
            'if __name__ == "__main__":\n    main()',
        )
        if part.strip()
    )
    texts = text.splitlines()
    line = next(n for n, one in enumerate(texts, 1) if one.rstrip().endswith(HERE))
    text = "\n".join(one.removesuffix(HERE).rstrip() for one in texts) + "\n"
    return Program(f"s{seed}_{number:05d}", plant, text, line)


def _shown(plant: Plant, draw: random.Random) -> list[str]:
    if not plant.shows:
        return []
    # Of times only what lies between the calls tells something: the last one alone does not.
    prints = draw.random() < 0.7 or plant.clock
    shown = "y.asnumpy()" if plant.world == "mxnet" else "np.asarray(y)"
    return [f"print('result', {shown}.tolist())"] if prints else ["global RESULT", "RESULT = y"]


def _shell(shell: str, plant: Plant, body: str, call: str) -> tuple[str, list[str], str]:
    """The traced function, what the program makes first, and the call."""
    parameter = "row" if plant.code == "TFL308" else "i"
    decorator = f"@tf.function{plant.options}"
    inside = textwrap.indent(body, "    ")
    if shell == "none":
        return "", [], call
    if shell == "method":
        head = (
            "class Model:\n    def __init__(self):\n        self.rate = 2.0\n        self.last = None\n\n"
            f"    {decorator}\n    def step(self, x, {parameter}):\n{textwrap.indent(inside, '    ')}"
        )
        return head, ["global model", "model = Model()"], call.replace("step(", "model.step(")
    if shell == "helper":
        head = (
            f"def work(x, {parameter}):\n{inside}\n\n\n"
            f"{decorator}\ndef step(x, {parameter}):\n    return work(x, {parameter})"
        )
        return head, [], call
    if shell == "closure":
        head = (
            f"def make():\n    {decorator}\n    def step(x, {parameter}):\n"
            f"{textwrap.indent(inside, '    ')}\n\n    return step"
        )
        return head, ["step = make()"], call
    return f"{decorator}\ndef step(x, {parameter}):\n{inside}", [], call
