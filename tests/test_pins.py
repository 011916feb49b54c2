"""What a project asks installers for, and what rules make of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from commands import findings, places, write

from tflint.api.old_keras import OLD_KERAS_NAMES
from tflint.api.releases import (
    KERAS_1_MODEL_KEYWORDS,
    KERAS_2_KEYWORDS,
    KERAS_2_METHODS,
    KERAS_2_METHODS_OF,
    KERAS_2_MODULES,
    KERAS_2_NAMES,
    KERAS_3_NAMES,
    KERAS_BEFORE_2_4_APPLICATION_KEYWORDS,
)
from tflint.api.tensorflow_1 import TENSORFLOW_1_KEYWORDS, TENSORFLOW_1_NAMES
from tflint.facts.expressions.versions import Versions
from tflint.files.distribution import is_distributed
from tflint.files.pins import Pin, read_pins
from tflint.finding import Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

POETRY = "[tool.poetry.dependencies]\npython = '>=3.8'\n"
LOCKED = '[[package]]\nname = "Tensorflow-GPU"\nversion = "2.4.1"\n\n[[package]]\nname = "six"\n'
CONDA_LIST = """\
# packages in environment at /opt/conda/envs/nets:
#
# Name                    Version                   Build  Channel
six                       1.15.0                     py_0    conda-forge
tensorflow-base           2.1.0           gpu_py37h6c5654b_0    https://conda.example.org/main
"""
CONDA_EXPORT = """\
# This file may be used to create an environment using:
# $ conda create --name <env> --file <this file>
# platform: linux-64
six=1.15.0=py_0
tensorflow-base=2.1.0=gpu_py37h6c5654b_0
"""
CONDA_EXPLICIT = """\
# This file may be used to create an environment using:
@EXPLICIT
https://conda.example.org/linux-64/tensorflow-base-2.1.0-gpu_py37h6c5654b_0.tar.bz2
"""
FILES = {
    ("requirements.txt", "numpy\ntensorflow==2.4.1  # pinned\nkeras\n"): "==2.4.1",
    ("requirements-dev.txt", "-r x.txt\ntensorflow>=2.2,<2.9 \\\n  --hash=sha256:0\n"): "<2.9,>=2.2",
    ("env_requirement/pip_requirement.txt", "tensorflow==2.4\n"): "==2.4",
    ("pip-requirement.txt", "tensorflow==2.4\n"): "==2.4",
    ("requirements/base.in", "tensorflow_cpu~=2.6; python_version < '3.10'\n"): "~=2.6",
    ("constraints.txt", "tensorflow [and-cuda] == 2.15.*\n"): "==2.15.*",
    ("stable-req.txt", "absl-py==0.7.1\n# GPU\ntensorflow-gpu==1.12.2\n"): "==1.12.2",
    ("README.md", "# Nets\n\ntensorflow-gpu==2.4.1  \r\nnumpy==1.19\n"): "==2.4.1",
    ("README.md", "## Requirements\n- Python 3.6\n* Tensorflow 1.13  \n"): "==1.13.*",
    ("README.rst", "- `TensorFlow v2.3.1`\n"): "==2.3.1",
    ("README.md", "```\n$ pip install -U 'tensorflow==2.4.1' six\n```\n"): "==2.4.1",
    ("INSTALL.md", "```conda install tensorflow=1.12```<br>\n"): "==1.12.*",
    ("Installation/README.md", "pip3 install tensorflow-gpu==1.13.2\n"): "==1.13.2",
    ("readme.rst", "- `tensorflow == 2.4.1`\n"): "==2.4.1",
    ("README.md", "Python 3.6. It uses Keras with the Tensorflow-gpu 1.8 backend.\n"): "==1.8.*",
    ("README.md", "The nets are implemented in Python, with TensorFlow 1.13.1"): "==1.13.1",
    ("setup.py", "NEEDS = ['tensorflow>=2.3']\nsetup(install_requires=NEEDS)\n"): ">=2.3",
    ("setup.cfg", "[options]\ninstall_requires =\n    tensorflow < 2.16\n"): "<2.16",
    ("pyproject.toml", "[project]\ndependencies = ['tensorflow>=2.4']\n"): ">=2.4",
    ("pyproject.toml", "[project.optional-dependencies]\ntf = ['tensorflow==2.4']\n"): "==2.4",
    ("pyproject.toml", "[dependency-groups]\ndev = ['tensorflow==2.4', {include-group = 'x'}]\n"): "==2.4",
    ("pyproject.toml", POETRY + "tensorflow = '^2.4'\n"): "<3,>=2.4",
    ("pyproject.toml", POETRY + "tensorflow = {version = '~2.4.1', optional = true}\n"): "<2.5,>=2.4.1",
    ("pyproject.toml", POETRY + "[tool.poetry.group.dev.dependencies]\ntensorflow = '2.4.1'\n"): "==2.4.1",
    ("pyproject.toml", POETRY + "tensorflow = '=2.4.1'\n"): "==2.4.1",
    ("pyproject.toml", POETRY + "tensorflow = {version = '2.4.*', markers = 'x'}\n"): "==2.4.*",
    ("pyproject.toml", POETRY + "tensorflow = '^2.0.0-rc1'\n"): "<3,>=2.0.0-rc1",
    ("pyproject.toml", POETRY + "tensorflow = '>=2.4, <2.9'\n"): "<2.9,>=2.4",
    ("Pipfile", "[packages]\ntensorflow = '==2.4.1'\nsix = '*'\n"): "==2.4.1",
    ("Pipfile.lock", json.dumps({"default": {"tensorflow": {"version": "==2.4.1"}, "x": {}}})): "==2.4.1",
    ("poetry.lock", LOCKED): "==2.4.1",
    ("uv.lock", LOCKED): "==2.4.1",
    ("environment.yml", "dependencies:\n  - python=3.8\n  - tensorflow=2.4\n"): "==2.4.*",
    ("environment.yaml", "dependencies:\n  - conda-forge::tensorflow-gpu=2.4.1=cuda*\n"): "==2.4.1.*",
    ("nets.yml", "name: nets\ndependencies:\n  - tensorflow=2.4\n"): "==2.4.*",
    ("requirements.txt", "pip install tensorflow-gpu==2.4.1 -i https://example.org\n"): "==2.4.1",
    ("environment.yml", "dependencies:\n  - pip:\n    - tensorflow >=2.4, <2.6\n"): "<2.6,>=2.4",
    ("conda_list.txt", CONDA_LIST): "==2.1.0",
    ("nets_packages.txt", CONDA_EXPORT): "==2.1.0",
    ("requirements.txt", CONDA_EXPORT): "==2.1.0",
    ("requirements/conda.txt", CONDA_EXPLICIT): "==2.1.0",
}  # fmt: skip


DISTRIBUTED = {
    ("setup.py", "from setuptools import setup\n"): True,
    ("setup.cfg", "[metadata]\nname = nets\n"): True,
    ("setup.cfg", "[flake8]\nmax-line-length = 100\n"): False,
    ("setup.cfg", "[metadata\n"): False,
    ("pyproject.toml", "[build-system]\nrequires = ['hatchling']\n"): True,
    ("pyproject.toml", "[project]\nname = 'app'\nversion = '1'\n"): False,
    ("pyproject.toml", "[tool.ruff]\n"): False,
    ("pyproject.toml", "[build-system\n"): False,
    ("requirements.txt", "setup.py\n"): False,
    ("nets-1.0.dist-info/METADATA", "Name: nets\n"): True,
    ("nets.egg-info/PKG-INFO", "Name: nets\n"): True,
}


@pytest.mark.parametrize(("name", "text"), DISTRIBUTED)
def test_what_says_how_it_is_installed_is_distributed(name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, {name: text, "nets/__init__.py": ""})
    root = tmp_path / "nets" if "info/" in name else tmp_path
    assert is_distributed(str(root), str(tmp_path)) is DISTRIBUTED[name, text]


@pytest.mark.parametrize(("name", "text"), FILES)
def test_each_file_says_which_versions(name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, {name: text})
    assert read_pins(str(tmp_path)) == [Pin("tensorflow", FILES[name, text], name)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "tensorflow\ntensorflow-probability==0.20\ntensorflow @ file:///x\n"),
        ("requirements.txt", "tensorflow==two\n===tensorflow\n\x00tensorflow==2.4\n"),
        ("setup.py", "tensorflow = ('\n"),
        ("setup.py", "raise SystemExit('tensorflow')\n"),
        ("setup.cfg", "tensorflow\n"),
        ("pyproject.toml", "tensorflow"),
        ("pyproject.toml", "project = 'tensorflow'\ntool = []\n"),
        ("pyproject.toml", "[project]\ndependencies = 'tensorflow==2.4'\n"),
        ("pyproject.toml", POETRY + "tensorflow = ['2.4']\n"),
        ("Pipfile", "[packages]\ntensorflow = '*'\n"),
        ("Pipfile.lock", '["tensorflow"]'),
        ("Pipfile.lock", "[" * 100_000 + "tensorflow"),
        ("poetry.lock", "package = 'tensorflow'\n"),
        ("environment.yml", "  - tensorflow\n"),
        ("notes.txt", "tensorflow==2.4\n"),
        ("README.md", "tensorflow>=2.4\n"),
        (
            "README.md",
            "- TensorFlow 2.4+\n- TensorFlow 2.x\n- TensorFlow 2.4 or 2.5\n- tensorflow 2\n",
        ),
        ("README.md", "pip install tensorflow==1.12, which fails\npip install tensorflow==two\n"),
        ("Lessons/README.md", "pip install tensorflow==1.12\n"),
        ("README.md", "We ran it with tensorflow==2.4\ntensorflow==2.4 was fine\ntensorflow 2.4\n"),
        (
            "README.md",
            "It requires TensorFlow 1.8. It used TensorFlow 1.9. Using TensorFlow 1.7, it fails.\n",
        ),
        (
            "README.md",
            "It uses the TensorFlow 1.8 weights, and uses TensorFlow 1.8 or 2.0, or 1.8+.\n",
        ),
        (
            "README.md",
            "It uses PyTorch. The TensorFlow 1.8 backend.\nWritten for: TensorFlow 1.8\n",
        ),
        ("sub/requirements.txt", "tensorflow==2.4\n"),
        ("notes.txt", CONDA_LIST),
        ("stable-req.txt", "tensorflow==2.4\nand others\n"),
        ("conda.txt", "tensorflow 2.4 py37_0\n"),
        ("conda.txt", "# Name Version Build\ntensorflow\ntensorflow two 0\n=\nx://\n"),
    ],
)
def test_what_says_nothing(name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, {name: text})
    assert read_pins(str(tmp_path)) == []


def test_what_people_are_told_counts_where_installers_are_told_nothing(tmp_path: Path) -> None:
    readme = "tensorflow==1.13.1\nkeras==2.1.5\n"
    write(tmp_path, {"README.md": readme, "requirements.txt": "tensorflow==2.4.1\n"})
    assert read_pins(str(tmp_path)) == [
        Pin("tensorflow", "==2.4.1", "requirements.txt"),
        Pin("keras", "==2.1.5", "README.md"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_texts_in_the_encodings_of_windows(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_bytes("tensorflow==2.4.1\r\nsix\r\n".encode(encoding))
    (pin,) = read_pins(str(tmp_path))
    assert pin.versions == "==2.4.1"


def versions(*asked: str, name: str = "tensorflow") -> Versions:
    return Versions([Pin(name, text, "requirements.txt") for text in asked])


@pytest.mark.parametrize(
    ("asked", "lacking", "keras_2"),
    [
        ([], False, False),
        (["==2.4.1"], True, True),
        ([">=2.4"], True, False),
        ([">=2.9"], False, False),
        ([">2.8"], True, False),
        (["<3"], False, False),
        (["<2.16"], False, True),
        (["~=2.15.0"], False, True),
        (["==2.16.1"], False, False),
        ([">=2.4", "==2.15.1"], True, True),
        (["==2.12.0", "==2.6.0"], True, True),
        (["==2.12.0", "==2.17.0"], False, False),
        (["==2.10", "==2.16"], False, False),
        (["==2.19.0rc1"], False, False),
        (["==1.15"], True, True),
        (["==2.0.0-beta1"], True, True),
        (["==2.4.0rc1", ">=2.0"], True, True),
        (["==2.19.0rc1.dev1"], False, False),
    ],
)
def test_what_versions_have(asked: list[str], lacking: bool, keras_2: bool) -> None:
    found = versions(*asked)
    assert (found.lack("tensorflow.function.reduce_retracing"), found.run_keras_2) == (
        lacking,
        keras_2,
    )


@pytest.mark.parametrize(
    ("pin", "codes"),
    [
        ("tensorflow==1.15.3", []),
        ("tensorflow<2", []),
        ("keras<=2.3.1", ["TFL203"]),  # which says nothing of ``tf.keras``
        ("tensorflow", ["TFL203"]),
    ],
)
def test_keras_before_tensorflow_2_makes_a_layer_once(
    pin: str, codes: list[str], tmp_path: Path
) -> None:
    files = {"layers.py": METRIC, "requirements.txt": f"{pin}\n"}
    write(tmp_path, files)
    assert [code for _, _, code in places("layers.py", cwd=tmp_path)] == codes


@pytest.mark.parametrize(
    ("pin", "optimizer", "codes"),
    [
        ("tensorflow==2.10", "SGD", ["TFL206"]),
        ("tensorflow==2.21", "SGD", []),
        ("tensorflow", "SGD", []),
        ("tensorflow==2.10", "Adam", ["TFL206"]),
        ("tensorflow==2.21", "Adam", ["TFL206"]),
    ],
)
def test_an_optimizer_of_keras_2_counts_its_steps(
    pin: str, optimizer: str, codes: list[str], tmp_path: Path
) -> None:
    """Measured with ``tf_keras``: the second SGD raises in a tf.function, as the second Adam does."""
    steps = f"""\
