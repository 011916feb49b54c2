"""TFL8: ``hybrid_forward`` of MXNet's Gluon."""

from __future__ import annotations

from benchmarks.injection.templates import Pitfall

EFFECTS = Pitfall(
    "TFL801",
    kind="gluon",
    once=True,
    bad=(
        "print('forward')  #!",
        "print($x)  #!",
        "$logging.info('forward')  #!",
        "@top\n$seen = []\n@here\n$seen.append(1)  #!",
        "@init\n$self.$n = 0\n@here\n$self.$n += 1  #!",
        "@init\n$self.$n = None\n@here\n$self.$n = $x  #!",
        "$a = $x * $random.random()  #!",
        "$a = $x * float($np.random.rand())  #!",
        "$a = $time.time()  #!",
        "@top\n$seen = {}\n@here\n$seen['a'] = $x  #!",
        "@top\ndef $tell($v):\n    print('value')  #!\n    return $v\n@here\n$a = $tell($x)",
    ),
    good=(
        "$a = $F.relu($x)",
        "$l = []\n$l.append($x)",
        "$a = $F.Dropout($x, p=0.5)",
        "$d = {}\n$d['a'] = $x",
        "@top\n$n = $random.random()\n@here\n$a = $x * $n",
    ),
)

ACCESS = Pitfall(
    "TFL802",
    kind="gluon",
    bad=(
        "$a = $x.asnumpy()  #!",
        "$a = $x.asscalar()  #!",
        "$x.wait_to_read()  #!",
        "$a = $x.shape  #!",
        "$a = $x.shape[0] * 2  #!",
        "$a, $b = $x.shape[:2]  #!",
        "$a = $x.dtype  #!",
        "$a = $F.zeros($x.shape)  #!",
        "$a = $x.context  #!",
        "$a = $x.size  #!",
        "@top\ndef $dims($g, $v):\n    return $g.sum($v).shape  #!\n@here\n$a = $dims($F, $x)",
    ),
    good=(
        "$a = $F.shape_array($x)",
        "$a = $F.size_array($x)",
        "@top\nimport mxnet as $mxn\n@here\nif isinstance($x, $mxn.nd.NDArray):\n    $a = $x.shape",
        "@top\n$c = $np.ones(3)\n@here\n$a = $c.shape",
        "$a = $F.reshape($x, (0, -1))",
    ),
)

IN_PLACE = Pitfall(
    "TFL803",
    kind="gluon",
    bad=(
        "$a = $F.relu($x)\n$a += $x  #!",
        "$x *= 2  #!",
        "$x[:] = 0  #!",
        "$x[0] = 1.0  #!",
        "$a = $F.relu($x)\n$F.relu($x, out=$a)  #!",
        "$x -= $F.mean($x)  #!",
        "$a = $x * 2\n$a /= 3.0  #!",
    ),
    good=(
        "$a = $x + $x",
        "$n = 1\n$n += 2",
        "$l = [$x]\n$l[0] = $F.relu($x)",
        "$d = {}\n$d['a'] = $x",
        "$a = $x\n$a = $a * 2",
    ),
)

CONTROL = Pitfall(
    "TFL804",
    kind="gluon",
    bad=(
        "if $x.sum() > 0:  #!\n    $a = $x",
        "if $F.sum($x) > 0:  #!\n    $a = $x",
        "while $F.max($x) > 1:  #!\n    $x = $x * 0.5",
        "assert $F.min($x) > 0  #!",
        "$a = $x and 1  #!",
        "$a = not $x  #!",
        "for $r in $x:  #!\n    $a = $r",
        "$a = len($x)  #!",
        "$a = $x if $F.sum($x) > 0 else -$x  #!",
        "$a = max($F.sum($x), $F.mean($x))  #!",
        "$a = [$r * 2 for $r in $x]  #!",
        "$c = $x > 1\nif $c:  #!\n    $a = $x",
    ),
    good=(
        "if $x is not None:\n    $a = $x",
        "@top\n$n = 3\n@here\nif $n > 2:\n    $a = $x",
        "for $r in [$x, $x]:\n    $a = $r",
        "for $r in $F.split($x, num_outputs=2):\n    $a = $r",
        "$a = $F.where($x > 0, $x, -$x)",
        "if $autograd.is_training():\n    $a = $x",
        "$a = len([$x, $x])",
        "for $i in range(2):\n    $a = $x * $i",
    ),
)

NAMESPACE = Pitfall(
    "TFL805",
    kind="gluon",
    bad=(
        "$a = $mx.nd.relu($x)  #!",
        "$a = $x + $mx.nd.ones((2, 3))  #!",
        "from mxnet import nd as $arrays\n$a = $arrays.concat($x, $x, dim=1)  #!",
        "$a = $np.exp($x)  #!",
        "$a = $mx.nd.array([1.0, 2.0])  #!\n$b = $F.broadcast_add($x, $a)  #!",
        "@init\n$self.$c = $mx.nd.ones((2,))\n@here\n$a = $F.broadcast_mul($x, $self.$c)  #!",
        "$a = $x * $mx.nd.random.normal(shape=(2, 3))  #!",
        "$a = $np.sqrt($F.sum($x))  #!",
    ),
    good=(
        "$a = $x * $np.sqrt(2.0)",
        "$a = $x * $np.pi",
        "$a = $F.exp($x)",
        "$a = $F.random.normal(shape=(2, 3))",
        "if isinstance($x, $mx.nd.NDArray):\n    $a = $mx.nd.relu($x)",
        "$a = $F.ones((2, 3)) + 1",
    ),
)

