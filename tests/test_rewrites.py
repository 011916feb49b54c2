"""What is found depends on what a program means, not on how it is written: ``benchmarks/rewrites``."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
from types import ModuleType
from zlib import crc32

import pytest
from environments import ROOT
from programs import Program, all_programs

from benchmarks.rewrites.comparing import compare
from benchmarks.rewrites.rewriting import MODULE, REWRITES, File

ASKED_FOR = {"requirements.txt": "tensorflow>=2.16\n"}
IN_ARGUMENTS = {"reported-bad_inner_training_step", "programs-gan"}
"""Where it matters that an argument has no name, and so no line, of its own.

A model that is made for each training silences TFL103 only if it has a name in the loop; what stands behind
the line of ``g_loss.numpy()``, which raises, is information, and what stands in it is not.
"""


def rewrites_of(program: Program) -> tuple[str, ...]:
    """What a program is written as; for the many of rules one half or the other, by their names."""
    names = tuple(REWRITES)
    return names[crc32(program.name.encode()) % 2 :: 2] if program.code else names


PROGRAMS = [
    pytest.param(program, rewrites_of(program), id=program.name) for program in all_programs()
]
PRINTS = '''
import math
import sys

class tf:
    @staticmethod
    def function(given=None, **options):
        return (lambda inner: inner) if given is None else given

def area(r):
    """The area
  of a circle."""
    return math.pi * r ** 2

def kind(number):
    if number > 2:
        text = f"""large:
  {number}"""
        return text
    return "small", number

class Counter:
    @tf.function
    def __init__(self): self.count = 0

    @tf.function(jit_compile=True)
    def step(self, by):
        total = self.count + by
        for each in range(by):
            self.count += each
        return self.count, total

@tf.function
def main(ä="é"): return [Counter().step(3), area(2), kind(1), kind(3), ä]

print(main(), sys.argv[:0])
'''


@pytest.mark.slow  # every fixture is linted some ten times more
@pytest.mark.parametrize(("program", "rewrites"), PROGRAMS)
def test_a_program_written_otherwise(program: Program, rewrites: tuple[str, ...]) -> None:
    folder = program.path if program.path.is_dir() else program.path.parent
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in program.files}
    differing = [
        (compared.rewrite, compared.lost, compared.new)
        for compared in compare(texts | ASKED_FOR, rewrites)
        if compared.differing
        and not (program.name in IN_ARGUMENTS and compared.rewrite == "named_arguments")
    ]
    assert differing == []


@pytest.mark.parametrize("name", REWRITES)
def test_a_rewrite_keeps_what_a_program_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rewritten = REWRITES[name](File(PRINTS))
    assert rewritten is not None
    assert rewritten.text != PRINTS
    if rewritten.beside:
        module = ModuleType(MODULE)
        exec(compile(rewritten.beside, MODULE, "exec"), vars(module))
        monkeypatch.setitem(sys.modules, MODULE, module)
    assert printed(rewritten.text) == printed(PRINTS)


@pytest.mark.parametrize("name", REWRITES)
def test_places_lead_back_to_the_original(name: str) -> None:
    for path in sorted((ROOT / "fixtures" / "programs").glob("*.py")):
        text = path.read_text()
        rewritten = REWRITES[name](File(text))
        if rewritten is None:
            continue
        old = text.splitlines()
        names = {
            (node.name, rewritten.line_of(node.lineno, node.col_offset + 1))
            for node in ast.walk(ast.parse(rewritten.text))
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        assert all(f" {name}" in old[line - 1] for name, line in names)


def printed(text: str) -> str:
    """What a program prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(text, "<program>", "exec"), {"__name__": "__main__"})
    return out.getvalue()
