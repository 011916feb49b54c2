"""What packages are called by code when their folders have other names here."""

from __future__ import annotations

import pytest

from tflint.files.called_packages import CalledPackages, called_packages
from tflint.files.imports import ImportTexts
from tflint.files.layout import Layout

NODES = "class Node: ...\nSIZE: int = 1\nasync def run(): ...\n"


def called(files: dict[str, str], root: str = "") -> CalledPackages:
    return called_packages(files, ImportTexts(files), Layout(files, [root]))


@pytest.mark.parametrize(
    "imports",
    [
        "from net.nodes import Node\n",
        "from net.nodes import SIZE\n",
        "from net.nodes import run\n",
        "from net.nodes import *\nfrom net.inner import Node\n",
        "from net.nodes import Node, os\n",
        "import net\nimport net.inner.parts\nfrom net.nodes import Node\n",
        "from net.inner import parts, Node\n",
        "try:\n    from net import nodes, inner\n    from net.nodes import Node as N\nfinally: ...\n",
    ],
)
@pytest.mark.parametrize("root", ["", "copy", "net-2"])
def test_a_package_of_another_name_is_what_an_import_fits(imports: str, root: str) -> None:
    inside = {
        "train.py": imports,
        "nodes.py": "import os\n" + NODES,
        "inner/__init__.py": NODES,
        "inner/parts.py": "",
    }
    files = {f"{root}/{path}".lstrip("/"): text for path, text in inside.items()}
    found = called(files, root if root == "copy" else "")
    assert found == CalledPackages({"net": root}, frozenset())
    nodes = f"{root}/nodes.py".lstrip("/")
    assert Layout(files, called=found.folders).find("elsewhere.py", "net.nodes") == nodes


@pytest.mark.parametrize(
    "files",
    [
        {"train.py": "from net.nodes import Node\nfrom net.absent import other\n"},
        {"train.py": "from net.nodes import Node, absent\n"},
        {"train.py": "from net.nodes import Node\nfrom net import absent\n"},
        {"train.py": "from net.nodes import *\nimport net.nodes\n"},  # as much may be installed
        {"train.py": "from net.nodes import Node\n", "2nd/nodes.py": NODES},
    ],
)
def test_what_an_import_means_may_stay_unknown(files: dict[str, str]) -> None:
    found = called({"nodes.py": NODES, "other.py": "absent = 1\n", **files})
    assert not found.folders
    assert "nodes.py" in found.asked_for
    assert "other.py" not in found.asked_for


@pytest.mark.parametrize(
    "files",
    [
        {"train.py": "from numpy.nodes import Node\n"},
        {"train.py": "from .net.nodes import Node\n"},
        {"train.py": "from net.nodes import Node\n", "net.py": ""},
        {"train.py": "from net.nodes import Node\n", "net/nodes.py": ""},
        {"train.py": "from net.nodes import Nobody\n"},
        {"train.py": "from net import nodes\nfrom net.absent import other\n"},
        {"train.py": "from net.nodes import *\nfrom net import absent\n"},
        {"nodes.py": "from net.nodes import Node\n" + NODES},
    ],
)
def test_an_import_may_not_mean_a_file(files: dict[str, str]) -> None:
    assert called({"nodes.py": NODES, **files}) == CalledPackages({}, frozenset())
