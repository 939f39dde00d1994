# SPDX-License-Identifier: Apache-2.0
"""Intel's MKL called through ctypes: products, a factorization and transforms, large and small. It was built for
libiomp5, which is libomp by another name."""

import ctypes
import sys
from pathlib import Path

import numpy as np
from workload import report

ROW_MAJOR, NO_TRANSPOSE, LOWER = 101, 111, b"L"
DOUBLE, COMPLEX, TWO_DIMENSIONS = 36, 32, 2

mkl = ctypes.CDLL(str(Path(sys.prefix) / "lib/libmkl_rt.so.3"), mode=ctypes.RTLD_GLOBAL)
rng = np.random.default_rng(8)


def pointer(matrix: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(matrix.ctypes.data)


class Product:
    def __init__(self, size: int) -> None:
        self.size = size
        self.left, self.right = rng.normal(size=(size, size)), rng.normal(size=(size, size))
        self.result = np.zeros((size, size))

    def run(self, times: int) -> list[float]:
        n, one, zero = self.size, ctypes.c_double(1), ctypes.c_double(0)
        for _ in range(times):
            mkl.cblas_dgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, n, n, n, one, pointer(self.left), n,
                            pointer(self.right), n, zero, pointer(self.result), n)
        return [float(np.trace(self.result)), float(self.result[1, 2])]


class Transform:
    def __init__(self, size: int) -> None:
        self.source = rng.normal(size=(size, size)) + 1j * rng.normal(size=(size, size))
        self.plan = ctypes.c_void_p()
        lengths = (ctypes.c_long * 2)(size, size)
        if mkl.DftiCreateDescriptor(ctypes.byref(self.plan), DOUBLE, COMPLEX, ctypes.c_long(TWO_DIMENSIONS), lengths):
            raise SystemExit("DftiCreateDescriptor failed")
        mkl.DftiCommitDescriptor(self.plan)

    def run(self, times: int) -> list[float]:
        for _ in range(times):
            result = self.source.copy()
            mkl.DftiComputeForward(self.plan, pointer(result))
        return [float(np.abs(result).sum()), float(result[3, 5].real)]


large, small, transform = Product(1000), Product(120), Transform(512)
definite = large.left @ large.left.T + 1000 * np.eye(1000)


def factorize() -> list[float]:
    lower = definite.copy()
    if mkl.LAPACKE_dpotrf(ROW_MAJOR, ctypes.c_char(LOWER), 1000, pointer(lower), 1000) != 0:
        raise SystemExit("LAPACKE_dpotrf failed")
    return [float(lower[-1, -1]), float(lower[500, 20])]


def work() -> list[float]:
    return large.run(3) + small.run(1500) + factorize() + transform.run(12)


report(work, repetitions=7)
