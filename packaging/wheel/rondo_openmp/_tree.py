# SPDX-License-Identifier: Apache-2.0
"""Where the parts of Rondo lie inside of this package."""

from pathlib import Path

TREE = Path(__file__).resolve().parent / "tree"
COMMAND = TREE / "bin" / "rondo"
LIBRARY = TREE / "lib" / "librondo.so.0"
FACES = TREE / "lib" / "rondo" / "faces"
TEMPLATES = TREE / "lib" / "rondo" / "templates"
