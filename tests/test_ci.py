"""What stands around the code: shards, merged reports, the action, the template, the project's files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import CLEAN, PRINTING, environment, findings, notebook, tflint, write
from environments import ROOT

from tflint import __version__
from tflint.linting.codes import every_rule
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.report import json_reports
from tflint.report.links import PROJECT, rule_page

FIVE = PRINTING + "".join(f"\n@tf.function\ndef f{n}(x):\n    print(x, {n})\n" for n in range(4))


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Six findings, one of them in a notebook."""
    return write(
        tmp_path, {"pyproject.toml": "", "a.py": FIVE, "n.ipynb": notebook("y = 1\n", PRINTING)}
    )


class TestShards:
    def parts(self, here: Path, count: int) -> list[str]:
        for number in range(1, count + 1):
            shard = f"{number}/{count}"
            done = tflint(
                ".", "--shard", shard, "--output-format", "json", "-o", f"{number}.json", cwd=here
            )
            assert done.stderr == f"tflint: note: shard {number} of {count}\n"
        return [f"{number}.json" for number in range(1, count + 1)]

    @pytest.mark.parametrize("count", [1, 2, 3, 7])
    def test_parts_together_are_all(self, count: int, here: Path) -> None:
        everything = findings(".", cwd=here)
        parts = self.parts(here, count)
        sizes = [len(json.loads((here / name).read_text())) for name in parts]
        assert sum(sizes) == len(everything) == 6
        assert max(sizes) - min(sizes) <= 1
        merged = tflint("merge", *parts, "--output-format", "json", cwd=here)
        assert (merged.returncode, merged.stderr) == (1, "")
        assert json.loads(merged.stdout) == everything

    @pytest.mark.slow
    @pytest.mark.parametrize("name", OUTPUT_FORMATS)
    def test_every_format_is_as_of_one_run(self, name: str, here: Path) -> None:
        parts = self.parts(here, 2)
        merged = tflint("merge", *parts, "--output-format", name, cwd=here).stdout
        whole = tflint(".", "--output-format", name, cwd=here).stdout
        if name == "text":  # how many files were clean is not in reports
            merged, whole = (re.sub(r"in \d files?", "", text) for text in (merged, whole))
        assert merged == whole

    @pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/2/3", "-1/2", "1/0", "1/99999"])
    def test_what_is_no_part(self, text: str, here: Path) -> None:
        done = tflint(".", "--shard", text, cwd=here)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def settled(**verdict: Any) -> dict[str, Any]:
    """One finding of a report."""
    return {
        "path": "a.py", "line": 5, "column": 5, "end_line": 5, "end_column": 13, "code": "TFL301",
        "name": "print", "message": "m", "harm": "silent", "severity": "warning",
        "information": "", "chain": [], "help": "", "fix": None, **verdict,
    }  # fmt: skip


