"""What an open file is judged among first: a few files, that said the same of it as all did before.

In a large project most files bear nothing on the one at hand, but which these are is known only when all
were judged. So after a whole run a few circles of files are tried in turn, the smallest first: what the
file uses, with the files that the run's chains of reasons lead through; what these use; what uses the file.
The first in which it has the same findings, and its functions the same tracing contexts, is what its next
text is judged among, until the next whole run has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tflint.files.imports import ImportGraph
from tflint.finding import Finding
from tflint.linting.grouping import Group
from tflint.report.explain import TracedFunction

_WORTH_A_FIRST_LOOK = 4_000
"""Lines of a group that is not judged at once."""
_MOST = 0.25
"""The part of a group's lines up to which a circle is small."""

Known = tuple[list[Finding], list[TracedFunction]]
"""What is known of one file: its findings, and its functions in their contexts."""


def _beside(imports: ImportGraph, path: str, near: set[str]) -> set[str]:
    return near | imports.used_by([path])


def _one_further(imports: ImportGraph, path: str, near: set[str]) -> set[str]:
    return imports.used_by(imports.used_by(near))


def _with_users(imports: ImportGraph, path: str, near: set[str]) -> set[str]:
    return imports.used_by(imports.used_by(near | imports.users_of(path)))


_CIRCLES: tuple[Callable[[ImportGraph, str, set[str]], set[str]], ...] = (
    _beside,
    _one_further,
    _with_users,
)


@dataclass
class Circle:
    """One of the circles of files around an open file.

    Attributes:
        path: the open file.
        size: which circle it is, from the smallest on.
        near: the files on the chains of reasons of the last whole run.
        is_small: whether the last group that was asked about is worth it.
    """

    path: str
    size: int
    near: frozenset[str]
    is_small: bool = False

    def __call__(self, group: Group) -> set[str] | None:
        """The files of a group that are in it; None where that is no gain."""
        project, inside = group.project, group.files.inside
        sources = project.sources
        path, near = inside(self.path), {inside(other) for other in self.near}
        found = _CIRCLES[self.size](project.imports, path, {path, *near}.intersection(sources))
        lines = sum(sources[other].text.count("\n") for other in found)
        self.is_small = group.lines >= _WORTH_A_FIRST_LOOK and lines <= _MOST * group.lines
        return found if self.is_small else None


@dataclass
class _Tried:
    near: frozenset[str]
    size: int | None = None
    known: Known | None = None
    """What was said at first sight of the text that is judged as a whole next."""


@dataclass
class FirstLook:
    """Which circle each open file is judged among first."""

    _tried: dict[str, _Tried] = field(default_factory=dict)

    def circle(self, path: str) -> Circle | None:
        """The circle that a file is judged among; None where none does."""
        tried = self._tried.get(path)
        if tried is None or tried.size is None:
            return None
        return Circle(path, tried.size, tried.near)

    def looked(self, path: str, known: Known) -> None:
        """Hear what was said of a file at first sight."""
        self._tried[path].known = known

    def learn(self, path: str, known: Known, look: Callable[[Circle], Known | None]) -> None:
        """Hear what the whole says of a file, and find the circle that says the same.

        ``look`` judges the file among a circle; None where that is no gain.
        """
        findings, traced = known
        chains = [*(one.chain for one in findings), *(one.chain for one in traced)]
        near = frozenset(reason.path for chain in chains for reason in chain)
        tried = self._tried.get(path)
        if tried is not None and tried.near == near and tried.known in (None, known):
            tried.known = None
            return
        found = None
        for size in range(len(_CIRCLES)):
            said = look(Circle(path, size, near))
            if said is None:
                break
            if said == known:
                found = size
                break
        self._tried[path] = _Tried(near, found)

    def forget(self, paths: Iterable[str]) -> None:
        """Keep what is known of these files only."""
        self._tried = {path: self._tried[path] for path in paths if path in self._tried}
