"""Edge agent: reads sensor messages, scores them, raises alarms, adapts.

    python agent.py --messages 60 --adapt plain
"""
import argparse
import logging
import os
import queue
import signal
import sys

import numpy as np
import tensorflow as tf

from monitor import detector as det
from monitor.sources import SensorThread, drain

log = logging.getLogger("agent")


class Agent:
    def __init__(self, adapt="plain", batch=10):
        self.detector = det.Detector()
        self.adapt = getattr(self.detector, det.ADAPTERS[adapt])
        self.batch, self.window = batch, []
        self.alarms = []
        self.running = True

    def stop(self, *_):
        self.running = False
        log.warning("stopping")

    def debug_first(self, values):
        """step through the first message, for support tickets"""
        tf.config.run_functions_eagerly(True)
        z, _ = self.detector.score(tf.constant([values], tf.float32))
        log.info("first message scores %.2f", float(z[0]))

    def reconstruct(self, values):
        return self.detector.net.predict(np.array([values], "float32"), verbose=0)[0]

    def handle(self, msg):
        x = tf.constant([msg["values"]], tf.float32)
        z, alarm = self.detector.score(x)
        if bool(alarm[0]):
            worst = int(np.argmax(np.abs(self.reconstruct(msg["values"]) - np.array(msg["values"]))))
            self.alarms.append((msg["t"], float(z[0]), worst))
        self.window.append(msg["values"])
        if len(self.window) == self.batch:
            self.adapt(tf.constant(self.window, tf.float32))
            self.window.clear()

    def run(self, source, level_changes=()):
        changes = dict(level_changes)
        for k, msg in enumerate(source):
            if not self.running:
                break
            if k in changes:
                det.set_alarm_level(changes[k])
            self.handle(msg)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--messages", type=int, default=60)
    ap.add_argument("--adapt", choices=sorted(det.ADAPTERS), default="plain")
    ap.add_argument("--trace-first", action="store_true")
    args = ap.parse_args()
    logging.basicConfig(level=os.environ.get("LOGLEVEL", "INFO"))
    agent = Agent(args.adapt)
    signal.signal(signal.SIGTERM, agent.stop)
    rng = np.random.default_rng(0)
    agent.detector.warm_start(rng.normal(0.4, 0.3, (64, 6)).astype("float32"))
    if args.trace_first:
        agent.debug_first([0.0] * 6)
    q = queue.Queue()
    SensorThread(q, args.messages).start()
    agent.run(drain(q), level_changes=[(30, 1e9)])
    sys.stdout.write(f"alarms {len(agent.alarms)} trained {agent.detector.trained}\n")


if __name__ == "__main__":
    main()
