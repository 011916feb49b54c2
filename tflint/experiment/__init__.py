"""Show me: run a finding's function eagerly and as a graph, and say what differed."""

from __future__ import annotations

from tflint.experiment.settings import ConfirmSettings
from tflint.experiment.settling import NoFrameworkError, confirm, settle_each

__all__ = ["ConfirmSettings", "NoFrameworkError", "confirm", "settle_each"]
