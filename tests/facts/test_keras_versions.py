"""Which Keras a file is written for."""

from __future__ import annotations

import json

import pytest
from commands import notebook
from snippets import module_of, project_of

from tflint.facts import Project
from tflint.facts.programs.keras_versions import builds_models_once, may_build_models_once
from tflint.files import Source
from tflint.files.notebook import read_notebook
from tflint.files.pins import Pin

LAYER = """\
import tensorflow as tf


class Scores(tf.keras.layers.Layer):
    def call(self, queries):
        return queries
"""
SWITCH = 'import os\n\nos.environ["TF_USE_LEGACY_KERAS"] = "1"\n'


@pytest.mark.parametrize(
    ("others", "old"),
    [
        ({}, False),
        ({"ranking/__init__.py": ""}, False),
        ({"ranking/__init__.py": SWITCH}, True),
        ({"ranking/__init__.py": "", "ranking/layers/__init__.py": SWITCH}, True),
        ({"ranking/__init__.py": SWITCH, "ranking/layers/__init__.py": ""}, True),
        ({"ranking/__init__.py": SWITCH}, True),
        ({"ranking/layers/__init__.py": "", "ranking/switch.py": SWITCH}, False),
        ({"other/__init__.py": SWITCH}, False),
    ],
)
def test_a_package_may_switch_to_keras_2(others: dict[str, str], old: bool) -> None:
    folders = {"ranking/layers/__init__.py": ""} if "ranking/__init__.py" in others else {}
    files = {**folders, **others, "ranking/layers/scores.py": LAYER}
    project = project_of(files)
    assert project.uses_keras_2(module_of(project, "ranking/layers/scores.py")) is old


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("import tf_keras", True),
        ("from tf_keras import layers", True),
        ("from tensorflow.python.keras import layers", True),
        ("from helpers import layers", True),
        ("from helpers import other", False),
        ("import keras", False),
        ("os.environ['TF_USE_LEGACY_KERAS'] = '1'", True),
        ("made.add_weight('scale', (3,))", True),
        ("made.add_weight((3,), name='scale')", False),
    ],
)
def test_what_a_file_says_of_itself(line: str, old: bool) -> None:
    helpers = "from tf_keras import layers\n\n\ndef other():\n    pass\n"
    project = project_of({"helpers.py": helpers, "m.py": f"{line}\n{LAYER}"})
    assert project.uses_keras_2(module_of(project, "m.py")) is old


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("import keras.engine as engine", True),
        ("import os, keras.engine", True),
        ("import keras.layers", False),
        ("from keras.engine import base_layer", True),
        ("from tensorflow.keras.layers import LocallyConnected1D", True),
        ("from tensorflow.compat.v1.keras import estimator", True),
        ("from tensorflow.compat.v2.keras import estimator", True),
        ("tf.keras.backend.get_session()", True),
        ("tf.compat.v1.keras.backend.get_session()", True),
        ("tf.compat.v2.keras.backend.get_session()", True),
        ("tf.compat.v3.keras.backend.get_session()", False),
        ("tf.keras.estimator", True),
        ("backend.get_session()", False),
        ("from .keras.engine import base_layer", False),
        ("try:\n    import keras.engine\nexcept ImportError:\n    pass", False),
        ("if hasattr(tf, 'keras'):\n    tf.keras.backend.get_session()", False),
        ("if tf.executing_eagerly():\n    tf.keras.backend.get_session()", True),
        ("from keras import backend as K\nK.mean(x)", True),
        ("import keras.backend as K\nprint(K.mean)", True),
        ("from keras.backend import mean", True),
        ("from keras import backend as K\nK.floatx()", False),
        ("from tensorflow.keras import backend as K\nK.mean(x)", False),
        ("tf.keras.backend.mean(x)", False),
        ("from tensorflow.keras.backend import mean", False),
        ("print(model.optimizer.lr)", True),
        ("print(optimizer.lr)", False),
        ("tf.keras.layers.Dense(3, name='block/proj')", True),
        ("tf.keras.layers.Dense(3, name=f'{part}/proj')", True),
        ("tf.keras.Sequential(name=part + '/proj')", True),
        ("tf.keras.optimizers.SGD(name='{}/sgd'.format(part))", True),
        ("tf.keras.layers.Dense(3, name='%s/proj' % part)", True),
        ("tf.keras.layers.Dense(3, name='block_proj')", False),
        ("tf.keras.layers.Dense(3, name=f'{a / b}')", False),
        ("tf.keras.losses.MeanSquaredError(name='a/b')", False),
        ("made.Dense(3, name='block/proj')", False),
        ("from tensorflow.keras import layers\nlayers.Dense(3, name='block/proj')", True),
        ("if tf.__version__ < '2.16':\n    tf.keras.layers.Dense(3, name='a/b')", False),
        ("tf.keras.optimizers.Adam(lr=0.1)", True),
        ("tf.compat.v2.keras.optimizers.Adam(lr=0.1)", True),
        ("tf.keras.optimizers.Adam(learning_rate=0.1)", False),
        ("adam.optimizers.Adam(lr=0.1)", False),
        ("mean = tf.keras.metrics.Mean()\nmean.reset_states()", True),
        ("mean = tf.metrics.Mean()\nmean.reset_states()", True),
        ("n, mean = 1, tf.keras.metrics.Mean()\nmean.reset_states()", True),
        ("mean = tf.keras.metrics.Mean()\nmean.reset_state()", False),
        ("lstm = tf.keras.layers.LSTM(1)\nlstm.reset_states()", False),
        ("net.reset_states()", False),
        ("net.save_weights('net.h5', save_format='h5')", True),
        ("net.save('net.h5', save_format='h5')", False),
        ("tf.keras.callbacks.ModelCheckpoint('a.ckpt', save_weights_only=True)", True),
        ("tf.keras.callbacks.ModelCheckpoint('a.h5', save_weights_only=True)", True),
        ("tf.keras.callbacks.ModelCheckpoint('a.weights.h5', save_weights_only=True)", False),
        ("tf.keras.callbacks.ModelCheckpoint(f'{a}.ckpt', save_weights_only=True)", True),
        ("tf.keras.callbacks.ModelCheckpoint(f'{a}.h5', save_weights_only=True)", False),
        ("tf.keras.callbacks.ModelCheckpoint(filepath='{}.ckpt'.format(a))", True),
        ("tf.keras.callbacks.ModelCheckpoint(os.path.join(a, 'cp-{epoch}.ckpt'))", True),
        ("p = 'a/cp.ckpt'\ntf.keras.callbacks.ModelCheckpoint(filepath=p)", True),
        ("p = 'a/cp.ckpt'\np = at()\ntf.keras.callbacks.ModelCheckpoint(filepath=p)", False),
        ("tf.keras.callbacks.ModelCheckpoint('a.h5')", False),
        ("tf.keras.callbacks.ModelCheckpoint(path)", False),
        ("tf.keras.callbacks.ModelCheckpoint('a.ckpt', **more)", False),
        ("my.ModelCheckpoint('a.ckpt', save_weights_only=True)", False),
        ("m = tf.keras.Sequential()\nm.save_weights('a.h5')", True),
        ("m = tf.keras.Sequential()\nm.save_weights('a.weights.h5')", False),
        ("m = load()\nm.save_weights('a.h5')", False),
        ("m = tf.keras.Sequential()\nm.save('folder')", True),
        ("m = tf.keras.Sequential()\nm.save('folder', zipped=False)", False),
        ("m = tf.keras.Sequential()\nm.save('hf://me/it')", False),
        ("m = tf.keras.Sequential()\nm.save('m.keras')", False),
        ("m = tf.keras.Sequential()\nm.save('m.h5')", False),
        ("m = tf.keras.Sequential()\nm.save(folder)", False),
        ("m = load()\nm.save('folder')", False),
        ("m = tf.keras.Sequential()\nif tf.__version__ < '2.16':\n    m.save('folder')", False),
        ("tf.keras.models.save_model(m, 'folder')", True),
        ("tf.keras.models.save_model(m, 'm.h5')", False),
        ("class M(tf.keras.Model):\n    def keep(self): self.save_weights('m')", True),
        ("class M(tf.keras.Model): pass\nm = M()\nm.save('m')", True),
        ("class M(Other): pass\nm = M()\nm.save('m')", False),
        (
            "class M(tf.keras.Model):\n    def save(self, to): pass\nm = M()\nm.save('m')",
            False,
        ),
        ("model.optimizer.get_weights()", True),
        ("opt = tf.keras.optimizers.Adam()\nprint(opt.get_weights())", True),
        ("opt = tf.keras.optimizers.Adam()\ndef save():\n    return opt.get_weights()", True),
        ("opt = tf.keras.optimizers.Adam()\nprint(opt.variables)", False),
        ("opt = tf.keras.optimizers.Adam()\nopt.set_weights([])", False),
        ("opt = tf.keras.optimizers.Adam()\nopt = load()\nprint(opt.get_weights())", False),
        ("opt = tf.keras.layers.Dense(1)\nprint(opt.get_weights())", False),
        (
            "opt = tf.keras.optimizers.Adam()\nif hasattr(opt, 'get_weights'):\n"
            "    print(opt.get_weights())",
            False,
        ),
        (
            "class A:\n    def __init__(self):\n        self.opt = tf.keras.optimizers.Adam()\n"
            "    def save(self):\n        return self.opt.get_weights()",
            True,
        ),
        (
            "class A:\n    def __init__(self, opt):\n        self.opt = opt\n"
            "    def save(self):\n        return self.opt.get_weights()",
            False,
        ),
        ("from keras.metrics import Mean\nmean = Mean()\nmean.reset_states()", True),
        ("mean = tf.keras.metrics.Mean()\nmean = load()\nmean.reset_states()", False),
        ("mean = load()\nmean.reset_states()", False),
        (
            "mean = tf.keras.metrics.Mean()\nif hasattr(mean, 'reset_states'):\n"
            "    mean.reset_states()",
            False,
        ),
        ("opt = tf.keras.optimizers.Adam()\nopt.minimize(loss, [])", True),
        ("opt = tf.compat.v1.train.AdamOptimizer()\nopt.minimize(loss)", False),
        ("model.optimizer.minimize(loss)", False),
        ("model.save_weights('m', overwrite=True)", False),
        ("model.train_on_batch(x, y, reset_metrics=False)", True),
        ("layer.add_weight(shape=(3,), use_resource=True)", True),
        ("layer.get_output_at(0)", True),
        ("if tf.__version__ == '2.0.0': x = 1", True),
        ("if self.cur_tf_ver != '2.10': x = 1", True),
        ("if tf.__version__ == '2.16.1': x = 1", False),
        ("if tf.__version__ >= '2.0.0': x = 1", False),
        ("if settings.version == '2.0.0': x = 1", False),
    ],
)
def test_what_keras_3_does_not_have(line: str, old: bool) -> None:
    project = project_of({"m.py": LAYER, "other.py": f"import tensorflow as tf\n\n{line}\n"})
    assert project.uses_keras_2(module_of(project, "m.py")) is old


