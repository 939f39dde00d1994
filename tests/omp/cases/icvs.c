// SPDX-License-Identifier: Apache-2.0
//
// ICVs of data environments in every kind of task and region (OpenMP 5.2, sections 2.3 and 2.4): each task has its
// own copies; a new one begins with those that its generating task has at that moment, a region's implicit tasks
// with those of the task that encounters it; and what a task sets is gone with it. Cases put back what they set.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

// All that a program can set, by one number.
static void set_icvs(int number) {
  omp_set_num_threads(10 + number);
  omp_set_dynamic(number % 2);
  omp_set_schedule(omp_sched_dynamic, 100 + number);
  omp_set_max_active_levels(2 + number);
  omp_set_default_device(number);
}
static int chunk_here(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  return kind == omp_sched_dynamic ? chunk : -1;
}
#define CHECK_ICVS(number)                               \
  do {                                                   \
    CHECK_EQ(omp_get_max_threads(), 10 + (number));      \
    CHECK_EQ(omp_get_dynamic(), (number) % 2);           \
    CHECK_EQ(chunk_here(), 100 + (number));              \
    CHECK_EQ(omp_get_max_active_levels(), 2 + (number)); \
    CHECK_EQ(omp_get_default_device(), (number));        \
  } while (0)

typedef struct {
  int n_threads, dynamic, chunk, levels, device;
  omp_sched_t kind;
} setting;

static setting begin(int number) {
  setting before;
  before.n_threads = omp_get_max_threads();
  before.dynamic = omp_get_dynamic();
  omp_get_schedule(&before.kind, &before.chunk);
  before.levels = omp_get_max_active_levels();
  before.device = omp_get_default_device();
  set_icvs(number);
  return before;
}
static void end(setting before) {
  omp_set_num_threads(before.n_threads);
  omp_set_dynamic(before.dynamic);
  omp_set_schedule(before.kind, before.chunk);
  omp_set_max_active_levels(before.levels);
  omp_set_default_device(before.device);
}

// ---- One task that sets what it inherits, and finds it set; nobody else does ------------------------------------

static void look_and_set(int number) {
  CHECK_ICVS(number);
  set_icvs(number + 1);
  CHECK_ICVS(number + 1);
}

#define TASK_CASE(name, ...) TASK_CASES(CASE_RIGHT, name, NULL, __VA_ARGS__)
#define CASE_RIGHT(name, text, reason) CASE(name, text)
#define TASK_CASES(KIND, name, reason, ...)                                  \
  KIND(alone_##name, "ICVs: " #__VA_ARGS__ ", outside of regions", reason) { \
    const setting before = begin(1);                                         \
    PRAGMA(__VA_ARGS__)                                                      \
    look_and_set(1);                                                         \
    PRAGMA(taskwait)                                                         \
    CHECK_ICVS(1);                                                           \
    end(before);                                                             \
  }                                                                          \
  KIND(in_region_##name, "ICVs: " #__VA_ARGS__ ", in parallel", reason) {    \
    const setting before = begin(1);                                         \
    PRAGMA(parallel num_threads(4)) {                                        \
      set_icvs(2 + omp_get_thread_num());                                    \
      const int number = 2 + omp_get_thread_num();                           \
      PRAGMA(__VA_ARGS__)                                                    \
      look_and_set(number);                                                  \
      PRAGMA(taskwait)                                                       \
      CHECK_ICVS(number);                                                    \
    }                                                                        \
    CHECK_ICVS(1);                                                           \
    end(before);                                                             \
  }                                                                          \
  KIND(in_task_##name, "ICVs: " #__VA_ARGS__ ", in a task", reason) {        \
    const setting before = begin(1);                                         \
    PRAGMA(parallel num_threads(4))                                          \
    PRAGMA(single)                                                           \
    for (int i = 0; i < 8; i++) {                                            \
      PRAGMA(task firstprivate(i)) {                                         \
        CHECK_ICVS(1);                                                       \
        set_icvs(3 + i);                                                     \
        const int number = 3 + i;                                            \
        PRAGMA(__VA_ARGS__)                                                  \
        look_and_set(number);                                                \
        CHECK_ICVS(number);                                                  \
        PRAGMA(taskwait)                                                     \
        CHECK_ICVS(number);                                                  \
      }                                                                      \
    }                                                                        \
    CHECK_ICVS(1);                                                           \
    end(before);                                                             \
  }

