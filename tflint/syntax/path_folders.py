"""Folders that the code of a file puts on ``sys.path``, as far as they are written in it."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from tflint.syntax.parsing import tree_of

_FILE = "\0"
"""What stands for the file itself in a path: nothing else is called so."""
_LONGEST = 4096
"""Characters of a path, as systems have it."""
_MOST = 32
"""Paths that one expression may be: more are written by nobody."""
_DEEPEST = 50
"""Expressions inside each other that are gone into, those that names stand for included."""
_FILES = 256
"""Texts of which this process keeps what they put there; an editor asks at each key."""
_PATHS = frozenset({"Path", "PosixPath", "PurePath", "PurePosixPath"})
_SAME = frozenset(
    {"abspath", "absolute", "as_posix", "fspath", "normpath", "realpath", "resolve", "str"}
)
"""Functions and methods that say the same folder in another way."""
_CONSTANTS = {"pardir": "..", "curdir": ".", "sep": "/"}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_PUTTING = (ast.Call, ast.Assign, ast.AugAssign)
_BINDING = (*_SCOPES, ast.Assign, ast.AnnAssign, ast.For, ast.Name, ast.arg, ast.alias)


class PathFolder(NamedTuple):
    """A folder, with ``/`` between its parts.

    Attributes:
        path: an absolute path, or one from where ``is_from_file`` says.
        is_from_file: whether it starts at the file itself, not in the folder where the program is started.
    """

    path: str
    is_from_file: bool


@lru_cache(maxsize=_FILES)
def folders_on_path(text: str) -> tuple[PathFolder, ...]:
    """The folders that a file puts on ``sys.path``, in the order that they have there."""
    tree = tree_of(text)
    if tree is None:
        return ()
    values = _Values()
    puts = sorted(_puts(tree), key=lambda put: put.folders.lineno)
    front = [put for put in reversed(puts) if put.is_first]
    back = [put for put in puts if not put.is_first]
    found = (path for put in front + back for path in values.of(put.folders, put.scope))
    folders = (PathFolder(path.removeprefix(_FILE), path.startswith(_FILE)) for path in found)
    return tuple(dict.fromkeys(one for one in folders if _FILE not in one.path))


class _Scope:
    """The names that a module, a function or a class binds.

    Attributes:
        outer: the scope around it.
        bound: how often each name is bound.
        values: the expressions that it is bound to, where it is by plain assignments.
    """

    def __init__(self, outer: _Scope | None = None) -> None:
        self.outer = outer
        self.bound: dict[str, int] = {}
        self.values: dict[str, list[ast.expr]] = {}


class _Put(NamedTuple):
    """What is put on ``sys.path``: a folder, or a list of them, before or behind what is there."""

    folders: ast.expr
    scope: _Scope
    is_first: bool


def _puts(tree: ast.Module) -> Iterator[_Put]:
    """What a file puts on ``sys.path``; the scopes are complete when all is told."""
    waiting: deque[tuple[ast.AST, _Scope]] = deque([(tree, _Scope())])
    while waiting:
        node, scope = waiting.popleft()
        if isinstance(node, _PUTTING):
            for folders, is_first in _put(node):
                yield _Put(folders, scope, is_first)
        if isinstance(node, _BINDING):
            _bind(node, scope)
        if isinstance(node, _SCOPES):
            scope = _Scope(scope)
        waiting.extend((child, scope) for child in ast.iter_child_nodes(node))


def _put(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    match node:
        case ast.Call(func=ast.Attribute(path, "insert"), args=[_, folder]) if _is_path(path):
            yield folder, True
        case ast.Call(func=ast.Attribute(path, "append" | "extend"), args=[folders]):
            if _is_path(path):
                yield folders, False
        case ast.AugAssign(target=path, value=folders) if _is_path(path):
            yield folders, False
        case ast.Assign(targets=[ast.Subscript(path) | path], value=folders) if _is_path(path):
            while isinstance(folders, ast.BinOp):
                yield folders.right, True
                folders = folders.left
            yield folders, True


def _is_path(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(ast.Name("sys"), "path"):
            return True
    return False


def _bind(node: ast.AST, scope: _Scope) -> None:
    """Take note of what a node binds; a loop over a list binds to its items."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(name)], value=ast.expr() as value)
            | ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value)
            | ast.For(target=ast.Name(name), iter=value)
        ):
            scope.values.setdefault(name, []).append(value)
        case (
            ast.Name(name, ast.Store() | ast.Del())
            | ast.arg(name)
            | ast.FunctionDef(name)
            | ast.AsyncFunctionDef(name)
            | ast.ClassDef(name)
        ):
            scope.bound[name] = scope.bound.get(name, 0) + 1
        case ast.alias(name, asname):
            name = asname or name.partition(".")[0]
            scope.bound[name] = scope.bound.get(name, 0) + 1


