"""What a user can choose about confirming."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tflint.api.releases import LEGACY_KERAS
from tflint.experiment.interpreters import found, has_keras_2


@dataclass(frozen=True)
class ConfirmSettings:
    """How experiments run.

    Attributes:
        python: the interpreter that has the framework, unless ``pythons`` names another; None for the
            first that has it of our own, that of the active environment, and that in ``.venv``.
        pythons: an interpreter for each framework (``"tensorflow"``, ``"mxnet"``).
        timeout: seconds that one experiment may take.
        jobs: experiments at a time.
        roots: the paths given on the command line, where call sites are looked for.
        memory: bytes that one experiment may hold.
        calls: measured calls on each side.
        unsaved: files that were read from standard input: what has their names may be another text.
        sandbox: keep them from the network, the home directory, and writing elsewhere.
        examples: a file with the user's own inputs; None for ``tflint_examples.py`` near the code.
    """

    python: str | None = None
    pythons: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 30.0
    jobs: int = 2
    roots: Sequence[str | Path] = ()
    memory: int = 4 << 30
    calls: int = 4
    sandbox: bool = False
    examples: str | None = None
    unsaved: Sequence[str] = ()

    def interpreter(self, framework: str) -> str:
        """The interpreter to run this framework with."""
        if framework == "tf_keras":
            framework = "tensorflow"
        return self.pythons.get(framework) or self.python or found(framework)

    def available(self, framework: str) -> str:
        """The framework to start: Keras 2 where it is asked for and there, and nobody chose another."""
        if framework == "tf_keras" and (
            LEGACY_KERAS in os.environ or not has_keras_2(self.interpreter(framework))
        ):
            return "tensorflow"
        return framework
