# SPDX-License-Identifier: Apache-2.0
"""Runs the same program on several OpenMP runtimes by turns and keeps the books: `rondo bench` and `rondo demo`."""
