"""How tflint's time grows with the code: docs/performance.md.

    python benchmarks/growth.py FOLDER… [--lines 10000,20000,…,2000000] [--plot docs/growth.svg]

lints copies of the packages in FOLDER, each copy under a name of its own, up to so many lines, and prints
processor seconds and memory for each size, the straight line through them (least squares) and how far each
is from it. What grows faster than the lines shows as a last residual far above the line. With ``--linked``
each copy imports the one before it, so that all of them are one group of files to be analysed together.

    python benchmarks/growth.py --shapes [--lines 100,200,…,3200] [--only NAME,…]

lints the programs of ``benchmarks/shapes.py``, each of one adversarial shape in these numbers of
elements, and prints processor seconds, the exponent (the slope of the logarithms over the last two
sizes that took a tenth of a second, if there are two) and memory. A shape that takes longer than 20 s is
not tried in the next size.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

ELEMENTS = (100, 200, 400, 800, 1600, 3200)
LONGEST = 20.0
"""Seconds from which a shape is not tried in the next size."""
SHORTEST = 0.1
"""Seconds that say something of how they grow."""
SIZES = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000)


class Point(NamedTuple):
    """One size: what it took."""

    lines: int
    seconds: float
    megabytes: float


def packages_in(folders: list[Path]) -> list[Path]:
    """The folders that Python can import, in these or being these."""
    return [
        package
        for folder in map(Path.resolve, folders)
        for package in ([folder] if (folder / "__init__.py").exists() else sorted(folder.iterdir()))
        if (package / "__init__.py").exists()
    ]


def copies(packages: list[Path], linked: bool) -> Iterator[tuple[str, bytes]]:
    """Paths and contents of the packages' files again and again, under new names for the packages."""
    names = "|".join(re.escape(package.name) for package in packages)
    own = re.compile(rf"(?<![\w.])({names})(?![\w/-])".encode())
    files = [
        (file.relative_to(package.parent), own.sub(rb"\1_NUMBER", file.read_bytes()))
        for package in packages
        for file in sorted(package.rglob("*.py"))
    ]
    for number in count():
        for path, text in files:
            top, *rest = path.parts
            yield str(Path(f"{top}_{number}", *rest)), text.replace(b"_NUMBER", b"_%d" % number)
        for package in packages if linked and number else ():
            above = f"import {packages[0].name}_{number - 1}\nimport {packages[0].name}_{number}\n"
            yield f"{package.name}_{number}/linked.py", above.encode()


def write(packages: list[Path], lines: int, linked: bool, folder: Path) -> int:
    """Write copies until there are so many lines; how many there are."""
    written = 0
    for path, text in copies(packages, linked):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
        written += text.count(b"\n")
        if written >= lines:
            break
    return written


def measure(packages: list[Path], lines: int, linked: bool, rounds: int) -> Point:
    """Lint so many lines in one process, and take the median."""
    with tempfile.TemporaryDirectory() as name:
        written = write(packages, lines, linked, Path(name))
        command = [sys.executable, "-m", "tflint", name, "--isolated", "--no-cache", "-j", "1"]
        seconds, most = [], 0.0
        for _ in range(rounds):
            with subprocess.Popen([*command, "--quiet"], stdout=subprocess.DEVNULL) as process:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in (0, 1):
                raise SystemExit(f"tflint ended with {process.returncode} on {written:,} lines")
            seconds.append(usage.ru_utime + usage.ru_stime)
            most = max(most, usage.ru_maxrss / 1024)
    return Point(written, statistics.median(seconds), most)


