"""What host and worker say to each other is checked where it arrives."""

from __future__ import annotations

import copy
import json
import os
import random
import shutil
import subprocess
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from tflint.runtime import protocol
from tflint.runtime.protocol import (
    Answer,
    Failure,
    Hello,
    MeasuredCall,
    Mutated,
    ProtocolError,
    SideResult,
    decode,
    encode,
)  # fmt: skip
from tflint.runtime.worker.zygote import Zygote

MESSAGES = [
    kind for kind in vars(protocol).values() if isinstance(kind, type) and is_dataclass(kind)
]


def sample(kind: Any, draw: random.Random) -> Any:
    """A value of a type, with everything in it."""
    if kind is Any:
        return draw.choice([None, 1, 0.5, "text", True, [1, {"a": None}], {"values": [1.0]}])
    if is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{one.name: sample(hints[one.name], draw) for one in fields(kind)})
    plain = {str: "ä\ud800", int: 7, float: 0.5, bool: True, type(None): None}
    if kind in plain:
        return plain[kind]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is list:
        return [sample(inner[0], draw) for _ in range(draw.randrange(3))]
    if origin is dict:
        return {f"key {n}": sample(inner[1], draw) for n in range(draw.randrange(3))}
    if origin is tuple:
        return tuple(sample(one, draw) for one in inner)
    return sample(draw.choice(inner), draw)


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_what_is_sent_arrives(kind: type) -> None:
    draw = random.Random(7)
    for _ in range(20):
        message = sample(kind, draw)
        assert decode(kind, json.loads(json.dumps(encode(message)))) == message


def places(data: Any) -> list[tuple[Any, ...]]:
    """The path of every key of the messages in a message."""
    found = []
    for key in (
        data if isinstance(data, dict) else range(len(data) if isinstance(data, list) else 0)
    ):
        found += [(key,), *((key, *rest) for rest in places(data[key]))]
    return found


def test_any_wrong_type_is_one_clear_error() -> None:
    answer = encode(sample(Answer, random.Random(3)))
    assert encode(decode(Answer, answer)) == answer
    wrong = 0
    for *path, last in places(answer):
        changed = copy.deepcopy(answer)
        inner = changed
        for key in path:
            inner = inner[key]
        inner[last] = {"not": {1, 2}}  # no message has this
        try:
            decode(Answer, changed)
        except ProtocolError as error:
            wrong += 1
            assert str(error).startswith("Answer")
    assert wrong > 50


@pytest.mark.parametrize(
    "data, said",
    [
        ({"ready": True, "more": 1}, "Hello has an unknown 'more'"),
        ({"version": "2"}, "Hello has no 'ready'"),
        ({"ready": 1}, "Hello.ready is 1, not a bool"),
        ({"ready": None}, "Hello.ready is None, not a bool"),
        ([], "Hello is [], not a dict"),
    ],
)
def test_errors_say_where_and_what(data: Any, said: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode(Hello, data)
    assert str(caught.value) == said


def test_the_place_of_an_error_is_said() -> None:
    record = encode(sample(MeasuredCall, random.Random(1)))
    result = {
        "calls": [record, {**record, "error": {"type": "E", "message": "m", "frames": [["a"]]}}]
    }
    with pytest.raises(
        ProtocolError, match=r"^SideResult\.calls\[1\]\.error\.frames\[0\] has 1 items"
    ):
        decode(SideResult, result)


def test_what_is_not_there_is_left_out() -> None:
    assert encode(Mutated("all", "zero", drawn=[1])) == {
        "where": "all",
        "mutation": "zero",
        "hits": 0,
        "drawn": [1],
    }
    assert encode(Failure("E", "m")) == {"type": "E", "message": "m", "bases": [], "frames": []}


def test_a_worker_says_what_it_cannot_read() -> None:
    read, write = os.pipe()
    try:
        Zygote(read, write, "tensorflow", "")._take({"id": 3, "side": "eager"})
        [line] = os.read(read, 1 << 16).splitlines()
    finally:
        os.close(read)
        os.close(write)
    answer = decode(Answer, json.loads(line))
    assert answer.id == 3
    assert answer.result.error == Failure("ProtocolError", "Job has no 'as_main'")


OLD = """
import importlib, importlib.util, os, pkgutil, sys
folder = sys.argv[1]
spec = importlib.util.spec_from_file_location(
    "_runtime", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
)
sys.modules["_runtime"] = package = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
for found in pkgutil.walk_packages([folder], "_runtime."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
protocol = sys.modules["_runtime.protocol"]
for kind in list(vars(protocol).values()):
    if isinstance(kind, type) and protocol.is_dataclass(kind):
        try:
            protocol.decode(kind, {"unknown": 1})
        except protocol.ProtocolError:
            continue
        raise AssertionError(kind)
"""


@pytest.mark.parametrize("version", ["3.8", "3.9"])
def test_old_pythons_can_load_the_runtime(version: str) -> None:
    python = shutil.which(f"python{version}")
    # What is found may be the shim of a version manager, with nothing behind it.
    if python is None or subprocess.run([python, "-V"], capture_output=True).returncode:
        pytest.skip(f"no Python {version} here")
    command = [python, "-c", OLD, str(Path(protocol.__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
