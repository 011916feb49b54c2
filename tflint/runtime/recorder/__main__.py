"""``python <this folder> OUTPUT ROOT (SCRIPT | -m MODULE) ARGUMENTS...``: run it, and take notes."""

import atexit
import importlib
import importlib.util
import os
import runpy
import sys

NAME = "_tflint_recorder"


def main() -> None:
    """Record a script or a module as if the interpreter had been given it."""
    output, root, *rest = sys.argv[1:]
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
    spec = importlib.util.spec_from_file_location(
        NAME, os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)
    recording = importlib.import_module(NAME + ".recording").Recording(output, root)
    recording.install()
    atexit.register(recording.write)
    if rest[0] == "-m":
        sys.argv[:] = rest[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(rest[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv[:] = rest
        sys.path.insert(0, os.path.dirname(os.path.abspath(rest[0])))
        runpy.run_path(rest[0], run_name="__main__")


if __name__ == "__main__":
    main()
