"""Which files of a project import another: as Python finds it, not by the last name."""

from __future__ import annotations

from pathlib import Path

from tflint.experiment.importers import importers
from tflint.experiment.parsed_file import read

FILES = {
    "pkg/__init__.py": "",
    "pkg/steps.py": "def step(x):\n    return x\n",
    "pkg/near.py": "from .steps import step\nstep(1)\n",
    "pkg/whole.py": "import pkg.steps\npkg.steps.step(1)\n",
    "pkg/named.py": "from pkg import steps\nsteps.step(1)\n",
    "pkg/silent.py": "# steps.step\nimport os\n",
    "other/__init__.py": "",
    "other/steps.py": "def step(x):\n    return -x\n",
    "other/uses.py": "from other.steps import step\nstep(1)\n",
    "script.py": "from pkg.steps import step\nstep(1)\n",
}


def test_only_what_python_would_load(tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    entry = read(tmp_path / "pkg/steps.py")
    assert entry is not None
    found = {Path(source.path).name for source in importers(entry, "step", [str(tmp_path)])}
    assert found == {"near.py", "whole.py", "named.py"}
    (tmp_path / "pkg/whole.py").unlink()
    found = {Path(source.path).name for source in importers(entry, "step", [str(tmp_path)])}
    assert found == {"near.py", "named.py", "script.py"}
