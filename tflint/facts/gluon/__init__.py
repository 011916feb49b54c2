"""What MXNet's hybridized blocks are given, and what becomes of it."""
