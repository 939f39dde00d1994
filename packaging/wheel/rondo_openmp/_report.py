# SPDX-License-Identifier: Apache-2.0
"""`python _report.py SCRIPT|-m MODULE|-c CODE [ARGS...]`: runs it as Python does, and prints at the end, on standard
error, which OpenMP runtime serves which loaded library."""

import runpy
import sys


def _report() -> None:
    from rondo_openmp import status

    bindings = status()
    for binding in bindings:
        runtime = binding.runtime or "decided at the first call"
        print(f"rondo: {binding.library}\n    calls {runtime} ({binding.symbol})", file=sys.stderr)
    if not bindings:
        print("rondo: no loaded library calls an OpenMP runtime", file=sys.stderr)


def _run(arguments: list[str]) -> None:
    how, *rest = arguments
    if how == "-c":
        sys.argv = ["-c", *rest[1:]]
        sys.path[0] = ""
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    elif how == "-m":
        sys.argv = rest
        sys.path[0] = ""
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(how, run_name="__main__")


if __name__ == "__main__":
    try:
        _run(sys.argv[1:])
    finally:
        _report()
