"""One way to settle findings, for every test of this folder."""

from __future__ import annotations

import pytest
from helpers import Settle

from tflint.experiment import ConfirmSettings, confirm


@pytest.fixture(scope="session")
def settle(tensorflow_python: str) -> Settle:
    """Settle findings with the suite's TensorFlow."""
    return lambda *findings: confirm(findings, ConfirmSettings(python=tensorflow_python))


@pytest.fixture(scope="session")
def settle_mxnet(mxnet_python: str) -> Settle:
    """Settle findings with the suite's MXNet."""
    settings = ConfirmSettings(pythons={"mxnet": mxnet_python})
    return lambda *findings: confirm(findings, settings)
