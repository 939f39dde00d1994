#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tools on programs of both compilers: a tool that checks all events (checker.c), two of them, how tools are found, and
Archer. Where the compilers' programs differ in nothing that the tool is told of (graphs, random programs), one's is
run, by turns; in `make test-long` both."""

import os
import subprocess
import tempfile
import unittest
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import TypeVar

SOURCES = Path(__file__).parents[1]
FACES = os.environ["RONDO_TEST_FACES"]
PROGRAMS = Path(os.environ["RONDO_TEST_PROGRAMS"])
CHECKER = os.environ["RONDO_TEST_CHECKER"]
MULTIPLEXED = os.environ["RONDO_TEST_MULTIPLEXED"]
ARCHER = Path("/usr/lib/llvm-19/lib/libarcher.so")
COMPILERS = ("gcc", "clang")
GRAPH_FORMS = "recapture pure waiting pattern nogroup loop loop-of-free loop-with-code loop-while".split()
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_", "TSAN_", "CHECKER_", "ARCHER_", "MULTIPLEXED_")
T = TypeVar("T")

# Programs of tests/omp that need no settings. Of the others, some leave constructs without an end: cancelled ones.
CHECKED = """
    data.threadprivate depend.all_memory depend.chains depend.depobj depend.domains depend.gauss_seidel
    depend.inoutset depend.mutexinoutset depend.nested_parents depend.objects_cpp depend.readers_writers
    depend.taskwait_depend depend.undeferred depend.wavefront depend.with_taskgroup detach.children
    detach.from_outer_team detach.from_task detach.from_thread detach.many_outstanding detach.undeferred
    detach.without_wait for.auto_flags for.clauses for.collapse for.dynamic for.guided for.nonrectangular for.runtime
    for.static parallel.basic parallel.foreign_threads parallel.if_num_threads parallel.inside_task
    parallel.many_arguments parallel.nested parallel.resize parallel.resize_tasks reduction.arrays reduction.operators
    reduction.user_declared sections.sections sections.tasks_in_sections sync.atomic sync.atomic_wide sync.barrier
    sync.critical sync.doacross sync.flush sync.locks sync.masked sync.ordered sync.scope sync.single
    target.device_memory target.later target.regions target.teams task.basic task.deep_recursion task.final
    task.firstprivate_vla task.in_nested_parallel task.nested task.nqueens task.objects_cpp task.orphan
    task.overaligned task.taskyield task.tied_constraint task.undeferred task.undeferred_orphans task.untied
    task_reduction.modifier task_reduction.taskgroup taskgroup.taskgroup taskloop.clauses taskloop.coverage
    taskloop.objects_cpp taskloop.reduction taskloop.strict teams.distribute teams.league
""".split()
TRACED = """
    depend.wavefront depend.taskwait_depend depend.undeferred detach.from_thread detach.undeferred for.dynamic
    parallel.foreign_threads parallel.nested sections.sections sync.critical sync.locks sync.ordered target.regions
    task.nested task.nqueens task.undeferred_orphans taskgroup.taskgroup taskloop.clauses teams.league
""".split()
# Programs of tests/omp that end without an end of what has begun: by exec, _exit, a signal, or exit() in a region. The
# last one checks that there is no tool.
ENDLESS = """
    affinity.clauses api.resized_blocks cases.routines for.schedule_kmp process.exit_in_task process.exit_inside
    sync.error sync.error_aborts
""".split()
CANCELLED = ["cancel.cancel", "cancel.dynamic_loop", "cancel.parallel_tasks"]


# aliasing looks at what a tool changes: how often something is recorded, when lists of dependences are always kept.
NOT_WATCHED = ["aliasing"]


def by_turns(items: Iterable[T], first: int = 0) -> Iterator[tuple[str, T]]:
    for number, item in enumerate(items, first):
        for compiler in COMPILERS if "RONDO_TEST_WHOLE" in os.environ else (COMPILERS[number % 2],):
            yield compiler, item


def settings_in(source: Path) -> dict[str, str]:
    """What the program's first comment says of its environment."""
    lines = [line.partition("test: ENV ")[2] for line in source.read_text().splitlines()[:30]]
    words = [word for line in lines for word in line.split() if "=" in word]
    settings = {"RONDO_GRAPH_WAY": "spread"} | dict(word.split("=", 1) for word in words)
    return settings | ({"CHECKER_LOOSE": "1"} if "OMP_CANCELLATION" in settings else {})


