#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What is made of the commands' help: a manual page for each, and completion, tried in the shells themselves."""

import os
import pty
import select
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from support import COMMAND, CommandLineTest, rondo, run

MADE = Path(os.environ["RONDO_TEST_HELP"])
# Instead of Rondo's command, which is not in PATH: it says what it was called with.
SAYS = {"bash": 'rondo() { echo "<$*>"; }', "zsh": 'rondo() { echo "<$*>" }'}
START = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
LOAD = {
    "bash": f". {MADE}/bash/rondo",
    "zsh": f"fpath=({MADE}/zsh $fpath); autoload -U compinit; compinit -D -u",
}


def type_into(shell: str, keys: str, folder: Path) -> str:
    """What the shell, on a terminal of its own, has rondo called with after these keys."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "PS1": "$ "}
        os.chdir(folder)
        os.execvpe(START[shell][0], START[shell], environment)
    shown = ""
    try:
        for text, awaited in ((f"{LOAD[shell]}; {SAYS[shell]}; echo rea''dy\r", "ready"), (keys, ">")):
            os.write(terminal, text.encode())
            end = time.monotonic() + 60
            shown = ""
            while awaited not in shown and time.monotonic() < end:
                if select.select([terminal], [], [], 1)[0]:
                    shown += os.read(terminal, 4096).decode(errors="replace")
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return shown[shown.find("<") + 1:shown.find(">")] if ">" in shown else shown


class Completion(CommandLineTest):
    def setUp(self) -> None:
        self.folder = MADE / "typed"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "my_program").write_text("#!/bin/sh\n")
        (self.folder / "my_program").chmod(0o755)

    def check(self, shell: str) -> None:
        for keys, called in {
            "rondo gra\t--thr\t4 -- ./my_p\tx\r": "graph --threads 4 -- ./my_program x",
            "rondo sys\ten\t--al\t\r": "system enable --all-users",
            "rondo trace --outp\tmy_p\t./my\t\r": "trace --output my_program ./my_program",
        }.items():
            self.assertEqual(type_into(shell, keys, self.folder).split(), called.split(), keys)

    def test_bash(self) -> None:
        self.check("bash")

    @unittest.skipUnless(shutil.which("zsh"), "zsh was not found")
    def test_zsh(self) -> None:
        self.check("zsh")

    @unittest.skipUnless(shutil.which("fish"), "fish was not found")
    def test_fish(self) -> None:
        def offered(line: str) -> set[str]:
            script = f"source {MADE}/fish/rondo.fish; complete -C '{line}'"
            result = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True,
                                    cwd=self.folder, env={**os.environ, "HOME": str(self.folder)}, timeout=100)
            return {found.split("\t")[0] for found in result.stdout.splitlines()}

        self.assertEqual(offered("rondo gra"), {"graph"})
        self.assertEqual(offered("rondo system "), {"enable", "disable", "status"})
        self.assertEqual(offered("rondo system enable --al"), {"--all-users"})
        self.assertLessEqual({"--json", "--dot"}, offered("rondo graph --"))
        self.assertIn("./my_program", offered("rondo run -- ./my"))

    def test_every_option_is_known_to_the_command_and_back(self) -> None:
        """The help was read rightly: what is completed is accepted, and each name in the help is completed."""
        text = (MADE / "bash/rondo").read_text()
        for command in ("run", "info", "graph", "trace", "why", "demo", "bench", "report"):
            [line] = [line for line in text.splitlines() if line.startswith(f"    '{command}')")]
            options = line.split("options='")[1].split("'")[0].split()
            shown = rondo(command, "--help", env={"COLUMNS": "1000"}).stdout
            self.assertGreaterEqual(len(options), 4, line)
            in_help = {word.rstrip(",") for row in shown.splitlines() if row.startswith("  -")
                       for word in row.split("  ")[1].replace(",", " ").split() if word.startswith("-")}
            self.assertEqual(set(options), in_help)


class Manual(CommandLineTest):
    def test_each_command_has_a_page(self) -> None:
        pages = {path.name for path in (MADE / "man").iterdir()}
        listed = rondo("--help").stdout.split("Subcommands:\n")[1].split("\n\n")[0]
        words = [line.split()[0] for line in listed.splitlines()]
        self.assertEqual(pages, {"rondo.1", *(f"rondo-{word}.1" for word in words)})
        version = rondo("--version").stdout.split()[1]
        for page in pages:
            text = (MADE / "man" / page).read_text()
            self.assertIn(f"Rondo {version}", text, page)
            for heading in (".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH \"SEE ALSO\""):
                self.assertEqual(text.count(heading), 1, f"{page}: {heading}")

    @unittest.skipUnless(shutil.which("groff"), "groff was not found")
    def test_the_pages_are_well_formed(self) -> None:
        for page in sorted((MADE / "man").iterdir()):
            result = run("groff", "-man", "-ww", "-z", str(page))
            self.assertEqual((result.returncode, result.stderr), (0, ""), page)


class Version(CommandLineTest):
    def test_it_is_that_of_the_sources(self) -> None:
        sources = (Path(__file__).parents[2] / "CMakeLists.txt").read_text()
        self.assertIn(f"project(rondo VERSION {run(COMMAND, '--version').stdout.split()[1]} ", sources)


if __name__ == "__main__":
    unittest.main()
