"""Control flow and definitions that do not survive becoming a graph."""
