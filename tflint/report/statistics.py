"""How many findings each rule has."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting

_VERDICTS = ("confirmed", "refuted", "inconclusive")


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write counts, the largest first, and those of verdicts; as JSON where that is the format."""
    counts = Counter((finding.code, finding.name) for finding in report.findings)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    verdicts: dict[str, Counter[str]] = {code: Counter() for (code, _), _ in ranked}
    for finding in report.findings:
        verdicts[finding.code].update([finding.verdict] if finding.verdict else [])
    if reporting.format == "json":
        entries = [
            {"code": code, "name": name, "count": count}
            | (
                {"verdicts": {one: verdicts[code][one] for one in _VERDICTS}}
                if verdicts[code]
                else {}
            )
            for (code, name), count in ranked
        ]
        json.dump(entries, stream, indent=2)
        stream.write("\n")
        return
    digits = max((len(str(count)) for _, count in ranked), default=1)
    for (code, name), count in ranked:
        stream.write(f"{count:>{digits}}  {code}  {name}{_told(verdicts[code])}\n")


def _told(verdicts: Counter[str]) -> str:
    shown = ", ".join(f"{verdicts[one]} {one}" for one in _VERDICTS if verdicts[one])
    return f" ({shown})" if shown else ""
