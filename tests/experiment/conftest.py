"""One way to settle findings, for every test of this folder."""

from __future__ import annotations

import pytest
from helpers import Settle, settle_cases

from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import Finding


@pytest.fixture(scope="session")
def settle(tensorflow_python: str) -> Settle:
    """Settle findings with the suite's TensorFlow."""
    return lambda *findings: confirm(findings, ConfirmSettings(python=tensorflow_python))


@pytest.fixture(scope="module")
def settled(
    request: pytest.FixtureRequest, settle: Settle, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Finding]:
    """The ``CASES`` of a module under their ``HEAD``, settled in one run as users run it."""
    module = request.module
    return settle_cases(module.CASES, module.HEAD, settle, tmp_path_factory.mktemp("programs"))


@pytest.fixture(scope="session")
def settle_mxnet(mxnet_python: str) -> Settle:
    """Settle findings with the suite's MXNet."""
    settings = ConfirmSettings(pythons={"mxnet": mxnet_python})
    return lambda *findings: confirm(findings, settings)
