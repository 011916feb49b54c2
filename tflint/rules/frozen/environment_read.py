"""TFL505."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.lookup import Doing, doing
from tflint.api.records import Effect
from tflint.claims import Outside, Raises
from tflint.facts import Project
from tflint.facts.effects.files_written import is_known_to_change
from tflint.facts.effects.side_effects import is_written
from tflint.facts.graphs.environment import may_be_written
from tflint.facts.graphs.symbolic import is_given_symbol, is_tested
from tflint.finding import Harm
from tflint.rules.base import Context, Proposal, TracedRule, register
from tflint.syntax.model import Block, CallSite
from tflint.syntax.showing import as_written

_ARGUMENTS = "the arguments of a program stay what they are while it runs, as a rule"
_HELP = "Read it outside the traced function and pass it in, as a tensor if it changes."


@register
class EnvironmentRead(TracedRule):
    """What traced code reads of its environment is read once and stays.

    ## What it does

    Finds `os.environ`, `os.getenv`, `sys.argv` and files read with `open` in code that becomes a
    graph; a tensor of the graph that `open` gets for a path raises.

    ## Why is this bad?

    They are read while the function is traced, and what they said becomes a constant of the graph,
    or decides which operations it has. Measured on three calls with the variable (or the
    file) changed between them: three values in eager code, one in the graph.

    ## Example

    ```python
    import os

    @tf.function
    def scaled(x):
        return x * float(os.environ["SCALE"])

    for scale in ("2", "3"):
        os.environ["SCALE"] = scale
        scaled(tf.constant(1.0))
    ```

    Use instead:

    ```python
    import os

    @tf.function
    def scaled(x, scale):
        return x * scale

    scaled(x, tf.constant(float(os.environ["SCALE"])))
    ```

    ## When it is fine

    Read once outside and kept; a setting that is meant to be read at the first call only, behind a
    test (`if self.scale is None:`); in a graph that is made and called once. `sys.argv`, which
    nothing changes as a rule, and variables and files that the program itself is not known to write,
    are reported as information only.

    ## What confirm shows

    What the function returns when the variable or the file changes between calls, by the program
    or by confirm itself: eager code follows, the graph keeps what it read.

    ## References

    - [Better performance with tf.function](https://www.tensorflow.org/guide/function)
    """

    code = "TFL505"
    name = "environment-read"
    summary = "Environment variables and files read in traced code are read once per trace"
    harm = Harm.SILENT
    claims = (Outside(),)
    shows_when_called_again = True
    expressions = (ast.Attribute, ast.Subscript, ast.Compare)
    calls_of = (Doing(Effect.ENVIRONMENT, Effect.OPENS),)

    def visit_call(self, site: CallSite, context: Context) -> Iterator[Proposal]:
        """Look for functions that read the environment or a file."""
        names = context.names(site.node.func)
        harm, information = None, ""
        if doing(names, Effect.ENVIRONMENT):
            what = "is read once per trace: the graph keeps what it said"
            information = _of_variable(site.node.args[0] if site.node.args else None, context)
        elif doing(names, Effect.OPENS) and not is_written(site.node):
            what = "is read once per trace: the graph keeps what the file held"
            if is_given_symbol(site.node, context) and not is_tested(
                site.node, site.block, context
            ):
                what, harm = "needs a path: given a tensor of the trace it raises", Harm.RAISES
            elif not is_known_to_change(site, context):
                information = "the program is not known to write the file"
        else:
            return
        if not context.is_created_once(site.node, site.block):
            yield Proposal(
                site.node,
                f"`{as_written(site.node.func)}` {what}",
                _HELP,
                harm=harm,
                information=information,
                claims=(Raises(tensors=True),) if harm is Harm.RAISES else (),
            )

    def visit_expression(
        self, node: ast.expr, block: Block | None, context: Context
    ) -> Iterator[Proposal]:
        """Look for items of ``os.environ`` and for ``sys.argv``."""
        said = context.project.remember(_said)
        if ("argv" if isinstance(node, ast.Attribute) else "environ") not in said:
            return
        if isinstance(node, ast.Compare):
            found = any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops)
            owners, variable = node.comparators if found else [], node.left
            named = any("os.environ" in context.names(n) for n in owners)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            named, variable = "os.environ" in context.names(node.value), node.slice
        else:
            named, variable = "sys.argv" in context.names(node), None
        if named and not context.is_created_once(node, block):
            yield Proposal(
                node,
                f"`{as_written(node)}` is read once per trace: the graph keeps what it said",
                _HELP,
                information=_ARGUMENTS if variable is None else _of_variable(variable, context),
            )


def _of_variable(variable: ast.expr | None, context: Context) -> str:
    """Why what the program never writes is information: only who launches it does."""
    if may_be_written(variable, context.project):
        return ""
    return "the program is not known to set the variable: whoever starts it does, once"


def _said(project: Project) -> set[str]:
    """Which of these words the files of a project say: what they name is nowhere else."""
    texts = [source.text for source in project.sources.values()]
    return {word for word in ("argv", "environ") if any(word in text for text in texts)}
