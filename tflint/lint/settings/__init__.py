"""What the user asked for: ``[tool.tflint]`` in pyproject.toml, and the command line over it."""

from __future__ import annotations

from collections.abc import Sequence

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
    folder that all paths share upwards.

    Raises:
        SettingsError: the file or the overrides cannot be followed.
    """
    settings = Settings()
    if config is not None:
        table = read_table(config)
        settings = from_table(table or {}, config, catalogue)
    elif not isolated and (found := nearest(paths)):
        settings = from_table(found[1], found[0], catalogue)
    return override(settings, overrides or Overrides(), catalogue)
