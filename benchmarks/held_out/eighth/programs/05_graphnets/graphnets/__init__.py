from .tasks import TASKS  # noqa: F401
