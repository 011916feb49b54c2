"""Which functions servers, pages and bots call for each request, and what they may do in turn."""

from __future__ import annotations

import pytest
from programs import lint
from snippets import function_of, project_of

from tflint.rules import load

RULES = load(["TFL101", "TFL103", "TFL504"])
ANSWER = "def answer(x=None):\n    pass\n"


def why(text: str, name: str = "answer") -> str:
    """Why a function runs repeatedly; empty where nothing is known."""
    project = project_of({"m.py": f"import tensorflow as tf\n{text}"})
    reasons = project.repetition.why(function_of(project, name))
    return reasons[0].text if reasons else ""


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("from flask import Flask\napp = Flask('m')", "app.route('/')"),
        ("import flask\napp = flask.Blueprint('m', 'm')", "app.post('/')"),
        ("from fastapi import FastAPI\napp = FastAPI()", "app.post('/')"),
        ("from fastapi import APIRouter\napp = APIRouter()", "app.websocket('/')"),
        ("from quart import Quart\napp = Quart('m')", "app.get('/')"),
        ("from sanic import Sanic\napp = Sanic('m')", "app.post('/')"),
        ("import bottle", "bottle.route('/')"),
        ("from bottle import post", "post('/')"),
        ("from aiohttp import web\napp = web.RouteTableDef()", "app.get('/')"),
        ("from starlette.applications import Starlette\napp = Starlette()", "app.route('/')"),
        ("from flask_socketio import SocketIO\napp = SocketIO()", "app.on('x')"),
        ("from celery import Celery\napp = Celery('m')", "app.task"),
        ("from celery import shared_task", "shared_task"),
        ("import discord\nbot = discord.Client()", "bot.event"),
        ("import telebot\nbot = telebot.TeleBot('')", "bot.message_handler()"),
        ("from slack_bolt import App\napp = App()", "app.event('x')"),
    ],
)
def test_decorators_of_servers(imports: str, decorator: str) -> None:
    said = why(f"{imports}\n@{decorator}\n{ANSWER}")
    shown = decorator.partition("(")[0]
    assert said == f"`{shown}` calls `answer` again and again, for each request"


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("from flask import Flask\napp = Flask('m')", "app.before_first_request"),
        ("from fastapi import FastAPI\napp = FastAPI()", "app.on_event('startup')"),
        ("from mine import app", "app.route('/')"),
        ("import requests", "requests.get('/')"),
    ],
)
def test_other_decorators(imports: str, decorator: str) -> None:
    assert why(f"{imports}\n@{decorator}\n{ANSWER}") == ""


@pytest.mark.parametrize(
    ("imports", "base", "method"),
    [
        ("from http.server import BaseHTTPRequestHandler as B", "B", "do_POST"),
        ("import socketserver", "socketserver.StreamRequestHandler", "handle"),
        ("import tornado.web", "tornado.web.RequestHandler", "get"),
        ("from tornado.websocket import WebSocketHandler", "WebSocketHandler", "on_message"),
        ("from flask.views import MethodView", "MethodView", "post"),
        ("from flask_restful import Resource", "Resource", "post"),
        ("from rest_framework.views import APIView", "APIView", "post"),
        ("from django.views import View", "View", "get"),
        ("import model_pb2_grpc", "model_pb2_grpc.ModelServicer", "Predict"),
    ],
)
def test_methods_of_handlers(imports: str, base: str, method: str) -> None:
    text = f"{imports}\nclass Mine({base}):\n    def {method}(self, *given):\n        pass\n"
    last = base.rpartition(".")[2].replace("B", "BaseHTTPRequestHandler")
    wanted = f"`{last}` has `Mine.{method}` called again and again, for each request"
    assert why(text, f"Mine.{method}") == wanted
    assert why(text.replace(f"def {method}", "def _own"), "Mine._own") == ""


@pytest.mark.parametrize(
    ("imports", "handing"),
    [
        ("from flask import Flask\napp = Flask('m')", "app.add_url_rule('/', 'x', answer)"),
        ("from fastapi import FastAPI\napp = FastAPI()", "app.add_api_route('/', answer)"),
        ("from starlette.routing import Route", "Route('/', endpoint=answer)"),
        ("from django.urls import path", "path('x', answer)"),
        ("from telegram.ext import MessageHandler", "MessageHandler(None, answer)"),
        ("import gradio as gr", "gr.Interface(fn=answer)"),
        ("import gradio as gr\nb = gr.Button('go')", "b.click(answer)"),
        ("import cv2", "cv2.setMouseCallback('w', answer)"),
    ],
)
def test_functions_that_are_handed_over(imports: str, handing: str) -> None:
    name = handing.partition("(")[0].rpartition(".")[2]
    said = why(f"{imports}\n{ANSWER}\n{handing}\n")
    assert said == f"`answer` is handed to `{name}`, which calls it again and again"


STATE = """\
import tensorflow as tf
{imports}

class Scale:
    def __init__(self):
        self.by = 1.0

    @tf.function
    def apply(self, x):
        return x * self.by

scale = Scale()

{first}
def change({given}):
    scale.by = float({number})

{second}
def run():
    return scale.apply(tf.ones([2]))
"""
FLASK = "from flask import Flask, request\napp = Flask('m')"


def codes(text: str) -> list[tuple[int, str]]:
    return [(finding.span.line, finding.code) for finding in lint({"m.py": text}, RULES)]


def test_one_request_sets_what_the_graph_of_another_has_read() -> None:
    text = STATE.format(
        imports=FLASK,
        first="@app.route('/a')",
        second="@app.route('/b')",
        given="",
        number="request.args['by']",
    )
    assert codes(text) == [(11, "TFL504")]
    assert codes(text.replace("@app.route('/a')", "")) == []
    assert codes(text.replace("@app.route('/b')", "")) == []


def test_requests_may_be_functions_of_a_factory() -> None:
    text = f"""\
import tensorflow as tf
{FLASK}

def create_app():
    app = Flask("m")

    @app.route("/")
    def answer():
        f = tf.function(lambda x: x + 1)
        return f(tf.ones([2]))

    return app
"""
    assert codes(text) == [(10, "TFL103")]


def test_numbers_of_requests_trace_anew() -> None:
    text = f"""\
import tensorflow as tf
{FLASK}

@tf.function
def scaled(x, by):
    return x * by

@app.route("/")
def answer():
    by = float(request.args["by"])
    return scaled(tf.ones([2]), by)
"""
    assert codes(text) == [(12, "TFL101")]
    assert codes(text.replace("float(request", "tf.constant(request")) == []
