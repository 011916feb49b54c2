# Names that tell what is done, in code that is traced.
class Kept:
    def __init__(self):
        self.items = []
        self.tracings = 0
        self.retracings = 0
        self.count = 0
        self.seen = set()

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __set__(self, owner, value):
        self.last = value

    def __set_name__(self, owner, name):
        self.name = name

    def __setitem__(self, key, value):
        self.last = value

    @tf.function
    def step(self, x):
        self.tracings += 1
        self.retracings += 1
        self.count += 1
        self[0] = x
        self.built = True
        self._built = True
        self.input_spec = None
        self.trainable = False
        self._keras_mask = None
        self.mask = None
        return x


_logger = logging.getLogger("a")
_LOGGER = logging.getLogger("b")
LOG = unknown()
LOGGER = unknown()
_log = unknown()
log = unknown()
logger = unknown()
other = unknown()


@tf.function
def logs(x):
    _logger.info("a")
    _LOGGER.info("a")
    LOG.info("a")
    LOGGER.info("a")
    _log.info("a")
    log.info("a")
    logger.info("a")
    other.info("a")
    logging.log(logging.INFO, "a")
    log.log(20, "a")
    log.log("a", "b")
    log.log()
    print("tracing")
    print("retraced", x)
    print("trace", x)
    print("trace")
    print("tracings")
    print("retracings")
    return x


# --
# Iterators, and what drains them.
rows = iter([1, 2, 3])
lines = open("f")
gen = (i for i in [1, 2])


@tf.function
def drains(x):
    a = list(rows)
    b = tuple(rows)
    c = set(rows)
    d = sum(rows)
    e = max(rows)
    f = min(rows)
    g = sorted(rows)
    h = any(rows)
    i = all(rows)
    j = list(enumerate(rows))
    k = list(zip(rows, [1]))
    m = list(map(str, rows))
    n = list(filter(None, rows))
    o = list(itertools.islice(rows, 2))
    p = list(itertools.chain(rows, [1]))
    q = np.fromiter(rows, float)
    r = tf.stack(rows)
    s = len([1])
    for line in lines:
        x += 1
    for item in gen:
        x += item
    for number, item in enumerate(gen):
        x += item
    return x


# --
# What is handed to what stands for a graph, and what surrounds it.
lock = threading.Lock()
rlock = threading.RLock()
semaphore = threading.Semaphore(1)
condition = threading.Condition()


class Timer:
    def __enter__(self):
        self.start = time.time()

    def __exit__(self, *args):
        pass


class Teller:
    def __enter__(self):
        pass

    def __exit__(self, *args):
        self.done()

    def done(self):
        print("done")


class Counter:
    def __enter__(self):
        self.n += 1

    def __exit__(self, *args):
        pass


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


@tf.function
def managed(x):
    with lock:
        x += 1
    with rlock:
        x += 1
    with semaphore:
        x += 1
    with condition:
        x += 1
    with Timer():
        x += 1
    with Teller():
        x += 1
    with Counter():
        x += 1
    with Quiet():
        x += 1
    with contextlib.redirect_stdout(None):
        x += 1
    with contextlib.suppress(ValueError):
        x += 1
    with warnings.catch_warnings():
        x += 1
    with np.errstate(all="ignore"):
        x += 1
    with tf.name_scope("a"):
        x += 1
    try:
        x += 1
    except ValueError:
        logging.info("a")
    finally:
        print("done")
        lock.release()
        shutil.rmtree("a")
    try:
        x += 1
    except ValueError:
        print("failed")
        raise
    else:
        print("went")
    return x


# --
# What numpy_function may drop.
seen = []
table = {}


def draws(a):
    return a + np.random.rand()


def draws_plainly(a):
    return a + random.random()


def reads_the_clock(a):
    return a + time.time()


def prints(a):
    print(a)
    return a


def reads(a):
    return np.load("f") + a


