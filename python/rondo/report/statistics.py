# SPDX-License-Identifier: Apache-2.0
"""Statistics of scipy, as the report asks for them."""

import pandas


def correlation(left: "pandas.Series[float]", right: "pandas.Series[float]") -> float | None:
    """Pearson's r; None for fewer than three pairs, or where one side does not vary."""
    from scipy import stats  # not at the top: it takes half a second

    if len(left) < 3 or left.nunique() < 2 or right.nunique() < 2:
        return None
    return float(stats.pearsonr(left, right)[0])
