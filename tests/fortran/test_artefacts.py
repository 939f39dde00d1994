#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What else a Fortran compiler is asked for stays right beside the directives: modules, dependencies, debug
information, preprocessed text, saved temporaries, standards, standard input; a unit without directives stays the same.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ACCEPTED = Path(__file__).resolve().parent / "accepted"
GFORTRAN = os.environ["RONDO_TEST_GFORTRAN"]
PLUGIN = f"-fplugin={os.environ['RONDO_TEST_PLUGIN']}"
LIBRARY = Path(os.environ["RONDO_TEST_LIBRARY"]).parent
LINK = [f"-L{LIBRARY}", "-lrondo", f"-Wl,-rpath,{LIBRARY}"]

MODULE = """\
module counted
  implicit none
contains
  subroutine count_up(n)
    integer, intent(inout) :: n
    !$omp taskgraph
    !$omp task shared(n)
    n = n + 1
    !$omp end task
    !$omp end taskgraph
  end subroutine
end module
"""
PROGRAM = """\
program main
  use counted
  integer :: n
  n = 0
  call count_up(n)
  call count_up(n)
  if (n == 2) print '(a)', 'ok'
end program
"""
LINES = """\
      program lines
      integer n, i
      n = 0
!$omp taskiter
d     do 10 i = 1, 4
!$omp task shared(n)
      n = n + 1
!$omp end task
d  10 continue
      if (n .eq. 4) print '(a)', 'ok'
      end
"""


