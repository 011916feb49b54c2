"""``tflint server``: what tflint knows, told to editors by the Language Server Protocol."""
