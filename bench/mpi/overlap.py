# SPDX-License-Identifier: Apache-2.0
"""What share of the network's latency each form of a program hides, and the times behind it.

    overlap.py [--ranks 2] [--threads 1] [--turns 30] [--stock] PROGRAM [ARGUMENT...]

PROGRAM is a file of bench/mpi, for example build/release/bin/bench/mpi-heat-openmpi-clang. Forms and latencies take
turns in one run of it (its form `turns`). The latency that a form leaves open is T(D) - T(0) of that form in the same
turn, the median of all turns; what there is to hide is the same of the form `pure`, which waits for each message. The
share that is hidden is

    overlap = 1 - (T(D) - T(0)) / (T_pure(D) - T_pure(0))."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

_LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none"], "mpich": ["mpirun.mpich"]}


def _run(chosen: argparse.Namespace) -> dict[str, Any]:
    mpi = "mpich" if "mpich" in chosen.program.name else "openmpi"
    environment = {**os.environ, "OMP_NUM_THREADS": str(chosen.threads), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_MAX_TASK_PRIORITY": str(chosen.priority)}
    rondo = chosen.program.resolve().parent.parent / "rondo"
    on_rondo = [] if chosen.stock else [str(rondo), "run", "--"]
    command = [*_LAUNCHERS[mpi], "-n", str(chosen.ranks), *on_rondo, str(chosen.program), "turns", "--repeat",
               str(chosen.turns), *chosen.arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    if ended.returncode:
        sys.exit(f"overlap: {' '.join(command)}: {ended.stderr.strip() or ended.stdout.strip()}")
    result: dict[str, Any] = json.loads(ended.stdout.strip().splitlines()[-1])
    return result


def _open_us(result: dict[str, Any], form: str, latency: str, without: str) -> float:
    return statistics.median(a - b for a, b in zip(result[f"{form} {latency}"], result[f"{form} {without}"]))


def _table(result: dict[str, Any]) -> None:
    keys = [name.split() for name, value in result.items() if isinstance(value, list)]
    forms = list(dict.fromkeys(form for form, _ in keys))
    latencies = list(dict.fromkeys(latency for _, latency in keys))
    time = {(form, latency): statistics.median(result[f"{form} {latency}"]) for form, latency in keys}
    columns = [f"{latency} us" for latency in latencies]
    print("| form | " + " | ".join(columns) + " | " + " | ".join(f"hidden of {text}" for text in columns[1:]) +
          " | thousand tasks a second, " + " | ".join(columns[::3]) + " |")
    print("|---" * (2 * len(latencies) + 2) + "|")
    for form in forms:
        cells = [f"{time[form, latency]:.0f}" for latency in latencies]
        for latency in latencies[1:]:
            there_is = _open_us(result, "pure", latency, latencies[0])
            open_us = _open_us(result, form, latency, latencies[0])
            cells.append("-" if form == "pure" else f"{100 * (1 - open_us / there_is):.0f} %")
        cells += [f"{1e3 * result['tasks'] / time[form, latency]:.0f}" for latency in latencies[::3]]
        print(f"| `{form}` | " + " | ".join(cells) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of each rank")
    parser.add_argument("--priority", type=int, default=1, help="the highest one; 0: all tasks are equal")
    parser.add_argument("--stock", action="store_true", help="run on the compiler's own runtime, not on Rondo: only "
                        "forms in which no task waits for a message")
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("program", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the program")
    chosen = parser.parse_args()
    result = _run(chosen)
    serial_us = result["serial_us_per_iteration"]
    print(f"{chosen.program.name}: {chosen.ranks} ranks of {chosen.threads} threads, {result['tasks']} tasks an "
          f"iteration, {serial_us:.0f} us serially; us an iteration, median of {chosen.turns} turns:")
    _table(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
