"""Imports are found as Python finds them from that file."""

from __future__ import annotations

import pytest
from snippets import module_of, project_of, revealed

from tflint.facts.expressions.values import UNKNOWN, External, FunctionValue, ModuleValue, Value
from tflint.files.layout import Layout

FILES = {
    "app/main.py": "",
    "app/sibling.py": "",
    "app/notes.ipynb": "",
    "src/package/__init__.py": "",
    "src/package/steps.py": "",
    "src/package/inner/__init__.py": "",
    "src/package/inner/deep.py": "",
    "src/other.py": "",
}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("app/main.py", "main"),
        ("src/other.py", "other"),
        ("src/package/__init__.py", "package"),
        ("src/package/steps.py", "package.steps"),
        ("src/package/inner/__init__.py", "package.inner"),
        ("src/package/inner/deep.py", "package.inner.deep"),
        ("./src/package/steps.py", "package.steps"),
    ],
)
def test_a_module_is_named_from_its_outermost_package(path: str, name: str) -> None:
    assert Layout(FILES).module_name(path) == name


@pytest.mark.parametrize(
    ("importer", "module", "level", "found"),
    [
        ("app/main.py", "sibling", 0, "app/sibling.py"),
        ("app/main.py", "notes", 0, "app/notes.ipynb"),
        ("app/main.py", "package", 0, None),
        ("app/main.py", "absent", 0, None),
        ("src/package/steps.py", "package.inner.deep", 0, "src/package/inner/deep.py"),
        ("src/package/steps.py", "other", 0, "src/other.py"),
        ("src/package/steps.py", "", 1, "src/package/__init__.py"),
        ("src/package/steps.py", "inner", 1, "src/package/inner/__init__.py"),
        ("src/package/steps.py", "inner.deep", 1, "src/package/inner/deep.py"),
        ("src/package/inner/deep.py", "steps", 2, "src/package/steps.py"),
        ("src/package/inner/deep.py", "", 2, "src/package/__init__.py"),
        ("src/package/inner/deep.py", "other", 3, "src/other.py"),
        ("src/package/__init__.py", "steps", 1, "src/package/steps.py"),
    ],
)
def test_an_import_finds_a_file(importer: str, module: str, level: int, found: str | None) -> None:
    assert Layout(FILES).find(importer, module, level) == found


def test_roots_named_by_the_user_are_searched() -> None:
    assert Layout(FILES, ["src"]).find("app/main.py", "package.steps") == "src/package/steps.py"


def test_a_file_beside_the_importer_comes_first() -> None:
    layout = Layout({**FILES, "app/other.py": ""}, ["src"])
    assert layout.find("app/main.py", "other") == "app/other.py"


@pytest.mark.parametrize(
    ("files", "importer", "module", "found"),
    [
        (["src/keras/__init__.py"], "train.py", "keras", None),
        (["src/keras/__init__.py"], "train.py", "keras.layers", None),
        (["src/keras/__init__.py", "src/keras/layers.py"], "train.py", "keras.layers", None),
        (["src/__init__.py", "src/keras/__init__.py"], "src/train.py", "keras", None),
        (["src/__init__.py", "src/keras/__init__.py"], "src/keras/models.py", "keras", None),
        (["src/__init__.py", "src/logging.py"], "src/train.py", "logging", None),
        (["logging.py"], "train.py", "logging", "logging.py"),
        (["keras/__init__.py"], "tests/models.py", "keras", "keras/__init__.py"),
        (["keras/__init__.py"], "keras/src/models.py", "keras", "keras/__init__.py"),
        (["src/other/__init__.py"], "train.py", "other", "src/other/__init__.py"),
    ],
)
def test_a_part_of_a_package_does_not_hide_what_is_installed(
    files: list[str], importer: str, module: str, found: str | None
) -> None:
    assert Layout([*files, importer], ["", "src"]).find(importer, module) == found