@pytest.mark.parametrize(
    ("pins", "old"),
    [
        ([], False),
        ([("tensorflow", ">=2.16")], False),
        ([("tensorflow", ">=2.8")], False),
        ([("tensorflow", "<2.16")], True),
        ([("tensorflow", "==2.10")], True),
        ([("keras", "<3")], True),
        ([("keras", ">=3.1")], False),
        ([("tensorflow-addons", "")], True),
        ([("tensorflow", ">=2.16"), ("tensorflow-addons", "")], True),
        ([("numpy", "<2")], False),
    ],
)
def test_what_a_project_asks_for(pins: list[tuple[str, str]], old: bool) -> None:
    asked = [Pin(name, versions, "requirements.txt") for name, versions in pins]
    project = Project.build([Source("m.py", LAYER)], pins=asked)
    assert project.uses_keras_2(module_of(project, "m.py")) is old


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("from keras.models import Model\nModel(input=[x], output=[x])", True),
        ("from keras.models import Model\nModel(inputs=[x], outputs=[x])", False),
        ("import keras\nkeras.Model(input=[x], output=[x])", True),
        ("import keras\nkeras.layers.Lambda(input=[x])", False),
        ("from nets import Model\nModel(input=[x], output=[x])", False),
        ("class Model:\n    pass\nModel(input=[x], output=[x])", False),
        ("net.fit_generator(x, max_q_size=4)", True),
    ],
)
def test_names_of_arguments_in_keras_1(line: str, old: bool) -> None:
    files = {
        "m.py": "import keras\n\nnet = keras.Sequential()\n",
        "other.py": f"import keras\n\nx = 1\n{line}\n",
    }
    project = project_of(files)
    assert builds_models_once(module_of(project, "m.py"), project) is old


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("tf.depth_to_space(x, 2)", True),
        ("tf.nn.depth_to_space(x, 2)", False),
        ("tf.image.resize_bicubic(x, (4, 4))", True),
        ("K.tf.image.resize_bicubic(x, (4, 4))", True),
        ("K.tf.image.resize(x, (4, 4))", False),
        ("tf.layers.dense(x, 2)", True),
        ("tf.contrib.layers.flatten(x)", True),
        ("tf.compat.v1.depth_to_space(x, 2)", False),
        ("tf.nn.softmax(x, dim=1)", True),
        ("tf.nn.softmax(x, axis=1)", False),
        ("tf.compat.v1.nn.softmax(x, dim=1)", False),
        ("tf.reduce_sum(x, keep_dims=True)", True),
        ("tf.enable_eager_execution()", False),
        ("tf.losses.mean_squared_error(x, x)", False),
    ],
)
@pytest.mark.parametrize("imports", [0, 1, 2])
def test_names_of_tensorflow_1(line: str, old: bool, imports: int) -> None:
    inside = ["import tensorflow as tf", "from keras import backend as K"]
    lines = [
        *(inside if not imports else ()),
        "class Grower:",
        "    def make(self):",
        *(f"        {name}" for name in (inside if imports == 1 else ())),
        "        def grow(x):",
        *(f"            {name}" for name in (inside if imports == 2 else ())),
        f"            return {line}",
        "        return grow",
    ]
    project = project_of({"m.py": "\n".join(lines)})
    assert builds_models_once(module_of(project, "m.py"), project) is old


