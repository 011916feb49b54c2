"""What ``--fix`` does to whole trees: mends copies of them, and checks that nothing else changes.

``python benchmarks/fixed_trees.py FOLDER... [--safe] [--diffs FOLDER]`` copies each folder, makes all fixes
there (unsafe ones too, unless ``--safe``), and checks that

- each file that changed parses,
- no byte outside the edits changed: the bytes of each edited file are put together by code of its own,
- no other file, no mode and no link changed,
- a second run changes nothing.

It prints a row for each tree and the fixes by rule, and keeps the diffs to be read. The status is 1 where
a check fails.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import tflint.linting.fixing as fixing  # noqa: E402
from tflint.files import Source  # noqa: E402
from tflint.files.byte_edits import edited_file  # noqa: E402
from tflint.finding import Edit  # noqa: E402
from tflint.linting.codes import catalogue  # noqa: E402
from tflint.linting.selection import Layer  # noqa: E402
from tflint.linting.settings import Settings  # noqa: E402
from tflint.mending import Mending  # noqa: E402

faults: list[str] = []


class State(NamedTuple):
    """What a tree holds: for each path its mode, and its bytes or where its link leads."""

    modes: dict[str, int]
    contents: dict[str, str]


def state(folder: Path) -> State:
    """What a tree holds."""
    found = State({}, {})
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found.contents[name] = os.readlink(path)
        elif path.is_file():
            found.modes[name] = path.stat().st_mode
            found.contents[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def watched(source: Source, data: bytes, edits: Iterable[Edit]) -> bytes:
    """The edit of a file, as it is made, with all bytes outside of the edits compared."""
    edits = list(edits)
    made = edited_file(source, data, edits)
    if source.cells is not None:
        _compare_cells(source.path, data, made)
        return made
    lines = data.splitlines(keepends=True)  # which ends lines as Python's own parser does
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    encoding = _encoding(lines)
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0

    def offset(line: int, column: int) -> int:
        if line > len(lines):
            return len(data)
        text = lines[line - 1][mark if line == 1 else 0 :].decode(encoding)
        before = len(text[: column - 1].encode(encoding))
        return starts[line - 1] + before + (mark if line == 1 else 0)

    end = at = 0
    for span, text in sorted(edits):
        first, last = offset(span.line, span.column), offset(span.end_line, span.end_column)
        kept = data[end:first]
        if made[at : at + len(kept)] != kept:
            faults.append(f"{source.path}: bytes before line {span.line} changed")
            return made
        at += len(kept)
        put_in = [
            text.replace("\n", end_of_line).encode(encoding) for end_of_line in ("\n", "\r\n")
        ]
        match = [one for one in put_in if made[at : at + len(one)] == one]
        if not match:
            faults.append(f"{source.path}: line {span.line} does not say what the edit says")
            return made
        at, end = at + max(map(len, match)), last
    if made[at:] != data[end:]:
        faults.append(f"{source.path}: bytes after the last edit changed")
    return made


def _encoding(lines: list[bytes]) -> str:
    import io
    import tokenize

    return tokenize.detect_encoding(io.BytesIO(b"".join(lines[:2])).readline)[0].replace("-sig", "")


def _compare_cells(path: str, data: bytes, made: bytes) -> None:
    """Of a notebook only the text of cells of code may change."""
    before, after = json.loads(data), json.loads(made)
    for old, new in zip(before["cells"], after["cells"], strict=True):
        if old["cell_type"] == "code":
            old["source"] = new["source"] = ""
    if before != after:
        faults.append(f"{path}: more than the code of its cells changed")


def mend(folder: Path, unsafe: bool, diffs: Path | None) -> tuple[Counter[str], int, int]:
    """Mend a copy of a tree: fixes by rule, files that changed, fixes that were taken back."""
    with tempfile.TemporaryDirectory() as holder:
        copy = Path(holder) / folder.name
        shutil.copytree(folder, copy, symlinks=True)
        before = state(copy)
        os.chdir(copy)
        settings = Settings(layers=(Layer(select=tuple(catalogue())),), cache_dir=None)
        run = Mending(["."], settings, b"", "-")
        outcome = run.run(unsafe=unsafe)
        faults.extend(run.write(outcome))
        after = state(copy)
        changed = {str(Path(path)) for path in outcome.after}
        for name in before.contents.keys() | after.contents.keys():
            same = before.contents.get(name) == after.contents.get(name)
            if same == (name in changed) or before.modes.get(name) != after.modes.get(name):
                faults.append(f"{folder.name}/{name}: changed without a fix, or with one not")
        for path, data in outcome.after.items():
            _parse(f"{folder.name}/{path}", path, data)
        again = Mending(["."], settings, b"", "-").run(unsafe=unsafe)
        faults.extend(f"{folder.name}/{path}: a second run changes it" for path in again.after)
        for said in outcome.refused:
            print(f"{folder.name}/{said}", file=sys.stderr)
        if diffs is not None and outcome.after:
            text = "".join(_diffs(outcome.before, outcome.after))
            (diffs / f"{folder.parent.name}+{folder.name}.diff").write_text(text)
        os.chdir(ROOT)
    return Counter(f.code for f in outcome.fixed), len(outcome.after), len(outcome.refused)


def _parse(shown: str, path: str, data: bytes) -> None:
    try:
        if path.endswith(".ipynb"):
            json.loads(data)
        else:
            ast.parse(data)
    except (SyntaxError, ValueError) as error:
        faults.append(f"{shown} does not parse: {error}")


def _diffs(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterable[str]:
    for path in sorted(after):
        texts = (data[path].decode(errors="replace").splitlines(True) for data in (before, after))
        yield from difflib.unified_diff(*texts, path, path)


def main() -> None:
    """Print the table, and what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--safe", action="store_true")
    parser.add_argument("--diffs", type=Path)
    given = parser.parse_args()
    fixing.edited_file = watched
    diffs = None if given.diffs is None else given.diffs.resolve()
    if diffs is not None:
        diffs.mkdir(parents=True, exist_ok=True)
    total: Counter[str] = Counter()
    print("| tree | fixes | files | taken back |\n| --- | ---: | ---: | ---: |")
    for folder in [folder.resolve() for folder in given.folders]:
        fixed, files, refused = mend(folder, not given.safe, diffs)
        total += fixed
        print(f"| {folder.name} | {fixed.total()} | {files} | {refused} |", flush=True)
    print(", ".join(f"{code} {count}" for code, count in sorted(total.items())) or "no fixes")
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
