# Where variables, generators, queues and tables are made.
@tf.function
def f(x):
    a = tf.Variable(1.0)
    b = tf.random.Generator.from_seed(1)
    c = tf.random.Generator.from_non_deterministic_state()
    d = tf.random.Generator(1)
    e = tf.queue.FIFOQueue(1, [tf.float32])
    g = tf.queue.RandomShuffleQueue(1, 1, [tf.float32])
    h = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, 0)
    i = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, 0, 1, 2)
    j = tf.lookup.StaticHashTable(None, 0)
    k = tf.random.get_global_generator()
    m = keras.layers.Dense(1)(x)
    n = keras.Sequential([keras.layers.Dense(1)])(x)
    o = keras.optimizers.Adam()
    p = keras.metrics.Mean()
    q = keras.losses.MeanSquaredError()(x, x)
    r = tf.keras.layers.BatchNormalization()(x)
    s = keras.layers.Dropout(0.5)(x)
    t = keras.layers.Lambda(lambda y: y)(x)
    u = keras.random.SeedGenerator(1)
    v = tf.compat.v1.get_variable("a", [])
    w = tf.train.Checkpoint()
    y = tf.data.Dataset.range(3)
    z = keras.layers.RandomFlip()(x)
    return x


# --
# What makes it once.
class Net(tf.Module):
    def __init__(self):
        self.w = None
        self.v = None
        self.built = False
        self.layers = {}

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(1.0)
        if not hasattr(self, "u"):
            self.u = tf.Variable(1.0)
        if not self.built:
            self.t = tf.Variable(1.0)
            self.built = True
        if getattr(self, "s", None) is None:
            self.s = tf.Variable(1.0)
        if self.v == None:
            self.v = tf.Variable(1.0)
        if "a" not in self.layers:
            self.layers["a"] = keras.layers.Dense(1)
        if not self.layers:
            self.layers["b"] = keras.layers.Dense(1)
        if x is None:
            self.r = tf.Variable(1.0)
        else:
            self.q = tf.Variable(1.0)
        return x * self.w


net = Net()
net(tf.constant(1.0))

# --
# Made once, but only under a condition.
class Late(tf.Module):
    def __init__(self):
        self.w = None
        self.v = None

    @tf.function
    def __call__(self, x, training=False, mode="a"):
        if training:
            if self.w is None:
                self.w = tf.Variable(1.0)
            x = x * self.w
        if mode == "b":
            if self.v is None:
                self.v = tf.Variable(1.0)
        if mode != "a" and self.v is None:
            self.v = tf.Variable(1.0)
        return x


late = Late()
late(tf.constant(1.0))
late(tf.constant(1.0), training=True)
late(tf.constant(1.0), mode="b")
for flag in (True, False):
    late(tf.constant(1.0), training=flag)


# --
# Functions made anew.
def double(x):
    return x * 2


def train(data, name):
    step = tf.function(double)
    step(data)
    for i in range(3):
        inner = tf.function(double)
        inner(data)
        tf.function(double)(data)
        tf.function(lambda x: x)(data)
        tf.function(jit_compile=True)(double)(data)
        functools.partial(tf.function, jit_compile=True)(double)(data)

        @tf.function
        def local(x):
            return x * i

        local(data)
    [tf.function(double)(data) for i in range(3)]
    cache = {}
    if name not in cache:
        cache[name] = tf.function(double)
    return step


class Model:
    def __init__(self):
        self.step = tf.function(self.one)
        self.run = tf.function(double)

    def one(self, x):
        return x

    def each(self, data):
        for row in data:
            self.run = tf.function(double)
            self.run(row)
        tf.function(self.one)(data)

    @tf.function
    def method(self, x):
        return x


for i in range(3):
    Model().method(tf.constant(1.0))
    Model().step(tf.constant(1.0))
models = [Model() for i in range(3)]
train(tf.constant(1.0), "double")


# --
# Functions that call themselves.
@tf.function
def own(x):
    return own(x)


@tf.function
def down(x):
    if x > 0:
        return down(x - 1)
    return x


@tf.function
def depth(x, n):
    if n == 0:
        return x
    return depth(x, n - 1)


def one(x):
    return other(x)


@tf.function
def other(x):
    return one(x)


class Tree(tf.Module):
    @tf.function
    def call(self, x):
        if x is None:
            return x
        return self.call(x)


@tf.function
def loop(x):
    for i in tf.range(3):
        x = loop(x)
    return x


def go(x, k):
    go(x)
    return own(x) + down(x) + depth(x, 3) + depth(x, k) + other(x) + Tree().call(x) + loop(x)


go(tf.constant(1.0), 2)