GRAPH = "import tensorflow as tf\n\ngraph = tf.get_default_graph()\n"
IN_FUNCTION = "import tensorflow as tf\n\ndef look():\n    return tf.get_default_graph()\n"
TESTED = """\
import tensorflow as tf

if hasattr(tf, "get_default_graph"):
    graph = tf.get_default_graph()
"""


@pytest.mark.parametrize(
    ("others", "old"),
    [
        ({}, False),
        ({"use.py": "import model\n" + GRAPH}, True),
        ({"use.py": "import model\n" + IN_FUNCTION}, True),
        ({"use.py": "import model\nfrom tensorflow.contrib import slim\n"}, True),
        ({"use.py": "import model\nimport tensorflow.contrib.slim as slim\n"}, True),
        ({"use.py": "import model\nfrom tensorflow.examples.tutorials import mnist\n"}, True),
        ({"use.py": "import model\n" + TESTED}, False),
        ({"use.py": "import model\n", "graph.py": GRAPH}, False),
        ({"use.py": "import model\nimport graph\n", "graph.py": GRAPH}, True),
        ({"use.py": "import model\nimport graph\n", "graph.py": IN_FUNCTION}, False),
        ({"use.py": "import model\n" + GRAPH, "other.py": "import model\n"}, False),
        ({"use.py": "import model\n" + GRAPH, "other.py": "import model\n" + GRAPH}, True),
        ({"use.py": "import between\n" + GRAPH, "between.py": "import model\n"}, True),
    ],
)
def test_files_that_use_a_model_are_for_tensorflow_1(others: dict[str, str], old: bool) -> None:
    project = project_of({"model.py": "import keras\n\nnet = keras.Sequential()\n", **others})
    assert builds_models_once(module_of(project, "model.py"), project) is old


