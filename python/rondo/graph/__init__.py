# SPDX-License-Identifier: Apache-2.0
"""What `rondo graph` and `rondo check graph` know of the task graphs of a program that has run."""
