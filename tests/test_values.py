"""What the linter takes the results of calls and expressions for, written down in ``tests/snapshots``.

Each line of ``values.txt`` is an expression with what is known of it in eager code. A change to what is
known of a framework shows there, one line for each expression that it concerns. It says what is taken
for known, which need not be right: what is mended is renewed.
"""

from __future__ import annotations

import re

import pytest
from words import difference, path_of

from tflint.facts import Project
from tflint.files import Source

RENEW = "pytest tests/test_values.py --renew"
HEAD = """\
import collections, copy, functools, itertools, logging, math, os, random, sys, time
import keras
import numpy as np
import tensorflow as tf

t = tf.constant([1.0, 2.0])
v = tf.Variable(1.0)
a = np.ones((2, 2))
n = 3
s = "text"
d = {"one": 1, "two": t}
row = [1, t]
ds = tf.data.Dataset.range(3)
layer = keras.layers.Dense(2)
model = keras.Sequential([layer])
ta = tf.TensorArray(tf.float32, 3)


def gen():
    yield 1


def double(x):
    return x * 2


class Own:
    rate = 0.5

    def __call__(self, x):
        return [x]

    def itself(self):
        return self


own = Own()
"""
EXPRESSIONS = """\
None; True; 1; 1.5; "a"; b"a"; f"{n}"; (1, t); [t]; {1}; {"a": t}; [x for x in row]
(x for x in row); t + 1; 1 + t; t > 0; -t; not t; t[0]; t.shape; t.shape[0]; t.dtype; t.numpy()
t.get_shape(); t.ndim; a + t; a * 2; a.shape; a.mean(); a.T; a[0]; a.tolist(); a.astype("f")
a > 0; len(a); a.reshape(-1); v + 1; v.assign(2.0); v.assign_add(1.0); v.value(); v.numpy()
v.read_value(); v.shape; v.name; n + 1; n / 2; n > 1; s + "b"; s.upper(); s.split(); s.encode()
"a" "b"; "%s" % n; "{}".format(n); d["one"]; d["two"]; d.get("two"); d.items(); d.keys()
d.values(); d.copy(); d.pop("one"); dict(d); row[0]; row[1]; row[:1]; row + row; row * 2
list(row); tuple(row); set(row); sorted(row); len(row); reversed(row); enumerate(row)
zip(row, row); range(3); map(double, row); filter(None, row); iter(row); next(iter(row)); min(row)
max(1, 2); sum([1, 2]); abs(-1); abs(t); round(1.5); int("1"); float("1"); bool(1); str(n)
repr(n); isinstance(n, int); getattr(own, "rate"); getattr(own, "no", 3); type(n); iter(ds)
next(iter(ds)); sorted(s); open("f"); input(); print(); hash(s); id(s); vars(own); dir(own)
math.pi; math.sin(1.0); os.environ["A"]; os.environ.get("A"); os.path.join("a"); sys.argv
time.time(); random.random(); random.choice(row); logging.getLogger()
functools.partial(double, 1); copy.copy(row); copy.deepcopy(d); itertools.count()
itertools.cycle(row); itertools.cycle(own); itertools.chain(row); itertools.chain(gen())
itertools.islice(gen(), 2); itertools.product(row); collections.deque(); collections.OrderedDict()
collections.defaultdict(list); collections.Counter(); gen(); double(t); double(2); double; own
own(t); own.rate; own.itself(); own.itself().rate; Own; lambda x: x; own.missing; np.zeros(3)
np.array(row); np.sum(a); np.float32(1); np.pi; np.random.rand(); np.random.default_rng()
np.arange(3); np.linspace(0, 1); np.shape(a); np.prod((1, 2)); np.int64(3); np.dtype("f")
np.nditer(a); np.asarray(t); np.load("f"); np.save; np.split(a, 2); np.where(a)
np.where(a > 0, a, a); np.finfo("f"); tf.constant(1); tf.Variable(1.0); tf.zeros(2)
tf.reduce_sum(t); tf.shape(t); tf.range(3); tf.rank(t); tf.TensorShape([1]); tf.TensorSpec([None])
tf.TensorArray(tf.float32, 1); ta.write(0, t); ta.stack(); ta.read(0); ta.size(); ta.unstack(t)
tf.unstack(t); tf.split(t, 2); tf.unique(t); tf.nn.moments(t, 0); tf.math.top_k(t)
tf.meshgrid(t, t); tf.linalg.svd(t); tf.linalg.qr(t); tf.cond(True, gen, gen)
tf.random.normal([2]); tf.random.set_seed(1); tf.random.Generator.from_seed(1); tf.get_logger()
tf.io.parse_single_example(s, {}); tf.io.read_file(s); tf.io.gfile.exists(s); tf.io.gfile.glob(s)
tf.strings.split(s); tf.strings.join([s]); tf.strings.length(s); tf.image.decode_jpeg(s)
tf.float32; tf.ragged.constant([[1]]); tf.sparse.from_dense(t); tf.sparse.to_dense(t)
tf.gather(t, 0); tf.print(t); tf.executing_eagerly(); tf.is_tensor(t); tf.get_static_value(t)
tf.convert_to_tensor(a); tf.cast(t, s); tf.function(double); tf.function(double)(t)
tf.py_function(double, [t], tf.float32); tf.identity(t); tf.GradientTape()
tf.GradientTape().gradient(t, v); tf.gradients(t, v); tf.stop_gradient(t); tf.where(t)
tf.data.Dataset.range(3); ds.map(double); ds.batch(2); ds.take(1); ds.as_numpy_iterator(); len(ds)
ds.cardinality(); ds.element_spec; tf.data.experimental.cardinality(ds)
tf.debugging.assert_equal(t, t); tf.distribute.MirroredStrategy()
tf.summary.create_file_writer(s); tf.train.Checkpoint(); tf.nest.map_structure
tf.nest.flatten(row); tf.config.list_physical_devices(); tf.version.VERSION
tf.Tensor.get_shape(t); tf.Variable.assign(v, t); tf.map_fn(double, t); tf.while_loop
tf.numpy_function(double, [t], tf.float32); keras.layers.Dense(2); layer(t); layer.weights
layer.kernel; layer.name; model(t); model.predict(a); model.fit(ds); model.trainable_variables
model.layers; keras.Input((2,)); keras.ops.sum(t); model.summary(); keras.ops.shape(t)
keras.ops.split(t, 2); keras.random.normal((2,)); keras.activations.relu(t); keras.Model()
keras.losses.mse(t, t); keras.losses.MeanSquaredError(); keras.losses.MeanSquaredError()(t, t)
keras.metrics.Mean(); keras.metrics.Mean()(t); keras.metrics.Mean().result()
keras.optimizers.Adam(); keras.optimizers.Adam().learning_rate; keras.backend.floatx()
keras.layers.LSTM(2)(t); keras.utils.to_categorical(a); keras.layers.LSTM(2, return_state=True)(t)
keras.backend.image_data_format(); keras.models.load_model(s)
"""