ADDED = "import tensorflow_addons as tfa\n"


@pytest.mark.parametrize(
    ("others", "old"),
    [
        ({"use.py": "import model\n"}, False),
        ({"use.py": "import model\n" + ADDED}, True),
        ({"use.py": "import model\nimport extra\n", "extra.py": ADDED}, True),
        ({"use.py": "import model\n" + ADDED, "other.py": "import model\n"}, False),
        ({"use.py": "import model\ntry:\n    " + ADDED + "except ImportError:\n    pass\n"}, False),
        ({"use.py": "import model\ndef f():\n    " + ADDED}, False),
        ({"extra.py": "import use\n" + ADDED, "use.py": "import model\n"}, True),
    ],
)
def test_files_of_a_program_that_needs_keras_2(others: dict[str, str], old: bool) -> None:
    project = project_of({"model.py": "import keras\n\nnet = keras.Sequential()\n", **others})
    assert project.uses_keras_2(module_of(project, "model.py")) is old


def test_a_file_that_uses_one_that_needs_keras_2() -> None:
    project = project_of({"use.py": "import keras\nimport extra\n", "extra.py": ADDED})
    assert project.uses_keras_2(module_of(project, "use.py"))


@pytest.mark.parametrize(
    ("imported", "name", "said", "old"),
    [
        ("keras", "stderr", "Using TensorFlow backend.\n", True),
        ("keras", "stderr", "a warning\nUsing TensorFlow backend.\n", True),
        ("keras", "stdout", "Using TensorFlow backend.\n", False),
        ("keras", "stderr", "Using GPU.\n", False),
        ("tensorflow.keras", "stderr", "Using TensorFlow backend.\n", False),
    ],
)
def test_a_notebook_that_old_keras_ran(imported: str, name: str, said: str, old: bool) -> None:
    document = json.loads(notebook(f"from {imported}.layers import Dense\n"))
    output = {"output_type": "stream", "name": name, "text": said.splitlines(keepends=True)}
    document["cells"][0]["outputs"] = [output]
    source = read_notebook("m.ipynb", json.dumps(document))
    project = Project.build([source])
    assert builds_models_once(module_of(project, "m.ipynb"), project) is old


