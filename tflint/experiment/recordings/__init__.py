"""Keep what a real run passes to traced functions, so that ``--confirm`` can call them alike."""

from __future__ import annotations

from tflint.experiment.recordings.command import record
from tflint.experiment.recordings.recorded_calls import FOLDER, recorded_arguments

__all__ = ["FOLDER", "record", "recorded_arguments"]
