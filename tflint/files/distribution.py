"""Whether a project is distributed, so that others use what it defines."""

from __future__ import annotations

from contextlib import suppress

from tflint.files.project_texts import NOT_UNDERSTOOD, names_in, sections_of, text_of, toml_of

_METADATA = (".dist-info", ".egg-info")
"""How the folders end that installers write beside the packages that they install."""


def is_distributed(root: str, base: str) -> bool:
    """True for a project that says how it is installed, so that programs of others may use it.

    ``root`` is its folder, and ``base`` the one that its outermost package is imported from: what is
    installed has its metadata there. A ``pyproject.toml`` without a build system is that of tools, or of
    an application: https://docs.astral.sh/uv/concepts/projects/config/#build-systems.
    """
    names = names_in(root)
    if "setup.py" in names or any(name.endswith(_METADATA) for name in names_in(base)):
        return True
    with suppress(*NOT_UNDERSTOOD):
        if "pyproject.toml" in names and "build-system" in toml_of(text_of(root, "pyproject.toml")):
            return True
        return "setup.cfg" in names and sections_of(text_of(root, "setup.cfg")).has_section(
            "metadata"
        )
    return False
