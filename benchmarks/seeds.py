"""Run every seed program several times and print its figures beside the documents' own.

    python benchmarks/seeds.py --mxnet-python .environments/mxnet/bin/python

Prints the Markdown that stands in ``docs/seeds.md``. Every run is a fresh process, and the seeds
take turns, so a busy minute of the machine hits all alike. Figures are medians over the runs,
with the lowest and the highest in brackets; a ratio is taken within one run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GLUON = ("gluon_mlp", "hybrid_net")
DOCUMENTS = {
    "printing_mse": {"lines printed in the graph": "1", "lines printed eagerly": "3"},
    "unused_gather": {"error in the graph": "none", "error eagerly": "InvalidArgumentError"},
    "python_arguments": {},
    "power": {"eager against graph, 1,000 calls with the first": "3.75x"},
    "mlp": {"eager against graph, 1,000 calls with the first": "2.49x"},
    "predict": {
        "small: predict compiled against uncompiled": "1.00x",
        "medium: predict compiled against uncompiled": "1.00x",
    },
    "gluon_mlp": {"before against after": "3.55x"},
    "hybrid_net": {},
}
"""What the documents report, for each seed, where they give a figure."""

VERSIONS = (
    "import {0}, numpy, platform; "
    "print({0}.__version__, numpy.__version__, platform.python_version())"
)


@dataclass(frozen=True)
class Row:
    """One figure of one seed, with its value in every run."""

    seed: str
    label: str
    values: list[Any]

    def measured(self) -> str:
        """Median and spread, with the unit that the label tells."""
        if not isinstance(self.values[0], float) or "difference" in self.label:
            return " to ".join(dict.fromkeys(str(each) for each in sorted(self.values)))
        unit = " ms" if "milliseconds" in self.label else "x"
        median = statistics.median(self.values)
        return f"{number(median)}{unit} ({number(min(self.values))} to {number(max(self.values))})"

    def documented(self) -> str:
        return DOCUMENTS[self.seed].get(self.label, "")


def number(value: float) -> str:
    """Three digits that matter."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def run(python: str, *arguments: str | Path) -> str:
    """The last line that the interpreter prints."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [python, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout.splitlines()[-1]


def measure(mxnet_python: str, repeats: int) -> list[Row]:
    """All figures of all seeds."""
    values: dict[tuple[str, str], list[Any]] = {}
    for turn in range(repeats):
        for seed in DOCUMENTS:
            print(f"run {turn + 1} of {repeats}: {seed}", file=sys.stderr)
            python = mxnet_python if seed in GLUON else sys.executable
            path = ROOT / "fixtures" / "seeds" / f"{seed}.py"
            figures = json.loads(run(python, ROOT / "tools" / "run_seed.py", path))
            for label, value in figures.items():
                values.setdefault((seed, label), []).append(value)
    return [Row(seed, label, each) for (seed, label), each in values.items()]


def machine(mxnet_python: str) -> str:
    """One line about what the figures were measured on."""
    tensorflow, numpy, python = run(sys.executable, "-c", VERSIONS.format("tensorflow")).split()
    keras = run(sys.executable, "-c", "import keras; print(keras.__version__)")
    mxnet, mxnet_numpy, its_python = run(mxnet_python, "-c", VERSIONS.format("mxnet")).split()
    return (
        f"Measured on {os.cpu_count()} {platform.machine()} cores, no GPU used, "
        f"with TensorFlow {tensorflow}, Keras {keras}, NumPy {numpy}, Python {python}; "
        f"MXNet {mxnet}, NumPy {mxnet_numpy}, Python {its_python}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the seed programs.")
    parser.add_argument(
        "--mxnet-python",
        default=str(ROOT / ".environments" / "mxnet" / "bin" / "python"),
        help="an interpreter with MXNet (tools/mxnet_environment.py makes one)",
    )
    parser.add_argument("--repeats", type=int, default=5, help="runs of each seed")
    options = parser.parse_args()
    if not Path(options.mxnet_python).exists():
        parser.error(
            f"no {options.mxnet_python}: python tools/mxnet_environment.py .environments/mxnet"
        )
    print(machine(options.mxnet_python))
    print(f"Medians of {options.repeats} runs (lowest to highest).\n")
    print("| seed | figure | the documents | measured here |\n| --- | --- | --- | --- |")
    for row in measure(options.mxnet_python, options.repeats):
        print(f"| `{row.seed}.py` | {row.label} | {row.documented()} | {row.measured()} |")


if __name__ == "__main__":
    main()
