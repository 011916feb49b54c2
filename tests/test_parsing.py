"""Texts to trees, in several threads at once as where experiments are settled."""

from __future__ import annotations

import ast
import gc
import time
from concurrent.futures import ThreadPoolExecutor

from tflint.syntax.parsing import tree_of

TEXT = "def f(x):\n    return (x + 1) * [x, {x: x}]\n" * 300


def test_several_threads_parse_at_once() -> None:
    def give_way(*_: object) -> None:
        time.sleep(0)

    threshold = gc.get_threshold()
    gc.set_threshold(5)
    gc.callbacks.append(give_way)  # while the parser makes nodes
    try:
        with ThreadPoolExecutor(3) as threads:
            trees = list(threads.map(tree_of, [TEXT] * 40))
    finally:
        gc.callbacks.remove(give_way)
        gc.set_threshold(*threshold)
    assert [len(tree.body) for tree in trees if isinstance(tree, ast.Module)] == [300] * 40


def test_what_is_no_python_has_no_tree() -> None:
    assert [tree_of(text) for text in ("def", "\0", "(" * 9000)] == [None, None, None]