class Artefacts(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rondo-fortran-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_command(self, *command: str | Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(word) for word in command], cwd=self.folder, input=text, capture_output=True, text=True, timeout=200,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip

    def compile(self, *arguments: str | Path, text: str | None = None) -> str:
        """Standard output; there are no messages."""
        result = self.run_command(GFORTRAN, "-fopenmp", PLUGIN, *arguments, text=text)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    def test_modules_in_folders(self) -> None:
        self.write("source/counted.f90", MODULE)
        self.write("source/main.f90", PROGRAM)
        (self.folder / "modules").mkdir()
        self.compile("-J", "modules", "-c", "source/counted.f90", "-o", "counted.o")
        self.assertTrue((self.folder / "modules/counted.mod").exists())
        self.compile("-Imodules", "source/main.f90", "counted.o", "-o", "main", *LINK)
        self.assertEqual(self.run_command("./main").stdout, "ok\n")

    def test_included_file_beside_the_source(self) -> None:
        self.write("source/program.f90", "  include 'parts.inc'\n" + PROGRAM)
        self.write("source/parts.inc", MODULE)
        self.compile("source/program.f90", "-o", "program", *LINK)
        self.assertEqual(self.run_command("./program").stdout, "ok\n")

    def test_dependencies(self) -> None:
        self.write("counted.F90", '#include "nothing.inc"\n' + MODULE)
        self.write("nothing.inc", "")
        self.compile("-MD", "-MF", "counted.d", "-c", "counted.F90")
        text = (self.folder / "counted.d").read_text()
        self.assertRegex(text, r"counted\.o.*: counted\.F90")
        self.assertIn("nothing.inc", text)

    def test_debug_information(self) -> None:
        self.write("counted.f90", MODULE)
        self.write("counted.F90", MODULE)
        for source in ("counted.f90", "counted.F90"):
            self.compile("-g", "-O0", "-c", source, "-o", "counted.o")
            names = self.run_command("readelf", "--debug-dump=info", "counted.o").stdout
            self.assertEqual(re.findall(r"DW_AT_name +:.*?(\S+)$", names, re.M)[0], source)
            self.assertEqual(re.findall(r"DW_AT_comp_dir +:.*?(\S+)$", names, re.M)[0], str(self.folder))
            table = self.run_command("readelf", "--debug-dump=decodedline", "counted.o").stdout
            lines = {int(line) for line in re.findall(rf"^{re.escape(source)} +(\d+) ", table, re.M)}
            # The procedure, the region's beginning, the task, its statement, the region's end, the procedure's end.
            self.assertLessEqual({4, 6, 7, 8, 10, 11}, lines)
            self.assertLessEqual(max(lines), 12)

    def test_preprocessed_text_keeps_the_directives(self) -> None:
        self.write("counted.F90", MODULE + PROGRAM)
        text = self.compile("-E", "counted.F90")
        self.assertIn("!$omp taskgraph", text)
        self.write("later.f90", text)
        self.compile("-fpreprocessed", "later.f90", "-o", "later", *LINK)
        self.assertEqual(self.run_command("./later").stdout, "ok\n")

    def test_saved_temporaries(self) -> None:
        self.write("counted.F90", MODULE + PROGRAM)
        self.compile("-save-temps", "counted.F90", "-o", "counted", *LINK)
        self.assertEqual(self.run_command("./counted").stdout, "ok\n")
        self.assertTrue(list(self.folder.glob("*counted.s")))

    def test_standard_input(self) -> None:
        self.compile("-x", "f95", "-", "-ffree-form", "-o", "typed", *LINK, text=MODULE + PROGRAM)
        self.assertEqual(self.run_command("./typed").stdout, "ok\n")

    def test_standards_and_warnings(self) -> None:
        self.write("counted.f90", MODULE)
        for standard in ("f2008", "f2018", "gnu", "legacy"):
            self.compile(f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Wimplicit-interface", "-Werror", "-O2",
                         "-c", "counted.f90")  # fmt: skip
        self.compile("-fsecond-underscore", "-fdefault-integer-8", "-c", "counted.f90")
        for standard in ("f95", "f2003"):
            result = self.run_command(GFORTRAN, "-fopenmp", PLUGIN, f"-std={standard}", "-c", "counted.f90")
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr.splitlines()[0], r"^rondo: counted\.f90: .*BLOCK.*-std=f2008")

    def test_lengths_of_rows(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        for length in ("72", "100", "0", "none"):
            self.compile(f"-ffree-line-length-{length}", "counted.f90", "-o", "counted", *LINK)
            self.assertEqual(self.run_command("./counted").stdout, "ok\n")

    def test_lines_with_a_d_in_front(self) -> None:
        self.write("lines.f", LINES)
        self.compile("-fd-lines-as-code", "lines.f", "-o", "lines", *LINK)
        self.assertEqual(self.run_command("./lines").stdout, "ok\n")

    def test_values_of_options_are_not_the_source(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        self.write("counted.F90", MODULE + PROGRAM)
        for source in ("counted.f90", "counted.F90"):
            self.compile("-iquote", ".", "-isysroot", "/", "-aux-info", "prototypes", source, "-o", "counted", *LINK)
            self.assertEqual(self.run_command("./counted").stdout, "ok\n")

    def test_link_time_optimisation(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        self.compile("-O2", "-flto", "counted.f90", "-o", "counted", *LINK)
        self.assertEqual(self.run_command("./counted").stdout, "ok\n")

    def test_sanitizers(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        flags = ["-g", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-fcheck=all"]
        self.compile(*flags, "counted.f90", "-o", "counted", *LINK)
        self.assertEqual(self.run_command("./counted").stdout, "ok\n")
        self.compile("-g", "-fsanitize=address", "-c", "counted.f90")

    def test_coverage(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        self.compile("--coverage", "-O0", "counted.f90", "-o", "counted", *LINK)
        self.assertEqual(self.run_command("./counted").stdout, "ok\n")
        gcov = shutil.which("gcov-12") or shutil.which("gcov")
        if gcov is None:
            self.skipTest("gcov was not found")
        notes = next(self.folder.glob("*.gcno"))
        self.run_command(gcov, notes.name)
        report = (self.folder / "counted.f90.gcov").read_text()
        # gfortran counts a task at its directive.
        self.assertRegex(report, r"(?m)^ +2: +7: +!.omp task shared")
        self.assertRegex(report, r"(?m)^ +1: +18: +call count_up")

    def test_units_without_directives_are_the_same(self) -> None:
        plain = MODULE.replace("    !$omp taskgraph\n", "").replace("    !$omp end taskgraph\n", "")
        self.write("plain.f90", plain)
        self.write("plain.F90", plain)
        for source in ("plain.f90", "plain.F90"):
            self.compile("-O2", "-S", source, "-o", "with.s")
            result = self.run_command(GFORTRAN, "-fopenmp", "-O2", "-S", source, "-o", "without.s")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual((self.folder / "with.s").read_bytes(), (self.folder / "without.s").read_bytes())

    def test_without_openmp_they_are_comments(self) -> None:
        self.write("counted.f90", MODULE + PROGRAM)
        result = self.run_command(GFORTRAN, PLUGIN, "counted.f90", "-o", "counted")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.run_command("./counted").stdout, "ok\n")

    def test_other_languages_are_left_alone(self) -> None:
        self.write("nothing.c", "int nothing(void) { return 0; }\n")
        self.compile("-O2", "-flto", "-c", "nothing.c")

    def test_example_of_the_documentation(self) -> None:
        page = ACCEPTED.parents[2] / "docs/directives/build.md"
        blocks = re.findall(r"^```fortran\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
        self.assertEqual(len(blocks), 1)
        self.write("example.f90", blocks[0])
        self.compile("-Wall", "-Wextra", "example.f90", "-o", "example", *LINK)
        for threads in ("1", "2", "4"):
            self.assertEqual(self.run_command("env", f"OMP_NUM_THREADS={threads}", "./example").stdout, "ok\n")

    def test_filter(self) -> None:
        """The rewriting by itself: its output is what any compiler of Fortran 2008 with OpenMP takes."""
        self.write("counted.f90", MODULE + PROGRAM)
        result = self.run_command(os.environ["RONDO_TEST_FILTER"], "counted.f90")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.write("filtered.f90", result.stdout)
        result = self.run_command(GFORTRAN, "-fopenmp", "filtered.f90", "-o", "filtered", *LINK)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.run_command("./filtered").stdout, "ok\n")
        self.write("source/program.f90", "  include 'parts.inc'\n" + PROGRAM)
        self.write("source/parts.inc", MODULE)
        result = self.run_command(os.environ["RONDO_TEST_FILTER"], "source/program.f90")
        self.assertIn("rondo_taskgraph", result.stdout)
        wrong = self.run_command(os.environ["RONDO_TEST_FILTER"], ACCEPTED.parent / "rejected/exits.f90")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("exits.f90:11:21:", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
