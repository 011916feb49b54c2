"""Which files of a project are analysed, and which only when something asks for them."""

import pytest
from snippets import project_of

from tflint.files.imports import mentions_framework

MODEL = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x\n"
PRINTER = (
    "NAMES = {'tensorflow': 'import tensorflow as tf'}\n\n\ndef show(x):\n    return NAMES[x]\n"
)


def test_importers_of_a_file_that_imports_a_framework_are_relevant() -> None:
    texts = {
        "model.py": MODEL,
        "train.py": "from model import step\n",
        "main.py": "import train\n",
        "other.py": "import json\n",
    }
    assert project_of(texts).relevant == {"model.py", "train.py", "main.py"}


def test_importers_of_a_file_that_only_speaks_of_a_framework_are_not() -> None:
    texts = {"printer.py": PRINTER, "main.py": "import printer\n"}
    assert project_of(texts).relevant == set()


@pytest.mark.parametrize(
    "line",
    [
        "import tensorflow_probability as tfp",
        "import json, keras",
        "from compat import tf",
        "from compat import (\n    json,\n    tf,\n)",
        "from compat import(tf)",
        "try:\n    from tensorflow.python import eager\nexcept ImportError:\n    pass",
    ],
)
def test_imports_of_frameworks(line: str) -> None:
    texts = {"model.py": f"{line}\n", "main.py": "import model\n"}
    assert project_of(texts).relevant == {"model.py", "main.py"}


def test_a_part_of_a_project_knows_what_is_relevant_in_it() -> None:
    project = project_of({"model.py": "from helper import f\n" + MODEL, "helper.py": "f = 1\n"})
    part = project.part(["helper.py", "model.py"])
    assert part.relevant == {"helper.py", "model.py"}
    assert list(part.sources) == ["helper.py", "model.py"]


def test_what_a_program_with_a_framework_imports_is_relevant() -> None:
    texts = {
        "main.py": "import model, score\n",
        "model.py": MODEL,
        "score.py": "def score(model, xs):\n    return [model.predict(x) for x in xs]\n",
        "other.py": "import score\n",
    }
    assert project_of(texts).relevant == {"main.py", "model.py", "score.py"}


def test_of_two_files_each_is_around_the_other_or_neither() -> None:
    texts = {
        "main.py": "import model, score\n",
        "model.py": "import shared\n" + MODEL,
        "score.py": "",
        "other.py": "import shared\n" + MODEL,
        "shared.py": "",
    }
    imports = project_of(texts).imports
    assert imports.around("model.py") == {"main.py", "model.py", "score.py", "shared.py"}
    assert imports.around("shared.py") == texts.keys()
    for one in texts:
        for other in texts:
            assert (one in imports.around(other)) is (other in imports.around(one))


@pytest.mark.parametrize(
    "line",
    [
        "import json; import model",
        "if True: import model",
        "import \\\n  json, model",
        "import json as j, model as m",
        "from model import(step)",
        "from . import model",
        "from.model import step",
        "from .\\\n  model \\\n  import \\\n step",
        "from . import (  # (all)\n  json,  # of )\n  model)",
        "try: from model import step\nexcept ImportError: pass",
        "if x: from model import *",
        "\x0cimport model",
        "for x in y:\n\timport model",
    ],
)
def test_spellings_of_imports(line: str) -> None:
    compile(line, "main.py", "exec")
    assert project_of({"model.py": MODEL, "main.py": f"{line}\n"}).relevant == {
        "main.py",
        "model.py",
    }


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("import tensorflow_datasets as tfds", True),
        ("from tf_keras import layers", True),
        ("x = lift(tf.abs)", True),
        ("# etf, btf_x, _tf, then tf", True),
        ("tf", True),
        ("class B(HybridBlock):\n    def hybrid_forward(self, F, x): ...", True),
        ("import torch.nn.functional as F", False),
        ("etf = tfds = tf_x = _tf = atf2 = 0", False),
        ("", False),
    ],
)
def test_what_mentions_a_framework(text: str, mentioned: bool) -> None:
    assert mentions_framework(text) == mentioned
