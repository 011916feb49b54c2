"""Which findings of a repository count as those whose imports are there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from commands import write

from benchmarks.settled import Imports, drawn
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

PRINTING = "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


@pytest.mark.parametrize(
    ("files", "there"),
    [
        ({}, True),
        ({"a.py": "import json, os.path\n"}, True),
        ({"a.py": "import no_such_package\n"}, False),
        ({"a.py": "def late():\n    import no_such_package\n"}, True),
        ({"a.py": "try:\n    import no_such_package\nexcept ImportError:\n    pass\n"}, True),
        ({"a.py": "import b\n", "b.py": "import no_such_package\n"}, False),
        ({"a.py": "from b import x\n", "b/__init__.py": "from . import c\n", "b/c.py": ""}, True),
        ({"a.py": "from b.c import x\n", "b/__init__.py": "", "b/d.py": ""}, False),
    ],
)
def test_imports(tmp_path: Path, files: dict[str, str], there: bool) -> None:
    write(tmp_path, {"a.py": "", **files})
    (tmp_path / "a.py").write_text(files.get("a.py", "") + PRINTING)
    findings = lint([str(tmp_path)], Settings()).findings
    assert [finding.code for finding in findings] == ["TFL301"]
    assert Imports([sys.executable]).are_there(findings[0], tmp_path) is there


def test_of_each_rule_first(tmp_path: Path) -> None:
    text = PRINTING.replace("print(x)", "print(x); print(1); print(2); print(3); y = x.numpy()")
    write(tmp_path, {"a.py": text})
    findings = lint([str(tmp_path)], Settings()).findings
    chosen = drawn(findings, 2)
    assert {finding.code for finding in chosen} == {"TFL301", "TFL601"}
    assert chosen == drawn(findings, 2)
