"""Messages and counters that are there to say that tracing happens, as people write to see retraces."""

from __future__ import annotations

import ast

from tflint.syntax.trees import walk
from tflint.syntax.words import has_word

_SAYS = frozenset({"tracing", "traced", "retracing", "retraced", "retrace", "retraces"})
_COUNTS = _SAYS | {"trace", "traces", "tracings", "retracings"}
"""Words that may also mean something else: the trace of a matrix, of a program, of a sampler."""
_SAYS_ALONE = _COUNTS | {"compiling", "building"}
"""Words for what happens once, where no tensor is shown beside them: "compiling the step"."""
_MAKES = frozenset(
    {"build", "building", "builds", "built", "create", "created", "creates", "creating"}
)
_GRAPH = frozenset({"graph", "graphs"})
"""What "building the graph" and "a graph is created" speak of, beside one of the words for it, and what
"new graph" ends with where nothing is shown beside the text."""


def counts_traces(name: str) -> bool:
    """True for the name of what counts or marks traces, and holds no tensor: ``self.trace_count``."""
    return has_word(name, _COUNTS)


def is_trace_marker(call: ast.Call, *, shows_tensors: bool) -> bool:
    """True for a message that says in words that tracing happens.

    Beside a tensor, "trace" alone may speak of that.
    """
    words = _SAYS if shows_tensors else _SAYS_ALONE
    texts = [
        part.value
        for argument in call.args
        for part in walk(argument)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    is_fixed = len(call.args) == 1 and isinstance(call.args[0], ast.Constant)
    return any(
        has_word(text, words)
        or (
            not shows_tensors
            and (
                (is_fixed and has_word(text.split()[-1], _GRAPH))
                or (has_word(text, _MAKES) and has_word(text, _GRAPH))
            )
        )
        for text in texts
        if text.strip()
    )
