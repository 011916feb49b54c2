"""Rules of a project's own: they do what ours do, and are loaded for their own project only."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import libcst as cst
import pytest
from commands import environment, findings, tflint, write
from environments import ROOT
from libcst.metadata import ParentNodeProvider

from tflint.claims import AnyDifference
from tflint.cst import ProjectRule, found_by
from tflint.finding import Applicability, EntryKind, Severity, Span
from tflint.linting.settings import OUTPUT_FORMATS

PAGE = (ROOT / "docs" / "plugins.md").read_text()
EXAMPLE: dict[str, str] = dict(
    re.findall(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", PAGE, re.M | re.S)
)
"""The files that the page shows: the rule, the settings, the tests."""
SERVING = """\
import tensorflow as tf

# eager code may


def absolute(x):
    return tf.py_function(abs, [x], tf.float32)


# what is served
@tf.function
def serve(x):
    return absolute(x)
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return write(tmp_path, {**EXAMPLE, "serving.py": SERVING})


LINES = "\n" * 45_000
"""So many that a file is worth a process."""


def codes(*arguments: str, cwd: Path) -> list[str]:
    return [entry["code"] for entry in findings(*arguments, cwd=cwd)]


@pytest.mark.slow
class TestTheExampleOfTheDocs:
    def test_its_own_tests_pass(self, here: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_rules.py"],
            cwd=here,
            env=environment(),
            capture_output=True,
            text=True,
        )
        assert "3 passed" in done.stdout, done.stdout + done.stderr

    def test_it_is_shown_as_the_page_says(self, here: Path) -> None:
        shown = PAGE.partition("$ tflint\n")[2].partition("```")[0]
        done = tflint("serving.py", cwd=here)
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.startswith(shown)

    def test_it_is_listed_and_has_a_page(self, here: Path) -> None:
        last = tflint("rules", cwd=here).stdout.splitlines()[-1]
        assert last.split(maxsplit=2)[::2] == ["OWN001", "`tf.py_function` can't be served"]
        listed = json.loads(tflint("rules", "--output-format", "json", cwd=here).stdout)
        assert listed[-1]["name"] == "py-function-in-graph"
        page = tflint("rule", "own001", cwd=here).stdout
        assert page.startswith("# py-function-in-graph (OWN001)\n\nHarm: raises; on by default;")
        assert "We serve our graphs" in page
        assert "We serve our graphs" in tflint("rule", "--all", cwd=here).stdout

    @pytest.mark.parametrize(
        ("options", "found"),
        [
            ((), ["OWN001"]),
            (("--select", "OWN"), ["OWN001"]),
            (("--select", "own0"), ["OWN001"]),
            (("--select", "TFL"), []),
            (("--ignore", "OWN001"), []),
            (("--per-file-ignores", "serving.py:OWN"), []),
            (("--isolated",), []),
        ],
    )
    def test_it_is_selected_like_ours(
        self, options: tuple[str, ...], found: list[str], here: Path
    ) -> None:
        assert codes(*options, "serving.py", cwd=here) == found

    def test_part_of_its_letters_selects_nothing(self, here: Path) -> None:
        done = tflint("--select", "OW", "serving.py", cwd=here)
        assert (done.returncode, done.stderr) == (
            2,
            "tflint: error: --select names an unknown rule: 'OW'\n",
        )

    def test_comments_silence_it_and_are_judged(self, here: Path) -> None:
        silent = SERVING.replace("tf.float32)", "tf.float32)  # noqa: OWN001")
        silent = silent.replace("return absolute(x)", "return absolute(x)  # noqa: OWN001, E501")
        write(here, {"serving.py": silent})
        options = ("--extend-select", "TFL002")
        assert codes("serving.py", cwd=here) == []
        (unused,) = findings("serving.py", *options, cwd=here)
        assert (unused["line"], unused["message"]) == (13, "unused suppression: OWN001")
        assert tflint("serving.py", *options, "--fix", cwd=here).returncode == 0
        assert (here / "serving.py").read_text() == silent.replace(
            "noqa: OWN001, E501", "noqa: E501"
        )
        above = SERVING.replace("    return tf", "    # noqa: OWN001\n    return tf")
        write(here, {"serving.py": above})
        assert codes("serving.py", cwd=here) == []

    def test_flake8_reports_it(self, here: Path) -> None:
        def flake8(*options: str) -> str:
            command = [sys.executable, "-m", "flake8", *options, "serving.py"]
            done = subprocess.run(
                command, cwd=here, env=environment(), capture_output=True, text=True
            )
            assert done.stderr == ""
            return done.stdout

        line = "serving.py:7:12: OWN001 `tf.py_function` runs Python, which is not served"
        assert flake8().startswith(line)
        assert flake8("--select", "OWN").startswith(line)
        assert flake8("--ignore", "OWN001") == ""
        assert flake8("--select", "E") == ""

    def test_sarif_has_its_page(self, here: Path) -> None:
        done = tflint("serving.py", "--output-format", "sarif", cwd=here)
        (run,) = json.loads(done.stdout)["runs"]
        (rule,) = run["tool"]["driver"]["rules"]
        assert (rule["id"], run["results"][0]["ruleId"]) == ("OWN001", "OWN001")
        assert "We serve our graphs" in rule["help"]["text"]

    def test_a_change_of_the_rule_counts_in_spite_of_the_cache(self, here: Path) -> None:
        assert codes("serving.py", cwd=here) == codes("serving.py", cwd=here) == ["OWN001"]
        changed = EXAMPLE["my_rules.py"].replace("OWN001", "OWN002")
        write(here, {"my_rules.py": changed.replace('"tensorflow.py_f', '"tensorflow.numpy_f')})
        assert codes("serving.py", cwd=here) == []

    def test_what_a_plugin_imports_of_the_project_counts_for_the_cache(self, here: Path) -> None:
        moved = "from bases import PyFunctionInGraph\n"
        write(here, {"my_rules.py": moved, "bases.py": EXAMPLE["my_rules.py"]})
        assert codes("serving.py", cwd=here) == ["OWN001"]
        write(here, {"bases.py": EXAMPLE["my_rules.py"].replace("OWN001", "OWN002")})
        assert codes("serving.py", cwd=here) == ["OWN002"]

    def test_no_bytecode_is_left_beside_it(
        self, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        assert codes("serving.py", cwd=here) == ["OWN001"]
        assert not list(here.rglob("__pycache__"))

    def test_several_processes_find_it(self, here: Path) -> None:
        alone = {f"group{i}.py": f"{SERVING}'''{LINES}'''\n" for i in range(2)}
        for name in alone:
            write(here / name.removesuffix(".py"), {name: alone[name], "setup.py": ""})
        paths = [name.removesuffix(".py") for name in alone]
        found = codes("-j", "2", "--no-cache", *paths, cwd=here)
        assert found == ["OWN001", "OWN001"]


class TestWhoseCodeIsRun:
    """What the module does when it is imported shows whether it was."""

    @pytest.fixture
    def marked(self, here: Path) -> Path:
        mark = f"open({str(here / 'ran')!r}, 'w').close()\n"
        write(here, {"my_rules.py": EXAMPLE["my_rules.py"] + mark})
        return here

    @pytest.mark.parametrize("command", [("sub",), ("why", "sub/serving.py:7")])
    def test_settings_above_load_theirs(self, command: tuple[str, ...], marked: Path) -> None:
        write(marked, {"sub/serving.py": SERVING})
        tflint(*command, cwd=marked)
        assert (marked / "ran").exists()

    @pytest.mark.parametrize(
        "command",
        [("evil",), ("evil/serving.py",), ("why", "evil/serving.py:7"), ("traced", "evil")],
    )
    def test_settings_of_another_project_load_nothing_and_say_so(
        self, command: tuple[str, ...], tmp_path: Path
    ) -> None:
        mark = f"open({str(tmp_path / 'ran')!r}, 'w').close()\n"
        settings = EXAMPLE["pyproject.toml"] + "select = ['TFL3', 'OWN001']\n"
        write(tmp_path / "evil", {"my_rules.py": mark, "pyproject.toml": settings})
        write(tmp_path / "evil", {"serving.py": SERVING})
        done = tflint(*command, cwd=tmp_path)
        assert done.returncode == 0
        assert not (tmp_path / "ran").exists()
        if command[0] != "why" and command[0] != "traced":
            assert "evil/pyproject.toml: plugin my_rules is not loaded" in done.stderr
        named = tflint("evil", "--config", "evil/pyproject.toml", cwd=tmp_path)
        assert (tmp_path / "ran").exists()
        assert "my_rules has no rule" in named.stderr

    def test_flake8_loads_none_of_another_project(self, tmp_path: Path) -> None:
        mark = f"open({str(tmp_path / 'ran')!r}, 'w').close()\n"
        files = {"my_rules.py": mark, "pyproject.toml": EXAMPLE["pyproject.toml"], "a.py": ""}
        write(tmp_path / "evil", dict(files))
        command = [sys.executable, "-m", "flake8", "evil/a.py"]
        done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True)
        assert (done.returncode, (tmp_path / "ran").exists()) == (0, False)

    def test_isolated_loads_none(self, marked: Path) -> None:
        tflint("--isolated", ".", cwd=marked)
        tflint("rules", "--isolated", cwd=marked)
        tflint("rule", "TFL301", cwd=marked)
        assert not (marked / "ran").exists()


