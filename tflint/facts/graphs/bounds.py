"""What bounds leave out of an analysis, where that may bear on findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts.graphs.graph_sites import display
from tflint.syntax.model import Function, Module

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


class Cut(NamedTuple):
    """Something of a function that was not looked at.

    Attributes:
        message: what, in words.
        alike: what others of its file have in common with it that need not be told each; "" for none.
    """

    function: Function
    message: str
    alike: str = ""


def cuts(project: Project, module: Module) -> Iterator[Cut]:
    """What bounds have left out of the functions of a file.

    Not what makes one value unknown, as most values are: that is no more than not to know.
    """
    tracing, parameters = project.tracing, project.inference.parameters
    for function in module.functions:
        if not tracing.is_traced(function):
            continue
        left_out, followed = tracing.left_out(function), len(tracing.traced(function))
        if left_out:
            yield Cut(
                function,
                f"{display(function)} runs in {left_out + followed} tracing contexts, and {left_out} of "
                "them were not looked at",
            )
        calls = parameters.unread_calls(function)
        if calls:
            yield Cut(
                function,
                f"{display(function)} is called at {calls} places, so what these give its parameters "
                "was not looked at",
                alike="calls",
            )
