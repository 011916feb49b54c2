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


def test_the_last_of_several_threads_restores_the_limit() -> None:
    before = sys.getrecursionlimit()
    is_in, may_leave = [threading.Event() for _ in range(2)], threading.Event()

    def first() -> None:
        is_in[0].set()
        assert is_in[1].wait(10)

    def second() -> None:
        is_in[1].set()
        assert may_leave.wait(10)

    threads = [threading.Thread(target=on_deep_stack, args=(work,)) for work in (first, second)]
    threads[0].start()
    assert is_in[0].wait(10)
    threads[1].start()
    threads[0].join()
    assert sys.getrecursionlimit() > before
    may_leave.set()
    threads[1].join()
    assert sys.getrecursionlimit() == before


def test_what_is_raised_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        on_deep_stack(lambda: 1 // 0)


def test_one_stack_is_enough() -> None:
    threads = on_deep_stack(lambda: (threading.get_ident(), on_deep_stack(threading.get_ident)))
    assert threads[0] == threads[1]
