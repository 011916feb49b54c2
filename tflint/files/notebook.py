"""Notebooks: code cells to one virtual module, IPython's own syntax made harmless.

A cell is read as IPython reads it before it runs one (``IPython.core.inputtransformer2``): without the
indentation or the prompts that its lines begin with, without magics and shell commands. A cell that is no
Python then is left out, and only that cell.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Any

from tflint.files.source import (
    NEVER_RUN,
    Cell,
    Fault,
    NotPythonError,
    Source,
    UnparsableError,
    is_python_2,
)

# Cell magics whose body is still Python run in the notebook's own process.
_PYTHON_CELLS = frozenset(
    {"capture", "debug", "prun", "pypy", "python", "python3", "time", "timeit"}
)
_CELL_MAGIC = re.compile(r"%%(\w*)")
_LINE_MAGIC = re.compile(r"\s*[%!?,;/]")
"""Magics, shell commands, questions, and calls without brackets (``/f x``, ``,f x``, ``;f x``)."""
_AUTOMAGIC = re.compile(
    r"\s*(?:autoreload|cat|cd|conda|cp|env|less|load_ext|ls|man|matplotlib|mkdir|more|mv|pip|pylab|reset"
    r"|rm|rmdir|run|time|timeit|who|whos)[ \t]+[-~./\w]"
)
"""Magics that IPython takes without their ``%`` on a line of their own."""
_PROMPTS = (
    (re.compile(r">>> ?"), re.compile(r"(?:>>>|\.\.\.)(?: |$)")),
    (re.compile(r"In \[\d+\]: "), re.compile(r"In \[\d+\]: |\s*\.{3,}:(?: |$)")),
)
"""How a cell with prompts begins, and what is taken from its lines."""
_LEFT_OUT = "# "
"""What stands before each line of a cell that is no Python: nothing of it is read, and people see it."""
_HELP = re.compile(r"\s*[%\w.\[\]'\"]+\?{1,2}\s*$")
_ASSIGNED_MAGIC = re.compile(r"(?P<target>\s*[\w.,\s\[\]'\"]+=\s*)[%!]\S")
_LITERAL_OR_BRACKET = re.compile(
    r"#.*|(?P<triple>\"\"\"|''')|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?|(?P<bracket>[()\[\]{}])"
)


def read_notebook(path: str, text: str) -> Source:
    """Make a source of a notebook's JSON.

    Raises:
        UnparsableError: it is not a notebook that Jupyter could open.
        NotPythonError: its code is in another language.
    """
    notebook = _load(text)
    language = _language(notebook)
    if language != "python":
        raise NotPythonError(f"a notebook in {language}")
    pieces: list[str] = []
    cells: list[Cell] = []
    faults: list[Fault] = []
    line = 1
    some_ran = any(map(_ran, notebook.get("cells", ())))
    for number, cell in enumerate(notebook.get("cells", ()), 1):
        if cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        if not isinstance(source, str):
            raise UnparsableError(f"not a valid notebook: cell {number} has no text")
        source, indent = _flush(source.replace("\r\n", "\n").replace("\r", "\n"))
        source = neutralise(source)
        if not source.endswith("\n"):
            source += "\n"
        fault = _fault(source)
        if fault is not None:
            source = "".join(f"{_LEFT_OUT}{text}\n" for text in source.split("\n")[:-1])
            column = fault.column + len(_LEFT_OUT)
            message = NEVER_RUN + fault.message if some_ran and not _ran(cell) else fault.message
            faults.append(Fault(message, line + fault.line - 1, column))
            indent -= len(_LEFT_OUT)
        pieces.append(source)
        cells.append(Cell(number, line, indent))
        line += source.count("\n")
    if faults and (_says_python_2(notebook) or any(is_python_2(f.message) for f in faults)):
        faults = [faults[0]._replace(message=f"written for Python 2: {faults[0].message}")]
    code = "".join(pieces)
    if "\0" in code:
        raise UnparsableError("notebook contains a NUL character")
    try:
        code.encode()
    except UnicodeEncodeError:
        raise UnparsableError("notebook contains a lone surrogate") from None
    return Source(path, code, tuple(cells), tuple(faults))


def _ran(cell: Any) -> bool:
    """True for a cell of code that was run before the notebook was saved, and not cleared since."""
    return isinstance(cell.get("execution_count"), int) or bool(cell.get("outputs"))


def _load(text: str) -> Any:
    """Parse and validate with Jupyter's own library."""
    import json

    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnparsableError(
            f"not a valid notebook: {error.msg}", error.lineno, error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        raise UnparsableError(f"not a valid notebook: {error}") from None
    fault = _form(document)
    if fault:
        raise UnparsableError(f"not a valid notebook: {fault}")
    import nbformat

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call,unused-ignore]
    except nbformat.ValidationError as error:
        reason = error.message.strip().split("\n")[0][:200]
        raise UnparsableError(f"not a valid notebook: {reason}") from None
    except Exception:  # whatever a hostile file provokes in the library is the file's fault
        raise UnparsableError("not a valid notebook: Jupyter's library cannot read it") from None
    return notebook


