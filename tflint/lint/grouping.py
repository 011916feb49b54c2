"""Groups the files of a run by the imports between them: nothing in one group bears on another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.lint.gathering import Inputs

if TYPE_CHECKING:
    from tflint.lint.cache import Cache


class Group(NamedTuple):
    """Files to be analysed together.

    Attributes:
        key: the name of their entry in the cache; empty without a cache.
        project: the files.
        lines: how many lines they have.
    """

    key: str
    project: Project
    lines: int


class Plan(NamedTuple):
    """What there is to do.

    Attributes:
        groups: files to be analysed.
        known: what an earlier run found in the other groups.
        unrelated: files in no group that the user named: only their syntax can be wrong.
    """

    groups: list[Group]
    known: list[Finding]
    unrelated: list[Source]


def group(inputs: Inputs, codes: Sequence[str], cache: Cache | None) -> Plan:
    """The groups of the files, those apart whose findings under these rules are in the cache."""
    project = Project.build(inputs.sources, inputs.roots)
    by_path = {source.path: source for source in inputs.sources}
    plan = Plan(
        groups=[],
        known=[],
        unrelated=[
            source
            for source in inputs.sources
            if source.path in inputs.named and source.path not in project.relevant
        ],
    )
    for paths in project.groups:
        key, known = "", None
        if cache is not None:
            seen = [part for path in paths for part in project.surroundings(path)]
            key = cache.key((by_path[path] for path in paths), [*inputs.roots, "", *seen], codes)
            known = cache.get(key)
        if known is None:
            lines = sum(by_path[path].text.count("\n") for path in paths)
            plan.groups.append(Group(key, project.part(paths), lines))
        else:
            plan.known.extend(known)
    return plan
