#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo info`: settings and machine as text and as JSON; the runtimes that programs load."""

import json
import os
import shutil
import struct
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support import FACES, PROGRAMS, CommandLineTest, rondo


def names(runtimes: list[dict[str, str]]) -> list[str]:
    return sorted(os.path.basename(runtime["file"]).split(".so")[0] for runtime in runtimes)


class Host(CommandLineTest):
    def info(self, *arguments: str, env: dict[str, str] | None = None) -> Any:
        result = rondo("info", "--json", *arguments, env=env)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def test_machine_and_paths(self) -> None:
        report = self.info()
        self.assertEqual(report["processors_usable"], sorted(os.sched_getaffinity(0)))
        self.assertEqual(report["faces"], str(FACES))
        self.assertEqual(report["version"], report["command_line_version"])
        self.assertTrue(os.path.samefile(report["library"], FACES.parent / "librondo.so"))

    def test_settings_and_their_source(self) -> None:
        cases: list[tuple[dict[str, str], str | None, str]] = [
            ({}, None, "default"),
            ({"OMP_NUM_THREADS": "3"}, "3", "OMP_NUM_THREADS"),
        ]
        for env, value, source in cases:
            settings = {setting["name"]: setting for setting in self.info(env=env)["settings"]}
            threads = next(
                setting for setting in settings.values() if "OMP_NUM_THREADS" in [setting["name"], *setting["aliases"]]
            )
            self.assertIn(source, threads["source"])
            if value is not None:
                self.assertEqual(threads["value"], value)
            self.assertTrue(all(setting["text"] for setting in settings.values()))

    def test_text(self) -> None:
        result = rondo("info")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for word in ("Rondo ", "Machine", "processors", "cgroup", "threads", "places", "Settings", "OMP_NUM_THREADS"):
            self.assertIn(word, result.stdout)

    def test_variables(self) -> None:
        table = rondo("info", "--env").stdout
        listed = {setting["name"]: setting["text"] for setting in self.info("--env")}
        self.assertTrue(listed)
        for name, text in listed.items():
            self.assertIn(name, table)
            self.assertIn(text, table)


