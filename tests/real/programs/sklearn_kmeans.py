# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's k-means: parallel loops around BLAS calls, which threadpoolctl keeps to one thread."""

import numpy as np
from sklearn.cluster import KMeans
from workload import report

rng = np.random.default_rng(2)
points = rng.normal(size=(60_000, 16)) + rng.integers(0, 4, size=(60_000, 1))


def cluster() -> list[float]:
    model = KMeans(n_clusters=12, n_init=1, max_iter=40, tol=0, algorithm="lloyd", random_state=0).fit(points)
    return [model.inertia_, *np.sort(model.cluster_centers_[:, 0])]


report(cluster, repetitions=5)
