"""Run one seed program of ``fixtures/seeds`` and print its figures as one line of JSON.

    python tools/run_seed.py fixtures/seeds/power.py repeats=3 calls=100

Run it with the interpreter that has the seed's framework. The figures are the last line of the
output: a seed may print before it. Standard library only, Python 3.8 and up.
"""

import json
import runpy
import sys


def main() -> None:
    path, *settings = sys.argv[1:]
    parameters = {name: int(value) for name, _, value in (each.partition("=") for each in settings)}
    figures = runpy.run_path(path)["measure"](**parameters)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
