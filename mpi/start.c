// SPDX-License-Identifier: Apache-2.0
//
// The beginning and the end of MPI: it has to know that several threads call it.
#include "wrappers.h"

#include <stdio.h>
#include <unistd.h>

/* OpenMP's own, which are there if Rondo is. */
extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_get_num_procs(void) __attribute__((weak));

static bool is_active;

bool suspends(void) { return is_active && rondo_should_block(); }

void begin_hold(const void* caller) {
  if (&rondo_wait_begin != NULL) rondo_wait_begin(caller);
}

int end_hold(int result) {
  if (&rondo_wait_end != NULL) rondo_wait_end();
  return result;
}

// A launcher that binds each rank to one core (Open MPI's, with two ranks or fewer) leaves it one processor for all
// of its threads.
static void look_at_binding(void) {
  const int n_threads = omp_get_max_threads();
  const int n_processors = omp_get_num_procs();
  if (n_threads <= n_processors || n_processors >= sysconf(_SC_NPROCESSORS_ONLN)) return;
  fprintf(stderr,
          "rondo: the launcher has bound a rank's %d threads to %d of the machine's processors; start it with "
          "mpirun --bind-to none, or set OMP_NUM_THREADS=%d\n",
          n_threads, n_processors, n_processors);
}

static void begin(int provided) {
  if (&rondo_version == NULL) return;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided < MPI_THREAD_MULTIPLE) {
    if (rank == 0)
      fprintf(stderr,
              "rondo: MPI does not grant MPI_THREAD_MULTIPLE (it grants level %d), so MPI calls in tasks hold "
              "their threads; use an MPI library that is built with it\n",
              provided);
    return;
  }
  if (rank == 0) look_at_binding();
  is_active = begin_polling();
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, &rondo_version == NULL ? required : MPI_THREAD_MULTIPLE, provided);
  if (result == MPI_SUCCESS) begin(*provided);
  return result;
}

int MPI_Init(int* argc, char*** argv) {
  if (&rondo_version == NULL) return PMPI_Init(argc, argv);
  int provided = MPI_THREAD_SINGLE;
  return MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
}

int MPI_Finalize(void) {
  if (is_active) end_polling();
  is_active = false;
  return HOLDING(PMPI_Finalize());
}
