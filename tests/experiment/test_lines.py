"""Lines of eager code that make, call, train and compile: what graphs change about them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Case, Settle

from tflint.finding import EntryKind, Finding
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

HEAD = "import numpy as np\nimport tensorflow as tf\n"
EAGER = EntryKind.EAGER
MODEL = """
        def make():
            return tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
        rows, targets = np.ones((4, 2)), np.ones((4, 1))
"""

CASES = {
    "a lambda for each call": Case(
        "TFL105",
        "train",
        "confirmed",
        """
        @tf.function
        def apply(f, x):
            return f(x)
        def train():
            for x in (tf.ones([2]), tf.zeros([2])):
                apply(lambda v: v * 2, x)  # here
        train()
        """,
        "2 calls from this line trace the tf.function of line 4 2 times, 1 with what the first",
        kind=EAGER,
    ),
    "a lambda made before the loop": Case(
        "TFL105",
        "train",
        "refuted",
        """
        @tf.function
        def apply(f, x):
            return f(x)
        def train():
            double = lambda v: v * 2
            for x in (tf.ones([2]), tf.zeros([2])):
                apply(double, x)  # here
        train()
        """,
        kind=EAGER,
    ),
    "an equal object for each call": Case(
        "TFL105",
        "<module>",
        "confirmed",
        """
        import dataclasses
        @dataclasses.dataclass(frozen=True)
        class Options:
            factor: float = 2.0
        @tf.function
        def scaled(x, options):
            return x * options.factor
        for _ in range(5):
            scaled(tf.ones([2]), Options())  # here
        """,
        "5 calls from this line trace",
        kind=EAGER,
    ),
    "a list that grows": Case(
        "TFL104",
        "<module>",
        "confirmed",
        """
        @tf.function
        def total(parts):
            return tf.add_n(parts)
        seen = []
        for _ in range(5):
            seen.append(tf.ones([2]))
            total(seen)  # here
        """,
        "5 times, 1 with what the first call got",
        kind=EAGER,
    ),
    "an object for one call": Case(
        "TFL106",
        "<module>",
        "confirmed",
        """
        class Scaler:
            @tf.function
            def scale(self, x):
                return x * 2
        for _ in range(5):
            scaler = Scaler()  # here
            scaler.scale(tf.ones([2]))
        """,
        "5 traces of the method of line 5 for 5 calls",
        kind=EAGER,
    ),
    "an object for many calls": Case(
        "TFL106",
        "<module>",
        "refuted",
        """
        class Scaler:
            @tf.function
            def scale(self, x):
                return x * 2
        for _ in range(5):
            scaler = Scaler()  # here
            for _ in range(10):
                scaler.scale(tf.ones([2]))
        """,
        kind=EAGER,
    ),
    "a while that unrolls": Case(
        "TFL107",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            i = 0
            while i < 200:  # here
                x = tf.sin(x)
                i += 1
            return x
        """,
        "the graph grows by 200 nodes",
        kind=EntryKind.TF_FUNCTION,
    ),
    "an old name of an option": Case(
        "TFL108",
        "<module>",
        "confirmed",
        """
        tf.ones([2])
        @tf.function(experimental_compile=False)  # here
        def step(x):
            return x
        """,
        "use jit_compile instead",
        kind=EAGER,
    ),
    "an old name of a function": Case(
        "TFL108",
        "<module>",
        "confirmed",
        """
        tf.config.experimental_run_functions_eagerly(False)  # here
        """,
        "Use `tf.config.run_functions_eagerly`",
        kind=EAGER,
    ),
    "an old name of a function, of which TensorFlow has told before": Case(
        "TFL108",
        "<module>",
        "confirmed",
        """
        tf.config.experimental_run_functions_eagerly(True)
        tf.config.experimental_run_functions_eagerly(False)  # here
        """,
        "Use `tf.config.run_functions_eagerly`",
        kind=EAGER,
    ),
    "a name of today": Case(
        "TFL108",
        "<module>",
        "refuted",
        """
        @tf.function(jit_compile=False)  # here
        def step(x):
            return x
        """,
        kind=EAGER,
    ),
    "equal numbers of two types": Case(
        "TFL110",
        "<module>",
        "confirmed",
        """
        @tf.function
        def constant(value):
            return tf.constant(value)
        constant(1)
        constant(1.0)  # here
        """,
        "eager code returns 1 (float32), the graph 1 (int32)",
        kind=EAGER,
    ),
    "a function that is only named": Case(
        "TFL301",
        "Trainer.step",
        "confirmed",
        """
        class Trainer:
            def __init__(self, factor):
                self.factor = {"factor": factor}["factor"] + tf.constant([1.0])
            @tf.function
            def step(self, x):
                print("step")  # here
                return x["rows"] * self.factor
        def main():
            trainer = Trainer(2.0)
            for step in (trainer.step,):
                step({"rows": tf.ones([1])})
        main()
        """,
        inputs="call site",
        kind=EntryKind.TF_FUNCTION,
    ),
    "a global generator": Case(
        "TFL204",
        "step",
        "inconclusive",
        """
        @tf.function
        def step(x):
            return x + tf.random.get_global_generator().normal([])  # here
        """,
        kind=EntryKind.TF_FUNCTION,
    ),
    "predict in a map that fails at once": Case(
        "TFL903",
        "row",
        "confirmed",
        MODEL
        + """
        model = make()
        def row(x):
            return model.predict(x[None], verbose=0)  # here
        try:
            tf.data.Dataset.from_tensor_slices(rows).map(row)
        except Exception as error:
            print(error)
        """,
        inputs="call site",
        kind=EntryKind.DATASET,
    ),
    "a fit that fails with graphs only": Case(
        "TFL904",
        "<module>",
        "confirmed",
        MODEL
        + """
        class Net(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = tf.keras.layers.Dense(1)
            @tf.function  # here
            def call(self, x):
                return self.dense(x)
        net = Net()
        net.compile("sgd", "mse")
        net.fit(rows, targets, verbose=0)
        """,
        "No gradients",
        kind=EAGER,
    ),
    "a model compiled in a loop": Case(
        "TFL905",
        "<module>",
        "confirmed",
        MODEL
        + """
        model = make()
        for _ in range(3):
            model.compile("sgd", "mse")  # here
            model.train_on_batch(rows, targets)
        """,
        "compiles one model 3 times, and 3 times its steps are traced",
        kind=EAGER,
    ),
    "a new model compiled in a loop": Case(
        "TFL905",
        "<module>",
        "refuted",
        MODEL
        + """
        for _ in range(3):
            model = make()
            model.compile("sgd", "mse")  # here
            model.train_on_batch(rows, targets)
        """,
        kind=EAGER,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])


def test_an_old_option_where_no_program_comes(settle: Settle, tmp_path: Path) -> None:
    """That a name is old is seen without the data that the function was written for."""
    path = tmp_path / "train.py"
    path.write_text(
        "import sys\nimport tensorflow as tf\nimport no_such_data_library\n\n"
        "def main(name):\n"
        "    data = no_such_data_library.load(name)\n"
        "    @tf.function(input_signature=data.signature, experimental_relax_shapes=data.flag)\n"
        "    def step(x):\n        return x\n"
        "    return step(data.first)\n\n"
        "main(sys.argv[1])\n"
    )
    (finding,) = [one for one in lint([str(path)], Settings()).findings if one.code == "TFL108"]
    (settled,) = settle(finding)
    assert settled.verdict == "confirmed", settled.evidence
    assert settled.evidence is not None
    assert "use reduce_retracing instead" in settled.evidence["reason"]
    assert settled.evidence["inputs"]["from"] == "the option alone"
