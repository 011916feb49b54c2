"""What runs in a graph, and why: the whole project, read once."""

from tflint.facts.project import BrokenFile, Project

__all__ = ["BrokenFile", "Project"]
