"""TFL307."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tflint.api.records import Effect
from tflint.claims import AnyDifference, Effects, Outside
from tflint.facts.effects.files_written import is_known_to_change
from tflint.facts.effects.side_effects import OUTSIDE, ROWS, effect_of
from tflint.facts.graphs.symbolic import is_given_symbol, is_tested
from tflint.facts.shapes.type_tests import is_of_a_type_nobody_gives
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.showing import as_written

_WANT_NUMBERS = re.compile(
    r"^numpy\.save\w*$|^(?:pickle|joblib|json)\.dump$|^matplotlib\.|^wandb\.|^cv2\."
)
_TOUCHES_FILE = "runs once per trace: later calls of the graph do not touch the file"
_SAID = {
    Effect.OPENS: "opens its file once per trace: later calls of the graph write nothing",
    Effect.HANDLE: _TOUCHES_FILE,
    Effect.FILES: _TOUCHES_FILE,
    Effect.ASKS_FILES: "reads once per trace: the graph keeps what it found",
    Effect.PLOTS: "plots once per trace, not once per call",
    Effect.REPORTS: "reports once per trace, not once per call, and gets symbolic tensors",
    Effect.NETWORK: "talks to the network once per trace, not once per call",
    Effect.WAITS: "waits while the function is traced: later calls of the graph do not",
    Effect.ASKS: "asks once per trace: the graph keeps the first answer",
}
"""What becomes of each effect."""
_STAYS = "the program is not known to write what this asks for"


def _leaves_what_is_there(call: ast.Call) -> bool:
    """True where the second time does nothing: ``os.makedirs(folder, exist_ok=True)``."""
    return any(
        k.arg == "exist_ok" and isinstance(k.value, ast.Constant) and k.value.value is True
        for k in call.keywords
    )


@register
class InputOutput(TracedRule):
    """Files, plots, sleeping and the like happen while a function is traced, not at each call.

    ## What it does

    Finds Python input and output in code that becomes a graph: writing with `open`, `os`, `shutil`,
    `subprocess`, `np.save` and `np.load`, `pickle`, `plt`, `tf.io.gfile`, `input`, `time.sleep`,
    `requests`, experiment trackers. Reading with `open` is found by environment-read.

    ## Why is this bad?

    None of it is a TensorFlow operation, so it is done once, while the function is traced.
    Measured on three calls: a line appended to a file appears three times in eager code and once
    from the graph; `input` asks once and its answer is a constant; `time.sleep` sleeps in the
    first call only. What needs numbers fails, since there are none yet: plotting a tensor raises. So
    does what needs a path, given a tensor (`cv2.imread(path)` in a function of `Dataset.map`).
    (`np.save` of a tensor is found by numpy-on-tensor.)

    ## Example

    ```python
    @tf.function
    def step(x):
        with open("steps.log", "a") as log:
            log.write("step")
        return x * 2
    ```

    Use instead:

    ```python
    @tf.function
    def step(x):
        return x * 2

    def train(batches):
        with open("steps.log", "a") as log:
            for x in batches:
                step(x)
                log.write("step")
    ```

    ## When it is fine

    `tf.io` operations, with the path as a tensor; code inside `tf.py_function` and
    `tf.numpy_function`; files read on the first call only, behind a test
    (`if self.table is None:`); folders made where there are none yet (`exist_ok=True`).
    What asks for one and the same file, which the program is not known to write, is information.

    ## What confirm shows

    What the line does outside at each call, eagerly and in the graph: files opened, made or written,
    programs started, connections, waiting, questions (each is answered with `1`).

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    - [tf.py_function](https://www.tensorflow.org/api_docs/python/tf/py_function)
    """

    code = "TFL307"
    name = "input-output"
    summary = "Python input and output in traced code happens once per trace, not once per call"
    harm = Harm.SILENT
    claims = (Effects(), AnyDifference())
    calls_of = (OUTSIDE,)
    call_names = ROWS

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for calls that touch the world outside."""
        effect = effect_of(site, context)
        if effect is None or _leaves_what_is_there(site.node):
            return
        if context.is_created_once(site.node, site.block):
            return
        names = context.names(site.node.func)
        given = is_given_symbol(site.node, context)
        if given and any(name.startswith("numpy.") for name in names):
            return
        said = _SAID[effect]
        wanted = "numbers" if any(map(_WANT_NUMBERS.match, names)) else ""
        if effect in (Effect.OPENS, Effect.ASKS_FILES):
            wanted = "a path"
        raises = given and wanted and not is_tested(site.node, site.block, context)
        if raises:
            said = f"needs {wanted}: given a tensor of the trace it raises"
        is_kept = (
            effect is Effect.ASKS_FILES and not raises and not is_known_to_change(site, context)
        )
        is_possible = is_of_a_type_nobody_gives(site, context)
        shown = as_written(site.node.func)
        yield Proposal(
            site.node,
            f"`{shown}` {said}",
            "Do it outside the traced function, or inside `tf.py_function`.",
            harm=Harm.RAISES if raises else None,
            information=_STAYS if is_kept and not is_possible else "",
            is_possible=is_possible,
            claims=(Outside(), AnyDifference()) if effect is Effect.ASKS_FILES else (),
        )
