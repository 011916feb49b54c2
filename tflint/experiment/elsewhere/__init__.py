"""Experiments on other machines: by Dask, or whatever is an executor as those of ``concurrent.futures``."""

from __future__ import annotations

from tflint.experiment.elsewhere.executors import ExecutorError, executor_for
from tflint.experiment.elsewhere.tasks import settle_elsewhere

__all__ = ["ExecutorError", "executor_for", "settle_elsewhere"]
