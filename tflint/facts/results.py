"""What functions, classes and objects outside the project give: a table in code."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tflint.api import knowledge
from tflint.api.tensor_functions import ONE_TENSOR, SEVERAL_TENSORS
from tflint.facts import command_line
from tflint.facts.operations import item_of, iterated, one_at
from tflint.facts.values import (
    ARRAY,
    BOOL,
    DATASET,
    ITERATOR,
    NONE,
    NOTHING,
    NUMBER,
    SHAPE,
    SYMBOL,
    TENSOR,
    TENSOR_ARRAY,
    TEXT,
    UNKNOWN,
    VARIABLE,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    Instance,
    Kind,
    Number,
    Simple,
    Text,
    Value,
    Varying,
    join,
    members,
    varying,
)
from tflint.syntax.model import Function

Evaluate = Callable[[ast.expr], Value]

_CONTAINERS = {
    "builtins.list": "list",
    "builtins.dict": "dict",
    "builtins.set": "set",
    "builtins.tuple": "tuple",
    "collections.deque": "deque",
    "collections.defaultdict": "dict",
    "collections.OrderedDict": "dict",
    "collections.Counter": "dict",
}
_ANNOTATED: dict[str, Value] = {
    "builtins.int": NUMBER,
    "builtins.float": NUMBER,
    "builtins.bool": BOOL,
    "builtins.str": TEXT,
    "tensorflow.Tensor": TENSOR,
    "tensorflow.Variable": VARIABLE,
    "tensorflow.data.Dataset": DATASET,
    "tensorflow.TensorShape": SHAPE,
    "tensorflow.TensorArray": TENSOR_ARRAY,
    "numpy.ndarray": ARRAY,
    "typing.List": Container("list"),
    "typing.Dict": Container("dict"),
    "typing.Set": Container("set"),
    "typing.Deque": Container("deque"),
}
_NOT_TENSORS = (
    "tensorflow.Module.",
    "tensorflow.data.", "tensorflow.config.", "tensorflow.distribute.", "tensorflow.train.",
    "tensorflow.summary.", "tensorflow.saved_model.", "tensorflow.nest.", "tensorflow.io.gfile.",
    "tensorflow.dtypes.as_dtype", "tensorflow.as_dtype", "tensorflow.python.", "tensorflow.test.",
    "tensorflow.autograph.", "tensorflow.experimental.", "tensorflow.compat.", "tensorflow.types.",
    "tensorflow.Session", "tensorflow.flags", "tensorflow.app", "tensorflow.logging.",
    "tensorflow.get_", "tensorflow.executing_eagerly", "tensorflow.is_", "tensorflow.profiler.",
    "tensorflow.feature_column.", "tensorflow.sysconfig.", "tensorflow.version.",
    "tensorflow.debugging.set", "tensorflow.debugging.enable", "tensorflow.cond",
    "tensorflow.while_loop", "tensorflow.case", "tensorflow.switch_case", "tensorflow.map_fn",
    "tensorflow.scan", "tensorflow.py_function", "tensorflow.numpy_function",
    "tensorflow.custom_gradient", "tensorflow.recompute_grad", "tensorflow.identity_n",
    "tensorflow.no_op", "tensorflow.group", "tensorflow.name_scope", "tensorflow.device",
    "tensorflow.init_scope", "tensorflow.control_dependencies", "tensorflow.no_gradient",
    "tensorflow.load_library", "tensorflow.load_op_library", "tensorflow.print",
    "tensorflow.function", "tensorflow.vectorized_map", "tensorflow.estimator.",
    "tensorflow.lookup.", "tensorflow.queue.", "tensorflow.lite.", "tensorflow.tpu.",
    "tensorflow.keras.", "tensorflow.contrib.",
)  # fmt: skip
_ONE_TENSOR_HOMES = (
    "tensorflow.",
    "keras.ops.",
    "keras.random.",
    "keras.backend.",
    "keras.losses.",
)
_MANY_TENSORS = frozenset(
    {
        "tensorflow.unstack",
        "tensorflow.split",
        "tensorflow.meshgrid",
        "tensorflow.dynamic_partition",
        "tensorflow.gradients",
    }
)
_OPS_WITHOUT_TENSOR: dict[str, Value] = {
    "shape": SHAPE,
    "ndim": NUMBER,
    "is_tensor": BOOL,
    "dtype": TEXT,
    "convert_to_numpy": ARRAY,
    **dict.fromkeys(
        ("array_split", "meshgrid", "split", "unstack"), Container("list", element=TENSOR)
    ),
    **dict.fromkeys(
        (
            *("associative_scan", "cond", "custom_gradient", "fori_loop", "map", "scan", "switch"),
            *("vectorized_map", "while_loop"),
        ),
        UNKNOWN,
    ),
}
"""What those of ``keras.ops`` give that give no tensor, or what the functions give that they call."""
_WHATEVER_IS_GIVEN: dict[str, Value] = {
    **dict.fromkeys(("builtins.len", "builtins.hash", "builtins.ord", "builtins.id"), NUMBER),
    **{
        f"builtins.{name}": BOOL
        for name in ("bool", "isinstance", "hasattr", "callable", "issubclass", "all", "any")
    },
    **dict.fromkeys(("builtins.print", "builtins.setattr", "builtins.delattr"), NONE),
    "builtins.open": ExternalInstance("builtins.file"),
}
"""What calls of Python's own functions give that always give the same kind."""
_CHANGING_NUMBERS = frozenset(
    {
        "time.time",
        "time.perf_counter",
        "time.monotonic",
        "time.time_ns",
        "random.random",
        "random.randint",
        "random.uniform",
        "random.gauss",
        "random.randrange",
        "random.normalvariate",
    }
)
_GENERATOR_MAKERS = frozenset(
    f"tensorflow.random.{name}"
    for part in ("", "experimental.")
    for name in (
        f"{part}get_global_generator",
        *(f"{part}Generator.{maker}" for maker in ("from_seed", "from_state", "from_key_counter")),
        f"{part}Generator.from_non_deterministic_state",
    )
)
_NUMPY_SCALARS = frozenset(
    {"rand", "randn", "random", "uniform", "normal", "randint", "random_sample"}
)
_ITERATORS = frozenset({"iterator", "generator", "count", "numpy iterator"})
_PASS_THROUGH = frozenset(
    {
        "tqdm.tqdm",
        "tqdm.auto.tqdm",
        "tqdm.notebook.tqdm",
        "tqdm",
        "rich.progress.track",
        "copy.copy",
        "copy.deepcopy",
    }
)
_OF_ARRAYS_ONLY = frozenset({"asscalar", "item", "tolist", "wait_to_read", "attach_grad"})
_ONE_OUTPUT_BLOCKS = ("mxnet.gluon.nn.", "mxnet.gluon.loss.", "mxnet.gluon.model_zoo.")
_DATASETS = frozenset(
    {
        "keras.utils.image_dataset_from_directory",
        "keras.utils.text_dataset_from_directory",
        "keras.utils.timeseries_dataset_from_array",
        "keras.preprocessing.image_dataset_from_directory",
        "tensorflow.data.experimental.make_csv_dataset",
        "tensorflow.data.experimental.sample_from_datasets",
        "tensorflow.data.experimental.choose_from_datasets",
        "tensorflow.data.experimental.load",
    }
)


