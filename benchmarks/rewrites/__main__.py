"""Rewrite real files in ways that keep their meaning, and hold what is found before and after against
each other: docs/reliability.md.

    python -m benchmarks.rewrites FOLDER… [--only renamed,…] [--verbose]

takes each folder as a project of its own. Files are rewritten in memory, linted in a temporary folder, and
counted as differing where what is found in them (code, line of the original, severity) is not the same.
Nothing of theirs is run.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from benchmarks.rewrites.comparing import compare, texts_in
from benchmarks.rewrites.rewriting import REWRITES


def main() -> None:
    """Compare, and print a row for each rewrite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", help="the rewrites", default=",".join(REWRITES))
    parser.add_argument("--verbose", action="store_true", help="print each finding that differs")
    options = parser.parse_args()
    files: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    for folder in options.folders:
        texts = texts_in(folder)
        for compared in compare(texts, tuple(options.only.split(","))):
            files[compared.rewrite] += compared.files
            differing[compared.rewrite] += len(compared.differing)
            for sign, all_found in ("-", compared.lost), ("+", compared.new):
                for path, line, code, severity in all_found if options.verbose else ():
                    print(
                        f"{compared.rewrite} {sign} {folder / path}:{line} {code} {severity}",
                        flush=True,
                    )
        print(f"{folder}: {len(texts)} files", file=sys.stderr)
    print("| rewrite | files rewritten | files with other findings |")
    print("|--|--:|--:|")
    for name in files:
        print(f"| {name.replace('_', ' ')} | {files[name]:,} | {differing[name]} |")
    print(f"| all | {files.total():,} | {differing.total()} |")


if __name__ == "__main__":
    main()
