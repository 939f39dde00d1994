/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine instructions of a search without tasks: the unit that Olivier compares tasks in across machines.
 */
#ifndef RONDO_BENCH_UTS_INSTRUCTIONS_H
#define RONDO_BENCH_UTS_INSTRUCTIONS_H

#include "uts/tree.h"

/* By the processor's counter where the system permits its use, otherwise by callgrind, which runs this program once
 * more; below 0 where there is neither. */
double uts_instructions(const uts_tree* tree, const uts_node* root, int granularity);

/* The search that is counted, by its name in callgrind as well. */
uts_count uts_counted_search(const uts_tree* tree, const uts_node* root, int granularity);

#endif
