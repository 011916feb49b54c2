"""The catalogue: each default rule's pitfall in several shapes, and what looks like it but is fine."""

from __future__ import annotations

from benchmarks.injection.pitfalls import (
    control,
    dropped,
    effects,
    frozen,
    gluon,
    modes,
    retracing,
    state,
    tensors,
)

PITFALLS = [
    pitfall
    for family in (retracing, state, effects, dropped, frozen, tensors, control, gluon, modes)
    for pitfall in family.PITFALLS
]
