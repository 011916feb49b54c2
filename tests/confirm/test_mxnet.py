"""Claims about Gluon blocks, proven and cleared by MXNet itself."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from helpers import Settle, make_finding

from tflint.finding import EntryKind, Finding

LEGACY = "import random\nimport mxnet as mx\nfrom mxnet.gluon import nn\n"
NUMPY = LEGACY + "from mxnet import np, npx\nnpx.set_np()\n"

# Name: (head, code, program, verdict, reason)
CASES = {
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
        "eagerly 1, 1, 1, 1; as a graph 1, 0, 0, 0",
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
}


@pytest.fixture(scope="module")
def settled(settle_mxnet: Settle, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finding]:
    folder = tmp_path_factory.mktemp("blocks")
    findings = []
    for number, (head, code, program, _, _) in enumerate(CASES.values()):
        path: Path = folder / f"block{number}.py"
        path.write_text(head + textwrap.dedent(program))
        findings.append(make_finding(path, code, entry="Net.hybrid_forward", kind=EntryKind.GLUON))
    return dict(zip(CASES, settle_mxnet(*findings), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, settled: dict[str, Finding]) -> None:
    *_, verdict, reason = CASES[name]
    finding = settled[name]
    assert finding.verdict == verdict, finding.evidence
    assert finding.evidence is not None
    assert reason in finding.evidence["reason"]
