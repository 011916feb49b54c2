"""TFL6: tensors used as Python values."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

NUMPY_METHOD = Pitfall(
    "TFL601",
    bad=(
        "$a = $x.numpy()  #!",
        "$a = float($tf.reduce_sum($x).numpy())  #!",
        "$a = $x * 2.0\n$b = $a.numpy()  #!",
        "$a = [$v.numpy() for $v in [$x, $x]]  #!",
        "@top\n$v = $tf.Variable(1.0)\n@here\n$a = $v.numpy()  #!",
        '$a = "loss %f" % $tf.reduce_mean($x).numpy()  #!',
        "$a = $x.numpy().mean()  #!",
        "@top\ndef $value($v):\n    return $tf.reduce_sum($v).numpy()  #!\n@here\n$a = $value($x)",
        "$l = []\n$l.append($tf.abs($x).numpy())  #!",
        "$a = ($x + 1.0).numpy()  #!",
        "if $tf.reduce_sum($x).numpy() > 3.0:  #!\n    $a = $x",
        "$a = {'loss': $x.numpy()}  #!",
        "$a = $x[0].numpy()  #!",
        "@top\ndef $value($v):\n    return $v.numpy()  #!\n@here\n$a = $value($x * 2.0)",
    ),
    good=(
        "def $value($v):\n    return $v.numpy()\n$a = $tf.py_function($value, [$x], $tf.float32)",
        "if $tf.executing_eagerly():\n    $a = $x.numpy()",
        'if hasattr($x, "numpy"):\n    $a = $x.numpy()',
        "@top\nclass $Grid:\n    def numpy($g):\n        return 1\n@here\n$a = $Grid().numpy()",
        "@top\n$c = $tf.constant(3.0)\n@here\n$a = $c.numpy()",
        "$a = $x.shape.as_list",
        "$a = $tf.identity($x)",
    ),
)

CONVERSION = Pitfall(
    "TFL602",
    bad=(
        "$a = bool($tf.reduce_any($x > 0.0))  #!",
        "$a = list($x)  #!",
        "$a, $b = $tf.stack([1.0, 2.0])  #!",
        "$a = [$v for $v in $x]  #!",
        "$a = max($x)  #!",
        "$l = ['a', 'b', 'c']\n$a = $l[$tf.argmax([1, 2, 0])]  #!",
        "$a = sum($x)  #!",
        "$a = any($x > 0.0)  #!",
        "for $a, $b in zip($x, $x):  #!\n    $c = $a + $b",
        "$a = tuple($x)  #!",
        "$a = $tf.stack([*$x])  #!",
        "$a = min($x * 2.0)  #!",
        "for $i, $v in enumerate($x):  #!\n    $a = $v",
        "$a = list(map(lambda $v: $v * 2, $x))  #!",
        "$a = list(reversed($x))  #!",
        "$a, *$b = $x * 2.0  #!",
        "$a = {$i: $v for $i, $v in enumerate($x)}  #!",
        "@top\ndef $parts($v):\n    return list($v)  #!\n@here\n$a = $parts($x)",
        "$a = max(*$x)  #!",
        "$a = all($tf.greater($x, 0.0))  #!",
    ),
    good=(
        "$a, $b = $tf.unstack($tf.ones([2]))",
        "$a, $b = $tf.split($tf.ones([4]), 2)",
        "$a = list(range(3))",
        "$a = sum([$x, $x])",
        "$a = max(1, 2)",
        "$a = list($x.shape)",
        "$a = tuple($x.shape.as_list())",
        "$a = len($x.shape)",
        "$a = int(3.7)",
        "$a = [$v * 2 for $v in $tf.unstack($tf.ones([2]))]",
        "$a = [$c for $b, $c in zip([$x], [$x])]",
        "for $i, $v in enumerate([$x]):\n    $a = $v",
        "$a, $b = $tf.nn.moments($x, 0)",
        "$a, $b = $tf.math.top_k($x, 1)",
        "$a, $b = $tf.unique($tf.constant([1, 1]))",
        "$a, $b = $tf.meshgrid([1.0], [2.0])",
        "$a = ['a', 'b'][1]",
        "$a = list({'a': $x}.values())",
    ),
)

CONVERSION_UNCONVERTED = Pitfall(
    "TFL602",
    autograph=False,
    bad=(
        "$a = int($tf.reduce_sum($x))  #!",
        "$a = float($tf.reduce_mean($x))  #!",
        "for $i in range($tf.shape($x)[0]):  #!\n    $a = $x",
        "$a = len($x)  #!",
        "$a = list(range($tf.reduce_max($tf.constant([1, 2]))))  #!",
    ),
    good=(
        "$a = int(2.5)",
        "$a = float($x.shape.rank or 0)",
        "$a = len([$x, $x])",
        "for $i in range(2):\n    $a = $x",
        "$a = len($x.shape)",
    ),
)

NUMPY = Pitfall(
    "TFL603",
    bad=(
        "$a = $np.mean($x)  #!",
        "$a = $np.sum($tf.square($x))  #!",
        "$a = $np.array($x)  #!",
        "$a = $np.asarray($x, dtype='float32')  #!",
        "$a = $np.sqrt($x + 1.0)  #!",
        "$a = $np.concatenate([$x, $x])  #!",
        "$a = $np.linalg.norm($x)  #!",
        "$a = $tf.constant($np.exp(-$x))  #!",
        "$a = $np.where($x > 0.0, 1.0, 0.0)  #!",
        "$a = $np.expand_dims($x, 0)  #!",
        "from numpy import maximum as $most\n$a = $most($x, 0.0)  #!",
        "@top\ndef $norm($v):\n    return $np.max($v)  #!\n@here\n$a = $norm($x)",
        "$a = $np.stack([$x, $x], axis=0)  #!",
        "$a = $np.argmax($x)  #!",
        "$a = $np.clip($x, 0, 1)  #!",
    ),
    good=(
        "$a = $np.prod([2, 3])",
        "$a = $np.ones(2, dtype='float32') * 2.0",
        "$a = $np.float32(3.0) * $x",
        "$a = $np.log(2.0) * $x",
        "$a = $tf.experimental.numpy.mean($x)",
        "$a = $tf.numpy_function(lambda $v: $np.sort($v), [$x], $tf.float32)",
        "$a = $np.prod($x.shape.as_list() or [1])",
        "$a = $tf.constant($np.eye(2))",
        "@top\n$c = $np.arange(3)\n@here\n$a = $np.sum($c)",
        "$a = $np.dtype($x.dtype.as_numpy_dtype)",
    ),
)

MATH = Pitfall(
    "TFL604",
    bad=(
        "$a = $math.sqrt($tf.reduce_sum($x))  #!",
        "$a = $math.exp($tf.reduce_mean($x) * 0.1)  #!",
        "$a = $math.log($tf.reduce_max($x) + 2.0)  #!",
        "from math import sqrt as $root\n$a = $root($tf.reduce_sum($x))  #!",
        "@top\ndef $norm($v):\n    return $math.sqrt($tf.reduce_sum($v * $v))  #!\n@here\n$a = $norm($x)",
        "$s = $tf.reduce_sum($x)\n$a = $math.pow($s, 2)  #!",
        "$a = $math.floor($tf.reduce_sum($x))  #!",
        "$a = $math.isnan($tf.reduce_sum($x))  #!",
        "$a = $math.cos($x[0])  #!",
    ),
    good=(
        "$a = $math.sqrt(2.0)",
        "$a = $x * $math.pi",
        "$a = $math.sqrt(float($x.shape.rank or 1))",
        "$a = $tf.math.sqrt($x)",
        "$a = $math.prod([2, 3])",
        "$a = $tf.py_function(lambda $v: $math.sqrt($v), [$tf.reduce_sum($x)], $tf.float32)",
        "@top\n$n = 3\n@here\n$a = $math.log($n)",
    ),
)

TEXT = Pitfall(
    "TFL605",
    bad=(
        '$a = f"loss {$x}"  #!\n$tf.print($a)',
        '$a = "loss %s" % $x  #!',
        '$a = "loss {}".format($tf.reduce_sum($x))  #!',
        "$a = str($x)  #!",
        "$a = repr($x * 2.0)  #!",
        '$tf.print(f"x={$x}")  #!',
        "$d = {}\n$d[str($x)] = 1  #!",
        '$a = $tf.io.read_file("a" + str($tf.reduce_sum($x)))  #!',
        '$a = "loss: " + str($tf.reduce_sum($x))  #!',
        '@top\ndef $name($v):\n    return f"value {$v}"  #!\n@here\n$a = $name($x)',
        '$a = f"{$tf.reduce_mean($x):.3f}"  #!',
        '$a = "%s and %s" % (1, $x)  #!',
        '$a = "{a}".format(a=$x)  #!',
        "$a = format($x)  #!",
        '$a = ",".join(["x", str($x)])  #!',
    ),
    good=(
        '$a = f"shape {$x.shape}"',
        '$a = f"{$x.dtype} and {$x.dtype.name}"',
        '$a = $tf.strings.format("x {}", $x)',
        "$a = $tf.strings.as_string($x)",
        '$a = f"{3} of {4}"',
        '$a = "shape %s" % ($x.shape,)',
        "$a = str($x.shape)",
        '$tf.print("x", $x)',
        'if $x.shape.rank == 7:\n    raise ValueError(f"bad {$x}")',
        '@top\n$n = 3\n@here\n$a = f"step {$n}"',
        "$a = '{}'.format($x.shape.rank)",
    ),
)

_COND = "$tf.reduce_sum($x) > 0.0"

UNCONVERTED = Pitfall(
    "TFL606",
    autograph=False,
    bad=(
        f"if {_COND}:  #!\n    $a = $x * 2.0",
        f"$a = $x if {_COND} else -$x  #!",
        f"$s = $tf.reduce_sum($x)\nwhile $s > 3.0:  #!\n    $s = $s * 0.5",
        "for $v in $x:  #!\n    $a = $v * 2.0",
        f"$a = ({_COND}) and $x  #!",
        f"$a = not {_COND}  #!",
        "if 0.0 < $tf.reduce_sum($x) < 1.0:  #!\n    $a = $x",
        f"$c = {_COND}\nif $c:  #!\n    $a = $x",
        "if $tf.reduce_any($x > 1.0):  #!\n    $a = $x",
        "if $tf.math.is_nan($tf.reduce_sum($x)):  #!\n    $a = $x",
        "@top\ndef $clip($v):\n    if $tf.reduce_max($v) > 1.0:  #!\n        return $v * 0.5\n    return $v\n@here\n$a = $clip($x)",
        "if $tf.equal($tf.reduce_sum($x), 1.0):  #!\n    $a = $x\nelse:\n    $a = -$x",
    ),
    good=(
        "if $x is not None:\n    $a = $x",
        "if $x.shape.rank == 2:\n    $a = $x",
        "@top\n$n = 3\n@here\nif $n > 2:\n    $a = $x",
        "if isinstance($x, $tf.Tensor):\n    $a = $x",
        "for $i in range(3):\n    $a = $x",
        "$a = [$i for $i in (1, 2) if $i > 1]",
        f"$a = $tf.cond({_COND}, lambda: $x, lambda: -$x)",
        "$a = $tf.where($x > 0.0, $x, -$x)",
        "if $tf.executing_eagerly():\n    $a = $x if $tf.reduce_sum($x) > 0.0 else -$x",
        "for $v in $tf.unstack($tf.ones([2])):\n    $a = $v",
        "if $x.dtype == $tf.float32:\n    $a = $x",
        "for $v in [$x, $x]:\n    $a = $v",
    ),
)

UNCONVERTED_ANYWHERE = Pitfall(
    "TFL606",
    bad=(
        "$a = [$v for $v in $tf.unstack($tf.range(3)) if $v > 1]  #!",
        "$a = [$i for $i in range(3) if $tf.reduce_sum($x) > $i]  #!",
        "$f = $tf.autograph.experimental.do_not_convert(lambda $v: $v if $tf.reduce_sum($v) > 0.0 else -$v)  #!\n$a = $f($x)",
        "@top\n@$tf.autograph.experimental.do_not_convert\ndef $pick($v):\n    if $tf.reduce_sum($v) > 0.0:  #!\n"
        "        return $v\n    return -$v\n@here\n$a = $pick($x)",
        "@top\ndef $pick($v):\n    if ($s := $tf.reduce_sum($v)) > 0.0:  #!\n        return $s\n    return -$v\n@here\n$a = $pick($x)",
    ),
    good=(
        "$a = [$i for $i in range(3) if $i > 1]",
        "@top\n@$tf.autograph.experimental.do_not_convert\ndef $pick($v):\n    if $v.shape.rank == 2:\n"
        "        return $v\n    return -$v\n@here\n$a = $pick($x)",
        "@top\ndef $pick($v):\n    if ($n := len($v.shape)) > 1:\n        return $n\n    return 0\n@here\n$a = $pick($x)",
    ),
)

CONVERTED = Pitfall(
    "TFL606",
    autograph=True,
    bad=(),
    good=(
        f'if {_COND}:\n    $tf.print("a")',
        "for $v in $x:\n    $tf.print($v)",
        f"$a = $x if {_COND} else -$x",
        f'if not {_COND}:\n    $tf.print("b")',
    ),
)

MEMBERSHIP = Pitfall(
    "TFL607",
    bad=(
        "$a = 1.0 in $x  #!",
        "$a = $x in [$tf.zeros([2]), $x]  #!",
        "$a = $x is $y  #!",
        "$a = $x is not $y  #!",
        "$a = 0.0 not in $x  #!",
        "if $tf.reduce_sum($x) in (1.0, 2.0):  #!\n    $a = $x",
        "@top\ndef $has($v):\n    return 3.0 in $v  #!\n@here\n$a = $has($x)",
        "$a = [$v for $v in [1.0, 2.0] if $v in $x]  #!",
    ),
    good=(
        "$a = $x is None",
        "$a = 'a' in {'a': $x}",
        "$a = 3 in [1, 2, 3]",
        "$a = $x.dtype in ($tf.float32, $tf.float64)",
        "$a = $x.dtype is $tf.float32",
        "$a = $x is not None",
        "$a = $tf.reduce_any($tf.equal($x, 1.0))",
        "@top\n$n = 'a'\n@here\n$a = $n in ('a', 'b')",
    ),
)

PITFALLS = [
    NUMPY_METHOD,
    CONVERSION,
    CONVERSION_UNCONVERTED,
    NUMPY,
    MATH,
    TEXT,
    UNCONVERTED,
    UNCONVERTED_ANYWHERE,
    CONVERTED,
    MEMBERSHIP,
]
