"""Verdicts of earlier runs, by the hash of what they depend on.

That is all that the experiments about a finding may need (the slices that lead to the line, the
inputs, the tests, what the project writes out, the files of data that it names), what these import, the
interpreter with all that is installed in it, the settings and this package. With the verdict stands what
was read to find it, environment variables and files, and it is told only while all of that is as it was.
What is found is right, then, unless the function reads what Python does not see it read, or the network.
A verdict that came of haste or of a missing interpreter is not kept, and an entry that is not just as it
was written is as good as absent.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from tflint import claims
from tflint.experiment import example_inputs
from tflint.experiment.data_files import digest, paths_of
from tflint.experiment.dependencies import Dependencies
from tflint.experiment.interpreters import stamp
from tflint.experiment.parsed_file import new_run
from tflint.experiment.pool import Pool
from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import Settling, settle_each
from tflint.experiment.subjects import framework_of
from tflint.finding import Finding, FunctionRef
from tflint.linting.cache_folder import CacheFolder
from tflint.runtime.protocol import Job, Reads, encode

Progress = Callable[[int, int], None]
Settle = Callable[[list[Finding], ConfirmSettings, dict[int, Reads]], Iterable[tuple[int, Finding]]]


class Interrupted(KeyboardInterrupt):
    """Somebody ended the run.

    Attributes:
        settled: the findings that have their verdicts.
        total: how many findings there are.
    """

    def __init__(self, settled: list[Finding], total: int) -> None:
        super().__init__(f"{len(settled)} of {total} findings are settled")
        self.settled = settled
        self.total = total


_MOST_ENTRIES = 10_000
_MORE = "more"
"""In place of a verdict: this way in did not settle it, and there are others."""
_NO_MATTER = {"python", "pythons", "jobs", "timeout"}
_OF_BINARIES = re.compile(
    r"TF_|XLA_|CUDA_|ONEDNN_|DNNL_|OMP_|MKL_|KMP_|MXNET_|DMLC_|PYTHON(?!PATH|HOME|STARTUP)"
)
"""Environment variables that compiled code of the frameworks reads, where nobody sees it do so."""
_OURS = {"_", "SHLVL", "OLDPWD", "PWD", "TFLINT_CONFIRM_RUN", "PYTEST_CURRENT_TEST"}
"""Those of the shell, and ours: they say where and how often something was started."""
_Digests = dict[str, dict[str, str]]
_PASSING = re.compile(
    r"timed out|could not start|could not import \S+ in |could not read|worker process"
    r"|error in tflint|died of|used more than|too many processes|wrote without end|[Ii]nterrupt"
    r"|for want of time"
)
"""Reasons that another run, on a machine with more time or memory, need not meet again."""


def confirm_changed(
    findings: Iterable[Finding],
    settings: ConfirmSettings,
    cache_dir: str | None,
    progress: Progress | None = None,
    *,
    settle: Settle = settle_each,
) -> list[Finding]:
    """Settle only what no earlier run has settled; the rest says ``cached: true``.

    Each verdict is kept as it comes, so that a run which is broken off loses none. Without a folder
    for the cache all findings are settled again, and nothing is kept. ``progress`` is called with how
    many are settled and how many there are.

    Raises:
        Interrupted: by Ctrl-C or the like; nothing runs any more.
    """
    pending = list(findings)
    verdicts = None if cache_dir is None else VerdictCache(cache_dir, settings)
    result = [None if verdicts is None else verdicts.get(finding) for finding in pending]
    missing = [number for number, known in enumerate(result) if known is None]
    tell = progress or (lambda done, total: None)
    done = len(pending) - len(missing)
    tell(done, len(pending))
    if missing:
        settling: Iterable[tuple[int, Finding]] = ()
        try:
            noted: dict[int, Reads] = {}
            settling = settle([pending[number] for number in missing], settings, noted)
            for place, fresh in settling:
                number = missing[place]
                result[number] = fresh
                if verdicts is not None:
                    verdicts.put(pending[number], fresh, noted.get(place, Reads()))
                done += 1
                tell(done, len(pending))
        except KeyboardInterrupt as interrupt:
            settled = [finding for finding in result if finding is not None]
            raise Interrupted(settled, len(pending)) from interrupt
        finally:
            if isinstance(settling, Generator):
                settling.close()  # at once, not when somebody lets go of it
    return [finding for finding in result if finding is not None]


class RunEnvironment:
    """The environment variables and files of one run, as hashes; nothing of theirs is kept."""

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}

    def now(self, reads: Reads) -> _Digests:
        """What was read, as it is now; variables that compiled code of frameworks may read as well."""
        names = {*reads.variables, *filter(_OF_BINARIES.match, os.environ)} - _OURS
        variables = {name: _variable(name) for name in sorted(names)}
        paths = {self._shown(path): self._digest(path) for path in reads.paths}
        return {"variables": variables, "paths": paths, "of binaries": {"": _of_binaries()}}

    def is_as(self, kept: object) -> bool:
        """Whether all is as it was when a verdict was kept."""
        if not isinstance(kept, dict):
            return False
        variables, paths = kept.get("variables"), kept.get("paths")
        return (
            isinstance(variables, dict)
            and isinstance(paths, dict)
            and kept.get("of binaries") == {"": _of_binaries()}
            and all(_variable(name) == value for name, value in variables.items())
            and all(self._digest(os.path.abspath(path)) == value for path, value in paths.items())
        )

    def of_paths(self, paths: Iterable[str]) -> bytes:
        """A hash of what is at some paths."""
        said = "".join(f"{self._shown(path)}\0{self._digest(path)}" for path in paths)
        return hashlib.blake2b(said.encode(errors="replace"), digest_size=20).digest()

    def _shown(self, path: str) -> str:
        """A path that means the same in a copy of the project: relative to where we are, if it is there."""
        inside = path.startswith(os.path.join(os.getcwd(), ""))
        return os.path.relpath(path) if inside else path

    def _digest(self, path: str) -> str:
        if path not in self._paths:
            self._paths[path] = digest(path)
        return self._paths[path]


def _variable(name: str) -> str:
    """The value of an environment variable, or that there is none, as a hash."""
    if name == "*":
        value: str | None = " ".join(sorted(set(os.environ) - _OURS))
    else:
        value = os.environ.get(name)
    return hashlib.blake2b(repr(value).encode(errors="replace"), digest_size=16).hexdigest()


def _of_binaries() -> str:
    """Which variables are set that compiled code may read."""
    return " ".join(sorted(filter(_OF_BINARIES.match, os.environ)))


class Keys:
    """The names of entries, worked out as far as they are asked for, and once."""

    def __init__(self, worked_out: Iterator[str]) -> None:
        self._worked_out = worked_out
        self._known: list[str] = []

    def __iter__(self) -> Iterator[str]:
        yield from self._known
        for key in self._worked_out:
            self._known.append(key)
            yield key


class VerdictCache:
    """Verdicts kept in a folder."""

    def __init__(self, cache_dir: str, settings: ConfirmSettings) -> None:
        new_run()
        self._entries = CacheFolder(cache_dir, "verdicts", _MOST_ENTRIES)
        self._settings = settings
        # Which plans here, and starts no interpreter.
        self._engine = Settling(settings, Pool(settings))
        self._dependencies = Dependencies(settings.roots)
        self._common = package_digest() + _settings(settings)
        self._world = RunEnvironment()
        self._stamps: dict[str, bytes | None] = {}
        self._keys: dict[Finding, Keys] = {}

    def get(self, finding: Finding) -> Finding | None:
        """The finding with the verdict of an earlier run; None when it has to be settled."""
        for key in self._keys_of(finding):
            entry = self._entries.get(key)
            if not isinstance(entry, dict):
                return None
            verdict: Any = entry.get("verdict")
            evidence: Any = entry.get("evidence")
            if entry.get("seal") != _seal(key, verdict, evidence, entry.get("world")):
                return None
            if not self._world.is_as(entry.get("world")):
                return None
            if verdict == _MORE:
                continue
            if verdict == "inconclusive" and entry.get("timeout") != self._settings.timeout:
                return None
            return finding.with_verdict(verdict, {**evidence, "cached": True})
        return None

    def put(self, finding: Finding, settled: Finding, reads: Reads) -> None:
        """Keep the verdict on a finding, if it would be the same another time.

        What its experiments have read is looked at again before it is told.
        """
        evidence = settled.evidence or {}
        if not reads.complete:
            return
        if settled.verdict == "inconclusive" and _PASSING.search(str(evidence.get("reason"))):
            return
        keys = list(islice(self._keys_of(finding), evidence.get("tried")))
        world = self._world.now(reads)
        for key in keys[:-1]:
            self._put(key, _MORE, {}, world)
        for key in keys[-1:]:
            self._put(key, str(settled.verdict), evidence, world)

    def _put(self, key: str, verdict: str, evidence: dict[str, Any], world: _Digests) -> None:
        with suppress(ValueError, TypeError, RecursionError):
            entry = {"verdict": verdict, "evidence": evidence, "timeout": self._settings.timeout}
            seal = _seal(key, verdict, evidence, world)
            self._entries.put(key, {**entry, "world": world, "seal": seal})

    def _keys_of(self, finding: Finding) -> Keys:
        if finding not in self._keys:
            self._keys[finding] = Keys(self._worked_out(finding))
        return self._keys[finding]

    def _worked_out(self, finding: Finding) -> Iterator[str]:
        """The names of the entries about a finding: one for each way that may be tried, and those before.

        A verdict stands under the name of the way that settled it, and does not depend on what further
        ones would have run. There are no names for a finding whose verdict cannot be kept.
        """
        subject = finding.subject
        if subject is None:
            return
        framework = framework_of(finding, subject)
        interpreter = self._stamp(framework)
        if interpreter is None:
            return
        about = {
            "path": finding.path,
            "span": [finding.span.line, finding.span.column],
            "end": [finding.span.end_line, finding.span.end_column],
            "kind": subject.kind.value,
            "entry": _reference(subject.entry),
            "function": _reference(subject.function),
            "claims": [claims.dump(claim) for claim in subject.claims],
            "framework": framework,
        }
        digest = hashlib.blake2b(self._common, digest_size=20)
        digest.update(interpreter)
        digest.update(_json(about))
        with suppress(Exception):  # what can't be planned has its reason from the experiments
            for job in self._engine.jobs(finding):
                # What a slice leaves out at its end does not matter, nor how long it was.
                sources = {at: text.rstrip() for at, text in job.sources.items()}
                digest.update(_json(encode(replace(job, sources=sources, timeout=0.0))))
                digest.update(self._dependencies.digest(job.sources, _files_of(job)))
                digest.update(self._world.of_paths(paths_of(job.files, job.folders)))
                yield digest.hexdigest()

    def _stamp(self, framework: str) -> bytes | None:
        if framework not in self._stamps:
            self._stamps[framework] = stamp(self._settings.interpreter(framework), framework)
        return self._stamps[framework]


def _json(value: Any) -> bytes:
    """A hash of plain values, the same in whatever folder the project lies."""
    text = json.dumps(value, sort_keys=True, default=repr)
    return hashlib.blake2b(text.replace(os.getcwd(), "").encode(errors="replace")).digest()


def _seal(key: str, verdict: Any, evidence: Any, world: Any) -> str:
    """What only an entry that is whole, and kept under its own name, has."""
    said = key.encode() + _json([verdict, evidence, world])
    return hashlib.blake2b(said, digest_size=20).hexdigest()


def _files_of(job: Job) -> Iterator[str]:
    """The files that an experiment reads besides its sources and what they import."""
    if job.examples:
        yield job.examples
    yield from example_inputs.files_named(job.recorded)
    if job.tests:
        # What pytest loads before a test.
        for folder in Path(job.main).parents:
            for name in ("conftest.py", "pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini"):
                if (folder / name).is_file():
                    yield str(folder / name)
            if (folder / ".git").exists() or (folder / "pyproject.toml").exists():
                break


def _reference(function: FunctionRef) -> Sequence[object]:
    return [function.path, function.qualname, function.line]


def _settings(settings: ConfirmSettings) -> bytes:
    """A hash of the settings that can change a verdict, and of the files that they name."""
    digest = hashlib.blake2b(digest_size=20)
    for field in fields(settings):
        if field.name in _NO_MATTER:
            continue
        value = getattr(settings, field.name)
        digest.update(f"{field.name} {value!r}\n".encode(errors="replace"))
        if field.name != "roots":
            for path in _files(value):
                with suppress(OSError):
                    digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.digest()


def _files(value: Any) -> Iterable[Path]:
    """The files that a setting names."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _files(item)
    elif isinstance(value, (str, Path)):
        with suppress(OSError, ValueError):
            if Path(value).is_file():
                yield Path(value)
            elif value and Path(value).is_dir():
                yield from sorted(path for path in Path(value).rglob("*") if path.is_file())


@cache
def package_digest() -> bytes:
    """A hash of this package's code and of the Python that parses for it."""
    digest = hashlib.blake2b(f"{sys.version_info[:2]}".encode(), digest_size=20)
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package)}\0".encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.digest()
