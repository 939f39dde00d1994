#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rondo as a guest: in Python with multiprocessing, in plugins that come and go, beside other runtimes, under quotas,
limits and masks, in setuid programs, and in the debugger. Hosts are started as separate processes, so that each test
has a fresh one."""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

FACES = Path(os.environ["RONDO_TEST_FACES"])
LIBRARY = Path(os.environ["RONDO_TEST_LIBRARY"])
PROGRAMS = Path(os.environ["RONDO_TEST_PROGRAMS"])
COMPILERS = ("gcc", "clang")
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_")
# Who has no processes and no files: another one in each process of tests, as their limits count all of a user's.
A_USER = 20000 + os.getpid() % 40000


def extension(compiler: str) -> Path:
    return PROGRAMS / f"behaviour.guest.extension.{compiler}"


def program(compiler: str) -> Path:
    return PROGRAMS / f"behaviour.guest.program.{compiler}"


def run(
    command: list[str],
    settings: dict[str, str] | None = None,
    prepare: Callable[[], None] | None = None,
    faces: bool = True,
) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    if faces:
        env["LD_LIBRARY_PATH"] = str(FACES)
    return subprocess.run(
        command, env=env | (settings or {}), preexec_fn=prepare, capture_output=True, text=True, timeout=200
    )


def python(script: str, **settings: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:  # spawned workers import the main module from its file
        path = Path(folder) / "host.py"
        path.write_text(script)
        return run([sys.executable, str(path)], settings)


class Guest(unittest.TestCase):
    def expect(self, result: subprocess.CompletedProcess[str], out: str, said: str = "") -> None:
        self.assertEqual((result.returncode, result.stdout), (0, out), result.stderr)
        lines = [line for line in result.stderr.splitlines() if line.startswith("rondo:")]
        self.assertEqual(len(lines), 1 if said else 0, result.stderr)
        if said:
            self.assertRegex(lines[0], said)


MULTIPROCESSING = """
import ctypes, multiprocessing

library = ctypes.CDLL({extension!r})
library.sum.restype = ctypes.c_long

def work(n):
    return library.sum(ctypes.c_long(n))

