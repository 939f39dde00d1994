# SPDX-License-Identifier: Apache-2.0
"""The few statistics that reports use. Medians, since a shared machine disturbs in one direction only."""

import numpy


def median(samples: list[float]) -> float:
    return float(numpy.median(samples))


def spread(samples: list[float]) -> float:
    """Half the distance between the quartiles, relative to the median: 0.05 is read as plus or minus 5 %."""
    low, middle, high = (float(value) for value in numpy.percentile(samples, [25, 50, 75]))
    return (high - low) / 2 / abs(middle) if middle else 0.0


def efficiency(serial_s: float, parallel_s: float, threads: int) -> float:
    """Parallel efficiency: 1 when `threads` threads share the serial time evenly and at no cost."""
    return serial_s / (threads * parallel_s)
