# SPDX-License-Identifier: Apache-2.0
"""What every program of this folder prints: one line of JSON with its results and how long each repetition took."""

import json
import time
from collections.abc import Callable, Iterable


def report(work: Callable[[], Iterable[float | str]], repetitions: int) -> None:
    """Runs `work` once for its result and to warm up, then `repetitions` times on the clock."""
    result = list(work())
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        again = list(work())
        seconds.append(time.perf_counter() - start)
        if again != result:
            raise SystemExit(f"two executions in one process differ: {result} and {again}")
    print(json.dumps({"result": [value if isinstance(value, str) else float(value) for value in result],
                      "seconds": seconds}))
