"""Files in, text out: which files, how their bytes read, and what their authors silenced."""

from tflint.files.discovery import DEFAULT_EXCLUDES, FileRules, find_files
from tflint.files.patterns import Patterns
from tflint.files.reading import read_bytes, read_file
from tflint.files.source import Fault, NotPythonError, Place, Source, UnparsableError

__all__ = [
    "DEFAULT_EXCLUDES",
    "Fault",
    "FileRules",
    "NotPythonError",
    "Patterns",
    "Place",
    "Source",
    "UnparsableError",
    "find_files",
    "read_bytes",
    "read_file",
]
