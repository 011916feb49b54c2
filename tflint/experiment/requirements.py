"""What the conditions around a line ask of the arguments, read off the code.

A search for inputs starts there: ``if self.two_stream and x is not None:`` asks for an object made
with ``two_stream=True`` and for an ``x``. What can't be read so is left to the search.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from tflint.experiment.parsed_file import DEFINITIONS, ParsedFile, read
from tflint.finding import Finding
from tflint.runtime.protocol import Spec
from tflint.syntax.model import AttributeStore, Binding, Class, Function, outward
from tflint.syntax.path_conditions import conditions_around
from tflint.syntax.trees import called_name

Requirements = dict[str, dict[str, list[Spec]]]
"""For the qualified name of a function or a class, what its parameters should be, best first.

For that of a class also what its objects should have, once they are made, for attributes (``self.rate``).
"""

_DEPTH = 3
"""Assignments that are followed back to the conditions they stand under."""
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.Is: ast.IsNot, ast.In: ast.NotIn, ast.Gt: ast.LtE, ast.Lt: ast.GtE,
}  # fmt: skip
_OPPOSITE |= {other: one for one, other in _OPPOSITE.items()}
_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Lt: ast.Gt, ast.LtE: ast.GtE,
}  # fmt: skip
_UNIT_DRAWS = {"random", "rand", "random_sample", "uniform"}
_UNIT_RANGES = (["0", "1"], ["0.0", "1.0"], ["0.", "1."])
"""Functions that draw between 0 and 1, and what they are given for that."""
_STEP = {ast.Gt: 1, ast.GtE: 0, ast.Lt: -1, ast.LtE: 0}
_TENSOR = {"kind": "tensor", "dtype": "float32", "shape": [2, 3]}
_OF_TYPE: dict[str, list[Spec]] = {
    "list": [{"kind": "list", "items": [_TENSOR] * count} for count in (1, 2, 3)],
    "tuple": [{"kind": "tuple", "items": [_TENSOR] * count} for count in (1, 2, 3)],
    "dict": [{"kind": "dict", "items": {}}],
    "bool": [{"kind": "value", "value": True}],
    "int": [{"kind": "value", "value": 2}],
    "float": [{"kind": "value", "value": 0.5}],
    "str": [{"kind": "value", "value": "a"}],
}


def requirements(finding: Finding) -> Requirements:
    """What would let a run come to the flagged line, from there up to the entry."""
    found: Requirements = {}
    places: list[tuple[str, int, int | None]] = [
        (finding.path, finding.span.line, finding.span.column)
    ]
    places += [(reason.path, reason.line, None) for reason in reversed(finding.chain)]
    seen = set()
    called: Function | None = None
    for path, line, column in places:
        source = read(path)
        if source is None:
            continue
        node = source.statement_at(line, column or source.start_of(line))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node = _return_of(source, node)  # what calls it has to get it first
        if node is None or node in seen or isinstance(node, DEFINITIONS):
            continue
        seen.add(node)
        function, _ = source.places[node]
        if not function.is_module:
            reader = _ConditionReader(source, function, found)
            reader.read(node)
            if called is not None and called is not function:
                reader.pass_on(node, called)
            called = function
    return found


_LAYERS: list[Spec] = [
    {"units": {"kind": "value", "value": 3}},
    {name: {"kind": "value", "value": 3} for name in ("filters", "kernel_size")},
    {},
]
"""What layers are made with, as far as one may guess."""
_FINISHED = {"RNN": "SimpleRNN"}
"""For classes that are to be inherited from, one that does."""


def _return_of(source: ParsedFile, definition: ast.stmt) -> ast.stmt | None:
    """The one statement by which a function returns one that is defined in it."""
    function, _ = source.places[definition]
    name = getattr(definition, "name", "")
    found = [
        node
        for node in (() if function.is_module else ast.walk(function.node))
        if isinstance(node, ast.Return)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and node in source.places
        and source.places[node][0] is function
    ]
    return found[0] if len(found) == 1 else None


def conditions(source: ParsedFile, statement: ast.stmt) -> Iterator[tuple[ast.expr, bool]]:
    """The tests in its function that must come out so for a statement to run.

    Besides the path conditions that hold there, those of loops as they are entered, and what was
    asserted before.
    """
    function, block = source.places[statement]
    yield from conditions_around(statement, block, function)
    rows = [function.body]
    for around in outward(block):
        rows.append(around.siblings)
        if isinstance(around.node, ast.While):
            yield around.node.test, around.arm == "body"
    for earlier in (one for row in rows for one in row):
        if isinstance(earlier, ast.Assert) and earlier.lineno < statement.lineno:
            yield earlier.test, True


class _ConditionReader:
    """Reads the conditions of one function."""

    def __init__(
        self, source: ParsedFile, function: Function, found: Requirements, depth: int = 0
    ) -> None:
        self._found = found
        self._source = source
        self._function = function
        self._own = {parameter.arg for parameter in function.parameters}
        self._outer = _enclosing_parameters(function)
        self._owner = function.owner
        self._made = _attributes(self._owner) if self._owner is not None else {}
        self._items = _items(self._owner, self._made) if self._owner is not None else {}
        self._aliases = _aliases(function)
        self._depth = depth

    def read(self, statement: ast.stmt) -> None:
        """Note what the conditions of a statement ask for."""
        for test, truth in conditions(self._source, statement):
            self._ask(test, truth)

    def pass_on(self, statement: ast.stmt, called: Function) -> None:
        """Note what a function that a statement calls asks of what it is given there."""
        asked = self._found.get(called.qualname, {})
        names = [parameter.arg for parameter in called.parameters]
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in (one for one in calls if called_name(one.func) == called.name):
            if any(isinstance(one, ast.Starred) for one in call.args):
                continue
            by_object = called.is_method and not _names_class(call.func, called.owner)
            given = dict(zip(names[by_object:], call.args, strict=False))
            given |= {one.arg: one.value for one in call.keywords if one.arg is not None}
            for name, specs in asked.items():
                if name in given:
                    self._require(given[name], specs)

    def _ask(self, test: ast.expr, truth: bool) -> bool:
        """Note what makes a test come out so; whether anything was found."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._ask(test.operand, not truth)
        if isinstance(test, ast.BoolOp):
            return True in [self._ask(value, truth) for value in test.values]  # ask them all
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self._compare(test.left, type(test.ops[0]), test.comparators[0], truth)
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name):
            if test.func.id == "isinstance" and len(test.args) == 2:
                return self._isinstance(test.args[0], test.args[1], truth)
            if test.func.id == "bool" and test.args:
                return self._ask(test.args[0], truth)
        reader, meant = self._meaning(test)
        if meant is not None:
            return reader._ask(meant, truth)
        return self._require(test, [{"kind": "true" if truth else "false"}])

    def _meaning(self, name: ast.expr) -> tuple[_ConditionReader, ast.expr | None]:
        """The test whose outcome a local name or an attribute holds, and who can read it."""
        held = [
            (binding, function)
            for binding, function in self._bindings(name)
            if binding.kind == "assign" and not binding.path
        ]
        if len(held) != 1 or self._depth >= _DEPTH:
            return self, None
        binding, function = held[0]
        if not _is_test(binding.value):
            return self, None
        return _ConditionReader(self._source, function, self._found, self._depth + 1), binding.value

    def _bindings(self, node: ast.expr) -> Iterator[tuple[Binding, Function]]:
        """What gives a local name, or an attribute of the object, its value, and where."""
        if isinstance(node, ast.Name):
            for binding in self._function.bindings.get(node.id, ()):
                yield binding, self._function
        elif isinstance(node, ast.Attribute) and self._owner is not None:
            for store in self._owner.stores.get(node.attr, ()):
                if ast.unparse(store.node) == ast.unparse(node):
                    yield store.binding, store.function

    def _compare(self, left: ast.expr, op: type[ast.cmpop], right: ast.expr, truth: bool) -> bool:
        for drawn, other, met in ((left, right, op), (right, left, _MIRRORED.get(op, op))):
            if met in _STEP and self._is_draw(drawn):
                # No draw is above 1 or below 0: what comes out so whatever is drawn.
                below = (met in (ast.Lt, ast.LtE)) is truth
                return self._require(other, [{"kind": "value", "value": 1.0 if below else 0.0}])
        known = self._constant(right)
        if known is None:
            known = self._constant(left)
            left, op = right, _MIRRORED.get(op, op)
        if known is None:
            return False
        value = ast.literal_eval(known)
        if not truth:
            op = _OPPOSITE[op]
        if op in (ast.In, ast.NotIn):
            items = list(value) if isinstance(value, (list, tuple, set)) else []
            plain = [{"kind": "value", "value": item} for item in items if _is_plain(item)]
            return op is ast.In and self._require(left, plain)
        if value is None:
            return self._require(
                left,
                [{"kind": "value", "value": None} if op in (ast.Is, ast.Eq) else {"kind": "given"}],
            )
        if not _is_plain(value):
            return False
        if op in (ast.NotEq, ast.IsNot):
            if isinstance(value, str):
                return self._require(left, [{"kind": "value", "value": f"not {value}"}])
            value = (
                not value
                if isinstance(value, bool)
                else value + (0.5 if isinstance(value, float) else 1)
            )
        elif op in _STEP and not isinstance(value, str):
            value = value + _STEP[op]
        return self._measure(left, value) or self._require(
            left, [{"kind": "value", "value": value}]
        )

    def _constant(self, node: ast.expr) -> ast.expr | None:
        """What is written out for an expression: itself, a parameter's default, a constant of the module.

        A default that is None stands for what is known elsewhere.
        """
        if not isinstance(node, ast.Name):
            return node if _is_written_out(node) else None
        bindings = self._function.bindings.get(node.id, ())
        if node.id in self._own and not isinstance(self._function.node, ast.Module):
            defaults = _defaults(self._function.node.args)
            given = defaults.get(node.id) if len(bindings) <= 1 else None
            given = None if getattr(given, "value", 0) is None else given
        elif bindings or node.id in self._outer:
            given = None
        else:
            outside = self._source.index.body.bindings.get(node.id, ())
            given = outside[0].value if len(outside) == 1 and not outside[0].path else None
        return given if given is not None and _is_written_out(given) else None

    def _is_draw(self, node: ast.expr) -> bool:
        """Whether an expression is drawn between 0 and 1: ``random.random()``, ``np.random.rand()``."""
        if isinstance(node, ast.Name):
            bindings = self._function.bindings.get(node.id, ())
            if len(bindings) != 1 or bindings[0].path or bindings[0].value is None:
                return False
            node = bindings[0].value
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        name = called_name(node.func)
        given = [ast.unparse(argument) for argument in node.args]
        return (name in _UNIT_DRAWS and not given) or (name == "uniform" and given in _UNIT_RANGES)

    def _measure(self, node: ast.expr, value: Any) -> bool:
        """``len(x) == 2``, ``x.shape.rank == 4``: how long, and of how many dimensions."""
        if not isinstance(value, int) or not 0 <= value <= 6:
            return False
        if isinstance(node, ast.Name):
            node = self._aliases.get(node.id, node)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and node.args:
            inner = node.args[0]
            if not (isinstance(inner, ast.Attribute) and inner.attr == "shape"):
                return self._require(
                    inner,
                    [{"kind": kind, "items": [_TENSOR] * value} for kind in ("list", "tuple")],
                )
            node = ast.Attribute(inner, "rank", ast.Load())
        if isinstance(node, ast.Attribute) and node.attr in ("rank", "ndims", "ndim"):
            inner = node.value
            if isinstance(inner, ast.Attribute) and inner.attr == "shape":
                inner = inner.value
            shape = [2, 4, 4, 3, 2, 2][:value]
            return self._require(inner, [{"kind": "tensor", "dtype": "float32", "shape": shape}])
        return False

    def _isinstance(self, node: ast.expr, types: ast.expr, truth: bool) -> bool:
        items = types.elts if isinstance(types, ast.Tuple) else [types]
        names = [getattr(item, "attr", getattr(item, "id", "")) for item in items]
        if truth:
            specs = [spec for name in names for spec in _OF_TYPE.get(name, ())]
            specs += [
                {"kind": "keras", "name": f"layers.{_FINISHED.get(name, name)}", "config": config}
                for item, name in zip(items, names, strict=True)
                if ast.unparse(item).endswith(f"layers.{name}")
                for config in _LAYERS
            ]
            if any(name.endswith("Tensor") for name in names):
                specs.append(_TENSOR)
            return self._require(node, specs)
        others = set(names) <= _OF_TYPE.keys()
        return self._require(node, [_TENSOR] if others else [])

    def _require(self, node: ast.expr, specs: list[Spec]) -> bool:
        """Note what the parameter behind an expression should be, if there is one."""
        key, name = "", ""
        if isinstance(node, ast.Name) and node.id in self._aliases:
            return self._require(self._aliases[node.id], specs)
        constructor = self._owner is not None and self._function.name == "__init__"
        if isinstance(node, ast.Name) and node.id in self._own and not constructor:
            key, name = self._function.qualname, node.id
        elif isinstance(node, ast.Name) and node.id in self._outer:
            key, name = self._outer[node.id], node.id
        elif self._owner is not None:
            held = ast.unparse(node)
            name = held if constructor and held in self._own else self._made.get(held, "")
            key = self._owner.qualname
            plain = [spec for spec in specs if spec["kind"] == "value"]
            if not name and plain and self._is_changed(node):
                name, specs = held, plain
            if not name and held in self._items:
                name = self._items[held]
                plain = [spec for spec in specs if spec["kind"] == "value"]
                specs = [
                    {"kind": kind, "items": [one]} for one in plain for kind in ("tuple", "list")
                ]
        if not specs:
            return False
        if not name:
            return bool({"true", "given"} & {spec["kind"] for spec in specs}) and self._bound(node)
        if self._owner is not None and (constructor or name not in self._own):
            # Objects are made from numbers and texts rather than from tensors.
            specs = sorted(specs, key=lambda spec: "items" in spec)
        required = self._found.setdefault(key, {}).setdefault(name, [])
        required += [spec for spec in specs if spec not in required]
        return True

    def _is_changed(self, node: ast.expr) -> bool:
        """Whether this is an attribute that the constructor sets, and methods set again."""
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=attr) if self._owner is not None:
                stores = self._owner.stores.get(attr, ())
                return len({store.function.name == "__init__" for store in stores}) > 1
            case _:
                return False

    def _bound(self, node: ast.expr) -> bool:
        """Ask for what an attribute is bound under, or a local list filled, to anything but None."""
        if self._depth >= _DEPTH:
            return False
        filled = [
            (binding.node, function)
            for binding, function in self._bindings(node)
            if binding.kind == "assign" and not _is_nothing(binding.value)
        ]
        for statement, function in filled or self._appends(node):
            if isinstance(statement, ast.stmt):
                _ConditionReader(self._source, function, self._found, self._depth + 1).read(
                    statement
                )
                return True
        return False

    def _appends(self, node: ast.expr) -> Iterator[tuple[ast.AST, Function]]:
        """Where something is put into the list that a name or an attribute holds."""
        own = [self._function] if isinstance(node, ast.Name) else []
        if isinstance(node, ast.Attribute) and self._owner is not None:
            own = list(self._owner.methods.values())
        for function in own:
            for site in function.calls:
                func = site.node.func
                if site.name in ("append", "add", "extend") and isinstance(func, ast.Attribute):
                    if ast.unparse(func.value) == ast.unparse(node):
                        yield function.statement_of(site.node)[0], function


