"""Inputs and objects that a search finds for code that nothing calls."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from helpers import Case, Settle, make_finding

from tflint.finding import EntryKind, Finding
from tflint.runtime.worker import accepted_values, asked_types, guess, suggestions, usual
from tflint.runtime.worker.argument_specs import (
    FILE,
    IMAGE_ARRAY,
    NUMBERS,
    TABLE,
    special,
    tensor,
    value,
)
from tflint.runtime.worker.hinted import Hinted

HEAD = "import os\nimport tensorflow as tf\n"


CASES = {
    "a name that is bound nowhere": Case(
        "TFL301",
        "weigh",
        "inconclusive",
        """
        @tf.function
        def weigh(values, weights):
            scaled = values * not_bound(weights)
            print("weighed")  # here
            return scaled
        """,
        "after 24 tries (NameError",
    ),
    "records in a file, parsed as settings say": Case(
        "TFL301",
        "make.<locals>.parse",
        "confirmed",
        """
        def make(file_names, seq_len, config, num_predict=None):
            def parse(record):
                features = {
                    "ids": tf.io.FixedLenFeature([seq_len], tf.int64),
                    "image/encoded": tf.io.FixedLenFeature([], tf.string),
                    "weights": tf.io.VarLenFeature(tf.float32),
                }
                found = tf.io.parse_single_example(record, features)
                if config.strategy in ["words", "spans"]:
                    print("by words")  # here
                image = tf.io.decode_png(found["image/encoded"])
                return found["ids"][:num_predict + 0], tf.reshape(image, [48])
            data = tf.data.TFRecordDataset(file_names)
            return data.map(parse).batch(config.batch_size)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
        kind=EntryKind.DATASET,
    ),
    "a record as the argument": Case(
        "TFL301",
        "decode",
        "confirmed",
        """
        @tf.function
        def decode(serialized):
            found = tf.io.parse_single_example(
                serialized, {"label": tf.io.FixedLenFeature([2], tf.int64)}
            )
            print("decoded")  # here
            return found["label"] + 1
        """,
        inputs="search",
    ),
    "the names of a file and a folder": Case(
        "TFL301",
        "Vocabulary.look_up",
        "confirmed",
        """
        class Vocabulary:
            def __init__(self, vocab_file, output_dir):
                assert not os.listdir(output_dir)
                with open(vocab_file) as lines:
                    self.size = len(lines.read().split())
                assert self.size > 1
            @tf.function
            def look_up(self, x):
                print("looking up")  # here
                return x * self.size
        """,
        inputs="search",
    ),
    "a layer around another that is not built yet": Case(
        "TFL305",
        "Normal.call",
        "confirmed",
        """
        class Normal(tf.keras.layers.Wrapper):
            def build(self, shape):
                if not self.layer.built:
                    self.layer.build(shape)
                    self.scale = self.add_weight(name="scale", shape=(), initializer="ones")
                super().build(shape)
            @tf.function
            def call(self, x):
                kernel = self.layer.kernel
                self.layer.normal = tf.nn.l2_normalize(kernel) * self.scale  # here
                return tf.matmul(x, self.layer.normal)
        """,
        "self.layer.normal: eagerly float32[3, 3]",
        "search",
    ),
    "an object that only another option lets work": Case(
        "TFL301",
        "Norm.call",
        "confirmed",
        """
        class Norm(tf.keras.layers.Layer):
            def __init__(self, scaled=True):
                super().__init__()
                self.scaled = scaled
            def call(self, x):
                print("normal")  # here
                return x / self.scale if self.scaled else x
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
        kind=EntryKind.KERAS,
    ),
    "each object is made with a layer of its own": Case(
        "TFL301",
        "Last.call",
        "confirmed",
        """
        class Last(tf.keras.layers.Layer):
            def __init__(self, layer):
                super().__init__()
                self.layer = layer
                self.recurrent = isinstance(layer, tf.keras.layers.RNN)
            def call(self, x):
                if self.recurrent:
                    print("recurrent")  # here
                if not self.layer.built:
                    self.layer.build([None, *x.shape[1:]])
                if len(x.shape) == 2:
                    raise ValueError("must have rank at least 3")
                return self.layer(x)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
        kind=EntryKind.KERAS,
    ),
    "an iterator, and what the function around was given": Case(
        "TFL301",
        "make.<locals>.step",
        "confirmed",
        """
        def make(metric):
            @tf.function
            def step(source):
                if not metric:
                    print("no metric")  # here
                x, y = next(source)
                return tf.reduce_mean(x - y)
            return step
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a switch that may be a list of them": Case(
        "TFL301",
        "Net.call",
        "confirmed",
        """
        class Net(tf.keras.layers.Layer):
            def __init__(self, encode: bool = False):
                super().__init__()
                self.encode = encode
            def call(self, x):
                for number in range(2):
                    if (isinstance(self.encode, (tuple, list)) and self.encode[number]) or (
                        isinstance(self.encode, bool) and self.encode
                    ):
                        print("encoded")  # here
                return x
        net = Net()
        net(tf.ones([2, 3]))
        """,
        "eagerly 2, 2, 2, 2; as a graph 2, 0, 0, 0",
        "call site",
        kind=EntryKind.KERAS,
    ),
    "a program that tells tf.functions by their type": Case(
        "TFL301",
        "Module.step",
        "confirmed",
        """
        FUNCTION = type(tf.function(lambda: None))
        def scoped(method):
            if isinstance(method, FUNCTION):
                method._decorate(lambda body: lambda *args: body(*args))
                return method
            return lambda *args: method(*args)
        class Module:
            @scoped
            def size(self):
                return 2
            @scoped
            @tf.function
            def step(self, x):
                print("step")  # here
                return x * self.size()
        module = Module()
        module.step(tf.ones([2]))
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "call site",
    ),
    "what an error asks for by its name": Case(
        "TFL301",
        "mask",
        "confirmed",
        """
        @tf.function
        def mask(x, boundary=None):
            print("masked")  # here
            assert boundary is not None, "masking requires `boundary`"
            return x + tf.cast(boundary, x.dtype)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a call that raises after the line": Case(
        "TFL301",
        "check",
        "confirmed",
        """
        @tf.function
        def check(x):
            print("checked")  # here
            tf.debugging.Assert(tf.size(x) > 10 ** 9, [x])
            return x + 0
        """,
        "each eager call raises InvalidArgumentError after this line",
        "search",
    ),
    "a call that raises in every trace too": Case(
        "TFL301",
        "check",
        "inconclusive",
        """
        @tf.function
        def check(x):
            print("checked")  # here
            raise ValueError("not yet")
        """,
        "the function raises eagerly already: ValueError: not yet",
    ),
    "state before a call raises": Case(
        "TFL305",
        "Last.keep",
        "confirmed",
        """
        class Last:
            def __init__(self):
                self.seen = None
            @tf.function
            def keep(self, x):
                self.seen = x  # here
                tf.debugging.Assert(tf.size(x) > 10 ** 9, [x])
                return x + 0
        """,
        "each eager call raises InvalidArgumentError after this line",
        "search",
    ),
    "an object made with an environment": Case(
        "TFL301",
        "Agent.act",
        "confirmed",
        """
        class Agent:
            def __init__(self, env):
                self.actions = env.action_space.n
                self.size = env.observation_space.shape[0]
                state, _ = env.reset()
                assert len(env.step(0)) == 5 and state.shape == (self.size,)
            @tf.function
            def act(self, x):
                print("acting")  # here
                return x * float(self.actions)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "an object made with a continuous environment of the older kind": Case(
        "TFL301",
        "Agent.act",
        "confirmed",
        """
        class Agent:
            def __init__(self, env):
                self.high = env.action_space.high[0]
                state = env.reset()
                state, reward, done, info = env.step(env.action_space.sample())
                assert state.shape == env.observation_space.shape
            @tf.function
            def act(self, x):
                print("acting")  # here
                return x * self.high
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "an object whose method asks for another argument": Case(
        "TFL301",
        "Graph.sizes",
        "confirmed",
        """
        class Graph:
            def __init__(self, graph):
                self.graph = graph
            @tf.function
            def sizes(self):
                print("counted")  # here
                return tf.reduce_sum(self.graph) / self.graph.shape[0]
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "what holds something with an attribute that is asked for": Case(
        "TFL301",
        "Reader.read",
        "confirmed",
        """
        class Reader:
            def __init__(self, settings):
                self.settings = settings
            @tf.function
            def read(self, x):
                print("read")  # here
                return x * self.settings.model.scale
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a folder for what is joined to a path": Case(
        "TFL301",
        "Store.step",
        "confirmed",
        """
        class Store:
            def __init__(self, root):
                self.name = os.path.join(root, "weights")
            @tf.function
            def step(self, x):
                print("stored")  # here
                return x + 1
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a picture in a file": Case(
        "TFL301",
        "load",
        "confirmed",
        """
        @tf.function
        def load(image_path):
            image = tf.io.decode_jpeg(tf.io.read_file(image_path), channels=3)
            print("loaded")  # here
            return tf.image.random_crop(tf.cast(image, tf.float32), [128, 128, 3])
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a pair of sizes, and a model that knows its inputs": Case(
        "TFL301",
        "resized",
        "confirmed",
        """
        @tf.function
        def resized(image, resize, model):
            print(model.input_shape)  # here
            return tf.image.resize(image, resize)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "settings in a dictionary, of a folder, numbers and what has items": Case(
        "TFL301",
        "Trainer.step",
        "confirmed",
        """
        class Trainer:
            def __init__(self, params):
                self.params = params
                assert os.path.isdir(params["log_dir"])
                self.rate = float(params["rate"] * 2)
                self.losses = [loss for loss in params["losses"]]
                self.rest = self.kept(["units"])

            def kept(self, names):
                return [self.params[name] for name in names]

            @tf.function
            def step(self, x):
                print("step")  # here
                return x * self.rate
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a method that another one must be called before": Case(
        "TFL301",
        "Scaler.step",
        "confirmed",
        """
        class Scaler:
            def __init__(self, units):
                self.units = units

            def forget(self):
                self.rows = None

            def adapt(self, rows):
                self.rows = tf.reduce_mean(rows, axis=0) * self.units

            @tf.function
            def step(self, x):
                print("step")  # here
                return x - self.rows
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a method that is called before, whatever it calls its object": Case(
        "TFL301",
        "Scaler.step",
        "confirmed",
        """
        class Scaler:
            def __init__(this, units):
                this.units = units

            @staticmethod
            def adapt_all(self):
                self.rows = self.rows + 1

            def adapt(this, rows):
                this.rows = tf.reduce_mean(rows, axis=0) * this.units

            @tf.function
            def step(own, x):
                print("step")  # here
                return x - own.rows
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "settings that are what the options of a command line are": Case(
        "TFL301",
        "Net.step",
        "confirmed",
        """
        import argparse

        def options():
            parser = argparse.ArgumentParser()
            parser.add_argument("--cell", default="lstm")
            parser.add_argument("--num-epochs", type=int, default=500)
            return parser.parse_args()

        class Net:
            def __init__(self, args):
                self.gates = {"gru": 3, "lstm": 4}[args.cell] * args.num_epochs

            @tf.function
            def step(self, x):
                print("step")  # here
                return x * self.gates
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "layers of a model by their numbers, and rows that are not in batches": Case(
        "TFL901",
        "activations",
        "confirmed",
        """
        def activations(ds, layer_ids, model):
            found = []
            for number in layer_ids:
                outputs = model.layers[number].output
                part = tf.keras.Model(inputs=model.inputs, outputs=outputs)
                found.append(part.predict(ds.batch(2)))  # here
            return found
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "an attribute that is None until a method is called": Case(
        "TFL901",
        "Scorer.score",
        "confirmed",
        """
        class Scorer:
            def __init__(self, units=3):
                self.units = units
                self.net = None

            def build(self, width):
                layers = [tf.keras.Input([width]), tf.keras.layers.Dense(self.units)]
                self.net = tf.keras.Sequential(layers)
                return self

            def score(self, rows):
                return [self.net.predict(row[None]) for row in rows]  # here
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "a variable of an object, behind a comparison with a default": Case(
        "TFL605",
        "lower",
        "confirmed",
        """
        @tf.function
        def lower(step, gen_rate=0.1, rate=0.1):
            if gen_rate != rate:
                step.lr.assign(gen_rate)
                tf.print("rate {}".format(step.lr))  # here
            return step.lr * 2
        """,
        "eager code writes the lines",
        "search",
        at='"rate {}".format(step.lr)',
    ),
    "settings that name a file": Case(
        "TFL301",
        "Reader.step",
        "confirmed",
        """
        class Reader:
            def __init__(self, args):
                with open(args.vocab_file) as file:
                    self.words = file.read().split()
                self.kept = os.listdir(args.data_root)

            @tf.function
            def step(self, x):
                print("step")  # here
                return x * len(self.words)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a file that is to be a table": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        import numpy as np

        @tf.function
        def step(x, path_to_rates):
            print("stepped")  # here
            rates = np.genfromtxt(path_to_rates, delimiter=",", skip_header=1)
            return x * rates[:, [1, 4]].sum()
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "settings of which more and more is asked": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        def scale(options):
            return options.scale
        def shift(options):
            return options.parts.shift
        @tf.function
        def step(x, options):
            print("stepped")  # here
            return x * scale(options) + shift(options)
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a constructor that hands on what another needs": Case(
        "TFL301",
        "Learner.step",
        "confirmed",
        """
        class Base:
            def __init__(self, units, rate):
                self.units, self.rate = units, rate
        class Learner(Base):
            def __init__(self, **options):
                super().__init__(**options)
            @tf.function
            def step(self, x):
                print("learnt")  # here
                return x * self.rate + self.units
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "a module of which a statement fails": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        devices = tf.config.list_physical_devices("TPU")
        tf.config.experimental.set_memory_growth(devices[0], True)
        rows = open("rows-that-are-not-here.bin").read()
        scale = 2.0
        @tf.function
        def step(x):
            print("stepped")  # here
            return x * scale
        for row in rows:
            step(tf.ones([2]))
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
    ),
    "what a failed statement would have bound": Case(
        "TFL301",
        "step",
        "inconclusive",
        """
        table = open("rows-that-are-not-here.bin").read().split()
        @tf.function
        def step(x):
            print("stepped")  # here
            return x * float(table[0])
        """,
        "No such file or directory: 'rows-that-are-not-here.bin'",
    ),
    "data that Keras would download": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        (images, labels), _ = tf.keras.datasets.fashion_mnist.load_data()
        assert images.shape == (60_000, 28, 28) and set(labels) == set(range(10))
        data = tf.data.Dataset.from_tensor_slices((images, labels)).batch(32)
        @tf.function
        def step(x, y):
            print("stepped")  # here
            return tf.reduce_sum(tf.cast(x, tf.float32)) + tf.cast(y[0], tf.float32)
        for x, y in data.take(3):
            step(x, y)
        """,
        "eagerly 1, 1, 1",
        "call site",
    ),
    "a draw that the beginning of the program leaves no room for": Case(
        "TFL901",
        "Agent.act",
        "confirmed",
        """
        import random
        class Agent:
            def __init__(self, size):
                self.rate = 1.0
                self.model = tf.keras.Sequential([tf.keras.Input([size]), tf.keras.layers.Dense(2)])
            def act(self, state):
                if random.random() < self.rate:
                    return 0
                return self.model.predict(state[None], verbose=0)[0].argmax()  # here
            def learn(self):
                self.rate *= 0.9
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "a table of pandas": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        @tf.function
        def inner(row):
            print("row")  # here
            return row * 2.0
        def step(rates):
            return inner(tf.constant(rates.iloc[0].values.reshape(1, -1)))
        """,
        "as a graph 1, 0, 0, 0",
        "search",
        function="inner",
        kind=EntryKind.CALLBACK,
    ),
    "arrays whose items are made pictures": Case(
        "TFL901",
        "best",
        "confirmed",
        """
        import numpy as np
        class Flat(tf.keras.Model):
            def call(self, x):
                return tf.reduce_mean(x, axis=[1, 2])
        net = Flat()
        def best(imageRows):
            for at in range(2):
                net.predict(imageRows[at].reshape(-1, 6, 6, 1), verbose=0)  # here
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "an inner function that is only traced for export": Case(
        "TFL301",
        "Saver.__init__.<locals>.serve",
        "confirmed",
        """
        def export(function, spec):
            @tf.function
            def flat(x):
                return function(x)
            return flat.get_concrete_function(spec)
        class Saver:
            def __init__(self, scale: float = 2.0):
                def serve(x):
                    print("served")  # here
                    return x * scale
                self.signature = export(serve, tf.TensorSpec([2], tf.float32))
        """,
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
        "search",
        kind=EntryKind.CALLBACK,
    ),
    "a data set that is flipped by chance": Case(
        "TFL501",
        "prepared.<locals>.<lambda>",
        "confirmed",
        """
        import random
        def prepared(data, augment=False):
            if augment:
                data = data.batch(2).map(
                    lambda x, y: (tf.reverse(x, [-2]) if random.random() < 0.5 else x, y)  # here
                )
            return data.prefetch(1)
        """,
        "equal calls give",
        "search",
        kind=EntryKind.DATASET,
        at="random.random()",
    ),
    "numbers that a constructor keeps, and other methods go through": Case(
        "TFL301",
        "Layers.call",
        "confirmed",
        """
        class Layers(tf.keras.layers.Layer):
            def __init__(self, sizes, activation="relu"):
                super().__init__()
                self.sizes = sizes
                self.activation = activation
            def build(self, shape):
                self.dense = [tf.keras.layers.Dense(size) for size in self.sizes]
            def call(self, x):
                print("called")  # here
                for layer in self.dense:
                    x = layer(x)
                return x
        """,
        "lines written per call",
        "search",
        kind=EntryKind.KERAS,
    ),
    "a model whose inputs and outputs its maker gives": Case(
        "TFL301",
        "Trained.train_step",
        "confirmed",
        """
        class Trained(tf.keras.Model):
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
            def train_step(self, data):
                x, y = data
                print("trained")  # here
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
                gradients = tape.gradient(loss, self.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
                return {"loss": loss}
        """,
        "as a graph 1, 0, 0, 0",
        "search",
        kind=EntryKind.KERAS,
    ),
    "corners that are whole numbers": Case(
        "TFL901",
        "show",
        "confirmed",
        """
        import numpy as np
        net = tf.keras.Sequential([tf.keras.Input([4, 4, 3]), tf.keras.layers.GlobalAveragePooling2D()])
        def show(image, boxes):
            image = np.array(image, dtype=np.uint8)
            for box in boxes:
                x, y, w, h = box
                face = image[y : y + h, x : x + w]
                if face.shape[0] and face.shape[1]:
                    face = tf.image.resize(face, [4, 4])
                    net.predict(np.expand_dims(face, axis=0), verbose=0)  # here
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "what errors ask for of which the first asks for nothing": Case(
        "TFL901",
        "Player.choose",
        "confirmed",
        """
        import numpy as np
        class Player:
            def __init__(self):
                self.model = tf.keras.Sequential([tf.keras.Input([7]), tf.keras.layers.Dense(1)])
            def choose(self, actions, seen):
                best = np.argmax(self.model.predict(np.array(seen), verbose=0))  # here
                return actions[best], seen[best]
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
    "an environment that shows pictures": Case(
        "TFL901",
        "Agent.act",
        "confirmed",
        """
        class Agent:
            def __init__(self, env):
                self.env = env
                self.model = tf.keras.Sequential([
                    tf.keras.Input(self.env.observation_space.shape),
                    tf.keras.layers.Conv2D(2, 8, strides=4),
                    tf.keras.layers.Flatten(),
                    tf.keras.layers.Dense(self.env.action_space.n),
                ])
            def act(self, seen):
                return self.model.predict(seen, verbose=0)[0].argmax()  # here
        """,
        "predict costs",
        "search",
        kind=EntryKind.EAGER,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])


def test_tensors_inside_of_what_is_unpacked() -> None:
    """As many as there are names for; of each another sort or shape, as an error asks for it."""
    body = ast.parse("def f(inputs):\n    x, index, weights = inputs\n")
    uses, _ = guess.uses_of(body, "inputs")
    parameter = inspect.Parameter("inputs", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    [first, *_] = guess.candidates(parameter, uses, [], False, [])
    assert first == {"kind": "tuple", "items": [tensor("float32", 2, 3)] * 3}
    message = (
        "Value for attr 'Tindices' of float is not in the list of allowed values: int16, int32"
    )
    others = suggestions.suggested(message, first)
    seconds = [one["items"][1] for one in others]
    assert tensor("int32", 2, 3) in seconds
    wanted = "incompatible with the layer: expected shape=(None, 8, 8, 3), found shape=(2, 4, 4, 3)"
    assert suggestions.suggested(wanted, tensor("float32", 2, 4, 4, 3))[0] == (
        tensor("float32", 1, 8, 8, 3)
    )


def test_what_an_error_says_of_tensors_that_are_none() -> None:
    """Tables, names of files, parts of what is unpacked, and items of another shape."""
    given = tensor("float32", 2, 3)
    table = "'tensorflow.python.framework.ops.EagerTensor' object has no attribute 'iloc'"
    assert asked_types.instead(table, given)[0] == TABLE
    of_array = "'numpy.ndarray' object has no attribute 'iloc'"
    assert asked_types.instead(of_array, {**given, "kind": "array"})[0] == TABLE
    path = "expected str, bytes or os.PathLike object, not EagerTensor"
    assert {"kind": "folder"} in asked_types.instead(path, given)
    parts = "not enough values to unpack (expected 4, got 2)"
    assert asked_types.instead(parts, given)[0] == {"kind": "tuple", "items": [given] * 4}
    items = "cannot reshape array of size 3 into shape (8,8,1)"
    assert tensor("float32", 2, 8, 8, 1) in asked_types.instead(items, given)
    whole = "cannot reshape array of size 6 into shape (8,8,1)"
    batched = "expected shape=(None, 7), found shape=(1, 2, 3)"
    assert suggestions.suggested(batched, given)[0] == tensor("float32", 7)
    listed = {"kind": "list", "items": [given]}
    batched = "expected shape=(None, 7), found shape=(1, 1, 2, 3)"
    assert suggestions.suggested(batched, listed)[0] == {**tensor("float32", 7), "kind": "array"}
    assert suggestions.suggested("expected shape=(None, 7), found shape=(2, 3)", given)[0] == (
        tensor("float32", 1, 7)
    )
    assert tensor("float32", 2, 8, 8, 1) not in asked_types.instead(whole, given)


def test_what_an_error_says_of_settings() -> None:
    """Keys that are missed, and files in the place of what is none, wherever they lie."""
    given = {"kind": "dict", "items": {"units": value(2)}}
    more = asked_types.instead("'rate'", given)
    assert more == [{"kind": "dict", "items": {"units": value(2), "rate": value(0.5)}}]
    items = asked_types.instead("'int' object is not iterable", given)
    assert items[0] == {"kind": "dict", "items": {"units": NUMBERS}}
    whether = "The truth value of an array with more than one element is ambiguous."
    for given_array in (tensor("float32", 2, 3), {**tensor("float32", 2, 3), "kind": "array"}):
        assert value(True) in asked_types.instead(whether, given_array)
    of_keras = "Could not interpret initializer identifier: 3"
    assert asked_types.instead(of_keras, value(3)) == [value("glorot_uniform")]
    assert asked_types.instead(of_keras, value(2)) == []
    assert asked_types.instead(
        "Could not interpret activation function identifier: a", value("a")
    ) == [value("relu")]
    [no_name] = asked_types.instead("' '", {"kind": "dict", "items": {}})
    assert no_name == {"kind": "dict", "items": {" ": value(2)}}
    keys = "list indices must be integers or slices, not str"
    assert asked_types.instead(keys, NUMBERS) == [{"kind": "dict", "items": {}}]
    of_tensors = "Only integers, slices (`:`) and scalar tensors are valid indices, got 'image'"
    image = tensor("float32", 2, 3)
    assert asked_types.instead(of_tensors, image) == [{"kind": "dict", "items": {"image": image}}]
    parameter = inspect.Parameter("args", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    hinted = Hinted(SimpleNamespace(world=None), [parameter])  # type: ignore[arg-type]
    named = {"kind": "namespace", "items": {"weights": value("a"), "units": value(2)}}
    said = "[Errno 2] No such file or directory: 'a'"
    assert hinted.suggested(said, 0, named)[0]["items"] == {"weights": FILE, "units": value(2)}


@pytest.mark.parametrize("name", ["image_path", "imagePath", "strImagePath"])
def test_names_are_read_by_their_words(name: str) -> None:
    parameter = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    assert usual.named(parameter)[0] == FILE


def test_what_has_methods_of_arrays_becomes_one() -> None:
    said = "'tensorflow.python.framework.ops.EagerTensor' object has no attribute 'copy'"
    given = tensor("float32", 2, 3)
    assert asked_types.instead(said, given) == [{**given, "kind": "array"}]


def test_what_is_passed_around_in_training_gives_way_to_what_has_an_attribute() -> None:
    said = "'function' object has no attribute 'rate'"
    settings = {"kind": "namespace", "items": {"rate": value(0.5)}}
    assert asked_types.instead(said, special("callable")) == [settings]
    assert asked_types.instead(said, special("loss")) == []


def test_what_an_error_says_of_tensors_beside_others() -> None:
    """An axis more at the end, as many rows as others have, a text."""
    given = tensor("float32", 3, 4)
    axes = "Index out of range using input dim 2; input has only 2 dims [Op:StridedSlice]"
    assert tensor("float32", 3, 4, 1) in asked_types.instead(axes, given)
    rows = "Data cardinality is ambiguous: x sizes: 1, 3. Make sure all arrays contain the same"
    assert asked_types.instead(rows, given)[0] == tensor("float32", 1, 4)
    text = "Cannot convert 'results/' to EagerTensor of dtype float"
    assert asked_types.instead(text, given)[0] == value("a")


@pytest.mark.parametrize(
    "said",
    [
        "'label'",
        "Length mismatch: Expected axis has 1 elements, new values have 6 elements",
        "too many indices for array: array is 1-dimensional, but 2 were indexed",
    ],
)
def test_a_text_of_which_columns_are_asked_becomes_a_table(said: str) -> None:
    assert asked_types.instead(said, FILE) == [value("rows.csv")]


def test_what_is_called_in_training_is_asked_for_more() -> None:
    """A loss has gradients; a model for pictures has an output of four axes."""
    assert asked_types.instead("No gradients provided for any variable", special("callable")) == [
        special("loss")
    ]
    axes = 'layer "pooling" is incompatible with the layer: expected ndim=4, found ndim=2'
    assert asked_types.instead(axes, special("built model")) == [special("picture model")]


def test_what_is_no_array_for_a_library_becomes_one() -> None:
    said = "error: OpenCV(4.9) in function 'resize': - src is not a numpy array, neither a scalar"
    given = tensor("float32", 2, 3)
    assert asked_types.instead(said, given) == [{**given, "kind": "array"}, IMAGE_ARRAY]


ENDLESS = """
import tensorflow as tf

def wait(turns):
    while True:
        pass

def score(model, turns):
    for row in wait(turns):
        model.predict(row[None])  # here
"""


def test_tries_that_do_not_end_are_ended(settle: Settle, tmp_path: Path) -> None:
    """Long before the experiment would be."""
    (tmp_path / "scoring.py").write_text(ENDLESS)
    finding = make_finding(tmp_path / "scoring.py", "TFL901", entry="score", kind=EntryKind.EAGER)
    [settled] = settle(finding)
    assert settled.verdict == "inconclusive"
    assert "a try does not end" in (settled.evidence or {})["reason"]


def test_a_folder_without_init_is_a_package_to_what_imports_from_beside_it(
    settle: Settle, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tools.py").write_text("def twice(x):\n    return x * 2\n")
    (folder / "steps.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n"
        "    from .tools import twice\n\n    print('step')  # here\n    return twice(x)\n"
    )
    [finding] = settle(make_finding(folder / "steps.py", "TFL301", entry="step"))
    assert finding.verdict == "confirmed", finding.evidence


ACCEPTING = """
import random
import tensorflow as tf

MODES = {"quick": 1.0, "slow": 2.0}


def factor(mode, kind):
    assert mode in MODES, mode
    if kind == "double":
        return 2.0
    elif kind == "half":
        return 0.5
    else:
        raise ValueError("no such kind")


@tf.function
def step(x, mode, kind):
    return x * factor(mode, kind) * random.random()  # here
"""


def test_values_that_a_condition_takes(settle: Settle, tmp_path: Path) -> None:
    """Which ones they are an error does not say, and what raised it does."""
    (tmp_path / "step.py").write_text(ACCEPTING)
    [finding] = settle(make_finding(tmp_path / "step.py", "TFL501", entry="step"))
    evidence = finding.evidence or {}
    assert finding.verdict == "confirmed", evidence
    inputs = evidence["inputs"]["description"]
    assert "'quick'" in inputs
    assert "'double'" in inputs or "'half'" in inputs


def test_where_a_condition_names_the_values(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "def f(mode):\n    if mode not in {'a': 1, 'b': 2}.keys():\n        raise KeyError(mode)\n"
        "def g(mode):\n    if len(mode) == 3:\n        raise KeyError(mode)\n"
    )
    names: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    program = cast(Any, SimpleNamespace(owns=lambda name: name == str(path)))

    def said(function: str, given: object) -> str:
        with pytest.raises(KeyError) as raised:
            names[function](given)
        return accepted_values.said_with(raised.value, program)

    assert said("f", "c") == "'c' ['c' is none of ['a', 'b']]"
    assert accepted_values.taken(said("f", "c"), "c") == ["a", "b"]
    assert accepted_values.taken(said("f", "c"), "d") == []
    assert said("g", "abc") == "'abc'"