import tensorflow as tf
@tf.function
def apply(optimizer, gradient, variable):
    optimizer.apply_gradients([(gradient, variable)])
x = tf.Variable(1.0)
one, other = tf.keras.optimizers.{optimizer}(0.1), tf.keras.optimizers.{optimizer}(0.2)
apply(one, tf.constant(1.0), x)
apply(other, tf.constant(1.0), x)
"""
    write(tmp_path, {"steps.py": steps, "requirements.txt": f"{pin}\n"})
    assert [code for _, _, code in places("steps.py", cwd=tmp_path)] == codes


@pytest.mark.parametrize(
    ("others", "codes"),
    [
        ("", ["TFL203"]),
        ("from keras.legacy import interfaces", []),
        ("from keras.backend import tensorflow_backend as K", []),
        ("from keras import legacy", ["TFL203"]),
        ("from keras.engine import topology", ["TFL203"]),
        ("from keras.engine.topology import Container", []),
        ("from keras.applications.mobilenet import relu6, DepthwiseConv2D", []),
        ("from keras.applications.mobilenet import MobileNet", ["TFL203"]),
        ("from keras.initializers import normal", []),
        ("import tensorflow as tf\ntf.keras.initializers.normal()", []),
        ("import tensorflow as tf\ntf.compat.v1.keras.initializers.normal()", ["TFL203"]),
        ("from keras.optimizers import adam\nadam(0.1)", []),
        ("from keras.optimizers import adam\nprint(adam)", ["TFL203"]),
        ("import keras.backend as K\nK.image_dim_ordering()", []),
        ("from keras.layers import Dense\nDense(3, init='uniform')", []),
        ("from other import Dense\nDense(3, init='uniform')", ["TFL203"]),
        ("from keras.models import Model\nModel(input=1, output=2)", []),
        ("from keras.models import Model\nModel(inputs=1, outputs=2)", ["TFL203"]),
        ("from other import Model\nModel(input=1, output=2)", ["TFL203"]),
        ("from keras.layers import Dense\nDense(3, input=1)", ["TFL203"]),
        ("keras.applications.ResNet50(weights=None, backend=keras.backend)", []),
        ("keras.applications.ResNet50(weights=None, layers=keras.layers)", ["TFL203"]),
        ("layers.ResNet50(weights=None, backend=keras.backend)", ["TFL203"]),
        ("layers.model.fit(1, nb_epoch=2)", []),
        ("def step(nb_epoch):\n    pass\nlayers.model.fit(1, nb_epoch=2)", ["TFL203"]),
        ("raw_input('go on? ')", []),
        ("def raw_input(text):\n    pass\nraw_input('go on? ')", ["TFL203"]),
        ("from six.moves import xrange\nxrange(3)", ["TFL203"]),
        ("import six\nif six.PY2:\n    raw_input('go on? ')", ["TFL203"]),
        ("try:\n    raw_input('go on? ')\nexcept NameError:\n    pass", ["TFL203"]),
        ("from keras.layers import Merge", []),
        ("from keras.layers import merge\nmerge([1, 2], mode='concat')", []),
        ("from keras.layers import merge\nprint(merge)", ["TFL203"]),
        ("from keras.layers import CuDNNLSTM", ["TFL203"]),
        ("layers.model.metrics_tensors.append(1)", []),
        ("print(layers.model.stateful_metric_names)", []),
        (
            "if hasattr(layers.model, 'metrics_tensors'):\n    layers.model.metrics_tensors",
            ["TFL203"],
        ),
        ("net = layers.Net()\nnet.metrics_tensors = []\nnet.metrics_tensors.append(1)", ["TFL203"]),
        ("try:\n    import keras.legacy.models\nexcept ImportError:\n    pass", ["TFL203"]),
        (
            "try:\n    import keras.legacy.models\nexcept ImportError:\n    import keras.engine.x",
            ["TFL203"],
        ),
        (
            "try:\n    import keras.legacy.models\nexcept ImportError:\n    import keras.legacy.layers",
            [],
        ),
        (
            "try:\n    try:\n        import keras.legacy.models\n    except ImportError:\n"
            "        import keras.legacy.layers\nexcept ImportError:\n    pass",
            ["TFL203"],
        ),
        (
            "try:\n    import six\nexcept ImportError:\n    pass\n"
            "else:\n    import keras.legacy.models as old",
            [],
        ),
    ],
)
def test_what_a_program_uses_says_which_keras(
    others: str, codes: list[str], tmp_path: Path
) -> None:
    """The names that are written here went with Keras 2.4 or Python 2, the attributes with Keras 2.3."""
    metric = METRIC.replace("import tensorflow as tf", "import tensorflow as tf\nimport keras")
    write(tmp_path, {"layers.py": metric, "train.py": f"import keras\nimport layers\n{others}\n"})
    assert [code for _, _, code in places("layers.py", cwd=tmp_path)] == codes
    write(tmp_path, {"layers.py": METRIC})
    assert [code for _, _, code in places("layers.py", cwd=tmp_path)] == ["TFL203"]


@pytest.mark.parametrize(
    ("first", "codes"),
    [
        ("#!/usr/bin/env python2.7", []),
        ("#!/home/user/tfp27/bin/python", []),
        ("#!/usr/bin/python2", []),
        ("#!/usr/bin/env python3", ["TFL203"]),
        ("# python2", ["TFL203"]),
    ],
)
def test_what_runs_a_program_says_which_keras(first: str, codes: list[str], tmp_path: Path) -> None:
    metric = METRIC.replace("import tensorflow as tf", "import tensorflow as tf\nimport keras")
    write(tmp_path, {"layers.py": metric, "train.py": f"{first}\nimport layers\n"})
    assert [code for _, _, code in places("layers.py", cwd=tmp_path)] == codes


@pytest.mark.parametrize("pin", ["keras==2.3.1", "keras>=2.4"])
@pytest.mark.parametrize(
    ("kept", "is_counter"),
    [
        ("self.attention = tf.nn.softmax(x)", False),
        ("self.attention += helpers.attend(x)", False),
        ("self.attention = 1 - self.attention * helpers.attend(x)", False),
        ("self.attention += 1", True),
    ],
)
def test_tensors_kept_in_the_one_graph_can_be_used(
    kept: str, is_counter: bool, pin: str, tmp_path: Path
) -> None:
    layers = KEEPING.replace("self.attention = tf.nn.softmax(x)", kept)
    write(tmp_path, {"layers.py": layers, "requirements.txt": pin})
    found = [code for _, _, code in places("layers.py", cwd=tmp_path)]
    assert found == ([] if pin.endswith("2.3.1") and not is_counter else ["TFL305"])


@pytest.mark.parametrize(
    ("pin", "codes"),
    [("keras<=2.3.1", []), ("tensorflow==1.15", []), ("tensorflow==2.2", ["TFL201"])],
)
def test_variables_of_the_backend_are_of_the_one_graph_before_tensorflow_2(
    pin: str, codes: list[str], tmp_path: Path
) -> None:
    text = BACKEND.replace("from tensorflow.keras", "from keras") if "keras" in pin else BACKEND
    write(tmp_path, {"rows.py": text, "requirements.txt": f"{pin}\n"})
    assert [code for _, _, code in places("rows.py", cwd=tmp_path)] == codes


def test_keras_by_itself() -> None:
    assert versions("<3", name="keras").run_keras_2
    assert not versions(">=2.6", name="keras").run_keras_2


@pytest.mark.parametrize(
    "pins", ["tensorflow==2.1\nkeras==2.3.1\n", "keras==2.3.1\n", "keras==1.2.2\n"]
)
def test_pins_of_keras_say_nothing_of_that_of_tensorflow(pins: str, tmp_path: Path) -> None:
    by_itself = ASKING.format(first="").replace("from tensorflow import keras", "import keras")
    of_tensorflow = by_itself.replace("import keras", "").replace("keras.", "tf.keras.")
    write(tmp_path, {"requirements.txt": pins, "ask.py": by_itself, "ask_tf.py": of_tensorflow})
    assert [code for _, _, code in places("ask.py", cwd=tmp_path)] == []
    assert [code for _, _, code in places("ask_tf.py", cwd=tmp_path)] == ["TFL901"]


MADE_ELSEWHERE = """\
import numpy as np

