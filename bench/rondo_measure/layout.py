# SPDX-License-Identifier: Apache-2.0
"""Finds the `rondo` command and the measured programs, in a build tree or in an installation.

A build tree has bin/rondo, bin/demo/ and bin/bench/; an installation has bin/rondo and libexec/rondo/{demo,bench}/.
`rondo demo` and `rondo bench` say where they stand in RONDO_COMMAND; typed by hand, the scripts assume build/release.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from .errors import MeasureError
from .runtimes import Runtime

# This file is <root>/bench/rondo_measure/layout.py, where <root> is the source tree or share/rondo.
_ROOT = Path(__file__).resolve().parent.parent.parent


def _is_source_tree() -> bool:
    return (_ROOT / "CMakeLists.txt").is_file()


@dataclass(frozen=True)
class Layout:
    command: Path  # the rondo command; need not exist
    programs: Path  # the folder of the measured programs
    output: Path  # where results go unless the user says otherwise
    runtimes: dict[str, Runtime] = field(default_factory=dict)  # that programs are led to, by name


def venv() -> Path | None:
    """Where `make rivals` puts what it fetches; None in an installation."""
    return _ROOT / "build" / "venv" if _is_source_tree() else None


def _default_command() -> Path:
    from_command_line = os.environ.get("RONDO_COMMAND")
    if from_command_line:
        return Path(from_command_line)
    if _is_source_tree():
        return _ROOT / "build" / "release" / "bin" / "rondo"
    return _ROOT.parent.parent / "bin" / "rondo"  # share/rondo/../../bin


def command() -> Path:
    """The `rondo` that started this script, or the one beside it."""
    return Path(os.path.abspath(_default_command()))


def find(kind: str, command: Path | None = None) -> Layout:
    """`kind` is "demo" or "bench". Raises MeasureError when the programs are not built."""
    command = Path(os.path.abspath(command or _default_command()))
    folders = [command.parent / kind, command.parent.parent / "libexec" / "rondo" / kind]
    for folder in folders:
        if folder.is_dir():
            output = _ROOT / "build" / kind if _is_source_tree() else Path.cwd() / f"rondo-{kind}"
            return Layout(command, folder, output)
    raise MeasureError(f"the {kind} programs are not in {folders[0]}; build them: cmake --build --preset release")
