/* SPDX-License-Identifier: Apache-2.0
 *
 * Unbalanced Tree Search as in Olivier, "Evaluating the Efficiency of OpenMP Tasking for Unbalanced Computation on
 * Diverse CPU Architectures": a task for each child that has children itself, so that every task of a binomial tree
 * does the same number of SHA-1 evaluations. Every search is compared with the published counts and with the search
 * without tasks, which runs in turns with it and is what overhead and efficiency are relative to.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/measure.h"
#include "uts/instructions.h"
#include "uts/search.h"

static const uts_tree* tree;
static int granularity;
uts_moved_counter* uts_moved;

/* ---- Stacks ------------------------------------------------------------------------------------------------------ */

/* Stacks are fixed when a program starts: it starts itself again with larger ones. What the user has set stays. */
static void start_with_deep_stacks(char** argv) {
  const rlim_t wanted = kUtsStackBytes;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit)) measure_fail("uts: cannot read the limit of the stack");
  if (getenv("OMP_STACKSIZE") && (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)) return;
  if (getenv("UTS_STARTED_AGAIN")) return; /* larger ones cannot be had */
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    (void)setrlimit(RLIMIT_STACK, &limit);
  }
  (void)setenv("OMP_STACKSIZE", "1G", 0);
  (void)setenv("UTS_STARTED_AGAIN", "1", 1);
  (void)execv("/proc/self/exe", argv);
  measure_fail("uts: cannot start itself again; set OMP_STACKSIZE=1G and ulimit -s 1048576");
}

/* ---- Measurement ------------------------------------------------------------------------------------------------- */

static void require(const char* what, const uts_count* found, const uts_count* expected) {
  if (found->nodes != expected->nodes || found->leaves != expected->leaves || found->depth != expected->depth)
    measure_fail("uts: %s found %llu nodes, %llu leaves, depth %d in %s; %llu, %llu and %d are there", what,
                 (unsigned long long)found->nodes, (unsigned long long)found->leaves, found->depth, tree->name,
                 (unsigned long long)expected->nodes, (unsigned long long)expected->leaves, expected->depth);
}

int main(int argc, char** argv) {
  long long repetitions_of_hash = 1;
  long long repeat = 3;
  long long is_tied = 0;
  long long is_counting = 0;
  long long with_instructions = 0;
  long long wanted_threads = 0;
  const measure_option options[] = {
      {"granularity", "SHA-1 evaluations for each node", &repetitions_of_hash, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"threads", "of the search; 0: as many as the runtime likes", &wanted_threads, 0, 4096, 0},
      {"tied", "tied tasks; Olivier's are untied", &is_tied, 0, 1, 1},
      {"moved", "count the tasks that another thread than their creator starts", &is_counting, 0, 1, 1},
      {"instructions", "count those of a search without tasks", &with_instructions, 0, 1, 1},
  };
  measure_form forms[kNumTrees];
  for (int i = 0; i < kNumTrees; i++) {
    forms[i].name = uts_trees[i].name;
    forms[i].text = uts_trees[i].kind == kBinomial ? "binomial" : "geometric";
  }
  tree = &uts_trees[measure_command_line(argc, argv, forms, kNumTrees, options, 6)];
  granularity = (int)repetitions_of_hash;
  start_with_deep_stacks(argv);

  const int threads = uts_prepare((int)wanted_threads);
  if (is_counting) uts_moved = calloc((size_t)threads, sizeof *uts_moved);
  double* serial_s = calloc((size_t)repeat, sizeof *serial_s);
  double* tasks_s = calloc((size_t)repeat, sizeof *tasks_s);
  if (!serial_s || !tasks_s || (is_counting && !uts_moved)) measure_fail("uts: no memory for the samples");

  const uts_node root = uts_root(tree);
  uts_count expected = tree->published;
  for (long long k = 0; k < repeat; k++) {
    const double start_s = measure_now_s();
    const uts_count serially = uts_counted_search(tree, &root, granularity);
    const double middle_s = measure_now_s();
    const uts_count found = uts_search(tree, &root, granularity, (int)is_tied);
    tasks_s[k] = measure_now_s() - middle_s;
    serial_s[k] = middle_s - start_s;
    if (!expected.nodes) expected = serially;
    require("the search without tasks", &serially, &expected);
    require("the search with tasks", &found, &expected);
  }

  const double serial_median_s = measure_median(serial_s, (size_t)repeat);
  const double tasks_median_s = measure_median(tasks_s, (size_t)repeat);
  const double n_tasks = (double)(expected.nodes - expected.leaves - 1); /* the root is none */
  measure_json_begin("uts", uts_compiler, tree->name);
  measure_json_integer("threads", threads);
  measure_json_integer("granularity", granularity);
  measure_json_boolean("tied", (int)is_tied);
  measure_json_boolean("published", tree->published.nodes != 0);
  measure_json_integer("nodes", (long long)expected.nodes);
  measure_json_integer("leaves", (long long)expected.leaves);
  measure_json_integer("depth", expected.depth);
  measure_json_integer("tasks", (long long)n_tasks);
  measure_json_reals("serial_samples_s", serial_s, (size_t)repeat);
  measure_json_reals("samples_s", tasks_s, (size_t)repeat);
  measure_json_real("serial_ns_per_node", 1e9 * serial_median_s / (double)expected.nodes);
  measure_json_real("overhead_ns_per_task", 1e9 * (threads * tasks_median_s - serial_median_s) / n_tasks);
  measure_json_real("efficiency_percent", 100 * serial_median_s / (threads * tasks_median_s));
  if (uts_moved) {
    long long n_moved = 0;
    for (int i = 0; i < threads; i++) n_moved += uts_moved[i].n_tasks;
    measure_json_real("moved_tasks", (double)n_moved / (double)repeat);
    measure_json_real("moved_per_thread_and_second", (double)n_moved / (double)repeat / (threads * tasks_median_s));
  }
  if (with_instructions) {
    const double counted = uts_instructions(tree, &root, granularity);
    if (counted > 0) {
      measure_json_real("instructions_per_evaluation", counted / (double)(expected.nodes * (uint64_t)granularity));
    } else {
      measure_json_null("instructions_per_evaluation");
    }
  }
  measure_json_end();
  free(uts_moved);
  free(serial_s);
  free(tasks_s);
  return 0;
}
