"""What is wrong on this line? One class a rule, one family a folder.

The rules are listed here by code, so that a run which has no use for them imports none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflint.rules.base import Rule

MODULES = {
    "TFL101": "retracing.python_value_argument",
    "TFL102": "retracing.function_created_in_loop",
    "TFL103": "retracing.function_created_per_call",
    "TFL104": "retracing.varying_shape_argument",
    "TFL105": "retracing.fresh_object_argument",
    "TFL106": "retracing.function_per_instance",
    "TFL107": "retracing.unrolled_loop",
    "TFL108": "retracing.deprecated_option",
    "TFL109": "retracing.hidden_recompilation",
    "TFL110": "retracing.mixed_literals",
    "TFL201": "state.variable_creation",
    "TFL202": "state.layer_creation",
    "TFL203": "state.optimizer_or_metric_creation",
    "TFL204": "state.resource_creation",
    "TFL205": "state.conditional_late_creation",
    "TFL206": "state.optimizer_or_model_argument",
    "TFL301": "effects.print",
    "TFL302": "effects.logging",
    "TFL303": "effects.container_mutation",
    "TFL304": "effects.rebinding",
    "TFL305": "effects.attribute_assignment",
    "TFL306": "effects.iterator_consumption",
    "TFL307": "effects.input_output",
    "TFL308": "effects.argument_mutation",
    "TFL309": "effects.try_finally_or_exception_side_effect",
    "TFL401": "dropped.discarded_op",
    "TFL402": "dropped.unused_op_result",
    "TFL403": "dropped.caught_op_error",
    "TFL404": "dropped.discarded_write",
    "TFL405": "dropped.check_dropped_by_xla",
    "TFL406": "dropped.watch_on_callers_tape",
    "TFL501": "frozen.python_randomness",
    "TFL502": "frozen.wall_clock",
    "TFL503": "frozen.rebound_global",
    "TFL504": "frozen.rebound_attribute",
    "TFL505": "frozen.environment_read",
    "TFL506": "frozen.constant_file_read",
    "TFL507": "frozen.frozen_summary_step",
    "TFL508": "frozen.seed_in_function",
    "TFL509": "frozen.stateless_numpy_function",
    "TFL601": "tensors.eager_only_method",
    "TFL602": "tensors.python_conversion",
    "TFL603": "tensors.numpy_on_tensor",
    "TFL604": "tensors.math_on_tensor",
    "TFL605": "tensors.tensor_in_text",
    "TFL606": "tensors.tensor_condition_unconverted",
    "TFL607": "tensors.tensor_membership_or_identity",
    "TFL608": "tensors.python_value_returned",
    "TFL701": "control.branch_only_variable",
    "TFL702": "control.list_in_tensor_loop",
    "TFL703": "control.recursion",
    "TFL704": "control.generator_or_coroutine",
    "TFL705": "control.unknown_dimension",
    "TFL706": "control.loop_variable_changes",
    "TFL707": "control.escape_from_loop",
    "TFL708": "control.raise_or_assert_on_tensor",
    "TFL709": "control.short_lived_owner",
    "TFL710": "control.decorator_order",
    "TFL801": "gluon.hybrid_side_effect",
    "TFL802": "gluon.hybrid_eager_access",
    "TFL803": "gluon.hybrid_in_place",
    "TFL804": "gluon.hybrid_control_flow",
    "TFL805": "gluon.hybrid_wrong_namespace",
    "TFL806": "gluon.hybrid_child",
    "TFL807": "gluon.hybrid_indexing",
    "TFL808": "gluon.hybrid_signature",
    "TFL809": "gluon.forward_overridden",
    "TFL901": "modes.predict_in_loop",
    "TFL902": "modes.eager_mode_left_on",
    "TFL903": "modes.keras_loop_in_graph",
    "TFL904": "modes.function_on_keras_call",
    "TFL905": "modes.compile_in_loop",
}
"""Where each rule stands."""
OPT_IN = frozenset({"TFL506", "TFL608"})
"""Rules that are off unless they are asked for by their code."""


_GLUON_WORDS = ("mxnet", "gluon", "hybrid_forward", "HybridBlock")


def concerning(codes: Iterable[str], texts: Collection[str]) -> list[str]:
    """Those of the codes whose rules can have something to say of files with these texts."""
    if any(word in text for word in _GLUON_WORDS for text in texts):
        return list(codes)
    return [code for code in codes if not MODULES[code].startswith("gluon.")]


def all_rules() -> tuple[type[Rule], ...]:
    """Every rule, in order of code."""
    return load(MODULES)


def load(codes: Iterable[str]) -> tuple[type[Rule], ...]:
    """The rules with these codes.

    Raises:
        KeyError: there is no rule with such a code.
    """
    return tuple(_rule(code) for code in codes)


@cache
def _rule(code: str) -> type[Rule]:
    from tflint.rules.base import registered

    import_module(f"{__name__}.{MODULES[code]}")
    return registered(code)
