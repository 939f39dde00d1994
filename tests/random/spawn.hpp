// SPDX-License-Identifier: Apache-2.0
//
// Creates one OpenMP task whose dependences are only known at run time, in three ways of writing them: iterators with
// run-time bounds, dependence objects, and plain clauses for the few shapes that kernels use most.
#pragma once

#include <omp.h>

#include "check.h"
#include "program.hpp"

namespace random_tasks {

inline constexpr std::uint32_t kMaxDependences = 6;

// gcc 12 does not know inoutset. mutexinoutset orders the same tasks and more, and allows the same results.
#ifdef __clang__
#define RANDOM_INOUTSET inoutset
#else
#define RANDOM_INOUTSET mutexinoutset
#endif

// What a task captures: its argument, and bytes that follow from it, so that a torn or stale copy is noticed.
template <unsigned kBytes>
struct Payload {
  Value argument;
  unsigned char fill[kBytes];

  explicit Payload(Value a) : argument(a) {
    for (unsigned i = 0; i < kBytes; i++) fill[i] = static_cast<unsigned char>(a >> (i % 7 * 8));
  }
  // True if the copy is sound. Afterwards it is not: bodies may overwrite what they captured.
  bool consume() {
    bool sound = true;
    for (unsigned i = 0; i < kBytes; i++) {
      sound = sound && fill[i] == static_cast<unsigned char>(argument >> (i % 7 * 8));
      fill[i] = 0xa5;
    }
    argument = ~argument;
    return sound;
  }
};

// The list of a task's dependences, sorted by kind, as addresses.
struct Addresses {
  Value *in[kMaxDependences], *out[kMaxDependences], *inout[kMaxDependences], *mutex[kMaxDependences],
      *set[kMaxDependences];
  int n_in = 0, n_out = 0, n_inout = 0, n_mutex = 0, n_set = 0;

