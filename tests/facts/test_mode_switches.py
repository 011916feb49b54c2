"""Which files only run in programs that have switched graphs off."""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import module_of, project_of

from tflint.api.records import Effect
from tflint.finding import Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

ON = "import tensorflow as tf\ntf.config.run_functions_eagerly(True)\n"
STEP = "import tensorflow as tf\n@tf.function\ndef step(x):\n    return x\n"
USES = "import step\nstep.step(1)\n"
IN_SCRIPT = (
    "import tensorflow as tf\nimport step\nif __name__ == '__main__':\n"
    "    tf.config.run_functions_eagerly(True)\n    step.step(1)\n"
)
IN_MAIN = (
    "import tensorflow as tf\nimport step\ndef main():\n"
    "    tf.config.run_functions_eagerly(True)\n    step.step(1)\nmain()\n"
)
ASKED = (
    "import tensorflow as tf\ndef use_cpu(use):\n    if use:\n"
    "        tf.config.run_functions_eagerly(True)\ndef set_up(flag=False):\n    use_cpu(flag)\n"
)
GIVEN = (
    "import tensorflow as tf\ndef debug(flag):\n    tf.config.run_functions_eagerly(flag)\n"
    "def set_up(on):\n    debug(flag=on)\n"
)
SETS_UP = (
    "import modes\nimport step\ndef main():\n    modes.set_up(True)\n    step.step(1)\nmain()\n"
)
OTHER_MAIN = "def other_main():\n    step.step(1)\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"step.py": ON + STEP}, True),
        ({"step.py": STEP}, False),
        ({"step.py": STEP, "main.py": ON + USES}, True),
        ({"step.py": STEP, "main.py": IN_SCRIPT}, True),
        ({"step.py": STEP, "main.py": IN_MAIN}, True),
        ({"step.py": "import setup_all\n" + STEP, "setup_all.py": ON, "main.py": USES}, True),
        ({"step.py": STEP, "main.py": "import setup_all\n" + USES, "setup_all.py": ON}, True),
        ({"step.py": STEP, "main.py": ON + USES, "other.py": USES}, False),
        ({"step.py": STEP, "main.py": IN_MAIN.removesuffix("main()\n") + "x = main\n"}, True),
        ({"step.py": STEP, "main.py": IN_MAIN.removesuffix("main()\n") + OTHER_MAIN}, False),
        ({"step.py": ON.replace("True", "flag") + STEP}, False),
        ({"step.py": ON + STEP + "tf.config.run_functions_eagerly(False)\n"}, False),
        ({"step.py": ON.replace("tf.c", "if tf.x:\n    tf.c") + STEP}, False),
        ({"step.py": ON.replace("run", "experimental_run") + STEP}, True),
        ({"step.py": STEP, "main.py": IN_SCRIPT.replace("    tf.c", "    if tf.x: tf.c")}, False),
        ({"step.py": STEP, "modes.py": ASKED, "main.py": SETS_UP}, True),
        ({"step.py": STEP, "modes.py": ASKED, "main.py": SETS_UP.replace("True", "")}, False),
        ({"step.py": STEP, "modes.py": ASKED, "main.py": SETS_UP.replace("True", "step.x")}, False),
        (
            {
                "step.py": STEP,
                "modes.py": ASKED.replace("if use", "if not use"),
                "main.py": SETS_UP.replace("True", ""),
            },
            True,
        ),
        ({"step.py": STEP, "modes.py": GIVEN, "main.py": SETS_UP}, True),
        ({"step.py": STEP, "modes.py": GIVEN, "main.py": SETS_UP.replace("True", "False")}, False),
        (
            {
                "step.py": STEP,
                "modes.py": GIVEN,
                "main.py": SETS_UP.replace("main()\n", "").replace(
                    "step.step(1)", "modes.set_up(False)"
                )
                + "main()\n",
            },
            False,
        ),
    ],
)
def test_a_switch_counts_where_all_programs_turn_it(files: dict[str, str], expected: bool) -> None:
    project = project_of(files)
    switch = project.tracing.mode_switches.by(module_of(project, "step.py"))
    assert (switch is not None) is expected


DEBUGGED = "import tensorflow as tf\ntf.data.experimental.enable_debug_mode()\n"


def test_datasets_have_a_switch_of_their_own() -> None:
    project = project_of({"step.py": STEP, "main.py": DEBUGGED + USES})
    module = module_of(project, "step.py")
    assert project.tracing.mode_switches.by(module) is None
    assert project.tracing.mode_switches.by(module, Effect.EAGER_DATASETS) is not None
    project = project_of({"step.py": STEP, "main.py": ON + USES})
    assert (
        project.tracing.mode_switches.by(module_of(project, "step.py"), Effect.EAGER_DATASETS)
        is None
    )


MADE = """\
import keras
import tensorflow as tf
class Net(keras.Model):
    def __init__(self, debug):
        super().__init__()
        SWITCH
class Wide(Net):
    pass
"""


@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        ("tf.config.run_functions_eagerly(True)", True),
        ("tf.config.run_functions_eagerly(debug)", False),
        ("if debug:\n            tf.config.run_functions_eagerly(True)", False),
        ("tf.config.run_functions_eagerly(True)\ntf.config.run_functions_eagerly(False)", False),
        ("pass", False),
    ],
)
def test_objects_may_turn_graphs_off(switch: str, expected: bool) -> None:
    project = project_of({"m.py": MADE.replace("SWITCH", switch)})
    for definition in module_of(project, "m.py").classes:
        assert (project.tracing.mode_switches.by_making(definition) is not None) is expected


KEEPS = """\
import keras
import tensorflow as tf
class Net(keras.Model):
    def call(self, x):
        self.kept = x * 2
        return x
"""


@pytest.mark.parametrize(
    ("switch", "codes"),
    [("tf.compat.v1.disable_v2_behavior()", []), ("print()", ["TFL305"])],
)
def test_tensors_are_kept_within_the_one_graph(
    switch: str, codes: list[str], tmp_path: Path
) -> None:
    run = (
        f"{KEEPS}def main():\n    {switch}\n    net = Net()\n    net.fit(1)\n    net.kept\nmain()\n"
    )
    (tmp_path / "net.py").write_text(run)
    found = lint([str(tmp_path)], Settings(cache_dir=None)).findings
    assert [finding.code for finding in found] == codes


@pytest.mark.parametrize("message", ["print('x', x)", "logging.info('x %s', x)"])
@pytest.mark.parametrize(
    ("switch", "severity"),
    [
        ("tf.compat.v1.disable_eager_execution()", Severity.INFO),
        ("if input(): tf.compat.v1.disable_eager_execution()", Severity.WARNING),
        ("print()", Severity.WARNING),
    ],
)
def test_no_code_of_a_program_in_graph_mode_runs_eagerly(
    message: str, switch: str, severity: Severity, tmp_path: Path
) -> None:
    net = KEEPS.replace("self.kept = x * 2", message)
    (tmp_path / "net.py").write_text(f"import logging\n{net}{switch}\nNet().fit(1)\n")
    (found,) = lint([str(tmp_path)], Settings(cache_dir=None)).findings
    assert found.severity is severity
