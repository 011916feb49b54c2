"""Reports: complete, aligned, and harmless whatever they quote."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import PRINTING, findings, notebook, tflint, write

from tflint.files import Source
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Reason, Span, Subject
from tflint.linting.linter import Report
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.report import Reporting, render
from tflint.report.frame import frame
from tflint.report.links import rule_page
from tflint.report.plain import printable

FUNCTION = FunctionRef("a.py", "f", 1)
FINDING = Finding(
    path="a.py",
    span=Span(2, 5, 2, 13),
    code="TFL301",
    name="print",
    message="`print` runs once",
    harm=Harm.SILENT,
    chain=(Reason("b.py", 4, "`step` is a tf.function"), Reason("a.py", 1, "`f` is called")),
    help="Use tf.print.",
    subject=Subject(
        EntryKind.TF_FUNCTION, FunctionRef("a.py", "f", 1), FunctionRef("a.py", "f", 1)
    ),
)
SOURCE = Source("a.py", "def f(x):\n    print(x)\n")


def rendered(*found: Finding, source: Source = SOURCE, **reporting: Any) -> str:
    report = Report(findings=list(found), sources={source.path: source}, files=3)
    stream = io.StringIO()
    render(report, Reporting(**reporting), stream)
    return stream.getvalue()


def settled(verdict: str, **evidence: Any) -> Finding:
    return FINDING.with_verdict(verdict, evidence)


class TestText:
    def test_a_finding_with_its_frame_chain_and_help(self) -> None:
        assert rendered(FINDING) == (
            "a.py:2:5: TFL301 `print` runs once [silent]\n"
            "2 |     print(x)\n"
            "  |     ^^^^^^^^\n"
            "  = in a graph because: b.py:4 `step` is a tf.function\n"
            "  =                   → a.py:1 `f` is called\n"
            "  = help: Use tf.print.\n"
            "\n"
            "Found 1 finding in 3 files.\n"
        )

    def test_a_verdict_with_its_evidence(self) -> None:
        shown = rendered(
            settled(
                "confirmed",
                reason="3 lines eagerly, 1 in the graph",
                inputs="x: float32 (2,)",
                cost={
                    "trace_over_call": 691.0,
                    "eager_over_graph": 30.0,
                    "pays_after_calls": 24,
                    "graph_nodes": 7,
                },
            ),
            confirmed=True,
        )
        assert (
            "  = confirmed: 3 lines eagerly, 1 in the graph\n"
            "  =   inputs: x: float32 (2,)\n"
            "  =   cost: a trace takes about as long as 691 graph calls; an eager call takes about 30 times"
            " a graph call; the trace has paid for itself after about 24 calls that would be eager"
            " without it; 7 nodes in the graph\n" in shown
        )
        assert shown.endswith("Found 1 finding (1 confirmed) in 3 files.\n")

    def test_eager_code_is_in_no_graph(self) -> None:
        subject = Subject(EntryKind.EAGER, FUNCTION, FUNCTION, is_eager=True)
        eager = replace(FINDING, subject=subject, information="it is no more")
        shown = rendered(eager).splitlines()
        assert shown[0].endswith(" [silent, for information]")
        assert shown[3:5] == [
            "  = because: b.py:4 `step` is a tf.function",
            "  =        → a.py:1 `f` is called",
        ]

    def test_the_summary_counts_verdicts(self) -> None:
        verdicts = ("confirmed", "refuted", "inconclusive", "confirmed")
        shown = rendered(*(settled(verdict) for verdict in verdicts), confirmed=True)
        summary = "Found 4 findings (2 confirmed, 1 refuted, 1 inconclusive) in 3 files."
        assert shown.splitlines()[-1] == summary

    def test_the_summary_counts_what_needs_no_change(self) -> None:
        told = replace(FINDING, information="it is no more")
        assert rendered(told).endswith("Found 1 finding (1 for information) in 3 files.\n")
        possible = replace(FINDING, is_possible=True)
        shown = rendered(FINDING, possible, told, told)
        assert shown.endswith("Found 4 findings (2 for information; 1 possible) in 3 files.\n")
        shown = rendered(settled("confirmed"), told, confirmed=True)
        assert shown.endswith("Found 2 findings (1 confirmed; 1 for information) in 3 files.\n")

    def test_nothing_found(self) -> None:
        assert rendered() == "All clear: no findings in 3 files.\n"
        assert rendered(quiet=True) == ""

    def test_colour_is_for_terminals_or_when_forced(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, {"a.py": PRINTING})
        plain = tflint("a.py", cwd=tmp_path).stdout
        assert "\x1b" not in plain
        forced = tflint("a.py", cwd=tmp_path, FORCE_COLOR="1", TERM="xterm").stdout
        assert "\x1b[" in forced
        assert re.sub(r"\x1b\[[0-9;]*m", "", forced) == plain
        both = tflint("a.py", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="1").stdout
        assert both == plain

    def test_colour_never_wraps_or_interprets(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.delenv("NO_COLOR", raising=False)
        message = "[bold]x[/bold] :smile: " + "word " * 60
        shown = re.sub(r"\x1b\[[0-9;]*m", "", rendered(replace(FINDING, message=message.strip())))
        assert shown.splitlines()[0] == f"a.py:2:5: TFL301 {message.strip()} [silent]"


class TestFrame:
    @pytest.mark.parametrize(
        ("line", "span", "text", "carets"),
        [
            ("x = f(1)", (5, 9), "x = f(1)", "    ^^^^"),
            ("\tf(1)", (2, 6), "    f(1)", "    ^^^^"),
            ("é = f(1)", (5, 9), "é = f(1)", "    ^^^^"),
            ("値 = f('値')", (5, 11), "値 = f('値')", "     ^^^^^^^"),
            ("e\u0301 = f(1)", (6, 10), "e\u0301 = f(1)", "    ^^^^"),
            ("\x1b = f(1)", (5, 9), "\\x1b = f(1)", "       ^^^^"),
            ("x", (9, 12), "x", " ^"),
            ("", (1, 1), "", "^"),
        ],
    )
    def test_carets_stand_below_what_they_mark(
        self, line: str, span: tuple[int, int], text: str, carets: str
    ) -> None:
        assert frame([line], Span(1, span[0], 1, span[1])) == [(1, text, carets)]

    def test_several_lines(self) -> None:
        lines = ["f(", "    a,  ", ")", "x"]
        assert frame(lines, Span(1, 1, 3, 2)) == [
            (1, "f(", "^^"),
            (2, "    a,  ", "    ^^"),
            (3, ")", "^"),
        ]
        assert len(frame(["x"] * 50, Span(1, 1, 50, 2))) == 3

    def test_a_long_line_is_cut_around_the_finding(self) -> None:
        line = "a" * 50_000 + "print(x)" + "b" * 50_000
        ((_, text, carets),) = frame([line], Span(1, 50_001, 1, 50_009))
        assert len(text) < 200
        assert text[carets.index("^") : carets.rindex("^") + 1] == "print(x)"

    @pytest.mark.parametrize("span", [Span(9, 1, 9, 2), Span(1, 500, 3, 2), Span(2, 1, 1, 1)])
    def test_places_outside_the_file_do_no_harm(self, span: Span) -> None:
        frame(["x", "y"], span)


HOSTILE = "\x1b[2J\x1b]0;title\x07\x9b31m\r\n\u202eevil\u2066\u2028\x00\x7f"


class TestHostileText:
    def test_what_drives_a_terminal_is_written_out(self) -> None:
        shown = printable(HOSTILE)
        assert shown.isprintable()
        assert "\\x1b[2J" in shown and "\\u202e" in shown and "evil" in shown

    @pytest.mark.parametrize("text", ["plain", "é 値 🙂", "a → b", ""])
    def test_other_text_stays(self, text: str) -> None:
        assert printable(text) == text

    @pytest.mark.parametrize("format_", ["text", "concise"])
    def test_every_field_is_made_safe(self, format_: str) -> None:
        name = f"{HOSTILE}.py".replace("\n", "").replace("\x00", "")
        finding = replace(
            FINDING.with_verdict("confirmed", {"reason": HOSTILE, "inputs": HOSTILE}),
            path=name,
            message=HOSTILE,
            help=HOSTILE,
            chain=(Reason(name, 1, HOSTILE),),
        )
        source = Source(name, "def f():\n    " + HOSTILE.replace("\n", ""))
        shown = rendered(finding, source=source, format=format_, confirmed=True)
        assert all(line.isprintable() for line in shown.split("\n"))

    def test_json_stays_json(self) -> None:
        finding = replace(FINDING, message=HOSTILE, path="\udcff.py")
        (entry,) = json.loads(rendered(finding, format="json"))
        assert (entry["message"], entry["path"]) == (HOSTILE, "\udcff.py")
        assert rendered(finding, format="json").isascii()


class TestConcise:
    def test_one_line_each(self) -> None:
        shown = rendered(FINDING, settled("refuted"), format="concise")
        first = "a.py:2:5: TFL301 `print` runs once"
        assert shown == f"{first}\n{first} [refuted]\n"

    def test_what_is_no_warning_is_told_apart(self) -> None:
        info = replace(FINDING, information="it is no more")
        possible = replace(settled("inconclusive"), is_possible=True)
        shown = rendered(info, possible, format="concise")
        first = "a.py:2:5: TFL301 `print` runs once"
        assert shown == f"{first} [for information]\n{first} [possible, inconclusive]\n"


class TestJson:
    def test_all_that_machines_were_promised(self) -> None:
        (entry,) = json.loads(rendered(FINDING, format="json"))
        assert entry == {
            "path": "a.py",
            "line": 2,
            "column": 5,
            "end_line": 2,
            "end_column": 13,
            "code": "TFL301",
            "name": "print",
            "message": "`print` runs once",
            "harm": "silent",
            "severity": "warning",
            "information": "",
            "function": {"name": "f", "line": 1, "runs_as": "tf.function"},
            "chain": [
                {"path": "b.py", "line": 4, "text": "`step` is a tf.function"},
                {"path": "a.py", "line": 1, "text": "`f` is called"},
            ],
            "help": "Use tf.print.",
            "url": rule_page("TFL301"),
            "fix": None,
        }

    def test_verdict_and_evidence_under_confirm(self) -> None:
        found = [settled("confirmed", reason="x", cost={"trace": 1.5}), FINDING]
        first, second = json.loads(rendered(*found, format="json", confirmed=True))
        assert first["verdict"] == "confirmed"
        assert first["evidence"] == {"reason": "x", "cost": {"trace": 1.5}}
        assert (second["verdict"], second["evidence"]) == (None, None)

    def test_nothing_is_an_empty_array(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": "x = 1\n"})
        assert json.loads(tflint("--output-format", "json", cwd=tmp_path).stdout) == []


class TestNotebooks:
    CELLS = ("%matplotlib inline\n", ("markdown", "# Title"), PRINTING, "def f(")

    @pytest.fixture
    def here(self, tmp_path: Path) -> Path:
        return write(tmp_path, {"n.ipynb": notebook(*self.CELLS[:3])})

    def test_text_and_concise_name_the_cell(self, here: Path) -> None:
        shown = tflint("n.ipynb", cwd=here).stdout
        assert shown.startswith("n.ipynb:cell 3:5:5: TFL301 ")
        assert "\n5 |     print(x)\n" in shown
        assert "n.ipynb:cell 3:" in shown.split("because: ")[1]
        assert tflint("n.ipynb", "--output-format", "concise", cwd=here).stdout.startswith(
            "n.ipynb:cell 3:5:5: TFL301 "
        )

    def test_json_counts_within_the_cell(self, here: Path) -> None:
        (entry,) = findings("n.ipynb", cwd=here)
        assert (entry["cell"], entry["line"], entry["end_line"]) == (3, 5, 5)
        assert entry["chain"][0]["cell"] == 3
        assert entry["chain"][0]["line"] < 5

    def test_an_error_in_a_cell_silences_that_cell_alone(self, here: Path) -> None:
        write(here, {"n.ipynb": notebook(*self.CELLS)})
        printing, broken = findings("n.ipynb", cwd=here)
        assert (printing["code"], printing["cell"]) == ("TFL301", 3)
        assert (broken["code"], broken["cell"], broken["line"]) == ("TFL001", 4, 1)
        assert "\n1 | def f(\n" in tflint("n.ipynb", cwd=here).stdout

    def test_columns_are_those_of_the_cell(self, here: Path) -> None:
        cell = "".join(f"  {line}" for line in PRINTING.splitlines(keepends=True))
        write(here, {"n.ipynb": notebook(cell)})
        (entry,) = findings("n.ipynb", cwd=here)
        column = PRINTING.splitlines()[entry["line"] - 1].index("print") + 3
        assert entry["column"] == column
        assert f":{entry['line']}:{column}: TFL301" in tflint("n.ipynb", cwd=here).stdout

    @pytest.mark.parametrize("format_", OUTPUT_FORMATS)
    def test_a_file_that_is_no_notebook(self, format_: str, here: Path) -> None:
        write(here, {"n.ipynb": '{\n"cells": [,]}'})
        done = tflint("n.ipynb", "--output-format", format_, cwd=here)
        assert done.returncode == 1
        assert "TFL001" in done.stdout
        assert done.stderr == ""


class TestGithub:
    def test_a_command_each(self) -> None:
        finding = replace(FINDING, message="100% of\nx, y: z", path="a,b:c.py")
        assert rendered(
            finding, replace(FINDING, information="it is no more"), format="github"
        ) == (
            "::error title=tflint (TFL301),file=a%2Cb%3Ac.py,line=2,col=5,endLine=2,endColumn=13"
            "::a,b:c.py:2:5: TFL301 100%25 of%0Ax, y: z\n"
            "::notice title=tflint (TFL301),file=a.py,line=2,col=5,endLine=2,endColumn=13"
            "::a.py:2:5: TFL301 `print` runs once\n"
        )

    def test_what_was_refuted_is_not_shown_beside_the_code(self) -> None:
        shown = rendered(settled("refuted"), settled("confirmed"), format="github")
        assert shown.count("::error") == 1
        assert shown.endswith("[confirmed]\n")


class TestSarif:
    def test_results_point_to_rules_and_places(self) -> None:
        other = replace(FINDING, path="/abs/ä b.py", code="TFL001", information="it is no more")
        document = json.loads(rendered(other, settled("confirmed"), format="sarif"))
        assert document["version"] == "2.1.0"
        (run,) = document["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["TFL001", "TFL301"]
        first, second = run["results"]
        assert all(
            rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in (first, second)
        )
        assert (first["level"], second["level"]) == ("note", "error")
        place = first["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "file:///abs/%C3%A4%20b.py"
        assert place["region"] == {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 13}
        assert second["properties"]["verdict"] == "confirmed"
        assert len(second["relatedLocations"]) == 2


class TestStatistics:
    def test_counts_the_largest_first(self) -> None:
        other = replace(FINDING, code="TFL101", name="python-value-argument")
        shown = rendered(FINDING, other, other, statistics=True)
        assert shown == "2  TFL101  python-value-argument\n1  TFL301  print\n"
        counts = json.loads(rendered(FINDING, other, other, statistics=True, format="json"))
        assert counts[0] == {"code": "TFL101", "name": "python-value-argument", "count": 2}
        assert rendered(statistics=True) == ""

    def test_verdicts_are_counted(self) -> None:
        found = [settled(one) for one in ("refuted", "confirmed", "inconclusive", "confirmed")]
        assert rendered(*found, statistics=True, confirmed=True) == (
            "4  TFL301  print (2 confirmed, 1 refuted, 1 inconclusive)\n"
        )
        (counts,) = json.loads(rendered(*found[1:], statistics=True, format="json"))
        assert counts["verdicts"] == {"confirmed": 2, "refuted": 0, "inconclusive": 1}
