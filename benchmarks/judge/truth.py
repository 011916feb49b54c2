"""What a program really does: the whole of it, run as written and with all functions run eagerly.

Nothing of tflint is used. Run as a script by an interpreter that has the framework, this file imports
it once and reads requests, one JSON value a line; each way runs in a forked process and a folder
that holds the program alone. What the program shows is what it prints, writes to files, raises, leaves
in the names of its module, and how often its functions are traced. ``main`` is called a second time,
since code that is called once more is the commonest change of all; and again with twice the rounds, to
see whether traces grow. A program without ``ROUNDS`` is run once, as it is.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?|-?\d+e[-+]?\d+")
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_UNUSED = re.compile(r"^ERROR:tensorflow:=+\nObject was never used.*?\n=+\n", re.M | re.S)
"""What TensorFlow says, in eager code only, of a TensorArray that nothing reads."""
_LIMIT = 60
"""Seconds for one way."""
_CLOSE = 1e-4
_OF_GRAPHS = "OperatorNotAllowedInGraphError"
"""What only a graph raises: Keras 3 builds its models by one, however functions run."""
RUNS = ("first", "again")
_OURS = "program_of_the_judge.py"


@dataclass
class Shown:
    """What one run shows."""

    error: str = ""
    lines: list[str] = field(default_factory=list)
    files: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    traces: list[int] = field(default_factory=list)
    modes: bool = False
    reached: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Whole:
    """A program of somebody's, that is run once, as it is.

    Attributes:
        files: their texts, by their relative names.
        start: the one that is run.
    """

    files: dict[str, str]
    start: str


class Runner:
    """Runs programs of one framework, with an interpreter that has it.

    Args:
        python: the interpreter.
        framework: ``"tensorflow"`` or ``"mxnet"``.
        environment: variables that it gets besides.
    """

    def __init__(self, python: str, framework: str, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [python, os.path.abspath(__file__), framework],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )

    def run(self, text: str | Whole, eagerly: bool) -> Shown:
        """What a program shows; run eagerly, also which lines of a whole one it comes to."""
        program = text if isinstance(text, Whole) else Whole({_OURS: text}, _OURS)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([vars(program), eagerly]) + "\n")
        self._process.stdin.flush()
        return Shown(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the interpreter."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def _serve(framework: str) -> None:
    """Answer requests until there are no more; nothing of the framework runs in this process."""
    __import__(framework)
    if framework == "tensorflow":
        sys.modules[framework].keras.Model  # noqa: B018 - imported before anything is forked
    for line in sys.stdin:
        program, eagerly = json.loads(line)
        shown = _run(Whole(**program), eagerly, framework)
        sys.stdout.write(json.dumps(vars(shown)) + "\n")
        sys.stdout.flush()


def _run(program: Whole, eagerly: bool, framework: str) -> Shown:
    """Run a program in a process of its own."""
    folder, temporary = tempfile.mkdtemp(prefix="judge-"), tempfile.mkdtemp(prefix="judge-")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        # What AutoGraph writes would outlive a process that ends without its last actions.
        os.environ["TMPDIR"], tempfile.tempdir = temporary, None
        status = 1
        try:
            shown = _shown(program, eagerly, os.path.realpath(folder), framework)
            with os.fdopen(write, "wb") as stream:
                stream.write(json.dumps(vars(shown)).encode())
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    for made in (folder, temporary):
        shutil.rmtree(made, ignore_errors=True)
    return Shown(**json.loads(data)) if data else Shown(error="the process died")


def _shown(program: Whole, eagerly: bool, folder: str, framework: str) -> Shown:
    import random
    import resource
    import signal

    import numpy as np

    signal.alarm(_LIMIT)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24))
    os.chdir(folder)
    output = os.path.join(folder, "output")
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for descriptor in (1, 2):
        os.dup2(target, descriptor)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    sys.path.insert(0, folder)
    for name, text in program.files.items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w") as stream:
            stream.write(text)
    random.seed(5)
    np.random.seed(5)
    prepare = _prepare_tensorflow if framework == "tensorflow" else _prepare_mxnet
    made = prepare(eagerly)
    shown = Shown()
    namespace: dict[str, Any] = {}
    try:
        if re.search(r"^ROUNDS = ", program.files[program.start], re.M):
            module = importlib.import_module(_OURS.partition(".")[0])
            namespace = vars(module)
            for rounds in (namespace["ROUNDS"], namespace["ROUNDS"], 2 * namespace["ROUNDS"]):
                namespace["ROUNDS"] = rounds
                module.main()
                shown.traces.append(_traces(made))
        else:
            with _followed(folder, shown.reached if eagerly else None):
                namespace = _started(program.start)
            shown.traces.append(_traces(made))
    except BaseException as error:
        shown.error = type(error).__name__
    sys.stdout.flush()
    sys.stderr.flush()
    if framework == "tensorflow" and not eagerly:
        shown.modes = bool(sys.modules[framework].config.functions_run_eagerly())
    with open(output, errors="replace") as stream:
        text = _UNUSED.sub("", stream.read())
    shown.lines = [line for line in text.splitlines() if not _of_framework(line)]
    for where, _, names in os.walk(folder):
        if "__pycache__" in where:
            continue
        shown.files[os.path.relpath(where, folder) + os.sep] = []
        for name in names:
            relative = os.path.relpath(os.path.join(where, name), folder)
            if relative != "output" and relative not in program.files:
                with open(os.path.join(where, name), errors="replace") as stream:
                    shown.files[name] = stream.read().splitlines()
    shown.names = {
        name: _text(value) for name, value in namespace.items() if not name.startswith("__")
    }
    return shown


def _started(start: str) -> dict[str, Any]:
    """Run a file as the program, or as ``python -m`` does where it lies in a package; its names."""
    if os.path.exists(os.path.join(os.path.dirname(start), "__init__.py")):
        name = os.path.splitext(start)[0].replace(os.sep, ".")
        return runpy.run_module(name, run_name="__main__", alter_sys=True)
    sys.path.insert(0, os.path.dirname(os.path.abspath(start)))
    return runpy.run_path(os.path.abspath(start), run_name="__main__")


@contextlib.contextmanager
def _followed(folder: str, reached: dict[str, list[int]] | None) -> Iterator[None]:
    """Note which lines of files in a folder run, if somebody wants to know."""
    if reached is None:
        yield
        return

    def line(frame: Any, event: str, _: Any) -> Any:
        path = frame.f_code.co_filename
        if not path.startswith(folder + os.sep):
            return None
        lines = reached.setdefault(os.path.relpath(path, folder), [])
        if event == "line" and frame.f_lineno not in lines:
            lines.append(frame.f_lineno)
        return line

    threading.settrace(line)
    sys.settrace(line)
    try:
        yield
    finally:
        sys.settrace(None)


def _traces(made: list[Any]) -> int:
    return sum(function.experimental_get_tracing_count() for function in made)


def _prepare_tensorflow(eagerly: bool) -> list[Any]:
    """Seed it, and have functions run eagerly; the functions that will be made."""
    import tensorflow as tf

    made: list[Any] = []
    kind = type(tf.function(lambda: None))
    initialise = kind.__init__

    def noted(function: Any, *args: Any, **kwargs: Any) -> None:
        initialise(function, *args, **kwargs)
        made.append(function)

    kind.__init__ = noted
    tf.random.set_seed(5)
    # It says so of what it reads data with, which is none of the program's doing.
    warnings.filterwarnings("ignore", message=".*does not apply to tf.data functions")
    if eagerly:
        tf.config.run_functions_eagerly(True)
        tf.config.run_functions_eagerly = lambda on: None
    return made


def _prepare_mxnet(eagerly: bool) -> list[Any]:
    """Seed it, and have no block hybridized."""
    import mxnet

    mxnet.random.seed(5)
    if eagerly:
        for kind in (mxnet.gluon.Block, mxnet.gluon.HybridBlock):
            kind.hybridize = lambda *args, **kwargs: None
    return []


def _of_framework(line: str) -> bool:
    return bool(
        re.match(
            r"WARNING:tensorflow:|\[\d\d:\d\d:\d\d\] |[IWE]\d{4} \d\d:|"
            r"\d{4}-\d\d-\d\d .*cc:\d+\]|WARNING: All log",
            line,
        )
    )


def _text(value: Any, depth: int = 0) -> str:
    """A value by what it holds; what is no data counts as equal."""
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return repr(value)
    if type(value).__name__ in ("SymbolicTensor", "Tensor"):
        return "a symbol"
    if type(value).__name__ == "NDArray":
        return repr(value.asnumpy().tolist())
    if "Symbol" in type(value).__name__:
        return "a symbol"
    if hasattr(value, "numpy"):
        try:
            return repr(value.numpy().tolist())
        except Exception:
            return "a tensor"
    if type(value).__module__ == "numpy":
        return repr(getattr(value, "tolist", lambda: None)())
    if depth > 4:
        return "…"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_text(v, depth + 1)}" for key, v in value.items()) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_text(item, depth + 1) for item in value]
        return f"[{', '.join(sorted(items) if isinstance(value, (set, frozenset)) else items)}]"
    if hasattr(value, "__length_hint__"):
        return f"{value.__length_hint__()} left"
    held = getattr(value, "__dict__", None)
    if _is_of_the_program(type(value)) and held is not None:
        return _text(held, depth + 1)
    if isinstance(value, type) and _is_of_the_program(value):
        plain = {
            k: v for k, v in vars(value).items() if isinstance(v, (int, float, str, list, dict))
        }
        return _text({k: v for k, v in plain.items() if not k.startswith("__")}, depth + 1)
    return "an object"


def _is_of_the_program(kind: type) -> bool:
    """Whether a class is defined by a file in the folder, which is the current one."""
    if kind.__module__ == "__main__":
        return True
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    return file.startswith(os.getcwd() + os.sep)


def difference(eager: Shown, written: Shown, clock: bool = False) -> str:
    """How the two ways differ; empty if they do not."""
    if eager.error or written.error:
        if eager.error != written.error:
            return f"raises {eager.error or 'nothing'} eagerly, {written.error or 'nothing'} as written"
        return f"raises {_OF_GRAPHS}" if written.error == _OF_GRAPHS else ""
    if not _alike("\n".join(eager.lines), "\n".join(written.lines), clock):
        return f"prints {eager.lines[:4]} eagerly, {written.lines[:4]} as written"
    if eager.files.keys() != written.files.keys():
        return f"files: {sorted(eager.files)} eagerly, {sorted(written.files)} as written"
    for name in eager.files:
        if not _alike("\n".join(eager.files[name]), "\n".join(written.files[name]), clock):
            return f"{name} holds other lines"
    for name in eager.names.keys() & written.names.keys():
        if not _alike(eager.names[name], written.names[name], clock):
            return (
                f"{name} is {eager.names[name][:80]} eagerly, {written.names[name][:80]} as written"
            )
    return ""


def _alike(left: str, right: str, clock: bool) -> bool:
    """Whether two texts are the same but for rounding, and addresses; of times, which are equal."""
    left, right = _ADDRESS.sub("@", left), _ADDRESS.sub("@", right)
    if _NUMBER.sub("#", left) != _NUMBER.sub("#", right):
        return False
    numbers = [[float(number) for number in _NUMBER.findall(text)] for text in (left, right)]
    if clock:
        orders = [[side.index(number) for number in side] for side in numbers]
        return orders[0] == orders[1]
    return all(
        math.isclose(a, b, rel_tol=_CLOSE, abs_tol=1e-6) for a, b in zip(*numbers, strict=True)
    )


def grows(written: Shown) -> bool:
    """Whether the program traces more the more rounds it makes."""
    if len(written.traces) < len(RUNS) + 1:
        return False
    _, again, doubled = written.traces
    return doubled > again


if __name__ == "__main__":
    _serve(sys.argv[1])
