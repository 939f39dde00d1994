# SPDX-License-Identifier: Apache-2.0
"""scikit-learn in two processes at once, which joblib starts, with two threads each: a cross validation."""

import joblib
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import cross_val_score
from workload import report

rng = np.random.default_rng(3)
points = rng.normal(size=(6_000, 10))
classes = (points[:, 0] + points[:, 1] ** 2 > 0.8).astype(int)


def train() -> list[float]:
    model = HistGradientBoostingClassifier(max_iter=15, early_stopping=False, random_state=0)
    with joblib.parallel_config("loky", inner_max_num_threads=2):
        return list(cross_val_score(model, points, classes, cv=4, n_jobs=2))


report(train, repetitions=3)
