"""An independent judge of ``--confirm``: programs with one pitfall each, and what they really do."""