def _form(document: Any) -> str:
    """What is wrong with the form of a notebook, as far as the library takes no care; "" if nothing."""
    if not isinstance(document, dict):
        return "it is no JSON object"
    for key, kind, name in (
        ("nbformat", int, "a number"),
        ("nbformat_minor", int, "a number"),
        ("metadata", dict, "an object"),
        ("cells", list, "a list"),
        ("worksheets", list, "a list"),
    ):
        if not isinstance(document.get(key, kind()), kind):
            return f"{key!r} is not {name}"
    for number, cell in enumerate(document.get("cells", []), 1):
        if not isinstance(cell, dict):
            return f"cell {number} is not an object"
        source = cell.get("source", "")
        lines = source if isinstance(source, list) else [source]
        if not all(isinstance(line, str) for line in lines):
            return f"cell {number} has no text"
    return ""


def _language(notebook: Any) -> str:
    """The language of the code cells, ``python`` unless the notebook says otherwise."""
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        entry = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(entry, dict) and isinstance(entry.get(name), str):
            return str(entry[name]).lower().replace("ipython", "python").rstrip("3")
    return "python"


def _says_python_2(notebook: Any) -> bool:
    """True for a notebook that was last saved with Python 2."""
    metadata = notebook.get("metadata")
    entry = metadata.get("language_info") if isinstance(metadata, dict) else None
    version = entry.get("version") if isinstance(entry, dict) else None
    if isinstance(version, str):
        return version.startswith("2.")
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    return isinstance(kernel, dict) and kernel.get("name") == "python2"


def _flush(cell: str) -> tuple[str, int]:
    """A cell without what all its lines begin with, indentation or prompts, and how much that is."""
    lines = cell.split("\n")
    first = next((line for line in lines if line.strip()), "")
    indent = len(first) - len(first.lstrip())
    if indent:
        space = first[:indent]
        lines = [line.removeprefix(space) for line in lines]
        first = first[indent:]
    for begins, prompt in _PROMPTS:
        if match := begins.match(first):
            return "\n".join(prompt.sub("", line, count=1) for line in lines), indent + match.end()
    return "\n".join(lines), indent


def neutralise(cell: str) -> str:
    """Replace what only IPython understands, line for line, so that the rest parses as Python."""
    if _fault(cell) is None:
        return cell
    lines = cell.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if magic := _CELL_MAGIC.match(lines[first]):
        if magic[1] not in _PYTHON_CELLS:
            return "\n" * (len(lines) - 1)
        lines[first] = "pass"
    return "\n".join(_neutral_lines(lines))


def _fault(cell: str) -> Fault | None:
    """Why a cell is no Python, None when it is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(cell)
    except SyntaxError as error:
        return Fault(error.msg, error.lineno or 1, max(error.offset or 1, 1))
    except (ValueError, RecursionError, MemoryError):
        return Fault("nested too deeply to be parsed", 1, 1)
    return None


def _neutral_lines(lines: list[str]) -> Iterator[str]:
    """Lines with magics replaced where a statement begins, never inside strings and brackets."""
    triple, depth, continued, escaped = "", 0, False, False
    for line in lines:
        if escaped:  # a shell command that goes on after a backslash
            escaped = line.rstrip().endswith("\\")
            yield ""
            continue
        if not triple and not depth and not continued:
            replacement = _replacement(line)
            if replacement is not None:
                escaped = line.rstrip().endswith("\\")
                yield replacement
                continue
        triple, depth, in_comment = _scan(line, triple, depth)
        continued = line.endswith("\\") and not in_comment and not triple
        yield line


def _replacement(line: str) -> str | None:
    """Python that stands for a line of IPython syntax, None for a line of Python."""
    indent = line[: len(line) - len(line.lstrip())]
    if _LINE_MAGIC.match(line) or _HELP.match(line):
        return indent + "pass"
    if _AUTOMAGIC.match(line) and _fault(line.strip()) is not None:
        return indent + "pass"
    if assigned := _ASSIGNED_MAGIC.match(line):
        return assigned["target"] + "None"
    return None


def _scan(line: str, triple: str, depth: int) -> tuple[str, int, bool]:
    """The triple quote and the number of brackets open after a line; whether a comment ends it."""
    position = 0
    if triple:
        end = line.find(triple)
        if end < 0:
            return triple, depth, False
        position = end + 3
    while match := _LITERAL_OR_BRACKET.search(line, position):
        position = match.end()
        if quote := match["triple"]:
            end = line.find(quote, position)
            if end < 0:
                return quote, depth, False
            position = end + 3
        elif bracket := match["bracket"]:
            depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        elif match[0].startswith("#"):
            return "", depth, True
    return "", depth, False
