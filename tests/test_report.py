"""The page: complete, harmless whatever it quotes, and readable in a real browser."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import browser
import pytest
from commands import PRINTING, tflint, write
from environments import UnavailableError

from tflint.files import Source
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Reason, Span, Subject
from tflint.linting.linter import Report
from tflint.report.html import page
from tflint.report.html.code import excerpt
from tflint.report.links import PROJECT

COST = {
    "trace_ms": 616.7,
    "graph_call_ms": 0.713,
    "trace_over_call": 865.0,
    "graph_spread": [0.6316, 6.455],
    "eager_call_ms": 12.4724,
    "eager_over_graph": 17.5,
    "eager_spread": [2.9801, 31.5671],
    "pays_after_calls": 53,
    "graph_nodes": 108,
}
SCALAR = {"dtype": "float32", "shape": [], "values": [0.3125]}
EVIDENCE: dict[str, Any] = {
    "reason": "lines written per call: eagerly 1, 1, 1; as a graph 1, 0, 0",
    "inputs": {"from": "call site", "description": "step(x=float32[2])"},
    "eager": [
        {"ms": 1.5, "hits": 1, "traces": 0, "value": SCALAR,
         "stdout": {"count": 7, "lines": ["calculating"]}},
    ] * 3,
    "graph": [
        {"ms": 308.7, "hits": 1, "traces": 1, "value": SCALAR,
         "stdout": {"count": 1, "lines": ["calculating"]}},
        {"ms": 0.7, "hits": 0, "traces": 0, "value": SCALAR},
        {"ms": 0.7, "hits": 0, "traces": 0,
         "error": {"type": "ValueError", "message": "too late", "phase": "run"}},
    ],
    "cost": COST,
}  # fmt: skip
STEP = FunctionRef("a.py", "step", 4)
FINDING = Finding(
    path="a.py",
    span=Span(5, 5, 5, 13),
    code="TFL301",
    name="print",
    message="`print` runs once per trace",
    harm=Harm.SILENT,
    chain=(Reason("a.py", 3, "`step` is a `tf.function`"),),
    help="Use `tf.print`.",
    subject=Subject(EntryKind.TF_FUNCTION, STEP, STEP),
)


def shown(*findings: Finding, text: str = PRINTING, path: str = "a.py") -> str:
    return page(Report(list(findings), {path: Source(path, text)}, files=3))


def words(document: str) -> str:
    """What the page says, without its markup."""
    body = re.sub(r"<(style|script)>.*?</\1>", "", document, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


class TestContent:
    def test_a_finding_with_its_proof(self) -> None:
        said = words(shown(FINDING.with_verdict("confirmed", EVIDENCE)))
        for part in (
            "1 finding in 3 files.",
            "TFL301 print runs once per trace",
            "4 def f(x): 5 print(x) 6 return x",
            "In a graph because a.py:3 step is a tf.function",
            "Help Use tf.print .",
            "lines written per call: eagerly 1, 1, 1; as a graph 1, 0, 0",
            "step(x=float32[2]) (from: call site)",
            "1.5 ms writes calculating and 6 more returns 0.3125 (float32)",
            "traced 309 ms",
            "writes nothing returns 0.3125 (float32)",
            "raises ValueError: too late",
            "The trace has paid for itself after 53 calls.",
        ):
            assert part in said, part

    def test_the_flagged_span_is_marked(self) -> None:
        assert "<mark>print(x)</mark>" in shown(FINDING)

    def test_counts_by_verdict_and_rule(self) -> None:
        other = replace(FINDING, code="TFL101", name="python-value-argument")
        settled = [FINDING.with_verdict(v, {}) for v in ("confirmed", "refuted", "confirmed")]
        said = words(shown(*settled, other.with_verdict("inconclusive", {})))
        assert "confirmed 2 inconclusive 1 refuted 1" in said
        assert "TFL101 python-value-argument 0 1 0 1 TFL301 print 2 0 1 3" in said

    def test_calls_that_did_the_same_share_a_row(self) -> None:
        evidence = {**EVIDENCE, "graph": [*EVIDENCE["graph"][:2], EVIDENCE["graph"][1]]}
        document = shown(FINDING.with_verdict("confirmed", evidence))
        assert '<th scope="row">2 to 3</th>' in document

    def test_eager_code_has_one_side(self) -> None:
        eager = replace(FINDING, subject=Subject(EntryKind.EAGER, STEP, STEP))
        said = words(shown(eager.with_verdict("confirmed", EVIDENCE)))
        assert "As written" in said
        assert "Because a.py:3" in said

    def test_without_confirm(self) -> None:
        said = words(shown(FINDING))
        assert "tflint --confirm" in said
        assert "not run" not in said

    def test_what_it_is_about(self, tmp_path: Path) -> None:
        write(tmp_path / "the_project", {"a.py": PRINTING, "pyproject.toml": ""})
        tflint("a.py", "--report", "out.html", cwd=tmp_path / "the_project")
        said = words((tmp_path / "the_project" / "out.html").read_text())
        assert f"project {tmp_path / 'the_project'} command tflint a.py --report out.html" in said
        assert re.search(r"date 20\d\d-\d\d-\d\d \d\d:\d\d [+-]\d{4} ", said)
        assert "interpreter" not in said

    def test_what_is_too_close_to_tell_has_no_break_even(self) -> None:
        caption = "When the trace has paid for itself"
        for cost, has_chart in ((COST, True), ({**COST, "too_close": True}, False)):
            document = shown(FINDING.with_verdict("confirmed", {**EVIDENCE, "cost": cost}))
            assert (caption in document) is has_chart

    def test_nothing_found(self) -> None:
        assert "No findings in 3 files." in words(shown())

    def test_verdicts_of_an_earlier_run_say_so(self) -> None:
        said = words(shown(FINDING.with_verdict("confirmed", {**EVIDENCE, "cached": True})))
        assert "1 of the verdicts is from an earlier run" in said

    def test_errors_of_the_run(self) -> None:
        assert "b.py: cannot be read" in words(page(Report(errors=["b.py: cannot be read"])))

    @pytest.mark.parametrize(
        "evidence",
        [
            {},
            {"eager": None, "graph": 3, "cost": "x", "functions": {}, "slower": []},
            {"eager": [None, 1, {}], "graph": [{"error": "x", "stdout": 1, "value": {}}]},
            {"cost": dict.fromkeys(COST, float("nan"))},
            {"cost": dict.fromkeys(COST, 0)},
            {"cost": dict.fromkeys(COST, 5e-324)},
            {"cost": {"trace_ms": 1e300, "graph_call_ms": 1e-9, "eager_call_ms": 1e-9}},
            {"cost": {**COST, "eager_spread": ["x", 2], "graph_spread": [9, 1]}},
            {"functions": [None, {"retrace_ms": 1, "tensor_ms": True}]},
        ],
    )
    def test_evidence_of_any_shape(self, evidence: dict[str, Any]) -> None:
        assert "TFL301" in shown(FINDING.with_verdict("confirmed", evidence))


class TestCharts:
    def svgs(self, **evidence: Any) -> list[ElementTree.Element]:
        document = shown(FINDING.with_verdict("confirmed", evidence))
        return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", document)]

    def test_every_chart_says_what_it_shows(self) -> None:
        functions = [{"retrace_ms": 36.5, "tensor_ms": 1.55, "traces": 12, "calls": 12}]
        slower = {"method": "predict", "ms": 298.6, "others": {"model(x)": 8.9}}
        svgs = self.svgs(cost=COST, functions=functions, slower=slower)
        assert len(svgs) == 5
        names: set[str] = set()
        for svg in svgs:
            assert svg.attrib["role"] == "img"
            title, description = svg.attrib["aria-labelledby"].split()
            assert [svg[0].attrib["id"], svg[1].attrib["id"]] == [title, description]
            assert svg[0].text and svg[1].text
            names |= {title, description}
        assert len(names) == 10
        told = " ".join(str(svg[0].text) + str(svg[1].text) for svg in svgs)
        for part in ("one trace 617 ms", "53 calls", "Traced 12 times", "predict 299 ms"):
            assert part in told

    def test_a_trace_that_never_pays(self) -> None:
        slow = {"trace_ms": 300.0, "graph_call_ms": 2.0, "eager_call_ms": 0.1}
        told = [str(svg[1].text) for svg in self.svgs(cost=slow)]
        assert any("never pays for itself" in text for text in told)

    def test_nothing_leaves_the_picture(self) -> None:
        for svg in self.svgs(cost=COST):
            width, height = map(float, svg.attrib["viewBox"].split()[2:])
            for element in svg.iter():
                for name in ("x", "x1", "x2", "cx"):
                    assert 0 <= float(element.get(name, 0)) <= width
                for name in ("y", "y1", "y2", "cy"):
                    assert 0 <= float(element.get(name, 0)) <= height


class TestExcerpt:
    def test_lines_around_and_the_span(self) -> None:
        source = Source("a.py", "1\n2\n3\n\tf(x)  # y\n5\n6\n7\n")
        lines = excerpt(source, Span(4, 2, 4, 6))
        assert [line.number for line in lines] == [2, 3, 4, 5, 6]
        assert (lines[2].before, lines[2].marked, lines[2].after) == ("    ", "f(x)", "  # y")

    def test_a_long_line_is_cut_around_the_span(self) -> None:
        (line,) = excerpt(Source("a.py", "a" * 9000 + "f(x)" + "b" * 9000), Span(1, 9001, 1, 9005))
        assert line.marked == "f(x)"
        assert len(line.before + line.after) < 300

    @pytest.mark.parametrize("span", [Span(9, 1, 9, 2), Span(1, 500, 3, 2), Span(2, 1, 1, 1)])
    def test_places_outside_the_file_do_no_harm(self, span: Span) -> None:
        excerpt(Source("a.py", "x\ny"), span)


class TestCommandLine:
    def test_the_page_comes_besides_the_report(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        done = tflint("a.py", "--report", "out.html", cwd=tmp_path)
        assert done.returncode == 1
        assert "TFL301" in done.stdout
        assert "TFL301" in words((tmp_path / "out.html").read_text())

    @pytest.mark.parametrize("target", [".", "no/such/folder.html", "a.py/out.html", "/dev/full"])
    def test_a_path_that_cannot_be_written(self, target: str, tmp_path: Path) -> None:
        write(tmp_path, {"a.py": PRINTING})
        done = tflint("a.py", "--report", target, cwd=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert f"{target}: cannot be written: " in done.stderr


ATTACKS = (
    "</code></pre></style></script></title></textarea><script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "<svg onload=document.title='taken'>",
    "\"'><iframe src=javascript:parent.document.title='taken'></iframe>",
    "--><!--<a href='javascript:document.title=1'>{{ 7 * 7 }}{% raw %}",
    "\x00\x1b[2J\x08\x85\u2028\u202eevil\u2066\ud800\ufeff",
)


def hostile(url: str) -> tuple[Finding, str]:
    """A finding every part of which attacks the page, and the text of its file."""
    evil = " ".join(ATTACKS)
    loads = f"<img src={url}/i><link rel=stylesheet href={url}/c><script src={url}/s></script>"
    evil += f"{loads}<style>@import '{url}/f'; body {{ display: none }}</style>"
    call = {
        "ms": 1.0, "traces": 1, "value": evil, "note": evil,
        "stdout": {"count": 1, "lines": [evil]}, "stderr": {"count": 1, "lines": [evil]},
    }  # fmt: skip
    raised = {"ms": 1.0, "traces": 0, "error": {"type": evil, "message": evil, "phase": "run"}}
    evidence = {
        "reason": evil,
        "inputs": {"from": evil, "description": evil},
        "eager": [call, {"value": {"object": evil}}],
        "graph": [raised, {"value": {"dict": {evil: evil}}}],
        "cost": COST,
        "functions": [{"site": evil, "retrace_ms": 9.0, "tensor_ms": 1.0}],
        "slower": {"method": evil, "ms": 9.0, "others": {evil: 1.0}},
    }
    finding = replace(
        FINDING,
        path=evil,
        message=evil,
        help=evil,
        chain=(Reason(evil, 1, evil),),
        span=Span(1, 1, 1, 40),
        information=evil,
    )
    return finding.with_verdict("confirmed", evidence), evil


class Elements(HTMLParser):
    """Every element of a document with its attributes."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