class TestMerge:
    def merge(self, here: Path, *entries: list[Any], options: tuple[str, ...] = ()) -> Any:
        names = [f"{number}.json" for number in range(len(entries))]
        write(here, {name: json.dumps(entry) for name, entry in zip(names, entries, strict=True)})
        return tflint("merge", *names, *options, cwd=here)

    @pytest.mark.parametrize(
        ("verdicts", "options", "status"),
        [
            ([None], [], 1),
            (["refuted"], [], 0),
            (["refuted"], ["--fail-on", "any"], 1),
            (["inconclusive"], ["--fail-on", "confirmed"], 0),
            ([None, "confirmed"], ["--fail-on", "confirmed"], 1),
            (["confirmed", None], ["--exit-zero"], 0),
        ],
    )
    def test_the_status_is_that_of_one_run(
        self, verdicts: list[str | None], options: list[str], status: int, here: Path
    ) -> None:
        entries = [[settled(verdict=verdict, evidence=None)] for verdict in verdicts]
        done = self.merge(here, *entries, options=tuple(options))
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.count("TFL301") == 1

    @pytest.mark.parametrize(
        ("runs_as", "sides"), [("tf.function", ["Eager", "Graph"]), ("eager", ["As written"])]
    )
    def test_evidence_stands_side_by_side(self, runs_as: str, sides: list[str], here: Path) -> None:
        function = {"name": "step", "line": 4, "runs_as": runs_as}
        evidence = {"eager": [{"ms": 1.0}], "graph": [{"ms": 2.0}]}
        entry = settled(verdict="confirmed", function=function, evidence=evidence)
        self.merge(here, [entry], options=("--report", "r.html"))
        page = (here / "r.html").read_text(encoding="utf-8")
        heads = re.findall('<th scope="col">(Eager|Graph|As written)</th>', page)
        assert heads == sides

    def test_nothing_found(self, here: Path) -> None:
        done = self.merge(here, [], [])
        assert (done.returncode, done.stdout) == (0, "All clear: no findings in 2 reports.\n")

    @pytest.mark.parametrize(
        "entry",
        [
            3,
            {},
            settled(path=3),
            settled(line=0),
            settled(line=True),
            settled(column=10**400),
            settled(harm="none"),
            settled(verdict="proven"),
            settled(evidence=[]),
            settled(chain=[{"path": "a.py"}]),
            settled(function={"name": "f", "line": 1}),
            settled(function={"name": "f", "line": 1, "runs_as": "magic"}),
            settled(fix={"edits": 3}),
        ],
        ids=str,
    )
    def test_hostile_reports_are_one_line(self, entry: object, here: Path) -> None:
        done = self.merge(here, [entry])
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "is no JSON report of tflint" in done.stderr

    @pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff", "[1" + "0" * 5000 + "]"])
    def test_what_is_no_json(self, text: str | bytes, here: Path) -> None:
        write(here, {"bad.json": text})
        done = tflint("merge", "bad.json", cwd=here)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)

    def test_files_elsewhere_are_not_shown(self, here: Path) -> None:
        write(here, {"secret.py": "password = 1\n", "sub/x": ""})
        write(
            here,
            {
                "sub/r.json": json.dumps(
                    [settled(path=p, line=1) for p in ("../secret.py", "/etc/passwd", "\0")]
                )
            },
        )
        done = tflint("merge", "r.json", cwd=here / "sub")
        assert (done.returncode, done.stderr) == (1, "")
        assert "password" not in done.stdout and "root:" not in done.stdout

    def test_a_report_of_any_size_is_not_read(
        self, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(here, {"r.json": "[]"})
        monkeypatch.setattr(json_reports, "_LARGEST", 2)
        assert json_reports.merged([str(here / "r.json")]).findings == []
        monkeypatch.setattr(json_reports, "_LARGEST", 1)
        with pytest.raises(json_reports.RefusedError, match="larger than"):
            json_reports.merged([str(here / "r.json")])


def holds(schema: str, path: Path) -> None:
    """Fail unless a file is what its service's schema asks for."""
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        f"vendor.{schema}",
        path,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ("github-actions", "action.yml"),
        ("gitlab-ci", "ci/gitlab.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_files_for_services_are_what_these_read(schema: str, name: str) -> None:
    holds(schema, ROOT / name)


def run_action(where: Path, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The action's own scripts, in the shell and with the environment that GitHub gives them."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    given = {name: spec["default"] for name, spec in action["inputs"].items()} | inputs
    temporary = where.parent / "runner"
    (temporary / "tflint" / "bin").mkdir(parents=True, exist_ok=True)
    base = {"RUNNER_TEMP": str(temporary), "GITHUB_OUTPUT": str(temporary / "output")}
    done = None
    for step in action["runs"]["steps"]:
        if "run" in step and (
            step["name"] != "Install tflint" or not (temporary / "tflint/bin/tflint").exists()
        ):
            env = {
                name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], text)
                for name, text in step.get("env", {}).items()
            }
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=where,
                env=environment(**base, **env, GITHUB_ACTION_PATH=str(ROOT)),
                capture_output=True,
                text=True,
            )
    assert done is not None
    return done