def appends(a):
    seen.append(a)
    return a


def fills(a):
    table[1] = a
    table.update(b=a)
    return a


def keeps(a):
    own = []
    own.append(a)
    return a


def deeper(a):
    return draws(a)


@tf.function
def stateless(x):
    a = tf.numpy_function(draws, [x], tf.float32, stateful=False)
    b = tf.numpy_function(draws_plainly, [x], tf.float32, stateful=False)
    c = tf.numpy_function(reads_the_clock, [x], tf.float32, stateful=False)
    d = tf.numpy_function(prints, [x], tf.float32, stateful=False)
    e = tf.numpy_function(reads, [x], tf.float32, stateful=False)
    f = tf.numpy_function(appends, [x], tf.float32, stateful=False)
    g = tf.numpy_function(fills, [x], tf.float32, stateful=False)
    h = tf.numpy_function(keeps, [x], tf.float32, stateful=False)
    i = tf.numpy_function(deeper, [x], tf.float32, stateful=False)
    j = tf.numpy_function(draws, [x], tf.float32)
    k = tf.numpy_function(draws, [x], tf.float32, True)
    m = tf.numpy_function(draws, [x], tf.float32, False)
    n = tf.numpy_function(lambda a: a + np.random.rand(), [x], tf.float32, stateful=False)
    o = tf.compat.v1.py_func(draws, [x], tf.float32, stateful=False)
    p = tf.numpy_function(draws, [1.0, True], tf.float32, stateful=False)
    q = tf.numpy_function(draws, [x], tf.float32, stateful=False)
    tf.numpy_function(draws, [x], tf.float32, stateful=False)
    return p, q


# --
# Random numbers, clocks and names.
@tf.function
def named(x):
    with tf.name_scope(f"a{random.random()}"):
        x += 1
    with tf.compat.v1.variable_scope(f"a{random.random()}"):
        x += 1
    a = tf.constant(1.0, name=f"a{random.random()}")
    b = tf.abs(x, name=str(uuid.uuid4()))
    names = random.random()
    c = tf.abs(x * random.random())
    d = tf.constant(random.gauss(0, 1)) + x
    e = x + np.random.randn(2)
    f = x + np.random.uniform()
    g = x + random.choice([1, 2])
    h = x + secrets.randbelow(3)
    i = x + time.time()
    j = x + time.perf_counter()
    k = x + datetime.datetime.now().timestamp()
    return a, b, c, d, e, f, g, h, i, j, k, names


# --
# Results that nothing uses.
@tf.function
def unused(x, y):
    a = tf.debugging.check_numerics(x, "a")
    b = tf.linalg.inv(x)
    c = x // y
    d = x % y
    e = x // 2
    f = tf.gather(x, y)
    g = tf.reshape(x, [2])
    h = tf.reshape(x, [3])
    tf.reshape(x, [4])
    x // y
    i = tf.linalg.cholesky(x)
    del i
    j = tf.io.decode_raw("a", tf.int32)
    k = j.shape
    m = tf.boolean_mask(x, y)
    n = m.shape
    _ = tf.linalg.inv(y)
    return h, k, n


@tf.function
def asked_by_name(x, y):
    a = tf.linalg.inv(x)
    return locals()


@tf.function
def evaluated(x, y):
    a = tf.linalg.inv(x)
    exec("a")
    return x


# --
# Guards by name, in what creates.
class Lazily:
    def __init__(self):
        self.built = False
        self.created = None
        self.initialised = False
        self.initialized = False
        self.other = False
        self.layers = []

    @tf.function
    def step(self, x):
        if not self.built:
            self.a = tf.Variable(1.0)
        if self.created is None:
            self.b = tf.Variable(1.0)
        if not self.initialised:
            self.c = tf.Variable(1.0)
        if not self.initialized:
            self.d = tf.Variable(1.0)
        if not self.other:
            self.e = tf.Variable(1.0)
        if not self.layers:
            self.layers.append(keras.layers.Dense(1))
        if self.other:
            self.f = keras.layers.Dense(1)
        if x > 0:
            self.g = tf.Variable(1.0)
        return x


