# SPDX-License-Identifier: Apache-2.0
"""Programs of gcc and gfortran on LLVM's libomp, which has libgomp's entry points too: a column of the table that no
test needs, so table.py alone runs it.

libomp gets libgomp's name by a link in a folder that the loader searches first. A program that asks for a symbol
version which libomp does not define is refused by the loader. One that only lacks symbols starts, and ends at the first
call of such a one. KNOWN says of everything else that goes wrong why.
"""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COLUMN = ("gcc", "libomp")
TIME_LIMIT = 10  # seconds; what hangs there hangs for ever
N_NAMED = 3

NO_SCAN = "libomp 19 says that its layer for gcc has no scan"
NO_DOWN = "libomp 19 executes nothing of gcc's loops that count down from above 2^63"
NO_TASKLOOP_DOWN = "libomp 19 stops or crashes in gcc's taskloops that count down"
NO_COPIES = "libomp 19 gives undeferred tasks of gcc no copies of their objects"
AFTER_CANCEL = "libomp 19 leaves out iterations of loops behind gcc's cancelled one"
NO_CANCELLED_SECTIONS = "libomp 19 hangs or goes on when gcc's sections are cancelled"
OTHER_PLACES = "libomp 19 has other places for threads beyond the last place"
DYNAMIC = ("dynamic", "dynamic, 5", "guided", "guided, 3", "monotonic: dynamic, 2", "monotonic: guided",
           "nonmonotonic: dynamic", "nonmonotonic: guided, 2")  # fmt: skip
TASKLOOP = ("", "grainsize(7)", "num_tasks(6)", "nogroup", "untied", "mergeable", "priority(3)", "final(1)",
            "if (taskloop : 0)", "num_tasks(strict : 6)", "grainsize(strict : 9)")  # fmt: skip
RUNTIME = ("static", "static, 6", "dynamic", "dynamic, 9", "guided", "auto", "monotonic")
# What libomp 19 gets wrong, by the text of a case or the name of a program.
KNOWN = {
    "affinity/displayed": "libomp 19 displays on standard output",
    "affinity/kmp_verbose": "libomp 19 has a text of its own",
    "affinity/kmp_balanced": OTHER_PLACES,
    "affinity/kmp_compact_0_1": OTHER_PLACES,
    "affinity/restored": "libomp 19 keeps what it has bound",
    "cancel/objects_cpp": "libomp 19 destroys no objects of gcc's tasks that are cancelled",
    "depend/iterators": "libomp 19 stops with an assertion at gcc's iterators",
    "detach/alpi": "libomp 19 has no ALPI",
    "for/auto_flags": "libomp 19 takes what lies on the stack for a proc_bind clause, too",
    "for/bounds": NO_DOWN,
    "for/unsigned_down": "libomp 19 does not end gcc's loop over an unsigned variable that counts down",
    "parallel/foreign_threads": "libomp 19 stops with an assertion when foreign threads use dependences",
    "reduction/scan": NO_SCAN,
    "reduction/scan_declared": NO_SCAN,
    "target/later": "libomp 19 does not have these routines",
    "task/objects_cpp": NO_COPIES,
    "task/taskyield_untied": "libomp 19 runs no other task where gcc's untied ones yield",
    "taskloop/coverage": NO_TASKLOOP_DOWN,
    "taskloop/never_begins": "libomp 19 does not end gcc's taskloops that never begin",
    "taskloop/strict": "libomp 19 does not know the strict modifier",
    "cancel sections, cancellation point sections": NO_CANCELLED_SECTIONS,
    "Fortran: cancel sections, cancellation point sections": NO_CANCELLED_SECTIONS,
    "Fortran: cancel do, also with if": AFTER_CANCEL,
    "Fortran: cancel do of a loop that reduces": AFTER_CANCEL,
    "Fortran: scan exclusive, inclusive, of arrays": NO_SCAN,
    "Fortran: ICVs of undeferred tasks": NO_COPIES,
    "Fortran: ICVs of tasks with dependences": NO_COPIES,
    "Fortran: ICVs of mergeable tasks and tasks with priority": NO_COPIES,
    "ordered(1) depend, unsigned": "gcc 12 extends the offset of such a sink with zeros",
    **dict.fromkeys((f"for schedule({of})" for of in DYNAMIC), NO_DOWN),
    **dict.fromkeys((f"taskloop {clause}" for clause in TASKLOOP), NO_TASKLOOP_DOWN),
    **dict.fromkeys((f"for schedule(runtime), omp_sched_{of}" for of in RUNTIME), NO_DOWN),
}


@contextmanager
def folder_of_libomp() -> Iterator[Path]:
    """A folder in which libomp is called libgomp."""
    path = subprocess.run(["clang-19", "-print-file-name=libomp.so"], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "libgomp.so.1").symlink_to(Path(path.strip()).resolve(strict=True))
        yield Path(folder)


def refusal(program: Path, folder: Path) -> str | None:
    """Why the loader does not start the program, None if it does."""
    asks = {"LD_LIBRARY_PATH": str(folder), "LD_TRACE_LOADED_OBJECTS": "1", "LD_WARN": "1", "LD_BIND_NOW": "1"}
    trace = subprocess.run([program], env=os.environ | asks, capture_output=True, text=True, check=False)
    output = trace.stdout + trace.stderr
    versions = set(re.findall(r"version `(\S+)' not found", output))
    if not versions:
        return None
    found = re.findall(r"undefined symbol: (\S+), version (\S+)", output)
    symbols = sorted({symbol for symbol, version in found if version in versions})
    more = f" and {len(symbols) - N_NAMED} more that it uses" if len(symbols) > N_NAMED else ""
    return f"does not load: libomp 19 has no {', '.join(symbols[:N_NAMED])}{more}"


def missing_symbol(output: str) -> str | None:
    """The reason of a run that ended at a call of what is not there."""
    match = re.search(r"undefined symbol: (\w+)", output)
    return f"libomp 19 has no {match[1]}" if match else None


def whole_programs(build: Path) -> dict[str, list[str]]:
    """The commands by which ctest runs gcc's programs on Rondo, by the name of the test."""
    listing = subprocess.run(
        ["ctest", "--test-dir", str(build), "-R", r"^omp[.].*[.]gcc$", "-E", r"^omp[.](cases|old_binary)[.]",
         "--show-only=json-v1"],
        capture_output=True, text=True, check=True).stdout  # fmt: skip
    return {test["name"]: test["command"] for test in json.loads(listing)["tests"]}


def on_libomp(command: list[str], folder: Path) -> list[str]:
    """The same run there, with the thread count and the limit of this column."""
    result = list(command)
    for option, value in (("--threads", "4"), ("--timeout", str(TIME_LIMIT))):
        at = result.index(option) + 1
        if result[at] != "env":
            result[at] = value
    at = result.index("--faces")
    result[at : at + 2] = ["--instead", str(folder)]
    return result


def run(command: list[str], folder: Path) -> tuple[bool, str]:
    """Whether the program passed, and what its run printed."""
    done = subprocess.run(on_libomp(command, folder), capture_output=True, text=True, errors="replace", check=False)
    return done.returncode == 0, done.stdout


def program_of(command: list[str]) -> Path:
    return Path(command[command.index("--") + 1])
