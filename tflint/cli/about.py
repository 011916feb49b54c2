"""What a report says of its run: of what it is, and what it was made by."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflint.experiment import ConfirmSettings
    from tflint.finding import Finding


def of_run(projects: Iterable[str]) -> dict[str, str]:
    """The projects, the command, and the time."""
    folders = dict.fromkeys(map(os.path.abspath, projects))
    return {
        **({"project": ", ".join(folders)} if folders else {}),
        "command": shlex.join(["tflint", *sys.argv[1:]]),
        "date": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z"),
    }


def of_experiments(findings: Iterable[Finding], given: ConfirmSettings) -> dict[str, str]:
    """The interpreters that findings need, and the versions of what is installed there."""
    from tflint.experiment.interpreters import versions

    said = [f"{python} ({', '.join(versions(python))})" for python in _used(findings, given)]
    return {"interpreter": "; ".join(said)} if said else {}


def _used(findings: Iterable[Finding], given: ConfirmSettings) -> Iterator[str]:
    from tflint.experiment.subjects import framework_of

    frameworks = {framework_of(one, one.subject) for one in findings if one.subject is not None}
    yield from dict.fromkeys(map(given.interpreter, sorted(frameworks)))
