"""Which versions of a framework a project may run with, by what it says to installers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from tflint.api.releases import (
    KERAS_3_SINCE,
    MAKES_OPTIMIZERS_WHOLE_SINCE,
    RELEASES,
    SINCE,
    TRACES_LOOPS_SINCE,
)
from tflint.files.pins import KERAS_2_ONLY, Pin

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

_PATCHES = range(12)
"""Last numbers of releases."""
_FROM_BELOW = (">", ">=", "==", "===", "~=")
"""How a requirement says what is the least."""


class Versions:
    """Answers by the pins of one project; of what is not pinned nothing is known."""

    def __init__(self, pins: Sequence[Pin] = ()) -> None:
        self._pins = tuple(pins)

    def lack(self, name: str) -> bool:
        """True when the project asks to run with a TensorFlow that does not have a name yet.

        ``name`` is one of ``SINCE``.
        """
        oldest = [allowed[0] for allowed in self._allowed("tensorflow") if allowed]
        return bool(oldest) and min(oldest) < _version(SINCE[name])

    def have(self, name: str) -> bool:
        """True when every TensorFlow that the project asks to run with has a name of ``SINCE``."""
        oldest = [allowed[0] for allowed in self._allowed("tensorflow") if allowed]
        return bool(oldest) and min(oldest) >= _version(SINCE[name])

    @property
    def ask_for_tensorflow(self) -> bool:
        """True when the project says which TensorFlow it asks for."""
        return bool(self._sets("tensorflow"))

    @cached_property
    def run_tensorflow_1(self) -> bool:
        """True when what the project asks for leaves no TensorFlow 2."""
        return self._are_older("tensorflow", "2.0")

    @cached_property
    def run_tensorflow_2(self) -> bool:
        """True when what the project asks for leaves no TensorFlow 1."""
        asked = [allowed for allowed in self._allowed("tensorflow") if allowed]
        return bool(asked) and all(_version("2.0") <= allowed[0] for allowed in asked)

    @cached_property
    def run_old_keras(self) -> bool:
        """True when what the project asks for leaves only Keras by itself that has loops of its own."""
        return self._are_older("keras", TRACES_LOOPS_SINCE)

    @cached_property
    def run_new_keras(self) -> bool:
        """True when what the project asks for leaves only a Keras that is one with TensorFlow 2."""
        asked = [allowed for allowed in self._allowed("keras") if allowed]
        new = all(_version(TRACES_LOOPS_SINCE) <= allowed[0] for allowed in asked)
        return (bool(asked) and new) or self.run_tensorflow_2

    @cached_property
    def run_late_optimizers(self) -> bool:
        """True when what the project asks for leaves optimizers alone that make nothing until applied."""
        return any(
            self._are_older(n, MAKES_OPTIMIZERS_WHOLE_SINCE) for n in ("tensorflow", "keras")
        )

    @cached_property
    def run_keras_2(self) -> bool:
        """True when all the project asks for together leaves no version with Keras 3."""
        return any(pin.name in KERAS_2_ONLY for pin in self._pins) or any(
            self._are_older(name, since) for name, since in KERAS_3_SINCE.items()
        )

    @cached_property
    def run_keras_3(self) -> bool:
        """True when what the project asks for leaves no version with Keras 2."""
        return any(
            all(_version(since) <= versions[0] for versions in found)
            for name, since in KERAS_3_SINCE.items()
            if (found := [versions for versions in self._allowed(name) if versions])
        )

    def _are_older(self, name: str, release: str) -> bool:
        asked = self._sets(name)
        if not asked:
            return False
        together = [v for v in _versions(name) if all(v in s for s in asked)]
        # What no one version meets is meant for several environments: each counts by itself.
        each = [together] if together else [[v for v in _versions(name) if v in s] for s in asked]
        return all(left and left[-1] < _version(release) for left in each)

    def _allowed(self, name: str) -> list[list[Version]]:
        """The versions that each pin with a lower end allows, in order."""
        return [
            [version for version in _versions(name) if version in asked]
            for asked in self._sets(name)
            if any(part.operator in _FROM_BELOW for part in asked)
        ]

    def _sets(self, name: str) -> list[SpecifierSet]:
        from packaging.specifiers import SpecifierSet

        asked = [SpecifierSet(pin.versions) for pin in self._pins if pin.name == name]
        return [_final(versions, name) for versions in asked]


def _final(asked: SpecifierSet, name: str) -> SpecifierSet:
    """What a project asks for; of a version before a release (``==2.0.0rc1``), that release."""
    from packaging.specifiers import SpecifierSet

    exact = [part.version for part in asked if part.operator in ("==", "===")]
    if not exact or any(version in asked for version in _versions(name)):
        return asked
    return SpecifierSet(f"=={_version(exact[0].removesuffix('.*')).base_version}")


@cache
def _versions(name: str) -> list[Version]:
    return [_version(f"{release}.{patch}") for release in RELEASES[name] for patch in _PATCHES]


def _version(text: str) -> Version:
    # Imported here, since only pins need it.
    from packaging.version import Version

    return Version(text)
