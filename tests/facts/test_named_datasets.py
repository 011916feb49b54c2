"""What is called a dataset is one of TensorFlow, unless another library has made it."""

from __future__ import annotations

import pytest
from snippets import function_of, project_of

HEAD = """\
import datasets
import grain.python as grain
import tensorflow as tf
import tensorflow_datasets as tfds


def prep(x):
    return x


def grain_dataset(source):
    return grain.MapDataset.source(source)


def named_dataset(dataset):
    return dataset


class Held:
    def __init__(self, dataset):
        self.dataset = dataset


"""


@pytest.mark.parametrize(
    ("lines", "is_one"),
    [
        ("def go(dataset):\n    dataset.map(prep)", True),
        ("def go(dataset):\n    dataset.map(prep)\n\n\ndef main(rows):\n    go(rows)", True),
        ("def go(dataset):\n    dataset.map(prep)\n\n\ngo(tfds.load('mnist'))", True),
        ("def go(dataset):\n    dataset.map(prep)\n\n\ngo(datasets.load_dataset('imdb'))", False),
        ("def go(dataset):\n    dataset.map(prep)\n\n\ngo(grain_dataset([1]))", False),
        ("def go(held):\n    held.dataset.map(prep)", True),
        ("def go(dataset):\n    dataset.map(prep, desc='encode')", False),
        ("def go(dataset):\n    dataset.map(map_func=prep, name='encode')", True),
        ("def go(rows):\n    rows.map(prep, num_parallel_calls=4)", True),
        ("grain_dataset([1]).map(prep)", False),
        ("grain.MapDataset.source([1]).map(prep)", False),
        ("def main(rows):\n    named_dataset(rows).map(prep)", True),
        ("datasets.load_dataset('imdb', split='train').map(prep)", False),
        ("tfds.as_dataset('mnist').map(prep)", True),
        ("class Own(Held):\n    def go(self):\n        self.dataset.map(prep)", True),
        (
            "class Own:\n    def __init__(self):\n        self.dataset = grain_dataset([1])\n\n"
            "    def go(self):\n        self.dataset.map(prep)",
            False,
        ),
        (
            "def go(train_ds):\n    ds = train_ds\n    for _ in range(2):\n        ds.map(prep)\n"
            "        other_ds = ds.take(1)\n        ds = other_ds.take(1)",
            True,
        ),
        (
            "def go(rows):\n    ds = rows\n    for _ in range(2):\n        ds.map(prep)\n"
            "        other_ds = ds.take(1)\n        ds = other_ds.take(1)",
            False,
        ),
    ],
)
def test_whose_dataset_it_is(lines: str, is_one: bool) -> None:
    project = project_of({"m.py": f"{HEAD}{lines}\n"})
    assert project.tracing.is_traced(function_of(project, "prep")) is is_one


@pytest.mark.parametrize(
    ("lines", "is_one"),
    [
        ("a = tfds.load('m', split='train')\na.map(prep)", True),
        ("a, b = tfds.load('m', split=['train', 'test'])\nb.map(prep)", True),
        (
            "(a, b), info = tfds.load('m', split=('train', 'test'), with_info=True)\nb.map(prep)",
            True,
        ),
        ("def go(rows):\n    rows.map(prep)\n\n\ngo(tfds.load('m', split=f'train[:{1}]'))", True),
        ("a = tfds.load('m', split='train', batch_size=-1)\na.map(prep)", False),
        ("a = tfds.load('m', split='train', with_info=flag)\na.map(prep)", False),
        ("a = tfds.load('m', split=wanted)\na.map(prep)", False),
        ("a = tfds.load('m')\na.map(prep)", False),
        ("a = tfds.load('m', split='train', **options)\na.map(prep)", False),
    ],
)
def test_what_tfds_loads(lines: str, is_one: bool) -> None:
    project = project_of({"m.py": f"{HEAD}{lines}\n"})
    assert project.tracing.is_traced(function_of(project, "prep")) is is_one


def test_ways_that_meet_are_gone_once() -> None:
    """As many helpers that each call the one before twice would take ages otherwise."""
    lines = "def f0(dataset):\n    dataset.map(prep)\n"
    for number in range(1, 60):
        lines += f"def f{number}(dataset):\n" + f"    f{number - 1}(dataset)\n" * 2
    project = project_of({"m.py": f"{HEAD}{lines}f59(datasets.load_dataset('imdb'))\n"})
    assert not project.tracing.is_traced(function_of(project, "prep"))
