"""Claims about TensorFlow code, proven and cleared by TensorFlow itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import Case, Settle, make_finding

from tflint.claims import Frozen
from tflint.finding import EntryKind, Finding
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

HEAD = "import logging, time\nimport numpy as np\nimport tensorflow as tf\n"


def step_of_training(draw: str, used: str) -> str:
    """A program that trains one Variable, with a draw that its step uses, or does not."""
    return f"""
        weight = tf.Variable(tf.ones([2]))

        @tf.function
        def step(x):
            noise = {draw}  # here
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square({used} * weight - 1.0))
            weight.assign_sub(0.1 * tape.gradient(loss, weight))
            return loss

        for _ in range(3):
            step(tf.ones([4, 2]))
        """


CASES = {
    "a print": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            "Says hello."
            print("hello")  # here
            return x * 2
        f(tf.constant(1.0)); f(tf.constant(2.0))
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "call site",
    ),
    "a print that TensorFlow does itself": Case(
        "TFL301",
        "f",
        "refuted",
        """
        @tf.function
        def f(x):
            tf.print("hello")  # here
            return x * 2
        """,
        inputs="search",
    ),
    "a print in a branch that only some calls take": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            if x > 1:
                print("large")  # here
            return x
        for value in (5.0, 0.0, 0.0):
            f(tf.constant(value))
        """,
    ),
    "a line that is never reached": Case(
        "TFL301",
        "f",
        "inconclusive",
        """
        import os
        @tf.function
        def f(x):
            if "NEVER_SET" in os.environ:
                print("hello")  # here
            return x
        f(tf.constant(1.0))
        """,
        "not reached",
    ),
    "a line behind a mode that no call chooses": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x, mode=None):
            if mode == "loud":
                print("hello")  # here
            return x
        f(tf.constant(1.0))
        """,
        inputs="search",
    ),
    "a line behind what an object is made with, and what it is called with": Case(
        "TFL301",
        "Block.call",
        "confirmed",
        """
        class Block(tf.keras.layers.Layer):
            def __init__(self, width, two_streams=True, **kwargs):
                super().__init__(**kwargs)
                self._width = width
                self._config = {"two_streams": two_streams}
            def call(self, x, query=None):
                if self._width == 2:
                    return x
                if not self._config["two_streams"] and query is not None:
                    print("the query is ignored")  # here
                return x + self._width
        """,
        inputs="search",
        kind=EntryKind.KERAS,
    ),
    "a layer that is given nothing between two tensors": Case(
        "TFL301",
        "Mix.call",
        "confirmed",
        """
        class Mix(tf.keras.layers.Layer):
            def call(self, a, b=None, c=None):
                if b is not None:
                    raise ValueError("no b here")
                print("mixing")  # here
                return a + c
        Mix()(tf.ones(3), c=tf.ones(3))
        """,
        inputs="call site",
        kind=EntryKind.KERAS,
    ),
    "gradients of which one is missing": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        def warn(grads_and_vars):
            lost = [v for g, v in grads_and_vars if g is None]
            if lost:
                print("no gradient for", len(lost))  # here
            return [g * 2.0 for g, v in grads_and_vars if g is not None]
        @tf.function
        def step(strategy: tf.distribute.Strategy, never: float):
            assert never < 0
            return strategy.run(warn)
        """,
        function="warn",
    ),
    "a step that is run by a strategy": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        def doubled(x):
            print("doubling")  # here
            return 2 * x
        @tf.function
        def step(x, strategy):
            return strategy.run(doubled, args=(x,))
        """,
        function="doubled",
    ),
    "an object that an annotation speaks of, made of another": Case(
        "TFL301",
        "Steps.step",
        "confirmed",
        """
        import abc, dataclasses
        from typing import Optional
        @dataclasses.dataclass
        class Config:
            factor: float = 3.0
            name: str = "a"
            def scaled(self):
                return self.factor * 2
        class Scale(abc.ABC):
            def __init__(self, config: "Config"):
                self.config = config
            @abc.abstractmethod
            def apply(self, x): ...
        class Twice(Scale):
            def apply(self, x):
                return x * self.config.scaled()
        class Steps:
            def __init__(self, scale: Optional[Scale]):
                self.scale = scale
            @tf.function
            def step(self, x):
                print("step")  # here
                return self.scale.apply(x)
        """,
        inputs="search",
    ),
    "a layer that the program calls with symbols only": Case(
        "TFL303",
        "Block.call",
        "confirmed",
        """
        class Block(tf.keras.layers.Layer):
            def __init__(self, sizes, **kwargs):
                super().__init__(**kwargs)
                assert sizes["wide"] == 5
                self.seen = []
            def call(self, words, mask):
                self.seen.append(1)  # here
                return tf.reduce_sum(words * mask, axis=[1, 2])
        words = tf.keras.Input([5, 3])
        model = tf.keras.Model(words, Block({"wide": 5})(words, mask=words))
        """,
        inputs="call site",
        kind=EntryKind.KERAS,
    ),
    "a mode in which not every input will do": Case(
        "TFL301",
        "Drop.call",
        "confirmed",
        """
        class Drop(tf.keras.layers.Layer):
            def __init__(self, rate, **kwargs):
                super().__init__(**kwargs)
                self._rate = rate
            def call(self, x, training=None):
                if not training or self._rate == 0.0:
                    return x
                batch, height, width, channels = x.shape
                print("dropping")  # here
                return tf.reshape(x, [-1, height * width, channels])
        drop = Drop(0.0)
        """,
        inputs="search",
        kind=EntryKind.KERAS,
    ),
    "a layer that packs what it is called with": Case(
        "TFL301",
        "Packed.call",
        "confirmed",
        """
        class Packed(tf.keras.layers.Layer):
            def __call__(self, words, mask=None):
                return super().__call__({"words": words, "mask": mask})
            def call(self, inputs):
                print("unpacking")  # here
                return inputs["words"] * inputs["mask"]
        Packed()(tf.ones((2, 3)), tf.ones((2, 3)))
        """,
        inputs="call site",
        kind=EntryKind.KERAS,
    ),
    "an entry that ends the process, and a helper that does not": Case(
        "TFL301",
        "Block.call",
        "confirmed",
        """
        import os
        def told(x):
            print("told")  # here
            return x + 1
        class Block(tf.keras.layers.Layer):
            def call(self, x):
                y = told(x)
                os._exit(3)
                return y
        Block()(tf.ones(2))
        """,
        function="told",
        kind=EntryKind.KERAS,
    ),
    "a base class that leaves a method to others": Case(
        "TFL301",
        "Merge.call",
        "confirmed",
        """
        class Merge(tf.keras.layers.Layer):
            def combine(self, x):
                raise NotImplementedError
            def call(self, x):
                print("merging")  # here
                return self.combine(x)
        class Doubled(Merge):
            def combine(self, x):
                return x + x
        """,
        inputs="search",
        kind=EntryKind.KERAS,
    ),
    "a package that the interpreter lacks": Case(
        "TFL301",
        "f",
        "inconclusive",
        """
        import no_such_package
        @tf.function
        def f(x):
            print(no_such_package.name)  # here
            return x
        f(tf.constant(1.0))
        """,
        "it hangs on what no_such_package gives, which is not installed (`--python` names an",
    ),
    "a package that the interpreter lacks, imported inside": Case(
        "TFL301",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            import no_such_package
            print(no_such_package.name)  # here
            return x
        f(tf.constant(1.0))
        """,
        "No module named 'no_such_package' (`--python` names an interpreter that has it)",
    ),
    "an object that failed while it was made is none": Case(
        "TFL301",
        "Table.step",
        "inconclusive",
        """
        class Table:
            def __init__(self, mode: str, path: int):
                self.mode = mode
                raise ValueError(f"no rows in {path}")
            @tf.function
            def step(self, x):
                if self.mode == "loud":
                    print("step")  # here
                return x
        """,
        "no inputs found for Table",
    ),
    "a heavy call, of which a part is enough": Case(
        "TFL303",
        "Block.call",
        "confirmed",
        """
        import os
        class Block(tf.keras.layers.Layer):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.seen = []
            def call(self, x, y):
                assert x.shape[1:] == y.shape[1:]
                if x.shape[0] > 2:
                    os._exit(3)  # out of memory
                self.seen.append(1)  # here
                return tf.reduce_mean(x * y)
        Block()(tf.ones((64, 256, 256)), tf.ones((64, 256, 256)))
        """,
        inputs="call site",
        kind=EntryKind.KERAS,
    ),
    "a call of the program's, changed to come to the line": Case(
        "TFL301",
        "Block.call",
        "confirmed",
        """
        class Block(tf.keras.layers.Layer):
            def __init__(self, table, two_streams=True, **kwargs):
                super().__init__(**kwargs)
                assert {"a", "b"} <= set(table)
                self._table = table
                self._two_streams = two_streams
            def call(self, inputs, query=None):
                if not self._two_streams and isinstance(inputs, list):
                    print("lists are discouraged")  # here
                if not isinstance(inputs, list):
                    inputs = [inputs["x"], inputs["y"]]
                return tf.matmul(inputs[0], inputs[1]) * self._table["a"]
        block = Block({"a": 2.0, "b": 3.0})
        block({"x": tf.ones((5, 7)), "y": tf.ones((7, 2))})
        """,
        inputs="call site",
        kind=EntryKind.KERAS,
    ),
    "a function that retraces at each call, and not at the same call again": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x, i):
            print("hello")  # here
            return x
        for i in range(100):
            f(tf.constant(1.0), i)
        """,
        "eagerly 1, 1, 1, 1, 1, 1, 1, 1; as a graph 1, 1, 1, 1, 0, 0, 0, 0",
    ),
    "a helper, in a chain": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        def helper(x):
            print("hello")  # here
            return x
        @tf.function
        def f(x):
            return helper(x)
        """,
        function="helper",
    ),
    "standard output replaced": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        import contextlib, io
        @tf.function
        def f(x):
            print("hello")  # here
            return x
        def lines():
            with contextlib.redirect_stdout(io.StringIO()) as out:
                f(tf.constant(1.0)); f(tf.constant(1.0))
            return len(out.getvalue().splitlines())
        print(lines())
        """,
        "1, 1, 1, 1; as a graph 1, 0, 0, 0",
    ),
    "every other spelling: partial with options": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        import functools
        @functools.partial(tf.function, input_signature=[tf.TensorSpec([None, 2], tf.int32)])
        def f(x):
            print("hello")  # here
            return x
        """,
        inputs="input_signature",
    ),
    "tf.function over a lambda": Case(
        "TFL301",
        "<lambda>",
        "confirmed",
        """
        f = tf.function(lambda x: print("hello") or x)  # here
        y = f(tf.constant(1.0))
        """,
        at="print",
    ),
    "a bound method": Case(
        "TFL303",
        "Trainer._step",
        "confirmed",
        """
        class Trainer:
            def __init__(self, rate):
                self.rate = rate
                self.losses = []
                self.step = tf.function(self._step)
            def _step(self, x):
                self.losses.append(x)  # here
                return x * self.rate
            def train(self, data):
                for x in data:
                    self.step(x)
        def main():
            trainer = Trainer(0.5)
            trainer.train(tf.data.Dataset.from_tensor_slices(tf.ones([10, 2])))
        if __name__ == "__main__":
            main()
        """,
        "symbolic tensor",
        "call site",
    ),
    "a closure that nobody calls": Case(
        "TFL303",
        "make.<locals>.step",
        "confirmed",
        """
        def make(model):
            calls = []
            @tf.function
            def step(x):
                calls.append(1)  # here
                return model(x)
            return step
        """,
        "calls: eagerly",
        "search",
    ),
    "a global counter": Case(
        "TFL304",
        "f",
        "confirmed",
        """
        count = 0
        @tf.function
        def f(x):
            global count
            count += 1  # here
            return x
        """,
        "count: eagerly 4, as a graph 1",
    ),
    "a variable counts in both": Case(
        "TFL305",
        "Counter.step",
        "refuted",
        """
        class Counter(tf.Module):
            def __init__(self):
                self.count = tf.Variable(0)
            @tf.function
            def step(self, x):
                self.count.assign_add(1)  # here
                return x
        counter = Counter()
        counter.step(tf.constant(1.0))
        """,
    ),
    "an attribute": Case(
        "TFL305",
        "Counter.step",
        "confirmed",
        """
        class Counter:
            def __init__(self, start):
                self.n = start
            @tf.function
            def step(self, x):
                self.n += 1  # here
                return x
        """,
        "n: eagerly",
        "search",
    ),
    "an unused operation that can fail": Case(
        "TFL401",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x, i):
            tf.gather(x, i)  # here
            return x
        f(tf.constant([1.0, 2.0]), tf.constant(0))
        """,
        "InvalidArgumentError",
    ),
    "an assertion is kept": Case(
        "TFL401",
        "f",
        "refuted",
        """
        @tf.function
        def f(x):
            tf.debugging.assert_positive(x)  # here
            return x
        """,
    ),
    "an operation that aborts the process on some inputs": Case(
        "TFL401",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x, i):
            tf.tensor_scatter_nd_update(x, [[i]], [1.0])  # here
            return x
        f(tf.constant([1.0, 2.0, 3.0]), tf.constant(1))
        """,
    ),
    "a variable made at each call": Case(
        "TFL201",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            v = tf.Variable(1.0)  # here
            return x + v
        """,
        "singleton",
    ),
    "a variable made once": Case(
        "TFL201",
        "Lazy.__call__",
        "refuted",
        """
        class Lazy:
            def __init__(self):
                self.v = None
            @tf.function
            def __call__(self, x):
                if self.v is None:
                    self.v = tf.Variable(1.0)  # here
                return x + self.v
        """,
    ),
    "training with models, optimizers and losses": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        @tf.function
        def step(model, optimizer, loss_fn, images, labels):
            with tf.GradientTape() as tape:
                loss = loss_fn(labels, model(images, training=True))
            print("loss", loss)  # here
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            return loss
        """,
        inputs="search",
    ),
    "the clock": Case(
        "TFL502",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            return x + time.time() % 1000  # here
        """,
        "every time",
    ),
    "the date, which no two calls made at once could tell apart": Case(
        "TFL502",
        "f",
        "confirmed",
        """
        import datetime

        @tf.function
        def f(x):
            return x * datetime.date.today().day  # here
        """,
        "every time",
    ),
    "a draw that only a Variable keeps": Case(
        "TFL501",
        "f",
        "confirmed",
        """
        total = tf.Variable(0.0)

        @tf.function
        def f(x):
            total.assign_add(np.random.normal())  # here
            return x
        """,
        "change total by",
    ),
    "a draw that a step of training learns from": Case(
        "TFL501",
        "step",
        "confirmed",
        """
        net = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(3)])
        optimizer = tf.keras.optimizers.Adam(0.1)

        @tf.function
        def step(x):
            noise = np.random.normal(size=(4, 2))  # here
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(net(x + noise) - 1.0))
            weights = net.trainable_variables
            optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            return loss

        for _ in range(3):
            step(tf.ones([4, 2]))
        """,
        "variables change by it",
        at="np.random.normal(size=(4, 2))",
    ),
    "a draw of the graph in a step of training": Case(
        "TFL501",
        "step",
        "inconclusive",
        step_of_training("tf.random.normal([4, 2])", used="(x + noise)"),
        at="tf.random.normal([4, 2])",
    ),
    "a draw that a step of training does nothing with": Case(
        "TFL501",
        "step",
        "inconclusive",
        step_of_training("np.random.normal(size=(4, 2))", used="x"),
        at="np.random.normal(size=(4, 2))",
    ),
    "draws of the graph, which differ from those of eager code": Case(
        "TFL501",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            return x + tf.random.normal([])  # here
        """,
        "or not by itself",
    ),
    "an environment variable that nobody sets": Case(
        "TFL505",
        "f",
        "confirmed",
        """
        import os

        @tf.function
        def f(x):
            if os.environ.get("TFLINT_TEST_OF_A_VARIABLE"):  # here
                return x * 0.0
            return x
        """,
        "TFLINT_TEST_OF_A_VARIABLE changed to '1'",
    ),
    "an environment variable that the graph asks for as it runs": Case(
        "TFL505",
        "f",
        "refuted",
        """
        import os

        os.environ["TFLINT_TEST_SCALE"] = "2"

        def scale():
            return float(os.environ["TFLINT_TEST_SCALE"])

        @tf.function
        def f(x):
            return x * tf.py_function(scale, [], tf.float32)  # here
        """,
        "follows each change",
    ),
    "a file that the program writes": Case(
        "TFL505",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            with open("rates.txt") as file:  # here
                return x * float(file.read())

        with open("rates.txt", "w") as file:
            file.write("2")
        f(tf.constant(1.0))
        """,
        "rates.txt changed to",
        "call site",
    ),
    "a file that the graph reads at each call": Case(
        "TFL506",
        "f",
        "refuted",
        """
        @tf.function
        def f(name):
            return tf.strings.to_number(tf.io.read_file(name))  # here

        with open("rates.txt", "w") as file:
            file.write("2")
        f(tf.constant("rates.txt"))
        """,
        "follows each change",
    ),
    "summaries at the first step for ever": Case(
        "TFL507",
        "f",
        "confirmed",
        """
        step = 0

        @tf.function
        def f(x):
            tf.summary.write("loss", x, step=step)  # here
            return x

        with tf.summary.create_file_writer("logs").as_default():
            for step in range(3):
                f(tf.constant(1.0))
        """,
        "eager code has written loss at step 0 to folder 1, loss at step 1 to folder 1, the graph "
        "loss at step 0 to folder 1, loss at step 0 to folder 1",
    ),
    "summaries at a step of the graph": Case(
        "TFL507",
        "f",
        "refuted",
        """
        @tf.function
        def f(x, step):
            tf.summary.write("loss", x, step=step)  # here
            return x

        with tf.summary.create_file_writer("logs").as_default():
            for step in tf.range(3, dtype=tf.int64):
                f(tf.constant(1.0), step)
        """,
        "the same summaries",
    ),
    "summaries in folders that each run gives another name": Case(
        "TFL507",
        "f",
        "refuted",
        """
        import tempfile
        import time

        @tf.function
        def f(x, step):
            tf.summary.write("loss", x, step=step)  # here
            return x

        with tempfile.TemporaryDirectory() as folder:
            with tf.summary.create_file_writer(f"{folder}/{time.time()}").as_default():
                for step in tf.range(4, dtype=tf.int64):
                    f(tf.constant(1.0), step)
        """,
        "the same summaries",
    ),
    "summaries to the writer of the trace for ever": Case(
        "TFL507",
        "f",
        "confirmed",
        """
        import tempfile

        writer = None

        @tf.function
        def f(x, step):
            with writer.as_default():
                tf.summary.write("loss", x, step=step)  # here
            return x

        made = [tf.summary.create_file_writer(tempfile.mkdtemp()) for _ in range(2)]
        for step in tf.range(4, dtype=tf.int64):
            writer = made[int(step) % 2]
            f(tf.constant(1.0), step)
        """,
        "loss at step 1 to folder 2",
    ),
    "a tape of the caller's": Case(
        "TFL406",
        "f",
        "confirmed",
        """
        @tf.function
        def f(tape, x):
            tape.watch(x)  # here
            return x * x

        x = tf.constant(3.0)
        with tf.GradientTape() as tape:
            y = f(tape, x)
        tape.gradient(y, x)
        """,
        "the gradient for tensor 1 is 6 eagerly and None with the graph",
    ),
    "a tape of the caller's that is never asked": Case(
        "TFL406",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(tape, x):
            tape.watch(x)  # here
            return x * x

        x = tf.constant(3.0)
        for _ in range(3):
            with tf.GradientTape() as tape:
                f(tape, x)
        """,
        "but the program asks no tape",
    ),
    "a tape of the caller's that the caller watches on": Case(
        "TFL406",
        "f",
        "refuted",
        """
        x = tf.Variable(3.0)

        @tf.function
        def f(tape, v):
            y = v * v  # here
            return y

        with tf.GradientTape() as tape:
            y = f(tape, x)
        tape.gradient(y, x)
        """,
        "the same gradients",
    ),
    "a symbol in a line": Case(
        "TFL605",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            tf.print(f"x is {x}")  # here
            return x

        f(tf.constant(1.0))
        """,
        "eager code writes the lines ['x is 1.0'], the graph",
        at='f"x is {x}"',
    ),
    "a symbol that another line writes": Case(
        "TFL605",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            y = len(str(x))  # here
            tf.print(f"x is {x}")
            return x

        f(tf.constant(1.0))
        """,
        "the text that the line makes was not seen",
    ),
    "a symbol in the name of a file": Case(
        "TFL605",
        "f",
        "confirmed",
        """
        @tf.function
        def f(i):
            tf.io.write_file(f"step_{i}", "done")  # here
            return i

        f(tf.constant(1))
        """,
        "writes the files ['step_1']",
        at='f"step_{i}"',
    ),
    "a line that only tracing goes to": Case(
        "TFL708",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            if tf.reduce_any(x < 0):
                raise ValueError("negative")  # here
            return x

        f(tf.constant(1.0))
        """,
        "the graph raises",
        "call site",
    ),
    "a recursion that is traced level by level": Case(
        "TFL703",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x, n):
            return x if n == 0 else f(x * 2, n - 1)  # here

        f(tf.constant(1.0), 3)
        """,
        "one call traces the function 4 times",
    ),
    "functions that a loop calls": Case(
        "TFL301",
        "g",
        "confirmed",
        """
        @tf.function
        def f(x):
            return x

        @tf.function
        def g(x):
            print("hello")  # here
            return x * 2

        for function in (f, g):
            function(tf.constant(1.0))
        """,
        "eagerly 1, 1",
        "call site",
    ),
    "a list that the graph makes a tensor": Case(
        "TFL602",
        "f",
        "refuted",
        """
        @tf.function
        def f(x):
            return sorted(x)  # here

        f(tf.constant([2.0, 1.0]))
        """,
    ),
    "what another function of the program does meanwhile": Case(
        "TFL509",
        "f",
        "inconclusive",
        """
        seen = []

        @tf.function
        def note(x):
            seen.append(1)
            return x

        @tf.function
        def f(x):
            return tf.numpy_function(lambda v: v * 2, [x], tf.float32, stateful=False)  # here

        for function in (note, f):
            function(tf.constant(1.0))
        """,
    ),
    "a generator that is called elsewhere": Case(
        "TFL704",
        "rows",
        "confirmed",
        """
        @tf.function  # here
        def rows(x):
            yield x

        def attempt(call):
            try:
                call()
            except TypeError:
                pass

        def main():
            attempt(lambda: rows(tf.constant(1.0)))

        main()
        """,
        "only the graph raises TypeError",
        kind=EntryKind.EAGER,
    ),
    "a decorator that takes no property": Case(
        "TFL710",
        "make",
        "confirmed",
        """
        def make():
            class Scale:
                @tf.function  # here
                @property
                def factor(self):
                    return 2.0

        try:
            make()
        except TypeError:
            pass
        """,
        "comes to its end without graphs only",
        kind=EntryKind.EAGER,
    ),
    "an object that can't be held": Case(
        "TFL709",
        "Slotted.apply",
        "confirmed",
        """
        class Slotted:
            __slots__ = ()

            @tf.function  # here
            def apply(self, x):
                return x * 2

        slotted = Slotted()
        try:
            slotted.apply(tf.constant(1.0))
        except TypeError:
            pass
        """,
        "only the graph raises TypeError: cannot create weak reference",
        kind=EntryKind.EAGER,
    ),
    "a step of a pipeline that fails as it is traced": Case(
        "TFL604",
        "rate",
        "confirmed",
        """
        import math

        def rate(step):
            return math.cos(step)  # here

        tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(rate)
        """,
        "must be real number",
        "call site",
        kind=EntryKind.DATASET,
    ),
    "numpy on a tensor": Case(
        "TFL603",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            y = np.tanh(x)  # here
            return y
        """,
        "the graph raises",
    ),
    "a dataset's function": Case(
        "TFL301",
        "parse",
        "confirmed",
        """
        def parse(i):
            print("parse")  # here
            return i * 2
        def make_dataset():
            return tf.data.Dataset.range(5).map(parse).batch(2)
        for batch in make_dataset():
            pass
        """,
        inputs="call site",
        kind=EntryKind.DATASET,
    ),
    "a callback": Case(
        "TFL301",
        "row",
        "confirmed",
        """
        def row(x):
            print("row")  # here
            return x * 2
        def rows(x):
            return tf.map_fn(row, x)
        rows(tf.ones([3, 2]))
        """,
        inputs="call site",
        kind=EntryKind.CALLBACK,
    ),
    "a Keras layer inside a trained model": Case(
        "TFL305",
        "Block.call",
        "confirmed",
        """
        class Block(tf.keras.layers.Layer):
            def __init__(self, units):
                super().__init__()
                self.dense = tf.keras.layers.Dense(units)
                self.calls = 0
            def call(self, x, training=False):
                self.calls += 1  # here
                return self.dense(x)
        class Model(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.block = Block(3)
            def call(self, x):
                return self.block(x)
        def main():
            model = Model()
            model.compile("sgd", "mse")
            model.fit(np.ones((8, 4)), np.ones((8, 3)), epochs=1000)
        if __name__ == "__main__":
            main()
        """,
        "calls: eagerly",
        "call site",
        kind=EntryKind.KERAS,
    ),
    "a train step": Case(
        "TFL305",
        "Model.train_step",
        "confirmed",
        """
        class Model(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = tf.keras.layers.Dense(1)
                self.steps = 0
            def call(self, x):
                return self.dense(x)
            def train_step(self, data):
                self.steps += 1  # here
                return super().train_step(data)
        model = Model()
        model.compile("sgd", "mse")
        model.fit(np.ones((8, 4)), np.ones((8, 1)), epochs=1000)
        """,
        "steps: eagerly 4, as a graph",
        kind=EntryKind.KERAS,
    ),
    "a loss": Case(
        "TFL301",
        "loss",
        "confirmed",
        """
        def loss(y, p):
            print("loss")  # here
            return tf.reduce_mean((y - p) ** 2)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", loss)
        model.fit(np.ones((8, 4)), np.ones((8, 1)))
        """,
        kind=EntryKind.KERAS,
    ),
    "a Python number that varies": Case(
        "TFL101",
        "<module>",
        "confirmed",
        """
        @tf.function
        def step(x, i):
            return x * tf.cast(i, tf.float32)
        for i in range(1000):
            step(tf.ones([2]), i)  # here
        """,
        "12 calls from this line trace the tf.function of line 5 12 times, 1 with tensors",
        kind=EntryKind.EAGER,
    ),
    "a tensor that varies": Case(
        "TFL101",
        "<module>",
        "refuted",
        """
        @tf.function
        def step(x, i):
            return x * tf.cast(i, tf.float32)
        for i in tf.range(1000):
            step(tf.ones([2]), i)  # here
        """,
        kind=EntryKind.EAGER,
    ),
    "different literals": Case(
        "TFL101",
        "<module>",
        "confirmed",
        """
        @tf.function
        def step(x, i):
            return x * tf.cast(i, tf.float32)
        step(tf.ones([2]), 1)
        step(tf.ones([2]), 2)  # here
        """,
        kind=EntryKind.EAGER,
    ),
    "a function made in a loop": Case(
        "TFL102",
        "train",
        "confirmed",
        """
        def train(model, batches=5):
            for _ in range(batches):
                step = tf.function(lambda x: model(x))  # here
                step(tf.ones([2, 3]))
        """,
        "were made",
        kind=EntryKind.EAGER,
    ),
    "a function made per call": Case(
        "TFL103",
        "loss",
        "confirmed",
        """
        def loss(x):
            @tf.function  # here
            def inner(y):
                return y * 2
            return inner(x)
        for _ in range(100):
            loss(tf.ones([2]))
        """,
        "; 12 were made in 12 passes",
        kind=EntryKind.EAGER,
    ),
    "objects made anew by a generator that the program goes through later": Case(
        "TFL105",
        "sweep",
        "confirmed",
        """
        class Options:
            def __init__(self, by):
                self.by = by
        @tf.function
        def go(x, options):
            return x + options.by
        def sweep(x):
            while True:
                x = go(x, Options(1.0))  # here
                yield x
        steps = sweep(tf.constant(0.0))
        found = [next(steps) for _ in range(5)]
        """,
        "5 calls from this line",
        kind=EntryKind.EAGER,
    ),
    "a number at calls of which the second raises": Case(
        "TFL101",
        "<module>",
        "inconclusive",
        """
        made = {}
        @tf.function
        def step(x, i):
            if i not in made:
                made[i] = tf.Variable(1.0)
            return x + made[i]
        for i in range(4):
            step(tf.ones([2]), i)  # here
        """,
        "one call tells nothing about others",
        kind=EntryKind.EAGER,
    ),
    "a function made per call that another one calls": Case(
        "TFL103",
        "loss",
        "confirmed",
        """
        def loss(x):
            @tf.function  # here
            def inner(y):
                return y * 2
            @tf.function
            def outer(y):
                return inner(y) + 1
            return outer(x)
        for _ in range(100):
            loss(tf.ones([2]))
        """,
        "the tf.function of line 6 was traced",
        kind=EntryKind.EAGER,
    ),
    "a function made per call that nothing calls": Case(
        "TFL103",
        "loss",
        "inconclusive",
        """
        def loss(x):
            @tf.function  # here
            def inner(y):
                return y * 2
            @tf.function
            def outer(y):
                return y + 1
            return outer(x)
        for _ in range(100):
            loss(tf.ones([2]))
        """,
        "made but never called",
        kind=EntryKind.EAGER,
    ),
    "predict in a loop": Case(
        "TFL901",
        "score",
        "confirmed",
        """
        def score(model, rows):
            return [model.predict(row[None], verbose=0) for row in rows]  # here
        def main():
            model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(3)])
            print(score(model, np.ones((5, 3))))
        main()
        """,
        "predict costs",
        kind=EntryKind.EAGER,
    ),
    "predict of many batches": Case(
        "TFL901",
        "main",
        "inconclusive",
        """
        def main():
            model = tf.keras.Sequential([tf.keras.Input([8]), tf.keras.layers.Dense(3)])
            for _ in range(2):
                model.predict(np.ones((1000, 8)), verbose=0)  # here
        main()
        """,
        "each predict takes 32 steps",
        kind=EntryKind.EAGER,
    ),
    "predict of a data set of many batches": Case(
        "TFL901",
        "main",
        "inconclusive",
        """
        def main():
            model = tf.keras.Sequential([tf.keras.Input([8]), tf.keras.layers.Dense(3)])
            data = tf.data.Dataset.from_tensor_slices(np.ones((40, 8))).batch(2)
            for _ in range(2):
                model.predict(data, verbose=0)  # here
        main()
        """,
        "each predict takes 20 steps",
        kind=EntryKind.EAGER,
    ),
    "evaluate in two steps": Case(
        "TFL901",
        "main",
        "confirmed",
        """
        def main():
            model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(3)])
            model.compile("sgd", "mse")
            for _ in range(5):
                model.evaluate(np.ones((64, 3)), np.ones((64, 3)), verbose=0)  # here
        main()
        """,
        "times 2 calls of test_on_batch(x, y) for the same data",
        kind=EntryKind.EAGER,
    ),
    "predict beside another, which data of no arrays is given to": Case(
        "TFL901",
        "score",
        "confirmed",
        """
        def score(model, rows):
            found = []
            for row in rows:
                found.append(model.predict(row[None], verbose=0))  # here
                model.predict(iter([row[None]]), verbose=0)
            return found
        def main():
            model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(3)])
            print(score(model, np.ones((5, 3))))
        main()
        """,
        "predict costs",
        kind=EntryKind.EAGER,
    ),
    "a module that is not installed, and not needed": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        import no_such_module
        from no_such_package import plot
        @tf.function
        def f(x):
            print("hello")  # here
            return x
        def show(x):
            no_such_module.plot(f(x))
        """,
    ),
    "what the function needs, it gets": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        from dataclasses import dataclass
        @dataclass
        class Config:
            scale: float = 2.0
        config = Config()
        config.scale = 3.0
        table = {}
        table["k"] = tf.constant(2.0)
        raise_here = lambda: 1 / 0
        @tf.function
        def f(x):
            print("hello")  # here
            return x * config.scale * table["k"]
        """,
    ),
    "an object that only the class's documentation says how to make": Case(
        "TFL301",
        "Scaled.step",
        "confirmed",
        """
        class Scaled:
            \"\"\"Multiplies.

            >>> scaled = Scaled({"factor": [2.0, 3.0]}, mode="sum")
            >>> scaled.step(tf.ones([4, 2]))
            \"\"\"
            def __init__(self, table, mode):
                if mode != "sum":
                    raise ValueError(mode)
                self.factor = tf.constant(table["factor"])
            @tf.function
            def step(self, x):
                print("hello")  # here
                return x * self.factor
        """,
        inputs="doctest",
    ),
    "shapes and dtypes that only the documentation tells": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(boxes, labels, lengths, kind):
            \"\"\"Weighs boxes.

            Args:
                boxes: A float tensor of shape [batch_size,
                    num_boxes, 2, 4].
                labels: An integer tensor of shape `(batch_size, num_boxes)`.
                lengths: What each counts.
                kind: A string, "sum" or "mean".
            \"\"\"
            if boxes.shape[2:] != (2, 4) or labels.dtype != tf.int32:
                raise ValueError("no boxes")
            if kind not in ("sum", "mean"):
                raise ValueError("no such kind")
            print("hello")  # here
            return boxes[:, :, 0, 0] * tf.one_hot(labels, 5)[:, :, 0] + tf.cast(lengths, tf.float32)
        """,
        inputs="search",
    ),
    "a switch by its old name": Case(
        "TFL108",
        "<module>",
        "confirmed",
        """
        tf.config.experimental_run_functions_eagerly(True)  # here
        """,
        "TensorFlow says: experimental_run_functions_eagerly",
        kind=EntryKind.EAGER,
    ),
    "a helper that takes what no graph can be given": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        def helper(x, names):
            print("hello")  # here
            return x * len(names)
        @tf.function
        def f(x, plan):
            return helper(x, plan.names.of["f"])
        def main():
            helper(tf.ones([2]), np.array(["a", None], dtype=object))
        if __name__ == "__main__":
            main()
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        function="helper",
    ),
    "a result that is random both ways proves nothing": Case(
        "TFL602",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            x = tf.reshape(x, [2])  # here
            return x + tf.random.normal([2])
        f(tf.constant([1.0, 2.0]))
        """,
        "equal calls vary",
    ),
}


def evidence(finding: Finding) -> dict[str, Any]:
    assert finding.evidence is not None
    return finding.evidence


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])


def test_evidence_shows_both_sides_and_the_cost(settled: dict[str, Finding]) -> None:
    shown = evidence(settled["a print"])
    assert [call["hits"] for call in shown["eager"]] == [1, 1, 1, 1]
    assert [call["traces"] for call in shown["graph"]] == [1, 0, 0, 0]
    assert shown["eager"][0]["stdout"]["lines"] == ["hello"]
    cost = shown["cost"]
    assert cost["trace_over_call"] > 1
    assert cost["eager_over_graph"] > 0
    assert cost["graph_nodes"] > 1


def test_the_evidence_tells_how_a_call_was_changed(settled: dict[str, Finding]) -> None:
    """Whoever reads it can make the same call."""
    told = {
        name: (finding.evidence or {})["inputs"].get("description", "")
        for name, finding in settled.items()
    }
    heavy = told["a heavy call, of which a part is enough"]
    assert heavy == "a call by the program, but with the first 2 rows of its tensors"
    symbols = told["a layer that the program calls with symbols only"]
    assert symbols == "a call by the program, but with tensors in place of symbols"
    changed = told["a call of the program's, changed to come to the line"]
    assert changed == "a call by the program, but with inputs=a list, two_streams=False"


def test_call_sites_in_other_modules(settle: Settle, tmp_path: Path) -> None:
    package = tmp_path / "project" / "steps"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "scale.py").write_text("FACTOR = 3\n")
    steps = package / "training.py"
    steps.write_text(
        HEAD + "from .scale import FACTOR\n\n\n@tf.function\ndef step(x, table):\n"
        "    print('hello')  # here\n    return x * FACTOR + table['offset']\n"
    )
    (package / "run.py").write_text(
        HEAD + "from steps.training import step\n\n\ndef main():\n    for _ in range(1000):\n"
        "        step(tf.ones([2]), {'offset': 1.0})\n\n\nif __name__ == '__main__':\n    main()\n"
    )
    [finding] = settle(make_finding(steps, "TFL301", entry="step"))
    assert finding.verdict == "confirmed", finding.evidence
    assert evidence(finding)["inputs"]["from"] == "call site in run.py"


def test_a_helper_in_another_module(settle: Settle, tmp_path: Path) -> None:
    helpers = tmp_path / "helpers.py"
    helpers.write_text("log = []\n\n\ndef note(x):\n    log.append(x)  # here\n    return x\n")
    main = tmp_path / "main.py"
    main.write_text(
        HEAD + "import helpers\n\n\n@tf.function\ndef step(x):\n    return helpers.note(x)\n"
        "\n\nstep(tf.ones([2]))\n"
    )
    finding = make_finding(helpers, "TFL303", entry="step", function="note", entry_path=main)
    [settled] = settle(finding)
    assert settled.verdict == "confirmed", settled.evidence


def test_randomness_that_the_result_does_not_show(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "plots.py"
    path.write_text(
        HEAD + "@tf.function\ndef plot(x):\n    tf.print(np.random.rand())  # here\n\n\n"
        "plot(tf.ones([2]))\n"
    )
    finding = make_finding(path, "TFL501", entry="plot", claims=(Frozen(),))
    [settled] = settle(finding)
    assert settled.verdict == "confirmed", settled.evidence
    assert "every time as a graph" in evidence(settled)["reason"]


LIBRARY = (
    HEAD + "class Scaled:\n    def __init__(self, table):\n"
    "        self.factor = tf.constant(table['factor'])\n\n    @tf.function\n"
    "    def step(self, x, mode):\n        if mode == 'loud':\n            print('hello')  # here\n"
    "        return x * self.factor\n"
)
TESTS = {
    "pytest": (
        "import pytest\n\n\n@pytest.fixture\ndef scaled():\n"
        "    return Scaled({'factor': [2.0, 3.0]})\n\n\n"
        "@pytest.mark.parametrize('mode', ['quiet', 'loud'])\n"
        "def test_step(scaled, mode):\n    assert scaled.step(tf.ones([4, 2]), mode) is not None\n"
    ),
    "unittest": (
        "import unittest\n\n\nclass ScaledTest(unittest.TestCase):\n    def setUp(self):\n"
        "        self.scaled = Scaled({'factor': [2.0, 3.0]})\n\n    def test_quiet(self):\n"
        "        self.scaled.step(tf.ones([4, 2]), 'quiet')\n\n    def test_loud(self):\n"
        "        self.scaled.step(tf.ones([4, 2]), 'loud')\n"
    ),
}


@pytest.mark.parametrize("style", TESTS)
def test_the_projects_own_tests_lead_to_a_function(
    settle: Settle, tmp_path: Path, style: str
) -> None:
    library = tmp_path / "library.py"
    library.write_text(LIBRARY)
    (tmp_path / "test_library.py").write_text(HEAD + "from library import Scaled\n" + TESTS[style])
    [finding] = settle(make_finding(library, "TFL301", entry="Scaled.step"))
    assert finding.verdict == "confirmed", finding.evidence
    assert evidence(finding)["inputs"]["from"] == "test in test_library.py"


def test_a_method_that_a_subclass_in_another_file_inherits(settle: Settle, tmp_path: Path) -> None:
    package = tmp_path / "layers"
    package.mkdir()
    (package / "__init__.py").write_text("")
    base = package / "base.py"
    base.write_text(
        HEAD
        + "import abc\n\n\nclass Base(abc.ABC):\n    @tf.function\n    def __call__(self, x):\n"
        "        return self.change(x)\n\n    @abc.abstractmethod\n    def change(self, x): ...\n"
    )
    twice = package / "twice.py"
    twice.write_text(
        "from layers.base import Base\n\n\nclass Twice(Base):\n    def change(self, x):\n"
        "        print('hello')  # here\n        return x * 2\n"
    )
    finding = make_finding(
        twice, "TFL301", entry="Base.__call__", function="Twice.change", entry_path=base
    )
    [settled] = settle(finding)
    assert settled.verdict == "confirmed", settled.evidence
    assert "no difference when run by itself" not in evidence(settled)["reason"]


def test_a_notebook(settle: Settle, tmp_path: Path) -> None:
    code = "import tensorflow as tf\n@tf.function\ndef f(x):\n    print('hello')\n    return x\n"
    cells = [
        {
            "cell_type": "code",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for source in ("%matplotlib inline\n", code, "f(tf.constant(1.0))")
    ]
    path = tmp_path / "lesson.ipynb"
    path.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    )
    [finding] = lint([str(path)], Settings(cache_dir=None)).findings
    [settled] = settle(finding)
    assert settled.verdict == "confirmed", settled.evidence


def test_two_numbers_in_one_line_take_two_traces_however_often_it_runs(
    settle: Settle, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        HEAD + "@tf.function\ndef f(x, n):\n    return x * n\n\n\ndef show(name):\n"
        "    x = tf.constant(1.0)\n    print(name, f(x, 1), f(x, 2))\n\n\nshow('both')\n"
    )
    [finding] = lint([str(path)], Settings(cache_dir=None)).findings
    [settled] = settle(finding)
    assert (settled.code, settled.verdict) == ("TFL101", "confirmed"), settled.evidence
    assert "2 times, 1 with tensors" in evidence(settled)["reason"]
