"""Show me: run a finding's function eagerly and as a graph, and say what differed."""

from __future__ import annotations

from tflint.experiment.engine import confirm, settle_each
from tflint.experiment.settings import ConfirmSettings

__all__ = ["ConfirmSettings", "confirm", "settle_each"]
