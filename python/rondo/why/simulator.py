# SPDX-License-Identifier: Apache-2.0
"""The simulation that librondo chooses graphs with (src/abi/rondo/predict.cpp), for graphs of a run."""

import ctypes
import heapq
import json
import subprocess
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ..errors import MeasureError
from ..measure import layout as layouts


@dataclass
class Pieces:
    """Work that happens in one go, and what has to be done before."""

    work_ns: list[float] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    time: list[int] = field(default_factory=list)  # when it began in the run: of ready ones, the earlier first

    def add(self, work_ns: float, before: list[int], time: int) -> int:
        self.work_ns.append(work_ns)
        self.before.append(before)
        self.time.append(time)
        return len(self.work_ns) - 1


class Graph:
    """Pieces in an order in which they could have been executed."""

    def __init__(self, pieces: Pieces) -> None:
        after: list[list[int]] = [[] for _ in pieces.work_ns]
        n_before = [0] * len(after)
        for piece, before in enumerate(pieces.before):
            for other in dict.fromkeys(before):
                after[other].append(piece)
                n_before[piece] += 1
        ready = [(pieces.time[piece], piece) for piece, n in enumerate(n_before) if n == 0]
        heapq.heapify(ready)
        order: list[int] = []
        while ready:
            piece = heapq.heappop(ready)[1]
            order.append(piece)
            for other in after[piece]:
                n_before[other] -= 1
                if n_before[other] == 0:
                    heapq.heappush(ready, (pieces.time[other], other))
        number = {piece: index for index, piece in enumerate(order)}
        lists = [sorted({number[other] for other in pieces.before[piece]}) for piece in order]
        self.n = len(order)
        self._first: Any = np.concatenate([[0], np.cumsum([len(before) for before in lists])]).astype(np.uint32)
        self._list: Any = np.array([other for before in lists for other in before], dtype=np.uint32)
        self._work: Any = np.array([pieces.work_ns[piece] for piece in order]).clip(min=0).astype(np.uint64)
        self.work_ns = int(self._work.sum())
        self.span_ns = self._span(lists)

    @property
    def n_edges(self) -> int:
        return len(self._list)

    def _span(self, lists: list[list[int]]) -> int:
        ends: list[int] = []
        for work, before in zip(self._work.tolist(), lists):
            ends.append(work + max((ends[other] for other in before), default=0))
        return max(ends, default=0)

    def _pointers(self) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(array.ctypes.data) for array in (self._first, self._list, self._work)]

    def shared_ns(self, n_threads: int) -> int:
        """As ordinary tasks: whoever is free takes the piece that was ready first."""
        return int(_library().rondo_predict_shared(self.n, *self._pointers(), n_threads))

    def replay_ns(self, n_threads: int) -> int:
        """As a recorded graph."""
        return int(_library().rondo_predict_replay(self.n, *self._pointers(), n_threads))


@cache
def _library() -> ctypes.CDLL:
    asked = subprocess.run([layouts.command(), "info", "--json"], capture_output=True, text=True)
    try:
        library = ctypes.CDLL(json.loads(asked.stdout)["library"])
        shared, replay = library.rondo_predict_shared, library.rondo_predict_replay
    except (ValueError, KeyError, TypeError, OSError, AttributeError):
        raise MeasureError("librondo cannot predict times; build or install it and the command from the same version")
    arrays = [ctypes.c_void_p] * 3
    shared.restype, shared.argtypes = ctypes.c_uint64, [ctypes.c_uint32, *arrays, ctypes.c_uint32]
    replay.restype, replay.argtypes = ctypes.c_uint64, [ctypes.c_uint32, *arrays, ctypes.c_uint32]
    return library
