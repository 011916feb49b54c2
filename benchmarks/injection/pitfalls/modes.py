"""TFL9: running modes and Keras calls."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

_MODEL = "$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n"
_OWN = "class $Net($tf.keras.Model):\n    def __init__($n):\n        super().__init__()\n        $n.$d = $tf.keras.layers.Dense(1)\n"
_CALL = "    def call($n, $x):\n        return $n.$d($x)\n"
_ROWS = "$rows = $np.ones((8, 2))\n"

PREDICT = Pitfall(
    "TFL901",
    kind="program",
    bad=(
        _MODEL
        + _ROWS
        + "@use\n$l = []\nfor $r in $rows:\n    $l.append($model.predict($r[None]))  #!",
        _MODEL + _ROWS + "@use\n$l = [$model.predict($r[None], verbose=0) for $r in $rows]  #!",
        _MODEL
        + _ROWS
        + "@use\ndef $act($s):\n    return $model.predict($s[None])  #!\nfor $r in $rows:\n    $act($r)",
        _OWN
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\nfor $i in range(8):\n    $a = $net.predict($rows[$i : $i + 1])  #!",
        _MODEL
        + _ROWS
        + "@use\n$s = $rows[:1]\nwhile $s.sum() < 100:\n    $s = $model.predict($s) + 1.0  #!",
        _MODEL
        + _ROWS
        + "@use\nfor $b in $tf.data.Dataset.from_tensor_slices($rows).batch(2):\n    $model.fit($b, $b)  #!",
        "class $Agent:\n    def __init__($g):\n        $g.$m = $tf.keras.Sequential([$tf.keras.layers.Dense(2)])\n    def $act($g, $s):\n"
        "        return $g.$m.predict($s[None])[0]  #!\n"
        + _ROWS
        + "@use\n$agent = $Agent()\nfor $r in $rows:\n    $agent.$act($r)",
    ),
    good=(
        _MODEL + _ROWS + "@use\n$a = $model.predict($rows)",
        _MODEL + _ROWS + "@use\nfor $r in $rows:\n    $a = $model($r[None], training=False)",
        _MODEL + _ROWS + "@use\nfor $e in range(3):\n    $model.fit($rows, $rows)",
        _ROWS
        + "@use\nfor $m in [$tf.keras.Sequential([$tf.keras.layers.Dense(1)]) for $i in range(2)]:\n    $a = $m.predict($rows)",
        "class $Forest:\n    def predict($f, $x):\n        return $x\n"
        + _ROWS
        + "@use\n$forest = $Forest()\n"
        "for $r in $rows:\n    $a = $forest.predict($r)",
        _MODEL + _ROWS + "@use\nfor $r in $rows:\n    $a = $model.predict_on_batch($r[None])",
    ),
)

EAGER = Pitfall(
    "TFL902",
    kind="program",
    in_tests=False,
    bad=(
        "@use\n$tf.config.run_functions_eagerly(True)  #!",
        _MODEL + "@use\n$model.compile('sgd', 'mse', run_eagerly=True)  #!",
        "@use\n$tf.data.experimental.enable_debug_mode()  #!",
        _MODEL + "@use\n$model.compile(optimizer='adam', loss='mse',\n    run_eagerly=True)  #!",
        "from tensorflow import config as $config\n@use\n$config.run_functions_eagerly(True)  #!",
        "@use\n$tf.config.run_functions_eagerly(run_eagerly=True)  #!",
    ),
    good=(
        _MODEL + "@use\n$model.compile('sgd', 'mse')",
        _MODEL + "@use\n$model.compile('sgd', 'mse', run_eagerly=False)",
        "@use\n$tf.config.run_functions_eagerly(False)",
        "@use\n$debug = False\nif $debug:\n    $tf.config.run_functions_eagerly(True)",
    ),
)

LOOPS = Pitfall(
    "TFL903",
    bad=(
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$a = $model.predict($x)  #!",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$model.fit($x, $x)  #!",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$a = $model.evaluate($x, $x)  #!",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$model.save('m.keras')  #!",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$a = $model.get_weights()  #!",
        "@init\n$self.$m = $keras.Sequential([$keras.layers.Dense(1)])\n@here\n$a = $self.$m.predict($x)  #!",
        "@top\nclass $Net($keras.Model):\n    def __init__($n):\n        super().__init__()\n        $n.$d = $keras.layers.Dense(1)\n"
        "    def call($n, $v):\n        return $n.$d($v)\n$net = $Net()\n@here\n$a = $net.predict_on_batch($x)  #!",
        "@top\n$model = $keras.applications.MobileNetV2()\n@here\n$a = $model.predict($x)  #!",
        "@top\ndef $build():\n    $i = $keras.Input((2,))\n    return $keras.Model($i, $keras.layers.Dense(1)($i))\n$model = $build()\n"
        "@here\n$a = $model.predict($x)  #!",
    ),
    good=(
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$a = $model($x, training=False)",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$model.train_on_batch($x, $x)",
        "@top\nclass $Forest:\n    def predict($f, $v):\n        return $v\n$forest = $Forest()\n@here\n$a = $forest.predict($x)",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\n$a = $model.trainable_variables",
        "@top\n$model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n@here\nif $tf.executing_eagerly():\n    $a = $model.predict($x)",
    ),
)

ON_CALL = Pitfall(
    "TFL904",
    kind="program",
    bad=(
        _OWN
        + "    @$tf.function  #!\n"
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\n$net.compile('sgd', 'mse')\n$net.fit($rows, $rows)",
        _OWN
        + "    @$tf.function(reduce_retracing=True)  #!\n"
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\n$net.compile(optimizer='adam', loss='mse')\n$net.fit($rows, $rows, epochs=2)",
        _OWN
        + "    @$tf.function  #!\n"
        + _CALL
        + _ROWS
        + "def $train($n):\n    $n.compile('sgd', 'mse')\n    $n.fit($rows, $rows)\n@use\n$train($Net())",
    ),
    good=(
        _OWN
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\n$net.compile('sgd', 'mse')\n$net.fit($rows, $rows)",
        _OWN
        + "    @$tf.function\n"
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\n$net.build((None, 2))\n$net.compile('sgd', 'mse')\n$net.fit($rows, $rows)",
        _OWN + "    @$tf.function\n" + _CALL + _ROWS + "@use\n$net = $Net()\n$a = $net($rows)",
        _OWN
        + "    @$tf.function\n"
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\n$net($rows)\n$net.compile('sgd', 'mse')\n$net.fit($rows, $rows)",
    ),
)

COMPILE = Pitfall(
    "TFL905",
    kind="program",
    bad=(
        _MODEL
        + _ROWS
        + "@use\nfor $e in range(3):\n    $model.compile('sgd', 'mse')  #!\n    $model.fit($rows, $rows)",
        _OWN
        + _CALL
        + _ROWS
        + "@use\n$net = $Net()\nfor $lr in (0.1, 0.01):\n    $net.compile($tf.keras.optimizers.SGD($lr), 'mse')  #!\n"
        "    $net.fit($rows, $rows)",
        _MODEL
        + _ROWS
        + "@use\n$e = 0\nwhile $e < 3:\n    $model.compile(optimizer='adam', loss='mse')  #!\n    $model.fit($rows, $rows)\n    $e += 1",
        "def $make():\n    return $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n"
        + _ROWS
        + "@use\n$model = $make()\nfor $e in range(3):\n    $model.compile('sgd', 'mse')  #!\n    $model.fit($rows, $rows)",
    ),
    good=(
        _MODEL
        + _ROWS
        + "@use\n$model.compile('sgd', 'mse')\nfor $e in range(3):\n    $model.fit($rows, $rows)",
        _ROWS
        + "@use\nfor $e in range(3):\n    $model = $tf.keras.Sequential([$tf.keras.layers.Dense(1)])\n"
        "    $model.compile('sgd', 'mse')\n    $model.fit($rows, $rows)",
        "import re as $re\n@use\nfor $p in ('a', 'b'):\n    $a = $re.compile($p)",
    ),
)

PITFALLS = [PREDICT, EAGER, LOOPS, ON_CALL, COMPILE]
