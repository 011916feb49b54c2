"""Judge ``--confirm``: plant pitfalls and their twins, see what the programs do, compare the verdicts.

    python -m benchmarks.judge RESULTS.jsonl [--seed 1] [--count 200] [--python PYTHON]
        [--keras-2 PYTHON] [--mxnet PYTHON] [--only WORLD]

writes a line for each program to RESULTS.jsonl, and goes on after the last one there when it is
started again. Programs of Keras 2 and of MXNet are made only where interpreters for them are named.
A verdict is wrong if a finding is confirmed in a program that behaves the same as
written and with all functions run eagerly, or if the planted line is refuted in one that does not.
Exit status 1 says that there are wrong ones.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.judge import truth
from benchmarks.judge.plants import PLANTS
from benchmarks.judge.programs import Program, program

_BATCH = 64
_GROWING = ("TFL101", "TFL102", "TFL103", "TFL104", "TFL105", "TFL106")
"""Rules that speak of traces, which nothing else shows."""
_DEEP = 3
"""Traces of one function in one run that only a recursion makes."""


def numbers(seed: int, count: int, worlds: Collection[str]) -> list[int]:
    """The numbers of some programs of these worlds: no plant comes again before all have come."""
    draw = random.Random(seed)
    found: list[int] = []
    start = 0
    while len(found) < count:
        drawn = draw.sample(range(start, start + len(PLANTS)), len(PLANTS))
        found += [number for number in drawn if PLANTS[number % len(PLANTS)].world in worlds]
        start += len(PLANTS)
    return found[:count]


@dataclass
class World:
    """What runs programs of one sort: an interpreter, its framework, and variables for it."""

    python: str
    framework: str = "tensorflow"
    environment: dict[str, str] = field(default_factory=dict)

    @cached_property
    def runner(self) -> truth.Runner:
        """What runs whole programs."""
        return truth.Runner(self.python, self.framework, self.environment)


def judge(batch: list[Program], world: World, timeout: float) -> list[dict[str, Any]]:
    """Programs of one world with what they do, and what ``--confirm`` says of them."""
    with tempfile.TemporaryDirectory(prefix="judge-programs-") as folder:
        for one in batch:
            # Each is a project of its own: nothing of one bears on another.
            (Path(folder) / one.name).mkdir()
            (Path(folder) / one.name / "program.py").write_text(one.text)
        command = [sys.executable, "-P", "-m", "tflint", "check", folder, "--confirm", "--isolated"]
        command += [
            "--select",
            "ALL",
            "--no-cache",
            "--python",
            f"{world.framework}={world.python}",
        ]
        command += ["--timeout", f"{timeout:g}", "--output-format", "json"]
        environment = {**os.environ, **world.environment}
        ended = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        )
        if ended.returncode not in (0, 1):
            raise SystemExit(ended.stderr)
        findings: dict[str, list[Any]] = {}
        for finding in json.loads(ended.stdout):
            findings.setdefault(Path(finding["path"]).parent.name, []).append(finding)
    return [_judged(one, findings.get(one.name, []), world.runner) for one in batch]


def _judged(one: Program, findings: list[Any], runner: truth.Runner) -> dict[str, Any]:
    eager, written = runner.run(one.text, True), runner.run(one.text, False)
    apart = truth.difference(eager, written, one.plant.clock)
    traces = f"traces: {written.traces}" if truth.grows(written) else ""
    modes = "graphs are off at the end" if written.modes else ""
    deep = f"traces: {written.traces}" if written.traces and written.traces[0] > _DEEP else ""
    # Most differences show in what a program does; of these rules, elsewhere.
    shown = dict.fromkeys(_GROWING, traces) | {"TFL902": modes, "TFL703": apart or deep}
    told = [
        {
            "code": found["code"],
            "line": found["line"],
            "verdict": found.get("verdict"),
            "reason": (found.get("evidence") or {}).get("reason", ""),
        }
        for found in findings
    ]
    # Keras 3 builds its models by a graph however functions run: what raises both ways tells nothing,
    # unless it is what only a graph raises.
    untold = bool(eager.error) and not apart
    return {
        "name": one.name,
        "code": one.plant.code,
        "plant": one.plant.name,
        "line": one.line,
        "difference": shown.get(one.plant.code, apart),
        "findings": told,
        "wrong": [
            said
            for finding in told
            for said in [_wrong(finding, one, shown.get(finding["code"], apart))]
            if said and not untold
        ],
        "untold": untold,
    }


def _wrong(finding: dict[str, Any], one: Program, apart: str) -> str:
    own = finding["code"] == one.plant.code and finding["line"] == one.line
    if finding["verdict"] == "confirmed" and not apart:
        return f"{finding['code']} confirmed, no difference: {finding['reason']}"
    if finding["verdict"] == "refuted" and apart and own:
        return f"{finding['code']} refuted ({finding['reason']}): {apart}"
    return ""


def table(results: list[dict[str, Any]]) -> str:
    """How many programs there are, what was said of their plants, and what was wrong."""
    verdicts: Counter[str] = Counter()
    for result in results:
        own = [
            f
            for f in result["findings"]
            if (f["code"], f["line"]) == (result["code"], result["line"])
        ]
        verdict = own[0]["verdict"] if own else "not flagged"
        harm = "harmful" if result["difference"] else "harmless"
        verdicts[f"{'fails both ways' if result.get('untold') else harm}, {verdict}"] += 1
    rows = [f"| {name} | {count} |" for name, count in sorted(verdicts.items())]
    wrong = sum(bool(result["wrong"]) for result in results)
    told = [f for result in results for f in result["findings"]]
    settled = sum(f["verdict"] in ("confirmed", "refuted") for f in told)
    rules = len({f["code"] for f in told})
    return "\n".join(
        [
            f"{len(results)} programs, {len(told)} findings of {rules} rules, {settled} settled; "
            f"{wrong} programs with a wrong verdict",
            "",
            "| the planted line | programs |",
            "|---|---|",
            *rows,
        ]
    )


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=len(PLANTS))
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--keras-2", metavar="PYTHON", help="an interpreter with tf_keras")
    parser.add_argument("--mxnet", metavar="PYTHON", help="an interpreter with MXNet")
    parser.add_argument("--only", choices=("tensorflow", "keras2", "mxnet"))
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--batch", type=int, default=_BATCH)
    parser.add_argument("--show", metavar="NAME", help="print one program, and end")
    options = parser.parse_args()
    if options.show:
        seed, _, number = options.show[1:].partition("_")
        print(program(int(seed), int(number)).text)
        return 0
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    worlds = {"tensorflow": World(options.python)}
    if options.keras_2:
        worlds["keras2"] = World(options.keras_2, environment={"TF_USE_LEGACY_KERAS": "1"})
    if options.mxnet:
        worlds["mxnet"] = World(options.mxnet, "mxnet")
    lines = options.results.read_text().splitlines() if options.results.exists() else []
    results = [json.loads(line) for line in lines]
    done = {result["name"] for result in results}
    worlds = {name: world for name, world in worlds.items() if options.only in (None, name)}
    chosen = numbers(options.seed, options.count, worlds)
    programs = [program(options.seed, number) for number in chosen]
    waiting = [one for one in programs if one.name not in done]
    batches = [
        (world, mine[start : start + options.batch])
        for name, world in worlds.items()
        for mine in [[one for one in waiting if one.plant.world == name]]
        for start in range(0, len(mine), options.batch)
    ]
    with options.results.open("a") as stream:
        for world, batch in batches:
            for result in judge(batch, world, options.timeout):
                results.append(result)
                stream.write(json.dumps(result) + "\n")
                stream.flush()
                for wrong in result["wrong"]:
                    print(f"{result['name']} ({result['plant']}): {wrong}", flush=True)
    mine = {one.name for one in programs}
    results = [result for result in results if result["name"] in mine]
    print(table(results))
    return int(any(result["wrong"] for result in results))


if __name__ == "__main__":
    sys.exit(main())