def expressions() -> list[str]:
    """The expressions, in order."""
    return [part for line in EXPRESSIONS.splitlines() for part in re.split(r"; ", line)]


def values() -> str:
    """A line for each expression."""
    calls = "".join(f"reveal({expression})\n" for expression in expressions())
    project = Project.build([Source("m.py", HEAD + calls)])
    module = project.module("m.py")
    assert module is not None
    found = [project.inference.value(s.node.args[0], s.function) for s in module.calls["reveal"]]
    return "".join(
        f"{expression}  ->  {shown(repr(value))}\n"
        for expression, value in zip(expressions(), found, strict=True)
    )


def shown(text: str) -> str:
    """A value without where things stand and what says nothing."""
    text = re.sub(r"<[\w.]+ object at 0x\w+>|<[\w.]+: 0x\w+>", "...", text)
    text = re.sub(r"line=\d+, |(?<=line )\d+", "", text)
    text = re.sub(r"Simple\(kind=<Kind\.(\w+): [^>]*>\)", r"\1", text)
    return re.sub(r", \w+=(None|\(\)|False|\{\}|mappingproxy\(\{\}\))(?=[,)])", "", text)


def test_values_are_those_of_the_snapshot(request: pytest.FixtureRequest) -> None:
    path, now = path_of("values"), values()
    if request.config.getoption("--renew"):
        path.write_text(now, encoding="utf-8")
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    if written != now:
        pytest.fail(f"if this is meant: {RENEW}\n{difference(written, now)}", pytrace=False)
