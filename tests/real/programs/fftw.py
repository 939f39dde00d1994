# SPDX-License-Identifier: Apache-2.0
"""FFTW with OpenMP, called through ctypes: transforms in two dimensions, some of them so small that the regions'
own cost shows."""

import ctypes
import os

import numpy as np
from workload import report

FORWARD, ESTIMATE = -1, 1 << 6

fftw = ctypes.CDLL("libfftw3.so.3", mode=ctypes.RTLD_GLOBAL)
threads = ctypes.CDLL("libfftw3_omp.so.3", mode=ctypes.RTLD_GLOBAL)
fftw.fftw_plan_dft_2d.restype = ctypes.c_void_p
if threads.fftw_init_threads() == 0:
    raise SystemExit("fftw_init_threads() failed")
threads.fftw_plan_with_nthreads(len(os.sched_getaffinity(0)))

rng = np.random.default_rng(6)


class Transform:
    def __init__(self, size: int) -> None:
        self.source = rng.normal(size=(size, size)) + 1j * rng.normal(size=(size, size))
        self.target = np.zeros_like(self.source)
        self._plan = ctypes.c_void_p(
            fftw.fftw_plan_dft_2d(size, size, ctypes.c_void_p(self.source.ctypes.data),
                                  ctypes.c_void_p(self.target.ctypes.data), FORWARD, ESTIMATE)
        )

    def run(self, times: int) -> list[float]:
        for _ in range(times):
            fftw.fftw_execute(self._plan)
        return [float(np.abs(self.target).sum()), float(self.target[3, 5].real)]


large = Transform(1024)
small = Transform(96)


def transform() -> list[float]:
    return large.run(8) + small.run(600)


report(transform, repetitions=7)
