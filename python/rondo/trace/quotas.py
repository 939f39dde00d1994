# SPDX-License-Identifier: Apache-2.0
"""For how long the quotas of control groups (of both versions) have stopped the processes in them."""

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath


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


def _stopped_ns(group: Path) -> int:
    """So far. Version 1 counts nanoseconds."""
    try:
        words = (group / "cpu.stat").read_text().split()
        if "throttled_usec" in words:
            return int(words[words.index("throttled_usec") + 1]) * 1000
        return int(words[words.index("throttled_time") + 1])
    except (OSError, ValueError):
        return 0


@dataclass
class Quotas:
    """From when it is made on; of groups that processes enter later, from when they are seen there."""

    _mounted: list[_Mount] = field(default_factory=list)
    _before_ns: dict[Path, int] = field(default_factory=dict)
    _seen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        try:
            self._mounted = _mounts()
        except (OSError, ValueError):  # a system without control groups
            return
        self._note(["self"])

    def look(self, pids: list[int]) -> None:
        """At groups of processes that are new."""
        self._note([str(pid) for pid in pids if pid not in self._seen])
        self._seen.update(pids)

    def _note(self, pids: list[str]) -> None:
        for pid in pids:
            try:
                groups = _groups(pid, self._mounted)
            except (OSError, ValueError):  # it has ended
                continue
            for group in groups:
                if group not in self._before_ns:
                    self._before_ns[group] = _stopped_ns(group)

    def stopped_ns(self) -> int:
        return sum(max(0, _stopped_ns(group) - before) for group, before in self._before_ns.items())
