#!/usr/bin/env python
"""Sentiment/rating micro service.

    python app.py --port 8099            # serve
    python app.py --selftest             # start, ask a few questions, stop
"""
import argparse
import json
import logging
import os
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import tensorflow as tf

from service.model import RatingModel
from service.pipeline import Pipeline

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
log = logging.getLogger("app")
PIPE = None


class Handler(BaseHTTPRequestHandler):
    def log_message(self, fmt, *args):
        log.info(fmt, *args)

    def _json(self, code, payload):
        body = json.dumps(payload).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/health":
            self._json(200, {"ok": True, "time": time.time(), "requests": PIPE.requests})
        elif self.path == "/threshold":
            self._json(200, {"threshold": PIPE.threshold})
        else:
            self._json(404, {"error": "not found"})

    def do_POST(self):
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/threshold":
            PIPE.threshold = float(data["value"])
            self._json(200, {"threshold": PIPE.threshold})
            return
        try:
            self._json(200, PIPE.answer(data["texts"]))
        except (KeyError, tf.errors.InvalidArgumentError) as err:
            self._json(400, {"error": str(err)[:200]})


def ask(port, path, payload=None):
    url = f"http://127.0.0.1:{port}{path}"
    data = json.dumps(payload).encode() if payload is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data)) as r:
        return json.loads(r.read())


def selftest(port):
    texts = ["a fine film", "really bad and boring", "good good good", "so so", "dull", "great fun"]
    out = []
    for k in range(1, 5):
        out.append(ask(port, "/rate", {"texts": texts[:k]}))
    ask(port, "/health")
    ask(port, "/threshold", {"value": 0.99})
    out.append(ask(port, "/rate", {"texts": texts[:2]}))
    print(json.dumps(out[-1], indent=1))
    print("traces:", PIPE.model.score.experimental_get_tracing_count())


def main():
    global PIPE
    ap = argparse.ArgumentParser()
    ap.add_argument("--port", type=int, default=0)
    ap.add_argument("--serve", action="store_true")
    args = ap.parse_args()
    os.environ.setdefault("RATING_TEMPERATURE", "1.5")
    PIPE = Pipeline(RatingModel(vocab=64))
    httpd = ThreadingHTTPServer(("127.0.0.1", args.port), Handler)
    port = httpd.server_address[1]
    if args.serve:
        sys.stderr.write(f"serving on {port}\n")
        httpd.serve_forever()
    worker = threading.Thread(target=httpd.serve_forever, daemon=True)
    worker.start()
    try:
        selftest(port)
    finally:
        httpd.shutdown()


if __name__ == "__main__":
    main()
