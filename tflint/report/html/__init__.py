"""One self-contained page with the findings, their proofs and what they cost.

It needs no network and, but for its filter, no script. What it quotes (code, messages, whatever an
experiment wrote) is data: every piece is escaped and freed of control characters, and the page's
own policy lets nothing run or load that is not part of this package.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tflint.report.plain import printable
from tflint.version import __version__

if TYPE_CHECKING:
    from tflint.linting.linter import Report


def page(report: Report) -> str:
    """The page as HTML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from tflint.report.html.page import Page

    def shown(value: Any) -> Any:
        return value if isinstance(value, Markup) else printable(str(value))

    def prose(text: str) -> Markup:
        """Text with its `code` set as code."""
        parts = printable(text).split("`")
        if len(parts) % 2 == 0:
            return Markup("{}").format(printable(text))
        tags = (Markup("<code>{}</code>") if n % 2 else Markup("{}") for n in range(len(parts)))
        return Markup("").join(tag.format(part) for tag, part in zip(tags, parts, strict=True))

    environment = Environment(
        loader=PackageLoader(__name__, "assets"),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["prose"] = prose
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template("page.html.jinja").render(
        page=Page(report),
        version=__version__,
        policy=policy,
        style=Markup(style),
        script=Markup(script),
    )


def write(report: Report, path: str) -> None:
    """Write the page.

    Raises:
        OSError: the file cannot be written.
    """
    text = page(report)
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _asset(name: str) -> str:
    return (files(__name__) / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """As a policy names an inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
