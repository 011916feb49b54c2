"""Takes notes while a program runs, in the user's interpreter, on the standard library alone."""
