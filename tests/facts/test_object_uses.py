"""What becomes of the objects of a class, by what their ``call`` or ``hybrid_forward`` then is."""

from __future__ import annotations

import pytest
from snippets import function_of, module_of, project_of

from tflint.facts.graphs.object_uses import ObjectsOfProject

KERAS = """\
import copy
import keras
import tensorflow as tf
class Net(keras.Model):
    def call(self, x):
        return x
"""
GLUON = """\
from mxnet.gluon import nn
class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return x
"""


def is_traced(code: str, name: str) -> bool:
    project = project_of({"m.py": code})
    return project.tracing.is_traced(function_of(project, name))


@pytest.mark.parametrize(
    "code",
    [
        "net = Net()\nnet(1)",
        "net = Net()\nif net is not None:\n    print(net)\nnet.summary()",
        "def main():\n    net = Net()\n    other = net\n    return other(1)\nmain()",
        "def make():\n    return Net()\ndef main():\n    net = make()\n    net(1)",
        "def step(net, x):\n    return net(x)\nstep(Net(), 1)",
        "class Agent:\n    def __init__(self):\n        self.net = Net()\n"
        "    def act(self, x):\n        return self.net(x)\nAgent()",
        "net = Net()\ntf.train.Checkpoint(net=net)",
        "a, b = Net(), Net()\na(b(1))",
        "class Other(Net):\n    def __init__(self):\n        super(Other, self).__init__()\n"
        "net = Other()\nnet(1)",
        "nets = {}\nnets['a'] = Net()\nfor net in nets.values():\n    net.trainable = False",
        "net = Net() if tf.test.is_gpu_available() else Net()\nnet(1)",
        "net = Net()\nnet(keras.Input((1,)))\nnet(1)\nother = unknown()\nother.fit(1)",
        "x = keras.Input((1,))\nnet = Net()\nmodel = keras.Model(x, net(x))\nmodel(1)",
        "def make():\n    x = keras.Input((1,))\n    return keras.Model(x, x)\n"
        "make().fit(1)\nnet = Net()\nnet(1)",
        "def make():\n    x = keras.Input((1,))\n    return keras.Model(x, x), None\n"
        "def main():\n    model, _ = make()\n    model.fit(1)\n    net = Net()\n    net(1)\nmain()",
        "class Mine(Net):\n    def fit(self, x):\n        return self(x)\nMine().fit(1)",
        "net = Net()\nnet.build((None, 1))\nnet(1)",
        "def use(net):\n    if type(net).__name__ == 'Net':\n        return net(1)\n    net.fit(1)\n"
        "use(Net())",
        "def use(net):\n    name = net.__class__.__name__.lower()\n    if name in ['net', 'a']:\n"
        "        net(1)\n    elif name == 'a' or name == 'b':\n        net.predict(1)\n    else:\n"
        "        net.fit(1)\nuse(Net())",
    ],
)
def test_a_model_that_is_only_called_runs_where_it_is_called(code: str) -> None:
    assert not is_traced(KERAS + code, "Net.call")


@pytest.mark.parametrize(
    ("code", "traced"),
    [
        ("net = Net()\nnet(1)\nnet = other()\nnet.fit(1)", False),
        ("net = Net()\nnet(1)\nif flag():\n    net = other()\nnet.fit(1)", True),
        ("net = Net()\nnet(1)\nfor net in others():\n    net.fit(1)", False),
        ("net = other()\nfor n in rows():\n    net.fit(1)\n    net = Net()\n    net(1)", True),
        ("net = Net()\nnet(1)\ndef train():\n    net.fit(1)\nnet = other()", True),
        ("net = Net()\nnet(1)\nnet = other()\nnet = Net()\nnet.fit(1)", True),
        ("nets = [Net()]\nnets += others()\nfor net in nets:\n    net.fit(1)", True),
    ],
)
def test_a_name_stands_for_what_it_was_given_last(code: str, traced: bool) -> None:
    assert is_traced(KERAS + code, "Net.call") is traced


@pytest.mark.parametrize("given", ["iter", "list", "reversed", "sorted", "tuple", "set"])
@pytest.mark.parametrize("used", ["net(1)", "net.fit(1)"])
def test_models_are_followed_through_what_gives_them_one_by_one(given: str, used: str) -> None:
    code = f"nets = [Net(), Net()]\nfor net in {given}(nets):\n    {used}"
    assert is_traced(KERAS + code, "Net.call") is (given == "set" or used != "net(1)")


