"""What the worker needs to know of a finding's functions."""

from __future__ import annotations

import os

from tflint.experiment.parsed_file import ParsedFile, first_line, read
from tflint.finding import EntryKind, Finding, FunctionRef, Subject
from tflint.runtime.protocol import FunctionSite


def site_of(ref: FunctionRef, source: ParsedFile | None) -> FunctionSite:
    """What the worker needs to know a function by."""
    path = os.path.abspath(ref.path)
    lines = {ref.line}
    node = source.find(ref) if source is not None else None
    if node is not None:
        lines |= {node.lineno, first_line(node)}
    return FunctionSite(path, ref.qualname, [f"{path}:{line}" for line in sorted(lines)])


def framework_of(finding: Finding, subject: Subject) -> str:
    """The framework that a finding is about."""
    if subject.framework:
        return subject.framework
    if subject.kind is EntryKind.GLUON:
        return "mxnet"
    source = read(finding.path)
    if source is not None:
        imported = source.imported_packages
        if "mxnet" in imported and not imported & {"tensorflow", "keras", "tf_keras"}:
            return "mxnet"
    return "tensorflow"
