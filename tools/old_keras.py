"""Write ``tflint/api/old_keras.py``: the names that Keras up to 2.3 has and no Keras from 2.4 on, and back.

    pip download --no-deps -d FOLDER keras==VERSION                 (of each that is to count)
    pip download --no-deps -d FOLDER --only-binary=:all: --python-version 3.8 tensorflow==VERSION
    python tools/old_keras.py FOLDER [--check]

reads the archives in a folder without running anything in them. Of Keras up to 2.3 count what modules
define and what packages hand on from others; of later ones all that is bound by any name, and the interface
of TensorFlow 2.2 to 2.5, which is what Keras 2.4 hands on (2.4.0 does not count: parts of 2.3 were left in
its wheel). Of what only later ones have their interfaces count alone. ``--check`` writes nothing, and
ends with 1 where the file says something else.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from generated import API, filled, formatted

TARGET = API / "old_keras.py"
_ARCHIVE = re.compile(r"(keras|tensorflow)-([\d.]+\d)[-.]", re.IGNORECASE)
_NEW = (2, 4)
_SAME = re.compile(
    r"^(?:keras\.api\._v2\.keras|keras\.api|keras\._tf_keras\.keras|tensorflow\.keras)\b"
)
"""Where later ones keep what is imported from ``keras`` itself."""
_HEAD = '''\
"""The names that tell Keras up to 2.3 from Keras from 2.4 on, by ``tools/old_keras.py``: data."""

from __future__ import annotations

from tflint.api.records import words

OLD_KERAS_NAMES = words(
    """
{names}
    """
)
"""Of {old}, and not of
{new},
nor of ``tf.keras`` in TensorFlow {tensorflow}."""
NEWER_KERAS_NAMES = words(
    """
{newer}
    """
)
"""Of the interfaces of these, and not of those."""
'''


class _Source(NamedTuple):
    """A module in an archive: what it binds, and whether it is a package."""

    defined: set[str]
    imported: list[tuple[str, str, str]]
    """Modules, their names (``*`` for all), and what they are called here."""
    is_package: bool


Release = dict[str, _Source]


def texts(archive: Path) -> Iterator[tuple[str, str]]:
    """The Python files of an archive, by their paths in it."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if name.endswith(".py") and name.startswith(("keras/", "tensorflow/keras/")):
                    yield name, wheel.read(name).decode("utf-8", "replace")
        return
    with tarfile.open(archive) as source:
        for member in source:
            name = member.name.partition("/")[2]
            file = source.extractfile(member) if name.endswith(".py") else None
            if file is not None and name.startswith("keras/"):
                yield name, file.read().decode("utf-8", "replace")


def release(archive: Path) -> Release:
    """The modules of an archive, by their dotted names."""
    found = {}
    for path, text in texts(archive):
        name = path.removesuffix(".py").replace("/", ".")
        is_package = name.endswith(".__init__")
        name = name.removesuffix(".__init__")
        try:
            tree = ast.parse(text)
        except SyntaxError:  # of Python 2
            tree = ast.parse(re.sub(r"\bexec (\w+)", r"exec(\1)", text))
        source = _Source(set(), [], is_package)
        _read(tree.body, name if is_package else name.rpartition(".")[0], source)
        found[name] = source
    for name in found:  # a module is a name of its package
        package, _, last = name.rpartition(".")
        if package in found:
            found[package].defined.add(last)
    return found


