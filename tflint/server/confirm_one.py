"""One finding confirmed in a process of its own, which ends with the server that asked for it.

On standard input comes a request, a JSON object on a line; on standard output go more of them: what is
being done, and at last the verdict. When standard input is closed, whatever runs is ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from functools import partial
from typing import Any

from tflint.experiment import ConfirmSettings, NoFrameworkError, settle_each
from tflint.experiment.verdict_cache import confirm_changed
from tflint.linting.cache import load

_NAMES = {"tensorflow": "TensorFlow", "mxnet": "MXNet"}


def main() -> int:
    """Confirm what standard input asks for; the exit status."""
    request = json.loads(sys.stdin.buffer.readline())
    finding, settings = load(request["finding"]), ConfirmSettings(**request["settings"])
    threading.Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    try:
        settle = partial(settle_each, starting=_starting)
        (settled,) = confirm_changed([finding], settings, request["cache"], settle=settle)
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
