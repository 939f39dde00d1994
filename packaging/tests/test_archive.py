# SPDX-License-Identifier: Apache-2.0
"""The relocatable archive, in a Debian without compilers and without any OpenMP runtime."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from .clean_root import CleanRoot, newest, unpack

PLACE = "/opt/somewhere/rondo"
PROGRAM = f"{PLACE}/libexec/rondo/bench/spawn-gcc"


class Archive(unittest.TestCase):
    root: CleanRoot
    tree: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.root = cls.enterClassContext(CleanRoot())
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.tree = unpack(newest("rondo-*.tar.gz"), Path(folder))
        cls.root.copy(cls.tree, PLACE)

    def test_command_says_its_version(self) -> None:
        self.assertRegex(self.root.run(f"{PLACE}/bin/rondo", "--version").stdout, r"\Arondo \d+\.\d+\.\d+\n\Z")

    def test_program_of_gcc_runs_where_no_libgomp_is(self) -> None:
        self.assertIn("libgomp.so.1", self.root.run(PROGRAM, "fib", "--n", "8", check=False).stderr)
        self._assert_runs()

    def test_works_from_a_read_only_mount(self) -> None:
        mount = f'mount --bind "$ROOT{PLACE}" "$ROOT{PLACE}"; mount -o remount,ro,bind "$ROOT{PLACE}"'
        refused = self.root.run("touch", f"{PLACE}/x", mount=mount, check=False)
        self.assertIn("Read-only", refused.stderr)
        self._assert_runs(mount)

    def test_library_needs_the_c_library_only(self) -> None:
        command = ["readelf", "-d", str(self.tree / "lib/librondo.so.0")]
        needed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.assertEqual(set(re.findall(r"NEEDED.*\[(.*)\]", needed)), {"libc.so.6", "ld-linux-x86-64.so.2"})

    def test_graphs_are_shown_by_the_packages_that_it_carries(self) -> None:
        program = f"{PLACE}/libexec/rondo/bench/wavefront-gcc"
        shown = self.root.run(f"{PLACE}/bin/rondo", "graph", "--", program, "graph", "--n", "8", "--sweeps", "12")
        self.assertIn("wavefront", shown.stdout)

    def test_what_it_does_not_carry_is_named_with_a_remedy(self) -> None:
        result = self.root.run(f"{PLACE}/bin/rondo", "bench", check=False)
        self.assertRegex(result.stderr, r"\Arondo: Python lacks the modules numpy, [^\n]*; install[^\n]*\n\Z")

    def test_no_file_names_the_machine_that_built_it(self) -> None:
        built = str(Path(__file__).resolve().parents[2]).encode()
        named = [file.name for file in self.tree.rglob("*") if file.is_file() and built in file.read_bytes()]
        # In these the plugin keeps the name of a directive's source, as the compiler was called with it.
        self.assertEqual([name for name in named if not name.startswith("static-")], [])

    def _assert_runs(self, mount: str = "") -> None:
        result = self.root.run(f"{PLACE}/bin/rondo", "run", "--", PROGRAM, "fib", "--n", "8",
                               env={"RONDO_VERBOSE": "true"}, mount=mount)
        self.assertIn("librondo.so.0", json.loads(result.stdout)["openmp_library"])
        self.assertIn("in place of: libgomp.so.1", result.stderr)


class Module(unittest.TestCase):
    """The modulefile, read by both programs that read such files."""

    def test_environment_modules(self) -> None:
        self._check("environment-modules", "/usr/lib/*/modulecmd.tcl /usr/share/modules/libexec/modulecmd.tcl")

    def test_lmod(self) -> None:
        self._check("lmod", "/usr/share/lmod/lmod/libexec/lmod")

    def _check(self, package: str, places: str) -> None:
        script = f"""
            module() {{ eval "$("$(ls {places} 2> /dev/null | head -n 1)" bash "$@")"; }}
            module load rondo
            rondo --version && echo "$RONDO_ROOT"
            module unload rondo
            command -v rondo || echo "gone ${{RONDO_ROOT-unset}}"
        """
        with CleanRoot() as root, tempfile.TemporaryDirectory() as folder:
            root.copy(unpack(newest("rondo-*.tar.gz"), Path(folder)), PLACE)
            root.install(package)
            result = root.run("bash", "-c", script, env={"MODULEPATH": f"{PLACE}/share/modulefiles"})
        version, place, gone = result.stdout.splitlines()
        self.assertRegex(version, r"rondo \d")
        self.assertEqual((place, gone), (PLACE, "gone unset"))
