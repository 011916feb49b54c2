"""What imports by a bare name mean that nothing else leads to."""

from __future__ import annotations

import pytest

from tflint.files.imports import ImportTexts
from tflint.files.layout import Layout
from tflint.files.lone_modules import lone_modules

LAYERS = "import os\nclass Dense: ...\nSIZE = 1\n"
NET = {"modules/Layers.py": LAYERS, "modules/net/__init__.py": "", "modules/net/part.py": LAYERS}
LEADS = {"scripts/run.py": {"Layers": "modules"}}
LEADS_TO_NET = {"scripts/run.py": {"net": "modules"}}


def lone(files: dict[str, str]) -> dict[str, dict[str, str]]:
    return lone_modules(files, ImportTexts(files), Layout(files, [""]))


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("from Layers import Dense", LEADS),
        ("from Layers import Dense, os", LEADS),
        ("from Layers import *\nx = Dense()", LEADS),
        ("import Layers\nx = Layers.Dense()", LEADS),
        ("import Layers as L\nx = L.Dense()", LEADS),
        ("if x:\n    from Layers import Dense", LEADS),
        ("from net.part import Dense", LEADS_TO_NET),
        ("from net import part\npart.Dense()", LEADS_TO_NET),
        ("import net.part\nnet.part.Dense()", LEADS_TO_NET),
        ("import net.part as p\np.SIZE", LEADS_TO_NET),
        # What fits may be installed as well, where nothing of it is made here, or not all.
        ("from Layers import os", {}),
        ("from Layers import *\nx = Other()", {}),
        ("from Layers import Dense, Other", {}),
        ("from Layers import Dense\nfrom Layers.deep import Dense", {}),
        ("import Layers", {}),
        ("import Layers\nx = Layers.Dense(), Layers.other()", {}),
        ("from .Layers import Dense", {}),
    ],
)
def test_the_one_module_of_a_name(run: str, expected: dict[str, dict[str, str]]) -> None:
    texts = {"scripts/run.py": run, **NET}
    assert lone(texts) == expected
    assert lone(dict(reversed(texts.items()))) == expected


@pytest.mark.parametrize(
    "others",
    [
        {"other/Layers.py": LAYERS},
        {"other/Layers/part.py": ""},
        {"other/Layers/__init__.py": ""},
        {"scripts/other.py": "from Layers import Absent"},
    ],
)
def test_what_may_be_another_is_not_known(others: dict[str, str]) -> None:
    assert lone({"scripts/run.py": "from Layers import Dense", **NET, **others}) == {}


def test_who_finds_a_module_otherwise_does_not_count() -> None:
    files = {"scripts/run.py": "from Layers import Dense", "modules/x.py": "from Layers import A"}
    assert lone({**NET, **files}) == LEADS


@pytest.mark.parametrize("name", ["logging", "keras", "numpy"])
def test_what_is_installed_is_meant(name: str) -> None:
    files = {"scripts/run.py": f"from {name} import Dense", f"modules/{name}.py": LAYERS}
    assert lone(files) == {}


@pytest.mark.parametrize(("parts", "is_read"), [(7, True), (8, False)])
def test_the_parts_of_a_name(parts: int, is_read: bool) -> None:
    module = ".".join(["net", *"abcdefg"[: parts - 1]])
    texts = {
        "scripts/run.py": f"import {module}\n{module}.Dense()",
        f"modules/{module.replace('.', '/')}.py": LAYERS,
    }
    assert lone(texts) == (LEADS_TO_NET if is_read else {})
