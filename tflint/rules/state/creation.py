"""What the creation rules share: when making something in a graph is meant to happen once."""

from __future__ import annotations

from tflint.project.guards import is_conditional
from tflint.project.model import CallSite
from tflint.rules.base import Context


def is_made_at_each_call(site: CallSite, context: Context) -> bool:
    """True for a call that traced code reaches each time it runs.

    Creation behind a test is left alone: it may be there to run once, and what such tests get wrong
    is another rule's matter.
    """
    if context.function.name == "build":
        return False
    return (
        not context.is_created_once(site.node, site.block)
        and not is_conditional(site.block)
        and not context.escapes(site.node, site.block, init_scope=False)
    )