def omp_programs() -> Iterator[tuple[str, dict[str, str]]]:
    """All of tests/omp."""
    for source in sorted(SOURCES.glob("omp/*/*.*")):
        name = f"{source.parent.name}.{source.stem}" + ("" if source.suffix == ".c" else f"_{source.suffix[1:]}")
        for compiler in COMPILERS:
            program = f"omp.{name}.{compiler}"
            if name not in ENDLESS and (PROGRAMS / program).exists():
                yield program, settings_in(source)


def graph_programs() -> Iterator[tuple[str, dict[str, str]]]:
    sources = sorted(SOURCES.glob("graph/**/*.c*"))
    whole = [source for source in sources if source.stem not in NOT_WATCHED and "main(" in source.read_text()]
    for compiler, source in by_turns(whole):
        name = ".".join(source.relative_to(SOURCES).with_suffix("").parts) + ("_cpp" if source.suffix == ".cpp" else "")
        if (PROGRAMS / f"{name}.{compiler}").exists():
            yield f"{name}.{compiler}", settings_in(source)
    for program in sorted(PROGRAMS.glob("directives/*.c17")):
        source = SOURCES / "directives" / f"{program.name.split('.')[0]}.c"
        if source.exists():
            cancels = {"OMP_CANCELLATION": "true", "CHECKER_LOOSE": "1"} if source.stem == "cancelled" else {}
            yield f"directives/{program.name}", settings_in(source) | cancels


def read_counts(report: Path) -> dict[str, int]:
    if not report.exists():
        return {}
    return {name: int(n) for name, n in map(str.split, report.read_text().splitlines())}


class Run:
    """A program that has run: its exit status, what it wrote, and the checker's counts, if there was a checker."""

    def __init__(self, program: str, *arguments: str, tool: str = CHECKER, **settings: str) -> None:
        env = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
        env |= {"LD_LIBRARY_PATH": FACES, "OMP_NUM_THREADS": "4"}
        if tool:
            env["OMP_TOOL_LIBRARIES"] = tool
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report"
            done = subprocess.run(
                [str(PROGRAMS / program), *arguments],
                env=env | {"CHECKER_REPORT": str(report)} | settings,
                capture_output=True,
                text=True,
                timeout=200,
                check=False,
            )
            self.counts = read_counts(report)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr


class Tools(unittest.TestCase):
    def assert_works(self, run: Run, program: str) -> None:
        self.assertEqual((run.status, run.err), (0, ""), program)
        self.assertEqual(run.out.strip().splitlines()[-1:], ["ok"], program)
        self.assertTrue(run.counts, f"{program}: the tool was not ended")

    def assert_balanced(self, run: Run, program: str) -> None:
        self.assert_works(run, program)
        count = run.counts
        self.assertEqual((count["unfinished_tasks"], count["open_regions"]), (0, 0), program)
        self.assertEqual(count["thread_begin"], count["thread_end"], program)
        self.assertEqual(count["parallel_begin"], count["parallel_end"], program)


class Checker(Tools):
    def test_programs(self) -> None:
        n_tasks = 0
        for name in CHECKED:
            for compiler in COMPILERS:
                program = f"omp.{name}.{compiler}"
                if not (PROGRAMS / program).exists():
                    continue  # a compiler that cannot build it
                with self.subTest(program=program):
                    run = Run(program)
                    self.assert_balanced(run, program)
                    n_tasks += run.counts["task_create"]
        self.assertGreater(n_tasks, 100_000)

    @unittest.skipUnless("RONDO_TEST_WHOLE" in os.environ, "make test-long")
    def test_all_programs(self) -> None:
        n_programs = 0
        for program, settings in omp_programs():
            with self.subTest(program=program):
                expected = Run(program, tool="", **settings)
                run = Run(program, **settings)
                self.assertEqual((run.status, run.err), (expected.status, expected.err))
                if run.status < 0:
                    continue  # Rondo ends such a program with a line: its tool is not ended
                self.assertEqual((run.counts["unfinished_tasks"], run.counts["open_regions"]), (0, 0))
                self.assertEqual(run.counts["parallel_begin"], run.counts["parallel_end"])
                n_programs += 1
        self.assertGreater(n_programs, 300)

    def test_cancelled_constructs(self) -> None:
        for name in CANCELLED:
            for compiler in COMPILERS:
                program = f"omp.{name}.{compiler}"
                with self.subTest(program=program):
                    run = Run(program, OMP_CANCELLATION="true", CHECKER_LOOSE="1")
                    self.assert_works(run, program)
                    self.assertGreater(run.counts["cancel"], 0)
                    self.assertEqual(run.counts["unfinished_tasks"], 0)


