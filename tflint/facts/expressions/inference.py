"""What expressions may be: names looked up, calls followed, attributes found.

Values are worked out when asked for and remembered. What depends on itself, on call sites too
many to read, or on code outside the project is unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from tflint.api import knowledge
from tflint.api.lookup import canonical, record
from tflint.api.records import Runs
from tflint.facts.expressions import command_line, results
from tflint.facts.expressions.attribute_stores import attribute_stores
from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.calling_context import Argument, CallingContext
from tflint.facts.expressions.chosen_namespaces import (
    HYBRID_NAMESPACE,
    asked_in,
    is_choice,
    tests_of,
)
from tflint.facts.expressions.classes import PLAIN_BASES, Classes
from tflint.facts.expressions.displays import displayed
from tflint.facts.expressions.fixpoint import Fixpoint
from tflint.facts.expressions.named_objects import NamedObject, NamedObjects
from tflint.facts.expressions.operators import (
    METHODS_OF_OPERATORS,
    binary,
    constant_value,
    doubles,
    filled_by_keys,
    iterated,
    taken,
    unpack,
)
from tflint.facts.expressions.parameters import Parameters
from tflint.facts.expressions.program import Program
from tflint.facts.expressions.semantics import Semantics
from tflint.facts.expressions.star_imports import BUILTINS, StarImports
from tflint.facts.expressions.values import (
    NONE,
    NOTHING,
    SYMBOL,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphDecorator,
    GraphFunction,
    Instance,
    Kind,
    ModuleValue,
    Namespace,
    Number,
    Parent,
    Partial,
    Simple,
    Text,
    Value,
    Varying,
    bounded,
    final,
    join,
    members,
    widened,
)
from tflint.syntax.arguments import is_open, is_own_parameter
from tflint.syntax.definitions import (
    comes_before,
    default_of,
    is_left_open,
    is_property,
    mentions,
    outer_parts,
    own_attribute,
    owner_of,
    parts_as_given,
)
from tflint.syntax.fillings import (
    Filling,
    Fillings,
    fillings,
    fillings_of,
    fillings_of_attributes,
)
from tflint.syntax.model import (
    AttributeStore,
    Binding,
    CallSite,
    Class,
    Function,
    ImportedName,
    Module,
    PropertyRead,
    loops_around,
)
from tflint.syntax.parameter_uses import parameter_uses
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import (
    holder_of,
    is_only_a_parameter,
    resolve,
    returned,
    seen_by_functions,
    seen_by_importers,
)
from tflint.syntax.trees import called_name

_READING_ATTRIBUTES = ("builtins.getattr", "inspect.getattr_static")
_ASKED = "__getattr__"
_EMPTY = frozenset({"list", "dict", "OrderedDict", "defaultdict"})
_EMPTY_BUT_FOR_DEFAULTS = frozenset({"defaultdict"})
_MOST_CALLS_INSIDE = 4
"""How many calls of wrappers are followed inside each other."""
T = TypeVar("T")


class Inference:
    """Answers ``value(expression, function)`` for one project.

    Args:
        program: the project.
        semantics: what operations make of values; those of plain Python, if none are given.
    """

    def __init__(self, program: Program, semantics: Semantics | None = None) -> None:
        self._program = program
        self._semantics = semantics or Semantics()
        self._stars = program.remember(StarImports)
        self._fixpoint: Fixpoint[Any] = Fixpoint(final, bounded, widened)
        self.classes = Classes(self)
        self.callers = Callers(self, program)
        self.parameters = Parameters(self, self.callers, self.classes)
        self._objects = NamedObjects(self, self.callers, self.classes, self.parameters, program)
        self._followed: CallingContext | None = None
        """The call of a wrapper that is followed at the moment, on whose arguments answers depend."""
        self._calls: dict[Hashable, CallingContext] = {}
        self._property_reads: dict[tuple[ast.Attribute, Function], PropertyRead] = {}
        """What ``reads_of`` has made, each of which stays one call."""

    def ask(
        self,
        key: Hashable,
        nothing: T,
        work: Callable[..., T],
        *asking: Any,
        otherwise: Callable[[T], T] | None = None,
    ) -> T:
        """The answer of a question that has the same answer in every call: ``work(*asking)``."""
        followed = self._followed
        if followed is None and otherwise is None:
            known: T = self._fixpoint.ask(key, nothing, work, *asking)
            return known
        self._followed = None
        try:
            answer: T = self._fixpoint.ask(key, nothing, work, *asking, otherwise=otherwise)
            return answer
        finally:
            self._followed = followed

    # expressions

    def value(self, node: ast.expr, function: Function) -> Value:
        """What ``node``, standing in ``function``, may be."""
        if isinstance(node, ast.Constant):
            return constant_value(node.value)
        followed = self._followed
        if followed is None:
            known: Value = self._fixpoint.ask(node, NOTHING, self._evaluate, node, function)
            return known
        if not followed.covers(function):
            return self.ask(node, NOTHING, self._evaluate, node, function)
        return self.ask((node, followed), NOTHING, self._within, followed, node, function)

    def _within(self, call: CallingContext, node: ast.expr, function: Function) -> Value:
        self._followed = call
        try:
            return self._evaluate(node, function)
        finally:
            self._followed = None

    def _evaluate(self, node: ast.expr, function: Function) -> Value:
        match node:
            case ast.Name(id=name):
                return self.lookup(name, function, node)
            case ast.Attribute(value=owner, attr=attr):
                hidden_in = _class_yet_to_hide(node, function)
                if hidden_in is not None:
                    return self._declared_attribute(hidden_in, attr)
                return self._attribute_read(owner, attr, function)
            case ast.Call():
                return self._call(node, function)
            case ast.BinOp(left=left, right=right):
                first, second = self.value(left, function), self.value(right, function)
                return self._operated(first, second, node.op)
            case ast.UnaryOp():
                return self._semantics.unary(node, lambda e: self.value(e, function))
            case ast.BoolOp(values=values):
                return join(*(self.value(value, function) for value in values))
            case ast.Compare():
                return self._semantics.comparison(node, lambda e: self.value(e, function))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                found = join(self.value(body, function), self.value(orelse, function))
                return self._chosen(found, [test], function)
            case ast.Subscript(value=owner, slice=index):
                container = self._with_items(self.value(owner, function))
                return self._semantics.item(container, index, lambda e: self.value(e, function))
            case ast.Lambda():
                made = function.module.defined.get(id(node))
                return UNKNOWN if made is None else FunctionValue(made)  # one in an annotation
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.value(value, function)
            case _:
                return displayed(node, lambda e: self.value(e, function))

    def _operated(self, left: Value, right: Value, op: ast.operator) -> Value:
        """What ``left op right`` may be; of objects of the project, what their own method gives."""
        if (
            isinstance(left, Instance)
            and (method := METHODS_OF_OPERATORS.get(type(op))) is not None
        ):
            found = self._result_of(left, method)
            if found is not None:
                return found
        return self._semantics.binary(left, right, op)

    # names

    def lookup(self, name: str, function: Function, use: ast.expr | None = None) -> Value:
        """What ``name`` may be where ``function`` reads it; ``use`` narrows it to what reaches it."""
        if use is not None and (body := function.module.class_names.get(id(use))) is not None:
            before = [b for b in body.bindings.get(name, ()) if comes_before(b, use)]
            if before:
                return join(*(self.binding_value(name, b, function) for b in before))
        resolved = resolve(name, function)
        if resolved is None:
            return self._not_bound(name, function.module)
        scope, bindings, elsewhere = resolved
        if self._followed is not None:
            given = self._followed.argument(scope, name)
            if given is not None:
                return given
        if len(bindings) > 1:
            if use is not None and scope is function:
                bindings = reaching(name, use, scope)
            elif scope is not function:
                bindings = seen_by_functions(name, scope, function)
        elif bindings and not elsewhere:
            return self.binding_value(name, bindings[0], scope)
        found = [self.binding_value(name, binding, scope) for binding in bindings]
        found += [self.binding_value(name, binding, inner) for inner, binding in elsewhere]
        return self._chosen(join(*found), tests_of(b.block for b in bindings), scope)

    def _chosen(self, found: Value, tests: Iterable[ast.expr], function: Function) -> Value:
        """One of several, as tests choose it: by what a symbol is, they choose Gluon's ``F``."""
        if is_choice(found) and any(
            self.value(asked, function) == SYMBOL for test in tests for asked in asked_in(test)
        ):
            return HYBRID_NAMESPACE
        return found

    def _not_bound(self, name: str, module: Module) -> Value:
        if name in module.global_bindings:
            pairs = module.global_bindings[name]
            return join(*(self.binding_value(name, binding, f) for f, binding in pairs))
        match self._stars.giver(name, module):
            case Module() as other:
                return self.guarded(name, other)
            case str() as outside:
                return External(outside)
        return External(f"builtins.{name}") if name in BUILTINS else UNKNOWN

    def binding_value(self, name: str, binding: Binding, scope: Function) -> Value:
        """What one binding gives its name."""
        if self._followed is not None and self._followed.covers(scope):
            return self._binding_value(name, binding, scope)
        if binding.kind == "parameter":
            return self.parameters.value(name, binding, scope)  # which is a question by itself
        return self.ask(binding, NOTHING, self._binding_value, name, binding, scope)

    def _binding_value(self, name: str, binding: Binding, scope: Function) -> Value:
        match binding.kind:
            case "import":
                assert isinstance(binding.target, ImportedName)
                return self.imported(binding.target, scope.module)
            case "def":
                assert isinstance(binding.target, Function)
                return self.decorated(binding.target)
            case "class":
                assert isinstance(binding.target, Class)
                return ClassValue(binding.target)
            case "parameter":
                return self.parameters.value(name, binding, scope)
            case "annotation":
                assert isinstance(binding.target, ast.expr)
                return self.parameters.annotated(binding.target, scope)
            case "assign" | "augment":
                return self.assigned(binding, scope, name)
            case "for" if binding.value is not None:
                over = self._gone_over(self.value(binding.value, scope))
                item = self._semantics.iterated(over, binding.path)
                return item if isinstance(item, Simple) else _in_turn(item, binding, scope.module)
            case "with" if binding.value is not None:
                value = self.value(binding.value, scope)
                return value if isinstance(value, (ExternalInstance, Instance)) else UNKNOWN
            case _:
                return UNKNOWN

    def _gone_over(self, value: Value) -> Value:
        """What a loop goes over: of an object of the project, what its ``__iter__`` gives."""
        found = members(self._with_items(value))
        if not any(isinstance(member, Instance) for member in found):
            return join(*found)
        return join(*(self._result_of(member, "__iter__") or member for member in found))

    def _with_items(self, value: Value) -> Value:
        """A value in which tuples stand for objects that are tuples."""
        found = members(value)
        if not any(isinstance(m, Instance) and m.definition.items for m in found):
            return value
        return join(*map(self._as_tuple, found))

    def _part(self, value: Value, path: tuple[int | None, ...]) -> Value:
        """What one target of an unpacking gets, and without one all of it."""
        return unpack(self._with_items(value), path) if path else value

    def _as_tuple(self, value: Value) -> Value:
        names = value.definition.items if isinstance(value, Instance) else ()
        if not isinstance(value, Instance) or not names:
            return value
        return Container("tuple", tuple(self.object_attribute(value, name) for name in names))

    def _result_of(self, value: Value, method: str) -> Value | None:
        """What a method of the project that Python calls itself gives; None for an object without it."""
        found = self.object_attribute(value, method) if isinstance(value, Instance) else None
        return self.returns(found.function) if isinstance(found, FunctionValue) else None

    def assigned(self, binding: Binding, scope: Function, name: str) -> Value:
        """What an assignment gives; a Python number that feeds on itself varies."""
        if binding.value is None:
            return UNKNOWN
        if binding.kind in ("for", "with"):  # an attribute: ``with open(path) as self.file``
            return self._binding_value(name, binding, scope)
        if not binding.path and _is_to_be_filled(binding.value):
            return self._filled(binding.value, scope, name)
        value = self._part(self.value(binding.value, scope), binding.path)
        if binding.kind == "augment":
            assert isinstance(binding.node, ast.AugAssign)
            if isinstance(value, Number):
                value = Number()
            if value == NOTHING:
                return NOTHING
            if name in scope.bindings and name not in scope.global_names | scope.nonlocal_names:
                before = self._held_before(name, binding.node, scope)
                if isinstance(before, Simple):
                    return binary(before, value, binding.node.op)
                if before is not None and UNKNOWN in members(before):
                    return UNKNOWN
            if not isinstance(value, (Number, Simple, Text, Container)):
                return UNKNOWN
        if not isinstance(value, Number):
            return value
        if binding.kind != "augment" and (binding.path or not mentions(binding.value, name, scope)):
            return value
        line = getattr(binding.node, "lineno", 1)
        loops = loops_around(binding.block)
        is_kept = name in scope.global_names | scope.nonlocal_names or "." in name
        if not (loops or is_kept) or doubles(binding.node):
            return Number(varying=value.varying)
        text = f"`{name}` changes {scope.module.on_line(line)}"
        return Number(varying=Varying(scope.module.path, line, text, is_kept=is_kept))

    def _filled(
        self, made: ast.expr, scope: Function, name: str, thing: NamedObject | None = None
    ) -> Value:
        """A list that starts empty, or a dict, with what its function, class or module puts into it.

        An attribute of one object alone, where that is given.
        """
        held = self.value(made, scope)
        if not isinstance(held, Container) or (isinstance(made, ast.List) and made.elts):
            return held
        by_key = held.kind == "dict"
        holder = scope.owner if "." in name and scope.owner is not None else scope
        puts = self._fillings_of(holder).get((name, by_key), [])
        if isinstance(holder, Class) and not by_key:
            puts = [*puts, *self._put_from_outside(holder, name.rpartition(".")[2])]
        elif isinstance(holder, Class) and thing is None and self._is_made_twice(holder):
            # What one of its objects is given, another may lack: two registries.
            puts = [put._replace(value=None) if _is_given(put) else put for put in puts]
        if not puts:
            return held
        if len(puts) == 1 and not by_key:
            return self._filled_once(puts[0], scope)
        if self._followed is not None:
            return self._put_together(held, puts, thing)
        # What displays under one name become that are the same at first is worked out once.
        key = ("put together", holder, name, held, thing)
        return self.ask(key, NOTHING, self._put_together, held, puts, thing)

    def _put_from_outside(self, definition: Class, attr: str) -> Iterator[Filling]:
        """What code outside of a class puts into a list that is an attribute of its objects."""
        for owner, put in self._program.remember(_filled_attributes).get(attr, ()):
            if put.function.owner is not definition and self._may_be_kin(
                owner, put.function, definition
            ):
                yield put

    def _put_together(self, held: Value, puts: list[Filling], thing: NamedObject | None) -> Value:
        """What a dict, or an empty list, is once all this is put into it."""
        found = [(put.key, value) for put in puts for value in self._put_into(thing, put)]
        if isinstance(held, Container) and held.kind == "list":
            return Container("list", element=join(*(value for _, value in found)))
        return filled_by_keys(held, found)

    def _put_into(self, thing: NamedObject | None, put: Filling) -> list[Value]:
        """What is put in: where objects are told apart, all that one of them is given."""
        if thing is None or not isinstance(put.value, ast.Name) or not _is_given(put):
            return [self._put(put)]
        return self._objects.put(thing, put.value.id, put.function)

    def _told_apart(self, definition: Class) -> frozenset[str]:
        """The dicts that objects of a class have, each with what its own methods are given."""
        return self.ask(("told apart", definition), frozenset(), self._find_told_apart, definition)

    def _find_told_apart(self, definition: Class) -> frozenset[str]:
        return frozenset(
            attr
            for base in self.classes.bases(definition)
            if isinstance(base, Class)
            for attr, stores in base.stores.items()
            if attr not in base.bindings
            and any(
                s.binding.value is not None and _is_to_be_filled(s.binding.value) for s in stores
            )
            and any(map(_is_given, self._fillings_of(base).get((f"self.{attr}", True), ())))
            and self._is_made_twice(base)
        )

    def _thing(self, node: ast.expr, function: Function) -> NamedObject | None:
        """The one object that an expression stands for: by a name, or in a method followed for it."""
        if isinstance(node, ast.Name) and self._followed is not None:
            holder = holder_of(node.id, function)
            call = None if holder is None else self._followed.around(holder)
            if call is not None and holder is call.function and holder.self_name == node.id:
                return call.thing
        return self._objects.named(node, function)

    def _attribute_read(self, owner: ast.expr, attr: str, function: Function) -> Value:
        """What ``owner.attr`` may be, of one object where that is known."""
        value = self.value(owner, function)
        if isinstance(value, Instance) and attr in self._told_apart(value.definition):
            thing = self._thing(owner, function)
            if thing is not None:
                return self.ask(("held by", thing, attr), NOTHING, self._held_by, thing, attr)
        return self.attribute(value, attr)

    def _held_by(self, thing: NamedObject, attr: str) -> Value:
        """What an attribute of one object may be."""
        stores = [
            store
            for base in self.classes.bases(thing.definition)
            if isinstance(base, Class)
            for store in base.stores.get(attr, ())
        ]
        return join(*(self._stored_in(thing, store, attr) for store in stores))

    def _stored_in(self, thing: NamedObject, store: AttributeStore, attr: str) -> Value:
        made = store.binding.value
        if made is None or store.binding.path or not _is_to_be_filled(made):
            return self.stored(store.binding, store.function, attr)
        return self._filled(made, store.function, f"self.{attr}", thing)

    def _is_made_twice(self, definition: Class) -> bool:
        """True where calls in several places make objects of a class, or of one below it."""
        return self.ask(("made twice", definition), False, self._find_made_twice, definition)

    def _find_made_twice(self, definition: Class) -> bool:
        names = self._program.names
        making = {
            id(site)
            for name in names.making_kin(definition)
            for site in names.calls.get(name, ())
            for member in members(self.value(site.node.func, site.function))
            if isinstance(member, ClassValue)
            and definition in self.classes.bases(member.definition)
        }
        return len(making) > 1

    def _filled_once(self, put: Filling, scope: Function) -> Value:
        """An empty list with what one line puts into it, once or again and again."""
        value = self._put(put)
        if put.function is not scope or loops_around(put.block):
            return Container("list", element=value)
        return Container("list", (value,))

    def _put(self, put: Filling) -> Value:
        return UNKNOWN if put.value is None else self.value(put.value, put.function)

    def _fillings_of(self, holder: Function | Class) -> Fillings:
        """What is put into lists and dicts that are variables of a function, or attributes."""
        return self.ask(("fillings of", holder), {}, fillings_of, holder, self.fillings_in)

    def fillings_in(self, function: Function) -> Fillings:
        """What a function puts into lists and dicts."""
        return self.ask(("fillings", function), {}, fillings, function)

    def before(self, name: ast.Name, function: Function) -> Value:
        """What an augmented name holds before the assignment it stands in."""
        found = self._held_before(name.id, name, function)
        return found if found is not None else self.lookup(name.id, function)

    def _held_before(self, name: str, node: ast.AST, function: Function) -> Value | None:
        """What the function's own bindings above a place have given a name; None without any."""
        use = ast.copy_location(ast.Name(name, ast.Load()), node)
        found = reaching(name, use, function, above=True)
        if not found:
            return None
        return join(*(self.binding_value(name, binding, function) for binding in found))

    def imported(self, imported: ImportedName, module: Module) -> Value:
        """What an import binds: a module or name of the project, or something outside it."""
        layout = self._program.layout
        path = layout.find(module.path, imported.module, imported.level)
        if imported.name is None:
            found = None if path is None else self._program.module(path)
            if found is not None:
                return ModuleValue(found)
            folder = layout.namespace(module.path, imported.module)
            return External(canonical(imported.module)) if folder is None else Namespace(folder)
        if path is not None:
            other = self._program.module(path)
            if other is not None and other is not module:
                if imported.name in other.body.bindings or imported.name in other.global_bindings:
                    return self.guarded(imported.name, other)
                if other.star_imports:
                    inside = self.guarded(imported.name, other)
                    if inside not in (UNKNOWN, NOTHING):
                        return inside
        dotted = f"{imported.module}.{imported.name}" if imported.module else imported.name
        path = layout.find(module.path, dotted, imported.level)
        if path is not None:
            other = self._program.module(path)
            return UNKNOWN if other is None else ModuleValue(other)
        folder = layout.namespace(module.path, dotted, imported.level)
        if folder is not None:
            return Namespace(folder)
        if imported.level:
            package = module.name.split(".")
            is_package = module.path.endswith("__init__.py")
            keep = len(package) - imported.level + (1 if is_package else 0)
            dotted = ".".join([*package[: max(keep, 0)], dotted])
        return External(canonical(dotted))

    def guarded(self, name: str, module: Module) -> Value:
        """What a name of another module is."""
        return self.ask(("name", module, name), NOTHING, self._seen_from_outside, name, module)

    def _seen_from_outside(self, name: str, module: Module) -> Value:
        seen = seen_by_importers(name, module)
        if len(seen) == len(module.body.bindings.get(name, ())):
            return self.lookup(name, module.body)
        found = [self.binding_value(name, binding, module.body) for binding in seen]
        for function, binding in module.global_bindings.get(name, ()):
            found.append(self.binding_value(name, binding, function))
        return join(*found) if found else UNKNOWN

    # functions and calls

    def decorated(self, function: Function) -> Value:
        """What the name of a function is bound to, once its decorators have run."""
        if not function.decorators:
            return FunctionValue(function)
        return self._decorated_by(function, 0)

    def _decorated_by(self, function: Function, first: int) -> Value:
        """What a function has become once the decorators from ``first`` on have run."""
        plain = FunctionValue(function)
        if first == len(function.decorators):
            return plain
        return self.ask(
            ("decorated", function, first),
            NOTHING,
            self._apply,
            function,
            first,
            otherwise=lambda value: plain if value == NOTHING else value,
        )

    def _apply(self, function: Function, number: int) -> Value:
        node = function.decorators[number]
        inner = self._decorated_by(function, number + 1)
        module = function.module
        if isinstance(node, ast.Call):
            made_by = members(self.value(node.func, function.parent or module.body))
            if any(isinstance(m, External) and record(m.name).runs is Runs.PYTHON for m in made_by):
                return UNKNOWN
        for decorator in members(self.value(node, function.parent or module.body)):
            match decorator:
                case External(name=name) if name in knowledge.TF_FUNCTION:
                    return GraphFunction(inner, node, module)
                case GraphDecorator(options=options):
                    return GraphFunction(inner, node, module, options)
                case FunctionValue(function=wrapper):
                    for result in members(self._put_around(wrapper, function, number)):
                        if not isinstance(result, (FunctionValue, GraphFunction)):
                            continue
                        if result != inner and self._leaves_graph(wrapper):
                            return result  # which runs in a graph or not, without the function
                        if isinstance(result, FunctionValue):
                            result = self.decorated(result.function)
                        if isinstance(result, GraphFunction):
                            return GraphFunction(inner, node, module, result.options)
        return inner

    def _leaves_graph(self, wrapper: Function) -> bool:
        """True for a decorator whose function only ever runs as Python: `tf.py_function` is given it."""
        uses = parameter_uses(wrapper.parameters[0].arg, wrapper) if wrapper.parameters else None
        if uses is None or uses.calls or not uses.handed_to:
            return False
        return all(
            any(
                isinstance(member, External) and record(member.name).runs is Runs.PYTHON
                for member in members(self.value(site.node.func, site.function))
            )
            for site in uses.handed_to
        )

    def _put_around(self, wrapper: Function, function: Function, number: int) -> Value:
        """What a wrapper, one of a function's decorators, makes of what the next ones have made."""
        node = function.decorators[number]
        return self._returned_with(
            wrapper, node, [lambda: self._decorated_by(function, number + 1)], {}
        )

    def in_class_decorators(self, node: ast.expr, function: Function) -> Iterator[Value]:
        """What an expression in a class decorator is for each class, where that is given options.

        ``function`` is what ``@graph_methods("step")`` gives, and so stands in ``graph_methods``.
        """
        maker = function.parent
        if (
            maker is None
            or maker.is_module
            or not function.parameters
            or self._followed is not None
        ):
            return
        for decorator, definition in self._program.names.class_decorators.get(maker.name, ()):
            if not isinstance(decorator, ast.Call):
                continue
            around = definition.parent
            if FunctionValue(maker) not in members(self.value(decorator.func, around)):
                continue
            options = [self._argument(argument, around) for argument in decorator.args]
            named = {k.arg: self._argument(k.value, around) for k in decorator.keywords if k.arg}
            outer = self._call_of(maker, decorator, options, named)
            decorated = ClassValue(definition)
            self._followed = self._call_of(
                function, decorator, [partial(_as_it_is, decorated)], {}, outer=outer
            )
            try:
                yield self.value(node, function)
            finally:
                self._followed = None

    def wrappers(self, function: Function, inside: ast.AST | None = None) -> Iterator[Function]:
        """What the project's own decorators put around a function, and so runs when it is called.

        With ``inside``, one of the decorators, only those between it and the function.
        """
        decorators = function.decorators
        first = decorators.index(inside) + 1 if inside is not None and inside in decorators else 0
        for number, node in enumerate(decorators[first:], first):
            for decorator in members(self.value(node, function.parent or function.module.body)):
                if isinstance(decorator, FunctionValue):
                    made = self._put_around(decorator.function, function, number)
                    for member in members(made):
                        if isinstance(member, FunctionValue) and member.function is not function:
                            yield member.function

    def _call(self, node: ast.Call, function: Function) -> Value:
        callee = self.value(node.func, function)
        return join(*(self._called(member, node, function) for member in members(callee)))

    def _called(self, callee: Value, node: ast.Call, function: Function) -> Value:
        match callee:
            case External(name=name):
                return self._library_called(name, node, function)
            case ExternalInstance(name=name):
                return self._semantics.object_call(
                    name, node, lambda e: self.value(e, function), function
                )
            case ClassValue(definition=definition):
                return Instance(definition)
            case Instance(definition=definition):
                return self._object_called(definition, node, function)
            case FunctionValue(function=called, bound=bound):
                return self._returned(called, bound, node, function)
            case GraphFunction(inner=inner):
                return self._semantics.from_graph(self._called(inner, node, function))
            case GraphDecorator(options=options) if node.args:
                inner = self.value(node.args[0], function)
                return GraphFunction(inner, node, function.module, options)
            case Partial(inner=inner):
                return self._called(inner, node, function)
            case Simple(kind=Kind.TENSOR):
                return UNKNOWN
            case _:
                return UNKNOWN

    def _library_called(self, name: str, node: ast.Call, function: Function) -> Value:
        """What a call of a function from outside the project gives."""
        if name in knowledge.TF_FUNCTION:
            return self._graph_function(node, function)
        if name == "builtins.super" and (owner := owner_of(function)) is not None:
            return Parent(owner)
        if name == "functools.partial" and node.args:
            inner = self.value(node.args[0], function)
            options = tuple((k.arg, k.value) for k in node.keywords if k.arg)
            if isinstance(inner, External) and inner.name in knowledge.TF_FUNCTION:
                return GraphDecorator(node, function.module, options)
            return join(*(_held(member, node) for member in members(inner)))
        if name in _READING_ATTRIBUTES and len(node.args) > 1:
            found = self._read_by_name(node, function)
            if found:
                return join(*found, *(self.value(rest, function) for rest in node.args[2:]))
        return self._semantics.library_call(name, node, lambda e: self.value(e, function), function)

    def _read_by_name(self, node: ast.Call, function: Function) -> list[Value]:
        """What ``getattr(owner, name)`` reads; nothing where it is not known what.

        Names that are not written out there are known of what is the project's own.
        """
        asked = members(self.value(node.args[1], function))
        if not asked:
            return [NOTHING]
        attrs = [text.constant for text in asked if isinstance(text, Text) and text.constant]
        if len(attrs) < len(asked):
            return []
        owner = self.value(node.args[0], function)
        if not isinstance(node.args[1], ast.Constant):
            own = (ClassValue, Instance, ModuleValue, Parent)
            if not all(isinstance(member, own) for member in members(owner)):
                return []
        return [self.attribute(owner, attr) for attr in attrs]

    def _object_called(self, definition: Class, node: ast.Call, function: Function) -> Value:
        """What calling an object of a class of the project gives."""
        is_layer = self.classes.is_layer(definition)
        for method in self._semantics.methods_of_calls:
            if method == "hybrid_forward" and not self.classes.is_hybrid_block(definition):
                continue
            found = self.instance_attribute(definition, method)
            if found == NOTHING:
                return NOTHING
            if method == "hybrid_forward" and isinstance(found, FunctionValue):
                return self.returns(found.function)  # the block gives it more than the call
            if isinstance(found, (FunctionValue, GraphFunction)):
                result = self._called(found, node, function)
                return self._semantics.layer_result if is_layer and result == UNKNOWN else result
        return self._semantics.layer_result if is_layer else UNKNOWN

    def _graph_function(self, node: ast.Call, function: Function) -> Value:
        options = tuple((k.arg, k.value) for k in node.keywords if k.arg and k.arg != "func")
        wrapped: ast.expr | None = node.args[0] if node.args else None
        for keyword in node.keywords:
            if keyword.arg == "func":
                wrapped = keyword.value
        if wrapped is None:
            return GraphDecorator(node, function.module, options)
        value = self.value(wrapped, function)
        if value == NOTHING:
            return NOTHING
        if isinstance(wrapped, ast.Starred):
            if not isinstance(value, Container) or not value.items:
                return GraphDecorator(node, function.module, options)
            value = value.items[0]
        if value == NONE:
            return GraphDecorator(node, function.module, options)
        return GraphFunction(value, node, function.module, options)

    def _returned(self, called: Function, bound: bool, node: ast.Call, function: Function) -> Value:
        thing = self._of_thing(called, node, function)
        if not self._depends_on_call(called, node, function):
            found = UNKNOWN if thing is None else self._returned_by(thing, called)
            return self.returns(called) if found == UNKNOWN else found
        return self._returned_with(
            called,
            node,
            [self._argument(a, function) for a in node.args],
            {k.arg: self._argument(k.value, function) for k in node.keywords if k.arg},
            bound,
            thing,
        )

    def _of_thing(self, called: Function, node: ast.Call, function: Function) -> NamedObject | None:
        """The one object whose method a call is, where that tells more of what the method gives."""
        if called.owner is None or not isinstance(node.func, ast.Attribute):
            return None
        return self._thing(node.func.value, function) if self._told_apart(called.owner) else None

    def _returned_by(self, thing: NamedObject, called: Function) -> Value:
        """What a method of one object returns."""
        key = ("returned by", thing, called)
        return self.ask(key, NOTHING, self._find_returned_by, thing, called)

    def _find_returned_by(self, thing: NamedObject, called: Function) -> Value:
        key = (thing, called)
        if key not in self._calls:
            self._calls[key] = CallingContext(called, {}, None, thing)
        self._followed = self._calls[key]
        try:
            return self._returns(called)
        finally:
            self._followed = None

    def _depends_on_call(self, called: Function, node: ast.Call, function: Function) -> bool:
        """True where other calls of a function may give something else.

        Through what a function calls itself, only the functions that it is given are followed.
        """
        if self._makes_graph_functions(called):
            return True
        if (
            not is_open(node)
            and self.callers.count(called) != 1
            and self.ask(("gives back", called), False, _gives_back, called)
        ):
            return True
        if not self.ask(("hands on", called), False, _hands_on, called):
            return is_choice(self.returns(called))
        given = (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg))
        return any(_is_callable(self.value(argument, function)) for argument in given)

    def _makes_graph_functions(self, function: Function) -> bool:
        """True for a wrapper of ``tf.function`` that is called with options only."""
        return any(site.name == "function" for site in function.calls) and any(
            isinstance(value, ast.Call) for value, _ in function.returns
        )

    def returns(self, function: Function) -> Value:
        """What a function returns, whoever calls it."""
        said = function.node.returns if isinstance(function.node, ast.FunctionDef) else None
        promised = None if said is None else partial(self._promised, said, function)
        return self.ask(("returns", function), NOTHING, self._returns, function, otherwise=promised)

    def _promised(self, annotation: ast.expr, function: Function, value: Value) -> Value:
        """What a function gives back of which only the annotation tells, where that says: an object."""
        if value not in (UNKNOWN, NOTHING):
            return value
        found = self.parameters.annotated(annotation, function.parent or function)
        objects = (Instance, ExternalInstance)
        return found if all(m == NONE or isinstance(m, objects) for m in members(found)) else value

    def _returns(self, function: Function) -> Value:
        if isinstance(function.node, ast.AsyncFunctionDef):
            return UNKNOWN
        if function.is_generator:
            return Container("generator", element=self._yielded(function))
        return self._join_returned(function)

    def _yielded(self, function: Function) -> Value | None:
        """What a generator gives in turn, whoever makes it; None where that is not known."""
        given = [UNKNOWN if e is None else self.value(e, function) for e in function.yields]
        return None if UNKNOWN in given else iterated(Container("list", tuple(given)))

    def _join_returned(self, function: Function) -> Value:
        if not function.returns:
            return NONE
        given = [NONE if e is None else self.value(e, function) for e, _ in function.returns]
        return self._chosen(
            join(*given), tests_of(block for _, block in function.returns), function
        )

    def _argument(self, node: ast.expr, function: Function) -> Argument:
        """Asks for an argument in the context that its call stands in."""
        outer = self._followed

        def ask() -> Value:
            followed, self._followed = self._followed, outer
            try:
                return self.value(node, function)
            finally:
                self._followed = followed

        return ask

    def _returned_with(
        self,
        function: Function,
        site: ast.AST,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        bound: bool = False,
        thing: NamedObject | None = None,
    ) -> Value:
        """What a function returns for these arguments; for wrappers of functions."""
        outer = self._followed
        if outer is not None and outer.depth >= _MOST_CALLS_INSIDE:
            return UNKNOWN
        if function.is_generator or isinstance(function.node, ast.Module):
            return UNKNOWN
        call = self._call_of(
            function, site, arguments, keywords, bound=bound, outer=outer, thing=thing
        )
        again = None if outer is None else outer.calling(function)
        if again is not None:
            if not again.has_same_arguments(call):
                return UNKNOWN
            call = again
        self._followed = call
        try:
            return self._join_returned(function)
        finally:
            self._followed = outer

    def _call_of(
        self,
        function: Function,
        site: ast.AST,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        *,
        bound: bool = False,
        outer: CallingContext | None = None,
        thing: NamedObject | None = None,
    ) -> CallingContext:
        """The one call of a function with these arguments at a place, made in the call ``outer``."""
        key = (function, site, bound, outer)
        if key not in self._calls:
            given = _bound_to(function, arguments, keywords, bound)
            self._calls[key] = CallingContext(function, given, outer, thing)
        return self._calls[key]

    def functions_in(self, value: Value) -> Iterator[Function]:
        """The project's functions that calling a value runs."""
        for member in members(value):
            match member:
                case FunctionValue(function=function):
                    yield function
                case GraphFunction(inner=inner) | Partial(inner=inner):
                    yield from self.functions_in(inner)
                case ClassValue(definition=definition):
                    if Instance(definition) in members(value):
                        continue  # `cls() if isinstance(cls, type) else cls`: an object is called
                    found = self.instance_attribute(definition, "__init__")
                    if isinstance(found, FunctionValue):
                        yield found.function
                case Instance(definition=definition):
                    yield from self.functions_in(self.called_method(definition))

    def called_method(self, definition: Class) -> Value:
        """What calling an object of a class of the project runs, of what the project wrote."""
        methods = Semantics.methods_of_calls
        found = (self.instance_attribute(definition, name) for name in methods)
        return next((f for f in found if isinstance(f, (FunctionValue, GraphFunction))), UNKNOWN)

    def callee(self, site: CallSite) -> Value:
        """What a call runs; of an object of the project the method that calling it does."""
        called = members(self.value(site.node.func, site.function))
        return join(
            *(
                self.called_method(member.definition) if isinstance(member, Instance) else member
                for member in called
            )
        )

    def reads_called(self, getter: Function) -> list[CallSite]:
        """Where the program calls what a property gives: ``model.step(x)``."""
        return [
            site
            for site in self._program.names.calls.get(getter.name, ())
            if self._reads(site.node.func, site.function, getter)
        ]

    def reads_of(self, getter: Function) -> list[PropertyRead]:
        """Where the program reads a property, be it to call what that gives."""
        nothing: list[PropertyRead] = []
        return self.ask(("reads", getter), nothing, self._reads_of, getter)

    def _reads_of(self, getter: Function) -> list[PropertyRead]:
        if not is_property(getter):
            return []
        places = [
            (site.node.func, site.function, site.block)
            for site in self._program.names.calls.get(getter.name, ())
        ] + [
            (node, function, function.statement_of(node)[1])
            for module in self._program.relevant_modules
            for node, function in module.reads.get(getter.name, ())
        ]
        found = []
        for node, function, block in places:
            if isinstance(node, ast.Attribute) and self._reads(node, function, getter):
                key = (node, getter)
                if key not in self._property_reads:
                    self._property_reads[key] = PropertyRead(node, getter, function, block)
                found.append(self._property_reads[key])
        return found

    def _reads(self, node: ast.expr, function: Function, getter: Function) -> bool:
        """True for an expression that reads a property of an object."""
        return (
            isinstance(node, ast.Attribute)
            and is_property(getter)
            and any(
                isinstance(member, Instance)
                and self.classes.property_getter(member.definition, getter.name) is getter
                for member in members(self.value(node.value, function))
            )
        )

    # attributes

    def attribute(self, owner: Value, attr: str) -> Value:
        """What ``owner.attr`` may be."""
        return join(*(self._attribute(member, attr) for member in members(owner)))

    def _attribute(self, owner: Value, attr: str) -> Value:
        match owner:
            case External(name=name) if name in command_line.FLAGS:
                return self.option(name, attr)
            case ExternalInstance(name=command_line.NAMESPACE):
                return self.option(command_line.NAMESPACE, attr)
            case External(name=name):
                return External(canonical(f"{name}.{attr}"))
            case ExternalInstance(name=name, attributes=attributes):
                return dict(attributes).get(attr) or results.instance_attribute(name, attr)
            case ModuleValue(module=module):
                return self._module_attribute(module, attr)
            case Namespace(folder=folder):
                return self._namespace_attribute(folder, attr)
            case ClassValue(definition=definition):
                return self.class_attribute(definition, attr)
            case Instance():
                return self.object_attribute(owner, attr)
            case Parent(definition=definition):
                return self.parent_attribute(definition, attr)
            case _:
                return self._semantics.attribute(owner, attr)

    def option(self, holder: str, name: str) -> Value:
        """What an option of the command line holds, or a flag of absl."""
        of = command_line.flag if holder in command_line.FLAGS else command_line.option
        return of(name, self._program)

    def usual_number(self, holder: Value, name: str) -> int | None:
        """The whole number that an option or flag holds where nobody gives another."""
        if not isinstance(holder, (External, ExternalInstance)):
            return None
        return command_line.usual_number(holder.name, name, self._program)

    def class_attribute(self, definition: Class, attr: str) -> Value:
        """What ``Name.attr`` may be for a class of the project."""
        found = self._declared_attribute(definition, attr)
        return replace(found, bound=False) if isinstance(found, FunctionValue) else found

    def parent_attribute(self, definition: Class, attr: str) -> Value:
        """What ``super().attr`` may be in a class of the project."""
        return self._attribute_of(self.classes.bases(definition)[1:], attr)

    def object_attribute(self, owner: Instance, attr: str) -> Value:
        """What ``object.attr`` may be for an object of a class of the project."""
        return self.instance_attribute(owner.definition, attr)

    def _module_attribute(self, module: Module, attr: str) -> Value:
        if attr in module.body.bindings or attr in module.global_bindings:
            return self.guarded(attr, module)
        found = self._not_bound(attr, module) if module.star_imports else UNKNOWN
        if found != UNKNOWN:
            return found
        if module.path.endswith("__init__.py"):
            path = self._program.layout.find(module.path, attr, 1)
            other = None if path is None else self._program.module(path)
            if other is not None:
                return ModuleValue(other)
        return UNKNOWN

    def _namespace_attribute(self, folder: str, attr: str) -> Value:
        path = self._program.layout.module_in(folder, attr)
        if path is not None:
            module = self._program.module(path)
            return UNKNOWN if module is None else ModuleValue(module)
        inside = self._program.layout.namespace_in(folder, attr)
        return UNKNOWN if inside is None else Namespace(inside)

    def instance_attribute(self, definition: Class, attr: str) -> Value:
        """What ``self.attr`` may be in an instance of ``definition``."""
        key = ("attribute", definition, attr)
        return self.ask(key, NOTHING, self._instance_attribute, definition, attr)

    def _instance_attribute(self, definition: Class, attr: str) -> Value:
        if attr in self.classes.replaced_methods(definition):
            return UNKNOWN
        hiding = self.classes.hiding(definition, attr)
        if hiding:
            return join(*(self.stored(store.binding, store.function, attr) for store in hiding))
        found = self._declared_attribute(definition, attr)
        if found != NONE or attr in definition.methods:
            return found
        below = self._given_below(definition, attr)
        above = self._given_by_libraries(definition, attr)
        return join(found, *below, *above, *self._given_from_outside(definition, attr))

    def _given_by_libraries(self, definition: Class, attr: str) -> Iterator[Value]:
        """What the outside classes that one inherits from set later, where it says None as yet."""
        for base in self.classes.bases(definition):
            kept = results.kept_attribute(base, attr) if isinstance(base, str) else None
            if kept is not None:
                yield kept

    def _given_from_outside(self, definition: Class, attr: str) -> Iterator[Value]:
        """What other code gives an attribute that the class itself only says is None as yet."""
        for store in self._program.remember(attribute_stores).get(attr, ()):
            if own_attribute(store.node, store.function) is None and self._may_be_kin(
                store.node.value, store.function, definition
            ):
                yield self.stored(store.binding, store.function, attr)

    def _may_be_kin(self, node: ast.expr, function: Function, definition: Class) -> bool:
        """True for what may be an object of a class, of one below it, or of one above it."""
        return any(
            isinstance(member, Instance) and self.classes.are_kin(member.definition, definition)
            for member in members(self.value(node, function))
        )

    def _declared_attribute(self, definition: Class, attr: str) -> Value:
        """The same by what the classes say, whatever a constructor hides."""
        bases = self.classes.bases(definition)
        named = (b for b in bases if b not in PLAIN_BASES)
        binding = next((b for b in named if isinstance(b, str) or b.binds(attr)), None)
        if isinstance(binding, str):  # which may have it, too
            return join(self._attribute_of(bases, attr), *self._held_below(definition, attr))
        if binding is not None and not _leaves_open(binding, attr):
            return self._attribute_of(bases, attr)
        below = self._given_below(definition, attr)
        if binding is None and not below:
            return self.attribute(self._asked_instead(definition), attr)
        if binding is None or (below and attr in binding.methods):
            return join(*below) if below else UNKNOWN
        promised = self._attribute_of(bases, attr)
        return join(*below) if below and promised == UNKNOWN else join(promised, *below)

    def answering(self, owner: Value, attr: str) -> Value:
        """What has an attribute that is asked for: for an object that hands that on, what it asks instead.

        ``self.model``, for an object without a ``predict`` whose ``__getattr__`` asks that for it.
        """
        return join(*(self._answering(member, attr) for member in members(owner)))

    def _answering(self, member: Value, attr: str) -> Value:
        if not isinstance(member, Instance):
            return member
        bases = self.classes.bases(member.definition)
        if any(isinstance(base, str) and base not in PLAIN_BASES for base in bases):
            return member
        if any(isinstance(base, Class) and base.binds(attr) for base in bases):
            return member
        asked = self._asked_instead(member.definition)
        return member if asked == UNKNOWN else asked

    def _asked_instead(self, definition: Class) -> Value:
        """What objects ask for all that they have not: ``return getattr(self.model, name)``."""
        bases = [base for base in self.classes.bases(definition) if isinstance(base, Class)]
        asking = next((b.methods[_ASKED] for b in bases if _ASKED in b.methods), None)
        if asking is None:
            return UNKNOWN
        match [*returned(asking)], asking.places:
            case [
                ast.Call(func=ast.Name(id="getattr"), args=[holder, ast.Name(id=name)], keywords=[])
            ], [_, asked] if asked == name:
                kept = own_attribute(holder, asking)
                return UNKNOWN if kept is None else self.instance_attribute(definition, kept)
        return UNKNOWN

    def _given_below(self, definition: Class, attr: str) -> list[Value]:
        """What classes that inherit from one give an attribute or a method that it leaves to them."""
        found = self._held_below(definition, attr)
        for below in self._having(attr).get(definition, ()):
            found += (
                self.stored(store.binding, store.function, attr)
                for store in below.stores.get(attr, ())
            )
            if attr in below.methods:
                found.append(self._method(below.methods[attr]))
        return found

    def _held_below(self, definition: Class, attr: str) -> list[Value]:
        """What classes that inherit from one give an attribute in their bodies, other than a method."""
        return [
            self.binding_value(attr, binding, below.parent)
            for below in self._having(attr).get(definition, ())
            for binding in below.bindings.get(attr, ())
            if attr not in below.methods
        ]

    def _having(self, attr: str) -> dict[Class, list[Class]]:
        """The classes that have an attribute or a method, by each that they inherit from."""
        return self.ask(("having", attr), {}, self._find_having, attr)

    def _find_having(self, attr: str) -> dict[Class, list[Class]]:
        found: dict[Class, list[Class]] = {}
        for definition in self._program.remember(_storing).get(attr, ()):
            for base in self.classes.bases(definition):
                if isinstance(base, Class) and base is not definition:
                    found.setdefault(base, []).append(definition)
        return found

    def kept_attribute(self, owner: Value, attr: str) -> Value:
        """What ``owner.attr`` may be once its constructor is done: what that replaces itself is gone."""
        return join(
            *(
                self.ask(
                    ("kept", member.definition, attr), NOTHING, self._kept, member.definition, attr
                )
                if isinstance(member, Instance)
                else self._attribute(member, attr)
                for member in members(owner)
            )
        )

    def _kept(self, definition: Class, attr: str) -> Value:
        return self._attribute_of(self.classes.bases(definition), attr, is_made=True)

    def _attribute_of(self, bases: list[Class | str], attr: str, *, is_made: bool = False) -> Value:
        found: list[Value] = []
        for base in bases:
            if isinstance(base, str):
                if not found and base != "?":
                    return results.instance_attribute(base, attr)
                if base == "?" and not found:
                    return UNKNOWN
                continue
            stores = base.stores.get(attr, ())
            if attr in base.methods:
                kept = self.classes.kept_by_property(base, attr)
                stores = [] if kept is None else self._stores_through(base, attr, kept)
                if not stores:
                    if not found:
                        return self._method(base.methods[attr])
                    break
            for store in stores:
                if not (is_made and any(_replaces(other, store) for other in stores)):
                    given = self._given_by_heirs(store, bases[0])
                    if given is None:
                        given = self.stored(store.binding, store.function, attr)
                    found.append(given)
            for binding in () if attr in base.methods else base.bindings.get(attr, ()):
                value = self.binding_value(attr, binding, base.parent)
                if value != UNKNOWN or binding.kind != "annotation":  # which gives nothing itself
                    found.append(value)
        return join(*found) if found else UNKNOWN

    def _stores_through(self, definition: Class, attr: str, kept: str) -> list[AttributeStore]:
        """The assignments to a property, and to the attribute that it keeps, but for its setter's."""
        setter = self.classes.property_setter(definition, attr)
        past = (store for store in definition.stores.get(kept, ()) if store.function is not setter)
        return [*definition.stores.get(attr, ()), *past]

    def _given_by_heirs(self, store: AttributeStore, definition: Class | str) -> Value | None:
        """What a constructor keeps as it is given, by those that call it for objects of one class below.

        None where it is not called so, or not all that is known of what it is given.
        """
        constructor, name = store.function, store.binding.value
        if not isinstance(definition, Class) or constructor.owner in (None, definition):
            return None
        if constructor.name != "__init__" or not isinstance(name, ast.Name):
            return None
        if self.classes.constructor(definition) in (None, constructor):
            return None
        if not is_only_a_parameter(name.id, constructor):
            return None
        key = ("sites by heirs", constructor)
        by_heirs = self.ask(key, _NO_HEIRS, self._sites_by_heirs, constructor)
        given = [
            (self.callers.arguments(site, constructor).get(name.id), site.function)
            for site in by_heirs.for_objects_of(definition, self.classes.bases(definition))
        ]
        value = join(*(UNKNOWN if a is None else self.value(a, around) for a, around in given))
        return value if given and UNKNOWN not in members(value) else None

    def _sites_by_heirs(self, constructor: Function) -> _SitesByHeirs:
        found = _SitesByHeirs({}, {})
        for site in self.callers.of(constructor):
            owner = site.function.owner
            if site.name == "__init__" and owner is not None:
                found.in_class.setdefault(owner, []).append(site)
                for base in self.classes.bases(owner)[1:]:
                    found.below.setdefault(base, []).append(site)
        return found

    def stored(self, binding: Binding, function: Function, attr: str) -> Value:
        """What one assignment to ``self.attr`` gives; counters vary once ``__init__`` is done."""
        value = self.assigned(binding, function, f"self.{attr}")
        return value if binding.value is not None else UNKNOWN

    def _method(self, function: Function) -> Value:
        if is_property(function):
            return self.returns(function)
        value = self.decorated(function)
        return value if function.is_static else _bind(value)


