# SPDX-License-Identifier: Apache-2.0
"""XGBoost's training by histograms: many short loops with static and guided schedules."""

import numpy as np
import xgboost
from workload import report

rng = np.random.default_rng(8)
points = rng.normal(size=(20_000, 30))
classes = (points[:, 0] * points[:, 1] + points[:, 2] > 0).astype(int)
data = xgboost.QuantileDMatrix(points, classes)
SETTINGS = {"objective": "binary:logistic", "tree_method": "hist", "max_depth": 6, "seed": 1}


def train(rounds: int) -> list[float]:
    predictions = xgboost.train(SETTINGS, data, num_boost_round=rounds).predict(data)
    return [float(predictions.astype(float).sum()), *map(float, predictions[:8])]


report(lambda: train(40), repetitions=11)
