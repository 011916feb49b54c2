"""Bytes to text, as Python itself would read them."""

from __future__ import annotations

import codecs

from tflint.files.source import NotPythonError, Source, UnparsableError

MOST_BYTES = 1 << 26
"""Bytes of a file: some two million lines."""

_OF_MACOS = b"\x00\x05\x16\x07"
"""How the files begin in which macOS keeps what other file systems can't (RFC 1740, AppleDouble)."""
_CELL_MARKS = ("%%", "# In", "<codecell>", "by Colab")
"""What a script has somewhere that is made of cells for IPython."""


def read_file(path: str) -> Source:
    """Read the file at ``path``.

    Raises:
        OSError: it cannot be read.
        UnparsableError: its bytes are not Python text or a notebook.
    """
    with open(path, "rb") as stream:
        return read_bytes(path, stream.read(MOST_BYTES + 1))


def read_bytes(path: str, data: bytes) -> Source:
    """Make a source of a file's bytes.

    Raises:
        NotPythonError: they say of themselves that they are something else.
        UnparsableError: they are not Python text or a notebook.
    """
    if len(data) > MOST_BYTES:
        raise UnparsableError(f"larger than {MOST_BYTES >> 20} MB")
    if data.startswith(_OF_MACOS):
        raise NotPythonError("metadata of macOS")
    if path.endswith(".ipynb"):
        from tflint.files.notebook import read_notebook

        return read_notebook(path, decode(data, cookie=False))
    text = decode(data)
    if "\0" in text:
        before = text[: text.index("\0")]
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise UnparsableError("source contains a NUL byte", line, column)
    if any(mark in text for mark in _CELL_MARKS):
        from tflint.files.notebook import script_of_cells

        text = script_of_cells(text)
    return Source(path, text)


def decode(data: bytes, *, cookie: bool = True) -> str:
    """Decode a file by its byte order mark or its coding comment (PEP 263), UTF-8 otherwise.

    Raises:
        UnparsableError: the bytes are not text in that encoding, or there is no such encoding.
    """
    encoding = encoding_of(data) if cookie else "utf-8"
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode(encoding)
        if encoding != "utf-8":
            text.encode()  # a lone surrogate is no text: nothing after this could print or parse it
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise UnparsableError(f"not valid {encoding}: {error.reason}", line, column) from None
    except (UnicodeError, LookupError, ValueError) as error:
        reason = f"cannot be decoded as {encoding}: {error}"
        raise UnparsableError(reason, _cookie_line(data)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def encoding_of(data: bytes) -> str:
    """The encoding of a file, by its byte order mark or its coding comment.

    Raises:
        UnparsableError: there is no such encoding, or the byte order mark says another one.
    """
    return _declared_encoding(data) if b"coding" in data[:1000] else "utf-8"


def _declared_encoding(data: bytes) -> str:
    """The encoding that a comment in the first two lines names.

    Raises:
        UnparsableError: there is no such encoding, or the byte order mark says another one.
    """
    import io
    import tokenize

    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "encoding" in str(error.msg) and "invalid or missing" not in str(error.msg):
            raise UnparsableError(str(error.msg), _cookie_line(data)) from None
        return "utf-8"  # bytes that are none, near the top: decoding will say where
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _cookie_line(data: bytes) -> int:
    return 1 if b"coding" in data.split(b"\n", 1)[0] else 2
