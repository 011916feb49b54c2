# Optimizers, models and metrics given to graphs.
@tf.function
def step(x, optimizer, model=None):
    with tf.GradientTape() as tape:
        loss = model(x)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))
    return loss


@tf.function
def measure(x, metric):
    metric.update_state(x)
    return metric.result()


def train(x):
    model = keras.Sequential([keras.layers.Dense(1)])
    for rate in (0.1, 0.2):
        step(x, keras.optimizers.Adam(rate), model)
        adam = keras.optimizers.Adam(rate)
        step(x, adam, model)
    one, other = keras.optimizers.Adam(), keras.optimizers.SGD()
    step(x, one, model)
    step(x, other, model)
    built = keras.optimizers.Adam()
    built.build(model.trainable_variables)
    step(x, built, model)
    measure(x, keras.metrics.Mean())
    measure(x, keras.metrics.Sum())


def built_before(x, model):
    optimizers = [keras.optimizers.Adam(), keras.optimizers.SGD()]
    for optimizer in optimizers:
        optimizer.build(model.trainable_variables)
    first = keras.optimizers.Adam()
    second = keras.optimizers.SGD()
    step(x, first, model)
    step(x, second, model)


# --
# The same without anything built, and made anew for each.
@tf.function
def step(x, optimizer, model):
    optimizer.apply_gradients(zip([x], model.weights))
    return x


def train(x, model):
    first = keras.optimizers.Adam()
    second = keras.optimizers.SGD()
    step(x, first, model)
    step(x, second, model)


def each(x):
    for rate in (0.1, 0.2):
        model = keras.Sequential([keras.layers.Dense(1)])
        new = tf.function(step.python_function)
        new(x, keras.optimizers.Adam(rate), model)


# --
# Names that eager code binds again between calls.
rate = 1.0
scale = 1.0
table = {"a": 1.0}
rows = [1.0]
fixed = 2.0


class Config:
    rate = 1.0

    def __init__(self):
        self.scale = 1.0
        self.table = {"a": 1.0}


config = Config()


@tf.function
def f(x):
    return x * rate * scale * table["a"] * rows[0] * config.rate * config.scale * config.table["a"] * fixed


def main(x):
    global rate, scale
    f(x)
    rate = 2.0
    scale += 1.0
    table["a"] = 2.0
    rows[0] = 2.0
    rows.append(3.0)
    config.rate = 2.0
    config.scale += 1.0
    config.table["a"] = 2.0
    setattr(config, "scale", 3.0)
    f(x)


def loop(x):
    global rate
    for i in range(3):
        rate = i
        f(x)


def never(x):
    global fixed
    fixed = 3.0


main(tf.constant(1.0))
loop(tf.constant(1.0))


# --
# Attributes that a layer reads and others set.
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.rate = 1.0
        self.mode = "a"
        self.frozen = False
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        if self.mode == "a":
            x = x + 1
        if self.frozen:
            x = tf.stop_gradient(x)
        return self.dense(x) * self.rate

    def anneal(self):
        self.rate *= 0.5

    def freeze(self):
        self.frozen = True


class Anneal(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.rate = 1.0 / (epoch + 1)
        self.model.anneal()


net = Net()
net.compile(loss="mse")
net.fit(np.zeros((4, 1)), np.zeros((4, 1)), callbacks=[Anneal()])
net.rate = 2.0
net.mode = "b"
net.fit(np.zeros((4, 1)), np.zeros((4, 1)))
net.freeze()
net.compile(loss="mse")
net.fit(np.zeros((4, 1)), np.zeros((4, 1)), callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=lambda e, l: net.anneal())])


# --
# Summaries, and the step they are written at.
writer = tf.summary.create_file_writer("logs")
step = 0


@tf.function
def f(x, n, at):
    with writer.as_default():
        tf.summary.scalar("a", x, step=step)
        tf.summary.scalar("b", x, step=n)
        tf.summary.scalar("c", x, step=at)
        tf.summary.scalar("d", x)
        tf.summary.histogram("e", x, step=0)
        tf.summary.image("f", x, 1)
    with writer.as_default(step=3):
        tf.summary.scalar("g", x)
    with tf.summary.record_if(True):
        tf.summary.scalar("h", x, step=1)
    with tf.summary.record_if(n > 3):
        tf.summary.scalar("i", x, step=1)
    tf.summary.experimental.set_step(3)
    tf.summary.scalar("j", x)
    return x


def main():
    global step
    at = tf.Variable(0, dtype=tf.int64)
    for i in range(10):
        tf.summary.experimental.set_step(i)
        f(tf.constant(1.0), i, at)
        step += 1


main()


# --
# Owners that are gone before their methods run.
class Net(tf.Module):
    @tf.function
    def run(self, x):
        return x


class Kept(tf.Module):
    def __init__(self):
        self.go = self.run
        keep(self)

    @tf.function
    def run(self, x):
        return x


class Slots:
    __slots__ = ("a",)

    @tf.function
    def run(self, x):
        return x


class Weak:
    __slots__ = ("a", "__weakref__")

    @tf.function
    def run(self, x):
        return x


