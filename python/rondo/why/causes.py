# SPDX-License-Identifier: Apache-2.0
"""The causes of lost time, in the user's words."""

from dataclasses import dataclass
from enum import StrEnum


class Cause(StrEnum):
    SERIAL = "serial"
    FEWER_THREADS = "fewer threads"
    CREATOR = "creator"
    DEPENDENCES = "dependences"
    BLOCKED = "blocked"
    HELD = "held"
    IMBALANCE = "imbalance"
    LOOP = "loop imbalance"
    MUTEX = "mutex"
    HANDING_OUT = "handing out"
    WAKING = "waking"
    TINY_REGIONS = "tiny regions"
    PREEMPTION = "preemption"
    QUOTA = "quota"
    PAGE_FAULTS = "page faults"
    MEMORY = "memory"


@dataclass(frozen=True)
class Words:
    what: str
    advice: str


WORDS = {
    Cause.SERIAL: Words(
        "serial part: one thread works outside of parallel regions",
        "Put what the program does there into parallel regions too, or overlap it with them."),
    Cause.FEWER_THREADS: Words(
        "a parallel region has fewer threads than others",
        "Give the region all threads (num_threads, if), unless it is too small for them."),
    Cause.CREATOR: Words(
        "tasks are not created fast enough: the creator is busy, and nothing is ready",
        "Let several threads create tasks (nested tasks, taskloop), make tasks longer, or create long ones first."),
    Cause.DEPENDENCES: Words(
        "dependences leave nothing ready: tasks wait for others that are running",
        "Shorten the chain: split its tasks, drop dependences that are not needed, or work on several chains at once."),
    Cause.BLOCKED: Words(
        "tasks are blocked, and there is nothing else to do: they wait for messages, files, or what else is outside of "
        "OpenMP",
        "Begin it earlier, or create more tasks that do not need it, so that threads have work meanwhile."),
    Cause.HELD: Words(
        "threads are held by calls that wait for something outside of OpenMP (MPI), or wait for a thread that is",
        "Look at the rank that waits least: the others wait for it. Make such calls in tasks (rondo run --mpi), so "
        "that threads work meanwhile."),
    Cause.IMBALANCE: Words(
        "threads wait at a barrier for the last one to arrive: the work is not evenly distributed",
        "Give each thread the same amount of work; more and shorter tasks at the end."),
    Cause.LOOP: Words(
        "threads wait for the last one in a loop: its iterations are not evenly distributed",
        "Use schedule(dynamic) or smaller chunks, put long iterations first, or add nowait if the next code permits."),
    Cause.MUTEX: Words(
        "threads wait for a lock or critical section",
        "Do less inside of it, use atomic or a reduction, or one lock for each part of the data."),
    Cause.HANDING_OUT: Words(
        "tasks are ready, but threads are still looking for them",
        "If tasks are shorter than some microseconds, merge several into one (taskloop grainsize); record them with "
        "taskgraph if they repeat."),
    Cause.WAKING: Words(
        "threads have to wake up before they begin",
        "Make the pauses between parallel regions shorter, or let threads spin longer (OMP_WAIT_POLICY=active)."),
    Cause.TINY_REGIONS: Words(
        "parallel regions that are too short for their beginning and end",
        "Merge neighbouring regions into one, or run small ones on one thread (if clause)."),
    Cause.PREEMPTION: Words(
        "threads had no processor: there are more threads than processors, or other programs run",
        "Use no more threads than processors (OMP_NUM_THREADS), and leave the machine to this program."),
    Cause.QUOTA: Words(
        "the control group's quota stopped the threads",
        "Use as many threads as the quota pays for, or raise it (cpu.max)."),
    Cause.PAGE_FAULTS: Words(
        "the system maps memory at its first use (page faults)",
        "Allocate once and use the memory again (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD), or use huge pages (madvise)."),
    Cause.MEMORY: Words(
        "the same code takes longer on all threads than on one: they share memory and caches",
        "Use less memory at a time (blocks that fit into a cache), keep data of threads on lines of their own, bind "
        "threads to places (OMP_PROC_BIND)."),
}