class Graphs(Tools):
    """Nodes of task graphs are tasks to a tool, however the graph runs."""

    def test_numbers(self) -> None:
        """Tasks, and those with dependences. A loop's own code is a task, too."""
        expected = {
            "recapture": (10 * 20, 10 * 20),
            "pure": (10 * 20, 10 * 20),
            # Those before the wait, and behind it, are ordered by it: in a replay without the code, as dependences.
            "waiting": (10 * 40, 20 + 9 * 40),
            "pattern": (10 * 20, 10 * 20),
            "loop": (10 * 20 + 1, 10 * 20),
            # Each task comes behind itself in the round before.
            "loop-of-free": (10 * 20 + 1, 10 * 20),
            "loop-with-code": (10 * 20 + 1, 10 * 20),
            "loop-while": (10 * 21 + 1, 10 * 21),
        }
        for first, way in enumerate(("spread", "alone")):
            for compiler, (form, (n_tasks, n_dependent)) in by_turns(expected.items(), first):
                with self.subTest(compiler=compiler, form=form, way=way):
                    run = Run(f"tools.replays.{compiler}", form, RONDO_GRAPH_WAY=way)
                    self.assert_balanced(run, form)
                    self.assertEqual(run.counts["task_create"], n_tasks)
                    if way == "spread":
                        self.assertEqual(run.counts["dependences"], n_dependent)
                    self.assertEqual(run.counts["task_schedule"], 2 * n_tasks)

    def test_edges(self) -> None:
        """Of a replay that the runtime creates, each edge of the graph is told."""
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                run = Run(f"tools.replays.{compiler}", "pure", RONDO_GRAPH_WAY="spread", OMP_NUM_THREADS="4")
                # Of the first encounter, as many as were not over in time.
                self.assertGreaterEqual(run.counts["task_dependence"], 9 * 19)
                self.assertLessEqual(run.counts["task_dependence"], 10 * 19)

    def test_programs(self) -> None:
        """Those of tests/graph, which check that their graphs were used, and those with directives."""
        n_tasks = n_late = 0
        for program, settings in graph_programs():
            with self.subTest(program=program):
                run = Run(program, **settings)
                self.assertEqual(run.status, 0, run.err)
                self.assertTrue(run.counts, f"{program}: the tool was not ended")
                self.assertEqual(run.counts["unfinished_tasks"], 0, program)
                n_tasks += run.counts["task_create"]
                n_late += run.counts["late_tasks"]
        self.assertGreater(n_tasks, 100_000)
        self.assertGreater(n_late, 1000)


class Random(Tools):
    def test_programs(self) -> None:
        """Each mode of tests/random."""
        program = "random_tasks.{}"
        modes = [line.split()[0] for line in Run(program.format("gcc"), "--help", tool="").out.splitlines()[1:]]
        self.assertGreater(len(modes), 12)
        for compiler, mode in by_turns(modes):
            with self.subTest(compiler=compiler, mode=mode):
                run = Run(program.format(compiler), "--mode", mode, "--count", "40")
                self.assertEqual((run.status, run.out), (0, "ok\n"), run.err)
                self.assertEqual((run.counts["unfinished_tasks"], run.counts["open_regions"]), (0, 0))
                self.assertGreater(run.counts["task_dependence"], 1000)


