"""Names and messages are read by whole words."""

from __future__ import annotations

import pytest

from tflint.facts.effects.markers import counts_traces
from tflint.syntax.words import has_phrase, words_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("num_traces", ("num", "traces")),
        ("numTraces", ("num", "traces")),
        ("HTTPServer2", ("http", "server")),
        ("_is_built", ("is", "built")),
        ("Tracing the step!", ("tracing", "the", "step")),
        ("", ()),
    ],
)
def test_a_text_is_split_at_signs_and_humps(text: str, words: tuple[str, ...]) -> None:
    assert words_in(text) == words


@pytest.mark.parametrize("name", ["trace_count", "n_traces", "numRetraces", "self.was_traced"])
def test_what_counts_traces_says_so(name: str) -> None:
    assert counts_traces(name)


@pytest.mark.parametrize(
    "name", ["tracked", "contracts", "subtract", "extract", "attraction", "tracer", "trackTrain"]
)
def test_what_only_holds_the_letters_does_not(name: str) -> None:
    assert not counts_traces(name)


def test_a_phrase_is_words_that_follow_each_other() -> None:
    assert has_phrase("is_in_graph_mode", ("in", "graph"))
    assert not has_phrase("in_the_graph", ("in", "graph"))
    assert not has_phrase("login_graph", ("in", "graph"))
