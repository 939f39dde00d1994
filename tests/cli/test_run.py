#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo run`: programs of both compilers, launchers and scripts are served by librondo and by nothing else."""

import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import COMMAND, FACES, PROGRAMS, CommandLineTest, hiding, rondo, run

STOCK_LIBGOMP = subprocess.run(
    ["gcc-12", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True
).stdout.strip()


# Names of loaded files as tools read them, then who serves a call to the runtime that is asked for by its SONAME.
LISTS_RUNTIMES = """\
import ctypes, os
names = []
class Module(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Module), ctypes.c_size_t, ctypes.c_void_p)
def look(module, _size, _context):
    name = os.path.basename(os.path.realpath(os.fsdecode(module.contents.name or b"")))
    names.extend([name] if name.startswith(("libgomp", "libomp", "libiomp")) else [])
    return 0
ctypes.CDLL(None).dl_iterate_phdr(look, None)
print(*names)
class Place(ctypes.Structure):
    _fields_ = [("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("symbol", ctypes.c_char_p),
                ("address", ctypes.c_void_p)]
place = Place()
function = ctypes.cast(ctypes.CDLL("libiomp5.so").omp_get_max_threads, ctypes.c_void_p)
ctypes.CDLL(None).dladdr(function, ctypes.byref(place))
print(os.path.basename(os.fsdecode(place.file)))
"""


class Run(CommandLineTest):
    def test_programs_of_both_compilers(self) -> None:
        for compiler in ("gcc", "clang"):
            with self.subTest(compiler=compiler):
                result = rondo("run", "--", str(PROGRAMS / f"serving.{compiler}"))
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assert_on_rondo(result.stdout)

    def test_one_line_says_in_whose_place_rondo_serves(self) -> None:
        for compiler, replaced in (("gcc", r"libgomp\.so\.1"), ("clang", r"libomp\.so\.5")):
            with self.subTest(compiler=compiler):
                result = rondo("run", "--", str(PROGRAMS / f"serving.{compiler}"), env={"RONDO_VERBOSE": "true"})
                self.assertRegex(result.stderr, r"\Arondo: Rondo [0-9.]+ serves process [0-9]+ \([^)\n]*serving."
                                 + compiler + r"\) from [^\n]*/librondo\.so\.0, in place of: "
                                 + replaced + r"\n\Z")

    def test_program_with_an_rpath_to_its_stock_runtime(self) -> None:
        result = rondo("run", "--", str(PROGRAMS / "serving.rpath"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_on_rondo(result.stdout)

    def test_programs_with_thread_sanitizer(self) -> None:
        annotated = FACES.parent / "tsan"
        if not annotated.exists():
            self.skipTest("this build has no annotated library")
        for compiler in ("gcc", "clang"):
            with self.subTest(compiler=compiler):
                result = rondo("run", "--", str(PROGRAMS / f"serving.tsan.{compiler}"))
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assert_on_rondo(result.stdout)
                self.assertIn(f"served by {annotated}/", result.stdout)
                # What such a program starts inherits the library, with the sanitizer or without.
                env = {"LD_LIBRARY_PATH": str(annotated / "faces")}
                result = run(str(PROGRAMS / f"serving.{compiler}"), env=env)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn(f"mapped {annotated}/", result.stdout)

    def test_programs_with_address_sanitizer(self) -> None:
        # Also where another program starts them, and with options of the user's own.
        for compiler in ("gcc", "clang"):
            program = str(PROGRAMS / f"serving.asan.{compiler}")
            for command in ([program], ["sh", "-c", f"{program}; true"]):
                with self.subTest(compiler=compiler, command=command):
                    result = rondo("run", "--env", "ASAN_OPTIONS=detect_leaks=0", "--", *command)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    self.assert_on_rondo(result.stdout)

    def test_one_program_of_both_compilers(self) -> None:
        result = rondo("run", "--", str(PROGRAMS / "serving.mixed"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_on_rondo(result.stdout, expected_parts=2)

    def test_libraries_loaded_later_by_an_interpreter(self) -> None:
        code = "import ctypes, sys\nfor file in sys.argv[1:]: ctypes.CDLL(file).serve()"
        libraries = [str(PROGRAMS / f"libserving.{compiler}.so") for compiler in ("gcc", "clang")]
        result = rondo("run", "--", "/usr/bin/python3", "-c", code, *libraries)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_on_rondo(result.stdout, expected_parts=2)

    def test_shell_launcher_and_script(self) -> None:
        program = PROGRAMS / "serving.gcc"
        result = rondo("run", "--", "sh", "-c", f"{program} 3; echo status $?; exec {PROGRAMS}/serving.clang")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_on_rondo(result.stdout, expected_parts=2)
        self.assertIn("status 3", result.stdout)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "launch"
            script.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
            script.chmod(0o755)
            result = rondo("run", "--", str(script), "5")
            self.assertEqual(result.returncode, 5, result.stderr)
            self.assert_on_rondo(result.stdout)

    def test_status_is_the_programs_own(self) -> None:
        for status in (0, 1, 42, 255):
            self.assertEqual(rondo("run", "--", "sh", "-c", f"exit {status}").returncode, status)
        self.assertEqual(rondo("run", "--", "sh", "-c", "kill -TERM $$").returncode, -15)

    def test_arguments_of_the_program_are_its_own(self) -> None:
        script = 'for word in "$@"; do echo "<$word>"; done'
        words = ["--threads", "3", "--", "--env", "", "a b", "--help"]
        expected = "".join(f"<{word}>\n" for word in words)
        program = ["sh", "-c", script, "name", *words]
        options: list[list[str]] = [["--threads", "2", "--"], ["--threads", "2"], ["--"], []]
        for own in options:
            result = rondo("run", *own, *program)
            self.assertEqual((result.stdout, result.stderr, result.returncode), (expected, "", 0))

    def test_threads(self) -> None:
        command = ["sh", "-c", 'echo "$OMP_NUM_THREADS,${RONDO_NUM_THREADS-unset}"']
        env = {"OMP_NUM_THREADS": "7", "RONDO_NUM_THREADS": "9"}
        for options in (["--threads", "3"], ["--threads=3"], ["-n", "3"], ["-n3"]):
            self.assertEqual(rondo("run", *options, "--", *command, env=env).stdout, "3,unset\n")
        self.assertEqual(rondo("run", "--", *command, env=env).stdout, "7,9\n")
        result = rondo("run", "--threads", "3", "--", str(PROGRAMS / "serving.gcc"))
        self.assertIn("threads 3\n", result.stdout)

    def test_autograph(self) -> None:
        command = ["sh", "-c", 'echo "${RONDO_AUTOGRAPH-unset}"']
        env = {"RONDO_AUTOGRAPH": "100"}
        self.assertEqual(rondo("run", "--", *command, env=env).stdout, "100\n")
        self.assertEqual(rondo("run", "--autograph", "--", *command, env=env).stdout, "true\n")
        self.assertEqual(rondo("run", "--no-autograph", *command, env=env).stdout, "false\n")

    def test_counting_is_refused_or_done(self) -> None:
        result = rondo("run", "--threads", "2", "--count", "--", str(PROGRAMS / "serving.gcc"))
        if result.returncode == 0:  # the library of the preset `count`
            self.assertRegex(result.stderr, r"(?m)^construct +entries +rmw")
            self.assertRegex(result.stderr, r"(?m)^parallel +[1-9]")
            return
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, r"^rondo: .* does not count .*; use the build that does: .*\n$")
        # Asked for in the environment, the program runs all the same.
        result = rondo("run", "--env", "RONDO_COUNT=-", "--", str(PROGRAMS / "serving.gcc"))
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"^rondo: RONDO_COUNT is ignored, .*\n$")
        self.assert_on_rondo(result.stdout)

    def test_variables(self) -> None:
        result = rondo("run", "--env", "A=1", "--env", "B=x=y z", "--env", "A=2", "--", "sh", "-c", 'echo "$A|$B"')
        self.assertEqual(result.stdout, "2|x=y z\n", result.stderr)

    def test_preloaded_libraries_are_kept(self) -> None:
        show = ["sh", "-c", 'echo "$LD_PRELOAD"']
        faces = [str(FACES / name) for name in ("libgomp.so.1", "libomp.so.5", "libomp.so", "librondo-iomp5.so")]
        self.assertEqual(rondo("run", "--", *show).stdout.strip().split(":"), faces)
        kept = rondo("run", "--", *show, env={"LD_PRELOAD": "libm.so.6 libdl.so.2"}).stdout.strip()
        self.assertEqual(kept.split(":"), ["libm.so.6", "libdl.so.2", *faces])
        # A second `rondo run` inside the first adds nothing.
        nested = rondo("run", "--", os.environ["RONDO_TEST_COMMAND"], "run", "--", *show).stdout.strip()
        self.assertEqual(nested.split(":"), faces)

    def test_preloaded_stock_runtime_does_not_serve(self) -> None:
        result = rondo("run", "--", str(PROGRAMS / "serving.gcc"), env={"LD_PRELOAD": STOCK_LIBGOMP})
        served = [line for line in result.stdout.splitlines() if line.startswith("served by")]
        self.assertEqual(len(served), 1, result.stdout + result.stderr)
        self.assertIn("/librondo.so", served[0])

    def test_no_tool_sees_runtimes_that_do_not_agree(self) -> None:
        """threadpoolctl warns of a deadlock where it finds libomp and libiomp5 by name in one process."""
        result = rondo("run", "--", "/usr/bin/python3", "-c", LISTS_RUNTIMES)
        self.assertEqual((result.stdout, result.stderr), ("libgomp.so.1 libomp.so.5 libomp.so\nlibrondo.so.0\n", ""))

    def test_without_proc(self) -> None:
        hidden = hiding("/proc")
        if not hidden:
            self.skipTest("this process may not hide /proc")
        result = run(*hidden, COMMAND, "run", "--threads", "3", "--", "sh", "-c", 'echo "$OMP_NUM_THREADS $LD_PRELOAD"')
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(f"3 {FACES}/", result.stdout)
        result = run(*hidden, COMMAND, "info", "--", str(PROGRAMS / "serving.gcc"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("Rondo: executes", result.stdout)
        result = run(*hidden, COMMAND, "check", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_without_sys(self) -> None:
        """hwloc would say so in words of its own."""
        hidden = hiding("/sys")
        if not hidden:
            self.skipTest("this process may not hide /sys")
        program = str(PROGRAMS / "serving.gcc")
        result = run(*hidden, COMMAND, "run", "--", program, env={"OMP_PLACES": "cores", "OMP_PROC_BIND": "true"})
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"\Arondo: /sys does not tell [^\n]*; mount /sys\n\Z")
        self.assert_on_rondo(result.stdout)

    def test_without_hwloc(self) -> None:
        """It is loaded, and missed, by a program only whose places have to be known."""
        hidden = [hiding(str(file.resolve())) for file in Path("/usr/lib").glob("*/libhwloc.so.15")]
        if hidden in ([], [[]]):
            self.skipTest("this process may not hide hwloc")
        program = str(PROGRAMS / "serving.gcc")
        result = run(*hidden[0], COMMAND, "run", "--", program)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = run(*hidden[0], COMMAND, "run", "--", program, env={"OMP_PLACES": "cores", "OMP_PROC_BIND": "true"})
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr, r"\Arondo: hwloc, which [^\n]*; install libhwloc\.so\.15\n\Z")
        self.assert_on_rondo(result.stdout)

    def test_library_path_is_kept(self) -> None:
        show = ["sh", "-c", 'echo "$LD_LIBRARY_PATH"']
        # No empty element: it would mean the current folder.
        self.assertEqual(rondo("run", "--", *show).stdout.strip(), str(FACES))
        kept = rondo("run", "--", *show, env={"LD_LIBRARY_PATH": f"/a:{FACES}:/b"}).stdout.strip()
        self.assertEqual(kept, f"{FACES}:/a:/b")


class OutOfReach(CommandLineTest):
    """Programs that Rondo cannot serve run as they are, with one line that says so."""

    def assert_warning(self, result: subprocess.CompletedProcess[str], *words: str) -> None:
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("rondo: "), result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_static_program(self) -> None:
        result = rondo("run", "--", str(PROGRAMS / "serving.static"), "6")
        self.assert_warning(result, "serving.static", "statically linked", "cannot be replaced")
        self.assertEqual(result.returncode, 6)
        self.assertNotIn("rondo", result.stdout)

    def test_static_runtime_in_a_dynamic_program(self) -> None:
        result = rondo("run", "--", str(PROGRAMS / "serving.archive"), "6")
        self.assert_warning(result, "serving.archive", "OpenMP runtime linked into it")
        self.assertEqual(result.returncode, 6)

    def test_program_of_another_word_size(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "old"
            # Only the head of a 32-bit x86 executable: enough to be recognised.
            head = b"\x7fELF" + bytes([1, 1, 1]) + bytes(9) + struct.pack("<HHI", 2, 3, 1)
            program.write_bytes(head.ljust(64, b"\0"))
            program.chmod(0o755)
            result = rondo("run", "--", str(program))
            self.assertIn(f"rondo: {program} is built for another machine or word size", result.stderr)

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a file to another user")
    def test_program_with_the_rights_of_its_owner(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "privileged"
            shutil.copy(PROGRAMS / "serving.gcc", program)
            os.chown(program, 65534, 65534)
            program.chmod(0o4755)
            os.chmod(folder, 0o755)
            result = rondo("run", "--", str(program), "4")
            self.assertIn(f"rondo: {program} runs with the rights of its owner", result.stderr)
            self.assertEqual(result.returncode, 4, result.stderr)



MPIS = sorted(file.name.removeprefix("librondo-mpi-").removesuffix(".so") for file in
              FACES.parent.glob("librondo-mpi-*.so"))


@unittest.skipUnless(MPIS, "this build has no librondo-mpi")
class Mpi(CommandLineTest):
    """What tests/mpi leaves out, where programs run on several ranks: the choice, and its errors."""

    PRELOADED = ("python3", "-c", "import os; print(os.environ['LD_PRELOAD'])")

    def test_named_library_is_preloaded_once(self) -> None:
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                result = rondo("run", f"--mpi={mpi}", "--", COMMAND, "run", f"--mpi={mpi}", "--", *self.PRELOADED)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(result.stdout.count("librondo-mpi"), 1)
                self.assertIn(f"{FACES.parent}/librondo-mpi-{mpi}.so", result.stdout)

    def test_library_of_the_launcher(self) -> None:
        for variable, mpi in (("OMPI_COMM_WORLD_SIZE", "openmpi"), ("MPI_LOCALNRANKS", "mpich")):
            with self.subTest(mpi=mpi):
                result = rondo("run", "--mpi", "--", *self.PRELOADED, env={variable: "1"})
                if mpi in MPIS:
                    self.assertIn(f"librondo-mpi-{mpi}.so", result.stdout)
                else:
                    self.assert_error(result, 1, f"no librondo-mpi for {mpi}", *MPIS)

    def test_unknown_name(self) -> None:
        self.assert_error(rondo("run", "--mpi=none", "--", "true"), 1, "no librondo-mpi for none", *MPIS)

    @unittest.skipUnless(len(MPIS) > 1, "there is one library to choose")
    def test_nothing_says_which(self) -> None:
        self.assert_error(rondo("run", "--mpi", "--", "true"), 2, "--mpi=" + MPIS[0], *MPIS)

    def test_program_of_another_library(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            build = ["gcc-12", "-w", "-x", "c", "-", "-o"]
            subprocess.run([*build, f"{folder}/libmpi.so.99", "-shared", "-Wl,-soname,libmpi.so.99"],
                           input="int MPI_Send() { return 0; }", text=True, check=True)
            subprocess.run([*build, f"{folder}/program", f"-Wl,{folder}/libmpi.so.99"],
                           input="int main() { return MPI_Send(); }", text=True, check=True)
            result = rondo("run", "--mpi", "--", f"{folder}/program", env={"LD_LIBRARY_PATH": folder})
        self.assert_error(result, 1, "libmpi.so.99", *MPIS)

    def test_ranks_share_the_processors(self) -> None:
        result = rondo("info", "--json", env={"MPI_LOCALNRANKS": str(2 * (os.cpu_count() or 1))})
        self.assertIn('environment variable MPI_LOCALNRANKS', result.stdout)


if __name__ == "__main__":
    unittest.main()
