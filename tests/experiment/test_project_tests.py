"""Which tests may lead to a function, and what a project writes out for its parameters."""

from __future__ import annotations

from pathlib import Path

from helpers import make_finding

from tflint.experiment import project_tests
from tflint.experiment.literals import literal_values
from tflint.finding import EntryKind

MODULE = """
class Net:
    def call(self, x):
        print(x)  # here
        return x
"""


def test_a_method_that_every_layer_has_leads_to_no_test(tmp_path: Path) -> None:
    """Tests that name the class count; those that only call some ``call`` do not."""
    (tmp_path / "net.py").write_text(MODULE)
    (tmp_path / "models_test.py").write_text(
        "from net import Net\n\ndef test_net(): Net().call(1)\n"
    )
    (tmp_path / "other_test.py").write_text("import net\n\ndef test_other(): Other().call(1)\n")
    finding = make_finding(tmp_path / "net.py", "TFL301", entry="Net.call", kind=EntryKind.KERAS)
    assert finding.subject is not None
    found = project_tests.tests_for(finding, finding.subject, [str(tmp_path)])
    assert [(Path(source.path).name, names) for source, names in found] == [
        ("models_test.py", ["test_net"])
    ]


def test_what_is_passed_under_a_name(tmp_path: Path) -> None:
    """Plain values, whatever is called; no comparison, and nothing that is worked out."""
    (tmp_path / "a.py").write_text(
        "make(1, scale='20/7')\nother(scale=(2, 3), size=4)\nthird(scale=half(2))\nscale == 5\n"
    )
    assert literal_values("scale", [str(tmp_path)]) == [
        {"kind": "value", "value": "20/7"},
        {
            "kind": "tuple",
            "items": [{"kind": "value", "value": 2}, {"kind": "value", "value": 3}],
        },
    ]