def gives_one_tensor(name: str) -> bool:
    """True for a function of TensorFlow or Keras that computes one tensor of what it is given."""
    return (
        name.rpartition(".")[2] in ONE_TENSOR
        and name.startswith(_ONE_TENSOR_HOMES)
        and not name.startswith(_NOT_TENSORS)
        and name not in SEVERAL_TENSORS
    )


def external_call(name: str, node: ast.Call, evaluate: Evaluate, function: Function) -> Value:
    """What calling ``name`` gives. ``evaluate`` says what an argument is, and is asked if that matters."""
    place = f"{function.module.path}"
    last = name.rpartition(".")[2]
    if name.startswith("builtins."):
        return _builtin_call(name, node, evaluate, place)
    if name in _PASS_THROUGH or name in _CONTAINERS:
        first = evaluate(node.args[0]) if node.args else UNKNOWN
        if first == NOTHING or name in _PASS_THROUGH:
            return first
        return _container(name, node, first)
    if last == "trange":
        return _range(node, place)
    if name.startswith("itertools."):
        return _itertools(name, node, evaluate, place)
    if name in _CHANGING_NUMBERS:
        return _changing(node, place, f"`{name}()` gives another number at each call")
    if name.startswith("numpy."):
        return _numpy_call(name, last, node, evaluate, place)
    if name.startswith("math."):
        why = next((w for a in node.args if (w := varying(evaluate(a)))), None)
        return Number(varying=why)
    if name.startswith("tensorflow."):
        return _tensorflow_call(name, last)
    if name in _DATASETS:
        return DATASET
    if name == "argparse.ArgumentParser.parse_args":
        return ExternalInstance(command_line.NAMESPACE)
    if name in ("logging.getLogger", "absl.logging.get_absl_logger"):
        return ExternalInstance("logging.Logger")
    if name.startswith("keras."):
        return _keras_call(name, last)
    if name.startswith("mxnet.F."):
        return SYMBOL
    if name.startswith("mxnet.Symbol."):
        return ARRAY if last == "asnumpy" else UNKNOWN if last in _OF_ARRAYS_ONLY else SYMBOL
    if (
        name.startswith(("mxnet.nd.", "mxnet.np.", "mxnet.npx.", "mxnet.ndarray."))
        and last.islower()
    ):
        return ARRAY
    if last[:1].isupper():
        return ExternalInstance(name)
    return UNKNOWN


