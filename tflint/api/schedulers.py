"""What calls again and again the functions that it is handed: clocks of windows and robots, servers."""

from __future__ import annotations

import re
from typing import NamedTuple

Places = tuple[int | str, ...]
"""Where an argument stands: by its position, and by its keyword."""


class Scheduler(NamedTuple):
    """How such a function is told what to call, and how often.

    Attributes:
        function: where it is told what to call.
        period: where it is told how long it waits between two calls; of one that is not, it waits for the
            next frame, or for the next message.
        per_second: how many units of that are a second.
        message: where a subscription is told of what type its messages are.
        brings: whether it gives the function something else each time.
        calls_once: whether it calls once, so that only what hands itself over is called again and again.
        once: the keyword with which it does so, too.
        draws: whether it draws a picture each time.
        waits: whether it calls the function when somebody asks for it: for a request, a message, a click.
    """

    function: Places
    period: Places = ()
    per_second: int = 1
    message: Places = ()
    brings: bool = False
    calls_once: bool = False
    once: str = ""
    draws: bool = False
    waits: bool = False


_CLOCKS = r"pyglet\.clock|kivy\.clock\.Clock"
_HANDLER = Scheduler((1, "callback", "endpoint", "handler", "on_mouse", "view"), waits=True)
_SHOWN = Scheduler((0, "fn"), waits=True)
_ROWS = (
    (
        r"(?:custom)?tkinter(?:\.\w+)*",
        "after",
        Scheduler((1, "func"), (0, "ms"), per_second=1000, calls_once=True),
    ),
    (_CLOCKS, "schedule", Scheduler((0, "func"))),
    (_CLOCKS, "schedule_interval", Scheduler((0, "func", "callback"), (1, "interval", "timeout"))),
    (_CLOCKS, "schedule_interval_soft", Scheduler((0, "func"), (1, "interval"))),
    (
        _CLOCKS,
        "schedule_once",
        Scheduler((0, "func", "callback"), (1, "delay", "timeout"), calls_once=True),
    ),
    ("rospy", "Timer", Scheduler((1, "callback"), (0, "period"), once="oneshot")),
    ("rospy", "Subscriber", Scheduler((2, "callback"), message=(1, "data_class"), brings=True)),
    (r"rclpy\.node\.Node", "create_timer", Scheduler((1, "callback"), (0, "timer_period_sec"))),
    (
        r"rclpy\.node\.Node",
        "create_subscription",
        Scheduler((2, "callback"), message=(0, "msg_type"), brings=True),
    ),
    (r"matplotlib\.animation", "FuncAnimation", Scheduler((1, "func"), brings=True, draws=True)),
    (r"flask\.(?:Flask|Blueprint)", "add_url_rule", Scheduler((2, "view_func"), waits=True)),
    (r"fastapi(?:\.\w+)*\.(?:FastAPI|APIRouter)", "add_api_route", _HANDLER),
    (r"starlette\.routing", "Route", _HANDLER),
    (r"django\.urls", "path", _HANDLER),
    (r"django\.urls", "re_path", _HANDLER),
    (r"telegram\.ext", "CommandHandler", _HANDLER),
    (r"telegram\.ext", "MessageHandler", _HANDLER),
    ("cv2", "setMouseCallback", _HANDLER),
    ("gradio", "ChatInterface", _SHOWN),
    ("gradio", "Interface", _SHOWN),
    (r"gradio\.\w+", "click", _SHOWN),
    (r"gradio\.\w+", "change", _SHOWN),
    (r"gradio\.\w+", "submit", _SHOWN),
)
SCHEDULERS = {name: (re.compile(home), scheduler) for home, name, scheduler in _ROWS}
"""By the last part of the name, with what comes before it."""
SENSORS = "sensor_msgs.msg."
"""What the names of messages begin with that come many times a second."""
DURATIONS = frozenset({"rospy.Duration", "rospy.Duration.from_sec"})
"""What makes a period of a number of seconds."""
