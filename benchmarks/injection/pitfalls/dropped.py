"""TFL4: results and errors that the graph drops."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

DISCARDED = Pitfall(
    "TFL401",
    bad=(
        "$tf.gather($x, 0)  #!",
        "$tf.reshape($x, [-1, 1])  #!",
        "$tf.cast($x, $tf.int32)  #!",
        "$tf.linalg.inv($tf.eye(2))  #!",
        '$tf.strings.to_number($tf.constant("1.5"))  #!',
        "$tf.ensure_shape($x, [None, None])  #!",
        "$tf.concat([$x, $x], axis=0)  #!",
        "$tf.stack([$x, $x])  #!",
        "$tf.matmul($tf.ones([2, 2]), $tf.eye(2))  #!",
        "$tf.io.decode_jpeg($tf.constant(b''))  #!",
        "$tf.linalg.cholesky($tf.eye(2))  #!",
        "@top\ndef $check($v):\n    $tf.gather($v, 0)  #!\n    return $v\n@here\n$check($x)",
        "$tf.boolean_mask($x, $x > 0.0)  #!",
    ),
    good=(
        "$tf.debugging.assert_all_finite($x, 'bad')",
        '$tf.debugging.check_numerics($x, "bad")',
        "$tf.debugging.assert_non_negative($tf.abs($x))",
        "$tf.print($x)",
        "$tf.Assert(True, [$x])",
        "@top\n$v = $tf.Variable(1.0)\n@here\n$v.assign_add(1.0)",
        "$a = $tf.gather($x, 0)\n$tf.print($a)",
        '$tf.io.write_file("a.txt", "x")',
        "$tf.summary.scalar('a', 1.0, step=0)",
        "$tf.py_function(lambda $v: $v, [$x], $tf.float32)",
        "$l = []\n$l.append($tf.gather($x, 0))",
    ),
)

UNUSED = Pitfall(
    "TFL402",
    bad=(
        "$a = $tf.gather($x, 0)  #!",
        "_$a = $tf.reshape($x, [-1, 1])  #!",
        "$a = $tf.matmul($tf.ones([2, 2]), $tf.eye(2))  #!\ndel $a",
        '$a = $tf.strings.to_number($tf.constant("1.5"))  #!',
        "$a: $tf.Tensor = $tf.linalg.inv($tf.eye(2))  #!",
        "$a = $tf.gather($x, [0])  #!\n$b = $tf.zeros($tf.shape($a))\n$tf.print($b)",
        "$a = $tf.concat([$x, $x], axis=0)  #!",
        "$a = $tf.cast($x, $tf.int32) // $tf.cast($tf.abs($x), $tf.int32)  #!",
        "@top\ndef $check($v):\n    $a = $tf.gather($v, 0)  #!\n    return $v\n@here\n$check($x)",
    ),
    good=(
        "$a = $tf.gather($x, 0)\n$tf.print($a)",
        "$a = $tf.gather($x, 0)\n$b = $a + 1.0\n$tf.print($b)",
        "$a = 3",
        "$a = $tf.debugging.assert_all_finite($x, 'bad')",
        "@top\n$v = $tf.Variable(1.0)\n@here\n$a = $v.assign_add(1.0)",
        "$a = $tf.py_function(lambda $v: $v, [$x], $tf.float32)",
        "$a = $tf.gather($x, 0)\ndef $use():\n    return $a + 1.0\n$tf.print($use())",
        "$a = $tf.gather($x, 0)\n$tf.print(locals())",
        "$a = $x.shape",
    ),
)

CAUGHT = Pitfall(
    "TFL403",
    wraps=False,
    bad=(
        "try:\n    $a = $tf.gather($x, 0)\nexcept $tf.errors.InvalidArgumentError:  #!\n    $a = $tf.constant(1.0)",
        "try:\n    $a = $tf.gather($x, 0)\nexcept Exception:  #!\n    $a = $tf.constant(1.0)",
        "try:\n    $a = $tf.linalg.inv($x)\nexcept ($tf.errors.InvalidArgumentError, KeyError) as $e:  #!\n    $a = $x",
        "try:\n    $a = $tf.gather($x, 0)\nexcept:  #!\n    $a = $x",
        "with $contextlib.suppress($tf.errors.InvalidArgumentError):  #!\n    $a = $tf.gather($x, 0)",
        "@top\n$it = iter($tf.data.Dataset.range(2))\n@here\ntry:\n    $a = next($it)\n"
        "except $tf.errors.OutOfRangeError:  #!\n    $a = $tf.constant(0, $tf.int64)",
        "@top\n$it = iter($tf.data.Dataset.range(2))\n@here\ntry:\n    $a = next($it)\n"
        "except StopIteration:  #!\n    $a = $tf.constant(0, $tf.int64)",
        "@top\ndef $pick($v):\n    return $tf.gather($v, 0)\n@here\ntry:\n    $a = $pick($x)\n"
        "except $tf.errors.OpError:  #!\n    $a = $x",
        "try:\n    $tf.debugging.assert_positive($x)\nexcept $tf.errors.InvalidArgumentError:  #!\n    $a = $x",
        "@top\n$Bad = $tf.errors.InvalidArgumentError\n@here\ntry:\n    $a = $tf.gather($x, 0)\n"
        "except $Bad:  #!\n    $a = $x",
    ),
    good=(
        "try:\n    $a = $x.$missing\nexcept AttributeError:\n    $a = $x",
        "try:\n    $a = $tf.reshape($x, [3, -1])\nexcept ValueError:\n    $a = $x",
        "try:\n    $a = $tf.gather($x, 0)\nexcept $tf.errors.InvalidArgumentError as $e:\n    raise ValueError('bad') from $e",
        "try:\n    $a = {'a': 1}['b']\nexcept KeyError:\n    $a = $x",
        "try:\n    $a = $tf.gather($x, 0)\nfinally:\n    $b = 1",
        "with $contextlib.suppress(KeyError):\n    $a = {'a': 1}['b']",
        "try:\n    $a = int('x')\nexcept Exception:\n    $a = 0",
    ),
)

WRITES = Pitfall(
    "TFL404",
    bad=(
        "$t = $tf.TensorArray($tf.float32, size=3)\n$t.write(0, 1.0)  #!\n$a = $t.stack()",
        "$t = $tf.TensorArray($tf.float32, size=3)\nfor $i in $tf.range(3):\n    $t.write($i, 1.0)  #!\n$a = $t.stack()",
        "$t = $tf.TensorArray($tf.float32, size=0, dynamic_size=True)\n$t.unstack($x)  #!",
        "$t = $tf.TensorArray(dtype=$tf.float32, size=3)\n$t = $t.write(0, 2.0)\n$t.write(1, 1.0)  #!\n$a = $t.stack()",
        "@top\ndef $fill($u):\n    $u.write(0, 1.0)  #!\n    return $u\n@here\n"
        "$t = $fill($tf.TensorArray($tf.float32, size=1))",
        "$t = $tf.TensorArray($tf.float32, size=2)\n$t.scatter([0, 1], [[1.0], [2.0]])  #!",
        "@top\ndef $make($n):\n    return $tf.TensorArray($tf.float32, size=$n)\n@here\n$t = $make(2)\n$t.write(0, 1.0)  #!",
        "$ts = [$tf.TensorArray($tf.float32, size=2) for $i in range(2)]\nfor $t in $ts:\n    $t.write(0, 1.0)  #!",
    ),
    good=(
        "$t = $tf.TensorArray($tf.float32, size=3)\n$t = $t.write(0, 1.0)\n$a = $t.stack()",
        "$t = $tf.TensorArray($tf.float32, size=3).unstack([1.0, 2.0, 3.0])\n$a = $t.read(0)",
        "@top\nclass $File:\n    def write($f, $i, $v):\n        return $v\n@here\n$File().write(0, $x)",
        "$t = $tf.TensorArray($tf.float32, size=2)\nfor $i in $tf.range(2):\n    $t = $t.write($i, 1.0)\n$a = $t.stack()",
        "'a b'.split(' ')",
    ),
)

XLA = Pitfall(
    "TFL405",
    kind="program",
    bad=(
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    $tf.debugging.assert_non_negative($x)  #!\n"
        "    return $tf.sqrt($x)\n@use\n$root($tf.ones([2]))",
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    return $tf.debugging.check_numerics($x, 'bad')  #!\n"
        "@use\n$root($tf.ones([2]))",
        "def $check($x):\n    $tf.Assert($tf.reduce_all($x > 0), [$x])  #!\n    return $x\n"
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    return $tf.sqrt($check($x))\n@use\n$root($tf.ones([2]))",
        "def $plain($x):\n    $tf.debugging.assert_less($x, 3.0)  #!\n    return $x * 2\n"
        "$root = $tf.function($plain, jit_compile=True)\n@use\n$root($tf.ones([2]))",
        "class $Model:\n    @$tf.function(experimental_compile=True)\n    def $run($m, $x):\n"
        "        $tf.debugging.assert_equal($tf.shape($x)[0], 2)  #!\n        return $x\n@use\n$model = $Model()\n$model.$run($tf.ones([2]))",
        "$xla = $functools.partial($tf.function, jit_compile=True)\n@$xla\ndef $root($x):\n"
        "    $tf.debugging.assert_positive($x)  #!\n    return $x\n@use\n$root($tf.ones([2]))",
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    with $tf.control_dependencies([$tf.debugging.assert_all_finite($x, 'bad')]):  #!\n"
        "        return $x + 1.0\n@use\n$root($tf.ones([2]))",
    ),
    good=(
        "@$tf.function\ndef $root($x):\n    $tf.debugging.assert_non_negative($x)\n    return $tf.sqrt($x)\n@use\n$root($tf.ones([2]))",
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    $tf.debugging.assert_rank($x, 1)\n    return $tf.sqrt($x)\n"
        "@use\n$root($tf.ones([2]))",
        "@$tf.function(jit_compile=False)\ndef $root($x):\n    $tf.debugging.assert_positive($x)\n    return $x\n@use\n$root($tf.ones([2]))",
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    return $tf.sqrt($x)\ndef $safe($x):\n"
        "    $tf.debugging.assert_positive($x)\n    return $root($x)\n@use\n$safe($tf.ones([2]))",
        "@$tf.function(jit_compile=True)\ndef $root($x):\n    $tf.debugging.assert_shapes([($x, ('N',))])\n    return $x\n"
        "@use\n$root($tf.ones([2]))",
    ),
)

TAPE = Pitfall(
    "TFL406",
    kind="program",
    bad=(
        "@$tf.function\ndef $square($t, $x):\n    $t.watch($x)  #!\n    return $x * $x\n@use\n$z = $tf.constant(2.0)\n"
        "with $tf.GradientTape() as $tape:\n    $y = $square($tape, $z)\n$a = $tape.gradient($y, $z)",
        "@$tf.function\ndef $square($x, tape=None):\n    tape.watch($x)  #!\n    return $x * $x\n@use\n$z = $tf.constant(2.0)\n"
        "with $tf.GradientTape(persistent=True) as $tape:\n    $y = $square($z, tape=$tape)\n$a = $tape.gradient($y, $z)",
        "def $look($t, $x):\n    $t.watch($x)  #!\n@$tf.function\ndef $square($t, $x):\n    $look($t, $x)\n    return $x * $x\n"
        "@use\n$z = $tf.constant(2.0)\nwith $tf.GradientTape() as $tape:\n    $y = $square($tape, $z)\n$a = $tape.gradient($y, $z)",
        "class $Model:\n    @$tf.function\n    def $run($m, $t, $x):\n        $t.watch($x)  #!\n        return $x * $x\n@use\n"
        "$model = $Model()\n$z = $tf.constant(2.0)\nwith $tf.GradientTape() as $tape:\n    $y = $model.$run($tape, $z)",
        "def $plain($t, $x):\n    $t.watch($x)  #!\n    return $x * $x\n$square = $tf.function($plain)\n@use\n"
        "$z = $tf.constant(2.0)\nwith $tf.GradientTape() as $tape:\n    $y = $square($tape, $z)",
    ),
    good=(
        "@$tf.function\ndef $square($x):\n    with $tf.GradientTape() as $t:\n        $t.watch($x)\n        $y = $x * $x\n"
        "    return $t.gradient($y, $x)\n@use\n$square($tf.constant(2.0))",
        "@$tf.function\ndef $square($x):\n    return $x * $x\n@use\n$z = $tf.constant(2.0)\n"
        "with $tf.GradientTape() as $tape:\n    $tape.watch($z)\n    $y = $square($z)",
        "def $square($t, $x):\n    $t.watch($x)\n    return $x * $x\n@use\n$z = $tf.constant(2.0)\n"
        "with $tf.GradientTape() as $tape:\n    $y = $square($tape, $z)",
        "def $look($t, $x):\n    $t.watch($x)\n@$tf.function\ndef $square($x):\n    with $tf.GradientTape() as $t:\n"
        "        $look($t, $x)\n        $y = $x * $x\n    return $t.gradient($y, $x)\n@use\n$square($tf.constant(2.0))",
    ),
)

PITFALLS = [DISCARDED, UNUSED, CAUGHT, WRITES, XLA, TAPE]