class TestHostileText:
    def test_it_stays_text(self) -> None:
        finding, text = hostile("http://127.0.0.1:9")
        document = shown(finding, text=text, path=finding.path)
        elements = Elements(document).found
        tags = [tag for tag, _ in elements]
        assert tags.count("script") == tags.count("style") == 1
        assert not {"img", "iframe", "link", "object", "base"} & set(tags)
        for _, attributes in elements:
            assert not [name for name in attributes if name.startswith("on")]
            assert (attributes.get("href") or "#").startswith(("#", f"{PROJECT}/"))
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\u2066\ufeff]", document)
        document.encode()

    def test_the_policy_names_what_the_page_brings_and_nothing_else(self) -> None:
        content = next(
            str(attributes["content"])
            for _, attributes in Elements(shown(FINDING)).found
            if attributes.get("http-equiv") == "Content-Security-Policy"
        )
        assert content.startswith("default-src 'none'; ")
        assert "unsafe" not in content and "http" not in content

    def test_nothing_is_fetched(self) -> None:
        document = shown(FINDING.with_verdict("confirmed", EVIDENCE))
        beside_links = document.replace(f'<a href="{PROJECT}/', "")  # followed by readers only
        assert not re.search(r"https?:|\bsrc=|url\(|@import", beside_links)


