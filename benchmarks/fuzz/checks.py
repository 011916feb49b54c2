"""What must hold of tflint on any files."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

import tflint.linting.analysis
from tflint.finding import Finding
from tflint.linting.codes import catalogue, every_rule
from tflint.linting.linter import Report, lint
from tflint.linting.selection import Layer
from tflint.linting.settings import OUTPUT_FORMATS, Overrides, Settings, SettingsError, load
from tflint.report import Reporting, render

SECONDS = 60
_ALL = Overrides(layer=Layer(select=("ALL",)), preview=True, cache=False)
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


class Broken(Exception):
    """Something that must hold does not: in words."""


@contextmanager
def written(files: Mapping[str, str | bytes]) -> Iterator[Path]:
    """These files in a folder of their own, which is the current one and looks like a repository."""
    before = os.getcwd()
    where = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = Path(tempfile.mkdtemp(prefix="tflint-fuzz-", dir=where))
    try:
        (folder / ".git").mkdir()
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
            path.write_bytes(data)
        os.chdir(folder)
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Break off what takes more processor time."""

    def too_long(_number: int, _frame: FrameType | None) -> None:
        raise Broken(f"took more than {seconds} s of the processor")

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def check(files: Mapping[str, str | bytes], *, thoroughly: bool) -> int:
    """Lint the files in all ways; how many findings there are.

    Raises:
        Broken: something does not hold.
        Exception: tflint let one through.
    """
    with written(files), within(SECONDS):
        settings = load(["."], catalogue(), _ALL, isolated=True)
        if "pyproject.toml" in files:
            try:
                settings = load(["."], catalogue(), _ALL)
            except SettingsError as error:
                if "\n" in str(error).strip() or "object" in str(error):
                    raise Broken(f"an error in words of Python: {error}") from None
        report = lint(["."], settings)
        _hold(report)
        if thoroughly:
            _same(report, settings)
            _formats(report)
    return len(report.findings)


def _hold(report: Report) -> None:
    if report.errors:
        raise Broken(f"errors: {report.errors}")
    for finding in report.findings:
        if finding.code == "TFL003" or finding.code not in every_rule():
            raise Broken(f"{finding.code}: {finding.message}")
        source = report.sources.get(finding.path)
        if source is None:
            raise Broken(f"a finding in a file that is not shown: {finding.path}")
        span, count = finding.span, len(source.lines)
        ordered = (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
        if finding.code != "TFL001" and not (ordered and span.end_line <= count):
            raise Broken(f"no place of the file: {finding.code} {span} of {count} lines")
        for reason in finding.chain:
            other = report.sources.get(reason.path)
            if other is None or not 1 <= reason.line <= len(other.lines):
                raise Broken(f"no place in a chain: {finding.code} {reason}")
    keys = [(f.path, f.span, f.code, f.message) for f in report.findings]
    if len(set(keys)) < len(keys):
        raise Broken(f"told twice: {next(key for key in keys if keys.count(key) > 1)}")


def _told(findings: list[Finding]) -> list[tuple[object, ...]]:
    return [(f.path, f.span, f.code, f.message, f.severity, f.chain, f.help) for f in findings]


def _same(report: Report, settings: Settings) -> None:
    """The same from the cache, with the files in another order, and in several processes."""
    before = _told(report.findings)
    cached = settings._replace(cache_dir="cache")
    for way in ("into the cache", "from the cache"):
        if _told(lint(["."], cached).findings) != before:
            raise Broken(f"other findings {way}")
    backwards = sorted(
        (str(path) for path in Path(".").rglob("*.py") if path.is_file()), reverse=True
    )
    if backwards and set(backwards) == {finding.path for finding in report.findings}:
        if _told(lint(backwards, settings).findings) != before:
            raise Broken("other findings in another order")
    worth = tflint.linting.analysis._WORTH_A_PROCESS
    tflint.linting.analysis._WORTH_A_PROCESS = 1
    try:
        if _told(lint(["."], settings, jobs=3).findings) != before:
            raise Broken("other findings with several jobs")
    finally:
        tflint.linting.analysis._WORTH_A_PROCESS = worth


def _formats(report: Report) -> None:
    """Each format can be read back, and says as many findings as there are."""
    count = len(report.findings)
    for name in OUTPUT_FORMATS:
        stream = io.StringIO()
        render(report, Reporting(format=name), stream)
        text = stream.getvalue()
        if name in ("text", "concise", "github") and _UNSAFE.search(text):
            raise Broken(f"control characters in format {name}")
        if name in ("gitlab", "json"):
            found = len(json.loads(text))
        elif name == "sarif":
            found = len(json.loads(text)["runs"][0]["results"])
        elif name == "rdjson":
            found = len(json.loads(text)["diagnostics"])
        elif name == "junit":
            cases = ElementTree.fromstring(text).iter("testcase")
            found = sum(len(case) > 0 for case in cases)  # failed or skipped; not "no findings"
        elif name == "text":
            found = count
        else:
            found = text.count("\n")
        if found != count:
            raise Broken(f"{found} of {count} findings in format {name}")
