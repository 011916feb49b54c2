"""Awkward programs: what could not have shown itself is not refuted, nor confirmed by something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import Case, Settle, make_finding

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.compare import same, surely_same
from tflint.experiment.oracles.returned_values import until_another
from tflint.finding import EntryKind, Finding
from tflint.runtime.worker import channels, summary

HEAD = "import logging, os, random, time, warnings\nimport numpy as np\nimport tensorflow as tf\n"
CALLED = "f(tf.constant(1.0)); f(tf.constant(1.0)); f(tf.constant(1.0))"


def of_line(line: str, code: str = "TFL301", verdict: str = "confirmed", reason: str = "") -> Case:
    """A function whose flagged line is called three times with equal arguments."""
    before, _, line = line.rpartition("\n")
    before = before.replace("\n", "\n        ")
    return Case(
        code,
        "f",
        verdict,
        f"""
        {before}
        @tf.function
        def f(x):
            {line}  # here
            return x * 2
        {CALLED}
        """,
        reason,
    )


def two_lines(
    code: str,
    lines: tuple[str, str],
    flagged: int,
    verdict: str,
    reason: str,
    given: str = "tf.ones((1, 3))",
) -> Case:
    """A function of two lines, one of which is flagged; only what raises by itself is confirmed."""
    first, second = (line + "  # here" * (number == flagged) for number, line in enumerate(lines))
    program = f"""
        @tf.function
        def f(x):
            {first}
            {second}
            return x
        f({given}); f({given}); f({given})
        """
    return Case(code, "f", verdict, program, reason)


VARIABLES = "a = tf.Variable(1.0)", "b = tf.Variable(1.0)"
LAYERS = "x = tf.keras.layers.Dense(3)(x)", "x = tf.keras.layers.Dense(3)(x)"
ROWS = """
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def f(x):
            if x.shape[0] == {size}:  # here
                return x * {factor}
            return x
        for _ in range(4): f(tf.ones([5, 3]))
        """


def of_size(size: str, factor: str, verdict: str, reason: str) -> Case:
    """A comparison with a size that the program never passes."""
    program = ROWS.format(size=size, factor=factor)
    return Case("TFL705", "f", verdict, program, reason, at="x.shape[0]")


CASES = {
    "a size that would make a difference": of_size(
        "2", "10.0", "confirmed", "made 2 long in dimension 0"
    ),
    "a size that would make none": of_size("2", "1.0", "refuted", "went through on both sides"),
    "a size that is not written out": of_size(
        "int('77')", "10.0", "inconclusive", "the same eagerly and in the graph"
    ),
    "a dimension that only another size opens": Case(
        "TFL705",
        "f",
        "confirmed",
        """
        @tf.function(reduce_retracing=True)
        def f(x):
            return tf.reduce_sum(x) / x.shape[0]  # here
        f(tf.ones([5, 3])); f(tf.ones([5, 3]))
        """,
        "the inputs made longer it works eagerly; the graph raises",
        at="x.shape[0]",
    ),
    "an object that calls its function while it is made": Case(
        "TFL301",
        "Model.step",
        "confirmed",
        """
        class Model:
            def __init__(self, size):
                for _ in range(20):
                    self.step(tf.ones([size]))

            @tf.function
            def step(self, x):
                print("step")  # here
                return x * 2.0
        """,
        "eagerly 1, 1, 1, 1",
    ),
    "every call of the program is a trace": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x, i):
            print("loss", x)  # here
            return x * i
        for i in range(5): step(tf.ones(3), i)
        """,
        "as a graph 1, 1, 1, 1, 0, 0, 0, 0",
    ),
    "functions in another order, which can't be told apart, beside another draw": Case(
        "TFL501",
        "f",
        "inconclusive",
        f"""
        def double(x): return x * 2.0
        def more(x): return x + 1.0
        @tf.function
        def f(x):
            x = x + tf.random.uniform([])
            for way in random.sample([double, more], 2):  # here
                x = way(x)
            return x
        {CALLED}
        """,
    ),
    "a graph whose first trace failed returns None and does nothing": Case(
        "TFL303",
        "step",
        "inconclusive",
        """
        seen = []
        class Net(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = tf.keras.layers.Dense(3)
            def call(self, x):
                h = self.dense(x)
                return h / 2.0 if tf.reduce_mean(h) > 1.0 else h
        net = Net()
        @tf.function
        def step(x):
            y = net(x)
            seen.append(1)  # here
            return y
        for i in range(4): step(tf.ones([2, 3]))
        """,
        "the graph fails before that: OperatorNotAllowedInGraphError",
    ),
    "an argument that changes after many passes": Case(
        "TFL101",
        "<module>",
        "confirmed",
        """
        @tf.function
        def step(x, epoch):
            return x * epoch
        for epoch in range(10):
            for i in range(20):
                step(tf.ones([2]), epoch)  # here
        """,
        "times, 1 with tensors",
        kind=EntryKind.EAGER,
    ),
    "an argument that never changes": Case(
        "TFL101",
        "<module>",
        "inconclusive",
        """
        @tf.function
        def step(x, epoch):
            return x * epoch
        for i in range(20):
            step(tf.ones([2]), 3)  # here
        """,
        "the same arguments",
        kind=EntryKind.EAGER,
    ),
    "a condition on what is no tensor here": Case(
        "TFL606",
        "f",
        "inconclusive",
        """
        @tf.function(autograph=False)
        def f(x, limit: float):
            if limit > 0:  # here
                return x
            return -x
        """,
        "no tensor came to the line",
        "search",
    ),
    "a graph that never comes to the line": Case(
        "TFL303",
        "f",
        "inconclusive",
        """
        seen = []
        @tf.function
        def f(x):
            if tf.executing_eagerly():
                seen.append(1)  # here
                seen.pop()
            return x
        """
        + CALLED,
        "as a graph the line was not reached",
    ),
    "a large counter": Case(
        "TFL304",
        "f",
        "confirmed",
        f"""
        count = 20000
        @tf.function
        def f(x):
            global count
            count += 1  # here
            return x
        {CALLED}
        """,
        "count: eagerly 20006, as a graph 20001",
    ),
    "a large dict": of_line(
        "table = {f'a{i}': i for i in range(100)}\ntable[f'z'] = table.get('z', 0) + 1", "TFL303"
    ),
    "a long text": of_line(
        "class Log: text = 'a' * 500\nLog.text += 'b'", "TFL305", reason="characters"
    ),
    "many lines": of_line(r"print('\n'.join(map(str, range(500))))", reason="eagerly 500, 500"),
    "a rule": of_line("print('=' * 40)"),
    "an empty line": of_line("print()"),
    "a time stamp": of_line("print(time.strftime('[%H:%M:%S] '), 'step')"),
    "what looks like the framework's": of_line("print('Cause: the step', x)"),
    "an open file": of_line("log = open('log.txt', 'a')\nprint('step', file=log)"),
    "a file that is opened each time": of_line("print('step', file=open('log.txt', 'a'))"),
    "a log in a file": of_line(
        "logging.basicConfig(filename='log.txt', level='INFO')\nlogging.info('step')", "TFL302"
    ),
    "a descriptor": of_line("os.write(1, b'step')"),
    "a descriptor of a file": of_line(
        "log = os.open('log.txt', os.O_WRONLY | os.O_CREAT)\nos.write(log, b'step')"
    ),
    "a handler that nobody sees": of_line(
        "class Quiet(logging.Handler):\n    def emit(self, record): pass\n"
        "logger = logging.getLogger('quiet'); logger.propagate = False\n"
        "logger.addHandler(Quiet())\nlogger.warning('step')",
        "TFL302",
        "inconclusive",
        "nothing that could be seen",
    ),
    "the framework's own warning": of_line(
        "warnings.simplefilter('always')\ntf.keras.layers.Dense(1, input_shape=(2,))",
        "TFL302",
        "inconclusive",
        "nothing that could be seen",
    ),
    "a change that is taken back": Case(
        "TFL303",
        "f",
        "inconclusive",
        f"""
        stack = []
        @tf.function
        def f(x):
            stack.append(1)  # here
            x = x * len(stack)
            stack.pop()
            return x
        {CALLED}
        """,
        "changed back",
    ),
    "an iterator, in what is returned": Case(
        "TFL306",
        "f",
        "confirmed",
        """
        items = iter(range(100))
        @tf.function
        def f(x):
            return x + next(items)  # here
        """
        + CALLED,
        "items",
    ),
    "a list beside another that changes": Case(
        "TFL303",
        "f",
        "inconclusive",
        f"""
        seen, known = [], set()
        @tf.function
        def f(x):
            seen.append(1)
            known.add(1)  # here
            return x
        {CALLED}
        """,
        "the same after each call",
    ),
    "a text that is not used, beside a draw": of_line(
        "y = f'{x}'; x = x * random.random()", "TFL605", "inconclusive"
    ),
    "a draw that is not used, beside one that is": Case(
        "TFL501",
        "f",
        "inconclusive",
        f"""
        @tf.function
        def f(x):
            y = random.random()  # here
            return x * np.random.rand()
        {CALLED}
        """,
        "or not by itself",
        at="random.random()",
    ),
    "a draw beside one that is not used": Case(
        "TFL501",
        "f",
        "confirmed",
        f"""
        @tf.function
        def f(x):
            y = random.random()
            z = np.random.rand()  # here
            return x * z
        {CALLED}
        """,
        "every time as a graph",
    ),
    "a draw that is only printed, which the graph does not do": Case(
        "TFL501",
        "f",
        "inconclusive",
        f"""
        @tf.function
        def f(x):
            print("drawn", random.random())  # here
            return x
        {CALLED}
        """,
        "does not show in the results",
        at="random.random()",
    ),
    "a change that the program never makes": Case(
        "TFL503",
        "f",
        "inconclusive",
        f"""
        rate = 2.0
        def change():
            global rate
            rate = 3.0
        @tf.function
        def f(x):
            return x * rate  # here
        {CALLED}
        """,
    ),
    "draws that each start from one seed": Case(
        "TFL501",
        "f",
        "refuted",
        """
        def again():
            np.random.seed(0)
        @tf.function
        def f(x):
            return x * np.random.rand()  # here
        for i in range(5):
            again()
            f(tf.constant(1.0))
        """,
        "at each of 5 calls by the program the line gives",
        at="np.random.rand()",
    ),
    "draws of a generator that is made anew": Case(
        "TFL501",
        "f",
        "refuted",
        """
        rng = np.random.default_rng(3)
        @tf.function
        def f(x):
            return x * rng.normal()  # here
        def main():
            global rng
            for i in range(5):
                rng = np.random.default_rng(3)
                f(tf.constant(1.0))
        main()
        """,
        at="rng.normal()",
    ),
    "few draws of few values, from one seed": Case(
        "TFL501",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            return x * random.choice([1.0, 2.0])  # here
        for i in range(3):
            random.seed(0)
            f(tf.constant(1.0))
        """,
        "though not when one of them is repeated",
        at="random.choice([1.0, 2.0])",
    ),
    "draws after one seed": Case(
        "TFL501",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            return x * random.random()  # here
        random.seed(4)
        for i in range(5):
            f(tf.constant(1.0))
        """,
        at="random.random()",
    ),
    "a draw for each trace": Case(
        "TFL501",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x, i):
            return x * random.random()  # here
        for i in range(4):
            f(tf.constant(1.0), i)
        """,
        "for which it is drawn anew",
        at="random.random()",
    ),
    "draws of a layer, from one seed": Case(
        "TFL501",
        "Noise.call",
        "refuted",
        """
        class Noise(tf.keras.layers.Layer):
            def call(self, x):
                return x + random.random()  # here
        layer = Noise()
        run = tf.function(layer)
        for i in range(5):
            random.seed(1)
            run(tf.ones([2, 3]))
        """,
        kind=EntryKind.KERAS,
        at="random.random()",
    ),
    "a branch that the data never takes": Case(
        "TFL301",
        "f",
        "confirmed",
        f"""
        @tf.function
        def f(x):
            if x > 100.0:
                print("large")  # here
            return x
        {CALLED}
        """,
        "eager code never comes to the line; the graph's trace writes ['large']",
    ),
    "a change in a branch that the data never takes": Case(
        "TFL303",
        "f",
        "confirmed",
        f"""
        seen = []
        @tf.function
        def f(x):
            if x > 100.0:
                seen.append(1)  # here
            return x
        {CALLED}
        """,
        "its trace changes seen: eagerly 0 items, as a graph 1 item",
    ),
    "a list that the program fills between its calls": Case(
        "TFL303",
        "f",
        "confirmed",
        """
        seen = []
        @tf.function
        def f(x):
            seen.clear()  # here
            return x
        def main():
            for i in range(4):
                seen.append(i)
                f(tf.constant(1.0))
        main()
        """,
        "seen: eagerly 0 items",
    ),
    "a handler that passes messages on": of_line(
        "import logging.handlers, queue\nlog = logging.getLogger('passed')\n"
        "log.addHandler(logging.handlers.QueueHandler(queue.Queue()))\nlog.propagate = False\n"
        "log.warning('step')",
        "TFL302",
    ),
    "a handler of the program's own": of_line(
        "SEEN = []\nclass Keep(logging.Handler):\n    def emit(self, record): SEEN.append(1)\n"
        "log = logging.getLogger('kept')\nlog.addHandler(Keep())\nlog.propagate = False\n"
        "log.warning('step')",
        "TFL302",
        reason="SEEN: eagerly 6 items, as a graph 1 item",
    ),
    "what is written to an object of the program's own": of_line(
        "class Tee:\n    texts = []\n    def write(self, text): self.texts.append(text)\n"
        "TEE = Tee()\nprint('step', file=TEE)",
        reason="Tee.texts",
    ),
    "a variable that no call of a layer sees changed": Case(
        "TFL505",
        "Layer.call",
        "inconclusive",
        """
        os.environ["RATE"] = "2"
        class Layer(tf.keras.layers.Layer):
            def call(self, x):
                return x * float(os.environ["RATE"])  # here
        run = tf.function(Layer())
        for i in range(4):
            run(tf.ones([2, 3]))
        """,
        "not seen to change",
        kind=EntryKind.KERAS,
        at='os.environ["RATE"]',
    ),
    "a variable that changes between calls of a layer": Case(
        "TFL505",
        "Layer.call",
        "confirmed",
        """
        class Layer(tf.keras.layers.Layer):
            def call(self, x):
                return x * float(os.environ["RATE"])  # here
        run = tf.function(Layer())
        for i in range(4):
            os.environ["RATE"] = str(i)
            run(tf.ones([2, 3]))
        """,
        "the environment variable RATE changed",
        kind=EntryKind.KERAS,
        at='os.environ["RATE"]',
    ),
    "a processor for graphics that is not there": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        gpus = tf.config.list_physical_devices("GPU")
        assert len(gpus) == 0 and not gpus
        tf.config.experimental.set_memory_growth(gpus[0], True)
        tf.config.set_visible_devices(gpus[0], "GPU")
        tf.config.experimental.set_memory_growth(tf.config.list_physical_devices()[0], True)
        @tf.function
        def f(x):
            print("step")  # here
            return x
        for i in range(3):
            f(tf.constant(1.0))
        """,
    ),
    "graphs that the program turns off": Case(
        "TFL301",
        "f",
        "inconclusive",
        """
        if os.environ.get("DEBUG", "1") == "1":
            tf.config.run_functions_eagerly(True)
        @tf.function
        def f(x):
            print("step")  # here
            return x
        for i in range(3):
            f(tf.constant(1.0))
        """,
        "runs no graphs, by run_functions_eagerly",
    ),
    "graphs that the program turns off, before it trains a model": Case(
        "TFL301",
        "Shows.call",
        "inconclusive",
        """
        if os.environ.get("DEBUG", "1") == "1":
            tf.config.run_functions_eagerly(True)
        class Shows(tf.keras.layers.Layer):
            def call(self, x):
                print("step")  # here
                return x
        model = tf.keras.Sequential([Shows(), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0)
        """,
        "runs no graphs, by run_functions_eagerly",
        kind=EntryKind.KERAS,
    ),
    "a layer that comes to the line at its second call": Case(
        "TFL601",
        "Sums.call",
        "confirmed",
        """
        class Sums(tf.keras.layers.Layer):
            def call(self, x, deep=False):
                if deep:
                    return x.numpy().sum()  # here
                return x
        layer = Sums()
        layer(tf.ones([2, 3]))
        layer(tf.ones([2, 3]) * 5.0, deep=True)
        layer(tf.ones([2, 3]) * 7.0)
        """,
        "the graph raises AttributeError",
        "call site",
        kind=EntryKind.KERAS,
    ),
    "graphs that are off in the end": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            print("step")  # here
            return x
        for i in range(3):
            f(tf.constant(1.0))
        tf.config.run_functions_eagerly(True)
        for i in range(3):
            f(tf.constant(1.0))
        """,
    ),
    "graphs that are off for a while": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        @tf.function
        def f(x):
            print("step")  # here
            return x
        tf.config.run_functions_eagerly(True)
        tf.ones(3)
        tf.config.run_functions_eagerly(False)
        for i in range(3):
            f(tf.constant(1.0))
        """,
    ),
    "an environment variable that the program never changes": Case(
        "TFL505",
        "f",
        "inconclusive",
        f"""
        os.environ["RATE"] = "2"
        @tf.function
        def f(x):
            return x * float(os.environ["RATE"])  # here
        {CALLED}
        """,
        "not seen to change",
    ),
    "a draw that decides, beside one that the graph repeats": Case(
        "TFL501",
        "f",
        "confirmed",
        f"""
        @tf.function
        def f(x):
            x = x + tf.random.uniform([])
            if random.random() > 0.5:  # here
                x = -x
            return x
        {CALLED}
        """,
        "results change by it",
        at="random.random()",
    ),
    "a draw that changes nothing, beside one that the graph repeats": Case(
        "TFL501",
        "f",
        "inconclusive",
        f"""
        @tf.function
        def f(x):
            x = x + tf.random.uniform([])
            if random.random() > 0.5:  # here
                x = x + 0.0
            return x
        {CALLED}
        """,
        at="random.random()",
    ),
    "the first of two Variables": two_lines("TFL201", VARIABLES, 0, "confirmed", "works eagerly"),
    "the second of two Variables, of which the first raises": two_lines(
        "TFL201", VARIABLES, 1, "confirmed", "the line makes Variables at calls 1, 2, 3"
    ),
    "no Variable, below one": two_lines(
        "TFL201",
        ("a = tf.Variable(1.0)", "b = tf.zeros(3)"),
        1,
        "inconclusive",
        "raises at line 7 first",
    ),
    "the second of two layers": two_lines(
        "TFL202", LAYERS, 1, "confirmed", "eagerly the line makes Variables at calls 1, 2, 3"
    ),
    "a layer that makes no Variables, below one that does": two_lines(
        "TFL202",
        (LAYERS[0], "x = tf.keras.layers.Flatten()(x)"),
        1,
        "inconclusive",
        "raises at line 7 first",
    ),
    "a list that leaves a loop after another one": Case(
        "TFL702",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x):
            a, b = [], []
            for v in x:
                a.append(v)
                b.append(v)  # here
            total = tf.stack(a)
            return total + tf.stack(b)
        f(tf.ones(3))
        """,
        "raises at line 11 first",
    ),
    "a function that calls itself twice, of which the second is never reached": Case(
        "TFL703",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(n):
            if n <= 1:
                return tf.constant(1)
            a = f(n - 1)
            b = f(n - 1)  # here
            return a + b
        f(tf.constant(3))
        """,
        "raises at line 9 first",
    ),
    "an argument that is read, beside one that is changed": two_lines(
        "TFL308",
        ("x['b'] = x['a']", "b = x.get('c')"),
        1,
        "inconclusive",
        "for another line",
        "{'a': tf.ones(3)}",
    ),
    "the second change of an argument": two_lines(
        "TFL308",
        ("x['b'] = x['a']", "x['c'] = x['a']"),
        1,
        "confirmed",
        "the line changes argument 0",
        "{'a': 1}",
    ),
    "a handler beside the operation that fails": Case(
        "TFL403",
        "f",
        "inconclusive",
        """
        @tf.function
        def f(x, i):
            try:
                first = tf.gather(x, 0)
            except tf.errors.InvalidArgumentError:  # here
                first = x[1]
            if not tf.executing_eagerly():
                first += tf.gather(x, i + 9)
            return first
        f(tf.ones(3), tf.constant(0))
        """,
    ),
    "a line whose own output is redirected": Case(
        "TFL301",
        "f",
        "confirmed",
        """
        import contextlib, io
        sink = io.StringIO()
        @tf.function
        def f(x):
            with contextlib.redirect_stdout(sink):
                print("step")  # here
            return x + 1.0
        for i in range(4): f(tf.constant(float(i)))
        """,
        "eagerly 1, 1, 1, 1",
    ),
    "a py_function whose own output is redirected": Case(
        "TFL301",
        "f",
        "refuted",
        """
        import contextlib, io
        sink = io.StringIO()
        def shout(x):
            with contextlib.redirect_stdout(sink):
                print("step")  # here
            return x
        @tf.function
        def f(x):
            return tf.py_function(shout, [x], tf.float32) + 1.0
        for i in range(4): f(tf.constant(float(i)))
        """,
        function="shout",
    ),
    "files in a folder that the program makes before": Case(
        "TFL307",
        "f",
        "confirmed",
        """
        os.makedirs("dump")
        @tf.function
        def f(x):
            np.save("dump/%d.npy" % len(os.listdir("dump")), np.arange(3))  # here
            return x + 1.0
        for i in range(4): f(tf.constant(float(i)))
        """,
        "do this: open 1.npy; as a graph",
    ),
    "two shapes, each once": Case(
        "TFL104",
        "<module>",
        "inconclusive",
        """
        @tf.function
        def f(x):
            return tf.reduce_sum(x)
        data = tf.ones(9)
        for i in range(1, 3):
            f(data[:i])  # here
        """,
        "each of the 2 calls is a trace",
        kind=EntryKind.EAGER,
    ),
    "two shapes again and again": Case(
        "TFL104",
        "<module>",
        "refuted",
        """
        @tf.function
        def f(x):
            return tf.reduce_sum(x)
        data = tf.ones(9)
        for i in range(8):
            f(data[: i % 2 + 1])  # here
        """,
        "8 calls from this line trace the tf.function of line 5 2 times",
        kind=EntryKind.EAGER,
    ),
    "two shapes for XLA, each once": Case(
        "TFL109",
        "<module>",
        "inconclusive",
        """
        @tf.function(jit_compile=True, reduce_retracing=True)
        def f(x):
            return tf.reduce_sum(x * 2.0)
        for i in range(2):
            f(tf.ones(i + 3))  # here
        """,
        "each of the 2 calls compiles",
        kind=EntryKind.EAGER,
    ),
    "a function that a program makes in two runs": Case(
        "TFL103",
        "consume",
        "inconclusive",
        """
        def consume(batches):
            @tf.function  # here
            def step(x):
                return x * 2.0
            for batch in batches:
                out = step(batch)
            return out
        def stream(number):
            for i in range(number):
                yield tf.ones((2,)) * float(i)
        for _ in range(2):
            consume(stream(3))
        """,
        "it takes 3 runs that call the tf.function, and there are 2",
        kind=EntryKind.EAGER,
    ),
    "a function that can be made no third time": Case(
        "TFL103",
        "work",
        "inconclusive",
        """
        left = [tf.constant(1.0), tf.constant(2.0)]
        def work(function):
            compiled = tf.function(function)  # here
            return compiled(left.pop())
        def square(x):
            return x * x
        while left:
            work(square)
        """,
        "there are 2",
        kind=EntryKind.EAGER,
    ),
    "functions that a program keeps, which a search would make and call": Case(
        "TFL103",
        "scaled",
        "inconclusive",
        """
        def scaled(factor):
            function = tf.function(lambda x: x * factor)  # here
            function(tf.constant(1.0))
            return function
        def tables(rows):
            made = []
            while rows:
                made.append(scaled(rows.pop()))
            return made
        kept = tables([1.0, 2.0])
        def scaled(factor):
            raise RuntimeError("no more")
        for one in kept:
            for i in range(5):
                one(tf.constant(float(i)))
        """,
        "there are 2",
        kind=EntryKind.EAGER,
    ),
    "functions made at each run, of which the first is called": Case(
        "TFL103",
        "run",
        "refuted",
        """
        kept = {}
        def double(x): return x * 2.0
        def run(x):
            step = kept.setdefault("step", tf.function(double))  # here
            return step(x)
        for _ in range(5):
            run(tf.ones(2))
        """,
        "was traced 1 times in",
        kind=EntryKind.EAGER,
    ),
    "shapes that trace the first of functions made at each run": Case(
        "TFL103",
        "run",
        "refuted",
        """
        kept = {}
        def double(x): return x * 2.0
        def run(x):
            step = kept.setdefault("step", tf.function(double))  # here
            return step(x)
        for i in range(5):
            run(tf.ones(i + 1))
        """,
        "in 12 calls",
        kind=EntryKind.EAGER,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])


