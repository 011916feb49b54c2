"""The parts of a module that are kept, and the markers that are put into them."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

from helpers import make_finding

from tflint.experiment import instrument
from tflint.experiment.marking import Marking
from tflint.experiment.parsed_file import ParsedFile, read
from tflint.experiment.slicing import ModuleSlice
from tflint.finding import EntryKind

MODULE = '''
import os
import numpy as np
import tensorflow as tf

SCALE = 2
UNUSED = np.zeros(10)
history = []
history.append(SCALE)


def helper(x):
    """Scales."""
    return x * SCALE


def unused():
    return UNUSED


def main(epochs):
    model = make()
    other = UNUSED
    for epoch in range(epochs):
        if epoch > 3:
            model.compile("sgd")
        else:
            print(other)
        model.fit(epoch)
        target(model, history)


tf.random.set_seed(3)
main(4)
print("done")
'''


def sliced(source: ParsedFile, text: str) -> str:
    """The slice that one statement needs."""
    part = ModuleSlice(source)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef) and node.name == "main":
            part.open(node)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Expr) and ast.unparse(node) == text:
            part.keep(node)
    part.setup()
    return part.render()


def test_keeps_what_is_needed_where_it_was() -> None:
    source = ParsedFile("m.py", MODULE)
    text = sliced(source, "target(model, history)")
    kept = text.splitlines()
    original = MODULE.splitlines()
    assert len(kept) == len(original)
    assert all(
        new in (old, "") or new.strip() == "pass" for new, old in zip(kept, original, strict=True)
    )
    for line in (
        "history.append(SCALE)",
        "tf.random.set_seed(3)",
        '            model.compile("sgd")',
    ):
        assert line in kept
    for gone in ("print", "UNUSED", "np", "fit", "main(4)", "helper"):
        assert gone not in text
    compile(text, "m.py", "exec")


def test_a_module_is_kept_with_its_blocks_but_not_what_it_runs() -> None:
    text = (
        "if OLD:\n    def f(): pass\nelse:\n    try:\n        def f(): return 1\n"
        "    except E:\n        x = 1\n"
        "if __name__ == '__main__':\n    f()\nmain()\n"
    )
    part = ModuleSlice(ParsedFile("m.py", text))
    part.keep_module()
    kept = part.render().rstrip("\n")
    assert kept == text.partition("if __name__")[0].rstrip("\n")


def test_leaves_out_what_is_overwritten_before_anything_reads_it() -> None:
    """A notebook trains one model after another under the same names."""
    text = (
        "def use(): return shared\n"
        "def switch():\n    global mode\n    mode = 1\n"
        "net = make(1)\nnet.fill(2)\nscore = net.trials(50)\n"
        "shared = make(3)\nshared = make(4)\n"
        "read = make(5)\nother = read\nread = make(6)\n"
        "odd = switch()\nodd = make(7)\n"
        "rate = 1\nstep = make(lambda x: x * rate)\nrate = 2\nstep(3)\nrate = 4\n"
        "net = make(8)\nscore = net.trials(100)\n"
        "use(step, net, score, read, other, odd, mode)\n"
    )
    source = ParsedFile("m.py", text)
    part = ModuleSlice(source)
    part.keep(source.tree.body[-1])
    gone = ("net = make(1)\n", "net.fill(2)\n", "score = net.trials(50)\n", "step(3)\n")
    assert part.render().splitlines() == [
        "" if f"{line}\n" in gone else line for line in text.splitlines()
    ]
    # Some code reads names that nothing tells.
    source = ParsedFile("m.py", "a = 1\nshow(eval('a'))\na = 2\nuse(a)\n")
    part = ModuleSlice(source)
    part.keep(source.tree.body[1])
    part.keep(source.tree.body[3])
    assert part.render() == source.text
    # What is wanted itself is no value that something else needs.
    source = ParsedFile("m.py", text)
    part = ModuleSlice(source)
    part.keep(source.tree.body[-1])
    part.keep(source.tree.body[4])
    kept = part.render()
    assert "score = net.trials(50)" in kept and "net.fill(2)" in kept and "net = make(1)" in kept


def test_flags_are_declared_though_they_are_read_under_another_name() -> None:
    text = "import absl\nfrom absl.flags import FLAGS\nabsl.flags.DEFINE_bool('tiny', 0, '')\nFLAGS.tiny\n"
    source = ParsedFile("m.py", text)
    part = ModuleSlice(source)
    part.keep(source.tree.body[-1])
    part.setup()
    assert part.render() == text


def test_markers_keep_every_line_and_compile() -> None:
    text = textwrap.dedent(
        '''
        def plain(x): return x
        def documented(x):
            """Says."""
            return x
        def only_documented():
            """Says."""
        def documented_block(x):
            """Says
            more."""
            if x:
                return 1
        def branch(x):
            if x and (
                x > 2
            ): return 1
        def loop(xs):
            for x in xs: print(x)
        def context(c):
            with c() as d, d: pass
        def tries():
            try:
                with open("x"): pass
            finally: pass
        def changes():
            global y
            y = 1; y = 2
        async def later(x):
            "\N{SNOWMAN}"; return await x
        def outer():
            def g(): pass
            class C: pass
            return g
        def inner():
            @plain
            def g(): pass
            return g
        '''
    )
    source = ParsedFile("m.py", text)
    edits = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            made = instrument.mark_function(source, node)
            assert made, node.name
            edits += made
    marked = instrument.apply(text, edits)
    compile(marked, "m.py", "exec")
    assert len(marked.splitlines()) == len(text.splitlines())
    assert marked.count("__tflint_enter__") == len(edits) - sum(
        e.text in (")", "))") for e in edits
    )


def test_every_kind_of_statement_can_be_marked() -> None:
    text = textwrap.dedent(
        """
        x = 1; y = 2
        print("\N{SNOWMAN}", x); z = 3
        if x: pass
        while x: break
        for i in x, y: pass
        with x as y: pass
        try: x
        except E: pass
        del x
        """
    )
    source = ParsedFile("m.py", text)
    for statement in source.tree.body:
        edits = instrument.mark_statement(source, statement)
        assert edits
        compile(instrument.apply(text, edits), "m.py", "exec")


def test_one_of_several_values_is_marked(tmp_path: Path) -> None:
    """The markers of an expression stand within those of the statement that returns it with others."""
    path = tmp_path / "m.py"
    path.write_text("def f(x):\n    return max(model.predict(x)), x  # here\n")
    finding = make_finding(path, "TFL901", entry="f", kind=EntryKind.EAGER, at="model.predict(x)")
    source = ParsedFile(str(path), path.read_text())
    assert finding.subject is not None
    text = Marking(finding, finding.subject).sources(source, source.text)[str(path)]
    [done] = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "__tflint_done__"
    ]
    assert [type(argument) for argument in done.args] == [ast.Tuple]


def test_files_that_the_kept_code_reads_get_written() -> None:
    source = ParsedFile(
        "m.py",
        textwrap.dedent(
            """
            def read():
                return open("data/rates.csv").read()
            with open("data/rates.csv", "w") as file:
                file.write("1,2")
            with open("data/other.csv", "w") as other:
                other.write("3")
            read()
            """
        ),
    )
    slice_ = ModuleSlice(source)
    slice_.keep(source.tree.body[-1])
    slice_.setup()
    text = slice_.render()
    assert 'file.write("1,2")' in text
    assert "other.csv" not in text


def test_folders_that_the_kept_code_writes_to_are_made() -> None:
    text = textwrap.dedent(
        """
        import os
        from pathlib import Path
        LOGS = "logs"
        os.makedirs("dump/parts", exist_ok=True)
        os.mkdir("other")
        if not os.path.exists(LOGS):
            os.mkdir(LOGS)
        Path("dumpster").mkdir()

        def target(x):
            with open("dump/parts/%d.txt" % x, "w") as file:
                file.write(os.path.join(LOGS, "x"))

        def main():
            target(3)
        """
    )
    part = sliced(ParsedFile("/nowhere/folders.py", text), "target(3)")
    assert "os.makedirs" in part and "os.mkdir(LOGS)" in part
    assert "other" not in part and "dumpster" not in part


def test_blocks_that_share_a_line_with_what_begins_them() -> None:
    """One without its ``except`` is no Python."""
    block = (
        "if True:\n"
        "    try: remove('x')\n"
        "    except OSError: print('there')\n"
        "    else: print('gone')\n"
        "    finally: print('done')\n"
    )
    source = ParsedFile("m.py", block + "other()\n")
    assert sliced(source, "remove('x')") == block + "\n"


def test_what_may_switch_graphs_off_is_run(tmp_path: Path) -> None:
    """By its name, or as a function without arguments of a file that turns such a switch."""
    switch = (
        "import tensorflow as tf\ndef configure():\n    tf.config.run_functions_eagerly(True)\n"
    )
    (tmp_path / "setup.py").write_text(switch)
    (tmp_path / "drawing.py").write_text("def configure():\n    pass\n")
    path = tmp_path / "main.py"
    kept = "import setup\nfrom setup import configure\nsetup.configure()\nconfigure()\n"
    left_out = "import drawing\ndrawing.configure()\nsetup.train()\ndraw_graph(rows)\n"
    path.write_text(kept + "use_eager_mode(1)\n" + left_out + "target()\n")
    source = read(path)
    assert source is not None
    text = sliced(source, "target()")
    assert text.split("\n") == [*kept.splitlines(), "use_eager_mode(1)", *[""] * 4, "target()", ""]


def test_functions_that_train_are_no_setup() -> None:
    """They may set a seed nevertheless."""
    text = (
        "import numpy as np\n"
        "def seeded():\n    np.random.seed(1)\n"
        "def trained():\n    np.random.seed(1)\n    for _ in range(9):\n        step()\n"
        "seeded()\ntrained()\ntarget()\n"
    )
    kept = sliced(ParsedFile("m.py", text), "target()")
    assert "\nseeded()" in kept
    assert "\ntrained()" not in kept
