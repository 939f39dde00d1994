/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations of MPI that tasks wait for, and the function that looks at them. Used by the wrappers of MPI's functions.
 */
#ifndef RONDO_MPI_PENDING_H
#define RONDO_MPI_PENDING_H

#include <mpi.h>
#include <rondo.h>
#include <stdbool.h>

/* An operation. It belongs to the task that has begun it until submit(); then to the poll function, until it calls
 * over(). Its memory is the task's stack or, for a task that is over, the heap. */
struct operation {
  /* What is pending: several requests, or anything that look() can tell. The other one is 0. */
  int n_requests;
  bool (*look)(struct operation* operation); /* true: it is over */
  MPI_Request* requests; /* written back when they are complete */
  MPI_Status* statuses;  /* MPI_STATUSES_IGNORE, or one for each */
  /* Called once, by the thread that looks. Afterwards the operation may be gone. */
  void (*over)(struct operation* operation);
  void* data; /* of look() and over() */
  int result; /* an MPI error code */
  int n_left; /* requests that are not complete: the poll function's */
  rondo_suspension wait;
  struct operation* next;
};

/* Called when MPI is there, with MPI_THREAD_MULTIPLE, and before it goes away. False: the program runs elsewhere. */
bool begin_polling(void);
void end_polling(void);

/* From now on the operation is looked at. Any thread. */
void submit(struct operation* operation);

/* The current task blocks until the operation is over. */
void wait_for(struct operation* operation);

#endif
