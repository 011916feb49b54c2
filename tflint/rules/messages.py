"""What to say of a message that traced code prints or logs: often it loses nothing by coming once."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.facts.effects.logged_tensors import (
    fails_first,
    is_last_word,
    may_differ_between_calls,
    shows_tensors,
)
from tflint.facts.effects.markers import is_trace_marker
from tflint.facts.graphs.plain_loops import is_in_graph_mode
from tflint.facts.order.single_calls import runs_once
from tflint.rules.base import Context, Proposal
from tflint.syntax.model import CallSite


def weighed(
    proposal: Proposal, called: str, site: CallSite, context: Context
) -> Iterator[Proposal]:
    """The finding for a message, or what is to be said instead: nothing at all, or for information.

    Whoever reads of the first message of a function knows of the others: one finding tells of all.

    Args:
        proposal: what is to be said of a message that differs from call to call.
        called: how the function that writes it is called in texts.
        site: its call.
        context: where that stands.
    """
    if is_last_word(site, context) or fails_first(site, context):
        return
    shows = shows_tensors(site, context)
    if is_trace_marker(site.node, shows_tensors=shows):
        yield _for_information(
            site,
            f"`{called}` marks tracing: it runs at each trace and at no other call",
            "Nothing to do if that is what it is for.",
            "its own words say that it is there to show tracing",
        )
    elif context.is_caught_in_vain(site.block):  # of which TFL403 speaks
        yield _for_information(
            site,
            f"`{called}` never runs: operations raise when the graph runs, long after this `except`",
            "Catch it around the call of the traced function.",
            "the `except` around it is at fault, which TFL403 is about",
        )
    elif not shows and runs_once(site.block, context):
        return
    elif is_in_graph_mode(context.module, context.project):
        yield _for_information(
            site,
            f"`{called}` runs while the graph is built, as all code of a program in graph mode does",
            "Use `tf.print` for what each run of the graph should show.",
            "in a program in graph mode no Python code is expected to run at each step",
        )
    elif not may_differ_between_calls(site, context):
        yield _for_information(
            site,
            f"`{called}` runs once per trace: nothing in it is known to change from call to call",
            "Nothing to do if once is enough.",
            "what may say the same at each call loses little by coming once",
        )
    else:
        yield proposal._replace(alike="message")


def _for_information(site: CallSite, message: str, help_text: str, why: str) -> Proposal:
    return Proposal(site.node, message, help_text, information=why, alike=message)
