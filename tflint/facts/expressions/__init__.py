"""What an expression may be: values, and the solver that works them out together."""
