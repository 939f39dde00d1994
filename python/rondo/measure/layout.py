# SPDX-License-Identifier: Apache-2.0
"""Finds the `rondo` command and the measured programs, in a build tree or in an installation.

A build tree has bin/rondo and bin/bench/; an installation has bin/rondo and libexec/rondo/bench/. The command says in
RONDO_COMMAND where it stands; without it build/release is assumed.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import MeasureError
from .runtimes import Runtime

# This file is <root>/python/rondo/measure/layout.py, where <root> is the source tree or share/rondo.
_ROOT = Path(__file__).resolve().parents[3]


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


def find(command: Path | None = None, name: str = "bench") -> Layout:
    """`name` is that of the output folder. Raises MeasureError when the programs are not built."""
    command = Path(os.path.abspath(command or _default_command()))
    folders = [command.parent / "bench", command.parent.parent / "libexec" / "rondo" / "bench"]
    for folder in folders:
        if folder.is_dir():
            output = _ROOT / "build" / name if _is_source_tree() else Path.cwd() / f"rondo-{name}"
            return Layout(command, folder, output)
    raise MeasureError(f"the measured programs are not in {folders[0]}; build them: cmake --build --preset release")
