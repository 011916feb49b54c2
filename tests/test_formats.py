"""Each format, read back by what reads it: parsers, schemas and the services' own libraries."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from commands import PRINTING, notebook, tflint, write
from environments import ROOT
from junitparser import Failure, JUnitXml, Skipped

from tflint.files import Source
from tflint.finding import (
    Applicability,
    Edit,
    Finding,
    Fix,
    Harm,
    Reason,
    Span,
)
from tflint.linting.linter import Report
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.report import Reporting, render
from tflint.report.links import PROJECT, rule_page

HOSTILE = "\x1b[2J\x07 ]]> <b> & \" ' %0A;] \ufffe\uffff \ud800 \u202e ::error::\r\n#x"
FINDING = Finding(
    path="p/ä b.py",
    span=Span(2, 11, 2, 19),
    code="TFL301",
    name="print",
    message="`print` runs once; 100% [sure]",
    harm=Harm.SILENT,
    chain=(Reason("p/ä b.py", 1, "`f` is a tf.function"),),
    help="Use tf.print.",
)
SOURCE = Source("p/ä b.py", "def f(x):\n    é = 1; print(x)\n")
OTHERS = (
    replace(FINDING, path="q.py", information="it is no more"),
    replace(FINDING, path="r.py", code="TFL601", harm=Harm.RAISES).with_verdict("confirmed", {}),
    replace(FINDING, path="s.py").with_verdict("refuted", {}),
)


def rendered(name: str, *findings: Finding) -> str:
    """The report of findings in a format."""
    report = Report(findings=list(findings), sources={SOURCE.path: SOURCE}, files=3)
    stream = io.StringIO()
    render(report, Reporting(format=name), stream)
    return stream.getvalue()


def hostile() -> Finding:
    """A finding of which every text is hostile."""
    name = f"{HOSTILE}.py"
    return replace(FINDING, path=name, message=HOSTILE, help=HOSTILE)


def test_every_format_has_a_module_and_every_writer_a_name() -> None:
    folder = ROOT / "tflint" / "report"
    signature = "def write(report: Report, reporting: Reporting, stream: TextIO)"
    writers = {path.stem for path in folder.glob("*.py") if signature in path.read_text()}
    assert writers - {"statistics"} == set(OUTPUT_FORMATS)


@pytest.mark.parametrize("name", OUTPUT_FORMATS)
def test_every_format_tells_of_every_kind_of_finding(name: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {"a.py": PRINTING, "n.ipynb": notebook("x = 1\n", PRINTING), "b.py": "import keras; ("},
    )
    done = tflint(".", "--output-format", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    for word in ("TFL301", "TFL001", "a.py", "n.ipynb", "b.py"):
        assert word in done.stdout, name


@pytest.mark.parametrize(
    "name", sorted({*OUTPUT_FORMATS} - {"text", "concise", "github", "pylint"})
)
def test_what_has_a_place_for_links_has_one(name: str) -> None:
    page = rule_page("TFL301")
    assert page.startswith(f"{PROJECT}/") and page.endswith("/docs/rules/TFL301.md")
    assert page in rendered(name, FINDING)


class TestJUnit:
    def cases(self, text: str) -> dict[str, Any]:
        return {
            case.classname: case.result
            for suite in JUnitXml.fromstring(text.encode())
            for case in suite
        }

    def test_failures_and_what_is_none(self) -> None:
        text = rendered("junit", FINDING, *OTHERS)
        parsed = JUnitXml.fromstring(text.encode())
        assert (parsed.tests, parsed.failures, parsed.errors) == (4, 2, 0)
        results = {path: [type(r) for r in found] for path, found in self.cases(text).items()}
        assert results == {
            "p/ä b.py": [Failure],
            "q.py": [Skipped],
            "r.py": [Failure],
            "s.py": [Skipped],
        }
        (failure,) = self.cases(text)["p/ä b.py"]
        assert (failure.type, failure.message) == ("TFL301", FINDING.message)
        assert "because: p/ä b.py:1 `f` is a tf.function" in failure.text

    def test_nothing_found_is_a_case_that_passes(self) -> None:
        parsed = JUnitXml.fromstring(rendered("junit").encode())
        assert (parsed.tests, parsed.failures) == (1, 0)

    def test_hostile_text(self) -> None:
        text = rendered("junit", hostile())
        ((failure,),) = self.cases(text).values()
        assert "<b> &" in failure.message and "\x1b" not in text


GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["type", "description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "type": {"const": "issue"},
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "pattern": "^TFL[0-9]{3}$"},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "categories": {"items": {"enum": ["Bug Risk", "Performance"]}, "minItems": 1},
            "content": {"type": "object", "required": ["body"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^[^/.]"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "additionalProperties": {"type": "integer", "minimum": 1},
                    },
                },
            },
        },
    },
}  # fmt: skip
"""What GitLab's documentation asks of a report, and Code Climate's of an issue."""


class TestGitLab:
    def issues(self, *findings: Finding) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(rendered("gitlab", *findings))
        jsonschema.validate(found, GITLAB)
        return found

    def test_issues(self) -> None:
        first, information, raising = self.issues(FINDING, *OTHERS)
        assert first["location"] == {"path": "p/ä b.py", "lines": {"begin": 2, "end": 2}}
        severities = [issue["severity"] for issue in (first, information, raising)]
        assert severities == ["major", "info", "major"]
        assert raising["description"].endswith("[confirmed]")
        assert self.issues() == []

    def test_a_fingerprint_stays_when_lines_move_and_is_of_one_finding(self) -> None:
        def fingerprints(text: str, *lines: int) -> list[str]:
            found = [replace(FINDING, span=Span(line, 5, line, 13)) for line in lines]
            report = Report(
                findings=found, sources={SOURCE.path: Source(SOURCE.path, text)}, files=1
            )
            stream = io.StringIO()
            render(report, Reporting(format="gitlab"), stream)
            return [issue["fingerprint"] for issue in json.loads(stream.getvalue())]

        before = fingerprints("def f(x):\n    print(x)\n    print(x)\n", 2, 3)
        after = fingerprints("\n\ndef f(x):\n    print(x)\n\n    print(x)\n", 4, 6)
        assert before == after
        assert len(set(before)) == 2

    def test_paths_begin_at_the_root_of_the_repository(self, tmp_path: Path) -> None:
        write(tmp_path, {"p/a.py": PRINTING})
        done = tflint("--output-format", "gitlab", cwd=tmp_path / "p", CI_PROJECT_DIR=str(tmp_path))
        assert json.loads(done.stdout)[0]["location"]["path"] == "p/a.py"

    def test_hostile_text(self) -> None:
        json.loads(rendered("gitlab", hostile()))


POSITION = {
    "type": "object",
    "required": ["line", "column"],
    "additionalProperties": {"type": "integer", "minimum": 1},
}
RANGE = {
    "type": "object",
    "required": ["start"],
    "properties": {"start": POSITION, "end": POSITION},
    "additionalProperties": False,
}
RDJSON = {
    "type": "object",
    "required": ["diagnostics"],
    "additionalProperties": False,
    "properties": {
        "source": {"type": "object", "required": ["name", "url"]},
        "severity": {"enum": ["ERROR", "WARNING", "INFO", "UNKNOWN_SEVERITY"]},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "location"],
                "additionalProperties": False,
                "properties": {
                    "message": {"type": "string"},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO", "UNKNOWN_SEVERITY"]},
                    "location": {
                        "type": "object",
                        "required": ["path"],
                        "properties": {"path": {"type": "string"}, "range": RANGE},
                        "additionalProperties": False,
                    },
                    "code": {
                        "type": "object",
                        "required": ["value"],
                        "properties": {"value": {"type": "string"}, "url": {"type": "string"}},
                        "additionalProperties": False,
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["range", "text"],
                            "properties": {"range": RANGE, "text": {"type": "string"}},
                            "additionalProperties": False,
                        },
                    },
                },
            },
        },
    },
}
"""What reviewdog documents of a ``DiagnosticResult``."""


class TestRdjson:
    def diagnostics(self, *findings: Finding) -> list[dict[str, Any]]:
        document = json.loads(rendered("rdjson", *findings))
        jsonschema.validate(document, RDJSON)
        found: list[dict[str, Any]] = document["diagnostics"]
        return found

    def test_columns_are_bytes(self) -> None:
        first, information, raising = self.diagnostics(FINDING, *OTHERS)
        text = SOURCE.lines[1].encode()
        begin, end = (first["location"]["range"][side]["column"] for side in ("start", "end"))
        assert text[begin - 1 : end - 1] == b" print(x"[:8]
        assert [d["severity"] for d in (first, information, raising)] == [
            "WARNING",
            "INFO",
            "ERROR",
        ]

    @pytest.mark.parametrize(
        ("safety", "edits", "suggested"),
        [
            (Applicability.SAFE, 1, True),
            (Applicability.UNSAFE, 1, False),
            (Applicability.SAFE, 2, False),
        ],
    )
    def test_suggestions_are_whole_and_safe(
        self, safety: Applicability, edits: int, suggested: bool
    ) -> None:
        edit = Edit(Span(2, 12, 2, 17), "tf.print")
        fix = Fix("Use it", safety, (edit,) * edits)
        (found,) = self.diagnostics(replace(FINDING, fix=fix))
        assert ("suggestions" in found) == suggested
        if suggested:
            assert found["suggestions"][0]["text"] == "tf.print"

    def test_hostile_text(self) -> None:
        self.diagnostics(hostile())


class TestPylint:
    def test_diff_quality_reads_it(self, tmp_path: Path) -> None:
        """The pylint reader of diff-cover, on a branch whose second file is new."""
        write(tmp_path, {"pyproject.toml": "", "a.py": PRINTING})
        for words in (
            ["init", "-q", "-b", "main", "."],
            ["add", "-A"],
            ["commit", "-q", "-m", "all"],
            ["checkout", "-q", "-b", "mine"],
        ):
            self.git(*words, cwd=tmp_path)
        write(tmp_path, {"b.py": PRINTING})
        self.git("add", "-A", cwd=tmp_path)
        (tmp_path / "report.txt").write_text(
            tflint("--output-format", "pylint", cwd=tmp_path).stdout
        )
        script = "from diff_cover.diff_quality_tool import main; import sys; sys.exit(main())"
        command = [sys.executable, "-c", script, "--violations=pylint", "--compare-branch=main"]
        command += ["--format", "json:quality.json", "report.txt"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        quality = json.loads((tmp_path / "quality.json").read_text())
        ((path, found),) = quality["src_stats"].items()
        assert (path, found["violation_lines"]) == ("b.py", [5])
        assert "TFL301" in found["violations"][0][1]

    def git(self, *words: str, cwd: Path) -> None:
        who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", *who, *words], cwd=cwd, check=True, capture_output=True)

    def test_a_line_each(self) -> None:
        assert rendered("pylint", FINDING) == f"p/ä b.py:2: [TFL301] {FINDING.message}\n"
        assert rendered("pylint", hostile()).count("\n") == 1


class TestAzure:
    def test_a_command_each(self) -> None:
        assert rendered("azure", replace(FINDING, path="a;b].py"), *OTHERS).splitlines()[:2] == [
            "##vso[task.logissue type=error;sourcepath=a%3Bb%5D.py;linenumber=2;columnnumber=11;"
            f"code=TFL301;]`print` runs once; 100%AZP25 [sure] ({rule_page('TFL301')})",
            "##vso[task.logissue type=warning;sourcepath=q.py;linenumber=2;columnnumber=11;"
            f"code=TFL301;]`print` runs once; 100%AZP25 [sure] ({rule_page('TFL301')})",
        ]
        assert rendered("azure", hostile()).count("\n") == 1

    @pytest.mark.slow
    def test_the_services_own_library_reads_it(self, tmp_path: Path) -> None:
        install = ["npm", "install", "--silent", "azure-pipelines-task-lib@5"]
        try:
            subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=300)
        except (OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"npm cannot install it here: {error}")
        script = (
            "const {commandFromString} = require('azure-pipelines-task-lib/taskcommand');"
            "const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\\n');"
            "console.log(JSON.stringify(lines.map(line => commandFromString(line))));"
        )
        given = rendered("azure", replace(FINDING, path="a;b].py"), hostile())
        done = subprocess.run(
            ["node", "-e", script], cwd=tmp_path, input=given, capture_output=True, text=True
        )
        first, second = json.loads(done.stdout)
        assert first["command"] == second["command"] == "task.logissue"
        assert first["properties"]["sourcepath"] == "a;b].py"
        assert first["message"] == f"{FINDING.message} ({rule_page('TFL301')})"
        assert second["properties"]["linenumber"] == "2"


class TestSarif:
    def test_sarif_tools_reads_it(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        tflint(".", "--output-format", "sarif", "-o", "out.sarif", cwd=tmp_path)
        command = [sys.executable, "-m", "sarif", "csv", "out.sarif", "-o", "out.csv"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        said = (tmp_path / "out.csv").read_text()
        assert "TFL301" in said and "a.py" in said

    def result(self, finding: Finding) -> dict[str, Any]:
        results = json.loads(rendered("sarif", finding))["runs"][0]["results"]
        assert len(results) == 1
        found: dict[str, Any] = results[0]
        return found

    @pytest.mark.parametrize(
        ("verdict", "harm", "level"),
        [
            (None, Harm.SILENT, "warning"),
            (None, Harm.ERROR, "error"),
            ("confirmed", Harm.SILENT, "error"),
            ("confirmed", Harm.RAISES, "error"),
            ("confirmed", Harm.COST, "warning"),
            ("inconclusive", Harm.RAISES, "warning"),
            ("refuted", Harm.RAISES, "none"),
        ],
    )
    def test_levels(self, verdict: str | None, harm: Harm, level: str) -> None:
        evidence = {"reason": "seen", "eager": [{"ms": 1.0}]} if verdict else None
        result = self.result(replace(FINDING, verdict=verdict, evidence=evidence, harm=harm))
        assert result["level"] == level
        assert result["kind"] == ("pass" if level == "none" else "fail")
        if verdict is not None:
            assert result["properties"]["verdict"] == verdict
            assert result["properties"]["evidence"] == evidence
            assert result["message"]["text"].endswith(f" [{verdict}; seen]")
        less = self.result(replace(FINDING, information="it is no more"))
        assert less["level"] == "note"

    def test_a_finding_is_known_again_whatever_becomes_of_it(self) -> None:
        settled = FINDING.with_verdict("refuted", {"reason": "equal"})
        known = {self.result(one)["partialFingerprints"]["tflint/v1"] for one in (FINDING, settled)}
        assert len(known) == 1
        other = self.result(replace(FINDING, code="TFL302"))["partialFingerprints"]["tflint/v1"]
        assert other not in known

    def test_the_page_of_a_rule_is_markdown(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        done = tflint(".", "--output-format", "sarif", cwd=tmp_path)
        shown = json.loads(done.stdout)["runs"][0]["tool"]["driver"]["rules"][0]["help"]
        assert "\n## Example\n" in shown["markdown"]
        assert shown["text"] == shown["markdown"]
