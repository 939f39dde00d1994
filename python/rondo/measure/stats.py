# SPDX-License-Identifier: Apache-2.0
"""The statistics that reports use. Medians and quartiles, since a shared machine disturbs in one direction only."""

import math
from collections.abc import Iterable

import numpy


def median(samples: list[float]) -> float:
    return float(numpy.median(samples))


def quartiles(samples: list[float]) -> tuple[float, float]:
    low, high = (float(value) for value in numpy.percentile(samples, [25, 75]))
    return low, high


def spread(samples: list[float]) -> float:
    """Half the distance between the quartiles, relative to the median: 0.05 is read as plus or minus 5 %."""
    (low, high), middle = quartiles(samples), median(samples)
    return (high - low) / 2 / abs(middle) if middle else 0.0


def efficiency(serial_s: float, parallel_s: float, threads: int) -> float:
    """Parallel efficiency: 1 when `threads` threads share the serial time evenly and at no cost."""
    return serial_s / (threads * parallel_s)


def geometric_mean(values: Iterable[float]) -> float | None:
    """None when there is none: of nothing, or where a value is not positive."""
    values = [*values]
    if not values or min(values) <= 0:
        return None
    return math.exp(math.fsum(map(math.log, values)) / len(values))
