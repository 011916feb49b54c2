"""The documentation: built strictly, complete, showing what tflint shows, and fetching nothing."""

from __future__ import annotations

import html
import importlib.util
import os
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import browser
import pytest
from commands import environment, tflint, write
from environments import ROOT, UnavailableError

from tflint.cli.commands import NAMES, load
from tflint.linting.codes import every_rule

DOCS = ROOT / "docs"


class Fetched(HTMLParser):
    """What a page makes a browser fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") in ("canonical", "next", "prev", "alternate"):
            return
        for name in ("src", "href") if tag != "a" else ():
            self.found += [text] if (text := given.get(name)) else []


@pytest.mark.slow
def test_the_site_is_built_strictly_and_fetches_nothing(tmp_path: Path) -> None:
    pytest.importorskip("material")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        tmp_path,
    ]
    env = environment(NO_MKDOCS_2_WARNING="1")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert {page.stem for page in pages} >= {"index", "start", "settings", *every_rule()}
    for page in pages:
        fetched = Fetched(page.read_text(encoding="utf-8")).found
        assert not [text for text in fetched if re.match(r"(https?:)?//", text)], page
        for text in fetched:
            path = text.partition("#")[0].partition("?")[0]
            if page.stem != "404" and not path.startswith("data:"):
                assert not path or (page.parent / path).exists(), (page, text)


@pytest.mark.slow
def test_pages_fit_a_narrow_window_and_follow_the_system(tmp_path: Path) -> None:
    """In a real browser, of 1280 and 400 pixels, light and dark, whatever the visit before was."""
    pytest.importorskip("material")
    try:
        chromium = browser.chromium()
    except UnavailableError as reason:
        pytest.skip(str(reason))
    build = ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    env = environment(NO_MKDOCS_2_WARNING="1")
    subprocess.run([sys.executable, "-m", *build], cwd=ROOT, env=env, check=True)
    with browser.Page(chromium, tmp_path / "profile") as page:
        for name in ("index", "graphs", "comparison", "rules/TFL301"):
            for width in (1280, 400):
                for scheme in ("light", "dark", "light"):
                    page.show((tmp_path / "site" / f"{name}.html").as_uri(), width, scheme)
                    shown = "document.body.getAttribute('data-md-color-scheme')"
                    wanted = {"light": "default", "dark": "slate"}[scheme]
                    for _ in range(50):
                        if page.value(shown) == wanted:
                            break
                        time.sleep(0.1)
                    assert page.value(shown) == wanted, (name, width, scheme)
                    assert page.value("document.documentElement.scrollWidth") <= width, name


def test_every_page_stands_in_the_navigation() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    assert listed == {path.name for path in DOCS.glob("*.md")}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text()):
        assert target in ("http", "https") or os.path.exists(DOCS / target), target


def test_the_first_finding_is_told_as_its_page_shows(tmp_path: Path) -> None:
    page = (DOCS / "start.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", page, re.S)
    (shown,) = re.findall(r"\$ tflint train.py\n(.*?)```", page, re.S)
    write(tmp_path, {"train.py": program})
    assert tflint("train.py", cwd=tmp_path).stdout == shown


def test_the_first_finding_is_confirmed(tmp_path: Path, tensorflow_python: str) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / "start.md").read_text(), re.S)
    write(tmp_path, {"train.py": program})
    done = tflint("--confirm", "--python", tensorflow_python, "train.py", cwd=tmp_path)
    assert "  = confirmed: " in done.stdout


def test_the_picture_is_what_a_terminal_shows() -> None:
    """Its words; how rich draws them is rich's."""
    spec = importlib.util.spec_from_file_location("terminal", ROOT / "tools" / "terminal.py")
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    drawn = (DOCS / "terminal.svg").read_text()
    words = html.unescape(re.sub(r"<[^>]+>", "", drawn.partition("</style>")[2]))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", tool.shown())
    for line in plain.splitlines():
        for word in line.split():
            assert word in words, word
    assert "url(" not in drawn.partition("clip-path")[0]
    assert "@font-face" not in drawn


@pytest.mark.slow
def test_graphs_in_five_minutes_are_what_tensorflow_does(tensorflow_python: str) -> None:
    command = [tensorflow_python, "tools/graphs.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "name", ["README.md", *(f"docs/{path.name}" for path in DOCS.glob("*.md"))]
)
def test_what_pages_tell_to_run_is_there(name: str) -> None:
    """Each ``tflint --option`` and ``tflint command``."""
    known = {
        option
        for command in NAMES
        for parameter in load(command).params
        for option in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help", "--version", "--output"}
    for line in re.findall(r"(?:^|`|\$ |bin/)tflint ([^`\n|]+)", (ROOT / name).read_text(), re.M):
        said = line.partition(" #")[0].partition("record -- ")[0]
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", said):
            assert option in known, (name, line)


def test_the_readme_is_of_a_screen_and_a_half() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 81
