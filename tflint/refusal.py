"""What is asked for and cannot be done."""


class RefusedError(Exception):
    """Why, in one line for whoever asked."""