CHILD = Pitfall(
    "TFL806",
    kind="gluon",
    bad=(
        "$a = $nn.Dense(2)($x)  #!",
        "$l = $nn.Conv2D(2, 3)  #!\n$a = $l($x)",
        "$a = $gluon.nn.BatchNorm()($x)  #!",
        "$a = $self.params.get('$w', shape=(1,))  #!",
        "@init\n$self.$w = $self.params.get('$w', shape=(1,))\n@here\n$a = $x * $self.$w.data()  #!",
        "$a = $gluon.rnn.LSTM(3)($x)  #!",
        "from mxnet.gluon.nn import Embedding as $Table\n$a = $Table(3, 4)($x)  #!",
    ),
    good=(
        "@init\n$self.$l = $nn.Dense(2)\n@here\n$a = $self.$l($x)",
        "$a = $F.FullyConnected($x, $x, None, num_hidden=2, no_bias=True)",
        "$a = $nn.Flatten()",
        "$a = {'a': 1}.get('a')",
    ),
)

INDEXING = Pitfall(
    "TFL807",
    kind="gluon",
    bad=(
        "$a = $x[0]  #!",
        "$a = $x[0:1]  #!",
        "$a = $x[:, 0]  #!",
        "$a = $F.relu($x)[-1]  #!",
        "$a = $x[$x > 1]  #!",
        "for $i in range(2):\n    $a = $x[$i]  #!",
        "$a = $x[1:] - $x[:-1]  #!",
        "$a = $x[..., 0]  #!",
    ),
    good=(
        "$a = $F.slice_axis($x, axis=0, begin=0, end=1)",
        "$l = [$x, $x]\n$a = $l[0]",
        "$a = $F.split($x, num_outputs=2)[0]",
        "$a = (1, 2)[0]",
        "$d = {'a': $x}\n$a = $d['a']",
        "$l = [$x, $x]\n$a = $l[1:]",
    ),
)

_BLOCK = "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x):\n"
_X = "$mx.nd.ones((1, 2))"

SIGNATURE = Pitfall(
    "TFL808",
    kind="gluon program",
    bad=(
        _BLOCK
        + f"        return {{'a': F.relu(x)}}  #!\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        _BLOCK
        + f"        return F.relu(x), None  #!\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        _BLOCK
        + f"        $r = {{'a': F.relu(x)}}\n        return $r  #!\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        _BLOCK
        + f"        return F.relu(x), 2  #!\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x, $k):\n        return x * $k\n"
        f"@use\n$net = $Net()\n$net.hybridize()\n$net({_X}, 2)  #!",
        "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x, y=None):\n        return x if y is None else x + y\n"
        f"@use\n$net = $Net()\n$net.hybridize()\n$net({_X}, {_X})\n$net({_X})  #!",
    ),
    good=(
        _BLOCK + f"        return F.relu(x)\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        _BLOCK
        + f"        return F.relu(x), [x, x]\n@use\n$net = $Net()\n$net.hybridize()\n$net({_X})",
        "class $Net($gluon.Block):\n    def forward($n, x):\n        return {'a': x}\n"
        + f"@use\n$net = $Net()\n$net({_X})",
        "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x, $k):\n        return x * $k\n"
        f"@use\n$net = $Net()\n$net.hybridize()\n$net({_X}, {_X})",
    ),
)

FORWARD = Pitfall(
    "TFL809",
    kind="gluon program",
    bad=(
        "class $Net($gluon.HybridBlock):\n    def forward($n, x):  #!\n        return x * 2",
        "class $Net($nn.HybridBlock):\n    def __init__($n):\n        super().__init__()\n        $n.$d = $nn.Dense(2)\n"
        "    def forward($n, x, *args):  #!\n        return $n.$d(x)",
        "class $Base($gluon.HybridBlock):\n    def hybrid_forward($n, F, x):\n        return x\nclass $Net($Base):\n"
        "    def forward($n, x):  #!\n        return x + 1",
        "class $Net($nn.HybridSequential):\n    def forward($n, x):  #!\n        return x",
    ),
    good=(
        "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x):\n        return x * 2",
        "class $Net($gluon.Block):\n    def forward($n, x):\n        return x * 2",
        "class $Net($gluon.HybridBlock):\n    def hybrid_forward($n, F, x):\n        return x\n    def forward($n, x):\n"
        "        return super().forward(x * 2)",
    ),
)

PITFALLS = [
    EFFECTS,
    ACCESS,
    IN_PLACE,
    CONTROL,
    NAMESPACE,
    CHILD,
    INDEXING,
    SIGNATURE,
    FORWARD,
]
