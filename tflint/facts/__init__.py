"""What runs in a graph, and why: the whole project, read once."""

from tflint.facts.project import Project

__all__ = ["Project"]
