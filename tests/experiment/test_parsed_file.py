"""Files as experiments see them."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tflint.experiment.parsed_file import ParsedFile, read


def test_threads_that_read_a_file_at_once_share_its_tree(tmp_path: Path) -> None:
    together = Barrier(8)

    def read_with_others(path: Path) -> ParsedFile | None:
        together.wait()
        return read(path)

    with ThreadPoolExecutor(8) as threads:
        for number in range(5):
            path = tmp_path / f"m{number}.py"
            path.write_text("def f(x):\n    return [x, x]\n" * 2000)
            found = list(threads.map(read_with_others, [path] * 8))
            assert found[0] is not None
            assert all(source is found[0] for source in found)


def test_looking_at_the_index_changes_no_tree() -> None:
    """The experiment looks for examples in docstrings, also after it has asked the index."""
    text = 'def f(x):\n    """Doubles.\n\n    >>> f(1)\n    """\n    return x * 2\n'
    source = ParsedFile("m.py", text)
    assert source.index.functions
    assert ast.dump(source.tree) == ast.dump(ast.parse(text))


def test_what_asks_something_of_an_expression() -> None:
    line = "found = f(x) is True and isinstance(g(x), int)"
    source = ParsedFile("m.py", line + "\n")

    def around(expression: str) -> str | None:
        start = line.index(expression) + 1
        test = source.test_around(1, start, 1, start + len(expression))
        return ast.unparse(test) if test is not None else None

    assert around("f(x)") == "f(x) is True"
    assert around("g(x)") == "isinstance(g(x), int)"
    assert around("f(x) is True") is None


def test_packages_are_imported_anywhere() -> None:
    text = "def f():\n    import a.b\n    from c.d import e\nfrom g import *\nfrom .h import i\n"
    assert ParsedFile("m.py", text).imported_packages == {"a", "c", "g"}


def test_a_name_with_dots_is_in_no_package(tmp_path: Path) -> None:
    path = tmp_path / "Listing 3.1 - 3.4.py"
    path.write_text("x = 1\n")
    source = read(str(path))
    assert source is not None
    assert source.module == "Listing 3_1 - 3_4"
