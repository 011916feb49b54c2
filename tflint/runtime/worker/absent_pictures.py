"""Pictures and cameras that are not here: made-up ones, for what reads nothing else."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import after_import, input_files
from .absent_models import replace

if TYPE_CHECKING:
    from .experiment import Experiment

_READERS = {
    "cv2": ("imread",),
    "PIL.Image": ("open",),
    "matplotlib.image": ("imread",),
    "matplotlib.pyplot": ("imread",),
    "imageio": ("imread",),
    "imageio.v2": ("imread",),
    "skimage.io": ("imread",),
}
"""Modules, and what of theirs reads a picture that its first argument names."""
_WINDOWS = (
    "imshow",
    "namedWindow",
    "destroyWindow",
    "destroyAllWindows",
    "moveWindow",
    "resizeWindow",
)
_DIAGRAMS = ("keras.src.utils.model_visualization", "tf_keras.src.utils.vis_utils")
"""What draws models, where there is a package for that."""
_NETS = ("readNet", "readNetFromCaffe", "readNetFromTensorflow", "readNetFromONNX")
"""What of ``cv2.dnn`` reads nets from files that its arguments name."""
_FRAMES = 64
"""After as many a camera has no more."""
_NO_KEY = -1


def install(x: Experiment, provide: Callable[[str], None]) -> None:
    """Have what reads pictures read made-up ones where a file is not here, and say so.

    Args:
        x: the experiment.
        provide: copies a file of the program's to where it is looked for.
    """

    def forgiving(read: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(read)
        def forgiven(path: Any, *args: Any, **kwargs: Any) -> Any:
            return read(_readable(x, path, provide), *args, **kwargs)

        forgiven.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph calls it as it is
        return forgiven

    def changing(names: tuple[str, ...]) -> after_import.ModuleChange:
        def changed(module: Any) -> None:
            for name in names:
                vars(module)[name] = forgiving(vars(module)[name])
            if module.__name__ == "cv2":
                _without_devices(x, module)

        return changed

    after_import.change({name: changing(names) for name, names in _READERS.items()})
    for name in _DIAGRAMS:
        module: Any = sys.modules.get(name)
        if module is not None and not module.check_pydot():
            replace("plot_model", module.plot_model, lambda *args, **kwargs: None)
    if x.world.name == "tensorflow":
        io = x.world.tf.io
        io.read_file = _of_pictures(forgiving, io.read_file)


def _of_pictures(forgiving: Any, read: Callable[..., Any]) -> Callable[..., Any]:
    """What reads any file, forgiving where the name is that of a picture."""
    picture = forgiving(read)

    @functools.wraps(read)
    def chosen(*args: Any, **kwargs: Any) -> Any:
        path = args[0] if args else kwargs.get("filename")
        return (picture if _is_picture(path) else read)(*args, **kwargs)

    chosen.autograph_info__ = {}  # type: ignore[attr-defined]
    return chosen


def _is_picture(path: Any) -> bool:
    return isinstance(path, (str, os.PathLike)) and str(path).lower().endswith(input_files.PICTURES)


def _readable(x: Experiment, path: Any, provide: Callable[[str], None]) -> Any:
    """A path where there is something, or that of a made-up picture."""
    if not isinstance(path, (str, os.PathLike)):
        return path
    provide(os.fspath(path))
    if os.path.exists(path):
        return path
    x.tell_made_up(os.path.basename(os.fspath(path)))
    return os.path.join(x.scratch, input_files.picture())


def _without_devices(x: Experiment, cv2: Any) -> None:
    """OpenCV with a camera that sees a made-up picture, and no windows."""
    real = cv2.VideoCapture

    def capture(source: Any = 0, *args: Any, **kwargs: Any) -> Any:
        if isinstance(source, str) and os.path.exists(source):
            return real(source, *args, **kwargs)
        x.tell_made_up("a camera" if isinstance(source, int) else os.path.basename(str(source)))
        return Camera(cv2.imread(os.path.join(x.scratch, input_files.picture())))

    cv2.VideoCapture = capture
    for name in _WINDOWS:
        vars(cv2)[name] = lambda *args, **kwargs: None
    cv2.waitKey = lambda *args, **kwargs: _NO_KEY
    _with_something_in_sight(x, cv2)


def _with_something_in_sight(x: Experiment, cv2: Any) -> None:
    """OpenCV whose detectors find something in the middle of what shows nothing, or are not here."""
    if hasattr(cv2, "CascadeClassifier"):
        real = cv2.CascadeClassifier
        cv2.CascadeClassifier = lambda *files: Cascade(real, files, x.tell_made_up)

    def forgiving(read: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(read)
        def forgiven(*files: Any, **kwargs: Any) -> Any:
            paths = [one for one in (*files, *kwargs.values()) if isinstance(one, str)]
            if all(map(os.path.exists, paths)):
                return read(*files, **kwargs)
            x.tell_made_up(", ".join(map(os.path.basename, paths)))
            return Detector()

        return forgiven

    for name in _NETS:
        if hasattr(cv2.dnn, name):
            vars(cv2.dnn)[name] = forgiving(vars(cv2.dnn)[name])


class Cascade:
    """Finds what ``cv2.CascadeClassifier`` finds, or the middle of the picture.

    Args:
        make: that class.
        files: what it is made with; they may not be here.
        tell: is told of what is made up.
    """

    def __init__(self, make: Any, files: tuple[Any, ...], tell: Callable[[str], None]) -> None:
        there = all(os.path.exists(os.fspath(one)) for one in files)
        self._real = make(*files) if there else make()
        self._tell = tell

    def load(self, filename: Any) -> bool:
        """Whether it could be read: where it is not here, something stands for it."""
        return not os.path.exists(filename) or bool(self._real.load(filename))

    def empty(self) -> bool:
        """Never, since something stands for it."""
        return False

    def detectMultiScale(self, image: Any, *args: Any, **kwargs: Any) -> Any:
        """The rectangles of what it finds: left, top, width and height of each."""
        import numpy

        if not self._real.empty():
            found = self._real.detectMultiScale(image, *args, **kwargs)
            if len(found):
                return found
        self._tell("what is seen in a picture")
        height, width = image.shape[:2]
        return numpy.array([[width // 4, height // 4, max(width // 2, 1), max(height // 2, 1)]])


class Detector:
    """Finds one thing in the middle of any picture, as a net of ``cv2.dnn`` that detects does."""

    def setInput(self, *_: Any, **__: Any) -> None:
        """Take a picture."""

    def forward(self, *_: Any) -> Any:
        """One row for each thing: picture, class, confidence, and the corners as parts of the picture."""
        import numpy

        return numpy.array([[[[0, 1, 0.9, 0.25, 0.25, 0.75, 0.75]]]], "float32")

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Anything else does nothing."""
        return lambda *args, **kwargs: None


class Camera:
    """Gives one picture again and again, as ``cv2.VideoCapture`` does."""

    def __init__(self, picture: Any) -> None:
        self._picture = picture
        self._left = _FRAMES

    def isOpened(self) -> bool:
        """Whether there is a camera."""
        return True

    def read(self) -> tuple[bool, Any]:
        """Whether there is another picture, and the picture."""
        self._left -= 1
        return (True, self._picture.copy()) if self._left >= 0 else (False, None)

    def get(self, *_: Any) -> float:
        """Some property: its height, which is its width."""
        return float(len(self._picture))

    def set(self, *_: Any) -> bool:
        """Properties stay as they are."""
        return False

    def release(self) -> None:
        """There is nothing to close."""
