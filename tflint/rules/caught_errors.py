"""What rules say of errors that a handler catches while it traces, and gives a number instead."""

from __future__ import annotations

from tflint.claims import Claim, Differs

STANDS = "the handler catches that: each call of the graph has the number that it gives instead"
STANDING: tuple[Claim, ...] = (Differs(elsewhere=True),)
"""What an experiment may test of it: no error leaves the graph."""
