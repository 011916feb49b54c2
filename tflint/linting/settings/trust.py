"""Whose code is run: a project's own rules are imported for files of settings that are trusted with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tflint.linting.plugins import PluginError, Plugins, is_own, load_plugins
from tflint.linting.settings.model import DEFAULT_SOURCES
from tflint.linting.settings.table import Said


class OwnRules(NamedTuple):
    """The rules of its own that a run has.

    Attributes:
        plugins: the rules.
        origin: the file that names them; None where none does, or none that may.
        warnings: what is not loaded, a line each.
    """

    plugins: Plugins = Plugins()
    origin: str | None = None
    warnings: tuple[str, ...] = ()


def own_rules(files: Sequence[Said], named: Collection[str]) -> OwnRules:
    """Import the modules that the last of these files names that names any.

    A file is trusted with that if its path is among those ``named`` by the user, or if it stands in the
    current folder or above; no other file says where its modules are looked up.

    Raises:
        SettingsError: they can't be imported, or have no rules as they should be.
    """
    naming = [said for said in files if "plugins" in said.values]
    if not naming or not naming[-1].values["plugins"]:
        return OwnRules()
    said = naming[-1]
    if said.path not in named and not is_own(said.path):
        return OwnRules(warnings=tuple(_not_loaded(said)))
    folders = [said.root, *said.folders(said.values.get("src", DEFAULT_SOURCES))]
    try:
        plugins = load_plugins(said.values["plugins"], folders)
    except PluginError as error:
        raise said.unfollowable("plugins", f"cannot be followed: {error}") from error
    return OwnRules(plugins, said.path)


def _not_loaded(said: Said) -> list[str]:
    why = "since this is not the project one stands in"
    return [
        f"{said.path}: plugin {name} is not loaded, {why}; `--config {said.path}` loads it"
        for name in said.values["plugins"]
    ]


def has_others(files: Sequence[Said], own: OwnRules) -> bool:
    """Whether a file names plugins that the run does not have, so that not all codes are known."""
    return any(said.values.get("plugins") and said.path != own.origin for said in files)