class TestHierarchy:
    """Rules of one's own and settings of several folders."""

    MARK = "import os\nopen(os.environ['RAN'], 'w').close()\n"

    @pytest.fixture
    def ran(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("RAN", str(tmp_path / "ran"))
        return tmp_path / "ran"

    def test_they_hold_for_the_whole_run(self, here: Path) -> None:
        write(here, {"sub/serving.py": SERVING, "sub/tflint.toml": "extend-exclude = ['old']\n"})
        write(here, {"off/serving.py": SERVING, "off/tflint.toml": "ignore = ['OWN']\n"})
        write(here, {"on/serving.py": SERVING, "on/tflint.toml": "select = ['OWN001']\n"})
        found = findings(cwd=here)
        assert [entry["path"] for entry in found] == [
            "on/serving.py",
            "serving.py",
            "sub/serving.py",
        ]

    def test_a_folder_extends_what_names_them(self, here: Path) -> None:
        settings = "extend = '../pyproject.toml'\nselect = ['OWN001']\n"
        write(here, {"sub/serving.py": SERVING, "sub/tflint.toml": settings})
        assert codes("sub", cwd=here) == ["OWN001"]
        assert codes(".", cwd=here) == ["OWN001", "OWN001"]

    def test_a_folder_below_brings_no_code(self, here: Path, ran: Path) -> None:
        settings = "plugins = ['evil']\nselect = ['OWN001', 'EVI001', 'TFL3']\n"
        write(here, {"sub/serving.py": SERVING, "sub/tflint.toml": settings})
        write(here, {"sub/evil.py": self.MARK})
        told = tflint(cwd=here).stderr
        why = "not followed by this run, which follows pyproject.toml"
        assert told == f"tflint: warning: sub/tflint.toml: plugins: {why}\n"
        why = "since this is not the project one stands in; `--config sub/tflint.toml` loads it"
        line = f"tflint: warning: sub/tflint.toml: plugin evil is not loaded, {why}\n"
        above = "not followed by this run, which follows sub/tflint.toml"
        told = tflint("sub", cwd=here).stderr
        assert told == f"{line}tflint: warning: pyproject.toml: plugins: {above}\n"
        assert tflint("config", "sub", cwd=here).stderr == line
        shown = tflint("config", "sub", cwd=here).stdout
        assert re.search(r"^plugins = \[\] +# default$", shown, re.M)
        assert not ran.exists()
        tflint("--config", "sub/tflint.toml", cwd=here)
        assert ran.exists()

    @pytest.mark.parametrize("named", [(), ("--config", "pyproject.toml")])
    def test_what_is_elsewhere_brings_none_through_extend(
        self, named: tuple[str, ...], here: Path, ran: Path
    ) -> None:
        write(here, {"vendor/evil.py": self.MARK, "vendor/base.toml": "plugins = ['evil']\n"})
        write(here, {"pyproject.toml": "[tool.tflint]\nextend = 'vendor/base.toml'\n"})
        done = tflint("serving.py", *named, cwd=here)
        assert (done.returncode, ran.exists()) == (0, False)
        assert "warning: vendor/base.toml: plugin evil is not loaded" in done.stderr

    def test_what_is_elsewhere_does_not_say_where_modules_are(self, here: Path, ran: Path) -> None:
        """One below names no plugins, and a folder in which those of the project are others."""
        settings = "extend = '../pyproject.toml'\nsrc = ['.']\n"
        write(here, {"sub/my_rules.py": self.MARK, "sub/tflint.toml": settings})
        write(here, {"sub/serving.py": SERVING})
        assert codes("sub", cwd=here) == ["OWN001"]
        assert not ran.exists()

    def test_a_link_to_settings_elsewhere_is_no_file_of_the_project(
        self, here: Path, ran: Path
    ) -> None:
        write(here, {"vendor/tflint.toml": "plugins = ['evil']\n", "evil.py": self.MARK})
        (here / "tflint.toml").symlink_to("vendor/tflint.toml")
        assert "plugin evil is not loaded" in tflint("serving.py", cwd=here).stderr
        assert not ran.exists()

    def test_what_is_in_force_has_them(self, here: Path) -> None:
        shown = tflint("config", cwd=here).stdout
        assert re.search(r'^plugins = \["my_rules"\] +# pyproject.toml$', shown, re.M)

    def test_programs_name_them(self, here: Path) -> None:
        """In a process of its own, since what is imported stays."""
        program = (
            "import tflint\nfound = tflint.lint(['serving.py'], {'plugins': ['my_rules']})\n"
            "print(*(finding.code for finding in found))\n"
            "print(*(finding.code for finding in tflint.lint(['serving.py'], isolated=True)))\n"
        )
        (here / "pyproject.toml").unlink()
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=here,
            env=environment(),
            capture_output=True,
            text=True,
        )
        assert (done.stdout, done.stderr) == ("OWN001\n\n", "")


