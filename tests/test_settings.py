"""``[tool.tflint]`` and the command line over it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import jsonschema
import pytest
from commands import PRINTING, places, tflint, write
from environments import ROOT
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tflint.cli.commands import load as load_command
from tflint.linting.codes import catalogue
from tflint.linting.settings import ConfirmOptions, Overrides, Settings, SettingsError, load
from tflint.linting.settings.building import built
from tflint.linting.settings.keys import KEYS, SettingKey
from tflint.linting.settings.schema import schema
from tflint.linting.settings.table import Said, said_by, with_selectors

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


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

    def test_keys_of_the_run_in_other_files_are_told(self, here: Path) -> None:
        mine = "[tool.tflint]\noutput-format = 'json'\n[tool.tflint.confirm]\njobs = 1\n"
        write(here, {"a/pyproject.toml": mine, "b/pyproject.toml": "[tool.tflint]\nignore = []\n"})
        write(here, {"a/x.py": "", "b/y.py": "", "c/z.py": ""})
        keys = "a/pyproject.toml: output-format, confirm.jobs"
        warning = f"tflint: warning: {keys}: not followed by this run, which follows no file\n"
        assert tflint("a", "b", "c", cwd=here).stderr == warning
        assert tflint("a", cwd=here).stderr == ""
        assert tflint("a", "b", "--isolated", cwd=here).stderr == ""

    def test_config_names_one_and_isolated_none(self, here: Path) -> None:
        write(here, {"pyproject.toml": "[tool.tflint]\noutput-format = 'json'\n"})
        write(here, {"other.toml": "[tool.tflint]\noutput-format = 'concise'\n"})
        assert load(["."], catalogue(), config="other.toml").output_format == "concise"
        assert load(["."], catalogue(), isolated=True).output_format == "text"

    def test_a_named_file_must_be_there(self, here: Path) -> None:
        with pytest.raises(SettingsError, match=r"nope\.toml"):
            load(["."], catalogue(), config="nope.toml")

    def test_a_broken_file_of_other_tools_is_none_of_ours(self, here: Path) -> None:
        found = settings(here, "[tool.black\n")._replace(folders=None)
        assert found == load([], catalogue(), isolated=True)


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
        ("[tool.tflint]\nselct = []", "selct is not a setting of tflint; did you mean `select`?"),
        ("[tool.tflint]\ntimeout = 3", "did you mean `confirm.timeout`?"),
        ("[tool.tflint]\nconfrim = 3", "did you mean `confirm`?"),
        ("[tool.tflint]\nwhatever = 3", "whatever is not a setting of tflint\n"),
        ("[tool.tflint]\ncache-dir = ''", "tool.tflint.cache-dir is empty"),
        ('[tool.tflint]\nbaseline = "\\u0000a"', "tool.tflint.baseline is no path"),
        ("[tool.tflint]\nextend = 'none.toml'", "none.toml: cannot be read"),
        ("[tool.tflint]\nextend = '.'", "cannot be read"),
        ("[tool.tflint]\nextend = '/dev/zero'", "cannot be read: not a regular file"),
        ("[tool.tflint]\nextend = 'pyproject.toml'", "extend leads back to pyproject.toml"),
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
    if "cannot be read" not in words:
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


def found(folder: Path, *arguments: str) -> list[str]:
    return [path for path, _, _ in places(*(arguments or (".",)), "--quiet", cwd=folder)]


class TestNearest:
    def test_the_nearest_file_rules_its_folder(self, here: Path) -> None:
        write(here, dict.fromkeys(("a.py", "p/b.py", "p/q/c.py", "r/d.py", "r/gen/e.py"), PRINTING))
        write(here, {"pyproject.toml": "[tool.tflint]\nignore = ['TFL3']\n"})
        write(here, {"p/tflint.toml": "select = ['TFL3']\n"})
        write(here, {"p/q/pyproject.toml": "[tool.other]\n"})
        write(here, {"r/.tflint.toml": "extend-exclude = ['gen']\n"})
        rules = ["p/b.py", "p/q/c.py", "r/d.py"]
        assert found(here) == rules
        for path in (*rules, "a.py", "r/gen/e.py"):
            assert found(here, path) == [path] * (path in rules or path == "r/gen/e.py")
        assert found(here, "r/gen/e.py", "--force-exclude") == []
        assert found(here, ".", "--select", "TFL3") == ["a.py", *rules]
        assert found(here, "--isolated") == ["a.py", *rules, "r/gen/e.py"]

    def test_per_file_ignores_of_several_files(self, here: Path) -> None:
        write(here, dict.fromkeys(("a.py", "t/a.py", "t/b.py"), PRINTING))
        write(here, {"tflint.toml": "per-file-ignores = { 'b.py' = ['TFL3'] }\n"})
        write(here, {"t/tflint.toml": "per-file-ignores = { 'a.py' = ['TFL3'] }\n"})
        assert found(here) == ["a.py", "t/b.py"]

    def test_what_stands_first(self, here: Path) -> None:
        write(here, {"a.py": PRINTING, "pyproject.toml": "[tool.tflint]\n"})
        for name, selected in (("tflint.toml", "TFL3"), (".tflint.toml", "TFL1")):
            write(here, {name: f"select = ['{selected}']\n"})
            assert found(here) == ["a.py"] * (selected == "TFL3")

    def test_a_nested_file_that_cannot_be_followed(self, here: Path) -> None:
        write(here, {"a.py": PRINTING, "p/b.py": PRINTING, "p/tflint.toml": "selct = []\n"})
        done = tflint(".", cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "tflint: error: p/tflint.toml: selct is not a setting of tflint; did you mean `select`?\n"
        )

    def test_what_holds_below_is_read_around_a_file_too(self, here: Path) -> None:
        """A folder's own excludes keep its files from what others are judged by."""
        write(here, {"pyproject.toml": "", "t.py": "from p.h import log\n" + PRINTING})
        write(here, {"t.py": "from p.h import log\n" + PRINTING.replace("print(x)", "log(x)")})
        write(here, {"p/h.py": "def log(x):\n    print(x)\n"})
        assert found(here, "p/h.py") == ["p/h.py"]

    def test_extend(self, here: Path) -> None:
        write(
            here,
            dict.fromkeys(("a.py", "gen/b.py", "p/c.py", "p/gen/d.py", "p/old/e.py"), PRINTING),
        )
        write(here, {"base.toml": "extend-exclude = ['gen']\nselect = ['TFL1']\ncache-dir = 'c'\n"})
        write(here, {"p/tflint.toml": "extend = '../base.toml'\nextend-select = ['TFL301']\n"
                                      "extend-exclude = ['old']\n"})  # fmt: skip
        assert found(here, "p") == ["p/c.py"]
        own = load(["p"], catalogue())
        assert (own.origin, own.extends) == ("p/tflint.toml", "base.toml")
        assert own.cache_dir == str(here / "c")
        write(here, {"p/tflint.toml": "extend = '../pyproject.toml'\nselect = ['TFL3']\n"})
        write(here, {"pyproject.toml": "[tool.tflint]\nextend = 'base.toml'\nselect = []\n"})
        assert found(here, "p") == ["p/c.py", "p/old/e.py"]

    def test_extend_in_a_circle(self, here: Path) -> None:
        write(
            here,
            {"a.py": "", "tflint.toml": "extend = 'b.toml'", "b.toml": "extend = 'tflint.toml'"},
        )
        done = tflint(cwd=here)
        assert done.stderr == "tflint: error: b.toml: extend leads back to tflint.toml\n"