  Addresses(const Task& task, Value* domain) {
    for (const Dependence& d : task.dependences) {
      Value* cell = domain + d.cell;
      switch (d.kind) {
        case Kind::In:
          in[n_in++] = cell;
          break;
        case Kind::Out:
          out[n_out++] = cell;
          break;
        case Kind::Inout:
          inout[n_inout++] = cell;
          break;
        case Kind::Mutexinoutset:
          mutex[n_mutex++] = cell;
          break;
        case Kind::Inoutset:
          set[n_set++] = cell;
          break;
      }
    }
  }
};

inline void make_object(omp_depend_t& object, Kind kind, Value* cell) {
  switch (kind) {
    case Kind::In: {
#pragma omp depobj(object) depend(in : *cell)
      break;
    }
    case Kind::Out: {
#pragma omp depobj(object) depend(out : *cell)
      break;
    }
    case Kind::Inout: {
#pragma omp depobj(object) depend(inout : *cell)
      break;
    }
    case Kind::Mutexinoutset: {
#pragma omp depobj(object) depend(mutexinoutset : *cell)
      break;
    }
    case Kind::Inoutset: {
#pragma omp depobj(object) depend(RANDOM_INOUTSET : *cell)
      break;
    }
  }
}

// What a construct captures is either a callable object or a pointer to one. gcc has objects copied by a function of
// the program and pointers by itself, which matters to a runtime that wants to repeat the task.
template <class Call>
void invoke(Call* call) {
  (*call)();
}
template <class Call>
void invoke(Call& call) {
  call();
}

// The clauses every construct below has; body is what the task captures.
#define RANDOM_CLAUSES \
  if (!task.undeferred) final(task.is_final) priority(task.priority) firstprivate(body)

template <class Body>
void spawn_without(const Task& task, Body body) {
  if (task.untied) {
#pragma omp task untied RANDOM_CLAUSES
    invoke(body);
  } else {
#pragma omp task RANDOM_CLAUSES
    invoke(body);
  }
}

template <class Body>
void spawn_iterators(const Task& task, const Addresses& a, Body body) {
  if (task.untied) {
#pragma omp task untied depend(iterator(int i = 0 : a.n_in), in : a.in[i][0]) \
    depend(iterator(int i = 0 : a.n_out), out : a.out[i][0])                  \
    depend(iterator(int i = 0 : a.n_inout), inout : a.inout[i][0])            \
    depend(iterator(int i = 0 : a.n_mutex), mutexinoutset : a.mutex[i][0])    \
    depend(iterator(int i = 0 : a.n_set), RANDOM_INOUTSET : a.set[i][0]) RANDOM_CLAUSES
    invoke(body);
  } else {
#pragma omp task depend(iterator(int i = 0 : a.n_in), in : a.in[i][0])     \
    depend(iterator(int i = 0 : a.n_out), out : a.out[i][0])               \
    depend(iterator(int i = 0 : a.n_inout), inout : a.inout[i][0])         \
    depend(iterator(int i = 0 : a.n_mutex), mutexinoutset : a.mutex[i][0]) \
    depend(iterator(int i = 0 : a.n_set), RANDOM_INOUTSET : a.set[i][0]) RANDOM_CLAUSES
    invoke(body);
  }
}

template <class Body>
void spawn_depobjs(const Task& task, Value* domain, Body body) {
  omp_depend_t a, b, c, d, e, f;
  omp_depend_t* const objects[kMaxDependences] = {&a, &b, &c, &d, &e, &f};
  const std::size_t n = task.dependences.size();
  for (std::size_t i = 0; i < n; i++)
    make_object(*objects[i], task.dependences[i].kind, domain + task.dependences[i].cell);
  switch (n) {
    case 1: {
#pragma omp task depend(depobj : a) RANDOM_CLAUSES
      invoke(body);
      break;
    }
    case 2: {
#pragma omp task depend(depobj : a, b) RANDOM_CLAUSES
      invoke(body);
      break;
    }
    case 3: {
#pragma omp task depend(depobj : a, b, c) RANDOM_CLAUSES
      invoke(body);
      break;
    }
    case 4: {
#pragma omp task depend(depobj : a, b, c, d) RANDOM_CLAUSES
      invoke(body);
      break;
    }
    case 5: {
#pragma omp task depend(depobj : a, b, c, d, e) RANDOM_CLAUSES
      invoke(body);
      break;
    }
    default: {
#pragma omp task depend(depobj : a, b, c, d, e, f) RANDOM_CLAUSES
      invoke(body);
      break;
    }
  }
  for (std::size_t i = 0; i < n; i++) {
    omp_depend_t& object = *objects[i];
#pragma omp depobj(object) destroy
  }
}

// Returns false if no shape fits; the caller then uses another form.
template <class Body>
bool spawn_clauses(const Task& task, const Addresses& a, Body body) {
  const int shape = a.n_out * 1000 + a.n_mutex * 10000 + a.n_set * 100000 + a.n_inout * 100 + a.n_in;
  switch (shape) {
    case 1: {
#pragma omp task depend(in : *a.in[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 100: {
#pragma omp task depend(inout : *a.inout[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 101: {
#pragma omp task depend(in : *a.in[0]) depend(inout : *a.inout[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 102: {
#pragma omp task depend(in : *a.in[0], *a.in[1]) depend(inout : *a.inout[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 104: {
#pragma omp task depend(in : *a.in[0], *a.in[1], *a.in[2], *a.in[3]) depend(inout : *a.inout[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 1000: {
#pragma omp task depend(out : *a.out[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 1001: {
#pragma omp task depend(in : *a.in[0]) depend(out : *a.out[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    case 10000: {
#pragma omp task depend(mutexinoutset : *a.mutex[0]) RANDOM_CLAUSES
      invoke(body);
      return true;
    }
    default:
      return false;
  }
}

template <class Body>
void spawn(const Task& task, Value* domain, Body body) {
  if (task.dependences.empty()) {
    spawn_without(task, body);
    return;
  }
  if (task.form == Form::Depobjs && !task.untied) {
    spawn_depobjs(task, domain, body);
    return;
  }
  const Addresses addresses(task, domain);
  if (task.form == Form::Clauses && !task.untied && spawn_clauses(task, addresses, body)) return;
  spawn_iterators(task, addresses, body);
}

}  // namespace random_tasks
