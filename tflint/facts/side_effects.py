"""Which calls of Python functions touch the world outside, and how."""

from __future__ import annotations

import ast
import re
from enum import Enum

from tflint.facts.context import Context
from tflint.facts.lifetimes import outlives
from tflint.facts.values import UNKNOWN
from tflint.syntax.model import CallSite

_FILES = frozenset(
    f"{home}.{name}"
    for home, names in {
        "os": "mkdir makedirs remove unlink rename renames replace rmdir removedirs listdir scandir walk "
        "stat system popen symlink link truncate utime chmod write read open startfile kill",
        "os.path": "exists isfile isdir getsize getmtime",
        "subprocess": "run call check_call check_output Popen getoutput",
        "glob": "glob iglob",
        "pathlib.Path": "open mkdir unlink exists touch rename replace glob rglob iterdir is_file is_dir "
        "stat read_text read_bytes write_text write_bytes",
        "numpy": "save savez savez_compressed savetxt load loadtxt genfromtxt fromfile memmap",
        "numpy.ndarray": "tofile",
        **dict.fromkeys(
            ("pickle", "json", "joblib", "dill", "cloudpickle", "yaml", "marshal"),
            "dump load safe_load safe_dump",
        ),
        "torch": "save load",
        "h5py": "File",
        "sqlite3": "connect",
        "csv": "reader writer DictReader DictWriter",
        **dict.fromkeys(("gzip", "bz2", "lzma", "tarfile", "io", "codecs", "PIL.Image"), "open"),
        "zipfile": "ZipFile",
        "pandas.DataFrame": "to_csv to_json to_parquet to_pickle to_excel to_hdf",
        "cv2": "imread imwrite imshow waitKey VideoCapture",
        "imageio": "read imread mimread volread mvolread get_reader "
        "write imwrite mimwrite volwrite mvolwrite get_writer",
        "soundfile": "read write",
    }.items()
    for name in names.split()
)
_OF_FILES = re.compile(
    r"^(?:shutil|tempfile|scipy\.io|scipy\.io\.wavfile|tensorflow\.gfile|tensorflow\.io\.gfile)\.\w+$"
    r"|^pandas\.read_"
)
"""Functions of modules that do nothing else, and of a family."""
_OF_HANDLES = re.compile(r"^builtins\.file\.")
_ROWS = frozenset({"writerow", "writerows"})
_PLOTS = re.compile(
    r"^(?:matplotlib\.pyplot|pylab|matplotlib\.pylab|seaborn|plotly\.express)\.[a-z]\w*$"
)
_REPORTS = re.compile(
    r"^(?:wandb\.log|mlflow\.log_\w+|neptune\.log_\w+|comet_ml\.\w+|clearml\.\w+)$"
)
_TALKS = re.compile(
    r"^(?:requests|httpx)\.\w+$|^urllib\.request\.\w+$|^socket\.(?:socket|create_\w+)$"
)
_WAITS = frozenset({"time.sleep", "asyncio.sleep", "asyncio.run"})
_ASKS = frozenset({"builtins.input", "getpass.getpass", "sys.stdin.readline", "sys.stdin.read"})
_PURE = frozenset({"tensorflow.io.gfile.join", "tempfile.gettempdir", "matplotlib.pyplot.cm"})

OUTSIDE = (
    {"builtins.open"}, _FILES, _OF_FILES, _OF_HANDLES, _PLOTS, _REPORTS, _TALKS, _WAITS, _ASKS
)  # fmt: skip
"""The functions of which ``effect_of`` has something to say, by canonical name."""
ROWS = _ROWS
"""And those of objects whose class nobody knows, by their own name."""


class Effect(Enum):
    """What a call does outside Python."""

    OPENS_FOR_WRITING = "opens a file that it writes"
    TOUCHES_FILE = "reads, writes or asks for a file"
    PLOTS = "draws a figure"
    REPORTS = "tells an experiment tracker"
    TALKS = "talks to the network"
    WAITS = "waits"
    ASKS = "asks the user"


def effect_of(site: CallSite, context: Context) -> Effect | None:
    """What a call does outside Python; None for calls that stay inside."""
    names = context.names(site.node.func) - _PURE
    if "builtins.open" in names and is_written(site.node):
        return Effect.OPENS_FOR_WRITING
    if any(map(_touches_files, names)) or _is_handle(site, context):
        return Effect.TOUCHES_FILE
    for pattern, effect in _BY_PATTERN:
        if any(pattern.match(name) for name in names):
            return effect
    if names & _WAITS:
        return Effect.WAITS
    return Effect.ASKS if names & _ASKS else None


_BY_PATTERN = ((_PLOTS, Effect.PLOTS), (_REPORTS, Effect.REPORTS), (_TALKS, Effect.TALKS))


def _touches_files(name: str) -> bool:
    return name in _FILES or _OF_FILES.match(name) is not None


def is_written(call: ast.Call) -> bool:
    """True for an ``open`` whose mode says that it writes."""
    mode: ast.expr | None = call.args[1] if len(call.args) > 1 else None
    for keyword in call.keywords:
        if keyword.arg == "mode":
            mode = keyword.value
    return isinstance(mode, ast.Constant) and any(c in str(mode.value) for c in "wax+")


def _is_handle(site: CallSite, context: Context) -> bool:
    """True for reading from or writing to a file that was opened outside."""
    func = site.node.func
    if not isinstance(func, ast.Attribute) or not outlives(func.value, context):
        return False
    if func.attr in _ROWS:
        return context.value(func.value) == UNKNOWN
    return any(_OF_HANDLES.match(name) for name in context.names(func))
