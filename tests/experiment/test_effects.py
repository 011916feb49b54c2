"""What a line does to the world outside the graph, and objects that it enters and leaves."""

from __future__ import annotations

import pytest
from helpers import Case

from tflint.finding import EntryKind, Finding

HEAD = "import cProfile, contextlib, os, subprocess, sys, threading, time\n"
HEAD += "import numpy as np\nimport tensorflow as tf\n"

CASES = {
    "a folder": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            os.makedirs(f"out_{len(os.listdir())}")  # here
            return x * 2
        """,
        "os.mkdir out_1",
    ),
    "a folder that is there after the first call": Case(
        "TFL307",
        "step",
        "inconclusive",
        """
        @tf.function
        def step(x):
            os.makedirs("out", exist_ok=True)  # here
            return x * 2
        """,
        "no effect outside the program that could be seen",
    ),
    "a file that is open already": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        log = open("steps.log", "a")
        @tf.function
        def step(x):
            log.write("step")  # here
            return x * 2
        """,
        "write to a file",
    ),
    "a file opened by with": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            with open("steps.log", "a") as log:  # here
                log.write("step")
            return x * 2
        """,
        "open steps.log",
    ),
    "a file that the program writes first": Case(
        "TFL506",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            return x * np.load("scale.npy")  # here
        def main():
            np.save("scale.npy", np.ones(2, "float32"))
            step(tf.ones([2]))
        main()
        """,
        "with scale.npy changed",
        "call site",
    ),
    "waiting": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            time.sleep(0.001)  # here
            return x * 2
        """,
        "time.sleep",
    ),
    "a question": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            return x * float(input("factor? "))  # here
        """,
        "input",
    ),
    "a program": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            subprocess.run([sys.executable, "-c", ""], check=True)  # here
            return x * 2
        """,
        "subprocess.Popen",
    ),
    "a folder, by TensorFlow's own function": Case(
        "TFL307",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            tf.io.gfile.makedirs(f"out_{len(os.listdir())}")  # here
            return x * 2
        """,
        "tf.io.gfile.makedirs",
    ),
    "a file written by an operation": Case(
        "TFL307",
        "step",
        "inconclusive",
        """
        @tf.function
        def step(x):
            tf.io.write_file("x.txt", tf.strings.as_string(tf.size(x)))  # here
            return x * 2
        """,
    ),
    "a file written in a numpy_function": Case(
        "TFL307",
        "step",
        "refuted",
        """
        def save(x):
            np.save("x.npy", x)  # here
            return x
        @tf.function
        def step(x):
            return tf.numpy_function(save, [x], tf.float32)
        """,
        function="save",
    ),
    "a lock": Case(
        "TFL309",
        "step",
        "confirmed",
        """
        lock = threading.Lock()
        @tf.function
        def step(x):
            with lock:  # here
                return x * 2
        """,
        "enter and leave a lock",
    ),
    "a profiler among others": Case(
        "TFL309",
        "step",
        "confirmed",
        """
        @tf.function
        def step(x):
            with tf.name_scope("a"), cProfile.Profile():  # here
                return x * 2
        """,
        "enter and leave a Profile",
    ),
    "a timer of one's own": Case(
        "TFL309",
        "step",
        "confirmed",
        """
        class Timer:
            def __enter__(self):
                self.start = time.perf_counter()
            def __exit__(self, *error):
                self.seconds = time.perf_counter() - self.start
        @tf.function
        def step(x):
            with Timer():  # here
                return x * 2
        """,
        "enter and leave a Timer",
    ),
    "a lock released at the end": Case(
        "TFL309",
        "step",
        "confirmed",
        """
        lock = threading.Lock()
        @tf.function
        def step(x):
            lock.acquire()
            try:
                return x * 2
            finally:
                lock.release()  # here
        """,
        "change lock.locked()",
    ),
    "a handler": Case(
        "TFL309",
        "step",
        "confirmed",
        """
        failures = []
        @tf.function
        def step(x):
            try:
                return tf.linalg.inv(x)
            except tf.errors.InvalidArgumentError:
                failures.append(1)  # here
                raise
        step(tf.eye(2))
        """,
        "eager code reaches the line, the graph does not",
    ),
    "a manager that does nothing": Case(
        "TFL309",
        "step",
        "inconclusive",
        """
        @tf.function
        def step(x):
            with contextlib.nullcontext():  # here
                return x * 2
        """,
    ),
    "a manager that speaks to the graph": Case(
        "TFL309",
        "step",
        "inconclusive",
        """
        @tf.function
        def step(x):
            with tf.GradientTape() as tape, tf.name_scope("a"):  # here
                tape.watch(x)
                y = x * x
            return tape.gradient(y, x)
        """,
    ),
    "a dict that a dataset owns": Case(
        "TFL308",
        "split",
        "refuted",
        """
        def split(row):
            label = row.pop("y")  # here
            return row["x"], label
        list(tf.data.Dataset.from_tensor_slices({"x": [1.0], "y": [2.0]}).map(split))
        """,
        kind=EntryKind.DATASET,
    ),
    "a dict that a caller owns": Case(
        "TFL308",
        "split",
        "confirmed",
        """
        @tf.function
        def split(row):
            label = row.pop("y")  # here
            return row["x"], label
        split({"x": tf.ones([2]), "y": tf.ones([2])})
        """,
        "should not modify",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])
