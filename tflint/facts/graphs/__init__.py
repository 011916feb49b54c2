"""What runs in a graph, in which tracing contexts, and why."""
