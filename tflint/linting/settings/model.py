"""What can be set, and what the command line can say about it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tflint.files.discovery import FileRules
from tflint.files.patterns import Patterns
from tflint.linting.plugins import Plugins
from tflint.linting.selection import Catalogue, Layer, enabled, matches
from tflint.refusal import RefusedError

OUTPUT_FORMATS = (
    "text",
    "concise",
    "json",
    "github",
    "gitlab",
    "azure",
    "junit",
    "pylint",
    "rdjson",
    "sarif",
)
"""How findings are told; ``tflint/report`` has a module of each name."""
EXECUTOR = r"dask://[^\s/@]+:[0-9]{1,5}|[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*"
"""What names of executors look like, as a regular expression."""
CONFIG_FILES = (".tflint.toml", "tflint.toml", "pyproject.toml")
"""Files of settings, of which the first that a folder has is followed."""
FRAMEWORKS = ("tensorflow", "mxnet")
DEFAULT_CACHE = ".tflint_cache"
DEFAULT_SOURCES = (".", "src")
DEFAULT_TIMEOUT = 30.0


class SettingsError(RefusedError):
    """A setting that cannot be followed: one line that names the place and the setting."""


class ExecutorChoice(NamedTuple):
    """What is to run the experiments.

    Attributes:
        name: ``dask://HOST:PORT``, or ``MODULE:FUNCTION`` for what makes an executor.
        folders: where the module is looked up, if it is not installed.
    """

    name: str
    folders: tuple[str, ...] = ()


class ConfirmOptions(NamedTuple):
    """How ``--confirm`` runs.

    Attributes:
        python: interpreter for all frameworks, None for one that is looked for.
        pythons: interpreters by framework, stronger than ``python``.
        timeout: seconds for one experiment.
        jobs: experiments at the same time, None to decide by the machine.
        examples: file with the user's own inputs, None for ``tflint_examples.py`` near the code.
        sandbox: whether they run in a sandbox.
        executor: what runs the experiments, None for this machine.
    """

    python: str | None = None
    pythons: Mapping[str, str] = MappingProxyType({})
    timeout: float = DEFAULT_TIMEOUT
    jobs: int | None = None
    examples: str | None = None
    sandbox: bool = False
    executor: ExecutorChoice | None = None


class Nearest(Protocol):
    """Finds the settings of folders."""

    def of(self, folder: str) -> Settings:
        """The settings of a folder, given as an absolute path."""

    def unfollowed(self) -> list[str]:
        """What files say for whole runs that this run does not follow, a line each."""


class Settings(NamedTuple):
    """Everything that one run follows.

    Attributes:
        files: what to leave out.
        layers: rule selections, later ones over earlier ones.
        preview: whether prefixes select opt-in rules too, and what is only possible is shown.
        per_file_ignores: selectors that do not count in some files.
        src: folders in which imports are looked up, from where the project begins.
        isolated_files: whether files are judged by themselves, without the project around them.
        respect_noqa: whether comments silence findings.
        cache_dir: folder of the cache, None for no cache.
        plugins: the rules that the project has of its own, for the whole run.
        warnings: what files of settings say that is not followed, a line each.
        baseline: file of known findings, None for none.
        origin: the file that says so; None where none does.
        extends: the files that it extends, the first of them first.
        origins: which files say it, by key.
        folders: finds the settings of other folders; None where these hold for all.
    """

    files: FileRules = FileRules()
    layers: tuple[Layer, ...] = ()
    preview: bool = False
    per_file_ignores: tuple[PerFileIgnore, ...] = ()
    src: tuple[str, ...] = (".", "src")
    isolated_files: bool = False
    respect_noqa: bool = True
    cache_dir: str | None = None
    output_format: str = "text"
    confirm: ConfirmOptions = ConfirmOptions()
    plugins: Plugins = Plugins()
    warnings: tuple[str, ...] = ()
    baseline: str | None = None
    origin: str | None = None
    extends: str = ""
    origins: Mapping[str, str] = MappingProxyType({})
    folders: Nearest | None = None

    def for_folder(self, folder: str) -> Settings:
        """What holds for the files of a folder.

        Raises:
            SettingsError: its file of settings can't be followed.
        """
        return self if self.folders is None else self.folders.of(os.path.abspath(folder))

    def for_file(self, path: str) -> Settings:
        """What holds for a file; raises as ``for_folder`` does."""
        return self.for_folder(os.path.dirname(os.path.abspath(path)))

    def enabled(self, catalogue: Catalogue) -> set[str]:
        """Codes to report, of our rules and the project's own."""
        known = {**catalogue, **self.plugins.listed}
        return enabled(known, self.layers, preview=self.preview)

    def ignores(self, path: str, code: str) -> bool:
        """True when a per-file ignore silences the code in the file."""
        return any(entry.ignores(path, code) for entry in self.per_file_ignores)


@dataclass(frozen=True)
class PerFileIgnore:
    """Selectors silenced in the files a pattern matches, or with ``!`` in all others."""

    pattern: str
    root: str
    selectors: tuple[str, ...]

    def ignores(self, path: str, code: str) -> bool:
        """True when this entry silences ``code`` in ``path``."""
        if not any(matches(selector, code) for selector in self.selectors):
            return False
        negated = self.pattern.startswith("!")
        return self._patterns.covers_any_part(path) is not negated

    @cached_property
    def _patterns(self) -> Patterns:
        return Patterns((self.pattern.removeprefix("!"),), self.root)


class Overrides(NamedTuple):
    """What the command line says; None leaves the file's word."""

    layer: Layer = Layer()
    preview: bool | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    respect_gitignore: bool | None = None
    force_exclude: bool | None = None
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    isolated_files: bool | None = None
    respect_noqa: bool = True
    cache: bool = True
    cache_dir: str | None = None
    output_format: str | None = None
    pythons: tuple[tuple[str | None, str], ...] = ()
    timeout: float | None = None
    jobs: int | None = None
    sandbox: bool | None = None
    executor: str | None = None
