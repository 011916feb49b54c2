"""Steps that the loops of Orbit run in graphs, measured with the Orbit of TensorFlow's models 2.20."""

from __future__ import annotations

import pytest
from programs import lint_all, without_information

from tflint.rules.effects.attribute_assignment import AttributeAssignment

TRAINER = """\
import tensorflow as tf
from official import orbit
class Trainer(orbit.StandardTrainer):
    def __init__(self, data, options=None):
        self.steps = 0
        super().__init__(data, {options})
    def train_loop_begin(self):
        self.loops = 1
    def train_step(self, iterator):
        self.steps += 1
        tf.distribute.get_strategy().run(self.forward, args=(next(iterator),))
    def forward(self, x):
        self.forwarded += 1
    def train_loop_end(self):
        self.loops += 1
        return self.steps, self.forwarded, self.loops
"""
EVALUATOR = """\
import orbit
import tensorflow as tf
class Evaluator(orbit.StandardEvaluator):
    def eval_begin(self):
        self.steps = 0
    def eval_step(self, iterator):
        self.steps += 1
    def eval_reduce(self, state, outputs):
        self.reduced += 1
    def eval_end(self):
        return self.steps, self.reduced
"""
MADE = "Trainer(data).train(3)\n"
OPTIONS = "orbit.StandardTrainerOptions"


def found(program: str) -> list[int]:
    findings = lint_all({"m.py": program}, [AttributeAssignment])
    return [finding.span.line for finding in without_information(findings)]


@pytest.mark.parametrize(
    ("options", "made", "lines"),
    [
        ("options", MADE, [10, 13]),
        ("options", f"Trainer(data, {OPTIONS}(use_tf_while_loop=False))\n", [10, 13]),
        (f"options or {OPTIONS}()", MADE, [10, 13]),
        (f"options={OPTIONS}(use_tf_function=False)", MADE, []),
        ("options", f"Trainer(data, options={OPTIONS}(False, False))\n", []),
        ("options", "Trainer(data, read_options())\n", []),
        ("options", "Trainer(data, **read_options())\n", []),
        ("options", f"tf.config.run_functions_eagerly(True)\n{MADE}", []),
        (
            "options",
            "    def create_train_loop_fn(self):\n        return self.train_step\n" + MADE,
            [],
        ),
    ],
)
def test_a_trainer_compiles_its_step_as_its_options_say(
    options: str, made: str, lines: list[int]
) -> None:
    assert found(TRAINER.format(options=options) + made) == lines


@pytest.mark.parametrize(
    ("made", "lines"),
    [
        ("Evaluator(data).evaluate(3)\n", [7]),
        ("Evaluator(data, orbit.StandardEvaluatorOptions()).evaluate(3)\n", [7]),
        ("Evaluator(data, orbit.StandardEvaluatorOptions(use_tf_function=False))\n", []),
    ],
)
def test_an_evaluator_does_so_with_its_step_alone(made: str, lines: list[int]) -> None:
    assert found(EVALUATOR + made) == lines


def test_a_program_that_switches_graphs_off_counts_though_another_does_not() -> None:
    texts = {
        "m.py": EVALUATOR,
        "eager.py": "import tensorflow as tf\nfrom m import Evaluator\n"
        "tf.config.run_functions_eagerly(True)\nEvaluator(data).evaluate(3)\n",
        "test_m.py": "from m import Evaluator\nEvaluator(data).evaluate(3)\n",
    }
    assert without_information(lint_all(texts, [AttributeAssignment])) == []