{imports}

model = {maker}.make()
scores = []
for row in np.ones((1000, 3)):
    scores.append(model.predict(row[None]))
"""
MAKERS = {
    "by_itself.py": "import keras\n\n\ndef make():\n    return keras.Sequential()\n",
    "by_tensorflow.py": "import tensorflow as tf\n\n\ndef make():\n    return tf.keras.Sequential()\n",
    "between.py": "from by_tensorflow import make\n",
    "further.py": "import by_itself\n",
}


@pytest.mark.parametrize(
    ("maker", "beside", "codes"),
    [
        ("by_tensorflow", "", ["TFL901"]),
        ("between", "", ["TFL901"]),
        ("by_tensorflow", "import further", ["TFL901"]),  # what is nearer counts
        ("by_tensorflow", "import by_itself", []),
        ("by_itself", "", []),
    ],
)
def test_files_that_name_no_keras_have_models_of_the_nearest_that_do(
    maker: str, beside: str, codes: list[str], tmp_path: Path
) -> None:
    pins = {"requirements.txt": "tensorflow==2.1\nkeras==2.3.1\n"}
    text = MADE_ELSEWHERE.format(imports=f"import {maker}\n{beside}", maker=maker)
    write(tmp_path, {**pins, **MAKERS, "ask.py": text})
    assert [code for _, _, code in places("ask.py", cwd=tmp_path)] == codes


@pytest.mark.parametrize(
    ("pin", "first", "codes"),
    [
        ("", "", ["TFL901"]),
        ("keras>=2.3", "", ["TFL901"]),
        ("keras<=2.3.1", "", ["TFL901"]),  # ``tf.keras`` is no Keras by itself
        ("keras<=2.3.1", "import keras", []),  # nobody knows which of the two it is
        ("tensorflow-gpu==1.13.2", "", []),
        ("tensorflow==2.1\nkeras==2.3.1", "", ["TFL901"]),
        ("tensorflow>=1.15.2\nkeras==2.3.1", "", ["TFL901"]),
        ("tensorflow==1.15\nkeras==2.3.1", "", []),
        ("", "tf.compat.v1.disable_eager_execution()", []),
        ("", "tf.disable_v2_behavior()", []),
        ("", "if input(): tf.disable_v2_behavior()", ["TFL901"]),
        ("", "session = tf.Session()", []),
        ("", "if tf.__version__ < '2': session = tf.Session()", ["TFL901"]),
        ("", "session = tf.compat.v1.Session()", ["TFL901"]),
    ],
)
def test_loops_of_keras_are_plain_before_tensorflow_2(
    pin: str, first: str, codes: list[str], tmp_path: Path
) -> None:
    write(tmp_path, {"ask.py": ASKING.format(first=first), "requirements.txt": f"{pin}\n"})
    assert [code for _, _, code in places("ask.py", cwd=tmp_path)] == codes


@pytest.mark.parametrize(
    ("pin", "imported", "severity"),
    [
        ("", "from keras.models import Sequential", "info"),
        ("", "from keras import Sequential", "warning"),
        ("keras>=2.4", "from keras.models import Sequential", "warning"),
        ("", "from tensorflow.keras.models import Sequential", "warning"),
        ("keras==2.3.1", "from tensorflow import keras", "info"),  # of TensorFlow 1.15 or 2.0
        ("keras==2.3.1\ntensorflow>=1.15", "from tensorflow import keras", "warning"),
        ("keras==2.3.1", "from tensorflow import function, keras", "warning"),
        ("keras>=2.3", "from tensorflow import keras", "warning"),
    ],
)
def test_where_nothing_tells_which_keras_there_is(
    pin: str, imported: str, severity: str, tmp_path: Path
) -> None:
    named = imported if imported.endswith(" keras") else f"{imported}\nimport keras"
    text = ASKING.format(first="").replace("from tensorflow import keras", named)
    write(tmp_path, {"ask.py": text, "requirements.txt": f"{pin}\n"})
    assert [f["severity"] for f in findings("ask.py", cwd=tmp_path)] == [severity]


ASKING = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras

{first}
model = keras.Sequential([keras.layers.Dense(2)])
scores = []
for row in np.ones((1000, 3)):
    scores.append(model.predict(row[None]))
"""
BACKEND = """\
import tensorflow as tf
from tensorflow.keras import backend as K

rows = tf.data.Dataset.range(3).map(lambda row: (row, K.zeros([1])))
"""
METRIC = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        self.add_metric(tf.keras.metrics.Mean(name="error")(x))
        return x