static int item;
TASK_CASE(task, task)
TASK_CASE(undeferred, task if (0))
TASK_CASE(final, task final(1))
TASK_CASE(mergeable, task mergeable)
TASK_CASE(mergeable_undeferred, task if (0) mergeable)
TASK_CASE(untied, task untied)
TASK_CASES(CASE_NOT_LIBOMP, untied_undeferred, "libomp 19 stops with an assertion", task if (0) untied)
TASK_CASE(priority, task priority(3))
TASK_CASE(depend, task depend(inout : item))
TASK_CASE(depend_undeferred, task if (0) depend(inout : item))

CASE(taskloop, "ICVs: taskloop") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    set_icvs(2);
#pragma omp taskloop num_tasks(20)
    for (int i = 0; i < 20; i++) look_and_set(2);
    CHECK_ICVS(2);
#pragma omp taskloop if (0) num_tasks(5)
    for (int i = 0; i < 5; i++) look_and_set(2);
    CHECK_ICVS(2);
#pragma omp taskloop final(1) num_tasks(5)
    for (int i = 0; i < 5; i++) look_and_set(2);
    CHECK_ICVS(2);
  }
  CHECK_ICVS(1);
  end(before);
}
CASE(included, "ICVs: included tasks, each in the other") {
  const setting before = begin(1);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  {
    set_icvs(2);
#pragma omp task
    {
      look_and_set(2);
#pragma omp task
      look_and_set(3);
      CHECK_ICVS(3);
    }
    CHECK_ICVS(2);
  }
  CHECK_ICVS(1);
  end(before);
}
CASE(untied_parts, "ICVs: an untied task that goes on behind its children") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; i++) {
#pragma omp task untied firstprivate(i)
    {
      set_icvs(i);
#pragma omp task
      look_and_set(i);
#pragma omp taskyield
      CHECK_ICVS(i);
#pragma omp taskwait
      CHECK_ICVS(i);
    }
  }
  end(before);
}

// ---- What is inherited, and when --------------------------------------------------------------------------------

CASE(each_creation, "ICVs: set between the creations of tasks") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 200; i++) {
      if (i % 10 == 0) set_icvs(i / 10);
#pragma omp task firstprivate(i)
      {
        spin_for(1000);
        look_and_set(i / 10);
      }
    }
    CHECK_ICVS(19);
#pragma omp taskwait
    CHECK_ICVS(19);
    set_icvs(20);  // nobody is left who would see it
#pragma omp task
    look_and_set(20);
  }
  end(before);
}
CASE(descendants, "ICVs: through generations, set while descendants run") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
    {
      CHECK_ICVS(1);
      set_icvs(2);
#pragma omp task
      {
#pragma omp task
        {
          spin_for(3000);
          CHECK_ICVS(2);
        }
        CHECK_ICVS(2);
      }
      set_icvs(3);
#pragma omp task
      {
#pragma omp task
        {
          CHECK_ICVS(3);
#pragma omp task if (0)
          look_and_set(3);
        }
        set_icvs(4);
#pragma omp task
        CHECK_ICVS(4);
      }
      CHECK_ICVS(3);
    }
  }
  CHECK_ICVS(1);
  end(before);
}
CASE(other_threads, "ICVs: a task does not have those of the thread that runs it") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() != 0) set_icvs(30 + omp_get_thread_num());
#pragma omp barrier
#pragma omp master
    for (int i = 0; i < 100; i++) {
#pragma omp task
      {
        spin_for(1000);
        look_and_set(1);
      }
    }
#pragma omp barrier
    CHECK_ICVS(omp_get_thread_num() != 0 ? 30 + omp_get_thread_num() : 1);
  }
  end(before);
}
CASE(while_waiting, "ICVs: what runs while a task waits has its own") {
  const setting before = begin(1);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i)
    {
      CHECK_ICVS(1);
      set_icvs(2 + i % 20);
#pragma omp task
      {
        spin_for(500);
        set_icvs(40);
      }
#pragma omp taskyield
      CHECK_ICVS(2 + i % 20);
#pragma omp taskwait
      CHECK_ICVS(2 + i % 20);
#pragma omp taskgroup
      {
#pragma omp task
        look_and_set(2 + i % 20);
      }
      CHECK_ICVS(2 + i % 20);
    }
  }
  end(before);
}
CASE(in_taskgroup, "ICVs: set in a taskgroup whose tasks run") {
  const setting before = begin(1);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
        spin_for(3000);
        CHECK_ICVS(1);
      }
      set_icvs(2);
#pragma omp task
      look_and_set(2);
    }
    set_icvs(3);
#pragma omp task
    look_and_set(3);
  }
  end(before);
}
CASE(grandchildren_behind, "ICVs: set when children are done and theirs are not") {
  const setting before = begin(1);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; i++) {
    set_icvs(2);
#pragma omp task
    {
#pragma omp task
      {
        spin_for(5000);
        look_and_set(2);
      }
    }
#pragma omp taskwait
    set_icvs(3);
#pragma omp task
    look_and_set(3);
  }
  end(before);
}

