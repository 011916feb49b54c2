"""What functions, classes and objects outside the project give: a table in code."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import EllipsisType

from tflint.api import knowledge
from tflint.api.lookup import canonical, record
from tflint.api.records import Record, Result, Shape
from tflint.api.servers import REQUESTS
from tflint.facts.expressions.operators import any_item, item_of, iterated, one_at, taken
from tflint.facts.expressions.values import (
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
    TENSORS,
    TEXT,
    UNKNOWN,
    VARIABLE,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Kind,
    Number,
    Partial,
    Simple,
    Text,
    Value,
    Varying,
    is_number,
    join,
    members,
    varying,
)
from tflint.syntax.model import Function, Module
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk

Evaluate = Callable[[ast.expr], Value]

_RATE = "<rate>"
"""Under which an optimizer holds what it asks for its learning rate: the name of no attribute."""
_ASKED_FOR_RATES = (FunctionValue, GraphFunction, Instance, Partial)
_VALUES: dict[Result, Value] = {
    Result.NONE: NONE,
    Result.TENSOR: TENSOR,
    Result.TUPLE: Container("tuple", element=TENSOR),
    Result.LIST: Container("list", element=TENSOR),
    Result.MIXED: Container("tuple"),
    Result.DICT: Container("dict"),
    Result.RAGGED: ExternalInstance("tensorflow.RaggedTensor"),
    Result.SPARSE: ExternalInstance("tensorflow.SparseTensor"),
    Result.SLICES: ExternalInstance("tensorflow.IndexedSlices"),
    Result.SHAPE: SHAPE,
    Result.DTYPE: ExternalInstance("tensorflow.DType"),
    Result.OPERATION: ExternalInstance("tensorflow.Operation"),
    Result.NUMBER: NUMBER,
    Result.CONVERTED: NUMBER,
    Result.BOOL: BOOL,
    Result.TEXT: TEXT,
    Result.SHOWN: TEXT,
    Result.DATASET: DATASET,
    Result.ITERATOR: ITERATOR,
    Result.NUMPY_ITERATOR: Container("numpy iterator", element=ARRAY),
    Result.VARIABLE: VARIABLE,
    Result.TENSOR_ARRAY: TENSOR_ARRAY,
    Result.SYMBOL: SYMBOL,
    Result.SYMBOLS: SYMBOL,
    Result.ARRAY: ARRAY,
}
"""What is known of a value whatever the call was given."""
_OF_ARGUMENTS = frozenset(
    {Result.UNKNOWN, Result.CONVERTED, Result.SHOWN, Result.CONTAINER, Result.COUNTER}
)
"""Results of Python's own functions that depend on what these are given."""
_OF_ARRAYS = frozenset({Result.ARRAY, Result.CONVERTED, Result.NUMBERS})
"""Results of the methods of arrays that are known."""
_ITERATORS = frozenset({"iterator", "generator", "count", "numpy iterator"})
RECURRENT = frozenset(f"mxnet.gluon.rnn.{layer}" for layer in ("RNN", "LSTM", "GRU"))
"""Gluon's layers that give one array for one, and their states, too, where they are given some."""
_ONE_OUTPUT_BLOCKS = ("mxnet.gluon.nn.", "mxnet.gluon.loss.", "mxnet.gluon.model_zoo.")


def external_call(name: str, node: ast.Call, evaluate: Evaluate, function: Function) -> Value:
    """What calling ``name`` gives. ``evaluate`` says what an argument is, and is asked if that matters."""
    module = function.module
    known = record(name)
    if name.startswith("builtins."):
        return _builtin_call(known, name, node, evaluate, function)
    if name.startswith("itertools."):
        return _itertools(name, node, evaluate, module)
    if name == "tensorflow_datasets.load":
        return _loaded(node)
    match known.result:
        case Result.SAME if not node.args:
            return ExternalInstance(known.of) if known.of else UNKNOWN
        case Result.SAME:
            return evaluate(node.args[0])
        case Result.COUNTER:
            return _range(node, module)
        case Result.CHANGING:
            return _changing(node, module, f"`{name}()` gives another number at each call")
        case Result.DRAWN if not _is_sized(known, node):
            return _changing(node, module, f"`{name}()` gives another Python number at each call")
        case Result.DRAWN:
            return ARRAY
        case Result.NUMBER:
            why = next((w for a in node.args if (w := varying(evaluate(a)))), None)
            return Number(varying=why)
        case Result.CONVERTED | Result.NUMBERS:
            return _numbers(known, node, evaluate, function)
        case Result.CONTAINER:
            first = evaluate(node.args[0]) if node.args else UNKNOWN
            return first if first == NOTHING else _container(known, node, first)
        case Result.OBJECT if knowledge.WITH_RATES.match(known.name):
            return _with_rate(known.name, node, evaluate)
        case _:
            return instance(known, name)


