"""What folders the code of a file puts on ``sys.path``, read and never run."""

from __future__ import annotations

import pytest

from tflint.syntax.path_folders import (
    _DEEPEST,
    _LONGEST,
    _MOST,
    PathFolder,
    folders_on_path,
)

HEAD = """\
import inspect, os, sys
import os.path as osp
from os.path import dirname, join
from pathlib import Path
HERE = os.path.dirname(os.path.abspath(__file__))
ABOVE: str = osp.dirname(HERE)
NETS = Path(__file__).resolve().parents[1] / "nets"
LIST = ["a", HERE]
"""
AT = "/.."
"""From a file to its folder."""


def found(code: str) -> list[PathFolder]:
    return list(folders_on_path(HEAD + code + "\n"))


@pytest.mark.parametrize(
    ("code", "folder"),
    [
        ("HERE", AT),
        ("ABOVE", AT + "/.."),
        ("join(HERE, 'models')", AT + "/models"),
        ("osp.join(dirname(__file__), os.pardir, 'utils')", AT + "/../utils"),
        ("os.path.join(join(HERE), '..', 'a/b')", AT + "/../a/b"),
        ("HERE + '/models'", AT + "/models"),
        ("f'{ABOVE}/models'", AT + "/../models"),
        ("str(NETS)", AT + "/../nets"),
        ("NETS.parent.joinpath('lib', 'more').as_posix()", AT + "/../nets/../lib/more"),
        ("str(Path(HERE, 'lib').absolute())", AT + "/lib"),
        ("os.path.split(os.path.realpath(__file__))[0]", AT),
        ("sys.path[0] + '/lib'", AT + "/lib"),
        ("dirname(osp.abspath(inspect.getfile(inspect.currentframe())))", AT),
        ("dirname(inspect.getsourcefile(lambda: 0))", AT),
    ],
)
def test_folders_told_from_the_file_on(code: str, folder: str) -> None:
    assert found(f"sys.path.append({code})") == [PathFolder(folder, True)]


@pytest.mark.parametrize(
    ("code", "folder"),
    [
        ("'models'", "models"),
        ("'..'", ".."),
        (r"'..\\lib'", "../lib"),
        ("'/home/somebody/lib'", "/home/somebody/lib"),
        ("os.path.join(HERE, '/lib')", "/lib"),
        ("os.path.join('..', 'lib')", "../lib"),
        ("os.path.abspath('../lib/')", "../lib"),
        ("dirname('lib/')", "lib"),
        ("os.path.dirname(os.getcwd())", "./.."),
        ("str(Path.cwd() / 'lib')", "./lib"),
        ("os.getcwd() + '/../lib'", "./../lib"),
        ("str(Path())", "."),
    ],
)
def test_folders_told_from_any_place_on(code: str, folder: str) -> None:
    assert found(f"sys.path.insert(0, {code})") == [PathFolder(folder, False)]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("sys.path.append('a'); sys.path.append('b')", "ab"),
        ("sys.path.append('a')\nsys.path.append('b')\nsys.path.insert(0, 'c')", "cab"),
        ("sys.path.insert(0, 'a')\nsys.path.insert(1, 'b')", "ba"),
        ("sys.path.extend(['a', 'b'])", "ab"),
        ("sys.path.extend(('a', unknown, 'b'))", "ab"),
        ("sys.path += ['a']", "a"),
        ("sys.path = ['b'] + sys.path\nsys.path.append('c')", "bc"),
        ("sys.path[0:0] = ['a', 'b']", "ab"),
        ("sys.path[:0] = ['a']", "a"),
        ("if __name__ == '__main__':\n    sys.path.append('a')", "a"),
        ("def main():\n    more = 'a'\n    sys.path.append(more)\ndef other(more): ...", "a"),
        ("for one in ('a', 'b'):\n    if one not in sys.path:\n        sys.path.append(one)", "ab"),
        ("parts = ['a', 'b']\nfor one in parts:\n    sys.path.insert(0, str(one))", "ab"),
        ("try:\n    x = 'a'\nexcept NameError:\n    x = 'a'\nsys.path.append(x)", "a"),
    ],
)
def test_folders_in_the_order_that_they_are_searched(code: str, names: str) -> None:
    assert found(code) == [PathFolder(name, False) for name in names]


@pytest.mark.parametrize(
    "code",
    [
        "sys.path.append(unknown)",
        "sys.path.append(unknown + '/lib')",
        "sys.path.append('lib/%s' % unknown)",
        "sys.path.append(f'{HERE:>9}')",
        "sys.path.append(os.path.join(*LIST))",
        "sys.path.append(os.path.join(HERE, unknown))",
        "sys.path.append(os.path.expanduser('~/lib'))",
        "sys.path.append('/'.join(['a', 'b']))",
        "sys.path.append('lib' + HERE)",
        "sys.path.append(unknown.parents[-1])",
        "sys.path.append(LIST[1])",
        "sys.path.append(inspect.getfile(Thing))",
        "sys.path.append()",
        "sys.path.remove('lib')",
        "paths.append('lib')",
        "x = 'a'\nx = 'b'\nsys.path.append(x)",
        "x = 'a'\nx += 'b'\nsys.path.append(x)",
        "x, y = 'a', 'b'\nsys.path.append(x)",
        "x = 'a'\ndel x\nsys.path.append(x)",
        "from other import x\nx = 'a'\nsys.path.append(x)",
        "def f(x):\n    sys.path.append(x)\nx = 'a'",
        "x = x + 'a'\nsys.path.append(x)",
        "x = y\ny = x\nsys.path.append(x)",
        "sys.path.append('lib'",
    ],
)
def test_what_is_not_known_is_no_folder(code: str) -> None:
    assert found(code) == []


def test_no_code_takes_long() -> None:
    doubled = "\n".join(f"x{n + 1} = x{n} + x{n}" for n in range(100))
    assert found(f"x0 = 'a'\n{doubled}\nsys.path.append(x100)") == []
    many = ", ".join(["many"] * 30)
    assert found(f"many = {list('abcdefgh')}\nsys.path.append(os.path.join({many}))") == []
    deep = "os.path.dirname(" * 90 + "HERE" + ")" * 90
    assert found(f"sys.path.append({deep})") == []
    chain = "\n".join(f"x{n + 1} = x{n}" for n in range(3000))
    assert found(f"x0 = 'a'\n{chain}\nsys.path.append(x3000)") == []


def test_as_much_is_read_as_people_write() -> None:
    """Long paths, long lists and deep expressions: the last that is read, and the first that is not."""
    for more, is_known in ((0, True), (1, False)):
        assert bool(found(f"sys.path.append({'x' * (_LONGEST + more)!r})")) is is_known
        many = [f"lib{number}" for number in range(_MOST + more)]
        assert (found(f"sys.path.extend({many})") != []) is is_known
        deep = _DEEPEST - 1 + more
        assert bool(found(f"sys.path.append({'str(' * deep}'lib'{')' * deep})")) is is_known
