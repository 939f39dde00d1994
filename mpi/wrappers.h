/* SPDX-License-Identifier: Apache-2.0
 *
 * What MPI's functions that are wrapped here have in common.
 */
#ifndef RONDO_MPI_WRAPPERS_H
#define RONDO_MPI_WRAPPERS_H

#include "pending.h"

/* Whether the caller is to block as a task; otherwise the call is MPI's own. */
bool suspends(void);

/* The current task blocks until the requests are complete. `result`: of the call that has begun them. */
int finish(int result, int n, MPI_Request requests[], MPI_Status statuses[]);
int finish_one(int result, MPI_Request* request, MPI_Status* status);

#endif
