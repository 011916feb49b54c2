"""What runs in a graph, and why: the whole project, read once."""

from tflint.facts.graphs.project import Project

__all__ = ["Project"]
