"""Run the programs of docs/graphs.md, and write what they print and what their pictures show.

``python tools/graphs.py`` needs TensorFlow; ``--check`` only says whether the page and its pictures are
what the programs do now, and exits with 1 if not.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "graphs.md"
PICTURES = ROOT / "docs" / "graphs"
_BLOCK = re.compile(r"```python\n# (\w+)\n(.*?)```\n\n```text\n.*?```", re.DOTALL)
_MARK = "what the picture shows: "
_LINKS = """
def links(function, *arguments):
    graph = function.get_concrete_function(*arguments).graph
    return [
        [operation.type, operation.name, [one.op.name for one in operation.inputs]]
        for operation in graph.get_operations()
    ]
"""
_SEEN = {
    "calls": """
import os, tempfile

def written(function):
    sys.stdout.flush()
    kept = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        function(tf.constant(1.0))
        sys.stdout.flush()
        os.dup2(kept, 1)
        file.seek(0)
        said = file.read()
    return [b"Python passes" in said, b"the graph passes" in said]

traced = tf.function(step.python_function)
shown = {
    "eager": [written(step.python_function) for _ in range(4)],
    "graph": [written(traced) for _ in range(4)],
}
""",
    "symbols": _LINKS + "shown = links(scale, tf.TensorSpec([2], tf.float32))",
    "retraces": """
def counted(values):
    made, counts = tf.function(lambda x, n: x**n), []
    for value in values:
        made(x, value)
        counts.append(made.experimental_get_tracing_count())
    return counts

