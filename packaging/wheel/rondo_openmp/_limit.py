# SPDX-License-Identifier: Apache-2.0
"""Limits of single libraries, while the program runs."""

import ctypes
from types import TracebackType

from ._capture import is_active
from ._tree import LIBRARY


class limit:
    """At most `n_threads` threads for the regions of libraries whose file has such a name ("libxgboost*"; with a slash:
    such a path), on every thread. At the end of a `with` block, or by end(), there is the limit that was before."""

    def __init__(self, file: str, n_threads: int) -> None:
        if not is_active():
            raise RuntimeError("Rondo serves nobody here: import rondo_openmp first")
        self._file = file
        self._before = _set(file, n_threads)

    def end(self) -> None:
        _set(self._file, self._before)

    def __enter__(self) -> "limit":
        return self

    def __exit__(self, kind: "type[BaseException] | None", error: "BaseException | None",
                 trace: "TracebackType | None") -> None:
        self.end()


def _set(file: str, n_threads: int) -> int:
    before = int(ctypes.CDLL(str(LIBRARY)).rondo_limit_library(file.encode(), n_threads))
    if before < 0:
        raise ValueError(f"{file}: too long, or one limit too many")
    return before
