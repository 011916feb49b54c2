"""Every key of the settings: one table, which loader, schema, documentation and ``tflint config`` read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tflint.files.discovery import DEFAULT_EXCLUDES
from tflint.linting.settings.model import (
    DEFAULT_CACHE,
    DEFAULT_SOURCES,
    DEFAULT_TIMEOUT,
    FRAMEWORKS,
    OUTPUT_FORMATS,
    Settings,
)


class SettingKey(NamedTuple):
    """One key.

    Attributes:
        name: as it is written, after its table and a dot if it is in one.
        kind: what it takes: one of the names in ``KINDS``.
        default: what holds where no file says anything.
        says: what it does, in Markdown.
        example: a value, as TOML.
        get: the value that is in force.
        option: the option of the command line that is stronger.
        of_run: whether it holds for a whole run, and not for the files below its file.
        adds: whether a file adds to what it extends, instead of replacing it.
    """

    name: str
    kind: str
    default: Any
    says: str
    example: str
    get: Callable[[Settings], Any]
    option: str = ""
    of_run: bool = False
    adds: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the tables around it, and its own."""
        return tuple(self.name.split("."))


KINDS = {
    "boolean": "true or false",
    "text": "a string",
    "format": f"one of {', '.join(OUTPUT_FORMATS)}",
    "path": "a path, from the file's folder on",
    "program": "a path, from the file's folder on, or the name of a program",
    "texts": "a list of strings",
    "paths": "a list of paths, from the project's root on",
    "patterns": "a list of patterns as in .gitignore, from the file's folder on",
    "modules": "a list of names of modules",
    "executor": "`dask://HOST:PORT`, or `MODULE:FUNCTION`",
    "selectors": "a list of codes, beginnings of codes, or ALL",
    "by pattern": "a table of lists of selectors by pattern",
    "seconds": "a positive number of seconds",
    "count": "a whole number from 1",
}
"""What keys take, in words."""


def _select(settings: Settings) -> list[str]:
    chosen = [layer.select for layer in settings.layers if layer.select is not None]
    return list(chosen[-1]) if chosen else ["TFL"]


def _ignore(settings: Settings) -> list[str]:
    return [code for layer in settings.layers for code in layer.ignore]


def _extend_select(settings: Settings) -> list[str]:
    return [code for layer in settings.layers for code in layer.extend_select]