shown = {
    "Python numbers": counted(range(1, 6)),
    "tensors": counted([tf.constant(float(n)) for n in range(1, 6)]),
}
""",
    "autograph": _LINKS
    + "scalar = tf.TensorSpec([], tf.float32)\n"
    + "shown = {'unrolled': links(unrolled, scalar), 'looped': links(looped, scalar)}",
    "state": "shown = None",
}
"""What is run after a program, to see what its picture shows."""
Shape = str


def run(name: str, program: str) -> tuple[str, Any]:
    """What a program prints, and what its picture shows."""
    seen = f"print({_MARK!r})\n{_SEEN[name]}\nimport json\nprint({_MARK!r} + json.dumps(shown))\n"
    source = f"{program}\n{seen}"
    folder = (
        PICTURES / f".{name}.py"
    )  # a file, since AutoGraph reads the source of what it converts
    folder.write_text(source, encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-u", str(folder)],
            capture_output=True,
            text=True,
            env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""},
        )
    finally:
        folder.unlink()
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    return done.stdout.partition(_MARK)[0], json.loads(done.stdout.rpartition(_MARK)[2])


_STYLE = """\
text { font: 14px ui-sans-serif, system-ui, sans-serif; fill: #1f2328; }
.small { font-size: 12px; }
.paper { fill: #ffffff; }
.line { stroke: #59636e; stroke-width: 1.5; fill: none; }
.box { fill: #ffffff; stroke: #59636e; stroke-width: 1.5; }
.yes { fill: #d9480f; stroke: none; }
.other { fill: #1971c2; stroke: none; }
.no { fill: none; stroke: #afb8c1; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .paper { fill: #161b22; }
  .line, .box { stroke: #9198a1; }
  .box { fill: #212830; }
  .yes { fill: #ff8c42; }
  .other { fill: #74c0fc; }
  .no { stroke: #656c76; }
}
"""


def _picture(width: int, height: int, shapes: Sequence[Shape]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
    )
    arrow = (
        '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path class="line" d="M0 0 L7 4 L0 8"/></marker></defs>'
    )
    # of its own colour, since a page may be dark where the system is light
    paper = f'<rect class="paper" width="{width}" height="{height}" rx="6"/>'
    return "\n".join([head, f"<style>\n{_STYLE}</style>", arrow, paper, *shapes, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> Shape:
    of_kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{of_kind}>{escape(words)}</text>'


def _box(x: float, y: float, width: float, height: float, kind: str) -> Shape:
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} rx="4" class="{kind}"/>'


def _calls(shown: Mapping[str, Sequence[tuple[bool, bool]]]) -> str:
    """Which lines run at each call: a mark for `print`, one for `tf.print`."""
    names = {"eager": "eager code", "graph": "as a graph"}
    shapes = [_text(150 + 90 * n + 35, 22, f"call {n + 1}", "middle") for n in range(4)]
    for row, (side, passes) in enumerate(shown.items()):
        top = 38 + 76 * row
        shapes.append(_text(10, top + 33, names[side]))
        for number, (python, graph) in enumerate(passes):
            left = 150 + 90 * number
            shapes.append(_box(left, top, 70, 26, "yes" if python else "no"))
            shapes.append(_box(left, top + 30, 70, 26, "other" if graph else "no"))
    top = 38 + 76 * len(shown)
    for x, kind, words in (
        (150, "yes", "print"),
        (240, "other", "tf.print"),
        (330, "no", "does not run"),
    ):
        shapes += [_box(x, top, 16, 16, kind), _text(x + 22, top + 13, words, kind="small")]
    return _picture(520, top + 28, shapes)


def _retraces(shown: Mapping[str, Sequence[int]]) -> str:
    """How many graphs there are after each call."""
    shapes = [_text(160 + 66 * n + 25, 22, f"call {n + 1}", "middle", "small") for n in range(5)]
    for row, (what, counts) in enumerate(shown.items()):
        base = 150 + 130 * row
        shapes.append(_text(10, base - 40, f"with {what}"))
        shapes.append(_text(10, base - 22, "graphs so far", kind="small"))
        for number, count in enumerate(counts):
            left = 160 + 66 * number
            shapes.append(_box(left, base - 18 * count, 50, 18 * count, ("yes", "other")[row]))
            shapes.append(_text(left + 25, base - 18 * count - 6, str(count), "middle", "small"))
        shapes.append(f'<path class="line" d="M150 {base} H500"/>')
    return _picture(520, 170 + 130 * (len(shown) - 1), shapes)


_Links = Sequence[tuple[str, str, Sequence[str]]]


def _columns(links: _Links, left: float, title: str) -> list[Shape]:
    """A graph from top to bottom: constants beside what they go into."""
    kinds = {name: kind for kind, name, _ in links}
    spine = [(kind, name, inputs) for kind, name, inputs in links if kind not in ("Const", "NoOp")]
    shapes = [_text(left + 130, 22, title, "middle")]
    rows = {name: 44 + 62 * number for number, (_, name, _) in enumerate(spine)}
    for kind, name, inputs in spine:
        top = rows[name]
        words = {"Placeholder": "argument", "Identity": "result"}.get(kind, kind)
        shapes += [
            _box(left + 70, top, 120, 34, "box"),
            _text(left + 130, top + 22, words, "middle"),
        ]
        for source in inputs:
            if source in rows and rows[source] == top - 62:
                path = f"M{left + 130:g} {top - 28} V{top - 2}"
                shapes.append(f'<path class="line" d="{path}" marker-end="url(#end)"/>')
            elif kinds.get(source) == "Const" and kind not in ("While", "StatelessWhile"):
                path = f"M{left + 46:g} {top + 17} H{left + 68:g}"
                shapes.append(f'<path class="line" d="{path}" marker-end="url(#end)"/>')
                shapes.append(_text(left + 42, top + 22, "number", "end", "small"))
        if kind in ("While", "StatelessWhile"):
            shapes.append(_text(left + 198, top + 14, "cond and body", kind="small"))
            shapes.append(_text(left + 198, top + 29, "are graphs, too", kind="small"))
    return shapes


def _height(*graphs: _Links) -> int:
    longest = max(sum(kind not in ("Const", "NoOp") for kind, _, _ in links) for links in graphs)
    return 44 + 62 * longest


def _symbols(shown: _Links) -> str:
    return _picture(320, _height(shown), _columns(shown, 20, "scale"))


def _autograph(shown: Mapping[str, _Links]) -> str:
    shapes = [
        shape
        for number, (name, links) in enumerate(shown.items())
        for shape in _columns(links, 280 * number, name)
    ]
    return _picture(580, _height(*shown.values()), shapes)


_DRAWN: dict[str, Callable[[Any], str]] = {
    "calls": _calls,
    "symbols": _symbols,
    "retraces": _retraces,
    "autograph": _autograph,
}


def made() -> dict[Path, str]:
    """The page and its pictures, as the programs are now."""
    pictures: dict[Path, str] = {}

    def told(block: re.Match[str]) -> str:
        name, program = block[1], block[2]
        printed, shown = run(name, program)
        if name in _DRAWN:
            pictures[PICTURES / f"{name}.svg"] = _DRAWN[name](shown)
        return f"```python\n# {name}\n{program}```\n\n```text\n{printed}```"

    return {PAGE: _BLOCK.sub(told, PAGE.read_text(encoding="utf-8")), **pictures}


def main() -> int:
    files = made()
    if "--check" in sys.argv[1:]:
        stale = [path for path, text in files.items() if path.read_text(encoding="utf-8") != text]
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what the programs do: python tools/graphs.py")
        return 1 if stale else 0
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
