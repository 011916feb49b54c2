"""Runs scripts with a framework imported once: ``script_runner.py FRAMEWORK SCRIPT...``.

Each script runs as ``__main__`` in a fork of its own. Prints one JSON object: for each script the
traceback it ended in, or null. Needs nothing but Python 3.8 and the framework.
"""

import contextlib
import importlib
import io
import json
import os
import runpy
import sys
import tempfile
import traceback


def run(script):
    """The traceback a script ends in, or None."""
    sys.argv = [script]
    sys.path.insert(0, os.path.dirname(script))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            return traceback.format_exc() if end.code else None
        except BaseException:
            return traceback.format_exc()
    return None


def run_in_fork(script):
    """Run a script in a child; the child may do what it likes, its files are thrown away."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
            # What AutoGraph writes would outlive a process that ends without its last actions.
            os.environ["TMPDIR"], tempfile.tempdir = temporary, None
            os.chdir(folder)
            problem = run(script)
            os.chdir("/")
        with os.fdopen(writer, "w") as answer:
            json.dump(problem, answer)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else "the process died"


def main():
    sys.dont_write_bytecode = True
    framework, *scripts = sys.argv[1:]
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    importlib.import_module(framework)
    print(json.dumps({script: run_in_fork(script) for script in scripts}))


if __name__ == "__main__":
    main()
