# SPDX-License-Identifier: Apache-2.0
"""OpenBLAS built for OpenMP, under numpy: products and factorizations, large and small."""

import numpy as np
from workload import report

rng = np.random.default_rng(5)
large = rng.normal(size=(900, 900))
small = rng.normal(size=(160, 160))


def factorize() -> list[float]:
    product = large @ large.T + 900 * np.eye(900)
    lower = np.linalg.cholesky(product)
    solution = np.linalg.solve(product, large[:, :50])
    total = 0.0
    for _ in range(150):
        total += float((small @ small)[0, 0])
    return [float(np.trace(product)), float(lower[-1, -1]), float(solution.sum()),
            float(np.linalg.svd(small, compute_uv=False)[0]), total]


report(factorize, repetitions=7)
