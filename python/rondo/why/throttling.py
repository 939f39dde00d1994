# SPDX-License-Identifier: Apache-2.0
"""In which part of the time a quota was used up: then it decides how much processor time threads get, whoever else
wants the processors. Without it they could have had more, but not more than there are processors."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..trace.quotas import Periods


class _Quota:
    def __init__(self, periods: Sequence[Periods]) -> None:
        self._times = np.array([look.ns for look in periods], dtype=np.float64)
        counts = np.array([(look.n, look.n_used_up) for look in periods], dtype=np.float64)
        passed, used_up = np.diff(counts, axis=0).T
        self._shares = np.append(used_up / passed, used_up[-1] / passed[-1])  # as before, so after the last look
        self._sums = np.concatenate([[0.0], np.cumsum(self._shares[:-1] * np.diff(self._times))])

    def _until(self, ns: float) -> float:
        at = max(int(np.searchsorted(self._times, ns, "right")) - 1, 0)
        return float(self._sums[at] + (ns - self._times[at]) * self._shares[at])

    def share(self, begin: float, end: float) -> float:
        return (self._until(end) - self._until(begin)) / (end - begin) if end > begin else 0.0


class Throttling:
    def __init__(self, groups: Iterable[Sequence[Periods]] = ()) -> None:
        """Of each group the moments at which periods had ended, the first one from before."""
        self._quotas = [_Quota(periods) for periods in groups if len(periods) > 1]

    def share(self, begin: float, end: float) -> float:
        """Of groups inside of each other, the one that was used up most often counts."""
        return max((quota.share(begin, end) for quota in self._quotas), default=0.0)
