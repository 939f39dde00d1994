/* SPDX-License-Identifier: Apache-2.0
 *
 * The requests that are pending. Used by the poll function alone (pending.c), which one thread at a time executes.
 */
#ifndef RONDO_MPI_REQUESTS_H
#define RONDO_MPI_REQUESTS_H

#include <stdint.h>

#include "pending.h"

/* The operation's requests, as many as are not complete, from its beginning. True: all are. */
bool take_requests(struct operation* operation);

/* There are more than one look tests. */
bool are_requests_many(void);

/* Looks at all of them or, if they are many, at those that a look can afford that comes so long after the last one.
 * Calls over() of each operation whose requests are complete; returns how many. */
int test_requests(int64_t elapsed_ns);

/* What a look can afford: an eighth of the time since the last one. So a thread that naps between two looks tests many
 * requests in each, and one that has work only a few. */
int affordable(int64_t elapsed_ns, int price_ns, int least, int most);

#endif
