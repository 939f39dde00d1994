# SPDX-License-Identifier: Apache-2.0
"""LightGBM's training: short loops with static, dynamic and guided schedules."""

import lightgbm
import numpy as np
from workload import report

rng = np.random.default_rng(4)
points = rng.normal(size=(20_000, 20))
classes = (points[:, 0] * points[:, 1] + points[:, 2] > 0.3).astype(int)
SETTINGS = {"objective": "binary", "num_leaves": 31, "verbose": -1, "seed": 1, "deterministic": True,
            "force_row_wise": True}


def train(rounds: int) -> list[float]:
    model = lightgbm.train(SETTINGS, lightgbm.Dataset(points, classes), num_boost_round=rounds)
    predictions = model.predict(points[:1000])
    return [float(predictions.sum()), *map(float, predictions[:8])]


report(lambda: train(60), repetitions=5)