def _class_yet_to_hide(node: ast.Attribute, function: Function) -> Class | None:
    """The class of a constructor, for a method of which that has not made an attribute yet.

    ``self.model = self.model()``: the attribute is what the method gives.
    """
    owner = function.owner
    is_hidden_later = (
        owner is not None
        and function.name == "__init__"
        and own_attribute(node, function) in owner.methods
        and any(
            node.lineno <= (getattr(store.binding.node, "end_lineno", None) or 0)
            for store in function.stores_by_name.get(node.attr, ())
        )
    )
    return owner if is_hidden_later else None


def _storing(program: Program) -> dict[str, list[Class]]:
    """The classes that have an attribute or a method, by its name."""
    found: dict[str, list[Class]] = {}
    for module in program.relevant_modules:
        for definition in module.classes:
            for attr in {**definition.stores, **definition.methods, **definition.bindings}:
                found.setdefault(attr, []).append(definition)
    return found


def _filled_attributes(program: Program) -> dict[str, list[tuple[ast.expr, Filling]]]:
    return fillings_of_attributes(program.relevant_modules, program.names.calls)


def _is_to_be_filled(made: ast.expr) -> bool:
    """True for a list or a dict that is written out, or may be made empty by a call."""
    match made:
        case ast.List() | ast.Dict():
            return True
        case ast.Call(args=given, keywords=[]):
            return called_name(made) in (_EMPTY if not given else _EMPTY_BUT_FOR_DEFAULTS)
    return False