class TestAction:
    @pytest.fixture
    def where(self, here: Path) -> Path:
        """A project, on a runner on which tflint is installed."""
        command = f'#!/bin/sh\nexec {sys.executable} -P -m tflint "$@"\n'
        write(here.parent, {"runner/tflint/bin/tflint": command})
        (here.parent / "runner/tflint/bin/tflint").chmod(0o755)
        return here

    def test_findings_are_shown_and_kept(self, where: Path) -> None:
        done = run_action(where, {})
        assert done.returncode == 1, done.stderr
        assert done.stdout.count("::error") == 6
        kept = (where.parent / "runner" / "output").read_text()
        paths = dict(line.split("=", 1) for line in kept.splitlines())
        assert len(json.loads(Path(paths["report"]).read_text())) == 6
        assert len(json.loads(Path(paths["sarif"]).read_text())["runs"][0]["results"]) == 6

    def test_clean_and_failing_runs(self, where: Path) -> None:
        write(where, {"clean.py": CLEAN})
        assert run_action(where, {"paths": "clean.py"}).returncode == 0
        assert (
            run_action(where, {"paths": "clean.py a.py", "args": "--ignore TFL3"}).returncode == 0
        )
        failed = run_action(where, {"args": "--selct TFL3"})
        assert failed.returncode == 2 and "--selct" in failed.stderr

    def test_inputs_are_words_and_never_commands(self, where: Path) -> None:
        for name in ("paths", "args"):
            run_action(where, {name: "$(touch ran) `touch ran` ; touch ran"})
        run_action(where, {"confirm": "true", "python": '"; touch ran; "'})
        assert not (where / "ran").exists()

    @pytest.mark.slow
    def test_it_installs_itself(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        done = run_action(tmp_path, {})
        assert done.returncode == 1, done.stderr
        assert "TFL301" in done.stdout


def test_the_template_runs(here: Path) -> None:
    """Its script with the tflint at hand, as a shell of a runner runs it."""
    job = yaml.safe_load((ROOT / "ci" / "gitlab.yml").read_text())["tflint"]
    command = f'#!/bin/sh\nexec {sys.executable} -P -m tflint "$@"\n'
    write(here, {".tflint-venv/bin/tflint": command})
    (here / ".tflint-venv/bin/tflint").chmod(0o755)
    done = subprocess.run(
        ["sh", "-ec", job["script"][-1]],
        cwd=here,
        env=environment(**job["variables"], CI_PROJECT_DIR=str(here)),
        capture_output=True,
    )
    assert done.returncode == 1, done.stderr
    report = json.loads((here / job["artifacts"]["reports"]["codequality"]).read_text())
    assert {issue["location"]["path"] for issue in report} == {"a.py", "n.ipynb"}


class TestProject:
    def test_addresses_and_versions_agree(self) -> None:
        metadata = (ROOT / "pyproject.toml").read_text()
        citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
        assert f'Repository = "{PROJECT}"' in metadata
        assert (citation["repository-code"], citation["version"]) == (PROJECT, __version__)
        for name in ("README.md", "ci/gitlab.yml", "docs/ci.md"):
            tags = set(re.findall(r"v\d+\.\d+\.\d+", (ROOT / name).read_text()))
            assert tags <= {f"v{__version__}"}, name
        changes = (ROOT / "CHANGELOG.md").read_text()
        assert re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", changes, re.M)
        assert f"[{__version__}]: {PROJECT}/releases/tag/v{__version__}\n" in changes

    @pytest.mark.parametrize("code", every_rule())
    def test_the_page_of_a_rule_is_where_its_link_leads(self, code: str) -> None:
        page = rule_page(code)
        assert page is not None
        assert (ROOT / page.removeprefix(f"{PROJECT}/blob/main/")).is_file()

    def test_the_license(self) -> None:
        text = (ROOT / "LICENSE").read_text()
        assert "Apache License" in text and "END OF TERMS AND CONDITIONS" in text
        assert 'license = "Apache-2.0"' in (ROOT / "pyproject.toml").read_text()

    @pytest.mark.parametrize(
        "name", ["CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "README.md"]
    )
    def test_links_lead_somewhere(self, name: str) -> None:
        for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", (ROOT / name).read_text()):
            assert os.path.exists(ROOT / target), target


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("TFL301", ["# print (TFL301)"]),
        ("tfl301", ["# print (TFL301)"]),
        ("print", ["# print (TFL301)"]),
        ("unrolled-loop", ["# unrolled-loop (TFL107)"]),
        ("TFL30", ["TFL301  print", "TFL302  logging"]),
    ],
)
def test_a_rule_by_code_name_or_beginning(asked: str, shown: list[str], tmp_path: Path) -> None:
    done = tflint("rule", asked, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for line, beginning in zip(done.stdout.splitlines(), shown, strict=False):
        assert line.startswith(beginning)


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("prnt", "did you mean `print`?"),
        ("TFL999", "lists them all"),
        ("", "lists them all"),
        ("E501", "all"),
    ],
)
def test_what_is_no_rule(asked: str, hint: str, tmp_path: Path) -> None:
    done = tflint("rule", asked, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert hint in done.stderr
