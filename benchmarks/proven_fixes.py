"""What share of fixes holds, by rule: made and linted, and proven by experiments.

``python benchmarks/proven_fixes.py`` mends a copy of each bad fixture of the rules that have fixes, unsafe
ones included, by that rule alone; with ``--confirm`` only what experiments prove. A path names other
programs, which are mended by all rules. ``--python`` and ``TFLINT_MXNET_PYTHON`` name interpreters.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tflint.experiment import ConfirmSettings  # noqa: E402
from tflint.experiment.proving import Proving  # noqa: E402
from tflint.linting.codes import catalogue, every_rule  # noqa: E402
from tflint.linting.selection import Layer  # noqa: E402
from tflint.linting.settings import Settings  # noqa: E402
from tflint.mending import Mending  # noqa: E402

FIXING = {code for code, rule in every_rule().items() if rule.fix is not None}


def programs(paths: list[str], chosen: set[str]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Each program, with the rules to mend it by."""
    if paths:
        yield from ((Path(path), tuple(catalogue())) for path in paths)
        return
    for folder in sorted((ROOT / "fixtures" / "rules").iterdir()):
        code = folder.name.partition("_")[0]
        if code in chosen:
            for path in sorted(folder.glob("bad*")):
                yield path, (code,)


def mended(path: Path, codes: tuple[str, ...], proving: Proving | None) -> Counter[tuple[str, str]]:
    """How many findings of each rule have a fix, are mended, and are not, in a copy of a program."""
    counted: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, copy)
        os.chdir(folder)
        run = Mending([copy.name], Settings(layers=(Layer(select=codes),)), b"", "-")
        found = run.lint().findings
        counted.update((finding.code, "found") for finding in found)
        counted.update((f.code, "with a fix") for f in found if f.is_fixable(unsafe=True))
        outcome = run.run(unsafe=True, proving=proving)
        counted.update((finding.code, "mended") for finding in outcome.fixed)
        for said in outcome.refused:
            print(f"{path.name}: {said}", file=sys.stderr)
            counted[said.split(": ")[1].split()[0], "refused"] += 1
        os.chdir(ROOT)
    return counted


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--confirm", action="store_true")
    parser.add_argument("--select", default=",".join(sorted(FIXING)))
    parser.add_argument("--python", default=sys.executable)
    given = parser.parse_args()
    mxnet = os.environ.get("TFLINT_MXNET_PYTHON")
    pythons = {"tensorflow": given.python, **({"mxnet": mxnet} if mxnet else {})}
    total: Counter[tuple[str, str]] = Counter()
    chosen = [
        (path.resolve(), codes)
        for path, codes in programs(given.paths, set(given.select.split(",")))
    ]
    if given.confirm:
        with Proving(ConfirmSettings(pythons=pythons)) as proving:
            for path, codes in chosen:
                total += mended(path, codes, proving)
    else:
        for path, codes in chosen:
            total += mended(path, codes, None)
    columns = ("found", "with a fix", "mended", "refused")
    print("| rule |", " | ".join(columns), "|")
    print("| --- |" + " ---: |" * len(columns))
    for code in sorted({code for code, _ in total}):
        print(f"| {code} |", " | ".join(str(total[code, column]) for column in columns), "|")


if __name__ == "__main__":
    main()