def _with_rate(name: str, node: ast.Call, evaluate: Evaluate) -> Value:
    """An optimizer, whose rate is a Variable where it is made with a number, or with its default.

    Measured: with a schedule it is a tensor in Keras 3, a Variable in Keras 2.11 and later, and the
    schedule itself before; with a function it is in Keras 3 the number that this gives.
    """
    rates = [evaluate(rate) for rate in _given_rates(node)]
    if NOTHING in rates:
        return NOTHING
    is_told = all(keyword.arg for keyword in node.keywords) and not any(
        isinstance(argument, ast.Starred) for argument in node.args[:1]
    )
    if not is_told or not all(map(is_number, rates)):
        asked = join(*(m for m in members(join(*rates)) if isinstance(m, _ASKED_FOR_RATES)))
        return ExternalInstance(name, ((_RATE, asked),) if asked != NOTHING else ())
    return ExternalInstance(name, tuple((attr, VARIABLE) for attr in sorted(knowledge.KERAS_RATES)))


def asked_for_rate(optimizer: Value) -> Value:
    """What of the project an optimizer of Keras asks for its learning rate each time that it is applied."""
    made = (m for m in members(optimizer) if isinstance(m, ExternalInstance))
    return join(*(dict(m.attributes).get(_RATE, NOTHING) for m in made))


def _given_rates(made: ast.Call) -> list[ast.expr]:
    """The learning rate that an optimizer of Keras is made with, where the call says one."""
    keywords = (k.value for k in made.keywords if k.arg in knowledge.KERAS_RATES)
    return [*made.args[:1], *keywords]


def instance(known: Record, name: str) -> Value:
    """What a record alone says of a call, or of an object of a class."""
    match known.result:
        case Result.CONTAINER:
            return Container(known.of)
        case Result.OBJECT:
            return ExternalInstance(known.of or known.name)
        case Result.UNKNOWN if _is_class(name):
            return ExternalInstance(name)
        case _:
            return _VALUES.get(known.result, UNKNOWN)


def _loaded(node: ast.Call) -> Value:
    """What ``tfds.load`` gives: a dataset for each split, with what is known of it where that is asked for.

    Of a call without a split, or of a batch of all rows, nothing is known here.
    https://www.tensorflow.org/datasets/api_docs/python/tfds/load
    """
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    split, with_info = given.get("split"), given.get("with_info")
    match split:
        case _ if not given.keys().isdisjoint({None, "batch_size", "as_dataset_kwargs"}):
            return UNKNOWN
        case None | ast.Constant(value=None):
            return UNKNOWN
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            kind = "list" if isinstance(split, ast.List) else "tuple"
            found: Value = Container(kind, (DATASET,) * len(parts))
        case ast.Constant() | ast.JoinedStr() | ast.Attribute(value=ast.Attribute(attr="Split")):
            found = DATASET
        case _:
            return UNKNOWN
    match with_info:
        case None | ast.Constant(value=False):
            return found
        case ast.Constant(value=True):
            return Container("tuple", (found, UNKNOWN))
        case _:
            return UNKNOWN


def _is_class(name: str) -> bool:
    return name.rpartition(".")[2][:1].isupper()


def _is_sized(known: Record, node: ast.Call) -> bool:
    """True for a draw that is given the size of an array."""
    named = any(keyword.arg in ("size", "d0") for keyword in node.keywords)
    return named or len(node.args) > (known.size or 0)


def _changing(node: ast.Call, module: Module, text: str) -> Value:
    return Number(varying=Varying(module.path, node.lineno, text, is_drawn=True))


def _range(node: ast.Call, module: Module) -> Value:
    line = node.lineno
    text = f"counts the loop {module.on_line(line)}"
    why = Varying(module.path, line, text, is_item=True)
    return Container("range", element=Number(varying=why))


