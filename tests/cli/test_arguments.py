#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong and informative command lines: what is printed, and the exit status."""

import tempfile
import unittest
from pathlib import Path

from support import COMMAND, CommandLineTest, rondo, run


class Arguments(CommandLineTest):
    def test_no_command(self) -> None:
        self.assert_error(rondo(), 2, "no command", "--help")

    def test_misspelt_commands_get_a_suggestion(self) -> None:
        for word, meant in {"rnu": "run", "inf": "info", "dmeo": "demo"}.items():
            self.assert_error(rondo(word), 2, f"no command {word}", f"did you mean {meant}?")
        self.assert_error(rondo("compile"), 2, "no command compile", "--help")

    def test_unknown_options(self) -> None:
        self.assert_error(rondo("--nonsense"), 2, "--nonsense")
        self.assert_error(rondo("run", "--thread", "4", "--", "true"), 2, "--thread", "did you mean --threads?")
        self.assert_error(rondo("run", "--env", "A=1", "--therads=4", "true"), 2, "did you mean --threads?")
        self.assert_error(rondo("info", "--jsn"), 2, "--jsn", "did you mean --json?")

    def test_run_needs_a_program(self) -> None:
        self.assert_error(rondo("run"), 2, "no program", "rondo run -- PROGRAM")
        self.assert_error(rondo("run", "--"), 2, "no program")
        self.assert_error(rondo("run", "--threads", "2", "--"), 2, "no program")

    def test_thread_counts_out_of_range(self) -> None:
        for threads in ("0", "-1", "abc", "4x", "65537", "99999999999999999999"):
            self.assert_error(rondo("run", f"--threads={threads}", "--", "true"), 2, f"--threads {threads} is not")
        self.assert_error(rondo("run", "--threads"), 2, "--threads")

    def test_malformed_variables(self) -> None:
        self.assert_error(rondo("run", "--env", "NAME", "--", "true"), 2, "--env NAME", "NAME=VALUE")
        self.assert_error(rondo("run", "--env", "=value", "--", "true"), 2, "--env =value", "NAME=VALUE")

    def test_programs_that_cannot_be_executed(self) -> None:
        self.assert_error(rondo("run", "--", "no-such-program-here"), 127, "no-such-program-here", "PATH")
        self.assert_error(rondo("run", "--", "./no/such/file"), 127, "./no/such/file", "does not exist")
        with tempfile.TemporaryDirectory() as folder:
            plain = Path(folder) / "plain"
            plain.write_text("text")
            self.assert_error(rondo("run", "--", str(plain)), 126, str(plain), "chmod +x")
            self.assert_error(rondo("run", "--", folder), 126, folder, "folder")
            orphan = Path(folder) / "orphan"
            orphan.write_text("#!/no/such/interpreter\n")
            orphan.chmod(0o755)
            self.assert_error(rondo("run", "--", str(orphan)), 127, str(orphan), "interpreter")
            here = Path(folder) / "here"
            here.write_text("#!/bin/sh\n")
            here.chmod(0o755)
            self.assert_error(rondo("run", "--", "here", cwd=Path(folder)), 127, "write ./here")

    def test_empty_folders_of_path_mean_the_current_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder) / "here"
            here.write_text("#!/bin/sh\nexit 7\n")
            here.chmod(0o755)
            for path in (":/no/such", "/no/such:", "/no/such::/nor/this", "", ":"):
                with self.subTest(path=path):
                    result = rondo("run", "--", "here", cwd=Path(folder), env={"PATH": path})
                    # A library with a sanitizer cannot be loaded into the shell, which was found nevertheless.
                    if "undefined symbol: __" not in result.stderr:
                        self.assertEqual((result.returncode, result.stderr), (7, ""))
            self.assert_error(rondo("run", "--", "here", cwd=Path(folder), env={"PATH": "/no/such"}), 127, "./here")

    def test_output_that_does_not_arrive(self) -> None:
        for arguments in (["--help"], ["--version"], ["info"], ["info", "--json"], ["info", "--", "true"]):
            with self.subTest(arguments=arguments):
                result = run("sh", "-c", 'exec "$@" >/dev/full', "sh", COMMAND, *arguments)
                self.assert_error(result, 1, "cannot write to standard output")

    def test_info_options_that_exclude_each_other(self) -> None:
        self.assert_error(rondo("info", "--run"), 2, "--run needs a program")
        self.assert_error(rondo("info", "--env", "--", "true"), 2, "--env does not go with a program")

    def test_version_and_help(self) -> None:
        version = rondo("--version")
        self.assertEqual((version.returncode, version.stderr), (0, ""))
        self.assertRegex(version.stdout, r"\Arondo \d+\.\d+\.\d+\n\Z")
        text = rondo("--help")
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        for word in ("run", "info", "graph", "check", "demo", "bench", "Examples:", "rondo run -- ./program"):
            self.assertIn(word, text.stdout)
        self.assertIn("rondo run [OPTIONS] -- PROGRAM [ARGS...]", rondo("run", "--help").stdout)
        self.assertIn("rondo info [OPTIONS] [-- PROGRAM [ARGS...]]", rondo("info", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