// ---- Regions ----------------------------------------------------------------------------------------------------

CASE(implicit, "ICVs: implicit tasks begin with those of the task that encounters the region") {
  const setting before = begin(1);
  for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(4)
    look_and_set(1);
    CHECK_ICVS(1);
  }
#pragma omp parallel num_threads(2)
  {
    set_icvs(2 + omp_get_thread_num());
    const int number = 2 + omp_get_thread_num();
#pragma omp parallel num_threads(2)
    look_and_set(number);
    CHECK_ICVS(number);
#pragma omp task firstprivate(number)
    {
      set_icvs(number + 10);
#pragma omp parallel num_threads(2)
      look_and_set(number + 10);
#pragma omp parallel if (0)
      look_and_set(number + 10);
      CHECK_ICVS(number + 10);
    }
  }
  CHECK_ICVS(1);
  end(before);
}
CASE(worksharing, "ICVs: worksharing regions have none of their own") {
  const setting before = begin(1);
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < 3; i++) set_icvs(5);
    CHECK_ICVS(5);
#pragma omp sections
    {
#pragma omp section
      set_icvs(6);
    }
#pragma omp critical
    set_icvs(7);
    CHECK_ICVS(7);
  }
  CHECK_ICVS(1);
  end(before);
}
CASE(next_team, "ICVs: the next team's size is the task's own") {
  const setting before = begin(0);
  omp_set_dynamic(0);
  omp_set_num_threads(3);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    omp_set_num_threads(2);
#pragma omp task
    {
      omp_set_num_threads(4);
      int size = 0;
#pragma omp parallel reduction(+ : size)
      size++;
      CHECK_EQ(size, 4);
    }
#pragma omp taskwait
    int size = 0;
#pragma omp parallel reduction(+ : size)
    size++;
    CHECK_EQ(size, 2);
#pragma omp task if (0)
    omp_set_max_active_levels(1);
    size = 0;
#pragma omp parallel reduction(+ : size)
    size++;
    CHECK_EQ(size, 2);
  }
  int size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
  CHECK_EQ(size, 3);
  end(before);
}
CASE(runtime_schedule, "ICVs: schedule(runtime) takes the implicit task's own") {
  const setting before = begin(0);
  omp_set_schedule(omp_sched_static, 3);
#pragma omp parallel num_threads(2)
  {
#pragma omp task if (0)
    omp_set_schedule(omp_sched_dynamic, 1);
#pragma omp for schedule(runtime)
    for (int i = 0; i < 30; i++) CHECK_EQ(omp_get_thread_num(), i / 3 % 2);
  }
  end(before);
}
#ifdef __clang__
CASE_NOT_BUILT("ICVs: set in a target region", "clang's host code for a target region is a plain call")
#else
CASE(target, "ICVs: set in a target region") {
  const setting before = begin(1);
  omp_set_default_device(0);
#pragma omp target
  set_icvs(7);
  CHECK_EQ(omp_get_max_threads(), 11);
  CHECK_EQ(chunk_here(), 101);
  end(before);
}
#endif
CASE(target_limit, "target thread_limit") {
  const int before = omp_get_thread_limit();
#pragma omp target thread_limit(3)
  CHECK_EQ(omp_get_thread_limit(), 3);
  CHECK_EQ(omp_get_thread_limit(), before);
#pragma omp parallel num_threads(2)
  {
#pragma omp target thread_limit(2)
    CHECK_EQ(omp_get_thread_limit(), 2);
    CHECK_EQ(omp_get_thread_limit(), before);
#pragma omp target nowait thread_limit(2)
    CHECK_EQ(omp_get_thread_limit(), 2);
#pragma omp taskwait
    CHECK_EQ(omp_get_thread_limit(), before);
  }
  CHECK_EQ(omp_get_thread_limit(), before);
}
static int limit_here(void) { return omp_get_thread_limit(); }
CASE(target_teams_limit, "target teams thread_limit") {
  const int before = omp_get_thread_limit();
  int n_teams = 0;
#pragma omp target teams num_teams(2) thread_limit(3) reduction(+ : n_teams) map(tofrom : n_teams)
  {
    n_teams++;
    CHECK_EQ(limit_here(), 3);
  }
  CHECK_EQ(n_teams, 2);
  CHECK_EQ(omp_get_thread_limit(), before);
}
CASE_NOT_LIBGOMP(league, "ICVs: set in a teams region", "libgomp 12 runs the first team as the encountering task") {
  const setting before = begin(1);
#pragma omp teams num_teams(2) thread_limit(2)
  set_icvs(7);
  CHECK_ICVS(1);
  end(before);
}
