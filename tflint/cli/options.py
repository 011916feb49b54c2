"""Options that several commands have: which files and rules, and by which settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tflint.cli import option_types
from tflint.linting.selection import Layer
from tflint.linting.settings import Overrides, Settings, load

_F = TypeVar("_F", bound=Callable[..., Any])


def _codes(*names: str, help: str) -> Callable[[_F], _F]:
    return click.option(
        *names, multiple=True, callback=option_types.codes, metavar="CODES", help=help
    )


def _patterns(name: str, help: str) -> Callable[[_F], _F]:
    return click.option(
        name, multiple=True, callback=option_types.split, metavar="PATTERNS", help=help
    )


_FILES_OF_SETTINGS = (
    click.option("--config", type=click.Path(), help="Use this configuration file."),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
)
_SELECTION = (
    _codes("--select", help="Rules to run: codes, prefixes of codes, or ALL."),
    _codes("--ignore", "--extend-ignore", help="Rules not to run; the longer prefix wins."),
    _codes("--extend-select", help="Rules to run in addition to those selected."),
    click.option(
        "--preview/--no-preview",
        default=None,
        help="Also run the opt-in rules, and show possible findings.",
    ),
    click.option(
        "--per-file-ignores",
        multiple=True,
        callback=option_types.per_file,
        metavar="PATTERN:CODE",
        help="Rules not to run on files that match a pattern.",
    ),
    _patterns("--exclude", help="Paths to skip."),
    _patterns("--extend-exclude", help="Paths to skip in addition to the defaults."),
    click.option(
        "--force-exclude/--no-force-exclude",
        default=None,
        help="Skip excluded files even if they are named.",
    ),
    click.option(
        "--respect-gitignore/--no-respect-gitignore",
        default=None,
        help="Skip files that git ignores.",
    ),
    click.option(
        "--isolated-files/--no-isolated-files",
        default=None,
        help="Lint each file on its own, without its project.",
    ),
    click.option("--no-cache", "-n", is_flag=True, help="Do not use the cache."),
    click.option("--cache-dir", type=click.Path(), help="Folder of the cache.  [.tflint_cache]"),
    click.option("--ignore-noqa", is_flag=True, help="Also report what `# noqa` comments silence."),
    click.option(
        "--jobs",
        "-j",
        type=click.IntRange(min=1),
        help="Number of parallel processes.  [chosen by tflint]",
    ),
    *_FILES_OF_SETTINGS,
)


_REPORT = (
    click.option(
        "--output-file",
        "-o",
        type=click.Path(),
        help="Write the report to this file instead of stdout.",
    ),
    click.option("--report", type=click.Path(), help="Also write a full report as an HTML page."),
    click.option(
        "--statistics", is_flag=True, help="Count findings by rule instead of showing them."
    ),
)


def reporting(command: _F) -> _F:
    """Give a command the options that say where the report goes, and how much of it is shown."""
    for option in reversed(_REPORT):
        command = option(command)
    return command


def linting(command: _F) -> _F:
    """Give a command the options that say which files and rules, and by which settings."""
    for option in reversed(_SELECTION):
        command = option(command)
    return command


def which_settings(command: _F) -> _F:
    """Give a command the options that say which files of settings are followed."""
    for option in reversed(_FILES_OF_SETTINGS):
        command = option(command)
    return command


def settings_for(places: list[str], options: dict[str, Any]) -> Settings:
    """What a run over these places follows: the files of settings, and the options over them.

    Raises:
        SettingsError: they can't be followed.
    """
    from tflint.linting.codes import catalogue

    return load(
        places,
        catalogue(),
        _overrides(options),
        config=options["config"],
        isolated=options["isolated"],
    )


def _overrides(options: dict[str, Any]) -> Overrides:
    """What the options say; those that a command does not have say nothing."""
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
        output_format=options.get("output_format"),
        pythons=options.get("pythons", ()),
        timeout=options.get("timeout"),
        sandbox=options.get("sandbox"),
        executor=options.get("executor"),
        jobs=options["jobs"],
    )
