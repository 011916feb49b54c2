"""Every record says what the frameworks themselves do."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from environments import ROOT

from tflint.api import knowledge
from tflint.api.lookup import canonical, record, table
from tflint.api.records import Effect, Record, Result, Shape, read, words

FRAMEWORKS = ("tensorflow", "tensorflow.raw_ops", "keras", "mxnet", "numpy", "python")
HOMES = {
    "tensorflow": ("tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"),
    "keras": ("keras", "keras._tf_keras.keras"),
}
"""Where a name may be, since canonical names leave out which of these it was."""
ONE_KIND = {
    Result.NONE,
    Result.TENSOR,
    Result.TUPLE,
    Result.LIST,
    Result.MIXED,
    Result.DICT,
    Result.RAGGED,
    Result.SPARSE,
    Result.SLICES,
    Result.DTYPE,
    Result.NUMBER,
    Result.BOOL,
    Result.TEXT,
    Result.DATASET,
    Result.VARIABLE,
    Result.OPERATION,
    Result.ARRAY,
}
"""Results that a call can show."""


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_no_name_stands_twice(framework: str) -> None:
    rows = importlib.import_module(f"tflint.api.{framework.rpartition('.')[2]}").ROWS
    seen: Counter[str] = Counter()
    for row in rows:
        seen.update(read("", (row,)).keys())
    assert [name for name, times in seen.items() if times > 1] == []


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_names_are_canonical(framework: str) -> None:
    assert [name for name in table(framework) if canonical(name) != name] == []


def test_what_nobody_wrote_down_is_unknown() -> None:
    for name in ("tensorflow.no_such_name", "keras.ops.no_such_op", "no_such_module.f"):
        assert record(name) == Record()


def test_a_method_is_found_by_the_class_that_an_object_is_of() -> None:
    assert record("tensorflow.data.TFRecordDataset.map") == record("tensorflow.data.Dataset.map")
    assert record("tensorflow.data.TFRecordDataset.map").result is Result.DATASET


def _decided(framework: str) -> Iterator[tuple[str, Record]]:
    """Each function once, by the first of its names."""
    for name, (first, known) in table(framework).items():
        if name == first and not name.endswith(".*"):
            yield name, known


def _found(name: str) -> Iterator[Any]:
    """The object of a name, wherever it is."""
    framework, _, rest = name.partition(".")
    for home in HOMES.get(framework, (framework,)):
        found: Any = importlib.import_module(home)
        try:
            for part in rest.split("."):
                found = getattr(found, part)
        except (AttributeError, ImportError):
            continue
        yield found


def _kind(given: Any) -> Result | None:
    """What a result is, if it is of one kind."""
    import keras
    import numpy as np
    import tensorflow as tf

    if isinstance(given, tf.Tensor) and given.dtype in (tf.resource, tf.variant):
        return Result.RESOURCE
    kinds: list[tuple[Any, Result]] = [
        (type(None), Result.NONE),
        (tf.RaggedTensor, Result.RAGGED),
        ((tf.SparseTensor, tf.compat.v1.SparseTensorValue), Result.SPARSE),
        (tf.IndexedSlices, Result.SLICES),
        ((tf.Variable, keras.Variable), Result.VARIABLE),
        ((tf.Tensor, keras.KerasTensor), Result.TENSOR),
        (tf.TensorArray, Result.TENSOR_ARRAY),
        (tf.Operation, Result.OPERATION),
        (tf.TensorShape, Result.SHAPE),
        (tf.DType, Result.DTYPE),
        (bool, Result.BOOL),
        ((int, float, complex), Result.NUMBER),
        (str, Result.TEXT),
        ((np.ndarray, np.generic), Result.ARRAY),
        (tf.data.Dataset, Result.DATASET),
        (dict, Result.DICT),
    ]
    for classes, kind in kinds:
        if isinstance(given, classes):
            return kind
    if isinstance(given, (list, tuple)):
        tensors = all(_kind(part) is Result.TENSOR for part in given)
        if isinstance(given, list):
            return Result.LIST if tensors and given else None
        return Result.TUPLE if tensors and given else Result.MIXED
    return None


def _is_kept(made: list[Any]) -> bool:
    """True when a ``tf.function`` runs one of the operations even if nobody asks for its result."""
    from tensorflow.python.framework import auto_control_deps as deps

    return any(deps.op_is_stateful(op) and op.type not in _MADE_BY_US for op in made)


_MADE_BY_US = {"Placeholder", "VarHandleOp", "ReadVariableOp", "VariableV2"}


def _measured(function: Callable[..., Any]) -> tuple[Any, bool] | None:
    """What a function gives in a graph, and whether the graph keeps it; None if no call works."""
    import recipe
    from tensorflow.python.framework.func_graph import FuncGraph

    graph = FuncGraph("measured")
    with graph.as_default():
        arguments = recipe.calls(function)
        while True:
            before = len(graph.get_operations())
            try:
                given = next(arguments)
            except StopIteration:
                return None
            before = len(graph.get_operations())
            try:
                result = _called(function, given)
                _kind(result)  # some classes make objects of anything, which fail when looked at
            except Exception:
                continue
            return result, _is_kept(graph.get_operations()[before:])


def _called(function: Callable[..., Any], given: dict[str, Any] | list[Any]) -> Any:
    """What a call gives; of a method that of the object's own class, which may be abstract in its base."""
    if isinstance(given, list):
        return function(*given)
    others = dict(given)
    if "self" in others:
        return getattr(others.pop("self"), function.__name__)(**others)
    return function(**others)