model = Net()
model.compile("sgd", "mse")
model.fit(tf.ones((2, 3)), tf.ones((2, 3)))
"""
KEEPING = """\
import keras
import tensorflow as tf

import helpers

class Net(keras.Model):
    def call(self, x):
        self.attention = tf.nn.softmax(x)
        return self.attention

model = Net()
model.compile("sgd", "mse")
model.fit(tf.ones((2, 3)), tf.ones((2, 3)))
print(model.attention)
"""
OLD_OPTION = """\
import tensorflow as tf

@tf.function(experimental_relax_shapes=True)
def f(x):
    return x
"""
CONDITION = """\
import tensorflow as tf

class Gate(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_mean(x) > 0:
            return x
        return -x
"""


@pytest.mark.parametrize(
    ("pin", "codes"),
    [
        ("", ["TFL108", "TFL606"]),
        ("tensorflow", ["TFL108", "TFL606"]),
        ("tensorflow==2.4", []),
        ("tensorflow>=2.4", ["TFL606"]),
        ("tensorflow>=2.9,<2.16", ["TFL108"]),
        ("tensorflow>=2.16", ["TFL108", "TFL606"]),
        ("keras<3", ["TFL108"]),
        ("tensorflow_addons", ["TFL108"]),
    ],
)
@pytest.mark.parametrize("named", ["project", "project/old.py project/layers.py"])
def test_findings_hold_for_the_versions_asked_for(
    pin: str, codes: list[str], named: str, tmp_path: Path
) -> None:
    files = {"old.py": OLD_OPTION, "layers.py": CONDITION, "requirements.txt": f"{pin}\n"}
    write(tmp_path / "project", dict(files))
    found = places(*named.split(), cwd=tmp_path)
    assert sorted(code for _, _, code in found) == codes
    write(tmp_path / "project", {"requirements.txt": "tensorflow>=2.16\n"})
    assert len(places(*named.split(), cwd=tmp_path)) == 2  # nor is what was kept told again


@pytest.mark.parametrize(
    ("evidence", "pin", "python", "severity"),
    [
        ("", "", "3.11.4", Severity.INFO),
        ("", "tensorflow>=2.4", "3.11.4", Severity.INFO),
        ("", "tensorflow>=2.16", "3.11.4", Severity.WARNING),
        ("", "keras>=3", "3.11.4", Severity.WARNING),
        ("", "", "3.12.0", Severity.WARNING),
        ("from keras import ops", "", "3.11.4", Severity.WARNING),
        ("import keras\nkeras.ops.ones(3)", "", "3.11.4", Severity.WARNING),
        ("tf.keras.random.normal((3,))", "", "3.11.4", Severity.WARNING),
        ("import keras\nclass Own(keras.Layer):\n    pass", "", "3.11.4", Severity.WARNING),
        ("from keras.layers import TFSMLayer", "", "3.11.4", Severity.WARNING),
        ("from keras.layers import Dense", "", "3.11.4", Severity.INFO),
        ("from models import ops", "", "3.11.4", Severity.INFO),
        (
            "try:\n    from keras import ops\nexcept ImportError:\n    ops = None",
            "",
            "3.11.4",
            Severity.INFO,
        ),
    ],
)
@pytest.mark.parametrize("condition", ["tf.reduce_mean(x) > 0", "int(tf.reduce_mean(x)) > 2"])
def test_what_is_so_under_keras_3_alone_is_information_where_it_may_be_another(
    condition: str, evidence: str, pin: str, python: str, severity: Severity, tmp_path: Path
) -> None:
    code = f"import layers\nimport tensorflow as tf\n{evidence}"
    cell = {"cell_type": "code", "source": code, "outputs": []}
    notebook = {
        "cells": [cell | {"execution_count": None, "metadata": {}}],
        "metadata": {"language_info": {"name": "python", "version": python}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    layers = CONDITION.replace("tf.reduce_mean(x) > 0", condition)
    files = {"layers.py": layers, "use.ipynb": json.dumps(notebook), "requirements.txt": pin}
    write(tmp_path, files)
    (found,) = findings(".", cwd=tmp_path)
    assert found["code"] in ("TFL602", "TFL606")
    assert found["severity"] == severity
    assert ("under Keras 3" in found["message"]) is (severity is Severity.INFO)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("if (total := tf.reduce_sum(x)) > 0:\n            return x * total", [5]),
        ("x = [y for y in (x, 2 * x) if tf.reduce_sum(y) > 0]", [5]),
        ("x = left_alone(x)", [9]),
    ],
)
def test_what_no_autograph_converts_is_a_warning_under_every_keras(
    code: str, lines: list[int], tmp_path: Path
) -> None:
    layers = (
        "import tensorflow as tf\n\nclass Gate(tf.keras.layers.Layer):\n    def call(self, x):\n"
        f"        {code}\n        return x\n{'' if ':=' not in code else '# '}"
        "@tf.autograph.experimental.do_not_convert\ndef left_alone(x):\n"
        "    return x if tf.reduce_sum(x) > 0 else -x\n"
    )
    write(tmp_path, {"layers.py": layers})
    found = [f for f in findings("layers.py", cwd=tmp_path) if f["code"] == "TFL606"]
    assert [f["line"] for f in found] == lines
    assert {f["severity"] for f in found} == {Severity.WARNING}


@pytest.mark.parametrize(
    ("pin", "severities"),
    [("", [Severity.INFO]), ("keras>=3", [Severity.WARNING]), ("tensorflow==2.10", [])],
)
def test_a_seed_that_only_keras_3_makes_is_information_where_it_may_be_another(
    pin: str, severities: list[Severity], tmp_path: Path
) -> None:
    code = (
        "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    def call(self, x):\n"
        "        return tf.keras.layers.Dropout(0.5)(x)\n"
    )
    write(tmp_path, {"net.py": code, "requirements.txt": pin})
    found = [f for f in findings("net.py", cwd=tmp_path) if f["code"] == "TFL202"]
    assert [f["severity"] for f in found] == severities


@pytest.mark.parametrize(
    ("pin", "codes"), [("tensorflow==1.14", []), ("tensorflow==2.4", ["TFL903"])]
)
def test_before_tensorflow_2_a_model_predicts_while_a_graph_is_built(
    pin: str, codes: list[str], tmp_path: Path
) -> None:
    code = (
        "from tensorflow import keras\n\nmodel = keras.Sequential([keras.layers.Dense(1)])\n"
        "inner = keras.Sequential([keras.layers.Dense(1)])\n"
        "def loss(y, p):\n    return keras.backend.mean(inner.predict(y) - p)\n"
        "model.compile('sgd', loss=loss)\n"
    )
    write(tmp_path, {"net.py": code, "requirements.txt": pin})
    assert [f["code"] for f in findings("net.py", cwd=tmp_path)] == codes


def _named(names: frozenset[str], python: str, package: str) -> set[str]:
    """Those of the names that a package has which an interpreter imports."""
    code = """
import importlib
import operator
import sys

def has(name):
    try:
        operator.attrgetter(name.removeprefix("keras."))(top)
    except AttributeError:
        return False
    return True

top = importlib.import_module(sys.argv[1])
print(*(name for name in sys.argv[2:] if has(name)))
"""
    command = [python, "-c", code, package, *sorted(names)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_keras_3_has_its_names(tensorflow_python: str) -> None:
    assert _named(KERAS_3_NAMES, tensorflow_python, "keras") == KERAS_3_NAMES


def test_no_keras_before_has_names_of_keras_3(keras_2_python: str) -> None:
    assert _named(KERAS_3_NAMES, keras_2_python, "tf_keras") == set()


def test_names_of_old_keras_are_none_of_keras_3() -> None:
    assert not KERAS_3_NAMES & OLD_KERAS_NAMES


@pytest.mark.parametrize(
    ("own", "others", "severity"),
    [
        ("", "", Severity.WARNING),
        ("row = tf.decode_csv(row, [[0.0]])", "", Severity.INFO),
        ("row = tf.io.decode_csv(row, [[0.0]])", "", Severity.WARNING),
        ("row = tf.decode_csv(row, [[0.0]])", "tf.enable_eager_execution()", Severity.WARNING),
    ],
)
@pytest.mark.parametrize("message", ["print(row)", "logging.warning(row)"])
def test_messages_in_files_for_tensorflow_1_are_information(
    message: str, own: str, others: str, severity: Severity, tmp_path: Path
) -> None:
    reading = (
        "import logging\nimport tensorflow as tf\n\ndef parsed(row):\n"
        f"    {message}\n    {own or 'pass'}\n    return row\n\n"
        "def rows(path):\n    return tf.data.TextLineDataset(path).map(parsed)\n"
    )
    train = f"import tensorflow as tf\nimport reading\n\n{others}\nreading.rows('a')\n"
    write(tmp_path, {"reading.py": reading, "train.py": train})
    (found,) = (
        f for f in findings("reading.py", cwd=tmp_path) if f["code"] in ("TFL301", "TFL302")
    )
    assert found["severity"] == severity


@pytest.mark.parametrize("named", [".", "one", "one/layers.py", "one/old.py one/layers.py"])
def test_the_pins_of_the_nearest_folder_count(named: str, tmp_path: Path) -> None:
    files = {"old.py": OLD_OPTION, "layers.py": CONDITION}
    pinned = {f"one/{name}": text for name, text in files.items()}
    write(tmp_path, pinned | {"README.md": "Two programs", "one/requirements.txt": "keras==2.4\n"})
    assert {code for _, _, code in places(*named.split(), cwd=tmp_path)} <= {"TFL108"}
    write(tmp_path, {"one/requirements.txt": "numpy\n", "requirements.txt": "keras==3.0\n"})
    assert "TFL606" in {code for _, _, code in places(*named.split(), "one", cwd=tmp_path)}


def test_a_program_of_two_folders_has_the_pins_above_both(tmp_path: Path) -> None:
    train = "import tensorflow as tf\nfrom one import layers\n"
    files = {"one/layers.py": CONDITION, "two/train.py": train, "README.md": "One program"}
    write(tmp_path, files | {"one/requirements.txt": "keras==2.4\n"})
    assert [code for _, _, code in places(".", cwd=tmp_path)] == ["TFL606"]
    write(tmp_path, {"requirements.txt": "keras==2.4\n"})
    assert places(".", cwd=tmp_path) == []


@pytest.mark.parametrize(
    ("pin", "severity"),
    [
        ("", Severity.INFO),
        ("tensorflow", Severity.INFO),
        ("tensorflow<3", Severity.INFO),
        ("tensorflow>=2.9", Severity.WARNING),
    ],
)
def test_an_old_name_is_information_where_the_new_one_may_be_missing(
    pin: str, severity: Severity, tmp_path: Path
) -> None:
    write(tmp_path, {"old.py": OLD_OPTION, "requirements.txt": f"{pin}\n"})
    (found,) = lint([str(tmp_path / "old.py")], Settings()).findings
    assert (found.code, found.severity) == ("TFL108", severity)


@pytest.mark.parametrize(
    ("name", "text", "needed"),
    [
        ("requirements.txt", "tensorflow\ntensorflow-addons\n", True),
        ("requirements.txt", "tensorflow>=2.0\nbert4keras==0.10.8\n", True),
        ("requirements.txt", "tensorflow-addons>=0.11; python_version < '3.12'\n", False),
        ("requirements-extra.txt", "tensorflow-addons\n", False),
        ("pyproject.toml", "[project]\ndependencies = ['Tensorflow.Addons>=0.13']\n", True),
        ("pyproject.toml", "[project.optional-dependencies]\nx = ['tensorflow_addons']\n", False),
        ("setup.py", "PARTS = ['tensorflow_addons']\n", False),
        ("README.md", "```\n    pip install numpy tensorflow-directml-plugin\n```\n", True),
        ("README.md", "`pip install tensorflow` goes without tensorflow-addons.\n", False),
    ],
)
def test_what_goes_with_keras_2_only(name: str, text: str, needed: bool, tmp_path: Path) -> None:
    write(tmp_path, {name: text})
    assert Versions(read_pins(str(tmp_path))).run_keras_2 is needed


def test_what_needs_keras_2_says_so() -> None:
    assert Versions([Pin("tensorflow-addons", "", "requirements.txt")]).run_keras_2


@pytest.mark.parametrize(
    ("evidence", "pin", "silent"),
    [
        ("tf.keras.layers.experimental.SyncBatchNormalization", "", True),
        ("tf.keras.optimizers.legacy.Adam()", "", True),
        ("tf.keras.optimizers.experimental.AdamW()", "", True),
        ("class Cell(tf.keras.layers.AbstractRNNCell):\n    pass", "", True),
        ("tf.keras.optimizers.Adam(lr=0.1)", "", True),
        ("tf.keras.optimizers.Adam(learning_rate=0.1)", "", False),
        ("model.predict_generator(batches)", "", True),
        ("model.optimizer.lr.assign(0.1)", "", True),
        ("for one in model.metrics:\n    one.reset_states()", "", True),
        ("all = [tf.keras.metrics.Mean()]\nfor m in all:\n    m.reset_states()", "", True),
        ("all = [tf.keras.metrics.Mean(), x]\nfor m in all:\n    m.reset_states()", "", False),
        ("for m in m:\n    m.reset_states()", "", False),
        ("for one in model.parts:\n    one.reset_states()", "", False),
        ("for one in model.metrics:\n    one.reset_state()", "", False),
        (
            "def reset_states():\n    pass\n\nfor m in model.metrics:\n    m.reset_states()",
            "",
            False,
        ),
        ("model.fit(x, workers=4)", "", True),
        ("model.fit(x, batch_size=4)", "", False),
        ("def fit(x, workers):\n    return x\n\nmodel.fit(x, workers=4)", "", False),
        ("if tf.__version__ < '2.16':\n    model.fit(x, workers=4)", "", False),
        ("cell.get_initial_state(batch_size=3, dtype=tf.float32)", "", True),
        ("from keras.utils.np_utils import to_categorical", "tensorflow>=2.4", True),
        ("from tensorflow.keras.layers import CuDNNLSTM", "tensorflow>=2.16", False),
        ("def f():\n    from tensorflow.python.keras.applications import resnet", "", True),
        ("from tensorflow.python.keras.engine import base_layer", "", False),
        ("from tensorflow.python.keras import layers", "tensorflow>=2.16", False),
        ("from keras.utils import to_categorical", "", False),
        ("from .utils.np_utils import to_categorical", "", False),
        (
            "try:\n    from keras.engine import Layer\nexcept ImportError:\n    Layer = None",
            "",
            False,
        ),
        ("if tf.__version__ < '2.16':\n    tf.keras.backend.set_learning_phase(1)", "", False),
        ("if layers:\n    tf.keras.backend.set_learning_phase(1)", "", True),
        ("def predict_generator(x):\n    return x\n\nx.predict_generator(1)", "", False),
    ],
)
def test_code_that_only_keras_2_runs_says_so(
    evidence: str, pin: str, silent: bool, tmp_path: Path
) -> None:
    train = (
        f"import tensorflow as tf\nimport layers\n\nmodel = cell = batches = x = None\n{evidence}\n"
    )
    files = {"layers.py": CONDITION, "train.py": train, "requirements.txt": pin}
    write(tmp_path, files)
    found = [code for _, _, code in places("layers.py", cwd=tmp_path)]
    assert found == ([] if silent else ["TFL606"])


def test_the_own_copy_of_tensorflow_is_keras_2(tmp_path: Path) -> None:
    layers = CONDITION.replace("tf.keras.layers", "layers")
    layers = f"from tensorflow.python.keras import layers\n{layers}"
    write(tmp_path, {"layers.py": layers, "requirements.txt": "tensorflow>=2.16"})
    assert places("layers.py", cwd=tmp_path) == []


def test_keras_3_lacks_the_names_of_keras_2(tensorflow_python: str) -> None:
    code = """
import json
import sys
import keras
import tensorflow

def lacks(name):
    for found in (keras, tensorflow.keras):
        try:
            for part in name.split("."):
                found = getattr(found, part)
        except (AttributeError, ImportError):
            continue
        return False
    return True

names = sys.argv[1].split()
methods = sys.argv[2].split()
print([name for name in names if not lacks(name)])
print([name for name in methods if hasattr(keras.Model, name)])
for name, makers in json.loads(sys.argv[3]).items():
    found = vars(getattr(keras, makers[0].split(".")[1])).values()
    kinds = [kind for kind in found if isinstance(kind, type)]
    print(name, len(kinds) > 10, [kind for kind in kinds if hasattr(kind, name)])
try:
    keras.optimizers.legacy.Adam()
except ImportError:
    print("raises", hasattr(keras.optimizers.Adam(), "lr"))
"""
    given = [
        " ".join(sorted(KERAS_2_NAMES)),
        " ".join(sorted(KERAS_2_METHODS)),
        json.dumps(KERAS_2_METHODS_OF),
    ]
    done = subprocess.run(
        [tensorflow_python, "-c", code, *given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-3 - len(KERAS_2_METHODS_OF) :] == [
        "['optimizers.legacy']",
        "[]",
        *(f"{name} True []" for name in KERAS_2_METHODS_OF),
        "raises False",
    ]


def test_keras_3_refuses_keywords_of_keras_2(tensorflow_python: str) -> None:
    code = """
import inspect
import json
import sys

import keras

for name, keywords in json.loads(sys.argv[1]).items():
    kinds = (keras.Model, keras.layers.LSTMCell, keras.optimizers.Adam)
    for kind in [kind for kind in kinds if hasattr(kind, name)][:1]:
        taken = inspect.signature(getattr(kind, name)).parameters
        print(name, sorted(set(keywords) & set(taken)))
"""
    given = {name: sorted(keywords) for name, keywords in sorted(KERAS_2_KEYWORDS.items())}
    done = subprocess.run(
        [tensorflow_python, "-c", code, json.dumps(given)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-len(given) :] == [f"{name} []" for name in given]


def test_keras_3_refuses_the_modules_that_old_applications_take(tensorflow_python: str) -> None:
    code = """
import sys

import keras

for name in sys.argv[1:]:
    try:
        keras.applications.MobileNetV2(weights=None, **{name: getattr(keras, name)})
    except (TypeError, ValueError) as refusal:
        print(name, name in str(refusal))
"""
    given = sorted(KERAS_BEFORE_2_4_APPLICATION_KEYWORDS)
    done = subprocess.run(
        [tensorflow_python, "-c", code, *given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-len(given) :] == [f"{name} True" for name in given]


def test_keras_3_refuses_what_models_take_in_keras_1(tensorflow_python: str) -> None:
    code = """
import sys

import keras

made = keras.Input((2,))
for name in sys.argv[1:]:
    try:
        keras.Model(**{name: made})
    except ValueError as refusal:
        print(name, "Unrecognized" in str(refusal))
"""
    done = subprocess.run(
        [tensorflow_python, "-c", code, *sorted(KERAS_1_MODEL_KEYWORDS)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-2:] == ["input True", "output True"]


def test_tensorflow_with_keras_3_lacks_parts_of_its_own_keras_2(tensorflow_python: str) -> None:
    code = """
import importlib.util
import sys

print([name for name in sys.argv[1].split() if importlib.util.find_spec(name)])
"""
    given = " ".join(sorted(KERAS_2_MODULES))
    done = subprocess.run(
        [tensorflow_python, "-c", code, given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1:] == ["[]"]


def test_keras_3_lacks_the_names_of_old_keras(tensorflow_python: str) -> None:
    code = """
import importlib
import sys

import tensorflow

def has(name):
    module, _, last = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), last)
    except ImportError:
        return False