@dataclasses.dataclass(slots=True)
class Data:
    a: int = 1

    @tf.function
    def run(self, x):
        return x


@dataclasses.dataclass(slots=True, weakref_slot=True)
class Both:
    a: int = 1

    @tf.function
    def run(self, x):
        return x


def make():
    return Net().run


def main(x):
    Net().run(x)
    Kept().run(x)
    Slots().run(x)
    Weak().run(x)
    Data().run(x)
    Both().run(x)
    net = Net()
    net.run(x)
    make()(x)
    run = Net().run
    run(x)
    data = tf.data.Dataset.range(3).map(Net().run)
    return data


main(tf.constant(1.0))


# --
# Names that only some branches bind.
@tf.function
def f(x, n, flag=True):
    if x > 0:
        a = 1
    if x > 0:
        b = x
    else:
        b = -x
    if x > 0:
        c = 1.0
    else:
        c = "a"
    if x > 0:
        d = None
    else:
        d = x
    if x > 0:
        e = [x]
    else:
        e = [x, x]
    if x > 0:
        g = {"a": x}
    else:
        g = {"b": x}
    if x > 0:
        h = True
    else:
        h = x
    if x > 0:
        i = (x, 1)
    else:
        i = (1, x)
    if flag:
        j = 1
    if n > 3:
        k = 1
    elif x > 0:
        k = 2
    for row in x:
        m = row
    while x > 0:
        o = x
        x = x - 1
    if x > 0:
        return x
    if x > 0:
        raise ValueError
    try:
        p = x
    except ValueError:
        pass
    del a
    return a, b, c, d, e, g, h, i, j, k, m, o, p


f(tf.constant([1.0]), 3)


# --
# What loops on tensors change.
@tf.function
def f(x, n):
    a = 0
    b = 1.0
    c = None
    d = []
    e = tf.zeros(1)
    g = "a"
    h = (1, 2)
    i = {"a": 1}
    k = tf.zeros([0])
    for j in tf.range(n):
        a = a + 1
        a += 0.5
        b = b / 2
        b = -b
        c = x
        d.append(x)
        e = tf.concat([e, x], 0)
        g = g + "b"
        h = (h[0] + 1, 2, 3)
        i["a"] = x
        k = tf.concat([k, x], 0)
    while tf.reduce_sum(e) < 10:
        a = a / 2
        if a > 1.5:
            break
    while x > 0:
        n = n // 2
        x = tf.cast(x, tf.float64)
    return a, b, c, d, e, g, h, i, k


f(tf.constant([1.0]), tf.constant(3))


# --
# Sizes that are not known while a graph is built.
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32), tf.TensorSpec(shape=(None,)), tf.TensorSpec(None)])
def f(x, y, z):
    a = x.shape[0]
    b = x.shape[1]
    n, m = x.shape
    for i in range(x.shape[0]):
        y = y + 1
    for i in range(x.shape[1]):
        y = y + 1
    c = tf.reshape(x, [x.shape[0], -1])
    d = tf.reshape(x, (x.shape[0] * 3,))
    e = tf.zeros([x.shape[0]])
    g = x.shape[0] / 2
    h = x.shape[0] + 1
    i = x.shape[0] == 3
    j = x.shape[0] or 1
    k = int(x.shape[0])
    o = np.zeros(x.shape[0])
    p = tf.range(y.shape[0])
    q = len(x)
    r = len(z)
    s = z.shape[0]
    t = z.shape.rank + 1
    u = float(len(x.shape))
    v = math.sqrt(x.shape[0])
    w = keras.layers.Reshape((x.shape[0],))
    assert x.shape[0] == 3
    aa = f"{x.shape[0]}"
    ab = x.shape.as_list()[0] * 2
    ac = x.get_shape()[0] * 2
    ad = min(x.shape[0], 3)
    ae = [0] * x.shape[0]
    return x
# --
# A layer whose call is a tf.function, inside a model that fit has to build.
class Part(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)

    @tf.function
    def call(self, x):
        return self.dense(x)

class Whole(keras.Model):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def call(self, x):
        return self.part(x)

whole = Whole()
whole.compile("sgd", "mse")
whole.fit(np.ones((4, 2)), np.ones((4, 3)))


# --
# Changes inside of what an attribute holds, by what that is.
from other import given


class Log:
    def __init__(self):
        self.size = 1.0

    def append(self, x):
        pass

    def __setitem__(self, key, value):
        pass


class Net(tf.Module):
    def __init__(self):
        self.log = Log()
        self.rows = [1.0]
        self.table = {"a": 1.0}
        self.array = np.ones(2)
        self.given = given
        self.items = Log()

    @tf.function
    def step(self, x):
        x = x * self.rows[0] + self.table["a"] + self.array
        return x * self.log.size + self.given.size + use(self.items) + self.given[0]


def use(x):
    return 1.0


net = Net()
net.step(tf.ones([2]))
net.log.append(1.0)
net.items[0] = 3.0
net.rows.append(3.0)
net.table["a"] = 3.0
net.array[0] = 3.0
net.given.append(3.0)
net.given[0] = 3.0
net.step(tf.ones([2]))
