/* SPDX-License-Identifier: Apache-2.0
 *
 * OMP_DISPLAY_AFFINITY: every thread of a region says where it is, and says it again only when something about the
 * team, or the nest, has changed. libgomp does so on standard error, libomp on standard output; programs find it
 * where it was. KMP_AFFINITY=verbose asks for the same on standard error.
 *
 * tests: THREADS env
 * test: QUICK ENV OMP_DISPLAY_AFFINITY=true 'OMP_AFFINITY_FORMAT=thread %n of %N at level %L.'
 * test kmp_verbose: ENV KMP_AFFINITY=verbose,none 'OMP_AFFINITY_FORMAT=thread %n of %N at level %L.'
 * test kmp_verbose: NOT_STOCK gcc 'libgomp does not know KMP_AFFINITY' clang 'libomp 19 has a text of its own'
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#ifdef __clang__
enum { kStreamOfRuntime = STDOUT_FILENO };
#else
enum { kStreamOfRuntime = STDERR_FILENO };
#endif

static FILE* lines;
static int displays_on = kStreamOfRuntime, stream;

/* Turns the stream to a file. */
static void begin(void) {
  lines = tmpfile();
  if (lines == NULL) abort();
  fflush(NULL);
  stream = dup(displays_on);
  dup2(fileno(lines), displays_on);
}

/* Back again. Checks that each thread of `n_threads` has written one line about itself at level 1, or none. */
static void end(int n_threads) {
  fflush(NULL);
  dup2(stream, displays_on);
  close(stream);
  int n_lines = 0, seen[16] = {0};
  char line[200];
  rewind(lines);
  while (fgets(line, sizeof line, lines) != NULL) {
    int thread, of, level;
    if (!CHECK_EQ(sscanf(line, "thread %d of %d at level %d.", &thread, &of, &level), 3)) printf("line: %s", line);
    if (level == 2) continue;
    n_lines++;
    CHECK_EQ(of, n_threads);
    CHECK_EQ(level, 1);
    if (CHECK(thread >= 0 && thread < 16)) CHECK_EQ(seen[thread]++, 0);
  }
  CHECK_EQ(n_lines, n_threads);
  fclose(lines);
}

static void region(int n_threads, int n_expected) {
  int n_ran = 0;
  begin();
#pragma omp parallel num_threads(n_threads)
  {
#pragma omp atomic
    n_ran++;
  }
  end(n_expected);
  CHECK_EQ(n_ran, n_threads);
}

/* The same with a region of two threads in each thread. */
static void nest(int n_threads, int n_expected) {
  int n_ran = 0;
  begin();
#pragma omp parallel num_threads(n_threads)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      n_ran++;
    }
  }
  end(n_expected);
  CHECK_EQ(n_ran, 2 * n_threads);
}

/* To libomp a thread that has been in another nest has news; to libgomp only a team that is another one. */
static void change_nest(void) {
  const int is_new = kStreamOfRuntime == STDOUT_FILENO;
  omp_set_max_active_levels(2);
  nest(2, 0);
  nest(2, is_new ? 2 : 0);
  region(2, is_new ? 2 : 0);
  region(2, 0);
  region(1, is_new ? 1 : 0);
  region(1, 0);
  region(2, is_new ? 2 : 0);
  begin();
#pragma omp parallel if (0)
  CHECK_EQ(omp_get_num_threads(), 1);
  end(is_new ? 1 : 0);
}

int main(void) {
  omp_set_dynamic(0);
  if (getenv("KMP_AFFINITY") != NULL) displays_on = STDERR_FILENO; /* verbose */
  region(2, 2);
  region(2, 0);
  region(3, 3);
  region(3, 0);
  region(2, 2);
  change_nest();
  displays_on = kStreamOfRuntime;
  begin();
  omp_display_affinity("thread %n of %N at level 1.");
  end(1);
  return check_finish();
}
