"""Who calls a function, and what runs an object: by what names mean, not by how they read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflint.experiment import project_tests
from tflint.experiment.call_sites import CallSites
from tflint.experiment.parsed_file import read
from tflint.experiment.users import Users
from tflint.finding import EntryKind, Finding, FunctionRef, Harm, Span, Subject

FILES = {
    "pkg/__init__.py": "",
    "pkg/steps.py": "def step(x):\n    return x\n",
    "pkg/near.py": "from .steps import step\nstep(1)\n",
    "pkg/whole.py": "import pkg.steps\npkg.steps.step(2)\n",
    "pkg/named.py": "from pkg import steps as s\ns.step(3)\n",
    "pkg/renamed.py": "from pkg.steps import step as one\nfor number in range(3):\n    one(number)\n",
    "pkg/shadowed.py": (
        "from pkg.steps import step\n\n\ndef local(step):\n    return 1\n\n\n"
        "def other():\n    def step(x):\n        return x\n    step(4)\n"
    ),
    "pkg/silent.py": "# steps.step\nimport os\n",
    "other/__init__.py": "",
    "other/steps.py": "def step(x):\n    return -x\n",
    "other/uses.py": "from other.steps import step\nstep(5)\n",
    "script.py": "from pkg.steps import step\nstep(6)\n",
}
PROGRAM = """
import tensorflow as tf

def step(x): return x
def make():
    def inner(x): return x
    return tf.function(inner)
class Net(tf.keras.Model):
    def call(self, x): return x
class Other(tf.keras.Model):
    def call(self, x): return -x
class Wide(Net): pass
class Holder:
    def __init__(self): self.net = Net()
    def predict(self, x): return self.net(x)

fast = tf.function(step)
fast(1)
inner = make()
inner(2)
net, other = Net(), Other()
net(3)
other(4)
wide = Wide()
wide.fit(5)
data.map(step)
table = {"a": step}
def main():
    def step(y): return y
    step(6)
held = Holder()
held.predict(7)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two packages whose modules have the same names."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def users(path: Path, *roots: Path) -> Users:
    entry = read(path)
    assert entry is not None
    return Users(entry, [str(root) for root in roots])


def test_users_find_a_file_in_a_folder_that_they_put_on_the_path(tmp_path: Path) -> None:
    steps, run = tmp_path / "lib" / "steps.py", tmp_path / "run.py"
    steps.parent.mkdir()
    steps.write_text("def step(x):\n    return x\n")
    put = "import os, sys\nsys.path.append(os.path.join(os.path.dirname(__file__), 'lib'))\n"
    run.write_text(put + "from steps import step\nstep(1)\n")
    assert users(steps, tmp_path, steps, run).paths == {str(run)}


def test_calls_are_found_by_what_the_name_means(project: Path) -> None:
    """As Python would load them: not by the last name of a module, nor past a name bound anew."""
    found = users(project / "pkg/steps.py", project)
    function = found.entry.index.functions[1]
    calls = {
        Path(use.source.path).name: use.source.lines[use.statement.lineno - 1].strip()
        for use in CallSites(found).of(function)
    }
    assert calls == {
        "near.py": "step(1)",
        "whole.py": "pkg.steps.step(2)",
        "named.py": "s.step(3)",
        "renamed.py": "one(number)",
        "script.py": "step(6)",
    }


def lines(name: str, tmp_path: Path, *, results: bool = False) -> list[str]:
    """The statements that use the function, or the objects of the method's class, of that name."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    found = users(path, tmp_path)
    function = next(f for f in found.entry.index.functions if f.qualname == name)
    sites = CallSites(found)
    uses = sites.of_results(function) if results else sites.of(function)
    return [found.entry.lines[use.statement.lineno - 1].strip() for use in uses]


def test_calls_of_a_function(tmp_path: Path) -> None:
    assert lines("step", tmp_path) == ["fast(1)", "data.map(step)"]
    assert lines("make.<locals>.inner", tmp_path) == ["inner(2)", "return tf.function(inner)"]
    assert lines("make", tmp_path, results=True) == ["inner(2)"]


def test_what_runs_an_object(tmp_path: Path) -> None:
    """Of its own class, of one that inherits its method, and of one that holds it."""
    assert lines("Net.call", tmp_path) == [
        "net(3)",
        "wide.fit(5)",
        "held.predict(7)",
        "def predict(self, x): return self.net(x)",
    ]
    assert lines("Other.call", tmp_path) == ["other(4)"]


def test_only_tests_that_import_the_file_are_its_tests(project: Path) -> None:
    for package in ("pkg", "other"):
        test = f"from {package}.steps import step\n\ndef test_it():\n    step(1)\n"
        (project / package / f"first_{package}_test.py").write_text(test)
    path = str(project / "pkg/steps.py")
    ref = FunctionRef(path, "step", 1)
    subject = Subject(EntryKind.TF_FUNCTION, ref, ref, ())
    finding = Finding(
        path, Span(2, 5, 2, 13), "TFL000", "by-hand", "", Harm.SILENT, subject=subject
    )
    found = project_tests.tests_for(finding, subject, [str(project)])
    assert [Path(source.path).name for source, _ in found] == ["first_pkg_test.py"]