def measure_text(text: str) -> Point:
    """Lint one file in a process of its own; without what an empty one takes."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "m.py").write_text(text)
        command = [sys.executable, "-m", "tflint", "m.py", "--isolated", "--no-cache", "--quiet"]
        with subprocess.Popen([*command, "-e"], cwd=name, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"tflint ended with {process.returncode}")
    return Point(text.count("\n"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def grow(sizes: list[int], names: list[str]) -> None:
    """Measure the adversarial shapes, and print how each grows."""
    from shapes import HEAD, SHAPES

    if unknown := [name for name in names if name not in SHAPES]:
        raise SystemExit(f"no shape is called {unknown[0]!r}: there are {', '.join(SHAPES)}")
    start = min(
        measure_text(f"{HEAD}@tf.function\ndef f(x):\n    print(x)\n").seconds for _ in "abc"
    )
    print(f"| shape | {' | '.join(f'{size:,}' for size in sizes)} | exponent | memory MB |")
    print("|--|" + "--:|" * (len(sizes) + 2))
    for name in names or SHAPES:
        points: list[Point] = []
        for size in sizes:
            if not points or points[-1].seconds < LONGEST:
                points.append(measure_text(HEAD + SHAPES[name](size)))
        took = [max(point.seconds - start, 0.01) for point in points]
        cells = [f"{seconds:.2f}" for seconds in took] + [""] * (len(sizes) - len(took))
        most = max(point.megabytes for point in points)
        print(
            f"| {name} | {' | '.join(cells)} | {exponent(sizes, took)} | {most:.0f} |", flush=True
        )


def exponent(sizes: list[int], took: list[float]) -> str:
    """With what power of the size the seconds grow, from one size to another; "" where all are short."""
    last = [(size, s) for size, s in zip(sizes, took, strict=False) if s >= SHORTEST][-2:]
    if len(last) < 2:
        return ""
    (size, seconds), (next_size, next_seconds) = last
    return f"{math.log(next_seconds / seconds) / math.log(next_size / size):.2f}"


def plot(points: list[Point], slope: float, start: float, target: Path) -> None:
    """The sizes and the line through them, as a picture."""
    from matplotlib import rc
    from matplotlib.figure import Figure

    rc("svg", hashsalt="tflint")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    lines = [point.lines for point in points]
    axes.plot(lines, [point.seconds for point in points], "o", label="measured")
    fit = f"{start:.2f} s + {slope * 1000:.4f} s for each 1,000 lines"
    ends = [0, max(lines)]
    axes.plot(ends, [start + slope * end for end in ends], "-", linewidth=1, label=fit)
    axes.set(xlabel="lines", ylabel="processor seconds", xlim=0, ylim=0)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.legend()
    figure.savefig(target, metadata={"Date": None})


def main() -> None:
    """Measure, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", type=Path, help="packages, or folders of them")
    parser.add_argument("--lines", help="sizes to measure")
    parser.add_argument("--shapes", action="store_true", help="measure the adversarial shapes")
    parser.add_argument("--only", help="the shapes to measure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--linked", action="store_true", help="make all copies one group")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    sizes = [int(size) for size in options.lines.split(",")] if options.lines else []
    if options.shapes:
        chosen = options.only.split(",") if options.only else []
        return grow(sizes or list(ELEMENTS), chosen)
    packages = packages_in(options.packages)
    points = []
    for lines in sizes or SIZES:
        points.append(measure(packages, lines, options.linked, options.rounds))
        print(f"{points[-1].lines:,} lines: {points[-1].seconds:.2f} s", file=sys.stderr)
    lengths, seconds = [p.lines for p in points], [p.seconds for p in points]
    slope, start = statistics.linear_regression(lengths, seconds)
    print("| lines | processor s | lines/s | memory MB | off the line, s | of its value |")
    print("|--:|--:|--:|--:|--:|--:|")
    for point in points:
        fitted = start + slope * point.lines
        off = point.seconds - fitted
        print(
            f"| {point.lines:,} | {point.seconds:.2f} | {point.lines / point.seconds:,.0f} "
            f"| {point.megabytes:.0f} | {off:+.2f} | {off / fitted:+.1%} |"
        )
    square = statistics.correlation(lengths, seconds) ** 2
    print(f"\n{start:.2f} s + {slope * 1000:.4f} s for each 1,000 lines; R² {square:.5f}")
    if options.plot:
        plot(points, slope, start, options.plot)


if __name__ == "__main__":
    main()
