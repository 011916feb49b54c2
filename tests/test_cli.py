"""The command line as its users meet it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, environment, findings, places, tflint, write

from tflint import __version__
from tflint.cli import run
from tflint.finding import Finding
from tflint.linting.codes import every_rule


@pytest.fixture
def here(tmp_path: Path) -> Path:
    other = "[tool.other]\n"
    return write(tmp_path, {"a.py": PRINTING, "clean.py": CLEAN, "other.toml": other})


class TestExitStatus:
    def test_clean_is_0(self, here: Path) -> None:
        done = tflint("clean.py", cwd=here)
        assert (done.returncode, done.stderr) == (0, "")

    def test_findings_are_1(self, here: Path) -> None:
        done = tflint("a.py", cwd=here)
        assert (done.returncode, done.stderr) == (1, "")

    def test_exit_zero(self, here: Path) -> None:
        assert tflint("a.py", "--exit-zero", cwd=here).returncode == 0

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            (["--selct", "TFL3", "a.py"], "--selct"),
            (["--select", "TFL999", "a.py"], "TFL999"),
            (["--select", "", "a.py"], "''"),
            (["--select", "TFL3,", "a.py"], "''"),
            (["--ignore", "", "a.py"], "''"),
            ([""], "empty path"),
            (["--config", "other.toml", "a.py"], "other.toml: has no [tool.tflint] table"),
            (["--ignore", "E501", "a.py"], "E501"),
            (["--extend-select", "nonsense", "a.py"], "nonsense"),
            (["--output-format", "xml", "a.py"], "xml"),
            (["--per-file-ignores", "a.py", "a.py"], "a.py"),
            (["--timeout", "-1", "--confirm", "a.py"], "-1"),
            (["--timeout", "nan", "--confirm", "a.py"], "nan"),
            (["--jobs", "0", "a.py"], "0"),
            (["--fail-on", "any", "a.py"], "--confirm"),
            (["--confirm", "--python", "/no/such/python", "a.py"], "/no/such/python"),
            (["--confirm", "--python", "mxnet=nopython", "a.py"], "nopython"),
            (["--fail-on", "never", "--confirm", "a.py"], "never"),
            (["--config", "nope.toml", "a.py"], "nope.toml"),
            (["--output-file", "no/such/folder/x", "a.py"], "no/such/folder/x"),
            (["rule"], "TFL301"),
            (["rule", "TFL999"], "TFL999"),
            (["rules", "extra"], "extra"),
        ],
    )
    def test_what_cannot_be_done_is_2_and_one_line(
        self, arguments: list[str], named: str, here: Path
    ) -> None:
        done = tflint(*arguments, cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("tflint: error: ")
        assert named in done.stderr
        assert done.stderr.count("\n") == 1

    def test_a_missing_path_is_2_and_the_others_are_linted(self, here: Path) -> None:
        done = tflint("nope.py", "a.py", "--output-format", "concise", cwd=here)
        assert done.returncode == 2
        assert done.stdout.startswith("a.py:5:5: TFL301 ")
        assert done.stderr == "tflint: error: nope.py: cannot be read: No such file or directory\n"

    def test_what_was_not_read_is_never_clear(self, here: Path) -> None:
        assert tflint("nope.py", "clean.py", cwd=here).stdout == (
            "No findings in 1 file, but not all could be read.\n"
        )
        (here / "empty").mkdir()
        done = tflint("empty", cwd=here)
        assert (done.returncode, done.stdout) == (0, "No files to lint.\n")
        assert done.stderr == "tflint: warning: no Python files found under the given paths\n"
        assert tflint("empty", "--quiet", cwd=here).stderr == ""

    @pytest.mark.parametrize(
        ("closed", "arguments", "status"),
        [
            ("1", ["a.py"], 2),
            ("1", ["rules"], 2),
            ("1", ["a.py", "-o", "out.txt"], 1),
            ("2", ["a.py"], 1),
            ("2", ["nope.py"], 2),
            ("0", ["a.py"], 1),
            ("0", ["-"], 2),
        ],
    )
    def test_closed_streams(
        self, closed: str, arguments: list[str], status: int, here: Path
    ) -> None:
        script = f'exec {closed}>&-; exec "$@"'
        command = ["sh", "-c", script, "sh", sys.executable, "-m", "tflint", *arguments]
        done = subprocess.run(command, cwd=here, capture_output=True, text=True)
        assert done.returncode == status
        told = "tflint: error: a standard stream is closed\n"
        assert done.stderr == (told if status == 2 and closed != "2" else "")

    def test_a_full_device(self, here: Path) -> None:
        with open("/dev/full", "w") as stream:
            command = [sys.executable, "-m", "tflint", "a.py"]
            done = subprocess.run(
                command, cwd=here, stdout=stream, stderr=subprocess.PIPE, text=True
            )
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "No space left on device" in done.stderr

    def test_a_file_that_turns_out_unreadable(self, here: Path) -> None:
        os.symlink("dangling", here / "link.py")
        done = tflint("link.py", "a.py", cwd=here)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "link.py" in done.stderr
        assert "TFL301" in done.stdout

    def test_odd_names_reach_the_error_line_harmless(self, here: Path) -> None:
        done = tflint("a\x1b[31m\n\udcff.py", cwd=here)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "\x1b" not in done.stderr

    def test_a_broken_file_is_a_finding(self, here: Path) -> None:
        write(here, {"b.py": "import keras\ndef f(:\n", "nul.py": b"x\0", "l.py": b"'\xff'"})
        write(here, {"n.ipynb": "{", "plain.py": "x = (\n"})
        found = places(".", cwd=here)
        assert [(path, line) for path, line, code in found if code == "TFL001"] == [
            ("b.py", 2),
            ("l.py", 1),
            ("n.ipynb", 1),
            ("nul.py", 1),
        ]
        assert ("a.py", 5, "TFL301") in found
        assert places("plain.py", cwd=here) == [("plain.py", 1, "TFL001")]

    @pytest.mark.parametrize("options", [["--select", "TFL301"], ["--ignore", "TFL3"]])
    def test_a_broken_file_is_never_clean(self, options: list[str], here: Path) -> None:
        write(here, {"b.py": "def"})
        assert places("b.py", *options, cwd=here) == [("b.py", 1, "TFL001")]
        assert places("b.py", "--ignore", "TFL001", cwd=here) == []

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "text",
        [
            "x = " + "(" * 10_000 + ")" * 10_000,
            "x = " + "-" * 20_000 + "1",
            "x = " + "1 + " * 20_000 + "1",
            "x = f" + ".a" * 20_000,
            "".join(f"{' ' * depth}if x:\n" for depth in range(99)) + " " * 99 + "x\n",
            "import tensorflow as tf\n@tf.function\ndef f(x):\n    return " + "-" * 20_000 + "x",
            "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x" + ".a()" * 20_000,
        ],
        ids=["brackets", "unary", "binary", "attributes", "blocks", "traced", "chained"],
    )
    def test_deep_nesting_ends_with_a_line(self, text: str, here: Path) -> None:
        write(here, {"deep.py": text})
        done = tflint("deep.py", "a.py", "--output-format", "concise", cwd=here)
        assert done.returncode == 1, done.stderr[-500:]
        assert done.stderr == ""
        assert "a.py:5:5: TFL301" in done.stdout
        assert all(": TFL001 " in line for line in done.stdout.splitlines() if "deep.py" in line)

    def test_a_reader_that_goes_away_is_no_traceback(self, here: Path) -> None:
        write(here, {f"m{number}.py": PRINTING for number in range(300)})
        command = [sys.executable, "-m", "tflint", "."]
        with subprocess.Popen(
            command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141

    def test_an_interrupt_is_130(self, here: Path) -> None:
        command = [sys.executable, "-m", "tflint", "-"]
        with subprocess.Popen(
            command,
            cwd=here,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored behind `&`
        ) as process:
            time.sleep(1.5)  # it has started and waits for its input
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (130, b"tflint: error: interrupted\n")


class TestPaths:
    def test_the_current_folder_unless_told(self, here: Path) -> None:
        assert places(cwd=here) == [("a.py", 5, "TFL301")]

    def test_check_is_what_it_does_anyway(self, here: Path) -> None:
        assert tflint("check", "a.py", cwd=here).stdout == tflint("a.py", cwd=here).stdout

    def test_a_path_named_like_a_command(self, here: Path) -> None:
        write(here, {"rule/a.py": PRINTING, "check": PRINTING})
        assert places("./rule", cwd=here) == [("rule/a.py", 5, "TFL301")]
        assert places("check", "check", cwd=here) == [("check", 5, "TFL301")]

    def test_paths_are_shown_as_given(self, here: Path) -> None:
        assert places(here / "a.py", cwd=here) == [(str(here / "a.py"), 5, "TFL301")]
        write(here, {"s/x.py": ""})
        assert places("../a.py", cwd=here / "s") == [("../a.py", 5, "TFL301")]

    def test_stdin(self, here: Path) -> None:
        assert places("-", cwd=here, stdin=PRINTING) == [("-", 5, "TFL301")]
        named = places("-", "--stdin-filename", "s/x.py", cwd=here, stdin=PRINTING)
        assert named == [("s/x.py", 5, "TFL301")]

    def test_stdin_is_read_as_a_file_is(self, here: Path) -> None:
        latin = b"# coding: latin-1\r\n" + PRINTING.replace("print(x)", "print('\xe9')").encode(
            "latin-1"
        )
        assert places("-", cwd=here, stdin=latin)[-1][1:] == (6, "TFL301")
        assert places("-", cwd=here, stdin=b"\xff") == [("-", 1, "TFL001")]

    def test_stdin_follows_the_settings_of_its_name(self, here: Path) -> None:
        write(
            here, {"s/pyproject.toml": "[tool.tflint]\nignore = ['TFL3']\nforce-exclude = true\n"}
        )
        write(here, {"s/x.py": ""})
        assert places("-", "--stdin-filename", "s/x.py", cwd=here, stdin=PRINTING) == []
        assert places("-", "--stdin-filename", "s/build/x.py", cwd=here, stdin="def") == []

    def test_helpers_in_other_files_are_followed(self, here: Path) -> None:
        helper = "def log(x):\n    print(x)\n"
        caller = PRINTING.replace("print(x)", "log(x)").replace("\n\n", "\nfrom h import log\n", 1)
        write(here, {"p/h.py": helper, "p/t.py": caller})
        (found,) = findings("p", cwd=here)
        assert (found["path"], found["line"]) == ("p/h.py", 2)
        assert {reason["path"] for reason in found["chain"]} == {"p/t.py"}
        assert places("p/h.py", cwd=here) == [("p/h.py", 2, "TFL301")]
        assert places("p/h.py", "--isolated-files", cwd=here) == []

    def test_a_folder_may_be_a_package_itself(self, here: Path) -> None:
        write(here, {"p/__init__.py": "", "p/t.py": PRINTING})
        assert places(".", cwd=here / "p") == [("t.py", 5, "TFL301")]

    def test_source_folders_are_searched(self, here: Path) -> None:
        write(here, {"src/lib/__init__.py": "", "src/lib/h.py": "def log(x):\n    print(x)\n"})
        caller = PRINTING.replace("print(x)", "log(x)")
        write(here, {"bin/t.py": "from lib.h import log\n" + caller})
        assert places("src", "bin", cwd=here) == [("src/lib/h.py", 2, "TFL301")]
        assert places(".", cwd=here) == [
            ("a.py", 5, "TFL301"),
            ("src/lib/h.py", 2, "TFL301"),
        ]


class TestOptions:
    def test_selection(self, here: Path) -> None:
        assert places("a.py", "--select", "TFL1", cwd=here) == []
        assert places("a.py", "--ignore", "TFL3,TFL1", cwd=here) == []
        both = ["--ignore", "TFL3", "--extend-select", "TFL301"]
        assert places("a.py", *both, cwd=here) == [("a.py", 5, "TFL301")]

    def test_the_command_line_is_over_the_file(self, here: Path) -> None:
        write(here, {"pyproject.toml": "[tool.tflint]\nselect = ['TFL1']\n"})
        assert places("a.py", cwd=here) == []
        assert places("a.py", "--select", "TFL3", cwd=here) == [("a.py", 5, "TFL301")]
        assert places("a.py", "--isolated", cwd=here) == [("a.py", 5, "TFL301")]

    def test_output_file(self, here: Path) -> None:
        done = tflint("a.py", "--output-format", "json", "-o", "out.json", cwd=here)
        assert (done.returncode, done.stdout) == (1, "")
        assert json.loads((here / "out.json").read_text())[0]["code"] == "TFL301"

    def test_version(self, here: Path) -> None:
        assert tflint("--version", cwd=here).stdout == f"tflint {__version__}\n"

    def test_help_names_every_option_and_command(self, here: Path) -> None:
        done = tflint("--help", cwd=here)
        assert done.returncode == 0
        for word in ("--confirm", "--select", "--fail-on", "--stdin-filename", "tflint rule"):
            assert word in done.stdout

    def test_the_same_run_gives_the_same_bytes(self, here: Path) -> None:
        runs = {tflint(".", cwd=here, PYTHONHASHSEED=str(seed)).stdout for seed in range(4)}
        assert len(runs) == 1


class TestRules:
    def test_every_rule_has_a_page(self, here: Path) -> None:
        pages = tflint("rule", "--all", cwd=here).stdout
        for code, rule in every_rule().items():
            assert f"# {rule.name} ({code})" in pages
        assert "What it does" in tflint("rule", "tfl301", cwd=here).stdout

    def test_every_rule_is_listed(self, here: Path) -> None:
        lines = tflint("rules", cwd=here).stdout.splitlines()
        assert [line[:6] for line in lines] == list(every_rule())
        listed = json.loads(tflint("rules", "--output-format", "json", cwd=here).stdout)
        assert [entry["code"] for entry in listed] == list(every_rule())


class TestWithoutFrameworks:
    @pytest.mark.parametrize(("code", "imported"), [(PRINTING, "libcst"), (CLEAN, "")])
    def test_nothing_that_linting_imports_is_heavy(
        self, code: str, imported: str, here: Path
    ) -> None:
        """Only libcst is, which flags: it is imported where there is something to flag."""
        write(here, {"a.py": code})
        script = (
            "import sys\nfrom tflint.cli import run\nrun(['a.py', '--no-cache'])\n"
            "heavy = {'tensorflow', 'keras', 'mxnet', 'numpy', 'rich', 'nbformat',"
            " 'libcst', 'tflint.experiment', 'tomllib', 'flake8'}\n"
            "print('imported:', *heavy & set(sys.modules))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=here, capture_output=True, env=environment()
        )
        said = done.stdout.decode().splitlines()[-1]
        assert said.removeprefix("imported:").strip() == imported

    @pytest.mark.parametrize(
        ("code", "imported"), [(PRINTING, True), ("import keras\nkeras.ops.ones(3)\n", False)]
    )
    def test_where_nothing_starts_no_rule_is_imported(
        self, code: str, imported: bool, here: Path
    ) -> None:
        write(here, {"a.py": code})
        script = "import sys\nfrom tflint.cli import run\nrun(['a.py'])\nprint(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=here, capture_output=True, env=environment()
        )
        modules = done.stdout.decode().splitlines()[-1].split()
        assert ("tflint.rules.effects.print" in modules) == imported
        assert ("tflint.facts.expressions.inference" in modules) == imported

    def test_the_users_code_is_never_imported(self, here: Path) -> None:
        write(here, {"tensorflow.py": "raise SystemExit('imported')", "a.py": PRINTING})
        write(here, {"numpy/__init__.py": "open('ran', 'w')", "click.py": "open('ran', 'w')"})
        script = Path(sys.executable).with_name("tflint")
        command = [script, "--isolated-files", "a.py"]
        done = subprocess.run(command, cwd=here, capture_output=True, env=environment())
        assert done.returncode == 1
        assert not (here / "ran").exists()


class TestConfirm:
    """What the command line makes of verdicts; the verdicts themselves have tests of their own."""

    @pytest.fixture
    def verdicts(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Stand-ins for what experiments would say, one a finding."""
        import tflint.experiment

        given: list[str] = []

        def settle(found: list[Finding], *_: object) -> Iterator[tuple[int, Finding]]:
            for number, (finding, verdict) in enumerate(zip(found, given, strict=True)):
                yield number, finding.with_verdict(verdict, {"reason": "x"})

        monkeypatch.setattr(tflint.experiment, "settle_each", settle)
        monkeypatch.chdir(here)
        return given

    @pytest.mark.parametrize(
        ("verdict", "fail_on", "status"),
        [
            ("confirmed", None, 1),
            ("inconclusive", None, 1),
            ("refuted", None, 0),
            ("confirmed", "confirmed", 1),
            ("inconclusive", "confirmed", 0),
            ("refuted", "confirmed", 0),
            ("inconclusive", "unrefuted", 1),
            ("refuted", "any", 1),
        ],
    )
    def test_what_decides_the_exit_status(
        self, verdict: str, fail_on: str | None, status: int, verdicts: list[str]
    ) -> None:
        verdicts.append(verdict)
        options = ["--fail-on", fail_on] if fail_on else []
        assert run(["a.py", "--confirm", "--quiet", *options]) == status

    def test_an_unread_file_always_counts(self, here: Path, verdicts: list[str]) -> None:
        write(here, {"a.py": "def"})
        verdicts.append("inconclusive")
        assert run(["a.py", "--confirm", "--fail-on", "confirmed", "--quiet"]) == 1

    def test_an_interrupt_while_it_runs(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        import tflint.experiment

        def interrupted(*_: object) -> list[tuple[int, Finding]]:
            raise KeyboardInterrupt

        monkeypatch.setattr(tflint.experiment, "settle_each", interrupted)
        monkeypatch.chdir(here)
        assert run(["a.py", "--confirm"]) == 130
        said = capsys.readouterr()
        assert said.err == "tflint: error: interrupted: 0 of 1 findings are settled\n"
        assert "TFL301" not in said.out

    def test_an_interrupt_shows_what_was_settled(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        import tflint.experiment

        def interrupted(found: list[Finding], *_: object) -> Iterator[tuple[int, Finding]]:
            yield 0, found[0].with_verdict("confirmed", {"reason": "seen"})
            raise KeyboardInterrupt

        write(here, {"b.py": PRINTING})
        monkeypatch.setattr(tflint.experiment, "settle_each", interrupted)
        monkeypatch.chdir(here)
        assert run(["a.py", "b.py", "--confirm", "--output-format", "concise"]) == 130
        said = capsys.readouterr()
        assert said.err == "tflint: error: interrupted: 1 of 2 findings are settled\n"
        assert "a.py" in said.out
        assert "b.py" not in said.out

    def test_a_fault_of_ours_is_one_line(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        import tflint.linting.linter

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("oh\nno")

        monkeypatch.setattr(tflint.linting.linter, "report_of", broken)
        monkeypatch.delenv("TFLINT_DEBUG", raising=False)
        monkeypatch.chdir(here)
        assert run(["a.py"]) == 2
        errors = capsys.readouterr().err
        assert errors.startswith("tflint: error: internal error: ZeroDivisionError: oh no")
        assert errors.count("\n") == 1
