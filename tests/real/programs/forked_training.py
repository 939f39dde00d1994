# SPDX-License-Identifier: Apache-2.0
"""multiprocessing with fork after the parent has used OpenMP: LightGBM and scikit-learn train in the children, and
have to find what the parent finds. libgomp hangs in the child."""

import multiprocessing

import lightgbm
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from workload import report

rng = np.random.default_rng(7)
points = rng.normal(size=(6_000, 10))
classes = (points[:, 0] + points[:, 1] ** 2 > 0.8).astype(int)
SETTINGS = {"objective": "binary", "verbose": -1, "seed": 1, "deterministic": True, "force_row_wise": True}


def train(rounds: int) -> list[float]:
    boosted = HistGradientBoostingClassifier(max_iter=rounds, early_stopping=False, random_state=0)
    trained = lightgbm.train(SETTINGS, lightgbm.Dataset(points, classes), num_boost_round=rounds)
    return [*boosted.fit(points, classes).predict_proba(points[:5])[:, 0], *trained.predict(points[:5])]


def train_in_children() -> list[float]:
    here = train(10)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for there in pool.map(train, [10, 10, 10, 10]):
            if there != here:
                raise SystemExit(f"a forked child finds {there}, its parent {here}")
    return here


report(train_in_children, repetitions=3)
