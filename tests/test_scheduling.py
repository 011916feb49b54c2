"""What is let go of between one group of files and the next."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tflint.linting.analysis
from tflint.facts.graphs import project
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.syntax.model import Function

FUNCTION = "@tf.function\ndef f_{0}(x):\n    print(x)\n    return f_{0}(x)\n"
SMALL = "import tensorflow as tf\n" + FUNCTION.format(0)
LARGE = SMALL + "".join(FUNCTION.format(number) for number in range(1, 9))

Indexed = dict[str, "list[weakref.ref[Function]]"]


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Indexed]:
    """The functions of each file that was indexed, as far as they are still there; no collecting."""
    kept: Indexed = {}
    real = project.index_module

    def watch(path: str, *rest: Any) -> Any:
        module = real(path, *rest)
        kept[Path(path).name] = [weakref.ref(function) for function in module.functions]
        return module

    monkeypatch.setattr(project, "index_module", watch)
    gc.collect()
    gc.disable()
    yield kept
    gc.enable()
    gc.collect()


def alive(indexed: Indexed) -> set[str]:
    """The files of which something is left."""
    return {name for name, functions in indexed.items() if any(f() is not None for f in functions)}


@pytest.mark.parametrize(
    ("last", "may_be_left", "left"),
    [
        (False, 1000, set()),
        (True, 1000, {"a_large.py", "b_small.py"}),
        (True, 40, {"a_large.py"}),
        (True, 1, {"a_large.py"}),
    ],
)
def test_what_the_end_of_a_last_run_frees(
    tmp_path: Path,
    indexed: Indexed,
    monkeypatch: pytest.MonkeyPatch,
    last: bool,
    may_be_left: int,
    left: set[str],
) -> None:
    monkeypatch.setattr(tflint.linting.analysis, "_FREED_BY_THE_SYSTEM", may_be_left)
    for name, text in (("a_large.py", LARGE), ("b_small.py", SMALL)):
        (tmp_path / name).write_text(text)
    report = lint([str(tmp_path)], Settings(cache_dir=None), last=last)
    assert len(report.findings) == 10
    assert indexed.keys() == {"a_large.py", "b_small.py"}
    assert alive(indexed) == left
