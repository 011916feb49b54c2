"""Concrete syntax: what is known of the program as metadata of libcst, and the visitor that flags.

Importing this imports libcst, so the linter does it only where there is something to flag.
"""

from tflint.cst.project_rules import ProjectRule, found_by
from tflint.cst.provider import GraphCache, GraphFacts, GraphProvider, cache_for, project_of
from tflint.facts.graphs.execution_mode import Running

__all__ = [
    "GraphCache",
    "GraphFacts",
    "GraphProvider",
    "ProjectRule",
    "Running",
    "cache_for",
    "found_by",
    "project_of",
]