@pytest.mark.parametrize(("imported", "old"), [("prints", True), ("plots", False)])
def test_files_for_python_2_that_are_imported(imported: str, old: bool) -> None:
    files = {
        "m.py": f"import keras\nimport {imported}\n\nnet = keras.Sequential()\n",
        "prints.py": "import keras\n\nprint 'ready'\n",
        "plots.py": "import keras\n\nprint('ready')\n",
    }
    project = project_of(files)
    assert builds_models_once(module_of(project, "m.py"), project) is old


INSIDE = "from keras.models import load_model\n\nmodel = load_model('m')\n"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        (INSIDE, True),
        (f"import tensorflow as tf\n{INSIDE}tf.nn.relu(0.0)\n", True),
        ("import keras.backend as K\n\nK.exp(0.0)\n", True),
        ("import keras\n\nmodel = keras.Sequential()\n", False),
        ("from keras import layers\n\nlayer = layers.Dense(1)\n", False),
        ("from tensorflow.keras.models import load_model\n", False),
        (f"import tensorflow as tf\n{INSIDE}tf.keras.layers.Dense(1)\n", False),
        (f"import tensorflow as tf\n{INSIDE}tf.random.set_seed(0)\n", False),
        (f"{INSIDE}from keras.layers import Rescaling\n", False),
        (f"{INSIDE}from keras import ops\n", False),
        (f"{INSIDE}import gymnasium as gym\n", False),
        (f"{INSIDE}import gym\n", True),
        (f"{INSIDE}match model:\n    case 1:\n        pass\n", False),
        (f"{INSIDE}def of(rows: list[int]):\n    pass\n", False),
        (f"{INSIDE}def of(rows=None) -> int | None:\n    pass\n", False),
        (f"from __future__ import annotations\n{INSIDE}def of(rows: list[int]):\n    pass\n", True),
        (
            f"{INSIDE}list = {{}}\ndef of(rows: list[int], n: 'int | None'):\n    x: int | None = 1\n",
            True,
        ),
        (f"{INSIDE}try:\n    from keras import ops\nexcept ImportError:\n    pass\n", True),
    ],
)
def test_a_program_may_be_for_any_keras(text: str, unknown: bool) -> None:
    assert may_build_models_once(project_of({"m.py": text})) is unknown


@pytest.mark.parametrize(
    ("pin", "unknown"),
    [
        (Pin("keras", ">=2.4", "requirements.txt"), False),
        (Pin("keras", ">=2.3", "requirements.txt"), True),
        (Pin("keras", "", "requirements.txt"), True),
        (Pin("tensorflow", "==2.8.0", "requirements.txt"), False),
        (Pin("tensorflow", ">=1.15", "requirements.txt"), True),
    ],
)
def test_pins_may_tell_that_keras_is_a_later_one(pin: Pin, unknown: bool) -> None:
    assert may_build_models_once(Project.build([Source("m.py", INSIDE)], pins=[pin])) is unknown


def test_another_file_may_tell_that_keras_is_a_later_one() -> None:
    project = project_of({"m.py": INSIDE, "other.py": "import m\nimport tensorflow.keras\n"})
    assert not may_build_models_once(project)


@pytest.mark.parametrize(("version", "unknown"), [("3.7.12", True), ("3.10.4", False), ("", True)])
def test_a_notebook_says_which_python_ran_it(version: str, unknown: bool) -> None:
    document = json.loads(notebook(INSIDE))
    document["metadata"]["language_info"] = {"name": "python", "version": version}
    project = Project.build([read_notebook("m.ipynb", json.dumps(document))])
    assert may_build_models_once(project) is unknown


def test_an_import_of_several_names_is_read_once() -> None:
    text = "import a.b, keras as k\nfrom c import d, e\nfrom . import f\nfrom g import *\n"
    module = module_of(project_of({"m.py": text + "import tensorflow as tf\n"}), "m.py")
    names = [name for name, _, _ in module.imported]
    assert names == ["a.b", "keras", "c.d", "c.e", "tensorflow"]
