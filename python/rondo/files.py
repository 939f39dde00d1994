# SPDX-License-Identifier: Apache-2.0
"""Files and folders that the user has named with --output."""

import fcntl
import os
from pathlib import Path

from .errors import MeasureError


def cannot(what: str, path: Path, error: OSError, kind: str = "folder") -> MeasureError:
    return MeasureError(f"cannot {what} {path} ({error.strerror}); choose another {kind} with --output")


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text)
    except OSError as error:
        raise cannot("write", path, error, "file")


def hold_folder(folder: Path, command: str) -> None:
    """Makes it, and keeps it from other processes of ours until this one ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise MeasureError(f"another {command} is writing to {folder}; wait for it, or use --output")
    except OSError as error:
        raise cannot("make", folder, error)
