# SPDX-License-Identifier: Apache-2.0
"""Looking at the threads of a traced program from outside: what only the system knows of them, again and again."""

import os
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from .. import launcher
from .timeline import Timeline

_SHORTEST_S, _LONGEST_S = 0.005, 0.05
_RESOLUTION = 50  # of the time so far: what happens between two looks is divided among all that the thread did
_SHARE = 200  # of the time, what looking may take of a processor: many threads are looked at less often
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
class Seen:
    """Of a process."""

    begin_ns: int  # of the monotonic clock, in ticks of some milliseconds
    processor_ns: int = 0  # until the last look, in ticks


@dataclass
class Watch:
    """Of all processes that write a trace into the folder."""

    folder: Path
    # By process and thread. Empty if the system does not tell.
    samples: dict[tuple[int, int], list[Sample]] = field(default_factory=dict)
    processes: dict[int, Seen] = field(default_factory=dict)
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
        begin_s = time.thread_time()
        for pid in self.pids():
            try:
                threads = [int(path.name) for path in Path(f"/proc/{pid}/task").iterdir()]
                self._look_at(pid)
            except OSError:  # it has ended
                continue
            for thread in threads:
                sample = _sample(pid, thread)
                if sample is not None:
                    self.samples.setdefault((pid, thread), []).append(sample)
        self._took_s = time.thread_time() - begin_s

    def _look_at(self, pid: int) -> None:
        fields = launcher.status_of(pid)
        if pid not in self.processes:
            since_boot_ns = int(fields[19]) * _TICK_NS
            now_ns = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
            self.processes[pid] = Seen(time.monotonic_ns() - (now_ns - since_boot_ns))
        self.processes[pid].processor_ns = (int(fields[11]) + int(fields[12])) * _TICK_NS


def _sample(pid: int, thread: int) -> Sample | None:
    folder = Path(f"/proc/{pid}/task/{thread}")
    try:
        queued_ns = int((folder / "schedstat").read_text().split()[1])
        fields = (folder / "stat").read_text().rpartition(")")[2].split()  # the first is the third of proc(5)
        return Sample(time.monotonic_ns(), queued_ns, int(fields[7]), int(fields[9]), int(fields[12]) * _TICK_NS)
    except (OSError, ValueError, IndexError):
        return None


@dataclass
class Interval:
    begin: int
    end: int
    queued_ns: int
    n_faults: int


def intervals(samples: list[Sample], begin: int) -> list[Interval]:
    """Between looks. A wait for a processor is known when it has ended, so it may have begun before the last look. Of
    what happened between two looks with `begin` between them, the part behind it."""
    found: list[Interval] = []
    queued_ns = n_faults = 0
    last = begin
    for sample in samples:
        part = (sample.ns - begin) / (sample.ns - last) if last < begin < sample.ns else 1.0
        look = Interval(begin, sample.ns, round(part * (sample.queued_ns - queued_ns)),
                        round(part * (sample.minor_faults - n_faults)))
        last = sample.ns
        queued_ns, n_faults, begin = sample.queued_ns, sample.minor_faults, max(begin, sample.ns)
        while found and look.queued_ns > look.end - look.begin:
            before = found.pop()
            look = Interval(before.begin, look.end, look.queued_ns + before.queued_ns, look.n_faults + before.n_faults)
        if look.end > look.begin:
            found.append(look)
    return found


def of_process(samples: dict[tuple[int, int], list[Sample]], timeline: Timeline) -> dict[int, list[Sample]]:
    """By thread, with the times of the timeline: what was seen from outside, and what the program has said of the time
    after the last look."""
    process = timeline.process
    found = {thread: [replace(sample, ns=sample.ns - process.begin_ns) for sample in of_thread]
             for (pid, thread), of_thread in samples.items() if pid == process.pid}
    for thread, words in timeline.last_words.items():
        before = [sample for sample in found.get(thread, []) if sample.ns < words.ns]
        last = before[-1] if before else Sample(0, 0, 0, 0, 0)
        found[thread] = [*before, replace(last, ns=words.ns, queued_ns=max(words.queued_ns, last.queued_ns),
                                          minor_faults=max(words.minor_faults, last.minor_faults))]
    return found
