"""What XLA compiles: counted, since a busy machine makes any call slow."""

from __future__ import annotations

import os
import tempfile


class Compilations:
    """Lets XLA write down what it compiles from here on, in a folder of our own.

    XLA reads its flags when it is first used in a process, and numbers the modules that it dumps
    (https://openxla.org/xla/hlo_dumps).
    """

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp()
        own = f"--xla_dump_to={self._folder} --xla_dump_hlo_pass_re=none"
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {own}".strip()

    def count(self) -> int:
        """Modules compiled so far."""
        return len({name.partition(".")[0] for name in os.listdir(self._folder)})
