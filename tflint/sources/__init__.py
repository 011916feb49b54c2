"""Files in, text out: which files, how their bytes read, and what their authors silenced."""

from tflint.sources.discovery import DEFAULT_EXCLUDES, FileRules, find_files
from tflint.sources.patterns import Patterns
from tflint.sources.reading import read_bytes, read_file
from tflint.sources.source import Place, Source, UnparsableError

__all__ = [
    "DEFAULT_EXCLUDES",
    "FileRules",
    "Patterns",
    "Place",
    "Source",
    "UnparsableError",
    "find_files",
    "read_bytes",
    "read_file",
]
