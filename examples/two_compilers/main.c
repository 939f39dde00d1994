/* SPDX-License-Identifier: Apache-2.0
 *
 * Has both parts use four threads, and counts how many different ones that were. */
#include <pthread.h>
#include <stdio.h>

void use_threads_gcc(void (*note)(void));
void use_threads_clang(void (*note)(void));

static pthread_t seen[64];
static int n_seen;

static void note(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  int known = 0;
  while (known < n_seen && !pthread_equal(seen[known], pthread_self())) known++;
  if (known == n_seen) seen[n_seen++] = pthread_self();
  pthread_mutex_unlock(&lock);
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    use_threads_gcc(note);
    use_threads_clang(note);
  }
  printf("%d threads for both parts\n", n_seen);
  puts(n_seen == 4 ? "ok" : "two runtimes");
  return n_seen != 4;
}
