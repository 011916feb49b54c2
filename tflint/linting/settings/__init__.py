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
    from tflint.linting.settings.table import Said

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
    and is over all files.

    Raises:
        SettingsError: the file or the overrides cannot be followed.
    """
    overrides = overrides or Overrides()
    if config is None and not given:
        said = None
    else:
        from tflint.linting.settings.building import built
        from tflint.linting.settings.table import Said, checked, read_table, read_with_extended

        said = Said(GIVEN, checked(given, GIVEN, catalogue)) if given else None
        if config is not None:
            table = read_table(config)
            if table is None:
                raise SettingsError(f"{config}: has no [tool.tflint] table")
            settings = built(read_with_extended(table, config, catalogue), said)
            return override(settings, overrides, catalogue)
        if isolated:
            return override(built([], said), overrides, catalogue)
    if isolated:
        return override(Settings(), overrides, catalogue)
    folders = _Nearest(catalogue, overrides, said)
    settings = folders.of(_common_folder(paths))
    folders.run = settings
    return settings


class _Nearest:
    """The settings of folders: those of the nearest file, and the command line over them.

    Attributes:
        run: what holds for the whole run, once that is known.
    """

    def __init__(self, catalogue: Catalogue, overrides: Overrides, given: Said | None) -> None:
        self._given = given
        self.run = Settings()
        self._catalogue = catalogue
        self._overrides = overrides
        self._by_folder: dict[str, Settings] = {}

    def of(self, folder: str) -> Settings:
        """The settings of a folder, given as an absolute path.

        Raises:
            SettingsError: they can't be followed.
        """
        climbed: list[str] = []
        while folder not in self._by_folder:
            climbed.append(folder)
            own = self._own(folder)
            above = os.path.dirname(folder)
            if own is not None or above == folder:
                self._by_folder[folder] = own or self._made([])
                break
            folder = above
        settings = self._by_folder[folder]
        self._by_folder.update(dict.fromkeys(climbed, settings))
        return settings

    def _own(self, folder: str) -> Settings | None:
        """What the file of settings in a folder makes; None where there is none."""
        if not any(os.path.isfile(os.path.join(folder, name)) for name in CONFIG_FILES):
            return None
        from tflint.linting.settings.table import (  # late: many have none
            config_in,
            read_with_extended,
        )

        found = config_in(folder)
        if found is None:
            return None
        path, table = found
        return self._made(read_with_extended(table, path, self._catalogue))

    def _made(self, files: list[Said]) -> Settings:
        own = Settings()
        if files or self._given:
            from tflint.linting.settings.building import built

            own = built(files, self._given)
        return override(own, self._overrides, self._catalogue)._replace(folders=self)

    def unfollowed(self) -> list[str]:
        """What files say for whole runs that this run does not follow, a line each."""
        told: dict[str, None] = {}
        if len(set(map(id, self._by_folder.values()))) < 2:
            return []
        from tflint.linting.settings.keys import KEYS

        for settings in self._by_folder.values():
            if settings.origin != self.run.origin:
                names = [key.name for key in KEYS if key.of_run and key.name in settings.origins]
                keys = ", ".join(names)
                why = f"which follows {self.run.origin or 'no file'}"
                if names:
                    told[f"{settings.origin}: {keys}: not followed by this run, {why}"] = None
        return list(told)


def _common_folder(paths: Sequence[str]) -> str:
    places = [os.path.abspath(path) for path in paths] or [os.getcwd()]
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in places]
    try:
        return os.path.commonpath(folders)
    except ValueError:  # several drives
        return os.getcwd()
