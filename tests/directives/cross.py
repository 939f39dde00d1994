# SPDX-License-Identifier: Apache-2.0
"""Directives for another architecture: programs of this folder are compiled by the wrapper rondo-cc, whose compiler is
clang for that architecture (RONDO_CC), and run under qemu. dev/test-cross calls this."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
_ROOT = _FOLDER.parents[1]
_PROGRAMS = ("taskgraph", "taskiter", "dep_pattern", "task_clauses", "taskwait_nowait", "saved_length", "target")
_THREADS = (1, 2, 4)
_TIME_LIMIT_s = 120


def _complaint(command: list[str], **environment: str) -> str:
    """Empty if it ends well."""
    try:
        result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
                                timeout=_TIME_LIMIT_s)
    except subprocess.TimeoutExpired:
        return f"not over after {_TIME_LIMIT_s} s"
    return "" if result.returncode == 0 else f"status {result.returncode}\n{result.stdout}{result.stderr}"


def _compile(arguments: argparse.Namespace, name: str, program: str) -> str:
    triple = f"{arguments.architecture}-linux-gnu"
    return _complaint([arguments.wrapper, "-std=gnu17", "-O2", "-DSAVED_OFFSETS_ARE_KNOWN", "-DNOT_COUNTED",
                       f"-I{_FOLDER}", f"-I{_FOLDER.parent}", f"-I{_ROOT}/include",
                       f"-L{arguments.libraries}/faces", f"-L{arguments.libraries}",
                       str(_FOLDER / f"{name}.c"), "-o", program],
                      RONDO_CC=f"clang-19 --target={triple}")


def _run(arguments: argparse.Namespace, program: str, threads: int) -> str:
    emulator = [f"qemu-{arguments.architecture}", "-L", f"/usr/{arguments.architecture}-linux-gnu"]
    # The way as in ../run_threads.cpp.
    settings = (f"LD_LIBRARY_PATH={arguments.libraries}/faces:{arguments.libraries}", f"OMP_NUM_THREADS={threads}",
                "RONDO_GRAPH_WAY=spread")
    return _complaint([*emulator, *(word for setting in settings for word in ("-E", setting)), program])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("architecture", choices=("aarch64", "riscv64"))
    parser.add_argument("--wrapper", required=True, help="rondo-cc of this machine")
    parser.add_argument("--libraries", required=True, help="folder of librondo.so for the architecture, with faces/")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in _PROGRAMS:
            program = f"{folder}/{name}"
            complaints = [_compile(arguments, name, program)]
            if not complaints[0]:
                complaints = [_run(arguments, program, threads) for threads in _THREADS]
            complaint = next(filter(None, complaints), "")
            print(f"directives.{name}.{arguments.architecture}: {complaint or 'passed'}", flush=True)
            failed += bool(complaint)
    print(f"{len(_PROGRAMS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