def memo(function):
    return function


def memoize(function):
    return function


def memoized(function):
    return function


def memoise(function):
    return function


def once(function):
    return function


def cached(function):
    return function


def plain(function):
    return function


@memo
def by_memo():
    return tf.Variable(1.0)


@memoize
def by_memoize():
    return tf.Variable(1.0)


@memoized
def by_memoized():
    return tf.Variable(1.0)


@memoise
def by_memoise():
    return tf.Variable(1.0)


@once
def by_once():
    return tf.Variable(1.0)


@cached
def by_cached():
    return tf.Variable(1.0)


@plain
def by_plain():
    return tf.Variable(1.0)


@functools.lru_cache
def by_lru_cache():
    return tf.Variable(1.0)


@tf.function
def creates(x):
    a = by_memo(), by_memoize(), by_memoized(), by_memoise(), by_once(), by_cached()
    b = by_plain(), by_lru_cache()
    return x, a, b


# --
# Shapes that change from call to call.
@tf.function
def total(x):
    return tf.reduce_sum(x)


def train(rows):
    queue = collections.deque()
    pile = []
    for n in range(2, 30):
        total(np.zeros(n))
        total(np.ones((n, 2)))
        total(np.empty([n]))
        total(np.full(n, 1.0))
        total(np.eye(n))
        total(np.identity(n))
        total(np.arange(n))
        total(np.linspace(0, 1, n))
        total(np.linspace(0, n))
        total(np.random.rand(n))
        total(np.random.randn(2, n))
        total(np.random.random_sample(n))
        total(np.random.uniform(size=n))
        total(np.random.normal(size=(2, n)))
        total(np.random.randint(0, 9, size=n))
        total(np.random.randint(n))
        total(tf.zeros([n]))
        total(tf.fill([n], 1.0))
        total(tf.fill(dims=[n], value=1.0))
        total(tf.range(n))
        total(tf.linspace(0.0, 1.0, num=n))
        total(tf.sequence_mask([1], n))
        total(tf.sequence_mask([1], maxlen=n))
        total(tf.random.normal([n]))
        total(tf.random.uniform(shape=[n]))
        total(tf.random.truncated_normal((n,)))
        total(tf.zeros([2]))
        total(rows[:n])
        total(rows[n])
        total(np.array(pile))
        total(np.asarray(pile))
        total(np.stack(pile))
        total(np.vstack(pile))
        total(np.hstack(pile))
        total(np.concatenate(pile))
        total(tf.stack(pile))
        total(tf.concat(pile, 0))
        total(tf.constant(pile))
        total(tf.convert_to_tensor(pile))
        total(tf.constant(list(pile)))
        total(tf.constant(queue))
        queue.appendleft(n)
        pile.append(n)
    joined = np.zeros(1)
    for n in range(20):
        joined = np.append(joined, n)
        total(joined)
    rowed = np.zeros(1)
    for n in range(20):
        rowed = np.r_[rowed, n]
        total(rowed)


# --
# Command lines, and the values of options.
import argparse

import absl.flags

absl.flags.DEFINE_float("rate", 0.1, "")
absl.flags.DEFINE_integer("steps", 1, "")
absl.flags.DEFINE_string("name", "a", "")
absl.flags.DEFINE_enum("kind", "a", ["a"], "")
absl.flags.DEFINE_bool("fast", True, "")
absl.flags.DEFINE_boolean("slow", False, "")
FLAGS = absl.flags.FLAGS
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--lr", type=float, required=True)
parser.add_argument("--tag", "-t")
parser.add_argument("--verbose", action="store_true")
parser.add_argument("--silent", action="store_false")
parser.add_argument("--many", type=int, nargs="+")
parser.add_argument("--other", dest="place", type=float, default=0.5)
options = parser.parse_args()


