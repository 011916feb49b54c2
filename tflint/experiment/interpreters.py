"""An interpreter and what is installed in it, as a hash, without starting it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from glob import escape, glob

_PACKAGES = {
    "tensorflow": re.compile(r"(tensorflow|tf_nightly)[\w.]*-.*\.(dist|egg)-info", re.IGNORECASE),
    "mxnet": re.compile(r"mxnet\w*-.*\.(dist|egg)-info", re.IGNORECASE),
}
_PACKAGES["tf_keras"] = _PACKAGES["tensorflow"]
_KERAS_2 = re.compile(r"tf_keras-.*\.dist-info", re.IGNORECASE)
_SHOWN = ("tensorflow", "tf_nightly", "keras", "tf_keras", "mxnet", "numpy")
_PARTS = ("bin", "lib", "lib64", "pyvenv.cfg")
_METADATA = (".dist-info", ".egg-info", ".egg-link", ".pth")


def found(framework: str) -> str:
    """The first interpreter that has a framework: ours, that of the active environment, that in ``.venv``.

    Ours if none has it.
    """
    folders = [os.environ.get("VIRTUAL_ENV"), os.environ.get("CONDA_PREFIX"), ".venv"]
    others = [os.path.abspath(os.path.join(one, "bin", "python")) for one in folders if one]
    candidates = [sys.executable, *others]
    return next((one for one in candidates if stamp(one, framework) is not None), sys.executable)


def has_keras_2(python: str) -> bool:
    """Whether ``tf_keras`` is installed for an interpreter, as far as can be seen from outside."""
    program = shutil.which(python)
    if program is None:
        return False
    program = os.path.abspath(program)
    installed = _metadata(program, os.path.realpath(program))
    return any(_KERAS_2.fullmatch(os.path.basename(path)) for path in installed)


def versions(python: str) -> list[str]:
    """Of Python and of what experiments run by, as far as can be seen from outside."""
    program = os.path.abspath(shutil.which(python) or python)
    found: dict[str, str] = {}
    for path in _metadata(program, os.path.realpath(program)):
        name, _, version = os.path.basename(path).rpartition(".")[0].partition("-")
        if name.lower() in _SHOWN:
            found.setdefault(name.lower(), version)
        for part in re.findall(r"python(3[.\d]*)", path):
            found.setdefault("Python", part)
    return [f"{name} {found[name]}" for name in ("Python", *_SHOWN) if name in found]


def parts(python: str) -> list[str]:
    """Where an interpreter lies, and what is installed for it: programs, libraries, packages.

    Not what an editable installation leads to, nor anything else that stands beside these.
    """
    program = os.path.abspath(shutil.which(python) or python)
    prefixes = [os.path.dirname(os.path.dirname(one)) for one in _links(program)]
    for prefix in list(prefixes):
        with (
            suppress(OSError),
            open(os.path.join(prefix, "pyvenv.cfg"), encoding="utf-8") as stream,
        ):
            prefixes += map(os.path.dirname, re.findall(r"(?m)^home *= *(.*\S)", stream.read()))
    found = [
        os.path.join(prefix, name)
        for prefix in dict.fromkeys(prefixes)
        for name in _PARTS
        if glob(os.path.join(escape(prefix), "lib*", "python3*"))
    ]
    packages = _site_packages(program, os.path.realpath(program))
    return [path for path in dict.fromkeys([*found, *packages]) if os.path.exists(path)]


def _links(path: str) -> Iterator[str]:
    """A path, and each to which a link leads from there."""
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            break
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))


def stamp(python: str, framework: str) -> bytes | None:
    """A hash that changes with the interpreter or anything installed in it.

    None when it cannot be seen from outside that the framework is there.
    """
    found = shutil.which(python)
    if found is None:
        return None
    program = os.path.abspath(found)
    real = os.path.realpath(program)
    digest = hashlib.blake2b(digest_size=20)
    with suppress(OSError):
        digest.update(f"{program} {real} {os.stat(real).st_size}\n".encode(errors="replace"))
    installed = [os.path.basename(path) for path in _metadata(program, real)]
    if not any(_PACKAGES[framework].fullmatch(name) for name in installed):
        return None
    digest.update("\n".join(installed).encode(errors="replace"))
    return digest.digest()


def _metadata(program: str, real: str) -> Iterator[str]:
    """What says which packages are there, in which version: that is in its name."""
    for folder in dict.fromkeys(_site_packages(program, real)):
        with suppress(OSError):
            yield from sorted(
                entry.path for entry in os.scandir(folder) if entry.name.endswith(_METADATA)
            )


def _site_packages(program: str, real: str) -> Iterator[str]:
    prefixes = [os.path.dirname(os.path.dirname(path)) for path in (program, real)]
    for prefix in (*prefixes, "/usr/local", os.path.expanduser("~/.local")):
        yield from sorted(glob(os.path.join(escape(prefix), "lib*/python3*/*-packages")))
