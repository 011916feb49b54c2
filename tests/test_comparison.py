"""What docs/comparison.md says of other linters, asked of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import notebook, write
from environments import ROOT

from tflint.cli.commands import NAMES, load
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.linting.settings.keys import KEYS

PAGE = (ROOT / "docs" / "comparison.md").read_text()
TABLE = {
    row[0].strip(): [cell.strip() for cell in row[1:]]
    for row in (line.strip("|").split("|") for line in PAGE.split("\n") if line.startswith("| "))
}
TOOLS = TABLE.pop("")
MISSED = PAGE.partition("## What Ruff has and tflint lacks")[2].partition("\n## ")[0]
SAID = {text.strip() for text in re.findall(r"`([^`]+)`", MISSED)}
NONE = "no"


def ruff(*arguments: str | Path, cwd: Path = ROOT) -> str:
    """What Ruff writes, without settings of ours."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *arguments], cwd=cwd, capture_output=True, text=True
    )
    return done.stdout + done.stderr


def options(text: str) -> set[str]:
    """The options that a help text has."""
    return set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE))


def ours(command: str) -> set[str]:
    """The options of a command of tflint."""
    parameters = load(command).params
    return {option for one in parameters for option in (*one.opts, *one.secondary_opts)}


def cell(row: str, tool: str) -> str:
    """What the table says of a tool."""
    return TABLE[row][TOOLS.index(tool)]


