/* SPDX-License-Identifier: Apache-2.0
 *
 * The constructs of constructs.f90; each is measured as its counterpart in constructs.c.
 */
#include "sync/constructs.h"

long sync_checked;
const char sync_compiler[] = "gcc";
const char sync_program[] = "sync-fortran";

enum { kShortLoop = 8 }; /* iterations a thread; constructs.f90 says the same */

long sync_run_parallel(long n, int threads);
long sync_run_barrier(long n, int threads);
long sync_run_for_static(long n, int threads);
long sync_run_parallel_for(long n, int threads);
long sync_run_for_dynamic(long n, int threads);
long sync_run_for_guided(long n, int threads);
long sync_run_single(long n, int threads);
long sync_run_masked(long n, int threads);
long sync_run_critical(long n, int threads);
long sync_run_lock(long n, int threads);
long sync_run_ordered(long n, int threads);
long sync_run_atomic(long n, int threads);
long sync_run_reduction(long n, int threads);

// clang-format off
const sync_construct sync_constructs[] = {
    {"parallel",     sync_run_parallel,      1,          kEachThread, kWaking},
    {"barrier",      sync_run_barrier,       1,          kEachThread, kWaking},
    {"for_static",   sync_run_for_static,    kShortLoop, kEachThread, kWaking},
    {"parallel_for", sync_run_parallel_for,  kShortLoop, kEachThread, kWaking},
    {"for_dynamic",  sync_run_for_dynamic,   kShortLoop, kEachThread, kBusy},
    {"for_guided",   sync_run_for_guided,    kShortLoop, kEachThread, kBusy},
    {"single",       sync_run_single,        1,          kOneThread,  kBusy},
    {"masked",       sync_run_masked,        1,          kOneThread,  kBusy},
    {"critical",     sync_run_critical,      1,          kInTurns,    kBusy},
    {"lock",         sync_run_lock,          1,          kInTurns,    kBusy},
    {"ordered",      sync_run_ordered,       1,          kInTurns,    kBusy},
    {"atomic",       sync_run_atomic,        0,          kEachThread, kBusy},
    {"reduction",    sync_run_reduction,     1,          kEachThread, kWaking},
};
// clang-format on
const int sync_n_constructs = sizeof sync_constructs / sizeof sync_constructs[0];
