# SPDX-License-Identifier: Apache-2.0
"""Where the `rondo why`, or `rondo trace`, of several ranks on one machine meet: each registers before it runs its
program, and the one that ends last has what all have found. Nobody waits: whoever was killed is not expected any
more."""

import fcntl
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from . import launcher
from .errors import MeasureError
from .launcher import Rank

_IN_MEMORY = Path("/dev/shm")


def _root() -> Path:
    return _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())


def _is_alive(pid: str) -> bool:
    return Path(f"/proc/{pid}").exists()


def _remove_old_ones(root: Path, prefix: str) -> None:
    """Of launchers that have gone while ranks were missing."""
    for folder in root.glob(f"{prefix}*"):
        if not _is_alive(folder.name.removeprefix(prefix).split("-")[0]):
            shutil.rmtree(folder, ignore_errors=True)


class Meeting:
    def __init__(self, command: str, rank: Rank, name: str | None = None, root: Path | None = None) -> None:
        """Registers. `command`: the ranks of each meet by themselves. `name` is that of the launcher."""
        root = root if root is not None else _root()
        prefix = f"rondo-{command}-{os.getuid()}-"
        _remove_old_ones(root, prefix)
        self._number = rank.number
        for attempt in count():  # a launcher's ranks may meet once more before the last one has come
            self._folder = root / f"{prefix}{name or launcher.launcher()}-{attempt}"
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if self._folder.lstat().st_uid != os.getuid():
                raise MeasureError(f"{self._folder} belongs to another user, so the ranks cannot meet; remove it")
            if not self._file("found").exists():
                break
        with self._alone():
            self._file("here").write_text(str(os.getpid()))

    def _file(self, suffix: str) -> Path:
        return self._folder / f"{self._number}.{suffix}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._folder.mkdir(mode=0o700, exist_ok=True)  # a rank that was not expected any more
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def end(self, found: Any) -> list[Any] | None:
        """What all ranks have found, in their order; None if others have not ended. `found`: None if nothing is known
        of this rank."""
        with self._alone():
            self._file("found").write_bytes(pickle.dumps(found))  # the folder is this user's own
            for path in self._folder.glob("*.here"):
                if not path.with_suffix(".found").exists() and _is_alive(path.read_text()):
                    return None
            paths = sorted(self._folder.glob("*.found"), key=lambda path: int(path.stem))
            of_all = [pickle.loads(path.read_bytes()) for path in paths]
            shutil.rmtree(self._folder, ignore_errors=True)
        return [one for one in of_all if one is not None]