@tf.function
def scaled(x, by):
    if by:
        return x * by
    return x


for i in range(10):
    scaled(tf.constant(1.0), FLAGS.rate * i)
    scaled(tf.constant(1.0), FLAGS.steps * i)
    scaled(tf.constant(1.0), FLAGS.name * i)
    scaled(tf.constant(1.0), FLAGS.kind * i)
    scaled(tf.constant(1.0), FLAGS.fast)
    scaled(tf.constant(1.0), FLAGS.slow)
    scaled(tf.constant(1.0), options.epochs * i)
    scaled(tf.constant(1.0), options.lr * i)
    scaled(tf.constant(1.0), options.tag)
    scaled(tf.constant(1.0), options.verbose)
    scaled(tf.constant(1.0), options.silent)
    scaled(tf.constant(1.0), options.many)
    scaled(tf.constant(1.0), options.place * i)


# --
# Data sets by name, and the functions that they are given.
def loads(x):
    print(x)
    return x


def loads_too(x):
    print(x)
    return x


def loads_in_rows(x):
    print(x)
    return x


def loads_in_turn(x):
    print(x)
    return x


def loads_quickly(x):
    print(x)
    return x


def loads_exactly(x):
    print(x)
    return x


def loads_elsewhere(x):
    print(x)
    return x


train_ds = unknown()
train_data = unknown()
dataset = unknown()
datasets = unknown()
things = unknown()
train_ds.map(loads)
train_data.map(loads_too)
dataset.map(loads_in_rows)
datasets.interleave(loads_in_turn)
things.map(loads_quickly, num_parallel_calls=2)
things.map(loads_exactly, deterministic=True)
things.map(loads_elsewhere)


def of_a_loss(y, p):
    print(y)
    return y


def of_a_metric(y, p):
    print(y)
    return y


def of_a_weighted_metric(y, p):
    print(y)
    return y


def of_nothing(y, p):
    print(y)
    return y


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=of_a_loss, metrics=[of_a_metric], weighted_metrics=[of_a_weighted_metric])
model.compile(loss=of_nothing, run_eagerly=True)


# --
# Steps that are logged by what is known.
@tf.function
def told(x, flag):
    if x.shape[0] == 1:
        logging.info("one %s", x)
    if x.shape[0] == 1 and x.shape[1] > 2:
        logging.info("two %s", x)
    if not x.shape[0]:
        logging.info("three %s", x)
    if x.shape[0] + 1 > 2:
        logging.info("four %s", x)
    if x > 0:
        logging.info("five %s", x)
    if x.shape[0] == tf.shape(x)[0]:
        logging.info("six %s", x)
    for i in range(3):
        logging.info("seven %s", i)
    for row in x:
        logging.info("eight %s", row)
    logging.info("nine", extra={"a": 1})
    warnings.warn("ten")
    return x


# --
# Layers, optimizers and models given one after the other.
@tf.function
def fits(x, optimizer, model):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), []))
    return loss


for optimizer in [keras.optimizers.Adam(), keras.optimizers.SGD()]:
    model = keras.Sequential([keras.layers.Dense(1)])
    fits(tf.constant([[1.0]]), optimizer, model)
for optimizer in (keras.optimizers.Adam(), keras.optimizers.SGD()):
    for i in range(3):
        fits(tf.constant([[1.0]]), optimizer, keras.Sequential([keras.layers.Dense(1)]))
for i in range(3):
    for optimizer in (keras.optimizers.Adam(), keras.optimizers.SGD()):
        model = keras.Sequential([keras.layers.Dense(1, input_shape=(1,))])
        fits(tf.constant([[1.0]]), optimizer, model)