@pytest.mark.parametrize(
    "code",
    [
        "",
        "net = Net()\nnet.fit(1)",
        "net = Net()\nother = net\nother.predict(1)",
        "def train(net):\n    net.compile('sgd')\ntrain(Net())",
        "def make():\n    return Net()\nmake().evaluate(1)",
        "def make():\n    return Net()\nmakers = [make]\nnet = make()\nnet(1)",
        "net = Net()\nkeras.Sequential([net])",
        "x = keras.Input((1,))\nnet = Net()\nkeras.Model(x, net(x)).fit(1)",
        "def inputs():\n    return keras.layers.Input((1,))\ndef connect(x):\n    return Net()(x)\n"
        "def main(model):\n    connect(inputs())\n    model.predict(1)",
        "x = keras.Input((1,))\nmodel = keras.Model(x, Net()(x))\nstep = tf.function(lambda: model(1))",
        "def make():\n    return {'x': keras.Input((1,))}\ndef main(model):\n    x = make()\n"
        "    net = Net()\n    net(x['x'])\n    model.fit(1)",
        "class Maker:\n    def __init__(self):\n        self.x = keras.Input((1,))\n"
        "    def make(self):\n        return keras.Model(self.x, Net()(self.x))\n"
        "def main():\n    Maker().make().fit(1)",
        "x = keras.Input((1,))\ndef make():\n    return keras.Model(x, Net()(x))\nmake().fit(1)",
        "class Outer(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.net = Net()\n    def call(self, x):\n        return self.net(x)\n"
        "def main():\n    x = keras.Input((1,))\n    keras.Model(x, Outer()(x)).fit(1)",
        "nets = [Net]\nnet = Net()\nnet(1)",
        "net = Net()\ntf.saved_model.save(net, 'x')",
        "net = Net()\ncopy.deepcopy(net)",
        "class Mine(Net):\n    def prepare(self):\n        super().compile('sgd')\nmine = Mine()\nmine(1)",
        "class Agent:\n    def __init__(self):\n        self.net = Net()\n"
        "def run(agent):\n    agent.net.predict(1)\nrun(Agent())",
        "nets = [Net() for _ in range(2)]\nfor i, net in enumerate(nets):\n    net.fit(i)",
        "nets = {}\nnets['a'] = Net()\nfor net in nets.values():\n    net.fit(1)",
        "@keras.saving.register_keras_serializable()\nclass Other(Net):\n    pass\n"
        "other = Other()\nother(1)",
        "def call(f):\n    return f(1)\nnet = Net()\nunknown(lambda: net)",
        "net = Net()\n@tf.function\ndef step(x):\n    return net(x)",
        "def use(net):\n    if type(net).__name__ == 'Other':\n        return net(1)\n    net.fit(1)\n"
        "use(Net())",
        "def use(net):\n    if type(net).__name__ in ('Other', name()):\n        return net(1)\n"
        "    net.fit(1)\nuse(Net())",
        "def use(net, name):\n    if name != 'Net':\n        net.fit(1)\nuse(Net(), 'Net')",
        "def use(net):\n    if type(net).__name__ == 'Net' or other():\n        net.fit(1)\nuse(Net())",
    ],
)
def test_a_model_that_may_be_trained_is_traced(code: str) -> None:
    assert is_traced(KERAS + code, "Net.call")


def test_what_tests_and_demonstrations_make_tells_nothing() -> None:
    demo = KERAS + "if __name__ == '__main__':\n    net = Net()\n    net(1)\n"
    alone = project_of({"m.py": demo})
    assert not alone.tracing.is_traced(function_of(alone, "Net.call"))
    imported = project_of({"m.py": demo, "other.py": "from m import Net\n"})
    assert imported.tracing.is_traced(function_of(imported, "Net.call"))
    test = "from m import Net\ndef test():\n    net = Net()\n    net(1)\n"
    tested = project_of({"m.py": KERAS, "test_m.py": test})
    assert tested.tracing.is_traced(function_of(tested, "Net.call"))


def test_what_tests_make_of_their_own_classes_is_all_of_it() -> None:
    test = "def test():\n    net = Net()\n    net(1)\n"
    own = project_of({"test_m.py": GLUON + test, "m.py": "def run(net):\n    net.hybridize()\n"})
    assert not own.tracing.is_traced(function_of(own, "Net.hybrid_forward", "test_m.py"))
    hybridized = project_of({"test_m.py": GLUON + test + "    net.hybridize()\n"})
    assert hybridized.tracing.is_traced(function_of(hybridized, "Net.hybrid_forward", "test_m.py"))


def test_a_name_that_another_file_takes_is_followed_no_further() -> None:
    script = KERAS + "net = Net()\nnet(1)\n"
    for other in ("from m import net\nnet.fit(1)\n", "import m\nm.net.fit(1)\n"):
        project = project_of({"m.py": script, "other.py": other})
        assert project.tracing.is_traced(function_of(project, "Net.call"))


