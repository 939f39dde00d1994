# SPDX-License-Identifier: Apache-2.0
"""Tests of `rondo bench counts`: what is run, how counts become figures an execution, and what is not believed."""

import io
import json
import os
import re
import stat
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rondo_measure import counts  # noqa: E402
from rondo_measure.errors import MeasureError  # noqa: E402

kHere = Path(__file__).resolve().parent

# Two constructs, 3 and 5 of each event an execution, and so on with each thread.
_PROGRAM = r"""#!/usr/bin/python3
import json, os, sys
threads, fake = int(os.environ["OMP_NUM_THREADS"]), os.environ.get("FAKE", "")
n = int(sys.argv[sys.argv.index("--n") + 1])
if fake == "fail":
    sys.exit("counts: chain executed 3 tasks, created 4")
events = EVENTS
for i in range(2 if fake == "two files" else 1):
    with open(f"{os.environ['RONDO_COUNT']}.{i}", "w") as file:
        each = {"Create": 3 * n * threads, "Find": 5 * n * threads}
        constructs = {name: dict.fromkeys(events, total) for name, total in each.items()}
        json.dump({"constructs": constructs}, file)
print(json.dumps({"threads": threads + (fake == "other team"), "executions": n}))
"""
# `rondo run --count -- true` and `rondo run -- PROGRAM ARGUMENTS`
_COMMAND = r"""#!/usr/bin/python3
import os, sys
if sys.argv[2] == "--count" and os.environ.get("FAKE") == "cannot":
    sys.exit("rondo: this library does not count; build it: dev/build count")
command = sys.argv[sys.argv.index("--") + 1:]
os.execvp(command[0], command)
"""


class Counts(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "bin" / "rondo"
        self.script(self.folder / "bin" / "bench" / "counts-gcc", _PROGRAM.replace("EVENTS", repr([*counts.kEvents])))
        self.script(self.command, _COMMAND)

    def script(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(stat.S_IRWXU)

    def count(self, fake: str = "", output: Path | None = None) -> str:
        text = io.StringIO()
        with patch.dict(os.environ, {"FAKE": fake, "COLUMNS": "150"}), redirect_stdout(text):
            counts.count((1, 2), 256, self.command, output)
        return text.getvalue()

    def test_each_form_is_run_by_each_team_and_shown_by_the_execution(self) -> None:
        output = self.folder / "counts.json"
        text = self.count(output=output)
        kept = json.loads(output.read_text())["counts"]
        everything = [(team, form) for team in (1, 2) for form in counts.kForms]
        self.assertEqual([(one["threads"], one["form"]) for one in kept], everything)
        for team, each in (("1 threads", "8.00"), ("2 threads", "16.0")):  # 3 and 5 by each thread
            table = text[text.index(team) :]
            row = next(line for line in table.splitlines() if counts.kForms["taskloop"] in line)
            self.assertEqual(row.split()[-len(counts.kEvents) :], [each] * len(counts.kEvents))

    def test_what_cannot_be_believed_is_an_error_that_tells_how_to_repeat_it(self) -> None:
        for fake, message in (
            ("fail", "chain executed 3 tasks"),
            ("other team", "2 threads, not 1"),
            ("two files", "no message"),
        ):
            with self.assertRaisesRegex(MeasureError, f"{message}.*reproduce: OMP_NUM_THREADS=1 "):
                self.count(fake)

    def test_a_library_that_does_not_count_says_how_to_get_one_that_does(self) -> None:
        with self.assertRaisesRegex(MeasureError, "dev/build count"):
            self.count("cannot")

    def test_there_is_a_row_for_each_form_of_the_program(self) -> None:
        source = (kHere / "counts.c").read_text()
        tables = source[source.index("kTaskForms[] = {") : source.index("enum {\n  kNumTaskForms")]
        self.assertEqual(set(re.findall(r'"(\w+)"', tables)), set(counts.kForms))

    def test_constructs_of_the_team_are_those_of_sync(self) -> None:
        source = (kHere / "counts.c").read_text()
        named = re.findall(r'"(\w+)"', source[source.index("kSyncForms[] = {") :].split("};")[0])
        said = re.findall(r'^\s+\{"(\w+)"', (kHere / "sync" / "constructs.c").read_text(), re.MULTILINE)
        self.assertLessEqual(set(named), set(said))


if __name__ == "__main__":
    unittest.main()
