"""What functions return that is no tensor, and what they parse."""

from __future__ import annotations

import pytest
from helpers import Case

from tflint.finding import EntryKind, Finding

HEAD = "import datetime\nimport numpy as np\nimport tensorflow as tf\n"
CASES = {
    "a helper that returns the time": Case(
        "TFL502",
        "step",
        "confirmed",
        """
        import nowhere
        def now():
            return np.datetime64(datetime.datetime.now())  # here
        @tf.function
        def step(x):
            nowhere.start(now())
            return x
        """,
        "as a graph",
        function="now",
        kind=EntryKind.TF_FUNCTION,
    ),
    "a helper that returns tensors and others": Case(
        "TFL301",
        "step",
        "confirmed",
        """
        import nowhere
        def named(x):
            print("named", x.shape)  # here
            return {"x": x * 2.0, "by": datetime.date(2020, 1, 1), "of": {"none": None}}
        @tf.function
        def step(x):
            nowhere.start(x)
            return named(x)["x"]
        """,
        "as a graph 1, 0",
        function="named",
        kind=EntryKind.TF_FUNCTION,
    ),
    "a data set of records": Case(
        "TFL303",
        "load.<locals>.parse",
        "confirmed",
        """
        seen = {"count": 0}
        def load(raw_dataset):
            def parse(row):
                seen["count"] += 1  # here
                return tf.io.parse_single_example(row, {"x": tf.io.FixedLenFeature([2], tf.float32)})
            return list(raw_dataset.map(parse))
        """,
        inputs="search",
        kind=EntryKind.DATASET,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verdicts(name: str, settled: dict[str, Finding]) -> None:
    CASES[name].check(settled[name])
