"""TFL506."""

from __future__ import annotations

from collections.abc import Iterator

from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.claims import Outside
from tflint.facts.expressions.values import Text, members
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import CallSite
from tflint.syntax.showing import as_written


@register
class ConstantFileRead(TracedRule):
    """A file read by a path that Python knows is read once, and its contents stay.

    ## What it does

    Finds `tf.io.read_file` and `tf.io.matching_files` with a Python string as the path, in code
    that becomes a graph. Off by default: most files do not change while a program runs.

    ## Why is this bad?

    With a constant path, reading has nothing that could differ, so TensorFlow keeps the contents
    of the first run: a file that is written again, or one that comes later, is not seen. Measured
    on three calls with a file rewritten between them: three contents in eager code, one in the
    graph, also with graph optimisation switched off.

    ## Example

    ```python
    @tf.function
    def threshold(x):
        return x * tf.strings.to_number(tf.io.read_file("threshold.txt"))
    ```

    Use instead:

    ```python
    @tf.function
    def threshold(x, path):
        return x * tf.strings.to_number(tf.io.read_file(path))

    threshold(x, tf.constant("threshold.txt"))
    ```

    ## When it is fine

    When the file never changes. A path that is a tensor argument, or a tensor made outside, is read
    at each call, and so are the files of `tf.data` readers.

    ## What confirm shows

    What the function returns when the file is rewritten between calls, by the program or by
    confirm itself: the new content eagerly, the old one with the graph.

    ## References

    - [tf.io.read_file](https://www.tensorflow.org/api_docs/python/tf/io/read_file)
    """

    code = "TFL506"
    name = "constant-file-read"
    summary = "A file read by a constant path is read once; later contents are never seen"
    harm = Harm.SILENT
    claims = (Outside(),)
    default = False
    calls_of = (Doing(Effect.READS),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for readers with a Python string."""
        if not doing(context.names(site.node.func), Effect.READS):
            return
        given = [*site.node.args[:1], *(k.value for k in site.node.keywords if k.arg != "name")]
        if given and all(isinstance(m, Text) for m in members(context.value(given[0]))):
            yield Proposal(
                site.node,
                f"`{as_written(site.node.func)}` reads a constant path: the graph keeps the "
                "contents of its first run",
                "Pass the path in as a tensor.",
            )
