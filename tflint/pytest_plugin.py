"""``pytest --tflint-record``: keep what the tests pass to traced functions, for ``--confirm``."""

from __future__ import annotations

import os
from typing import Any

from tflint.experiment.recordings.recorded_calls import FOLDER
from tflint.runtime.recorder.recording import Recording


def pytest_addoption(parser: Any) -> None:
    """Add the option."""
    parser.getgroup("tflint").addoption(
        "--tflint-record",
        action="store_true",
        help=f"Note what reaches traced functions in {FOLDER}/, for `tflint --confirm`.",
    )


def pytest_configure(config: Any) -> None:
    """Start to take notes, before any test module is imported."""
    if config.getoption("--tflint-record"):
        root = str(config.rootpath)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        recording = Recording(os.path.join(root, FOLDER, f"pytest{worker}.json"), root)
        recording.install()
        config.stash_tflint_recording = recording


def pytest_unconfigure(config: Any) -> None:
    """Write them down."""
    recording = getattr(config, "stash_tflint_recording", None)
    if recording is not None:
        recording.write()
