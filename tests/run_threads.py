#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one test program at several thread counts and compares what it does with what is expected.

One ctest entry runs a program at OMP_NUM_THREADS = 1, 2, 4, 8; each run has its own time limit, so that a hang is
reported with the thread count at which it happened and with what the threads were doing. Before the first run the
dynamic loader is asked which OpenMP runtime the program gets: a test of Rondo that silently ran on the compiler's own
runtime would prove nothing. Settings of the caller's environment (OMP_*, KMP_*, GOMP_*, RONDO_*) do not reach the
program.
"""

import os
import select
import sys

# Few modules, and the others only where something is to be reported: with argparse, re and subprocess a start takes
# three times as long, and the suite starts this some 2500 times.

SETTING_PREFIXES = ("OMP_", "KMP_", "GOMP_", "LIBGOMP_", "RONDO_")
OPENMP_LIBRARIES = ("libgomp.so", "libomp.so", "libiomp5.so", "librondo.so")
OUTPUT_LIMIT = 4000
# On the stock runtime a program shows that its expectation is right, for which one run is enough. That runtime's own
# rare faults (an assertion of libomp's when a thread exits, say) are nothing to be told of.
STOCK_ATTEMPTS = 3
# How a graph's tasks run is measured by the runtime. Tests count replays, and not each of them would be one, so the way
# depends on the number of threads here: always spread, or always on one thread. `--threads 2/turns` or
# `--env RONDO_GRAPH_WAY=...` overrules it: the tests that change the way, or leave it to the runtime, do so.
GRAPH_WAY = {"1": "spread", "2": "spread", "4": "alone", "8": "spread"}


class Arguments:
    """`--option value` or `--option=value`, as often as there are any; then `--` and the command."""

    def __init__(self, words: list[str]) -> None:
        self.name = ""  # shown in messages
        self.threads = "1,2,4,8"  # thread counts, also with a way (2/turns); or `env`: OMP_NUM_THREADS as --env says
        self.faces = ""  # folder of Rondo's faces; without it: the stock runtime
        self.instead = ""  # folder of another stock runtime, named like the compiler's own
        self.expect = ""  # file of the expected standard output; without it: the line ok
        self.status = "0"  # expected exit status
        self.stderr = ""  # regular expression of the `rondo:` lines, of which there must be one or more
        self.stderr_may = ""  # regular expression of the `rondo:` lines that may appear
        self.timeout = "30"  # limit of one run in seconds
        self.emulator = ""  # what executes the program, with its arguments; without it: the processor
        self.env: list[str] = []  # NAME=VALUE, may be repeated
        words = list(words)
        while words and words[0] != "--":
            option, has_value, value = words.pop(0).partition("=")
            if not has_value:
                value = words.pop(0) if words else ""
            field = option.removeprefix("--").replace("-", "_")
            if option == "--env":
                self.env.append(value)
            elif option.startswith("--") and field in vars(self):
                setattr(self, field, value)
            else:
                sys.exit(f"run_threads.py: unknown option {option}; the options are {', '.join(vars(self))}")
        self.program = words[1:]
        self.command = self.emulator.split() + self.program
        if not self.name or not self.program:
            sys.exit("run_threads.py: needs --name, and a command after --")


def environment(arguments: Arguments, threads: str) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTING_PREFIXES)}
    env.pop("LD_PRELOAD", None)
    env.pop("LD_LIBRARY_PATH", None)
    if folder := arguments.faces or arguments.instead:
        env["LD_LIBRARY_PATH"] = folder
    if threads != "env":
        env["OMP_NUM_THREADS"], _, way = threads.partition("/")
        if arguments.faces and (way := way or GRAPH_WAY.get(threads, "")):
            env["RONDO_GRAPH_WAY"] = way
    for setting in arguments.env:
        name, _, env[name] = setting.partition("=")
    return env


class Run:
    """A command that has been run: its exit status, None if it was stopped, and what it has written."""

    def __init__(self, command: list[str], env: dict[str, str], timeout: float) -> None:
        out, err = os.memfd_create("out"), os.memfd_create("err")
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, out, 1),
            (os.POSIX_SPAWN_DUP2, err, 2),
        ]
        pid = os.posix_spawnp(command[0], command, env, file_actions=actions, setsid=True)
        self.status: int | None = None
        self.states = ""  # of its threads, if it was stopped
        watch = os.pidfd_open(pid)
        has_ended = bool(select.select([watch], [], [], timeout)[0])
        if not has_ended:
            self.states = thread_states(pid)
            os.killpg(pid, 9)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if has_ended:
            self.status = status
        self.out, self.err = content(out), content(err)
        os.close(watch)


def content(descriptor: int) -> str:
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read().decode(errors="replace")


def trace_of_loader(arguments: Arguments, env: dict[str, str]) -> str:
    emulator = arguments.emulator.split()
    if emulator:  # which the setting is not for
        return Run([*emulator, "-E", "LD_TRACE_LOADED_OBJECTS=1", arguments.program[0]], env, 240.0).out
    return Run(arguments.program[:1], env | {"LD_TRACE_LOADED_OBJECTS": "1"}, 60.0).out


def runtime_problem(arguments: Arguments, env: dict[str, str]) -> str | None:
    """None if the loader gives the program the runtime that the test is about."""
    trace = trace_of_loader(arguments, env)
    loaded = {}
    for line in trace.splitlines():  # <tab>name => path (address)
        name, _, rest = line.strip().partition(" => ")
        if name.startswith(OPENMP_LIBRARIES):
            loaded[name] = rest.partition(" ")[0]
    has_rondo = any(name.startswith("librondo") for name in loaded)
    wanted = arguments.faces or arguments.instead
    if not wanted:
        return f"expected the stock runtime, loaded: {loaded}" if has_rondo else None
    folder = os.path.realpath(wanted)
    strangers = [
        path
        for name, path in loaded.items()
        if not name.startswith("librondo") and not os.path.abspath(path).startswith(folder)
    ]
    if arguments.faces and (not has_rondo or strangers):
        return f"expected Rondo's faces in {folder} (build the target rondo), loaded: {loaded}"
    if arguments.instead and (has_rondo or strangers or not loaded):
        return f"expected a runtime in {folder}, loaded: {loaded}"
    return None


def thread_states(pid: int) -> str:
    """How many threads of a hung process run (R) or sleep (S): a spin and a lost wake-up look different."""
    states: dict[str, int] = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/stat", encoding="utf-8", errors="replace") as stat:
                state = stat.read().rsplit(")", 1)[1].split()[0]
        except (OSError, IndexError):
            continue
        states[state] = states.get(state, 0) + 1
    return ", ".join(f"{count} threads in state {state}" for state, count in sorted(states.items()))


def clip(text: str) -> str:
    return text if len(text) <= OUTPUT_LIMIT else text[:OUTPUT_LIMIT] + f"\n... ({len(text)} characters)"


def message_problems(must: str, may: str, messages: list[str]) -> list[str]:
    """Rondo says what it has to say, says it once, and says nothing else."""
    problems = []
    if messages:
        import re

        allowed = must or may
        problems = [f"unexpected message: {m}" for m in messages if not allowed or not re.search(allowed, m)]
    if len(set(messages)) < len(messages):
        problems.append("a message is repeated")
    if must and not messages:
        problems.append(f"expected a `rondo:` line matching /{must}/, there is none")
    return problems


def status_problem(status: int, expected: int) -> str:
    import signal

    how = f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
    return f"{how}, expected exit status {expected}"


def output_problem(out: str, expected: str) -> str:
    import difflib

    diff = difflib.unified_diff(expected.splitlines(), out.splitlines(), "expected", "printed", lineterm="", n=1)
    return clip("\n".join(diff))


def run_once(arguments: Arguments, threads: str, expected: str) -> list[str]:
    """Runs the program once; returns what is wrong."""
    run = Run(arguments.command, environment(arguments, threads), float(arguments.timeout))
    if run.status is None:
        return [f"HANG: stopped after {arguments.timeout} s ({run.states})", clip(run.out), clip(run.err)]
    problems: list[str] = []
    if run.status != int(arguments.status):
        problems.append(status_problem(run.status, int(arguments.status)))
    if run.out != expected:
        problems.append(output_problem(run.out, expected))
    if arguments.faces:
        messages = [line for line in run.err.splitlines() if line.startswith("rondo:")]
        problems += message_problems(arguments.stderr, arguments.stderr_may, messages)
    if problems and run.err:
        problems.append("standard error:\n" + clip(run.err))
    return problems


def main() -> int:
    arguments = Arguments(sys.argv[1:])
    expected = "ok\n"
    if arguments.expect:
        with open(arguments.expect, encoding="utf-8") as file:
            expected = file.read()
    counts = arguments.threads.split(",")
    problem = runtime_problem(arguments, environment(arguments, counts[0]))
    if problem:
        print(f"{arguments.name}: {problem}")
        return 1
    failed = 0
    for threads in counts:
        problems: list[str] = []
        for _ in range(1 if arguments.faces or arguments.instead else STOCK_ATTEMPTS):
            problems = run_once(arguments, threads, expected)
            if not problems:
                break
        if problems:
            failed += 1
            print(f"{arguments.name}.t{threads}: FAILED")
            print("\n".join(problems))
            env = environment(arguments, threads)
            settings = " ".join(f"{name}={env[name]}" for name in env if name.startswith(SETTING_PREFIXES))
            folder = arguments.faces or arguments.instead
            path = f"LD_LIBRARY_PATH={folder} " if folder else ""
            print(f"again: {path}{settings} {' '.join(arguments.command)}", flush=True)
    print(f"{arguments.name}: {len(counts) - failed} of {len(counts)} thread counts passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
