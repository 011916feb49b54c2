"""Where what an expression stands for goes next: the code right around it, and the reads of a name."""

from __future__ import annotations

import ast
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tflint.syntax.blocks import COMPREHENSIONS
from tflint.syntax.model import CallSite, Function, ImportedName, Module
from tflint.syntax.reaching import reaching
from tflint.syntax.trees import FIELDS, children


class Use(NamedTuple):
    """An expression, the function it stands in, and the node around each node there, by ``id``."""

    node: ast.expr
    function: Function
    parents: Mapping[int, ast.AST]

    @property
    def parent(self) -> ast.AST:
        """The node right around it; of what a keyword gives, the call."""
        parent = self.parents[id(self.node)]
        return self.parents[id(parent)] if isinstance(parent, ast.keyword) else parent

    def at(self, node: ast.expr) -> Use:
        """Another expression of the same function."""
        return self._replace(node=node)


class _Reads(NamedTuple):
    """What a function reads, without the functions in it: names and attributes, by name."""

    function: Function
    names: dict[str, list[ast.Name]]
    attributes: dict[str, list[ast.Attribute]]
    parents: dict[int, ast.AST]

    def uses(self, nodes: Iterable[ast.expr]) -> Iterator[Use]:
        return (Use(node, self.function, self.parents) for node in nodes)


class Uses:
    """The reads of names and attributes in some files; each function is gone through once, if at all.

    Args:
        modules: the files.
        calls: their call sites, by the last part of the called name.
    """

    def __init__(self, modules: Sequence[Module], calls: Mapping[str, Sequence[CallSite]]) -> None:
        self._modules = modules
        self._calls = calls
        self._read: dict[int, _Reads] = {}
        self._layouts: dict[int, _Layout] = {}
        self._mentioned: dict[tuple[str, int], bool] = {}
        self._reached: dict[tuple[str, int], dict[int, list[Use]] | None] = {}

    def of_name(self, name: str, scope: Function) -> Iterator[Use]:
        """The reads of a variable of a function or module, those in the functions inside included."""
        yield from self._reads_of_name(name, scope)
        yield from self.of_name_inside(name, scope)

    def of_binding(self, name: str, scope: Function, statement: ast.AST) -> list[Use] | None:
        """The reads of a variable, in its scope alone, that come to what a statement gives it.

        None where other statements may go on with that: ``names = []``, and then ``names += [name]``.
        """
        key = (name, id(scope))
        if key not in self._reached:
            self._reached[key] = self._find_reached(name, scope)
        reached = self._reached[key]
        return None if reached is None else reached.get(id(statement))

    def _find_reached(self, name: str, scope: Function) -> dict[int, list[Use]] | None:
        bindings = scope.bindings.get(name, ())
        if any(b.kind == "augment" or isinstance(b.target, COMPREHENSIONS) for b in bindings):
            return None
        found: dict[int, list[Use]] = {id(binding.node): [] for binding in bindings}
        for use in self._reads_of_name(name, scope):
            for binding in reaching(name, use.node, scope):
                if id(binding.node) not in found:
                    return None  # there are too many to tell
                found[id(binding.node)].append(use)
        return found

    def of_name_inside(self, name: str, scope: Function) -> Iterator[Use]:
        """The reads of a variable of a function or module by the functions inside."""
        for inner in scope.functions:
            if name not in inner.bindings or name in inner.nonlocal_names | inner.global_names:
                yield from self.of_name(name, inner)

    def of_attribute(
        self, attr: str, among: Callable[[Module], bool] = lambda module: True
    ) -> Iterator[Use]:
        """The reads of an attribute of whatever, in those of the files."""
        calling = (site.function for site in self._calls.get(attr, ()))
        for function in dict.fromkeys([*self._not_calling.get(attr, ()), *calling]):
            if among(function.module):
                yield from self._reads_of_attribute(attr, function)

    def of_call(self, node: ast.Call, function: Function) -> Use | None:
        """A call that stands in a function; None for one in the body of a class."""
        parents = self._own(function).parents
        return Use(node, function, parents) if id(node) in parents else None

    def references(self, name: str) -> Iterator[Use]:
        """The reads of a name, and of an attribute of that name, where these do more than call it."""
        for function in self._not_calling.get(name, ()):
            yield from self._reads_of_attribute(name, function)
        binding = (function.module for function in self._binding.get(name, ()))
        for module in {id(module): module for module in (*binding, *self._importing_all)}.values():
            for function in self._layout(module).mentioning(name):
                yield from self._reads_of_name(name, function)

    def is_mentioned(self, name: str, module: Module) -> bool:
        """Whether a name stands anywhere in a file, also as a part of another."""
        key = (name, id(module))
        if key not in self._mentioned:
            self._mentioned[key] = name in module.text
        return self._mentioned[key]

    def imports_of(self, name: str) -> Iterator[tuple[ImportedName, Module]]:
        """The imports that may bind a name, each with its file: by itself, or with all others."""
        for module in self._importing_all:
            yield from ((target, module) for target in module.star_imports)
        for function in self._binding.get(name, ()):
            for binding in function.bindings[name]:
                if isinstance(binding.target, ImportedName):
                    yield binding.target, function.module

    @cached_property
    def _importing_all(self) -> list[Module]:
        """The files that import all of another."""
        return [module for module in self._modules if module.star_imports]

    @cached_property
    def _binding(self) -> dict[str, list[Function]]:
        """The functions that give a name a meaning, by the name, in order."""
        found: dict[str, list[Function]] = {}
        for module in self._modules:
            for function in module.functions:
                for name in function.bindings:
                    found.setdefault(name, []).append(function)
        return found

    @cached_property
    def _not_calling(self) -> dict[str, dict[Function, None]]:
        """The functions that read an attribute and do not just call it, by its name, in order."""
        found: dict[str, dict[Function, None]] = {}
        for module in self._modules:
            for function in module.functions:
                for node in function.reads:
                    found.setdefault(node.attr, {})[function] = None
        return found

    def _layout(self, module: Module) -> _Layout:
        key = id(module)
        if key not in self._layouts:
            self._layouts[key] = _Layout(module)
        return self._layouts[key]

    def _reads_of_attribute(self, attr: str, function: Function) -> Iterator[Use]:
        own = self._own(function)
        return own.uses(own.attributes.get(attr, ()))

    def _reads_of_name(self, name: str, function: Function) -> Iterator[Use]:
        own = self._own(function)
        return own.uses(own.names.get(name, ()))

    def _own(self, function: Function) -> _Reads:
        key = id(function)
        if key not in self._read:
            self._read[key] = _find(function)
        return self._read[key]


