"""Groups the files of a run by the imports between them: nothing in one group bears on another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.gathering import InputFiles
from tflint.linting.project_files import ProjectFiles

if TYPE_CHECKING:
    from tflint.linting.cache import Cache
    from tflint.linting.memory import Memory

    Kept = Cache | Memory

_FEW = 10
"""One in this many files, or fewer, are few."""


class Group(NamedTuple):
    """Files to be analysed together.

    Attributes:
        key: the name of their entry in the cache; empty without a cache.
        files: the files of the project that they belong to.
        project: what is to be known of them.
        reported: those to report on.
        lines: how many lines they have.
    """

    key: str
    files: ProjectFiles
    project: Project
    reported: tuple[str, ...]
    lines: int


Among = Callable[[Group], Collection[str] | None]
"""Says which files of a group to judge by, those to report on with them; None to leave it out."""


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


def group(inputs: InputFiles, codes: Sequence[str], cache: Kept | None) -> Plan:
    """The groups of the files, those apart whose findings under these rules are in the cache."""
    plan = Plan([], [], [])
    for files in inputs.projects:
        _add(plan, files, codes, cache)
    return plan


def group_among(inputs: InputFiles, among: Among) -> Plan:
    """The same with groups of few files only; what these are found to say is not to be kept."""
    plan = group(inputs, (), None)
    cut = [(one, paths) for one in plan.groups if (paths := among(one)) is not None]
    return plan._replace(groups=[_cut(one, paths) for one, paths in cut])


def _cut(group: Group, paths: Collection[str]) -> Group:
    part = group.project.part(path for path in group.project.sources if path in paths)
    part.in_haste = True
    if group.files.memory is not None:
        group.files.memory.ask(group.files, group.key)
    return group._replace(project=part, lines=_lines(part))


def _lines(project: Project) -> int:
    return sum(source.text.count("\n") for source in project.sources.values())


def project_of(files: ProjectFiles) -> Project:
    """What is to be known of a project."""
    build = partial(
        Project.build, files.sources, files.import_roots, files.base, is_library=files.is_library
    )
    if files.memory is None:
        return build()
    return build(kept=files.memory.modules, going_on=files.memory.going_on)


def _add(plan: Plan, files: ProjectFiles, codes: Sequence[str], cache: Kept | None) -> None:
    project = project_of(files)
    by_path = {source.path: source for source in files.sources}
    plan.unrelated.extend(
        replace(files.reported[path], path=files.shown(path))
        for path in sorted(files.named - project.relevant)
    )
    for paths in project.groups:
        reported = tuple(path for path in paths if path in files.reported)
        if not reported:
            continue
        key, known, pins = "", None, files.pins_of(paths)
        if cache is not None:
            seen = [part for path in paths for part in project.surroundings(path)]
            uses = (
                str(files.is_library),
                str(project.has_programs_beside(paths)),
                str(bool(project.programs.difference(paths))),
            )
            seen = [*files.import_roots, "", *map(str, pins), "", *uses, *seen]
            around = cache.key((by_path[path] for path in paths), seen, codes)
            key = cache.key((), [around, *reported], ())
            known = cache.get(key)
            if files.memory is not None:
                files.memory.ask(files, key)
            if known is None:  # perhaps all of the group was linted before
                known = cache.get(cache.key((), [around, *paths], ()))
                known = known and [finding for finding in known if finding.path in reported]
        if known is None:
            part = project.part(paths, pins)
            part.in_haste = len(reported) * _FEW < len(paths)
            plan.groups.append(Group(key, files, part, reported, _lines(part)))
        else:
            plan.known.extend(map(files.with_shown_paths, known))