def test_two_clocks_of_which_the_graph_reads_one(settle: Settle, tmp_path: Path) -> None:
    path = tmp_path / "clocks.py"
    body = "@tf.function\ndef f(x):\n    return tf.timestamp() - time.time()  # here\n"
    path.write_text(HEAD + body + CALLED)
    [settled] = settle(make_finding(path, "TFL502", entry="f", at="time.time()"))
    assert settled.verdict != "refuted", settled.evidence


GATE = """
class Gate({keras}.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # here
            return x * 2.0
        return x

model = {keras}.Sequential([{keras}.layers.Dense(2), Gate()])
model.compile("sgd", "mse")
model.fit(np.ones((4, 2)), np.ones((4, 2)), verbose=0)
"""


@pytest.mark.parametrize(("keras", "verdict"), [("tf_keras", "refuted"), ("tf.keras", "confirmed")])
def test_keras_2_converts_what_keras_3_does_not(
    keras: str, verdict: str, keras_2_python: str, tmp_path: Path
) -> None:
    path = tmp_path / "gate.py"
    path.write_text(HEAD + f"import {keras}\n" * (keras == "tf_keras") + GATE.format(keras=keras))
    finding = make_finding(path, "TFL606", entry="Gate.call", kind=EntryKind.KERAS)
    [settled] = confirm([finding], ConfirmSettings(python=keras_2_python))
    assert settled.verdict == verdict, settled.evidence