def _read(body: Iterable[ast.stmt], package: str, source: _Source) -> None:
    """Note what statements bind, in whatever branch."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                source.defined.add(name)
            case ast.Assign(targets=targets):
                parts = (part for target in targets for part in ast.walk(target))
                source.defined.update(part.id for part in parts if isinstance(part, ast.Name))
            case ast.Import(names=names):
                source.imported.extend(
                    (alias.name, "", (alias.asname or alias.name).partition(".")[0])
                    for alias in names
                )
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                full = ".".join([*above, *([module] if module else [])])
                source.imported.extend((full, a.name, a.asname or a.name) for a in names)
        for inner in ("body", "orelse", "finalbody"):
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                _read(getattr(node, inner, ()), package, source)
        for handler in getattr(node, "handlers", ()):
            _read(handler.body, package, source)


def offered(modules: Release) -> set[str]:
    """The modules of a release, what they define, and what packages hand on of others."""
    return names(modules, lambda source, module: source.is_package and module in modules)


def bound(modules: Release) -> set[str]:
    """All names in the modules of a release, those of its interface under ``keras`` too."""
    return names(modules, lambda source, module: True) | interface_of(modules)


def interface_of(modules: Release) -> set[str]:
    """The names of a release's interface, as they are imported from ``keras``."""
    found = names(modules, lambda source, module: True)
    return {_SAME.sub("keras", name) for name in found if _SAME.match(name)}


def names(modules: Release, counts: Callable[[_Source, str], bool]) -> set[str]:
    """The modules and what they define, or import where ``counts`` says so of a module and another."""
    inside = {name: set(source.defined) for name, source in modules.items()}
    waiting = True
    while waiting:
        waiting = False
        for name, source in modules.items():
            for module, imported, called in source.imported:
                if not counts(source, module):
                    continue
                all_of_it = {n for n in inside.get(module, ()) if not n.startswith("_")}
                more = (all_of_it if imported == "*" else {called}) - inside[name]
                inside[name] |= more
                waiting |= bool(more)
    return {*modules, *(f"{module}.{name}" for module in modules for name in inside[module])}


def lacking(old: set[str], new: set[str]) -> Iterator[str]:
    """What the one has and the other has not; of a module that it has not, the module alone."""
    gone = {name for name in old - new if not any(part.startswith("_") for part in name.split("."))}
    for name in sorted(gone):
        parts = name.split(".")
        if not any(".".join(parts[:end]) in gone for end in range(2, len(parts))):
            yield name


def text(folder: Path) -> str:
    """What the file is to say, by the archives in a folder."""
    by_package: dict[str, list[tuple[tuple[int, ...], Path]]] = {"keras": [], "tensorflow": []}
    for path in folder.iterdir():
        said = _ARCHIVE.match(path.name)
        if said is not None:
            version = tuple(map(int, said[2].split(".")))
            by_package[said[1].lower()].append((version, path))
    interface: Release = {}
    for _, path in sorted(by_package["tensorflow"]):
        for name, source in release(path).items():
            same = interface.setdefault(name, source)
            same.defined.update(source.defined)
            same.imported.extend(source.imported)
    old, bound_in_old = set[str](), set[str]()
    new, offered_by_new = bound(interface), interface_of(interface)
    for version, path in sorted(by_package["keras"]):
        modules = release(path)
        if version < _NEW:
            old |= offered(modules)
            bound_in_old |= bound(modules)
        else:
            new |= bound({**interface, **modules})
            offered_by_new |= interface_of(modules)
    said = {
        "old": _listed(v for v, _ in by_package["keras"] if v < _NEW),
        "new": _listed(v for v, _ in by_package["keras"] if v >= _NEW),
        "tensorflow": _listed(v for v, _ in by_package["tensorflow"]),
    }
    said["names"] = filled(lacking(old, new), 104, 4, 4)
    said["newer"] = filled(lacking(offered_by_new, bound_in_old), 104, 4, 4)
    return formatted(_HEAD.format(**said), TARGET)


def _listed(versions: Iterable[tuple[int, ...]]) -> str:
    """Versions as a sentence lists them, with two numbers each."""
    *first, last = dict.fromkeys(".".join(map(str, v[:2])) for v in sorted(versions))
    return f"{', '.join(first)} and {last}" if first else last


def main() -> int:
    """Write the file, or with ``--check`` compare it; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.check:
        return int(TARGET.read_text(encoding="utf-8") != text(given.folder))
    TARGET.write_text(text(given.folder), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
