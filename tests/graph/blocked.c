// SPDX-License-Identifier: Apache-2.0
//
// Tasks that block (rondo_task_block) in all places where tasks run, and wait for tasks that run later or for threads
// of the program. Each part would hang if a blocked task held its thread, its creator or a wait. A task goes on on
// its own thread.
//
// test: NOT_STOCK gcc 'only Rondo has these functions' clang 'only Rondo has these functions'
#include <omp.h>
#include <pthread.h>

#include "graph/graph_check.h"

enum { kTasks = 300, kRounds = 20 };

static rondo_suspension waits[kTasks];
static long values[kTasks];
static int of_thread;
#pragma omp threadprivate(of_thread)

static void begin_round(void) {
  for (int i = 0; i < kTasks; i++) {
    waits[i].state = NULL;
    values[i] = 0;
  }
}

// The value that somebody else writes before the caller is unblocked.
static long await(int i) {
  const int thread = omp_get_thread_num();
  const int* const address = &of_thread;
  rondo_task_block(&waits[i]);
  CHECK_EQ(omp_get_thread_num(), thread);
  CHECK(&of_thread == address);
  return values[i];
}
static void send(int i, long value) {
  values[i] = value;
  rondo_task_unblock(&waits[i]);
}

// All are blocked before the first is unblocked, in the order in which they began or in the other one.
static void all_at_once(int round) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      CHECK_EQ(await(i), i + 1);
    }
#pragma omp task
    for (int i = 0; i < kTasks; i++) {
      const int k = round % 2 ? i : kTasks - 1 - i;
      send(k, k + 1);
    }
  }
}

// Each waits for the next one; their creator waits, too.
static void along_a_chain(int round) {
#pragma omp parallel
#pragma omp master
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i) untied if (i % 7 != round % 7 || i == 0)
      {
        if (i > 0) send(i - 1, i);
        if (i % 7 != round % 7 && i < kTasks - 1) CHECK_EQ(await(i), i + 1);
      }
      if (i % 50 == 49 && i < kTasks - 1) {
#pragma omp taskyield
      }
    }
#pragma omp taskwait
  }
}

// Tasks with children that block: their taskwaits and taskgroups are left, and go on.
static void nested(int round) {
  long n_over = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i += 3) {
#pragma omp task firstprivate(i) shared(n_over)
      {
        long sum = 0;
#pragma omp task shared(sum) firstprivate(i)
        {
          const long value = await(i);
#pragma omp atomic
          sum += value;
        }
#pragma omp task shared(sum) firstprivate(i) if (round % 2)
        {
          const long value = await(i + 1);
#pragma omp atomic
          sum += value;
        }
        if (round % 3 == 0) {
#pragma omp taskgroup
          {
#pragma omp task shared(sum) firstprivate(i)
            {
              const long value = await(i + 2);
#pragma omp atomic
              sum += value;
            }
          }
        }
#pragma omp taskwait
        CHECK_EQ(sum, round % 3 == 0 ? 3L * i + 3 : 2L * i + 1);
#pragma omp atomic
        n_over++;
      }
    }
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      send(i, i);
    }
  }
  CHECK_EQ(n_over, kTasks / 3);
}

// With dependences; the master blocks as well, where it is.
static void with_dependences(void) {
  static long chain[10];
  for (int i = 0; i < 10; i++) chain[i] = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks - 1; i++) {
#pragma omp task firstprivate(i) depend(inout : chain[i % 10])
      chain[i % 10] = chain[i % 10] * 3 + await(i);
    }
    for (int i = kTasks - 2; i >= 0; i--) {
#pragma omp task firstprivate(i)
      send(i, i);
    }
#pragma omp task
    send(kTasks - 1, 77);
    CHECK_EQ(await(kTasks - 1), 77);
  }
  for (int k = 0; k < 10; k++) {
    long want = 0;
    for (int i = k; i < kTasks - 1; i += 10) want = want * 3 + i;
    CHECK_EQ(chain[k], want);
  }
}

