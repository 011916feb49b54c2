"""TFL5: Python values that the graph keeps from the time of its trace."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

RANDOM = Pitfall(
    "TFL501",
    once=True,
    bad=(
        "$a = $x * $random.random()  #!",
        "$a = $x + $random.gauss(0.0, 1.0)  #!",
        "$a = $random.choice([1.0, 2.0]) * $x  #!",
        "$a = $np.random.rand()  #!\n$b = $x * $a",
        "$a = $x + $np.random.normal(size=2)  #!",
        "if $random.random() < 0.5:  #!\n    $a = $x * 2.0",
        "@top\n$rng = $np.random.default_rng(0)\n@here\n$a = $x * $rng.uniform()  #!",
        "@top\n$rng = $random.Random(3)\n@here\n$a = $rng.randint(0, 5)  #!",
        "@top\n$rng = $np.random.RandomState(0)\n@here\n$a = $x + $rng.randn()  #!",
        "$a = str($uuid.uuid4())  #!",
        "$a = $secrets.token_hex(8)  #!",
        "$a = $os.urandom(4)  #!",
        "@top\n$c = $itertools.count()\n@here\n$a = $x * next($c)  #!",
        "$l = [1, 2, 3]\n$random.shuffle($l)  #!",
        "from random import random as $draw\n$a = $x * $draw()  #!",
        "@top\ndef $noise():\n    return $np.random.uniform(-1.0, 1.0)  #!\n@here\n$a = $x + $noise()",
        "@init\n$self.$rng = $np.random.default_rng(1)\n@here\n$a = $x * $self.$rng.normal()  #!",
        "$a = $np.random.permutation(4)  #!",
        "@top\nclass $Noise:\n    def __init__($n):\n        $n.$rng = $random.Random()\n    def __call__($n, $v):\n"
        "        return $v * $n.$rng.random()  #!\n$noise = $Noise()\n@here\n$a = $noise($x)",
    ),
    good=(
        "$a = $x * $tf.random.uniform([])",
        "$a = $tf.random.stateless_normal([2], seed=[1, 2])",
        "@top\n$n = $random.random()\n@here\n$a = $x * $n",
        "@top\n$n = $np.random.rand(3)\n@here\n$a = $x * $n[0]",
        "$a = $tf.numpy_function(lambda: $np.random.rand(), [], $tf.float64)",
        "$a = $tf.keras.random.normal([2])",
        "if $tf.executing_eagerly():\n    $a = $random.random()",
        "$rng = $np.random.RandomState(0)\n$a = $x * $rng.rand()",
        "$a = $tf.random.shuffle($x)",
        "def $draw($v):\n    return $v * $random.random()\n$a = $tf.py_function($draw, [$x], $tf.float32)",
    ),
)

CLOCK = Pitfall(
    "TFL502",
    bad=(
        "$a = $time.time()  #!",
        "$s = $time.perf_counter()  #!\n$a = $x * 2.0",
        "$a = $datetime.datetime.now()  #!",
        "from time import time as $now\n$a = $now()  #!",
        "$a = $x * ($time.time() % 10.0)  #!",
        "$a = $time.strftime('%H')  #!",
        "$a = $time.monotonic_ns()  #!",
        "$a = $datetime.date.today().isoformat()  #!",
        "@top\ndef $stamp():\n    return $time.time()  #!\n@here\n$a = $stamp()",
        "@top\nclass $Watch:\n    @property\n    def $now($w):\n        return $time.time()  #!\n$watch = $Watch()\n"
        "@here\n$a = $x * $watch.$now",
        "$clock = $time.time\n$a = $clock()  #!",
        "$a = $np.datetime64('now')  #!",
    ),
    good=(
        "$a = $tf.timestamp()",
        "@top\n$s = $time.time()\n@here\n$a = $x * $s",
        "if $tf.executing_eagerly():\n    $a = $time.time()",
        "$a = $datetime.datetime(2020, 1, 1)",
        "$a = $datetime.timedelta(days=1)",
        "$a = $tf.py_function(lambda: $time.time(), [], $tf.float64)",
        "$a = $time.strftime('%H', $time.gmtime(0))",
    ),
)

_CALL = "$tf.constant(1.0)"

REBOUND = Pitfall(
    "TFL503",
    kind="program",
    bad=(
        f"$rate = 0.1\n@$tf.function\ndef $step($x):\n    return $x * $rate  #!\nfor $e in range(3):\n"
        f"    $rate = 0.1 / ($e + 1)\n    $step({_CALL})",
        f"$rate = 0.1\n@$tf.function\ndef $step($x):\n    return $x * $rate  #!\n$step({_CALL})\n$rate = 0.2\n$step({_CALL})",
        f"$table = [1.0, 2.0]\n@$tf.function\ndef $step($x):\n    return $x * $table[0]  #!\n$step({_CALL})\n$table[0] = 3.0\n"
        f"$step({_CALL})",
        f"$conf = {{'rate': 0.1}}\n@$tf.function\ndef $step($x):\n    return $x * $conf['rate']  #!\n"
        f"for $e in range(3):\n    $conf['rate'] = $e * 0.1\n    $step({_CALL})",
        f"$mask = $np.ones(2)\n@$tf.function\ndef $step($x):\n    return $x * $mask[0]  #!\n$step({_CALL})\n$mask[0] = 0.0\n"
        f"$step({_CALL})",
        f"def $main():\n    $beta = 0.0\n    @$tf.function\n    def $step($x):\n        return $x * $beta  #!\n"
        f"    for $e in range(3):\n        $step({_CALL})\n        $beta += 0.1\n$main()",
        f"def $main():\n    $beta = 1.0\n    $step = $tf.function(lambda $x: $x * $beta)  #!\n    $step({_CALL})\n"
        f"    $beta = 2.0\n    return $step({_CALL})\n$main()",
        f"$scale = 1.0\ndef $helper($x):\n    return $x * $scale  #!\n@$tf.function\ndef $step($x):\n    return $helper($x)\n"
        f"def $train():\n    global $scale\n    for $e in range(3):\n        $step({_CALL})\n        $scale = $scale * 0.5\n$train()",
        f"$names = []\n@$tf.function\ndef $step($x):\n    for $n in $names:  #!\n        $x = $x + $n\n    return $x\n"
        f"$step({_CALL})\n$names.append(1.0)\n$step({_CALL})",
        f"$weight = $tf.Variable(1.0)\n@$tf.function\ndef $step($x):\n    return $x * $weight  #!\n$step({_CALL})\n"
        f"$weight = $tf.Variable(2.0)\n$step({_CALL})",
    ),
    good=(
        f"$rate = $tf.Variable(0.1)\n@$tf.function\ndef $step($x):\n    return $x * $rate\nfor $e in range(3):\n"
        f"    $rate.assign(0.1)\n    $step({_CALL})",
        f"$rate = 0.1\n$rate = 0.2\n@$tf.function\ndef $step($x):\n    return $x * $rate\n$step({_CALL})\n$step({_CALL})",
        f"$rate = 0.1\ndef $step($x):\n    return $x * $rate\nfor $e in range(3):\n    $rate = 0.1 / ($e + 1)\n    $step({_CALL})",
        f"@$tf.function\ndef $step($x, $rate):\n    return $x * $rate\n$rate = 1.0\nfor $e in range(3):\n"
        f"    $rate = $tf.constant(0.5)\n    $step({_CALL}, $rate)",
        f"def $main():\n    $beta = 0.5\n    @$tf.function\n    def $step($x):\n        return $x * $beta\n"
        f"    for $e in range(3):\n        $step({_CALL})\n$main()",
        f"$seen = []\n@$tf.function\ndef $step($x):\n    return $x * 2.0\nfor $e in range(3):\n    $seen.append($step({_CALL}))",
        f"$rate = 0.1\n@$tf.function\ndef $step($x):\n    return $x * $rate\n$step({_CALL})\n$rate = 0.2",
    ),
    helper=False,
)

_TRAINER = (
    "class $Trainer:\n    def __init__($t):\n        $t.$rate = 0.1\n        $t.$table = [1.0, 2.0]\n"
    "    @$tf.function\n    def $step($t, $x):\n"
)

ATTRIBUTES = Pitfall(
    "TFL504",
    kind="program",
    bad=(
        _TRAINER
        + f"        return $x * $t.$rate  #!\n@use\n$tr = $Trainer()\nfor $e in range(3):\n    $tr.$rate = 0.1 / ($e + 1)\n"
        f"    $tr.$step({_CALL})",
        _TRAINER
        + f"        return $x * $t.$rate  #!\n@use\n$tr = $Trainer()\n$tr.$step({_CALL})\n$tr.$rate = 0.5\n$tr.$step({_CALL})",
        _TRAINER
        + f"        return $x * $t.$rate  #!\n    def $train($t, $d):\n        for $x in $d:\n            $t.$step($x)\n"
        "            $t.$rate *= 0.9\n@use\n$Trainer().$train([1.0, 2.0])",
        _TRAINER
        + f"        return $x * $t.$table[0]  #!\n@use\n$tr = $Trainer()\n$tr.$step({_CALL})\n$tr.$table[0] = 5.0\n"
        f"$tr.$step({_CALL})",
        _TRAINER
        + "        return $t.$scaled($x)\n    def $scaled($t, $x):\n        return $x * $t.$rate  #!\n"
        f"    def $set_rate($t, $r):\n        $t.$rate = $r\n@use\n$tr = $Trainer()\n$tr.$step({_CALL})\n$tr.$set_rate(0.5)\n"
        f"$tr.$step({_CALL})",
        "class $Conf:\n    def __init__($c):\n        $c.$scale = 1.0\n$conf = $Conf()\n@$tf.function\ndef $step($x):\n"
        f"    return $x * $conf.$scale  #!\n@use\n$step({_CALL})\n$conf.$scale = 2.0\n$step({_CALL})",
        "class $Conf:\n    $scale = 1.0\n$conf = $Conf()\n@$tf.function\ndef $step($x):\n"
        f"    return $x * $conf.$scale  #!\n@use\nfor $e in range(3):\n    $conf.$scale = float($e)\n    $step({_CALL})",
        _TRAINER
        + f"        if $t.$rate > 0.5:  #!\n            return $x\n        return -$x\n@use\n$tr = $Trainer()\n"
        f"for $e in range(3):\n    $tr.$step({_CALL})\n    $tr.$rate = $e * 0.3",
    ),
    good=(
        "class $Trainer:\n    def __init__($t):\n        $t.$rate = $tf.Variable(0.1)\n    @$tf.function\n    def $step($t, $x):\n"
        f"        return $x * $t.$rate\n@use\n$tr = $Trainer()\nfor $e in range(3):\n    $tr.$rate.assign(0.5)\n    $tr.$step({_CALL})",
        _TRAINER
        + f"        return $x * $t.$rate\n@use\n$tr = $Trainer()\n$tr.$rate = 0.5\nfor $e in range(3):\n    $tr.$step({_CALL})",
        _TRAINER
        + f"        return $x * $t.$rate\n@use\n$tr = $Trainer()\n$tr.$step({_CALL})\n$tr.$table = []\n$tr.$step({_CALL})",
        _TRAINER
        + f"        return $x * $t.$rate\n@use\n$tr = $Trainer()\n$other = $Trainer()\n$tr.$step({_CALL})\n"
        f"$other.$rate = 3.0\n$tr.$step({_CALL})",
        "class $Trainer:\n    def __init__($t):\n        $t.$rate = 0.1\n    def $step($t, $x):\n        return $x * $t.$rate\n"
        f"@use\n$tr = $Trainer()\nfor $e in range(3):\n    $tr.$rate = 0.1 / ($e + 1)\n    $tr.$step({_CALL})",
    ),
)

ENVIRONMENT = Pitfall(
    "TFL505",
    once=True,
    bad=(
        '$a = $os.environ.get("MODE", "slow")  #!',
        '$a = $os.environ["HOME"]  #!',
        '$a = $os.getenv("MODE")  #!',
        'if $os.environ.get("DEBUG"):  #!\n    $a = $x',
        '$a = open("conf.txt").read()  #!',
        'with open("conf.txt") as $f:  #!\n    $a = float($f.read())',
        'if "MODE" in $os.environ:  #!\n    $a = $x',
        '@top\ndef $scale():\n    return float($os.environ.get("SCALE", "1"))  #!\n@here\n$a = $x * $scale()',
        'from os import environ as $env\n$a = $env["HOME"]  #!',
        "$a = $sys.argv[0]  #!",
        'with open("conf.json", "r") as $f:  #!\n    $a = $json.load($f)',
    ),
    good=(
        '@top\n$a = $os.environ.get("MODE", "slow")\n@here\n$b = $x if $a else -$x',
        "$a = $os.sep",
        '@init\n$self.$s = None\n@here\nif $self.$s is None:\n    $self.$s = float($os.environ.get("SCALE", "1"))',
        'if $tf.executing_eagerly():\n    $a = $os.environ.get("MODE")',
        '$a = {"MODE": 1}.get("MODE")',
        "@top\nwith open(__file__) as $f:\n    $a = $f.read()\n@here\n$b = len($a)",
        '$a = $tf.io.read_file($tf.constant("a.txt"))',
    ),
)

_WRITER = "$w = $tf.summary.create_file_writer('logs')\n"

SUMMARIES = Pitfall(
    "TFL507",
    kind="program",
    bad=(
        "class $Trainer:\n    def __init__($t):\n        $t.$n = 0\n    @$tf.function\n    def $step($t, $x):\n"
        "        $tf.summary.scalar('loss', $x, step=$t.$n)  #!\n        return $x\n    def $train($t, $d):\n        for $x in $d:\n"
        "            $t.$step($x)\n            $t.$n += 1\n@use\n$Trainer().$train([1.0, 2.0])",
        f"$n = 0\n@$tf.function\ndef $step($x):\n    $tf.summary.scalar('loss', $x, step=$n)  #!\n    return $x\n"
        f"for $n in range(3):\n    $step({_CALL})",
        "@$tf.function\ndef $step($x):\n    $tf.summary.scalar('loss', $x)  #!\n    return $x\n@use\nfor $i in range(3):\n"
        f"    $tf.summary.experimental.set_step($i)\n    $step({_CALL})",
        "@$tf.function\ndef $step($x, $s):\n    $tf.summary.histogram('loss', $x, step=$s)  #!\n    return $x\n@use\n"
        "$w = $tf.summary.create_file_writer('a')\n$v = $tf.summary.create_file_writer('b')\n$i = $tf.constant(0, $tf.int64)\n"
        f"for $j in range(2):\n    with $w.as_default():\n        $step({_CALL}, $i)\n    with $v.as_default():\n        $step({_CALL}, $i)",
        "@$tf.function\ndef $step($x, $s):\n    $tf.summary.scalar('loss', $x, step=$s)  #!\n    return $x\n@use\n"
        f"$i = $tf.constant(0, $tf.int64)\n$step({_CALL}, $i)\n$w = $tf.summary.create_file_writer('a')\n"
        f"with $w.as_default():\n    $step({_CALL}, $i)",
        "@$tf.function\ndef $step($x, $s):\n    $tf.summary.scalar('x', $x, step=$s)  #!\n    return $x\n@use\n"
        f"$i = $tf.constant(0, $tf.int64)\nfor $j in range(4):\n    with $tf.summary.record_if($j % 2 == 0):\n        $step({_CALL}, $i)",
    ),
    good=(
        "@$tf.function\ndef $step($x, $s):\n    $tf.summary.scalar('loss', $x, step=$s)\n    return $x\n@use\n"
        "$w = $tf.summary.create_file_writer('a')\nwith $w.as_default():\n    for $i in $tf.range(3, dtype=$tf.int64):\n"
        f"        $step({_CALL}, $i)",
        "$n = $tf.Variable(0, dtype=$tf.int64)\n@$tf.function\ndef $step($x):\n    $tf.summary.scalar('loss', $x, step=$n)\n"
        f"    return $x\n@use\nfor $i in range(3):\n    $n.assign_add(1)\n    $step({_CALL})",
        "def $step($x, $s):\n    $tf.summary.scalar('loss', $x, step=$s)\n    return $x\n@use\nfor $i in range(3):\n"
        f"    $step({_CALL}, $i)",
        "@$tf.function\ndef $step($x):\n    $tf.summary.scalar('loss', $x, step=$tf.summary.experimental.get_step() or 0)\n    return $x\n"
        f"@use\n$step({_CALL})",
    ),
)

SEED = Pitfall(
    "TFL508",
    bad=(
        "$tf.random.set_seed(1)  #!",
        "$tf.keras.utils.set_random_seed(3)  #!",
        "@top\ndef $fix():\n    $tf.random.set_seed(7)  #!\n@here\n$fix()\n$a = $tf.random.normal([2])",
        "from tensorflow.random import set_seed as $seed\n$seed(2)  #!",
        "$seed = $tf.random.set_seed\n$seed(5)  #!",
        "$tf.compat.v1.set_random_seed(2)  #!",
    ),
    good=(
        "$a = $tf.random.stateless_uniform([2], seed=[1, 2])",
        "$a = $tf.random.normal([2], seed=1)",
        "@top\n$tf.random.set_seed(1)\n@here\n$a = $x * 2.0",
        "if $tf.executing_eagerly():\n    $tf.random.set_seed(1)",
        "$np.random.seed(1)",
    ),
)

STATELESS = Pitfall(
    "TFL509",
    bad=(
        "@top\ndef $noise():\n    return $np.random.normal()\n@here\n"
        "$a = $tf.numpy_function($noise, [], $tf.float64, stateful=False)  #!",
        "@top\n$seen = []\ndef $note($v):\n    $seen.append(1)\n    return $v\n@here\n"
        "$a = $tf.numpy_function($note, [$x], $tf.float32, stateful=False)  #!",
        "$a = $tf.numpy_function(lambda: $time.time(), [], $tf.float64, stateful=False)  #!",
        "def $tell($v):\n    print($v)\n    return $v\n$a = $tf.numpy_function($tell, [$x], $tf.float32, stateful=False)  #!",
        "@top\n$n = 0\ndef $count($v):\n    global $n\n    $n += 1\n    return $v\n@here\n"
        "$a = $tf.numpy_function(func=$count, inp=[$x], Tout=$tf.float32, stateful=False)  #!",
        "def $save($v):\n    $np.save('a.npy', $v)\n    return $v\n$a = $tf.numpy_function($save, [$x], $tf.float32, stateful=False)  #!",
        "def $draw($v):\n    return $v * $random.random()\n$a = $tf.numpy_function($draw, [$x], $tf.float32, False)  #!",
    ),
    good=(
        "$a = $tf.numpy_function(lambda $v: $v * 2, [$x], $tf.float32, stateful=False)",
        "def $noise($v):\n    return $v + $np.random.normal()\n$a = $tf.numpy_function($noise, [$x], $tf.float32)",
        "def $sort($v):\n    $l = []\n    $l.append($v)\n    return $l[0]\n$a = $tf.numpy_function($sort, [$x], $tf.float32, stateful=False)",
        "$a = $tf.numpy_function(lambda $v: $np.sort($v), [$x], $tf.float32, stateful=False)",
    ),
)

PITFALLS = [RANDOM, CLOCK, REBOUND, ATTRIBUTES, ENVIRONMENT, SUMMARIES, SEED, STATELESS]
