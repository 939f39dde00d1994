# SPDX-License-Identifier: Apache-2.0
"""Did a change do anything, or is it noise? By scipy: a rank test says whether, a bootstrap says how much.

A rank test compares order alone, so one wild sample does not decide. With five samples on each side it needs all of one
side beyond all of the other."""

from dataclasses import dataclass

kLevel = 0.01  # of false alarms, at most, where nothing has changed
kLeastSamples = 5  # fewer can never be below that level
kLeastChange = 0.01  # what is smaller is no news, however certain
_RESAMPLES = 2000
_EXACT = 40  # samples


@dataclass(frozen=True)
class Change:
    low: float  # of the quotient of the medians, after over before: 99 % interval
    high: float
    p: float

    @property
    def is_real(self) -> bool:
        beyond = self.low > 1 + kLeastChange or self.high < 1 - kLeastChange
        return self.p < kLevel and beyond


def change(before: list[float], after: list[float]) -> Change | None:
    """None where there are too few samples, or some that a quotient cannot be made of."""
    import numpy
    from scipy import stats

    if min(len(before), len(after)) < kLeastSamples or min(*before, *after) <= 0:
        return None
    # A clock that returns the same number twice makes "auto" approximate, which for few samples is far off.
    method = "exact" if len(before) + len(after) <= _EXACT else "auto"
    p = float(stats.mannwhitneyu(before, after, method=method).pvalue)
    drawn = numpy.random.default_rng(1)  # the same files always yield the same interval
    medians = [numpy.median(drawn.choice(samples, (_RESAMPLES, len(samples))), axis=1) for samples in (before, after)]
    low, high = numpy.quantile(medians[1] / medians[0], [kLevel / 2, 1 - kLevel / 2])
    return Change(float(low), float(high), p)
