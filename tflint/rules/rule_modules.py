"""Where each rule stands, by code; written by ``python tools/generate.py``, never by hand."""

from __future__ import annotations

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
    "TFL304": "effects.global_or_nonlocal_assignment",
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
    "TFL711": "control.print_refused_by_xla",
    "TFL801": "gluon.hybrid_side_effect",
    "TFL802": "gluon.hybrid_eager_access",
    "TFL803": "gluon.hybrid_in_place",
    "TFL804": "gluon.hybrid_control_flow",
    "TFL805": "gluon.hybrid_wrong_namespace",
    "TFL806": "gluon.hybrid_child",
    "TFL807": "gluon.hybrid_indexing",
    "TFL808": "gluon.hybrid_signature",
    "TFL809": "gluon.forward_overridden",
    "TFL810": "gluon.hybrid_broadcast",
    "TFL901": "modes.predict_in_loop",
    "TFL902": "modes.eager_mode_left_on",
    "TFL903": "modes.keras_loop_in_graph",
    "TFL904": "modes.function_on_keras_call",
    "TFL905": "modes.compile_in_loop",
    "TFL906": "modes.eager_layer_creation",
}
OPT_IN = frozenset({"TFL506", "TFL608"})
"""Rules that are off unless they are asked for by their code."""
CALLS = frozenset(
    {
        "compile",
        "enable_debug_mode",
        "evaluate",
        "experimental_run_functions_eagerly",
        "fit",
        "predict",
        "run_functions_eagerly",
    }
)
"""Functions whose calls rules about eager code want to see, by the last part of their names."""
STORES = frozenset(
    {
        "run_eagerly",
    }
)
"""Attributes that they want to see assigned to."""
METHODS = frozenset(
    {
        "forward",
    }
)
"""Methods of whose classes they want to see."""
