"""How many small changes of the code a test notices: ``python -m benchmarks.mutation``."""