def test_raw_operations_have_records() -> None:
    assert record("tensorflow.raw_ops.Qr") == Record(
        "tensorflow.raw_ops.Qr", Result.TUPLE, 2, ("q", "r"), kept=False
    )
    results = {
        "Abs": Result.TENSOR,
        "Unpack": Result.UNKNOWN,  # of no rows it gives nothing
        "ShapeN": Result.LIST,
        "VarHandleOp": Result.RESOURCE,
        "AssignVariableOp": Result.OPERATION,
    }
    assert {name: record(f"tensorflow.raw_ops.{name}").result for name in results} == results


@pytest.mark.slow
def test_what_tools_write_is_what_tensorflow_defines() -> None:
    tensorflow = pytest.importorskip("tensorflow")
    if not tensorflow.__version__.startswith("2.21."):
        pytest.skip("the records are those of TensorFlow 2.21")
    for tool in ("raw_ops.py", "tensorflow_1.py"):
        done = subprocess.run([sys.executable, ROOT / "tools" / tool, "--check"], timeout=300)
        assert done.returncode == 0, f"run tools/{tool}"


@pytest.mark.slow
@pytest.mark.parametrize("framework", ["tensorflow", "tensorflow.raw_ops", "keras", "numpy"])
def test_the_names_exist(framework: str) -> None:
    pytest.importorskip("tensorflow")
    missing = [
        name
        for name, (_, of) in table(framework).items()
        if not name.endswith(".*")
        and not of.is_attribute  # which only objects have
        and name not in GONE
        and next(_found(name), None) is None
    ]
    assert missing == []


@pytest.mark.slow
@pytest.mark.parametrize("generation", ["keras", "tf_keras"])
def test_names_of_one_thing_are_one_name(
    generation: str, tensorflow_python: str, keras_2_python: str
) -> None:
    """What TensorFlow and Keras hand on under several names is known, and meant, alike by all of them."""
    python = {"keras": tensorflow_python, "tf_keras": keras_2_python}[generation]
    groups = [
        set(map(canonical, line.split()))
        for line in _printed(python, SAME, [generation]).splitlines()
    ]
    of_keras = [group for group in groups if any(name.startswith("keras.") for name in group)]
    different = [
        sorted(group - AMBIGUOUS)
        for group in of_keras
        if len(set(map(_meant, group - AMBIGUOUS))) > 1
    ]
    assert different == []
    assert len(of_keras) > 500


