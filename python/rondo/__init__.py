# SPDX-License-Identifier: Apache-2.0
"""The commands of `rondo` that are written in Python: measure/ is `rondo bench`, demo/ `rondo demo` and a suite of the
benchmarks, graph/ `rondo graph` and `rondo check`. What stands beside these folders is shared by them."""
