"""One index of what a file says: scopes, bindings, blocks, calls. Names are text, values expressions."""