def _names_class(function: ast.expr, cls: Class | None) -> bool:
    """Whether a method is called by its class, which is given the object: ``Net.f(net, x)``."""
    holder = function.value if isinstance(function, ast.Attribute) else None
    return cls is not None and isinstance(holder, ast.Name) and holder.id == cls.name


def _is_written_out(node: ast.expr) -> bool:
    """Whether an expression is a constant, or a display of constants."""
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    """What parameters are where a call gives nothing for them."""
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    found = zip(last, arguments.defaults, strict=True)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {one.arg: value for one, value in (*found, *named) if value is not None}


def _is_test(node: ast.expr | None) -> bool:
    """Whether an expression is true or false by the way it is written."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "bool")
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return negated or isinstance(node, (ast.Compare, ast.BoolOp))


def _is_nothing(value: ast.expr | None) -> bool:
    """Whether an expression is a constant, or a list with nothing in it."""
    empty = isinstance(value, (ast.List, ast.Tuple)) and not value.elts
    return empty or isinstance(value, ast.Constant)


def _aliases(function: Function) -> dict[str, ast.expr]:
    """Local names that are bound once, to an attribute or a parameter."""
    found: dict[str, ast.expr] = {}
    for name, bindings in function.bindings.items():
        value = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
        if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and not bindings[0].path:
            found[name] = value
    return found


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str))


def _enclosing_parameters(function: Function) -> dict[str, str]:
    """The parameters of the functions around one, with the qualified name of their own function."""
    found: dict[str, str] = {}
    while function.owner is None and function.parent is not None:
        function = function.parent
        for parameter in function.parameters:
            if parameter.arg != "self":
                found.setdefault(parameter.arg, function.qualname)
    return found


def _attributes(owner: Class) -> dict[str, str]:
    """The attributes, and entries of a dictionary in one, that hold a parameter of the constructor.

    One that the class itself does not bind is taken to be that of its name: a base may bind it.
    """
    constructor = owner.methods.get("__init__")
    if constructor is None:
        return {}
    own = {parameter.arg for parameter in constructor.parameters}
    found = {f"self.{name}": name for name in own - owner.stores.keys()}
    for store in _plain_stores(owner):
        if store.function is constructor and store.binding.value is not None:
            found |= _held(ast.unparse(store.node), store.binding.value, own)
    return found


def _items(owner: Class, made: dict[str, str]) -> dict[str, str]:
    """The attributes that hold an item of a parameter of the constructor: ``self.first = sizes[0]``."""
    found: dict[str, str] = {}
    for store in _plain_stores(owner):
        value = store.binding.value
        if not isinstance(value, ast.Subscript):
            continue
        whole = value.value
        if isinstance(whole, ast.Call) and getattr(whole.func, "id", "") in ("list", "tuple"):
            whole = whole.args[0] if whole.args else whole
        name = made.get(ast.unparse(whole), "")
        if name:
            found.setdefault(ast.unparse(store.node), name)
    return found


def _plain_stores(owner: Class) -> Iterator[AttributeStore]:
    """What is assigned to the attributes of an object, whole."""
    for stores in owner.stores.values():
        for store in stores:
            if store.binding.kind in ("assign", "annotation") and not store.binding.path:
                yield store


def _held(target: str, value: ast.expr, own: set[str]) -> dict[str, str]:
    if isinstance(value, ast.Name) and value.id in own:
        return {target: value.id}
    if isinstance(value, ast.Dict):
        return {
            f"{target}[{key.value!r}]": item.id
            for key, item in zip(value.keys, value.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(item, ast.Name) and item.id in own
        }
    return {}
