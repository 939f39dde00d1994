# SPDX-License-Identifier: Apache-2.0
"""The parts of `rondo demo`: plan (what runs), measure (rounds and checks), table and plot (what is shown)."""
