"""Tables, texts and folders that are not here, and that a program does not do without.

Only where it fails for want of one: a program that looks whether a file is there has its answer.
"""

from __future__ import annotations

import dataclasses
import functools
import glob
import io
import os
import pathlib
import re
import sys
import urllib.parse
import urllib.request
import urllib.response
from collections.abc import Callable, Container
from email.message import Message
from typing import TYPE_CHECKING, Any

from ..protocol import TableFormat
from . import input_files, made_up_tables
from .loaded_program import is_of_network
from .sandbox import root_of

if TYPE_CHECKING:
    from .experiment import Experiment

_MOST = 8
_SEPARATORS = {
    ".csv": ",",
    ".tsv": "\t",
    ".data": ",",
    **dict.fromkeys((".txt", ".names", ".lst", ".list", ".prototxt", ".vocab"), " "),
    "": "",
}
"""How the names of texts end, and what stands between two values; a folder's name has no end."""
_ARRAYS = {
    ".npy": made_up_tables.write_array,
    ".npz": made_up_tables.write_arrays,
    ".h5": made_up_tables.write_datasets,
    ".hdf5": made_up_tables.write_datasets,
}
_DESCRIPTION = ".json"
_OF_DESCRIPTION = "model_from_json"
"""What makes models of texts in files of that name; other such files have what only the program knows."""
_DOWNLOADED = "downloaded"
"""The folder for what stands in for downloads."""
_WEIGHTS = {".h5", ".hdf5", ".keras", ".index"}
"""How the names of files with weights end: where a program chooses one, an empty one stands for it."""
_PICTURES = 4
_PICTURE_ENDING = re.compile(r"(\.(?:png|jpe?g|bmp|tiff?))['\"]")
_BY_CLASS = re.compile(r"\b(flow|image_dataset)_from_directory\b")
"""What Keras reads pictures by of which the folder tells the class."""
_SORTS = 3
_NOT_FOUND = [
    re.compile(r"^(\S.*) not found\.$"),  # NumPy
    re.compile(r"No files matched pattern: ([^'\"\n]+)"),  # data sets
    re.compile(r"unable to open file: name = '([^']+)', errno = 2"),  # HDF5
    re.compile(r"(?:^|\} |Open: )([^:;\s][^:;\n]*)[:;] No such file or directory"),  # TensorFlow
]
"""What is said by those that do not keep the name by itself."""