LIBRARY = {
    "lib/__init__.py": (
        "from .steps import step\nfrom .steps import step as renamed\nfrom .stars import *\n"
    ),
    "lib/steps.py": "def step(x): ...\n",
    "lib/stars.py": "def star(x): ...\n",
    "lib/chain.py": "from . import step as again\n",
}


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("from lib.steps import step\nreveal(step)", "step"),
        ("from lib import step\nreveal(step)", "step"),
        ("from lib import renamed\nreveal(renamed)", "step"),
        ("from lib import star\nreveal(star)", "star"),
        ("from lib.chain import again\nreveal(again)", "step"),
        ("import lib\nreveal(lib.step)", "step"),
        ("import lib.steps\nreveal(lib.steps.step)", "step"),
        ("import lib.steps as s\nreveal(s.step)", "step"),
        ("from lib import steps\nreveal(steps.step)", "step"),
        ("from lib.stars import *\nreveal(star)", "star"),
        ("from lib import *\nreveal(step)", "step"),
        ("import lib as library\nreveal(library.star)", "star"),
        ("def f():\n    from lib import step\n    reveal(step)", "step"),
        ("try:\n    from lib import step\nexcept ImportError:\n    pass\nreveal(step)", "step"),
    ],
)
def test_names_of_other_modules(code: str, function: str) -> None:
    project = project_of({**LIBRARY, "m.py": f"import tensorflow\n{code}\n"})
    (value,) = revealed(project)
    assert isinstance(value, FunctionValue)
    assert value.function.name == function


@pytest.mark.parametrize(
    ("imports", "name", "expected"),
    [
        (["keras.layers", "brought"], "tf.function", "tensorflow.function"),
        (["brought", "keras.layers"], "tf.function", "tensorflow.function"),
        (["brought", "keras.layers"], "Dense", "keras.layers.Dense"),
        (["keras.layers", "brought"], "Dense", "keras.layers.GRU"),
        (["keras.layers", "keras.models"], "Sequential", "keras.Sequential"),
        (["keras.models", "keras.layers"], "Sequential", "keras.Sequential"),
        (["keras.layers", "keras.models"], "Model", "keras.Model"),
        (["keras.models", "keras.layers"], "Model", "keras.Model"),
        (["keras.layers", "keras.models"], "Input", "keras.Input"),
        (["keras.models", "keras.layers"], "Input", "keras.Input"),
    ],
)
def test_the_last_star_import_that_has_a_name_gives_it(
    imports: list[str], name: str, expected: str
) -> None:
    brought = "import tensorflow as tf\nfrom keras.layers import GRU as Dense\n"
    lines = [f"from {module} import *" for module in imports]
    project = project_of({"brought.py": brought, "m.py": "\n".join([*lines, f"reveal({name})"])})
    (value,) = revealed(project)
    assert value == External(expected)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": "from b import *\n", "b.py": "import tensorflow as tf\n"}, "tensorflow"),
        (
            {
                "a.py": "from b import *\n",
                "b.py": "from a import *\nfrom c import *\n",
                "c.py": "from b import *\nimport tensorflow as tf\n",
            },
            "tensorflow",
        ),
        ({"a.py": "from b import *\n", "b.py": "from a import *\n"}, None),
        (
            {
                "a.py": "import tensorflow as tf\nfrom b import *\n",
                "b.py": "from elsewhere import *\n",
            },
            "tensorflow",
        ),
        ({"a.py": "from b import *\n", "b.py": "from elsewhere import *\n"}, "elsewhere.tf"),
        (
            {"a.py": "from b import *\n", "b.py": "from keras import *\n", "c.py": "tf = 1\n"},
            "keras.tf",
        ),
    ],
)
def test_star_imports_bring_what_star_imports_brought(
    files: dict[str, str], expected: str | None
) -> None:
    (value,) = revealed(project_of({**files, "m.py": "from a import *\nreveal(tf)\n"}))
    assert value == (UNKNOWN if expected is None else External(expected))


