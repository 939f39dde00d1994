/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program needs besides OpenMP's detach clause to let tasks wait for MPI on any runtime: a thread that looks at
 * their requests.
 */
#ifndef RONDO_BENCH_MPI_DETACH_H
#define RONDO_BENCH_MPI_DETACH_H

#include <mpi.h>
#include <omp.h>

/* The thread exists between these two. */
void detach_begin(void);
void detach_end(void);

/* The event is fulfilled when the request is complete. Any thread. */
void detach_until(MPI_Request request, omp_event_handle_t event);

#endif
