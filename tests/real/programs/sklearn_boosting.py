# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's gradient boosting by histograms: thousands of short parallel loops in Cython."""

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from workload import report

rng = np.random.default_rng(1)
points = rng.normal(size=(20_000, 20))
values = points[:, 0] * points[:, 1] + np.sin(3 * points[:, 2]) + rng.normal(scale=0.1, size=len(points))


def train() -> list[float]:
    model = HistGradientBoostingRegressor(max_iter=40, early_stopping=False, random_state=0).fit(points, values)
    predictions = model.predict(points[:1000])
    return [predictions.sum(), *predictions[:8]]


report(train, repetitions=5)
