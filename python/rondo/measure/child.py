# SPDX-License-Identifier: Apache-2.0
"""Runs one command to its end and tells what it printed, what it used, and what the machine did meanwhile."""

import os
import select
import subprocess
import tempfile
import time
from dataclasses import dataclass

from .weather import Weather, look


@dataclass(frozen=True)
class Ended:
    status: int  # negative: the signal that killed it
    output: str
    errors: str
    elapsed_s: float
    cpu_s: float  # of the command and all that it waited for
    involuntary_switches: int  # a runnable thread had to leave its processor
    before: Weather
    after: Weather


class DidNotEnd(Exception):
    """The time limit was reached; the command has been killed."""


def run_to_end(command: list[str], environment: dict[str, str], timeout_s: float) -> Ended:
    """Raises OSError when it cannot be started, and DidNotEnd."""
    # Files and not pipes: nobody has to read while the clock runs, and wait4() gives what this one child used.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        before = look()
        start_s = time.monotonic()
        reaped = False
        child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        try:
            end = os.pidfd_open(child.pid)
            try:
                ended = select.select([end], [], [], timeout_s)[0]
            finally:
                os.close(end)
            if not ended:
                raise DidNotEnd
            elapsed_s = time.monotonic() - start_s
            after = look()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)  # Popen need not wait any more
            reaped = True
        finally:
            if not reaped:
                child.kill()
                child.wait()
        output.seek(0)
        errors.seek(0)
        return Ended(
            child.returncode,
            output.read().decode(errors="replace"),
            errors.read().decode(errors="replace"),
            elapsed_s,
            used.ru_utime + used.ru_stime,
            used.ru_nivcsw,
            before,
            after,
        )
