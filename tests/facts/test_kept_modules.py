"""Trees that are kept from project to project give the same findings as new ones."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_programs import File, programs

from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.flagging import flag
from tflint.rules import all_rules
from tflint.syntax.kept_modules import KeptModules
from tflint.syntax.stack import on_deep_stack


def findings(texts: dict[str, str], kept: KeptModules | None) -> list[Finding]:
    """What is found in files, by trees that are kept, or new ones."""
    project = Project.build((Source(path, text) for path, text in texts.items()), kept=kept)
    found = on_deep_stack(lambda: flag(project, list(all_rules()), list(texts)))
    project.release()
    return found


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.lists(st.tuples(st.integers(0, 2), programs()), min_size=1, max_size=4))
def test_after_any_edits_what_is_kept_gives_what_is_new(
    first: list[File], edits: list[tuple[int, list[File]]]
) -> None:
    kept = KeptModules()
    texts = {f"m{number}.py": file.text() for number, file in enumerate(first)}
    assert findings(texts, kept) == findings(texts, None)
    for number, other in edits:
        texts[f"m{number}.py"] = other[number].text()
        assert findings(texts, kept) == findings(texts, None)
