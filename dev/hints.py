#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Type hints of all Python files, by mypy. Folders of scripts are separate programs: the modules of each are looked for
in its own folder, and those of a package in the folder that its outermost package lies in. Starting mypy is most of
what a folder costs, so one process takes as many folders as have no two modules of the same name.

With --changed only files that the work in progress touches (or the last commit, when there is none), and those that
import them, directly or not: what mypy says of the others is what it said before."""

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from repo import changed_files, files

ROOT = Path(__file__).resolve().parent.parent
DECIDE_ON_ALL = {"dev/mypy.ini", "dev/hints.py"}


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


def imported_names(path: Path) -> Iterator[str]:
    """Modules that the file imports, or may: `from a import b` could name a function or a module."""
    package = path.parent.relative_to(base_of(path)).parts
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def importers(paths: list[Path]) -> dict[Path, set[Path]]:
    """Of each file those that import it. Of modules of one name all are taken for the one that is meant."""
    of_module: dict[str, set[Path]] = {}
    for path in paths:
        parts = path.relative_to(base_of(path)).with_suffix("").parts
        of_module.setdefault(".".join(parts[:-1] if parts[-1] == "__init__" else parts), set()).add(path)
    found: dict[Path, set[Path]] = {}
    for path in paths:
        for name in imported_names(path):
            parts = tuple(name.split("."))
            for n in range(len(parts)):  # a package is imported before its modules
                for module in of_module.get(".".join(parts[: n + 1]), ()):
                    found.setdefault(module, set()).add(path)
    return found


def concerned(paths: list[Path], changed: set[Path] | None) -> list[Path]:
    """Of the files those that a change of `changed` may make wrong."""
    if changed is None:
        return paths
    names = {path.relative_to(ROOT) for path in changed}
    is_gone = any(path.suffix == ".py" and not (ROOT / path).is_file() for path in names)
    if is_gone or any(str(path) in DECIDE_ON_ALL for path in names):
        return paths
    reached: set[Path] = set()
    todo = [path for path in paths if path in names]
    of = importers(paths) if todo else {}
    while todo:
        path = todo.pop()
        if path not in reached:
            reached.add(path)
            todo += of.get(path, ())
    return [path for path in paths if path in reached]


def main(only_changed: bool = False) -> int:
    paths = [Path(name) for name in files(ROOT, {".py"})]
    wanted = set(concerned(paths, changed_files(ROOT)) if only_changed else paths)
    failed = False
    for group in grouped(paths):
        bases = dict.fromkeys(str(base_of(path)) for path in group)
        chosen = [str(path) for path in group if path in wanted]
        if not chosen:
            continue
        command = ["mypy", "--config-file", "dev/mypy.ini", "--no-error-summary", *chosen]
        failed |= subprocess.run(command, cwd=ROOT, env={**os.environ, "MYPYPATH": ":".join(bases)}).returncode != 0
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="mypy over the Python files")
    parser.add_argument("--changed", action="store_true", help="only what the work in progress touches")
    sys.exit(main(parser.parse_args().changed))
