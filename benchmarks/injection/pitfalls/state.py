"""TFL2: state made while tracing."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

_BOX = "@top\nclass $Box:\n    def __init__($b):\n        $b.$v = None\n"

VARIABLES = Pitfall(
    "TFL201",
    once=True,
    bad=(
        "$v = $tf.Variable(1.0)  #!\n$a = $x * $v",
        "$v = $tf.Variable($tf.zeros([2]), trainable=False)  #!\n$v.assign_add([1.0, 1.0])",
        "with $tf.init_scope():\n    $v = $tf.Variable(1.0)  #!",
        "@top\ndef $make($s):\n    return $tf.Variable($tf.ones($s))  #!\n@here\n$v = $make([2])",
        "@top\nclass $Scale:\n    def __init__($c):\n        $c.$v = $tf.Variable(2.0)  #!\n"
        "    def __call__($c, $u):\n        return $u * $c.$v\n@here\n$a = $Scale()($x)",
        "$v = [$tf.Variable(float($i)) for $i in range(2)]  #!",
        "@top\n$Var = $tf.Variable\n@here\n$v = $Var(initial_value=0.0)  #!",
        "$v = $tf.compat.v2.Variable(1.0)  #!",
        "@init\n$self.$v = None\n@here\n$self.$v = $tf.Variable(1.0)  #!",
        "$v = {'a': $tf.Variable(1.0)}  #!",
    ),
    good=(
        "@init\n$self.$v = None\n@here\nif $self.$v is None:\n    $self.$v = $tf.Variable(1.0)",
        "@top\n$v = None\n@here\nglobal $v\nif $v is None:\n    $v = $tf.Variable(1.0)",
        "@top\n$v = $tf.Variable(1.0)\n@here\n$a = $x * $v",
        "$v = $tf.constant(1.0)\n$a = $x * $v",
        "@init\n$self.$v = $tf.Variable(1.0)\n@here\n$a = $x * $self.$v",
        "@here\nif not hasattr($self, '$v'):\n    $self.$v = $tf.Variable(1.0)",
        "$a = isinstance($x, $tf.Variable)",
        "if $tf.executing_eagerly():\n    $v = $tf.Variable(1.0)",
    ),
)

LAYERS = Pitfall(
    "TFL202",
    once=True,
    bad=(
        "$a = $tf.keras.layers.Dense(3)($x)  #!",
        "$l = $tf.keras.layers.Dropout(0.5)  #!\n$a = $l($x, training=True)",
        "$l = $keras.layers.Dense(3)  #!\n$a = $l($x)",
        "$l = $keras.Sequential([$keras.layers.Dense(3)])  #!\n$a = $l($x)",
        "@top\ndef $make($n):\n    return $tf.keras.layers.Dense($n)  #!\n@here\n$a = $make(2)($x)",
        "$l = $keras.layers.BatchNormalization()  #!",
        "$a = $keras.layers.LSTM(4)($x[None])  #!",
        "@top\nclass $Head($keras.layers.Layer):\n    def __init__($h):\n        super().__init__()\n"
        "        $h.$d = $keras.layers.Dense(2)\n    def call($h, $u):\n        return $h.$d($u)\n"
        "@here\n$a = $Head()($x)  #!",
        "from tensorflow.keras import layers as $layers\n$a = $layers.Conv1D(2, 3)($x[None])  #!",
        "for $i in range(2):\n    $a = $keras.layers.Embedding(10, 4)($tf.constant([$i]))  #!",
        "@top\n$make = {'d': $keras.layers.Dense}\n@here\n$a = $make['d'](2)($x)  #!",
    ),
    good=(
        "$a = $keras.layers.ReLU()($x)",
        "$a = $keras.layers.Flatten()($x)",
        "@init\n$self.$l = $keras.layers.Dense(2)\n@here\n$a = $self.$l($x)",
        "@top\n$l = $keras.layers.Dense(2)\n@here\n$a = $l($x)",
        "$f = $keras.losses.MeanSquaredError()\n$a = $f($x, $x)",
        "@init\n$self.$l = None\n@here\nif $self.$l is None:\n    $self.$l = $keras.layers.Dense(2)",
        "$a = $keras.layers.Add()([$x, $x])",
        "$a = $tf.keras.activations.relu($x)",
    ),
)

OPTIMIZERS = Pitfall(
    "TFL203",
    once=True,
    bad=(
        "$o = $tf.keras.optimizers.Adam(0.1)  #!",
        "$o = $keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)  #!",
        "$m = $tf.keras.metrics.Mean()  #!\n$m.update_state($x)",
        "$m = $keras.metrics.MeanSquaredError(name='m')  #!\n$a = $m($x, $x)",
        "@top\ndef $make($r):\n    return $tf.keras.optimizers.RMSprop($r)  #!\n@here\n$o = $make(0.1)",
        "from tensorflow.keras.optimizers import Adagrad as $Opt\n$o = $Opt(0.1)  #!",
        "$ms = [$tf.keras.metrics.Accuracy() for $i in range(2)]  #!",
        "$m = $tf.keras.metrics.AUC()  #!",
    ),
    good=(
        "@top\n$m = $tf.keras.metrics.Mean()\n@here\n$m.update_state($x)",
        "@top\n$o = $tf.keras.optimizers.Adam(0.1)\n$w = $tf.Variable(1.0)\n@here\n"
        "$o.apply_gradients([($tf.constant(1.0), $w)])",
        "$f = $tf.keras.losses.MeanSquaredError()\n$a = $f($x, $x)",
        "@init\n$self.$m = $tf.keras.metrics.Mean()\n@here\n$self.$m.update_state($x)",
        "$a = $tf.keras.metrics.mean_squared_error($x, $x)",
        "@init\n$self.$o = None\n@here\nif $self.$o is None:\n    $self.$o = $tf.keras.optimizers.Adam()",
    ),
)

RESOURCES = Pitfall(
    "TFL204",
    once=True,
    bad=(
        "$g = $tf.random.Generator.from_seed(1)  #!\n$a = $g.normal([2])",
        "$g = $tf.random.Generator.from_non_deterministic_state()  #!",
        "$q = $tf.queue.FIFOQueue(10, [$tf.float32])  #!",
        "$t = $tf.lookup.experimental.MutableHashTable($tf.string, $tf.int64, -1)  #!",
        "$s = $keras.random.SeedGenerator(1)  #!",
        "@top\ndef $make():\n    return $tf.random.Generator.from_seed(3)  #!\n@here\n$a = $make().uniform([2])",
        "$g = $tf.random.Generator.from_key_counter(key=1, counter=[0, 0], alg='philox')  #!",
        "$q = $tf.queue.RandomShuffleQueue(10, 1, [$tf.float32])  #!",
    ),
    good=(
        "@top\n$g = $tf.random.Generator.from_seed(1)\n@here\n$a = $g.normal([2])",
        "$a = $tf.random.get_global_generator().normal([2])",
        "$a = $tf.random.stateless_normal([2], seed=[1, 2])",
        "$t = $tf.TensorArray($tf.float32, size=2)",
        "$d = iter($tf.data.Dataset.range(3))\n$a = next($d)",
        "@init\n$self.$g = None\n@here\nif $self.$g is None:\n    $self.$g = $tf.random.Generator.from_seed(1)",
    ),
)

LATE = Pitfall(
    "TFL205",
    kind="program",
    bad=(
        "class $Scaler:\n    def __init__($s):\n        $s.$v = {}\n    @$tf.function\n    def $scale($s, $x, $n):\n"
        "        if $n not in $s.$v:\n            $s.$v[$n] = $tf.Variable(2.0)  #!\n        return $x * $s.$v[$n]\n"
        "@use\n$scaler = $Scaler()\n$scaler.$scale($tf.ones([2]), 'left')\n$scaler.$scale($tf.ones([2]), 'right')",
        "class $Net:\n    def __init__($s):\n        $s.$v = {}\n    def $layer($s, $n):\n"
        "        if $n not in $s.$v:\n            $s.$v[$n] = $keras.layers.Dense(2)  #!\n        return $s.$v[$n]\n"
        "    @$tf.function\n    def $run($s, $x, $n):\n        return $s.$layer($n)($x)\n"
        "@use\n$net = $Net()\nfor $k in ('a', 'b'):\n    $net.$run($tf.ones([1, 2]), $k)",
        "class $Lazy:\n    def __init__($s):\n        $s.$w = None\n    @$tf.function\n    def $run($s, $x):\n"
        "        if $tf.reduce_sum($x) > 0:\n            if $s.$w is None:\n                $s.$w = $tf.Variable(1.0)  #!\n"
        "        return $x\n@use\n$lazy = $Lazy()\n$lazy.$run($tf.ones([2]))",
        "class $Shift:\n    def __init__($s):\n        $s.$w = None\n    @$tf.function\n    def $run($s, $x, $e):\n"
        "        if $e and $s.$w is None:\n            $s.$w = $tf.Variable(1.0)  #!\n        return $x + $s.$w if $e else $x\n"
        "@use\n$shift = $Shift()\n$shift.$run($tf.ones([2]), False)\n$shift.$run($tf.ones([2]), True)",
        "$made = {}\n@$tf.function\ndef $run($x, $n):\n    if $n not in $made:\n"
        "        $made[$n] = $tf.Variable(1.0)  #!\n    return $x * $made[$n]\n"
        "@use\nfor $k in range(3):\n    $run($tf.ones([2]), $k)",
    ),
    good=(
        "class $Scaler:\n    def __init__($s):\n        $s.$v = None\n    @$tf.function\n    def $scale($s, $x):\n"
        "        if $s.$v is None:\n            $s.$v = $tf.Variable(2.0)\n        return $x * $s.$v\n"
        "@use\n$scaler = $Scaler()\n$scaler.$scale($tf.ones([2]))\n$scaler.$scale($tf.ones([2]))",
        "class $Scaler:\n    def __init__($s):\n        $s.$v = {}\n    @$tf.function\n    def $scale($s, $x, $n):\n"
        "        if $n not in $s.$v:\n            $s.$v[$n] = $tf.Variable(2.0)\n        return $x * $s.$v[$n]\n"
        "@use\n$scaler = $Scaler()\n$scaler.$scale($tf.ones([2]), 'left')\n$scaler.$scale($tf.ones([2]), 'left')",
        "class $Net:\n    def __init__($s):\n        $s.$v = {$n: $tf.Variable(1.0) for $n in ('a', 'b')}\n"
        "    @$tf.function\n    def $run($s, $x, $n):\n        return $x * $s.$v[$n]\n"
        "@use\n$net = $Net()\nfor $k in ('a', 'b'):\n    $net.$run($tf.ones([2]), $k)",
        "$made = {}\ndef $run($x, $n):\n    if $n not in $made:\n        $made[$n] = $tf.Variable(1.0)\n"
        "    return $x * $made[$n]\n@use\nfor $k in range(3):\n    $run($tf.ones([2]), $k)",
    ),
)

_APPLY = "@$tf.function\ndef $apply($o, $g, $v):\n    $o.apply_gradients([($g, $v)])\n"
_ONE = "$tf.constant(1.0)"

SECOND_OPTIMIZER = Pitfall(
    "TFL206",
    kind="program",
    bad=(
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\n$s = $keras.optimizers.Adam(0.01)\n$f = $keras.optimizers.Adam(1.0)\n"
        f"$apply($s, {_ONE}, $w)\n$apply($f, {_ONE}, $w)  #!",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\nfor $k in ($keras.optimizers.Adam(0.1), $keras.optimizers.RMSprop(0.1)):\n"
        f"    $apply($k, {_ONE}, $w)  #!",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\nfor $r in (0.1, 0.2):\n    $k = $tf.keras.optimizers.Adam($r)\n"
        f"    $apply($k, {_ONE}, $w)  #!",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\nfor $r in (0.1, 0.2):\n    $apply($tf.keras.optimizers.Adam($r), {_ONE}, $w)  #!",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\n$s = $tf.keras.optimizers.Adam(0.01)\n$f = $tf.keras.optimizers.Adagrad(1.0)\n"
        f"for $i in range(3):\n    $apply($s, {_ONE}, $w)\n    $apply($f, {_ONE}, $w)  #!",
        "class $Trainer:\n    @$tf.function\n    def $step($t, $x, $o):\n        $o.apply_gradients([($x, $t.$w)])\n"
        "    def __init__($t):\n        $t.$w = $tf.Variable(1.0)\n@use\n$trainer = $Trainer()\n"
        "$a, $b = $tf.keras.optimizers.Adam(), $tf.keras.optimizers.Nadam()\n"
        f"$trainer.$step({_ONE}, $a)\n$trainer.$step({_ONE}, $b)  #!",
    ),
    good=(
        _APPLY + f"@use\n$w = $tf.Variable(1.0)\n$s = $keras.optimizers.Adam(0.01)\n"
        f"for $i in range(3):\n    $apply($s, {_ONE}, $w)",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\n$s = $keras.optimizers.Adam(0.01)\n$f = $keras.optimizers.Adam(1.0)\n"
        f"$s.build([$w])\n$f.build([$w])\n$apply($s, {_ONE}, $w)\n$apply($f, {_ONE}, $w)",
        _APPLY
        + f"@use\n$w = $tf.Variable(1.0)\n$s = $keras.optimizers.SGD(0.01)\n$f = $keras.optimizers.SGD(1.0)\n"
        f"$apply($s, {_ONE}, $w)\n$apply($f, {_ONE}, $w)",
        "def $apply($o, $g, $v):\n    $o.apply_gradients([($g, $v)])\n"
        f"@use\n$w = $tf.Variable(1.0)\nfor $k in ($keras.optimizers.Adam(0.1), $keras.optimizers.RMSprop(0.1)):\n"
        f"    $tf.function($apply)($k, {_ONE}, $w)",
    ),
)

PITFALLS = [VARIABLES, LAYERS, OPTIMIZERS, RESOURCES, LATE, SECOND_OPTIMIZER]
