"""Which functions run over and over, and because of which loop."""

from __future__ import annotations

import random

import pytest
from programs import lint
from snippets import function_of, module_of, project_of

from tflint.rules import load

DEFINITION = "import tensorflow as tf\nimport keras\ndef f(x):\n    return x\n"


def why(code: str, name: str = "f") -> list[str]:
    project = project_of({"m.py": DEFINITION + code + "\n"})
    return [reason.text for reason in project.repetition.why(function_of(project, name))]


@pytest.mark.parametrize(
    ("code", "loop"),
    [
        ("for i in range(3):\n    f(i)", "a `for` loop starts here"),
        ("while True:\n    f(1)", "a `while` loop starts here"),
        ("[f(i) for i in range(3)]", "a `comprehension` loop starts here"),
        ("sum(f(i) for i in range(3))", "a `comprehension` loop starts here"),
        ("def g():\n    for i in c:\n        f(i)", "a `for` loop in `g` starts here"),
        ("for i in c:\n    if i:\n        with c:\n            f(i)", "a `for` loop starts here"),
        ("async def g():\n    async for i in c:\n        f(i)", "a `for` loop in `g` starts here"),
    ],
)
def test_a_loop_around_the_call(code: str, loop: str) -> None:
    first, last = why(code)
    assert first == loop
    assert last.startswith("`f` is called by ")


POOLS = "from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor\n"


@pytest.mark.parametrize(
    "code",
    [
        "list(map(f, c))",
        "for y in map(f, c):\n    print(y)",
        "it = map(f, c)\nprint(*it)",
        "list(filter(f, c))",
        "import functools\nlist(map(functools.partial(f), c))",
        "import functools\nfunctools.reduce(lambda before, x: f(x), c)",
        "list(map(lambda x: f(x), c))",
        "call = lambda x: f(x)\nlist(map(call, c))",
        "def g(cs):\n    return map(f, cs)",
        "g = lambda cs: list(map(f, cs))",
        "import itertools\nlist(itertools.starmap(f, c))",
        "import numpy as np\nnp.apply_along_axis(f, 1, c)",
        "import numpy as np\nnp.vectorize(f)(c)",
        "import pandas as pd\npd.read_csv(c).dropna().apply(f, axis=1)",
        "import pandas as pd\npd.DataFrame(c).apply(lambda row, n: f(n), axis=1, args=(1,))",
        "import pandas as pd\ntable = pd.read_csv(c)\ntable['text'].apply(f)",
        "import pandas as pd\ntable = pd.read_csv(c)\ntable['text'].map(f)",
        POOLS + "ThreadPoolExecutor().map(f, c)",
        POOLS + "with ThreadPoolExecutor() as pool:\n    [pool.submit(f, x) for x in c]",
        "from multiprocessing.pool import ThreadPool\nThreadPool(2).imap(f, c)",
        "import threading\nfor x in c:\n    threading.Thread(target=f, args=(x,)).start()",
    ],
)
def test_what_is_called_for_each_item(code: str) -> None:
    assert why(code)


@pytest.mark.parametrize(
    "code",
    [
        "map(f, c)",
        "it = map(f, c)",
        "it: object = map(f, c)",
        "next(map(f, c))",
        "it = map(f, c)\nnext(it)",
        "import functools\n[functools.partial(f, x) for x in c]",
        "def map(g, xs):\n    return g(xs)\nlist(map(f, c))",
        "from package import map\nlist(map(f, c))",
        "c.apply(f)",
        "c.map(f, [1, 2])",
        "import pandas as pd\npd.read_csv(c)[0].apply(f)",
        POOLS + "ThreadPoolExecutor().submit(f, 1)",
        # each process has traces of its own
        POOLS + "ProcessPoolExecutor().map(f, c)",
        POOLS + "with ProcessPoolExecutor() as pool:\n    [pool.submit(f, x) for x in c]",
        "import multiprocessing\nmultiprocessing.Pool().map(f, c)",
        "import multiprocessing\nfor x in c:\n    multiprocessing.Process(target=f, args=(x,)).start()",
    ],
)
def test_what_is_not_called_for_each_item(code: str) -> None:
    assert why(code) == []


