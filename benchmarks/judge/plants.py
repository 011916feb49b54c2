"""What is planted: a line, and what stands around it; whether it does harm is left to be measured.

Beside each pitfall stand its twins: lines that look like it and do no harm, where the linter can't
know that or was not told, or that do harm in another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

HERE = "#!"
"""Ends the planted line."""


@dataclass(frozen=True)
class Plant:
    """A line and what it needs.

    Attributes:
        code: the rule that looks for it.
        name: what it is, in a few words.
        body: lines of the traced function, of ``x`` and ``i``; the planted one ends with ``#!``.
        head: lines of the module before it.
        before: lines of the program before its loop, and ``each`` before each call.
        number: what the loop passes as ``i``.
        options: of ``tf.function``.
        after: lines after the loop.
        eager: whether the planted line stands in the loop: it is the call, or its ``each``.
        call: the call, if it is not ``y = step(x, number)``.
        clock: whether what is shown holds times, which no two runs share.
        shells: what the traced function may be.
        shows: whether the result of each call is printed.
        world: what runs it: TensorFlow with Keras 3 or 2, or MXNet.
    """

    code: str
    name: str
    body: str = ""
    head: str = ""
    before: str = ""
    each: str = ""
    number: str = "tf.constant(float(i))"
    options: str = ""
    after: str = ""
    call: str = ""
    clock: bool = False
    shells: tuple[str, ...] = ("function", "method", "helper", "closure")
    shows: bool = True
    world: str = "tensorflow"


ALONE = ("function",)
METHOD = ("method",)


def effects() -> list[Plant]:
    """Lines written, state, files: TFL301 to TFL309."""
    found = [
        Plant("TFL301", "a print of a tensor", 'print("loss", x)  #!'),
        Plant("TFL301", "a print of words", 'print("step")  #!'),
        Plant("TFL301", "an empty print", "print()  #!"),
        Plant("TFL301", "a rule", 'print("=" * 40)  #!'),
        Plant("TFL301", "a print of many lines", 'print("\\n".join(map(str, range(60))))  #!'),
        Plant("TFL301", "a print under a number", "if i > 1.0:\n    print('late')  #!"),
        Plant("TFL301", "a print at each trace", 'print("step", x)  #!', number="i"),
        Plant("TFL301", "a print to stderr", 'print("step", file=sys.stderr)  #!'),
        Plant(
            "TFL301",
            "a print to an open file",
            'print("step", file=log)  #!',
            'log = open("log.txt", "a")',
            after="log.flush()",
        ),
        Plant(
            "TFL301", "a print to nowhere", 'print("step", file=null)  #!', "null = io.StringIO()"
        ),
        Plant(
            "TFL301",
            "a print that waits for a mode",
            "if VERBOSE:\n    print('step')  #!",
            "VERBOSE = False",
        ),
        Plant(
            "TFL301",
            "a print in eager code only",
            "if tf.executing_eagerly():\n    print('eager')  #!",
        ),
        Plant("TFL301", "writing to stdout", 'sys.stdout.write("step\\n")  #!'),
        Plant("TFL302", "a warning logged", 'logging.warning("step")  #!'),
        Plant("TFL302", "a message below the level", 'logging.debug("step")  #!'),
        Plant(
            "TFL302",
            "a log in a file",
            'logging.getLogger("a").warning("step")  #!',
            'logging.getLogger("a").addHandler(logging.FileHandler("a.log"))',
        ),
        Plant(
            "TFL302",
            "a handler of one's own",
            'logging.getLogger("b").warning("step")  #!',
            "SEEN = []\nclass Keep(logging.Handler):\n    def emit(self, record):\n        SEEN.append(1)\n"
            'logging.getLogger("b").addHandler(Keep())\nlogging.getLogger("b").propagate = False',
        ),
        Plant("TFL302", "a warning, told once", 'warnings.warn("careful")  #!'),
        Plant("TFL303", "an append", "SEEN.append(1)  #!", "SEEN = []"),
        Plant("TFL303", "a tensor appended", "SEEN.append(x)  #!", "SEEN = []"),
        Plant("TFL303", "a key counted", "TABLE['n'] = TABLE.get('n', 0) + 1  #!", "TABLE = {}"),
        Plant("TFL303", "the same key set again", "TABLE['n'] = 1  #!", "TABLE = {}"),
        Plant("TFL303", "an item of a set", "KNOWN.add('a')  #!", "KNOWN = set()"),
        Plant(
            "TFL303",
            "a change that is taken back",
            "SEEN.append(1)  #!\nx = x * float(len(SEEN))\nSEEN.pop()",
            "SEEN = []",
        ),
        Plant("TFL303", "a list emptied", "SEEN.clear()  #!", "SEEN = []", each="SEEN.append(i)"),
        Plant(
            "TFL303",
            "a late item of a large dict",
            "TABLE['z'] += 1  #!",
            "TABLE = {str(n): n for n in range(80)}\nTABLE['z'] = 0",
        ),
        Plant(
            "TFL304",
            "a counter",
            "global count\ncount += 1  #!",
            "count = 0",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL304",
            "a large counter",
            "global count\ncount += 1  #!",
            "count = 20000",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL304",
            "a flag",
            "global done\ndone = True  #!",
            "done = False",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL304",
            "a global tensor",
            "global last\nlast = x  #!",
            "last = None",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL305",
            "an attribute counted",
            "HOLDER.n += 1  #!",
            "class Holder:\n    n = 0\nHOLDER = Holder()",
        ),
        Plant(
            "TFL305",
            "an attribute set again",
            "HOLDER.n = 3  #!",
            "class Holder:\n    n = 0\nHOLDER = Holder()",
        ),
        Plant(
            "TFL305",
            "a text that grows",
            "HOLDER.n += 'b'  #!",
            "class Holder:\n    n = 'a' * 400\nHOLDER = Holder()",
        ),
        Plant(
            "TFL305",
            "an attribute of its own",
            "self.last = 1.0 if self.last is None else self.last + 1.0  #!",
            shells=METHOD,
        ),
        Plant("TFL306", "an iterator", "x = x + next(ITEMS)  #!", "ITEMS = iter(range(1000))"),
        Plant(
            "TFL306",
            "an iterator of equal items",
            "x = x + next(ITEMS)  #!",
            "ITEMS = itertools.repeat(2.0)",
        ),
        Plant("TFL307", "a file made", 'open(f"f{len(os.listdir())}.txt", "w").close()  #!'),
        Plant("TFL307", "a folder that is there", 'os.makedirs("out", exist_ok=True)  #!'),
        Plant("TFL307", "a file written again", 'open("f.txt", "w").write("a")  #!'),
        Plant("TFL307", "a line added to a file", 'open("f.txt", "a").write("a")  #!'),
        Plant(
            "TFL307",
            "a file read",
            'x = x * float(open("r.txt").read())  #!',
            'open("r.txt", "w").write("2")',
        ),
        Plant(
            "TFL308",
            "an argument changed",
            "x = x + row.pop('b')  #!",
            call='y = step(x, {{"b": tf.constant(1.0)}})',
            shells=("function", "method"),
        ),
        Plant(
            "TFL309",
            "a counter in finally",
            "try:\n    x = x * 2.0\nfinally:\n    SEEN.append(1)  #!",
            "SEEN = []",
        ),
    ]
    return found


def dropped() -> list[Plant]:
    """Operations that are dropped: TFL401 to TFL406. The last call is given an input that fails."""
    bad = "tf.constant(7.0)"
    refused = "except tf.errors.InvalidArgumentError:\n    print('refused')"
    try_call = f"try:\n    y = step(x, {{number}})\n{refused}"
    number = f"tf.constant(0.0) if i < ROUNDS - 1 else {bad}"
    common = {"number": number, "call": try_call}
    return [
        Plant("TFL401", "a gather", "tf.gather(x, tf.cast(i, tf.int32))  #!", **common),
        Plant("TFL401", "an assertion", "tf.debugging.assert_less(i, 3.0)  #!", **common),
        Plant("TFL401", "a sum", "tf.reduce_sum(x)  #!", **common),
        Plant(
            "TFL402",
            "a name never read",
            "unused = tf.gather(x, tf.cast(i, tf.int32))  #!",
            **common,
        ),
        Plant(
            "TFL403",
            "an error handled",
            "try:  #!\n    x = x + tf.gather(x, tf.cast(i, tf.int32))\n"
            "except tf.errors.InvalidArgumentError:\n    x = x * 0.0",
            **common,
        ),
        Plant(
            "TFL405",
            "a check under XLA",
            "x = tf.debugging.check_numerics(x / (i - 7.0), 'bad')  #!",
            options="(jit_compile=True)",
            **common,
        ),
    ]


def frozen() -> list[Plant]:
    """Values that the graph keeps: TFL501 to TFL509."""
    return [
        Plant("TFL501", "a draw", "x = x * random.random()  #!"),
        Plant("TFL501", "a draw that is not used", "unused = random.random()  #!"),
        Plant("TFL501", "a draw that is always the same", "x = x * random.randint(3, 3)  #!"),
        Plant("TFL501", "a draw by NumPy", "x = x + np.random.normal()  #!"),
        Plant(
            "TFL501",
            "a generator's draw",
            "x = x + RNG.normal()  #!",
            "RNG = np.random.default_rng(3)",
        ),
        Plant("TFL501", "a draw times nothing", "x = x + 0.0 * random.random()  #!"),
        Plant(
            "TFL501",
            "a draw into a Variable",
            "TOTAL.assign_add(random.random())  #!",
            "TOTAL = tf.Variable(0.0)",
        ),
        Plant("TFL501", "a seeded draw", "random.seed(3)\nx = x * random.random()  #!"),
        Plant(
            "TFL502",
            "a clock",
            "x = x * 0.0 + time.perf_counter() % 1000  #!",
            each="time.sleep(0.002)",
            clock=True,
        ),
        Plant("TFL502", "a clock that is not used", "start = time.time()  #!"),
        Plant("TFL502", "a year", "x = x + datetime.datetime.now().year  #!"),
        Plant(
            "TFL503",
            "a global changed",
            "x = x * rate  #!",
            "rate = 2.0",
            each="global rate\nrate = float(i)",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "a global changed late",
            "x = x * rate  #!",
            "rate = 2.0",
            each="global rate\nif i == ROUNDS - 1:\n    rate = 5.0",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "a global set to what it is",
            "x = x * rate  #!",
            "rate = 2.0",
            each="global rate\nrate = 2.0",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "a global that a function would change",
            "x = x * rate  #!",
            "rate = 2.0\ndef change():\n    global rate\n    rate = 3.0",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "an array changed in place",
            "x = x * RATES[0]  #!",
            "RATES = np.ones(2, 'float32')",
            each="RATES[0] += 1.0",
        ),
        Plant(
            "TFL504",
            "an attribute changed",
            "x = x * HOLDER.rate  #!",
            "class Holder:\n    def __init__(self):\n        self.rate = 2.0\nHOLDER = Holder()",
            each="HOLDER.rate = float(i)",
        ),
        Plant(
            "TFL504",
            "an attribute changed before",
            "x = x * HOLDER.rate  #!",
            "class Holder:\n    def __init__(self):\n        self.rate = 2.0\nHOLDER = Holder()",
            before="HOLDER.rate = 4.0",
        ),
        Plant(
            "TFL504",
            "an attribute of its own changed",
            "x = x * self.rate  #!",
            each="model.rate = float(i)",
            shells=METHOD,
        ),
        Plant(
            "TFL505",
            "an environment variable",
            'x = x * float(os.environ["RATE"])  #!',
            'os.environ["RATE"] = "2"',
            each='os.environ["RATE"] = str(i)',
        ),
        Plant(
            "TFL505",
            "an environment variable that stays",
            'x = x * float(os.environ["RATE"])  #!',
            'os.environ["RATE"] = "2"',
        ),
        Plant("TFL508", "a seed", "tf.random.set_seed(3)  #!\nx = x + tf.random.normal([])"),
        Plant("TFL508", "a seed of nothing", "tf.random.set_seed(3)  #!"),
        Plant(
            "TFL509",
            "a stateless draw",
            "x = x + tf.numpy_function(draw, [], tf.float64, stateful=False)  #!".replace(
                "x + ", "x + tf.cast("
            ).replace(", stateful=False)", ", stateful=False), tf.float32)"),
            "def draw():\n    return np.random.rand()",
        ),
        Plant(
            "TFL509",
            "a stateless sum",
            "x = tf.numpy_function(lambda v: v * 2, [x], tf.float32, stateful=False)  #!",
        ),
    ]


def tensors() -> list[Plant]:
    """Tensors used as Python values: TFL601 to TFL608."""
    off = "(autograph=False)"
    return [
        Plant("TFL601", "numpy()", "x = x * float(x.numpy().sum())  #!"),
        Plant(
            "TFL601",
            "numpy() behind a mode",
            "if FULL:\n    x = x * x.numpy().sum()  #!",
            "FULL = False",
        ),
        Plant("TFL602", "a bool", "x = x * 2.0 if bool(tf.reduce_sum(x) > 0) else x  #!"),
        Plant("TFL602", "a list", "x = x + len(list(x))  #!"),
        Plant("TFL602", "a sum", "x = x + sum(x)  #!"),
        Plant("TFL602", "a sorting", "x = tf.convert_to_tensor(sorted(tf.reshape(x, [-1])))  #!"),
        Plant("TFL603", "a function of NumPy", "x = np.tanh(x)  #!"),
        Plant("TFL603", "a function of NumPy on a shape", "x = x * float(np.prod(x.shape))  #!"),
        Plant("TFL604", "a function of math", "x = x * math.cos(i)  #!"),
        Plant("TFL604", "a function of math on a number", "x = x * math.cos(i)  #!", number="2.0"),
        Plant("TFL605", "a text printed by the graph", 'tf.print(f"x is {x}")  #!'),
        Plant("TFL605", "a text that is not used", 'text = f"x is {x}"  #!'),
        Plant("TFL605", "a text of a shape", 'tf.print(f"x is {x.shape}")  #!'),
        Plant(
            "TFL606",
            "a condition without AutoGraph",
            "if i > 1.0:  #!\n    x = x * 2.0",
            options=off,
        ),
        Plant(
            "TFL606",
            "a number's condition without AutoGraph",
            "if i > 1.0:  #!\n    x = x * 2.0",
            options=off,
            number="2.0",
        ),
        Plant(
            "TFL606",
            "a loop without AutoGraph",
            "for v in tf.reshape(x, [-1]):  #!\n    x = x + v",
            options=off,
        ),
        Plant(
            "TFL607",
            "a tensor among others",
            "if i in [tf.constant(1.0), tf.constant(2.0)]:  #!\n    x = x * 2.0",
        ),
    ]


def control() -> list[Plant]:
    """Control flow: TFL701 to TFL710."""
    return [
        Plant(
            "TFL701",
            "a name of one branch",
            "if i > 1.0:\n    z = x * 2.0  #!\nx = x + z",
            number="tf.constant(2.0)",
        ),
        Plant(
            "TFL701",
            "a name of one branch, under a number",
            "if i > 1.0:\n    z = x * 2.0  #!\nx = x + z",
            number="2.0",
        ),
        Plant(
            "TFL702",
            "a list in a loop",
            "parts = []\nfor v in tf.reshape(x, [-1]):\n    parts.append(v * 2.0)  #!\nx = x + parts[-1]",
        ),
        Plant(
            "TFL703",
            "a recursion",
            "x = x if i <= 0 else step(x, i - 1)  #!",
            number="3",
            shells=ALONE,
        ),
        Plant(
            "TFL706",
            "a number that becomes another",
            "s = 0\nfor v in tf.reshape(x, [-1]):\n    s = s + v  #!\nx = x + s",
        ),
        Plant(
            "TFL707",
            "a return in a loop",
            "for v in tf.reshape(x, [-1]):\n    if v > 0.5:\n        return v  #!",
        ),
        Plant(
            "TFL708",
            "an error under a tensor",
            "if tf.reduce_any(x > 1e6):\n    raise ValueError('large')  #!",
        ),
        Plant("TFL708", "an assertion", "assert tf.reduce_all(x < 1e6)  #!"),
        Plant("TFL708", "an assertion of a shape", "assert x.shape.rank > 0  #!"),
        Plant(
            "TFL710",
            "a decorator over another",
            call="y = Made.step(x, tf.constant(1.0))",
            head="class Made:\n    @tf.function  #!\n    @staticmethod\n"
            "    def step(x, i):\n        return x * i",
            shells=("none",),
        ),
        Plant(
            "TFL709",
            "an object for one call",
            head="class Made:\n    @tf.function\n    def step(self, x, i):\n        return x * i",
            call="y = Made().step(x, {number})  #!",
            shells=("none",),
        ),
    ]


def states() -> list[Plant]:
    """State made while tracing: TFL201 to TFL205."""
    return [
        Plant("TFL201", "a variable", "v = tf.Variable(1.0)  #!\nx = x + v"),
        Plant(
            "TFL201",
            "a variable made once",
            "if not MADE:\n    MADE.append(tf.Variable(1.0))  #!\nx = x + MADE[0]",
            "MADE = []",
        ),
        Plant("TFL202", "a layer", "x = tf.keras.layers.Dense(1)(tf.reshape(x, [1, -1]))  #!"),
        Plant("TFL202", "a layer without weights", "x = tf.keras.layers.ReLU()(x)  #!"),
        Plant(
            "TFL203",
            "a metric",
            "m = tf.keras.metrics.Mean()  #!\nm.update_state(x)\nx = x + m.result()",
        ),
        Plant(
            "TFL203",
            "an optimizer",
            "opt = tf.keras.optimizers.SGD(0.1)  #!\nopt.apply_gradients([(tf.ones([]), W)])\nx = x * W",
            "W = tf.Variable(1.0)",
        ),
        Plant(
            "TFL204",
            "a generator",
            "g = tf.random.Generator.from_seed(1)  #!\nx = x + g.normal([])",
        ),
        Plant(
            "TFL205",
            "a variable for each number",
            "if i not in MADE:\n    MADE[i] = tf.Variable(1.0)  #!\nx = x + MADE[i]",
            "MADE = {}",
            number="i",
        ),
    ]


def costs() -> list[Plant]:
    """Retracing: TFL101 to TFL106, TFL110; and modes, TFL902."""
    plain = "x = x * 2.0"
    made = "class Made:\n    @tf.function\n    def step(self, x, i):\n        return x * i"
    return [
        Plant(
            "TFL101",
            "a number that varies",
            "x = x * float(i)",
            call="y = step(x, i)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL101",
            "a number that varies late",
            "x = x * float(i)",
            call="for _ in range(9):\n    y = step(x, i)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL101",
            "a number of two",
            "x = x * float(i)",
            call="y = step(x, i % 2)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL101",
            "a number that becomes a tensor",
            "x = x * i",
            call="y = step(x, tf.constant(float(i)))  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL102",
            "a function in a loop",
            call="again = tf.function(lambda v: v * 2.0)  #!\ny = again(x)",
            shells=("none",),
        ),
        Plant(
            "TFL103",
            "a function for each call",
            head="def apply(x):\n    @tf.function  #!\n    def inner(v):\n"
            "        return v * 2.0\n    return inner(x)",
            call="y = apply(x)",
            shells=("none",),
        ),
        Plant(
            "TFL104",
            "a shape that grows",
            plain,
            call="y = step(tf.ones([i + 1]), tf.constant(1.0))  #!",
            shells=ALONE,
            shows=False,
        ),
        Plant(
            "TFL105",
            "a lambda for each call",
            "x = i(x)",
            call="y = step(x, lambda v: v * 2.0)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL105",
            "one lambda",
            "x = i(x)",
            before="double = lambda v: v * 2.0",
            call="y = step(x, double)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL106",
            "an object for each call",
            head=made,
            call="made = Made()  #!\ny = made.step(x, {number})",
            shells=("none",),
        ),
        Plant(
            "TFL110",
            "literals of two types",
            "x = x * 0.0 + tf.cast(tf.constant(i) / 2, tf.float32)",
            before="step(x, 1)",
            call="y = step(x, 1.0)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL902",
            "graphs switched off",
            plain,
            before="tf.config.run_functions_eagerly(True)  #!",
            shells=ALONE,
        ),
        Plant(
            "TFL902",
            "graphs switched off and on",
            plain,
            before="tf.config.run_functions_eagerly(True)  #!",
            after="tf.config.run_functions_eagerly(False)",
            shells=ALONE,
        ),
    ]


def modes_and_seeds() -> list[Plant]:
    """What the program does around its calls: seeds, changes that come with traces, modes."""
    seed = "random.seed(4)"
    again = "def again():\n    random.seed(4)\n    np.random.seed(4)"
    return [
        Plant("TFL501", "a draw, seeded each time", "x = x * random.random()  #!", each=seed),
        Plant("TFL501", "a draw, seeded once", "x = x * random.random()  #!", before=seed),
        Plant(
            "TFL501",
            "a draw, seeded each time by a function",
            "x = x + np.random.normal()  #!",
            again,
            each="again()",
        ),
        Plant(
            "TFL501",
            "a generator made anew each time",
            "x = x + RNG.normal()  #!",
            "RNG = np.random.default_rng(3)",
            each="global RNG\nRNG = np.random.default_rng(3)",
            shells=("function", "helper"),
        ),
        Plant("TFL501", "a draw for each trace", "x = x * random.random()  #!", number="i"),
        Plant(
            "TFL503",
            "a global that changes with each shape",
            "x = x * rate  #!",
            "rate = 2.0",
            each="global rate\nrate = float(i)",
            call="y = step(tf.ones([i + 1]), {number})",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "a global that changes with some shapes",
            "x = x * rate  #!",
            "rate = 2.0",
            each="global rate\nif i % 2 == 0:\n    rate = float(i)",
            call="y = step(tf.ones([i // 2 + 1]), {number})",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL503",
            "an element of a list",
            "x = x * RATES[1]  #!",
            "RATES = [1.0, 2.0]",
            each="RATES[1] = float(i)",
            shells=("function", "helper"),
        ),
        Plant(
            "TFL301",
            "a print without graphs",
            'print("step")  #!',
            "if len(os.environ) > 0:\n    tf.config.run_functions_eagerly(True)",
        ),
        Plant(
            "TFL303",
            "an append without graphs, under a mode that is off",
            "SEEN.append(1)  #!",
            "SEEN = []\nDEBUG = False\nif DEBUG:\n    tf.config.run_functions_eagerly(True)",
        ),
        Plant(
            "TFL301",
            "a print in a branch never taken",
            "if tf.reduce_sum(i) > 1e9:\n    print('never')  #!",
        ),
        Plant(
            "TFL302",
            "a message for a queue",
            'logging.getLogger("q").warning("step")  #!',
            "import logging.handlers, queue\nLINES = queue.Queue()\n"
            'logging.getLogger("q").addHandler(logging.handlers.QueueHandler(LINES))\n'
            'logging.getLogger("q").propagate = False',
            after="print(LINES.qsize())",
        ),
    ]


def arguments_and_writes() -> list[Plant]:
    """What arguments make, writes and reads that are lost, results: TFL206, 404 to 711."""
    pair = "class Made:\n    @tf.function\n    def step(self, opt, x):\n"
    pair += "        opt.apply_gradients([(tf.ones([]), W)])\n        return x * W\n"
    pair += "W = tf.Variable(1.0)\nMADE = Made()"
    rows = "@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])\ndef step(x):\n"
    grid = {
        "call": "y = step(tf.ones([i + 1, 3]))\nprint(y.numpy().tolist())",
        "shells": ("none",),
        "shows": False,
    }
    tape = "with tf.GradientTape() as tape:\n    y = Made().step(x, tape)\ny = tape.gradient(y, x)"
    watched = (
        "class Made:\n    @tf.function\n    def step(self, x, tape):\n        tape.watch(x)  #!\n"
    )
    watched += "        return x * x"
    array = "parts = tf.TensorArray(tf.float32, 3)\n{}\nx = x + tf.reduce_sum(parts.stack())"
    raises = "except (TypeError, ValueError) as error:\n    print(type(error).__name__)"
    return [
        Plant("TFL206", "an optimizer for each call", head=pair, shells=("none",),
              call="try:\n    y = MADE.step(tf.keras.optimizers.Adam(0.1), x)  #!\n"
              "    print(y.numpy().tolist())\n" + raises, shows=False),
        Plant("TFL206", "one optimizer", head=pair + "\nOPT = tf.keras.optimizers.Adam(0.1)",
              call="y = MADE.step(OPT, x)  #!", shells=("none",)),
        Plant("TFL206", "optimizers that have their Variables", head=pair, shells=("none",),
              each="opt = tf.keras.optimizers.Adam(0.1)\nopt.build([W])",
              call="y = MADE.step(opt, x)  #!"),
        Plant("TFL404", "a write that is dropped", array.format("parts.write(0, i)  #!")),
        Plant("TFL404", "a write of what is there", array.format(
            "parts = parts.write(0, i)\nparts.write(0, i)  #!")),
        Plant("TFL404", "a write in a loop", array.format(
            "for n in tf.range(3):\n    parts.write(n, i)  #!")),
        Plant("TFL406", "a tape watched inside", head=watched, call=tape, shells=("none",),
              shows=False, after="print(y)"),
        Plant("TFL406", "a tape watched inside and out", head=watched, shells=("none",),
              call=tape.replace("as tape:\n", "as tape:\n    tape.watch(x)\n"), shows=False,
              after="print(y)"),
        Plant("TFL406", "a tape watched for nothing", head=watched, shells=("none",),
              call="with tf.GradientTape() as tape:\n    y = Made().step(x, tape)"),
        Plant("TFL506", "a file that is another at each call",
              "x = x * tf.strings.to_number(tf.io.read_file('rate.txt'))  #!",
              each="open('rate.txt', 'w').write(str(i))"),
        Plant("TFL506", "a path that changes", "x = x * tf.strings.to_number(tf.io.read_file(PATH))  #!",
              "PATH = 'rate0.txt'\nfor n in range(20):\n    open(f'rate{n}.txt', 'w').write(str(n))",
              each="global PATH\nPATH = f'rate{i}.txt'", shells=("function", "helper")),
        Plant("TFL506", "a file that stays",
              "x = x * tf.strings.to_number(tf.io.read_file('rate.txt'))  #!",
              "open('rate.txt', 'w').write('2')"),
        Plant("TFL608", "a truth that is asked for", head="@tf.function\ndef ready(x):\n    return True",
              call="print(ready(x) is True)  #!", shells=("none",), shows=False),
        Plant("TFL608", "a type that is asked for", head="@tf.function\ndef many(x):\n    return 3",
              call="print(isinstance(many(x), int))  #!", shells=("none",), shows=False),
        Plant("TFL608", "a number compared", head="@tf.function\ndef many(x):\n    return 3",
              call="print(bool(many(x) == 3))  #!", shells=("none",), shows=False),
        Plant("TFL704", "a generator", shells=("none",), shows=False,
              head="@tf.function  #!\ndef rows(x):\n    yield x\n    yield x * 2.0",
              call="try:\n    for y in rows(x):\n        print(y.numpy().tolist())\n"
              "except Exception as error:\n    print(type(error).__name__)"),
        Plant("TFL704", "a generator used inside", "x = sum(parts(x), x * 0.0)  #!",
              "def parts(x):\n    yield x\n    yield x * 2.0"),
        Plant("TFL705", "a size that is open", head=rows + "    return x * x.shape[0]  #!", **grid),
        Plant("TFL705", "a condition on an open size", **grid,
              head=rows + "    if x.shape[0] == 1:  #!\n        return x * 10.0\n    return x"),
        Plant("TFL705", "a condition on an open size, of no effect", **grid,
              head=rows + "    if x.shape[0] == 1:  #!\n        return x * 1.0\n    return x"),
        Plant("TFL705", "a size that is known", head=rows + "    return x * x.shape[1]  #!", **grid),
        Plant("TFL705", "a size that is asked of the graph", **grid,
              head=rows + "    return x * tf.cast(tf.shape(x)[0], tf.float32)  #!"),
        Plant("TFL711", "a print under XLA", 'tf.print("x", x)  #!', options="(jit_compile=True)"),
        Plant("TFL711", "a print under XLA, of a mode that is off", "if LOUD:\n    tf.print('x', x)  #!",
              "LOUD = False", options="(jit_compile=True)"),
        Plant("TFL711", "a print by a graph", 'tf.print("x", x)  #!', options="(jit_compile=False)"),
    ]  # fmt: skip


def models() -> list[Plant]:
    """Models that graphs call, and that are graphs: TFL903 and TFL904."""
    small = "class Net(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
    small += "        self.out = tf.keras.layers.Dense(1, kernel_initializer='ones')\n\n"
    traced = small + "    @tf.function  #!\n    def call(self, x):\n        return self.out(x)\n"
    gradients = "with tf.GradientTape() as tape:\n    loss = tf.reduce_mean(net(x) ** 2)\n"
    gradients += "for g in tape.gradient(loss, net.trainable_variables):\n"
    gradients += "    print(None if g is None else g.numpy().tolist())"
    plain = "x = tf.ones([2, 3])\nnet = Net()"
    ready = "model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, "
    ready += "kernel_initializer='ones')])\n"

    def asked(line: str) -> str:
        return f"{ready}@tf.function\ndef step(x):\n    return {line}  #!"

    return [
        Plant("TFL903", "a prediction in a graph", head=asked("x * model.predict(x, verbose=0)[0, 0]"),
              before="x = tf.ones([2, 3])", call="y = step(x)", shells=("none",)),
        Plant("TFL903", "a call in a graph", head=asked("x * model(x)[0, 0]"),
              before="x = tf.ones([2, 3])", call="y = step(x)", shells=("none",)),
        Plant("TFL903", "weights that stay", head=asked("x * model.get_weights()[0][0, 0]"),
              before="x = tf.ones([2, 3])", call="y = step(x)", shells=("none",)),
        Plant("TFL904", "a model's call, built under a tape", head=traced, before=plain, call=gradients,
              shells=("none",), shows=False),
        Plant("TFL904", "a model's call, built before", head=traced,
              before=plain + "\nnet.out.build((None, 3))", call=gradients, shells=("none",), shows=False),
        Plant("TFL904", "a model's call without gradients", head=traced, before=plain, call="y = net(x)",
              shells=("none",)),
    ]  # fmt: skip


_LAYER = (
    "class Layer(tf.keras.layers.Layer):\n    def __init__(self):\n        super().__init__()\n"
    "        self.rate = 2.0\n\n    def call(self, x):\n{body}\n        return x\n"
)


def _layers(world: str) -> list[Plant]:
    """Layers of Keras, called as graphs or trained."""

    def layer(
        code: str, name: str, body: str, head: str = "", fit: bool = False, **more: Any
    ) -> Plant:
        lines = "\n".join("        " + line for line in body.splitlines())
        made = _LAYER.format(body=lines)
        if fit:
            more.setdefault(
                "before",
                "x = tf.ones([8, 3])\nmodel = tf.keras.Sequential([Layer()])\n"
                "model.compile('sgd', 'mse')",
            )
            call = "model.fit(x, x, batch_size=2, epochs=1, shuffle=False, verbose=0)"
            return Plant(
                code,
                name,
                head=head + "\n" + made,
                call=call,
                shells=("none",),
                shows=False,
                world=world,
                **more,
            )
        more.setdefault(
            "before", "x = tf.reshape(x, [1, -1])\nlayer = Layer()\nrun = tf.function(layer)"
        )
        return Plant(
            code,
            name,
            head=head + "\n" + made,
            call="y = run(x)",
            shells=("none",),
            world=world,
            **more,
        )

    return [
        layer("TFL301", "a layer's print", "print('called')  #!"),
        layer("TFL301", "a print in training", "print('called')  #!", fit=True),
        layer("TFL303", "a layer's list", "SEEN.append(1)  #!", "SEEN = []"),
        layer("TFL501", "a layer's draw", "x = x * random.random()  #!"),
        layer("TFL501", "a layer's seeded draw", "x = x * random.random()  #!", each="random.seed(4)"),
        layer("TFL504", "a layer's rate", "x = x * self.rate  #!", each="layer.rate = float(i)"),
        layer("TFL505", "a layer's variable", "x = x * float(os.environ['RATE'])  #!",
              "os.environ['RATE'] = '2'", each="os.environ['RATE'] = str(i)"),
        layer("TFL505", "a layer's variable that stays", "x = x * float(os.environ['RATE'])  #!",
              "os.environ['RATE'] = '2'"),
        layer("TFL601", "numpy() in a layer", "x = x * float(x.numpy().sum())  #!"),
        layer("TFL606", "a layer's condition", "if tf.reduce_sum(x) > 1.0:  #!\n    x = x * 2.0"),
        layer("TFL606", "a condition in training", "if tf.reduce_sum(x) > 1.0:  #!\n    x = x * 2.0",
              fit=True),
        layer("TFL301", "a layer's print without graphs", "print('called')  #!",
              "if len(os.environ) > 0:\n    tf.config.run_functions_eagerly(True)"),
    ]  # fmt: skip


def blocks() -> list[Plant]:
    """Blocks of Gluon, hybridized or not."""

    def block(
        code: str,
        name: str,
        body: str,
        head: str = "",
        mode: str = "net.hybridize()",
        call: str = "y = net(x)",
        **more: str,
    ) -> Plant:
        lines = "\n".join("        " + line for line in body.splitlines())
        made = (
            "class Net(nn.HybridBlock):\n    def __init__(self):\n        super().__init__()\n"
            "        self.calls = 0\n\n    def hybrid_forward(self, F, x):\n"
            f"{lines}\n        return x * 2\n"
        )
        before = f"x = mx.nd.array([[1.0, -2.0, 3.0]])\nnet = Net()\nnet.initialize()\n{mode}"
        before += "\n" + more.get("before", "")
        return Plant(
            code,
            name,
            head=head + "\n" + made,
            before=before,
            call=call,
            shells=("none",),
            world="mxnet",
            each=more.get("each", ""),
            after=more.get("after", ""),
        )

    off = "net.hybridize()\nnet.hybridize(active=False)"
    return [
        block("TFL801", "a block's print", "print('called')  #!"),
        block("TFL801", "a print of its array", "print(x)  #!"),
        block("TFL801", "a print, hybridized no more", "print('called')  #!", mode=off),
        block("TFL801", "a count", "self.calls += 1  #!", after="print(net.calls)"),
        block("TFL801", "a count, hybridized no more", "self.calls += 1  #!", mode=off,
              after="print(net.calls)"),
        block("TFL801", "a list", "SEEN.append(1)  #!", "SEEN = []"),
        block("TFL801", "a draw", "x = x * random.random()  #!"),
        block("TFL801", "a draw, seeded each time", "x = x * random.random()  #!",
              each="random.seed(4)"),
        block("TFL801", "a draw, seeded once", "x = x * random.random()  #!", before="random.seed(4)"),
        block("TFL801", "a mode", "if mx.autograd.is_training():  #!\n    x = x + 1",
              call="with mx.autograd.record(train_mode=i % 2 == 0):\n    y = net(x)"),
        block("TFL801", "a mode that stays", "if mx.autograd.is_training():  #!\n    x = x + 1",
              call="with mx.autograd.record():\n    y = net(x)"),
        block("TFL801", "a count while recording",
              "if mx.autograd.is_recording():\n    self.calls += 1  #!",
              call="with mx.autograd.record():\n    y = net(x)", after="print(net.calls)"),
        block("TFL801", "a print in a function of its own",
              "def scaled(v):\n    print('scaled')  #!\n    return v * 3\nx = scaled(x)"),
        block("TFL802", "asnumpy()", "x = x + float(x.asnumpy().sum())  #!"),
        block("TFL802", "asnumpy(), hybridized no more", "x = x + float(x.asnumpy().sum())  #!",
              mode=off),
        block("TFL802", "a shape", "x = x * x.shape[0]  #!"),
        block("TFL803", "an addition in place", "x = F.relu(x)\nx += 1  #!"),
        block("TFL803", "items", "x = F.relu(x)\nx[:] = x * 3  #!"),
        block("TFL804", "a condition", "if x.sum() > 0:  #!\n    x = x * 3"),
        block("TFL804", "a condition on a number", "if self.calls > 0:  #!\n    x = x * 3"),
        block("TFL805", "an operation of arrays", "x = mx.nd.relu(x)  #!"),
        block("TFL807", "an index", "x = x[0]  #!"),
        block("TFL806", "a layer made", "layer = nn.Dense(2)  #!\nlayer.initialize()\nx = layer(x)"),
        block("TFL806", "a layer without weights", "x = nn.LeakyReLU(0.1)(x)  #!"),
        block("TFL808", "a dictionary", "return {'score': F.relu(x)}  #!",
              call="y = net(x)['score']"),
        block("TFL808", "a list in a list", "return [x * 3, [x]]  #!", call="y = net(x)[0]"),
        block("TFL810", "a mean", "x = x - F.mean(x)  #!"),
        block("TFL810", "a mean of one row", "x = x + F.mean(x, axis=0, keepdims=True)  #!"),
        block("TFL810", "a mean that is broadcast", "x = F.broadcast_sub(x, F.mean(x))  #!"),
    ]  # fmt: skip


PLANTS = [
    *effects(), *dropped(), *frozen(), *tensors(), *control(), *states(), *costs(), *modes_and_seeds(),
    *arguments_and_writes(), *models(), *_layers("tensorflow"), *_layers("keras2"), *blocks(),
]  # fmt: skip
