/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts of regions that are known at compile time. With RONDO_GRAPH_STATIC=false the same programs record them; then
 * only results are compared.
 */
#ifndef RONDO_TESTS_STATIC_CHECK_H
#define RONDO_TESTS_STATIC_CHECK_H

#include <stdlib.h>

#include "../directive_check.h"

static int is_static(void) { return getenv("RONDO_GRAPH_STATIC") == 0; }

/* Since these counts were taken, there have been so many of each. */
#define CHECK_STATIC(records, n_records, pure, n_pure, recaptures, n_recaptures) \
  do {                                                                           \
    if (is_static()) {                                                           \
      CHECK_SINCE(graph_counted, RECORDS, records, n_records);                   \
      CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, n_pure);                    \
      CHECK_SINCE(graph_counted, RECAPTURES, recaptures, n_recaptures);          \
    }                                                                            \
  } while (0)

#endif
