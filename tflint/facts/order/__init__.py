"""What happens after what: calls of graphs, changes between them, and what outlives a call."""
