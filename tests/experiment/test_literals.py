"""What a project writes out."""

from __future__ import annotations

from pathlib import Path

from tflint.experiment.literals import named_sizes


def test_the_sizes_of_images_that_files_beside_one_name(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "c.py").write_text("crop_size = 99\n")
    (tmp_path / "a.py").write_text("def f(x, n=64, image_size=224, *, height=96): pass\n")
    (tmp_path / "b.py").write_text(
        "INPUT_SIZE = 128\nnet.batch_size = 64\nBATCH_SIZE, WIDTH = 48, 48\n"
        "f(x, kernel_size=3, size=1000, steps=100)\n"
        "f(x, crop_size=224, width=w)\n"
    )
    assert named_sizes(str(tmp_path / "a.py")) == [96, 128, 224]


def test_a_file_comes_before_those_beside_it(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"a{number}.py").write_text(f"image_size = {100 + number}\n")
    (tmp_path / "z.py").write_text("image_size = 224\n")
    assert named_sizes(str(tmp_path / "z.py")) == [100, 101, 110, 224]