@pytest.mark.parametrize("form", [form for form in OUTPUT_FORMATS if form != "text"])
def test_no_format_leads_to_a_page_that_is_not_there(form: str, here: Path) -> None:
    done = tflint("serving.py", "--output-format", form, cwd=here)
    assert (done.returncode, done.stderr) == (1, "")
    assert "OWN001" in done.stdout
    assert "OWN001.md" not in done.stdout
    assert "None" not in done.stdout
    tflint("serving.py", "--output-format", "json", "-o", "report.json", cwd=here)
    merged = tflint("merge", "report.json", "--output-format", form, cwd=here)
    assert (merged.returncode, merged.stderr) == (1, "")
    assert "OWN001" in merged.stdout


def test_the_page_of_a_report_has_no_link_where_there_is_no_page(here: Path) -> None:
    tflint("serving.py", "--report", "out.html", cwd=here)
    page = (here / "out.html").read_text()
    assert "<code>OWN001</code> py-function-in-graph</th>" in " ".join(page.split())
    assert "OWN001.md" not in page


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (None, "my_rules cannot be imported: ModuleNotFoundError: "),
        ("1 +", "my_rules cannot be imported: SyntaxError: "),
        ("raise SystemExit(3)", "my_rules cannot be imported: SystemExit: 3"),
        ("import tensorflow_that_is_not", "my_rules cannot be imported: ModuleNotFoundError: "),
        ("x = 1", "my_rules has no rule: "),
        ('code = "TFL001"', "my_rules.R: `code` must be "),
        ('code = "own1"', "my_rules.R: `code` must be "),
        ('code = "OWN001"', "my_rules.R: `name` must be "),
        ('code = "OWN001"; name = "a"', "my_rules.R: `summary` must be "),
        ('code = "OWN001"; name = "a"; summary = "a"; harm = "bad"', "my_rules.R: `harm` is 'bad'"),
        ('code = "OWN001"; name = "a"; summary = "a"; mentions = "b"', "my_rules.R: `mentions` "),
        (
            'code = "OWN001"; name = "a"; summary = "a"; information = 1',
            "my_rules.R: `information` ",
        ),
        (
            'code = "OWN001"; name = "a"; summary = "a"; severity = "info"',
            "my_rules.R: `information` ",
        ),
    ],
)
def test_what_cannot_be_followed_is_one_line(module: str | None, said: str, here: Path) -> None:
    (here / "my_rules.py").unlink()
    if module is not None:
        if module.startswith("code"):
            body = module.replace("; ", "\n    ")
            module = f"from tflint.cst import ProjectRule\nclass R(ProjectRule):\n    {body}\n"
        write(here, {"my_rules.py": module})
    done = tflint("serving.py", cwd=here)
    head = "tflint: error: pyproject.toml: tool.tflint.plugins cannot be followed: "
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(head + said), done.stderr
    assert done.stderr.count("\n") == 1


