/* SPDX-License-Identifier: Apache-2.0
 *
 * What librondo offers to its command line besides include/rondo.h. Plain C, found with dlsym(): the command line
 * and the library may be of different versions, a function that is missing is said so and the rest goes on.
 */
#ifndef RONDO_RUNTIME_INTERFACE_H
#define RONDO_RUNTIME_INTERFACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version, e.g. "0.1.0". Static storage. */
const char* rondo_version(void);

/* Every setting as a JSON array, in the order to print them; static storage, built at the first call:
 *
 *   [{"name": "OMP_NUM_THREADS", "value": "4", "source": "environment variable OMP_NUM_THREADS",
 *     "text": "threads of a parallel region", "aliases": ["RONDO_NUM_THREADS"]}, ...]
 *
 * name: the variable to recommend; value: in effect now; source: "default" or "environment variable NAME";
 * text: one line for a table; aliases: other variables that set the same thing. */
const char* rondo_settings_json(void);

/* 1 for a library that counts what constructs cost (preset `count`), which is asked for by RONDO_COUNT; else 0. */
int rondo_counts(void);

/* For `rondo why`: how many ns `n_threads` take for `n` pieces of work, as ordinary tasks, or as a recorded graph. The
 * predecessors of piece p are list[first[p]] to list[first[p + 1] - 1], all smaller than p. Starts no runtime. */
uint64_t rondo_predict_shared(uint32_t n, const uint32_t* first, const uint32_t* list, const uint64_t* work_ns,
                              uint32_t n_threads);
uint64_t rondo_predict_replay(uint32_t n, const uint32_t* first, const uint32_t* list, const uint64_t* work_ns,
                              uint32_t n_threads);

#ifdef __cplusplus
}
#endif

#endif
