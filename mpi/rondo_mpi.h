/* SPDX-License-Identifier: Apache-2.0
 *
 * MPI inside of OpenMP tasks. A program that is linked with librondo-mpi (or started with it in LD_PRELOAD) and runs on
 * Rondo may call blocking MPI functions in tasks: the task blocks, and its thread does other work until the operation
 * is complete. Nothing has to be changed for this; this header has what MPI has no words for. docs/mpi.md says which
 * functions are covered, and what the limits are.
 *
 *     #pragma omp task depend(out: halo)
 *     MPI_Recv(halo, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);   // other tasks run meanwhile
 *
 * The program asks for MPI_THREAD_MULTIPLE (MPI_Init asks for it here, too). If MPI does not grant it, one line says
 * so, and all calls are MPI's own.
 */
#ifndef RONDO_MPI_H
#define RONDO_MPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The calling task is complete only when the request is, too: tasks that depend on it, taskwait, taskgroup and barrier
 * wait for both. The call itself returns at once, and the task's body should end without using the data. `request` is
 * set to MPI_REQUEST_NULL, or stays if it is persistent; `status` (or MPI_STATUS_IGNORE) has to live until the task is
 * complete. Example: a receive into a buffer that the next task reads.
 *
 *     #pragma omp task depend(out: halo)
 *     {
 *       MPI_Request request;
 *       MPI_Irecv(halo, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
 *       RONDO_Iwait(&request, MPI_STATUS_IGNORE);
 *     }
 *     #pragma omp task depend(in: halo)
 *     use(halo);
 *
 * Where a task cannot outlive its body (an implicit or undeferred task) the call waits, as MPI_Wait does. Returns an
 * MPI error code. */
int RONDO_Iwait(MPI_Request* request, MPI_Status* status);

/* The same for several requests. `requests` may be gone after the call. Example: both halos of a row.
 *
 *     #pragma omp task depend(out: north, south)
 *     {
 *       MPI_Request requests[2];
 *       MPI_Irecv(north, n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[0]);
 *       MPI_Irecv(south, n, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[1]);
 *       RONDO_Iwaitall(2, requests, MPI_STATUSES_IGNORE);
 *     } */
int RONDO_Iwaitall(int n, MPI_Request requests[], MPI_Status* statuses);

#ifdef __cplusplus
}
#endif

#endif /* RONDO_MPI_H */
