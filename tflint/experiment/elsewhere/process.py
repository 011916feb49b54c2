"""The process that settles findings for a worker of an executor, and ends when its standard input does.

The first line says by which settings, the others are requests; each answer is a line, too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from tflint.experiment.outcome import Outcome
from tflint.experiment.pool import Pool, WorkerError
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import Settling
from tflint.experiment.subjects import framework_of
from tflint.linting.cache import load


def main() -> int:
    """Settle what standard input asks for; the exit status."""
    _, settings, _ = json.loads(sys.stdin.buffer.readline())
    given = ConfirmSettings(**settings)
    threads = ThreadPoolExecutor(os.cpu_count() or 1)
    with Pool(given) as pool:
        settling = _Answering(Settling(given, pool), pool)
        for line in sys.stdin.buffer:
            number, entry = json.loads(line)
            threads.submit(settling.answer, number, entry)
        threads.shutdown(wait=False, cancel_futures=True)
    return 0


class _Answering:
    """Answers requests from several threads."""

    def __init__(self, settling: Settling, pool: Pool) -> None:
        self._settling = settling
        self._pool = pool
        self._lock = threading.Lock()

    def answer(self, number: int, entry: object) -> None:
        """Settle a finding and say what came of it."""
        try:
            said = self._said(entry)
        except Exception as error:
            reason = f"error in tflint: {type(error).__name__}: {error}"
            said = {**_without_verdict(reason), "missing": ""}
        line = json.dumps([number, said], default=str)
        with self._lock, suppress(OSError):
            print(line, flush=True)

    def _said(self, entry: object) -> dict[str, Any]:
        finding = load(entry)
        if finding.subject is not None:
            try:
                self._pool.worker(framework_of(finding, finding.subject))
            except WorkerError as error:
                return {**_without_verdict(str(error)), "missing": str(error)}
        settled, _ = self._settling.settle_with_reads(finding)
        return {"verdict": settled.verdict, "evidence": settled.evidence, "missing": ""}


def _without_verdict(reason: str) -> dict[str, Any]:
    return {"verdict": "inconclusive", "evidence": Outcome("inconclusive", reason).evidence()}