def _numbers(known: Record, node: ast.Call, evaluate: Evaluate, function: Function) -> Value:
    """What ``item()`` and ``tolist()`` take out of an array: a list where it is known to be a row."""
    line, path = function.module.on_line(node.lineno), function.module.path
    if known.result is Result.CONVERTED:
        text = f"`item()` {line} takes a Python number out of an array"
        return Number(varying=Varying(path, node.lineno, text))
    row = written_out(node.func.value, function) if isinstance(node.func, ast.Attribute) else None
    if not isinstance(row, ast.Call):
        return UNKNOWN
    maker, given = evaluate(row.func), [evaluate(argument) for argument in row.args]
    if NOTHING in (maker, *given):
        return NOTHING
    is_row = isinstance(maker, External) and record(maker.name).shape is Shape.ROW
    if not is_row or not all(map(is_number, given)):
        return UNKNOWN
    text = f"`tolist()` {line} gives one number after another"
    why = Varying(path, node.lineno, text, is_item=True)
    return Container("list", element=Number(varying=why))


def _itertools(name: str, node: ast.Call, evaluate: Evaluate, module: Module) -> Value:
    """Python iterators; those over values nobody knows may be iterators of TensorFlow inside."""
    if name == "itertools.count":
        line = node.lineno
        why = Varying(module.path, line, f"counts {module.on_line(line)}", is_item=True)
        return Container("count", element=Number(varying=why))
    arguments = [evaluate(a) for a in node.args]
    if NOTHING in arguments:
        return NOTHING
    if name == "itertools.cycle" and len(arguments) == 1:
        known = isinstance(arguments[0], (Container, Text)) or arguments[0] == ARRAY
        return Container("generator", element=iterated(arguments[0])) if known else UNKNOWN
    if _consumed(arguments[:1]) != "generator":
        return UNKNOWN
    match name.removeprefix("itertools."):
        case "chain":
            return Container("generator", element=join(*map(iterated, arguments)))
        case "islice":
            return Container("generator", element=iterated(arguments[0]))
        case "product" | "permutations":
            return Container("generator")
    return UNKNOWN


def _builtin_call(
    known: Record, name: str, node: ast.Call, evaluate: Evaluate, function: Function
) -> Value:
    module = function.module
    if known.result not in _OF_ARGUMENTS:
        return instance(known, name)
    arguments = [evaluate(a) for a in node.args]
    if NOTHING in arguments:
        return NOTHING
    first = arguments[0] if arguments else UNKNOWN
    short = name.removeprefix("builtins.")
    match short:
        case "range":
            return _range(node, module)
        case "enumerate" | "zip" | "iter" | "next" | "reversed" | "sorted" | "map" | "filter":
            return _iterating(short, node, arguments, module)
        case "dict" if node.keywords and not node.args and all(k.arg for k in node.keywords):
            values = tuple(evaluate(keyword.value) for keyword in node.keywords)
            return Container("dict", values, tuple(keyword.arg for keyword in node.keywords))
        case "list" | "tuple" | "dict" | "set":
            return _container(known, node, first)
        case "int" | "float" | "round" | "abs" | "pow" | "max" | "min" | "sum":
            return _numeric(short, node, arguments, evaluate, function)
        case "str" | "repr" | "format" | "chr":
            return Text(varying=varying(first))
        case "str.format":
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            return Text(varying=next((w for a in given if (w := varying(evaluate(a)))), None))
        case _ if isinstance(node.func, ast.Attribute):
            return _of_container(short, node, arguments, evaluate(node.func.value))
        case _:
            return UNKNOWN


def _of_container(name: str, node: ast.Call, arguments: list[Value], owner: Value) -> Value:
    """What methods of Python's containers give."""
    match name:
        case "dict.get" if arguments:
            return _looked_up(owner, node, arguments)
        case "dict.setdefault" if len(arguments) == 2:
            return _of_a_sort(arguments[1])
        case "dict.items" | "dict.values":
            return _gone_through(owner, with_keys=name == "dict.items")
        case "list.copy" | "dict.copy" | "set.copy":
            return owner
        case "list.pop":
            return _taken_out(owner)
        case _:
            return UNKNOWN


