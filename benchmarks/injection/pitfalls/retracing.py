"""TFL1: traces made over and over."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

_STEP = "@$tf.function\ndef $step($x, $n):\n    return $x * $n\n"
_ONES = "$tf.ones([2])"

VALUES = Pitfall(
    "TFL101",
    kind="program",
    bad=(
        _STEP + f"@use\nfor $i in range(10):\n    $step({_ONES}, $i)  #!",
        _STEP + f"@use\nfor $i, $d in enumerate([{_ONES}, {_ONES}]):\n    $step($d, $i)  #!",
        _STEP
        + f"@use\n$lr = 0.1\nfor $i in range(10):\n    $step({_ONES}, $lr)  #!\n    $lr *= 0.9",
        _STEP + f"@use\n$k = 0\nwhile $k < 10:\n    $step({_ONES}, n=$k)  #!\n    $k += 1",
        "@$tf.function\ndef $step($x, $n):\n    return $x * $n[0]\n"
        + f"@use\nfor $i in range(10):\n    $step({_ONES}, [$i, 1])  #!",
        "@$tf.function\ndef $step($x, $n):\n    return $x\n"
        + f"@use\nfor $i in range(10):\n    $step({_ONES}, f'step {{$i}}')  #!",
        "class $Model:\n    @$tf.function\n    def $step($m, $x, $n):\n        return $x * $n\n"
        f"@use\n$model = $Model()\nfor $i in range(10):\n    $model.$step({_ONES}, $i * 0.1)  #!",
        "def $plain($x, $n):\n    return $x * $n\n$step = $tf.function($plain)\n"
        f"@use\nfor $lr in [0.1, 0.01, 0.001, 0.0001, 1e-5]:\n    $step({_ONES}, $lr)  #!",
        _STEP
        + f"@use\ndef $train($e):\n    return $step({_ONES}, $e)  #!\nfor $i in range(10):\n    $train($i)",
        _STEP
        + f"@use\n$l = []\nfor $i in range(10):\n    $l.append($i)\n    $step({_ONES}, len($l))  #!",
        "class $Trainer:\n    def __init__($t):\n        $t.$k = 0\n    @$tf.function\n    def $step($t, $x, $n):\n        return $x * $n\n"
        f"    def $train($t):\n        for $i in range(10):\n            $t.$k += 1\n            $t.$step({_ONES}, $t.$k)  #!\n"
        "@use\n$trainer = $Trainer()\n$trainer.$train()",
        _STEP + f"@use\nfor $i in range(10):\n    $v = 1.0 / ($i + 1)\n    $step({_ONES}, $v)  #!",
        "@$tf.function\ndef $step($x, $n):\n    return $x\n"
        + f"@use\nfor $i in range(10):\n    $step({_ONES}, {{'k': $i}})  #!",
        "@$tf.function\ndef $step($x, $n):\n    return $x * $n\ndef $wrap($x, $n):\n    return $step($x, $n)  #!\n"
        f"@use\nfor $i in range(10):\n    $wrap({_ONES}, $i)  #!",
        _STEP + f"@use\n$r = [$step({_ONES}, $i) for $i in range(10)]  #!",
        _STEP
        + f"@use\nfor $e in range(2):\n    for $i in range(5):\n        $step({_ONES}, $e * 5 + $i)  #!",
        _STEP
        + f"@use\n$fast = $functools.partial($tf.function, reduce_retracing=False)(lambda $x, $n: $x * $n)\n"
        f"for $i in range(10):\n    $fast({_ONES}, $i)  #!",
    ),
    good=(
        _STEP + f"@use\nfor $i in range(10):\n    $step({_ONES}, $tf.constant($i, $tf.float32))",
        _STEP + f"@use\nfor $i in range(10):\n    $step({_ONES}, $np.float32($i))",
        _STEP + f"@use\nfor $i in range(10):\n    $step({_ONES}, 3)",
        _STEP + f"@use\nfor $i in $tf.range(10):\n    $step({_ONES}, $tf.cast($i, $tf.float32))",
        _STEP + f"@use\nfor $i, $d in $tf.data.Dataset.range(3).enumerate():\n    $step($d, $i)",
        "@$tf.function\ndef $step($x, $n):\n    return $x if $n else -$x\n"
        + f"@use\nfor $i in range(10):\n    $step({_ONES}, $i % 2 == 0)",
        "@$tf.function(input_signature=[$tf.TensorSpec([2]), $tf.TensorSpec([])])\ndef $step($x, $n):\n    return $x * $n\n"
        f"@use\nfor $i in range(10):\n    $step({_ONES}, float($i))",
        f"def $step($x, $n):\n    return $x * $n\n@use\nfor $i in range(10):\n    $step({_ONES}, $i)",
        _STEP + f"@use\n$lr = 0.1\nfor $i in range(10):\n    $step({_ONES}, $lr)",
        _STEP
        + "@use\n@$tf.function\ndef $outer($x):\n    for $i in range(3):\n        $x = $step($x, $i)\n    return $x\n"
        f"$r = $outer({_ONES})",
    ),
)

IN_LOOP = Pitfall(
    "TFL102",
    kind="program",
    bad=(
        f"def $loss($x):\n    return $x * 2.0\n@use\nfor $d in [{_ONES}, {_ONES}]:\n    $tf.function($loss)($d)  #!",
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    @$tf.function  #!\n    def $step($x):  #!\n        return $x * 2.0\n    $step($d)",
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $step = $tf.function(lambda $x: $x * 2.0)  #!\n    $r = $step($d)",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$i = 0\nwhile $i < 5:\n    $g = $tf.function($loss, reduce_retracing=True)  #!\n"
        f"    $g({_ONES})\n    $i += 1",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$r = [$tf.function($loss)($d) for $d in [{_ONES}, {_ONES}]]  #!",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$make = $functools.partial($tf.function, jit_compile=False)\n"
        f"for $d in [{_ONES}, {_ONES}]:\n    $make($loss)($d)  #!",
        f"def $loss($x):\n    return $x * 2.0\ndef $one($d):\n    return $tf.function($loss)($d)  #!\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $one($d)",
    ),
    good=(
        f"def $loss($x):\n    return $x * 2.0\n$g = $tf.function($loss)\n@use\nfor $d in [{_ONES}, {_ONES}]:\n    $g($d)",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$gs = []\nfor $i in range(3):\n    $gs.append($tf.function($loss))",
        f"@use\nfor $k in (1.0, 2.0):\n    $g = $tf.function(lambda $x: $x * $k)\n    for $d in [{_ONES}] * 100:\n        $g($d)",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$r = $tf.function($loss)({_ONES})",
        f"def $loss($x):\n    return $x * 2.0\n@use\n$gs = {{$k: $tf.function($loss) for $k in ('a', 'b')}}",
    ),
)

PER_CALL = Pitfall(
    "TFL103",
    kind="program",
    bad=(
        "def $train($d):\n    @$tf.function  #!\n    def $step($x):  #!\n        return $x * 2.0\n    return $step($d)\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $train($d)",
        "class $Trainer:\n    def $train($t, $d):\n        @$tf.function  #!\n        def $step($x):  #!\n            return $x * 2.0\n"
        f"        return $step($d)\n@use\n$trainer = $Trainer()\nfor $d in [{_ONES}, {_ONES}]:\n    $trainer.$train($d)",
        "def $train($d):\n    $step = $tf.function(lambda $x: $x * 2.0)  #!\n    return $step($d)\n"
        f"@use\nwhile True:\n    $train({_ONES})\n    break",
        "def $train($d):\n    @$tf.function(reduce_retracing=True)  #!\n    def $step($x):  #!\n        return $x * 2.0\n    return $step($d)\n"
        f"def $epoch():\n    for $d in [{_ONES}, {_ONES}]:\n        $train($d)\n@use\n$epoch()",
        "def $make():\n    @$tf.function  #!\n    def $step($x):  #!\n        return $x * 2.0\n    return $step\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $make()($d)  #!",
        "def $train($d):\n    def $body($x):\n        return $x * 2.0\n    $step = $tf.function($body)  #!\n    $r = $step($d)\n    return $r\n"
        f"@use\n$rs = [$train($d) for $d in [{_ONES}, {_ONES}]]",
    ),
    good=(
        "def $make():\n    @$tf.function\n    def $step($x):\n        return $x * 2.0\n    return $step\n"
        f"@use\n$step2 = $make()\nfor $d in [{_ONES}, {_ONES}]:\n    $step2($d)",
        "def $train($d):\n    @$tf.function\n    def $step($x):\n        return $x * 2.0\n    return $step($d)\n"
        + f"@use\n$train({_ONES})",
        "class $Trainer:\n    def __init__($t):\n        @$tf.function\n        def $step($x):\n            return $x * 2.0\n        $t.$s = $step\n"
        f"@use\n$trainer = $Trainer()\nfor $d in [{_ONES}, {_ONES}]:\n    $trainer.$s($d)",
        "@$functools.lru_cache\ndef $make($k):\n    return $tf.function(lambda $x: $x * $k)\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $make(2.0)($d)",
        "def $train($d):\n    def $step($x):\n        return $x * 2.0\n    return $step($d)\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $train($d)",
    ),
)

_TOTAL = "@$tf.function\ndef $total($x):\n    return $tf.reduce_sum($x)\n"
_ROWS = "$rows = $np.ones((8, 2), 'float32')\n"

SHAPES = Pitfall(
    "TFL104",
    kind="program",
    bad=(
        _TOTAL + _ROWS + "@use\nfor $i in range(1, 8):\n    $total($rows[:$i])  #!",
        _TOTAL + "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))  #!",
        _TOTAL
        + _ROWS
        + "@use\n$h = []\nfor $r in $rows:\n    $h.append($r)\n    $total($tf.stack($h))  #!",
        _TOTAL
        + f"@use\n$t = $tf.zeros([1])\nfor $i in range(8):\n    $total($t)  #!\n    $t = $tf.concat([$t, [1.0]], 0)",
        _TOTAL
        + "@use\nfor $i in range(1, 8):\n    $b = $np.zeros(($i, 3), 'float32')\n    $total($b)  #!",
        _TOTAL
        + _ROWS
        + "@use\nfor $i in range(1, 8):\n    $part = $rows[$i:]\n    $total($part)  #!",
        "class $Model:\n    @$tf.function\n    def $run($m, $x):\n        return $tf.reduce_sum($x)\n"
        "@use\n$model = $Model()\nfor $i in range(1, 8):\n    $model.$run($tf.random.normal([$i, 2]))  #!",
        _TOTAL + "@use\n$k = 1\nwhile $k < 8:\n    $total($tf.fill([$k], 1.0))  #!\n    $k += 1",
        _TOTAL
        + "@use\n$tokens = [1]\nfor $i in range(8):\n    $n = $total($tf.constant([$tokens]))  #!\n    $tokens.append(int($n))",
    ),
    good=(
        _TOTAL + _ROWS + "@use\nfor $i in range(0, 8, 2):\n    $total($rows[$i : $i + 2])",
        _TOTAL + "@use\nfor $i in range(1, 8):\n    $total($tf.ones([4, 2]) * $i)",
        _TOTAL + "@use\nfor $d in $tf.data.Dataset.range(10).batch(3):\n    $total($d)",
        "@$tf.function(reduce_retracing=True)\ndef $total($x):\n    return $tf.reduce_sum($x)\n"
        "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))",
        "@$tf.function(input_signature=[$tf.TensorSpec([None, 2])])\ndef $total($x):\n    return $tf.reduce_sum($x)\n"
        "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))",
        "def $total($x):\n    return $tf.reduce_sum($x)\n@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))",
        _TOTAL + _ROWS + "@use\n$total($rows[:3])\n$total($rows[:5])",
        _TOTAL + _ROWS + "@use\nfor $i in range(8):\n    $total($rows[$i])",
    ),
)

_APPLY = "@$tf.function\ndef $apply($f, $x):\n    return $f($x)\n"
_CONF = "class $Conf:\n    def __init__($c, $k):\n        $c.$k = $k\n@$tf.function\ndef $apply($f, $x):\n    return $x * 2.0\n"

OBJECTS = Pitfall(
    "TFL105",
    kind="program",
    bad=(
        _APPLY + f"@use\nfor $i in range(5):\n    $apply(lambda $v: $v * 2.0, {_ONES})  #!",
        _APPLY + "def $scale($k, $v):\n    return $v * $k\n"
        f"@use\nfor $i in range(5):\n    $apply($functools.partial($scale, 2.0), {_ONES})  #!",
        _APPLY
        + f"@use\nfor $i in range(5):\n    def $twice($v):\n        return $v * 2.0\n    $apply($twice, {_ONES})  #!",
        _CONF + f"@use\nfor $i in range(5):\n    $apply($Conf(3), {_ONES})  #!",
        _CONF + f"@use\nfor $i in range(5):\n    $c2 = $Conf(3)\n    $apply($c2, {_ONES})  #!",
        "@$tf.function\ndef $apply($f, $x):\n    return $x * $f[0]\n"
        f"@use\nfor $r in $np.ones((5, 2)):\n    $apply($r.tolist(), {_ONES})  #!",
        _APPLY
        + f"@use\ndef $one($d):\n    return $apply(lambda $v: $v + 1.0, $d)  #!\nfor $d in [{_ONES}] * 5:\n    $one($d)",
        _APPLY
        + f"@use\n$i = 0\nwhile $i < 5:\n    $g = lambda $v: $v * 3.0\n    $apply(f=$g, x={_ONES})  #!\n    $i += 1".replace(
            "f=$g, x=", "$g, "
        ),
        "@$tf.function\ndef $apply($f, $x):\n    return $x\n"
        f"@use\n$apply([1, 2, 3], {_ONES})\n$apply([4, 5, 6], {_ONES})  #!",
    ),
    good=(
        _APPLY
        + f"@use\ndef $twice($v):\n    return $v * 2.0\nfor $i in range(5):\n    $apply($twice, {_ONES})",
        _CONF + f"@use\n$c2 = $Conf(3)\nfor $i in range(5):\n    $apply($c2, {_ONES})",
        "@$tf.function\ndef $apply($l):\n    return $tf.add_n($l)\n"
        + f"@use\nfor $i in range(5):\n    $apply([{_ONES}, {_ONES}])",
        f"def $apply($f, $x):\n    return $f($x)\n@use\nfor $i in range(5):\n    $apply(lambda $v: $v * 2.0, {_ONES})",
        "@$tf.function\ndef $apply($l):\n    return $l[0] * 2.0\n"
        + "@use\nfor $r in $np.ones((5, 2)):\n    $apply($tf.constant($r))",
        _APPLY + f"@use\n$r = $apply(lambda $v: $v * 2.0, {_ONES})",
    ),
)

_SCALER = "class $Scaler:\n    def __init__($s, $k):\n        $s.$k = $k\n    @$tf.function\n    def $scale($s, $x):\n        return $x * $s.$k\n"

INSTANCES = Pitfall(
    "TFL106",
    kind="program",
    bad=(
        _SCALER
        + f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $sc = $Scaler(2.0)  #!\n    $sc.$scale($d)",
        _SCALER
        + f"@use\ndef $one($d):\n    $sc = $Scaler(2.0)  #!\n    return $sc.$scale($d)\nfor $d in [{_ONES}, {_ONES}]:\n    $one($d)",
        "class $Model:\n    def __init__($m):\n        $m.$step = $tf.function($m.$plain)\n    def $plain($m, $x):\n        return $x + 1.0\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $model = $Model()  #!\n    $model.$step($d)",
        _SCALER + "    def $run($s, $x):\n        return $s.$scale($x)\n"
        f"@use\n$i = 0\nwhile $i < 5:\n    $sc = $Scaler(2.0)  #!\n    $sc.$run({_ONES})\n    $i += 1",
        "class $Call($tf.Module):\n    @$tf.function\n    def __call__($m, $x):\n        return $x * 2.0\n"
        f"@use\nfor $d in [{_ONES}, {_ONES}]:\n    $module = $Call()  #!\n    $module($d)",
    ),
    good=(
        _SCALER + f"@use\n$sc = $Scaler(2.0)\nfor $d in [{_ONES}, {_ONES}]:\n    $sc.$scale($d)",
        _SCALER
        + f"@use\n$all = []\nfor $k in (1.0, 2.0):\n    $sc = $Scaler($k)\n    $sc.$scale({_ONES})\n    $all.append($sc)",
        _SCALER
        + f"@use\nfor $k in (1.0, 2.0):\n    $sc = $Scaler($k)\n    for $d in [{_ONES}] * 50:\n        $sc.$scale($d)",
        f"class $Plain:\n    def $scale($s, $x):\n        return $x\n@use\nfor $d in [{_ONES}, {_ONES}]:\n    $sc = $Plain()\n    $sc.$scale($d)",
        _SCALER + "@use\n$all = [$Scaler($k) for $k in (1.0, 2.0)]",
    ),
)

UNROLLED = Pitfall(
    "TFL107",
    bad=(
        "$a = $x\nfor $i in range(200):  #!\n    $a = $a * 2.0",
        "$a = $x\nfor $i in range(1000):  #!\n    $a = $tf.nn.relu($a)",
        "$i = 0\n$a = $x\nwhile $i < 300:  #!\n    $a = $a + 1.0\n    $i += 1",
        "$a = $x\nfor $i in range(20):  #!\n    for $j in range(20):  #!\n        $a = $a + $tf.ones([2]) * $j",
        "$a = $x\nfor $i in $np.arange(150):  #!\n    $a = $tf.abs($a)",
        "$a = $x\nfor $i in list(range(128)):  #!\n    $a = $a * 0.5",
        "@top\n$n = 500\n@here\n$a = $x\nfor $i in range($n):  #!\n    $a = $a * 2.0",
        "$l = [$tf.ones([2]) * $i for $i in range(256)]  #!",
        "@top\ndef $power($v):\n    for $i in range(400):  #!\n        $v = $v * 1.01\n    return $v\n@here\n$a = $power($x)",
        "$a = $x\nfor $i in range(0, 2000, 10):  #!\n    $a = $a - $tf.cast($i, $tf.float32)",
        "$a = $x\nfor $i, $b in enumerate([0.5] * 200):  #!\n    $a = $a * $b",
    ),
    good=(
        "$a = $x\nfor $i in range(5):\n    $a = $a * 2.0",
        "$a = $x\nfor $i in $tf.range(200):\n    $a = $a * 2.0",
        "$s = 0\nfor $i in range(200):\n    $s += $i",
        "$l = [$i * 2 for $i in range(300)]",
        "$a = $x\nfor $b in [$x, $x]:\n    $a = $a + $b",
        "$i = $tf.constant(0)\nwhile $i < 300:\n    $i += 1",
        "$a = $x\nfor $i in range(3):\n    for $j in range(4):\n        $a = $a * 2.0",
    ),
    wraps=False,
)

OPTIONS = Pitfall(
    "TFL108",
    kind="program",
    bad=(
        f"@$tf.function(experimental_relax_shapes=True)  #!\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
        f"@$tf.function(experimental_compile=True)  #!\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
        f"def $plain($x):\n    return $x\n$run = $tf.function($plain, experimental_relax_shapes=True)  #!\n@use\n$run({_ONES})",
        f"$fn = $functools.partial($tf.function, experimental_compile=True)  #!\n@$fn\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
        f"@$tf.function\ndef $run($x):\n    return $x\n@use\n$tf.config.experimental_run_functions_eagerly(True)  #!\n$run({_ONES})",
        "class $M:\n    @$tf.function(autograph=False, experimental_relax_shapes=True)  #!\n    def $run($m, $x):\n        return $x\n"
        f"@use\n$m2 = $M()\n$m2.$run({_ONES})",
    ),
    good=(
        f"@$tf.function(reduce_retracing=True)\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
        f"@$tf.function(jit_compile=True)\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
        f"def $make(experimental_compile=False):\n    return experimental_compile\n@use\n$make(experimental_compile=True)",
        f"@$tf.function\ndef $run($x):\n    return $x\n@use\n$run({_ONES})",
    ),
)

_XLA = "@$tf.function(jit_compile=True, reduce_retracing=True)\ndef $total($x):\n    return $tf.reduce_sum($x)\n"

COMPILATION = Pitfall(
    "TFL109",
    kind="program",
    bad=(
        _XLA + "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))  #!",
        "@$tf.function(jit_compile=True, input_signature=[$tf.TensorSpec([None, 2])])\ndef $total($x):\n    return $tf.reduce_sum($x)\n"
        "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))  #!",
        _XLA + _ROWS + "@use\nfor $i in range(1, 8):\n    $total($rows[:$i])  #!",
        _XLA
        + _ROWS
        + "@use\n$h = []\nfor $r in $rows:\n    $h.append($r)\n    $total($tf.stack($h))  #!",
        "def $plain($x):\n    return $tf.reduce_sum($x)\n$total = $tf.function($plain, jit_compile=True, reduce_retracing=True)\n"
        "@use\n$k = 1\nwhile $k < 8:\n    $total($tf.zeros([$k]))  #!\n    $k += 1",
    ),
    good=(
        _XLA + "@use\nfor $i in range(1, 8):\n    $total($tf.ones([4, 2]))",
        "@$tf.function(reduce_retracing=True)\ndef $total($x):\n    return $tf.reduce_sum($x)\n"
        "@use\nfor $i in range(1, 8):\n    $total($tf.ones([$i, 2]))",
        _XLA + _ROWS + "@use\nfor $i in range(0, 8, 2):\n    $total($rows[$i : $i + 2])",
    ),
)

MIXED = Pitfall(
    "TFL110",
    kind="program",
    bad=(
        "@$tf.function\ndef $make($v):\n    return $tf.constant($v)\n@use\n$a = $make(1)\n$b = $make(1.0)  #!",
        "@$tf.function\ndef $make($v):\n    return $tf.constant($v)\n@use\n$a = $make(True)\n$b = $make(1)  #!",
        f"@$tf.function\ndef $half($x, $v):\n    return $x // $v\n@use\n$a = $half($tf.constant(6), 2)\n$b = $half($tf.constant(6), 2.0)  #!",
        f"@$tf.function\ndef $kind($x, $v):\n    if isinstance($v, int):\n        return $x\n    return -$x\n@use\n"
        f"$a = $kind({_ONES}, 0)\n$b = $kind({_ONES}, 0.0)  #!",
        "class $M:\n    @$tf.function\n    def $make($m, $v):\n        return $tf.convert_to_tensor($v)\n@use\n$m2 = $M()\n"
        "$a = $m2.$make(3)\n$b = $m2.$make(3.0)  #!",
    ),
    good=(
        f"@$tf.function\ndef $mul($x, $v):\n    return $x * $v\n@use\n$a = $mul({_ONES}, 1)\n$b = $mul({_ONES}, 1.0)",
        "@$tf.function\ndef $make($v):\n    return $tf.constant($v)\n@use\n$a = $make(1)\n$b = $make(1)",
        "def $make($v):\n    return $tf.constant($v)\n@use\n$a = $make(1)\n$b = $make(1.0)",
        "@$tf.function\ndef $make($v):\n    return $tf.constant($v, $tf.float32)\n@use\n$a = $make(1.0)\n$b = $make(1.0)",
    ),
)

PITFALLS = [
    VALUES,
    IN_LOOP,
    PER_CALL,
    SHAPES,
    OBJECTS,
    INSTANCES,
    UNROLLED,
    OPTIONS,
    COMPILATION,
    MIXED,
]