def _is_given(put: Filling) -> bool:
    """True for what a function is given and puts into a list or dict."""
    return isinstance(put.value, ast.Name) and is_own_parameter(put.value.id, put.function)


def _leaves_open(definition: Class, attr: str) -> bool:
    """True for a class that has an annotation alone, or a method that it leaves to those below."""
    if definition.stores.get(attr):
        return False
    method = definition.methods.get(attr)
    if method is not None:
        return is_left_open(method)
    return all(binding.kind == "annotation" for binding in definition.bindings.get(attr, ()))


def _replaces(later: AttributeStore, store: AttributeStore) -> bool:
    """True where a constructor always assigns an attribute once more after it has."""
    return (
        store.function is later.function
        and later.function.name == "__init__"
        and later.binding.kind == "assign"
        and later.binding.block is None
        and store.node.lineno < later.node.lineno
    )


class _SitesByHeirs(NamedTuple):
    """The calls of a constructor by those that override it.

    Attributes:
        in_class: those in methods of a class.
        below: those in methods of classes that inherit from it.
    """

    in_class: dict[Class, list[CallSite]]
    below: dict[Class | str, list[CallSite]]

    def for_objects_of(self, definition: Class, bases: list[Class | str]) -> list[CallSite]:
        """Those in the methods of a class, of those that it inherits from, and of those below it."""
        own = (base for base in bases if isinstance(base, Class))
        found = [site for base in own for site in self.in_class.get(base, ())]
        return found + self.below.get(definition, [])