names = sys.argv[1].split()
print([name for name in names if has(name)])
print([name for name in names if has(name.replace("keras", "tensorflow.keras", 1))])
"""
    given = " ".join(sorted(OLD_KERAS_NAMES))
    done = subprocess.run(
        [tensorflow_python, "-c", code, given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


def test_tensorflow_2_lacks_the_names_of_tensorflow_1(tensorflow_python: str) -> None:
    code = """
import operator
import sys
import tensorflow

def has(name, top):
    try:
        operator.attrgetter(name.removeprefix("tensorflow."))(top)
    except AttributeError:
        return False
    return True

names = sys.argv[1].split()
print([name for name in names if has(name, tensorflow)])
print([name for name in names if not has(name, tensorflow.compat.v1)])
"""
    given = " ".join(sorted(TENSORFLOW_1_NAMES))
    done = subprocess.run(
        [tensorflow_python, "-c", code, given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


def test_tensorflow_2_refuses_the_keywords_of_tensorflow_1(tensorflow_python: str) -> None:
    code = """
import inspect
import operator
import sys
import tensorflow

def takes(name, top):
    function, _, word = name.removeprefix("tensorflow.").rpartition(".")
    parameters = inspect.signature(operator.attrgetter(function)(top)).parameters
    return word in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())

