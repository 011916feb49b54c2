"""What files of settings say, put together: the nearest over those that it extends."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from tflint.files.discovery import DEFAULT_EXCLUDES, FileRules
from tflint.files.patterns import Patterns
from tflint.linting.selection import Layer
from tflint.linting.settings.keys import KEYS
from tflint.linting.settings.model import (
    DEFAULT_CACHE,
    DEFAULT_SOURCES,
    DEFAULT_TIMEOUT,
    FRAMEWORKS,
    ConfirmOptions,
    ExecutorChoice,
    PerFileIgnore,
    Settings,
)
from tflint.linting.settings.table import Said


def built(
    files: Sequence[Said], given: Said | None = None, *, executor: ExecutorChoice | None = None
) -> Settings:
    """The settings that files make, of which each stands over those before it, and ``given`` over all.

    ``executor`` is what those of them name that are trusted with it.
    """
    chain = [*files, given] if given is not None else list(files)
    values: dict[str, Any] = {name: value for said in chain for name, value in said.values.items()}
    nearest = [*files, *chain][len(files) - 1 if files else 0]
    baseline = values.get("baseline")
    return Settings(
        files=FileRules(
            exclude=_excludes(chain),
            respect_gitignore=values.get("respect-gitignore", True),
            force_exclude=values.get("force-exclude", False),
        ),
        layers=tuple(_layer(said) for said in chain),
        preview=values.get("preview", False),
        isolated_files=values.get("isolated-files", False),
        per_file_ignores=_per_file_ignores(chain),
        cache_dir=values.get("cache-dir", os.path.join(nearest.root, DEFAULT_CACHE)),
        src=nearest.folders(values.get("src", DEFAULT_SOURCES)),
        output_format=values.get("output-format", "text"),
        baseline=None if baseline is None else os.path.relpath(baseline),
        confirm=ConfirmOptions(
            python=values.get("confirm.python"),
            pythons={
                name: values[key]
                for name in FRAMEWORKS
                if (key := f"confirm.{name}-python") in values
            },
            timeout=values.get("confirm.timeout", DEFAULT_TIMEOUT),
            jobs=values.get("confirm.jobs"),
            examples=values.get("confirm.examples"),
            sandbox=values.get("confirm.sandbox", False),
            executor=executor,
        ),
        origin=nearest.path,
        extends=", ".join(said.path for said in files[:-1]),
        origins=_origins(chain),
    )


def _origins(chain: Sequence[Said]) -> dict[str, str]:
    """Which file says what: the last that does, or all where each adds something."""
    found: dict[str, str] = {}
    for key in KEYS:
        files = [said.path for said in chain if key.name in said.values]
        if files:
            found[key.name] = ", ".join(files) if key.adds else files[-1]
    return found


def _layer(said: Said) -> Layer:
    values = said.values
    return Layer(
        select=values.get("select"),
        ignore=(*values.get("ignore", ()), *values.get("extend-ignore", ())),
        extend_select=values.get("extend-select", ()),
    )


def _excludes(chain: Sequence[Said]) -> tuple[Patterns, ...]:
    first = Patterns(DEFAULT_EXCLUDES, chain[0].root)
    for said in chain:
        if "exclude" in said.values:
            first = Patterns(said.values["exclude"], said.root)
    more = (Patterns(said.values.get("extend-exclude", ()), said.root) for said in chain)
    return (first, *more)


def _per_file_ignores(chain: Sequence[Said]) -> tuple[PerFileIgnore, ...]:
    found: tuple[PerFileIgnore, ...] = ()
    for said in chain:
        if "per-file-ignores" in said.values:
            entries = said.values["per-file-ignores"].items()
            found = tuple(PerFileIgnore(pattern, said.root, codes) for pattern, codes in entries)
    return found
