// SPDX-License-Identifier: Apache-2.0
//
// A program's block as the body of a loop: serially, as ordinary tasks, and as a taskiter loop in all of its forms.
// Without rondo_update() the body keeps what taskiter asks for: the block is quiet and its argument always the same.
#pragma once

#include <rondo.h>

#include "interpreter.hpp"

namespace random_tasks {

struct LoopForm {
  std::uint64_t n;  // iterations, at most
  Value seed;
  std::uint32_t unroll = 1;
  bool update = false;
  bool is_inline = false;
  bool is_while = false;
  bool reads_cell = false;        // the condition also depends on what tasks compute
  bool names_what_it_reads = false;  // rondo_condition_on
  bool counts_first = false;      // the task that counts the iterations comes before the block's
  std::size_t cell = 0;
  std::uint64_t encounter = 0;    // of the same loop; the data that its tasks capture differ

  LoopForm(Value its_seed, std::uint64_t max_n, const Program& program, bool is_updated, bool has_condition)
      : n(0), seed(its_seed), update(is_updated), is_while(has_condition) {
    Random random(mix(seed, 4711));
    n = random.between(0, static_cast<std::uint32_t>(max_n));
    unroll = random.percent(50) ? 1 : random.between(2, 3);
    is_inline = random.percent(25);
    reads_cell = is_while && random.percent(50);
    names_what_it_reads = random.percent(60);
    counts_first = random.percent(50);
    cell = random.below(program.tasks[0].n_cells);
  }

  void enter_again(std::uint64_t max_n) {
    encounter++;
    n = mix(seed, encounter) % (max_n + 1);
  }

  Value argument(std::uint64_t iteration) const { return mix(seed, (update ? iteration : 99) + (encounter << 32)); }
  bool goes_on(std::uint64_t steps, const Data& data) const {
    return steps < n && (!reads_cell || data.cells[cell] % 8 != 0);
  }
};

// Before and after the loop, by tasks if they are its siblings.
inline void touch(Value& cell, Value salt) { cell = mix(cell, salt); }
inline void touch_by_task(Value& touched, Value salt) {
  Value* cell = &touched;
#pragma omp task firstprivate(cell, salt) depend(inout : *cell)
  touch(*cell, salt);
}

// Returns the number of iterations.
inline std::uint64_t run_serially(const Program& program, Data& data, const LoopForm& form) {
  touch(data.cells[form.cell], 1);
  std::uint64_t t = 0;
  for (; form.goes_on(t, data); t++) Interpreter<How::Serial>(program, data).run_block(form.argument(t));
  touch(data.cells[form.cell], 2);
  return t;
}

// The body's code, executed once more.
inline void run_body(const Program& program, Data& data, Value argument) {
  Interpreter<How::Parallel>(program, data).run_block(argument);
  data.first_call += program.tasks.size();
}

inline void run_ordinarily(const Program& program, Data& data, const LoopForm& form, std::uint64_t n) {
  touch(data.cells[form.cell], 1);
#pragma omp taskgroup
  {
    for (std::uint64_t t = 0; t < n; t++) run_body(program, data, form.argument(t));
  }
  touch(data.cells[form.cell], 2);
}

inline void run_counted(const Program& program, Data& data, const LoopForm& form) {
  RONDO_TASKITER(t, form.n, rondo_unroll(form.unroll), form.update ? rondo_update() : rondo_no_clause(),
                 form.is_inline ? rondo_inline() : rondo_no_clause()) {
    run_body(program, data, form.argument(t));
  }
}

inline void count(std::uint64_t& steps) {
#pragma omp task shared(steps) depend(inout : steps)
  steps++;
}

inline void run_while(const Program& program, Data& data, const LoopForm& form, std::uint64_t& steps) {
  std::uint64_t n_bodies = 0;  // for an update; otherwise no argument depends on it
  RONDO_TASKITER_WHILE(
      form.goes_on(steps, data), rondo_unroll(form.unroll), form.update ? rondo_update() : rondo_no_clause(),
      form.is_inline ? rondo_inline() : rondo_no_clause(),
      form.names_what_it_reads ? rondo_condition_on(&steps) : rondo_no_clause(),
      form.names_what_it_reads && form.reads_cell ? rondo_condition_on(&data.cells[form.cell]) : rondo_no_clause()) {
    if (form.counts_first) count(steps);
    run_body(program, data, form.argument(n_bodies++));
    if (!form.counts_first) count(steps);
  }
}

// Returns the number of iterations.
inline std::uint64_t run_cyclically(const Program& program, Data& data, const LoopForm& form) {
  Value& cell = data.cells[form.cell];
  std::uint64_t steps = form.is_while ? 0 : form.n;
#pragma omp taskgroup
  {
    // A while loop looks at the cell before its first iteration.
    form.is_inline && !form.is_while ? touch_by_task(cell, 1) : touch(cell, 1);
    form.is_while ? run_while(program, data, form, steps) : run_counted(program, data, form);
    if (form.is_inline) touch_by_task(cell, 2);
  }
  if (!form.is_inline) touch(cell, 2);
  return steps;
}

}  // namespace random_tasks