@pytest.mark.slow
class TestBrowser:
    @pytest.fixture
    def chromium(self) -> str:
        try:
            return browser.chromium()
        except UnavailableError as reason:
            pytest.skip(str(reason))

    @pytest.fixture
    def asked(self) -> Any:
        """A server's address, and the paths that anyone asked it for."""
        paths: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                paths.append(self.path)
                found = pages.get(self.path)
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(found or b"")

            def log_message(self, *_: object) -> None:
                pass

        pages: dict[str, bytes] = {}
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", paths, pages
        server.shutdown()

    def test_both_sides_are_seen_in_a_narrow_window(self, chromium: str, tmp_path: Path) -> None:
        target = tmp_path / "page.html"
        target.write_text(shown(FINDING.with_verdict("confirmed", EVIDENCE)), encoding="utf-8")
        with browser.Page(chromium, tmp_path / "profile") as page:
            for width in (1280, 400):
                for scheme in ("light", "dark"):
                    page.show(target.as_uri(), width, scheme)
                    assert page.value("document.documentElement.scrollWidth") <= width
                    assert page.value("document.querySelectorAll('.calls thead th').length") == 3
                    last = "document.querySelector('.calls thead th:last-child')"
                    assert page.value(f"{last}.getBoundingClientRect().right") <= width
                    ink, paper = (
                        page.value(f"getComputedStyle(document.body).{name}")
                        for name in ("color", "backgroundColor")
                    )
                    assert ink != paper
                    assert (paper > "rgb(2") == (scheme == "light")

    def test_findings_are_seen_and_the_filter_works(self, chromium: str, tmp_path: Path) -> None:
        other = replace(FINDING, code="TFL101", name="python-value-argument")
        target = tmp_path / "out.html"
        found = [FINDING.with_verdict("confirmed", EVIDENCE), other.with_verdict("refuted", {})]
        target.write_text(shown(*found), encoding="utf-8")
        document = browser.rendered(chromium, target.as_uri(), tmp_path / "profile")
        assert '<form id="filter" class="panel">' in document  # the script unhides it
        assert "2 of 2 shown" in words(document)
        assert document.count("<article") == 2
        assert not re.search(r"<article[^>]*\bhidden", document)
        assert "<mark>print(x)</mark>" in document
        assert document.count("<svg") == 3

    def test_a_hostile_finding_runs_and_fetches_nothing(
        self, chromium: str, tmp_path: Path, asked: Any
    ) -> None:
        url, paths, pages = asked
        finding, text = hostile(url)
        document = shown(finding, text=text, path=finding.path)
        pages["/page"] = document.encode()
        seen = browser.rendered(chromium, f"{url}/page", tmp_path / "profile")
        assert "<title>tflint report</title>" in seen
        assert "document.title='taken'" in words(seen)  # told, not done
        assert "1 of 1 shown" in words(seen)
        assert paths == ["/page"] or paths == ["/page", "/favicon.ico"]

    def test_the_policy_holds_where_escaping_would_not(
        self, chromium: str, tmp_path: Path, asked: Any
    ) -> None:
        url, paths, pages = asked
        injected = (
            "<script>document.title = 'taken'</script><body onload=\"document.title = 'taken'\">"
            f"<img src={url}/i><link rel=stylesheet href={url}/c><script src={url}/s></script>"
        )
        pages["/page"] = shown(FINDING).replace("</header>", f"{injected}</header>").encode()
        seen = browser.rendered(chromium, f"{url}/page", tmp_path / "profile")
        assert "<title>tflint report</title>" in seen
        assert not set(paths) - {"/page", "/favicon.ico"}


def test_a_machine_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(UnavailableError, match="no chromium or "):
        browser.chromium()
