"""*Confirm this finding*: asks a process of its own, and ends that where nobody waits any more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tflint.experiment import ConfirmSettings
from tflint.finding import Finding
from tflint.linting.cache import dump
from tflint.linting.settings import Settings

_SCRIPT = (
    "import sys; sys.path[:] = [p for p in sys.path if p]; "
    "from tflint.server.confirm_one import main; sys.exit(main())"
)
"""Nothing is imported from the folder that is linted."""
_LONGEST_LINE = 1 << 26
_SECONDS_TO_END = 10.0
"""What the process may take to end its experiments, before it is killed."""


class NotConfirmedError(Exception):
    """There is no verdict: why, in one line."""


@dataclass(frozen=True)
class Request:
    """What to confirm.

    Attributes:
        finding: in a file that is written as it was judged.
        settings: what its file is judged by.
        root: where its project begins: call sites are looked for there.
    """

    finding: Finding
    settings: Settings
    root: str

    @property
    def told(self) -> bytes:
        """What the process is told: a line."""
        options = self.settings.confirm
        settings = ConfirmSettings(
            python=options.python,
            pythons=dict(options.pythons),
            timeout=options.timeout,
            jobs=1,
            roots=[self.root],
            examples=options.examples,
            sandbox=options.sandbox,
        )
        cache = self.settings.cache_dir
        said = {"finding": dump(self.finding), "settings": asdict(settings), "cache": cache}
        return json.dumps(said).encode() + b"\n"


async def confirm(request: Request, tell: Callable[[str], None]) -> Finding:
    """The finding with its verdict; ``tell`` hears what is being done.

    Raises:
        NotConfirmedError: there is none.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _SCRIPT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=request.root,
        limit=_LONGEST_LINE,
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    errors = asyncio.ensure_future(process.stderr.read())
    said: dict[str, Any] = {}
    try:
        process.stdin.write(request.told)
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        async for line in process.stdout:
            said = json.loads(line)
            if "doing" in said:
                tell(said["doing"])
    finally:
        await _end(process)
    if said.get("verdict"):
        return request.finding.with_verdict(said["verdict"], said.get("evidence") or {})
    last = (await errors).decode(errors="replace").strip().split("\n")[-1]
    raise NotConfirmedError(said.get("error") or last or "the process that confirms has ended")


async def _end(process: asyncio.subprocess.Process) -> None:
    """Let the process end, with all that it has started; at once where it is still at work."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.shield(asyncio.wait_for(process.wait(), _SECONDS_TO_END))
    except (asyncio.TimeoutError, TimeoutError):
        with contextlib.suppress(ProcessLookupError):
            process.kill()
