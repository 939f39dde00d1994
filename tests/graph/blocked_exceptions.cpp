// SPDX-License-Identifier: Apache-2.0
//
// Tasks that block while they handle an exception, several of them in each other's handlers, or in a destructor
// while one passes. Each goes on in an order of its own, and has to find its own exception: by `throw;`, as the
// current one, and as the number of those that are not caught yet.
//
// test: NOT_STOCK gcc 'only Rondo has these functions' clang 'only Rondo has these functions'
#include <exception>
#include <stdexcept>
#include <string>

#include "graph/graph_check.h"

namespace {

enum { kTasks = 100, kRounds = 30 };

rondo_suspension waits[2 * kTasks];
int n_destroyed;

void await(int i) { rondo_task_block(&waits[i]); }

// What an exception's handler sees of it.
int current_value() {
  try {
    throw;
  } catch (int value) {
    return value;
  } catch (const std::runtime_error& error) {
    return std::stoi(error.what());
  }
}

// In the middle of a handler, and of a handler in it; what follows from a `throw;` after both.
void in_handlers(int i) {
  int caught = -1;
  const std::exception_ptr of_thread = std::current_exception();  // where a task runs on top of a thread's handler
  try {
    try {
      throw i;
    } catch (int& value) {
      CHECK_EQ(std::uncaught_exceptions(), 0);
      await(i);
      CHECK_EQ(value, i);
      CHECK_EQ(current_value(), i);
      try {
        throw std::runtime_error(std::to_string(kTasks + i));
      } catch (const std::runtime_error&) {
        await(kTasks + i);
        CHECK_EQ(current_value(), kTasks + i);
      }
      CHECK_EQ(current_value(), i);
      CHECK_EQ(std::uncaught_exceptions(), 0);
      throw;
    }
  } catch (int value) {
    caught = value;
  }
  CHECK_EQ(caught, i);
  CHECK(std::current_exception() == of_thread);
}

// Blocks in its destructor, once before and once while it handles an exception of its own.
struct Blocking {
  int i;
  int n_uncaught;
  ~Blocking() {
    CHECK_EQ(std::uncaught_exceptions(), n_uncaught);
    await(i);
    CHECK_EQ(std::uncaught_exceptions(), n_uncaught);
    try {
      throw std::runtime_error(std::to_string(i));
    } catch (const std::runtime_error&) {
      await(kTasks + i);
      CHECK_EQ(std::uncaught_exceptions(), n_uncaught);
      CHECK_EQ(current_value(), i);
    }
    CHECK_EQ(std::uncaught_exceptions(), n_uncaught);
#pragma omp atomic
    n_destroyed++;
  }
};
void while_one_passes(int i) {
  int caught = -1;
  try {
    Blocking object = {i, i % 4 != 3};
    if (i % 4 != 3) throw i;
    caught = i;
  } catch (int value) {
    caught = value;
  }
  CHECK_EQ(caught, i);
  CHECK_EQ(std::uncaught_exceptions(), 0);
}

// A task that neither throws nor blocks, on a thread whose others do both.
void plain() {
  CHECK_EQ(std::uncaught_exceptions(), 0);
  CHECK(std::current_exception() == nullptr);
}

// All that are blocked are, before the first goes on; then in creation order, or in the other one, or mixed.
void unblock_all(int round) {
  for (int k = 0; k < 2 * kTasks; k++) {
    const int i = round % 3 == 0 ? k : round % 3 == 1 ? 2 * kTasks - 1 - k : (k * 77) % (2 * kTasks);
    rondo_task_unblock(&waits[i]);
  }
}

void tasks(int round) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      i % 2 ? in_handlers(i) : while_one_passes(i);
#pragma omp task
      plain();
    }
#pragma omp task firstprivate(round)
    unblock_all(round);
  }
}

// The creator handles an exception while it waits, or is blocked, and the threads of the team do so.
void creators(int round) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    try {
      throw 1000 + thread;
    } catch (int) {
#pragma omp for nowait
      for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
        i % 2 ? in_handlers(i) : while_one_passes(i);
      }
      CHECK_EQ(current_value(), 1000 + thread);
#pragma omp single
      {
#pragma omp task firstprivate(round)
        unblock_all(round);
#pragma omp taskwait
      }
      CHECK_EQ(current_value(), 1000 + thread);
    }
    CHECK(std::current_exception() == nullptr);
  }
}

}  // namespace

int main() {
  rondo_enable_blocking();
  int n_objects = 0;
  for (int round = 0; round < TEST_SCALE(kRounds); round++) {
    for (rondo_suspension& wait : waits) wait.state = nullptr;
    tasks(round);
    for (rondo_suspension& wait : waits) wait.state = nullptr;
    creators(round);
    n_objects += kTasks;
  }
  CHECK_EQ(n_destroyed, n_objects);
  return check_finish();
}