# --
# Ops that nobody uses.
@tf.function
def f(x, y):
    tf.sin(x)
    x + 1
    x > 0
    x.shape
    -x
    tf.reduce_sum(x)
    a = tf.sin(x)
    b = tf.cos(x)
    del b
    c = tf.sin(x)
    d = tf.where(x)
    e = tf.reshape(x, [-1])
    tf.print(x)
    tf.debugging.assert_equal(x, y)
    tf.debugging.Assert(x > 0, [x])
    tf.random.normal([1])
    tf.py_function(print, [x], [])
    tf.stack([x])
    tf.nn.relu(x)
    keras.ops.sin(x)
    y.assign(x)
    x.set_shape([1])
    _ = tf.sin(x)
    return x, c.shape, d.shape, tf.shape(e)


f(tf.constant([1.0]), tf.constant([1.0]))

# --
# Checks that XLA drops.
@tf.function(jit_compile=True)
def f(x, y, flag=False, size=None):
    tf.debugging.assert_equal(x, y)
    tf.debugging.assert_rank(x, 1)
    tf.debugging.assert_rank_at_least(x, 1)
    tf.debugging.assert_rank_in(x, [1])
    tf.debugging.assert_shapes([(x, (1,))])
    tf.debugging.assert_scalar(x)
    tf.debugging.assert_type(x, tf.float32)
    tf.debugging.assert_same_float_dtype([x])
    tf.debugging.assert_proper_iterable([x])
    tf.debugging.assert_positive(x)
    tf.debugging.assert_less(x, y)
    tf.debugging.assert_near(x, y)
    tf.debugging.assert_none_equal(x, y)
    tf.debugging.check_numerics(x, "a")
    tf.debugging.assert_all_finite(x, "a")
    tf.debugging.Assert(x > 0, [x])
    tf.Assert(x > 0, [x])
    tf.verify_tensor_all_finite(x, "a")
    tf.compat.v1.verify_tensor_all_finite(x, "a")
    tf.math.is_finite(x)
    if flag:
        tf.debugging.assert_less(x, y)
    if x.shape[0] is None:
        tf.debugging.assert_less(x, y)
    if x.shape.rank is None:
        tf.debugging.assert_less(x, y)
    if not x.shape.is_fully_defined():
        tf.debugging.assert_less(x, y)
    if x.shape[0] is None or x.shape[1] is None:
        tf.debugging.assert_less(x, y)
    if not (x.shape[0] is not None and x.shape[1] is not None):
        tf.debugging.assert_less(x, y)
    if tf.get_static_value(size) is None:
        tf.debugging.assert_less(x, y)
    if tf.get_static_value(tf.shape(x)) is None:
        tf.debugging.assert_less(x, y)
    if size is None:
        tf.debugging.assert_less(x, y)
    rank = x.shape.ndims
    if rank is None:
        tf.debugging.assert_less(x, y)
    assert x.shape[0] == 3
    return x


f(tf.constant([1.0]), tf.constant([1.0]))

# --
# What decides, where AutoGraph does not convert.
@tf.function(autograph=False)
def f(x, y):
    if x > 0:
        z = x + 1
    if not x:
        z = x + 1
    if x > 0 and y > 0:
        z = x + 1
    if x > 0 or y > 0:
        z = x + 1
    if 0 < x < 1:
        z = x + 1
    if not (x > 0):
        z = x + 1
    while x > 0:
        z = x - 1
    for row in x:
        z = row
    assert x > 0
    z = 1 if x > 0 else 2
    w = x and y
    v = not x
    u = 0 < x < 1
    t = [r for r in [1] if x > 0]
    if (s := x) > 0:
        z = x + 1
    if x is None:
        z = 1
    if x.shape[0] > 1:
        z = x + 1
    if isinstance(x, int):
        z = 1
    return bool(x), int(x), float(x), len(x), x in [y], x is y, x == y


f(tf.constant(1.0), tf.constant(1.0))