static void taskloops(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(1) nogroup
    for (int i = 0; i < kTasks; i++) CHECK_EQ(await(i), i);
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < kTasks; i++) send(i, i);
  }
}

// A thread of the program unblocks, while the team may sleep.
static void* from_outside(void* round) {
  for (int i = 0; i < kTasks; i++) {
    for (volatile int k = 0; k < (i * *(int*)round) % 977; k++) continue;
    send(i, 2 * i);
  }
  return NULL;
}
static void by_a_thread(int round) {
  pthread_t thread;
  pthread_create(&thread, NULL, from_outside, &round);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < kTasks / 2; i++) CHECK_EQ(await(i), 2 * i);
#pragma omp single
    for (int i = kTasks / 2; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      CHECK_EQ(await(i), 2 * i);
    }
  }
  pthread_join(thread, NULL);
}

// Threads one after the other, each with a team: what one has left to the next, stacks among it, names none that is
// gone. Idle ones take the place of the last one in what the thread sanitizer knows.
static void* of_its_own(void* round) {
  begin_round();
  all_at_once(*(int*)round);
  return NULL;
}
static void* idle(void* nothing) { return nothing; }
static void by_threads_in_turn(void) {
  for (int round = 0; round < 10; round++) {
    pthread_t threads[5];
    for (int i = 0; i < 5; i++) pthread_create(&threads[i], NULL, i == round % 5 ? of_its_own : idle, &round);
    for (int i = 0; i < 5; i++) pthread_join(threads[i], NULL);
  }
}

// Tasks that are complete only when they are released, some of them twice, by tasks that run later.
static void* held[kTasks];
static void tasks_on_hold(void) {
  static long cells[kTasks];
  for (int i = 0; i < kTasks; i++) held[i] = NULL;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i) depend(out : cells[i])
      {
        cells[i] = 1;
        void* const task = rondo_task_hold();
        CHECK(task != NULL);
        if (i % 2) CHECK(rondo_task_hold() == task);
        held[i] = task;
        send(i, 5);
      }
#pragma omp task firstprivate(i) depend(in : cells[i])
      CHECK_EQ(cells[i], i % 2 ? 3 : 2);
    }
    for (int i = kTasks - 1; i >= 0; i--) {
#pragma omp task firstprivate(i)
      {
        await(i);
        for (int n = i % 2; n >= 0; n--) {
          cells[i]++;
          rondo_task_release(held[i]);
        }
      }
    }
  }
}

// In a graph, whose tasks would run in creation order, in batches, or as one if they could not block.
static void in_graphs(void) {
  for (int encounter = 0; encounter < 12; encounter++) {
    begin_round();
#pragma omp parallel
#pragma omp single
    RONDO_TASKGRAPH(rondo_graph_id(encounter % 2)) {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i) depend(out : values[i])
        {
          if (i % 2)
            send(i - 1, i);
          else
            CHECK_EQ(await(i), i + 1);
        }
      }
    }
  }
  for (int encounter = 0; encounter < 12; encounter++) {
    begin_round();
#pragma omp parallel
#pragma omp single
    RONDO_TASKGRAPH(rondo_same_data()) {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
        {
          if (i % 2)
            send(i - 1, i);
          else
            CHECK_EQ(await(i), i + 1);
        }
      }
    }
  }
}

int main(void) {
  rondo_enable_blocking();
  for (int round = 0; round < TEST_SCALE(kRounds); round++) {
    begin_round();
    all_at_once(round);
    begin_round();
    along_a_chain(round);
    begin_round();
    nested(round);
    begin_round();
    with_dependences();
    begin_round();
    taskloops();
    begin_round();
    by_a_thread(round);
    begin_round();
    tasks_on_hold();
    in_graphs();
  }
  by_threads_in_turn();
  return check_finish();
}
