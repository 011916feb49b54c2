# Shapes that change from call to call, by what makes them.
@tf.function
def step(x):
    return x * 2


def changes(data, word, weights):
    for i in range(10):
        step(np.zeros(i))
        step(np.ones((i, 2)))
        step(np.empty(i))
        step(np.full(i, 1.0))
        step(np.eye(i))
        step(np.identity(i))
        step(np.arange(i))
        step(np.arange(0, i))
        step(np.linspace(0, 1, i))
        step(np.random.rand(i))
        step(np.random.rand(2, 2, 2, i))
        step(np.random.randn(i))
        step(np.random.random_sample(i))
        step(np.random.uniform(0, 1, size=i))
        step(np.random.normal(0, i))
        step(np.random.normal(size=i))
        step(np.random.randint(0, 9, size=(i, 2)))
        step(tf.zeros(i))
        step(tf.zeros(shape=[2, i]))
        step(tf.fill([i], 1.0))
        step(tf.range(i))
        step(tf.random.normal([i]))
        step(tf.random.uniform((i, 2)))
        step(tf.random.truncated_normal([i]))
        step(tf.sequence_mask([1], i))
        step(tf.sequence_mask([1], maxlen=i))
        step(tf.linspace(0.0, 1.0, num=i))
        step(keras.random.normal((i,)))
        step(keras.ops.zeros(i))
        step([0.0] * i)
        step(np.zeros(i % 2))
        step(np.zeros(i // 2))
        step(np.zeros(*weights))
        step(np.zeros(3))
        step(word[:i])
        step("text"[:i])
        step(data[:i])
        step(data[:-i])
        step(data[i:])
        step(data[i : i + 8])
        step(data[:8])
        step(data[:-1])
        step(tf.constant(list(range(i))))


# --
# Lists that grow, joined and stacked.
@tf.function
def step(x):
    return x * 2


def grows(batches):
    rows = []
    seen = np.zeros(1)
    both = tf.zeros(1)
    for batch in batches:
        rows.append(batch)
        seen = np.concatenate([seen, batch])
        both = tf.concat([both, batch], 0)
        step(np.stack(rows))
        step(np.array(rows))
        step(np.asarray(rows))
        step(np.vstack(rows))
        step(np.hstack(rows))
        step(tf.stack(rows))
        step(tf.concat(rows, 0))
        step(tf.constant(rows))
        step(tf.convert_to_tensor(rows))
        step(list(rows))
        step(tuple(rows))
        step(seen)
        step(both)
        step(np.append(seen, batch))
        step(rows)


# --
# Options and the loops that keep them from mattering.
@tf.function(reduce_retracing=True)
def relaxed(x):
    return x * 2


@tf.function(reduce_retracing=False)
def strict(x):
    return x * 2


@tf.function(input_signature=None)
def unsigned(x):
    return x * 2


def changes():
    for i in range(10):
        relaxed(np.zeros(i))
        strict(np.zeros(i))
        unsigned(np.zeros(i))
        strict(i > 3)
        strict(bool(i))
        strict(i)
        strict(np.float32(i))
        strict(float(i))
        strict(str(i))
        strict(tf.constant(i))


# --
# Turns of unrolled loops.
@tf.function
def f(x):
    for i in range(100):
        x = tf.sin(x)
    for i in range(0, 200, 2):
        x = tf.sin(x)
    for i in range(200, 0, -1):
        x = tf.sin(x)
    for i in range(0, 200, -1):
        x = tf.sin(x)
    for i in reversed(range(150)):
        x = tf.sin(x)
    for i, j in enumerate(range(150)):
        x = tf.sin(x)
    for i, j in zip(range(150), range(200)):
        x = tf.sin(x)
    for i in np.arange(150):
        x = tf.sin(x)
    for i in np.linspace(0, 1, 150):
        x = tf.sin(x)
    for i in np.linspace(0, 1, num=150):
        x = tf.sin(x)
    for i in np.ndindex(150):
        x = tf.sin(x)
    for i in list(range(150)):
        x = tf.sin(x)
    for i in sorted(range(150)):
        x = tf.sin(x)
    for i in [0] * 150:
        x = tf.sin(x)
    for i in tf.range(150):
        x = tf.sin(x)
    for i in range(150):
        print(i)
    for i in range(150):
        if i > 3:
            break
        x = tf.sin(x)
    y = [tf.sin(x) for i in range(150)]
    z = sum(tf.sin(x) for i in range(150))
    return x, y, z


# --
# The same, with numbers from elsewhere.
N = 150
STEPS = [1, 2, 3]


@tf.function
def f(x):
    for i in range(N):
        x = tf.sin(x)
    for i in range(len(STEPS)):
        for j in range(60):
            x = tf.sin(x)
    while N > 3:
        x = tf.sin(x)
    i = 0
    while i < 150:
        x = tf.sin(x)
        i += 1
    return x


@tf.function
def g(x, n=150):
    for i in range(n):
        x = tf.sin(x)
    return x


class Net(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.steps = 150
        self.few = 3

    def call(self, x):
        for i in range(self.steps):
            x = tf.sin(x)
        for i in range(self.few):
            x = tf.sin(x)
        return x


# --
# predict asked in loops.
def train(rows, loader):
    model = keras.Sequential([keras.layers.Dense(1)])
    for row in rows:
        model.predict(row)
        model.predict(row[None])
        model.predict(np.array([row]))
        model.predict(np.expand_dims(row, 0))
        model.predict(np.expand_dims(row, axis=0))
        model.predict(np.expand_dims(row, axis=1))
        model.predict(row[np.newaxis])
        model.predict(row[np.newaxis, :])
        model.predict(row.reshape(1, -1))
        model.predict(row.reshape((1, 4)))
        model.predict(np.reshape(row, (1, 4)))
        model.predict(row, verbose=0)
        model.predict(rows)
        model(row)
    for i in range(40):
        model.predict(rows[i : i + 1])
        model.predict(rows[i : i + 8])
        model.predict(rows[i : i - 1])
        model.predict(rows[i])
    for i in range(1):
        model.predict(rows[i])
    for i in [0]:
        model.predict(rows[i])
    for i in (rows,):
        model.predict(i)
    for i in itertools.islice(rows, 1):
        model.predict(i)
    for row in rows:
        model.train_on_batch(row, row)
        model.predict(row)
    for row in rows:
        if row is rows:
            break
        model.predict(row)
    window = [0.0]
    for i in range(40):
        window.append(model.predict(np.array([window]))[0])
    last = np.zeros(3)
    for i in range(40):
        last = model.predict(last[None])
    a, b = 0, np.zeros(3)
    for i in range(40):
        a, b = i, model.predict(b[None])
    total = np.zeros(3)
    for i in range(40):
        total += model.predict(total[None])
    [model.predict(row) for row in rows]
    for row in rows:
        while True:
            model.evaluate(row)
        model.predict_on_batch(row)
        model.fit(row)


# --
# Loops whose turns add operations by what they call.
class Shown(keras.layers.Layer):
    def call(self, x):
        tf.print(x)


shown = Shown()


def show(x):
    tf.print(x)


def count(x):
    return len([x])


@tf.function
def calls_a_layer(x):
    for i in range(200):
        shown(x)
    return x


@tf.function
def calls_a_function(x):
    for i in range(200):
        show(x)
    return x


@tf.function
def calls_nothing(x):
    for i in range(200):
        count(i)
    return x


# --
# Flags that a branch turns, and what turns them back.
def trained(data, model):
    first = True
    for x in data:
        rows = x + 1
        more = rows
        if first:
            model.compile("sgd", "mse")
            first = False
        model.fit(rows, more)


def trained_again(data, model):
    first = True
    for x in data:
        rows = x + 1
        if first:
            model.compile("sgd", "mse")
            first = False
        model.fit(rows, rows)
        first = True


def trained_on(data, model):
    first = True
    for x in data:
        rows = x + 1
        if first:
            model.compile("sgd", "mse")
        model.fit(rows, rows)


model = keras.Sequential([keras.layers.Dense(1)])
trained([tf.ones([2])] * 3, model)
trained_again([tf.ones([2])] * 3, model)
trained_on([tf.ones([2])] * 3, model)


# --
# Dtypes of what a range counts by.
@tf.function
def ranges(n):
    a = 0.0
    b = 0
    c = 0
    for i in tf.range(3.0):
        a = i
    for i in tf.range(3):
        b = i
    for i in tf.range(0, 3.0):
        c = i
    d = 0
    for i in tf.range(n, 3.0):
        d = i
    e = 0
    for i in tf.range(3.5):
        e = i
    f = 0.0
    for i in tf.range(3):
        f = i
    g = 0.0
    for i in tf.range(tf.constant(3), 5.0):
        g = i
    h = 0.0
    for i in tf.range(tf.constant(3), 5):
        h = i
    return a, b, c, d, e, f, g, h


ranges(tf.constant(1.0))
