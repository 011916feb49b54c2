"""What gives a name its value in each run of a line."""

from __future__ import annotations

import ast
import textwrap

import pytest
from snippets import calls_of, project_of

from tflint.syntax.each_run import bound_in_each_run


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("x = f()\nuse(x)", [2]),
        ("for i in y:\n    x = f()\n    use(x)", [3]),
        ("x = f()\nfor i in y:\n    use(x)", []),
        ("for i in y:\n    if i:\n        x = f()\n    use(x)", []),
        ("for i in y:\n    if i:\n        x = f()\n    else:\n        x = g()\n    use(x)", [4, 6]),
        ("for i in y:\n    if i:\n        x = f()\n        use(x)", [4]),
        ("for i in y:\n    if i:\n        x = f()\n    else:\n        raise i\n    use(x)", [4]),
        ("for i in y:\n    with i:\n        x = f()\n    use(x)", [4]),
        ("for i in y:\n    while i:\n        x = f()\n    use(x)", []),
        ("for i in y:\n    x = f()\n    for j in y:\n        use(x)", []),
        ("for i in y:\n    use(x)\n    x = f()", []),
        ("for i in y:\n    x = f()\n    use(x)\n    x = g()", [3]),
    ],
)
def test_bindings_that_each_run_has(body: str, lines: list[int]) -> None:
    project = project_of({"m.py": "def run(y):\n" + textwrap.indent(body, "    ")})
    (site,) = calls_of(project, "use")
    (use,) = site.node.args
    assert isinstance(use, ast.Name)
    found = bound_in_each_run(use, site.block, site.function)
    assert [getattr(binding.node, "lineno", 0) for binding in found] == lines
