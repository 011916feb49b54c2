"""What a program really does: the whole of it, run as written and with all functions run eagerly.

Nothing of tflint is used. Each way runs in a forked process and an empty folder; what the program
shows is what it prints, writes to files, raises, leaves in the names of its module, and how often
its functions are traced. ``main`` is called a second time, since code that is called once more is the
commonest change of all; and again with twice the rounds, to see whether traces grow.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from typing import Any

_NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?|-?\d+e[-+]?\d+")
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_FRAMEWORK = re.compile(
    r"WARNING:tensorflow:|[IWE]\d{4} \d\d:|\d{4}-\d\d-\d\d .*cc:\d+\]|WARNING: All log"
)
_LIMIT = 60
"""Seconds for one way."""
_CLOSE = 1e-4
RUNS = ("first", "again")


@dataclass
class Shown:
    """What one run shows."""

    error: str = ""
    lines: list[str] = field(default_factory=list)
    files: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    traces: list[int] = field(default_factory=list)
    modes: bool = False


def run(text: str, eagerly: bool) -> Shown:
    """Run a program in a process of its own. The calling process must not have run an operation."""
    folder = tempfile.mkdtemp(prefix="judge-")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status = 1
        try:
            shown = _shown(text, eagerly, folder)
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
    shutil.rmtree(folder, ignore_errors=True)
    return Shown(**json.loads(data)) if data else Shown(error="the process died")


def _shown(text: str, eagerly: bool, folder: str) -> Shown:
    import random
    import resource
    import signal

    import numpy as np
    import tensorflow as tf

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
    path = os.path.join(folder, "program_of_the_judge.py")
    with open(path, "w") as stream:
        stream.write(text)
    made: list[Any] = []
    kind = type(tf.function(lambda: None))
    initialise = kind.__init__

    def noted(function: Any, *args: Any, **kwargs: Any) -> None:
        initialise(function, *args, **kwargs)
        made.append(function)

    kind.__init__ = noted
    random.seed(5)
    np.random.seed(5)
    tf.random.set_seed(5)
    if eagerly:
        tf.config.run_functions_eagerly(True)
        tf.config.run_functions_eagerly = lambda on: None
    shown = Shown()
    namespace: dict[str, Any] = {}
    try:
        import importlib

        module = importlib.import_module("program_of_the_judge")
        namespace = vars(module)
        for rounds in (namespace["ROUNDS"], namespace["ROUNDS"], 2 * namespace["ROUNDS"]):
            namespace["ROUNDS"] = rounds
            module.main()
            shown.traces.append(sum(function.experimental_get_tracing_count() for function in made))
    except BaseException as error:
        shown.error = type(error).__name__
    sys.stdout.flush()
    sys.stderr.flush()
    shown.modes = bool(tf.config.functions_run_eagerly()) and not eagerly
    with open(output, errors="replace") as stream:
        shown.lines = [line for line in stream.read().splitlines() if not _of_framework(line)]
    for where, _, names in os.walk(folder):
        if "__pycache__" in where:
            continue
        shown.files[os.path.relpath(where, folder) + os.sep] = []
        for name in names:
            if name not in ("output", "program_of_the_judge.py"):
                with open(os.path.join(where, name), errors="replace") as stream:
                    shown.files[name] = stream.read().splitlines()
    shown.names = {
        name: _text(value) for name, value in namespace.items() if not name.startswith("__")
    }
    return shown


def _of_framework(line: str) -> bool:
    return bool(
        re.match(
            r"WARNING:tensorflow:|[IWE]\d{4} \d\d:|\d{4}-\d\d-\d\d .*cc:\d+\]|WARNING: All log",
            line,
        )
    )


def _text(value: Any, depth: int = 0) -> str:
    """A value by what it holds; what is no data counts as equal."""
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return repr(value)
    if type(value).__name__ in ("SymbolicTensor", "Tensor"):
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
    if type(value).__module__ == "program_of_the_judge" and held is not None:
        return _text(held, depth + 1)
    if isinstance(value, type) and value.__module__ == "program_of_the_judge":
        plain = {
            k: v for k, v in vars(value).items() if isinstance(v, (int, float, str, list, dict))
        }
        return _text({k: v for k, v in plain.items() if not k.startswith("__")}, depth + 1)
    return "an object"


def difference(eager: Shown, written: Shown, clock: bool = False) -> str:
    """How the two ways differ; empty if they do not."""
    if eager.error or written.error:
        if eager.error != written.error:
            return f"raises {eager.error or 'nothing'} eagerly, {written.error or 'nothing'} as written"
        return ""
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