OUTER = "class Outer(nn.HybridBlock):\n    def __init__(self):\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", True),
        ("net = Net()\nnet(1)", False),
        ("net = Net()\nnet.hybridize()", True),
        ("net = nn.HybridSequential()\nnet.add(Net())\nnet(1)", False),
        ("net = nn.HybridSequential()\nnet.add(Net())\nnet.hybridize()", True),
        ("net = nn.HybridSequential()\nnet.add(*[Net() for _ in range(2)])\nnet.hybridize()", True),
        (
            "class Outer(nn.Block):\n    def __init__(self):\n        self.net = Net()\n"
            "outer = Outer()\nouter(1)",
            False,
        ),
        (
            "class Outer(nn.Block):\n    def __init__(self):\n        self.net = Net()\n"
            "outer = Outer()\nouter.hybridize()",
            True,
        ),
        ("class Outer(nn.Block):\n    def __init__(self):\n        self.net = Net()\n", True),
        (
            "class Outer(nn.HybridSequential):\n    def __init__(self):\n        self.add(Net())\n"
            "outer = Outer()\nouter.export('x')",
            True,
        ),
        (OUTER + "        self.nets = [Net()]\nouter = Outer()\nouter.hybridize()", False),
        (
            OUTER + "        self.nets = []\n        self.nets.append(Net())\n"
            "outer = Outer()\nouter.hybridize()",
            False,
        ),
        (
            OUTER + "        self.nets = {Net()}\n"
            "    @property\n    def net(self):\n        return list(self.nets)[0]\n"
            "outer = Outer()\nouter.net.hybridize()",
            True,
        ),
        (
            OUTER + "        self.nets = [Net()]\n        self.register_child(self.nets[0])\n"
            "outer = Outer()\nouter.hybridize()",
            True,
        ),
        (
            "class Rows:\n    def __init__(self):\n        self.net = Net()\n"
            "rows = [Rows]\nrows[0]().hybridize()",
            False,
        ),
        (
            "class Marked:\n    def __init__(self):\n        self.mark = 0\n"
            "class Both(Net, Marked):\n    def __init__(self):\n        Marked.__init__(self)\n"
            "class Tool:\n    def __init__(self, net):\n        self.found = self.look(net)\n"
            "    @staticmethod\n    def look(net):\n        found = []\n        found += [net]\n"
            "        return found\n"
            "Tool(Both())",
            False,
        ),
    ],
)
def test_a_block_that_nothing_hybridizes_makes_no_graph(code: str, expected: bool) -> None:
    assert is_traced(GLUON + code, "Net.hybrid_forward") is expected


TAPE = "def step(net, x):\n    with tf.GradientTape():\n        return net(x)\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (TAPE, False),
        (TAPE + "nets = [Net]\n", False),
        (TAPE + "Net.register('net')\nimage = unknown()\nimage.save('x')", False),
        (TAPE + "nets = [Net]\nnet = unknown()\nnet.fit(1)", True),
        (TAPE + "nets = [Net]\nnet = Net()\nnet.save('x')", True),
        (TAPE + "nets = [Net]\nnet = Net()\nnet.build((None, 1))", False),
        (
            TAPE + "class Mine(Net):\n    def predict(self, x):\n        return self(x)\n"
            "nets = [Mine]\nnet = Mine()\nnet.predict(1)",
            False,
        ),
        (
            TAPE + "class Mine(Net):\n    def predict(self, x):\n"
            "        return super().predict(x)\nnets = [Mine]\nnet = Mine()\nnet.predict(1)",
            True,
        ),
        (TAPE + "nets = [Net]\n@tf.function\ndef other(x):\n    return x", True),
        (
            "class Fit(Net):\n    def train_step(self, data):\n        with tf.GradientTape():\n"
            "            return self(data)",
            True,
        ),
    ],
)
def test_a_project_that_trains_by_hand_alone_traces_no_model(code: str, expected: bool) -> None:
    assert is_traced(KERAS + code, "Net.call") is expected


def test_a_project_that_hybridizes_nothing_makes_no_graph() -> None:
    training = "from mxnet import autograd\nnets = [Net]\nwith autograd.record():\n    pass\n"
    assert not is_traced(GLUON + training, "Net.hybrid_forward")
    assert is_traced(GLUON + training + "unknown().hybridize()", "Net.hybrid_forward")
    assert is_traced(GLUON + "nets = [Net]\n", "Net.hybrid_forward")


def test_a_block_that_a_program_never_makes_is_only_assumed_to_make_graphs() -> None:
    program = "from mxnet import autograd\nwith autograd.record():\n    unknown().hybridize()\n"
    for code, is_assumed in (("", True), ("nets = [Net]\n", False)):
        project = project_of({"m.py": GLUON + code + program})
        (context,) = project.tracing.contexts(function_of(project, "Net.hybrid_forward"))
        assert context.is_assumed is is_assumed


