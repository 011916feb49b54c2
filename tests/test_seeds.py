"""The seed programs show what they claim, run for real by TensorFlow and MXNet.

Only what can't be noisy is asserted: lines, errors, traces, results. Times are only positive.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from environments import ROOT, TOOL

SEEDS = ROOT / "fixtures" / "seeds"
EXPECTED = {
    "gluon_mlp": [],
    "hybrid_net": ["TFL801", "TFL801", "TFL801", "TFL802", "TFL803", "TFL803"],
    "mlp": [],
    "power": [],
    "predict": ["TFL901"],
    "printing_mse": ["TFL301"],
    "python_arguments": ["TFL101"],
    "unused_gather": ["TFL401"],
}
"""What ``tflint`` must find in each seed, from the top."""

Figures = dict[str, Any]
RunSeed = Callable[..., Figures]


def output_of(*command: str | Path) -> str:
    """What the command prints; it must succeed."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures_of(python: str, name: str, **parameters: int) -> Figures:
    """The figures of one seed, from a process of its own."""
    settings = [f"{key}={value}" for key, value in parameters.items()]
    printed = output_of(python, ROOT / "tools" / "run_seed.py", SEEDS / f"{name}.py", *settings)
    figures: Figures = json.loads(printed.splitlines()[-1])
    return figures


def assert_times_are_positive(figures: Figures) -> None:
    times = [value for label, value in figures.items() if re.search("milliseconds|against", label)]
    assert times
    assert all(isinstance(value, float) and value > 0 for value in times)


def test_every_seed_is_known_and_says_what_is_seen() -> None:
    paths = sorted(SEEDS.glob("*.py"))
    assert [path.stem for path in paths] == sorted(EXPECTED)
    page = (ROOT / "docs" / "seeds.md").read_text()
    for path in paths:
        source = path.read_text()
        assert ast.get_docstring(ast.parse(source)), path.name
        assert re.findall(r"# expect: (TFL\d{3})$", source, re.M) == EXPECTED[path.stem]
        assert f"`{path.name}`" in page


def test_each_finding_is_confirmed(tensorflow_python: str, mxnet_python: str) -> None:
    command = [sys.executable, "-P", "-m", "tflint", "--confirm", "--no-cache", str(SEEDS)]
    command += ["--python", tensorflow_python, "--python", f"mxnet={mxnet_python}"]
    done = subprocess.run(
        [*command, "--output-format", "json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        timeout=300,
    )
    found = json.loads(done.stdout)
    assert len(found) == sum(map(len, EXPECTED.values())), done.stderr
    # What only costs time is compared by time, which may be too close to tell beside other work.
    refused = [f for f in found if f["verdict"] != "confirmed" and f["code"] != "TFL901"]
    assert not refused, [(f["code"], f["evidence"]["reason"]) for f in refused]


def test_a_print_runs_once_per_trace(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "printing_mse")
    assert figures == {"lines printed in the graph": 1, "lines printed eagerly": 3}


def test_a_seed_is_a_script_that_ends_in_its_figures(tensorflow_python: str) -> None:
    printed = output_of(tensorflow_python, SEEDS / "printing_mse.py")
    assert printed == "lines printed in the graph: 1\nlines printed eagerly: 3\n"


def test_an_unused_operation_is_dropped_with_its_error(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "unused_gather")
    assert figures == {"error in the graph": "none", "error eagerly": "InvalidArgumentError"}


def test_every_new_python_number_is_traced(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "python_arguments")
    assert figures["calls"] == 20
    assert figures["traces with Python numbers"] == 20
    assert figures["traces with tensors"] == 1
    assert_times_are_positive(figures)


def test_power_gives_the_same_as_a_graph(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "power", calls=3, repeats=1)
    assert figures["largest difference"] == 0
    assert_times_are_positive(figures)


def test_the_model_gives_the_same_as_a_graph_and_with_xla(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "mlp", calls=3, repeats=1)
    assert figures["largest difference"] < 1e-4
    assert_times_are_positive(figures)


def test_predict_is_measured_for_both_sizes(tensorflow_python: str) -> None:
    figures = figures_of(tensorflow_python, "predict", repeats=1)
    assert len(figures) == 14
    assert_times_are_positive(figures)


def test_the_gluon_model_gives_the_same_hybridized(mxnet_python: str) -> None:
    figures = figures_of(mxnet_python, "gluon_mlp", calls=3, repeats=1)
    assert figures["largest difference"] < 1e-4
    assert_times_are_positive(figures)


def test_hybrid_net_prints_once_and_raises_when_hybridized(mxnet_python: str) -> None:
    assert figures_of(mxnet_python, "hybrid_net") == {
        "lines printed before hybridize()": 9,
        "lines printed after hybridize()": 3,
        "error of asnumpy() before hybridize()": "none",
        "error of asnumpy() after hybridize()": "NotImplementedForSymbol",
        "error of y += x before hybridize()": "none",
        "error of y += x after hybridize()": "NotImplementedForSymbol",
        "error of y[:] = y + x before hybridize()": "none",
        "error of y[:] = y + x after hybridize()": "TypeError",
    }


def test_the_mxnet_interpreter_has_the_releases_that_work(mxnet_python: str) -> None:
    code = "import mxnet, numpy; print(mxnet.__version__, numpy.__version__)"
    assert output_of(mxnet_python, "-c", code) == "1.9.1 1.23.5\n"


@pytest.fixture
def tool() -> ModuleType:
    """``tools/mxnet_environment.py``, imported."""
    spec = importlib.util.spec_from_file_location("mxnet_environment", TOOL)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_environment_tool_passes_over_pythons_that_fail(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = tmp_path / "python3.11"
    stand_in.write_text("#!/bin/sh\nexit 127\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "absent"))
    assert list(tool.candidates()) == [str(tmp_path / "absent"), str(stand_in)]
    with pytest.raises(tool.NoPythonError, match=r"3\.8, 3\.9, 3\.10 or 3\.11"):
        tool.find_python()


def test_the_environment_tool_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it")
    done = subprocess.run([sys.executable, TOOL, tmp_path], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == (
        f"mxnet_environment: {tmp_path} is not empty and not a virtual environment\n"
    )
    assert (tmp_path / "thesis.txt").read_text() == "all of it"
