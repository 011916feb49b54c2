"""One walk over a syntax tree: scopes, bindings, calls, attribute writes."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from tflint.syntax.compact import ByKind
from tflint.syntax.item_calls import GOING_THROUGH, for_each
from tflint.syntax.model import (
    AttributeStore,
    Binding,
    Block,
    CallSite,
    Class,
    Function,
    ImportedName,
    IndirectCall,
    Module,
    Scope,
    short_circuits,
)
from tflint.syntax.record_classes import (
    Field,
    as_class,
    constructor,
    fields_of,
    is_named_tuple,
    kept_by_place,
)
from tflint.syntax.trees import called_name, children, walk

_LEAF = "leaf"
_SPECIAL = "special"
_EXPRESSIONS: ByKind[str] = ByKind(
    {
        **dict.fromkeys((ast.Name, ast.Constant), _LEAF),
        **dict.fromkeys((ast.Lambda, ast.IfExp, ast.BoolOp, ast.NamedExpr), _SPECIAL),
        **dict.fromkeys((ast.Yield, ast.YieldFrom), _SPECIAL),
        **dict.fromkeys((ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp), _SPECIAL),
    }
)
"""Expressions with nothing below them, and those that need a scope or a block."""


def index_module(
    path: str, name: str, tree: ast.Module, text: str, *, as_written: bool = False
) -> Module:
    """Collect what one file defines, binds and calls.

    Takes ``if True:`` and ``pass`` out of the tree, unless that is to stay ``as_written``.

    Raises:
        RecursionError: the file nests deeper than Python can follow.
    """
    module = Module(path=path, name=name, tree=tree, text=text)
    body = Function(module=module, node=tree, name="<module>", qualname="<module>")
    module.body = body
    module.functions.append(body)
    walker = _Walk(module, as_written)
    walker.function_body(body)
    walker.take_from_displays()
    module.aliases, module.makers = tuple(walker.aliases), tuple(walker.makers)
    module.aliases_of_items = tuple(walker.aliases_of_items)
    return module


def kept_in(node: ast.expr) -> str:
    """Last part of the name of the container that an item is of, or that a loop takes items of."""
    while True:
        match node:
            case ast.Subscript(value=owner):
                node = owner
            case ast.Call(func=ast.Attribute(value=owner, attr="get" | "items" | "values")):
                node = owner
            case ast.Call(func=ast.Name(id="enumerate" | "reversed"), args=[given, *_]):
                node = given
            case ast.Name() | ast.Attribute():
                return called_name(node)
            case _:
                return ""


def called_on(node: ast.expr) -> str:
    """The variable whose method a call uses: ``x`` for ``x.append``; else an empty string."""
    match node:
        case ast.Attribute(value=ast.Name(id=name)):
            return name
        case _:
            return ""


def name_or_id(node: ast.expr) -> str | int:
    """The name that a function stands by, as ``called_name`` has it; of a lambda the ``id`` of its node."""
    return id(node) if isinstance(node, ast.Lambda) else called_name(node)


def _wrapped(node: ast.expr) -> str | int:
    """The name of what a call wraps, and another around it: ``f`` for ``function(partial(f, a))``."""
    while isinstance(node, ast.Call):
        if not node.args:
            return ""
        node = node.args[0]
    return name_or_id(node)


def _is_accessor(decorator: ast.expr) -> bool:
    """True for ``@name.setter`` and its like, which add to a property that has the name already."""
    return isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter")


def _simplify(body: list[ast.stmt]) -> None:
    """Take out ``if True:`` and ``pass``, which do nothing, for all who read the tree after this walk."""
    position = 0
    while position < len(body):
        match body[position]:
            case ast.If(test=ast.Constant(True), body=inner):
                body[position : position + 1] = inner
            case ast.Pass() if len(body) > 1:
                del body[position]
            case _:
                position += 1


def _owner_of_namespace(node: ast.expr) -> ast.expr | None:
    """The object whose attributes a dict holds: ``x`` of ``x.__dict__`` and ``vars(x)``."""
    match node:
        case ast.Attribute(value=owner, attr="__dict__"):
            return owner
        case ast.Call(func=ast.Name(id="vars"), args=[owner], keywords=[]):
            return owner
        case _:
            return None


@cache
def _path(position: int) -> tuple[int]:
    """The path to a parameter: one object for all in that position."""
    return (position,)


class _Walk:
    """Walks statements by recursion and expressions with a stack."""

    def __init__(self, module: Module, as_written: bool) -> None:
        self.module = module
        self.as_written = as_written
        self.function = module.body
        self.owner: Class | None = None
        self.scope: Scope = module.body
        self.aliases: set[tuple[str | int, str]] = set()
        self.aliases_of_items: set[tuple[str | int, str]] = set()
        self.makers: set[tuple[str, str]] = set()
        self.kept: dict[str, set[str | int]] = {}
        """Names that displays hold, by the names of the containers that these make."""
        self.taken: set[tuple[str, str]] = set()
        """Names of containers, each with another that an item of it is given."""
        self.records: dict[str, tuple[Field, ...]] = {}
        """The fields of classes whose constructor Python writes, or that have none, by name."""
        self.just_defined: dict[str, Function] = {}
        """Functions above in the same statements that nothing can have called or read yet, by name."""

    def function_body(self, function: Function) -> None:
        outer = (self.function, self.owner, self.scope)
        self.function, self.owner, self.scope = function, None, function
        if isinstance(function.node, ast.Lambda):
            function.returns.append((function.node.body, None))
            self.expression(function.node.body, None)
        else:
            self.statements(function.node.body, None)
        self.function, self.owner, self.scope = outer

    def statements(self, body: list[ast.stmt], block: Block | None) -> None:
        if not self.as_written:
            _simplify(body)
        outer, self.just_defined = self.just_defined, {}
        for statement in body:
            self.statement(statement, block)
            if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign)):
                self.just_defined.clear()
        self.just_defined = outer

    def arm(self, node: ast.AST, name: str, body: list[ast.stmt], block: Block | None) -> None:
        if body:
            self.statements(body, Block(node, name, block, body))

    def statement(self, node: ast.stmt, block: Block | None) -> None:
        self.function.add(node, block)
        visit = _STATEMENTS[node.__class__]
        if visit is not None:
            visit(self, node, block)
            return
        for child in children(node):
            if isinstance(child, ast.expr):
                self.expression(child, block)

    def expression_statement(self, node: ast.Expr, block: Block | None) -> None:
        self.expression(node.value, block)

    def assignment(self, node: ast.Assign, block: Block | None) -> None:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(args=[ast.Name(given)]) as call) if (
                name == given and name in self.just_defined
            ):
                return self.decorated_below(self.just_defined[name], call, block)
        self.just_defined.clear()
        self.expression(node.value, block)
        record = as_class(node)
        if record is not None:
            self.define(record[0], block, record[1])
            return
        for target in node.targets:
            self.target(target, Binding("assign", node, node.value, (), block))

    def decorated_below(self, function: Function, call: ast.Call, block: Block | None) -> None:
        """``f = wrap(f, …)``, which is ``@wrap(…)`` above ``f``."""
        decorator = call.func
        if call.keywords:
            decorator = ast.copy_location(ast.Call(call.func, [], call.keywords), call)
        function.decorate_below(decorator)
        self.module.decorated_below.add(id(call.args[0]))
        self.expression(decorator, block)
        self.is_decorated(decorator, function)

    def is_decorated(self, decorator: ast.expr, function: Function) -> None:
        """Note a decorator of a function."""
        self.module.decorated.setdefault(called_name(decorator), []).append((decorator, function))

    def augmented(self, node: ast.AugAssign, block: Block | None) -> None:
        self.expression(node.value, block)
        self.target(node.target, Binding("augment", node, node.value, (), block))

    def annotated(self, node: ast.AnnAssign, block: Block | None) -> None:
        kind = "annotation" if node.value is None else "assign"
        if node.value is not None:
            self.expression(node.value, block)
        self.target(node.target, Binding(kind, node, node.value, (), block, node.annotation))

    def return_statement(self, node: ast.Return, block: Block | None) -> None:
        self.function.returns.append((node.value, block))
        if node.value is not None:
            self.expression(node.value, block)

    def branch(self, node: ast.If, block: Block | None) -> None:
        """An ``if`` and every ``elif`` below it, however many: each stands in the other's ``else``."""
        while True:
            self.expression(node.test, block)
            self.arm(node, "body", node.body, block)
            match node.orelse:
                case [ast.If() as below]:
                    block = Block(node, "orelse", block, node.orelse)
                    node = below
                    self.function.add(node, block)
                case rest:
                    return self.arm(node, "orelse", rest, block)

    def while_loop(self, node: ast.While, block: Block | None) -> None:
        self.expression(node.test, Block(node, "body", block, []))
        self.arm(node, "body", node.body, block)
        self.arm(node, "orelse", node.orelse, block)

    def for_loop(self, node: ast.For | ast.AsyncFor, block: Block | None) -> None:
        self.expression(node.iter, block)
        body = Block(node, "body", block, node.body)
        self.goes_through(node.iter, node.target)
        self.target(node.target, Binding("for", node, node.iter, (), body))
        self.statements(node.body, body)
        self.arm(node, "orelse", node.orelse, block)

    def with_statement(self, node: ast.With | ast.AsyncWith, block: Block | None) -> None:
        body = Block(node, "body", block, node.body)
        for item in node.items:
            self.expression(item.context_expr, block)
            if item.optional_vars is not None:
                binding = Binding("with", node, item.context_expr, (), body)
                self.target(item.optional_vars, binding)
        self.statements(node.body, body)

    def import_modules(self, node: ast.Import, block: Block | None) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            module = alias.name if alias.asname else bound
            imported = ImportedName(module, None, 0)
            self.bind(bound, Binding("import", node, None, (), block, imported))

    def import_names(self, node: ast.ImportFrom, block: Block | None) -> None:
        for alias in node.names:
            imported = ImportedName(node.module or "", alias.name, node.level)
            if alias.asname:
                self.aliases.add((alias.name, alias.asname))
            if alias.name == "*":
                always = block is None
                found = self.module.star_imports
                found.insert(0 if always else len(found), imported)
                if block is not None and isinstance(block.node, ast.If):
                    self.module.star_choices.append(imported)
            else:
                binding = Binding("import", node, None, (), block, imported)
                self.bind(alias.asname or alias.name, binding)

    def global_names(self, node: ast.Global, block: Block | None) -> None:
        self.function.global_names |= set(node.names)

    def nonlocal_names(self, node: ast.Nonlocal, block: Block | None) -> None:
        self.function.nonlocal_names |= set(node.names)

    def deletion(self, node: ast.Delete, block: Block | None) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.bind(target.id, Binding("delete", node, None, (), block))
            else:
                self.expression(target, block)

    def match(self, node: ast.Match, block: Block | None) -> None:
        self.expression(node.subject, block)
        for case in node.cases:
            arm = Block(node, "body", block, case.body)
            for part in walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self.bind(name, Binding("other", node, None, (), arm))
            if case.guard is not None:
                self.expression(case.guard, arm)
            self.statements(case.body, arm)

    def try_statement(self, node: ast.Try, block: Block | None) -> None:
        for arm in ("body", "orelse", "finalbody"):
            self.arm(node, arm, getattr(node, arm), block)
        for handler in node.handlers:
            inner = Block(node, "handlers", block, handler.body)
            if handler.type is not None:
                self.expression(handler.type, inner)
            if handler.name:
                self.bind(handler.name, Binding("except", handler, None, (), inner))
            self.statements(handler.body, inner)

    def qualify(self, name: str) -> str:
        if self.owner is not None:
            return f"{self.owner.qualname}.{name}"
        if self.function.is_module:
            return name
        return f"{self.function.qualname}.<locals>.{name}"

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef, block: Block | None) -> None:
        for decorator in node.decorator_list:
            self.expression(decorator, block)
        self.defaults(node.args, block)
        if node.decorator_list or node.args.defaults or node.args.kw_defaults:
            self.just_defined.clear()  # which may be read there
        function = self.made_of(node, block)
        for decorator in node.decorator_list:
            self.is_decorated(decorator, function)
        self.just_defined[node.name] = function
        if not any(_is_accessor(decorator) for decorator in node.decorator_list):
            self.bind(node.name, Binding("def", node, None, (), block, function))
            if self.owner is not None:
                self.owner.methods[node.name] = function
        self.function_body(function)

    def made_of(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, block: Block | None
    ) -> Function:
        function = Function(
            module=self.module,
            node=node,
            name=node.name,
            qualname=self.qualify(node.name),
            parent=self.function,
            owner=self.owner,
            block=block,
        )
        self.register(function)
        return function

    def method(self, node: ast.FunctionDef, block: Block | None) -> None:
        """Note a method that Python writes, whose defaults stand in the class."""
        function = self.made_of(node, block)
        function.is_implied = True
        self.bind(node.name, Binding("def", node, None, (), block, function))
        assert self.owner is not None
        self.owner.methods[node.name] = function
        self.function_body(function)

    def register(self, function: Function) -> None:
        self.module.functions.append(function)
        self.function.functions.append(function)
        if isinstance(function.node, ast.Module):
            return
        arguments = function.node.args
        for position, argument in enumerate(function.parameters):
            function.bind(argument.arg, Binding("parameter", argument, None, _path(position)))
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                function.bind(extra.arg, Binding("parameter", extra))

    def defaults(self, arguments: ast.arguments, block: Block | None) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self.expression(default, block)

    def class_definition(self, node: ast.ClassDef, block: Block | None) -> None:
        for expression in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.expression(expression, block)
        self.define(node, block, fields_of(node, self.records))

    def define(
        self, node: ast.ClassDef, block: Block | None, fields: tuple[Field, ...] | None
    ) -> None:
        """Note a class, with the constructor that Python writes where it has ``fields``."""
        found = Class(
            module=self.module,
            node=node,
            name=node.name,
            qualname=self.qualify(node.name),
            parent=self.function,
            owner=self.owner,
            block=block,
        )
        self.module.classes.append(found)
        self.bind(node.name, Binding("class", node, None, (), block, found))
        outer = (self.owner, self.scope)
        self.owner, self.scope = found, found
        self.statements(node.body, block)
        if fields is not None:
            self.records[node.name] = fields
            if "__init__" not in found.methods:
                found.fields = kept_by_place(fields)
                found.items = found.fields or () if is_named_tuple(node) else ()
                self.method(constructor(node, fields, found.methods), block)
        self.owner, self.scope = outer

    def bind(self, name: str, binding: Binding) -> None:
        self.scope.bind(name, binding)

    def alias(self, value: ast.expr | None, name: str) -> None:
        """Note that ``name`` may stand for what ``value`` names, wraps or holds, or for what it makes."""
        match value:
            case ast.IfExp():
                self.alias(value.body, name)
                self.alias(value.orelse, name)
                return
            case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                kept = {original for part in parts if (original := _wrapped(part))} - {name}
                if kept:
                    self.aliases_of_items.update((original, name) for original in kept)
                    self.kept.setdefault(name, set()).update(kept)
                return
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(attr)), *_]):
                if attr != name:
                    self.aliases.add((attr, name))
                return
            case ast.Subscript() | ast.Call(func=ast.Attribute(attr="get")):
                self.takes(value, name)
        given = value
        if isinstance(value, ast.Call):
            maker = called_name(value.func)
            if maker and maker != name:
                self.makers.add((maker, name))
            given = value.args[0] if value.args else None
        original = "" if given is None else name_or_id(given)
        if original and original != name:
            self.aliases.add((original, name))

    def takes(self, value: ast.expr, name: str) -> None:
        """Note that ``name`` may stand for an item of a container that has a name."""
        container = kept_in(value)
        if container and container != name:
            self.taken.add((container, name))

    def keeps(self, container: ast.expr, value: ast.expr | None) -> None:
        """Note that a container that has a name may hold what ``value`` names or wraps."""
        name, original = kept_in(container), "" if value is None else _wrapped(value)
        if name and original and original != name:
            self.aliases_of_items.add((original, name))
            self.kept.setdefault(name, set()).add(original)

    def goes_through(self, items: ast.expr, target: ast.expr) -> None:
        """Note what a loop over what is written out, or over what a name holds, may give its target."""
        match items, target:
            case ((ast.List(elts=parts) | ast.Tuple(elts=parts)), _):
                for part in parts:
                    self.gives(part, target)
            case ast.Call(func=ast.Name(id="zip"), args=several), ast.Tuple(elts=targets):
                for one, inner in zip(several, targets, strict=False):
                    self.goes_through(one, inner)
            case ast.Call(func=ast.Name(id="enumerate"), args=[one, *_]), ast.Tuple(
                elts=[_, inner]
            ):
                self.goes_through(one, inner)
            case ast.Call(func=ast.Attribute(attr="items")), ast.Tuple(elts=[_, ast.Name(id=name)]):
                self.takes(items, name)
            case _, ast.Name(id=name):
                self.takes(items, name)

    def gives(self, part: ast.expr, target: ast.expr) -> None:
        match part, target:
            case ((ast.List(elts=parts) | ast.Tuple(elts=parts)), ast.Tuple(elts=targets)):
                for one, inner in zip(parts, targets, strict=False):
                    self.gives(one, inner)
            case _, ast.Name(id=name):
                if isinstance(part, ast.Call) and (maker := called_name(part.func)):
                    self.makers.add((maker, name))
                original = _wrapped(part)
                if original and original != name:
                    self.aliases_of_items.add((original, name))

    def take_from_displays(self) -> None:
        """Note what names stand for that are given items of containers which displays make."""
        for container, name in self.taken:
            kept = self.kept.get(container, ())
            self.aliases_of_items.update((original, name) for original in kept)

    def target(self, node: ast.expr, binding: Binding) -> None:
        match node:
            case ast.Name(id=name):
                self.bind(name, binding)
                if binding.kind == "assign":
                    self.alias(binding.written or binding.value, name)
            case ast.Attribute(attr=name):
                if binding.kind == "assign":
                    self.alias(binding.written or binding.value, name)
                self.attribute_store(node, binding)
                self.expression(node.value, binding.block)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                starred = False
                for position, part in enumerate(parts):
                    step: int | None = position
                    if isinstance(part, ast.Starred):
                        starred, part = True, part.value
                    if starred:
                        step = None
                    self.target(part, binding.part(step))
            case ast.Starred(value=value):
                self.target(value, binding)
            case ast.Subscript(value=container, slice=key):
                if binding.kind == "assign":
                    self.keeps(container, binding.written)
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    self.item_of_namespace(container, key.value, node, binding)
                self.expression(node, binding.block)
            case _:
                self.expression(node, binding.block)

    def item_of_namespace(
        self, namespace: ast.expr, name: str, node: ast.expr, binding: Binding
    ) -> None:
        """``self.__dict__["x"] = value``, which assigns ``self.x``."""
        owner = _owner_of_namespace(namespace)
        if owner is not None:
            stored = ast.copy_location(ast.Attribute(owner, name, ast.Store()), node)
            self.attribute_store(stored, binding)

    def updated(self, call: ast.Call, namespace: ast.expr, block: Block | None) -> None:
        """``vars(self).update(x=value)``, which assigns ``self.x``."""
        for keyword in call.keywords:
            if keyword.arg is not None:
                binding = Binding("assign", call, keyword.value, (), block)
                self.item_of_namespace(namespace, keyword.arg, call, binding)

    def attribute_store(self, node: ast.Attribute, binding: Binding) -> None:
        store = AttributeStore(node, binding, self.function)
        self.function.stores.append(store)
        method: Function | None = self.function
        if not isinstance(node.value, ast.Name):
            return
        while method is not None and method.owner is None:
            if node.value.id in method.bindings:
                return
            method = method.parent
        if method is not None and method.owner is not None and node.value.id == method.self_name:
            method.owner.stores.setdefault(node.attr, []).append(store)

    def expression(self, node: ast.expr, block: Block | None) -> None:
        if self.scope is self.owner:
            self.names_of_class(node)
        function, calls = self.function, self.module.calls
        stack: list[ast.AST] = [node]
        while stack:
            part = stack.pop()
            kind = _EXPRESSIONS[part.__class__]
            if kind is _LEAF:
                continue
            if isinstance(part, ast.Call):
                func = part.func
                if isinstance(func, ast.Attribute):
                    name = func.attr
                    stack.append(func.value)
                    if name == "update":
                        self.updated(part, func.value, block)
                    elif name == "append" and part.args:
                        self.keeps(func.value, part.args[0])
                else:
                    name = called_name(func)
                    stack.append(func)
                site = CallSite(part, name, function, block)
                function.calls.append(site)
                calls.setdefault(name or kept_in(func), []).append(site)
                if name in GOING_THROUGH:
                    self.for_each(part, name, block)
                stack += part.args
                stack += [keyword.value for keyword in part.keywords]
            elif isinstance(part, ast.Attribute):
                function.reads.append(part)
                stack.append(part.value)
            elif kind is _SPECIAL:
                self.special(part, block, stack)
            else:
                stack += children(part)

    def for_each(self, node: ast.Call, name: str, block: Block | None) -> None:
        """What ``map(f, rows)`` is, if that is Python's: ``(f(row) for row in rows)``."""
        found = for_each(node, name)
        if found is not None:
            inside = Block(found.loop, "body", block, [])
            binding = Binding(
                "for", found.loop.target, found.loop.iter, (), inside, found.generator
            )
            self.target(found.loop.target, binding)
            called = called_name(found.call.func)
            site = IndirectCall(found.call, called, self.function, inside, node, found.maker)
            self.module.item_calls.append(site)

    def names_of_class(self, node: ast.expr) -> None:
        """Note that names in an expression are looked up in the body of the class first."""
        assert self.owner is not None
        for part in walk(node):
            if isinstance(part, ast.Name):
                self.module.class_names[id(part)] = self.owner

    def special(self, node: ast.AST, block: Block | None, stack: list[ast.AST]) -> None:
        """An expression that binds names, or has parts that do not always run."""
        match node:
            case ast.Lambda():
                self.lambda_expression(node, block)
            case ast.IfExp():
                stack.append(node.test)
                self.expression(node.body, Block(node, "body", block, []))
                self.expression(node.orelse, Block(node, "orelse", block, []))
            case ast.BoolOp():
                for value, around in short_circuits(node, block):
                    self.expression(value, around)
            case ast.NamedExpr():
                stack.append(node.value)
                self.target(node.target, Binding("assign", node, node.value, (), block))
            case ast.Yield() | ast.YieldFrom():
                self.function.yields += (node.value if isinstance(node, ast.Yield) else None,)
                stack += children(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                self.comprehension(node, block)

    def lambda_expression(self, node: ast.Lambda, block: Block | None) -> None:
        self.defaults(node.args, block)
        function = Function(
            module=self.module,
            node=node,
            name="<lambda>",
            qualname=self.qualify("<lambda>"),
            parent=self.function,
            block=block,
        )
        self.register(function)
        self.function_body(function)

    def comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        block: Block | None,
    ) -> None:
        inner = block
        function: Function | None = self.function
        while function is not None and not function.has_comprehensions:
            function.has_comprehensions = True
            function = function.parent
        for generator in node.generators:
            self.expression(generator.iter, inner)
            inner = Block(generator, "body", inner, [])
            self.goes_through(generator.iter, generator.target)
            self.target(
                generator.target, Binding("for", generator.target, generator.iter, (), inner, node)
            )
            for condition in generator.ifs:
                self.expression(condition, inner)
        if isinstance(node, ast.DictComp):
            self.expression(node.key, inner)
            self.expression(node.value, inner)
        else:
            self.expression(node.elt, inner)


_VISITS: dict[type[ast.AST], Callable[[_Walk, Any, Block | None], None]] = {
    ast.Expr: _Walk.expression_statement,
    ast.Assign: _Walk.assignment,
    ast.AugAssign: _Walk.augmented,
    ast.AnnAssign: _Walk.annotated,
    ast.Return: _Walk.return_statement,
    ast.If: _Walk.branch,
    ast.While: _Walk.while_loop,
    ast.For: _Walk.for_loop,
    ast.AsyncFor: _Walk.for_loop,
    ast.With: _Walk.with_statement,
    ast.AsyncWith: _Walk.with_statement,
    ast.FunctionDef: _Walk.definition,
    ast.AsyncFunctionDef: _Walk.definition,
    ast.ClassDef: _Walk.class_definition,
    ast.Import: _Walk.import_modules,
    ast.ImportFrom: _Walk.import_names,
    ast.Global: _Walk.global_names,
    ast.Nonlocal: _Walk.nonlocal_names,
    ast.Delete: _Walk.deletion,
    ast.Match: _Walk.match,
    ast.Try: _Walk.try_statement,
}
if sys.version_info >= (3, 11):
    _VISITS[ast.TryStar] = _Walk.try_statement
_STATEMENTS = ByKind(_VISITS)
