#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of run_threads.cpp: a runner that does not notice a failure makes every other test worthless."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

RUNNER = os.environ["RONDO_TEST_RUNNER"]


def run(script: str, *options: str, **settings: str) -> tuple[int, str]:
    """Runs a shell script as the program under test; returns the runner's exit status and output."""
    result = subprocess.run(
        [RUNNER, "--name", "sample", *options, "--", "/bin/sh", "-c", script],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    return result.returncode, result.stdout + result.stderr


def run_on_rondo(script: str, *options: str) -> tuple[int, str]:
    """As if it were: an emulator says so."""
    with tempfile.TemporaryDirectory() as folder:
        emulator = Path(folder) / "emulator"
        says = "echo 'librondo.so.0 => /librondo.so.0 (0x1)'"
        emulator.write_text(f'#!/bin/sh\nif [ "$1" = -E ]; then {says}; else exec "$@"; fi\n')
        emulator.chmod(0o755)
        return run(script, "--faces", folder, "--emulator", str(emulator), *options)


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

    def test_the_whole_test(self) -> None:
        options = ("--threads", "1,4", "--whole", "1,2,4,8")
        self.assertIn("2 of 2", run("echo ok", *options)[1])
        self.assertIn("4 of 4", run("echo ok", *options, RONDO_TEST_WHOLE="1")[1])

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
            _, output = run_on_rondo(script, "--threads", threads)
            self.assertIn(f"\n+{printed}\n", output)

    def test_messages(self) -> None:
        cases: tuple[tuple[list[str], str, str, bool], ...] = (
            ([], "", "", True),
            (["a"], "a|c", "", True),
            (["a", "a2"], "a", "", True),
            ([], "", "a", True),
            (["a"], "", "", False),
            ([], "a", "", False),
            (["b"], "a", "", False),
            (["a", "a"], "a", "", False),
            (["a", "b"], "", "a", False),
        )
        for messages, must, may, is_right in cases:
            with self.subTest(messages=messages, must=must, may=may):
                script = "".join(f"echo 'rondo: {message}' >&2; " for message in messages) + "echo ok"
                status, output = run_on_rondo(script, "--threads", "1", f"--stderr={must}", f"--stderr-may={may}")
                self.assertEqual(status, 0 if is_right else 1, output)

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
