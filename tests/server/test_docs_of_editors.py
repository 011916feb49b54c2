"""What docs/editors.md says is so."""

from __future__ import annotations

import json
import re

from environments import ROOT

from tflint.linting.settings import FRAMEWORKS

PAGE = (ROOT / "docs" / "editors.md").read_text()


def test_the_page_tells_every_setting() -> None:
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    names = package["contributes"]["configuration"]["properties"]
    keys = {name.removeprefix("tflint.") for name in names} - {"command"}
    assert {f"{framework}Python" for framework in FRAMEWORKS} <= keys
    table = PAGE.partition("| setting | meaning |")[2].partition("\n\n")[0]
    told: set[str] = set()
    for row in table.split("\n")[2:]:
        told.update(re.findall(r"`(\w+)`", row.split("|")[1]))
    assert told == keys
