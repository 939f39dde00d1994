# SPDX-License-Identifier: Apache-2.0
"""The twenty complaints: what people say, which program shows it, what Rondo does about it, and which test holds it to
that. This file states; measuring is in taking.py, writing in page.py."""

from dataclasses import dataclass, field
from typing import Literal

from results import cell_key, kOutcome

# How a program is run. plain: as it is. quota: in a control group that may use half a processor. bare: without
# /dev/shm, /proc and /sys. sanitizer: ThreadSanitizer's reports are counted. loaded: the program loads the runtime
# itself. why: examined by `rondo why`.
Way = Literal["plain", "quota", "bare", "sanitizer", "loaded", "why"]


@dataclass(frozen=True)
class Figure:
    text: str  # what is measured, in the table
    program: str
    member: str = kOutcome  # of the program's line, or "wall_s" and "processor_s", of the whole run
    unit: str = ""
    arguments: tuple[str, ...] = ()
    quick: tuple[str, ...] = ("3",)  # instead of them, in tests
    threads: int | None = 2  # None: the default number
    way: Way = "plain"
    environment: tuple[tuple[str, str], ...] = ()
    rondo_environment: tuple[tuple[str, str], ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether tests run it."""
        return self.way != "why"  # it has tests of its own

    def key(self, who: str) -> str:
        return cell_key(self.program, self.member, self.arguments, who)


@dataclass(frozen=True)
class Row:
    number: int
    complaint: str
    threads: tuple[str, ...]  # where it is public
    figures: tuple[Figure, ...]
    done: str  # what Rondo does; if it cannot be shown here, that comes first
    tested: tuple[str, ...] = field(default_factory=tuple)  # files of this repository


def _issue(project: str, number: int) -> str:
    return f"https://github.com/{project}/issues/{number}"


kRows = (
    Row(1, "Two OpenMP runtimes in one process: slow, or a crash",
        (_issue("pytorch/pytorch", 98836), _issue("pytorch/pytorch", 149422), _issue("vllm-project/vllm", 27369)),
        (Figure("regions of 50 us by a program and a library by turns, two compilers, one pair", "two_runtimes", "us",
                "us"),),
        "One library answers for all runtimes, so the process has one team. Where another runtime is loaded in "
        "spite of that, one line names both files.",
        ("tests/behaviour/guest/test_guest.py", "packaging/wheel/compare.py")),
    Row(2, "A hang after `fork`",
        (_issue("facebookresearch/faiss", 5206), _issue("microsoft/LightGBM", 4751),
         _issue("OpenMathLib/OpenBLAS", 294)),
        (Figure("a region in a child of `fork`, after a region of its parent", "fork"),),
        "The child forgets its parent's threads and starts its own at its first region.",
        ("tests/omp/process/fork_child.c", "tests/behaviour/process/fork_inside.c")),
    Row(3, "The control group's quota is ignored",
        (_issue("llvm/llvm-project", 225493), _issue("dmlc/xgboost", 7653), _issue("OpenMathLib/OpenBLAS", 6059)),
        (Figure("a region of 200 us and 100 us of serial code, default threads, half a processor", "quota", "ms", "ms",
                threads=None, way="quota"),),
        "The default number of threads is that of the mask, cut to the quota; threads that lose their processor "
        "stop spinning.",
        ("tests/unit/os/cgroup_test.cpp", "tests/behaviour/guest/test_guest.py")),
    Row(4, "Idle threads spin",
        (_issue("scikit-learn/scikit-learn", 34764), _issue("OpenMathLib/OpenBLAS", 3187),
         _issue("JustVugg/colibri", 341)),
        (Figure("a region of 100 us and a POSIX thread pool's 100 us by turns, one pair", "other_pool", "us", "us"),),
        "Threads without work spin for 200 us, or not at all while another thread wants the processor. Between "
        "regions they learn how long the program's pauses are, sleep first, and look for the next region when it is "
        "due; the table above compares that with the other runtimes' best settings. Another pool's threads that work "
        "while Rondo's have nothing to do, as in this program, are no reason to sleep: a thread that yields to them "
        "and stays answers sooner than one that has to be woken.",
        ("tests/unit/team/pauses_test.cpp", "tests/unit/sched/contention_test.cpp", "tests/behaviour/threads/idle.c")),
    Row(5, "The price of a region and of a barrier with all processors",
        (_issue("dyninst/dyninst", 2403), "https://gcc.gnu.org/PR119588"),
        (Figure("an empty region on all processors", "region", "region_us", "us"),
         Figure("a barrier on all processors", "region", "barrier_us", "us")),
        "96 processors cannot be shown here. Instead operations on shared memory are counted for each construct, on "
        "1 to 8 threads (`rondo bench counts`, docs/measurements/scaling.md); a team keeps its threads, and a "
        "region writes only what has changed.",
        ("tests/unit/team/fork_test.cpp", "bench/counts.c")),
    Row(6, "Small work on too many threads",
        (_issue("scikit-learn/scikit-learn", 30662), _issue("ggml-org/llama.cpp", 9588)),
        (Figure("a loop over 4096 elements on 16 threads", "small_work", "us", "us"),),
        "In a team with more threads than processors a thread yields as soon as it finds nothing, and members meet "
        "in such a way that each runs once.",
        ("tests/unit/team/fork_test.cpp", "tests/model/arrival_test.cpp")),
    Row(7, "num_threads changes from region to region",
        (_issue("OpenMathLib/OpenBLAS", 3546), _issue("openfheorg/openfhe-development", 1300),
         _issue("pytorch/pytorch", 32875)),
        (Figure("regions of 1, 2, 3, 4 threads by turns, one region", "changing_team", "us", "us", threads=None),),
        "Threads that a smaller team does not need stay in a pool, from which the next team takes them.",
        ("tests/omp/parallel/resize.c", "tests/behaviour/threads/churn.c")),
    Row(8, "A thread that cannot be created is fatal",
        (_issue("basecamp/fizzy", 3094), _issue("E3SM-Project/E3SM", 2206)),
        (Figure("2000 threads where memory has no room for their stacks", "refused"),
         Figure("an empty region of 2000 threads", "many_threads", "ms", "ms")),
        "The region runs with the threads that there are; one line says so; the system is asked again after a second.",
        ("tests/behaviour/threads/refused.c", "tests/behaviour/threads/thousands.c")),
    Row(9, "Contention in schedule(dynamic)",
        (_issue("pytorch/pytorch", 155795),),
        (Figure("an iteration of a dynamic loop over 100 000 elements", "dynamic", "ns", "ns"),),
        "In loops that may have them in any order, as clang's, each thread takes chunks from a share of its own, and "
        "from another's when its own is empty. In gcc's a thread gets them in increasing order, from one counter, "
        "because libgomp has it so and programs rely on it; `RONDO_LOOP_ORDER=nonmonotonic` gives them shares, too.",
        ("tests/unit/work/loop_test.cpp", "tests/model/loop_test.cpp")),
    Row(10, "Fast and slow cores together",
        (_issue("KratosMultiphysics/Kratos", 12924), _issue("llvm/llvm-project", 69946)),
        (Figure("a loop of 200 x 20 us, dynamic, beside a process that uses half of one processor", "slow_core", "ms",
                "ms", ("150", "dynamic"), ("2", "dynamic")),
         Figure("the same as a taskloop", "slow_core", "ms", "ms", ("150", "tasks"), ("2", "tasks")),
         Figure("the same, static", "slow_core", "ms", "ms", ("150", "static"), ("2", "static"))),
        "Dynamic loops and taskloops leave a slow thread with at most the iteration that it runs. A static loop is "
        "divided before it begins, in the program's own code: there a runtime can only keep its waiting threads out "
        "of the way.",
        ("tests/unit/work/loop_test.cpp", "tests/unit/sched/lazy_taskloop_test.cpp")),
    Row(11, "Surprises of affinity",
        (_issue("OpenMathLib/OpenBLAS", 4653), _issue("kokkos/kokkos", 6180), _issue("open-mpi/ompi", 7806)),
        (Figure("processors for a thread of the program, started before its first region, OMP_PROC_BIND=true", "pinned",
                "processors", "", environment=(("OMP_PROC_BIND", "true"),)),),
        "Nothing is bound before the first region with more than one thread, and nothing at all unless it was asked "
        "for.",
        ("tests/omp/affinity/restored.c", "tests/unit/team/place_binding_test.cpp")),
    Row(12, "Nested regions, and BLAS inside of tasks",
        (_issue("OpenMathLib/OpenBLAS", 5947), _issue("OpenMathLib/OpenBLAS", 5949), _issue("flame/blis", 267)),
        (Figure("a region of 10 us inside of a task, two active levels", "nested", "us", "us"),),
        "Inner teams take their threads from the pool and give them back at their end.",
        ("tests/behaviour/threads/churn.c", "tests/unit/team/fork_test.cpp")),
    Row(13, "Limits that do not reach a library",
        (_issue("joblib/threadpoolctl", 207), _issue("joblib/threadpoolctl", 208)),
        (Figure("threads in a library's region after the program has asked for one (other compiler)", "limits",
                "team", ""),
         Figure("the same, if that library alone is to have one, and the program two", "limits", "team", "",
                ("0", "alone"), ("0", "alone"), rondo_environment=(("RONDO_LIBRARY_THREADS", "library-*=1"),))),
        "All libraries of a process share one runtime, so a limit of a thread holds for whatever that thread calls. "
        "Other threads keep theirs, as OpenMP says. A limit for one library alone is RONDO_LIBRARY_THREADS, or "
        "`rondo_limit_library()`, or in Python `rondo_openmp.limit()`; the other runtimes have none.",
        ("tests/behaviour/guest/test_guest.py", "packaging/test", "tests/omp/parallel/foreign_threads.c")),
    Row(14, "Static TLS is used up",
        (_issue("NVIDIA/DALI", 5519), _issue("dmlc/xgboost", 8488), _issue("scikit-learn/scikit-learn", 17231)),
        (Figure("the runtime is loaded where less than 128 bytes of static TLS are left", "static_tls", way="loaded"),),
        "Rondo has one thread-local pointer: 8 bytes (libgomp: 136).",
        ("bench/complaints/static_tls.c", "tests/abi/test_symbols.py")),
    Row(15, "Needs /dev/shm or /proc",
        (_issue("OpenNMT/CTranslate2", 916), _issue("llvm/llvm-project", 146573)),
        (Figure("a region without /dev/shm, /proc and /sys", "bare_root", way="bare"),),
        "libgomp 12 and libomp 19 work here as well. Rondo uses no shared memory. Where /sys does not describe the "
        "machine, each processor counts as a core.",
        ("tests/behaviour/guest/test_guest.py",)),
    Row(16, "False alarms of ThreadSanitizer",
        (_issue("UCL/STIR", 1720), _issue("BLAST-WarpX/warpx", 5826)),
        (Figure("races reported in a program that has none", "race_free", "reports", way="sanitizer"),),
        "For such programs `rondo run` takes a build of the library that tells the sanitizer about each release and "
        "acquire.",
        ("tests/behaviour/sanitizer/races.c", "tests/behaviour/sanitizer/constructs.c")),
    Row(17, "Nobody can see why it is slow",
        (_issue("scikit-learn/scikit-learn", 30662), _issue("llvm/llvm-project", 208405)),
        (Figure("a static loop whose last iterations are the longest: the cause that is named", "unseen", "cause", "",
                ("20",), way="why"),),
        "`rondo why` says how much of the threads' time was work, and which causes took the rest, with file and line.",
        ("python/tests/test_why.py",)),
    Row(18, "Sums differ from run to run",
        (_issue("dmlc/xgboost", 7313), _issue("microsoft/LightGBM", 2085), _issue("microsoft/LightGBM", 3372)),
        (Figure("different results of 2000 equal reductions on 8 threads", "fixed_order", "results", "",
                rondo_environment=(("RONDO_FIXED_REDUCTION", "true"),)),),
        "With `RONDO_FIXED_REDUCTION=true` threads combine in the order of their numbers where the compiler's code "
        "asks the runtime how (clang's reductions). gcc's code does it alone: by an atomic instruction for one "
        "variable, and between two calls that stand for any atomic update for several. There no runtime can tell "
        "them apart.",
        ("tests/unit/work/sync_test.cpp",)),
    Row(19, "The price of a task, deep recursion",
        (_issue("llvm/llvm-project", 82274), _issue("llvm/llvm-project", 97816), _issue("pmodels/bolt", 103)),
        (Figure("a task of fib(25)", "tasks", "ns", "ns", quick=("10",)),
         Figure("tasks that wait for a task, 20 000 deep", "deep_tasks", quick=("100",))),
        "One block of memory and no atomic operation for a plain task; threads' stacks are large enough for deep "
        "waits, and a stack that overflows is named with the setting that helps.",
        ("tests/unit/sched/create_fast_path_test.cpp", "tests/behaviour/stack/deep_tasks.c")),
    Row(20, "Tasks that wait for messages of other tasks",
        (_issue("mpi-forum/mpi-issues", 75), _issue("william-dawson/NTPoly", 170),
         _issue("ComputationalRadiationPhysics/picongpu", 2683)),
        (Figure("untied tasks that wait for others with taskyield, all on one thread", "blocked_tasks"),),
        "Here tasks wait for others, without MPI: a task that is untied lets any task run when it yields, and one with "
        "`detach` needs no thread while it waits. With MPI's own calls: docs/mpi.md.",
        ("tests/omp/task/taskyield_untied.c", "tests/omp/detach")),
)

# Pauses between regions, against the best that each rival can be set to.
kPauses_us = (10, 100, 1000, 10000, 100000)
kSettings = {
    "libgomp": ("", "GOMP_SPINCOUNT=0", "GOMP_SPINCOUNT=10000", "GOMP_SPINCOUNT=1000000", "OMP_WAIT_POLICY=active"),
    "libomp": ("", "KMP_BLOCKTIME=0", "KMP_BLOCKTIME=1", "KMP_BLOCKTIME=10", "OMP_WAIT_POLICY=active"),
    "rondo-gcc": ("",),
    "rondo-clang": ("",),
}
