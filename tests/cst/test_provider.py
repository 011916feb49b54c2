"""What is known of a program, asked the way tools built on libcst ask."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import libcst as cst
import libcst.matchers as m
import pytest
from environments import ROOT
from libcst.metadata import FullRepoManager, MetadataWrapper, PositionProvider
from programs import Program, all_programs

from tflint.cst import GraphFacts, GraphProvider, Running, cache_for, project_of
from tflint.facts import Project
from tflint.facts.expressions.values import NUMBER, SHAPE, TENSOR, UNKNOWN, VARIABLE, Value
from tflint.files import Source
from tflint.syntax.parts import parts_of

STEPS = """\
import tensorflow as tf

def helper(y):
    print( "helper",   y )   # a comment stays

@tf.function
def step(x):
    z = tf.reduce_sum(x)
    print("z", z)
    helper(z)
    return z

def eager(x):
    print(x)
"""


def wrapped(text: str, path: str = "a.py") -> MetadataWrapper:
    return MetadataWrapper(cst.parse_module(text), cache=cache_for(path, text=text))


def known(text: str) -> dict[str, GraphFacts]:
    """The facts of each expression and small statement, by its code; of the last of its kind."""
    wrapper = wrapped(text)
    return {
        wrapper.module.code_for_node(node).strip(): facts
        for node, facts in wrapper.resolve(GraphProvider).items()
    }


class PrintsInGraphs(cst.CSTVisitor):
    """A rule of somebody's own: which ``print`` runs once a trace, why, and of what."""

    METADATA_DEPENDENCIES = (GraphProvider, PositionProvider)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str, list[Value]]] = []

    def visit_Call(self, node: cst.Call) -> None:
        facts = self.get_metadata(GraphProvider, node)
        if m.matches(node.func, m.Name("print")) and facts.running is Running.IN_GRAPH:
            line = self.get_metadata(PositionProvider, node).start.line
            why = facts.contexts[0].chain[-1].text
            values = [self.get_metadata(GraphProvider, a.value).value for a in node.args]
            self.found.append((line, why, values[1:]))


class UseTfPrint(cst.CSTTransformer):
    """A codemod of somebody's own."""

    METADATA_DEPENDENCIES = (GraphProvider,)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        facts = self.get_metadata(GraphProvider, original_node)
        if m.matches(original_node.func, m.Name("print")) and facts.contexts:
            return updated_node.with_changes(func=cst.parse_expression("tf.print"))
        return updated_node


def test_a_visitor_reads_it() -> None:
    visitor = PrintsInGraphs()
    wrapped(STEPS).visit(visitor)
    assert visitor.found == [
        (4, "`helper` is called by `step`", [TENSOR]),
        (9, "`step` is a `tf.function`", [TENSOR]),
    ]


def test_a_codemod_reads_it_and_layout_stays() -> None:
    changed = wrapped(STEPS).visit(UseTfPrint()).code
    assert '    tf.print( "helper",   y )   # a comment stays\n' in changed
    assert '    tf.print("z", z)\n' in changed
    assert "def eager(x):\n    print(x)\n" in changed


def test_matchers_read_it() -> None:
    traced = m.MatchMetadataIfTrue(GraphProvider, lambda facts: bool(facts.contexts))
    found = m.findall(wrapped(STEPS), m.FunctionDef(metadata=traced))
    assert [m.extract(f, m.FunctionDef(name=m.SaveMatchedNode(m.Name(), "n")))["n"].value
            for f in found] == ["helper", "step"]  # fmt: skip


def test_a_definition_has_the_contexts_of_what_it_defines() -> None:
    facts = known(STEPS)['def helper(y):\n    print( "helper",   y )   # a comment stays']
    assert [reason.text for reason in facts.contexts[0].chain] == [
        "`step` is a `tf.function`",
        "`helper` is called by `step`",
    ]
    assert facts.running is Running.EAGERLY, "the definition itself runs when the module does"
    assert facts.value is UNKNOWN


RUNNING = """\
import tensorflow as tf

class Model(tf.Module):
    def __init__(self):
        self.w = None

    @tf.function
    def step(self, x):
        if self.w is None:
            self.w = tf.Variable(1.0)
        with tf.init_scope():
            before = self.w
        if tf.executing_eagerly():
            looked = x.numpy()
        return x * self.w

def other(x):
    unseen = x

module = 1
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("self.w = tf.Variable(1.0)", Running.ONCE),
        ("tf.Variable(1.0)", Running.ONCE),
        ("before = self.w", Running.EAGERLY),
        ("x.numpy()", Running.EAGERLY),
        ("return x * self.w", Running.IN_GRAPH),
        ("x * self.w", Running.IN_GRAPH),
        ("unseen = x", Running.UNKNOWN),
        ("module = 1", Running.EAGERLY),
    ],
)
def test_how_a_line_runs(code: str, expected: Running) -> None:
    assert known(RUNNING)[code].running is expected


VALUES = """\
import tensorflow as tf

count = tf.Variable(0)

@tf.function
def step(x, thing):
    a = tf.reduce_sum(x)
    b = count
    c = 3
    d = x.shape
    e = thing.what()
    f = tf.executing_eagerly()
    return f"{a:>{c}}" f'{ ("é", d)[1] }'
