"""Take every tracing entry point out of real packages, and print what tflint still finds in them.

    python benchmarks/untraced.py PATH...

The packages are read, rewritten in memory and linted; nothing of theirs is run or written. What
then is left of a program is plain Python: no rule but those about eager code (TFL9) may speak.
``tests/untraced.py`` does the like to the fixtures, in a way that still runs.
"""

from __future__ import annotations

import argparse
import ast
import collections
import sys
import warnings
from pathlib import Path

from tflint.api.knowledge import KERAS_METHODS
from tflint.api.lookup import canonical, dataset_tracers, record
from tflint.api.records import Runs
from tflint.facts import Project
from tflint.files import Source
from tflint.linting.engine import check
from tflint.rules import all_rules

ABOUT_EAGER_CODE = ("TFL0", "TFL9")
FRAMEWORKS = ("tensorflow", "keras", "tensorflow_probability.layers", "mxnet.gluon")
RENAMED = {
    "hybrid_forward": "forward",
    **{name: f"run_{name}" for name in (*KERAS_METHODS, "update_state")},
    **{name: f"python_{name}" for name in dataset_tracers()},
}
"""Methods that a framework knows by their name, with one it does not know."""
SWITCHES = ("run_functions_eagerly", "experimental_run_functions_eagerly", "hybridize")


def without_tracing(text: str) -> str:
    """The same program, with nothing traced."""
    return ast.unparse(ast.fix_missing_locations(_Remover().visit(ast.parse(text)))) + "\n"


class _Remover(ast.NodeTransformer):
    """Makes tracers call Python functions, and classes of frameworks plain ones."""

    def __init__(self) -> None:
        self.imported: dict[str, str] = {}

    def full_name(self, node: ast.expr) -> str:
        """The canonical dotted name of an expression."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        root = node.id if isinstance(node, ast.Name) else "?"
        return canonical(".".join([self.imported.get(root, root), *reversed(parts)]))

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            self.imported[alias.asname or root] = alias.name if alias.asname else root
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            self.imported[alias.asname or alias.name] = f"{node.module or ''}.{alias.name}"
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return _identity() if _traces(self.full_name(node)) else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if _traces(self.full_name(node)):
            return _identity()
        self.generic_visit(node)
        node.attr = RENAMED.get(node.attr, node.attr)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [base for base in node.bases if not self.is_framework(base)]
        return self.generic_visit(node)

    def is_framework(self, node: ast.expr) -> bool:
        """True for a class of a framework: its methods are no longer traced without it."""
        name = self.full_name(node)
        return any(name == part or name.startswith(f"{part}.") for part in FRAMEWORKS)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = RENAMED.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = node.keywords or node.args[1:]  # other things are compiled from one text
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile" and given:
            kept = [keyword for keyword in node.keywords if keyword.arg != "run_eagerly"]
            node.keywords = [*kept, ast.keyword("run_eagerly", ast.Constant(True))]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(attr=name)) if name in SWITCHES:
                return ast.Pass()
        return self.generic_visit(node)


def _traces(name: str) -> bool:
    """True for what traces a function, also under the names projects give to their imports."""
    tensorflow = "tensorflow" in name.split(".") or "tf" in name.split(".")
    return (
        (tensorflow and name.endswith(".function"))
        or record(name).runs is Runs.TRACED
        or name.endswith(".layers.Lambda")
    )


def _identity() -> ast.expr:
    return ast.parse("(lambda function=None, *rest, **options: function)", mode="eval").body


def stripped(folder: Path) -> dict[str, str]:
    """The files of a package, each without tracing."""
    texts: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                texts[str(path)] = without_tracing(path.read_text())
        except (SyntaxError, UnicodeDecodeError) as error:
            print(f"{path}: left out: {error}", file=sys.stderr)
    return texts


def report(folder: Path) -> int:
    """Print what is still traced and found in a package without tracing; how much that is."""
    texts = stripped(folder)
    project = Project.build(Source(path, text) for path, text in texts.items())
    traced = list(project.tracing.traced_functions())
    rules = [rule for rule in all_rules() if not rule.code.startswith(ABOUT_EAGER_CODE)]
    found = [finding for path in texts for finding in check(project, path, rules)]
    codes = dict(sorted(collections.Counter(finding.code for finding in found).items()))
    print(
        f"{folder.name}: {len(texts)} files, {len(traced)} functions traced, {len(found)} findings"
    )
    for function in traced[:20]:
        for chain in (context.chain for context in project.tracing.traced(function)):
            print(f"    traced: {function}: {'; '.join(reason.text for reason in chain)}")
    for finding in found:
        line = texts[finding.path].splitlines()[finding.span.line - 1].strip()
        print(f"    found: {finding.path}: {finding.code} {finding.message}\n        {line}")
    if codes:
        print(f"    in all: {codes}")
    return len(traced) + len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description="Lint packages with their tracing removed.")
    parser.add_argument("paths", nargs="+", type=Path)
    sys.exit(1 if sum([report(path) for path in parser.parse_args().paths]) else 0)


if __name__ == "__main__":
    main()
