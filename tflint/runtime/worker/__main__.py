"""``python <this folder> <read fd> <write fd> <framework> <folder>``: serve until the pipe closes."""

import importlib
import importlib.util
import os
import sys

NAME = "_tflint_runtime"


def main() -> None:
    """Load the folder around this one as a package that no user module can shadow, and serve."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
    around = os.path.dirname(here)
    spec = importlib.util.spec_from_file_location(
        NAME, os.path.join(around, "__init__.py"), submodule_search_locations=[around]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)
    zygote = importlib.import_module(NAME + ".worker.zygote")
    zygote.serve(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])


if __name__ == "__main__":
    main()
