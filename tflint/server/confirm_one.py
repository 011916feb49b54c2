"""One finding confirmed in a process of its own, which ends with the server that asked for it.

On standard input comes a request, on standard output goes a JSON object a line: what is being done, and at
last the verdict. When standard input is closed, whatever runs is ended.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
from functools import partial
from typing import Any

from tflint.experiment import ConfirmSettings, NoFrameworkError, settle_each
from tflint.experiment.verdict_cache import confirm_changed

_NAMES = {"tensorflow": "TensorFlow", "mxnet": "MXNet"}


def main() -> int:
    """Confirm what standard input asks for; the exit status."""
    # What comes is what the server wrote, and nobody else has the other end.
    finding, settings, cache_dir = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    assert isinstance(settings, ConfirmSettings)
    try:
        settle = partial(settle_each, starting=_starting)
        (settled,) = confirm_changed([finding], settings, cache_dir, settle=settle)
        _say(verdict=settled.verdict, evidence=settled.evidence)
    except NoFrameworkError as error:
        _say(error=str(error))
    except KeyboardInterrupt:
        return 130
    return 0


def _starting(framework: str) -> None:
    _say(doing=f"Starting {_NAMES.get(framework, framework)}")


def _say(**said: Any) -> None:
    print(json.dumps(said, default=str), flush=True)


def _end_with(descriptor: int) -> None:
    """Interrupt the run when there is nobody any more who waits for it."""
    while os.read(
        descriptor, 4096
    ):  # by the descriptor: a stream could not be let go of at the end
        pass
    os.kill(os.getpid(), signal.SIGINT)
