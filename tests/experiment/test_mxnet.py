"""Claims about Gluon blocks, proven and cleared by MXNet itself."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from environments import ROOT
from helpers import Settle, make_finding

from tflint.claims import Frozen
from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import EntryKind, Finding
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

LEGACY = "import random\nimport mxnet as mx\nfrom mxnet.gluon import nn\n"
NUMPY = LEGACY + "from mxnet import np, npx\nnpx.set_np()\n"
SEEDED = "draws that each start from one seed"

# Name: (head, code, program, verdict, reason)
BROADCASTS = """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                a = x - F.max(x, axis=1, keepdims=True){}
                b = x / F.sum(x, axis=1, keepdims=True){}
                return a + b
        net = Net()
        net(mx.nd.ones((2, 3)))
        net.hybridize()
        net(mx.nd.ones((2, 3)))
        """
CASES = {
    "the first of two operators without broadcasting": (
        LEGACY,
        "TFL810",
        BROADCASTS.format("  # here", ""),
        "confirmed",
        "minus0",
    ),
    "the second of two operators, of which the first raises": (
        LEGACY,
        "TFL810",
        BROADCASTS.format("", "  # here"),
        "inconclusive",
        "for another line",
    ),
    "a local function": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                def scale(v):
                    print("scale", v)  # here
                    return v * 2
                return scale(x)
        net = Net()
        net.hybridize()
        net(mx.nd.ones((2, 3)))
        """,
        "confirmed",
        "as a graph 1, 0, 0, 0",
    ),
    "what runs only while a program records": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self):
                super().__init__()
                self.calls = 0
            def hybrid_forward(self, F, x):
                if mx.autograd.is_recording():
                    self.calls += 1  # here
                return x * 2
        net = Net()
        net.hybridize()
        x = mx.nd.ones((2, 3))
        x.attach_grad()
        for i in range(3):
            with mx.autograd.record():
                y = net(x)
            y.backward()
        """,
        "confirmed",
        "self.calls",
    ),
    "a block that is hybridized no more": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                print("step")  # here
                return x * 2
        net = Net()
        net.hybridize()
        net.hybridize(active=False)
        net(mx.nd.ones((2, 3)))
        net(mx.nd.ones((2, 3)))
        """,
        "inconclusive",
        "runs no graphs, by hybridize(active=False)",
    ),
    "a block that is not hybridized yet at its first call": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                print("step")  # here
                return x * 2
        net = Net()
        net.hybridize(active=False)
        net(mx.nd.ones((2, 3)))
        net.hybridize()
        net(mx.nd.ones((2, 3)))
        """,
        "confirmed",
        "as a graph 1, 0, 0, 0",
    ),
    SEEDED: (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x * random.random()  # here
        net = Net()
        net.hybridize()
        for i in range(5):
            random.seed(4)
            net(mx.nd.ones((2, 3)))
        """,
        "refuted",
        "at each of 5 calls by the program",
    ),
    "an item of NumPy's symbols": (
        NUMPY,
        "TFL803",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, a, b):
                a[:] = b  # here
                return a * 2
        net = Net()
        net.hybridize()
        net(np.ones((2, 3)), np.zeros((2, 3)))
        """,
        "confirmed",
        "the graph raises NotImplementedError",
    ),
    "a print": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.hidden = nn.Dense(4)
            def hybrid_forward(self, F, x):
                print("F is", F)  # here
                return F.relu(self.hidden(x))
        net = Net()
        net.initialize()
        net.hybridize()
        for _ in range(1000):
            net(mx.nd.ones((2, 3)))
        """,
        "confirmed",
        "as a graph 1, 0, 0, 0",
    ),
    "an attribute, nobody calls": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, units, **kwargs):
                super().__init__(**kwargs)
                self.dense = nn.Dense(units)
                self.calls = 0
            def hybrid_forward(self, F, x):
                self.calls += 1  # here
                return self.dense(x)
        """,
        "confirmed",
        "calls: eagerly",
    ),
    "randomness": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x * random.random()  # here
        """,
        "confirmed",
        "every time",
    ),
    "asnumpy": (
        LEGACY,
        "TFL802",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x * x.asnumpy().sum()  # here
        """,
        "confirmed",
        "asnumpy",
    ),
    "in place": (
        LEGACY,
        "TFL803",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x, y):
                x += y  # here
                return x
        """,
        "confirmed",
        "__iadd__",
    ),
    "a new array": (
        LEGACY,
        "TFL803",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x, y):
                x = x + y  # here
                return x
        """,
        "refuted",
        "",
    ),
    "parameters are the block's own": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.weight = self.params.get("weight", shape=(3,), init="ones")
            def hybrid_forward(self, F, x, weight):
                print("weight")  # here
                return x * weight
        net = Net()
        net.initialize()
        net(mx.nd.ones((3,)))
        """,
        "confirmed",
        "",
    ),
    "a number, in the NumPy interface": (
        NUMPY,
        "TFL802",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x * float(x.sum())  # here
        """,
        "confirmed",
        "",
    ),
    "an index, in the NumPy interface": (
        NUMPY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x[0]  # here
        """,
        "refuted",
        "",
    ),
    "an index": (
        LEGACY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x[0]  # here
        """,
        "confirmed",
        "returns",
    ),
    "a Python argument left at its default": (
        LEGACY,
        "TFL804",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x, flip=False, *rest):
                if flip:  # here
                    x = -x
                return x * 2
        net = Net()
        net(mx.nd.ones((3,)))
        """,
        "refuted",
        "",
    ),
    "a dict that only the block around sees": (
        LEGACY,
        "TFL808",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return {"score": x * 2}  # here
        class Outer(nn.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.inner = Net()
            def hybrid_forward(self, F, x):
                return self.inner(x)["score"]
        net = Outer()
        net(mx.nd.ones((3,)))
        """,
        "refuted",
        "",
    ),
    "a dict that the program hybridizes alone": (
        LEGACY,
        "TFL808",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return {"score": x * 2}  # here
        class Outer(nn.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.inner = Net()
            def hybrid_forward(self, F, x):
                return self.inner(x)["score"]
        net = Outer()
        net.inner.hybridize()
        net(mx.nd.ones((3,)))
        """,
        "confirmed",
        "score",
    ),
    "the state of a block inside": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                self.calls = 0
            def hybrid_forward(self, F, x):
                self.calls += 1  # here
                return x * 2
        net = nn.HybridSequential()
        net.add(Net())
        net(mx.nd.ones((3,)))
        """,
        "confirmed",
        "calls: eagerly",
    ),
    "a line after the one that raises": (
        LEGACY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                size = x.shape[0]
                return x[0] * size  # here
        net = Net()
        net(mx.nd.ones((3,)))
        """,
        "inconclusive",
        "something else first",
    ),
    "a line before the one that raises": (
        LEGACY,
        "TFL805",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                y = F.relu(x)  # here
                return x * y.shape[0]
        net = Net()
        net(mx.nd.ones((3,)))
        """,
        "inconclusive",
        "something else first",
    ),
    "a line after many that raise": (
        LEGACY,
        "TFL807",
        """
        class Base(nn.HybridBlock):
            def half(self, x):
                return x * 0.5
        class Net(Base):
            def half(self, x):
                halves = super().half(x)
                return halves * halves.shape[0]
            def hybrid_forward(self, F, x, y):
                size, = x.shape[:1]
                if x.sum() > 0 and size > 1:
                    y += x
                y[0] = 5
                assert y.asnumpy().shape
                for _ in range(y.shape[0]):
                    x = self.half(x)
                return x[:, 0] * size  # here
        net = Net()
        net(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
        """,
        "confirmed",
        "with a stand-in for what raises AttributeError before it",
    ),
    "a loop whose body raises": (
        LEGACY,
        "TFL804",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                for part in F.split(x, num_outputs=2):  # here
                    if part.sum() > 0:
                        x = x + 1
                return x
        net = Net()
        net(mx.nd.ones((2, 2)))
        """,
        "inconclusive",
        "something else first",
    ),
    "no inputs fit": (
        LEGACY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x.reshape((9999999,))[0]  # here
        """,
        "inconclusive",
        "(MXNetError: NDArray.Reshape: Check failed",
    ),
    "as many numbers as an error asks for": (
        LEGACY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x.reshape((123457,))[0]  # here
        """,
        "confirmed",
        "as a graph",
    ),
    "shapes that errors speak of, one after the other": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, a, b, c, d, e, weight):
                a = a.reshape((16, 4, -1, 5, 5))
                loss = F.sum(F.abs(a - b), axis=1).reshape((16, -1, 5, 5)) * weight
                print("F is", F)  # here
                return loss
        """,
        "confirmed",
        "as a graph",
    ),
    "shapes and dtypes that only the documentation tells": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, beam_size, **kwargs):
                super().__init__(**kwargs)
                self._beam_size = beam_size
            def hybrid_forward(self, F, samples, lengths, outputs, alive, states):
                \"\"\"
                Parameters
                ----------
                samples : NDArray or Symbol
                    The samples so far. Shape (batch_size, beam_size, L)
                lengths : NDArray or Symbol
                    How long they are.
                outputs: NDArray or Symbol
                    Scores of the decoder.
                    Shape (batch_size * beam_size, V)
                alive : NDArray or Symbol
                    Shape (batch_size, beam_size)
                states : nested structure of NDArrays
                    They have shape (batch_size * beam_size, ...)
                \"\"\"
                outputs = outputs.reshape(shape=(-4, -1, self._beam_size, 0))
                chosen = F.argmax(outputs, axis=2).astype("int32")
                chosen = F.where(alive, chosen, -F.ones_like(alive))
                lengths = lengths + alive
                print("F is", F)  # here
                return F.concat(samples, chosen.expand_dims(2), dim=2), lengths, states
        """,
        "confirmed",
        "as a graph",
    ),
    "an object that the documentation tells the class of": (
        LEGACY,
        "TFL801",
        """
        class Base(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                raise NotImplementedError
        class Scaled(Base):
            def __init__(self, mode, factor, **kwargs):
                \"\"\"
                Parameters
                ----------
                mode : str
                    Options are 'sum' and 'mean'.
                factor : float
                    What to multiply with.
                \"\"\"
                super().__init__(**kwargs)
                if mode not in ("sum", "mean") or not isinstance(factor, float):
                    raise ValueError(mode)
                self.factor = factor
            def scaled(self, x):
                return x * self.factor
        class Net(nn.HybridBlock):
            \"\"\"
            Parameters
            ----------
            source : Scaled or Base
                Where it comes from.
            \"\"\"
            usual = Scaled
            def __init__(self, source, **kwargs):
                super().__init__(**kwargs)
                self.source = source
            def __call__(self, x, history, state=None):
                return super().__call__(x, history, state)
            def hybrid_forward(self, F, x, history, state=None):
                x = self.source.scaled(x)
                history = history.reshape((4, 2))
                x = F.concat(x, x, dim=0).reshape((8,))
                print("F is", F)  # here
                return x, history
        """,
        "confirmed",
        "as a graph",
    ),
    "an object that an example in the documentation makes": (
        LEGACY,
        "TFL801",
        """
        class Match:
            \"\"\"Matches.

            Example:
                match = Match([0.3, 0.7], values=[-1, 0, 1])
            \"\"\"
            def __init__(self, thresholds, values):
                if len(values) != len(thresholds) + 1:
                    raise ValueError(values)
                self.values = values
        class Net(nn.HybridBlock):
            def __init__(self, match: Match, **kwargs):
                super().__init__(**kwargs)
                self.match = match
            def hybrid_forward(self, F, x):
                print("F is", F)  # here
                return x * len(self.match.values)
        """,
        "confirmed",
        "as a graph",
    ),
    "an object for sizes that an error speaks of": (
        LEGACY,
        "TFL801",
        """
        class Net(nn.HybridBlock):
            def __init__(self, inputs, units, **kwargs):
                super().__init__(**kwargs)
                self.first = nn.Dense(units, in_units=inputs)
                self.second = nn.Dense(units * 5, in_units=units)
            def hybrid_forward(self, F, x):
                y = self.second(self.first(x))
                print("F is", F)  # here
                return F.concat(y, x, dim=0)
        """,
        "confirmed",
        "as a graph",
    ),
    "images of the sizes that the file names": (
        LEGACY,
        "TFL801",
        """
        class Tracker:
            def __init__(self, net, search_size=72, template_size=40, stride=8):
                self.net = net
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, template, search):
                template = F.Pooling(template, kernel=(5, 5), stride=(5, 5))
                search = F.Pooling(search, kernel=(9, 9), stride=(9, 9))
                print("F is", F)  # here
                return F.concat(template, search, dim=0)
        """,
        "confirmed",
        "as a graph",
    ),
    "a line that is fine after one that raises": (
        LEGACY,
        "TFL807",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                size = x.shape[0]
                return F.slice_axis(x, axis=0, begin=0, end=1) * size  # here
        net = Net()
        net(mx.nd.ones((3,)))
        """,
        "inconclusive",
        "something else first",
    ),
    "another pitfall on the same line": (
        LEGACY,
        "TFL805",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return mx.nd.relu(x) * x.asscalar()  # here
        net = Net()
        net(mx.nd.ones((1,)))
        """,
        "confirmed",
        "must have NDArray",
    ),
    "another pitfall first on the same line": (
        LEGACY,
        "TFL805",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x.asscalar() * F.relu(x)  # here
        net = Net()
        net(mx.nd.ones((1,)))
        """,
        "inconclusive",
        "something else first",
    ),
    "another result, with the line in arrays' branch only": (
        LEGACY,
        "TFL804",
        """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                if F is mx.nd:
                    if x.sum() > 0:  # here
                        x = x * 2
                return x
        net = Net()
        net(mx.nd.ones((3,)))
        """,
        "inconclusive",
        "as a graph the line was not reached",
    ),
}

LINES = {
    "a call with fewer arguments": ("added(x)", "confirmed", "ValueError"),
    "a call like the first": ("added(x, x * 2)", "refuted", ""),
}
"""Calls of a block in eager code. Name: (call, verdict, reason)."""
CALLING = """
class Added(nn.HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        return x * 2 if y is None else x + y

def main():
    x = mx.nd.ones((3,))
    added = Added()
    added.hybridize()
    added(x, x)
    {call}  # here

main()
"""
BLOCKS = {
    "a forward of its own": ("return mx.nd.relu(x)", "confirmed", "has no graph"),
    "a forward that hands on": ("return super().forward(x * 2)", "refuted", "a graph of"),
    "a forward that raises": ("raise NotImplementedError", "inconclusive", "NotImplementedError"),
}
"""Bodies of ``forward``. Name: (body, verdict, reason)."""
ALL: dict[str, tuple[str, ...]] = {**CASES, **LINES, **BLOCKS}
FORWARD = """
class Net(nn.HybridBlock):
    def forward(self, x):  # here
        {body}
    def hybrid_forward(self, F, x):
        return x * 2
net = Net()
net(mx.nd.ones((3,)))
"""


@pytest.fixture(scope="module")
def settled(settle_mxnet: Settle, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finding]:
    folder = tmp_path_factory.mktemp("blocks")
    findings = []
    for number, (name, (head, code, program, _, _)) in enumerate(CASES.items()):
        path: Path = folder / f"block{number}.py"
        path.write_text(head + textwrap.dedent(program))
        at, claims = ("random.random()", (Frozen(),)) if name == SEEDED else ("", None)
        made = make_finding(
            path, code, entry="Net.hybrid_forward", kind=EntryKind.GLUON, at=at, claims=claims
        )
        findings.append(made)
    for number, (call, *_) in enumerate(LINES.values()):
        path = folder / f"line{number}.py"
        path.write_text(LEGACY + CALLING.format(call=call))
        findings.append(make_finding(path, "TFL808", entry="main", kind=EntryKind.EAGER))
    for number, (body, *_) in enumerate(BLOCKS.values()):
        path = folder / f"forward{number}.py"
        path.write_text(LEGACY + FORWARD.format(body=body))
        findings.append(make_finding(path, "TFL809", entry="Net.forward", kind=EntryKind.GLUON))
    return dict(zip(ALL, settle_mxnet(*findings), strict=True))


@pytest.mark.parametrize("name", ALL)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    *_, verdict, reason = ALL[name]
    finding = settled[name]
    assert finding.verdict == verdict, finding.evidence
    assert finding.evidence is not None
    assert reason in finding.evidence["reason"]


def test_each_pitfall_of_a_chapter_is_proven(mxnet_python: str) -> None:
    chapter = ROOT / "fixtures" / "programs" / "gluon_chapter.py"
    found = lint([str(chapter)], Settings()).findings
    assert [finding.code for finding in found] == ["TFL801"] * 3 + ["TFL802"] + ["TFL803"] * 2
    settings = ConfirmSettings(pythons={"mxnet": mxnet_python})
    assert {finding.verdict for finding in confirm(found, settings)} == {"confirmed"}


def test_an_index_that_raises_by_itself(settle_mxnet: Settle, tmp_path: Path) -> None:
    """What an index is given may be another pitfall: with a stand-in the index is seen to raise."""
    program = """
        class Net(nn.HybridBlock):
            def hybrid_forward(self, F, x):
                return x[mx.nd.arange(x.shape[0])]  # here
        net = Net()
        net(mx.nd.ones((3,)))
    """
    path = tmp_path / "block.py"
    path.write_text(LEGACY + textwrap.dedent(program))
    kind = EntryKind.GLUON
    finding = make_finding(path, "TFL807", entry="Net.hybrid_forward", kind=kind, at="x[mx")
    end = finding.span.column + len("x[mx.nd.arange(x.shape[0])]")
    span = finding.span._replace(end_column=end)
    (settled,) = settle_mxnet(replace(finding, span=span))
    assert settled.verdict == "confirmed", settled.evidence
    assert settled.evidence is not None
    assert "a stand-in for what raises AttributeError before it" in settled.evidence["reason"]
    assert "only support integer index" in settled.evidence["reason"]
