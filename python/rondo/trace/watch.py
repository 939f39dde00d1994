# SPDX-License-Identifier: Apache-2.0
"""Looking at the threads of a traced program from outside: what only the system knows of them, again and again."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

_SHORTEST_S, _LONGEST_S = 0.005, 0.05
_RESOLUTION = 50  # of the time so far: what happens after the last look is lost
_SHARE = 200  # of the time, what looking may take: many threads are looked at less often
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Sample:
    """Of a thread, since its beginning."""

    ns: int  # of the monotonic clock
    queued_ns: int  # ready to run, but without a processor
    minor_faults: int
    major_faults: int
    system_ns: int  # processor time in the kernel, in ticks of some milliseconds


@dataclass
class Watch:
    """Of all processes that write a trace into the folder."""

    folder: Path
    # By process and thread. Empty if the system does not tell.
    samples: dict[tuple[int, int], list[Sample]] = field(default_factory=dict)
    _began: float = field(default_factory=time.monotonic)
    _took_s: float = 0.0

    def pids(self) -> list[int]:
        return [int(pid) for pid in {path.name.partition("-")[0] for path in self.folder.iterdir()} if pid.isdigit()]

    @property
    def pause_s(self) -> float:
        """Until the next look."""
        wanted = min(max((time.monotonic() - self._began) / _RESOLUTION, _SHORTEST_S), _LONGEST_S)
        return max(wanted, self._took_s * _SHARE)

    def look(self) -> None:
        begin = time.monotonic()
        for pid in self.pids():
            try:
                threads = [int(path.name) for path in Path(f"/proc/{pid}/task").iterdir()]
            except OSError:  # it has ended
                continue
            for thread in threads:
                sample = _sample(pid, thread)
                if sample is not None:
                    self.samples.setdefault((pid, thread), []).append(sample)
        self._took_s = time.monotonic() - begin


def _sample(pid: int, thread: int) -> Sample | None:
    folder = Path(f"/proc/{pid}/task/{thread}")
    try:
        queued_ns = int((folder / "schedstat").read_text().split()[1])
        fields = (folder / "stat").read_text().rpartition(")")[2].split()  # the first is the third of proc(5)
        return Sample(time.monotonic_ns(), queued_ns, int(fields[7]), int(fields[9]), int(fields[12]) * _TICK_NS)
    except (OSError, ValueError, IndexError):
        return None
