"""Data that is in no file here: environments, pictures, texts, under patterns and absolute paths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import Settle, make_finding

from tflint.finding import EntryKind, Finding
from tflint.runtime.worker.absent_environments import spaces_of
from tflint.runtime.worker.environments import Environment
from tflint.runtime.worker.relocating import Relocating

MODEL = "model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])\n"
LOOP = "for row in rows:\n    scores = np.argmax(model.predict(row[None], verbose=0))  # here\n"
IMPORTS = "import glob\nimport os\nfrom pathlib import Path\nimport numpy as np\nimport tensorflow as tf\n"
PICTURES = "rows = [tf.io.decode_png(tf.io.read_file(str(path))) for path in paths]\nassert rows\n"
PROGRAMS = {
    "a pattern": ("paths = glob.glob('pictures/*/*.png')\n" + PICTURES, "made-up data for *.png"),
    "a pattern of weights": (
        "rows = np.ones([len(glob.glob('kept/*.hdf5')), 3], 'float32')\n",
        "made-up data for *.hdf5",
    ),
    "a pattern of a path": (
        "paths = sorted(Path('pictures').glob('*.png'))\n" + PICTURES,
        "made-up data for *.png",
    ),
    "a pattern of a data set": (
        "files = tf.data.Dataset.list_files('pictures/*.png')\n"
        "paths = [name.numpy().decode() for name in files]\n" + PICTURES,
        "made-up data for *.png",
    ),
    "a folder of pictures of one sort": (
        "paths = ['kept/' + name for name in os.listdir('kept') if name.endswith('.jpg')]\n"
        + PICTURES,
        "made-up data for kept",
    ),
    "a folder for each class of pictures": (
        "found = tf.keras.utils.image_dataset_from_directory('kept', batch_size=2)\n"
        "rows = [picture[0] for picture, label in found.take(4)]\n"
        "assert len(found.class_names) == 2\n",
        "made-up data for kept",
    ),
    "pictures of one size": (
        "rows = [tf.io.decode_png(tf.io.read_file('a.png'), channels=3).numpy()] * 4\n"
        "rows = [row.reshape(32, 20, 3) for row in rows]\n",
        "made-up data for a.png",
    ),
    "a table that is taken apart": (
        "import csv\nwith open('a.csv') as stream:\n"
        "    rows = [[int(cell) for cell in row] for row in csv.reader(stream)]\n"
        "rows = np.array(rows, 'float32')\n",
        "made-up data for a.csv",
    ),
    "an array": ("rows = np.load('rows.npy')\n", "made-up data for rows.npy"),
    "arrays": ("rows = np.load('rows.npz')['rows']\n", "made-up data for rows.npz"),
    "a text of letters": (
        "import re\ntext = re.sub('[^a-z ]', ' ', open('a.txt').read().lower())\n"
        "rows = np.array([[len(word)] for word in text.split()], 'float32')\n",
        "made-up data for a.txt",
    ),
    "a file of HDF5": (
        "import h5py\nrows = h5py.File('rows.h5', 'r')['rows'][:]\n",
        "made-up data for rows.h5",
    ),
    "a table at an address": (
        "import urllib.request\n"
        "with urllib.request.urlopen('http://localhost:9/rows.csv') as stream:\n"
        "    rows = np.loadtxt(stream, delimiter=',', dtype='float32')\n",
        "made-up data for rows.csv",
    ),
    "as many columns as are taken": (
        "rows = np.loadtxt('rows.csv', delimiter=',', dtype='float32')\n"
        "rows = rows[:, :9].reshape(-1, 3, 3)\n",
        "made-up data for rows.csv",
    ),
    "an absolute path": (
        "rows = np.load('/nowhere/of/mine/rows.npy')\n",
        "made-up data for rows.npy",
    ),
    "a path from the program's file": (
        "rows = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'rows.npy'))\n",
        "made-up data for rows.npy",
    ),
    "a download": (
        "name = tf.keras.utils.get_file('words.txt', 'http://localhost:9/words.txt')\n"
        "rows = np.array([[int(word)] for word in open(name).read().split()], 'float32')\n",
        "made-up data for words.txt",
    ),
    "a download that is unpacked": (
        "name = tf.keras.utils.get_file(origin='http://localhost:9/cats.tar.gz', untar=True)\n"
        "paths = [os.path.join(name, one) for one in os.listdir(name)]\n" + PICTURES,
        "made-up data for cats",
    ),
    "lines of text": (
        "words = ' '.join(line.numpy().decode() for line in tf.data.TextLineDataset('a.txt'))\n"
        "rows = np.array([[int(word)] for word in words.split()], 'float32')\n",
        "made-up data for a.txt",
    ),
}
UNREADABLE = """
from tensorflow.keras.models import load_model
import numpy as np
import tensorflow as tf

model = load_model("net.keras")
for row in np.ones([4, 3], "float32"):
    scores = np.argmax(model.predict(row[None], verbose=0))  # here
"""
GYM = """
import types

__version__ = "0.26.2"

class Env:
    @property
    def unwrapped(self):
        return self

class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        return getattr(self.env, name)

class Error(Exception):
    pass

class DeprecatedEnv(Error):
    pass

error = types.SimpleNamespace(Error=Error, DeprecatedEnv=DeprecatedEnv)

class Discrete:
    def __init__(self, n):
        self.n = n

class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

