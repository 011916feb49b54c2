"""What share of fixes holds, by rule: made and linted, and proven by experiments.

``python benchmarks/proven_fixes.py`` mends a copy of each bad fixture of the rules that have fixes, unsafe
ones included, by that rule alone; with ``--confirm`` only what experiments prove. ``--injected`` takes the
bad snippets of ``benchmarks/injection`` instead, each put into a program of its own. A path names other
programs, which are mended by all rules. ``--python`` and ``TFLINT_MXNET_PYTHON`` name interpreters.

``--record FILE`` keeps what came of each program, so that a run which was stopped goes on where it was;
one that another tflint wrote is begun anew. ``--shard 1/2`` makes half of the programs, and
``--tables FILE...`` prints the table of what such runs recorded.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.injection.programs import programs_with  # noqa: E402
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


def of_this_tflint() -> str:
    """What tells this state of tflint, of the fixtures and of the snippets from others."""
    told = hashlib.sha256()
    for folder in ("tflint", "fixtures", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                told.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return told.hexdigest()[:16]


@dataclass
class Record:
    """What came of programs, in a file of JSON lines; of a run of another tflint nothing is kept."""

    path: Path | None
    state: str = field(default_factory=of_this_tflint)
    known: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is None:
            return
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        told = [json.loads(line) for line in lines]
        self.known = {
            each["program"]: Counter({(code, what): n for code, what, n in each["counted"]})
            for each in told
            if each["tflint"] == self.state
        }
        if len(self.known) < len(told):
            self.path.write_text("")
            self.known = {}

    def keep(self, program: str, counted: Counter[tuple[str, str]]) -> None:
        """Write down what came of one program."""
        self.known[program] = counted
        if self.path is not None:
            cells = [[code, what, n] for (code, what), n in sorted(counted.items())]
            told = {"program": program, "tflint": self.state, "counted": cells}
            with self.path.open("a") as file:
                print(json.dumps(told), file=file)


def show(total: Counter[tuple[str, str]]) -> None:
    """Print the table."""
    columns = ("found", "with a fix", "mended", "refused")
    print("| rule |", " | ".join(columns), "|")
    print("| --- |" + " ---: |" * len(columns))
    for code in sorted({code for code, _ in total}):
        print(f"| {code} |", " | ".join(str(total[code, column]) for column in columns), "|")
    sums = (sum(n for (_, what), n in total.items() if what == column) for column in columns)
    print("| all |", " | ".join(map(str, sums)), "|")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--confirm", action="store_true", help="make only what experiments prove")
    parser.add_argument("--injected", action="store_true", help="programs with injected snippets")
    parser.add_argument("--select", default=",".join(sorted(FIXING)), help="codes, by comma")
    parser.add_argument("--seed", type=int, default=1, help="of the places of snippets")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has TensorFlow")
    parser.add_argument("--record", type=Path, help="where to keep what came of each program")
    parser.add_argument("--shard", default="1/1", help="which part of the programs to make")
    parser.add_argument("--tables", nargs="+", type=Path, help="records to print as one table")
    given = parser.parse_args()
    if given.tables:
        records = [Record(path) for path in given.tables]
        show(sum((n for r in records for n in r.known.values()), Counter()))
        return
    mxnet = os.environ.get("TFLINT_MXNET_PYTHON")
    pythons = {"tensorflow": given.python, **({"mxnet": mxnet} if mxnet else {})}
    record = Record(given.record and given.record.resolve())
    part, parts = map(int, given.shard.split("/"))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        codes = set(given.select.split(","))
        wanted = (
            ((path, (code,)) for path, code in programs_with(Path(folder), codes, given.seed))
            if given.injected
            else programs(given.paths, codes)
        )
        proving = (
            stack.enter_context(Proving(ConfirmSettings(pythons=pythons)))
            if given.confirm
            else None
        )
        for path, by in [(p.resolve(), by) for p, by in wanted][part - 1 :: parts]:
            name = f"{by[0] if len(by) == 1 else ''}/{path.name}"
            if name not in record.known:
                record.keep(name, mended(path, by, proving))
    show(sum(record.known.values(), Counter()))


if __name__ == "__main__":
    main()
