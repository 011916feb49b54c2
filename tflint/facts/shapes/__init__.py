"""What is known of shapes, dtypes and numbers of tensors while a graph is built."""