class AbsentFiles:
    """Makes up files by name, in the folder that the experiment runs in or above it.

    Args:
        x: the experiment.
    """

    def __init__(self, x: Experiment) -> None:
        self._x = x
        self._root = os.path.join(root_of(x.scratch), "")
        self._tables = x.result.tables = x.job.tables
        if x.job.tables.picture:
            input_files.resize_picture(x.job.tables.picture)
        self._unreached = ""
        """The address that was asked for last, where that failed."""
        self._widened = 0
        relocating = x.program.relocating
        for name in x.job.stand_ins:
            if os.path.isabs(name):
                self._make(relocating.name(name))
                x.result.stood_in.append(name)
            else:
                self._make(name)
        self._watch_patterns()
        self._watch_downloads()

    def _watch_patterns(self) -> None:
        """Note what the program looks for by a pattern, and does not find."""

        def noting(look: Any, of: Callable[..., str], give: Callable[[Any], Any] = list) -> Any:
            @functools.wraps(look)
            def looked(*args: Any, **kwargs: Any) -> Any:
                found = list(look(*args, **kwargs))
                callers = (sys._getframe(depth) for depth in (1, 2))
                if not found and args and any(map(self._x.program.owns_frame, callers)):
                    self._found_nothing(of(*args))
                return give(found)

            looked.autograph_info__ = {}  # type: ignore[attr-defined]
            return looked

        def below(folder: Any, pattern: Any, *_: Any) -> str:
            return os.path.join(str(folder), pattern)

        def deep_below(folder: Any, pattern: Any, *_: Any) -> str:
            return os.path.join(str(folder), "**", pattern)

        def itself(pattern: Any, *_: Any) -> str:
            return str(pattern)

        path: Any = pathlib.Path
        glob.glob = noting(glob.glob, itself)
        path.glob = noting(path.glob, below, iter)
        path.rglob = noting(path.rglob, deep_below, iter)
        if self._x.world.name == "tensorflow":
            gfile = self._x.world.tf.io.gfile
            gfile.glob = noting(gfile.glob, itself)

    def _watch_downloads(self) -> None:
        """Note which address is not reached, and give what stands in for it."""
        urlopen = urllib.request.urlopen

        def opened(url: Any, *args: Any, **kwargs: Any) -> Any:
            address = str(getattr(url, "full_url", url))
            for name, table in self._tables.formats.items():
                if table.address == address:
                    with open(os.path.join(self._x.scratch, name), "rb") as stream:
                        content = io.BytesIO(stream.read())
                    return urllib.response.addinfourl(content, Message(), address, 200)
            self._unreached = address
            answer = urlopen(url, *args, **kwargs)
            self._unreached = ""
            return answer

        vars(urllib.request)["urlopen"] = opened

    def _found_nothing(self, pattern: str) -> None:
        inside = os.path.abspath(pattern).startswith(self._root)
        if glob.has_magic(pattern) and (inside or self._is_elsewhere(pattern)):
            self._note(pattern)

    def _is_elsewhere(self, name: str) -> bool:
        """Whether a path is an absolute one that may be looked for where the experiment runs."""
        program = self._x.program
        return os.path.isabs(name) and program.relocating.can_take(name, program.sources.values())

    def _note(self, name: str) -> None:
        noted = self._x.result.found_nothing
        if name not in noted and len(noted) < _MOST:
            noted.append(name)

    def stand_in(self, error: BaseException) -> bool:
        """Whether what a program has failed for want of is there now."""
        made = self._x.result.stood_in
        read = made_up_tables.read_by(error)
        if self._unreached and is_of_network(error):
            return self._download(self._unreached, read)
        name = getattr(error, "filename", None)
        if name is None:
            said = (pattern.search(str(error)) for pattern in _NOT_FOUND)
            name = next((match[1] for match in said if match), None)
        if not isinstance(name, str):
            return False
        if not os.path.abspath(name).startswith(self._root):
            if self._is_elsewhere(name):
                self._note(name)
            return False
        name = os.path.relpath(name, self._x.scratch)
        return len(made) < _MOST and name not in made and self._make(name, read)

    def _download(self, address: str, read: TableFormat | None) -> bool:
        """Make a table up for an address; whether one was made."""
        self._unreached = ""
        made = len(self._x.result.stood_in)
        name = os.path.basename(urllib.parse.urlsplit(address).path)
        if read is not None and os.path.splitext(name)[1].lower() not in _SEPARATORS:
            name += ".csv"
        read = read or TableFormat(_SEPARATORS.get(os.path.splitext(name)[1].lower(), ""))
        if made >= _MOST or not read.separator:
            return False
        read = dataclasses.replace(read, address=address)
        return self._make(os.path.join(_DOWNLOADED, str(made), name), read)

    def widen(self, error: BaseException) -> bool:
        """Whether made-up data had not the columns or size that an error asks for; it has them from now on.

        Not where an earlier run says what is made up: both sides are to have the same.
        """
        formats, asked = self._tables.formats, self._names()
        job = self._x.job
        is_second = job.recipes is not None or (job.side == "graph" and job.run != "growth")
        if is_second or self._widened >= _MOST:
            return False
        picture = input_files.picture_asked(str(error)) if self._has_picture() else []
        if picture:
            self._widened += 1
            input_files.resize_picture(picture)
            self._tables = self._x.result.tables = dataclasses.replace(
                self._tables, picture=picture
            )
            return True
        if not formats:
            return False
        width = max(
            len(made_up_tables.columns_of(table, asked, self._tables)) for table in formats.values()
        )
        wider = made_up_tables.widened(error, self._tables, width)
        if wider is None:
            return False
        self._widened += 1
        self._tables = self._x.result.tables = wider
        for name, table in formats.items():
            self._write(os.path.join(self._x.scratch, name), table)
        return True

    def _has_picture(self) -> bool:
        return os.path.exists(os.path.join(self._x.scratch, input_files.PICTURE))

    def _make(self, name: str, read: TableFormat | None = None) -> bool:
        """Make a file or a folder of this name, or files for a pattern; whether any was made.

        Args:
            name: relative to where the program runs.
            read: how it is read, as far as that is known.
        """
        path = os.path.abspath(name)
        if not path.startswith(self._root):
            return False
        if not glob.has_magic(path):
            made = self._make_one(path, read=read)
        else:
            at = (_matching(path, number) for number in range(_PICTURES))
            made = [self._make_one(one, _WEIGHTS) for one in at].count(True) > 0
        if made:
            self._x.result.stood_in.append(os.path.relpath(path, self._x.scratch))
            self._x.tell_made_up(os.path.basename(path))
        return made

    def _make_one(
        self, path: str, empty: Container[str] = (), read: TableFormat | None = None
    ) -> bool:
        ending = os.path.splitext(path)[1].lower()
        texts = self._x.program.sources.values()
        describes = ending == _DESCRIPTION and any(_OF_DESCRIPTION in text for text in texts)
        known = ending in _SEPARATORS or ending in input_files.PICTURES or describes
        known = known or ending in _ARRAYS or ending in empty
        if os.path.exists(path) or not known:
            return False
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not ending:
            for folder in self._folders_in(path):
                os.makedirs(folder)
                for sort in self._picture_endings():
                    for number in range(_PICTURES):
                        self._make_one(os.path.join(folder, f"{number}{sort}"))
        elif ending in input_files.PICTURES:
            os.symlink(os.path.join(self._x.scratch, input_files.picture()), path)
        elif ending in empty or describes:
            open(path, "x").close()
        else:
            name = os.path.relpath(path, self._x.scratch)
            table = read or TableFormat(_SEPARATORS.get(ending, ","))
            self._write(path, self._tables.formats.setdefault(name, table))
        return True

    def _folders_in(self, path: str) -> list[str]:
        """The folders in which pictures lie: one for each class where the program reads them so."""
        texts = self._x.program.sources.values()
        if not any(map(_BY_CLASS.search, texts)):
            return [path]
        classes = range(self._tables.classes)
        return [os.path.join(path, f"class {number}") for number in classes]

    def _write(self, path: str, table: TableFormat) -> None:
        write = _ARRAYS.get(os.path.splitext(path)[1].lower())
        if write is not None:
            write(path, self._names(), self._tables)
            return
        texts = self._x.program.sources.values()
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(made_up_tables.text(table, texts, self._names(), self._tables))

    def _picture_endings(self) -> list[str]:
        """How the names of pictures end that the program asks for, the first few."""
        texts = self._x.program.sources.values()
        found = (ending for text in texts for ending in _PICTURE_ENDING.findall(text))
        return list(dict.fromkeys(found))[:_SORTS] or [".png"]

    def _names(self) -> list[str]:
        """The names of columns that the program asks for."""
        texts = self._x.program.sources.values()
        return list(dict.fromkeys(name for text in texts for name in made_up_tables.names(text)))


def _matching(pattern: str, number: int) -> str:
    """A path that a pattern matches, another one for each number; a picture where it has no ending."""
    bare = re.sub(r"\[[^]]*\]|\*+|\?", str(number), pattern)
    magic = glob.has_magic(os.path.basename(pattern))
    return bare if os.path.splitext(bare)[1] or not magic else f"{bare}.png"