class _Layout:
    """Where the lines and the functions of a file stand in its text."""

    def __init__(self, module: Module) -> None:
        self._text = module.text
        self._ends = [end - 1 for end in accumulate(len(line) + 1 for line in module.lines)]
        self._functions = [(function, *_lines_of(function)) for function in module.functions]

    def mentioning(self, name: str) -> Iterator[Function]:
        """The functions whose lines have a name in them: no other reads it.

        Beyond ASCII a name may be spelled in several ways.
        """
        if not self._text.isascii():
            yield from (function for function, *_ in self._functions)
            return
        lines = self._lines_with(name)
        for function, first, last in self._functions:
            at = bisect_left(lines, first)
            if at < len(lines) and lines[at] <= last:
                yield function

    def _lines_with(self, name: str) -> list[int]:
        found: list[int] = []
        place = self._text.find(name)
        while place >= 0:
            found.append(bisect_left(self._ends, place) + 1)
            place = self._text.find(name, self._ends[found[-1] - 1])
        return found


def _lines_of(function: Function) -> tuple[int, int]:
    node = function.node
    if isinstance(node, ast.Module):
        return 1, sys.maxsize
    first = min((decorator.lineno for decorator in function.decorators), default=node.lineno)
    return first, node.end_lineno or sys.maxsize


def _find(function: Function) -> _Reads:
    inner = {id(other.node) for other in function.functions}
    found = _Reads(function, {}, {}, {})
    _, names, attributes, parents = found
    waiting: list[ast.AST] = [function.node]
    for node in waiting:  # which grows meanwhile
        for child in children(node):
            parents[id(child)] = node
            if isinstance(child, ast.Name):
                if isinstance(child.ctx, ast.Load):
                    names.setdefault(child.id, []).append(child)
                continue
            if isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Load):
                attributes.setdefault(child.attr, []).append(child)
            if FIELDS[child.__class__] and id(child) not in inner:
                waiting.append(child)
    return found


def is_mere_mention(use: Use) -> bool:
    """True for a read of a class or function that neither hands it on nor keeps it.

    It is called, inherited from, asked about, or stands in an annotation.
    """
    match use.parent:
        case ast.Call(func=func) if func is use.node:
            return True
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "super")):
            return True
        case ast.ClassDef(bases=bases):
            return use.node in bases
        case ast.arg():
            return True
        case ast.AnnAssign(annotation=annotation):
            return annotation is use.node
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            return returns is use.node
        case _:
            return False