def test_the_first_star_import_of_branches_gives_a_name_that_no_other_has() -> None:
    text = "if which:\n    from backends.one import *\nelse:\n    from backends.two import *\n"
    files = {
        "backends/one.py": "import tensorflow\nop = tensorflow.cond\nother = tensorflow.cond\n",
        "backends/two.py": "import numpy\nop = numpy.abs\nother = numpy.abs\n",
        "always.py": "import tensorflow\nother = tensorflow.constant\n",
        "m.py": f"import tensorflow\nfrom always import *\n{text}reveal(op)\nreveal(other)\n",
    }
    assert revealed(project_of(files)) == [
        External("tensorflow.cond"),
        External("tensorflow.constant"),
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import tensorflow as tf\nreveal(tf.function)", External("tensorflow.function")),
        ("from tensorflow import function as g\nreveal(g)", External("tensorflow.function")),
        ("import tensorflow.compat.v2 as tf\nreveal(tf.cond)", External("tensorflow.cond")),
        (
            "from tensorflow_core.python.keras.models import Model\nreveal(Model)",
            External("keras.Model"),
        ),
        ("import tensorflow as tf\nreveal(tf.compat.v1.cond)", External("tensorflow.cond")),
        ("import tensorflow as tf\nreveal(tf.keras.Model)", External("keras.Model")),
        (
            "from tensorflow.keras import layers\nreveal(layers.Dense)",
            External("keras.layers.Dense"),
        ),
        ("import tf_keras\nreveal(tf_keras.Model)", External("keras.Model")),
        ("from tensorflow import *\nreveal(cond)", External("tensorflow.cond")),
        ("from .absent import name\nreveal(name)", External("absent.name")),
    ],
)
def test_names_from_outside_are_canonical(code: str, expected: Value) -> None:
    assert revealed(project_of({"m.py": code + "\n"})) == [expected]


def test_import_cycles_end() -> None:
    files = {
        "a.py": "import tensorflow\nfrom b import f\n",
        "b.py": "import tensorflow\nfrom a import f\nreveal(f)\n",
    }
    project = project_of(files)
    assert revealed(project, "b.py") != []


def test_a_package_is_a_value() -> None:
    project = project_of({**LIBRARY, "m.py": "import lib\nreveal(lib)\n"})
    (value,) = revealed(project)
    assert isinstance(value, ModuleValue)
    assert value.module is module_of(project, "lib/__init__.py")


SHOWN = """\
import tensorflow as tf
class Shown(tf.keras.layers.Layer):
    def __init__(self, dynamic=False, **options):
        super().__init__(dynamic=dynamic, **options)
    def call(self, x):
        print(x)
        return x
class Wide(tf.keras.layers.Layer):
    def __init__(self, **options):
        super().__init__(**options)
    def call(self, x):
        print(x)
        return x
"""
RUN = """\
import tensorflow as tf
from Layers import Shown, Wide
model = tf.keras.Sequential([Shown(dynamic=True), Wide(dynamic=True)])
model.compile("sgd", "mse")
model.fit(tf.ones((4, 1)), tf.ones((4, 1)))
"""


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (RUN, set()),
        (RUN.replace("dynamic=True", ""), {"Shown.call", "Wide.call"}),
        (RUN.replace("dynamic=True", "dynamic=False"), {"Shown.call", "Wide.call"}),
    ],
)
def test_callers_that_find_a_module_so_count(run: str, expected: set[str]) -> None:
    project = project_of({"modules/Layers.py": SHOWN, "scripts/run.py": run}, ("",))
    calls = (f for c in module_of(project, "modules/Layers.py").classes for f in c.methods.values())
    traced = {
        f.qualname
        for f in calls
        if any(not context.is_assumed for context in project.tracing.contexts(f))
    }
    assert traced == expected
