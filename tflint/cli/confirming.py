"""``--confirm`` on the command line: interpreters checked, progress shown, Ctrl-C heard once."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from tflint.cli.streams import INTERRUPTED, complain
from tflint.linting.settings import Settings, SettingsError

if TYPE_CHECKING:
    from tflint.experiment import ConfirmSettings
    from tflint.experiment.proving import Proving
    from tflint.finding import Finding


def check_means(settings: Settings, paths: list[str]) -> None:
    """Refuse an interpreter or a sandbox that isn't there before any work is done.

    Raises:
        SettingsError: nothing at that path, or by that name, can be run.
        SandboxError: there is no sandbox here.
    """
    import shutil  # late: only --confirm asks

    if settings.confirm.executor is not None:
        return  # they are on other machines
    for python in filter(None, (settings.confirm.python, *settings.confirm.pythons.values())):
        if shutil.which(python) is None:
            raise SettingsError(f"{python}: no such interpreter")
    if settings.confirm.sandbox:
        from tflint.experiment.bubblewrap import check_sandbox

        check_sandbox(experiments(settings, paths, []).roots)


def experiments(settings: Settings, paths: list[str], unsaved: list[str]) -> ConfirmSettings:
    """How experiments run.

    Args:
        settings: what the run follows.
        paths: what was named.
        unsaved: how standard input is called, if that is read.
    """
    from tflint.experiment import ConfirmSettings

    options = settings.confirm
    return ConfirmSettings(
        python=options.python,
        pythons=options.pythons,
        timeout=options.timeout,
        jobs=options.jobs or os.cpu_count() or 1,
        roots=[path for path in paths if path != "-"],
        examples=options.examples,
        unsaved=unsaved,
        sandbox=options.sandbox,
    )


@contextlib.contextmanager
def proving(settings: Settings, paths: list[str], unsaved: list[str]) -> Iterator[Proving]:
    """What proves fixes, by experiments as above; the first Ctrl-C ends it."""
    from tflint.experiment.proving import Proving

    with _stopped_once(), Proving(experiments(settings, paths, unsaved)) as made:
        yield made


def confirmed(
    findings: list[Finding],
    settings: Settings,
    paths: list[str],
    unsaved: list[str],
    quiet: bool,
) -> tuple[list[Finding], KeyboardInterrupt | None]:
    """The findings with their verdicts; those that had one, and what ended the run, if something did."""
    from tflint.experiment import NoFrameworkError, settle_each
    from tflint.experiment.verdict_cache import Interrupted, Settle, confirm_changed

    given = experiments(settings, paths, unsaved)
    cache = settings.cache_dir
    executor = settings.confirm.executor
    settle: Settle = settle_each
    if executor is not None:
        from tflint.experiment.elsewhere import settle_elsewhere

        settle = settle_elsewhere(executor)
    try:
        with _stopped_once():
            if quiet or not sys.stderr.isatty() or not findings:
                return confirm_changed(findings, given, cache, settle=settle), None
            with _bar(len(findings)) as (starting, progress):
                if executor is None:
                    settle = partial(settle_each, starting=starting)
                return confirm_changed(findings, given, cache, progress, settle=settle), None
    except NoFrameworkError as error:
        text = "`--python PATH` names an interpreter that has it"
        raise click.ClickException(f"{error} ({text})") from None
    except Interrupted as stopped:
        return stopped.settled, stopped


@contextlib.contextmanager
def _bar(total: int) -> Iterator[tuple[Callable[[str], None], Callable[[int, int], None]]]:
    """What shows on a terminal that a framework starts, and how many findings are settled."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    names = {"tensorflow": "TensorFlow", "tf_keras": "TensorFlow with Keras 2", "mxnet": "MXNet"}
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Planning experiments", total=total)

        def starting(framework: str) -> None:
            bar.update(task, description=f"Starting {names.get(framework, framework)}")

        def progress(done: int, total: int) -> None:
            if done:
                bar.update(task, description="Running experiments", completed=done, total=total)

        yield starting, progress


class _Stopped(KeyboardInterrupt):
    """Ctrl-C, or a signal that asks to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextlib.contextmanager
def _stopped_once() -> Iterator[None]:
    """Makes the first Ctrl-C or SIGTERM an exception; no other disturbs the tidying up after it.

    What is ignored, as Ctrl-C is by what a shell starts in the background, stays so.
    """
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [
        number
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is not signal.SIG_IGN
    ]

    def stop(number: int, _frame: object) -> None:
        for one in heard:
            signal.signal(one, signal.SIG_IGN)
        raise _Stopped(number)

    before = [(number, signal.signal(number, stop)) for number in heard]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def interrupted(stopped: KeyboardInterrupt) -> int:
    """Say how far it got; the exit status."""
    settled = f": {stopped}" if str(stopped) else ""
    return complain(f"interrupted{settled}", getattr(stopped.__cause__, "status", INTERRUPTED))