def test_two_rules_of_one_code_are_refused(here: Path) -> None:
    write(here, {"others.py": EXAMPLE["my_rules.py"]})
    write(here, {"pyproject.toml": "[tool.tflint]\nplugins = ['my_rules', 'others']\n"})
    assert "two rules have the code OWN001" in tflint(cwd=here).stderr


def test_a_name_that_is_none_is_refused(here: Path) -> None:
    write(here, {"pyproject.toml": "[tool.tflint]\nplugins = ['my_rules', '../evil']\n"})
    said = "tool.tflint.plugins is to name modules, which '../evil' does not"
    assert tflint(cwd=here).stderr == f"tflint: error: pyproject.toml: {said}\n"


def test_a_rule_that_fails_disturbs_no_other(here: Path) -> None:
    failing = EXAMPLE["my_rules.py"].replace("OWN001", "OWN002").replace("py-f", "other-py-f")
    failing = failing.replace("if ", "raise ValueError('no')\n        if ")
    write(here, {"failing.py": failing})
    write(here, {"pyproject.toml": "[tool.tflint]\nplugins = ['failing', 'my_rules']\n"})
    first, second = findings("serving.py", cwd=here)
    assert (first["code"], second["code"]) == ("TFL003", "OWN001")
    assert first["message"] == "rule OWN002 failed on this file: ValueError: no"
    assert first["help"] == "This is a rule of the project's own: failing.PyFunctionInGraph."


