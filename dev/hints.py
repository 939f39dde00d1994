#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Type hints of all Python files, by mypy. Folders of scripts are separate programs: the modules of each are looked for
in its own folder, and those of a package in the folder that its outermost package lies in. Starting mypy is most of
what a folder costs, so one process takes as many folders as have no two modules of the same name."""

import os
import subprocess
import sys
from pathlib import Path

from repo import files

ROOT = Path(__file__).resolve().parent.parent


def base_of(path: Path) -> Path:
    folder = path.parent
    while (ROOT / folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def grouped(paths: list[Path]) -> list[list[Path]]:
    """Files of each process. A base goes, whole, to the first group that has none of its names."""
    of_base: dict[Path, list[Path]] = {}
    for path in paths:
        of_base.setdefault(base_of(path), []).append(path)
    groups: list[tuple[set[str], list[Path]]] = []
    for base, members in of_base.items():
        names = {path.relative_to(base).with_suffix("").parts[0] for path in members}
        for taken, group in groups:
            if not taken & names:
                break
        else:
            taken, group = set(), []
            groups.append((taken, group))
        taken |= names
        group += members
    return [group for _, group in groups]


def main() -> int:
    failed = False
    for group in grouped([Path(name) for name in files(ROOT, {".py"})]):
        bases = dict.fromkeys(str(base_of(path)) for path in group)
        command = ["mypy", "--config-file", "dev/mypy.ini", "--no-error-summary", *map(str, group)]
        failed |= subprocess.run(command, cwd=ROOT, env={**os.environ, "MYPYPATH": ":".join(bases)}).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
