"""Programs, mutants and files of other kinds made at random, and what must hold of tflint on each."""
