# SPDX-License-Identifier: Apache-2.0
"""Tests of finding libiomp5, of leading a program to it, and of knowing two builds apart."""

import tempfile
import unittest
from pathlib import Path
from typing import Any

from rondo.measure.contender import Contender, by_hand, command_of, environment_of, runtime_problem
from rondo.measure.layout import Layout
from rondo.measure.runtimes import (
    environment_for,
    find_intel,
    fingerprint,
    intel_places,
    intel_runtime,
    library_files,
)
from rondo.needs import need

_INTEL = b"@(#) Intel(R) OMP performance library"


class Intel(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()

    def library(self, place: str, content: bytes = _INTEL) -> Path:
        path = self.folder / place / "libiomp5.so"
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        return path

    def test_is_found_where_pip_conda_and_users_put_it(self) -> None:
        environment = {"LD_LIBRARY_PATH": f"/nowhere:{self.folder}/chosen", "CONDA_PREFIX": f"{self.folder}/conda"}
        for place in ("home/.local/lib", "venv/lib", "conda/lib", "chosen"):  # the last one is asked first
            library = self.library(place)
            places = intel_places(environment, self.folder / "home", self.folder / "venv")
            self.assertEqual(find_intel(places), library)

    def test_what_is_only_called_so_is_not_taken(self) -> None:
        self.library("rondo", b"a face")
        llvm = self.folder / "llvm"
        llvm.mkdir()
        (llvm / "libomp.so.5").write_bytes(_INTEL)
        (llvm / "libiomp5.so").symlink_to("libomp.so.5")
        self.assertIsNone(find_intel([self.folder / "rondo", llvm, self.folder / "nowhere"]))

    def test_a_program_is_led_to_it_and_its_word_is_checked(self) -> None:
        library = self.library("lib")
        runtime = intel_runtime(library, self.folder / "alias")
        intel_runtime(library, self.folder / "alias")  # once more: the link is there
        layout = Layout(Path("rondo"), Path("programs"), self.folder, {"libiomp5": runtime})
        who = Contender("libiomp5", "", "spawn-clang", "fib", "libiomp5")
        path = environment_of(who, layout, 2)["LD_LIBRARY_PATH"].split(":")[0]
        self.assertEqual((Path(path) / "libomp.so.5").resolve(), library)
        result: dict[str, Any] = {"openmp_library": f"{path}/libomp.so.5", "rondo_version": None, "threads": 2}
        self.assertIsNone(runtime_problem(who, result, 2, layout))
        llvm = {**result, "openmp_library": "/usr/lib/llvm-19/lib/libomp.so.5"}
        self.assertIn("not on libiomp5", runtime_problem(who, llvm, 2, layout) or "")
        libomp = Contender("libomp", "", "spawn-clang", "fib", "libomp")
        self.assertIn("not on libomp", runtime_problem(libomp, result, 2, layout) or "")

    def test_others_keep_their_environment(self) -> None:
        self.assertEqual(environment_for(None, {"LD_LIBRARY_PATH": "/a"}), {"LD_LIBRARY_PATH": "/a"})
        runtime = intel_runtime(self.library("lib"), self.folder / "alias")
        extended = environment_for(runtime, {"LD_LIBRARY_PATH": "/a"})
        self.assertEqual(extended["LD_LIBRARY_PATH"], f"{self.folder}/alias:/a")


class FormsThatNeedASetting(unittest.TestCase):
    def test_the_encounter_that_makes_the_graph_is_no_plain_one(self) -> None:
        layout = Layout(Path("rondo"), Path("programs"), Path("build"), {})
        second = Contender("second", "", "wavefront-clang", "second", "rondo")
        self.assertEqual(environment_of(second, layout, 2)["RONDO_GRAPH_WAY"], "spread")
        self.assertIn("RONDO_GRAPH_WAY=spread ", by_hand(second, layout, [], 2))
        record = Contender("record", "", "wavefront-clang", "record", "rondo")
        self.assertNotIn("RONDO_GRAPH_WAY", environment_of(record, layout, 2))


class ProgramsOfSeveralRanks(unittest.TestCase):
    def test_mpirun_starts_rondo_on_each_rank_and_ranks_share_the_threads(self) -> None:
        layout = Layout(Path("/bin/rondo"), Path("/programs"), Path("build"), {})
        who = Contender("rondo-gcc", "", "mpi-heat-mpich-gcc", "pure", "rondo", mpi="mpich", ranks=2)
        command = ["mpirun.mpich", "-n", "2", "/bin/rondo", "run", "--", "/programs/mpi-heat-mpich-gcc", "pure"]
        self.assertEqual(command_of(who, layout, []), command)
        self.assertEqual(environment_of(who, layout, 8)["OMP_NUM_THREADS"], "4")
        self.assertEqual(environment_of(who, layout, 1)["OMP_NUM_THREADS"], "1")
        ran = {"openmp_library": "/lib/librondo.so", "rondo_version": "0.1.0", "threads": 8}
        self.assertIsNone(runtime_problem(who, ran, 8))
        self.assertIn("ran on 8 threads, not on 2", runtime_problem(who, ran, 1) or "")


class Modules(unittest.TestCase):
    def test_a_missing_one_is_named_with_its_package(self) -> None:
        need("json", "unittest")
        with self.assertRaises(SystemExit) as ended:
            need("json", "nowhere_to_be_found")
        self.assertEqual(
            ended.exception.code,
            "rondo: Python lacks the module nowhere_to_be_found; install: apt-get install python3-nowhere_to_be_found",
        )


class Contents(unittest.TestCase):
    def test_a_rebuilt_library_is_another_one(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            faces = Path(name) / "lib" / "faces"
            faces.mkdir(parents=True)
            face, rondo = faces / "libgomp.so.1", faces.parent / "librondo.so"
            face.write_bytes(b"face")
            rondo.write_bytes(b"one build")
            files = library_files(str(face))
            self.assertEqual([file.name for file in files], ["libgomp.so.1", "librondo.so"])
            before = fingerprint(files)
            self.assertEqual(fingerprint(files), before)
            rondo.write_bytes(b"another build")
            self.assertNotEqual(fingerprint(files), before)
        self.assertEqual(library_files("none"), [])


if __name__ == "__main__":
    unittest.main()
