// SPDX-License-Identifier: Apache-2.0
//
// The same tasks with other dependences, as a function called with other pointers or an index array that changes: the
// block's tasks name other cells, all of them renamed or a few of them changed.
#pragma once

#include <utility>

#include "program.hpp"

namespace random_tasks {

class Aliasing {
 public:
  Aliasing(Program& program, Random& random) : program_(program), random_(random) {}

  // Different cells stay different ones. Waits may be left as they are: then the change is more than a renaming.
  void rename(bool with_waits) {
    const std::uint32_t n = program_.tasks[0].n_cells;
    std::vector<std::uint8_t> to(n);
    for (std::uint32_t i = 0; i < n; i++) to[i] = static_cast<std::uint8_t>(i);
    for (std::uint32_t i = n; i > 1; i--) std::swap(to[i - 1], to[random_.below(i)]);
    each(program_.tasks[0].body, [&](Step& step) {
      if (step.kind == StepKind::Spawn)
        for (Dependence& d : program_.tasks[step.task].dependences) d.cell = to[d.cell];
      if (with_waits && is_wait(step)) step.cell = to[step.cell];
    });
  }

  // A few dependences are on another cell.
  void change() {
    const std::uint32_t n = program_.tasks[0].n_cells;
    each(program_.tasks[0].body, [&](Step& step) {
      if (!random_.percent(5)) return;
      const auto cell = static_cast<std::uint8_t>(random_.below(n));
      if (is_wait(step)) step.cell = cell;
      if (step.kind != StepKind::Spawn) return;
      std::vector<Dependence>& list = program_.tasks[step.task].dependences;
      bool is_new = !list.empty();
      for (const Dependence& d : list) is_new = is_new && d.cell != cell;
      if (is_new) list[random_.below(static_cast<std::uint32_t>(list.size()))].cell = cell;
    });
  }

 private:
  static bool is_wait(const Step& step) {
    return step.kind == StepKind::TaskwaitIn || step.kind == StepKind::TaskwaitInout;
  }

  // Of the block itself; what its tasks create is no part of a record.
  template <class Visit>
  static void each(std::vector<Step>& steps, Visit visit) {
    for (Step& step : steps) {
      visit(step);
      each(step.group, visit);
    }
  }

  Program& program_;
  Random& random_;
};

}  // namespace random_tasks
