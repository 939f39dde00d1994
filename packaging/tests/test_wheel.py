# SPDX-License-Identifier: Apache-2.0
"""The wheel, in an environment of its own, beside packages that carry OpenMP runtimes: each is served by Rondo and by
nothing else, in every way to start Python, with the numbers that its own runtime gives."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from .clean_root import BUILT, newest

ENVIRONMENT = BUILT / "wheel-environment"
PACKAGES = ("numpy", "scikit-learn", "lightgbm", "xgboost", "numba", "threadpoolctl", "joblib")

# Prints what the packages compute, who serves them, and what threadpoolctl sees and does.
PROGRAM = """
{first}
import json, sys
import lightgbm, numpy, numba, sklearn.cluster, xgboost
from threadpoolctl import threadpool_info, threadpool_limits
x = numpy.random.default_rng(0).random((4000, 8))
y = (x.sum(axis=1) > 4).astype(int)
@numba.njit(parallel=True)
def squares(n):
    total = 0.0
    for i in numba.prange(n):
        total += (i % 7) ** 2
    return total
numbers = [float(sklearn.cluster.KMeans(5, n_init=2, random_state=0).fit(x).inertia_),
           float(lightgbm.train(dict(verbose=-1, deterministic=True, force_row_wise=True, objective="binary"),
                                lightgbm.Dataset(x, y), 5).predict(x).sum()),
           float(xgboost.train(dict(max_depth=3), xgboost.DMatrix(x, y), 5).predict(xgboost.DMatrix(x)).sum()),
           squares(100000)]
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads as threads
with threadpool_limits(1, user_api="openmp"):
    limited = threads()
import rondo_openmp
print(json.dumps(dict(
    numbers=numbers, limited=limited, active=rondo_openmp.is_active(), threading=numba.threading_layer(),
    served={{binding.library.rsplit("/", 1)[-1].split(".")[0]: binding.runtime for binding in rondo_openmp.status()}},
    pools=[pool["filepath"] for pool in threadpool_info() if pool["user_api"] == "openmp"])))
"""
CHILDREN = """
{first}
import json, multiprocessing, sys
def child(_):
    import sklearn.utils._openmp_helpers as helpers
    import rondo_openmp
    return [binding.is_rondo for binding in rondo_openmp.status()] + [helpers._openmp_effective_n_threads() > 0]
if __name__ == "__main__":
    results = {{}}
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            results[method] = pool.map(child, [0])[0]
    from joblib import Parallel, delayed
    import sklearn.cluster
    def loky(_):
        import sklearn.cluster, rondo_openmp
        return [binding.is_rondo for binding in rondo_openmp.status()]
    results["loky"] = Parallel(n_jobs=2)(delayed(loky)(i) for i in range(2))[0]
    print(json.dumps(results))