KEYS = (
    SettingKey(
        "extend",
        "path",
        None,
        "A file of settings to begin with: what it says holds unless this file says something else. It may "
        "extend another in turn. Its patterns and paths begin at its own folder.",
        '"../tflint.toml"',
        lambda settings: settings.extends or None,
    ),
    SettingKey(
        "select",
        "selectors",
        ["TFL"],
        "Rules to report. A beginning of codes (`TFL3`) stands for all rules that have it and are on by "
        "default; `ALL` and full codes also for rules that are off.",
        '["TFL1", "TFL301"]',
        _select,
        "--select",
    ),
    SettingKey(
        "ignore",
        "selectors",
        [],
        "Rules to leave out. Where a rule is selected and ignored, the longer selector wins.",
        '["TFL302"]',
        _ignore,
        "--ignore",
        adds=True,
    ),
    SettingKey(
        "extend-ignore",
        "selectors",
        [],
        "The same as `ignore`, as in Ruff.",
        '["TFL302"]',
        lambda settings: [],
        "--extend-ignore",
        adds=True,
    ),
    SettingKey(
        "extend-select",
        "selectors",
        [],
        "Rules to report besides those selected.",
        '["TFL002"]',
        _extend_select,
        "--extend-select",
        adds=True,
    ),
    SettingKey(
        "preview",
        "boolean",
        False,
        "Whether beginnings of codes also stand for rules that are off by default, and findings are shown "
        "that are true only if what their chain assumes is.",
        "true",
        lambda settings: settings.preview,
        "--preview",
    ),
    SettingKey(
        "per-file-ignores",
        "by pattern",
        {},
        "Rules to leave out in the files that a pattern matches; with `!` before it, in all others.",
        '{ "tests/*" = ["TFL3"] }',
        lambda settings: {e.pattern: list(e.selectors) for e in settings.per_file_ignores},
        "--per-file-ignores",
    ),
    SettingKey(
        "exclude",
        "patterns",
        list(DEFAULT_EXCLUDES),
        "Files and folders to skip.",
        '["legacy", "*_pb2.py"]',
        lambda settings: list(settings.files.exclude[0].lines) if settings.files.exclude else [],
        "--exclude",
    ),
    SettingKey(
        "extend-exclude",
        "patterns",
        [],
        "Files and folders to skip besides those of `exclude`.",
        '["legacy"]',
        lambda settings: [line for group in settings.files.exclude[1:] for line in group.lines],
        "--extend-exclude",
        adds=True,
    ),
    SettingKey(
        "force-exclude",
        "boolean",
        False,
        "Whether files that were named are skipped as well.",
        "true",
        lambda settings: settings.files.force_exclude,
        "--force-exclude",
    ),
    SettingKey(
        "respect-gitignore",
        "boolean",
        True,
        "Whether to skip what git ignores.",
        "false",
        lambda settings: settings.files.respect_gitignore,
        "--respect-gitignore",
    ),
    SettingKey(
        "isolated-files",
        "boolean",
        False,
        "Whether files are judged by themselves, without the project around them.",
        "true",
        lambda settings: settings.isolated_files,
        "--isolated-files",
    ),
    SettingKey(
        "src",
        "paths",
        list(DEFAULT_SOURCES),
        "Folders in which imports are looked up.",
        '["lib"]',
        lambda settings: list(settings.src),
    ),
    SettingKey(
        "plugins",
        "modules",
        [],
        "Modules with [rules of your own](plugins.md), installed or else in the file's folder and in the "
        "folders of its `src`. They are code, and are imported only if the file was named by `--config` "
        "or stands in the current folder or above it.",
        '["my_rules"]',
        lambda settings: list(settings.plugins.names),
        of_run=True,
    ),
    SettingKey(
        "output-format",
        "format",
        "text",
        "How findings are told.",
        '"concise"',
        lambda settings: settings.output_format,
        "--output-format",
        of_run=True,
    ),
    SettingKey(
        "cache-dir",
        "path",
        DEFAULT_CACHE,
        "Where the cache is.",
        '"~/.cache/tflint"',
        lambda settings: settings.cache_dir,
        "--cache-dir",
        of_run=True,
    ),
    SettingKey(
        "baseline",
        "path",
        None,
        "A file of findings that are known and not reported ([old code](old_code.md)).",
        '"tflint-baseline.json"',
        lambda settings: settings.baseline,
        "--baseline",
        of_run=True,
    ),
    SettingKey(
        "confirm.python",
        "program",
        None,
        "The interpreter that has your framework and your code's imports. Unless said, the first that has "
        "them of tflint's own, that of the active environment, and that in `.venv`.",
        '".venv/bin/python"',
        lambda settings: settings.confirm.python,
        "--python",
        of_run=True,
    ),
    *(
        SettingKey(
            f"confirm.{framework}-python",
            "program",
            None,
            f"The interpreter for {name}, where it needs one of its own.",
            f'".{framework}/bin/python"',
            lambda settings, framework=framework: settings.confirm.pythons.get(framework),  # type: ignore[misc]
            f"--python {framework}=",
            of_run=True,
        )
        for framework, name in zip(FRAMEWORKS, ("TensorFlow", "MXNet"), strict=True)
    ),
    SettingKey(
        "confirm.timeout",
        "seconds",
        DEFAULT_TIMEOUT,
        "Seconds that one experiment may take.",
        "60",
        lambda settings: settings.confirm.timeout,
        "--timeout",
        of_run=True,
    ),
    SettingKey(
        "confirm.jobs",
        "count",
        None,
        "Processes at the same time; unless said, as many as pay.",
        "2",
        lambda settings: settings.confirm.jobs,
        "--jobs",
        of_run=True,
    ),
    SettingKey(
        "confirm.examples",
        "path",
        None,
        "Your own inputs, by function ([confirm](confirm.md)); unless said, `tflint_examples.py` near the "
        "code.",
        '"tests/tflint_examples.py"',
        lambda settings: settings.confirm.examples,
        of_run=True,
    ),
    SettingKey(
        "confirm.sandbox",
        "boolean",
        False,
        "Whether experiments run [in a sandbox](confirm.md#in-a-sandbox): no network, no home directory, "
        "nothing written but to folders in memory.",
        "true",
        lambda settings: settings.confirm.sandbox,
        "--sandbox",
        of_run=True,
    ),
    SettingKey(
        "confirm.executor",
        "executor",
        None,
        "What runs the experiments instead of this machine: a Dask cluster, or an executor that a function "
        "of yours makes ([several machines](ci.md#several-machines)). Followed only where `plugins` is.",
        '"dask://scheduler:8786"',
        lambda settings: settings.confirm.executor and settings.confirm.executor.name,
        "--executor",
        of_run=True,
    ),
)
"""All keys, in the order in which they are told."""
TABLES = tuple(dict.fromkeys(key.path[0] for key in KEYS if len(key.path) > 1))
"""The tables among them."""
