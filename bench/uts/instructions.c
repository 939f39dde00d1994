/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall(), popen() */
#include "uts/instructions.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((noinline)) uts_count uts_counted_search(const uts_tree* tree, const uts_node* root, int granularity) {
  const uts_count found = uts_search_serially(tree, root, granularity);
  __asm__ volatile("" : : : "memory"); /* so that the call is not this function's last jump */
  return found;
}

static double by_counter(const uts_tree* tree, const uts_node* root, int granularity) {
  struct perf_event_attr of = {.type = PERF_TYPE_HARDWARE, .size = sizeof of, .config = PERF_COUNT_HW_INSTRUCTIONS};
  of.exclude_kernel = of.exclude_hv = 1;
  const int counter = (int)syscall(SYS_perf_event_open, &of, 0, -1, -1, 0);
  long long before = 0;
  long long after = 0;
  if (counter < 0) return -1;
  int is_read = read(counter, &before, sizeof before) == sizeof before;
  (void)uts_counted_search(tree, root, granularity);
  is_read &= read(counter, &after, sizeof after) == sizeof after;
  (void)close(counter);
  return is_read && after > before ? (double)(after - before) : -1;
}

static double by_callgrind(const uts_tree* tree, int granularity) {
  char command[1024];
  char program[512] = {0};
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return -1;
  snprintf(command, sizeof command,
           "UTS_STARTED_AGAIN=1 OMP_NUM_THREADS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null"
           " --toggle-collect=uts_counted_search '%s' %s --granularity %d --repeat 1 2>&1",
           program, tree->name, granularity);
  FILE* output = popen(command, "r");
  if (!output) return -1;
  char line[512];
  double counted = -1;
  while (fgets(line, sizeof line, output)) (void)sscanf(line, "==%*d== Collected : %lf", &counted);
  return pclose(output) == 0 ? counted : -1;
}

double uts_instructions(const uts_tree* tree, const uts_node* root, int granularity) {
  const double counted = by_counter(tree, root, granularity);
  return counted > 0 ? counted : by_callgrind(tree, granularity);
}