def test_a_loop_around_a_caller() -> None:
    code = "def g(x):\n    return f(x)\ndef h(x):\n    return g(x)\nfor i in range(3):\n    h(i)"
    assert why(code) == [
        "a `for` loop starts here",
        "`h` is called by the module",
        "`g` is called by `h`",
        "`f` is called by `g`",
    ]


def test_a_method_of_an_object() -> None:
    code = """\
class A:
    def step(self, x): ...
    def train(self):
        for i in range(3):
            self.step(i)
"""
    assert why(code, "A.step")[0] == "a `for` loop in `A.train` starts here"


def test_calling_an_object() -> None:
    code = "class A:\n    def __call__(self, x): ...\na = A()\nfor i in range(3):\n    a(i)"
    assert why(code, "A.__call__")[0] == "a `for` loop starts here"


def test_a_loop_in_another_module() -> None:
    files = {
        "m.py": DEFINITION,
        "main.py": "import tensorflow\nfrom m import f as g\nfor i in range(3):\n    g(i)\n",
    }
    project = project_of(files)
    reasons = project.repetition.why(function_of(project, "f"))
    assert [(reason.path, reason.line) for reason in reasons] == [("main.py", 3), ("main.py", 4)]


def test_a_callback_of_keras() -> None:
    code = "class C(keras.callbacks.Callback):\n    def on_batch_end(self, b, logs): ...\n"
    assert why(code, "C.on_batch_end") == ["Keras calls `C.on_batch_end` over and over"]


@pytest.mark.parametrize(
    "code",
    [
        "f(1)",
        "for i in range(3):\n    pass\nelse:\n    f(1)",
        "for i in f([1]):\n    pass",
        "def g():\n    f(1)\ng()",
        "def g():\n    g()\n    f(1)",
        "[x for x in f([1])]",
    ],
)
def test_what_runs_once(code: str) -> None:
    assert why(code) == []


def test_a_loop_in_a_base_class_of_a_file_without_tensorflow() -> None:
    base = """\
class Base:
    def run(self, data):
        for x in data:
            self.step(x)
    def step(self, x): ...
"""
    code = """\
import tensorflow as tf
from base import Base
class A(Base):
    @tf.function
    def step(self, x): ...
"""
    project = project_of({"base.py": base, "m.py": code})
    reasons = project.repetition.why(function_of(project, "A.step"))
    assert [reason.text for reason in reasons] == [
        "a `for` loop in `Base.run` starts here",
        "`A.step` is called by `Base.run`",
    ]


def test_another_objects_method_is_not_the_one_that_overrides() -> None:
    code = """\
class Base:
    def run(self, data, other: "Base"):
        for x in data:
            other.step(x)
    def step(self, x): ...
class A(Base):
    def step(self, x): ...
"""
    assert why(code, "A.step") == []


READ = """\
class A:
    {decorator}
    def f(self): ...
    def g(self):
        return self.f
def run(a: A, other):
    for x in range(3):
        {read}
"""


@pytest.mark.parametrize("read", ["print(a.f)", "a.f(x)", "a.f.y(x)", "[a.f for y in x]"])
def test_a_property_is_called_where_it_is_read(read: str) -> None:
    assert why(READ.format(decorator="@property", read=read), "A.f") == [
        "a `for` loop in `run` starts here",
        "`A.f` is read by `run`",
    ]


