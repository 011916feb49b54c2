"""Judge ``--confirm``: plant pitfalls and their twins, see what the programs do, compare the verdicts.

    python -m benchmarks.judge RESULTS.jsonl [--seed 1] [--count 200] [--python PYTHON]

writes a line for each program to RESULTS.jsonl, and goes on after the last one there when it is
started again. A verdict is wrong if a finding is confirmed in a program that behaves the same as
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


def numbers(seed: int, count: int) -> list[int]:
    """The numbers of some programs: no plant comes again before all have come."""
    draw = random.Random(seed)
    found: list[int] = []
    while len(found) < count:
        start = len(found)
        found += draw.sample(range(start, start + len(PLANTS)), len(PLANTS))
    return found[:count]


def judge(batch: list[Program], python: str, timeout: float) -> list[dict[str, Any]]:
    """Programs with what they do, and what ``--confirm`` says of them."""
    with tempfile.TemporaryDirectory(prefix="judge-programs-") as folder:
        for one in batch:
            # Each is a project of its own: nothing of one bears on another.
            (Path(folder) / one.name).mkdir()
            (Path(folder) / one.name / "program.py").write_text(one.text)
        command = [sys.executable, "-P", "-m", "tflint", "check", folder, "--confirm", "--isolated"]
        command += ["--select", "ALL", "--no-cache", "--python", python]
        command += ["--timeout", f"{timeout:g}", "--output-format", "json"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode not in (0, 1):
            raise SystemExit(ended.stderr)
        findings: dict[str, list[Any]] = {}
        for finding in json.loads(ended.stdout):
            findings.setdefault(Path(finding["path"]).parent.name, []).append(finding)
    return [_judged(one, findings.get(one.name, [])) for one in batch]


def _judged(one: Program, findings: list[Any]) -> dict[str, Any]:
    eager, written = truth.run(one.text, True), truth.run(one.text, False)
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
            if said
        ],
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
        verdicts[f"{'harmful' if result['difference'] else 'harmless'}, {verdict}"] += 1
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
    import tensorflow

    tensorflow.keras.Model  # noqa: B018 - imported before anything is forked
    lines = options.results.read_text().splitlines() if options.results.exists() else []
    results = [json.loads(line) for line in lines]
    done = {result["name"] for result in results}
    programs = [program(options.seed, number) for number in numbers(options.seed, options.count)]
    waiting = [one for one in programs if one.name not in done]
    with options.results.open("a") as stream:
        for start in range(0, len(waiting), options.batch):
            for result in judge(
                waiting[start : start + options.batch], options.python, options.timeout
            ):
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