def _iterating(name: str, node: ast.Call, arguments: list[Value], module: Module) -> Value:
    """What Python's functions give that go through what they are given."""
    first = arguments[0] if arguments else UNKNOWN
    match name:
        case "enumerate":
            text = f"`enumerate` counts the loop {module.on_line(node.lineno)}"
            index = Number(varying=Varying(module.path, node.lineno, text, is_item=True))
            element = Container("tuple", (index, iterated(first)))
            return Container(_consumed(arguments), element=element)
        case "zip":
            element = Container("tuple", tuple(iterated(a) for a in arguments))
            return Container(_consumed(arguments), element=element)
        case "iter":
            return _iterator(first)
        case "next":
            line = node.lineno
            text = f"`next` takes another one {module.on_line(line)}"
            return taken(iterated(first), Varying(module.path, line, text, is_drawn=True))
        case "reversed" | "sorted":
            known = isinstance(first, Container)
            return Container("list", element=iterated(first)) if known else first
        case _:  # map and filter, whose function comes first
            return Container(_consumed(arguments[1:]))


def _looked_up(owner: Value, node: ast.Call, arguments: list[Value]) -> Value:
    """What ``owner.get(key, default)`` gives, if that is a number, or something to call."""
    missing = arguments[1] if len(arguments) > 1 else NONE
    items = [item_of(m, node.args[0], arguments[0]) for m in members(owner)
             if isinstance(m, Container)]  # fmt: skip
    found = one_at(arguments[0], *items, missing)
    callables = (FunctionValue, GraphFunction, Partial, External, ClassValue)
    if items and all(m == NONE or isinstance(m, callables) for m in members(found)):
        return found
    return found if items and is_number(found) else UNKNOWN


def _of_a_sort(given: Value) -> Value:
    """What ``owner.setdefault(key, [])`` gives: a list, of which nobody knows what is in it by now."""
    return Container(given.kind) if isinstance(given, Container) else UNKNOWN


def _gone_through(owner: Value, *, with_keys: bool) -> Value:
    """What ``owner.items()`` or ``owner.values()`` gives."""
    dicts = [member for member in members(owner) if isinstance(member, Container)]
    value = join(*(any_item(each) or UNKNOWN for each in dicts))
    return Container(
        "view", element=Container("tuple", (iterated(owner), value)) if with_keys else value
    )


def _taken_out(owner: Value) -> Value:
    """What ``owner.pop()`` gives of a list whose items are all of a sort, whatever is put into it."""
    lists = [member for member in members(owner) if isinstance(member, Container)]
    found = [UNKNOWN if each.items or each.element is None else each.element for each in lists]
    return join(*found) if found else UNKNOWN


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


def _numeric(
    name: str, node: ast.Call, arguments: list[Value], evaluate: Evaluate, function: Function
) -> Value:
    """``int(x)``, ``max(x, y)`` and their like."""
    module = function.module
    why = next((w for a in arguments if (w := varying(a))), None)
    kinds = {m.kind for a in arguments for m in members(a) if isinstance(m, Simple)}
    if name in ("int", "float"):
        if any(isinstance(a, ast.Attribute) and a.attr in knowledge.KERAS_RATES for a in node.args):
            return Number(varying=why)  # a rate that nothing is known to change
        if kinds & {Kind.TENSOR, Kind.TENSORS, Kind.VARIABLE, Kind.ARRAY}:
            text = (
                f"`{name}(...)` {module.on_line(node.lineno)} takes a Python number out of a tensor"
            )
            why = why or Varying(module.path, node.lineno, text)
        if arguments[:1] == [UNKNOWN]:
            why = _of_turn(node, evaluate, function)
        return Number(varying=why)
    if kinds & {Kind.TENSOR, Kind.TENSORS, Kind.VARIABLE}:
        return TENSOR
    if Kind.SYMBOL in kinds:
        return SYMBOL
    if arguments and all(is_number(a) for a in arguments):
        return Number(varying=why)
    return Number(varying=why) if why is not None and name == "round" else UNKNOWN


def _of_turn(node: ast.Call, evaluate: Evaluate, function: Function) -> Varying | None:
    """Why ``float(row[1])`` differs: the loop around it, or a request, brings another row."""
    module = function.module
    for part in walk(node.args[0]):
        if not isinstance(part, ast.Name):
            continue
        value = evaluate(part)
        if isinstance(value, External) and value.name in REQUESTS:
            text = f"each request brings another {module.on_line(node.lineno)}"
            return Varying(module.path, node.lineno, text, is_drawn=True)
        line = _line_of_loop(part, function)
        if line is not None:
            text = f"the loop {module.on_line(line)} gives another `{part.id}`"
            return Varying(module.path, line, text)
    return None


