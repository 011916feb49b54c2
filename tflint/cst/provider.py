"""What is known of the program, as metadata of libcst.

from libcst.metadata import MetadataWrapper
from tflint.cst import GraphProvider, cache_for

wrapper = MetadataWrapper(libcst.parse_module(text), cache=cache_for("model.py"))
wrapper.visit(MyVisitor())  # whose METADATA_DEPENDENCIES name GraphProvider
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import libcst as cst
from libcst.metadata import BaseMetadataProvider, PositionProvider

from tflint.cst.matching import Matching, Positions
from tflint.cst.slices import Excerpt, whole
from tflint.facts import Project
from tflint.facts.expressions.values import UNKNOWN, Value
from tflint.facts.graphs.execution_mode import Running, running
from tflint.files import FileRules, Source, UnparsableError, find_files, read_file
from tflint.files.discovery import TooManyError, files_below
from tflint.syntax.model import Block, Function
from tflint.syntax.parts import parts_of
from tflint.syntax.stack import on_deep_stack

if TYPE_CHECKING:
    from libcst.metadata import ProviderT

    from tflint.facts.graphs.tracing_context import Traced


@dataclass(eq=False, frozen=True)
class GraphFacts:
    """What is known of one node of concrete syntax; each answer is worked out when it is asked for.

    Attributes:
        node: the same node in Python's own tree.
        function: the function (or module body) whose running runs it.
        defined: the function that it defines, for a ``def`` and a ``lambda``.
    """

    node: ast.AST
    function: Function
    defined: Function | None
    _block: Block | None
    _project: Project

    @cached_property
    def contexts(self) -> tuple[Traced, ...]:
        """The tracing contexts of the function it defines, or else of the one that it stands in.

        Each has the ``chain`` of reasons that leads from an entry point down to the function. Empty
        when no graph is known that it runs in, which does not say that there is none.
        """
        return self._project.tracing.traced(self.defined or self.function)

    @cached_property
    def running(self) -> Running:
        """Whether it runs in a graph, once, or eagerly."""
        return on_deep_stack(lambda: running(self._project, self.function, self.node, self._block))

    @cached_property
    def value(self) -> Value:
        """What an expression may be there, while the graph is built; unknown for what is none."""
        node = self.node
        if not isinstance(node, ast.expr):
            return UNKNOWN
        return on_deep_stack(lambda: self._project.symbols.value(node, self.function))


class GraphCache(NamedTuple):
    """Where ``GraphProvider`` looks things up.

    Attributes:
        project: the program.
        path: the file in it that is visited.
        part: what is visited of the file; None for all of it.
    """

    project: Project
    path: str
    part: Excerpt | None = None


def cache_for(
    path: str | os.PathLike[str], project: Project | None = None, *, text: str | None = None
) -> Mapping[ProviderT, object]:
    """The ``cache`` that ``MetadataWrapper`` needs for one file.

    Args:
        path: the file.
        project: the program it is part of (see ``project_of``); that file alone by default.
        text: what a module says that is not, or not yet, what the file says.

    Raises:
        OSError, UnparsableError: the file can't be read.
    """
    path = os.fspath(path)
    if project is None or text is not None:
        source = read_file(path) if text is None else Source(path, text)
        around = [] if project is None else project.sources.values()
        project = Project.build([*(s for s in around if s.path != path), source])
    return {GraphProvider: GraphCache(project, path)}


def project_of(paths: Iterable[str | os.PathLike[str]]) -> Project:
    """The program that files, and all files in folders, are; what holds no Python is left out."""
    named = [os.path.normpath(os.fspath(path)) for path in paths]
    sources = []
    for path in find_files(named, FileRules(), lambda path, error: None):
        try:
            sources.append(read_file(path))
        except (OSError, UnparsableError):
            continue
    return Project.build(sources, [path for path in named if os.path.isdir(path)])


_Stamp = tuple[str, int, int]
"""A path, and what tells whether the file there is still the same."""


def _stamps(root: str, paths: Iterable[str]) -> tuple[_Stamp, ...]:
    """The Python files below a root, and these paths."""
    try:
        around = files_below(root, FileRules(), lambda folder, files: True)
    except TooManyError:
        around = []
    found: dict[str, _Stamp] = {}
    for path in (*around, *paths):
        try:
            status = os.stat(path)
        except OSError:
            continue
        found[path] = (path, status.st_mtime_ns, status.st_size)
    return tuple(found.values())


@lru_cache(maxsize=1)
def _repository(stamps: tuple[_Stamp, ...]) -> Project:
    """The program that these files are; kept, since it is asked for again for each of them."""
    return project_of(path for path, _, _ in stamps)


class GraphProvider(BaseMetadataProvider[GraphFacts]):
    """What the code does in a graph: ``GraphFacts`` for statements, expressions and definitions.

    What Python's own tree has no node for has none: parentheses, comments, the name after a dot.
    Works with ``MetadataWrapper`` (see ``cache_for``) and with ``FullRepoManager``.
    """

    METADATA_DEPENDENCIES = (PositionProvider,)

    @classmethod
    def gen_cache(
        cls, root_path: Path, paths: list[str], **options: Any
    ) -> Mapping[str, GraphCache]:
        """The cache of each file of a repository, for ``FullRepoManager``.

        All Python files below the root count, since Fixit asks for one file after the other; only those
        asked for do, where there are too many.
        """
        root = os.path.normpath(root_path)
        files = {path: os.path.normpath(os.path.join(root, path)) for path in paths}
        project = _repository(_stamps(root, files.values()))
        return {path: GraphCache(project, file) for path, file in files.items()}

    def _gen_impl(self, module: cst.Module) -> None:
        if not isinstance(self.cache, GraphCache):
            raise TypeError("GraphProvider needs a cache: see tflint.cst.cache_for")
        project, path, part = self.cache
        indexed = project.module(path)
        if indexed is None:
            return
        if part is None:
            part = whole(indexed)
            if module.code.replace("\r\n", "\n").replace("\r", "\n") != part.text:
                raise ValueError(f"the module is not what {path} says: give cache_for its text")
        lines = [number for number in part.numbers if number]
        matching = Matching(parts_of(indexed, lines), indexed.lines, part.numbers)
        facts: dict[int, GraphFacts] = {}
        positions: Positions = self.metadata[PositionProvider]  # type: ignore[assignment]
        for node, (same, function, block) in matching.match(positions):
            if id(same) not in facts:
                own = indexed.defined.get(id(same))
                facts[id(same)] = GraphFacts(same, function, own, block, project)
            self.set_metadata(node, facts[id(same)])
