"""Rules of a project's own: the modules that ``plugins`` in the settings names, imported.

That runs code of the project, which nothing else of linting does. So it is done for a file of settings of
the project one stands in, or one that was named, and for no other; see SECURITY.md.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

from tflint.linting.selection import PREFIX, Listed

if TYPE_CHECKING:
    from tflint.cst import ProjectRule

CODE = re.compile(rf"(?!{PREFIX})[A-Z]{{1,3}}[0-9]{{3}}")
"""What codes of a project's own look like; flake8 takes no others."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class PluginError(Exception):
    """A plugin that can't be used: why, in one line."""


class Plugins(NamedTuple):
    """The rules that a project has of its own.

    Attributes:
        rules: by code, in order of code.
        digest: changes with the code of the plugins and of what they import of the project.
        names: the modules that they are in.
    """

    rules: Mapping[str, type[ProjectRule]] = MappingProxyType({})
    digest: str = ""
    names: tuple[str, ...] = ()

    @property
    def listed(self) -> dict[str, Listed]:
        """What selection needs to know of them."""
        return {code: Listed(code, default=rule.default) for code, rule in self.rules.items()}


def is_module_name(name: str) -> bool:
    """True for what can be imported, as far as its name goes."""
    return all(part.isidentifier() for part in name.split("."))


def is_own(config: str) -> bool:
    """Whether a file of settings belongs to the project one stands in: it stands there, or above."""
    folder = os.path.dirname(os.path.realpath(config))
    try:
        return os.path.commonpath([folder, os.path.realpath(os.getcwd())]) == folder
    except ValueError:  # several drives
        return False


def load_plugins(names: Sequence[str], folders: Sequence[str]) -> Plugins:
    """Import modules, installed or else from these folders, and find their rules.

    Raises:
        PluginError: one can't be imported, has no rule, or a rule is not as it should be.
    """
    return _loaded(tuple(names), tuple(os.path.abspath(folder) for folder in folders))


@cache
def _loaded(names: tuple[str, ...], folders: tuple[str, ...]) -> Plugins:
    for folder in folders:
        if folder not in sys.path:
            sys.path.append(folder)
    before = set(sys.modules)
    rules: dict[str, type[ProjectRule]] = {}
    modules = [_imported(name) for name in names]
    for name, module in zip(names, modules, strict=True):
        found = list(_rules_of(module))
        if not found:
            raise PluginError(
                f"{name} has no rule: no class in it has tflint.cst.ProjectRule as base"
            )
        for rule in found:
            _check(name, rule)
            if rules.setdefault(rule.code, rule) is not rule:
                raise PluginError(f"two rules have the code {rule.code}")
    new = [module for key, module in sorted(sys.modules.items()) if key not in before]
    digest = _digest([*modules, *(module for module in new if _is_below(module, folders))])
    return Plugins(MappingProxyType(dict(sorted(rules.items()))), digest, names)


def _imported(name: str) -> ModuleType:
    """A module; Python keeps no bytecode of it, since linting writes nothing into a project.

    It would also be taken for what a file of the same size and second says.
    """
    writes_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:200]
        raise PluginError(f"{name} cannot be imported: {type(error).__name__}: {text}") from error
    finally:
        sys.dont_write_bytecode = writes_nothing


def _rules_of(module: ModuleType) -> Iterator[type[ProjectRule]]:
    """The rules in a module, each once; a base of theirs has no code."""
    from tflint.cst import ProjectRule

    classes = [value for value in vars(module).values() if isinstance(value, type)]
    for found in dict.fromkeys(classes):
        if issubclass(found, ProjectRule) and hasattr(found, "code"):
            yield found


def _check(module: str, rule: type[ProjectRule]) -> None:
    """Refuse a rule that does not say what it is.

    Raises:
        PluginError: what it lacks.
    """
    from tflint.finding import Applicability, Harm

    where = f"{module}.{rule.__name__}"
    if not isinstance(rule.code, str) or not CODE.fullmatch(rule.code):
        raise PluginError(
            f"{where}: `code` must be one to three capital letters, not {PREFIX}, and three digits"
        )
    if not isinstance(getattr(rule, "name", None), str) or not _NAME.fullmatch(rule.name):
        raise PluginError(
            f"{where}: `name` must be words in small letters with hyphens between them"
        )
    if not isinstance(getattr(rule, "summary", None), str) or not rule.summary.strip():
        raise PluginError(f"{where}: `summary` must be a line of text")
    wrong = [
        name
        for name, kinds in (
            ("harm", Harm),
            ("information", str),
            ("default", bool),
            ("fix", (Applicability, type(None))),
        )
        if not isinstance(getattr(rule, name), kinds)
    ]
    for name in wrong:
        raise PluginError(f"{where}: `{name}` is {getattr(rule, name)!r}, which it can't be")
    if hasattr(rule, "severity"):
        raise PluginError(f"{where}: `information` has taken the place of `severity`, and says why")
    if isinstance(rule.mentions, str) or not all(isinstance(text, str) for text in rule.mentions):
        raise PluginError(f"{where}: `mentions` must be a set of texts")


def _is_below(module: ModuleType, folders: Sequence[str]) -> bool:
    path = getattr(module, "__file__", None)
    return isinstance(path, str) and any(path.startswith(folder + os.sep) for folder in folders)


def _digest(modules: Sequence[ModuleType]) -> str:
    import hashlib  # late: most runs have no plugins

    digest = hashlib.blake2b(digest_size=20)
    for path in sorted({str(getattr(module, "__file__", "")) for module in modules}):
        digest.update(path.encode(errors="replace") + b"\0")
        try:
            with open(path, "rb") as stream:
                digest.update(stream.read())
        except OSError:
            digest.update(b"?")
        digest.update(b"\0")
    return digest.hexdigest()
