"""Files as experiments see them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tflint.confirm.source import Source, read


def test_threads_that_read_a_file_at_once_share_its_tree(tmp_path: Path) -> None:
    together = Barrier(8)

    def read_with_others(path: Path) -> Source | None:
        together.wait()
        return read(path)

    with ThreadPoolExecutor(8) as threads:
        for number in range(5):
            path = tmp_path / f"m{number}.py"
            path.write_text("def f(x):\n    return [x, x]\n" * 2000)
            found = list(threads.map(read_with_others, [path] * 8))
            assert found[0] is not None
            assert all(source is found[0] for source in found)
