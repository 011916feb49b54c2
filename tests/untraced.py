"""Programs with their tracing removed: what is left runs as the plain Python it reads as.

``tf.function`` becomes the identity, datasets call Python functions, Keras layers and models lose
their base classes, ``compile`` runs eagerly, and hybrid blocks become blocks that nobody
hybridizes. No rule about graphs may find anything in such a program.
"""

from __future__ import annotations

import ast

_PRELUDE = '''
def _identity(func=None, **options):
    return (lambda inner: inner) if func is None else func

class _Plain:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)

class _Rows:
    """A dataset that calls Python functions."""

    def __init__(self, rows=()):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)

    @staticmethod
    def range(count):
        return _Rows(list(range(count)))

    @staticmethod
    def from_tensors(row):
        return _Rows([row])

    @staticmethod
    def from_tensor_slices(rows):
        return _Rows(rows)

    @staticmethod
    def from_generator(make, **options):
        return _Rows(make())

    def map(self, function, **options):
        return _Rows([function(row) for row in self])

    def filter(self, function):
        return _Rows([row for row in self if function(row)])

    def flat_map(self, function):
        return _Rows([part for row in self for part in function(row)])

    def interleave(self, function, **options):
        return _Rows([part for row in self for part in function(row)])

    def reduce(self, state, function):
        for row in self:
            state = function(state, row)
        return state

    def enumerate(self):
        return _Rows(list(enumerate(self)))

    def repeat(self, count=None):
        return self

    def batch(self, size):
        return self

    def cache(self):
        return self

def _map(function, rows):
    return [function(row) for row in rows]
'''
_FRAMEWORKS = ("tensorflow", "keras", "tf_keras")


def without_tracing(text: str) -> str:
    """The same program, with nothing traced."""
    tree = _Remover().visit(ast.parse(text))
    future = [node for node in tree.body if _is_future(node)]
    rest = [node for node in tree.body if not _is_future(node)]
    tree.body = [*future, *ast.parse(_PRELUDE).body, *rest]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


class _Remover(ast.NodeTransformer):
    def __init__(self) -> None:
        self.imported: dict[str, str] = {}

    def full_name(self, node: ast.expr) -> str:
        """The dotted name of an expression, from the module it was imported from."""
        root, _, rest = _dotted(node).partition(".")
        return ".".join(part for part in (self.imported.get(root, root), rest) if part)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            self.imported[alias.asname or root] = alias.name if alias.asname else root
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for alias in node.names:
            bound = alias.asname or alias.name
            full = f"{node.module or ''}.{alias.name}"
            self.imported[bound] = full
            if _is_graph_function(full):
                kept.append(_assign(bound, "_identity"))
            else:
                kept.append(ast.ImportFrom(node.module, [alias], node.level))
        return kept

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = self.full_name(node)
        if _is_graph_function(name):
            return ast.Name("_identity", ast.Load())
        if name == "tensorflow.data.Dataset":
            return ast.Name("_Rows", ast.Load())
        if name == "tensorflow.vectorized_map":
            return ast.Name("_map", ast.Load())
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.base(base) for base in node.bases]
        return self.generic_visit(node)

    def base(self, node: ast.expr) -> ast.expr:
        name = self.full_name(node)
        if name.startswith("mxnet.gluon."):
            return ast.parse("mxnet.gluon.Block", mode="eval").body
        if name.startswith(_FRAMEWORKS) and not name.endswith(("Module", "Callback")):
            return ast.Name("_Plain", ast.Load())
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name == "hybrid_forward":
            node.name = "forward"
            if len(node.args.args) > 1:
                symbols = node.args.args.pop(1).arg
                node.body.insert(0, ast.parse(f"{symbols} = mx.nd").body[0])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = node.keywords or node.args[1:]  # other things are compiled from one text
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile" and given:
            kept = [keyword for keyword in node.keywords if keyword.arg != "run_eagerly"]
            node.keywords = [*kept, ast.keyword("run_eagerly", ast.Constant(True))]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        func = call.func if isinstance(call, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr == "hybridize":
            return ast.Pass()
        return self.generic_visit(node)


def _is_graph_function(name: str) -> bool:
    return name.startswith("tensorflow") and name.endswith(".function")


def _assign(name: str, value: str) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], ast.Name(value, ast.Load()), lineno=1)