# --
# Escapes.
@tf.function
def f(x, y=None):
    if tf.executing_eagerly():
        print("a")
    if not tf.executing_eagerly():
        print("b")
    if tf.executing_eagerly() and y:
        print("c")
    if tf.executing_eagerly() or y:
        print("d")
    if not (tf.executing_eagerly() or y):
        print("e")
    if tf.inside_function():
        print("f")
    else:
        print("g")
    if hasattr(x, "numpy"):
        print("h")
    if not hasattr(x, "numpy"):
        print("i")
    if isinstance(x, np.ndarray):
        print("j")
    if tf.is_tensor(x):
        print("k")
    if not tf.is_tensor(x):
        print("l")
    if tf.is_symbolic_tensor(x):
        print("m")
    if keras.backend.backend() == "torch":
        print("n")
    if keras.backend.backend() != "tensorflow":
        print("o")
    if keras.backend.backend() in ("torch", "jax"):
        print("p")
    if keras.config.backend() not in {"tensorflow"}:
        print("q")
    if tf is None:
        print("r")
    eager = tf.executing_eagerly()
    if eager:
        print("s")
    with tf.init_scope():
        print("t")
    if tf.executing_eagerly() is True:
        print("u")
    if tf.executing_eagerly() == False:
        print("v")
    if is_eager(x):
        print("w")
    tf.py_function(lambda: print("x"), [], [])
    return x if tf.executing_eagerly() else print("y")


def is_eager(x):
    return tf.executing_eagerly() and x is not None


f(tf.constant(1.0))
f(tf.constant(1.0))


