"""What the options of a project's command lines are unless they are given."""

from __future__ import annotations

from pathlib import Path

from tflint.experiment.command_options import option_defaults


def test_defaults_that_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(
        "parser.add_argument('-b', '--batch-size', type=int, default=8)\n"
        "parser.add_argument('--rate', dest='lr', default=0.1)\n"
        "parser.add_argument('--flip', action='store_true')\n"
        "parser.add_argument('--keep', action='store_false')\n"
        "parser.add_argument('--size', default=find_out())\n"
        "parser.add_argument('--name')\n"
        "parser.add_argument('--dims', default=[1, 2])\n"
        "parser.add_argument('data', default='here')\n"
        "parser.add_argument(*names)\n"
        "flags.DEFINE_integer('width', 32, 'how wide')\n"
        "DEFINE_bool('unknown', True, 'no method of anything')\n"
        "flags.DEFINE_string(NAME, 'a', 'no name')\n"
        "flags.DEFINE_float('scale', default=0.5, help='how much')\n"
        "flags.DEFINE_string()\n"
        "add_argument('--other', default=1)\n"
    )
    assert option_defaults(str(tmp_path / "net.py"), [str(tmp_path)]) == {
        "batch_size": 8, "lr": 0.1, "flip": False, "keep": True, "width": 32, "scale": 0.5,
    }  # fmt: skip


def test_the_nearest_file_says_what_a_name_is(tmp_path: Path) -> None:
    for folder, size in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        text = f"parser.add_argument('--size', default={size})\n"
        (tmp_path / folder / "train.py").write_text(text)
    for folder, size in (("a", 1), ("b", 2)):
        net = str(tmp_path / folder / "net.py")
        assert option_defaults(net, [str(tmp_path)]) == {"size": size}
