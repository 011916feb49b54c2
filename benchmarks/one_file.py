"""What it costs to judge one file in its project: docs/performance.md.

    python benchmarks/one_file.py [PROJECT FILE] [--files 500] [--rounds 5]

makes a project of that many TensorFlow files that import each other, and one of as many without TensorFlow,
and lints one file of each as the command does: by itself, in its project with nothing kept, with nothing
changed, and edited. PROJECT is an unpacked project to copy instead of the first, FILE one of its files.
Processor time with the start of the process, in milliseconds and as ratios to the file by itself; medians
of rounds taken in turn.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TENSORFLOW = '''\
"""Layers and steps of block {n}."""

import tensorflow as tf
{imports}


def scale_{n}(x, rate=0.5):
    """Scale by what the last axis holds."""
    mean = tf.reduce_mean(x, axis=-1, keepdims=True)
    return (x - mean) * rate


def loss_{n}(labels, logits):
    shifted = scale_{n}(logits)
    return tf.reduce_mean(tf.square(labels - shifted)){calls}


class Block{n}(tf.keras.layers.Layer):
    def __init__(self, units=32, rate=0.1):
        super().__init__()
        self.units = units
        self.dense = tf.keras.layers.Dense(units)
        self.dropout = tf.keras.layers.Dropout(rate)
        self.history = []

    def call(self, inputs, training=False):
        hidden = self.dense(inputs)
        hidden = self.dropout(hidden, training=training)
        return scale_{n}(hidden)


class Model{n}(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = Block{n}(64)
        self.second = Block{n}(8)

    def call(self, inputs, training=False):
        return self.second(self.first(inputs, training=training), training=training)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = loss_{n}(y, self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {{"loss": loss}}


class Trainer{n}:
    def __init__(self, model, optimizer, log_every=100):
        self.model = model
        self.optimizer = optimizer
        self.log_every = log_every
        self.step = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def train(self, x, y):
        with tf.GradientTape() as tape:
            loss = loss_{n}(y, self.model(x, training=True))
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.step.assign_add(1)
        return loss

    def run(self, dataset, epochs=1):
        losses = []
        for epoch in range(epochs):
            for x, y in dataset:
                losses.append(self.train(x, y))
        return losses


def dataset_{n}(paths, batch_size=32):
    files = tf.data.Dataset.from_tensor_slices(paths)

    def parse(path):
        image = tf.io.decode_png(tf.io.read_file(path))
        return tf.image.resize(tf.cast(image, tf.float32), (64, 64))

    return files.map(parse).shuffle(1000).batch(batch_size).prefetch(2)
'''
PLAIN = '''\
"""Sums and their parts, number {n}."""

{imports}


class Sum{n}:
    def __init__(self, parts=()):
        self.parts = list(parts)

    def add(self, part):
        self.parts.append(part)
        print("added", part)
        return self

    def total(self):
        return sum(part for part in self.parts){calls}


def total_{n}(parts):
    return Sum{n}(parts).total()
'''


def make(folder: Path, template: str, files: int, call: str) -> Path:
    """A project; each module calls two of those before it. One of its files, near the middle."""
    package = folder / "project"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    (package / "__init__.py").touch()
    for n in range(files):
        others = sorted({n // 2, n // 3} - {n})
        imports = "\n".join(f"from project.m{o} import {call.format(o)}" for o in others)
        calls = "".join(f" + {call.format(o)}(labels, logits)" for o in others)
        if template is PLAIN:
            calls = "".join(f" + {call.format(o)}(self.parts)" for o in others)
        (package / f"m{n}.py").write_text(template.format(n=n, imports=imports, calls=calls))
    return package / f"m{files // 2}.py"


def milliseconds(*arguments: str, cwd: Path) -> tuple[float, float]:
    """Processor time and elapsed time of one run."""
    import time

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-P", "-m", "tflint", "--isolated", "--exit-zero", *arguments]
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    elapsed = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * used, 1000 * elapsed


def edited(file: Path, turn: int) -> None:
    """Put one more line at the end, another in each round."""
    text = file.read_text().rstrip("\n").partition("\n\n\nEDITED")[0]
    file.write_text(f"{text}\n\n\nEDITED = {turn}\n")


def measure(name: str, folder: Path, file: Path, rounds: int) -> None:
    """Print the rows of one project."""
    cache = str(folder / ".tflint_cache")
    ways: dict[str, list[tuple[float, float]]] = {}
    for turn in range(rounds):
        shutil.rmtree(cache, ignore_errors=True)
        runs = {
            "by itself": ("--isolated-files", "--no-cache"),
            "in its project, nothing kept": ("--cache-dir", cache),
            "in its project, nothing changed": ("--cache-dir", cache),
            "in its project, edited": ("--cache-dir", cache),
        }
        for way, options in runs.items():
            if way.endswith("edited"):
                edited(file, turn)
            ways.setdefault(way, []).append(milliseconds(*options, str(file), cwd=folder))
    alone = statistics.median(used for used, _ in ways["by itself"])
    for way, times in ways.items():
        used, elapsed = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"| {name} | {way} | {used:,.0f} | {elapsed:,.0f} | {used / alone:.2f} |", flush=True)


def on_a_project(description: str | None) -> argparse.ArgumentParser:
    """What takes a project and one of its files, or how many files to make."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("project", nargs="?", type=Path)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--files", type=int, default=500)
    return parser


def project_in(folder: Path, options: argparse.Namespace) -> Path:
    """Copy the project that is asked for into a folder, or make one there; the file to look at."""
    if options.project is None:
        return make(folder, TENSORFLOW, options.files, "loss_{}")
    shutil.copytree(options.project, folder)
    return folder / str(options.file)


def main() -> None:
    parser = on_a_project(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print("| project | one file | processor ms | elapsed ms | against the file by itself |")
    print("|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "tensorflow"
        file = project_in(folder, options)
        given = options.project
        name = f"{options.files} TensorFlow files" if given is None else given.resolve().name
        measure(name, folder, file, options.rounds)
        folder = Path(scratch) / "plain"
        file = make(folder, PLAIN, options.files, "total_{}")
        measure(f"{options.files} files without TensorFlow", folder, file, options.rounds)


if __name__ == "__main__":
    main()
