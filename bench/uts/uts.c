/* SPDX-License-Identifier: Apache-2.0
 *
 * The search by OpenMP: a task for each child that has children itself. driver.c measures it.
 */
#include <omp.h>

#include "common/measure.h"
#include "uts/search.h"

const char uts_compiler[] = MEASURE_COMPILER;

static const uts_tree* tree;
static int granularity;

static inline int this_thread(void) { return uts_moved ? omp_get_thread_num() : 0; }

static inline void count_if_moved(int creator) {
  if (uts_moved && omp_get_thread_num() != creator) uts_moved[omp_get_thread_num()].n_tasks++;
}

/* Once for each kind of task. */
#define PRAGMA(text) _Pragma(#text)
#define DEFINE_SEARCH(name, directive)                            \
  static uts_count name(const uts_node* parent) {                 \
    const int n = parent->n_children;                             \
    uts_node children[n];                                         \
    uts_count parts[n];                                           \
    const int creator = this_thread();                            \
    for (int i = 0; i < n; i++) {                                 \
      const uts_node* child = &children[i];                       \
      uts_count* part = &parts[i];                                \
      uts_make_child(tree, parent, i, granularity, &children[i]); \
      if (!child->n_children) {                                   \
        *part = uts_leaf(child);                                  \
        continue;                                                 \
      }                                                           \
      PRAGMA(directive firstprivate(child, part, creator)) {      \
        count_if_moved(creator);                                  \
        *part = name(child);                                      \
      }                                                           \
    }                                                             \
    PRAGMA(omp taskwait)                                          \
    uts_count sum = {1, 0, parent->depth};                        \
    for (int i = 0; i < n; i++) uts_add(&sum, &parts[i]);         \
    return sum;                                                   \
  }

DEFINE_SEARCH(search_untied, omp task untied)
DEFINE_SEARCH(search_tied, omp task)

uts_count uts_search(const uts_tree* of, const uts_node* root, int with_granularity, int is_tied) {
  tree = of;
  granularity = with_granularity;
  uts_count found = {0, 0, 0};
#pragma omp parallel
#pragma omp single
  found = is_tied ? search_tied(root) : search_untied(root);
  return found;
}

int uts_prepare(int threads) {
  if (threads) omp_set_num_threads(threads);
  int started = 1;
#pragma omp parallel
  {
#pragma omp master
    started = omp_get_num_threads();
  }
  return started;
}