"""


def setUpModule() -> None:
    if not (ENVIRONMENT / "bin" / "pip").exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    pip("install", *PACKAGES)
    pip("uninstall", "--yes", "rondo-openmp")


def pip(*arguments: str) -> None:
    subprocess.run([str(ENVIRONMENT / "bin" / "pip"), "--quiet", "--disable-pip-version-check", *arguments], check=True)


def python(*arguments: str, env: "dict[str, str] | None" = None) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "NUMBA_THREADING_LAYER": "omp", "OMP_NUM_THREADS": "2", **(env or {})}
    result = subprocess.run([str(ENVIRONMENT / "bin" / "python"), *arguments], env=variables, capture_output=True,
                            text=True, check=False)
    if result.returncode != 0:
        raise AssertionError(f"python {' '.join(arguments)}: {result.stderr}")
    return result


def files() -> set[str]:
    return {str(path) for path in ENVIRONMENT.rglob("*") if "__pycache__" not in path.parts}


class Wheel(unittest.TestCase):
    before: set[str]
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        pip("install", "pyelftools")
        cls.before = files()
        pip("install", "--no-deps", str(newest("rondo_openmp-*.whl")))

    def _run(self, program: str, first: str, *how: str, env: "dict[str, str] | None" = None) -> Any:
        script = self.folder / "script.py"
        script.write_text(program.format(first=first), encoding="utf-8")
        result = python(*how, str(script), env=env)
        self.assertEqual(result.stderr, "")
        return json.loads(result.stdout)

    def _assert_served(self, found: Any) -> None:
        self.assertTrue(found["active"])
        for library in ("libxgboost", "lib_lightgbm", "_k_means_lloyd", "omppool"):
            self.assertIn("rondo_openmp/tree/lib/librondo.so.0", found["served"][library])
        self.assertEqual(found["threading"], "omp")
        self.assertTrue(found["pools"])
        self.assertEqual([pool for pool in found["pools"] if "rondo_openmp/tree" not in pool], [])
        self.assertEqual(found["limited"], 1)

    def test_import_serves_what_is_imported_later_with_the_same_numbers(self) -> None:
        found = self._run(PROGRAM, "import rondo_openmp")
        self._assert_served(found)
        # Without it: the packages' own runtimes. (status() is asked at the end, when it is too late to capture.)
        script = self.folder / "stock.py"
        script.write_text(PROGRAM.format(first=""), encoding="utf-8")
        result = python(str(script))
        self.assertIn("was loaded before rondo_openmp and goes on; import rondo_openmp first", result.stderr)
        stock = json.loads(result.stdout)
        self.assertFalse(stock["active"])
        self.assertIn("libgomp", stock["served"]["lib_lightgbm"])
        self.assertEqual(found["numbers"], stock["numbers"])

    def test_command_serves_a_script_that_knows_nothing(self) -> None:
        self._assert_served(self._run(PROGRAM, "", "-m", "rondo_openmp"))

    def test_variable_serves_every_python(self) -> None:
        self._assert_served(self._run(PROGRAM, "", env={"RONDO_OPENMP": "1"}))

    def test_children_of_each_kind_are_served(self) -> None:
        ways: list[tuple[list[str], dict[str, str]]] = [(["-m", "rondo_openmp"], {}), ([], {"RONDO_OPENMP": "1"})]
        for how, env in ways:
            with self.subTest(how=how):
                for method, served in self._run(CHILDREN, "", *how, env=env).items():
                    self.assertTrue(served and all(served), f"{method}: {served}")

    def test_limit_of_a_library(self) -> None:
        """What omp_get_max_threads() says to scikit-learn's helper library and to LightGBM's."""
        code = """
import rondo_openmp, ctypes, lightgbm
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads as threads
other = ctypes.CDLL(lightgbm.basic._LIB._name).OMP_NUM_THREADS
with rondo_openmp.limit("_openmp_helpers*", 1):
    print(threads(), other())
print(threads(), other())
kept = rondo_openmp.limit("*/lightgbm/*", 1)
print(threads(), other())
kept.end()
print(threads(), other())
"""
        self.assertEqual(python("-c", code).stdout, "1 2\n2 2\n2 1\n2 2\n")

    def test_status_is_printed_at_the_end(self) -> None:
        result = python("-m", "rondo_openmp", "--status", "-c", "import sklearn.cluster; print('ran')")
        self.assertEqual(result.stdout, "ran\n")
        self.assertRegex(result.stderr, r"rondo: [^\n]*_k_means_lloyd[^\n]*\n    calls [^\n]*/librondo\.so\.0 \(")

    def test_verbose_line(self) -> None:
        code = "import sklearn.cluster, numpy; sklearn.cluster.KMeans(2).fit(numpy.eye(900))"
        result = python("-m", "rondo_openmp", "-c", code, env={"RONDO_VERBOSE": "1"})
        self.assertRegex(result.stderr, r"\Arondo: Rondo [^\n]* in place of: libgomp-[^\n]*\n\Z")

    def test_command_of_the_package(self) -> None:
        rondo = str(ENVIRONMENT / "bin" / "rondo")
        said = subprocess.run([rondo, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(said, r"\Arondo \d")
        result = subprocess.run([rondo, "graph", "--help"], capture_output=True, text=True, check=False)
        self.assertRegex(result.stderr, f"lacks the modules? [^\n]*{ENVIRONMENT}/bin/python")

    def test_example(self) -> None:
        example = Path(__file__).resolve().parents[2] / "examples/python/kmeans.py"
        self.assertEqual(python(str(example)).stdout.splitlines()[-1], "ok")

    def test_wheel_is_what_its_name_says(self) -> None:
        result = subprocess.run([str(BUILT / "venv/bin/python"), "-m", "auditwheel", "show",
                                 str(newest("rondo_openmp-*.whl"))], capture_output=True, text=True, check=True)
        said = " ".join(result.stdout.split())
        self.assertRegex(said, 'is consistent with the following platform tag: "manylinux_2_3[0-6]_')

    @classmethod
    def tearDownClass(cls) -> None:
        pip("uninstall", "--yes", "rondo-openmp")
        left = files() - cls.before
        if left:
            raise AssertionError(f"left behind: {sorted(left)}")
