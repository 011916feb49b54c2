"""Which files that a graph reads are known to change."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.rules import all_rules

_PROGRAM = """\
import numpy as np
import tensorflow as tf
from batches import batches
from PIL import Image
{top}

def named(y):
    return ["a%d" % int(row) for row in y]

def load(path):
    return np.asarray(Image.open(path))

@tf.function
def step(x, names):
{body}

for names in batches():
    step(tf.ones([2]), names)
"""


@pytest.mark.parametrize(
    ("top", "body", "severities"),
    [
        ("", "    return x * load('scale.png')", ["INFO"]),
        ("", "    return [load('pictures/' + name) for name in names]", ["WARNING"]),
        ("", "    return [load(name) for name in named(x)]", ["WARNING"]),
        ("np.save('scale.png', 1.0)", "    return x * load('scale.png')", ["WARNING"]),
        ("np.save('other.png', 1.0)", "    return x * load('scale.png')", ["INFO"]),
    ],
)
def test_a_file_that_is_always_the_same_is_information(
    top: str, body: str, severities: list[str]
) -> None:
    files = {"m.py": _PROGRAM.format(top=top, body=body)}
    found = [f for f in lint_all(files, list(all_rules())) if f.code == "TFL307"]
    assert [f.severity.name for f in found] == severities


@pytest.mark.parametrize(
    ("top", "severity"),
    [
        ("", "INFO"),
        ("open('other.txt', 'w', encoding='utf-8').write('2')", "INFO"),
        ("open('other.txt', 'w', -1, 'utf-8').write('2')", "INFO"),
        ("open('scale.txt', 'w', encoding='utf-8').write('2')", "WARNING"),
        ("open(file='scale.txt', mode='w').write('2')", "WARNING"),
    ],
)
def test_how_a_file_is_written_does_not_say_which(top: str, severity: str) -> None:
    body = "    return x * float(open('scale.txt', encoding='utf-8').read())"
    files = {"m.py": _PROGRAM.format(top=top, body=body)}
    [found] = [f for f in lint_all(files, list(all_rules())) if f.code == "TFL505"]
    assert found.severity.name == severity
