#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Source files stay readable in one sitting: more than 600 lines fail, more than 400 are listed as a hint.

A file over the limit usually misses a noun: find it and give it a file. (clang-tidy limits functions to 80 lines.)
"""

import sys
from pathlib import Path

from repo import CXX_SUFFIXES, Finding, files, main, read

LIMIT = 600
HINT = 400
SUFFIXES = CXX_SUFFIXES | {".py", ".cmake", ".f90", ".sh"}


def lengths(root: Path) -> dict[str, int]:
    return {name: read(root, name).count("\n") for name in files(root, SUFFIXES)}


def check(root: Path) -> list[Finding]:
    return [
        Finding(name, 0, f"{lines} lines, the limit is {LIMIT}: split it by idea")
        for name, lines in lengths(root).items()
        if lines > LIMIT
    ]


def hints(root: Path) -> list[str]:
    long = [(lines, name) for name, lines in lengths(root).items() if HINT < lines <= LIMIT]
    return [f"{name}: {lines} lines (hint: consider a split over {HINT})" for lines, name in sorted(long, reverse=True)]


if __name__ == "__main__":
    for hint in hints(Path(__file__).resolve().parent.parent):
        print(hint)
    sys.exit(main(check, "sizes"))
