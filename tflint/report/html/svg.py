"""A drawing, element by element: numbers rounded, text escaped, title and description first."""

from __future__ import annotations

from xml.etree import ElementTree

from tflint.report.plain import printable


class Drawing:
    """An SVG for an HTML page. Looks are the style sheet's business: elements only have classes.

    Args:
        name: an identifier that no other drawing on the page has.
        title: what the drawing is, for those who do not see it.
        description: what it shows, in words.
    """

    def __init__(
        self, width: float, height: float, name: str, title: str, description: str
    ) -> None:
        self._svg = ElementTree.Element(
            "svg",
            {
                "viewBox": f"0 0 {_number(width)} {_number(height)}",
                "role": "img",
                "aria-labelledby": f"{name}-title {name}-desc",
            },
        )
        for tag, text in (("title", title), ("desc", description)):
            self._add(tag, {"id": f"{name}-{tag}"}, text)

    def line(self, x1: float, y1: float, x2: float, y2: float, looks: str) -> None:
        """A straight line."""
        places = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        self._add("line", {"class": looks, **_numbers(places)})

    def rect(self, x: float, y: float, width: float, height: float, looks: str) -> None:
        """A rectangle."""
        places = {"x": x, "y": y, "width": width, "height": height, "rx": 2}
        self._add("rect", {"class": looks, **_numbers(places)})

    def circle(self, x: float, y: float, radius: float, looks: str) -> None:
        """A circle."""
        self._add("circle", {"class": looks, **_numbers({"cx": x, "cy": y, "r": radius})})

    def text(self, x: float, y: float, text: str, looks: str, anchor: str = "start") -> None:
        """Text on a base line."""
        places = _numbers({"x": x, "y": y})
        self._add("text", {"class": looks, "text-anchor": anchor, **places}, text)

    def markup(self) -> str:
        """The drawing as markup."""
        return ElementTree.tostring(self._svg, encoding="unicode")

    def _add(self, tag: str, attributes: dict[str, str], text: str | None = None) -> None:
        element = ElementTree.SubElement(self._svg, tag, attributes)
        if text is not None:
            element.text = printable(text)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _numbers(values: dict[str, float]) -> dict[str, str]:
    return {name: _number(value) for name, value in values.items()}
