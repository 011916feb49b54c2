"""TFL7: control flow that a graph cannot carry."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

_COND = "$tf.reduce_sum($x) > 0.0"
_COND_V = "$tf.reduce_sum($v) > 0.0"

BRANCHES = Pitfall(
    "TFL701",
    autograph=True,
    bad=(
        f"if {_COND}:  #!\n    $a = $x * 2.0  #!\n$tf.print($a)  #!",
        f"if {_COND}:  #!\n    $a = 1.0  #!\nelse:\n    $b = 2.0\n$c = $x * $a  #!",
        f"def $f($v):\n    if {_COND_V}:  #!\n        return $v  #!\n$b = $f($x)",
        f"if {_COND}:  #!\n    $a = 1  #!\nelse:\n    $a = 2.5  #!\n$tf.print($a)  #!",
        f"if {_COND}:  #!\n    $a = ($x, $x)  #!\nelse:\n    $a = $x  #!\n$tf.print($a)  #!",
        f"@top\ndef $f($v):\n    if {_COND_V}:  #!\n        $a = $v * 2.0  #!\n    return $a  #!\n@here\n$b = $f($x)",
        f"def $f($v):\n    if {_COND_V}:  #!\n        return {{'a': $v}}  #!\n    return {{'b': $v}}  #!\n$b = $f($x)",
        f"if {_COND}:  #!\n    $a = $x  #!\nelif $tf.reduce_max($x) > 1.0:  #!\n    $a = -$x  #!\n$b = $a + 1.0  #!",
        f"def $f($v):\n    if {_COND_V}:  #!\n        return 1  #!\n    return 0.5  #!\n$b = $f($x)",
        f"$a = None\nif {_COND}:  #!\n    $a = $x  #!\n$b = $tf.abs($a)  #!",
    ),
    good=(
        f"$a = $x\nif {_COND}:\n    $a = $x * 2.0\n$tf.print($a)",
        f"if {_COND}:\n    $a = $x * 2.0\nelse:\n    $a = -$x\n$tf.print($a)",
        f"if {_COND}:\n    $a = $x * 2.0\n    $tf.print($a)",
        "@top\n$n = 3\n@here\nif $n > 2:\n    $a = $x\n    $tf.print($a)",
        f"def $f($v):\n    if {_COND_V}:\n        return $v\n    return -$v\n$b = $f($x)",
        f"if {_COND}:\n    $a = $tf.ones([2])\nelse:\n    $a = $tf.ones([3])\n$tf.print($a)",
        f"if {_COND}:\n    $a = 1.0\nelse:\n    $a = 2.5\n$tf.print($a)",
        "@top\n$n = 3\n@here\nif $n > 2:\n    $a = 1\nelse:\n    $a = 2.5\n$tf.print($a)",
        f"if {_COND}:\n    $a = ($x, $x)\nelse:\n    $a = ($x, -$x)\n$tf.print($a)",
        f"if {_COND}:\n    $a = $x\nelse:\n    raise ValueError('x')\n$tf.print($a)",
    ),
)

LISTS = Pitfall(
    "TFL702",
    autograph=True,
    bad=(
        "$l = []\nfor $i in $tf.range(3):\n    $l.append($x)  #!\n$a = $tf.stack($l)",
        "$l = []\nfor $v in $x:\n    $l.append($v * 2.0)  #!\n$a = $tf.stack($l)",
        f"$l = []\nif {_COND}:\n    $l.append($x)  #!\n$a = len($l)",
        "$l = []\n$i = $tf.constant(0)\nwhile $i < 3:\n    $l.append($i)  #!\n    $i += 1\n$a = $tf.stack($l)",
        "$l = []\nfor $v in $tf.data.Dataset.range(3):\n    $l.extend([$v, $v])  #!\n$a = $tf.stack($l)",
        "$l = []\nfor $i in $tf.range(3):\n    $l += [$x]  #!\n$a = $tf.stack($l)",
        "@top\ndef $collect($v):\n    $l = []\n    for $i in $tf.range(3):\n        $l.append($v)  #!\n"
        "    return $tf.stack($l)\n@here\n$a = $collect($x)",
        "$l = []\nfor $i in range($tf.reduce_max($tf.constant([1, 2]))):\n    $l.append($x)  #!\n$a = $tf.stack($l)",
    ),
    good=(
        "$l = []\nfor $i in range(3):\n    $l.append($x)\n$a = $tf.stack($l)",
        "for $i in $tf.range(3):\n    $l = []\n    $l.append($x)\n    $tf.print($tf.stack($l))",
        "$t = $tf.TensorArray($tf.int32, size=3)\nfor $i in $tf.range(3):\n    $t = $t.write($i, $i)\n$a = $t.stack()",
        "$l = []\nfor $v in $tf.unstack($tf.ones([2])):\n    $l.append($v)\n$a = $tf.stack($l)",
        "$l = []\nfor $i, $v in enumerate([$x, $x]):\n    $l.append($v)\n$a = $tf.stack($l)",
        "@top\n$n = 3\n@here\n$l = []\nif $n > 2:\n    $l.append($x)",
    ),
)

RECURSION = Pitfall(
    "TFL703",
    kind="program",
    bad=(
        "@$tf.function\ndef $half($x):\n    if $tf.reduce_sum($x) < 1.0:\n        return $x\n    return $half($x / 2.0)  #!\n"
        "@use\n$half($tf.constant(8.0))",
        "class $Tree:\n    @$tf.function\n    def $run($s, $x):\n        if $tf.reduce_sum($x) < 1.0:\n            return $x\n"
        "        return $s.$run($x - 1.0)  #!\n@use\n$tree = $Tree()\n$tree.$run($tf.constant(3.0))",
        "def $down($x):\n    if $tf.reduce_sum($x) < 1.0:\n        return $x\n    return $down($x - 1.0)  #!\n@$tf.function\n"
        "def $run($x):\n    return $down($x)\n@use\n$run($tf.constant(3.0))",
        "def $down($x):\n    if $tf.reduce_sum($x) < 1.0:\n        return $x\n    $y = $x * 0.5\n    return $down($y)  #!\n"
        "$run = $tf.function($down)\n@use\n$run($tf.constant(3.0))",
        "@$tf.function\ndef $fact($n):\n    return $tf.constant(1) if $n < 2 else $n * $fact($n - 1)  #!\n@use\n$fact($tf.constant(5))",
    ),
    good=(
        "def $down($x, $n):\n    if $n == 0:\n        return $x\n    return $down($x * 2.0, $n - 1)\n@$tf.function\n"
        "def $run($x):\n    return $down($x, 3)\n@use\n$run($tf.constant(3.0))",
        "def $total($t):\n    if isinstance($t, list):\n        return sum($total($u) for $u in $t)\n    return $t\n@$tf.function\n"
        "def $run($x):\n    return $total([$x, [$x, $x]])\n@use\n$run($tf.constant(3.0))",
        "def $half($x):\n    if $tf.reduce_sum($x) < 1.0:\n        return $x\n    return $half($x / 2.0)\n@use\n$half($tf.constant(8.0))",
        "class $A:\n    @$tf.function\n    def $run($s, $x):\n        return $x\nclass $B:\n    def __init__($s):\n        $s.$a = $A()\n"
        "    @$tf.function\n    def $run($s, $x):\n        return $s.$a.$run($x)\n@use\n$b = $B()\n$b.$run($tf.constant(1.0))",
    ),
)

GENERATORS = Pitfall(
    "TFL704",
    kind="program",
    bad=(
        "@$tf.function  #!\ndef $gen($x):  #!\n    yield $x  #!\n    yield $x * 2.0  #!\n@use\n$r = $gen($tf.constant(1.0))",
        "@$tf.function  #!\nasync def $wait($x):  #!\n    return $x * 2.0\n@use\n$r = $wait($tf.constant(1.0))",
        "class $Model:\n    @$tf.function  #!\n    def $rows($m, $x):  #!\n        for $i in range(2):\n            yield $x * $i  #!\n"
        "@use\n$model = $Model()\n$r = $model.$rows($tf.constant(1.0))",
        "def $gen($x):  #!\n    yield $x  #!\n$graph = $tf.function($gen)  #!\n@use\n$r = $graph($tf.constant(1.0))",
        "def $inner($x):\n    yield $x\n@$tf.function(reduce_retracing=True)  #!\ndef $gen($x):  #!\n    yield from $inner($x)  #!\n"
        "@use\n$r = $gen($tf.constant(1.0))",
    ),
    good=(
        "def $parts($x):\n    yield $x\n    yield $x * 2.0\n@$tf.function\ndef $run($x):\n    return $tf.add_n(list($parts($x)))\n"
        "@use\n$r = $run($tf.constant(1.0))",
        "def $gen($x):\n    yield $x\n@use\n$r = list($gen($tf.constant(1.0)))",
        "@$tf.function\ndef $run($x):\n    def $inner():\n        yield $x\n    return sum($inner())\n@use\n$r = $run($tf.constant(1.0))",
        "async def $wait($x):\n    return $x * 2.0\n@use\n$r = $wait",
    ),
)

_SIGNED = "@$tf.function(input_signature=[$tf.TensorSpec([None, 3], $tf.float32)])\ndef $run($x):\n"
_RUN = "\n@use\n$run($tf.ones([2, 3]))"
_RELAXED = "@$tf.function(reduce_retracing=True)\ndef $run($x):\n"

DIMENSIONS = Pitfall(
    "TFL705",
    kind="program",
    bad=(
        _SIGNED + "    return $tf.reduce_sum($x, 0) / $x.shape[0]  #!" + _RUN,
        _SIGNED + "    return $tf.reshape($x, ($x.shape[0], -1))  #!" + _RUN,
        _SIGNED + "    return $tf.zeros(($x.shape[0], 4))  #!" + _RUN,
        _SIGNED
        + "    $t = 0.0\n    for $i in range($x.shape[0]):  #!\n        $t += $x[$i]\n    return $t"
        + _RUN,
        _SIGNED + "    if $x.shape[0] == 2:  #!\n        return $x * 10.0\n    return $x" + _RUN,
        _SIGNED + "    $n = $x.shape[0]\n    return $x * ($n * 2)  #!" + _RUN,
        _SIGNED
        + "    $n = $x.get_shape()[0]\n    if $n > 1:  #!\n        return $x * 2.0\n    return $x"
        + _RUN,
        _SIGNED + "    $n, $d = $x.shape\n    return $tf.zeros([$n, $d])  #!" + _RUN,
        _SIGNED + "    $n = $x.shape.as_list()[0]\n    return $tf.ones([$n])  #!" + _RUN,
        "def $count($x):\n    return $x * $x.shape[0]  #!\n"
        + _SIGNED
        + "    return $count($x)"
        + _RUN,
        "class $Model:\n    @$tf.function(input_signature=[$tf.TensorSpec(shape=(None, 3), dtype=$tf.float32)])\n"
        "    def $run($m, $x):\n        return $tf.zeros(($x.shape[0], 4))  #!\n@use\n$model = $Model()\n$model.$run($tf.ones([2, 3]))",
        _SIGNED + "    assert $x.shape[0] == 2  #!\n    return $x" + _RUN,
        _RELAXED
        + "    return $tf.zeros(($x.shape[0], 4))  #!\n@use\nfor $n in range(1, 4):\n    $run($tf.ones([$n, 3]))",
    ),
    good=(
        _SIGNED
        + "    return $tf.reduce_sum($x, 0) / $tf.cast($tf.shape($x)[0], $tf.float32)"
        + _RUN,
        _SIGNED + "    return $tf.zeros([$x.shape[1], 4])" + _RUN,
        _SIGNED + "    if $x.shape[0] is None:\n        return $x\n    return $x * 2.0" + _RUN,
        "@$tf.function\ndef $run($x):\n    return $tf.zeros(($x.shape[0], 4))" + _RUN,
        _SIGNED + "    return $tf.reshape($x, ($tf.shape($x)[0], -1))" + _RUN,
        "def $run($x):\n    return $tf.zeros(($x.shape[0], 4))" + _RUN,
        _RELAXED + "    return $tf.zeros(($x.shape[0], 4))" + _RUN,
    ),
)

LOOP_VARIABLES = Pitfall(
    "TFL706",
    autograph=True,
    bad=(
        "$s = 0\nfor $i in $tf.range(3):\n    $s += 1.5  #!\n$a = $s",
        "$s = 0\nfor $v in $x:\n    $s = $s + $tf.reduce_mean($v)  #!\n$a = $s",
        "$s = $tf.zeros([1])\nfor $i in $tf.range(3):\n    $s = $tf.concat([$s, $s], axis=0)  #!\n$a = $s",
        "$s = 1\n$i = $tf.constant(0)\nwhile $i < 3:\n    $s = $s * 0.5  #!\n    $i += 1\n$a = $s",
        "$s = 3\nfor $i in $tf.range(3):\n    $s /= 2  #!\n$a = $s",
        "$s = 0\nfor $v in $tf.data.Dataset.range(3):\n    $s += $tf.sqrt(2.0)  #!\n$a = $s",
        "@top\ndef $total($v):\n    $s = 0\n    for $u in $v:\n        $s += $tf.reduce_mean($u) * 0.5  #!\n    return $s\n"
        "@here\n$a = $total($x)",
        "$s = $tf.constant([[1.0]])\nfor $i in $tf.range(3):\n    $s = $tf.concat([$s, [[1.0]]], 0)  #!\n$a = $s",
    ),
    good=(
        "$s = 0.0\nfor $i in $tf.range(3):\n    $s += 1.5\n$a = $s",
        "$s = 0\nfor $i in range(3):\n    $s += 1.5\n$a = $s",
        "$s = $tf.constant(0.0)\nfor $i in $tf.range(3):\n    $s = $s + 0.5\n$a = $s",
        "$s = 0\nfor $i in $tf.range(3):\n    $s += 1\n$a = $s",
        "$s = $tf.zeros([1])\nfor $i in $tf.range(3):\n"
        "    $tf.autograph.experimental.set_loop_options(shape_invariants=[($s, $tf.TensorShape([None]))])\n"
        "    $s = $tf.concat([$s, $s], axis=0)\n$a = $s",
        "$l = $x\nfor $i in range(2):\n    $l = $tf.concat([$l, $l], axis=0)",
        "$s = None\nfor $i in $tf.range(3):\n    $s = $x * 2.0\n$a = $s",
    ),
)

ESCAPES = Pitfall(
    "TFL707",
    autograph=True,
    bad=(
        "def $find($v):\n    for $i in $tf.range(3):\n        if $i > 1:\n            return $v  #!\n    return $v * 2.0\n$a = $find($x)",
        "for $i in range(5):\n    if $tf.reduce_sum($x) > 3.0:\n        break  #!",
        "$s = $x\nwhile True:\n    $s = $s * 0.5\n    if $tf.reduce_sum($s) < 1.0:\n        break  #!",
        "def $find($v):\n    for $i in range(3):\n        if $tf.reduce_sum($v) > 1.0:\n            return $v  #!\n    return $v * 2.0\n"
        "$a = $find($x)",
        "@top\ndef $find($v):\n    for $u in $v:\n        if $tf.reduce_sum($u) > 0.5:\n            return $u  #!\n"
        "    return $v[0]\n@here\n$a = $find($x)",
        "for $v in [$x, $x]:\n    if $tf.reduce_max($v) > 3.0:\n        $tf.print('big')\n        break  #!",
        "def $find($v):\n    $i = $tf.constant(0)\n    while $i < 3:\n        $i += 1\n        if $i > 1:\n            return $i  #!\n"
        "    return $i\n$a = $find($x)",
    ),
    good=(
        "for $i in $tf.range(5):\n    if $tf.reduce_sum($x) > 3.0:\n        break",
        "for $i in range(5):\n    if $tf.reduce_sum($x) > 3.0:\n        continue\n    $tf.print($i)",
        "for $i in range(5):\n    if $i > 3:\n        break",
        "def $find($v):\n    for $i in $tf.range(3):\n        $v = $v * 2.0\n    return $v\n$a = $find($x)",
        "def $find($v):\n    for $i in range(3):\n        if $i == 2:\n            return $v\n    return -$v\n$a = $find($x)",
        "def $find($v):\n    if $tf.reduce_sum($v) > 1.0:\n        return $v\n    return -$v\n$a = $find($x)",
    ),
)

CHECKS = Pitfall(
    "TFL708",
    autograph=True,
    bad=(
        f"assert {_COND}  #!",
        'if $tf.reduce_sum($x) > 3.0:\n    raise ValueError("bad")  #!',
        'assert $tf.reduce_all($x > -1.0), "bad"  #!',
        f"$c = {_COND}\nif $c:\n    $a = 1\n    raise RuntimeError('bad')  #!",
        "if $tf.reduce_any($tf.math.is_nan($x)):\n    raise ValueError('nan')  #!",
        "@top\ndef $check($v):\n    assert $tf.reduce_max($v) < 10.0, 'too big'  #!\n    return $v\n@here\n$a = $check($x)",
        "@top\ndef $check($v):\n    if $tf.reduce_min($v) < 0.0:\n        raise ValueError('negative')  #!\n    return $v\n"
        "@here\n$a = $check($x)",
        "for $v in $x:\n    if $tf.reduce_sum($v) > 9.0:\n        raise ValueError('big')  #!",
        "if $tf.reduce_sum($x) < 3.0:\n    $a = $x\nelse:\n    raise ValueError('big')  #!",
    ),
    good=(
        "assert $x.shape.rank is not None",
        "assert isinstance($x, $tf.Tensor)",
        "if $x.dtype != $tf.float32:\n    raise ValueError('bad')",
        "$tf.debugging.assert_positive($x)",
        "assert len([1]) == 1",
        "@top\n$n = 3\n@here\nif $n > 5:\n    raise ValueError('bad')",
        "if $x is None:\n    raise ValueError('missing')",
        "if $x.shape.rank == 7:\n    raise ValueError('rank')",
        "if $tf.executing_eagerly():\n    assert $tf.reduce_sum($x) > 0.0",
    ),
)

_MODEL = (
    "class $Model:\n    def __init__($m):\n        $m.$w = $tf.Variable(2.0)\n"
    "    @$tf.function\n    def $step($m, $x):\n        return $x * $m.$w\n"
)
_EQ = "    def __eq__($m, $o):\n        return $m.$w == $o.$w\n"
_ONE = "$tf.constant(1.0)"

OWNERS = Pitfall(
    "TFL709",
    kind="program",
    bad=(
        _MODEL + f"@use\n$r = $Model().$step({_ONE})  #!",
        _MODEL + f"@use\n$g = $Model().$step  #!\n$r = $g({_ONE})",
        _MODEL + f"@use\nfor $i in range(3):\n    $r = $Model().$step({_ONE})  #!",
        "@$dataclasses.dataclass\nclass $Conf:\n    $scale: float\n    @$tf.function  #!\n    def $apply($m, $x):  #!\n"
        f"        return $x * $m.$scale\n@use\n$conf = $Conf(2.0)\n$r = $conf.$apply({_ONE})",
        "class $Slots:\n    __slots__ = ('$w',)\n    def __init__($m):\n        $m.$w = 2.0\n    @$tf.function  #!\n"
        f"    def $apply($m, $x):  #!\n        return $x * $m.$w\n@use\n$slots = $Slots()\n$r = $slots.$apply({_ONE})",
        "class $Equal:\n    def __init__($m):\n        $m.$w = 2.0\n"
        + _EQ
        + "    @$tf.function  #!\n"
        f"    def $apply($m, $x):  #!\n        return $x * $m.$w\n@use\n$equal = $Equal()\n$r = $equal.$apply({_ONE})",
        _MODEL + f"def $make():\n    return $Model()\n@use\n$r = $make().$step({_ONE})  #!",
    ),
    good=(
        _MODEL + f"@use\n$model = $Model()\n$r = $model.$step({_ONE})",
        _MODEL + f"@use\n$model = $Model()\n$g = $model.$step\n$r = $g({_ONE})",
        "class $Plain:\n    def $step($m, $x):\n        return $x\n"
        + f"@use\n$r = $Plain().$step({_ONE})",
        "@$dataclasses.dataclass(eq=False)\nclass $Conf:\n    $scale: float\n    @$tf.function\n    def $apply($m, $x):\n"
        f"        return $x * $m.$scale\n@use\n$conf = $Conf(2.0)\n$r = $conf.$apply({_ONE})",
        "class $Model:\n    @staticmethod\n    @$tf.function\n    def $step($x):\n        return $x\n"
        f"@use\n$r = $Model().$step({_ONE})",
        "class $Net($tf.keras.Model):\n    @$tf.function\n    def $step($m, $x):\n        return $x\n"
        f"@use\n$net = $Net()\n$r = $net.$step({_ONE})",
    ),
)

ORDER = Pitfall(
    "TFL710",
    kind="program",
    bad=(
        "class $A:\n    @$tf.function  #!\n    @property  #!\n    def $size($s):  #!\n        return $tf.constant(1.0)",
        "class $A:\n    @$tf.function  #!\n    @classmethod  #!\n    def $make($c, $x):  #!\n        return $x\n"
        f"@use\n$r = $A.$make({_ONE})",
        "class $A:\n    @$tf.function(reduce_retracing=True)  #!\n    @staticmethod  #!\n    def $make($x):  #!\n        return $x\n"
        f"@use\n$r = $A.$make({_ONE})",
    ),
    good=(
        "class $A:\n    @property\n    @$tf.function\n    def $size($s):\n        return $tf.constant(1.0)",
        f"class $A:\n    @classmethod\n    @$tf.function\n    def $make($c, $x):\n        return $x\n@use\n$r = $A.$make({_ONE})",
        f"class $A:\n    @staticmethod\n    @$tf.function\n    def $make($x):\n        return $x\n@use\n$r = $A.$make({_ONE})",
        "class $A:\n    @property\n    def $size($s):\n        return 1.0",
    ),
)

PITFALLS = [
    BRANCHES,
    LISTS,
    RECURSION,
    GENERATORS,
    DIMENSIONS,
    LOOP_VARIABLES,
    ESCAPES,
    CHECKS,
    OWNERS,
    ORDER,
]
