# SPDX-License-Identifier: Apache-2.0
"""Runs all programs in all forms, by both compilers, on Rondo with 1, 2 and 4 threads: does every result verify?

Each program checks its own result and fails when it is wrong. What one run cannot see is looked at here: that
Rondo served it with as many threads as asked for, and that all forms of a NAS program computed the same bits.

With --broken each program runs on its compiler's own runtime instead, and one of its tasks does nothing
(common/broken.c): the first, the last, two between them. Does it notice?"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

_THREADS = (1, 2, 4)
_BUILDS = ("gcc", "clang")
_TIMED_OUT_s = 300
_STEPS = ("--repeat", "2", "--sweeps", "5", "--verify")
_KERNEL = ("--iterations", "6", "--repeat", "2")
_TILES = ("--size", "64", "--block", "8", *_KERNEL)
_VECTORS = ("--size", "4096", "--block", "64", *_KERNEL)
_GRID = ("--size", "16", "--block", "2", *_KERNEL)
_UNTIL = ("--iterations", "100", "--digits")
_HEAT = ("--size", "240", "--block", "8", "--iterations", "5", "--verify")
_EPCC = ("--samples", "2", "--tasks", "300", "--firstprivate", "20", "--branching", "5", "--depth", "3")

# Beginning of a program's name -> what it is run with, each tuple once; the longest one that fits.
_ARGUMENTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "bare": (("--n", "30", "--repeat", "2"),),
    "cutoff": (("--cut", "1", "--repeat", "1"), ("--cut", "2", "--repeat", "1")),
    "epcc": (_EPCC,),
    "heat": (_HEAT,),
    "heat-until": ((*_HEAT, "--iterations", "1000", "--tolerance", "100000"),),
    "hog": (("--size", "48", "--block", "8", *_KERNEL), ("--iterations", "1", "--repeat", "1")),
    "irregular": (("--tasks", "500", "--repeat", "2"),),
    "kernel": (_TILES,),
    "kernel-axpy": (_VECTORS,),
    "kernel-cg": (_GRID,),
    "kernel-dot": (_VECTORS,),
    "kernel-fwi": (("--size", "32", "--block", "4", *_KERNEL),),
    "kernel-heat_while": (_TILES, (*_TILES, *_UNTIL, "2")),
    "kernel-hpccg": (_GRID,),
    "kernel-hpcg": (_GRID, (*_GRID, *_UNTIL, "12")),
    "kernel-multisaxpy": (_VECTORS,),
    "listing1": (("--tasks", "2000", "--instructions", "100", "--repeat", "2"),),
    "nas": ((),),
    "nas-ep": ((), ("--iterations", "3")),
    "nearly": (("--side", "8", "--sweeps", "40", "--repeat", "2", "--work", "0"),),
    "neighbours": (("--neighbours", "1", "--sample-ms", "5", "--repeat", "2"),),
    "shapes": (("--tasks", "5000", "--readers", "50", "--repeat", "2", "--verify"),),
    "spawn": (("--repeat", "2"),),
    "static": (("--repeat", "3"),),
    "static-hog": tuple(("--block", block, "--iterations", "1", "--repeat", "1") for block in ("8", "16", "40")),
    "static-nas": ((),),
    "static-nas-ep": ((), ("--iterations", "3")),
    "stencil": (("--width", "24", "--steps", "10", *_STEPS),),
    "steps": tuple(("--shape", str(shape), "--width", "13", "--steps", "10", *_STEPS) for shape in range(6)),
    "sync": (("--repeat", "2", "--test", "100", "--pause", "2"),),
    "uts": (("--repeat", "1"),),
    "wavefront": (("--n", "32", *_STEPS),),
}
# Several minutes, or another program's forms once more.
_LEFT_OUT = {("uts", "T3S"), *(("static-hog", form) for form in ("serial", "for", "dynamic", "dep-pattern", "record",
                                                                 "graph", "graph-same", "graph-nowait", "taskiter"))}
_NO_RESULT = ("counts", "floor")  # for an instrumented library; prices of the machine
_OF_RANKS = "mpi-"  # the beginning of names of programs that mpirun starts; mpi/programs.cmake has their tests


def _forms(program: Path) -> list[str]:
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    listed = text.split("forms:\n")[1].split("options")[0]
    return [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]


def _arguments(name: str) -> tuple[tuple[str, ...], ...]:
    fitting = [start for start in _ARGUMENTS if name == start or name.startswith(f"{start}-")]
    if not fitting:
        sys.exit(f"verify: bench/verify.py does not say how to run {name}")
    return _ARGUMENTS[max(fitting, key=len)]


def _problem(command: list[str], form: str, threads: int, faces: Path, seen: dict[str, str], nas: str) -> str | None:
    environment = {**os.environ, "LD_LIBRARY_PATH": str(faces), "OMP_NUM_THREADS": str(threads)}
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_TIMED_OUT_s)
    except subprocess.TimeoutExpired:
        return f"did not end within {_TIMED_OUT_s} s"
    if ended.returncode:
        return f"status {ended.returncode}: {ended.stderr.strip()}"
    result = json.loads(ended.stdout)
    if not result["rondo_version"]:
        return f"ran on {result['openmp_library']}"
    if form != "serial" and result.get("threads", threads) != threads:
        return f"ran on {result['threads']} threads"
    if nas and result["verification"] != ("not performed" if "--iterations" in command else "SUCCESSFUL"):
        return f"verification: {result['verification']}"
    work = f"{nas} {command[2:]}"
    if nas and seen.setdefault(work, result["hash"]) != result["hash"]:
        return f"computed other bits than other forms: {result['hash']}, not {seen[work]}"
    return None


_BROKEN_FORMS = ("dynamic", "tasks")  # the others share what verifies
_BROKEN_AT = (0, 0.3, 0.7, 1)  # of all tasks
_UNDEFERRED = ("--cut", "1")  # clang's code calls the bodies of such tasks itself


def _run_broken(command: list[str], library: Path, task: int) -> tuple[str, int]:
    """What the program made of it (its status and, where it has one, its hash), and how many tasks it created."""
    environment = {**os.environ, "LD_PRELOAD": str(library), "OMP_NUM_THREADS": "2", "BROKEN_TASK": str(task)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_TIMED_OUT_s)
    counted = ended.stderr.rsplit("broken: ", 1)[-1].split()[0]
    hashed = json.loads(ended.stdout).get("hash", "") if ended.returncode == 0 else ""
    return f"status {ended.returncode} {hashed}", int(counted)


def _unnoticed(command: list[str], library: Path) -> list[str]:
    whole, n_tasks = _run_broken(command, library, -1)
    if not whole.startswith("status 0"):
        return [f"{' '.join(command)}: {whole} with all tasks"]
    tasks = sorted({round(part * (n_tasks - 1)) for part in _BROKEN_AT}) if n_tasks else []
    unnoticed = []
    for task in tasks:
        what, n_created = _run_broken(command, library, task)
        if what == whole and task < n_created:  # a program that runs for a time may not get so far again
            unnoticed.append(f"{' '.join(command)}: task {task} of {n_tasks} did nothing, and nobody noticed")
    return unnoticed


def _is_of_tasks(name: str, form: str) -> bool:
    alone = ("cutoff", "epcc", "epcc-fortran", "irregular", "nearly", "shapes", "spawn")  # all of their forms are tasks
    return form in _BROKEN_FORMS or name in alone or (name, form) == ("uts", "small-binomial")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--faces", type=Path, required=True)
    parser.add_argument("--broken", type=Path, metavar="LIBRARY", help="common/broken.c")
    parser.add_argument("names", nargs="*", help="only these, without -gcc and -clang")
    chosen = parser.parse_args()
    counted: Counter[str] = Counter()
    problems = []
    seen: dict[str, str] = {}
    for program in sorted(chosen.programs.iterdir()):
        name, _, build = program.name.rpartition("-")
        if name.startswith(_OF_RANKS):
            continue
        if build not in _BUILDS or name in _NO_RESULT or chosen.names and name not in chosen.names:
            continue
        nas = name.removeprefix("static-") if name.removeprefix("static-").startswith("nas-") else ""
        for form in _forms(program):
            if (name, form) in _LEFT_OUT or chosen.broken and not _is_of_tasks(name, form):
                continue
            for arguments in _arguments(name):
                if chosen.broken and arguments[:2] == _UNDEFERRED:
                    continue
                if chosen.broken:
                    counted[name] += 1
                    problems += _unnoticed([str(program), form, *arguments], chosen.broken)
                    continue
                for threads in _THREADS:
                    command = [str(program), form, *arguments]
                    counted[name] += 1
                    problem = _problem(command, form, threads, chosen.faces, seen, nas)
                    if problem:
                        problems.append(f"{' '.join(command)} on {threads} threads: {problem}")
    for problem in problems:
        print(problem)
    print(f"{sum(counted.values())} runs of {len(counted)} programs, {len(problems)} problems")
    return 1 if problems or not counted else 0


if __name__ == "__main__":
    sys.exit(main())