first = keras.optimizers.Adam()
second = keras.optimizers.SGD()
built = keras.Sequential([keras.layers.Dense(1, input_dim=1)])
other = keras.Sequential([keras.layers.Dense(1, batch_input_shape=(1, 1))])
bare = keras.Sequential([keras.layers.Dense(1)])
bare_too = keras.Sequential([keras.layers.Dense(1)])
fits(tf.constant([[1.0]]), first, built)
fits(tf.constant([[1.0]]), second, built)
fits(tf.constant([[1.0]]), first, other)
fits(tf.constant([[1.0]]), first, bare)
fits(tf.constant([[1.0]]), first, bare_too)


# --
# Objects that the graph can't hold on to.
@dataclasses.dataclass
class Plain:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


@dataclasses.dataclass(frozen=True)
class Frozen:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


@dataclasses.dataclass(unsafe_hash=True)
class Hashed:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


@dataclasses.dataclass(eq=False)
class Identical:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


@dataclasses.dataclass(eq=False, slots=True)
class Slotted:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


@dataclasses.dataclass(eq=False, slots=True, weakref_slot=True)
class Referenced:
    rate: float = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


class Equal:
    def __init__(self, rate):
        self.rate = rate

    def __eq__(self, other):
        return self.rate == other.rate

    @tf.function
    def step(self, x):
        return x * self.rate


class Slots:
    __slots__ = ("rate",)

    @tf.function
    def step(self, x):
        return x * self.rate


Plain().step(tf.constant(1.0))
Frozen().step(tf.constant(1.0))
Hashed().step(tf.constant(1.0))
Identical().step(tf.constant(1.0))
Slotted().step(tf.constant(1.0))
Referenced().step(tf.constant(1.0))
Equal(1.0).step(tf.constant(1.0))
Slots().step(tf.constant(1.0))


# --
# Branches, and what is bound in some of them.
@tf.function
def branches(x, n):
    total = tf.reduce_sum(x)
    if x > 0:
        a = x
    b = a
    if x > 0:
        c = x
    else:
        d = x
    if n:
        e = x
    f = e
    if x > 0:
        g = None
    else:
        g = x
    if x > 0:
        h = 1
    else:
        h = 2.0
    w = x
    while w > 0:
        i = w
        w -= 1
    j = i
    for k in tf.range(3):
        m = k
    o = m, k
    for p in range(3):
        q = p
    if x > 0:
        return x
    for r in x:
        if r > 0:
            break
        if r > 1:
            continue
        if r > 2:
            return r
    for s in x:
        assert s > 0
        raise ValueError("a")
    return b, f, g, h, j, o, q, total


# --
# Dimensions that nobody knows.
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def unknown_rows(x):
    for i in range(x.shape[0]):
        x += i
    for i in range(x.shape[1]):
        x += i
    a = x.shape[0] * 2
    b = tf.reshape(x, [x.shape[0], 3])
    c = tf.zeros([x.shape[0]])
    d = inner(x)
    e = inner(x + 1)
    return a, b, c, d, e


def inner(y):
    return tf.zeros([y.shape[0]])


@tf.function(reduce_retracing=True)
def opened(x):
    return tf.zeros([x.shape[0]])


for n in range(5):
    opened(tf.zeros([n]))
    unknown_rows(tf.zeros([n, 3]))


# --
# Names of operations and scopes, and dates.
@tf.function
def named_before(x):
    scope_name = str(uuid.uuid4())
    with tf.name_scope(scope_name):
        x += 1
    other_name = str(uuid.uuid4())
    with tf.compat.v1.variable_scope(other_name):
        x += 1
    data_name = str(uuid.uuid4())
    listed_name = str(uuid.uuid4())
    said_name = str(uuid.uuid4())
    repr(said_name)
    return x, tf.constant(data_name), tf.constant([listed_name])


@tf.function
def dated(x):
    a = x + np.datetime64("now").astype("f")
    b = x + np.datetime64("today").astype("f")
    c = x + np.datetime64("2020-01-01").astype("f")
    return a, b, c
