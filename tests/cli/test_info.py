#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo info`: settings and machine as text and as JSON; the runtimes that programs load."""

import json
import os
import unittest
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
