# SPDX-License-Identifier: Apache-2.0
"""For the tests: a build tree whose programs only pretend, so that the whole script can be run in no time.

Every program prints all members of all suites, each 8, on the library that its name and its environment call for. What
else it does is told by FAKE in the environment; FAKE_LOG gets a line for each run. A program's hash is its arguments.
"""

import os
import runpy
import select
import signal
import stat
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import NoReturn

from rondo.measure.floor import kFloorRows
from rondo.measure.suites import kSuites

kPackage = Path(__file__).resolve().parents[1]

RUNS = [figure for suite in kSuites for figure in (*suite.figures, *(sweep.figure for sweep in suite.sweeps))]

# In the shell's language: some hundred are started, and Python takes ten times as long to start.
_PROGRAM = r"""#!/bin/sh
name=${0##*/} words=" $* "
echo "$name${*:+ $*}" >> "$FAKE_LOG"
library=none version=null value=8 threads=$OMP_NUM_THREADS
case $name in
  *-gcc) library=libgomp.so.1 ;;
  *-clang)
    library=libomp.so.5 led_to=${LD_LIBRARY_PATH%%:*}/libomp.so.5
    if [ -e "$led_to" ] && [ "$FAKE" != not-led ]; then library=$led_to; fi ;;
esac
if [ -n "$FAKE_RONDO" ]; then library=/nowhere/librondo.so.0 version='"9.9"' value=4; fi
case "$FAKE:$name:$words" in
  fail:*spawn*:*) echo 'spawn: 3 tasks executed, 4 created' >&2; exit 1 ;;
  no-floor:floor:*) echo 'floor: cannot start a thread' >&2; exit 1 ;;
  hang:heat-gcc:* | hang:*:*' flat-all '*) : > "$FAKE_LOG.hangs"; exec sleep 60 ;;
  slow-libomp:heat-clang:*' 64 '*) [ "$version" != null ] || exec sleep 60 ;;
esac
case $words in *' serial '*) threads=1 ;; esac
[ $# = 0 ] || shift
hash="$*"
case "$FAKE:$words" in wrong:*' tasks '*) hash=bad ;; esac
printf '{"openmp_library": "%s", "rondo_version": %s, "threads": %s, "hash": "%s"' \
  "$library" "$version" "$threads" "$hash"
printf ', "%s": 8' records recaptures pure_replays patterns loops cyclic_iterations
printf ", \"%s\": $value" $FAKE_MEMBERS
echo '}'
"""

# `rondo run -- PROGRAM ARGUMENTS`
_COMMAND = r"""#!/bin/sh
export FAKE_RONDO=yes
shift 2
exec "$@"
"""


def _make_script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(stat.S_IRWXU)


def load_what_takes_long() -> None:
    """A second of a command's time, once in place of each time: Started continues in a copy of this process."""
    import matplotlib
    import pandas  # noqa: F401
    from rondo.demo import commands as demo  # noqa: F401
    from rondo.measure import commands  # noqa: F401

    matplotlib.use("Agg")
    from matplotlib import pyplot  # noqa: F401


class Started:
    """`python3 ARGUMENTS...` in a copy of this process, used like subprocess.Popen."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.returncode: int | None = None
        self._files = (tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+"))
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            self._become(arguments, environment)
        self._end = os.pidfd_open(self._pid)

    def _become(self, arguments: list[str], environment: dict[str, str]) -> NoReturn:
        status = 1
        try:
            for descriptor, file in enumerate(self._files, 1):
                os.dup2(file.fileno(), descriptor)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = arguments
            warnings.simplefilter("ignore")  # which unittest has turned on
            runpy.run_path(arguments[0], run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def poll(self, timeout_s: float = 0) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout_s)[0]:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
            os.close(self._end)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self._pid, number)

    def communicate(self, timeout: float) -> tuple[str, str]:
        if self.poll(timeout) is None:
            self.send_signal(signal.SIGKILL)
            self.poll(timeout)
        for file in self._files:
            file.seek(0)
        output, errors = (file.read() for file in self._files)
        for file in self._files:
            file.close()
        return output, errors


class FakeBuild:
    """In a folder that the caller removes."""

    def __init__(self, folder: Path, with_rondo: bool = False) -> None:
        self.folder = folder
        self.output = folder / "out"
        self.log = folder / "log"
        self.rondo = folder / "bin" / "rondo"
        self.programs = folder / "bin" / "bench"
        names = {f"{figure.program}-{build}" for figure in RUNS for build in figure.builds}
        with_graphs = [figure for figure in RUNS if figure.graph_program]
        names |= {f"{figure.graph_program}-{build}" for figure in with_graphs for build in figure.builds}
        names |= {f"{figure.static_program}-clang" for figure in RUNS if figure.static_program}
        names |= {f"{figure.program}-tbb" for figure in RUNS if figure.tbb_form}
        for name in {*names, "floor"}:
            _make_script(self.programs / name, _PROGRAM)
        if with_rondo:
            _make_script(self.rondo, _COMMAND)
        self.log.touch()

    def start(self, *arguments: str, fake: str = "", command: str = "bench") -> Started:
        members = {row.member for figure in RUNS for row in figure.rows} | {*kFloorRows}
        members |= {"body_ns", "efficiency"}
        environment = {
            **os.environ,
            "HOME": str(self.folder),
            "FAKE": fake,
            "FAKE_LOG": str(self.log),
            "FAKE_MEMBERS": " ".join(members),
            "FORCE_COLOR": "1",
        }
        line = [str(kPackage), command, *arguments]
        if arguments[:1] != ("compare",):
            line += ["--rondo", str(self.rondo), "--output", str(self.output)]
        return Started(line, environment)

    def run(self, *arguments: str, fake: str = "", command: str = "bench") -> tuple[int, str, str]:
        process = self.start(*arguments, fake=fake, command=command)
        output, errors = process.communicate(timeout=400)
        assert process.returncode is not None
        return process.returncode, output, errors

    def runs(self) -> list[str]:
        """What was run so far, in order."""
        return self.log.read_text().splitlines()
