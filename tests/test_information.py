"""What is mere information says why, wherever it is told, and what it says to do about it works."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from commands import findings, tflint, write
from words import FOLDER

from tflint.files import Place, Source
from tflint.finding import Finding, Harm, Reason, Severity, Span
from tflint.linting.cache import dump, load
from tflint.linting.folding import fold
from tflint.linting.linter import Report, lint
from tflint.linting.settings import OUTPUT_FORMATS, Settings
from tflint.report import Reporting, render
from tflint.report.html import page
from tflint.rules.base import Proposal
from tflint.server.documents import Documents
from tflint.server.places import Opened
from tflint.server.telling import about

FINDING = Finding(
    path="a.py",
    span=Span(1, 1, 1, 2),
    code="TFL301",
    name="print",
    message="it runs once",
    harm=Harm.SILENT,
    chain=(Reason("a.py", 1, "it is traced"),),
    help="Leave it.",
)
TOLD = replace(FINDING, information="nobody reads `x`")
POSSIBLE = replace(FINDING, is_possible=True)
_IN_SNAPSHOTS = re.compile(
    r"^\S+ [A-Z]+\d{3} \S+ \((?P<severity>\w+), .*\n(?P<said>(?: {4}.*\n)*)", re.M
)


def rendered(name: str) -> str:
    stream = io.StringIO()
    report = Report([TOLD], {"a.py": Source("a.py", "x\n")}, files=1)
    render(report, Reporting(format=name), stream)
    return stream.getvalue()


def test_a_finding_is_information_where_it_has_a_reason_to_be() -> None:
    assert [f.severity for f in (FINDING, TOLD, POSSIBLE)] == [
        Severity.WARNING,
        Severity.INFO,
        Severity.POSSIBLE,
    ]
    assert "severity" not in Proposal._fields


def told() -> Iterator[tuple[str, str]]:
    """The severity of each finding in all programs of the tests, and all that is said of it."""
    for path in sorted(FOLDER.glob("*.txt")):
        for found in _IN_SNAPSHOTS.finditer(path.read_text(encoding="utf-8")):
            yield found["severity"], found["said"]


def test_reasons_are_clauses() -> None:
    reasons = []
    for severity, said in told():
        found = re.findall(r"^ {4}= for information: (.*)$", said, re.M)
        assert len(found) == (severity == "info"), said
        reasons += found
    assert len(reasons) > 100
    assert [why for why in reasons if why[0].isupper() or why.endswith(".") or len(why) > 150] == []


@pytest.mark.parametrize("name", OUTPUT_FORMATS)
def test_formats_with_room_for_help_say_the_reason(name: str) -> None:
    has_help = FINDING.help in rendered(name)
    assert (TOLD.information in rendered(name)) is has_help


def test_the_report_says_it_between_the_chain_and_the_help() -> None:
    assert rendered("text").splitlines()[3:6] == [
        "  = because: a.py:1 it is traced",
        "  = for information: nobody reads `x`",
        "  = help: Leave it.",
    ]


def test_machines_have_it_in_a_field() -> None:
    (entry,) = json.loads(rendered("json"))
    assert (entry["severity"], entry["information"]) == ("info", TOLD.information)
    (result,) = json.loads(rendered("sarif"))["runs"][0]["results"]
    assert result["properties"]["information"] == TOLD.information


def test_pages_and_editors_say_it() -> None:
    shown = page(Report([TOLD], {"a.py": Source("a.py", "x\n")}, files=1))
    assert "<strong>For information</strong> nobody reads <code>x</code>" in shown
    said = about(Opened(Documents(), {}, {}), [TOLD])
    assert "\n\nFor information: nobody reads `x`\n\nLeave it." in said


@pytest.mark.parametrize("finding", [FINDING, TOLD, POSSIBLE])
def test_caches_keep_it(finding: Finding) -> None:
    assert load(json.loads(json.dumps(dump(finding)))) == finding


def test_reports_of_several_machines_keep_it(tmp_path: Path) -> None:
    made = "import tensorflow as tf\n\n@tf.function\ndef f(x):\n"
    write(
        tmp_path,
        {"a.py": f"{made}    print('called')\n    return x\n\nf(tf.ones(1)), f(tf.ones(1))\n"},
    )
    whole = tflint("a.py", "--output-format", "json", cwd=tmp_path).stdout
    assert json.loads(whole)[0]["information"]
    write(tmp_path, {"part.json": whole})
    assert tflint("merge", "part.json", "--output-format", "json", cwd=tmp_path).stdout == whole
    (entry,) = json.loads(whole)
    write(tmp_path, {"part.json": json.dumps([{**entry, "information": ""}])})
    done = tflint("merge", "part.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "severity 'info', and why is not said" in done.stderr


def test_what_is_information_for_other_reasons_stays_apart() -> None:
    same = [replace(TOLD, alike="x", span=Span(line, 1, line, 2)) for line in (1, 2)]
    other = replace(same[1], information="it may be", span=Span(3, 1, 3, 2))

    def place_of(path: str, line: int) -> Place:
        return Place(None, line, 0)

    assert [f.message for f in fold([*same, other], place_of)] == [
        "it runs once (also on line 2)",
        "it runs once",
    ]


_OF_KERAS = "import tensorflow as tf\n\nclass Net(tf.keras.layers.Layer):\n    def call(self, x):\n"
_FROM_INSIDE = "from keras.layers import Input, Lambda\nfrom keras import backend as K\n"
_ASKED = re.compile(
    r"`(?P<asked>[^`]*)` in the requirements makes it count(?:, `(?P<drops>.*)` drops it)?$"
)
UNDECIDED = {
    "TFL606": _OF_KERAS + "        return x if tf.reduce_mean(x) > 0 else -x\n",
    "TFL602": _OF_KERAS + "        return x[: int(tf.reduce_mean(x))]\n",
    "TFL202": _OF_KERAS + "        return tf.keras.layers.Dropout(0.5)(x)\n",
    "TFL201": _FROM_INSIDE + "def f(x):\n    return x + K.zeros((3,))\n\nLambda(f)(Input((3,)))\n",
    "TFL901": (
        "from keras.models import load_model\n\nmodel = load_model('m')\n"
        "for row in open('rows'):\n    model.predict(row[None])\n"
    ),
    "TFL108": (
        "import tensorflow as tf\n\n@tf.function(experimental_relax_shapes=True)\ndef f(x):\n    return x\n"
    ),
}
"""Programs of which nothing tells what runs them."""


@pytest.mark.parametrize("code", UNDECIDED)
def test_the_requirements_that_a_reason_names_decide(code: str, tmp_path: Path) -> None:
    def severities(asked: str) -> list[str]:
        write(tmp_path, {"m.py": UNDECIDED[code], "requirements.txt": f"{asked}\n"})
        found = [f for f in findings("m.py", cwd=tmp_path) if f["code"] == code]
        reasons[:] = [f["information"] for f in found]
        return [f["severity"] for f in found]

    reasons: list[str] = []
    assert severities("") == ["info"]
    said = _ASKED.search(reasons[0])
    assert said is not None, reasons
    assert severities(said["asked"]) == ["warning"]
    if said["drops"]:
        assert severities(said["drops"]) == []


@pytest.mark.parametrize("code", ["TFL102", "TFL104"])
def test_what_only_costs_time_says_that_tests_spend_it(code: str, tmp_path: Path) -> None:
    calls = {
        "TFL102": "for _ in range(2):\n    tf.function(total)(rows)\n",
        "TFL104": "for i in range(9):\n    tf.function(total)\n    made(rows[:i])\n",
    }
    text = (
        "import tensorflow as tf\n\ndef total(x):\n    return tf.reduce_sum(x)\n\n"
        f"made = tf.function(total)\nrows = tf.ones((9, 2))\n{calls[code]}"
    )
    write(tmp_path, {"tests/speed.py": text, "pyproject.toml": ""})
    found = {f["code"]: f["information"] for f in findings("tests", cwd=tmp_path)}
    assert found[code] == "nothing but tests is known to spend this time"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "m.py",
            "print 'so'\n",
            "as far as can be told it was written for Python 2, which takes it",
        ),
        ("m.py", "f(async=True)\n", "it was written for a Python before 3.7, which takes it"),
        ("m.py", "x = # TODO\n", "whoever reads the file is to write what is missing"),
        ("m.ipynb", "", "there is nothing in it that could be missed"),
        ("m.ipynb", "It has moved.", "there is no code in it that could be missed"),
        (
            "m.ipynb",
            json.dumps(
                {
                    "cells": [
                        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "x ="},
                        {
                            "cell_type": "code",
                            "metadata": {},
                            "outputs": [],
                            "source": "import keras",
                        },
                    ],
                    "metadata": {},
                    "nbformat": 4,
                    "nbformat_minor": 4,
                }
            ),
            "the other cells are checked, and Jupyter says so too where it is run",
        ),
    ],
)
def test_what_is_no_python_and_was_not_meant_to_be(
    name: str, text: str, why: str, tmp_path: Path
) -> None:
    write(tmp_path, {name: text})
    (found,) = lint([str(tmp_path / name)], Settings()).findings
    assert (found.code, found.information) == ("TFL001", why)
