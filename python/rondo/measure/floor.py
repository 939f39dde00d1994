# SPDX-License-Identifier: Apache-2.0
"""The floor: what the machine itself charges. Suites name the rows that bound theirs."""

from .contender import Contender

kFloor = Contender("floor", "floor", "floor", "all", "none")
kFloorThreads = 2  # it has a partner on a second processor for most of its rows

# Member of the JSON line -> name, all in nanoseconds.
kFloorRows = {
    "fixed_loop_ns": "a loop of 1000 turns",
    "indirect_call_ns": "indirect call over descriptors",
    "private_rmw_ns": "atomic read-modify-write, private line",
    "shared_rmw_ns": "the same, line shared by two busy threads",
    "line_transfer_ns": "cache line from core to core",
    "futex_wake_call_ns": "futex wake, the call",
    "futex_wake_until_runs_ns": "futex wake, until the sleeper runs",
}
kTaskFloor = ("indirect_call_ns", "private_rmw_ns", "line_transfer_ns")
kSyncFloor = ("private_rmw_ns", "shared_rmw_ns", "line_transfer_ns", "futex_wake_until_runs_ns")

# Measured again after every round: when one of them moves, the machine is not what it was. By itself it moves so far.
kDrift = {"fixed_loop_ns": 0.05, "line_transfer_ns": 0.25}