spaces = types.SimpleNamespace(Discrete=Discrete, Box=Box)

def make(name, **options):
    raise Error("box2D is not installed")
"""
AGENT = """
import gym
import numpy as np
import tensorflow as tf

env = gym.make("LunarLander-v2")
inputs = tf.keras.Input(env.observation_space.shape)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(env.action_space.n)(inputs))
for episode in range(3):
    state = env.reset()
    done = False
    while not done:
        action = np.argmax(model.predict(state[None], verbose=0))  # here
        state, reward, done, info = env.step(action)
"""


def of_module(path: Path) -> Finding:
    """A finding about what a call costs at the marked line."""
    return make_finding(path, "TFL901", entry="<module>", kind=EntryKind.EAGER)


def told(finding: Finding) -> tuple[str | None, str, str]:
    """Verdict, reason, and inputs in one text."""
    evidence = finding.evidence or {}
    return finding.verdict, evidence["reason"], " ".join(evidence["inputs"].values())


def test_files_that_a_program_looks_for(settle: Settle, tmp_path: Path) -> None:
    findings = []
    for number, (text, _) in enumerate(PROGRAMS.values()):
        path = tmp_path / f"program_{number}.py"
        path.write_text(IMPORTS + text + MODEL + LOOP)
        findings.append(of_module(path))
    for (name, (_, expected)), finding in zip(PROGRAMS.items(), settle(*findings), strict=True):
        verdict, reason, inputs = told(finding)
        assert verdict == "confirmed", (name, reason)
        assert expected in inputs, name
        assert "by the program" in inputs, name  # how often, the machine decides
    assert not list(tmp_path.glob("*.npy"))


def test_a_program_that_asks_whether_files_are_there_has_its_answer(
    settle: Settle, tmp_path: Path
) -> None:
    """None are made up where it comes to the line without."""
    path = tmp_path / "program.py"
    text = "paths = glob.glob('*.png')\nrows = np.zeros([0 if paths else 4, 3], 'float32')\n"
    path.write_text(IMPORTS + text + MODEL + LOOP)
    verdict, reason, inputs = told(*settle(of_module(path)))
    assert verdict == "confirmed", reason
    assert "made-up" not in inputs


def test_models_whose_file_can_not_be_read(settle: Settle, tmp_path: Path) -> None:
    """As where the large files of a repository were not fetched."""
    (tmp_path / "net.keras").write_text("version of a large file\n")
    path = tmp_path / "program.py"
    path.write_text(UNREADABLE)
    verdict, reason, inputs = told(*settle(of_module(path)))
    assert verdict == "confirmed", reason
    assert "with a stand-in for the model" in reason
    assert "made-up data for net.keras" in inputs


def test_environments_that_are_not_here(settle: Settle, tmp_path: Path) -> None:
    """Their spaces have the sizes that are known of them, and the code gets the answers that it takes."""
    (tmp_path / "gym.py").write_text(GYM)
    path = tmp_path / "program.py"
    path.write_text(AGENT)
    verdict, reason, inputs = told(*settle(of_module(path)))
    assert verdict == "confirmed", reason
    assert "an environment in place of LunarLander-v2" in inputs


@pytest.mark.parametrize(
    ("name", "observed", "actions"),
    [
        ("LunarLander-v2", (8,), 4),
        ("LunarLanderContinuous-v2", (8,), 2),
        ("PongNoFrameskip-v4", (210, 160, 3), 6),
        ("Mine-v0", (4,), 2),
    ],
)
def test_spaces_of_environments(name: str, observed: tuple[int, ...], actions: int) -> None:
    kind = spaces_of(name)
    made = Environment(kind.continuous, False, kind.actions, kind.observed)
    assert made.observation_space.shape == made.reset().shape == observed
    assert made.reset().dtype == ("uint8" if len(observed) == 3 else "float32")
    space: Any = made.action_space
    assert (space.shape[0] if kind.continuous else space.n) == actions


def test_only_paths_that_are_not_here_are_looked_for_elsewhere(tmp_path: Path) -> None:
    """And only where the program writes them out."""
    main = str(tmp_path / "program.py")
    moving = Relocating(main, [str(tmp_path)], str(tmp_path / "a/b/c/d"))
    text = "open('/nowhere/rows.csv'); open('/etc/hosts'); route('/nowhere_else/x')"
    assert moving.can_take("/nowhere/rows.csv", [text])
    assert not moving.can_take("/etc/passwd", [text])
    assert not moving.can_take("/nowhere/rows.csv", ["open(name)"])
    moving.take(["/nowhere/rows.csv"])
    assert not moving.can_take("/nowhere/rows.csv", [text])
    assert moving.text(text) == text.replace("'/nowhere/", "'nowhere/")
    assert moving.of_module(main) == main
    moving.take([str(tmp_path / "rows.csv")])
    assert moving.of_module(main) == str(tmp_path / "a/b/c/d/program.py")


def test_paths_of_windows_lead_into_folders_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "code").mkdir()
    moving = Relocating(str(tmp_path / "code/a.py"), [str(tmp_path)], str(tmp_path))
    text = """
read('data\\\\rows.csv', "data\\\\png\\\\", r"data\\b c.txt", 'data\\rows', 'data', 'other\\\\a')
"""
    assert (
        moving.text(text)
        == """
read('data/rows.csv', "data/png/", r"data/b c.txt", 'data\\rows', 'data', 'other\\\\a')
"""
    )