class Trace(Tools):
    """A process that is watched and traced: the trace has the events that the tool is told of."""

    def test_same_numbers(self) -> None:
        from rondo.trace import rings  # needs numpy: only where this group is run

        def count(folder: Path, *kinds: rings.Kind) -> int:
            found = [ring.kinds for process in rings.read(folder) for ring in process.rings]
            return sum(int((ring == kind).sum()) for ring in found for kind in kinds)

        kind = rings.Kind
        same = {
            "thread_begin": [kind.THREAD_BEGIN],
            "thread_end": [kind.THREAD_END],
            "parallel_begin": [kind.PARALLEL_BEGIN],
            "parallel_end": [kind.PARALLEL_END],
            "implicit_task": [kind.IMPLICIT_BEGIN, kind.IMPLICIT_END],
            "task_create": [kind.TASK_CREATE],
            "task_schedule": [kind.TASK_BEGIN, kind.TASK_END, kind.TASK_FULFIL],
            "sync_region_wait": [kind.WAIT_BEGIN, kind.WAIT_END],
            "work": [kind.WORK_BEGIN, kind.WORK_END],
            "dispatch": [kind.CHUNK],
            "mutex_acquire": [kind.MUTEX_WAIT],
            "mutex_acquired": [kind.MUTEX_ACQUIRED],
            "mutex_released": [kind.MUTEX_RELEASED],
        }
        for name in TRACED:
            for compiler in COMPILERS:
                program = f"omp.{name}.{compiler}"
                if not (PROGRAMS / program).exists():
                    continue
                with self.subTest(program=program), tempfile.TemporaryDirectory() as folder:
                    run = Run(program, RONDO_TRACE=folder, RONDO_TRACE_BYTES="100M")
                    self.assert_balanced(run, program)
                    traced = {event: count(Path(folder), *kinds) for event, kinds in same.items()}
                    self.assertEqual(traced, {event: run.counts[event] for event in same}, program)
                    self.assertEqual(sum(process.n_missing for process in rings.read(Path(folder))), 0)


    def test_graphs(self) -> None:
        """Each use of a graph, with its tasks, and in which way; and who has created the tasks of later rounds."""
        from rondo.trace import rings, timeline

        replayed = {"recapture": 3, "pure": 6, "waiting": 6, "pattern": 10, "loop": 1, "loop-with-code": 1}
        for compiler in COMPILERS:
            for form, execution in replayed.items():
                with self.subTest(compiler=compiler, form=form), tempfile.TemporaryDirectory() as folder:
                    run = Run(f"tools.replays.{compiler}", form, tool="", RONDO_TRACE=folder, RONDO_GRAPH_WAY="spread")
                    self.assertEqual(run.out, "ok\n", run.err)
                    built = timeline.build(rings.read(Path(folder))[0])
                    uses = [use for thread in built.threads for use in thread.uses]
                    self.assertFalse(any(use.is_open for use in uses))
                    n_tasks = 40 if form == "waiting" else 20
                    tasks = [task for task in built.explicit_tasks() if not task.detail & rings.TASKWAIT]
                    if form.startswith("loop"):
                        self.assertEqual([use.detail & 15 for use in uses], [execution])
                        creators = {task.creator for task in tasks if task.creator in {other.id for other in tasks}}
                        self.assertEqual(len(creators), 1, "all are created for the loop's own task")
                        self.assertEqual(len(tasks), 10 * n_tasks + 1)
                    else:
                        self.assertEqual([use.detail & 15 for use in uses], [1] + 9 * [execution])
                        self.assertEqual([use.n_tasks for use in uses], 10 * [n_tasks])
                    chained = [task for task in tasks if task.predecessors]
                    self.assertGreaterEqual(len(chained), 10 * 19)


class Events(Tools):
    def test_numbers(self) -> None:
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                run = Run(f"tools.events.{compiler}", CHECKER_CALLERS="1")
                self.assert_balanced(run, compiler)
                expected = {
                    "thread_begin": 2,
                    "parallel_begin": 2,
                    "implicit_task": 2 * (1 + 2 + 1),
                    # two of the groups, two with dependences, undeferred, four of the loop, detached
                    "task_create": 2 + 2 + 1 + 4 + 1,
                    "task_schedule": 2 * 10 + 1,
                    "dependences": 2,
                    # atomics are instructions
                    "mutex_acquire": 2 * 2 + 2 + 4 + 4 + 1,
                    "mutex_released": 2 * 2 + 2 + 2 + 4 + 1,
                    "nest_lock": 4,
                    "lock_init": 2,
                    "lock_destroy": 2,
                    # four chunks that are handed out, one for each thread of the ordered loop, four of the taskloop
                    "dispatch": 4 + 2 + 4,
                    "error": 0,
                }
                self.assertEqual({name: run.counts[name] for name in expected}, expected)

    def test_threads_end_where_main_has_never_called(self) -> None:
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                run = Run(f"tools.main_outside.{compiler}")
                self.assert_balanced(run, compiler)
                self.assertEqual((run.counts["thread_begin"], run.counts["thread_end"]), (3, 3))

    def test_predecessors(self) -> None:
        for compiler in COMPILERS:
            for n_threads in ("1", "4"):
                with self.subTest(compiler=compiler, n_threads=n_threads):
                    run = Run(f"tools.predecessors.{compiler}", OMP_NUM_THREADS=n_threads)
                    self.assert_balanced(run, compiler)
                    # Each round: two readers behind the first task, a writer behind both, a task behind that; and,
                    # at another address, one behind the first.
                    self.assertEqual(run.counts["task_dependence"], 20 * (2 + 2 + 1 + 1))


