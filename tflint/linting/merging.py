"""Makes one finding of what rules say of a line in several tracing contexts.

What is true in some of a function's contexts only says in which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tflint.change import Proposed
from tflint.facts.graphs.graph_sites import display
from tflint.facts.graphs.tracing_context import Traced
from tflint.finding import Applicability, Finding, Reason

_MOST_NAMED = 3


def merged(found: list[tuple[Traced, list[Proposed]]]) -> Iterator[Proposed]:
    """The findings of a function in each of its contexts, equal ones made one.

    Contexts come in order of their chains, so that each finding has the shortest.
    """
    if len(found) == 1:
        yield from found[0][1]
        return
    alike: dict[tuple[object, ...], list[tuple[Traced, Proposed]]] = {}
    for traced, made in found:
        places = Counter(_place(proposed.finding) for proposed in made)
        for proposed in made:
            finding = proposed.finding
            place = _place(finding)
            key = place if places[place] == 1 else (*place, finding.message)
            alike.setdefault(key, []).append((traced, proposed))
    contexts = [traced for traced, _ in found]
    for same in alike.values():
        # What asks for a change in one of them is no mere information.
        _, first = min(same, key=lambda pair: not pair[1].finding.asks_for_change)
        concerned = list(dict.fromkeys(traced for traced, _ in same))
        if len(concerned) == len(contexts):
            yield first
            continue
        # In the other contexts nothing was wrong, and what the change does there is not known.
        change = first.change and first.change._replace(applicability=Applicability.UNSAFE)
        yield Proposed(first.node, _limited(first.finding, concerned, contexts), change)


def _place(finding: Finding) -> tuple[object, ...]:
    """What findings of several contexts have in common, of which the words of one say enough."""
    return finding.code, finding.span, finding.harm


def _limited(finding: Finding, concerned: list[Traced], contexts: list[Traced]) -> Finding:
    """The finding with a link that says in which contexts it is true; after that of the function."""
    first = concerned[0]
    what = _difference(concerned, [traced for traced in contexts if traced not in concerned])
    callers = dict.fromkeys(t.before.function for t in concerned if t.before is not None)
    if all(traced.before is not None for traced in concerned):
        names = [display(caller) for caller in callers]
        more = " and others" if len(names) > _MOST_NAMED else ""
        text = f"only as called from {', '.join(names[:_MOST_NAMED])}{more}"
        text += f" ({what})" if what else ""
    else:
        text = f"only {what or first.context.aspects['kind']}"
    length = len(first.chain)
    function = first.function
    reason = Reason(function.module.path, function.ref.line, text)
    return replace(finding, chain=(*finding.chain[:length], reason, *finding.chain[length:]))


def _difference(here: list[Traced], others: list[Traced]) -> str:
    """What all these contexts have, and none of the others; "" when no one aspect says that."""
    mine = [traced.context.aspects for traced in here]
    theirs = [traced.context.aspects for traced in others]
    for aspect in mine[0]:
        words = sorted({aspects[aspect] for aspects in mine})
        if len(words) <= _MOST_NAMED and not set(words) & {a[aspect] for a in theirs}:
            return " or ".join(words)
    return ""
