"""Reports: for people, for machines, for the services that show them beside the code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from tflint.linting.linter import Report

COLOURS = ("auto", "always", "never")
"""When a report is coloured."""


class Reporting(NamedTuple):
    """How to report.

    Attributes:
        format: one of ``tflint.linting.settings.OUTPUT_FORMATS``.
        statistics: count by rule instead of showing each finding.
        quiet: leave the summary out.
        confirmed: whether the findings were put to the proof.
        unsafe_fixes: whether fixes that are not safe are asked for.
        show_fixes: whether what was fixed is listed.
        colour: one of ``COLOURS``; None for what the environment and the terminal say.
    """

    format: str = "text"
    statistics: bool = False
    quiet: bool = False
    confirmed: bool = False
    unsafe_fixes: bool = False
    show_fixes: bool = False
    colour: str | None = None


def render(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write the report; a format is the module of its name, and only what it needs is imported."""
    name = "statistics" if reporting.statistics else reporting.format
    import_module(f"tflint.report.{name}").write(report, reporting, stream)