_NO_HEIRS = _SitesByHeirs({}, {})


class Inferred(Program, Protocol):
    """A program of which is known what its expressions may be."""

    @property
    def inference(self) -> Inference:
        """What expressions may be."""

    @property
    def is_library(self) -> bool:
        """Whether the project is made to be installed, and used by programs of others."""

    @property
    def is_beside_programs(self) -> bool:
        """Whether the project has programs of several files that import none of these."""

    @property
    def programs(self) -> frozenset[str]:
        """The files of the whole project that say what running them does."""

    def may_be_imported(self, path: str) -> bool:
        """True for a file that the project may import by a name of which nobody knows what it means."""

    @property
    def going_on(self) -> Callable[[], None]:
        """Is called again and again while answers are worked out, and ends that by what it raises."""


def _bound_to(
    function: Function, arguments: list[Argument], keywords: dict[str, Argument], bound: bool
) -> dict[str, Argument]:
    """The arguments of a call by the parameters that get them, and the defaults that are None."""
    assert not isinstance(function.node, ast.Module)
    given: dict[str, Argument] = {}
    positional = [*function.node.args.posonlyargs, *function.node.args.args]
    if bound or function.is_method:
        positional = positional[1:]
    for parameter, argument in zip(positional, arguments, strict=False):
        given[parameter.arg] = argument
    vararg = function.node.args.vararg
    if vararg is not None:
        rest = arguments[len(positional) :]
        given[vararg.arg] = lambda: Container("tuple", tuple(ask() for ask in rest))
    for parameter in function.parameters:
        if parameter.arg in keywords:
            given[parameter.arg] = keywords[parameter.arg]
        default = default_of(function, parameter.arg)
        if isinstance(default, ast.Constant) and default.value is None:
            given.setdefault(parameter.arg, lambda: NONE)
    return given