@pytest.mark.parametrize(("files", "status"), [(30, 0), (31, 2)])
def test_how_far_extend_is_followed(files: int, status: int, here: Path) -> None:
    write(here, {f"{n}.toml": f"extend = '{n + 1}.toml'\n" for n in range(files)})
    write(here, {f"{files}.toml": "", "a.py": ""})
    done = tflint("--config", "0.toml", cwd=here)
    assert (done.returncode, done.stderr.count("\n")) == (status, status // 2)


@pytest.mark.parametrize(("more", "status"), [(0, 0), (1, 2)])
def test_how_large_a_file_of_settings_may_be(more: int, status: int, here: Path) -> None:
    write(here, {"a.py": "", "big.toml": b"#" * ((1 << 23) + more)})
    done = tflint("--config", "big.toml", cwd=here)
    assert (done.returncode, done.stderr.count("\n")) == (status, status // 2)


class TestConfigCommand:
    def test_what_is_in_force_and_where_from(self, here: Path) -> None:
        write(here, {"tflint.toml": "ignore = ['TFL302']\n[confirm]\ntimeout = 5\n", "p/a.py": ""})
        write(
            here,
            {"p/tflint.toml": "extend = '../tflint.toml'\nignore = ['TFL1']\npreview = true\n"},
        )
        shown = tflint("config", "p/a.py", "--select", "TFL3", cwd=here).stdout
        lines = {line.partition(" = ")[0]: " ".join(line.split()) for line in shown.splitlines()}
        assert shown.startswith("# p/a.py: p/tflint.toml, which extends tflint.toml\n")
        assert lines["select"] == 'select = ["TFL3"] # the command line'
        assert lines["ignore"] == 'ignore = ["TFL302", "TFL1"] # tflint.toml, p/tflint.toml'
        assert lines["preview"] == "preview = true # p/tflint.toml"
        assert lines["confirm.timeout"] == "confirm.timeout = 5.0 # tflint.toml"
        assert lines["output-format"] == 'output-format = "text" # default'
        assert tflint("p", "--show-settings", "--select", "TFL3", cwd=here).returncode == 0

    def test_what_it_prints_is_toml_that_is_followed(self, here: Path) -> None:
        """What is in force, written down, is what is in force."""
        write(
            here,
            {"tflint.toml": "per-file-ignores = { 'a\"b' = ['TFL3'] }\nextend-exclude = ['é']\n"},
        )
        first = tflint("config", cwd=here).stdout
        write(here, {"tflint.toml": first})
        again = tflint("config", cwd=here)
        assert again.stderr == ""
        values = [[line.rpartition("  # ")[0].rstrip() for line in text.splitlines()[1:]]
                  for text in (first, again.stdout)]  # fmt: skip
        assert values[0] == values[1]

    def test_for_machines(self, here: Path) -> None:
        write(here, {"tflint.toml": "preview = true\n"})
        said = json.loads(tflint("config", "--output-format", "json", cwd=here).stdout)
        assert said["file"] == "tflint.toml"
        assert {"key": "preview", "value": True, "from": "tflint.toml"} in said["settings"]
        assert len(said["settings"]) == len(KEYS) - 1

    def test_nothing_there(self, here: Path) -> None:
        done = tflint("config", "none.py", cwd=here)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


SCHEMA = schema(catalogue())
VALUES = st.one_of(
    st.booleans(),
    st.integers(-2, 2),
    # a whole one is a whole number to a JSON schema, and none to TOML
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number % 1),
    st.sampled_from(["", " ", "text", "json", "TFL3", "ALL", "E5", "x", "\0"]),
    st.lists(st.sampled_from(["TFL3", "TFL301", "ALL", "E5", ""]) | st.integers(), max_size=2),
    st.dictionaries(
        st.sampled_from(["a.py", "!b"]), st.just(["TFL3"]) | st.just("TFL3"), max_size=1
    ),
)
NAMES = [*(key.name for key in KEYS if key.name != "extend"), "nonsense", "confirm"]


class TestSchema:
    def test_it_is_a_schema(self) -> None:
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        assert json.loads(tflint("config", "--schema", cwd=Path("/")).stdout) == SCHEMA

    @given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3))
    @hypothesis_settings(max_examples=400, deadline=None)
    def test_it_says_what_the_loader_says(self, table: dict[str, object]) -> None:
        """What the schema takes is followed, what it refuses is not, but for paths and others' codes."""
        nested: dict[str, object] = {}
        for name, value in table.items():
            outer, _, inner = name.rpartition(".")
            place = nested.setdefault(outer, {}) if outer else nested
            if isinstance(place, dict):
                place[inner] = value
        takes = jsonschema.Draft7Validator(SCHEMA).is_valid(nested)
        try:
            with_selectors(said_by(nested, "tflint.toml"), catalogue())
        except SettingsError as error:
            # the schema knows no rules of a project's own, so it takes what may be one's code
            known = {"is no path", "unknown rule: 'E5'"}
            assert not takes or any(text in str(error) for text in known), error
        else:
            assert takes, nested

    @pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
    def test_every_example_is_followed_and_every_default_is_what_holds(
        self, key: SettingKey
    ) -> None:
        *tables, name = key.path
        text = "".join(f"[{table}]\n" for table in tables) + f"{name} = {key.example}\n"
        table = tomllib.loads(text)
        jsonschema.validate(table, SCHEMA)
        said = with_selectors(said_by(table, "tflint.toml"), catalogue())
        assert key.name in said.values
        if key.kind not in ("path", "paths"):
            assert key.get(built([Said("tflint.toml", {})])) == key.default

    def test_our_own_settings(self) -> None:
        document = tomllib.loads((ROOT / "pyproject.toml").read_text())
        jsonschema.validate(document["tool"]["tflint"], SCHEMA)


def test_every_option_of_the_command_line_that_the_table_names_is_there() -> None:
    options = {name for parameter in load_command("check").params for name in parameter.opts}
    assert {key.option.split()[0] for key in KEYS if key.option} <= options
