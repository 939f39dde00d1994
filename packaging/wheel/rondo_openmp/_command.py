# SPDX-License-Identifier: Apache-2.0
"""The command `rondo` of the installed package: any Rondo's, with this Python for what is written in Python."""

import os
import sys
from typing import NoReturn

from ._tree import COMMAND


def main() -> NoReturn:
    os.environ.setdefault("RONDO_PYTHON", sys.executable)
    os.execv(COMMAND, ["rondo", *sys.argv[1:]])
