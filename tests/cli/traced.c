// SPDX-License-Identifier: Apache-2.0
//
// Programs that are traced: `counts` does a known number of everything, the others end in some way in the middle of
// their tasks, and `many` has more events than there is memory for.
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kSide = 9, kTasks = 20, kMany = 40000 };

static int cell[kSide][kSide];
static volatile int n_critical;
static volatile int n_done;

static void wavefront(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 1; i < kSide; i++) {
    for (int j = 1; j < kSide; j++) {
#pragma omp task depend(in : cell[i - 1][j], cell[i][j - 1]) depend(inout : cell[i][j])
      cell[i][j] = cell[i - 1][j] + cell[i][j - 1];
    }
  }
}

static void counts(void) {
  wavefront();
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < 50; i++) {
#pragma omp critical
      n_critical++;
    }
#pragma omp barrier
#pragma omp taskgroup
    {
#pragma omp task
      n_done = 1;
    }
#pragma omp taskwait
  }
}

// The second thread ends the process in its third task.
static void end_in_task(const char* how) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task if (0)
        {
          n_done++;
          if (n_done < 3) {
            // goes on
          } else if (strcmp(how, "exit") == 0) {
            exit(3);
          } else if (strcmp(how, "_exit") == 0) {
            _exit(3);
          } else if (strcmp(how, "kill") == 0) {
            kill(getpid(), SIGKILL);
          } else if (strcmp(how, "crash") == 0) {
            signal(SIGSEGV, SIG_DFL);
            raise(SIGSEGV);
          } else {
            abort();
          }
        }
      }
    } else {
      for (;;) pause();
    }
  }
}

static int fork_and_go_on(void) {
  wavefront();
  const pid_t child = fork();
  wavefront();
  if (child == 0) return 0;
  int status = 1;
  waitpid(child, &status, 0);
  return status;
}

static void many(void) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < kMany; i++) {
#pragma omp task if (0)
    n_done++;
  }
}

int main(int n_arguments, char** arguments) {
  const char* what = n_arguments > 1 ? arguments[1] : "";
  if (strcmp(what, "counts") == 0) {
    counts();
  } else if (strcmp(what, "fork") == 0) {
    return fork_and_go_on();
  } else if (strcmp(what, "many") == 0) {
    many();
  } else if (strcmp(what, "nothing") != 0) {
    end_in_task(what);
  }
  return 0;
}