def _line_of_loop(name: ast.Name, function: Function) -> int | None:
    """The line of a loop around a name, where nothing but such loops sets it."""
    bindings = function.bindings.get(name.id, ())
    lines = [
        loop.lineno
        for binding in bindings
        if binding.kind == "for" and isinstance(loop := binding.node, (ast.stmt, ast.expr))
        if isinstance(loop, ast.expr) or name.lineno <= (loop.end_lineno or 0)
    ]
    return lines[0] if lines and len(lines) == len(bindings) else None


def _container(known: Record, node: ast.Call, first: Value) -> Value:
    kind = known.of
    if isinstance(first, Container) and known.name == f"builtins.{kind}" and kind != "dict":
        return Container(kind, first.items if first.kind != "dict" else None, element=first.element)
    return Container(kind, element=iterated(first) if node.args and kind != "dict" else None)


def instance_call(name: str, given: Callable[[], list[Value]], *, symbolic: bool = False) -> Value:
    """What calling an object of an outside class gives; ``symbolic`` where blocks get symbols."""
    if name in RECURRENT or name.startswith(_ONE_OUTPUT_BLOCKS):
        arguments = given()
        if name in RECURRENT and len(arguments) != 1:
            return UNKNOWN
        if SYMBOL in arguments or symbolic:
            return SYMBOL
        if NOTHING in arguments:
            return NOTHING
    if name.startswith(("keras.layers.", "keras.losses.", "keras.applications.")):
        return TENSOR
    return TENSORS if knowledge.KERAS_BASES.match(name) else UNKNOWN


_BASES = {"keras.callbacks.": "Callback", "keras.optimizers.": "Optimizer"}
"""What the classes of a module of Keras inherit from."""


def instance_attribute(name: str, attr: str) -> Value:
    """``object.attr`` for an object of an outside class."""
    kept = kept_attribute(name, attr)
    return External(canonical(f"{name}.{attr}")) if kept is None else kept


def kept_attribute(name: str, attr: str) -> Value | None:
    """What objects of an outside class keep by a name themselves, as Keras gives a callback its model."""
    home = "keras.Model" if knowledge.KERAS_MODELS.match(name) else name
    for family, base in _BASES.items():
        if name.startswith(family):
            home = family + base
    known = record(f"{home}.{attr}")
    return instance(known, known.name) if known.is_attribute else None


def instance_item(name: str, index: ast.expr) -> Value:
    """``object["name"]`` for an object of an outside class."""
    is_name = isinstance(index, ast.Constant) and isinstance(index.value, str)
    known = record(f"{name}.__getitem__")
    return instance(known, known.name) if is_name else UNKNOWN


def value_attribute(owner: Value, attr: str) -> Value:
    """``owner.attr`` for tensors, datasets, containers and other plain values."""
    match owner:
        case Simple(kind=Kind.TENSOR | Kind.TENSORS):  # a structure has none of its attributes
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
            if attr == "shape":
                return SHAPE
            name = f"numpy.ndarray.{attr}"
            return External(name) if record(name).result in _OF_ARRAYS else UNKNOWN
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
        return _with_items(annotation(node.value, evaluate), node.slice, evaluate)
    match evaluate(node):
        case External(name=name):
            known = record(name)
            if known.of == name or known.result is Result.CONTAINER:
                return instance(known, name)
            ours = name.startswith(("keras.", "tensorflow.")) and _is_class(name)
            return instance(known, name) if ours else UNKNOWN
        case ClassValue(definition=definition):
            return Instance(definition, declared=True)
        case _:
            return UNKNOWN


def _with_items(promised: Value, of: ast.expr, evaluate: Evaluate) -> Value:
    """A container whose annotation names a class of the project as that of its items: ``list[Task]``."""
    match promised, of:
        case Container(kind="dict"), ast.Tuple(elts=[_, item]):
            pass
        case Container(kind="tuple"), ast.Tuple(elts=[item, ast.Constant(value=EllipsisType())]):
            pass
        case Container(kind="list" | "set" | "deque"), item:
            pass
        case _:
            return promised
    each = annotation(item, evaluate)
    is_own = all(isinstance(member, Instance) for member in members(each))
    return Container(promised.kind, element=each) if is_own and members(each) else promised