def _changing(node: ast.Call, path: str, text: str) -> Value:
    return Number(varying=Varying(path, node.lineno, text))


def _range(node: ast.Call, path: str) -> Value:
    line = node.lineno
    why = Varying(path, line, f"counts the loop on line {line}")
    return Container("range", element=Number(varying=why))


def _itertools(name: str, node: ast.Call, evaluate: Evaluate, path: str) -> Value:
    """Python iterators; those over values nobody knows may be iterators of TensorFlow inside."""
    if name == "itertools.count":
        line = node.lineno
        why = Varying(path, line, f"counts on line {line}")
        return Container("count", element=Number(varying=why))
    arguments = [evaluate(a) for a in node.args]
    if NOTHING in arguments:
        return NOTHING
    if name == "itertools.cycle" and len(arguments) == 1:
        known = isinstance(arguments[0], (Container, Text)) or arguments[0] == ARRAY
        return Container("generator", element=iterated(arguments[0])) if known else UNKNOWN
    if name.removeprefix("itertools.") in ("chain", "product", "permutations", "islice"):
        return Container("generator") if _consumed(arguments[:1]) == "generator" else UNKNOWN
    return UNKNOWN


def _builtin_call(name: str, node: ast.Call, evaluate: Evaluate, path: str) -> Value:
    if name in _WHATEVER_IS_GIVEN:
        return _WHATEVER_IS_GIVEN[name]
    arguments = [evaluate(a) for a in node.args]
    if NOTHING in arguments:
        return NOTHING
    first = arguments[0] if arguments else UNKNOWN
    match name.removeprefix("builtins."):
        case "range":
            return _range(node, path)
        case "enumerate":
            text = f"`enumerate` counts the loop on line {node.lineno}"
            index = Number(varying=Varying(path, node.lineno, text))
            kind = _consumed(arguments)
            return Container(kind, element=Container("tuple", (index, iterated(first))))
        case "zip":
            kind = _consumed(arguments)
            return Container(
                kind, element=Container("tuple", tuple(iterated(a) for a in arguments))
            )
        case "iter":
            return _iterator(first)
        case "next":
            return TENSOR if first in (ITERATOR, DATASET) else iterated(first)
        case "reversed" | "sorted":
            return (
                Container("list", element=iterated(first))
                if isinstance(first, Container)
                else first
            )
        case "dict" if node.keywords and not node.args and all(k.arg for k in node.keywords):
            values = tuple(evaluate(keyword.value) for keyword in node.keywords)
            return Container("dict", values, tuple(keyword.arg for keyword in node.keywords))
        case "dict.get" if node.args and isinstance(node.func, ast.Attribute):
            return _looked_up(evaluate(node.func.value), node, arguments)
        case "list" | "tuple" | "dict" | "set":
            return _container(name, node, first)
        case "int" | "float" | "round" | "abs" | "pow" | "max" | "min" | "sum":
            return _numeric(name.removeprefix("builtins."), node, arguments, path)
        case "str" | "repr" | "format" | "chr":
            return Text(varying=varying(first))
        case "str.format":
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            return Text(varying=next((w for a in given if (w := varying(evaluate(a)))), None))
        case "getattr" if len(node.args) == 3:
            return UNKNOWN
        case "map" | "filter":
            return Container(_consumed(arguments[1:]))
        case _:
            return UNKNOWN