class _NoWorld:
    """No framework: plain values only."""

    def symbolic(self, value: Any) -> None:
        """Nothing is a symbol."""

    def array(self, value: Any) -> Any:
        """What NumPy says it is."""
        return value if hasattr(value, "dtype") else None


def told(value: Any) -> Any:
    return summary.summarise(value, _NoWorld())


def test_values_are_told_until_there_is_another() -> None:
    assert until_another([3, 3, 4, 3]) == "3, 3, 4"
    assert until_another([3, 3, 3, 3, 4, 5]) == "3 4 times, then 4"


def test_what_is_exact_is_compared_exactly() -> None:
    for left, right in [
        (20000, 20001),
        (1.0, 1.0 + 1e-9),
        ("a" * 300 + "b", "a" * 300 + "c"),
        (list(range(100)), [*range(99), 0]),
        ({str(i): i for i in range(100)}, {str(i): i % 99 for i in range(100)}),
    ]:
        assert surely_same(told(left), told(left))
        assert not same(told(left), told(right)), (left, right)


def test_floating_tensors_are_compared_up_to_rounding() -> None:
    numpy = pytest.importorskip("numpy")
    few = numpy.linspace(1, 2, 8, dtype="float32")
    many = numpy.random.RandomState(0).normal(size=5000).astype("float32")
    for array in (few, many):
        assert surely_same(told(array), told(array.copy()))
        assert same(told(array), told(array * numpy.float32(1 + 1e-7)))
        assert not same(told(array), told(array * numpy.float32(1.01)))
        # What may be rounding, or not, neither confirms nor refutes.
        between = told(array), told(array * numpy.float32(1 + 1e-4))
        assert same(*between) and not surely_same(*between)
    assert not same(told(many), told(many[::-1]))
    counts = numpy.arange(5000)
    assert not same(told(counts), told(numpy.where(counts == 4000, 0, counts)))


