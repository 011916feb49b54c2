"""Projects written in tests: files by name, and questions to them."""

from __future__ import annotations

import textwrap

from tflint.facts import Project
from tflint.facts.expressions.values import Value
from tflint.files import Source
from tflint.syntax.model import CallSite, Function, Module


def project_of(files: dict[str, str], roots: tuple[str, ...] = ()) -> Project:
    """A project of these files, by path."""
    sources = [Source(path, textwrap.dedent(text)) for path, text in files.items()]
    return Project.build(sources, roots)


def module_of(project: Project, path: str) -> Module:
    """A module of the project."""
    module = project.module(path)
    assert module is not None
    return module


def function_of(project: Project, name: str, path: str = "m.py") -> Function:
    """A function of the project, by its qualified name (without ``<locals>``)."""
    module = module_of(project, path)
    (found,) = (f for f in module.functions if f.qualname.replace("<locals>.", "") == name)
    return found


def calls_of(project: Project, name: str, path: str = "m.py") -> list[CallSite]:
    """The calls of a name in one file."""
    return module_of(project, path).calls.get(name, [])


def revealed(project: Project, path: str = "m.py") -> list[Value]:
    """What the arguments of the file's ``reveal(...)`` calls may be, from the top."""
    return [
        project.inference.value(site.node.args[0], site.function)
        for site in calls_of(project, "reveal", path)
    ]
