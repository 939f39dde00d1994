#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one test program at several thread counts and compares what it does with what is expected.

One ctest entry runs a program at OMP_NUM_THREADS = 1, 2, 4, 8; each run has its own time limit, so that a hang is
reported with the thread count at which it happened and with what the threads were doing. Before the first run the
dynamic loader is asked which OpenMP runtime the program gets: a test of Rondo that silently ran on the compiler's own
runtime would prove nothing. Settings of the caller's environment (OMP_*, KMP_*, GOMP_*, RONDO_*) do not reach the
program.
"""

import argparse
import difflib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

SETTING_PREFIXES = ("OMP_", "KMP_", "GOMP_", "LIBGOMP_", "RONDO_")
OPENMP_LIBRARY = re.compile(r"^\s*(lib(?:gomp|omp|iomp5|rondo)\.so\S*)(?: => (\S+))?", re.MULTILINE)
OUTPUT_LIMIT = 4000


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", required=True, help="name shown in messages")
    parser.add_argument("--threads", default="1,2,4,8", help="thread counts, or `env`: OMP_NUM_THREADS as --env says")
    parser.add_argument("--faces", type=Path, help="folder of Rondo's faces; without it: the stock runtime")
    parser.add_argument("--expect", type=Path, help="file of the expected standard output (default: the line ok)")
    parser.add_argument("--status", type=int, default=0, help="expected exit status")
    parser.add_argument("--stderr", help="regular expression of the `rondo:` lines, of which there must be one or more")
    parser.add_argument("--stderr-may", help="regular expression of the `rondo:` lines that may appear")
    parser.add_argument("--timeout", type=float, default=30.0, help="limit of one run in seconds")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


def environment(arguments: argparse.Namespace, threads: str) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTING_PREFIXES)}
    env.pop("LD_PRELOAD", None)
    if arguments.faces:
        env["LD_LIBRARY_PATH"] = str(arguments.faces)
    else:
        env.pop("LD_LIBRARY_PATH", None)
    if threads != "env":
        env["OMP_NUM_THREADS"] = threads
    env.update(setting.split("=", 1) for setting in arguments.env)
    return env


def runtime_problem(arguments: argparse.Namespace, env: dict[str, str]) -> str | None:
    """None if the loader gives the program the runtime that the test is about."""
    trace = subprocess.run(
        arguments.command[:1], env=env | {"LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True, check=False
    )
    loaded = {name: path or "" for name, path in OPENMP_LIBRARY.findall(trace.stdout)}
    has_rondo = any(name.startswith("librondo") for name in loaded)
    if not arguments.faces:
        return f"expected the stock runtime, loaded: {loaded}" if has_rondo else None
    folder = str(arguments.faces.resolve())
    strangers = [
        path
        for name, path in loaded.items()
        if not name.startswith("librondo") and not str(Path(path).absolute()).startswith(folder)
    ]
    if not has_rondo or strangers:
        return f"expected Rondo's faces in {folder} (build the target rondo), loaded: {loaded}"
    return None


def thread_states(pid: int) -> str:
    """How many threads of a hung process run (R) or sleep (S): a spin and a lost wake-up look different."""
    states: dict[str, int] = {}
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            state = stat.read_text().rsplit(")", 1)[1].split()[0]
        except (OSError, IndexError):
            continue
        states[state] = states.get(state, 0) + 1
    return ", ".join(f"{count} threads in state {state}" for state, count in sorted(states.items()))


def clip(text: str) -> str:
    return text if len(text) <= OUTPUT_LIMIT else text[:OUTPUT_LIMIT] + f"\n... ({len(text)} characters)"


def message_problems(arguments: argparse.Namespace, messages: list[str]) -> list[str]:
    """Rondo says what it has to say, says it once, and says nothing else."""
    allowed = arguments.stderr or arguments.stderr_may
    problems = [f"unexpected message: {m}" for m in messages if not allowed or not re.search(allowed, m)]
    if len(set(messages)) < len(messages):
        problems.append("a message is repeated")
    if arguments.stderr and not messages:
        problems.append(f"expected a `rondo:` line matching /{arguments.stderr}/, there is none")
    return problems


def run_once(arguments: argparse.Namespace, threads: str, expected: str) -> list[str]:
    """Runs the program once; returns what is wrong."""
    with subprocess.Popen(
        arguments.command,
        env=environment(arguments, threads),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=arguments.timeout)
        except subprocess.TimeoutExpired:
            states = thread_states(process.pid)
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return [f"HANG: stopped after {arguments.timeout:g} s ({states})", clip(out), clip(err)]

    problems: list[str] = []
    if process.returncode != arguments.status:
        code = process.returncode
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
        problems.append(f"{how}, expected exit status {arguments.status}")
    if out != expected:
        diff = difflib.unified_diff(expected.splitlines(), out.splitlines(), "expected", "printed", lineterm="", n=1)
        problems.append(clip("\n".join(diff)))
    if arguments.faces:
        problems += message_problems(arguments, [line for line in err.splitlines() if line.startswith("rondo:")])
    if problems and err:
        problems.append("standard error:\n" + clip(err))
    return problems


def main() -> int:
    arguments = parse_arguments()
    expected = arguments.expect.read_text() if arguments.expect else "ok\n"
    counts = arguments.threads.split(",")
    problem = runtime_problem(arguments, environment(arguments, counts[0]))
    if problem:
        print(f"{arguments.name}: {problem}")
        return 1
    failed = 0
    for threads in counts:
        problems = run_once(arguments, threads, expected)
        if problems:
            failed += 1
            print(f"{arguments.name}.t{threads}: FAILED")
            print("\n".join(problems))
            settings = " ".join(arguments.env + ([] if threads == "env" else [f"OMP_NUM_THREADS={threads}"]))
            path = f"LD_LIBRARY_PATH={arguments.faces} " if arguments.faces else ""
            print(f"again: {path}{settings} {' '.join(arguments.command)}", flush=True)
    print(f"{arguments.name}: {len(counts) - failed} of {len(counts)} thread counts passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
