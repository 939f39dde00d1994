# SPDX-License-Identifier: Apache-2.0
"""The quotas of control groups (of both versions): in which of their periods the processes in them have used them up.

For how long the kernel has stopped a group it counts by processor, not by thread, and says afterwards. But in a period
in which the quota was used up, it decides alone how much processor time the threads get."""

import math
import time
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

_PAUSE_S = 0.01


@dataclass(frozen=True)
class _Mount:
    """A hierarchy that counts processor time."""

    controller: str  # as /proc/PID/cgroup names it: "" in version 2
    root: PurePosixPath  # the group that is seen at `folder`
    folder: Path


def _mounts() -> list[_Mount]:
    found = []
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        root, folder = before.split()[3:5]
        kind, _, options = after.split(maxsplit=2)
        if kind == "cgroup2":
            found.append(_Mount("", PurePosixPath(root), Path(folder)))
        elif kind == "cgroup" and "cpu" in options.split(","):
            found.append(_Mount("cpu", PurePosixPath(root), Path(folder)))
    return found


def _groups(pid: str, mounts: list[_Mount]) -> list[Path]:
    """Folders of the process's groups and of those around them: each may have a quota."""
    found = []
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for mount in mounts:
            if mount.controller not in controllers.split(","):
                continue
            group = PurePosixPath(path)
            below = group.relative_to(mount.root) if group.is_relative_to(mount.root) else PurePosixPath(".")
            found += [mount.folder / part for part in (below, *below.parents)]
    return found


def _has_quota(group: Path) -> bool:
    for name in ("cpu.max", "cpu.cfs_quota_us"):
        try:
            return (group / name).read_text().split()[0] not in ("max", "-1")
        except (OSError, IndexError):
            continue
    return False


@dataclass(frozen=True, slots=True)
class Periods:
    """Of a group, until then."""

    ns: int  # of the monotonic clock
    n: int  # in which a process of the group ran
    n_used_up: int  # in which the quota was used up


def _periods(group: Path) -> Periods | None:
    try:
        words = (group / "cpu.stat").read_text().split()
        return Periods(time.monotonic_ns(), int(words[words.index("nr_periods") + 1]),
                       int(words[words.index("nr_throttled") + 1]))
    except (OSError, ValueError):
        return None


@dataclass
class Quotas:
    """From when it is made on; of groups that processes enter later, from when they are seen there."""

    periods: dict[Path, list[Periods]] = field(default_factory=dict)  # of groups with a quota: where one has ended
    _mounted: list[_Mount] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        try:
            self._mounted = _mounts()
        except (OSError, ValueError):  # a system without control groups
            return
        self.look(["self"])

    @property
    def pause_s(self) -> float:
        """Until the next look: often enough to see each period, of which few are shorter."""
        return _PAUSE_S if self.periods else math.inf

    def look(self, pids: list[str]) -> None:
        for pid in pids:
            if pid not in self._seen:
                self._enter(pid)
        for group in self.periods:
            self._look_at(group)

    def look_last(self) -> None:
        """When the program is over. Where more is known this look is left out: a period may have ended since."""
        for group, found in self.periods.items():
            if len(found) == 1:
                self._look_at(group)

    def _look_at(self, group: Path) -> None:
        found = self.periods[group]
        now = _periods(group)
        if now is not None and (not found or now.n > found[-1].n):
            found.append(now)

    def _enter(self, pid: str) -> None:
        self._seen.add(pid)
        try:
            groups = _groups(pid, self._mounted)
        except (OSError, ValueError):  # it has ended
            return
        for group in groups:
            if group not in self.periods and _has_quota(group):
                self.periods[group] = []
