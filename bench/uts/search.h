/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program of Unbalanced Tree Search gives: the search, by OpenMP or by oneTBB. driver.c measures it.
 */
#ifndef RONDO_BENCH_UTS_SEARCH_H
#define RONDO_BENCH_UTS_SEARCH_H

#include "uts/tree.h"

/* Moved tasks: those that another thread starts than the one that created them. One counter for each thread, on lines
 * of its own; NULL: not asked for, as the question costs a call at either end. */
typedef struct uts_moved_counter {
  long long n_tasks;
  char pad[192 - sizeof(long long)];
} uts_moved_counter;
extern uts_moved_counter* uts_moved;

/* Starts so many threads, or as many as the runtime likes (0), and says how many there are. */
int uts_prepare(int threads);

uts_count uts_search(const uts_tree* tree, const uts_node* root, int granularity, int is_tied);

extern const char uts_compiler[];

/* Bytes of stack that a search may need: it is as deep as its tree, and a waiting thread that helps may be inside
 * several subtrees at once. Address space; memory is used as it is needed. */
enum { kUtsStackBytes = 1 << 30 };

#endif
