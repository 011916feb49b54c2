"""Findings settled by an executor: one task each, and the verdicts as they come."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, replace
from functools import partial

from tflint.experiment.data_files import digest
from tflint.experiment.elsewhere.executors import ExecutorError, executor_for
from tflint.experiment.elsewhere.there import ThereError, settle_there
from tflint.experiment.outcome import Outcome
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import NoFrameworkError
from tflint.experiment.verdict_cache import Settle, package_digest
from tflint.finding import Finding
from tflint.linting.cache import dump
from tflint.linting.settings.model import ExecutorChoice
from tflint.runtime.protocol import Reads


def settle_elsewhere(choice: ExecutorChoice) -> Settle:
    """What settles findings by an executor, as ``settle_each`` does on this machine.

    Raises:
        ExecutorError: once it is called: the executor can't be made, or runs nothing of ours.
        NoFrameworkError: there is nothing to run any of the findings with.
    """
    return partial(_settle_each, choice)


def _settle_each(
    choice: ExecutorChoice,
    findings: list[Finding],
    settings: ConfirmSettings,
    noted: dict[int, Reads],
) -> Iterator[tuple[int, Finding]]:
    with executor_for(choice) as executor:
        futures: dict[Future[str], int] = {}
        try:
            for number, task in enumerate(_tasks(findings, settings)):
                futures[_submitted(executor, task, choice.name)] = number
            yield from _settled(futures, findings, noted, choice.name)
        finally:
            for future in futures:
                future.cancel()
            # An experiment that is under way has its own limit, and nobody waits for it here.
            executor.shutdown(wait=all(future.done() for future in futures))


def _submitted(executor: Executor, task: str, name: str) -> Future[str]:
    try:
        return executor.submit(settle_there, task)
    except Exception as error:
        raise ExecutorError(f"{name}: takes no task: {type(error).__name__}: {error}") from error


def _settled(
    futures: dict[Future[str], int],
    findings: Sequence[Finding],
    noted: dict[int, Reads],
    name: str,
) -> Iterator[tuple[int, Finding]]:
    """The findings as they are settled; where none can be, why.

    What the experiments have read was read elsewhere, so nobody here can tell later whether it has changed:
    ``noted`` says of none that it is known.
    """
    held: list[tuple[int, Finding]] = []
    faults: list[Exception] = []
    is_working = False
    for future in as_completed(futures):
        number = futures[future]
        noted[number] = Reads(complete=False)
        settled, fault = _outcome(future, findings[number], name)
        if fault is not None and not is_working:
            faults.append(fault)
            held.append((number, settled))
            continue
        is_working = True
        yield from held
        held = []
        yield number, settled
    if not is_working and faults:
        raise faults[0]


def _outcome(future: Future[str], finding: Finding, name: str) -> tuple[Finding, Exception | None]:
    """The finding with its verdict, and what kept it from one that would keep all others from theirs."""
    fault: Exception
    try:
        answer = json.loads(future.result())
        verdict, evidence = answer["verdict"], answer["evidence"]
        if answer["missing"]:
            fault = NoFrameworkError(answer["missing"])
        else:
            return finding.with_verdict(verdict, evidence), None
    except Exception as error:  # of the executor, its workers, or what they run
        fault = ExecutorError(f"{name}: {_words(error)}")
    return finding.with_verdict(
        "inconclusive", Outcome("inconclusive", str(fault)).evidence()
    ), fault


def _words(error: Exception) -> str:
    text = " ".join(str(error).split())[:300]
    return text if isinstance(error, ThereError) else f"{type(error).__name__}: {text}"


def _tasks(findings: Sequence[Finding], settings: ConfirmSettings) -> Iterator[str]:
    """What is asked for, as JSON: nothing of it is unpickled."""
    own = replace(
        settings, pythons=dict(settings.pythons), roots=[str(root) for root in settings.roots]
    )
    common = {
        "run": uuid.uuid4().hex,
        "tflint": package_digest().hex(),
        "folder": os.getcwd(),
        "settings": asdict(own),
    }
    digests: dict[str, str] = {}
    for finding in findings:
        paths = {finding.path, *(reason.path for reason in finding.chain)}
        for path in paths - digests.keys() - set(settings.unsaved):
            digests[path] = digest(os.path.abspath(path))
        files = {path: digests[path] for path in sorted(paths) if path in digests}
        yield json.dumps({**common, "files": files, "finding": dump(finding)})