def test_lines_that_are_too_long_differ_in_what_is_left_out() -> None:
    one, other = (channels.as_written(["a" * 500 + end]).lines for end in "bc")
    assert one != other
    assert channels.as_written(["a"] * 1000).count == 1000


@pytest.mark.slow
def test_a_folder_that_its_files_import_is_no_file_of_its_name_inside(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "steps.py").write_text("")
    (folder / "values.py").write_text("factor = 2.0\n")
    path = folder / "train.py"
    path.write_text(
        f"{HEAD}from steps.values import factor\n@tf.function\ndef f(x):\n    print('step')  # here\n"
        f"    return x * factor\n{CALLED}\n"
    )
    settings = ConfirmSettings(roots=(str(tmp_path),))
    [settled] = confirm([make_finding(path, "TFL301", entry="f")], settings)
    assert settled.verdict == "confirmed", settled.evidence


def test_sums_tell_large_arrays_apart_by_as_much_as_they_differ() -> None:
    """Also of blocks that have changed places, and of what differs at the end only."""
    np = pytest.importorskip("numpy")
    rows = np.random.RandomState(3).uniform(size=(1 << 14) + 5).astype("float32")
    told = summary.describe_array(rows)
    assert told["sums"][0] == pytest.approx(float(np.linalg.norm(rows.astype("float64"))))
    nearly = summary.describe_array(rows * np.float32(1 + 1e-6))
    assert nearly["digest"] != told["digest"]
    assert nearly["sums"] == pytest.approx(told["sums"], rel=1e-3)
    for other in (np.roll(rows, 1 << 12), np.append(rows[:-1], np.float32(900))):
        assert summary.describe_array(other)["sums"] != pytest.approx(told["sums"], rel=1e-3)
