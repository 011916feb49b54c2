"""A file is judged in its project: the same findings however, and from wherever, it is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from commands import environment, notebook, tflint, write

from tflint.files.project_root import ProjectRoots
from tflint.finding import Finding
from tflint.linting.linter import Report, lint
from tflint.linting.settings import Settings

TRAIN = """\
import tensorflow as tf
{imports}

@tf.function
def step(x):
    {calls}
    return x
"""


def training(**calls: str) -> str:
    """A program that calls functions in a graph, each by the import that finds it."""
    lines = [f"{name}(x)" for name in calls]
    return TRAIN.format(imports="\n".join(calls.values()), calls="\n    ".join(lines))


def printing(*names: str) -> str:
    """A module of functions that print, and so do nothing in a graph; it knows of no framework."""
    return "\n".join(f"def {name}(x):\n    print('{name}', x)\n" for name in names)


LAYOUTS: dict[str, dict[str, str]] = {
    "flat": {
        "pyproject.toml": "",
        "train.py": training(loss="from model.losses import loss", show="from helpers import show"),
        "helpers.py": printing("show"),
        "model/__init__.py": "",
        "model/losses.py": "from .parts import part\n" + printing("loss") + "    part(x)\n",
        "model/parts.py": printing("part"),
        "model/unused.py": printing("never"),
        "README.md": "",
    },
    "src": {
        "setup.cfg": "",
        "src/pkg/__init__.py": "",
        "src/pkg/core.py": printing("core", "tested"),
        "src/pkg/deep/__init__.py": "from pkg.core import core\n",
        "src/pkg/deep/run.py": training(core="from . import core"),
        "tests/test_core.py": training(
            tested="from pkg.core import tested", made="from make import made"
        ),
        "tests/make.py": printing("made"),
        "scripts/bench.py": training(more="from pkg.more import more"),
        "src/pkg/more.py": printing("more"),
    },
    "namespace": {
        ".git/HEAD": "",
        "train.py": "import space.left.one\nfrom space.right import two as second\n"
        + training(
            **{
                "space.left.one.first": "",
                "second.second": "",
                "four": "from space.four import four",
            }
        ),
        "space/left/one.py": "from . import three\n" + printing("first") + "    three.third(x)\n",
        "space/left/three.py": printing("third"),
        "space/right/two.py": printing("second"),
        "space/four.py": printing("four"),
    },
    "scripts beside packages, without markers": {
        "main.py": training(a="from pkg.a import a", b="from tools.b import b"),
        "pkg/__init__.py": "",
        "pkg/a.py": printing("a"),
        "tools/b.py": "from pkg.c import c\n" + printing("b") + "    c(x)\n",
        "pkg/c.py": printing("c"),
        "tests/test_a.py": training(d="from pkg.d import d"),
        "pkg/d.py": printing("d"),
    },
    "several projects": {
        ".git/HEAD": "",
        "train.py": training(common="from common import common"),
        "common.py": printing("common"),
        "alpha/pyproject.toml": "",
        "alpha/train.py": training(common="from common import common"),
        "alpha/common.py": printing("common"),
        "beta/setup.py": "from setuptools import setup\nsetup()\n",
        "beta/src/beta/__init__.py": "",
        "beta/src/beta/core.py": printing("core"),
        "beta/examples/run.py": training(core="from beta.core import core"),
    },
    "a copy of another project, imported by its folder": {
        ".git/HEAD": "",
        "train.py": training(show="from net.inner.parts import show"),
        "net/setup.py": "from setuptools import setup\nsetup()\n",
        "net/inner/__init__.py": "",
        "net/inner/parts.py": "from .deep import part\n" + printing("show") + "    part(x)\n",
        "net/inner/deep.py": printing("part"),
        "net/try.py": training(other="from inner.more import other"),
        "net/inner/more.py": printing("other"),
    },
    "a repository that is a package": {
        ".git/HEAD": "",
        "__init__.py": "from .nodes import step\n",
        "setup.py": "",
        "nodes.py": training(show="from .helpers import show"),
        "helpers.py": printing("show"),
    },
    "a root that its code calls by another name": {
        ".git/HEAD": "",
        "__init__.py": "",
        "train.py": training(show="from net_tf2.nodes import show"),
        "nodes.py": "from net_tf2.inner.parts import *\n" + printing("show") + "    part(x)\n",
        "inner/parts.py": printing("part"),
    },
    "folders with names that are none of Python's": {
        "pyproject.toml": "",
        "the-net/train.py": training(show="from the_net.nodes import show"),
        "the-net/nodes.py": printing("show"),
        "run.py": training(
            more="from the_net.more import more", loss="from other.parts import loss"
        ),
        "the-net/more.py": printing("more"),
        "1st/parts.py": printing("loss"),
        "2nd/parts.py": printing("loss"),
    },
    "folders that programs put on the path": {
        "pyproject.toml": "",
        "first/train.py": "import os, sys\nHERE = os.path.dirname(os.path.abspath(__file__))\n"
        "sys.path.append(os.path.join(HERE, '..', 'models'))\nsys.path.insert(0, 'utils')\n"
        + training(net="from parts import net"),
        "models/parts.py": "from deep import part\n" + printing("net") + "    part(x)\n",
        "utils/deep.py": printing("part"),
        "second/paths.py": "import sys\nfrom pathlib import Path\n"
        "sys.path += [str(Path(__file__).parent / 'lib')]\n",
        "second/train.py": "import paths\n" + training(net="from parts import net"),
        "second/lib/parts.py": printing("net"),
        "third/train.py": training(net="from parts import net"),
    },
    "notebooks": {
        "pyproject.toml": "",
        "notebooks/train.ipynb": notebook(
            "import tensorflow as tf\nfrom helpers import show\n",
            "@tf.function\ndef step(x):\n    show(x)\n    print(x)\n    return x\n",
        ),
        "helpers.py": printing("show"),
    },
    "excluded": {
        "pyproject.toml": "[tool.tflint]\nextend-exclude = ['old']\n",
        ".git/HEAD": "",
        ".gitignore": "ignored.py\n",
        "train.py": training(show="from helpers import show"),
        "helpers.py": printing("show", "hidden", "older"),
        "ignored.py": training(hidden="from helpers import hidden"),
        "old/train.py": training(older="from helpers import older"),
    },
}
"""Programs by the way their files are laid out."""
COUNTS = {
    "flat": 3,
    "src": 4,
    "namespace": 4,
    "scripts beside packages, without markers": 4,
    "several projects": 3,
    "a copy of another project, imported by its folder": 3,
    "a repository that is a package": 1,
    "a root that its code calls by another name": 2,
    "folders with names that are none of Python's": 2,
    "folders that programs put on the path": 3,
    "notebooks": 2,
    "excluded": 1,
}
"""How many findings each has."""


@pytest.fixture(params=LAYOUTS, ids=lambda name: name.replace(" ", "-"))
def layout(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def place(layout: str, tmp_path: Path) -> Path:
    """A layout as files, in a folder that nobody stands in."""
    return write(tmp_path / "place" / "holder" / "project", dict(LAYOUTS[layout]))


def told(report: Report) -> dict[str, list[object]]:
    """Findings by file, whatever the files were called."""
    assert report.errors == []
    assert report.warnings == []
    found: dict[str, list[object]] = {}
    for finding in report.findings:
        found.setdefault(os.path.abspath(finding.path), []).append(_told(finding))
    return found


def _told(finding: Finding) -> tuple[object, ...]:
    assert finding.subject is not None
    refs = (finding.subject.entry, finding.subject.function)
    return (
        finding.span,
        finding.code,
        finding.message,
        finding.noqa_lines,
        [(os.path.abspath(reason.path), *reason[1:]) for reason in finding.chain],
        [(os.path.abspath(ref.path), *ref[1:]) for ref in refs],
    )


def by_settings(*paths: str | Path, **options: object) -> Report:
    from tflint.linting.codes import catalogue
    from tflint.linting.settings import load

    names = [str(path) for path in paths]
    settings = load(names, catalogue())._replace(**{"cache_dir": None, "folders": None, **options})  # type: ignore[arg-type]
    return lint(names, settings)


def python_files(place: Path) -> list[Path]:
    found = [path for path in place.rglob("*") if path.suffix in (".py", ".ipynb")]
    return sorted(path for path in found if not {"old", "ignored.py"} & {*path.parts})


def folders(place: Path) -> Iterator[Path]:
    """Folders to stand in: below, at, and above."""
    yield from {place, max(path.parent for path in python_files(place)), place.parent.parent}


def namings(path: Path) -> list[str]:
    """A path as people may write it."""
    relative = os.path.relpath(path)
    there_and_back = os.path.join(os.pardir, os.path.basename(os.getcwd()), relative)
    return [relative, str(path), os.path.join(".", relative), there_and_back]


@pytest.fixture
def whole(place: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[object]]:
    """What is found when the folder is linted from its parent."""
    monkeypatch.chdir(place.parent)
    return told(by_settings(place.name))


def test_what_is_found_in_the_whole(layout: str, whole: dict[str, list[object]]) -> None:
    assert sum(map(len, whole.values())) == COUNTS[layout]


def test_the_same_from_any_folder_file_by_file(
    place: Path, whole: dict[str, list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in folders(place):
        monkeypatch.chdir(folder)
        for turn, path in enumerate(python_files(place)):
            for name in namings(path)[turn % 2 :: 2]:
                mine = {str(path): whole[str(path)]} if str(path) in whole else {}
                assert told(by_settings(name)) == mine, (folder, name)


def test_the_same_for_folders_and_for_some_files(
    place: Path, whole: dict[str, list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = python_files(place)
    choices: list[Sequence[Path]] = [[folder] for folder in {path.parent for path in files}]
    choices += [files[::2], files[1::2], files[::-1], [place, *files]]
    for folder in folders(place):
        monkeypatch.chdir(folder)
        for turn, choice in enumerate(choices):
            named = [path for path in files if any(path.is_relative_to(one) for one in choice)]
            mine = {str(path): whole[str(path)] for path in named if str(path) in whole}
            for names in list(zip(*map(namings, choice), strict=True))[turn % 4 :: 2]:
                assert told(by_settings(*names)) == mine, (folder, names)


def test_the_same_from_standard_input(
    place: Path, whole: dict[str, list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (place, place.parent):
        monkeypatch.chdir(folder)
        for turn, path in enumerate(python_files(place)):
            mine = {str(path): whole[str(path)]} if str(path) in whole else {}
            for name in namings(path)[turn % 4 :: 4]:
                data = path.read_bytes()
                settings = _settings(name)
                report = lint(["-"], settings, stdin=data, stdin_filename=name)
                assert told(report) == mine, (folder, name)


def _settings(name: str) -> Settings:
    from tflint.linting.codes import catalogue
    from tflint.linting.settings import load

    return load([name], catalogue())._replace(cache_dir=None)


def test_the_same_with_a_cache(
    place: Path, whole: dict[str, list[object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = str(tmp_path / "cache")
    for folder in (place, place.parent):
        monkeypatch.chdir(folder)
        for path in [*python_files(place), place, *python_files(place)]:
            mine = {k: v for k, v in whole.items() if Path(k).is_relative_to(path)}
            assert told(by_settings(path, cache_dir=cache)) == mine
            assert told(by_settings(os.path.relpath(path), cache_dir=cache)) == mine


@pytest.mark.slow
def test_the_same_from_flake8_and_the_hook(place: Path, whole: dict[str, list[object]]) -> None:
    expected = sorted(
        (path, span.line, code)  # type: ignore[attr-defined]
        for path, found in whole.items()
        if path.endswith(".py")
        for span, code, *_ in found  # type: ignore[misc]
    )
    seen: dict[str, list[tuple[str, int, str]]] = {"flake8": [], "hook": [], "stdin": []}
    for turn, path in enumerate(python_files(place)):
        if path.suffix == ".py":
            folder = (place, place.parent)[turn % 2]
            name = os.path.relpath(path, folder)
            seen["flake8"] += _flake8(name, cwd=folder)
            if str(path) in whole:
                seen["stdin"] += _flake8("--stdin-display-name", name, "-", cwd=folder, stdin=path)
            done = tflint("--force-exclude", "-n", "--output-format", "json", name, cwd=folder)
            seen["hook"] += [
                (os.path.join(folder, entry["path"]), entry["line"], entry["code"])
                for entry in json.loads(done.stdout)
            ]
    for name, found in seen.items():
        assert sorted((os.path.normpath(path), *rest) for path, *rest in found) == expected, name


def _flake8(*names: str, cwd: Path, stdin: Path | None = None) -> Iterator[tuple[str, int, str]]:
    done = subprocess.run(
        [sys.executable, "-m", "flake8", "--select", "TFL", *names],
        cwd=cwd,
        input=stdin.read_text() if stdin is not None else "",
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert done.stderr == ""
    for line in done.stdout.splitlines():
        path, row, _, rest = line.split(":", 3)
        yield os.path.join(cwd, path), int(row), rest.split()[0]


def test_isolated_files_are_judged_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = write(tmp_path / "p", dict(LAYOUTS["flat"]))
    monkeypatch.chdir(place)
    assert told(by_settings("helpers.py")) != {}
    assert told(by_settings("helpers.py", isolated_files=True)) == {}
    assert told(by_settings("helpers.py", "train.py", isolated_files=True)) != {}
    assert "TFL301" in tflint("helpers.py", cwd=place).stdout
    assert "All clear" in tflint("helpers.py", "--isolated-files", cwd=place).stdout
    write(place, {"pyproject.toml": "[tool.tflint]\nisolated-files = true\n"})
    assert "All clear" in tflint("helpers.py", cwd=place).stdout
    assert "TFL301" in tflint("helpers.py", "--no-isolated-files", cwd=place).stdout


@pytest.mark.parametrize(
    ("files", "path", "root"),
    [
        ({"p/pyproject.toml": "", "p/a/b.py": ""}, "p/a/b.py", "p"),
        ({"p/setup.py": "", "p/q/setup.py": "", "p/q/b.py": ""}, "p/q/b.py", "p/q"),
        ({"p/.git/HEAD": "", "p/q/__init__.py": "", "p/q/setup.py": "", "p/q/b.py": ""}, "p/q/b.py", "p"),
        ({"p/.hg/x": "", "p/__init__.py": "", "p/b.py": ""}, "p/b.py", "p"),
        ({"p/q/__init__.py": "", "p/q/r/__init__.py": "", "p/q/r/b.py": ""}, "p/q/r/b.py", "p"),
        ({"p/b.py": ""}, "p/b.py", "p"),
        ({"p/a.py": "", "p/q/b.py": ""}, "p/q/b.py", "p"),
        ({"p/a.py": "", "p/q/r/b.py": ""}, "p/q/r/b.py", "p"),
        ({"p/a.py": "", "p/q/r/s/b.py": ""}, "p/q/r/s/b.py", "p/q/r/s"),
        ({"p/.git/x": "", "p/venv/q/__init__.py": ""}, "p/venv/q/b.py", "p/venv/q"),
        # A copy of a project of which the code beside it imports parts by the name of its folder.
        ({"p/a.py": "from q.r import s", "p/q/setup.py": "", "p/q/r/b.py": ""}, "p/q/r/b.py", "p"),
        ({"p/a.py": "import q.r as s", "p/q/setup.py": "", "p/q/r.py": ""}, "p/q/r.py", "p"),
        ({"p/a.py": "from q import r", "p/q/setup.py": "", "p/q/r.py": ""}, "p/q/r.py", "p"),
        ({"p/a.py": "from q import s", "p/q/setup.py": "", "p/q/r.py": ""}, "p/q/r.py", "p/q"),
        ({"p/a.py": "from .q import r", "p/q/setup.py": "", "p/q/r.py": ""}, "p/q/r.py", "p/q"),
        ({"p/a.py": "import q", "p/q/setup.py": "", "p/q/r.py": ""}, "p/q/r.py", "p/q"),
        ({"p/a.py": "from q import r", "p/q/.git/x": "", "p/q/r.py": ""}, "p/q/r.py", "p/q"),
        (
            {"p/a.py": "from q import r", "p/q/setup.py": "", "p/q/r.py": "", "p/q/q/__init__.py": ""},
            "p/q/r.py",
            "p/q",
        ),
        # Archives unpacked side by side.
        ({"p/a.py": "", "p/q/README.md": "", "p/q/b.py": "", "p/r/LICENSE": ""}, "p/q/b.py", "p/q"),
        ({"p/q/README": "", "p/q/s/b.py": "", "p/r/README": "", "p/r/a.py": ""}, "p/q/s/b.py", "p/q"),
        ({"p/q/README": "", "p/q/a.py": "", "p/q/s/b.py": "", "p/r/Pipfile": ""}, "p/q/s/b.py", "p/q"),
        ({"p/q/__init__.py": "", "p/q/README": "", "p/r/.git/x": "", "p/q/b.py": ""}, "p/q/b.py", "p/q"),
        # What tools keep, one of them tflint.
        (
            {"p/q/__init__.py": "", "p/.tflint_cache/.gitignore": "", "p/q-1.dist-info/LICENSE": ""},
            "p/q/b.py",
            "p",
        ),
        ({"p/a.py": "", "p/venv/.gitignore": "", "p/.pytest_cache/README.md": ""}, "p/q/b.py", "p"),
        # Parts of one.
        ({"p/README.md": "", "p/q/a.py": "", "p/r/b.py": ""}, "p/r/b.py", "p"),
        ({"p/a.py": "", "p/q/README.md": "", "p/q/b.py": "", "p/r/b.py": ""}, "p/q/b.py", "p"),
        ({"p/README": "", "p/a.py": "", "p/e/q/README": "", "p/e/r/README": ""}, "p/e/q/b.py", "p"),
    ],
)  # fmt: skip
def test_where_a_project_begins(
    files: dict[str, str], path: str, root: str, tmp_path: Path
) -> None:
    write(tmp_path / "none" / "none", dict(files))
    found = ProjectRoots().of(str(tmp_path / "none" / "none" / path))
    assert os.path.relpath(found, tmp_path / "none" / "none") == root


def test_a_home_without_a_project_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = write(tmp_path, {".git/HEAD": "", "a.py": "", "p/b.py": ""})
    monkeypatch.setenv("HOME", str(home))
    assert ProjectRoots().of(str(home / "p" / "b.py")) == str(home / "p")


def test_no_link_out_of_the_project_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = write(tmp_path / "outside", {"train.py": training(show="from helpers import show")})
    place = write(tmp_path / "p", {"pyproject.toml": "", "helpers.py": printing("show")})
    (place / "train.py").symlink_to(outside / "train.py")
    (place / "more").symlink_to(outside)
    monkeypatch.chdir(place)
    assert told(by_settings("helpers.py")) == {}


def test_more_files_than_are_looked_at_are_said_not_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tflint.files import discovery

    place = write(tmp_path / "p", {**LAYOUTS["flat"], **{f"x{n}.py": "" for n in range(20)}})
    monkeypatch.chdir(place)
    monkeypatch.setattr(discovery, "MOST_FILES", 20)
    report = by_settings("helpers.py")
    assert report.findings == []
    (note,) = report.warnings
    assert "those that were not named are not read" in note
    assert by_settings(".").warnings == []
    monkeypatch.setattr(discovery, "MOST_FILES", 100)
    monkeypatch.setattr(discovery, "MOST_ENTRIES", 5)
    assert len(by_settings("helpers.py").warnings) == 1
    monkeypatch.undo()
    monkeypatch.chdir(place)
    assert len(by_settings("helpers.py").findings) == 1


def test_a_project_without_a_framework_is_not_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tflint.linting import framework_files

    place = write(tmp_path / "p", {"setup.py": "", **{f"m{n}.py": "x = 1\n" for n in range(9)}})
    old = 1_000_000_000
    for path in place.iterdir():
        os.utime(path, (old, old))
    monkeypatch.setattr(framework_files, "_SETTLED", -(10**18))
    monkeypatch.chdir(place)
    asked: list[str] = []
    mentions = framework_files._mentions
    monkeypatch.setattr(
        framework_files, "_mentions", lambda path: asked.append(path) or mentions(path)
    )
    cache = str(tmp_path / "cache")
    by_settings("m1.py", cache_dir=cache)
    assert len(asked) == 9
    by_settings("m1.py", cache_dir=cache)
    assert len(asked) == 9
    write(place, {"m2.py": training(show="from m1 import show"), "m1.py": printing("show")})
    (finding,) = by_settings("m1.py", cache_dir=cache).findings
    assert (finding.path, finding.code) == ("m1.py", "TFL301")
    assert asked[9:] == [str(place / "m2.py")]


def test_what_was_changed_just_now_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = write(tmp_path / "p", {"setup.py": "", "a.py": printing("show"), "b.py": "x = 1\n"})
    monkeypatch.chdir(place)
    cache = str(tmp_path / "cache")
    assert by_settings("a.py", cache_dir=cache).findings == []
    state = os.stat("b.py")
    text = training(show="from a import show")
    write(place, {"b.py": text})
    os.utime("b.py", ns=(state.st_atime_ns, state.st_mtime_ns))
    assert len(by_settings("a.py", cache_dir=cache).findings) == 1


def test_what_was_found_in_the_whole_is_known_of_each_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tflint.linting import analysis

    place = write(tmp_path / "p", dict(LAYOUTS["flat"]))
    monkeypatch.chdir(place)
    cache = str(tmp_path / "cache")
    whole = told(by_settings(".", cache_dir=cache))
    monkeypatch.setattr(analysis, "findings_in", None)
    for path in python_files(place):
        mine = {str(path): whole[str(path)]} if str(path) in whole else {}
        assert told(by_settings(path, cache_dir=cache)) == mine
