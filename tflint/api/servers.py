"""What calls functions of a program for each request, message or task: servers, bots and queues."""

from __future__ import annotations

import re
from typing import NamedTuple

from tflint.api.records import words


class Handlers(NamedTuple):
    """The classes whose methods a server calls.

    Attributes:
        base: the full name of a base class that they have.
        methods: their names; none stands for each public one.
    """

    base: re.Pattern[str]
    methods: frozenset[str]

    def has(self, method: str) -> bool:
        """True for a method that is called for requests."""
        return method in self.methods if self.methods else not method.startswith("_")


def _names(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


_VERBS = "get|post|put|patch|delete|head|options"
DECORATORS = _names(
    rf"(?:flask|quart)\.(?:Flask|Quart|Blueprint)\.(?:route|websocket|{_VERBS})",
    r"flask_socketio\.SocketIO\.(?:on|event|on_event)",
    rf"fastapi(?:\.\w+)*\.(?:FastAPI|APIRouter)\.(?:api_route|route|websocket|{_VERBS})",
    r"starlette(?:\.\w+)*\.(?:Starlette|Router)\.(?:route|websocket_route)",
    rf"sanic(?:\.\w+)*\.(?:Sanic|Blueprint)\.(?:route|websocket|{_VERBS})",
    rf"bottle\.(?:Bottle\.)?(?:route|{_VERBS})",
    rf"aiohttp\.web\.RouteTableDef\.(?:route|view|{_VERBS})",
    r"socketio\.(?:Async)?Server\.(?:on|event)",
    r"celery(?:\.\w+)*\.(?:Celery\.task|shared_task)",
    r"discord(?:\.\w+)*\.(?:Client|Bot|AutoShardedBot)\.(?:event|command|listen)",
    r"(?:telebot(?:\.\w+)*\.(?:Async)?TeleBot|aiogram(?:\.\w+)*\.Dispatcher)"
    r"\.(?:message_handler|callback_query_handler)",
    r"slack_bolt(?:\.\w+)*\.(?:Async)?App\.(?:event|message|command|action)",
)
"""Full names of what takes a function, as a decorator, that it calls for each request."""

_REST = words("get post put patch delete head options")
HANDLERS = (
    Handlers(
        _names(r"http\.server\.(?:Base|Simple|CGI)HTTPRequestHandler"),
        words("do_GET do_POST do_PUT do_PATCH do_DELETE do_HEAD"),
    ),
    Handlers(_names(r"socketserver\.(?:Base|Stream|Datagram)RequestHandler"), words("handle")),
    Handlers(_names(r"tornado\.web\.RequestHandler"), _REST),
    Handlers(_names(r"tornado\.websocket\.WebSocketHandler"), words("on_message")),
    Handlers(
        _names(
            r"flask\.views\.MethodView",
            r"flask_rest(?:ful|x|plus)\.Resource",
            r"rest_framework\.(?:views|generics|viewsets)\.\w+",
            r"django\.views(?:\.\w+)*\.\w*View",
            r"starlette\.endpoints\.HTTPEndpoint",
            r"aiohttp\.web\.View",
        ),
        _REST,
    ),
    Handlers(_names(r"(?:\w+\.)*\w+_pb2_grpc\.\w+Servicer"), frozenset()),
)
"""Methods of such classes are called for each request."""
REQUESTS = frozenset({"bottle.request", "flask.request", "quart.request"})
"""What stands for the request that is being answered."""