def _looked_up(owner: Value, node: ast.Call, arguments: list[Value]) -> Value:
    """What ``owner.get(key, default)`` gives, if that is a number."""
    missing = arguments[1] if len(arguments) > 1 else NONE
    items = [item_of(m, node.args[0], arguments[0]) for m in members(owner)
             if isinstance(m, Container)]  # fmt: skip
    found = one_at(arguments[0], *items, missing)
    return found if items and _is_number(found) else UNKNOWN


def _consumed(values: list[Value]) -> str:
    """The kind of an iterator over values; looking at those over Python's own uses them up."""
    python = all(isinstance(v, (Container, Text)) or v == ARRAY for v in values)
    return "generator" if values and python else "iterator"


def _iterator(value: Value) -> Value:
    """``iter(value)``: an iterator of TensorFlow for a dataset, one of Python for Python's own."""
    if value in (DATASET, ITERATOR):
        return ITERATOR
    if isinstance(value, Instance):
        if "__next__" in value.definition.methods:
            return value
        made = value.definition.methods.get("__iter__")
        return Container("generator") if made is not None and made.is_generator else UNKNOWN
    if isinstance(value, Container) and value.kind in _ITERATORS:
        return value
    if isinstance(value, (Container, Text)) or value == ARRAY:
        return Container("generator", element=iterated(value))
    return UNKNOWN


def _numeric(name: str, node: ast.Call, arguments: list[Value], path: str) -> Value:
    """``int(x)``, ``max(x, y)`` and their like."""
    why = next((w for a in arguments if (w := varying(a))), None)
    kinds = {m.kind for a in arguments for m in members(a) if isinstance(m, Simple)}
    if name in ("int", "float"):
        if kinds & {Kind.TENSOR, Kind.VARIABLE, Kind.ARRAY}:
            text = f"`{name}(...)` on line {node.lineno} takes a Python number out of a tensor"
            why = why or Varying(path, node.lineno, text)
        return Number(varying=why)
    if Kind.TENSOR in kinds or Kind.VARIABLE in kinds:
        return TENSOR
    if Kind.SYMBOL in kinds:
        return SYMBOL
    if arguments and all(_is_number(a) for a in arguments):
        return Number(varying=why)
    return Number(varying=why) if why is not None and name == "round" else UNKNOWN


def _is_number(value: Value) -> bool:
    return all(isinstance(m, Number) for m in members(value))


def _container(name: str, node: ast.Call, first: Value) -> Value:
    kind = _CONTAINERS[name]
    if isinstance(first, Container) and name.startswith("builtins.") and kind != "dict":
        return Container(kind, first.items if first.kind != "dict" else None, element=first.element)
    return Container(kind, element=iterated(first) if node.args and kind != "dict" else None)


def _numpy_call(name: str, last: str, node: ast.Call, evaluate: Evaluate, path: str) -> Value:
    if name.startswith("numpy.random."):
        if last[:1].isupper() or last == "default_rng":
            return ExternalInstance(name)
        sized = any(k.arg in ("size", "d0") for k in node.keywords) or (
            len(node.args) > (0 if last in ("rand", "randn", "random", "random_sample") else 2)
        )
        if last in _NUMPY_SCALARS and not sized:
            return _changing(node, path, f"`{name}()` gives another Python number at each call")
        return ARRAY
    if last[:1].isupper() or last in ("dtype", "finfo", "iinfo", "errstate"):
        return ExternalInstance(name)
    if last in ("shape",):
        return UNKNOWN
    if last in ("prod", "ndim") and any(evaluate(a) in (TENSOR, VARIABLE) for a in node.args):
        return UNKNOWN
    return ARRAY


def _tensorflow_call(name: str, last: str) -> Value:
    if name == "tensorflow.Variable":
        return VARIABLE
    if name == "tensorflow.get_logger":
        return ExternalInstance("logging.Logger")
    if name == "tensorflow.TensorArray":
        return TENSOR_ARRAY
    if name in _GENERATOR_MAKERS:
        return ExternalInstance("tensorflow.random.Generator")
    if name == "tensorflow.TensorShape":
        return SHAPE
    if name.startswith("tensorflow.Tensor."):
        return SHAPE if last == "get_shape" else ARRAY if last == "numpy" else TENSOR
    if name.startswith("tensorflow.Variable."):
        return ARRAY if last == "numpy" else SHAPE if last == "get_shape" else TENSOR
    if name.startswith("tensorflow.TensorArray."):
        if last == "unstack" or last == "write" or last == "scatter" or last == "split":
            return TENSOR_ARRAY
        return TENSOR
    if knowledge.DATASET_CLASS.match(name):
        return DATASET
    owner = name.rpartition(".")[0]
    if knowledge.DATASET_CLASS.match(owner):
        if last in knowledge.DATASET_METHODS_RETURNING_DATASETS:
            return DATASET
        return (
            Container("numpy iterator", element=ARRAY) if last == "as_numpy_iterator" else UNKNOWN
        )
    if last[:1].isupper():
        return ExternalInstance(name)
    if name in _MANY_TENSORS:
        return Container("list", element=TENSOR)
    if name in SEVERAL_TENSORS:
        return Container("tuple", element=TENSOR)
    if name.startswith(_NOT_TENSORS) or last.startswith(("assert_", "_")):
        return UNKNOWN
    return TENSOR


