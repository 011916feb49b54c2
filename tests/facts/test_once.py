"""Which lines tests let run once, in eager code as in a graph."""

from __future__ import annotations

import textwrap

import pytest
from snippets import calls_of, project_of

from tflint.facts.graphs.once import is_done_once

ONCE = [
    "if self.first:\n    self.first = False\n    line()",
    "if self.first:\n    line()\nself.first = False",
    "self.first and line()\nself.first = False",
    "self.told or line()\nself.told = True",
    "line() if self.first else None\nself.first = None",
    "if not self.first:\n    return\nself.first = False\nline()",
    "with x:\n    if not self.first:\n        return\nself.first = False\nline()",
    "log = self.first and x > 2\nif log:\n    line()\nself.first = False",
    "if self.parts is None:\n    self.parts = make()\n    line()",
    "if self.parts is not None:\n    line()\n    self.parts = None",
    "if self.parts is None and x:\n    self.parts, self.more = make()\n    line()",
    "if len(self.parts) == 0:\n    self.parts.append(x)\n    line()",
    "if len(self.parts) < 1:\n    self.parts = [x]\n    line()",
    "if not self.parts:\n    self.parts['x'] = x\n    line()",
    "if not hasattr(self, 'parts'):\n    self.parts = {}\n    line()",
    "if not getattr(self, 'parts', None):\n    setattr(self, 'parts', 2)\n    line()",
    "if x not in self.parts:\n    self.parts[x] = 2\n    line()",
    "if x not in self.parts:\n    self.parts.add(x)\n    line()",
    "if self.steps == 0:\n    line()\nself.steps += 1",
    "if self.first:\n    self.stop()\n    line()",
    "global told\nif not told:\n    told = True\n    line()",
    "if not cache:\n    cache.append(x)\n    line()",
    "if x in cache:\n    return\nline()\nwith lock:\n    cache[x] = make()",
    "if x in cache:\n    return\nline()\ntry:\n    cache[x] = make()\nexcept E:\n    raise",
    "if x in cache:\n    return\ntry:\n    cache[x] = make()\nexcept E:\n    line()\n    raise",
    "if x in cache:\n    return\nline()\ntry:\n    make()\nfinally:\n    cache[x] = 2",
]
AGAIN = [
    "if self.first:\n    line()",
    "if self.first:\n    line()\n    self.first = True",
    "if self.first:\n    line()\n    self.first = x",
    "if self.first:\n    line()\nif x:\n    self.first = False",
    "if self.first or x:\n    line()\nself.first = False",
    "if self.first:\n    pass\nelse:\n    line()\nself.first = False",
    "first = True\nif first:\n    line()\n    first = False",
    "parts = []\nif not parts:\n    parts.append(x)\n    line()",
    "if x is None:\n    x = 2\n    line()",
    "if len(self.parts) == 1:\n    self.parts.append(x)\n    line()",
    "if len(self.parts) > 0:\n    self.parts.append(x)\n    line()",
    "if x in self.parts:\n    self.parts.add(x)\n    line()",
    "if x not in self.parts:\n    self.parts.add(2)\n    line()",
    "if self.steps % 100 == 0:\n    line()\nself.steps += 1",
    "if self.parts is None:\n    self.parts = None\n    line()",
    "if not self.parts:\n    self.parts.clear()\n    line()",
    "if not self.parts:\n    append(self.parts)\n    line()",
    "if x in cache:\n    return\nline()\ntry:\n    cache[x] = make()\nexcept E:\n    pass",
    "if x in cache:\n    return\ntry:\n    make()\nexcept E:\n    line()\nelse:\n    cache[x] = 2",
    "if x in cache:\n    return\nline()\nfor y in x:\n    cache[x] = y",
]


def answer(body: str) -> bool:
    text = "import tensorflow\ntold = False\ncache = []\nclass C:\n    def m(self, x):\n"
    text += textwrap.indent(body, "        ")
    text += "\n    def stop(self):\n        self.first = False\n"
    (site,) = calls_of(project_of({"m.py": text}), "line")
    return is_done_once(site.node, site.block, site.function)


@pytest.mark.parametrize("body", ONCE)
def test_what_a_line_answers_lets_it_run_once(body: str) -> None:
    assert answer(body)


@pytest.mark.parametrize("body", AGAIN)
def test_what_stays_or_comes_again_does_not(body: str) -> None:
    assert not answer(body)