def _meant(name: str) -> tuple[Record, frozenset[str]]:
    """What is known of a name by itself, and by its family."""
    families = [
        key for key, of in vars(knowledge).items() if isinstance(of, re.Pattern) and of.match(name)
    ]
    names = [key for key, of in vars(knowledge).items() if isinstance(of, frozenset) and name in of]
    return record(name), frozenset(families + names)


AMBIGUOUS = frozenset(
    {
        # TensorFlow 1 has others of these names.
        *("tensorflow.losses.mean_squared_error", "tensorflow.metrics.mean_squared_error"),
        *("tensorflow.losses.mean_absolute_error", "tensorflow.metrics.mean_absolute_error"),
        # Keras 3 has one class for all that it no longer has.
        *(f"keras.optimizers.{name}" for name in ("Adagrad", "Adam", "Ftrl", "RMSprop", "SGD")),
    }
)
"""Names that mean one thing in one release, and others in others."""
SAME = """
import importlib, os, sys, types

generation = sys.stdin.read().strip()
os.environ["TF_USE_LEGACY_KERAS"] = str(int(generation == "tf_keras"))
import tensorflow

OF_TF = {"keras": "keras._tf_keras.keras", "tf_keras": "tf_keras.api._v2.keras"}
PRIVATE = {"compat", "compiler", "core", "lite", "python", "security", "src", "tools"}
names, things = {}, {}


def visit(module, path, around):
    for name, thing in list(vars(module).items()):
        if name.startswith("_") or name in PRIVATE:
            continue
        if isinstance(thing, types.ModuleType):
            home = vars(thing).get("__name__", "").partition(".")[0]
            if home in ("keras", "tensorflow", "tf_keras") and thing not in around:
                visit(thing, path + "." + name, [*around, thing])
        elif callable(thing):
            things[id(thing)] = thing
            names.setdefault(id(thing), []).append(path + "." + name)


for path, module in (
    ("tensorflow", "tensorflow"),
    ("tensorflow.keras", OF_TF[generation]),
    (generation, generation),
):
    module = importlib.import_module(module)
    visit(module, path, [module])
for key, thing in things.items():
    if isinstance(thing, type):  # the file that it stands in, where that is below what hands it on
        home = thing.__module__.replace(".src.", ".") + "." + thing.__qualname__
        parts = home.split(".")
        if any(name.split(".")[-1] == parts[-1] and name.split(".")[-2] == parts[1] for name in names[key]):
            names[key].append(thing.__module__ + "." + thing.__qualname__)
    print(*names[key])
"""


