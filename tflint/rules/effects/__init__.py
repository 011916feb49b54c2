"""TFL3: Python side effects that happen once per trace."""
