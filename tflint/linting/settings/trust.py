"""Whose code is run: a project's own rules and executors, of files of settings that are trusted with it.

Such a file was named by the user, or stands in the current folder or above.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tflint.linting.plugins import PluginError, Plugins, is_own, load_plugins
from tflint.linting.settings.model import DEFAULT_SOURCES, ExecutorChoice
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

    A file that is not trusted with that, nor ``named`` by the user, has none; no other file says where its
    modules are looked up.

    Raises:
        SettingsError: they can't be imported, or have no rules as they should be.
    """
    naming = [said for said in files if "plugins" in said.values]
    if not naming or not naming[-1].values["plugins"]:
        return OwnRules()
    said = naming[-1]
    if not _is_trusted(said, named):
        return OwnRules(warnings=tuple(_not_loaded(said)))
    folders = _folders(said)
    try:
        plugins = load_plugins(said.values["plugins"], folders)
    except PluginError as error:
        raise said.unfollowable("plugins", f"cannot be followed: {error}") from error
    return OwnRules(plugins, said.path)


class OwnExecutor(NamedTuple):
    """What a run has to run experiments.

    Attributes:
        choice: what files name that may; None for this machine.
        warning: why what they name is not used; "" where it is.
    """

    choice: ExecutorChoice | None = None
    warning: str = ""


def own_executor(files: Sequence[Said], named: Collection[str]) -> OwnExecutor:
    """What the last of these files names that names any, if it is trusted with that as with rules."""
    naming = [said for said in files if "confirm.executor" in said.values]
    if not naming:
        return OwnExecutor()
    said = naming[-1]
    name = said.values["confirm.executor"]
    if not _is_trusted(said, named):
        how = f"`--config {said.path}` uses it"
        return OwnExecutor(warning=f"{said.path}: executor {name} is not used, {_WHY_NOT}; {how}")
    return OwnExecutor(ExecutorChoice(name, tuple(_folders(said))))


def _is_trusted(said: Said, named: Collection[str]) -> bool:
    return said.path in named or is_own(said.path)


def _folders(said: Said) -> list[str]:
    """Where modules that a file names are looked up."""
    return [said.root, *said.folders(said.values.get("src", DEFAULT_SOURCES))]


_WHY_NOT = "since this is not the project one stands in"


def _not_loaded(said: Said) -> list[str]:
    return [
        f"{said.path}: plugin {name} is not loaded, {_WHY_NOT}; `--config {said.path}` loads it"
        for name in said.values["plugins"]
    ]


def has_others(files: Sequence[Said], own: OwnRules) -> bool:
    """Whether a file names plugins that the run does not have, so that not all codes are known."""
    return any(said.values.get("plugins") and said.path != own.origin for said in files)