class Programs(CommandLineTest):
    def info(self, *arguments: str, env: dict[str, str] | None = None) -> Any:
        result = rondo("info", "--json", *arguments, env=env)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout[result.stdout.index("{\n") :])

    def test_runtimes_at_start(self) -> None:
        for program, expected in (
            ("serving.gcc", ["libgomp"]),
            ("serving.clang", ["libomp"]),
            ("serving.mixed", ["libgomp", "libomp"]),
        ):
            with self.subTest(program=program):
                report = self.info("--", str(PROGRAMS / program))
                self.assertEqual(names(report["runtimes_at_start"]), expected)
                self.assertEqual(report["out_of_reach"], "")
                serving = [runtime for runtime in report["runtimes_on_rondo"] if "face" not in runtime["kind"]]
                self.assertEqual(names(serving), ["librondo"])

    def test_two_runtimes_are_warned_of(self) -> None:
        self.assertIn("warning: 2 OpenMP runtimes", rondo("info", "--", str(PROGRAMS / "serving.mixed")).stdout)
        self.assertNotIn("warning", rondo("info", "--", str(PROGRAMS / "serving.gcc")).stdout)

    def test_nothing_of_the_program_runs_unless_asked(self) -> None:
        for program in ("serving.gcc", "serving.static"):
            self.assertNotIn("threads ", rondo("info", "--", str(PROGRAMS / program)).stdout)

    def test_nothing_is_executed(self) -> None:
        """Not through a script's interpreter, static or a script itself, and not through a loader of the program's."""
        with tempfile.TemporaryDirectory() as folder:
            script, second, trace = (Path(folder) / name for name in ("script", "second", "trace"))
            script.write_text(f"#! {PROGRAMS}/traces.static with an argument\n")
            second.write_text(f"#!{script}\n")
            for file in (script, second):
                file.chmod(0o755)
            for program in (script, second, PROGRAMS / "traces.loader", PROGRAMS / "traces.static"):
                with self.subTest(program=program.name):
                    self.info("--", str(program), env={"RONDO_TEST_TRACE": str(trace)})
                    self.assertFalse(trace.exists())
                    self.info("--run", "--", str(program), env={"RONDO_TEST_TRACE": str(trace)})
                    trace.unlink()  # it would have left one
            text = rondo("info", "--", str(script)).stdout
            self.assertIn(f"{PROGRAMS}/traces.static is statically linked: Rondo serves the programs that", text)

    def test_interpreters_of_scripts(self) -> None:
        """What starts with a script is what starts with its interpreter."""
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "script"
            for line, expected in (
                (f"#!{PROGRAMS}/serving.gcc", ["libgomp"]),
                (f"#! \t{PROGRAMS}/serving.clang  -x ", ["libomp"]),
                ("echo without a line of its own", []),
            ):
                script.write_text(line + "\n")
                script.chmod(0o755)
                report = self.info("--", str(script))
                self.assertEqual(names(report["runtimes_at_start"]), expected)
                self.assertIn("librondo", names(report["runtimes_on_rondo"]))
            for text in ("#!/no/such/interpreter\n", "#!\n", f"#!{script}\n"):
                script.write_text(text)
                self.assert_cannot_be_seen(script, "the interpreter of")

    def test_hostile_files_end(self) -> None:
        """Tables that overlap 65535 times, entries that ask for a search each, and texts as long as the file."""
        head = Path(PROGRAMS / "serving.gcc").read_bytes()[:64]
        size, many = 8 << 20, 65535
        section = struct.pack("<IIQQQQIIQQ", 0, 2, 0, 0, 0, size, 0, 0, 8, 24)  # symbols, names and all
        segment = struct.pack("<IIQQQQQQ", 2, 4, 64 + many * 56, 0, 0, size, size, 8)  # dynamic
        strings = struct.pack("<QQ", 5, 0xFFFF)  # their address: in no segment
        for n_sections, n_segments, tables in (
            (many, 0, (section * many).ljust(size - 64, b"x")),
            (0, many, segment * many + strings * ((size - 64 - many * 56) // 16)),
        ):
            # Offsets of segments and sections, flags, then their sizes and numbers.
            tail = struct.pack("<QQIHHHHHH", 64, 64, 0, 64, 56, n_segments, 64, n_sections, 0)
            with tempfile.TemporaryDirectory() as folder:
                program = Path(folder) / "hostile"
                program.write_bytes(head[:32] + tail + tables)
                program.chmod(0o755)
                self.assertIn("statically linked", self.info("--", str(program))["out_of_reach"])

    def assert_cannot_be_seen(self, program: Path, word: str) -> None:
        report = self.info("--", str(program))
        self.assertIn(word, report["cannot_be_seen"])
        self.assertEqual((report["runtimes_at_start"], report["runtimes_on_rondo"]), (None, None))
        text = rondo("info", "--", str(program)).stdout
        self.assertIn("cannot be seen: ", text)
        self.assertNotIn("none", text)

    def test_program_with_a_loader_of_its_own(self) -> None:
        self.assert_cannot_be_seen(PROGRAMS / "traces.loader", f"ask that one: {PROGRAMS}/traces.static --list")

    @unittest.skipUnless(os.geteuid() == 0, "only root can give a file to another user")
    def test_program_with_the_rights_of_its_owner(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "privileged"
            shutil.copy(PROGRAMS / "serving.gcc", program)
            os.chown(program, 65534, 65534)
            program.chmod(0o4755)
            self.assert_cannot_be_seen(program, "rights of its owner")
            script = Path(folder) / "script"
            script.write_text(f"#!{program}\n")
            script.chmod(0o755)
            self.assert_cannot_be_seen(script, "rights of its owner")

    def test_run_sees_children_and_later_loads(self) -> None:
        load = f"/usr/bin/python3 -c 'import ctypes; ctypes.CDLL(\"{PROGRAMS}/libserving.clang.so\").serve()'"
        report = self.info("--run", "--", "sh", "-c", f"{PROGRAMS}/serving.gcc; {load}; exit 3")
        self.assertEqual(report["runtimes_at_start"], [])
        self.assertEqual(report["run"]["status"], 3)
        processes = report["run"]["processes"]
        self.assertEqual(sorted(names(process["runtimes"])[0] for process in processes), ["libgomp", "libomp"])
        requested = sorted(os.path.basename(process["requested_by"]) for process in processes)
        self.assertEqual(requested, ["libserving.clang.so", "serving.gcc"])

    def test_programs_out_of_reach(self) -> None:
        for program, words in (("serving.static", "statically linked"), ("serving.archive", "linked into it")):
            self.assertIn(words, self.info("--", str(PROGRAMS / program))["out_of_reach"])

    def test_missing_program(self) -> None:
        self.assert_error(rondo("info", "--", "./no-such"), 127, "./no-such")


if __name__ == "__main__":
    unittest.main()
