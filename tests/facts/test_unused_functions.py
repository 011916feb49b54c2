"""What costs only time in a function of a program that no run of it comes to is information."""

from __future__ import annotations

import pytest
from programs import lint_all

from tflint.finding import Severity
from tflint.rules.modes.predict_in_loop import PredictInLoop

AGENT = """\
import keras


class Agent:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def act(self, state):
        return state

    def replay(self, states):
        for state in states:
            self.model.predict(state[None])

    def replay_all(self, stored):
        for states in stored:
            self.replay(states)

"""
RUN = """\
agent = Agent()
while True:
    agent.act(1)
"""


SCRIPT = "if __name__ == '__main__':\n"
PRIVATE = AGENT.partition("    def replay_all")[0].replace("replay", "_replay")
OF_UNKNOWN_CLASS = AGENT.replace("class Agent", "from x import Base\n\n\nclass Agent(Base)")


@pytest.mark.parametrize(
    ("program", "others", "severity"),
    [
        (AGENT + RUN, {}, Severity.INFO),
        (AGENT + RUN + "    agent.replay([1])\n", {}, Severity.WARNING),
        (AGENT + RUN + "    agent.replay_all([[1]])\n", {}, Severity.WARNING),
        (AGENT + RUN + "    later(agent.replay)\n", {}, Severity.WARNING),
        (AGENT + RUN + "    later('replay')\n", {}, Severity.WARNING),
        (AGENT + RUN + "    getattr(agent, later())([1])\n", {}, Severity.WARNING),
        (AGENT, {}, Severity.WARNING),  # somebody else may use the class
        (AGENT + "Agent().act(1)\n", {}, Severity.WARNING),
        (AGENT + SCRIPT + "    while True: Agent().act(1)\n", {}, Severity.INFO),
        (AGENT + SCRIPT + "    while True: Agent().replay([1])\n", {}, Severity.WARNING),
        (AGENT + SCRIPT + "    Fire(Agent().act)\n", {}, Severity.WARNING),
        (AGENT + SCRIPT + "    Agent().act(1)\n", {"b.py": "import a\n"}, Severity.WARNING),
        (AGENT + "model = keras.Model()\nmodel.fit(x, y)\n", {}, Severity.INFO),
        (AGENT + SCRIPT + "    keras.Model().fit(x, y)\n", {}, Severity.WARNING),
        (PRIVATE, {}, Severity.INFO),
        (PRIVATE + "# see _replay and getattr(agent, name)\n", {}, Severity.INFO),
        (PRIVATE + "later('a:Agent._replay')\n", {}, Severity.WARNING),
        (PRIVATE, {"b.py": "import a\na.Agent().act(1)\n"}, Severity.INFO),
        (PRIVATE, {"b.py": "import a\na.Agent()._replay([1])\n"}, Severity.WARNING),
        (PRIVATE, {"b.py": "import a\nfrom a.Agent import _replay as replay\n"}, Severity.WARNING),
        (PRIVATE, {"b.py": "import a\ngetattr(a.Agent(), later())([1])\n"}, Severity.WARNING),
        (
            PRIVATE.replace("class Agent", "from x import B\n\n\nclass Agent(B)"),
            {},
            Severity.WARNING,
        ),
        (AGENT + RUN, {"b.py": "import a\n"}, Severity.WARNING),
        (AGENT + RUN, {"b.py": "import elsewhere.a\n"}, Severity.WARNING),
        ("import b\n" + AGENT + RUN, {"b.py": "def f(a): a.replay([1])\n"}, Severity.WARNING),
        ("import b\n" + AGENT + RUN, {"b.py": "b = 1\n"}, Severity.INFO),
        (OF_UNKNOWN_CLASS + RUN, {}, Severity.WARNING),
        (AGENT.replace("Agent:", "Agent(object):") + RUN, {}, Severity.INFO),
        (
            AGENT.replace("    def replay(", "    @later\n    def replay(") + RUN,
            {},
            Severity.WARNING,
        ),
    ],
)
def test_what_a_program_never_comes_to(
    program: str, others: dict[str, str], severity: Severity
) -> None:
    (found,) = lint_all({"a.py": program, **others}, [PredictInLoop])
    assert found.severity is severity
