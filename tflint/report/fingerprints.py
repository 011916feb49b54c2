"""What services know findings by from one run to the next."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from tflint.linting.identity import Identity, identity_of

if TYPE_CHECKING:
    from tflint.linting.linter import Report


def fingerprints(report: Report, path_of: Callable[[str], str]) -> list[str]:
    """One for each finding: it stays when lines move, and whatever the verdict is.

    ``path_of`` says how files are called.
    """
    seen = Counter[Identity]()
    found = []
    for finding in report.findings:
        source = report.sources.get(finding.path)
        identity = identity_of(finding, source, path_of(finding.path))
        text = "\0".join((*identity, str(seen[identity])))
        found.append(hashlib.sha256(text.encode()).hexdigest()[:32])
        seen[identity] += 1
    return found
