"""Which rules run. Where Ruff has an answer, it is the same one."""

from __future__ import annotations

import pytest

from tflint.linting.codes import catalogue
from tflint.linting.selection import Layer, Listed, UnknownSelectorError, check_selector, enabled

RULES = {
    code: Listed(code, default=code not in ("TFL002", "TFL506"), always=code in ("TFL001",))
    for code in ("TFL001", "TFL002", "TFL101", "TFL301", "TFL302", "TFL506")
}
RULES["TFL002"] = Listed("TFL002", default=False, preview=False)
DEFAULT = "001 101 301 302"


def layer(select: str | None = None, ignore: str = "", extend: str = "") -> Layer:
    return Layer(
        None if select is None else tuple(select.split()),
        tuple(ignore.split()),
        tuple(extend.split()),
    )


def on(*layers: Layer, preview: bool = False) -> str:
    return " ".join(sorted(c.removeprefix("TFL") for c in enabled(RULES, layers, preview=preview)))


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([], DEFAULT),
        ([layer()], DEFAULT),
        ([layer("TFL3")], "001 301 302"),
        ([layer("TFL301")], "001 301"),
        ([layer("TFL3", ignore="TFL301")], "001 302"),
        ([layer("TFL301", ignore="TFL3")], "001 301"),
        ([layer("TFL301", ignore="TFL301")], "001"),
        ([layer(ignore="TFL3")], "001 101"),
        ([layer(ignore="TFL3", extend="TFL301")], "001 101 301"),
        ([layer(ignore="TFL301", extend="TFL3")], "001 101 302"),
        ([layer(ignore="ALL", extend="TFL101")], "101"),
        ([layer("ALL")], "001 002 101 301 302 506"),
        ([layer("ALL", ignore="TFL5")], "001 002 101 301 302"),
        ([layer("TFL")], DEFAULT),
        ([layer("TFL5")], "001"),
        ([layer("TFL506")], "001 506"),
        ([layer(extend="TFL506")], DEFAULT + " 506"),
        ([layer("")], "001"),
        ([layer("TFL3", ignore="TFL0")], "301 302"),
        ([layer("TFL1"), layer("TFL3")], "001 301 302"),
        ([layer("TFL3", ignore="TFL301"), layer("TFL3")], "001 301 302"),
        ([layer("TFL3"), layer(ignore="TFL301")], "001 302"),
        ([layer("TFL3"), layer(extend="TFL1")], "001 101 301 302"),
        ([layer(ignore="TFL301"), layer(extend="TFL3")], DEFAULT),
    ],
)
def test_the_longer_prefix_wins_and_the_later_layer(layers: list[Layer], expected: str) -> None:
    assert on(*layers) == expected


def test_preview_runs_opt_in_rules_but_judges_no_comments() -> None:
    assert on(preview=True) == DEFAULT + " 506"
    assert on(layer("TFL5"), preview=True) == "001 506"
    assert on(layer(ignore="TFL5"), preview=True) == DEFAULT


@pytest.mark.parametrize("selector", ["TFL", "TFL3", "TFL30", "TFL301", "ALL"])
def test_selectors_are_beginnings_of_codes(selector: str) -> None:
    assert check_selector(selector, RULES) == selector
    assert check_selector(selector.lower(), RULES) == selector


@pytest.mark.parametrize("selector", ["", "T", "TF", "E501", "TFL4", "TFL3011", "print", "TFL 301"])
def test_what_begins_no_code_is_no_selector(selector: str) -> None:
    with pytest.raises(UnknownSelectorError):
        check_selector(selector, RULES)


def test_the_real_rules_are_listed() -> None:
    assert {"TFL001", "TFL002", "TFL003"} <= catalogue().keys()
    always = [code for code, rule in catalogue().items() if rule.always]
    assert always == ["TFL001", "TFL003", "TFL004"]
    assert list(catalogue()) == sorted(catalogue())
