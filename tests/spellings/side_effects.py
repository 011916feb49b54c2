# Attributes and containers, by what is done to them.
class Net(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.by_name = {}
        self.count = 0
        self.names = set()
        self.weight = tf.Variable(1.0)
        self.other = None

    def call(self, x, training=False):
        self.count += 1
        self.count = self.count + 1
        self.other = x
        self.other = 3
        self.other = None
        self.weight = x
        self.weight += 1.0
        self.trace_count += 1
        self.seen += [x]
        self.seen.append(x)
        self.seen.append(3)
        self.seen.append(x.shape)
        self.seen.extend([x])
        self.seen.insert(0, x)
        self.seen.remove(x)
        self.seen.pop()
        self.seen.clear()
        self.seen.sort()
        self.seen.reverse()
        self.names.add("a")
        self.names.discard("a")
        self.by_name["a"] = x
        self.by_name["a"] += 1
        self.by_name.update(a=x)
        self.by_name.setdefault("a", x)
        self.by_name.setdefault("a", 1)
        self.by_name.pop("a")
        del self.by_name["a"]
        del self.other
        setattr(self, "other", x)
        setattr(self, "other", 3)
        setattr(self, "na" + "me", x)
        self.dtype = "a"
        own = []
        own.append(x)
        own[0] = x
        return x


# --
# Globals and names of functions around.
count = 0
seen = []
rate: float = 0.0


@tf.function
def f(x):
    global count, rate, last
    count += 1
    count = count + 1
    rate: float = 1.0
    last = x
    seen.append(x)
    seen.append(1)
    seen[0] = x
    trace_count = 1
    (count, other) = 1, 2
    for count in range(3):
        pass
    with open("f") as last:
        pass
    return x


def outer():
    n = 0

    @tf.function
    def g(x):
        nonlocal n
        n += 1
        return x

    return g


# --
# What is printed, and how.
@tf.function
def f(x, flag):
    print(x)
    print("traced")
    print("tracing", x)
    print("trace", x)
    print("the trace of", x)
    print(x.shape)
    print("shape: %s" % x.shape)
    print("value: %s" % x)
    print("value: {}".format(x))
    print(f"value: {x}")
    print(f"shape: {x.shape}")
    print(str(x))
    print(repr(x))
    print(*[x])
    print("a" + str(x))
    print()
    print("a", file=sys.stderr)
    with tf.name_scope("a"):
        print("once")
    for i in range(3):
        print(i)
    for i in tf.range(3):
        print(i)
    if flag:
        print("flag")
    if x > 0:
        print("positive")
    sys.stdout.write("a")
    sys.stderr.write("a")
    pprint.pprint(x)
    return x


# --
# Messages logged.
logger = logging.getLogger(__name__)
warnings.simplefilter("always")


@tf.function
def f(x):
    logging.info("a")
    logging.debug("a %s", x)
    logging.warning("tracing")
    logging.error(x)
    logger.info("a")
    logger.info(f"{x}")
    logger.exception("a")
    logger.log(10, "a")
    logger.setLevel(10)
    absl.logging.info("a")
    absl.logging.info("a %s", x)
    tf.get_logger().info("a")
    tf.compat.v1.logging.info("a")
    warnings.warn("a")
    warnings.warn(f"{x}")
    tqdm.tqdm.write("a")
    bar = tqdm.tqdm(range(3))
    bar.update(1)
    return x


# --
# Files, processes and the clock.
@tf.function
def f(x, path):
    a = time.time()
    b = time.perf_counter()
    c = datetime.datetime.now()
    d = np.datetime64("now")
    e = np.datetime64("2020-01-01")
    g = random.random()
    h = np.random.rand()
    i = np.random.default_rng().normal()
    j = random.choice([1, 2])
    random.seed(1)
    np.random.seed(1)
    random.shuffle([1, 2])
    k = os.environ["A"]
    m = uuid.uuid4()
    n = os.urandom(3)
    o = secrets.token_hex()
    time.sleep(1)
    open(path)
    open(path, "w").write("a")
    np.save(path, 1)
    np.load(path)
    os.remove(path)
    os.makedirs(path)
    os.makedirs(path, exist_ok=True)
    os.system("a")
    subprocess.run("a")
    input()
    pickle.dump(1, open(path, "w"))
    json.dump(1, open(path, "w"))
    shutil.rmtree(path)
    pathlib.Path(path).write_text("a")
    tf.io.gfile.makedirs(path)
    tf.io.write_file(path, "a")
    return x * a * b * g * h * i * j


# --
# Iterators and generators.
rows = iter([1.0, 2.0])
batches = iter(tf.data.Dataset.range(3))
counter = itertools.count()


def gen():
    yield 1.0


made = gen()


@tf.function
def f(x, it):
    x += next(rows)
    x += next(batches)
    x += next(counter)
    x += next(made)
    x += next(gen())
    x += next(it)
    x += sum(made)
    x += len(list(rows))
    for row in rows:
        x += row
    for row in made:
        x += row
    x += rows.__next__()
    x += [r for r in rows][0]
    x += dict(enumerate(rows))[0]
    return x


f(tf.constant(1.0), iter([1.0]))
f(tf.constant(1.0), iter([1.0]))


# --
# Managers, and what runs at the end or on errors.
class Timer:
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, *error):
        self.count += 1
        print("done")


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True


@contextlib.contextmanager
def timed():
    start = time.time()
    yield
    print(time.time() - start)


@tf.function
def f(x):
    with Timer():
        x = x + 1
    with Quiet():
        x = x + 1
    with timed():
        x = x + 1
    with contextlib.suppress(ValueError):
        x = x + 1
    with open("a") as file:
        file.write("a")
    with threading.Lock():
        x = x + 1
    with tf.GradientTape() as tape:
        x = x + 1
    try:
        x = tf.math.log(x)
    except tf.errors.InvalidArgumentError:
        print("no")
    except ValueError:
        x = x + 1
    finally:
        print("done")
    return x


# --
# Tapes that eager code keeps in attributes.
class Prober:
    def __init__(self):
        self.tape = None
        self.own = None

    @tf.function
    def response(self, x):
        self.tape.watch(x)
        return tf.reduce_sum(tf.sin(x))

    @tf.function
    def slope(self, x):
        with tf.GradientTape() as self.own:
            self.own.watch(x)
            y = tf.reduce_sum(tf.sin(x))
        return self.own.gradient(y, x)

    def probe(self, x):
        with tf.GradientTape() as self.tape:
            y = self.response(x)
        return self.tape.gradient(y, x), self.slope(x)


Prober().probe(tf.constant([0.0, 1.0]))