class Multiplexed(Tools):
    def test_two_tools(self) -> None:
        """Two checkers behind LLVM's ompt-multiplex.h hear the same."""
        names = ("tools.events", "tools.predecessors", "omp.task.nested", "omp.depend.wavefront", "omp.detach.children")
        for name in names:
            for compiler in COMPILERS:
                program = f"{name}.{compiler}"
                with self.subTest(program=program), tempfile.TemporaryDirectory() as folder:
                    first = Path(folder) / "first"
                    run = Run(
                        program,
                        tool=MULTIPLEXED,
                        MULTIPLEXED_TOOL_LIBRARIES=CHECKER,
                        MULTIPLEXED_REPORT=str(first),
                        CHECKER_MULTIPLEXED="1",
                    )
                    self.assert_balanced(run, program)
                    self.assertEqual(read_counts(first), run.counts)


class Start(Tools):
    def test_own_tool(self) -> None:
        for compiler in COMPILERS:
            run = Run(f"tools.own_tool.{compiler}", tool="")
            self.assertEqual((run.status, run.out, run.err), (0, "ok\n", ""), compiler)

    def test_values(self) -> None:
        settings = {"OMP_THREAD_LIMIT": "3", "OMP_MAX_ACTIVE_LEVELS": "1", "OMP_CANCELLATION": "true"}
        for compiler in COMPILERS:
            for arguments in ("", "stop"):
                run = Run(f"tools.values.{compiler}", *arguments.split(), tool="", **settings)
                self.assertEqual((run.status, run.out, run.err), (0, "ok\n", ""), (compiler, arguments))

    def test_disabled(self) -> None:
        run = Run("tools.events.gcc", OMP_TOOL="disabled")
        self.assertEqual((run.out, run.counts), ("ok\n", {}))

    def test_first_that_wants(self) -> None:
        run = Run("tools.events.gcc", tool=f"/nowhere/libtool.so:libm.so.6:{CHECKER}", OMP_TOOL_VERBOSE_INIT="stderr")
        self.assertEqual(run.out, "ok\n")
        self.assertTrue(run.counts)
        lines = run.err.splitlines()
        for text in ("has no ompt_start_tool", "/nowhere/libtool.so", "libm.so.6", "a tool", "is initialized"):
            self.assertTrue(any(text in line for line in lines), (text, lines))

    def test_no_tool(self) -> None:
        run = Run("tools.events.gcc", tool="", OMP_TOOL_VERBOSE_INIT="stdout")
        self.assertEqual(run.out.splitlines()[-2:], ["there is no tool", "ok"])


@unittest.skipUnless(ARCHER.exists(), "Archer is not installed")
class Archer(Tools):
    def watch(self, compiler: str, *race: str, program: str = "race", **settings: str) -> Run:
        options = "ignore_noninstrumented_modules=1:atexit_sleep_ms=0"
        settings |= {"TSAN_OPTIONS": options, "ARCHER_OPTIONS": "verbose=1"}
        return Run(f"tools.{program}.{compiler}", *race, tool=str(ARCHER), **settings)

    def test_no_race(self) -> None:
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                run = self.watch(compiler)
                self.assertEqual((run.status, run.err), (0, ""))
                self.assertIn("Archer detected OpenMP application with TSan", run.out)

    def test_no_race_in_graphs(self) -> None:
        for compiler, (way, form) in by_turns(product(("spread", "alone"), GRAPH_FORMS)):
            with self.subTest(compiler=compiler, form=form, way=way):
                run = self.watch(compiler, form, program="graph_race", RONDO_GRAPH_WAY=way)
                self.assertEqual((run.status, run.err), (0, ""))

    def test_races_in_graphs(self) -> None:
        for compiler, form in by_turns(GRAPH_FORMS):
            with self.subTest(compiler=compiler, form=form):
                # Seen only where two threads execute the two tasks: on a busy machine not at once.
                runs = (
                    self.watch(compiler, form, "racy", program="graph_race", RONDO_GRAPH_WAY="spread")
                    for _ in range(30)
                )
                self.assertTrue(any("WARNING: ThreadSanitizer: data race" in run.err for run in runs))

    def test_races(self) -> None:
        for compiler in COMPILERS:
            for race in ("depend", "taskwait", "critical", "barrier"):
                with self.subTest(compiler=compiler, race=race):
                    runs = [self.watch(compiler, race) for _ in range(3)]
                    self.assertTrue(any("WARNING: ThreadSanitizer: data race" in run.err for run in runs))


if __name__ == "__main__":
    unittest.main()
