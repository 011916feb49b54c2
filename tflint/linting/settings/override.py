"""The command line's word over the file's."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tflint.files.patterns import Patterns
from tflint.linting.selection import Catalogue, Layer, UnknownSelectorError, check_selector
from tflint.linting.settings.model import (
    DEFAULT_CACHE,
    DEFAULT_SOURCES,
    ConfirmOptions,
    ExecutorChoice,
    Overrides,
    PerFileIgnore,
    Settings,
    SettingsError,
)

COMMAND_LINE = "the command line"
"""Where what it says comes from."""


def override(settings: Settings, overrides: Overrides, catalogue: Catalogue) -> Settings:
    """The settings with the command line's word over them.

    Raises:
        SettingsError: it names an unknown rule.
    """
    files = settings.files
    if overrides.exclude is not None:
        files = files._replace(exclude=(Patterns(overrides.exclude),))
    if overrides.extend_exclude:
        files = files._replace(exclude=(*files.exclude, Patterns(overrides.extend_exclude)))
    if overrides.respect_gitignore is not None:
        files = files._replace(respect_gitignore=overrides.respect_gitignore)
    if overrides.force_exclude is not None:
        files = files._replace(force_exclude=overrides.force_exclude)
    per_file = settings.per_file_ignores
    if overrides.per_file_ignores is not None:
        per_file = tuple(
            PerFileIgnore(pattern, os.getcwd(), _checked(codes, "--per-file-ignores", catalogue))
            for pattern, codes in overrides.per_file_ignores
        )
    layer = overrides.layer
    layer = Layer(
        select=None if layer.select is None else _checked(layer.select, "--select", catalogue),
        ignore=_checked(layer.ignore, "--ignore", catalogue),
        extend_select=_checked(layer.extend_select, "--extend-select", catalogue),
    )
    return settings._replace(
        origins={**settings.origins, **dict.fromkeys(_said(overrides), COMMAND_LINE)},
        files=files,
        layers=(*settings.layers, layer),
        preview=settings.preview if overrides.preview is None else overrides.preview,
        per_file_ignores=per_file,
        isolated_files=(
            settings.isolated_files
            if overrides.isolated_files is None
            else overrides.isolated_files
        ),
        respect_noqa=overrides.respect_noqa,
        cache_dir=_cache_dir(settings, overrides),
        output_format=overrides.output_format or settings.output_format,
        confirm=_override_confirm(settings.confirm, overrides),
    )


def _said(overrides: Overrides) -> list[str]:
    """The keys that the command line has a word on."""
    layer = overrides.layer
    said = {
        "select": layer.select is not None,
        "ignore": layer.ignore,
        "extend-select": layer.extend_select,
        "preview": overrides.preview is not None,
        "exclude": overrides.exclude is not None,
        "extend-exclude": overrides.extend_exclude,
        "respect-gitignore": overrides.respect_gitignore is not None,
        "force-exclude": overrides.force_exclude is not None,
        "per-file-ignores": overrides.per_file_ignores is not None,
        "isolated-files": overrides.isolated_files is not None,
        "cache-dir": not overrides.cache or overrides.cache_dir,
        "output-format": overrides.output_format,
        "confirm.timeout": overrides.timeout is not None,
        "confirm.jobs": overrides.jobs is not None,
        "confirm.sandbox": overrides.sandbox is not None,
        "confirm.executor": overrides.executor is not None,
        "confirm.python": any(framework is None for framework, _ in overrides.pythons),
    }
    said |= {f"confirm.{framework}-python": True for framework, _ in overrides.pythons if framework}
    return [name for name, is_said in said.items() if is_said]


def _cache_dir(settings: Settings, overrides: Overrides) -> str | None:
    """The option over the environment over the file."""
    if not overrides.cache:
        return None
    return (
        overrides.cache_dir
        or os.environ.get("TFLINT_CACHE_DIR")
        or settings.cache_dir
        or DEFAULT_CACHE
    )


def _override_confirm(options: ConfirmOptions, overrides: Overrides) -> ConfirmOptions:
    for framework, python in overrides.pythons:
        if framework is None:
            options = options._replace(python=python, pythons={})
    named = {framework: python for framework, python in overrides.pythons if framework}
    return options._replace(
        pythons={**options.pythons, **named},
        timeout=options.timeout if overrides.timeout is None else overrides.timeout,
        jobs=options.jobs if overrides.jobs is None else overrides.jobs,
        sandbox=options.sandbox if overrides.sandbox is None else overrides.sandbox,
        executor=_executor(options, overrides),
    )


def _executor(options: ConfirmOptions, overrides: Overrides) -> ExecutorChoice | None:
    if overrides.executor is None:
        return options.executor
    folders = tuple(map(os.path.abspath, DEFAULT_SOURCES))
    return ExecutorChoice(overrides.executor, folders)


def _checked(selectors: Iterable[str], option: str, catalogue: Catalogue) -> tuple[str, ...]:
    try:
        return tuple(check_selector(selector, catalogue) for selector in selectors)
    except UnknownSelectorError as error:
        raise SettingsError(f"{option} names an unknown rule: {str(error)!r}") from None
