# SPDX-License-Identifier: Apache-2.0
"""Rondo in Python: imported first, it serves the OpenMP code of all packages that are imported later.

    $ python kmeans.py
"""

import rondo_openmp  # isort: skip

import numpy
from sklearn.cluster import KMeans

centres = numpy.array([[0.0, 0.0], [5.0, 5.0], [0.0, 5.0]])
points = numpy.concatenate([centre + numpy.random.default_rng(0).normal(size=(2000, 2)) * 0.1 for centre in centres])
found = KMeans(3, n_init=3, random_state=0).fit(points).cluster_centers_
is_right = numpy.allclose(found[numpy.lexsort(found.T)], centres[numpy.lexsort(centres.T)], atol=0.05)

for binding in rondo_openmp.status():
    print(binding.library.rsplit("/", 1)[-1], "calls", "Rondo" if binding.is_rondo else binding.runtime)
all_on_rondo = all(binding.is_rondo for binding in rondo_openmp.status() if binding.runtime)
print("ok" if is_right and all_on_rondo else "wrong")
raise SystemExit(not (is_right and all_on_rondo))
