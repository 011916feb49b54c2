"""What is known of the flagged line while the program runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import Experiment


class Lines:
    """What is known of the flagged line while the program runs."""

    def __init__(self, x: Experiment) -> None:
        self.x = x

    def from_line(self) -> bool:
        """Whether the flagged line is on the stack."""
        flagged = self.x.job.flagged
        frame: Any = sys._getframe(2)
        for _ in range(40):
            if frame is None:
                return False
            if flagged.holds(frame.f_code.co_filename, frame.f_lineno or 0):
                return True
            frame = frame.f_back
        return False
