# SPDX-License-Identifier: Apache-2.0
"""Numba on its OpenMP layer: loops compiled at run time, long ones and many short ones, on changing numbers of
threads."""

import numba
import numpy as np
from workload import report

numba.config.THREADING_LAYER = "omp"


@numba.njit(parallel=True)
def smooth(source: np.ndarray, target: np.ndarray) -> None:
    for i in numba.prange(1, len(source) - 1):
        target[i] = 0.25 * source[i - 1] + 0.5 * source[i] + 0.25 * np.sin(source[i + 1])


def sweep(size: int, times: int) -> float:
    source = np.linspace(0, 3, size)
    target = np.zeros(size)
    for _ in range(times):
        smooth(source, target)
        source, target = target, source
    return float(source.sum())


def sweeps() -> list[float]:
    found = [sweep(1_000_000, 10), sweep(2_000, 1_000)]
    numba.set_num_threads(1)
    found.append(sweep(100_000, 5))
    numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)
    return found


sweep(1_000, 1)  # compiles
if numba.threading_layer() != "omp":
    raise SystemExit(f"Numba runs on {numba.threading_layer()}, not on OpenMP")
report(sweeps, repetitions=11)
