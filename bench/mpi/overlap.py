# SPDX-License-Identifier: Apache-2.0
"""What share of the network's latency each form of a program hides, and the times behind it.

    overlap.py [--latencies 0,5,50,500] [--rounds 3] [--ranks 2] [--threads 1] PROGRAM [ARGUMENT...]

PROGRAM is a file of bench/mpi, for example build/release/bin/bench/mpi-heat-openmpi-clang. Forms take turns within a
round; the median of the rounds counts. The latency that a form leaves open is T(D) - T(0) of that form; what there is
to hide is the same of the form `pure`, which waits for each message; the share that is hidden is

    overlap = 1 - (T(D) - T(0)) / (T_pure(D) - T_pure(0))."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

_FORMS = ("pure", "pure-overlap", "fork-join", "tasks-detach", "tasks-blocking", "tasks-bound", "graph",
          "graph-nowait", "taskiter")
_LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none"], "mpich": ["mpirun.mpich"]}

Key = tuple[str, int]


def _run(chosen: argparse.Namespace, form: str, latency_us: int) -> dict[str, float]:
    mpi = "mpich" if "mpich" in chosen.program.name else "openmpi"
    environment = {**os.environ, "OMP_NUM_THREADS": str(chosen.threads), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    rondo = chosen.program.resolve().parent.parent / "rondo"
    command = [*_LAUNCHERS[mpi], "-n", str(chosen.ranks), str(rondo), "run", "--", str(chosen.program), form,
               "--latency", str(latency_us), *chosen.arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    if ended.returncode:
        sys.exit(f"overlap: {' '.join(command)}: {ended.stderr.strip() or ended.stdout.strip()}")
    result: dict[str, float] = json.loads(ended.stdout.strip().splitlines()[-1])
    return result


def _table(taken: dict[Key, list[float]], tasks: dict[str, float], latencies: list[int], forms: list[str]) -> None:
    time = {key: statistics.median(values) for key, values in taken.items()}
    columns = [f"{latency} us" for latency in latencies]
    print("| form | " + " | ".join(columns) + " | " + " | ".join(f"hidden, {text}" for text in columns[1:]) +
          " | tasks a second, " + columns[-1] + " |")
    print("|---" * (2 * len(latencies) + 1) + "|")
    for form in forms:
        cells = [f"{time[form, latency]:.0f}" for latency in latencies]
        for latency in latencies[1:]:
            there_is = time["pure", latency] - time["pure", latencies[0]]
            open_us = time[form, latency] - time[form, latencies[0]]
            cells.append("-" if form == "pure" else f"{100 * (1 - open_us / there_is):.0f} %")
        cells.append(f"{1e6 * tasks[form] / time[form, latencies[-1]]:.0f}")
        print(f"| `{form}` | " + " | ".join(cells) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latencies", type=lambda text: [int(word) for word in text.split(",")],
                        default=[0, 5, 50, 500])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of each rank")
    parser.add_argument("--forms", type=lambda text: text.split(","), default=[*_FORMS], help="`pure` is one of them")
    parser.add_argument("program", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the program")
    chosen = parser.parse_args()
    taken: dict[Key, list[float]] = {}
    tasks: dict[str, float] = {}
    for _ in range(chosen.rounds):
        for latency in chosen.latencies:
            for form in chosen.forms:
                result = _run(chosen, form, latency)
                taken.setdefault((form, latency), []).append(result["us_per_iteration"])
                tasks[form] = result["tasks"]
    print(f"{chosen.program.name}: {chosen.ranks} ranks of {chosen.threads} threads, us an iteration, "
          f"median of {chosen.rounds} rounds")
    _table(taken, tasks, chosen.latencies, chosen.forms)
    return 0


if __name__ == "__main__":
    sys.exit(main())
