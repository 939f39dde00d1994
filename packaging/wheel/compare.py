# SPDX-License-Identifier: Apache-2.0
"""The table of docs/python.md: packages on the runtime that they carry and on Rondo, by turns. Run by a Python that has
them and rondo-openmp: `python packaging/wheel/compare.py [WORD...]`, the words of a program's name."""

import json
import os
import statistics
import subprocess
import sys

ROUNDS = 5
COMMON = """
import json, os, sys, time, numpy
x = numpy.random.default_rng(0).random((20000, 12)); y = (x.sum(axis=1) > 6).astype(int)
{setting}
def work():
{work}
number = work(); times = []
for _ in range(3):
    begin = time.perf_counter(); work(); times.append(time.perf_counter() - begin)
sys.stderr = open(os.devnull, "w")  # that it comes late, where it has not served, is no news
import rondo_openmp
servers = sorted({{b.runtime.rsplit("/", 1)[-1] for b in rondo_openmp.status() if b.runtime}})
print(json.dumps([float(number), min(times), servers]))
"""
NUMBA = """
import numba
@numba.njit(parallel=True)
def f(n):
    total = 0
    for i in numba.prange(n): total += i % 7
    return total
"""
PROGRAMS = {
    "scikit-learn `KMeans`": (
        "import sklearn.cluster as c", "return c.KMeans(8, n_init=3, random_state=0).fit(x).inertia_"),
    "scikit-learn `HistGradientBoosting`": (
        "import sklearn.ensemble as e",
        "return e.HistGradientBoostingClassifier(max_iter=30, random_state=0).fit(x, y).predict_proba(x)[:, 1].sum()"),
    "LightGBM, 40 trees": (
        "import lightgbm as l\np = dict(verbose=-1, deterministic=True, force_row_wise=True, objective='binary')",
        "return l.train(p, l.Dataset(x, y), 40).predict(x).sum()"),
    "XGBoost, 40 trees": (
        "import xgboost as g", "return g.train(dict(max_depth=4), g.DMatrix(x, y), 40).predict(g.DMatrix(x)).sum()"),
    "numba `prange`, 200 small regions": (NUMBA, "return sum(f(2000) for _ in range(200))"),
    "torch, 20 times `softmax` and `sum`": (
        "import torch as t\nt.manual_seed(0); a = t.randn(2000, 500)",
        "return sum(t.softmax(a + i, 1).exp().sum().item() for i in range(20))"),
    "numpy, `a @ a`": ("a = numpy.ones((600, 600))", "return (a @ a).sum()"),
}


def run(program: tuple[str, str], on_rondo: bool) -> tuple[float, float, list[str]]:
    setting, work = program
    code = COMMON.format(setting=setting, work="    " + work)
    env = {**os.environ, "OMP_NUM_THREADS": "2", "NUMBA_THREADING_LAYER": "omp", "RONDO_OPENMP": str(int(on_rondo))}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    number, seconds, servers = json.loads(result.stdout)
    return number, seconds, servers


def main() -> None:
    print("| program | numbers equal | its own runtime | Rondo | ratio | served by, before and after |")
    print("|---|---|---|---|---|---|")
    for name, program in PROGRAMS.items():
        if not all(word in name for word in sys.argv[1:]):
            continue
        rounds = [(run(program, False), run(program, True)) for _ in range(ROUNDS)]
        stock, rondo = (statistics.median(pair[i][1] for pair in rounds) for i in (0, 1))
        is_equal = len({found[0] for pair in rounds for found in pair}) == 1
        servers = [", ".join(rounds[0][i][2]) or "none: it has threads of its own" for i in (0, 1)]
        print(f"| {name} | {'yes' if is_equal else 'no'} | {stock * 1e3:.1f} ms | {rondo * 1e3:.1f} ms | "
              f"{rondo / stock:.2f} | {servers[0]}; {servers[1]} |", flush=True)


if __name__ == "__main__":
    main()
