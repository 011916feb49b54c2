"""The command line: options in, exit status out."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from tflint import __version__
from tflint.commands import traced, why
from tflint.lint.selection import Layer
from tflint.lint.settings import OUTPUT_FORMATS, Overrides, Settings, SettingsError, load

if TYPE_CHECKING:
    from tflint.experiment import ConfirmSettings
    from tflint.finding import Finding
    from tflint.lint.codes import AnyRule
    from tflint.lint.fixing import Mended
    from tflint.lint.linter import Report
    from tflint.mending import Mending

CLEAN, FOUND, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
FAIL_ON = ("confirmed", "unrefuted", "any")
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status; as a program, at once.

    Of a run on one small file, looking for garbage and tidying up before the end would take a fifth.
    """
    if arguments is None:
        gc.disable()
    status = run(sys.argv[1:] if arguments is None else arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        status = _stream_failed(error)
    if arguments is None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command line; whatever goes wrong is one line on stderr and an exit status."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    name, rest = _command(list(arguments))
    command = _COMMANDS[name]
    try:
        # not command.main(): it has its own way with interrupts and closed pipes
        with command.make_context(_program(name), rest) as context:
            status = command.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", INTERRUPTED)
    except click.ClickException as error:
        return _complain(error.format_message())
    except SettingsError as error:
        return _complain(str(error))
    except OSError as error:
        return _stream_failed(error)
    except Exception as error:
        if os.environ.get("TFLINT_DEBUG"):
            raise
        text = " ".join(str(error).split())
        return _complain(
            f"internal error: {type(error).__name__}: {text} (TFLINT_DEBUG=1 shows where)"
        )
    return int(status or CLEAN)


def _open_streams() -> None:
    """Put something in the place of closed standard streams, lest a file that is opened gets it.

    What was closed can't be read from or written to: whoever tries hears of it.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _command(arguments: list[str]) -> tuple[str, list[str]]:
    """The command meant, ``check`` unless the first word names another."""
    if arguments and arguments[0] in _COMMANDS:
        return arguments[0], arguments[1:]
    return "check", arguments


def _program(name: str) -> str:
    return "tflint" if name == "check" else f"tflint {name}"


def _complain(message: str, status: int = FAILED) -> int:
    _say("error", message)
    return status


def _say(what: str, message: str) -> None:
    from tflint.report.plain import one_line

    click.echo(f"tflint: {what}: {one_line(message)}", err=True)


def _stream_failed(error: OSError) -> int:
    """A reader that went away is no failure worth a word; anything else is."""
    if error.errno != errno.EPIPE:
        closed = error.errno == errno.EBADF
        status = _complain("a standard stream is closed" if closed else str(error))
        if not closed:
            return status
    else:
        status = BROKEN_PIPE
    # the interpreter flushes stdout once more on its way out; let it write into nothing
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _codes(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """``A,B`` and repeated options to one tuple; None when the option was not given."""
    if not value:
        return None
    return tuple(part.strip() for item in value for part in item.split(","))


def _split(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """The same without what is empty: ``--exclude ""`` leaves nothing out."""
    found = _codes(_context, _parameter, value)
    return None if found is None else tuple(part for part in found if part)


def _per_file(
    _context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """``pattern:CODE[,CODE][,pattern:CODE]`` to patterns with their codes."""
    if not value:
        return None
    entries: list[tuple[str, tuple[str, ...]]] = []
    for part in [part for item in value for part in item.replace(",", " ").split()]:
        pattern, colon, code = part.rpartition(":")
        if colon and pattern:
            entries.append((pattern, (code,)))
        elif entries and not colon:
            entries[-1] = (entries[-1][0], (*entries[-1][1], part))
        else:
            raise click.BadParameter(f"{part!r} is not of the form PATTERN:CODE")
    return tuple(entries)


def _pythons(
    _context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[tuple[str | None, str], ...]:
    """``PATH`` for all frameworks, ``mxnet=PATH`` for one."""
    from tflint.lint.settings import FRAMEWORKS

    result: list[tuple[str | None, str]] = []
    for item in value:
        framework, equals, path = item.partition("=")
        named = bool(equals) and framework in FRAMEWORKS
        result.append((framework, path) if named else (None, item))
    return tuple(result)


class _Seconds(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 < number < float("inf"):
            self.fail(f"{value!r} is not a positive number of seconds", param, ctx)
        return number


def _codes_option(*names: str, help: str) -> Callable[[Any], Any]:
    return click.option(*names, multiple=True, callback=_codes, metavar="CODES", help=help)


@click.command(
    "check",
    context_settings=_CONTEXT,
    epilog="Other commands: `tflint rule CODE` explains a rule, `tflint rules` lists them all, "
    "`tflint traced PATH` what runs in a graph, `tflint why FILE:LINE` answers for one line. "
    "To lint a folder of that name write `tflint ./rule`.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--fix", is_flag=True, help="Mend what can be mended safely.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="Take fixes that are not safe for fixes as well."
)
@click.option("--show-fixes", is_flag=True, help="List what was fixed, by file and rule.")
@click.option("--confirm", is_flag=True, help="Run each finding's function both ways to prove it.")
@click.option(
    "--python",
    "pythons",
    multiple=True,
    callback=_pythons,
    metavar="PATH",
    help="Interpreter that has the framework, for --confirm; mxnet=PATH names one for MXNet only.",
)
@click.option("--timeout", type=_Seconds(), help="Seconds for each experiment of --confirm.  [30]")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), help="Processes at the same time.  [as many as pay]"
)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="With --confirm, the findings that decide the exit status: confirmed; unrefuted, which "
    "adds those that could not be settled; any.  [unrefuted]",
)
@_codes_option("--select", help="Rules to run, by code or beginning of code, or ALL.")
@_codes_option("--ignore", "--extend-ignore", help="Rules to leave out; the longer prefix wins.")
@_codes_option("--extend-select", help="Rules to run besides those selected.")
@click.option("--preview/--no-preview", default=None, help="Run the opt-in rules as well.")
@click.option(
    "--per-file-ignores",
    multiple=True,
    callback=_per_file,
    metavar="PATTERN:CODE",
    help="Rules to leave out in the files a pattern matches.",
)
@click.option(
    "--exclude", multiple=True, callback=_split, metavar="PATTERNS", help="Paths to skip."
)
@click.option(
    "--extend-exclude",
    multiple=True,
    callback=_split,
    metavar="PATTERNS",
    help="Paths to skip besides those skipped by default.",
)
@click.option("--force-exclude/--no-force-exclude", default=None, help="Skip named files as well.")
@click.option(
    "--respect-gitignore/--no-respect-gitignore", default=None, help="Skip what git does."
)
@click.option(
    "--isolated-files/--no-isolated-files",
    default=None,
    help="Judge files by themselves, without the project around them.",
)
@click.option("--no-cache", "-n", is_flag=True, help="Neither read nor write the cache.")
@click.option("--cache-dir", type=click.Path(), help="Where the cache is.  [.tflint_cache]")
@click.option("--ignore-noqa", is_flag=True, help="Report what `# noqa` comments silence.")
@click.option("--output-format", type=click.Choice(OUTPUT_FORMATS), help="How to report.  [text]")
@click.option("--output-file", "-o", type=click.Path(), help="Where to report, instead of stdout.")
@click.option("--report", type=click.Path(), help="Also write an HTML page with all that is known.")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of showing them.")
@click.option("--quiet", "-q", is_flag=True, help="Print findings, nothing besides.")
@click.option("--exit-zero", "-e", is_flag=True, help="Exit with 0 also when there are findings.")
@click.option("--stdin-filename", type=click.Path(), help="Name of what `-` reads.")
@click.option("--config", type=click.Path(), help="File with the [tool.tflint] table to follow.")
@click.option("--isolated", is_flag=True, help="Follow no configuration file.")
@click.version_option(__version__, "-V", "--version", message="tflint %(version)s")
def check(**options: Any) -> int:
    """Find Python that means something else once TensorFlow or MXNet turns it into a graph.

    PATH is a file, a folder, or `-` for standard input; the current folder unless given.
    Exit status: 0 clean, 1 findings, 2 the job could not be done.
    """
    from tflint.lint.codes import catalogue
    from tflint.lint.gathering import STDIN
    from tflint.lint.linter import lint

    paths = [os.fspath(path) for path in options["paths"]] or ["."]
    if "" in paths:
        raise click.UsageError("an empty path")
    if options["fail_on"] and not options["confirm"]:
        raise click.UsageError("--fail-on needs --confirm")
    stdin_filename = options["stdin_filename"]
    places = [stdin_filename or "." if path == STDIN else path for path in paths]
    settings = load(
        places,
        catalogue(),
        _overrides(options),
        config=options["config"],
        isolated=options["isolated"],
    )
    if options["confirm"]:
        _check_interpreters(settings)
    if options["report"] is not None:
        _check_writable(options["report"])
    stdin = sys.stdin.buffer.read() if STDIN in paths else b""
    if options["diff"]:
        return _show_differences(paths, settings, stdin, options)
    if options["fix"]:
        report = _fixed(paths, settings, stdin, options)
    else:
        report = lint(
            paths,
            settings,
            stdin=stdin,
            stdin_filename=stdin_filename or STDIN,
            fixes=True,
            jobs=settings.confirm.jobs,
            last=not options["confirm"],
        )
    stopped: KeyboardInterrupt | None = None
    if options["confirm"]:
        unsaved = _unsaved(paths, options)
        quiet = options["quiet"]
        report.findings, stopped = _confirmed(report.findings, settings, paths, unsaved, quiet)
    if options["report"] is not None:
        _write_page(report, options["report"])
    _write(report, settings, options)
    _tell(report, settings, options)
    if stopped is not None:
        return _interrupted(stopped)
    if report.errors:
        return FAILED
    fail_on = (options["fail_on"] or "unrefuted") if options["confirm"] else "any"
    failing = any(_decides(finding, fail_on) for finding in report.findings)
    return FOUND if failing and not options["exit_zero"] else CLEAN


def _tell(report: Report, settings: Settings, options: dict[str, Any]) -> None:
    """Say on standard error what was left out, and what could not be done."""
    for warning in () if options["quiet"] else (*settings.warnings, *report.warnings):
        _say("warning", warning)
    for error in report.errors:
        _complain(error)


def _mending(
    paths: list[str], settings: Settings, stdin: bytes, options: dict[str, Any]
) -> tuple[Mending, Mended]:
    from tflint.lint.gathering import STDIN
    from tflint.mending import Mending

    mending = Mending(paths, settings, stdin, options["stdin_filename"] or STDIN)
    unsafe = options["unsafe_fixes"]
    if not options["confirm"]:
        return mending, mending.run(unsafe=unsafe)
    from tflint.experiment.proving import Proving

    with (
        _stopped_once(),
        Proving(_experiments(settings, paths, _unsaved(paths, options))) as proving,
    ):
        return mending, mending.run(unsafe=unsafe, proving=proving)


def _unsaved(paths: Sequence[str], options: dict[str, Any]) -> list[str]:
    """How standard input is called, if that is read."""
    from tflint.lint.gathering import STDIN

    return [options["stdin_filename"] or STDIN] if STDIN in paths else []


def _experiments(settings: Settings, paths: Sequence[str], unsaved: list[str]) -> ConfirmSettings:
    """How experiments run."""
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
    )


def _fixed(paths: list[str], settings: Settings, stdin: bytes, options: dict[str, Any]) -> Report:
    """What is left to report once files are mended, and written."""
    from tflint.lint.gathering import STDIN
    from tflint.lint.linter import report_of

    mending, mended = _mending(paths, settings, stdin, options)
    report = report_of(mended.linted)
    report.fixed = mended.fixed
    report.warnings += mended.refused
    report.errors += mending.write(mended)
    if STDIN in paths:
        sys.stdout.buffer.write(mending.stdout(mended))
    return report


def _show_differences(
    paths: list[str], settings: Settings, stdin: bytes, options: dict[str, Any]
) -> int:
    """Show how files would change; the exit status."""
    from tflint.lint.linter import report_of
    from tflint.report.fixes import differences, proofs, would_fix
    from tflint.report.plain import printable

    _, mended = _mending(paths, settings, stdin, options)
    report = report_of(mended.linted)
    report.warnings += mended.refused
    with _target(options) as stream:
        for line in differences(mended):  # whole for `patch`, harmless for people
            stream.write(f"{printable(line[:-1])}\n" if stream.isatty() else line)
    said = would_fix(mended, unsafe=options["unsafe_fixes"])
    if not options["quiet"]:
        for line in proofs(mended.fixed):
            click.echo(line, err=True)
        if said:
            click.echo(said, err=True)
    _tell(report, settings, options)
    if report.errors:
        return FAILED
    return FOUND if mended.fixed and not options["exit_zero"] else CLEAN


def _overrides(options: dict[str, Any]) -> Overrides:
    return Overrides(
        layer=Layer(
            select=options["select"],
            ignore=options["ignore"] or (),
            extend_select=options["extend_select"] or (),
        ),
        preview=options["preview"],
        exclude=options["exclude"],
        extend_exclude=options["extend_exclude"] or (),
        respect_gitignore=options["respect_gitignore"],
        force_exclude=options["force_exclude"],
        per_file_ignores=options["per_file_ignores"],
        isolated_files=options["isolated_files"],
        respect_noqa=not options["ignore_noqa"],
        cache=not options["no_cache"],
        cache_dir=options["cache_dir"],
        output_format=options["output_format"],
        pythons=options["pythons"],
        timeout=options["timeout"],
        jobs=options["jobs"],
    )


def _check_interpreters(settings: Settings) -> None:
    """Refuse an interpreter that isn't there before any work is done.

    Raises:
        SettingsError: nothing at that path, or by that name, can be run.
    """
    import shutil  # late: only --confirm asks

    for python in filter(None, (settings.confirm.python, *settings.confirm.pythons.values())):
        if shutil.which(python) is None:
            raise SettingsError(f"{python}: no such interpreter")


def _confirmed(
    findings: list[Finding],
    settings: Settings,
    paths: list[str],
    unsaved: list[str],
    quiet: bool,
) -> tuple[list[Finding], KeyboardInterrupt | None]:
    """The findings with their verdicts; those that had one, and what ended the run, if something did."""
    from tflint.experiment import NoFrameworkError, settle_each
    from tflint.experiment.verdict_cache import Interrupted, confirm_changed

    given = _experiments(settings, paths, unsaved)
    cache = settings.cache_dir
    try:
        with _stopped_once():
            if quiet or not sys.stderr.isatty() or not findings:
                return confirm_changed(findings, given, cache, settle=settle_each), None
            with _bar(len(findings)) as (starting, progress):
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

    names = {"tensorflow": "TensorFlow", "mxnet": "MXNet"}
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


def _interrupted(stopped: KeyboardInterrupt) -> int:
    settled = f": {stopped}" if str(stopped) else ""
    return _complain(f"interrupted{settled}", getattr(stopped.__cause__, "status", INTERRUPTED))


def _decides(finding: Finding, fail_on: str) -> bool:
    """True when the finding makes the exit status 1."""
    from tflint.finding import Harm, Severity

    if finding.severity is Severity.INFO:
        return False
    if fail_on == "any" or finding.harm is Harm.ERROR:
        return True
    if fail_on == "confirmed":
        return finding.verdict == "confirmed"
    return finding.verdict != "refuted"


def _write(report: Report, settings: Settings, options: dict[str, Any]) -> None:
    from tflint.report import Reporting, render

    reporting = Reporting(
        format=settings.output_format,
        statistics=options["statistics"],
        quiet=options["quiet"],
        confirmed=options["confirm"],
        unsafe_fixes=options["unsafe_fixes"],
        show_fixes=options["show_fixes"],
    )
    with _target(options) as stream:
        render(report, reporting, stream)


@contextlib.contextmanager
def _target(options: dict[str, Any]) -> Iterator[TextIO]:
    """Where to report: a file that is named, else standard output, unless the code goes there."""
    target = options["output_file"]
    if target is None:
        yield sys.stderr if options["fix"] and "-" in options["paths"] else sys.stdout
        return
    try:
        with open(target, "w", encoding="utf-8", errors="backslashreplace") as stream:
            yield stream
    except OSError as error:
        raise click.ClickException(f"{target}: cannot be written: {error.strerror}") from None


def _check_writable(path: str) -> None:
    """Refuse a path that nothing can be written to, before any work is done.

    Raises:
        ClickException: it is a folder, or in none, or not ours to write to.
    """
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        fault = errno.EISDIR
    elif not os.path.isdir(folder):
        fault = errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        fault = errno.EACCES
    else:
        return
    raise click.ClickException(f"{path}: cannot be written: {os.strerror(fault)}")


def _write_page(report: Report, path: str) -> None:
    from tflint.report.html import write

    try:
        write(report, path)
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written: {error.strerror}") from None


def _config_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which settings to follow, for commands that tell of a project's own rules too."""
    named = click.option(
        "--config", type=click.Path(), help="File with the [tool.tflint] table to follow."
    )
    return named(
        click.option("--isolated", is_flag=True, help="Follow no configuration file.")(command)
    )


def _rules_known(config: str | None, isolated: bool) -> dict[str, AnyRule]:
    """Our rules, and those that the project one stands in has of its own."""
    from tflint.lint.codes import catalogue, every_rule

    return every_rule(load(["."], catalogue(), config=config, isolated=isolated).plugins)


@click.command("rule", context_settings=_CONTEXT)
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="The pages of all rules.")
@_config_options
def rule(code: str | None, everything: bool, config: str | None, isolated: bool) -> None:
    """Explain a rule: what it does, why it matters, what to write instead."""
    from tflint.lint.codes import every_rule
    from tflint.report.pages import show_page

    rules = every_rule()
    if everything or (code is not None and code.upper() not in rules):
        rules = _rules_known(config, isolated)
    if everything:
        chosen = list(rules.values())
    elif code is None:
        raise click.UsageError("name a rule, for instance `tflint rule TFL301`")
    elif code.upper() in rules:
        chosen = [rules[code.upper()]]
    else:
        raise click.UsageError(f"unknown rule {code!r}; `tflint rules` lists them all")
    for found in chosen:
        show_page(found)


@click.command("rules", context_settings=_CONTEXT)
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
@_config_options
def rules(output_format: str, config: str | None, isolated: bool) -> None:
    """List all rules."""
    from tflint.report.pages import list_rules

    list_rules(list(_rules_known(config, isolated).values()), output_format)


@click.command("record", context_settings={**_CONTEXT, "ignore_unknown_options": True})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def record(command: tuple[str, ...]) -> int:
    """Run a Python program and keep what it passes to traced functions, for --confirm.

    COMMAND is `python train.py --epochs 1` or `python -m package.train`; write `--` before it.
    Shapes, dtypes and small values go to .tflint_recordings/ in the current folder.
    """
    from tflint.experiment.recordings.command import CommandError
    from tflint.experiment.recordings.command import record as run_and_record

    try:
        return run_and_record(command)
    except CommandError as error:
        raise click.UsageError(str(error)) from None


_COMMANDS: dict[str, click.Command] = {
    "check": check,
    "rule": rule,
    "rules": rules,
    "record": record,
    "traced": traced,
    "why": why,
}
