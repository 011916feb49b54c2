"""Which files only run in programs that have switched graphs off."""

from __future__ import annotations

import pytest
from snippets import module_of, project_of

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
        ({"step.py": STEP, "main.py": IN_MAIN.replace("main()\n", "", 2) + "x = main\n"}, False),
        ({"step.py": ON.replace("True", "flag") + STEP}, False),
        ({"step.py": ON + STEP + "tf.config.run_functions_eagerly(False)\n"}, False),
        ({"step.py": ON.replace("tf.c", "if tf.x:\n    tf.c") + STEP}, False),
        ({"step.py": ON.replace("run", "experimental_run") + STEP}, True),
    ],
)
def test_a_switch_counts_where_all_programs_turn_it(files: dict[str, str], expected: bool) -> None:
    project = project_of(files)
    switch = project.tracing.graphs_off.by(module_of(project, "step.py"))
    assert (switch is not None) is expected
