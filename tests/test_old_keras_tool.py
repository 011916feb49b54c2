"""``tools/old_keras.py``, on small archives."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def wheel(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def source(path: Path, top: str, files: dict[str, str]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))


def test_it_lists_what_only_older_releases_offer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    for name in ("generated", "old_keras"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import old_keras

    source(
        tmp_path / "Keras-1.2.2.tar.gz",
        "Keras-1.2.2",
        {
            "keras/__init__.py": "",
            "keras/initializations.py": "def glorot(): exec code\n",
            "keras/layers/__init__.py": "from .core import *\nfrom ..engine import Merge\n",
            "keras/layers/core.py": "import numpy as np\nclass Dense: pass\nclass Highway: pass\n",
            "keras/engine.py": "class Merge: pass\nclass _Hidden: pass\n",
        },
    )
    wheel(
        tmp_path / "Keras-2.4.3-py3-none-any.whl",
        {
            "keras/__init__.py": "",
            "keras/layers/__init__.py": "from tensorflow.keras.layers import *\n",
        },
    )
    wheel(
        tmp_path / "keras-2.6.0-py3-none-any.whl",
        {
            "keras/__init__.py": "",
            "keras/api/_v2/keras/engine/__init__.py": "from keras.core import Merge\n",
            "keras/api/_v2/keras/layers/__init__.py": "from keras.core import Dense, Rescaling\n",
            "keras/layers/core.py": "if True:\n    class Dense: pass\n",
        },
    )
    wheel(
        tmp_path / "tensorflow-2.2.0-cp38-cp38-linux.whl",
        {
            "tensorflow/keras/layers/__init__.py": "from tensorflow.python.x import Dense\n",
            "tensorflow/python/x.py": "Highway = 1\n",
        },
    )
    text = old_keras.text(tmp_path)
    names = text[text.index('"""\n    ') : text.index('    """\n)')].split()[1:]
    assert names == [
        "keras.initializations",
        "keras.layers.Highway",
        "keras.layers.Merge",
        "keras.layers.core.Highway",
    ]
    assert "Of 1.2, and not of\n2.4 and 2.6,\nnor of ``tf.keras`` in TensorFlow 2.2." in text
    newer = text[text.index("NEWER_KERAS_NAMES") :]
    assert newer[newer.index('"""\n    ') : newer.index('    """\n)')].split()[1:] == [
        "keras.layers.Rescaling"
    ]
