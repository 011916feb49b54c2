"""What a project says to installers: which versions of a framework it asks for.

Files are read as data, and nothing in them is run. What cannot be understood says nothing.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from tflint.files.project_texts import (
    LARGEST,
    NOT_UNDERSTOOD,
    names_in,
    sections_of,
    text_of,
    toml_of,
)

_NAMES = ("tensorflow", "keras")
KERAS_2_ONLY = frozenset(
    {
        *("bert4keras", "keras-rl2", "larq", "tensorflow-addons", "tensorflow-directml-plugin"),
        "tf2crf",
    }
)
"""Packages that run with Keras 2 and with no other, whatever version everybody is asked to install.

Measured with Keras 3.15: a part of each of their last releases (0.11.5, 1.0.5, 0.14.0, 0.23.0, 0.1.33)
can't be imported, by what they import from Keras; ``tf2crf`` needs ``tensorflow-addons``. The last
release of ``tensorflow-directml-plugin`` is for TensorFlow 2.10,
https://github.com/microsoft/tensorflow-directml-plugin.
"""
_ALSO_CALLED = {
    "keras-base": "keras",
    "keras-gpu": "keras",
    "tensorflow-base": "tensorflow",
    "tensorflow-cpu": "tensorflow",
    "tensorflow-gpu": "tensorflow",
    "tensorflow-intel": "tensorflow",
    "tensorflow-macos": "tensorflow",
    "tf-nightly": "tensorflow",
    "tf-nightly-cpu": "tensorflow",
    "tf-nightly-gpu": "tensorflow",
}
_CONDA = re.compile(
    r"^\s*-\s*[\"']?(?:[\w.-]+::)?(?P<name>[\w-]+)\s*(?P<pin>[=<>!~][^\s,\"'#]*(?:\s*,\s*[=<>!~][^\s,\"'#]*)*)",
    re.MULTILINE,
)
"""A line of an environment of conda: ``- conda-forge::tensorflow=2.4``."""
_OF_CONDA = re.compile(
    r"^# (?:Name +Version +Build\b|This file may be used to create an environment using:)",
    re.MULTILINE,
)
"""What heads a list of all that conda has installed."""
_POETRY = re.compile(r"(?P<sign>\^|~(?!=)|=(?!=)|)\s*(?P<version>\d[\w.+-]*(?:\.\*)?)$")

_LIST = re.compile(
    r".*(?:conda|env|req|pack|pip|depend|version|install|freeze|lib).*\.txt", re.IGNORECASE
)
"""What such a list may be called; other texts are not opened."""
_MOST_TEXTS = 100
"""How many texts of a project may be such a list, and how many may be for people."""
_LARGEST_LIST = 1 << 20
"""Bytes of such a list; a thousand packages take some hundred thousand."""
_README = re.compile(r"readme(?:\.\w+)?|install\w*(?:\.(?:md|rst|txt))?", re.IGNORECASE)
"""What is written for people who set a project up, the guide to that included."""
_GUIDE = re.compile(r".*install.*", re.IGNORECASE)
"""A folder that such a guide may have for its own."""
_TOLD = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?`?(?P<asked>[\w.-]+[ \t]*==[ \t]*[\w.]+)`?[ \t]*\\?\r?$",
    re.MULTILINE,
)
"""A line of a README that is a requirement of one version, be it an item of a list."""
_TOLD_IN_LIST = re.compile(
    r"^[ \t]*[-*+][ \t]+`?(?P<name>tensorflow(?:-gpu)?|keras)[ \t]+"
    r"v?(?P<version>\d+\.\d+(?:\.\d+)?)`?[ \t]*\r?$",
    re.MULTILINE | re.IGNORECASE,
)
"""An item of a list in a README that is a framework and one version: ``- TensorFlow 1.13``."""
_TOLD_IN_SENTENCE = re.compile(
    r"\b(?:uses|(?:built|developed|implemented|written)(?:[ \t]\w+)?[ \t](?:in|on|with|for))\b"
    r"(?:[^.;:()]|(?<=\d)\.(?=\d)){1,60}?\b(?P<name>tensorflow(?:-gpu)?|keras)[ \t]+v?"
    r"(?P<version>\d+\.\d+(?:\.\d+)?)(?=[ \t]+backend\b|[.,]?[ \t]*$|\.[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
"""A sentence of a README that says what the program uses: ``It uses the TensorFlow 1.8 backend.``"""
_TOLD_TO_INSTALL = re.compile(
    r"^[ \t]*(?:[!%$>][ \t]*)?`{0,3}(?P<by>pip3?|conda)[ \t]+install(?P<names>(?:[ \t]+[\w.=\"'-]+)+)"
    r"`{0,3}(?:<br ?/?>)?[ \t]*\r?$",
    re.MULTILINE,
)
"""A line of a README that is a command which installs packages, of any version or of one."""
_OF_ONE = re.compile(r"(?P<name>[\w.-]+)(?P<sign>==?)(?P<version>\d+(?:\.\d+)+)")
"""A package and one version in such a command; that of conda says ``=`` for all that begin so."""
_FROZEN = re.compile(r"[\w.-]+(?:\[[\w,.-]*\])?==[\w.+!-]+|[\w.-]+ @ .*|-e .*")
"""A line of what pip has installed."""
_FOLDER = re.compile(r".*requirements?.*", re.IGNORECASE)
_MOST_REQUIREMENTS = 10_000
"""How many requirements of one file are read; those below say nothing."""
_MOST_PINS = 200
"""How many of them that differ, and ask for a framework, count."""
_Asked: TypeAlias = Iterator["tuple[str, str] | None"]
_Reader: TypeAlias = Callable[[str], _Asked]


class Pin(NamedTuple):
    """What one file asks for.

    Attributes:
        name: the framework, ``tensorflow`` or ``keras``, or what goes with few versions of these.
        versions: which of its versions, as installers write them (PEP 440).
        where: the file.
    """

    name: str
    versions: str
    where: str


def read_pins(root: str) -> list[Pin]:
    """The versions that the project in a folder asks for; those of other folders are not looked at.

    What it tells people counts where it tells installers nothing of a framework.
    """
    found = [pin for file in _files(root) for pin in _pins_of(root, *file)]
    said = {pin.name for pin in found}
    for name in islice(_read_by_people(root), _MOST_TEXTS):
        found += (p for p in _pins_of(root, name, _told, _LARGEST_LIST) if p.name not in said)
    return found


def _read_by_people(root: str) -> Iterator[str]:
    names = names_in(root)
    yield from filter(_README.fullmatch, names)
    for folder in filter(_GUIDE.fullmatch, names):
        for name in filter(_README.fullmatch, names_in(os.path.join(root, folder))):
            yield os.path.join(folder, name)


def _pins_of(root: str, path: str, read: _Reader, largest: int) -> Iterator[Pin]:
    text = text_of(root, path, largest)
    if any(name in text.lower() for name in _NAMES):
        with suppress(*NOT_UNDERSTOOD):
            lines = islice(read(text), _MOST_REQUIREMENTS)
            asked = dict.fromkeys(one for one in lines if one is not None)
            yield from (Pin(*one, path) for one in islice(asked, _MOST_PINS))


def _files(root: str) -> Iterator[tuple[str, _Reader, int]]:
    """The files that ask for versions, each with what reads it and the bytes that it may have."""
    names = names_in(root)
    readers = {n: [read for ends, read in _READERS if re.fullmatch(ends, n)] for n in names}
    for name in names:
        yield from ((name, read, LARGEST) for read in readers[name])
    texts = [name for name in names if _LIST.fullmatch(name)]
    for folder in filter(_FOLDER.fullmatch, names):
        for name in names_in(os.path.join(root, folder)):
            path = os.path.join(folder, name)
            if name.endswith((".txt", ".in")):
                yield path, _requirements, LARGEST
                texts.append(path)
    for path in texts[:_MOST_TEXTS]:
        is_read = bool(readers.get(path, True))  # those of other folders are
        yield path, _installed if is_read else _installed_or_frozen, _LARGEST_LIST


def _asked(requirement: str, *, of_all: bool = False) -> tuple[str, str] | None:
    """A framework and its versions, of a requirement like ``tensorflow>=2.4,<2.9; sys_platform …``."""
    # Imported here, since most runs find no framework in what a project asks for.
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        parsed = Requirement(requirement)
    except InvalidRequirement:
        return None
    return _of(parsed.name, str(parsed.specifier), of_all=of_all and parsed.marker is None)


def _of(name: str, versions: str, *, of_all: bool = False) -> tuple[str, str] | None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.utils import canonicalize_name

    called = canonicalize_name(name)
    known = _ALSO_CALLED.get(called, called)
    if of_all and known in KERAS_2_ONLY:
        return known, versions
    if known not in _NAMES or not versions:
        return None
    try:
        return known, str(SpecifierSet(versions))
    except InvalidSpecifier:
        return None


def _requirements(text: str, *, of_all: bool = False) -> _Asked:
    for line in text.replace("\\\n", " ").split("\n"):
        line = re.split(r"(?:^|\s)#|\s--?(?=\w)", line, maxsplit=1)[0].strip()
        command = re.match(r"(?:!|%|\$ )?(?:pip3?|conda) install\s+", line)
        for asked in line[command.end() :].split() if command else [line]:
            if asked and not asked.startswith("-"):
                yield _asked(asked, of_all=of_all)


def _requirements_of_all(text: str) -> _Asked:
    return _requirements(text, of_all=True)


def _told(text: str) -> _Asked:
    """Lines of a text for people that hold nothing but one version, and sentences that end in one."""
    for match in _TOLD.finditer(text):
        yield _asked(match["asked"])
    for match in chain(_TOLD_IN_LIST.finditer(text), _TOLD_IN_SENTENCE.finditer(text)):
        version = match["version"]
        yield _of(match["name"], f"=={version}" if version.count(".") > 1 else f"=={version}.*")
    for match in _TOLD_TO_INSTALL.finditer(text):
        for name in match["names"].replace('"', "").replace("'", "").split():
            if one := _OF_ONE.fullmatch(name):
                rest = ".*" if match["by"] == "conda" and one["sign"] == "=" else ""
                yield _of(one["name"], f"=={one['version']}{rest}")
            yield (name, "") if name in KERAS_2_ONLY else None


def _setup_py(text: str) -> _Asked:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _requirements(node.value) if len(node.value) < 10_000 else ()


def _setup_cfg(text: str) -> _Asked:
    parser = sections_of(text)
    for section in parser.sections():
        if section in ("options", "options.extras_require"):
            for value in parser[section].values():
                yield from _requirements(value)


def _pyproject(text: str) -> _Asked:
    document = toml_of(text)
    project = _table(document, "project")
    needed = project.get("dependencies")
    listed = [needed]
    listed += _table(project, "optional-dependencies").values()
    listed += _table(document, "dependency-groups").values()
    for requirements in listed:
        for requirement in requirements if isinstance(requirements, list) else ():
            if isinstance(requirement, str):
                yield _asked(requirement, of_all=requirements is needed)
    poetry = _table(document, "tool", "poetry")
    groups = [_table(group) for group in _table(poetry, "group").values()]
    for holder in (poetry, *groups):
        for kind in ("dependencies", "dev-dependencies"):
            for name, asked in _table(holder, kind).items():
                yield _of(name, _poetry(asked))


def _poetry(asked: Any) -> str:
    """``^2.4``, ``~2.4`` and ``=2.4`` as installers write them."""
    asked = asked.get("version", "") if isinstance(asked, dict) else asked
    if not isinstance(asked, str) or asked.strip() == "*":
        return ""
    return ",".join(_poetry_part(part.strip()) for part in asked.split(","))


def _poetry_part(asked: str) -> str:
    from packaging.version import InvalidVersion, Version

    match = _POETRY.match(asked)
    if match is None:
        return asked
    if match["sign"] in ("", "="):
        return f"=={match['version']}"
    try:
        version = Version(match["version"]).release
    except InvalidVersion:
        return asked
    kept = 1 if match["sign"] == "^" or len(version) == 1 else 2
    above = [*version[: kept - 1], version[kept - 1] + 1]
    return f">={match['version']},<{'.'.join(map(str, above))}"


def _pipfile(text: str) -> _Asked:
    document = toml_of(text)
    for kind in ("packages", "dev-packages"):
        for name, asked in _table(document, kind).items():
            asked = asked.get("version") if isinstance(asked, dict) else asked
            yield _of(name, asked) if isinstance(asked, str) and asked != "*" else None


def _pipfile_lock(text: str) -> _Asked:
    document = json.loads(text)
    for kind in ("default", "develop"):
        for name, locked in _table(document, kind).items():
            version = _table(locked).get("version")
            yield _of(name, version) if isinstance(version, str) else None


def _lock(text: str) -> _Asked:
    packages = toml_of(text).get("package")
    for package in packages if isinstance(packages, list) else ():
        name, version = _table(package).get("name"), _table(package).get("version")
        if isinstance(name, str) and isinstance(version, str):
            yield _of(name, f"=={version}")


def _environment(text: str) -> _Asked:
    for match in _CONDA.finditer(text):  # lines say it all, so no library for YAML is needed
        pin = re.sub(r"\s", "", match["pin"])
        if exact := re.fullmatch(r"=(\d[\d.]*)(\.\*|\*)?(?:=.*)?", pin):
            pin = f"=={exact[1].rstrip('.')}.*"
        yield _of(match["name"], pin)


def _named_environment(text: str) -> _Asked:
    """An environment of conda under another name than the usual ones: its keys tell."""
    if re.search(r"^dependencies:\s*$", text, re.MULTILINE):
        yield from _environment(text)


def _installed(text: str) -> _Asked:
    """What conda has installed: ``conda list``, and as ``--export`` or ``--explicit`` write it."""
    for line in text.splitlines() if _OF_CONDA.search(text) else ():
        parts = line.replace("=", " ").split(maxsplit=2)
        if parts and "://" in parts[0]:
            parts = parts[0].rpartition("/")[2].rsplit("-", 2)
        yield _of(parts[0], f"=={parts[1]}") if len(parts) > 1 else None


def _installed_or_frozen(text: str) -> _Asked:
    """The same, or what ``pip freeze`` writes: nothing but packages, each of one version."""
    yield from _installed(text)
    lines = [line for line in map(str.strip, text.splitlines()) if line and line[0] != "#"]
    if lines and all(map(_FROZEN.fullmatch, lines)):
        yield from _requirements(text)


def _table(holder: Any, *keys: str) -> dict[str, Any]:
    """A table inside tables; an empty one where there is none."""
    for key in keys:
        holder = holder.get(key) if isinstance(holder, dict) else None
    return holder if isinstance(holder, dict) else {}


_READERS: tuple[tuple[str, _Reader], ...] = (
    (r"requirements\.(?:txt|in)", _requirements_of_all),
    (
        r"(?!requirements\.(?:txt|in)$).*requirements?.*\.(?:txt|in)|constraints.*\.txt",
        _requirements,
    ),
    (r"setup\.py", _setup_py),
    (r"setup\.cfg", _setup_cfg),
    (r"pyproject\.toml", _pyproject),
    (r"Pipfile", _pipfile),
    (r"Pipfile\.lock", _pipfile_lock),
    (r"(?:poetry|uv|pdm)\.lock", _lock),
    (r"environment.*\.ya?ml|conda.*\.ya?ml", _environment),
    (r"(?!environment|conda).*\.ya?ml", _named_environment),
)
"""What reads a file, by its name."""
