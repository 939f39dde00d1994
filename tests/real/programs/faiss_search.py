# SPDX-License-Identifier: Apache-2.0
"""faiss: clustering, and a search among the clusters, with loops that hand out queries dynamically."""

import faiss
import numpy as np
from workload import report

DIMENSIONS, CLUSTERS, NEIGHBOURS = 64, 64, 5
rng = np.random.default_rng(9)
points = rng.normal(size=(20_000, DIMENSIONS)).astype(np.float32)
queries = rng.normal(size=(2_000, DIMENSIONS)).astype(np.float32)


def search() -> list[float]:
    index = faiss.IndexIVFFlat(faiss.IndexFlatL2(DIMENSIONS), DIMENSIONS, CLUSTERS)
    index.train(points)
    index.add(points)
    index.nprobe = 8
    distances, found = index.search(queries, NEIGHBOURS)
    return [float(distances.astype(float).sum()), int(found.sum())]


report(search, repetitions=15)