class _Values:
    """What expressions of a file are as paths, or as lists of them; nothing where that is not known."""

    def __init__(self) -> None:
        self._names: dict[tuple[_Scope, str], tuple[str, ...]] = {}
        self._depth = 0

    def of(self, node: ast.expr, scope: _Scope) -> tuple[str, ...]:
        """The paths that an expression may be."""
        if self._depth == _DEEPEST:
            return ()
        self._depth += 1
        found = tuple(islice(self._of(node, scope), _MOST + 1))
        self._depth -= 1
        return found if len(found) <= _MOST and all(len(p) <= _LONGEST for p in found) else ()

    def _of(self, node: ast.expr, scope: _Scope) -> Iterable[str]:
        match node:
            case ast.Constant(str(text)):
                return (text.replace("\\", "/"),)
            case ast.Name("__file__"):
                return (_FILE,)
            case ast.Name(name):
                return self._of_name(name, scope)
            case ast.List(items) | ast.Tuple(items):
                return (path for item in items for path in self.of(item, scope))
            case ast.JoinedStr(parts):
                return self._each("".join, parts, scope)
            case ast.FormattedValue(part, format_spec=None):
                return self.of(part, scope)
            case ast.BinOp(left, ast.Add(), right):
                return self._each("".join, (left, right), scope)
            case ast.BinOp(left, ast.Div(), right):
                return self._each(_joined, (left, right), scope)
            case ast.Attribute(path, "parent"):
                return map(_above, self.of(path, scope))
            case ast.Attribute(_, name) if name in _CONSTANTS:
                return (_CONSTANTS[name],)
            case ast.Subscript(listed, ast.Constant(int(index))):
                return self._of_item(listed, index, scope)
            case ast.Call(ast.Name(name), arguments):
                return self._of_call(name, None, arguments, scope)
            case ast.Call(ast.Attribute(owner, name), arguments):
                return self._of_call(name, owner, arguments, scope)
        return ()

    def _each(
        self, make: Callable[[Iterable[str]], str], parts: Iterable[ast.expr], scope: _Scope
    ) -> Iterator[str]:
        return map(make, product(*(self.of(part, scope) for part in parts)))

    def _of_name(self, name: str, scope: _Scope) -> tuple[str, ...]:
        """What all bindings of a name agree on."""
        holder: _Scope | None = scope
        while holder is not None and name not in holder.bound:
            holder = holder.outer
        if holder is None or len(holder.values.get(name, ())) != holder.bound[name]:
            return ()
        key = (holder, name)
        if key not in self._names:
            self._names[key] = ()  # as long as it is asked for
            found = {self.of(value, holder) for value in holder.values[name]}
            self._names[key] = found.pop() if len(found) == 1 else ()
        return self._names[key]

    def _of_item(self, node: ast.expr, index: int, scope: _Scope) -> Iterable[str]:
        match node:
            case ast.Attribute(path, "parents") if 0 <= index < _DEEPEST:
                return (path + "/.." * (index + 1) for path in self.of(path, scope))
            case ast.Call(ast.Attribute(_, "split"), [path]) if index == 0:
                return map(_above, self.of(path, scope))
        return (_above(_FILE),) if index == 0 and _is_path(node) else ()

    def _of_call(
        self, name: str, owner: ast.expr | None, arguments: list[ast.expr], scope: _Scope
    ) -> Iterable[str]:
        if name in ("getcwd", "cwd"):
            return (".",)
        if name in _PATHS or (name == "join" and not isinstance(owner, ast.Constant)):
            return self._each(_joined, arguments, scope)
        if name == "joinpath" and owner is not None:
            return self._each(_joined, (owner, *arguments), scope)
        subject = arguments[0] if arguments else owner
        if subject is None:
            return ()
        if name == "dirname":
            return map(_above, self.of(subject, scope))
        if name in ("getfile", "getsourcefile"):
            return (_FILE,) if _is_of_this_file(subject) else ()
        return (path.rstrip("/") for path in self.of(subject, scope)) if name in _SAME else ()


def _is_of_this_file(node: ast.expr) -> bool:
    """True for what ``inspect`` is asked about where the file itself is meant."""
    return isinstance(node, ast.Lambda) or ast.unparse(node).endswith("currentframe()")


def _joined(parts: Iterable[str]) -> str:
    """A path of its parts, of which an absolute one begins anew."""
    whole = ""
    for part in parts:
        whole = part if not whole or part.startswith(("/", _FILE)) else f"{whole}/{part}"
    return whole or "."


def _above(path: str) -> str:
    """The folder that holds a file or folder; of a path that ends with ``/``, that which it names."""
    return path.rstrip("/") if path.endswith("/") else f"{path}/.."
