"""A file system that fights back: links, pipes, devices, a full disk, names and depths of any kind.

Linting reads what it says, writes nothing but its cache, starts no program, and shows no file's name to
the terminal as the file has it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PRINTING, environment, tflint, write
from environments import ROOT

from tflint.linting.settings import OUTPUT_FORMATS

VICTIM = "precious"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A repository beside a file that is none of its own."""
    write(tmp_path, {"victim": VICTIM, "outside/keep": VICTIM, "code/a.py": PRINTING})
    return tmp_path / "code"


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.mark.parametrize("name", ["CACHEDIR.TAG", ".gitignore"])
@pytest.mark.parametrize("target", ["../../victim", "../../new"])
def test_a_link_in_the_cache_is_replaced_and_not_written_through(
    name: str, target: str, here: Path
) -> None:
    (here / ".tflint_cache").mkdir()
    (here / ".tflint_cache" / name).symlink_to(target)
    done = tflint(".", cwd=here)
    assert (done.returncode, done.stderr) == (1, "")
    assert (here.parent / "victim").read_text() == VICTIM
    assert not (here.parent / "new").exists()
    assert list((here / ".tflint_cache").rglob("*.json"))


@pytest.mark.parametrize("kind", ["link", "file", "folder of others", "dangling link"])
def test_what_is_no_cache_of_ours_is_left_alone(kind: str, here: Path) -> None:
    cache = here / ".tflint_cache"
    if kind == "file":
        cache.write_text(VICTIM)
    elif kind == "folder of others":
        write(cache, {"keep": VICTIM})
    else:
        cache.symlink_to("../outside" if kind == "link" else "../nowhere")
    before = contents(here.parent)
    done = tflint(".", cwd=here)
    assert done.returncode == 1
    assert "a.py:5:5: TFL301" in done.stdout
    assert contents(here.parent) == before
    assert not (here.parent / "nowhere").exists()
    told = {
        "link": "it is a link",
        "dangling link": "it is a link",
        "folder of others": "it was not made as a cache",
    }
    reason = told.get(kind)
    line = f"tflint: warning: .tflint_cache: not used as the cache: {reason}\n"
    assert done.stderr == (line if reason else "")


@pytest.mark.parametrize("kind", ["link to the folder", "links to entries"])
def test_links_among_the_entries_are_not_followed(kind: str, here: Path) -> None:
    tflint(".", cwd=here)
    (entry,) = (here / ".tflint_cache").rglob("*.json")
    if kind == "links to entries":
        entry.unlink()
        entry.symlink_to(here.parent / "victim")
    else:
        folder = entry.parent
        entry.unlink()
        folder.rmdir()
        folder.symlink_to(here.parent / "outside")
    done = tflint(".", cwd=here)
    assert (done.returncode, done.stderr) == (1, "")
    assert (here.parent / "victim").read_text() == VICTIM
    assert contents(here.parent / "outside") == {"keep": VICTIM.encode()}


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("place", ["entry of the cache", "tag of the cache", "ignore file"])
def test_a_pipe_or_a_device_under_the_name_of_a_file_is_not_waited_for(
    kind: str, place: str, here: Path
) -> None:
    tflint(".", cwd=here)
    (entry,) = (here / ".tflint_cache").rglob("*.json")
    path = {
        "entry of the cache": entry,
        "tag of the cache": here / ".tflint_cache" / "CACHEDIR.TAG",
        "ignore file": here / ".gitignore",
    }[place]
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    done = tflint(".", cwd=here)
    assert done.returncode == 1
    assert "a.py:5:5: TFL301" in done.stdout
    if place == "ignore file":
        why = "not a regular file" if kind == "pipe" else "Too many levels of symbolic links"
        assert done.stderr == f"tflint: warning: .gitignore: not followed: {why}\n"


@pytest.mark.parametrize("target", ["../victim.txt", "/dev/zero", "../outside"])
def test_a_link_that_leads_out_of_the_project_is_not_read(target: str, here: Path) -> None:
    write(here.parent, {"victim.txt": PRINTING})
    (here / "link.py").symlink_to(target)
    done = tflint(".", "--output-format", "concise", cwd=here)
    assert done.stdout.count("\n") == 1
    told = "tflint: warning: link.py: not read: a link that leads out of the project\n"
    assert done.stderr == (told if target == "../victim.txt" else "")


def test_a_link_inside_the_project_is_read(here: Path) -> None:
    write(here, {"lib/shared.txt": PRINTING})
    (here / "sub").mkdir()
    (here / "sub" / "link.py").symlink_to("../lib/shared.txt")
    (here / ".git").mkdir()
    for folder in (".", "sub"):
        done = tflint(folder, "--output-format", "concise", cwd=here)
        assert "sub/link.py:5:5: TFL301" in done.stdout
        assert done.stderr == ""
    assert "sub/link.py:5:5" in tflint("sub/link.py", cwd=here).stdout


NAMES = ["\x1b[31mred\x1b[0m.py", "new\nline.py", "\u202egpj.py", "\x9b31m.py", b"\xff\xfe.py"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options",
    [
        *(["--output-format", name] for name in OUTPUT_FORMATS),
        ["--statistics"],
    ],
    ids=lambda options: options[-1],
)
def test_names_of_files_never_drive_a_terminal(
    name: str | bytes, options: list[str], tmp_path: Path
) -> None:
    (tmp_path / os.fsdecode(name)).write_text(PRINTING)
    (tmp_path / os.fsdecode(name).replace(".py", "_2.py")).write_text("import tensorflow as tf\n(")
    commands = (["."], ["traced", "."], [os.fsdecode(name) + ".missing"])
    for command in commands:
        given = command if "traced" in command else [*command, *options]
        done = tflint(*given, cwd=tmp_path)
        said = done.stdout + done.stderr
        assert done.returncode in (1, 2)
        assert "Traceback" not in said
        assert not set(said) & set("\x1b\x9b\u202e\ufffd")
        if options[-1] in ("concise", "github") and "traced" not in command:
            assert len(done.stdout.splitlines()) in (0, 2)


