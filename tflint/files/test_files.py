"""Which files hold tests: their code runs now and then, and for a moment."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_FOLDERS = frozenset({"test", "tests", "testing"})
_TESTING = re.compile(
    r"\b(?:unittest|pytest|absltest|nose|tf\.test|tensorflow\.test|def test|class \w*Test)"
)
"""What a text of tests says."""


def is_of_tests(path: str, text: str) -> bool:
    """True for a file, by its path from its project on, in which pytest, unittest or TensorFlow find tests.

    Beside ``net_train.py``, ``net_test.py`` may be the program that tries the net.

    >>> is_of_tests("package/tests/data.py", ""), is_of_tests("latest.py", "def test_it(): ...")
    (True, False)
    >>> is_of_tests("net_test.py", "def test_it(): ..."), is_of_tests("net_test.py", "net.predict(x)")
    (True, False)
    """
    parts = PurePosixPath(path)
    if not _FOLDERS.isdisjoint(parts.parts):
        return True
    is_named = parts.stem.startswith("test_") or parts.stem.endswith("_test")
    return is_named and _TESTING.search(text) is not None
