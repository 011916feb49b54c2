"""The lock of the development dependencies fits what pyproject.toml asks for, and names no registry."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest
from environments import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCK = (ROOT / "ci" / "requirements-dev.txt").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked() -> Iterator[tuple[Requirement, int]]:
    """What the lock holds, each with the number of its hashes."""
    for entry in re.sub(r"#.*", "", LOCK).replace("\\\n", " ").splitlines():
        if entry.strip():
            text, *hashes = entry.split("--hash=sha256:")
            yield Requirement(text.strip()), len(hashes)


def asked_for(extra: str = "dev") -> Iterator[Requirement]:
    """What an extra asks for, with what it asks of others."""
    for text in PROJECT["optional-dependencies"][extra]:
        requirement = Requirement(text)
        if requirement.name == "tflint":
            for other in sorted(requirement.extras):
                yield from asked_for(other)
        else:
            yield requirement


WANTED = [*map(Requirement, PROJECT["dependencies"]), *asked_for()]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_what_is_asked_for_is_locked_at_a_version_that_fits(wanted: Requirement) -> None:
    name = canonicalize_name(wanted.name)
    versions = [
        next(iter(requirement.specifier)).version
        for requirement, _ in locked()
        if canonicalize_name(requirement.name) == name
    ]
    assert versions
    assert all(version in wanted.specifier for version in versions)


def test_each_is_one_version_with_hashes_and_from_no_registry_in_particular() -> None:
    entries = list(locked())
    assert len(entries) > len(WANTED)
    for requirement, hashes in entries:
        assert [one.operator for one in requirement.specifier] == ["=="], requirement
        assert hashes, requirement
    assert "://" not in LOCK