class TestRuff:
    """Nothing that its users know is missing here without being said, and nothing said is there."""

    def test_options(self) -> None:
        known = ours("check")
        assert options(ruff("check", "--help")) - known - {"--help"} <= SAID
        assert known & SAID == {"--config"}  # which takes less

    def test_commands(self) -> None:
        listed = re.findall(r"^  ([a-z]+) +\S", ruff("--help").partition("Options:")[0], re.M)
        said = {text.split()[1] for text in SAID if re.fullmatch("ruff [a-z]+", text)}
        assert "check" in listed
        assert set(listed) - {"help", "version"} - set(NAMES) <= said
        assert not said & set(NAMES)

    def test_formats(self) -> None:
        listed = re.search(
            r"--output-format.*?\[possible values: ([^\]]+)\]", ruff("check", "--help"), re.S
        )
        assert listed is not None
        missing = set(listed[1].replace(",", " ").split()) - set(OUTPUT_FORMATS)
        assert missing <= SAID

    def test_settings(self) -> None:
        keys = json.loads(ruff("config", "--output-format", "json"))
        known = {key.name for key in KEYS}
        missing = {
            name.removeprefix("lint.")
            for name in keys
            if re.fullmatch(r"(lint\.)?[a-z-]+", name)
            and name.removeprefix("lint.") not in {*known, "lint", "format", "analyze"}
        }
        assert missing - SAID == set()
        assert not known & (SAID - {"output-format", "cache-dir", "confirm"})

    def test_notebooks_get_no_noqa(self, tmp_path: Path) -> None:
        code = notebook("import os\n", kernelspec={"name": "python3", "language": "python"})
        write(tmp_path, {"n.ipynb": code, "a.py": "import os\n"})
        common = ("check", "--isolated", "--no-cache", "--select", "F401")
        assert "Found 2 errors" in ruff(*common, ".", cwd=tmp_path)
        ruff(*common, "--add-noqa", ".", cwd=tmp_path)
        assert "noqa" in (tmp_path / "a.py").read_text()
        assert (tmp_path / "n.ipynb").read_text() == code
        assert cell("`--add-noqa`", "Ruff") == "yes, not in notebooks"
        ruff(*common, "--fix", ".", cwd=tmp_path)
        assert "import os" not in (tmp_path / "n.ipynb").read_text()
        assert cell("notebooks", "Ruff") == "yes, fixed too"

    def test_the_nearest_file_rules(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": "import os\n", "p/a.py": "import os\n"})
        write(tmp_path, {"ruff.toml": "lint.select = ['F']\n"})
        write(tmp_path, {"p/ruff.toml": "extend = '../ruff.toml'\nlint.ignore = ['F401']\n"})
        assert "Found 1 error" in ruff("check", "--no-cache", ".", cwd=tmp_path)
        assert cell("nearest file of settings, `extend`", "Ruff") == "yes"


@pytest.mark.slow
class TestOthers:
    @pytest.fixture(autouse=True)
    def tools(self, other_linters_python: str, fixit_python: str, tmp_path: Path) -> None:
        self.pythons = {"Fixit": fixit_python}
        self.other = other_linters_python
        self.here = tmp_path

    def run(self, tool: str, *arguments: str) -> str:
        """What a tool writes."""
        module = {"Fixit": "fixit", "TorchFix": "torchfix"}.get(tool, tool.lower())
        start = ["-c", "import sys, torchfix.__main__ as m; sys.exit(m.main())"]
        how = start if tool == "TorchFix" else ["-m", module]
        done = subprocess.run(
            [self.pythons.get(tool, self.other), *how, *arguments],
            cwd=self.here,
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    def helps(self) -> dict[str, str]:
        """What each says that it can do."""
        asked = {
            "flake8": (("--help",),),
            "Pylint": (("--long-help",),),
            "TorchFix": (("--help",),),
            "Fixit": (("--help",), ("lint", "--help"), ("fix", "--help")),
        }
        return {
            tool: "".join(self.run(tool, *arguments) for arguments in calls)
            for tool, calls in asked.items()
        }

    def test_options_that_are_there_and_are_not(self) -> None:
        helps = self.helps()
        for tool, text in helps.items():
            for row, option in {
                "`--add-noqa`": "add-noqa",
                "baseline": "baseline",
                "only changed lines": "diff-only|since|changed",
                "watch": "watch",
                "fixes": r"--fix\b|\bfix  ",
                "language server": r"\blsp\b",
            }.items():
                has = re.search(option, text) is not None
                says = not cell(row, tool).startswith((NONE, "by others"))
                assert has == says, (tool, row)

    def test_formats(self) -> None:
        helps = self.helps()
        listed = re.search(r"Available formats are:(.*?)(\.|--)", helps["Pylint"], re.S)
        assert listed is not None
        assert {"json2", "github", "junit"} <= set(re.findall(r"'(\w+)'", helps["Pylint"]))
        assert cell("reports for CI", "Pylint") == "JSON, GitHub, JUnit"
        assert "[custom|fixit|vscode]" in helps["Fixit"]
        assert cell("reports for CI", "Fixit") == "by a template"
        assert "--format" in helps["flake8"] and "format" not in helps["TorchFix"]

    def test_selection(self) -> None:
        write(self.here, {"t.py": "import torch\na = torch.symeig(1)\n", "u.py": "import os\n"})
        assert "TOR001" in self.run("TorchFix", "--select", "TOR0", "t.py")
        assert "F401" in self.run("flake8", "--select", "F4", "u.py")
        assert "W0611" in self.run("Pylint", "--disable=all", "--enable=unused-import", "u.py")
        assert "W0611" in self.run("Pylint", "--disable=R,C", "u.py")
        assert "W0611" not in self.run("Pylint", "--disable=W", "u.py")

    def test_comments(self) -> None:
        write(self.here, {"t.py": "import torch\na = torch.symeig(1)  # noqa\n"})
        assert "TOR001" in self.run("TorchFix", "t.py")
        assert "TOR001" not in self.run("flake8", "--select", "TOR", "t.py")
        assert (
            cell("`# noqa`, unused ones reported", "TorchFix") == "`# noqa` as a plugin of flake8"
        )
        write(self.here, {"u.py": "x = 1  # pylint: disable=unused-import\n"})
        said = self.run("Pylint", "--disable=all", "--enable=useless-suppression", "u.py")
        assert "useless-suppression" in said
        write(self.here, {"f.py": "x = set([1])\ny = set([1])  # lint-ignore: RewriteToLiteral\n"})
        found = self.run("Fixit", "lint", "f.py")
        assert "f.py@1:" in found and "f.py@2:" not in found

    def test_settings_of_folders(self) -> None:
        code = "x = set([1])\ny = f'none'\n"
        write(
            self.here, {"a.py": code, "p/a.py": code, "fixit.toml": "[tool.fixit]\nroot = true\n"}
        )
        off = "[tool.fixit]\ndisable = ['fixit.rules:RewriteToLiteral']\n"
        write(self.here, {"p/fixit.toml": off})
        found = self.run("Fixit", "lint", ".").replace("/", "|")
        assert "a.py@1:" in found and "p|a.py@1:" not in found and "p|a.py@2:" in found
        write(self.here, {"q/.flake8": "[flake8]\nignore = E,W,F\n", "q/u.py": "import os\n"})
        assert "F401" in self.run("flake8", "q")
        write(self.here, {"q/pylintrc": "[MAIN]\ndisable=all\n"})
        assert "W0611" in self.run("Pylint", "q/u.py")

    def test_notebooks(self) -> None:
        write(self.here, {"n.ipynb": notebook("import os\n")})
        for tool in ("flake8", "Pylint", "TorchFix"):
            assert "import" not in self.run(tool, "n.ipynb"), tool
        assert "F401" not in self.run("Fixit", "lint", "n.ipynb")
