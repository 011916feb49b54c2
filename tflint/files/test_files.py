"""Which files hold tests, by their names: their code runs now and then, and for a moment."""

from __future__ import annotations

from pathlib import PurePosixPath

_FOLDERS = frozenset({"test", "tests", "testing"})


def is_of_tests(path: str) -> bool:
    """True for a path, from its project on, under which pytest, unittest or TensorFlow look for tests.

    >>> is_of_tests("package/tests/data.py"), is_of_tests("layers_test.py"), is_of_tests("latest.py")
    (True, True, False)
    """
    parts = PurePosixPath(path)
    return (
        parts.stem.startswith("test_")
        or parts.stem.endswith("_test")
        or not _FOLDERS.isdisjoint(parts.parts)
    )
