/* SPDX-License-Identifier: Apache-2.0
 *
 * What MPI's functions that are wrapped here have in common.
 */
#ifndef RONDO_MPI_WRAPPERS_H
#define RONDO_MPI_WRAPPERS_H

#include "pending.h"

/* Whether the caller is to block as a task; otherwise the call is MPI's own. */
bool suspends(void);

/* A call of MPI's own, which holds its thread until it is over: traces and `rondo why` are told. Its value is that of
 * the call. */
#define HOLDING(call) (begin_hold(__builtin_return_address(0)), end_hold(call))
void begin_hold(const void* caller);
int end_hold(int result);

/* The current task blocks until the requests are complete. `result`: of the call that has begun them. */
int finish(int result, int n, MPI_Request requests[], MPI_Status statuses[]);
int finish_one(int result, MPI_Request* request, MPI_Status* status);

#endif
