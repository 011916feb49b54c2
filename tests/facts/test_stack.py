"""Analysis has room for calls that stand deep inside each other, and gives errors to its caller."""

from __future__ import annotations

import sys
import threading

import pytest

from tflint.syntax.stack import on_deep_stack


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def test_calls_may_stand_deeper_than_python_allows_by_itself() -> None:
    deep = 20 * sys.getrecursionlimit()
    with pytest.raises(RecursionError):
        depth(deep)
    assert on_deep_stack(lambda: depth(deep)) == deep


def test_limits_are_as_before() -> None:
    before = sys.getrecursionlimit(), threading.stack_size()
    on_deep_stack(lambda: None)
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_what_is_raised_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        on_deep_stack(lambda: 1 // 0)


def test_one_stack_is_enough() -> None:
    threads = on_deep_stack(lambda: (threading.get_ident(), on_deep_stack(threading.get_ident)))
    assert threads[0] == threads[1]