@pytest.mark.parametrize(
    ("decorator", "read"),
    [
        ("", "print(a.f)"),
        ("@functools.cached_property", "print(a.f)"),
        ("@property\n    @functools.cache", "print(a.f)"),
        ("@property", "print(other.f)"),
        ("@property", "a.f = x"),
        ("@property", "print(a)"),
    ],
)
def test_what_is_kept_or_only_named_alike_runs_no_property(decorator: str, read: str) -> None:
    assert why(READ.format(decorator=decorator, read=read), "A.f") == []


def test_a_property_that_overrides_runs_where_the_base_reads_it() -> None:
    code = """\
class Base:
    @property
    def net(self): ...
    def run(self, data):
        for x in data:
            self.net(x)
class A(Base):
    @property
    def net(self): ...
"""
    assert why(code, "A.net") == [
        "a `for` loop in `Base.run` starts here",
        "`A.net` is read by `Base.run`",
    ]


def chain_of(calls: int) -> list[str]:
    """Functions of which each is called by the next, and the last in a loop; all but it in circles."""
    loop = f"def last(xs):\n    for x in xs:\n        step{calls - 1}(x)\n"
    steps = [
        f"def step{i}(x):\n    return step{i - 1}(x) + step{(7 * i) % calls}(x)\n"
        for i in range(1, calls)
    ]
    return ["def step0(x):\n    return f(x)\n", *steps, loop]


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("calls", [3, 6, 60])
def test_a_chain_of_any_length_in_any_order_of_definitions(calls: int, backwards: bool) -> None:
    functions = chain_of(calls)
    found = why("".join(reversed(functions) if backwards else functions))
    assert found[:2] == [
        "a `for` loop in `last` starts here",
        f"`step{calls - 1}` is called by `last`",
    ]
    assert found[-1] == "`f` is called by `step0`"


def test_of_two_loops_the_one_that_is_nearer() -> None:
    code = """\
def far(x):
    return near(x)
def near(x):
    return f(x)
for i in range(3):
    far(i)
for i in range(4):
    near(i)
"""
    assert why(code) == [
        "a `for` loop starts here",
        "`near` is called by the module",
        "`f` is called by `near`",
    ]


def test_the_order_of_questions_changes_no_answer() -> None:
    """Calls in circles, through several files, with loops far away from most."""
    names = [f"step{i}" for i in range(1, 40)]
    code = "import tensorflow as tf\n" + "".join(chain_of(40))
    lines = [f"from m import {', '.join(names)}", *(f"def {n}_(x):\n    {n}(x)" for n in names)]
    other = "\n".join([*lines, *(f"{n}_(1)" for n in names)])

    def answers(order: int | None) -> dict[str, list[tuple[str, int, str]]]:
        project = project_of({"m.py": code + "def f(x): ...\n", "other.py": other + "\n"})
        modules = [module_of(project, "m.py"), module_of(project, "other.py")]
        functions = [function for module in modules for function in module.functions]
        if order is None:
            functions.reverse()
        else:
            random.Random(order).shuffle(functions)
        found = {function.full_name: project.repetition.why(function) for function in functions}
        return dict(sorted(found.items()))

    first = answers(0)
    assert sum(map(bool, first.values())) == 41
    assert all(answers(order) == first for order in (1, 2, 3, None))


@pytest.mark.parametrize("backwards", [False, True])
def test_no_finding_depends_on_which_function_stands_first(backwards: bool) -> None:
    makers = [
        "def make(x):\n    step = tf.function(lambda y: y + x)\n    return step(x)\n",
        "def make_more(x):\n    step = tf.function(lambda y: y - x)\n    return step(x) + make(x)\n",
    ]
    callers = [f"def call{i}(x):\n    return call{i - 1}(x)\n" for i in range(1, 6)]
    code = [
        "import tensorflow as tf\n",
        *(reversed(makers) if backwards else makers),
        "def call0(x):\n    return make_more(x)\n",
        *callers,
        "for i in range(3):\n    call5(tf.constant(i))\n",
    ]
    found = lint({"m.py": "".join(code)}, load(["TFL103"]))
    assert len(found) == 2
