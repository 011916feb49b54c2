# What is new at each call.
@tf.function
def step(x, y=None):
    return x


class Plain:
    pass


class Equal:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Traced:
    def __tf_tracing_type__(self, context):
        return None


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int = 1


@dataclasses.dataclass
class Data:
    a: int = 1


class Meta(metaclass=abc.ABCMeta):
    pass


Point = collections.namedtuple("Point", "x y")


def main(x, names):
    for i in range(10):
        step(x, Plain())
        step(x, Equal())
        step(x, Traced())
        step(x, Frozen())
        step(x, Data())
        step(x, Meta())
        step(x, Point(1, 2))
        step(x, lambda y: y)
        step(x, functools.partial(main, 1))
        step(x, object())
        step(x, {"a": 1})
        step(x, {"a": i})
        step(x, [1, 2])
        step(x, [i])
        step(x, (1, i))
        step(x, [x] * i)
        step(x, set([1]))
        step(x, range(3))
        step(x, np.float32(1))
        step(x, i)
        step(x, float(i))
        step(x, str(i))
        step(x, f"{i}")
        step(x, names[i])
        step(x, i > 3)
        step(x, None)
        step(x, True)
        step(x, tf.constant(i))
        step(x, tf.Variable(1.0))
        step(x, keras.layers.Dense(1))
        step(x, time.time())
        step(x, random.random())
        step(x, np.random.rand())
        step(x, len(names))
        step(x, y=i)
        step(x, *[i])
        step(x, **{"y": i})
        step(x, print)
        step(x, Plain)
        step(x, iter([1]))
        step(x, open("f"))
        step(x, np.array([i]))
        step(x, [1.0, 2])
        step(x, tf.TensorSpec([i]))
        step(x, -i)
        step(x, i * 2)
        step(x, i % 2)
        step(x, i if i else 0)
        step(x, min(i, 3))
        step(x, int(names[i]))
    step(x, 1)
    step(x, 2)
    step(x, 1.0)
    step(x, "a")
    step(x, "b")
    step(x, [1, 2, 3])
    step(x, (4, 5))
    step(1, 2)
    step(1.0, 2)
    for name in ("a", "b"):
        step(x, name)
    for value in [0.1, 0.2]:
        step(x, value)
    for key, value in {"a": 1}.items():
        step(x, value)
    for n, row in enumerate(names):
        step(row, n)
    for one, other in zip([1, 2], names):
        step(other, one)
    n = 0
    while n < 10:
        step(x, n)
        n += 1


# --
# Arguments that a traced function changes.
def fill(d, l, s, x):
    d["a"] = x
    d.update(b=x)
    d.pop("a")
    del d["b"]
    l.append(x)
    l[0] = x
    l += [x]
    l.sort()
    s.add("a")
    d.a = x


@tf.function
def f(x, d, l, s, o, a):
    d["a"] = x
    d["a"] += 1
    d.update(b=x)
    d.pop("a")
    del d["b"]
    d.setdefault("a", x)
    l.append(x)
    l.pop()
    l[0] = x
    l += [x]
    l.sort()
    l.reverse()
    s.add("a")
    o.count = 1
    o.count += 1
    o.rows.append(x)
    a += 1
    fill(d, l, s, x)
    own = dict(d)
    own["a"] = x
    l = list(l)
    l.append(x)
    return x


f(tf.constant(1.0), {"a": 1}, [1], {"a"}, Holder(), np.zeros(1))


# --
# Texts, membership and conversions of tensors.
@tf.function
def f(x, y):
    a = f"{x}"
    b = "{}".format(x)
    c = "%s" % x
    d = "%s %s" % (x, y)
    e = str(x)
    g = repr(x)
    h = "a" + str(x)
    i = ", ".join([str(x)])
    j = x in [y]
    k = x in (1, 2)
    m = x in {"a": 1}
    n = x is y
    o = x is not y
    p = x is None
    q = x == None
    r = int(x)
    s = float(x)
    t = bool(x)
    u = complex(x)
    v = list(x)
    w = np.array(x)
    z = np.sum(x)
    aa = x.numpy()
    ab = x.numpy().item()
    ac = x.item()
    ad = x.tolist()
    ae = x.eval()
    af = math.sin(x)
    ag = round(x)
    ah = abs(x)
    ai = range(x)
    aj = [0] * x
    ak = {x: 1}
    al = hash(x)
    am = x.shape.as_list()
    an = len(x)
    ao = max(x, y)
    ap = sorted([x, y])
    aq = any([x, y])
    ar = isinstance(x, np.ndarray)
    at = np.float32(x)
    au = print(f"{x}")
    av = {"a": 1}[x]
    aw = [1, 2][x]
    ax = json.dumps(x)
    ay = open(x)
    az = tf.print(f"{x}")
    ba = tf.constant(x)
    bb = tf.zeros(x)
    if f"{x}" == "a":
        print("a")
    assert x > 0, f"{x}"
    tf.debugging.assert_positive(x, f"{x}")
    warnings.warn(f"{x}")
    raise ValueError(f"{x}")


f(tf.constant(1.0), tf.constant(1.0))