# --
# Metrics alone: nothing else here starts a graph.
class Seen(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        print("updating", y_true)
        self.total.assign_add(tf.reduce_sum(y_pred))

    def result(self):
        return self.total


# --
# Elements of datasets as arguments: whole ones may be structures.
@tf.function
def takes(x):
    return x if 1 in x else 2 * x


@tf.function
def takes_a_part(x):
    return x if 1 in x else 2 * x


@tf.function
def takes_a_numbered_part(x):
    return x if 1 in x else 2 * x


@tf.function
def takes_what_is_drawn(x):
    return x if 1 in x else 2 * x


def train():
    dataset = tf.data.Dataset.range(9)
    for element in dataset:
        takes(element)
    for first, second in dataset:
        takes_a_part(first)
    for number, (first, second) in enumerate(dataset):
        takes_a_numbered_part(first)
    drawn = next(iter(dataset))
    takes_what_is_drawn(drawn)


# --
# What is inside: text in tensors, numbers in lists of tensors.
@tf.function
def inside(x, y):
    if "text" in x:
        return x
    if 1 in x:
        return y
    if x in [y, 2]:
        return y
    if "text" in [x, y]:
        return x
    return y


inside(tf.zeros(3), tf.ones(3))


# --
# Objects made in a loop for something other than a call of their graph.
class Maker:
    def __init__(self, units):
        self.units = units

    @tf.function
    def step(self, x):
        return x * self.units

    def plain(self, x):
        return x


class Kept(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    @tf.function
    def step(self, x):
        return x * self.units


class KeptByOthers(collections.UserDict):
    @tf.function
    def step(self, x):
        return x * self.get("units")


def objects(data, found):
    for x in data:
        found.append(Maker(2).units)
        found.append(Maker(2).plain(x))
        Maker(2).step
        found.append(Maker(2).step(x))
        Kept(2).step(x)
        KeptByOthers(units=2).step(x)
        tf.function(Maker(2).plain)(x)
        tf.function(Kept(2).plain)(x)
        tf.function(KeptByOthers(units=2).get)(x)


# --
# Dimensions that are not known while a graph is built, as parts of lists.
@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def sizes(x):
    shape = [x.shape[0], 3]
    held = (x.shape[0], 3)
    print([x.shape[0]])
    a = tf.zeros([x.shape[0], 3])
    b = tf.zeros(shape=[x.shape[0], 3])
    c = tf.reshape(x, (x.shape[0], 1, 3))
    d = len([x.shape[0], 3])
    return a + b + tf.reshape(c, [-1, 3]), shape, held, d


# --
# Results of a model that are read as those of one item, or of several.
model = keras.Sequential([keras.layers.Dense(4)])


def one_by_one(items, found):
    for item in items:
        found.append(model.predict(item)[0][1])
    for item in items:
        found.append(model.predict(item)[0, 1])
    for item in items:
        found.append(model.predict(item)[0, ...])
    for item in items:
        found.append(np.argmax(model.predict(item)[0]))
    for item in items:
        found.append(float(model.predict(item)[0]))
    for item in items:
        found.append(model.predict(item)[0])
    for item in items:
        found.append(model.predict(item)[1][0])
    for item in items:
        found.append(model.predict(item)[1, 0])
    for item in items:
        found.append(model.predict(item)[:, 1])
    for item in items:
        scores = model.predict(item)
        found.append(scores[0][1])
    for item in items:
        scores = model.predict(item)
        found.append(scores[1:][1])
    for item in items:
        found.append(items[0][model.predict(item)[0]])


# --
# Loops that count on by `while`, up and down.
@tf.function
def up(x):
    i = 0
    while i < 3000:
        x = x + 1
        i += 1
    return x


@tf.function
def down(x):
    i = 3000
    while i > 0:
        x = x + 1
        i -= 1
    return x


@tf.function
def turned(x):
    i = 0
    while 3000 > i:
        x = x + 1
        i += 1
    return x


@tf.function
def unequal(x):
    i = 0
    while i != 3000:
        x = x + 1
        i += 1
    return x


@tf.function
def both(x):
    i = 0
    while i < 3000 and i < 5000:
        x = x + 1
        i += 1
    return x


@tf.function
def few(x):
    i = 0
    while i < 3:
        x = x + 1
        i += 1
    return x


@tf.function
def stepping(x):
    i = 0
    while i <= 3000:
        x = x + 1
        i += 2
    return x


@tf.function
def asked(x):
    i = 0
    while i:
        x = x + 1
        i += 1
    return x


# --
# What is made in a `try`.
class Tried(tf.Module):
    @tf.function
    def __call__(self, x):
        try:
            self.a = tf.Variable(1.0)
        finally:
            x = x + 1
        return x


@tf.function
def tried(x):
    try:
        y = x * tf.Variable(1.0)
    except ValueError:
        y = x * tf.Variable(2.0)
    else:
        y = x * tf.Variable(3.0)
    return y


tried(tf.constant(1.0))
Tried()(tf.constant(1.0))

# --
# Eagerness, tried.
try:
    tf.config.run_functions_eagerly(True)
except RuntimeError:
    pass


@tf.function
def run(x):
    return x


run(tf.constant(1.0))

# --
# Arrays of what comes from elsewhere, which need be no tensor, and of what is made here.
from other import thing, things


class Box:
    @tf.function
    def step(self, x):
        self.value.numpy()
        self.values[0].numpy()
        return x


@tf.function
def arrays(x, rows, box):
    thing.numpy()
    things[0].numpy()
    box.part.numpy()
    for row in things:
        row.numpy()
    a = thing
    a.numpy()
    b = thing()
    b.numpy()
    thing(x).numpy()
    (thing * 2).numpy()
    rows.numpy()
    return x


# --
# Tests that no call changes, and others.
class Kinds(tf.Module):
    def __init__(self, deep):
        self.deep = deep
        self.seen = 0

    def switch(self):
        self.seen = 1

    @tf.function
    def by_rank(self, x, training=False, mode=None):
        if len(x.shape) == 2:
            x = x * tf.Variable(1.0)
        if len(x) == 2:
            x = x * tf.Variable(1.5)
        if x.shape.rank == 2:
            x = x * tf.Variable(2.0)
        if x.ndim > 1:
            x = x * tf.Variable(3.0)
        if x.shape[0] == 3:
            x = x * tf.Variable(4.0)
        if x.dtype == tf.float32:
            x = x * tf.Variable(5.0)
        if x.shape.ndims != 2:
            x = x * tf.Variable(5.0)
        if isinstance(x, tf.Tensor):
            x = x * tf.Variable(5.0)
        if not training:
            x = x * tf.Variable(5.0)
        if self.deep:
            x = x * tf.Variable(5.0)
        if self.seen:
            x = x * tf.Variable(5.0)
        if mode is None:
            x = x * tf.Variable(5.0)
        if mode == "a":
            x = x * tf.Variable(5.0)
        if mode in "a":
            x = x * tf.Variable(5.0)
        if training and self.deep:
            x = x * tf.Variable(5.0)
        if training or self.seen:
            x = x * tf.Variable(5.0)
        if x:
            x = x * tf.Variable(5.0)
        return x

kinds = Kinds(True)
kinds.by_rank(tf.ones([2, 2]))


# --
# What a `Lambda` gives a function: an input, and what its `arguments` say.
def shown(x, scale):
    if tf.is_tensor(scale):
        print("a scale")
    if isinstance(scale, float):
        print("no scale")
    if tf.is_tensor(x):
        print("an input")
    if isinstance(x, float):
        print("no input")
    return x * scale


layer = keras.layers.Lambda(shown, arguments={"scale": 2.0})
layer(tf.ones([2, 2]))
model = keras.Sequential([layer])
model.predict(tf.ones([2, 2]))


# --
# Tests of several arguments, of which a call says some.
def helper(x, loud=False, quiet=True, more=None):
    if loud and more:
        print("never")
    if more and loud:
        print("never")
    if quiet or more:
        x += 1
    else:
        print("never")
    if not loud:
        print("always")
    if loud or more:
        print("maybe")
    if quiet and more:
        print("maybe")
    if loud or not quiet:
        print("never")
    return x


@tf.function
def asks(x, more):
    return helper(x, loud=False, quiet=True, more=more)


asks(tf.constant(1.0), True)
asks(tf.constant(1.0), False)
