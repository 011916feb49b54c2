"""TFL307."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.claims import AnyDifference, Effects
from tflint.facts.lifetimes import outlives
from tflint.facts.values import TENSOR, UNKNOWN
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
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
_WANT_NUMBERS = re.compile(
    r"^numpy\.save\w*$|^(?:pickle|joblib|json)\.dump$|^matplotlib\.|^wandb\.|^cv2\."
)


@register
class InputOutput(TracedRule):
    """Files, plots, sleeping and the like happen while a function is traced, not at each call.

    ## What it does

    Finds Python input and output in code that becomes a graph: writing with `open`, `os`, `shutil`,
    `subprocess`, `np.save` and `np.load`, `pickle`, `plt`, `tf.io.gfile`, `input`, `time.sleep`,
    `requests`, experiment trackers. Reading with `open` is found by environment-read.

    ## Why is this bad?

    None of it is a TensorFlow operation, so it is done once, while the function is traced.
    Measured on three calls: a line appended to a file appears three times in eager code and once
    from the graph; `input` asks once and its answer is a constant; `time.sleep` sleeps in the
    first call only. What needs numbers fails, since there are none yet: plotting a tensor raises.
    (`np.save` of a tensor is found by numpy-on-tensor.)

    ## Example

    ```python
    @tf.function
    def step(x):
        with open("steps.log", "a") as log:
            log.write("step")
        return x * 2
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        return x * 2

    def train(batches):
        with open("steps.log", "a") as log:
            for x in batches:
                step(x)
                log.write("step")
    ```

    ## When it is fine

    `tf.io` operations, with the path as a tensor; code inside `tf.py_function` and
    `tf.numpy_function`; files read on the first call only, behind a test
    (`if self.table is None:`).

    ## What confirm shows

    What the line does outside at each call, eagerly and in the graph: files opened, made or written,
    programs started, connections, waiting, questions (each is answered with `1`).

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    - [tf.py_function](https://www.tensorflow.org/api_docs/python/tf/py_function)
    """

    code = "TFL307"
    name = "input-output"
    summary = "Python input and output in traced code happens once per trace, not once per call"
    harm = Harm.SILENT
    claims = (Effects(), AnyDifference())
    calls_of = (
        {"builtins.open"},
        _FILES,
        _OF_FILES,
        _OF_HANDLES,
        _PLOTS,
        _REPORTS,
        _TALKS,
        _WAITS,
        _ASKS,
    )
    call_names = _ROWS

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for calls that touch the world outside."""
        said = _said(site, context)
        if said is None or context.is_created_once(site.node, site.block):
            return
        names = context.names(site.node.func)
        given = any(context.value(argument) == TENSOR for argument in site.node.args)
        if given and any(name.startswith("numpy.") for name in names):
            return
        raises = given and any(_WANT_NUMBERS.match(name) for name in names)
        shown = ast.unparse(site.node.func)
        if raises:
            said = "needs numbers: given a tensor of the trace it raises"
        yield Proposal(
            site.node,
            f"`{shown}` {said}",
            "Do it outside the traced function, or inside `tf.py_function`.",
            harm=Harm.RAISES if raises else None,
        )


def does_input_or_output(site: CallSite, context: Context) -> bool:
    """True for a call that touches the world outside Python."""
    return _said(site, context) is not None


def _said(site: CallSite, context: Context) -> str | None:
    """What becomes of a call; None for calls that stay inside Python."""
    names = context.names(site.node.func) - _PURE
    if "builtins.open" in names and is_written(site.node):
        return "opens its file once per trace: later calls of the graph write nothing"
    if any(map(_touches_files, names)) or _is_handle(site, context):
        return "runs once per trace: later calls of the graph do not touch the file"
    if any(_PLOTS.match(name) for name in names):
        return "plots once per trace, not once per call"
    if any(_REPORTS.match(name) for name in names):
        return "reports once per trace, not once per call, and gets symbolic tensors"
    if any(_TALKS.match(name) for name in names):
        return "talks to the network once per trace, not once per call"
    if names & _WAITS:
        return "waits while the function is traced: later calls of the graph do not"
    if names & _ASKS:
        return "asks once per trace: the graph keeps the first answer"
    return None


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
