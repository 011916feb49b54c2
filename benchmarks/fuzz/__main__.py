"""Lint programs, mutants and other files made at random, and see what breaks: docs/reliability.md.

    python -m benchmarks.fuzz [FOLDER…] [--count 1000] [--seed 1] [--kinds single,…] [--state FILE]

makes so many cases of each kind, in processes of their own, and prints a line for each that breaks; its
files are kept under ``--keep``. Mutants are of the fixtures, and of the Python files in the folders given.
A case is named by its kind, the seed and its number, and made of nothing else: ``--only tokens:1:42`` makes
one again. With ``--state`` a run goes on where the last one with that file stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.fuzz import checks, files, mutants, programs

ROOT = Path(__file__).parent.parent.parent
THOROUGH = 20
"""Each case of so many is linted in all ways and told in all formats."""
CHUNK = 50
"""Cases that one process makes."""

Case = Mapping[str, str | bytes]


@cache
def texts(folders: tuple[Path, ...]) -> list[str]:
    """What is changed."""
    found = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [path.read_text(encoding="utf-8", errors="replace") for path in found]


def mutant_of(
    change: Callable[[str, Random], str | bytes], folders: tuple[Path, ...]
) -> Callable[[Random], Case]:
    """Makes cases by changing a file."""
    return lambda random: {"m.py": change(random.choice(texts(folders)), random)}


def kinds(folders: tuple[Path, ...]) -> dict[str, Callable[[Random], Case]]:
    """What makes a case of each kind."""
    return {
        "single": programs.single,
        "package": programs.package,
        "tree": mutant_of(mutants.tree, folders),
        "tokens": mutant_of(mutants.tokens, folders),
        "lines": mutant_of(mutants.lines, folders),
        "bytes": mutant_of(mutants.data, folders),
        "configured": files.configured,
        "ignored": files.ignored,
        "notebook": files.notebook,
    }


def run(make: Callable[[Random], Case], kind: str, seed: int, number: int) -> str:
    """Check one case; what is wrong, in a line, or ""."""
    case = make(Random(f"{kind}:{seed}:{number}"))
    try:
        checks.check(case, thoroughly=number % THOROUGH == 0)
    except checks.Broken as error:
        return str(error)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return f"{type(error).__name__} at {where}: {' '.join(str(error).split())[:150]}"
    return ""


def chunk(
    make: Callable[[Random], Case], kind: str, seed: int, numbers: list[int]
) -> dict[int, str]:
    """Check cases in a process of their own; those that are wrong. One that dies is tried case by case."""
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        os.close(readable)
        wrong = {number: run(make, kind, seed, number) for number in numbers}
        with os.fdopen(writable, "w") as stream:
            json.dump({number: text for number, text in wrong.items() if text}, stream)
            stream.flush()
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable) as stream:
        answer = stream.read()
    _, status = os.waitpid(child, 0)
    if status == 0:
        return {int(number): text for number, text in json.loads(answer).items()}
    if len(numbers) == 1:
        return {numbers[0]: f"the process ended with status {status}"}
    return {
        number: text for each in numbers for number, text in chunk(make, kind, seed, [each]).items()
    }


def main() -> int:
    """Make cases and check them; 1 when something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="cases of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", help="which kinds, all by default")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--state", type=Path, help="where to keep how far a run has come")
    parser.add_argument("--keep", type=Path, help="where to keep what breaks")
    parser.add_argument("--only", help="one case: KIND:SEED:NUMBER")
    options = parser.parse_args()
    makers = kinds((ROOT / "fixtures", *options.folders))
    if options.only:
        kind, seed, number = options.only.split(":")
        for name, content in makers[kind](Random(options.only)).items():
            print(f"==> {name}")
            print(content if isinstance(content, str) else repr(content))
        print(run(makers[kind], kind, int(seed), int(number)) or "holds")
        return 0
    done: Counter[str] = Counter()
    broken: dict[str, str] = {}
    if options.state and options.state.exists():
        state = json.loads(options.state.read_text())
        done, broken = Counter(state["done"]), state["broken"]
    chosen = options.kinds.split(",") if options.kinds else list(makers)
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        waiting = [kind for kind in chosen if done[f"{kind}:{options.seed}"] < options.count]
        if not waiting:
            break
        for kind in waiting:
            key = f"{kind}:{options.seed}"
            numbers = list(range(done[key], min(done[key] + CHUNK, options.count)))
            for number, text in chunk(makers[kind], kind, options.seed, numbers).items():
                broken[f"{key}:{number}"] = text
                print(f"{key}:{number}  {text}", flush=True)
                if options.keep:
                    keep(makers[kind](Random(f"{key}:{number}")), options.keep / f"{key}:{number}")
            done[key] += len(numbers)
            if options.state:
                options.state.write_text(json.dumps({"done": done, "broken": broken}))
            if time.monotonic() > end:
                break
    listed = ", ".join(f"{key} {count:,}" for key, count in sorted(done.items()))
    print(f"{sum(done.values()):,} cases ({listed}): {len(broken)} broken")
    return 1 if broken else 0


def keep(case: Case, folder: Path) -> None:
    """Write the files of a case."""
    for name, content in case.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
        path.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