"""


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("tf.reduce_sum(x)", TENSOR),
        ("count", VARIABLE),
        ("a", TENSOR),
        ("c", NUMBER),
        ("d", SHAPE),
        ("thing.what()", UNKNOWN),
    ],
)
def test_what_an_expression_may_be(code: str, value: Value) -> None:
    found = known(VALUES)[code].value
    assert type(found) is type(value)
    assert found == value or code == "c"


def test_what_is_no_node_of_its_own_has_no_facts() -> None:
    wrapper = wrapped("import tensorflow as tf\nf(tf.constant, key=1)\n")
    found = wrapper.resolve(GraphProvider)
    names = {node.value for node in found if isinstance(node, cst.Name)}
    assert names == {"f", "tf"}


@pytest.mark.parametrize(
    "text",
    [
        "@tf.function\ndef é(ü):\n\tprint('ä', ü); print( ( ü ) )\n",
        "\ufeff@tf.function\ndef f(x):\n  y = (1, (x)); return f(\n a for a in y )\n",
        "@tf.function\ndef f(x):\n\x0c\n    print(x,\n  # there\nx)\n",
        "@tf.function\nasync def f(*a, b: int = 1, **c):\n  async with a as b, c: await d\n",
        "@tf.function\ndef f(x):\n  return x \\\n    + 1 if x else (yield), [*x], {**x}, -x ** 2, not x\n",
        "def f(x):\n  match x:\n    case [1, a] if a: print(a)\n    case {'k': -1}: pass\n",
        "try: a\nexcept b as c: d\nelse: e\nfinally: f\nif g: h\nelif i: j\nelse: k\n",
        "x = lambda a, b=c: (a, b); del x[1:2, 3], y[::z]; assert (a := 1), 'n'\n",
        "a and b and c or d < e < f; a\\\n.b().c[d] @ e; global h\n",
        "@a\n# é\n@b(c)\nclass D(E, f=G):\n  '''é'''; x: int = 1\n",
        "@dataclass\nclass A:\n  a: int\n  b: float = 1.0\nB = namedtuple('B', 'a b')\n",
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_part_has_a_concrete_node(text: str, newline: str) -> None:
    text = "import tensorflow as tf\n" + text if text[0] != "\ufeff" else text
    project = Project.build([Source("a.py", text.removeprefix("\ufeff"))])
    wrapper = MetadataWrapper(
        cst.parse_module(text.replace("\n", newline).encode()),
        cache=cache_for("a.py", project),
    )
    assert_complete(project, "a.py", wrapper)


PROGRAMS = all_programs()
FIRST = {program.path.parent: program for program in reversed(PROGRAMS)}
"""The first program of each folder, at which every run looks; the others are many, and slow."""
FIXTURES = [
    pytest.param(p, id=p.name, marks=() if p is FIRST[p.path.parent] else pytest.mark.slow)
    for p in PROGRAMS
]


def assert_complete(project: Project, path: str, wrapper: MetadataWrapper) -> None:
    """All of a file's statements and expressions are found; an index is no expression to libcst."""
    module = project.module(path)
    assert module is not None
    found = wrapper.resolve(GraphProvider)
    nodes = {id(facts.node) for facts in found.values()}
    nodes |= {id(node.slice) for node in ast.walk(module.tree) if isinstance(node, ast.Subscript)}
    missing = [part.node for part in parts_of(module) if id(part.node) not in nodes]
    assert [ast.dump(node) for node in missing if not isinstance(node, ast.Slice)] == []


def test_other_text_than_the_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(STEPS)
    module = cst.parse_module(STEPS.replace("helper", "other"))
    with pytest.raises(ValueError, match="give cache_for its text"):
        MetadataWrapper(module, cache=cache_for(path)).resolve(GraphProvider)
    cache = cache_for(path, text=module.code)
    assert MetadataWrapper(module, cache=cache).resolve(GraphProvider)


def test_without_a_cache_it_says_what_is_missing() -> None:
    with pytest.raises(ValueError, match="Cache is required"):
        MetadataWrapper(cst.parse_module(STEPS)).resolve(GraphProvider)


CALLER = "import tensorflow as tf\nfrom lib import helper\n@tf.function\ndef f(x):\n    helper(x)\n"
LIBRARY = "def helper(x):\n    print(x)\n"


def test_a_file_is_judged_in_its_project(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(CALLER)
    library = tmp_path / "lib.py"
    library.write_text(LIBRARY)
    call = m.Call(metadata=m.MatchMetadataIfTrue(GraphProvider, lambda f: bool(f.contexts)))
    module = cst.parse_module(LIBRARY)
    alone = MetadataWrapper(module, cache=cache_for(library))
    assert not m.findall(alone, call)
    together = MetadataWrapper(module, cache=cache_for(library, project_of([tmp_path])))
    assert m.findall(together, call)


def test_the_example_of_the_docs_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "libcst.md").read_text()
    names: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], names)
    (tmp_path / "a.py").write_text(STEPS)
    changed = names["fixed"](tmp_path / "a.py")
    assert changed == STEPS.replace("    print(", "    tf.print(", 2)
    assert "in a graph since `helper` is called by `step`" in capsys.readouterr().out


def test_it_serves_a_whole_repository(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(CALLER)
    (tmp_path / "lib.py").write_text(LIBRARY)
    manager = FullRepoManager(tmp_path, ["main.py", "lib.py"], [GraphProvider])
    visitor = PrintsInGraphs()
    manager.get_metadata_wrapper_for_path("lib.py").visit(visitor)
    assert [line for line, _, _ in visitor.found] == [2]


@pytest.mark.parametrize("program", FIXTURES)
def test_every_part_of_the_fixtures_has_a_concrete_node(program: Program) -> None:
    for path in program.files:
        text = path.read_text()
        project = Project.build([Source("a.py", text)])
        wrapper = MetadataWrapper(cst.parse_module(text), True, cache_for("a.py", project))
        assert_complete(project, "a.py", wrapper)