@pytest.mark.slow
def test_folders_may_nest_deeper_than_python_calls(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": PRINTING})
    depth = 1900
    script = f"import os\nfor _ in range({depth}):\n    os.mkdir('d'); os.chdir('d')\n"
    script += f"open('b.py', 'w').write({PRINTING!r})\n"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    done = tflint(".", "--output-format", "concise", cwd=tmp_path)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "a.py",
        f"{'d/' * depth}b.py",
    ]
    assert done.stderr == ""
    subprocess.run(["rm", "-rf", "d"], cwd=tmp_path, check=True)


def test_a_full_disk_is_left_as_it_was(here: Path) -> None:
    for number in range(5):
        (here / f"b{number}.py").write_text(PRINTING)
    tflint("a.py", cwd=here)
    before = contents(here)

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = subprocess.run(
        [sys.executable, "-m", "tflint", "."],
        cwd=here,
        capture_output=True,
        env=environment(),
        preexec_fn=full,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert contents(here) == before


AUDITED = f"""
import os, sys
seen = []
watched = ("open", "os.", "subprocess.", "socket.", "shutil.", "ctypes.", "exec", "pty.")
def hook(event, arguments):
    if watching and event.startswith(watched):
        seen.append((event, [os.fsdecode(a) if isinstance(a, bytes) else a for a in arguments]))
watching = False
sys.addaudithook(hook)
sys.path.insert(0, {str(ROOT)!r})
import importlib, json, pkgutil
import tflint.cli
watching = True
status = tflint.cli.run(sys.argv[1:])
watching = False
sys.stdout.flush()
events = [(event, [repr(part) for part in parts]) for event, parts in seen]
sys.stderr.write(json.dumps([status, events]))
"""
HOSTILE = """\
import os
import tensorflow as tf
open("made_by_import", "w")
os.system("touch made_by_import")


@tf.function(autograph=open("made_by_import", "w"))
def f(x: open("made_by_import", "w") = open("made_by_import", "w")):
    print(x)
    return x


class Meta(type(open("made_by_import", "w"))):
    pass
"""


def test_linting_opens_what_it_says_and_starts_nothing(here: Path) -> None:
    """Only files of the project, the cache and Python's modules are opened; audit hooks see all."""
    names = ("conftest", "setup", "sitecustomize", "click", "tokenize", "rich")
    write(here, {f"{name}.py": HOSTILE for name in names})
    write(here, {"pyproject.toml": "[tool.tflint]\nselect = ['ALL']\n", "setup.cfg": "[flake8]\n"})
    write(here, {".env": VICTIM, "data.txt": VICTIM, ".gitignore": "# nothing\n"})
    script = here.parent / "script" / "audited.py"
    write(here.parent, {"script/audited.py": AUDITED})
    before = contents(here.parent)
    libraries = tuple(
        {os.path.realpath(path) for path in (sys.prefix, sys.base_prefix, ROOT / "tflint")}
        | {sys.prefix, sys.base_prefix, str(ROOT / "tflint")}
    )
    for _ in range(2):  # the second time from the cache
        done = subprocess.run(
            [sys.executable, str(script), ".", "--output-format", "json"],
            cwd=here,
            capture_output=True,
            env=environment(),
            timeout=60,
        )
        status, events = json.loads(done.stderr)
        assert status == 1
        assert len(json.loads(done.stdout)) > len(names)
        opened = set()
        for event, arguments in events:
            if event == "open":
                path = os.path.join(here, arguments[0].strip("'"))
                if not path.startswith(libraries) and not arguments[0].isdigit():
                    opened.add(os.path.relpath(path, here))
            else:
                assert event in ("os.listdir", "os.scandir", "os.mkdir", "os.rename", "exec"), event
        asked = {".gitignore", "pyproject.toml", "setup.cfg"}  # the last for versions
        allowed = {f"{name}.py" for name in (*names, "a")} | asked
        in_cache = {name for name in opened if name.startswith((".tflint_cache", "CACHEDIR.TAG"))}
        entries = {name for name in opened if name.endswith((".json", ".tmp")) or "-" in name}
        assert opened - in_cache - entries <= allowed
    after = contents(here.parent)
    assert {name: after[name] for name in before} == before
    assert all(name.startswith("code/.tflint_cache/") for name in after.keys() - before.keys())


@pytest.mark.parametrize(
    "name", ["click", "tokenize", "fnmatch", "rich", "libcst", "sitecustomize"]
)
def test_nothing_is_imported_from_the_linted_folder(name: str, here: Path) -> None:
    """``python -m`` puts that folder first; only of a ``tflint.py`` there we cannot know."""
    write(here, {f"{name}.py": "print('hijacked')\nraise SystemExit(7)\n"})
    done = tflint("a.py", cwd=here)
    assert (done.returncode, done.stderr) == (1, "")
    assert "hijacked" not in done.stdout


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python has -P from 3.11")
def test_a_safe_path_keeps_a_tflint_of_the_folder_out(here: Path) -> None:
    write(here, {"tflint.py": "print('hijacked')\n"})
    command = [sys.executable, "-P", "-m", "tflint", "a.py"]
    env = environment(PYTHONPATH=str(ROOT))
    done = subprocess.run(command, cwd=here, capture_output=True, env=env, text=True)
    assert done.returncode == 1
    assert "hijacked" not in done.stdout