GONE = frozenset(
    {
        "tensorflow.python.eager.def_function.function",
        "tensorflow.python.eager.polymorphic_function.polymorphic_function.function",
        "tensorflow.python.eager.context.executing_eagerly",
        "tensorflow.data.ops.dataset_ops.DatasetV1",
        "tensorflow.data.ops.dataset_ops.DatasetV2",
        "keras.backend.config.backend",
        "keras.backend.in_test_phase",
        "keras.backend.in_train_phase",
        "keras.backend.logsumexp",
        "keras.layers.SyncBatchNormalization",
        "keras.models.model_from_config",
        "keras.models.model_from_yaml",
        "keras.utils.generic_utils.has_arg",
        *(
            f"numpy.{name}"
            for name in words(
                "alltrue asfarray complex_ cumproduct float_ in1d msort product round_ sometrue trapz"
            )
        ),
        "tensorflow.Tensor.numpy",
        "tensorflow.Variable.numpy",
    }
)
"""Names of older releases, of modules that are not public, and methods that only eager objects have."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "framework",
    [
        pytest.param(
            "tensorflow",
        ),
        "keras",
    ],
)
def test_calls_give_what_the_records_say(framework: str) -> None:
    pytest.importorskip("tensorflow")
    wrong: list[str] = []
    checked = asked = 0
    for name, known in _decided(framework):
        if known.result not in ONE_KIND or name.partition(".")[2].split(".")[0] in (
            "gfile",
            "test",
        ):
            continue
        if known.effect is Effect.GRAPH_MODE:
            continue  # which would change what all others give
        asked += 1
        function = next(_found(name), None)
        measured = None if function is None else _measured(function)
        if measured is None:
            continue
        result, kept = measured
        checked += 1
        if _kind(result) is not known.result:
            wrong.append(f"{name}: {known.result.name}, but {_kind(result)} ({result!r:.60})")
        elif known.size is not None and len(result) != known.size:
            wrong.append(f"{name}: {known.size} parts, but {len(result)}")
        elif known.fields and result._fields != known.fields:
            wrong.append(f"{name}: {known.fields}, but {result._fields}")
        elif known.kept is not None and known.kept is not kept:
            wrong.append(f"{name}: kept is {known.kept}, but {kept}")
    assert wrong == []
    assert checked > asked * 0.8, f"only {checked} of {asked} could be called"


@pytest.mark.slow
def test_operations_keep_the_shape_that_the_records_say() -> None:
    tf = pytest.importorskip("tensorflow")
    more = {"cast": [tf.float64], "clip_by_value": [0.0, 1.0]}
    same = [n for n, (_, of) in table("tensorflow").items() if of.shape is Shape.SAME]
    shapes = []
    for name in same:
        given, function = more.get(name.rpartition(".")[2], []), next(_found(name))

        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def graph(x: Any, given: Any = given, function: Any = function) -> Any:
            return function(x, *given)

        shapes.append((name, graph.get_concrete_function().output_shapes.as_list()))
    assert shapes == [(name, [None, 3]) for name in same]
    assert len(same) > 20


def _printed(python: str, program: str, lines: list[str]) -> str:
    """What a program prints of the lines that it is given."""
    run = subprocess.run(
        [python, "-c", program], input="\n".join(lines), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.slow
def test_mxnet_gives_what_the_records_say(mxnet_python: str) -> None:
    symbols = [
        f"{name.removeprefix('mxnet.F.')} {known.result.name}"
        for name, known in _decided("mxnet")
        if name.startswith("mxnet.F.") and known.symbolic is not False
    ]
    program = (
        "import sys\n"
        "import mxnet as mx\n"
        "for line in sys.stdin.read().splitlines():\n"
        "    name, kind = line.split()\n"
        "    found = mx.sym\n"
        "    for part in name.split('.'):\n"
        "        found = getattr(found, part, None)\n"
        "    if found is None:\n"
        "        print('missing', name)\n"
    )
    assert _printed(mxnet_python, program, symbols) == ""


@pytest.mark.slow
def test_symbols_lack_what_the_records_say(mxnet_python: str) -> None:
    lacking = [name for name, (_, known) in table("mxnet").items() if known.symbolic is False]
    program = (
        "import sys\n"
        "import mxnet as mx\n"
        "from mxnet.base import NotImplementedForSymbol\n"
        "plain = mx.sym.var('x')\n"
        "homes = {'F': mx.sym, 'Symbol': plain, 'NumpySymbol': plain.as_np_ndarray()}\n"
        "arrays = {'F': mx.nd, 'Symbol': mx.nd.ones(2), 'NumpySymbol': mx.np.ones(2)}\n"
        "def found(owner, parts):\n"
        "    for part in parts:\n"
        "        owner = getattr(owner, part)\n"
        "    return owner\n"
        "for name in sys.stdin.read().split():\n"
        "    _, home, *parts = name.split('.')\n"
        "    found(arrays[home], parts)\n"
        "    try:\n"
        "        found(homes[home], parts)(mx.cpu())\n"
        "    except (AttributeError, NotImplementedForSymbol, TypeError):\n"
        "        continue\n"
        "    print('has', name)\n"
    )
    assert _printed(mxnet_python, program, lacking) == ""