names = sys.argv[1].split()
print([name for name in names if takes(name, tensorflow)])
print([name for name in names if not takes(name, tensorflow.compat.v1)])
"""
    given = " ".join(sorted(TENSORFLOW_1_KEYWORDS))
    done = subprocess.run(
        [tensorflow_python, "-c", code, given], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


LEFT_OVER = """\
import tensorflow as tf


@tf.function
def judge(net, x):
    sgd = tf.keras.optimizers.SGD(0.1)
    return net(x)


@tf.function
def learn(net, x, grads):
    sgd = tf.keras.optimizers.SGD(0.1)
    sgd.apply_gradients(zip(grads, net.trainable_variables))
"""


@pytest.mark.parametrize(
    ("pin", "lines"),
    [
        ("tensorflow==2.5.0", [12]),
        ("tensorflow<2.11", [12]),
        ("keras==2.10", [12]),
        ("tensorflow>=2.5", [6, 12]),
        ("tensorflow==2.11", [6, 12]),
        ("numpy", [6, 12]),
    ],
)
def test_older_optimizers_make_variables_when_they_are_applied(
    pin: str, lines: list[int], tmp_path: Path
) -> None:
    write(tmp_path, {"steps.py": LEFT_OVER, "requirements.txt": f"{pin}\n"})
    found = places("steps.py", cwd=tmp_path)
    assert [(line, code) for _, line, code in found] == [(line, "TFL203") for line in lines]
