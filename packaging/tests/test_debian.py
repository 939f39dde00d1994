# SPDX-License-Identifier: Apache-2.0
"""The Debian packages in a clean Debian: installed, used, removed; and what lintian says."""

import subprocess
import unittest
from pathlib import Path

from .clean_root import CleanRoot, newest

NAMES = ("librondo0", "rondo", "librondo-dev", "rondo-directives")
MPI = {"openmpi": ("libopenmpi-dev", "mpirun.openmpi", "--oversubscribe"), "mpich": ("libmpich-dev", "mpirun.mpich")}
PROGRAM = r"""
#include <omp.h>
#include <stdio.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  printf("%d\n", sum);
  return 0;
}
"""
LINE = "serves process"
_SOURCES = Path(__file__).resolve().parents[2]


class Debian(unittest.TestCase):
    def test_lintian_has_nothing_to_say(self) -> None:
        names = [*NAMES, *(f"rondo-mpi-{mpi}" for mpi in MPI)]
        packages = [str(newest(f"{name}_*.deb")) for name in names]
        command = ["lintian", "--allow-root", "--fail-on", "error,warning", *packages]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_installed_used_and_removed(self) -> None:
        with CleanRoot() as root:
            root.install("gcc-12", "libc6-dev")
            (root.path / "tmp/program.c").write_text(PROGRAM, encoding="utf-8")
            root.run("gcc-12", "-fopenmp", "/tmp/program.c", "-o", "/tmp/program")
            # What the packages of Debian need stays installed: the files of before are looked at after that.
            root.install("libhwloc15", "libstdc++6", "libgomp1", "bash-completion", "zsh", "fish", "man-db")
            before = root.files()
            for name in NAMES:
                root.copy(newest(f"{name}_*.deb"), f"/tmp/{name}.deb")
            root.install(*(f"/tmp/{name}.deb" for name in NAMES))
            verbose = {"RONDO_VERBOSE": "true"}

            plain = root.run("/tmp/program", env=verbose)
            self.assertEqual((plain.stdout, plain.stderr), ("4950\n", ""))
            served = root.run("rondo", "run", "--", "/tmp/program", env=verbose)
            self.assertEqual(served.stdout, "4950\n")
            self.assertIn(LINE, served.stderr)
            root.run("env", "RONDO_CC=gcc-12", "rondo-cc", "-O2", "/usr/share/rondo/examples/heat_taskgraph.c", "-lm",
                     "-o", "/tmp/heat")
            self.assertIn(LINE, root.run("/tmp/heat", env=verbose).stderr)

            self.check_help(root)
            self.check_default(root)
            root.run("rondo", "system", "enable", "--all-users")
            root.run("apt-get", "-q", "-y", "purge", *NAMES)
            self.assertEqual({name for name in root.files() - before if "ld.so.cache" not in name}, set())

    def test_the_installed_examples_do_what_they_say(self) -> None:
        with CleanRoot() as root:
            for name in NAMES:
                root.copy(newest(f"{name}_*.deb"), f"/tmp/{name}.deb")
            root.install(*(f"/tmp/{name}.deb" for name in NAMES), "gcc-12", "g++-12", "gfortran-12", "clang-19",
                         "libomp-19-dev", "libc6-dev", "make", "cmake", "pkgconf")
            root.copy(_SOURCES / "tests/delivery/run_examples.py", "/tmp/run_examples.py")
            # RONDO_FC: the package gfortran, which the name without a number needs, is not installed.
            result = root.run("python3", "/tmp/run_examples.py", "/usr/share/rondo/examples",
                              env={"RONDO_FC": "gfortran-12"}, check=False)
            lines = [line for line in result.stdout.splitlines() if not line.startswith("python/")]
            self.assertGreater(len(lines), 12)
            self.assertEqual([line for line in lines if not line.endswith(": ok")], [])

    def test_programs_of_mpi(self) -> None:
        """One whose tasks would wait for ever without it (tests/mpi/deadlock.c), and one that is linked."""
        names = [*NAMES, *(f"rondo-mpi-{mpi}" for mpi in MPI)]
        with CleanRoot() as root:
            for name in names:
                root.copy(newest(f"{name}_*.deb"), f"/tmp/{name}.deb")
            root.copy(_SOURCES / "tests/mpi/deadlock.c", "/tmp/deadlock.c")
            root.copy(_SOURCES / "tests/delivery/source/iwait.c", "/tmp/iwait.c")
            root.install("gcc-12", "libc6-dev", "pkgconf", "openmpi-bin", "mpich",
                         *(words[0] for words in MPI.values()), *(f"/tmp/{name}.deb" for name in names))
            env = {"OMPI_CC": "gcc-12", "MPICH_CC": "gcc-12", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "2"}
            for mpi, (_, *launcher) in MPI.items():
                compile_ = f"mpicc.{mpi} -fopenmp -O1 -g"
                root.run("sh", "-ec", f"{compile_} /tmp/deadlock.c -o /tmp/deadlock-{mpi}; {compile_} /tmp/iwait.c "
                         f"-o /tmp/iwait-{mpi} $(pkg-config --cflags --libs rondo-mpi-{mpi})", env=env)
                blocked = root.run(*launcher, "-n", "2", "rondo", "run", "--mpi", "--", f"/tmp/deadlock-{mpi}", env=env)
                self.assertIn("ok", blocked.stdout)
                linked = root.run("rondo", "run", "--", f"/tmp/iwait-{mpi}", env=env)
                self.assertEqual(linked.stdout, "ok\n")
            root.run("apt-get", "-q", "-y", "purge", *names)
            self.assertEqual([name for name in root.files() if "rondo" in name and not name.startswith("/tmp")], [])

    def check_help(self, root: CleanRoot) -> None:
        """Manual pages and completion lie where man and the shells look."""
        # The loader of bash-completion finds the file by the command's name.
        bash = (". /usr/share/bash-completion/bash_completion; _completion_loader rondo; "
                "COMP_WORDS=(rondo sys) COMP_CWORD=1; _rondo; echo ${COMPREPLY[@]}")
        self.assertEqual(root.run("bash", "-c", bash).stdout, "system\n")
        zsh = "autoload -U compinit; compinit -D -u; echo $_comps[rondo]"
        self.assertEqual(root.run("zsh", "-fc", zsh).stdout, "_rondo\n")
        fish = root.run("fish", "-c", "complete -C 'rondo gra'", env={"HOME": "/tmp"})  # where it may leave a folder
        self.assertIn("graph\t", fish.stdout)
        for page in ("rondo", "rondo-graph", "rondo-system", "rondo-cc"):
            self.assertIn(f"/man1/{page}.1.gz", root.run("man", "-w", page).stdout)

    def check_default(self, root: CleanRoot) -> None:
        """Of one user and of all, on and off; the file of libgomp1 is never touched."""
        verbose = {"RONDO_VERBOSE": "true"}
        shell = ("bash", "-lc", "/tmp/program")
        options: tuple[list[str], ...] = ([], ["--all-users"])
        for option in options:
            root.run("rondo", "system", "enable", *option)
            self.assertIn(LINE, root.run(*shell, env=verbose).stderr)
            self.assertEqual(LINE in root.run("/tmp/program", env=verbose).stderr, bool(option))
            self.assertEqual(root.run("dpkg", "--verify", "libgomp1").stdout, "")
            root.run("rondo", "system", "disable", *option)
            self.assertNotIn(LINE, root.run(*shell, env=verbose).stderr)