@pytest.mark.parametrize(
    ("made_of", "asks", "expected"),
    [
        ("self.call(x)", "Net().graph().fit(1)", False),
        ("self(x)", "Net().graph().fit(1)", True),
        ("self.call(x)", "Net().fit(1)", True),
    ],
)
def test_a_functional_model_has_what_a_method_gave(made_of: str, asks: str, expected: bool) -> None:
    code = (
        KERAS
        + f"    def graph(self):\n        x = keras.Input((1,))\n        return keras.Model(x, {made_of})\n"
    )
    assert is_traced(code + asks, "Net.call") is expected


@pytest.mark.parametrize("given", ["dynamic=True", "dynamic=False"])
@pytest.mark.parametrize("made", ["Own().fit(1)", "Own().fit(1)\nOther().fit(1)"])
def test_a_method_is_eager_where_all_that_are_made_ask_for_it(given: str, made: str) -> None:
    below = "class {}(Net):\n    def __init__(self):\n        super().__init__({})\n"
    code = below.format("Own", given) + below.format("Other", "") + f"{made}\n"
    assert is_traced(KERAS + code, "Net.call") is (given != "dynamic=True" or "Other()" in made)


@pytest.mark.parametrize("given", ["dynamic=True", "dynamic=False", ""])
def test_keras_traces_no_method_of_what_it_is_told_to_run_eagerly(given: str) -> None:
    made = f"    def __init__(self, **kwargs):\n        super().__init__({given}, **kwargs)\n"
    made = made.replace("(, ", "(")
    assert is_traced(KERAS + made, "Net.call") is (given != "dynamic=True")


@pytest.mark.parametrize(
    ("first", "given", "expected"),
    [
        ("", "False, None, None, True", False),
        ("", "False, None, None, False", True),
        (", dynamic=True", "False, None, None, dynamic", True),
        (", dynamic=True", "dynamic=dynamic", True),
        (", dynamic=True", "False, None, None, dynamic)\n        assert dynamic, (1", False),
        (", dynamic=False", "dynamic=dynamic)\n        assert dynamic, (1", True),
    ],
)
def test_a_layer_is_told_so_by_position_and_by_what_it_asserts(
    first: str, given: str, expected: bool
) -> None:
    layer = KERAS.replace("Model)", "layers.Layer)")
    assert layer != KERAS
    made = f"    def __init__(self{first}):\n        super().__init__({given})\n"
    assert is_traced(layer + made, "Net.call") is expected


def test_a_list_that_is_filled_is_followed() -> None:
    filled = "nets = []\nnets.append(Net())\nfor net in nets:\n    "
    assert not is_traced(KERAS + filled + "net.trainable = False", "Net.call")
    assert is_traced(KERAS + filled + "net.fit(1)", "Net.call")


LAYERS = """
import tensorflow as tf
class Block(tf.keras.layers.Layer):
    def call(self, x): return x
class Encoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.block = Block()
    def call(self, x): return self.block(x)
class Used(tf.keras.layers.Layer):
    def call(self, x): return x
"""
TRAINING = """
import tensorflow as tf
from layers import {name}
model = tf.keras.Sequential([tf.keras.Input((2,)), {name}()])
model.compile("sgd", "mse")
model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
"""


@pytest.mark.parametrize(
    ("name", "more", "traced"),
    [
        ("Used", "", False),
        ("Encoder", "", True),
        ("Heir", "class Heir(Encoder): pass\n", True),
    ],
)
def test_what_only_a_class_makes_that_nothing_makes_is_in_no_graph(
    name: str, more: str, traced: bool
) -> None:
    project = project_of({"layers.py": LAYERS + more, "train.py": TRAINING.format(name=name)})
    contexts = project.tracing.contexts(function_of(project, "Block.call", "layers.py"))
    assert any(not context.is_assumed for context in contexts) is traced


IN_MODEL = KERAS + "net = keras.Sequential([Net()])\nnet(tf.ones([2, 3]))\n"


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("", False),
        ("print(net.losses)\nnet.layers[0].trainable = False", False),
        ("net.predict(tf.ones([2, 3]))", True),
        ("keras.Sequential(net.layers).predict(tf.ones([2, 3]))", True),
        ("keras.Sequential([net.get_layer(index=0)]).predict(tf.ones([2, 3]))", True),
        ("keras.Model(net.inputs, net.layers[0].output).predict(tf.ones([2, 3]))", True),
        ("def run(x):\n    return net(x)\nrun(1)", True),
    ],
)
def test_layers_of_models_that_scripts_only_call(code: str, seen: bool) -> None:
    project = project_of({"m.py": f"{IN_MODEL}{code}\n"})
    (definition,) = module_of(project, "m.py").classes
    objects = ObjectsOfProject(project, project.tracing.graph_sites, [])
    assert objects.is_seen_to_be_traced(definition) is seen
