// SPDX-License-Identifier: Apache-2.0
//
// Random loops at the same few places in the source: each encounter has its own number of iterations, and from seed
// to seed the tasks are others, with and without dependences that order them behind themselves. Results are those of
// a serial execution, and no task overlaps with itself.
//
//     graph.taskiter_random_cpp.gcc [FIRST_SEED [NUMBER]]
//
// test: LABELS long STDERR_MAY 'taskiter_random\.cpp:[0-9]+ (does not repeat itself|cannot be made)'
// test: ENV RONDO_GRAPH_WAY=turns
// test: NOT_STOCK gcc 'a stock runtime knows no loops: only dependences order its tasks'
// test: clang 'a stock runtime knows no loops: only dependences order its tasks'
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "graph_check.h"

namespace {

constexpr unsigned kCells = 12;

enum class Kind : uint8_t { Chain, Free, Exclusive, Reader };

struct Step {
  Kind kind;
  unsigned from, to;
  int n_turns;
  int n_children;
  int n_inside = 0;
  long n_runs = 0;
};

struct Program {
  std::vector<Step> steps;
  uint64_t cells[kCells] = {};
  uint64_t sum = 0;
};

uint64_t mix(uint64_t a, uint64_t b) {
  a = a * 0x9E3779B97F4A7C15 + b;
  return a ^ (a >> 29);
}

void add(Program& program, uint64_t value) { __atomic_fetch_add(&program.sum, value, __ATOMIC_RELAXED); }

void run(Program& program, Step& step) {
  CHECK(__atomic_fetch_add(&step.n_inside, 1, __ATOMIC_RELAXED) == 0);
  for (int turn = 0; turn < step.n_turns; turn++) {
    asm volatile("");
  }
  uint64_t* cells = program.cells;
  if (step.kind == Kind::Chain) cells[step.to] = mix(cells[step.to], cells[step.from]);
  if (step.kind == Kind::Free) add(program, 3);
  if (step.kind == Kind::Exclusive) cells[step.to] = mix(cells[step.to], 7);
  if (step.kind == Kind::Reader) add(program, cells[step.from]);
  step.n_runs++;
  __atomic_fetch_sub(&step.n_inside, 1, __ATOMIC_RELAXED);
}

void run_with_children(Program* program, Step* step) {
  run(*program, *step);
  for (int i = 0; i < step->n_children; i++) {
#pragma omp task firstprivate(program, i)
    add(*program, static_cast<uint64_t>(i) + 1);
  }
}

void create(Program* program, Step* step) {
  uint64_t *from = &program->cells[step->from], *to = &program->cells[step->to];
  switch (step->kind) {
    case Kind::Chain:
#pragma omp task depend(in : *from) depend(inout : *to) firstprivate(program, step)
      run_with_children(program, step);
      break;
    case Kind::Free:
#pragma omp task firstprivate(program, step)
      run_with_children(program, step);
      break;
    case Kind::Exclusive:
#pragma omp task depend(mutexinoutset : *to) firstprivate(program, step)
      run_with_children(program, step);
      break;
    case Kind::Reader:
#pragma omp task depend(in : *from) firstprivate(program, step)
      run_with_children(program, step);
  }
}

void iterate(Program& program) {
  for (Step& step : program.steps) create(&program, &step);
}

void iterate_serially(Program& program) {
  for (Step& step : program.steps) {
    run(program, step);
    for (int i = 0; i < step.n_children; i++) add(program, static_cast<uint64_t>(i) + 1);
  }
}

void loop(Program& program, unsigned form, uint64_t n) {
  static uint64_t n_done;
  switch (form) {
    case 0:
      RONDO_TASKITER(t, n) iterate(program);
      break;
    case 1:
      RONDO_TASKITER(t, n, rondo_update()) iterate(program);
      break;
    case 2:
      RONDO_TASKITER(t, n, rondo_nogroup()) iterate(program);
      break;
    default:
      n_done = 0;
      RONDO_TASKITER_WHILE(n_done < n) {
        iterate(program);
#pragma omp task depend(inout : n_done)
        n_done++;
      }
  }
}

void test(unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&random](unsigned n) { return static_cast<unsigned>(random()) % n; };
  Program program;
  const unsigned n_steps = 1 + below(below(3) != 0 ? 8 : 60);
  const bool has_long = below(2) != 0;
  for (unsigned i = 0; i < n_steps; i++) {
    const unsigned from = below(kCells);
    const auto kind = static_cast<Kind>(below(4) != 0 ? 0 : below(4));
    const int n_turns = has_long && below(10) == 0 ? static_cast<int>(below(6000)) : static_cast<int>(below(30));
    const int n_children = below(6) == 0 ? static_cast<int>(below(3)) : 0;
    program.steps.push_back({kind, from, (from + 1 + below(kCells - 1)) % kCells, n_turns, n_children});
  }
  Program serial = program;
  const unsigned form = below(4);
  for (unsigned encounter = 1 + below(below(2) != 0 ? 4 : 20); encounter > 0; encounter--) {
    const uint64_t n = below(3) == 0 ? below(4) : below(100);
#pragma omp parallel
#pragma omp single
    loop(program, form, n);
    for (uint64_t t = 0; t < n; t++) iterate_serially(serial);
    bool is_same = std::memcmp(program.cells, serial.cells, sizeof serial.cells) == 0 && program.sum == serial.sum;
    for (unsigned i = 0; i < n_steps; i++) is_same &= program.steps[i].n_runs == serial.steps[i].n_runs;
    if (CHECK(is_same) && check_failures == 0) continue;
    std::printf("seed %u form %u\n", seed, form);
    return;
  }
}

}  // namespace

int main(int n_arguments, char** arguments) {
  const unsigned first = n_arguments > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 1;
  const unsigned n = n_arguments > 2 ? static_cast<unsigned>(std::atoi(arguments[2])) : 1000;
  for (unsigned seed = first; seed < first + n && check_failures == 0; seed++) test(seed);
  return check_finish();
}