def _keras_call(name: str, last: str) -> Value:
    if last[:1].isupper():
        return TENSOR if last == "Input" else ExternalInstance(name)
    if name.startswith("keras.models.") or last in ("clone_model", "load_model"):
        return ExternalInstance("keras.Model")
    if name in SEVERAL_TENSORS:
        return Container("tuple", element=TENSOR)
    if name.startswith("keras.ops."):
        return _OPS_WITHOUT_TENSOR.get(last, TENSOR)
    if name.startswith(("keras.random.", "keras.activations.", "keras.losses.")):
        return TENSOR
    return UNKNOWN


def instance_call(name: str, given: Callable[[], list[Value]], *, symbolic: bool = False) -> Value:
    """What calling an object of an outside class gives; ``symbolic`` where blocks get symbols."""
    if name.startswith(_ONE_OUTPUT_BLOCKS):
        arguments = given()
        if SYMBOL in arguments or symbolic:
            return SYMBOL
        if NOTHING in arguments:
            return NOTHING
    if name.startswith(("keras.layers.", "keras.losses.", "keras.applications.")):
        return TENSOR
    return TENSOR if knowledge.KERAS_BASES.match(name) else UNKNOWN


def instance_attribute(name: str, attr: str) -> Value:
    """``object.attr`` for an object of an outside class."""
    return External(knowledge.canonical(f"{name}.{attr}"))


def value_attribute(owner: Value, attr: str) -> Value:
    """``owner.attr`` for tensors, datasets, containers and other plain values."""
    match owner:
        case Simple(kind=Kind.TENSOR):
            return SHAPE if attr == "shape" else External(f"tensorflow.Tensor.{attr}")
        case Simple(kind=Kind.VARIABLE):
            return SHAPE if attr == "shape" else External(f"tensorflow.Variable.{attr}")
        case Simple(kind=Kind.DATASET):
            return External(f"tensorflow.data.Dataset.{attr}")
        case Simple(kind=Kind.TENSOR_ARRAY):
            return External(f"tensorflow.TensorArray.{attr}")
        case Simple(kind=Kind.SYMBOL):
            return External(f"mxnet.Symbol.{attr}")
        case Simple(kind=Kind.ARRAY):
            return SHAPE if attr == "shape" else UNKNOWN
        case Container(kind=kind):
            return External(f"builtins.{kind}.{attr}")
        case Text():
            return External(f"builtins.str.{attr}")
        case FunctionValue():
            return UNKNOWN
        case _:
            return UNKNOWN


def annotation(node: ast.expr, evaluate: Evaluate) -> Value:
    """What an annotation promises; containers keep their kind, Optional adds None."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return join(annotation(node.left, evaluate), annotation(node.right, evaluate))
    if isinstance(node, ast.Constant) and node.value is None:
        return NONE
    if isinstance(node, ast.Subscript):
        outer = evaluate(node.value)
        if outer == External("typing.Optional"):
            return join(annotation(node.slice, evaluate), NONE)
        if outer == External("typing.Union") and isinstance(node.slice, ast.Tuple):
            return join(*(annotation(part, evaluate) for part in node.slice.elts))
        return annotation(node.value, evaluate)
    from tflint.facts.values import ClassValue, Instance

    match evaluate(node):
        case External(name=name):
            if name in _CONTAINERS:
                return Container(_CONTAINERS[name])
            if name in _ANNOTATED:
                return _ANNOTATED[name]
            if name.startswith(("keras.", "tensorflow.")) and name.rpartition(".")[2][:1].isupper():
                return ExternalInstance(name)
            return UNKNOWN
        case ClassValue(definition=definition):
            return Instance(definition, declared=True)
        case _:
            return UNKNOWN
