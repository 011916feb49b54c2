"""What the user asked for: ``[tool.tflint]`` in pyproject.toml, and the command line over it."""

from __future__ import annotations

from collections.abc import Sequence

from tflint.lint.plugins import is_own
from tflint.lint.selection import Catalogue
from tflint.lint.settings.model import (
    DEFAULT_TIMEOUT,
    FRAMEWORKS,
    OUTPUT_FORMATS,
    ConfirmOptions,
    Overrides,
    PerFileIgnore,
    Settings,
    SettingsError,
)
from tflint.lint.settings.override import override
from tflint.lint.settings.table import from_table, nearest, read_table

__all__ = [
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


def load(
    paths: Sequence[str],
    catalogue: Catalogue,
    overrides: Overrides | None = None,
    *,
    config: str | None = None,
    isolated: bool = False,
) -> Settings:
    """Settings for a run over ``paths``.

    The file is ``config``, else the nearest pyproject.toml with a ``[tool.tflint]`` table, from the
    folder that all paths share upwards. Plugins that it names are imported if it is ``config``, or stands
    in the current folder or above.

    Raises:
        SettingsError: the file or the overrides cannot be followed.
    """
    settings = Settings()
    if config is not None:
        table = read_table(config)
        if table is None:
            raise SettingsError(f"{config}: has no [tool.tflint] table")
        settings = from_table(table, config, catalogue, trusted=True)
    elif not isolated:
        if found := nearest(paths):
            settings = from_table(found[1], found[0], catalogue, trusted=is_own(found[0]))
        warnings = (*settings.warnings, *_not_followed(paths, found and found[0]))
        settings = settings._replace(warnings=warnings)
    return override(settings, overrides or Overrides(), {**catalogue, **settings.plugins.listed})


def _not_followed(paths: Sequence[str], followed: str | None) -> tuple[str, ...]:
    """A run follows one file: a word on those that some of its paths have besides."""
    if len(paths) < 2:
        return ()
    own = (found[0] for path in dict.fromkeys(paths) if (found := nearest([path])))
    others = sorted({path for path in own if path != followed})
    why = (
        f"{followed} holds for all paths given"
        if followed
        else "no one file holds for all paths given"
    )
    return tuple(
        f"{path}: not followed, since {why}; lint what it is for by itself" for path in others
    )