if __name__ == "__main__":
    context = multiprocessing.get_context({method!r})
    expected = [n * (n - 1) // 2 + 30 for n in range(100, 108)]
    for round in range(2):
        assert work(100) == expected[0]
        with context.Pool(3) as pool:
            assert pool.map(work, range(100, 108)) == expected
        child = context.Process(target=work, args=(100,))
        child.start()
        child.join(150)
        assert child.exitcode == 0, child.exitcode
    print("done")
"""

UNLOADING = """
import _ctypes, ctypes

for round in range(20):
    library = ctypes.CDLL({extension!r})
    library.sum.restype = ctypes.c_long
    assert library.sum(ctypes.c_long(1000)) == 499530
    handle = library._handle
    del library
    _ctypes.dlclose(handle)
    assert {extension!r} not in open("/proc/self/maps").read()
print("done")
"""

NEIGHBOURS = """
import ctypes

library = ctypes.CDLL({extension!r})
assert library.team_size(2) == 2
other = ctypes.CDLL({other!r})
for size in (3, 4, 5):
    assert library.team_size(size) == size
assert other.omp_get_max_threads() > 0
print("done")
"""


CONSTRUCTOR = """
import ctypes

library = ctypes.CDLL({library!r})
print(*(ctypes.c_int.in_dll(library, "nested_constructor_" + name).value for name in ("members", "tasks")))
"""


class Hosts(Guest):
    def test_regions_in_a_constructor(self) -> None:
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                script = CONSTRUCTOR.format(library=str(PROGRAMS / f"behaviour.guest.nested_constructor.{compiler}"))
                settings: tuple[dict[str, str], ...] = (
                    {},
                    {"RONDO_LIBRARY_THREADS": "another=2"},
                    {"RONDO_TRACE": str(folder)},
                    {"RONDO_GRAPH_REPORT": str(folder / "graphs")},
                )
                for more in settings:
                    self.expect(python(script, OMP_MAX_ACTIVE_LEVELS="2", **more), "4 30\n")
                reports = list(folder.glob("graphs*"))
                self.assertEqual((len(reports), len(list(folder.iterdir())) > 1), (1, True))
                self.assertIn("behaviour.guest.nested_constructor", reports[0].read_text())

    def test_multiprocessing(self) -> None:
        for compiler in COMPILERS:
            for method in ("fork", "forkserver", "spawn"):
                with self.subTest(compiler=compiler, method=method):
                    script = MULTIPROCESSING.format(extension=str(extension(compiler)), method=method)
                    self.expect(python(script), "done\n")

    def test_plugins_come_and_go(self) -> None:
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                self.expect(python(UNLOADING.format(extension=str(extension(compiler)))), "done\n")

    def test_hosts_without_openmp(self) -> None:
        for host in ("late_runtime", "own_namespace"):
            for compiler in COMPILERS:
                with self.subTest(host=host, compiler=compiler):
                    command = [str(PROGRAMS / f"behaviour.guest.{host}.gcc"), str(extension(compiler))]
                    self.expect(run(command, {"OMP_NUM_THREADS": "2"}), "ok\n")

    def test_another_runtime_is_named(self) -> None:
        found = subprocess.run(["gcc-12", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True)
        other = os.path.realpath(found.stdout.strip())
        script = NEIGHBOURS.format(extension=str(extension("clang")), other=other)
        said = rf"two OpenMP runtimes .*: Rondo \(.*/librondo.*\) and another one \({re.escape(other)}\)"
        self.expect(python(script), "done\n", said)
        self.expect(python(script, KMP_DUPLICATE_LIB_OK="TRUE"), "done\n")
        # Where Rondo is first in the global scope, the other one serves nobody.
        self.expect(python(script, LD_PRELOAD=str(LIBRARY)), "done\n")

    def test_debugger(self) -> None:
        if shutil.which("gdb") is None:
            self.skipTest("no gdb here")
        commands = ["run wait", "info threads", "backtrace"]
        command = ["gdb", "-q", "-batch", "-nx", *(word for c in commands for word in ("-ex", c))]
        for compiler, frame in (("gcc", "GOMP_parallel"), ("clang", "__kmpc_fork_call")):
            with self.subTest(compiler=compiler):
                result = run([*command, str(program(compiler))], {"OMP_NUM_THREADS": "3"})
                self.assertRegex(result.stdout, r'"rondo-1".*\n.*"rondo-2"|"rondo-2".*\n.*"rondo-1"', result.stderr)
                backtrace = result.stdout[result.stdout.rindex("\n#0 ") :]
                # Down to main, or to the start of the thread that took the task.
                bottom = rf"({frame}.* main |thread_main.* clone3)"
                self.assertRegex(backtrace, rf"(?s)raise.*(stop_here|omp_task_entry).*{bottom}")

    def test_memcheck(self) -> None:
        if shutil.which("valgrind") is None:
            self.skipTest("no valgrind here")
        command = ["valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=9"]
        # Not clang's: Debian 12's valgrind cannot read what clang 19 writes for -g.
        self.expect(run([*command, str(program("gcc"))], {"OMP_NUM_THREADS": "3"}), "3 3 1\n")


class Limits(Guest):
    def test_affinity_mask(self) -> None:
        cpu = min(os.sched_getaffinity(0))
        for compiler in COMPILERS:
            result = run([str(program(compiler))], prepare=lambda: os.sched_setaffinity(0, {cpu}))
            self.expect(result, "1 1 1\n")

    def test_quota_of_a_cgroup(self) -> None:
        """Half a processor of as many as there are: one thread."""
        parent = next((p for p in map(Path, ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup")) if os.access(p, os.W_OK)), None)
        if os.geteuid() != 0 or parent is None:
            self.skipTest("no cgroup can be made here")
        group = parent / f"rondo_test_{os.getpid()}"
        try:
            group.mkdir()
        except OSError as error:
            self.skipTest(f"no cgroup can be made here: {error}")
        try:
            try:
                if (group / "cpu.max").exists():
                    (group / "cpu.max").write_text("50000 100000")
                else:
                    (group / "cpu.cfs_quota_us").write_text("50000")
            except OSError as error:
                self.skipTest(f"no quota can be set here: {error}")
            for compiler in COMPILERS:
                result = run([str(program(compiler))], prepare=lambda: enter(group))
                self.expect(result, "1 1 1\n")
        finally:
            group.rmdir()

    def test_limit_of_processes(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can become a user who has no processes")

        def become_user_with_three_threads() -> None:
            resource.setrlimit(resource.RLIMIT_NPROC, (3, 3))
            os.setgid(A_USER)
            os.setuid(A_USER)

        for compiler in COMPILERS:
            result = run([str(program(compiler))], {"OMP_NUM_THREADS": "8"}, become_user_with_three_threads)
            self.expect(result, "8 3 1\n", "the system refused thread number 4 .Resource temporarily unavailable.")

    def test_limits_of_single_libraries(self) -> None:
        """Of two libraries in a process: what each is told, and what it gets when it asks for nine threads."""
        script = LIBRARIES.format(limited=str(extension("gcc")), free=str(extension("clang")), rondo=str(LIBRARY))
        name, folder = "behaviour.guest.extension.g*", extension("gcc").parent
        self.expect(python(script, OMP_NUM_THREADS="4", RONDO_LIBRARY_THREADS=f"nobody=1,{name}=2"),
                    "2 2 4 9\n2 3 3 4 9\n3 4 9 4 9\n")
        self.expect(python(script, OMP_NUM_THREADS="4", RONDO_LIBRARY_THREADS=f"{folder}/*.gcc=2"),
                    "2 2 4 9\n0 2 2 4 9\n3 2 2 4 9\n")
        self.expect(python(script, OMP_NUM_THREADS="4", RONDO_LIBRARY_THREADS=f"{name}=2,other"),
                    "2 2 4 9\n2 3 3 4 9\n3 4 9 4 9\n", "'other' is not FILE=THREADS")


LIBRARIES = """
import ctypes

limited, free, rondo = map(ctypes.CDLL, ({limited!r}, {free!r}, {rondo!r}))

def show(*before):
    print(*before, *(n for library in (limited, free) for n in (library.max_threads(), library.team_size(9))))

show()
show(rondo.rondo_limit_library(b"behaviour.guest.extension.g*", 3))
show(rondo.rondo_limit_library(b"behaviour.guest.extension.g*", 0))
"""


def enter(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))


class Security(Guest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        os.chmod(self.folder, 0o777)

    def test_reports_are_private_and_follow_no_link(self) -> None:
        report = self.folder / "report"
        result = run([str(program("gcc"))], {"RONDO_GRAPH_REPORT": str(report)})
        self.expect(result, result.stdout)
        files = list(self.folder.iterdir())
        self.assertEqual([oct(file.stat().st_mode & 0o777) for file in files], ["0o600"])
        victim = self.folder / "victim"
        victim.write_text("mine\n")
        result = run(
            [str(program("gcc"))],
            {"RONDO_GRAPH_REPORT": str(report)},
            lambda: os.symlink(victim, f"{report}.{os.getpid()}"),
        )
        self.expect(result, result.stdout, "cannot write the report of task graphs to .*report.* ")
        self.assertEqual(victim.read_text(), "mine\n")

    def test_setuid_programs_take_nothing_from_rondo_variables(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can make a file another user's")
        name = self.folder / "setuid"
        # In such a start the loader ignores LD_LIBRARY_PATH: the way to Rondo is in the program.
        sources = Path(__file__).parent
        subprocess.run(
            ["gcc-12", "-O1", "-fopenmp", f"-I{sources.parents[2] / 'include'}", sources / "program.c",
             sources / "extension.c", f"-Wl,-rpath,{FACES}", "-o", name],
            check=True,
        )  # fmt: skip
        settings = {"RONDO_GRAPH_REPORT": str(self.folder / "report"), "RONDO_NUM_THREADS": "5", "OMP_NUM_THREADS": "3"}
        # With these hwloc is asked for the places, and says which parts of it it loads.
        settings |= {"OMP_PLACES": "cores", "HWLOC_COMPONENTS_VERBOSE": "1"}
        usual = run([str(name)], settings, faces=False)
        self.expect(usual, "5 5 1\n")
        self.assertIn("hwloc", usual.stderr)
        reports = list(self.folder.glob("report*"))
        self.assertEqual(len(reports), 1)
        reports[0].unlink()
        os.chown(name, A_USER, A_USER)
        os.chmod(name, 0o4755)
        privileged = run([str(name)], settings, faces=False)
        self.expect(privileged, "3 3 1\n")
        self.assertNotIn("hwloc", privileged.stderr)
        self.assertEqual(list(self.folder.glob("report*")), [])


if __name__ == "__main__":
    unittest.main()
