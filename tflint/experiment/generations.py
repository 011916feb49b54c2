"""Which Keras a program is written for, by what Keras 3 says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tflint.api.releases import LEGACY_KERAS
from tflint.claims import Slower
from tflint.experiment.outcome import Outcome
from tflint.finding import EntryKind, Subject
from tflint.runtime.protocol import HALF_MADE

_OF_KERAS_2 = (
    r"Layer\.__init__\(\) takes 1 positional argument but \d",
    r"is not supported in Keras 3",
    r"Argument\(s\) not recognized: \{'(lr|decay)'",
    r"A KerasTensor cannot be used as input to a TensorFlow function",
    r"Unrecognized keyword arguments passed to \w+: \{'(input_shape|weights|dynamic)'",
    r"object has no attribute '(_get_hyper|_set_hyper|_create_slots|add_slot|get_slot)'",
    r"AveragePooling\dD\.__init__\(\) missing 1 required positional argument: 'pool_size'",
    r"object has no attribute '(compiled_loss|_compile_was_called|_distribution_strategy)'",
    r"object has no attribute '_init_graph_network'",
    r"TensorBoard\.__init__\(\) got an unexpected keyword argument '(batch_size|write_grads)'",
)
"""What Keras 3 says of code that is written for Keras 2, and of no other."""
_SHAPES = (
    r"incompatible|must be broadcastable|Dimensions must be equal"
    r"|Expected dimension|out of bounds|could not be broadcast"
)
"""What is said of shapes that do not fit, in each Keras the same."""
_OF_OTHERS = (
    r"add_weight\(\) got multiple values for argument 'shape'",
    r"property '\w+' of '\w+' object has no setter",
    r"object has no attribute 'lr'",
    r"No module named 'keras\.",
    rf"Exception encountered when calling \w+\.call\(\)(?!.*(?i:{_SHAPES}))",
    r"module '(tf_)?keras\S*' has no attribute|from '(tensorflow\.)?keras\b",
)
"""What may be said of code with other faults, too."""
_SURE = re.compile("|".join(_OF_KERAS_2))
_REFUSED = re.compile("|".join((*_OF_KERAS_2, *_OF_OTHERS)), re.DOTALL)


_OF_KERAS_3 = re.compile(r"\bkeras\.ops\b|\bfrom keras import [^\n]*\bops\b|\bKERAS_BACKEND\b")
_KERAS_3 = "keras.src."
_OF_SHAPES = "keras.src.layers.input_spec"
"""What refuses shapes, in each Keras the same."""


def is_refused_by_keras_3(reason: str, raised_in: Iterable[str] = ()) -> bool:
    """Whether a program did not run for a reason that may be none in Keras 2.

    Args:
        reason: what was said.
        raised_in: the modules whose own code raised something.
    """
    of_keras = any(name.startswith(_KERAS_3) and name != _OF_SHAPES for name in raised_in)
    return of_keras or bool(_REFUSED.search(reason))


def is_written_for_keras_3(text: str) -> bool:
    """Whether code names what Keras 2 does not have."""
    return bool(_OF_KERAS_3.search(text))


def is_written_for_keras_2(reason: str) -> bool:
    """Whether it did not for one that is none there."""
    return bool(_SURE.search(reason))


def what_to_do(*, chosen: bool) -> str:
    """What lets code of Keras 2 run where Keras 3 does; ``chosen`` where the user asked for Keras 3."""
    return f"Keras 3 does not run this code of Keras 2: {how_to_have_keras_2(chosen=chosen)}"


def how_to_have_keras_2(*, chosen: bool) -> str:
    """How Keras 2 is there where Keras 3 runs; ``chosen`` where the user asked for Keras 3."""
    if chosen:
        return f"set {LEGACY_KERAS}=1, or unset it"
    return "install `tf_keras` for the interpreter, or name one with TensorFlow before 2.16 by `--python`"


def is_half_made(outcome: Outcome) -> bool:
    """Whether an object in whose constructor something raises was tried nevertheless."""
    lacking = [one for side in outcome.sides or () for one in side.result.lacking]
    return any(one.startswith(HALF_MADE) for one in lacking)


def of_keras_3(outcome: Outcome, subject: Subject, *, refused: bool, chosen: bool) -> Outcome:
    """What a run with Keras 3 tells of code that is known to be for Keras 2, where that is not here.

    What ``predict`` costs, and what plain functions do in graphs of their own, is so with Keras 3: that is
    said. What Keras makes a graph of, or does not make at all, it may convert in another way.

    Args:
        outcome: what came of the run.
        subject: what was run.
        refused: whether Keras 3 said what Keras 2 may not say.
        chosen: whether the user asked for Keras 3.
    """
    how = how_to_have_keras_2(chosen=chosen)
    if outcome.verdict == "inconclusive":
        outcome.reason += f" ({what_to_do(chosen=chosen)})" if refused else ""
        return outcome
    of_cost = all(isinstance(claim, Slower) for claim in subject.claims)
    made_by_keras = subject.kind is EntryKind.KERAS and not of_cost
    if outcome.verdict == "refuted":
        return Outcome("inconclusive", f"Keras 3 disproves nothing of code for Keras 2: {how}")
    if made_by_keras or is_half_made(outcome):
        return Outcome("inconclusive", f"Keras 3 proves nothing of this code for Keras 2: {how}")
    outcome.reason = f"with Keras 3, and the code is for Keras 2: {outcome.reason}"
    return outcome
