#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""rondo.pc: programs of both compilers with the directives, and with the runtime only."""

import shlex
import unittest

from support import FORTRAN, LIBDIR, PREFIX, SOURCES, DeliveryTest


class PkgConfig(DeliveryTest):
    def ask(self, *question: str) -> list[str]:
        folder = PREFIX / LIBDIR / "pkgconfig"
        return shlex.split(self.must("pkg-config", *question, "rondo", more={"PKG_CONFIG_PATH": str(folder)}))

    def test_directives(self) -> None:
        for compiler, plugin in (("clang-19", "clang19"), ("gcc-12", "gcc12")):
            flags = self.ask(f"--variable=directives_{plugin}") + self.ask("--cflags")
            program = self.folder / plugin
            self.must(compiler, *flags, SOURCES / "region.c", "-o", program, *self.ask("--libs"))
            self.assert_on_rondo(program)

    @unittest.skipUnless(FORTRAN, "gfortran was not found")
    def test_directives_in_fortran(self) -> None:
        program = self.folder / "fortran"
        flags = self.ask("--variable=directives_gfortran")
        self.must(
            "gfortran", *flags, SOURCES / "region.f90", "-o", program, *self.ask("--libs"), cwd=self.folder
        )  # fmt: skip
        self.assert_on_rondo(program)

    def test_runtime_only(self) -> None:
        for compiler in ("clang-19", "gcc-12"):
            program = self.folder / compiler
            self.must(
                compiler, "-fopenmp", *self.ask("--cflags"), SOURCES / "tasks.c", "-o", program, *self.ask("--libs")
            )  # fmt: skip
            self.assert_on_rondo(program, directives=False)

    def test_mpi(self) -> None:
        folder = PREFIX / LIBDIR / "pkgconfig"
        found = sorted(file.stem for file in folder.glob("rondo-mpi-*.pc"))
        # Also a program that has to be linked with the library is one that `rondo run --mpi` may start.
        for module in found:
            mpi = module.removeprefix("rondo-mpi-")
            program = self.folder / mpi
            flags = shlex.split(self.must("pkg-config", "--cflags", "--libs", module,
                                          more={"PKG_CONFIG_PATH": str(folder)}))
            self.must(f"mpicc.{mpi}", "-fopenmp", SOURCES / "iwait.c", "-o", program, *flags)
            output = self.must(f"mpirun.{mpi}", "-n", "1", PREFIX / "bin/rondo", "run", "--mpi", "--", program,
                               more={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
            self.assertEqual(output, "ok\n")

    def test_version(self) -> None:
        self.assertRegex(self.ask("--modversion")[0], r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
