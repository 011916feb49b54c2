"""What is said of the snippets of the recall benchmark, each in a small program of its own.

The benchmark counts what is found in random places of real packages (``benchmarks/injection``). Here every
snippet, bad and good, stands in one place that never changes, and what all rules say of it is written down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from programs import lint_all
from words import hold

from benchmarks.injection.catalogue import pitfalls
from benchmarks.injection.templates import MODULES, Names, Pitfall, sections
from tflint.rules import all_rules

RULES = list(all_rules())
RENEW = "pytest tests/test_snippets.py --renew"
IMPORTS = "".join(f"import {module} as {name}\n" for name, module in MODULES.items())
GRAPH = """\
{top}
class Work(tf.Module):
    def __init__(self):
        super().__init__()
        {init}

    @tf.function{options}
    def step(self, x, y):
        {here}
        return x, y, {result}
{end}
work = Work()
for _ in range(3):
    work.step(tf.ones([2, 2]), tf.ones([2, 2]))
"""
BLOCK = """\
{top}
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        {init}

    def hybrid_forward(self, F, x, y):
        {here}
        return x, y, {result}
{end}
net = Net()
net.initialize()
net.hybridize()
for _ in range(3):
    net(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))
"""
GIVEN = {name: name for name in ("self", "F", "x", "y")}


def said() -> str:
    """All snippets, with what is found in the program of each."""
    return "\n".join(f"== {title}\n{said_of(text)}" for title, text in programs())


def programs() -> Iterator[tuple[str, str]]:
    """The title of each snippet, and its program."""
    for held_out in (False, True):
        for pitfall in pitfalls(held_out=held_out):
            for word, snippets in (("bad", pitfall.bad), ("good", pitfall.good)):
                for number, snippet in enumerate(snippets):
                    title = f"{pitfall.code} {'held out ' * held_out}{word} {number}"
                    yield title, program(pitfall, snippet, title)


def program(pitfall: Pitfall, snippet: str, title: str) -> str:
    """The program of one snippet; the same title gives its names again."""
    of_its_own = pitfall.kind.endswith("program")
    names = Names(random.Random(title), "1", {} if of_its_own else dict(GIVEN))
    parts = {
        section: [line.text for line in names.fill(lines, lambda hole: hole)]
        for section, lines in sections(snippet, "def" if of_its_own else "here").items()
    }
    if of_its_own:
        return IMPORTS + "\n".join([*parts.get("def", []), *parts.get("use", [])])
    shape = BLOCK if pitfall.kind == "gluon" else GRAPH
    inside = "\n" + 8 * " "
    return IMPORTS + shape.format(
        top="\n".join(parts.get("top", [])),
        init=inside.join(parts.get("init", ["pass"])),
        options="(autograph=False)" if pitfall.autograph is False else "",
        here=inside.join(parts["here"]),
        result=", ".join(parts.get("result", [])),
        end="\n".join(parts.get("end", [])),
    )


def said_of(text: str) -> str:
    """The lines of a program with findings, with what is found."""
    lines = text.split("\n")
    return "".join(
        f"{lines[finding.span.line - 1].strip()}\n"
        f"    {finding.code} ({finding.severity.value}) {finding.message}\n"
        for finding in lint_all({"m.py": text}, RULES)
    )


def test_snippets_are_those_of_the_snapshot(request: pytest.FixtureRequest) -> None:
    hold(request, "snippets", said(), RENEW)