def _held(inner: Value, call: ast.Call) -> Partial:
    """What ``functools.partial`` makes of a function: of another partial, one of all that both have."""
    positional, names = len(call.args) - 1, tuple(k.arg for k in call.keywords if k.arg)
    if not isinstance(inner, Partial):
        return Partial(inner, positional, names, is_open(call))
    names = (*inner.names, *(name for name in names if name not in inner.names))
    is_more = inner.is_open or is_open(call)
    return Partial(inner.inner, inner.positional + positional, names, is_more)


def _gives_back(function: Function) -> bool:
    """True when a function may return what it is given, by itself or among the parts of a display."""
    given = {parameter.arg for parameter in function.parameters}
    made_of = {
        name: [b.value for b in bindings if b.kind == "assign" and b.value is not None]
        for name, bindings in function.bindings.items()
        if name not in given
    }
    asked = [value for value, _ in function.returns if value is not None]
    for value in asked:
        for part in parts_as_given(value):
            if part.id in given:
                return True
            asked += made_of.pop(part.id, ())
    return False


def _hands_on(function: Function) -> bool:
    """True when what a function returns may be made of the functions it is given."""
    names = {p.arg for p in function.parameters} | {f.name for f in function.functions}
    if not isinstance(function.node, ast.Module) and function.node.args.vararg:
        names.add(function.node.args.vararg.arg)
    return any(
        isinstance(part, ast.Lambda) or (isinstance(part, ast.Name) and part.id in names)
        for value, _ in function.returns
        if isinstance(value, (ast.Name, ast.Lambda, ast.Call))
        for part in outer_parts(value)
    )


def _in_turn(item: Value, binding: Binding, module: Module) -> Value:
    """What a loop gives its target: a number that changes from turn to turn does so there.

    An iterator may have been made long before, and be kept in an attribute.
    """
    why = next((m.varying for m in members(item) if isinstance(m, Number) and m.varying), None)
    if why is None or not why.is_item or binding.value is None:
        return item
    line, last = binding.value.lineno, binding.value.end_lineno or binding.value.lineno
    if why.path == module.path and line <= why.line <= last:
        return taken(item, replace(why, is_item=False))
    return taken(item, Varying(module.path, line, f"counts the loop {module.on_line(line)}"))


def _bind(value: Value) -> Value:
    match value:
        case FunctionValue(function=function):
            return FunctionValue(function, bound=True)
        case GraphFunction(inner=inner, site=site, module=module, options=options):
            return GraphFunction(_bind(inner), site, module, options)
        case _:
            return value


def _as_it_is(value: Value) -> Value:
    return value


def _is_callable(value: Value) -> bool:
    return any(isinstance(m, (FunctionValue, GraphFunction, Partial)) for m in members(value))
