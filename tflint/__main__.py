"""``python -m tflint``."""

import contextlib
import os
import sys

if __name__ == "__main__":
    # Python puts the current folder first, which may be the one that is linted: nothing from there
    # is imported. Only `python -P` keeps a `tflint.py` there from being run instead of this.
    with contextlib.suppress(OSError):
        if not getattr(sys.flags, "safe_path", False) and sys.path[:1] == [os.getcwd()]:
            del sys.path[0]

    from tflint.cli import main

    main()
