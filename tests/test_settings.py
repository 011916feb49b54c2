"""``[tool.tflint]`` and the command line over it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import PRINTING, places, tflint, write

from tflint.lint.codes import catalogue
from tflint.lint.settings import ConfirmOptions, Overrides, Settings, SettingsError, load


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(folder: Path, toml: str, overrides: Overrides | None = None) -> Settings:
    write(folder, {"pyproject.toml": toml})
    return load([str(folder)], catalogue(), overrides)


def confirm(folder: Path, toml: str, **overrides: object) -> ConfirmOptions:
    text = f"[tool.tflint.confirm]\n{toml}\n"
    return settings(folder, text, Overrides(**overrides)).confirm  # type: ignore[arg-type]


class TestWhichFile:
    def test_the_nearest_one_with_our_table_counts(self, here: Path) -> None:
        write(
            here,
            {
                "pyproject.toml": "[tool.tflint]\noutput-format = 'json'\n",
                "a/pyproject.toml": "[tool.tflint]\noutput-format = 'concise'\n",
                "a/b/pyproject.toml": "[tool.other]\nname = 'not tflint'\n",
                "a/b/c.py": "",
                "d/e.py": "",
            },
        )

        def form(*paths: str) -> str:
            return load(paths, catalogue()).output_format

        assert form("a/b/c.py") == "concise"
        assert form("a") == "concise"
        assert form("d/e.py") == "json"
        assert form("a/b/c.py", "d/e.py") == "json"
        assert form() == "json"

    def test_files_elsewhere_bring_their_own(self, here: Path) -> None:
        write(here, {"x/pyproject.toml": "[tool.tflint]\noutput-format = 'json'\n", "x/a.py": ""})
        write(here, {"y/pyproject.toml": "[tool.tflint]\noutput-format = 'concise'\n"})
        os.chdir("y")
        assert load(["../x/a.py"], catalogue()).output_format == "json"

    def test_files_that_are_not_followed_are_told(self, here: Path) -> None:
        write(here, {f"{name}/pyproject.toml": "[tool.tflint]\n" for name in ("a", "b")})
        write(here, {"a/x.py": "", "b/y.py": "", "c/z.py": ""})
        why = "not followed, since no one file holds for all paths given; lint what it is for by itself"
        told = [f"{name}/pyproject.toml: {why}" for name in ("a", "b")]
        assert list(load(["a", "b/y.py"], catalogue()).warnings) == told
        assert list(load(["a", "c"], catalogue()).warnings) == told[:1]
        assert not load(["a", "a/x.py"], catalogue()).warnings
        assert not load(["a", "b"], catalogue(), isolated=True).warnings
        assert tflint("a", "b", cwd=here).stderr == "".join(
            f"tflint: warning: {line}\n" for line in told
        )

    def test_config_names_one_and_isolated_none(self, here: Path) -> None:
        write(here, {"pyproject.toml": "[tool.tflint]\noutput-format = 'json'\n"})
        write(here, {"other.toml": "[tool.tflint]\noutput-format = 'concise'\n"})
        assert load(["."], catalogue(), config="other.toml").output_format == "concise"
        assert load(["."], catalogue(), isolated=True).output_format == "text"

    def test_a_named_file_must_be_there(self, here: Path) -> None:
        with pytest.raises(SettingsError, match=r"nope\.toml"):
            load(["."], catalogue(), config="nope.toml")

    def test_a_broken_file_of_other_tools_is_none_of_ours(self, here: Path) -> None:
        assert settings(here, "[tool.black\n") == load([], catalogue(), isolated=True)


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("[tool.tflint]\nselct = []", "tool.tflint.selct"),
        ("[tool.tflint]\nselect = 'TFL3'", "tool.tflint.select must be a list of strings"),
        ("[tool.tflint]\nselect = [3]", "tool.tflint.select must be a list of strings"),
        ("[tool.tflint]\nselect = ['E501']", "tool.tflint.select names an unknown rule: 'E501'"),
        ("[tool.tflint]\nignore = ['TFL999']", "tool.tflint.ignore names an unknown rule"),
        ("[tool.tflint]\nextend-select = ['']", "tool.tflint.extend-select names an unknown rule"),
        ("[tool.tflint]\npreview = 1", "tool.tflint.preview must be true or false, not 1"),
        ("[tool.tflint]\noutput-format = 'xml'", "tool.tflint.output-format must be one of"),
        ("[tool.tflint]\nexclude = '*.py'", "tool.tflint.exclude must be a list of strings"),
        ("[tool.tflint]\nper-file-ignores = []", "tool.tflint.per-file-ignores must be a table"),
        ("[tool.tflint.per-file-ignores]\n'a.py' = 'TFL3'", "'a.py'"),
        ("[tool.tflint.per-file-ignores]\n'a.py' = ['E5']", "unknown rule: 'E5'"),
        ("[tool.tflint.confirm]\ntimeout = 0", "tool.tflint.confirm.timeout must be a positive"),
        ("[tool.tflint.confirm]\ntimeout = -3", "must be a positive number of seconds, not -3"),
        ("[tool.tflint.confirm]\ntimeout = true", "tool.tflint.confirm.timeout"),
        ("[tool.tflint.confirm]\ntimeout = inf", "tool.tflint.confirm.timeout"),
        ("[tool.tflint.confirm]\njobs = 1.5", "tool.tflint.confirm.jobs"),
        ("[tool.tflint.confirm]\npython = ''", "tool.tflint.confirm.python is empty"),
        ("[tool.tflint.confirm]\ntorch-python = 'x'", "tool.tflint.confirm.torch-python"),
        ("[tool.tflint]\nconfirm = true", "tool.tflint.confirm must be a table, not a boolean"),
        ("[tool]\ntflint = 3", "tool.tflint must be a table"),
        ("[tool.tflint\n", "not valid TOML"),
    ],
)
def test_what_cannot_be_followed_is_one_line_naming_file_and_key(
    toml: str, words: str, tmp_path: Path
) -> None:
    write(tmp_path, {"pyproject.toml": toml, "a.py": PRINTING})
    done = tflint(".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tflint: error: pyproject.toml: ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


class TestConfirm:
    def test_interpreters_are_relative_to_the_file(self, here: Path) -> None:
        write(here, {"sub/a.py": ""})
        toml = "python = '.venv/bin/python'\nmxnet-python = '/opt/mx/python'"
        write(here, {"pyproject.toml": f"[tool.tflint.confirm]\n{toml}\n"})
        os.chdir("sub")
        options = load(["a.py"], catalogue()).confirm
        assert options.python is not None
        assert os.path.normpath(options.python) == str(here / ".venv/bin/python")
        assert options.pythons == {"mxnet": "/opt/mx/python"}

    def test_names_are_left_to_be_looked_up(self, here: Path) -> None:
        assert confirm(here, "python = 'python3.11'").python == "python3.11"

    def test_the_command_line_wins(self, here: Path) -> None:
        toml = "python = 'a'\nmxnet-python = 'b'\ntimeout = 5\njobs = 3"
        assert confirm(here, toml) == ConfirmOptions("a", {"mxnet": "b"}, 5.0, 3)
        assert confirm(here, toml, timeout=7.0, jobs=1) == ConfirmOptions("a", {"mxnet": "b"}, 7, 1)
        assert confirm(here, toml, pythons=((None, "c"),)) == ConfirmOptions("c", {}, 5, 3)
        both = confirm(here, toml, pythons=(("mxnet", "d"), (None, "c")))
        assert both == ConfirmOptions("c", {"mxnet": "d"}, 5, 3)
        one = confirm(here, toml, pythons=(("tensorflow", "d"),))
        assert one == ConfirmOptions("a", {"mxnet": "b", "tensorflow": "d"}, 5, 3)


class TestFiles:
    FILES = ("a.py", "gen/b.py", "build/c.py", "sub/gen/d.py")

    def linted(self, folder: Path, toml: str, *options: str, cwd: str = ".") -> list[str]:
        write(folder, dict.fromkeys(self.FILES, PRINTING))
        write(folder, {"pyproject.toml": f"[tool.tflint]\n{toml}\n"})
        return [path for path, _, _ in places(".", "--quiet", *options, cwd=folder / cwd)]

    @pytest.mark.parametrize(
        ("toml", "options", "kept"),
        [
            ("", [], ["a.py", "gen/b.py", "sub/gen/d.py"]),
            ("exclude = ['gen']", [], ["a.py", "build/c.py"]),
            ("extend-exclude = ['gen']", [], ["a.py"]),
            ("extend-exclude = ['/gen']", [], ["a.py", "sub/gen/d.py"]),
            ("extend-exclude = ['gen']", ["--extend-exclude", "a.py"], []),
            ("extend-exclude = ['gen']", ["--exclude", "a.py,sub"], ["build/c.py", "gen/b.py"]),
        ],
    )
    def test_excludes(self, toml: str, options: list[str], kept: list[str], tmp_path: Path) -> None:
        assert self.linted(tmp_path, toml, *options) == kept

    def test_patterns_are_relative_to_where_they_are_written(self, tmp_path: Path) -> None:
        assert self.linted(tmp_path, "extend-exclude = ['gen/*']", cwd="sub") == ["gen/d.py"]
        options = ["--extend-exclude", "gen/*"]
        assert self.linted(tmp_path, "", *options, cwd="sub") == []

    def test_respect_gitignore(self, tmp_path: Path) -> None:
        write(tmp_path, {".gitignore": "gen/\n"})
        assert self.linted(tmp_path, "") == ["a.py"]
        everything = ["a.py", "gen/b.py", "sub/gen/d.py"]
        assert self.linted(tmp_path, "respect-gitignore = false") == everything
        assert self.linted(tmp_path, "", "--no-respect-gitignore") == everything


class TestPerFileIgnores:
    @pytest.mark.parametrize(
        ("pattern", "silenced"),
        [
            ("tests/*", ["tests/a.py", "tests/deep/c.py"]),
            ("tests/**/*.py", ["tests/a.py", "tests/deep/c.py"]),
            ("a.py", ["a.py", "tests/a.py"]),
            ("/a.py", ["a.py"]),
            ("!tests/*", ["a.py"]),
        ],
    )
    def test_patterns(self, pattern: str, silenced: list[str], tmp_path: Path) -> None:
        files = ["a.py", "tests/a.py", "tests/deep/c.py"]
        write(tmp_path, dict.fromkeys(files, PRINTING))
        write(
            tmp_path, {"pyproject.toml": f"[tool.tflint.per-file-ignores]\n'{pattern}' = ['TFL3']"}
        )
        kept = [path for path, _, _ in places(".", "--quiet", cwd=tmp_path)]
        assert kept == [name for name in files if name not in silenced]
        options = ["--isolated", "--per-file-ignores", f"{pattern}:TFL301,TFL302"]
        assert [path for path, _, _ in places(".", "--quiet", *options, cwd=tmp_path)] == kept

    def test_an_unparsable_file_can_be_accepted(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": "import keras; def", "b.py": "import keras; def"})
        assert places(".", "--per-file-ignores", "a.py:TFL001", cwd=tmp_path) == [
            ("b.py", 1, "TFL001")
        ]
