#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of run_threads.py: a runner that does not notice a failure makes every other test worthless."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import run_threads

RUNNER = Path(__file__).with_name("run_threads.py")


def run(script: str, *options: str, **settings: str) -> tuple[int, str]:
    """Runs a shell script as the program under test; returns the runner's exit status and output."""
    result = subprocess.run(
        [sys.executable, "-S", RUNNER, "--name", "sample", *options, "--", "/bin/sh", "-c", script],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    return result.returncode, result.stdout + result.stderr


class RunnerTest(unittest.TestCase):
    def test_passes_at_every_thread_count(self) -> None:
        status, output = run("echo ok", "--threads", "1,2,4")
        self.assertEqual(status, 0, output)
        self.assertIn("3 of 3", output)

    def test_names_the_thread_count_that_fails(self) -> None:
        status, output = run('if [ "$OMP_NUM_THREADS" = 4 ]; then echo wrong; else echo ok; fi', "--threads", "1,4,8")
        self.assertEqual(status, 1)
        self.assertIn("sample.t4: FAILED", output)
        self.assertIn("+wrong", output)
        self.assertIn("2 of 3", output)

    def test_stock_runtime_may_fail_now_and_then(self) -> None:
        with tempfile.NamedTemporaryFile("w") as file:
            passes_at = f'echo >> {file.name}; if [ $(wc -l < {file.name}) -ge "$ATTEMPT" ]; then echo ok; fi'
            self.assertEqual(run(passes_at, "--threads", "1", ATTEMPT="3")[0], 0)
            file.truncate(0)
            self.assertEqual(run(passes_at, "--threads", "1", ATTEMPT="4")[0], 1)

    def test_missing_output_fails(self) -> None:
        self.assertEqual(run("true", "--threads", "1")[0], 1)

    def test_exit_status(self) -> None:
        self.assertEqual(run("echo ok; exit 3", "--threads", "1")[0], 1)
        self.assertEqual(run("echo ok; exit 3", "--threads", "1", "--status", "3")[0], 0)
        status, output = run("echo ok; kill -SEGV $$", "--threads", "1")
        self.assertEqual(status, 1)
        self.assertIn("SIGSEGV", output)

    def test_hang_is_stopped_and_named(self) -> None:
        status, output = run("echo ok; sleep 50", "--threads", "2", "--timeout", "0.5")
        self.assertEqual(status, 1)
        self.assertIn("sample.t2", output)
        self.assertIn("HANG", output)

    def test_expected_file(self) -> None:
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("one\ntwo\n")
            file.flush()
            self.assertEqual(run("echo one; echo two", "--threads", "1", "--expect", file.name)[0], 0)
            self.assertEqual(run("echo one", "--threads", "1", "--expect", file.name)[0], 1)

    def test_settings_of_the_caller_do_not_leak(self) -> None:
        script = 'if [ -n "$OMP_SCHEDULE$RONDO_SPIN_US" ]; then echo leaked; else echo ok; fi'
        self.assertEqual(run(script, "--threads", "1", OMP_SCHEDULE="static", RONDO_SPIN_US="1")[0], 0)
        self.assertEqual(run(script, "--threads", "1", "--env", "OMP_SCHEDULE=static")[0], 1)

    def test_ways(self) -> None:
        script = 'echo "$OMP_NUM_THREADS $RONDO_GRAPH_WAY"'
        for threads, printed in (("2/turns", "2 turns"), ("4", "4 alone"), ("2", "2 spread")):
            arguments = run_threads.Arguments(["--name", "x", "--faces", "faces", "--", "sh"])
            env = run_threads.environment(arguments, threads)
            self.assertEqual(run_threads.Run(["/bin/sh", "-c", script], env, 10.0).out, printed + "\n")

    def test_messages(self) -> None:
        def problems(messages: list[str], must: str = "", may: str = "") -> list[str]:
            return run_threads.message_problems(must, may, messages)

        self.assertEqual(problems([]), [])
        self.assertEqual(problems(["rondo: a"], must="a"), [])
        self.assertEqual(problems(["rondo: a", "rondo: a2"], must="a"), [])
        self.assertEqual(problems([], may="a"), [])
        self.assertTrue(problems(["rondo: a"]))
        self.assertTrue(problems([], must="a"))
        self.assertTrue(problems(["rondo: b"], must="a"))
        self.assertTrue(problems(["rondo: a", "rondo: a"], must="a"))
        self.assertTrue(problems(["rondo: a", "rondo: b"], may="a"))

    def test_program_that_is_not_on_rondo_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            status, output = run("echo ok", "--threads", "1", "--faces", folder)
        self.assertEqual(status, 1)
        self.assertIn("expected Rondo", output)

    def test_program_that_is_not_on_the_other_runtime_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            status, output = run("echo ok", "--threads", "1", "--instead", folder)
        self.assertEqual(status, 1)
        self.assertIn("expected a runtime in", output)


if __name__ == "__main__":
    unittest.main()
