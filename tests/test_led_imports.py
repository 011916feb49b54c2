"""Where ``sys.path`` leads what files import."""

from __future__ import annotations

import pytest

from tflint.files.imports import ImportTexts
from tflint.files.layout import Layout
from tflint.files.led_imports import led_imports
from tflint.syntax.path_folders import folders_on_path


def put(*folders: str) -> str:
    lines = (f"sys.path.append({folder!r})\n" for folder in folders)
    return "import sys\n" + "".join(lines)


def led(files: dict[str, str]) -> dict[str, dict[str, str]]:
    return led_imports(files, ImportTexts(files), Layout(files, [""]), folders_on_path)


LIBS = {"one/net.py": "", "two/net.py": "", "two/deep/__init__.py": "", "two/space/part.py": ""}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"run.py": put("one") + "import net"}, {"run.py": {"net": "one"}}),
        ({"run.py": put("two", "one") + "import net"}, {"run.py": {"net": "two"}}),
        (
            {"run.py": put("one", "two") + "import deep, net"},
            {"run.py": {"net": "one", "deep": "two"}},
        ),
        ({"run.py": put("two") + "import space.part"}, {"run.py": {"space": "two"}}),
        ({"a/b/run.py": put("../one") + "import net"}, {"a/b/run.py": {"net": "one"}}),
        # The nearest of the folders around that has it.
        (
            {"a/run.py": put("one") + "import net", "a/one/net.py": ""},
            {"a/run.py": {"net": "a/one"}},
        ),
        # By what imports a file, and by what that imports.
        (
            {"run.py": put("one") + "import a.b", "a/b.py": "import net"},
            {"a/b.py": {"net": "one"}},
        ),
        (
            {"run.py": "import put\nimport a.b", "put.py": put("one"), "a/b.py": "import net"},
            {"a/b.py": {"net": "one"}},
        ),
        # Through a file that is found so.
        (
            {"run.py": put("two", "two/space") + "import part", "two/space/part.py": "import deep"},
            {"run.py": {"part": "two/space"}},
        ),
        (
            {"run.py": put("x", "one") + "import far", "x/far.py": "import net"},
            {"run.py": {"far": "x"}, "x/far.py": {"net": "one"}},
        ),
        # A file's own folders come first; those of others may say one thing only.
        (
            {
                "a.py": put("one") + "import c.d",
                "b.py": put("two") + "import c.d, net",
                "c/d.py": "import net",
            },
            {"b.py": {"net": "two"}},
        ),
        (
            {
                "a.py": put("one") + "import c.d",
                "b.py": put("one"),
                "c/d.py": put("two") + "import net",
            },
            {"c/d.py": {"net": "two"}},
        ),
    ],
)
def test_folders_on_the_path(files: dict[str, str], expected: dict[str, dict[str, str]]) -> None:
    texts = LIBS | files
    assert led(texts) == expected
    assert led(dict(reversed(texts.items()))) == expected


@pytest.mark.parametrize(
    "files",
    [
        {"run.py": "import net"},
        {"run.py": "import net", "other.py": put("one")},
        {"run.py": put("three") + "import net"},
        {"run.py": put("/one") + "import net"},
        {"run.py": put("../one") + "import net"},
        {"run.py": put("one") + "from . import net"},
        {"run.py": put("one") + "import absent"},
        {"run.py": put("one") + "import net", "net.py": ""},
        {"run.py": put("one") + "import logging", "one/logging.py": ""},
        {"run.py": put("one") + "import keras", "one/keras.py": ""},
    ],
)
def test_what_is_found_otherwise_or_not_at_all_is_not_led(files: dict[str, str]) -> None:
    assert led(LIBS | files) == {}


def test_the_layout_finds_what_the_path_leads_to() -> None:
    layout = Layout(LIBS, [""]).leading({"run.py": {"net": "one", "space": "two"}})
    assert layout.find("run.py", "net") == "one/net.py"
    assert layout.find("run.py", "space.part") == "two/space/part.py"
    assert layout.along("run.py", "space.part") == ("two/space/part.py",)
    assert layout.namespace("run.py", "space") == "two/space"
    assert layout.find("run.py", "net", 1) is None
    assert layout.find("other.py", "net") is None
    assert layout.along("other.py", "net") == ()
    assert layout.namespace("other.py", "space") is None
