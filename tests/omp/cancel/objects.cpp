// SPDX-License-Identifier: Apache-2.0
//
// C++ objects that tasks capture by value, in taskgroups that are cancelled: each copy is destroyed, whether its task
// is queued, held up by a dependence, undeferred or a taskloop's. gcc's code destroys it in the task's body only.
//
// test: ENV OMP_CANCELLATION=true
// test: NOT_STOCK clang 'libomp 19 hangs'
#include "check.h"

namespace {

enum { kTasks = 200 };

long n_objects;
int cell;

struct Object {
  int value;
  explicit Object(int v) : value(v) { count(1); }
  Object(const Object& other) : value(other.value) { count(1); }
  Object& operator=(const Object&) = delete;
  ~Object() { count(-1); }
  static void count(int n) {
#pragma omp atomic
    n_objects += n;
  }
};

void use(const Object& object) { CHECK(object.value == 3); }

void cancel() {
#pragma omp task if (0)
  {
#pragma omp cancel taskgroup
  }
}

void create_queued(const Object& original) {
  for (int i = 0; i < kTasks; i++) {
    const Object object(original);
#pragma omp task firstprivate(object)
    use(object);
    if (i == kTasks / 2) cancel();
  }
}

void create_dependent(const Object& original) {
  for (int i = 0; i < kTasks; i++) {
    const Object object(original);
#pragma omp task firstprivate(object) depend(inout : cell)
    use(object);
    if (i == kTasks / 2) cancel();
  }
}

void create_undeferred(const Object& original) {
  int n_late = 0;
  cancel();
  for (int i = 0; i < kTasks; i++) {
    const Object object(original);
#pragma omp task firstprivate(object) shared(n_late) if (0)
    n_late += object.value;
#pragma omp task firstprivate(object) shared(n_late) if (0) depend(inout : cell)
    n_late += object.value;
  }
#ifdef __clang__
  (void)n_late;  // its code calls the bodies of undeferred tasks itself
#else
  CHECK(n_late == 0);
#endif
}

void create_taskloop(const Object& original) {
  const Object object(original);
  for (int round = 0; round < 2; round++) {
#pragma omp taskloop firstprivate(object) grainsize(1) nogroup
    for (int i = 0; i < kTasks; i++) use(object);
    cancel();
  }
}

void run(void (*create)(const Object&)) {
#pragma omp parallel
#pragma omp single
  {
    const Object original(3);
#pragma omp taskgroup
    create(original);
  }
  CHECK(n_objects == 0);
}

}  // namespace

int main() {
  run(create_queued);
  run(create_dependent);
  run(create_undeferred);
  run(create_taskloop);
  return check_finish();
}