def test_eager_code_is_seen_though_no_graph_starts_there(here: Path) -> None:
    rule = EXAMPLE["my_rules.py"].replace(" and self.is_in_graph(node)", "")
    eager = SERVING.partition("# what is served")[0]
    write(here, {"my_rules.py": rule, "serving.py": eager, "other.py": "x = 1  # py_function\n"})
    (found,) = findings(cwd=here)
    assert (found["path"], found["line"], found["chain"]) == ("serving.py", 7, [])


class Sum(ProjectRule):
    """Reports sums and what is added to them, and makes the first subtractions."""

    METADATA_DEPENDENCIES = (ParentNodeProvider,)
    code = "OWN001"
    name = "sum"
    summary = "A sum"
    fix = Applicability.UNSAFE
    claims = (AnyDifference(),)

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> None:
        parent = self.get_metadata(ParentNodeProvider, node)
        new = node.with_changes(operator=cst.Subtract())
        self.report(node, type(parent).__name__, replacement=new)

    def visit_Comment(self, node: cst.Comment) -> None:
        self.report(node, "comment")

    def visit_Module(self, node: cst.Module) -> None:
        self.report(node, "module")


class TestReport:
    TEXT = "import tensorflow as tf\n\n@tf.function\ndef f(x):  # é\n    return (\n  x  +   1)  # noqa\n"

    def test_a_place_is_exact_and_has_its_fix_chain_and_subject(self) -> None:
        module, comment, total, second = found_by(Sum, self.TEXT)
        assert (module.message, module.span) == ("module", Span(1, 1, 1, 1))
        assert (comment.message, comment.span) == ("comment", Span(4, 12, 4, 15))
        assert second.span == Span(6, 14, 6, 20)
        assert (total.message, total.span, total.noqa_lines) == ("Return", Span(6, 3, 6, 11), (6,))
        assert [reason.text for reason in total.chain] == ["`f` is a `tf.function`"]
        assert total.subject is not None
        assert (total.subject.kind, total.subject.entry.qualname) == (EntryKind.TF_FUNCTION, "f")
        assert total.fix is not None
        (edit,) = total.fix.edits
        assert (edit.span, edit.text) == (Span(6, 5, 6, 9), "-")

    def test_no_fixes_where_none_are_asked_for(self) -> None:
        assert [found.fix for found in found_by(Sum, self.TEXT, fixes=False)] == [None] * 4

    def test_a_replacement_needs_a_word_on_its_safety(self) -> None:
        bare = type("Bare", (Sum,), {"fix": None})
        with pytest.raises(ValueError, match="`fix`"):
            found_by(bare, self.TEXT)

    def test_what_is_mere_information_says_why(self) -> None:
        told = type("Told", (Sum,), {"information": "sums are cheap"})
        assert {found.information for found in found_by(told, self.TEXT)} == {"sums are cheap"}
        text = "import tensorflow as tf\n# as it was\n"
        said = {"visit_Comment": lambda rule, node: rule.report(node, "c", information="it is old")}
        _, found = found_by(type("Said", (Sum,), said), text)
        assert (found.information, found.severity) == ("it is old", Severity.INFO)

    def test_its_fixes_are_made(self, tmp_path: Path) -> None:
        rule = (
            Path(__file__)
            .read_text()
            .partition("class Sum(")[2]
            .partition("    def visit_Comment")[0]
        )
        head = (
            "import libcst as cst\nfrom libcst.metadata import ParentNodeProvider\n"
            "from tflint.cst import ProjectRule\nfrom tflint.claims import AnyDifference\n"
            "from tflint.finding import Applicability\n\n\nclass Sum("
        )
        text = self.TEXT.replace("  # noqa", "")
        # a sum stays a sum for the rule, so it takes only `+`
        rule = rule.replace(
            "        parent",
            "        if not isinstance(node.operator, cst.Add):\n            return\n        parent",
        )
        write(tmp_path, {"my_rules.py": head + rule, "a.py": text})
        write(tmp_path, {"pyproject.toml": EXAMPLE["pyproject.toml"]})
        done = tflint("--fix", "--unsafe-fixes", "a.py", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / "a.py").read_text() == text.replace("x  +   1", "x - 1")
