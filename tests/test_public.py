"""What ``import tflint`` offers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import CLEAN, PRINTING, environment, tflint, write
from environments import ROOT

import tflint as package
from tflint import RefusedError, confirm, lint


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"a.py": PRINTING, "p/b.py": PRINTING, "clean.py": CLEAN})


def found(*arguments: object, **options: bool) -> list[tuple[str, int, str]]:
    return [(f.path, f.span.line, f.code) for f in lint(*arguments, **options)]  # type: ignore[arg-type]


class TestLint:
    def test_it_finds_what_the_command_line_finds(self, here: Path) -> None:
        assert found() == [("a.py", 5, "TFL301"), ("p/b.py", 5, "TFL301")]
        assert found([Path("p"), "clean.py"]) == [("p/b.py", 5, "TFL301")]
        assert not (here / ".tflint_cache").exists()

    def test_settings_are_over_files(self, here: Path) -> None:
        write(here, {"tflint.toml": "ignore = ['TFL3']\nextend-exclude = ['p']\n"})
        assert found() == []
        assert found(["."], {"select": ["TFL301"]}) == [("a.py", 5, "TFL301")]
        assert len(found(["."], isolated=True)) == 2
        assert found(["."], {"exclude": ["p"]}, isolated=True) == [("a.py", 5, "TFL301")]

    def test_a_cache_where_one_is_asked_for(self, here: Path) -> None:
        first = lint(["."], {"cache-dir": "kept"})
        assert (here / "kept").is_dir()
        assert lint(["."], {"cache-dir": "kept"}) == first

    def test_a_baseline_is_followed_and_left_as_it_is(self, here: Path) -> None:
        tflint("baseline", "write", cwd=here)
        before = (here / "tflint-baseline.json").read_text()
        write(here, {"p/b.py": CLEAN, "new.py": PRINTING})
        settings = {"baseline": "tflint-baseline.json"}
        assert found(["."], settings) == [("new.py", 5, "TFL301")]
        assert (here / "tflint-baseline.json").read_text() == before

    @pytest.mark.parametrize(
        ("paths", "settings", "words"),
        [
            (["none.py"], {}, "none.py: cannot be read"),
            ([], {}, "no path"),
            ([""], {}, "no path"),
            (["-"], {}, "no path"),
            ("a.py", {}, "as a list"),
            (["."], {"selct": []}, "did you mean `select`?"),
            (["."], {"select": "TFL3"}, "select must be a list of strings"),
            (["."], {"confirm": {"timeout": -1}}, "confirm.timeout must be a positive"),
            (["."], {"baseline": "none.json"}, "none.json: cannot be read"),
        ],
    )
    def test_what_cannot_be_done_is_one_line(
        self, paths: list[str], settings: dict[str, object], words: str, here: Path
    ) -> None:
        with pytest.raises(RefusedError, match=re.escape(words)) as raised:
            lint(paths, settings)
        assert "\n" not in str(raised.value)

    def test_warnings_are_pythons(self, here: Path) -> None:
        with pytest.warns(UserWarning, match="no Python files found"):
            lint([write(here / "empty", {"t.txt": ""})])


class TestConfirm:
    def test_verdicts(self, here: Path, tensorflow_python: str) -> None:
        findings = lint(["a.py"])
        (settled,) = confirm(findings, {"confirm": {"python": tensorflow_python, "timeout": 120}})
        assert settled.verdict == "confirmed"
        assert settled.evidence and "reason" in settled.evidence
        assert findings[0].verdict is None

    def test_no_interpreter_is_refused(self, here: Path) -> None:
        with pytest.raises(RefusedError):
            confirm(lint(["a.py"]), {"confirm": {"python": "/bin/false"}})

    def test_nothing_to_confirm(self) -> None:
        assert confirm([]) == []


def test_what_is_promised_is_there_and_documented() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    for name in package.__all__:
        assert getattr(package, name)
        assert f"`tflint.{name}" in page
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_importing_it_imports_nothing_else() -> None:
    script = "import sys, tflint; print([m for m in sys.modules if m.startswith('tflint.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "['tflint.version']"


@pytest.mark.slow
def test_its_types_are_what_its_page_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.S)
    wrong = "\ntflint.lint(3)\nfound: list[int] = tflint.lint()\n"
    write(tmp_path, {"right.py": example, "wrong.py": example + wrong})
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    env = environment(MYPYPATH=str(ROOT))
    right, bad = (
        subprocess.run([*command, name], cwd=tmp_path, env=env, capture_output=True, text=True)
        for name in ("right.py", "wrong.py")
    )
    assert right.returncode == 0, right.stdout
    assert bad.stdout.count("error:") == 2, bad.stdout
