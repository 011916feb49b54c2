"""What the user asked for: files of settings, the nearest for each file, and the command line over them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tflint.linting.selection import Catalogue
from tflint.linting.settings.model import (
    CONFIG_FILES,
    DEFAULT_TIMEOUT,
    FRAMEWORKS,
    OUTPUT_FORMATS,
    ConfirmOptions,
    Overrides,
    PerFileIgnore,
    Settings,
    SettingsError,
)
from tflint.linting.settings.override import override

if TYPE_CHECKING:
    from tflint.linting.settings.model import ExecutorChoice
    from tflint.linting.settings.table import Said
    from tflint.linting.settings.trust import OwnRules

__all__ = [
    "CONFIG_FILES",
    "DEFAULT_TIMEOUT",
    "FRAMEWORKS",
    "OUTPUT_FORMATS",
    "ConfirmOptions",
    "Overrides",
    "PerFileIgnore",
    "Settings",
    "SettingsError",
    "load",
]

GIVEN = "settings"
"""What a program gives, where others have the name of a file."""


def load(
    paths: Sequence[str],
    catalogue: Catalogue,
    overrides: Overrides | None = None,
    *,
    config: str | None = None,
    isolated: bool = False,
    given: Mapping[str, object] | None = None,
) -> Settings:
    """Settings for a run over ``paths``.

    What holds for the whole run is in ``config``, else in the nearest file of settings from the folder that
    all paths share upwards. What holds for files is in ``config``, else in the nearest file for each
    folder: ``Settings.for_folder``. ``given`` has keys as a file of the current folder has,
    and is over all files. Plugins are imported if ``given`` or ``config`` names them, or a file that
    stands in the current folder or above.

    Raises:
        SettingsError: the file or the overrides cannot be followed.
    """
    above = []
    if given:
        from tflint.linting.settings.table import said_by  # late: only programs give any

        above = [said_by(given, GIVEN)]
    folders = _Nearest(catalogue, overrides or Overrides(), above)
    if config is not None:
        from tflint.linting.settings.table import read_table, read_with_extended

        table = read_table(config)
        if table is None:
            raise SettingsError(f"{config}: has no [tool.tflint] table")
        files = read_with_extended(table, config)
        return folders.of_run(files, named=config)._replace(folders=None)
    if isolated:
        return folders.of_run([])._replace(folders=None)
    return folders.of_run(folders.files_for(_common_folder(paths)))


class _Nearest:
    """The settings of folders: those of the nearest file, and the command line over them.

    Attributes:
        run: what holds for the whole run, once that is known.
    """

    def __init__(self, catalogue: Catalogue, overrides: Overrides, above: list[Said]) -> None:
        self._above = above
        self.run = Settings()
        self._catalogue = catalogue
        self._overrides = overrides
        self._own: OwnRules | None = None
        self._files: dict[str, list[Said] | None] = {}
        self._by_folder: dict[str, Settings] = {}

    def of_run(self, files: list[Said], named: str | None = None) -> Settings:
        """What files say for the whole run; rules of its own are known from then on.

        Args:
            files: the one that holds for it, after those that it extends.
            named: which file the user named.

        Raises:
            SettingsError: they can't be followed.
        """
        chain = [*files, *self._above]
        executor: ExecutorChoice | None = None
        unfollowed: dict[str, tuple[str, ...]] = {}
        trusted = {GIVEN, named or GIVEN}
        if any("plugins" in said.values for said in chain):
            from tflint.linting.settings.trust import own_rules  # late: most have none

            self._own = own_rules(chain, trusted)
            self._catalogue = {**self._catalogue, **self._own.plugins.listed}
            unfollowed["plugins"] = self._own.warnings
        if self._overrides.executor is None and any("confirm.executor" in s.values for s in chain):
            from tflint.linting.settings.trust import own_executor  # late: most have none

            executor, warning = own_executor(chain, trusted)
            unfollowed["confirm.executor"] = (warning,) if warning else ()
        self.run = self._made(files, executor)
        if any(unfollowed.values()):
            origins = {k: said for k, said in self.run.origins.items() if not unfollowed.get(k)}
            warnings = tuple(line for lines in unfollowed.values() for line in lines)
            self.run = self.run._replace(origins=origins, warnings=warnings)
        return self.run

    def files_for(self, folder: str) -> list[Said]:
        """The nearest file for a folder, after those that it extends.

        Raises:
            SettingsError: one can't be followed.
        """
        files = self._files_in(folder)
        while files is None and os.path.dirname(folder) != folder:
            folder = os.path.dirname(folder)
            files = self._files_in(folder)
        return files or []

    def of(self, folder: str) -> Settings:
        """The settings of a folder, given as an absolute path.

        Raises:
            SettingsError: they can't be followed.
        """
        climbed: list[str] = []
        while folder not in self._by_folder:
            climbed.append(folder)
            files = self._files_in(folder)
            above = os.path.dirname(folder)
            if files is not None or above == folder:
                self._by_folder[folder] = self._made(files or [])
                break
            folder = above
        settings = self._by_folder[folder]
        self._by_folder.update(dict.fromkeys(climbed, settings))
        return settings

    def _files_in(self, folder: str) -> list[Said] | None:
        """The file of settings in a folder, after those that it extends; None where there is none."""
        if folder not in self._files:
            self._files[folder] = _read_in(folder)
        return self._files[folder]

    def _made(self, files: list[Said], executor: ExecutorChoice | None = None) -> Settings:
        own = Settings()
        if files or self._above:
            from tflint.linting.settings.building import built
            from tflint.linting.settings.table import with_selectors
            from tflint.linting.settings.trust import OwnRules, has_others

            rules = self._own or OwnRules()
            others = has_others([*files, *self._above], rules)
            chain, above = (
                [with_selectors(said, self._catalogue, others=others) for said in some]
                for some in (files, self._above)
            )
            own = built(chain, *above, executor=executor)
        if self._own is not None:
            own = own._replace(plugins=self._own.plugins)
        return override(own, self._overrides, self._catalogue)._replace(folders=self)

    def unfollowed(self) -> list[str]:
        """What files say for whole runs that this run does not follow, a line each."""
        told: dict[str, None] = {}
        if len(set(map(id, self._by_folder.values()))) < 2:
            return []
        from tflint.linting.settings.keys import KEYS

        for settings in self._by_folder.values():
            if settings.origin != self.run.origin:
                run, own = self.run.origins, settings.origins
                names = [
                    k.name
                    for k in KEYS
                    if k.of_run and own.get(k.name) not in (None, run.get(k.name))
                ]
                keys = ", ".join(names)
                why = f"which follows {self.run.origin or 'no file'}"
                if names:
                    told[f"{settings.origin}: {keys}: not followed by this run, {why}"] = None
        return list(told)


def _read_in(folder: str) -> list[Said] | None:
    if not any(os.path.isfile(os.path.join(folder, name)) for name in CONFIG_FILES):
        return None
    from tflint.linting.settings.table import config_in, read_with_extended  # late: many have none

    found = config_in(folder)
    if found is None:
        return None
    path, table = found
    return read_with_extended(table, path)


def _common_folder(paths: Sequence[str]) -> str:
    places = [os.path.abspath(path) for path in paths] or [os.getcwd()]
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in places]
    try:
        return os.path.commonpath(folders)
    except ValueError:  # several drives
        return os.getcwd()
