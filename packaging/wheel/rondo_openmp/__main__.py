# SPDX-License-Identifier: Apache-2.0
"""`python -m rondo_openmp [--status] SCRIPT|-m MODULE|-c CODE [ARGS...]`: runs it on Rondo, with all that it starts.

Python starts once more, through `rondo run`, whose LD_PRELOAD reaches other programs that the script starts; and with
RONDO_OPENMP=1, by which every Python imports rondo_openmp before anything else (rondo_openmp.pth)."""

import os
import sys
from pathlib import Path
from typing import NoReturn

from ._tree import COMMAND


def main() -> NoReturn:
    arguments = sys.argv[1:]
    if arguments[:1] == ["--status"]:
        arguments = [str(Path(__file__).parent / "_report.py"), *arguments[1:]]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m rondo_openmp [--status] SCRIPT|-m MODULE|-c CODE [ARGS...]\n\n"
              "Runs a Python program on Rondo; --status says at its end which OpenMP runtime serves which library.")
        sys.exit(0 if arguments else 2)
    os.environ["RONDO_OPENMP"] = "1"
    os.execv(COMMAND, ["rondo", "run", "--", sys.executable, *arguments])


if __name__ == "__main__":
    main()
