"""TFL3: side effects of Python that a graph does not repeat."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

PRINT = Pitfall(
    "TFL301",
    bad=(
        "print($x)  #!",
        'print("step", 3, $x)  #!',
        'print(f"loss is {$x}")  #!',
        'print("shape %s" % ($x.shape,))  #!',
        '$pprint.pprint({"loss": $x})  #!',
        '$sys.stdout.write("one more step\\n")  #!',
        '$sys.stderr.write(str($x.shape) + "\\n")  #!',
        '$say = print\n$say("loss", $x)  #!',
        "[print($i) for $i in range(2)]  #!",
        '$a = [print("part", $i) or $x for $i in range(2)]  #!',
        'print("loss:", $x, sep=" ", end="\\n", file=$sys.stderr, flush=True)  #!',
        '@top\ndef $show($v):\n    print("value", $v)  #!\n@here\n$show($x)',
        "@top\nclass $Reporter:\n    def $tell($r, $v):\n        print($v)  #!\n"
        "@here\n$Reporter().$tell($x)",
        '@here\ndef $tell($v):\n    print("now", $v)  #!\n    return $v\n$a = $tell($x)',
        "$a = (lambda $v: print($v))($x)  #!",
        "$a = list(map(print, [1, 2]))  #!",
        "list(map(lambda $v: print($v), [1, 2]))  #!",
        "@top\nclass $Box:\n    @property\n    def $size($s):\n        print('read')  #!\n        return 2\n"
        "@here\n$b = $Box()\n$a = $x * $b.$size",
        "@top\ndef $logged($f):\n    @$functools.wraps($f)\n    def $inner(*args, **kwargs):\n"
        "        print('called')  #!\n        return $f(*args, **kwargs)\n    return $inner\n"
        "@$logged\ndef $work($v):\n    return $v + 1.0\n@here\n$a = $work($x)",
    ),
    good=(
        "$tf.print($x)",
        '$tf.print("step", $x, output_stream=$sys.stderr)',
        "if $tf.executing_eagerly():\n    print($x)",
        'if not $tf.inside_function():\n    print("eager", $x)',
        "def $show($v):\n    print($v)\n$tf.py_function($show, [$x], [])",
        "$tf.numpy_function(lambda $v: print($v), [$x], [])",
        "def $apply(print):\n    return print($x)\n$a = $apply($tf.identity)",
        '$a = "print(x)"',
        "$say = print",
        "@top\nclass $Reporter:\n    def print($r, $v):\n        return $v\n@here\n$a = $Reporter().print($x)",
        'if $x is None:\n    raise ValueError("print this")',
        "@top\ndef $tell($v):\n    print($v)\n$tell(1)\n@here\n$a = $x",
    ),
)

LOGGING = Pitfall(
    "TFL302",
    bad=(
        '$logging.info("step %s", $x.shape)  #!',
        '$logging.warning("loss is high")  #!',
        '@top\n$log = $logging.getLogger(__name__)\n@here\n$log.warning("loss %s", $x)  #!',
        '@top\n$log = $logging.getLogger("train")\n@here\n$log.error(f"bad {$x}")  #!',
        '$absl_logging.info("step %d", 3)  #!',
        '$absl_logging.warning("slow %s", $x)  #!',
        '$logging.getLogger("a").info("x")  #!',
        "for $i in $tqdm.tqdm(range(3)):  #!\n    $a = $x * 2.0",
        '$tf.get_logger().warning("slow")  #!',
        '@init\n$self.$log = $logging.getLogger("c")\n@here\n$self.$log.info("x %s", $x)  #!',
        '@top\ndef $note($v):\n    $logging.critical("value %s", $v)  #!\n@here\n$note($x)',
        '$log = $logging.getLogger()\n$log.log($logging.ERROR, "x %s", $x)  #!',
        '@top\nclass $Meter:\n    def __init__($m):\n        $m.$log = $logging.getLogger("m")\n'
        '    def $add($m, $v):\n        $m.$log.info("add %s", $v)  #!\n$meter = $Meter()\n'
        "@here\n$meter.$add($x)",
    ),
    good=(
        'if $tf.executing_eagerly():\n    $logging.info("x")',
        'def $show($v):\n    $logging.info("x %s", $v)\n$tf.py_function($show, [$x], [])',
        "$log = $logging.getLogger(__name__)",
        "$a = $logging.INFO",
        "$a = $tf.math.log($tf.abs($x) + 1.0)",
        '$logging.debug("x %s", $x)',
        '$warnings.warn("slow path")',
        "@top\n$logging.basicConfig()\n@here\n$a = $x",
    ),
)

_NOTE = "@top\ndef $note($c, $v):\n    $c.append($v)  #!\n"

CONTAINERS = Pitfall(
    "TFL303",
    once=True,
    bad=(
        "@top\n$h = []\n@here\n$h.append($x)  #!",
        "@top\n$h = {}\n@here\n$h['loss'] = $x  #!",
        "@top\n$h = $collections.deque(maxlen=4)\n@here\n$h.appendleft($x)  #!",
        "@top\n$h = $collections.defaultdict(list)\n@here\n$h['loss'].append($x)  #!",
        "@top\n$h = {'n': 0}\n@here\n$h['n'] += 1  #!",
        "@top\n$h = [1, 2, 3]\n@here\ndel $h[0]  #!",
        "@top\n$h = [0.0] * 30\n@here\n$a = $h.pop()  #!",
        "@top\n$h = $np.zeros(4)\n@here\n$h[0] += 1.0  #!",
        "@init\n$self.$h = []\n@here\n$self.$h.append($x)  #!",
        "@init\n$self.$h = {}\n@here\n$self.$h['loss'] = $x  #!",
        "@init\n$self.$h = {}\n@here\n$self.$h.update(loss=$x)  #!",
        "@init\n$self.$h = {'a': []}\n@here\n$self.$h['a'].append(1.0)  #!",
        "@top\n$h = []\n@here\n$h.extend([$x, 1.0])  #!",
        "@top\n$h = []\n@here\n$t = $h\n$t.append($x)  #!",
        "@top\n$h = {}\n@here\n$h.setdefault('a', []).append($x)  #!",
        "@top\n$h = $collections.Counter()\n@here\n$h['calls'] += 1  #!",
        "@top\n$h = []\n@here\n$h.insert(0, $x)  #!",
        "@top\n$h = set()\n@here\n$h.add($x.ref())  #!",
        "@top\nclass $Log:\n    def __init__($l):\n        $l.$items = []\n    def $add($l, $v):\n"
        "        $l.$items.append($v)  #!\n$log = $Log()\n@here\n$log.$add($x)",
        "@top\n$h = []\n@here\n$a = [$h.append($i) for $i in range(3)]  #!",
        _NOTE + "$h = []\n@here\n$note($h, $x)  #!",
        _NOTE + "$h = {'a': []}\n@here\n$note($h['a'], $x)  #!",
        "@top\ndef $put($c, $k, $v):\n    $c[$k] = $v  #!\n$h = {}\n@here\n$put($h, 'loss', $x)  #!",
    ),
    good=(
        "$h = []\n$h.append($x)",
        "$h = {}\n$h['a'] = $x",
        "@top\n$h = [1.0]\n@here\n$m = list($h)\n$m.append($x)",
        "@top\n$h = {'b': 1.0}\n@here\n$m = dict($h)\n$m.update(a=$x)",
        "@top\n$h = [1.0]\n@here\n$m = $h + [$x]",
        "$h = [$i for $i in range(3)]\n$a = $h.pop()",
        "$h = []\ndef $add($v):\n    $h.append($v)\n$add($x)",
        "@top\ndef $note($c, $v):\n    $c.append($v)\n@here\n$m = []\n$note($m, $x)",
        "@top\n$h = []\n@here\nif $tf.executing_eagerly():\n    $h.append($x)",
        "@top\n$h = []\n@here\n$tf.py_function(lambda $v: $h.append(1.0), [$x], [])",
        "$h = $tf.TensorArray($tf.float32, size=1)\n$h = $h.write(0, 1.0)",
        "@top\ndef $make($v):\n    $h = []\n    $h.append($v)\n    return $h\n@here\n$a = $make($x)",
        "@top\n$h = {'a': 1.0}\n@here\n$m = {**$h, 'b': $x}\n$m['c'] = 1.0",
        "@top\n$h = [3, 1, 2]\n@here\n$a = sorted($h)",
        "@top\nclass $Log:\n    def __init__($l):\n        $l.$items = []\n    def $add($l, $v):\n"
        "        $l.$items.append($v)\n@here\n$log = $Log()\n$log.$add($x)",
    ),
)

GLOBALS = Pitfall(
    "TFL304",
    once=True,
    bad=(
        "@top\n$n = 0\n@here\nglobal $n\n$n += 1  #!",
        "@top\n$n = None\n@here\nglobal $n\n$n = $x  #!",
        "@top\n$n = 0\n@here\nglobal $n\n$n = $n + 1  #!",
        "@top\n$h = []\n@here\nglobal $h\n$h = $h + [$x]  #!",
        "@top\n$n = 0\n$m = None\n@here\nglobal $n, $m\n$m, $n = $x, $n + 1  #!",
        "@top\n$n = 0\n@here\ndef $bump():\n    global $n\n    $n += 1  #!\n$bump()",
        "@top\n$n = 0.0\n@here\nglobal $n\n$n += $x  #!",
        "@top\n$n = 0\ndef $count():\n    global $n\n    $n += 1  #!\n    return $n\n@here\n$a = $x * $count()",
        "@top\n$n = 0.1\n@here\nglobal $n\n$n *= 0.99  #!",
        "@top\ndef $counting():\n    $n = 0\n    def $bump($v):\n        nonlocal $n\n        $n += 1  #!\n"
        "        return $v\n    return $bump\n$bumped = $counting()\n@here\n$a = $bumped($x)",
    ),
    good=(
        "@top\n$n = None\n@here\nglobal $n\nif $n is None:\n    $n = $tf.Variable(1.0)",
        "$n = 0\n$n += 1",
        "@top\n$n = 3\n@here\nglobal $n\n$a = $x * $n",
        "@top\n$n = 0\n@here\nif $tf.executing_eagerly():\n    global $n\n    $n += 1",
        "def $outer($v):\n    $n = 0\n    def $bump():\n        nonlocal $n\n        $n += 1\n"
        "    $bump()\n    return $v * $n\n$a = $outer($x)",
        "@top\n$n = $tf.Variable(0.0)\n@here\n$n.assign_add(1.0)",
    ),
)

_BOX = "@top\nclass $Box:\n    def __init__($b):\n        $b.$n = 0\n"

ATTRIBUTES = Pitfall(
    "TFL305",
    once=True,
    bad=(
        "@init\n$self.$n = 0\n@here\n$self.$n += 1  #!",
        "@init\n$self.$n = None\n@here\n$self.$n = $x  #!\n@end\ndef $read($o):\n    return $o.$n",
        "@init\n$self.$n = 0\n@here\n$self.$n = $self.$n + 1  #!",
        "@init\n$self.$n = $tf.Variable(0.0)\n@here\n$self.$n = $self.$n + 1.0  #!",
        "@init\n$self.$n = $tf.Variable(0.0)\n@here\n$self.$n = $x  #!",
        "@init\n$self.$n = 0.0\n@here\n$self.$n += $x  #!\n@end\ndef $read($o):\n    return $o.$n",
        "@init\n$self.$n = 1.0\n@here\n$self.$n *= 0.9  #!",
        _BOX + "$box = $Box()\n@here\n$box.$n += 1  #!",
        _BOX + "$box = $Box()\n@here\n$box.$n = $x  #!\n@end\ndef $read():\n    return $box.$n",
        _BOX + "    def $add($b, $v):\n        $b.$n += 1  #!\n        return $v\n$box = $Box()\n"
        "@here\n$a = $box.$add($x)",
        _BOX
        + "    def $add($b, $v):\n        $b.$n = $b.$n + $v  #!\n        return $b.$n\n$box = $Box()\n"
        "@here\n$a = $box.$add($x)",
        _BOX + "    @property\n    def $next($b):\n        $b.$n += 1  #!\n        return $b.$n\n"
        "$box = $Box()\n@here\n$a = $x * $box.$next",
        _BOX
        + "$box = $Box()\n@here\nsetattr($box, '$n', $x)  #!\n@end\ndef $read():\n    return $box.$n",
        _BOX + "$box = $Box()\ndef $bump($b):\n    $b.$n += 1  #!\n@here\n$bump($box)  #!",
        "@init\n$self.$n = 0\n@top\ndef $bump($o):\n    $o.$n += 1  #!\n@here\n$bump($self)  #!",
    ),
    good=(
        "@init\n$self.$n = None\n@here\nif $self.$n is None:\n    $self.$n = $tf.Variable(1.0)",
        "@init\n$self.$n = $tf.Variable(0.0)\n@here\n$self.$n.assign_add(1.0)",
        _BOX + "@here\n$c = $Box()\n$c.$n = $x",
        _BOX
        + "    def $add($b, $v):\n        $b.$n += 1\n        return $v\n@here\n$c = $Box()\n$a = $c.$add($x)",
        "@init\n$self.$n = 'slow'\n@here\n$self.$n = 'fast'",
        "@init\n$self.$n = 3\n@here\n$a = $x * $self.$n",
        _BOX + "def $bump($b):\n    $b.$n += 1\n@here\n$c = $Box()\n$bump($c)",
        _BOX + "$box = $Box()\n@here\nif $tf.executing_eagerly():\n    $box.$n += 1",
    ),
)

ITERATORS = Pitfall(
    "TFL306",
    bad=(
        "@top\n$it = iter([1.0, 2.0, 3.0])\n@here\n$a = $x * next($it)  #!",
        "@top\n$it = ($i for $i in range(10))\n@here\nfor $i in $it:  #!\n    $a = $x + 1.0",
        "@top\ndef $gen():\n    $n = 0\n    while True:\n        $n += 1\n        yield $n\n$it = $gen()\n"
        "@here\n$a = next($it)  #!",
        "@top\n$it = $itertools.cycle([1, 2])\n@here\n$a = next($it)  #!",
        "@top\n$it = zip([1, 2], [3, 4])\n@here\n$a, $b = next($it)  #!",
        "@top\n$it = map(float, ['1', '2'])\n@here\n$a = list($it)  #!",
        "@init\n$self.$it = iter([1.0, 2.0])\n@here\n$a = next($self.$it)  #!",
        "@top\n$it = iter(range(100))\n@here\n$a = next($it, None)  #!",
        "@top\n$it = enumerate([1.0, 2.0])\n@here\nfor $i, $b in $it:  #!\n    $a = $x * $b",
        "@top\n$d = $tf.data.Dataset.range(3)\n$it = $d.as_numpy_iterator()\n@here\n$a = next($it)  #!",
        "@top\n$it = iter([1.0, 2.0])\n@here\n$a = $it.__next__()  #!",
        "@top\n$it = ($i * 2 for $i in range(10))\n@here\n$a = sum($it)  #!",
    ),
    good=(
        "$it = iter([1.0, 2.0])\n$a = next($it)",
        "@top\n$d = $tf.data.Dataset.range(3)\n$it = iter($d)\n@here\n$a = next($it)",
        "for $i in [1, 2]:\n    $a = $x * $i",
        "$a = sum($i for $i in range(3))",
        "@top\n$h = [1.0, 2.0]\n@here\nfor $i in $h:\n    $a = $x * $i",
        "@top\ndef $gen():\n    yield 1.0\n    yield 2.0\n@here\nfor $i in $gen():\n    $a = $x * $i",
        "@top\n$h = range(3)\n@here\nfor $i in $h:\n    $a = $x * 2.0",
        "$it = ($i for $i in range(3))\nfor $i in $it:\n    $a = $x",
        "@top\n$h = {'a': 1.0}\n@here\nfor $k, $b in $h.items():\n    $a = $x * $b",
        "@top\ndef $gen():\n    yield 1.0\n@here\n$it = $gen()\n$a = next($it)",
    ),
)

OUTPUT = Pitfall(
    "TFL307",
    bad=(
        'with open("log.txt", "a") as $f:  #!\n    $f.write("step\\n")',
        '$np.save("a.npy", $np.ones(3))  #!',
        '$os.makedirs("out", exist_ok=True)  #!',
        '$os.remove("old.txt")  #!',
        'with open("s.pkl", "wb") as $f:  #!\n    $pickle.dump({"a": 1}, $f)',
        "$plt.plot([1, 2])  #!",
        '$plt.savefig("a.png")  #!',
        'input("go on?")  #!',
        "$time.sleep(0.1)  #!",
        '$subprocess.run(["ls"])  #!',
        '$shutil.rmtree("out", ignore_errors=True)  #!',
        '$a = $np.load("a.npy")  #!',
        '$np.savetxt("a.txt", $np.ones(2))  #!',
        '$os.system("ls")  #!',
        '$f = open("log.txt", mode="w")  #!\n$f.write("x")\n$f.close()',
        '@top\ndef $dump($v):\n    with open("d.txt", "w") as $f:  #!\n        $f.write("v")\n@here\n$dump($x)',
        '$tf.io.gfile.makedirs("out")  #!',
        'with $tf.io.gfile.GFile("a.txt", "w") as $f:  #!\n    $f.write("x")',
    ),
    good=(
        '$tf.io.write_file("a.txt", "x")',
        '$a = $os.path.join("a", "b")',
        '$a = $os.path.basename("/tmp/b")',
        "if $tf.executing_eagerly():\n    $time.sleep(0.1)",
        'def $dump($v):\n    $np.save("a.npy", $v)\n    return $v\n$a = $tf.numpy_function($dump, [$x], $tf.float32)',
        '$a = $tf.io.decode_raw($tf.constant("abcd"), $tf.uint8)',
        '$a = $json.dumps({"a": 1})',
        '$a = $pickle.dumps({"a": 1})',
        "$a = $os.sep",
    ),
)

_ARGUMENT = "@$tf.function\ndef $step($f):\n"
_GIVE = "@use\n$step({'x': $tf.constant(1.0), 'label': $tf.constant(2.0)})"
_GIVE_LIST = "@use\n$step([$tf.constant(1.0), $tf.constant(2.0)])"

ARGUMENTS = Pitfall(
    "TFL308",
    kind="program",
    bad=(
        _ARGUMENT + "    $l = $f.pop('label')  #!\n    return $f['x'] - $l\n" + _GIVE,
        _ARGUMENT + "    $f['y'] = $f['x'] * 2.0  #!\n    return $f['y']\n" + _GIVE,
        _ARGUMENT + "    del $f['label']  #!\n    return $f['x']\n" + _GIVE,
        _ARGUMENT + "    $f.update(y=$f['x'])  #!\n    return $f['x']\n" + _GIVE,
        _ARGUMENT + "    $f.append($tf.constant(3.0))  #!\n    return $tf.add_n($f)\n" + _GIVE_LIST,
        _ARGUMENT + "    $f[0] = $f[0] * 2.0  #!\n    return $tf.add_n($f)\n" + _GIVE_LIST,
        _ARGUMENT + "    $f += [1.0]  #!\n    return $tf.add_n($f)\n" + _GIVE_LIST,
        "def $prepare($g):\n    return $g.pop('label')  #!\n"
        + _ARGUMENT
        + "    $l = $prepare($f)\n    return $f['x'] - $l\n"
        + _GIVE,
        "class $Model:\n    @$tf.function\n    def $run($m, $f):\n        $l = $f.pop('label')  #!\n"
        "        return $f['x'] - $l\n@use\n$model = $Model()\n"
        "$model.$run({'x': $tf.constant(1.0), 'label': $tf.constant(2.0)})",
        _ARGUMENT
        + "    $g = $f\n    $g['z'] = $tf.constant(1.0)  #!\n    return $g['z']\n"
        + _GIVE,
        "def $run($f):\n    $f.clear()  #!\n    return 1.0\n$step = $tf.function($run)\n" + _GIVE,
    ),
    good=(
        _ARGUMENT
        + "    $f = dict($f)\n    $l = $f.pop('label')\n    return $f['x'] - $l\n"
        + _GIVE,
        _ARGUMENT + "    $g = {**$f}\n    $g['y'] = $f['x']\n    return $g['y']\n" + _GIVE,
        _ARGUMENT
        + "    $g = list($f)\n    $g.append(3.0)\n    return $tf.add_n($g)\n"
        + _GIVE_LIST,
        _ARGUMENT
        + "    $g = []\n    for $v in $f:\n        $g.append($v)\n    return $tf.add_n($g)\n"
        + _GIVE_LIST,
        "@$tf.function\ndef $step(**$f):\n    $l = $f.pop('label')\n    return $f['x'] - $l\n"
        "@use\n$step(x=$tf.constant(1.0), label=$tf.constant(2.0))",
        "def $prepare($g):\n    $g = $g.copy()\n    return $g.pop('label')\n"
        + _ARGUMENT
        + "    return $prepare($f)\n"
        + _GIVE,
        "def $step($f):\n    $l = $f.pop('label')\n    return $f['x'] - $l\n" + _GIVE,
    ),
)

_TIMER = (
    "@top\nclass $Timer:\n    def __enter__($t):\n        $t.$start = $time.perf_counter()\n        return $t\n"
    "    def __exit__($t, *error):\n        print($time.perf_counter() - $t.$start)\n"
)

MANAGERS = Pitfall(
    "TFL309",
    bad=(
        _TIMER + "@here\nwith $Timer():  #!\n    $a = $x * 2.0",
        _TIMER + "$timer = $Timer()\n@here\nwith $timer as $b:  #!\n    $a = $x * 2.0",
        "@top\nimport threading as $threading\n$lock = $threading.Lock()\n@here\nwith $lock:  #!\n    $a = $x * 2.0",
        "@top\nimport cProfile as $profile\n@here\nwith $profile.Profile():  #!\n    $a = $x * 2.0",
        "@top\n@$contextlib.contextmanager\ndef $timed($n):\n    $s = $time.time()\n    yield\n"
        "    print($n, $time.time() - $s)\n@here\nwith $timed('step'):  #!\n    $a = $x * 2.0",
        "@top\nimport threading as $threading\n$lock = $threading.Lock()\n@here\n$lock.acquire()\ntry:\n"
        "    $a = $x * 2.0\nfinally:\n    $lock.release()  #!",
        _TIMER + "@here\nwith $tf.name_scope('inner'), $Timer():  #!\n    $a = $x * 2.0",
        "@top\nclass $Counter:\n    def __init__($c):\n        $c.$n = 0\n    def __enter__($c):\n        $c.$n += 1\n"
        "    def __exit__($c, *error):\n        pass\n$counter = $Counter()\n@here\nwith $counter:  #!\n    $a = $x",
    ),
    good=(
        "with $tf.name_scope('inner'):\n    $a = $x * 2.0",
        "with $tf.GradientTape() as $t:\n    $t.watch($x)\n    $a = $x * 2.0",
        "with $tf.device('/cpu:0'):\n    $a = $x * 2.0",
        "with $tf.control_dependencies([$x]):\n    $a = $tf.identity($x)",
        "with $contextlib.nullcontext():\n    $a = $x * 2.0",
        "@top\n@$contextlib.contextmanager\ndef $scoped($n):\n    with $tf.name_scope($n):\n        yield\n"
        "@here\nwith $scoped('step'):\n    $a = $x * 2.0",
        "with $contextlib.ExitStack() as $s:\n    $a = $x * 2.0",
        "try:\n    $a = $x * 2.0\nfinally:\n    $b = None",
    ),
)

PITFALLS = [
    PRINT,
    LOGGING,
    CONTAINERS,
    GLOBALS,
    ATTRIBUTES,
    ITERATORS,
    OUTPUT,
    ARGUMENTS,
    MANAGERS,
]
